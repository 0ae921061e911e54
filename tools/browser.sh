#!/bin/sh
# Installs what the tests look at pages with, where we may: a browser for the dashboard and a
# renderer of PDF for the printed mat. Else says what will be skipped.
lacking() {
    command -v chromium >/dev/null 2>&1 || printf 'chromium '
    command -v pdftoppm >/dev/null 2>&1 || printf 'poppler-utils '
}

[ -z "$(lacking)" ] && exit 0
root=""
[ "$(id -u)" = 0 ] || root="sudo -n"
if command -v apt-get >/dev/null 2>&1 && { [ -z "$root" ] || $root true 2>/dev/null; }; then
    echo "installing for the tests: $(lacking)"
    $root apt-get update -qq >/dev/null 2>&1
    # shellcheck disable=SC2046  # several packages
    $root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -qq -y --no-install-recommends $(lacking) >/dev/null 2>&1
fi
[ -z "$(lacking)" ] ||
    echo "MISSING, their tests will be SKIPPED; to have them: apt install $(lacking)" >&2
exit 0
