#!/bin/sh
# The solver is compiled at the installation. Where a compiler or Python's headers are missing and we
# may, they are installed; else we say what to do.
set -eu
python=$1
has_both() {
    command -v cc >/dev/null && "$python" -c 'import os, sys, sysconfig
sys.exit(not os.path.exists(os.path.join(sysconfig.get_paths()["include"], "Python.h")))'
}
has_both && exit 0
root=""
[ "$(id -u)" = 0 ] || root="sudo -n"
if command -v apt-get >/dev/null && { [ -z "$root" ] || $root true 2>/dev/null; }; then
    $root apt-get update -qq >/dev/null && $root apt-get install -qq -y gcc libc6-dev python3-dev >/dev/null
    has_both && exit 0
fi
echo "expected a C compiler and Python's headers: install them (Debian, Raspberry Pi OS: apt install gcc python3-dev)" >&2
exit 1
