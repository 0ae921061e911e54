#!/bin/sh
# Updates the table to a signed release file, and tells how that went.
#
#   turbo-update FILE | ADDRESS | stick     a file with FILE.sig beside it, likewise an address; or
#                                           the newest turbo-*.tar.gz on a stick that is plugged in
#   turbo-update wanted                     what the page has asked for (called by systemd)
#   turbo-update key FILE                   trust the releases of this public key from now on
#
# The page runs as a user who may install nothing: it only leaves a line, and this, as root, installs
# nothing that is not signed by the key in @KEY@.
set -eu

WISHES=@STATE@/update
# Not where the page may write: it could make a link there, and root would write through it.
STATE=@RESULTS@
KEY=@KEY@
WORK=''

say() { printf '%s\n' "turbo: $*"; }
# For the page: one word of how it stands, and a sentence.
tell() {
    mkdir -p "$STATE"
    printf '%s\n%s\n' "$1" "$2" > "$STATE/result.new" && mv "$STATE/result.new" "$STATE/result"
    chmod 644 "$STATE/result"
    say "$2"
}
fail() { tell failed "$*"; exit 1; }
finish() { if [ -n "$WORK" ]; then umount "$WORK/stick" 2>/dev/null || true; rm -rf "$WORK"; fi; }
trap finish EXIT

from_address() {
    for end in '' .sig; do
        curl -fsSL --max-time 900 -o "$WORK/release.tar.gz$end" "$1$end" ||
            fail "$1$end could not be fetched: is there a network?"
    done
}

# A stick is looked at where the system has put it, or where nobody has: then it is read only.
from_stick() {
    mkdir -p "$WORK/stick"
    for device in '' /dev/sd?1 /dev/sd?; do
        if [ -n "$device" ]; then
            mount -o ro,nosuid,nodev,noexec "$device" "$WORK/stick" 2>/dev/null || continue
        fi
        # shellcheck disable=SC2012
        newest=$(ls -t /media/*/turbo-*.tar.gz /media/*/*/turbo-*.tar.gz \
            "$WORK"/stick/turbo-*.tar.gz 2>/dev/null | head -n 1 || true)
        if [ -n "$newest" ]; then from_file "$newest"; return; fi
        umount "$WORK/stick" 2>/dev/null || true
    done
    fail "there is no turbo-*.tar.gz on a stick: is one plugged in?"
}

from_file() {
    for end in '' .sig; do
        [ -f "$1$end" ] || fail "expected a release file and its signature, found no $1$end"
    done
    cp "$1" "$WORK/release.tar.gz"
    cp "$1.sig" "$WORK/release.tar.gz.sig"
}

check_signature() {
    [ -f "$KEY" ] || fail "no key is trusted yet: sudo turbo-update key release.pub"
    openssl pkeyutl -verify -pubin -inkey "$KEY" -rawin -in "$WORK/release.tar.gz" \
        -sigfile "$WORK/release.tar.gz.sig" >/dev/null 2>&1 ||
        fail "the signature is not that of the key we trust: nothing was changed"
}

update() {
    WORK=$(mktemp -d /var/tmp/turbo-update.XXXXXX)
    tell running "fetching the new version"
    case $1 in
        stick) from_stick ;;
        http://* | https://*) from_address "$1" ;;
        *) from_file "$1" ;;
    esac
    check_signature
    tell running "installing; the table is away for a minute at the end"
    mkdir "$WORK/new"
    tar -xzf "$WORK/release.tar.gz" -C "$WORK/new" --no-same-owner --strip-components=1 ||
        fail "the release file is damaged: nothing was changed"
    # It goes back by itself where the new table does not come up.
    run_installer "$WORK/new" install "the new version runs"
}

run_installer() {
    if sh "$1/install-pi.sh" "$2" > "$STATE/log" 2>&1; then tell finished "$3"
    else fail "$(tail -n 1 "$STATE/log")"; fi
}

[ "$(id -u)" = 0 ] || { say "run it with sudo" >&2; exit 1; }
case ${1:?stick, an address, a file, wanted or key} in
    key) openssl pkey -pubin -in "${2:?the file}" -noout && install -m 644 "$2" "$KEY" ;;
    wanted)
        wanted=$(head -n 1 "$WISHES/wanted" | cut -c 1-500)
        # Before the line is gone: else the page would show for a moment how the last one went.
        tell running "begun"
        # A line that is left there would be obeyed again and again.
        rm -f "$WISHES/wanted"
        # Written by a user who may be anybody's: a file of the machine is none of its business.
        case $wanted in
            stick | http://* | https://*) update "$wanted" ;;
            back)
                run_installer @PROGRAM@/current/source back "the version before runs again" ;;
            *) fail "expected stick, back or an address" ;;
        esac ;;
    *) update "$1" ;;
esac
