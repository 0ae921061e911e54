#!/bin/sh
# Installs what the tests look at pages with, where we may: a browser for the dashboard and a
# renderer of PDF for the printed mat. Else says what will be skipped.
#
# Ubuntu's package of Chromium is a snap, which sees neither our folders nor our ports from within
# its cage; there, and where there is no apt-get, the browser comes with the tool that drives it.
python=.venv/bin/python

own() {
    "$python" -c 'import pathlib, sys
from playwright.sync_api import sync_playwright as start
with start() as driver: sys.exit(not pathlib.Path(driver.chromium.executable_path).exists())' \
        2>/dev/null
}
browser() {
    command -v chromium-headless-shell >/dev/null 2>&1 && return 0
    case "$(command -v chromium)" in /snap/*) ;; ?*) return 0 ;; esac
    command -v google-chrome >/dev/null 2>&1 || own
}
apt_has_browser() {
    command -v apt-get >/dev/null 2>&1 && ! grep -qi '^ID=ubuntu' /etc/os-release 2>/dev/null
}
lacking() {
    browser || printf 'chromium '
    command -v pdftoppm >/dev/null 2>&1 || printf 'poppler-utils '
}

missing=$(lacking)
[ -z "$missing" ] && exit 0
root=""
[ "$(id -u)" = 0 ] || root="sudo -n"
echo "installing for the tests: $missing"
if ! apt_has_browser && ! browser; then
    "$python" -m playwright install --with-deps chromium >/dev/null 2>&1 ||
        "$python" -m playwright install chromium >/dev/null 2>&1
    missing=$(command -v pdftoppm >/dev/null 2>&1 || printf 'poppler-utils')
fi
if [ -n "$missing" ] && command -v apt-get >/dev/null 2>&1 &&
    { [ -z "$root" ] || $root true 2>/dev/null; }; then
    $root apt-get update -qq >/dev/null 2>&1
    # The browser without its windows, half as costly, where the distribution has it apart.
    apt-cache show chromium-headless-shell >/dev/null 2>&1 &&
        missing=$(echo "$missing" | sed 's/chromium/chromium-headless-shell/')
    # shellcheck disable=SC2086  # several packages
    $root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -qq -y --no-install-recommends $missing >/dev/null 2>&1
fi
missing=$(lacking)
[ -z "$missing" ] ||
    echo "MISSING, their tests will be SKIPPED; to have them: apt install $missing" >&2
exit 0
