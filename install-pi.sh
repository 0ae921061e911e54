#!/bin/sh
# Installs the referee on a Raspberry Pi (or any 64-bit Debian 12 or 13) as a service.
#
#   sudo sh install-pi.sh                     install, or update to this checkout
#   sudo sh install-pi.sh back                go back to the version before the last update
#   sudo sh install-pi.sh uninstall           remove it; matches, pictures and settings stay
#
#   --camera NAME     pi, 0, /dev/v4l/by-id/... (default: pi on a Pi, else 0)
#   --board NAME      auto, a port, pins (default: auto)
#   --mains 50|60     the house's mains in Hz, against flicker (default: 50)
#   --with-twin       the simulated table, too (60 MB more)
#   --no-start        leave the service off
#
# Everything lies in /opt/turbo (program), /var/lib/turbo (matches), /etc/turbo.conf (settings).
# It may be run any number of times.
set -eu

PROGRAM=/opt/turbo
STATE=/var/lib/turbo
SETTINGS=/etc/turbo.conf
UNIT=/etc/systemd/system/turbo.service
RULES=/etc/udev/rules.d/60-turbo.rules
ISSUE=/etc/issue.d/turbo.issue
PORT=8080
SOURCE=$(cd "$(dirname "$0")" && pwd)

say() { printf '%s\n' "turbo: $*"; }
fail() { printf '%s\n' "turbo: $*" >&2; exit 1; }

is_running() { [ -d /run/systemd/system ]; }

command=install camera='' board='' mains='' extra='' start=yes
while [ $# -gt 0 ]; do
    case $1 in
        install | back | uninstall) command=$1 ;;
        --camera) camera=${2:?}; shift ;;
        --board) board=${2:?}; shift ;;
        --mains) mains=${2:?}; shift ;;
        --with-twin) extra='[twin]' ;;
        --no-start) start=no ;;
        -h | --help) sed -n '2,17s/^# \{0,1\}//p' "$0"; exit 0 ;;
        *) fail "expected install, back or uninstall, got '$1' (see --help)" ;;
    esac
    shift
done

[ "$(id -u)" = 0 ] || fail "run it with sudo: sudo sh $0"
case $mains in '' | 50 | 60) ;; *) fail "expected --mains 50 or 60, got '$mains'" ;; esac

check_system() {
    # A 32-bit system may run on a 64-bit kernel: it is the packages that count.
    architecture=$(dpkg --print-architecture 2>/dev/null) ||
        fail "expected Raspberry Pi OS or Debian: there is no dpkg here"
    case $architecture in
        arm64 | amd64) ;;
        *) fail "this system is 32 bit ($architecture), and there is no OpenCV for it:" \
            "write the 64-bit Raspberry Pi OS to the card" ;;
    esac
    # shellcheck disable=SC1091
    . /etc/os-release
    case ${VERSION_CODENAME:-} in
        bookworm | trixie) ;;
        *) say "tried on Debian 12 and 13 only; this is ${PRETTY_NAME:-something else}" ;;
    esac
}

available() { apt-cache show "$1" >/dev/null 2>&1; }

install_packages() {
    say "packages"
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq
    needed="python3 python3-venv python3-dev gcc libc6-dev avahi-daemon avrdude ca-certificates"
    # Those of the Pi: its camera and its pins come from its own system and from nowhere else.
    for package in python3-picamera2 python3-lgpio; do
        if available "$package"; then needed="$needed $package"
        else say "no $package here: that is for a Pi"; fi
    done
    # shellcheck disable=SC2086
    apt-get install -qq -y --no-install-recommends $needed >/dev/null
}

make_user() {
    id turbo >/dev/null 2>&1 ||
        useradd --system --home-dir "$STATE" --shell /usr/sbin/nologin --user-group turbo
    for group in video render dialout gpio i2c; do
        if getent group "$group" >/dev/null; then usermod -a -G "$group" turbo; fi
    done
    mkdir -p "$STATE"
    chown turbo:turbo "$STATE"
    chmod 750 "$STATE"
}

# Beside the release that runs, and switched over in one step when it is whole.
make_release() {
    release=$PROGRAM/releases/$(date -u +%Y%m%dT%H%M%SZ)
    say "program in $release"
    mkdir -p "$release"
    trap 'rm -rf "$release"' EXIT
    # It must see the system's packages: picamera2 and lgpio are there.
    python3 -m venv --system-site-packages "$release/venv"
    pip="$release/venv/bin/python -m pip install --quiet --disable-pip-version-check"
    # One version of each with the hashes of its files, what the program is built with among them:
    # nothing comes in that was not looked at when the lock was made.
    $pip --require-hashes -r "$SOURCE/requirements-pi.lock"
    $pip --no-deps --no-build-isolation "$SOURCE"
    # The simulated table is for trying out: its physics come by their range.
    [ -z "$extra" ] || $pip "$SOURCE$extra"
    "$release/venv/bin/turbo" check "b3 b4 b5" >/dev/null || fail "the program does not run"
    trap - EXIT
    if [ -L "$PROGRAM/current" ]; then
        ln -sfn "$(readlink "$PROGRAM/current")" "$PROGRAM/previous"
    fi
    ln -sfn "$release" "$PROGRAM/current.new" && mv -T "$PROGRAM/current.new" "$PROGRAM/current"
    ln -sfn "$PROGRAM/current/venv/bin/turbo" /usr/local/bin/turbo
    forget_old
}

# The one that runs and the one before it stay.
forget_old() {
    for one in "$PROGRAM"/releases/*; do
        [ "$one" = "$(readlink "$PROGRAM/current")" ] && continue
        [ "$one" = "$(readlink "$PROGRAM/previous" 2>/dev/null || true)" ] && continue
        rm -rf "$one"
    done
}

setting() { sed -n "s/^$1=//p" "$SETTINGS" 2>/dev/null | tail -n 1; }

write_settings() {
    usual=0
    [ -e /proc/device-tree/model ] && usual=pi
    camera=${camera:-$(setting TURBO_CAMERA)}
    board=${board:-$(setting TURBO_BOARD)}
    mains=${mains:-$(setting TURBO_MAINS)}
    options=$(setting TURBO_OPTIONS)
    cat > "$SETTINGS" <<END
# Settings of the referee; after a change: sudo systemctl restart turbo
TURBO_CAMERA=${camera:-$usual}
TURBO_BOARD=${board:-auto}
TURBO_MAINS=${mains:-50}
TURBO_OPTIONS=$options
TURBO_STORE=$STATE/matches.db
TURBO_PIN_FILE=$STATE/pin
XDG_DATA_HOME=$STATE
END
}

write_unit() {
    cat > "$UNIT" <<END
[Unit]
Description=Turbo referee
# Not after the network is up: a table without one is refereed as well.
After=network.target systemd-udev-settle.service

[Service]
User=turbo
EnvironmentFile=$SETTINGS
# lgpio writes a file where it is started.
WorkingDirectory=$STATE
ExecStart=$PROGRAM/current/venv/bin/turbo run --port $PORT --camera \${TURBO_CAMERA} --board \${TURBO_BOARD} \$TURBO_OPTIONS
Restart=always
RestartSec=2
TimeoutStopSec=5
# The match is in the store after every event: nothing is lost however it ends.
KillMode=mixed
NoNewPrivileges=yes
ProtectSystem=full

[Install]
WantedBy=multi-user.target
END
}

write_rules() {
    mkdir -p "$(dirname "$RULES")"
    cat > "$RULES" <<'END'
# Boards at the table: their port belongs to the group, and no modem manager opens it, since each
# opening may reset the board.
SUBSYSTEM=="tty", ATTRS{idVendor}=="1a86", ATTRS{idProduct}=="7523", GROUP="dialout", MODE="0660", ENV{ID_MM_DEVICE_IGNORE}="1"
SUBSYSTEM=="tty", ATTRS{idVendor}=="0403", ATTRS{idProduct}=="6001", GROUP="dialout", MODE="0660", ENV{ID_MM_DEVICE_IGNORE}="1"
SUBSYSTEM=="tty", ATTRS{idVendor}=="2341", GROUP="dialout", MODE="0660", ENV{ID_MM_DEVICE_IGNORE}="1"
SUBSYSTEM=="tty", ATTRS{idVendor}=="10c4", ATTRS{idProduct}=="ea60", GROUP="dialout", MODE="0660", ENV{ID_MM_DEVICE_IGNORE}="1"
END
    if command -v udevadm >/dev/null && is_running; then udevadm control --reload || true; fi
}

address() { printf 'http://%s.local:%s/' "$(hostname 2>/dev/null || cat /etc/hostname)" "$PORT"; }

# What stands on a screen that is plugged into the Pi, above the login.
write_issue() {
    mkdir -p "$(dirname "$ISSUE")"
    {
        printf '\nTurbo referee: %s   or http://\\4:%s/\n' "$(address)" "$PORT"
        "$PROGRAM/current/venv/bin/segno" --compact "$(address)" 2>/dev/null || true
        printf '\n'
    } > "$ISSUE"
}

start_service() {
    if ! is_running; then
        say "no systemd runs here: start it by hand with"
        say "  $PROGRAM/current/venv/bin/turbo run --camera $(setting TURBO_CAMERA)"
        return
    fi
    systemctl daemon-reload
    systemctl enable --quiet turbo
    [ "$start" = no ] || systemctl restart turbo
}

tell() {
    say "installed. Open this in a browser on the same network, or scan it:"
    sed 's/ *or http:.*//' "$ISSUE"
    say "the referee PIN: sudo cat $STATE/pin"
    say "is all well?      sudo -u turbo turbo doctor --camera $(setting TURBO_CAMERA)"
}

case $command in
    install)
        check_system
        install_packages
        make_user
        make_release
        write_settings
        write_unit
        write_rules
        write_issue
        start_service
        tell
        ;;
    back)
        [ -L "$PROGRAM/previous" ] || fail "there is no version before this one"
        before=$(readlink "$PROGRAM/previous")
        ln -sfn "$(readlink "$PROGRAM/current")" "$PROGRAM/previous"
        ln -sfn "$before" "$PROGRAM/current.new" && mv -T "$PROGRAM/current.new" "$PROGRAM/current"
        if is_running; then systemctl restart turbo; fi
        say "back at $before"
        ;;
    uninstall)
        if is_running; then systemctl disable --quiet --now turbo 2>/dev/null || true; fi
        rm -rf "$PROGRAM" "$UNIT" "$RULES" "$ISSUE" /usr/local/bin/turbo
        if is_running; then systemctl daemon-reload; fi
        say "removed. Matches and pictures stay in $STATE, settings in $SETTINGS"
        ;;
esac
