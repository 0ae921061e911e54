#!/bin/sh
# Makes .venv with the given Python. Debian keeps the part that does this in a package of its own:
# where it is missing and we may, it is installed; else we say what to do.
set -eu
python=$1
[ -x .venv/bin/python ] && .venv/bin/python -m pip --version >/dev/null 2>&1 && exit 0
rm -rf .venv
"$python" -m venv .venv >/dev/null 2>&1 && exit 0
rm -rf .venv
root=""
[ "$(id -u)" = 0 ] || root="sudo -n"
if command -v apt-get >/dev/null && { [ -z "$root" ] || $root true 2>/dev/null; }; then
    $root apt-get update -qq >/dev/null && $root apt-get install -qq -y python3-venv >/dev/null
    "$python" -m venv .venv && exit 0
fi
echo "expected Python's venv module: install it (Debian, Raspberry Pi OS: apt install python3-venv)" >&2
exit 1
