#!/bin/sh
# From a bare system to a refereed table, in roots of both generations of Raspberry Pi OS's Debian.
#
#   sudo sh tools/pi-root.sh [bookworm] [trixie]
#   sudo PI_ARCH=amd64 sh tools/pi-root.sh trixie
#
# Makes an arm64 root of each (debootstrap; on another processor qemu-user-static runs it), copies
# what is committed, and then does what a builder does: install-pi.sh, nothing else. Then the doctor,
# a picture read, twenty seconds of the twin, the dashboard, a second installation, the way back, and
# the removal that keeps the matches. Takes minutes, and an hour where the processor is emulated.
set -eu

SUITES=${*:-bookworm trixie}
FOLDER=${PI_ROOT:-/tmp/turbo-pi-root}
SOURCE=$(cd "$(dirname "$0")/.." && pwd)

[ "$(id -u)" = 0 ] || { echo "pi-root: a root is made as root: sudo make pi-root" >&2; exit 1; }
command -v debootstrap >/dev/null || { echo "pi-root: apt-get install debootstrap" >&2; exit 1; }

. "$SOURCE/tools/pi/root.sh"

dashboard() {
    # As the service runs: by its own user, in its own folder.
    chroot --userspec=turbo:turbo "$root" env -i HOME=/var/lib/turbo PATH=/usr/local/bin:/usr/bin:/bin \
        sh -c 'cd /var/lib/turbo && exec /usr/local/bin/turbo run --camera twin --new --seconds 20 --port 8099 \
        --store /var/lib/turbo/matches.db' > "$root/root/twin.log" 2>&1 &
    player=$!
    inside python3 - <<'END'
import time, urllib.request
for _ in range(3000):  # a busy machine takes a minute to start
    try:
        answer = urllib.request.urlopen("http://127.0.0.1:8099/", timeout=2)
        print("the dashboard answers:", answer.status, len(answer.read()), "bytes")
        break
    except OSError:
        time.sleep(0.2)
else:
    raise SystemExit("the dashboard does not answer")
END
    wait "$player"
    cat "$root/root/twin.log"
}

for suite in $SUITES; do
    root=$FOLDER/$suite
    mkdir -p "$FOLDER"
    trap release_mounts EXIT
    make_root
    step "install-pi.sh"
    inside sh /srv/turbo/install-pi.sh --with-twin
    step "turbo doctor"
    inside turbo doctor || true
    step "turbo read"
    inside sh -c 'cd /srv/turbo && turbo read tests/data/vision/*.jpg'
    step "twenty seconds of the twin, and the dashboard"
    dashboard
    step "again, and back"
    echo "TURBO_HALL=/srv/hall" >> "$root/etc/turbo.conf"
    inside sh /srv/turbo/install-pi.sh --with-twin | tail -n 3
    grep -q '^TURBO_HALL=/srv/hall' "$root/etc/turbo.conf"
    inside sh /srv/turbo/install-pi.sh back
    inside turbo matches
    step "removal keeps the matches"
    inside sh /srv/turbo/install-pi.sh uninstall
    ls -l "$root/var/lib/turbo"
    release_mounts
done
echo
echo "pi-root: $SUITES: done"
