#!/bin/sh
# Installs what the firmware and its emulator are built with, where this user may do that; else says
# what is missing and what will be skipped. Always ends well: everything works without a board.
#
#     firmware/tools.sh          install what is missing
#     firmware/tools.sh --check  only say what is missing
packages="gcc-avr avr-libc simavr libsimavr-dev libelf-dev avrdude gcc make pkg-config"

missing() {
    for package in $packages; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q "install ok installed" ||
            printf '%s ' "$package"
    done
}

command -v dpkg-query >/dev/null 2>&1 || {
    echo "firmware: no Debian packages here; install these by hand: $packages" >&2
    exit 0
}

lacking=$(missing)
[ -z "$lacking" ] && exit 0

as_root=
if [ "$(id -u)" != 0 ]; then
    as_root="sudo -n"
    $as_root true 2>/dev/null || as_root=none
fi

if [ "$1" != "--check" ] && [ "$as_root" != none ]; then
    echo "firmware: installing $lacking"
    install="$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends"
    $install $lacking >/dev/null 2>&1 ||
        { $as_root apt-get update -qq >/dev/null 2>&1 && $install $lacking >/dev/null; }
    lacking=$(missing)
fi

[ -z "$lacking" ] || {
    echo "firmware: MISSING $lacking" >&2
    echo "firmware: the tests of the firmware will be SKIPPED; to have them:" >&2
    echo "    sudo apt-get install -y --no-install-recommends $lacking" >&2
}
exit 0
