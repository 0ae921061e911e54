#!/bin/sh
# Installs a browser for the tests of the dashboard, where we may; else says what will be skipped.
command -v chromium >/dev/null 2>&1 && exit 0
root=""
[ "$(id -u)" = 0 ] || root="sudo -n"
if command -v apt-get >/dev/null 2>&1 && { [ -z "$root" ] || $root true 2>/dev/null; }; then
    echo "installing chromium for the tests of the dashboard"
    $root apt-get update -qq >/dev/null 2>&1
    $root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -qq -y --no-install-recommends chromium >/dev/null 2>&1 && exit 0
fi
echo "chromium is MISSING: the browser tests will be SKIPPED; to have them: apt install chromium" >&2
exit 0
