#!/bin/sh
# Makes a release file that a table installs: what is committed, signed, ready for a stick.
#
#   sh tools/release-file.sh KEY.pem [wheels [x86_64]]
#
# KEY.pem is an Ed25519 key; where it is not there it is made. It stays with who makes releases; its
# public half goes into the file as tools/pi/release.pub, and is what a table that is installed from it
# trusts from then on. Older tables are told once: `sudo turbo-update key KEY.pem.pub`.
# With `wheels` all that pip would fetch is in the file, for Python 3.11 and 3.13 on a Pi or on the
# processor named: an update by it needs no network. Made on such a processor it has the program built,
# too, and a table needs no compiler.
set -eu

key=${1:?the key: KEY.pem}
here=$(cd "$(dirname "$0")/.." && pwd)
version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$here/pyproject.toml")
name=turbo-${version:-0}+$(git -C "$here" log -1 --format=%cd --date=format:%Y%m%d%H%M%S)
out=$here/dist/$name.tar.gz
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

[ -e "$key" ] || (umask 077 && openssl genpkey -algorithm ed25519 -out "$key")
openssl pkey -in "$key" -pubout -out "$key.pub"
mkdir -p "$here/dist" "$work/turbo"
git -C "$here" archive HEAD | tar -x -C "$work/turbo"
# Films and pictures of the tests are not needed on a table.
rm -rf "$work/turbo/tests" "$work/turbo/bench" "$work/turbo/docs"
install -m 644 "$key.pub" "$work/turbo/tools/pi/release.pub"
machine=${3:-aarch64}
if [ "${2:-}" = wheels ]; then
    for python in 3.11 3.13; do
        (cd "$here" && "${PYTHON:-python3}" -m tools.locked requirements-pi.lock "$python") \
            > "$work/$python.lock"
        "${PYTHON:-python3}" -m pip download --quiet --require-hashes --only-binary :all: \
            --platform "manylinux_2_28_$machine" --platform "manylinux2014_$machine" --platform any \
            --python-version "$python" -r "$work/$python.lock" -d "$work/turbo/wheels"
    done
    if [ "$machine" = "$(uname -m)" ]; then
        SOURCE_DATE_EPOCH=$(git -C "$here" log -1 --format=%ct) CFLAGS=-g0 "${PYTHON:-python3}" -m pip \
            wheel --quiet --no-deps -w "$work/turbo/wheels" "$work/turbo"
        rm -rf "$work/turbo/build" "$work/turbo"/*.egg-info
    fi
fi
# The same commit gives the same file.
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$(git -C "$here" log -1 --format=%ct)" \
    -C "$work" -cf - turbo | gzip -n > "$out"
openssl pkeyutl -sign -rawin -inkey "$key" -in "$out" -out "$out.sig"
ls -l "$out" "$out.sig"
