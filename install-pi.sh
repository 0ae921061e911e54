#!/bin/sh
# Installs the referee on a Raspberry Pi (or any 64-bit Debian 12 or 13) as a service.
#
#   sudo sh install-pi.sh                     install, or update to this checkout
#   sudo sh install-pi.sh back                go back to the version before the last update
#   sudo sh install-pi.sh mend                make it anew where the system has another Python now
#   sudo sh install-pi.sh name                the screen and missing settings for the name it has now
#   sudo sh install-pi.sh uninstall           remove it; matches, pictures and settings stay
#
#   --camera NAME     auto, pi, 0, /dev/v4l/by-id/... (default: auto, the one that is there)
#   --board NAME      auto, a port, pins (default: auto)
#   --mains 50|60     the house's mains in Hz, against flicker (default: 50)
#   --with-twin       the simulated table, too (60 MB more)
#   --no-start        leave the service off
#
# Everything lies in /opt/turbo (program), /var/lib/turbo (matches), /etc/turbo.conf (settings).
# It may be run any number of times.
set -eu
# Whatever the caller's is: the service's user must be able to read the program.
umask 022

# Another root than this machine's, to try it out in.
ROOT=${DESTDIR:-}
PROGRAM=$ROOT/opt/turbo
STATE=$ROOT/var/lib/turbo
SETTINGS=$ROOT/etc/turbo.conf
UNITS=$ROOT/etc/systemd/system
RULES=$ROOT/etc/udev/rules.d/60-turbo.rules
ISSUE=$ROOT/etc/issue.d/turbo.issue
COMMAND=$ROOT/usr/local/bin/turbo
AVAHI=$ROOT/etc/avahi/services/turbo.service
JOURNAL=$ROOT/etc/systemd/journald.conf.d/turbo.conf
RESULTS=$ROOT/var/lib/turbo-update
KEY=$ROOT/etc/turbo-release.pub
UPDATE=$ROOT/usr/local/sbin/turbo-update
DNS=$ROOT/etc/NetworkManager/dnsmasq-shared.d/turbo.conf
PORT=${PAGE_PORT:-8080}
# What is enabled beside the table itself, and what belongs to it.
HELPERS="turbo-mend.service turbo-door.service turbo-hotspot.timer turbo-update.path \
turbo-first-boot.service"
ALL_UNITS="turbo.service turbo-hotspot.service turbo-update.service $HELPERS"
# Its camera and its pins come from its own system and from nowhere else.
OF_A_PI="python3-picamera2 python3-lgpio"
NEEDED_MB=600
ANSWER_S=${ANSWER_S:-90}
SOURCE=$(cd "$(dirname "$0")" && pwd)

say() { printf '%s\n' "turbo: $*"; }
fail() { printf '%s\n' "turbo: $*" >&2; exit 1; }

is_running() { [ -d "$ROOT/run/systemd/system" ]; }
is_pi() { grep -qa 'Raspberry Pi' "$ROOT/proc/device-tree/model" 2>/dev/null; }
as_turbo() { runuser -u turbo -- "$@"; }
service() { if is_running; then systemctl "$@" turbo; fi; }

command=install camera='' board='' mains='' extra='' start=yes
while [ $# -gt 0 ]; do
    case $1 in
        install | back | mend | name | uninstall) command=$1 ;;
        --camera) camera=${2:?}; shift ;;
        --board) board=${2:?}; shift ;;
        --mains) mains=${2:?}; shift ;;
        --with-twin) extra='[twin]' ;;
        --no-start) start=no ;;
        -h | --help) sed -n '2,19s/^# \{0,1\}//p' "$0"; exit 0 ;;
        *) fail "expected install, back, mend, name or uninstall, got '$1' (see --help)" ;;
    esac
    shift
done

[ "$(id -u)" = 0 ] || fail "run it with sudo: sudo sh $0"
case $mains in '' | 50 | 60) ;; *) fail "expected --mains 50 or 60, got '$mains'" ;; esac

# What is there, and what is missing: each said in a sentence before anything is changed.

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
    . "$ROOT/etc/os-release"
    case ${VERSION_CODENAME:-} in
        bookworm | trixie) ;;
        *) say "tried on Debian 12 and 13 only; this is ${PRETTY_NAME:-something else}" ;;
    esac
    mkdir -p "$PROGRAM"
    free_mb=$(df -Pm "$PROGRAM" | awk 'NR == 2 { print $4 }')
    [ "$free_mb" -ge "$NEEDED_MB" ] ||
        fail "the card is full: $free_mb MB are free, $NEEDED_MB are needed; nothing was changed"
}

available() { apt-cache show "$1" >/dev/null 2>&1; }

is_there() { dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'ok installed'; }

install_packages() {
    needed="python3 python3-venv avahi-daemon avrdude ca-certificates curl openssl"
    # The solver is compiled here where no release brings it.
    [ "$(program)" != "$SOURCE" ] || needed="$needed python3-dev gcc libc6-dev"
    must=$needed
    if is_pi && [ "$(wanted_camera)" != other ]; then must="$needed $OF_A_PI"; fi
    # An update finds them all, and needs no archive: with wheels in the release no network at all.
    for package in $must; do is_there "$package" || { fetch_packages; break; }; done
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        fail "expected Python 3.11 or newer, got $(python3 --version 2>&1): write the Raspberry Pi" \
            "OS of 2023 or later to the card"
}

# What is installed: built for this processor where the release has that, else to be built here.
program() {
    for wheel in "$SOURCE"/wheels/turbo_referee-*_"$(uname -m)".whl; do
        if [ -e "$wheel" ]; then echo "$wheel"; return; fi
    done
    echo "$SOURCE"
}

fetch_packages() {
    say "packages"
    export DEBIAN_FRONTEND=noninteractive
    # Any: else an archive that cannot be reached is a warning, and a Pi gets no camera.
    apt-get update -qq -o APT::Update::Error-Mode=any ||
        fail "the package archives cannot be reached: is there a network, and is the date right?" \
            "($(date +%F)) Nothing was changed"
    for package in $OF_A_PI; do
        if available "$package"; then needed="$needed $package"
        elif is_pi && [ "$(wanted_camera)" != other ]; then
            fail "this is a Pi, and its archives have no $package: write Raspberry Pi OS (64-bit)" \
                "to the card, or name a USB camera (--camera 0)"
        else say "no $package here: that is for a Pi"; fi
    done
    # shellcheck disable=SC2086
    apt-get install -qq -y --no-install-recommends $needed >/dev/null ||
        fail "the packages did not come whole: is there a network? Run it again, it goes on there"
}

wanted_camera() {
    case ${camera:-$(setting TURBO_CAMERA)} in '' | auto | pi) echo own ;; *) echo other ;; esac
}

make_user() {
    id turbo >/dev/null 2>&1 ||
        useradd --system --home-dir "$STATE" --shell /usr/sbin/nologin --user-group turbo
    for group in video render dialout gpio i2c; do
        if getent group "$group" >/dev/null; then usermod -a -G "$group" turbo; fi
    done
    mkdir -p "$STATE" "$RESULTS"
    chown turbo:turbo "$STATE"
    chmod 750 "$STATE"
    # By its owner: root must not follow a link that somebody else may have made there.
    as_turbo mkdir -p "$STATE/copies" "$STATE/update"
}

# Beside the release that runs; nothing of that one is touched.
make_release() {
    [ -n "$extra" ] || extra=$(cat "$PROGRAM/current/extra" 2>/dev/null || true)
    release=$PROGRAM/releases/$(date -u +%Y%m%dT%H%M%SZ)
    say "program in $release"
    mkdir -p "$PROGRAM/releases"
    mkdir "$release" || fail "two installations at once: wait for the other one"
    mkdir "$release/source"
    trap 'rm -rf "$release"' EXIT
    # What it is made of stays with it: an upgraded system has another Python, and it is made anew.
    for part in install-pi.sh pyproject.toml setup.py README.md LICENSE THIRD_PARTY.md \
        requirements-pi.lock tools turbo vision web firmware wheels; do
        if [ -e "$SOURCE/$part" ]; then cp -R "$SOURCE/$part" "$release/source/"; fi
    done
    # It must see the system's packages: picamera2 and lgpio are there.
    python3 -m venv --system-site-packages "$release/venv"
    # One version of each with the hashes of its files, what the program is built with among them:
    # nothing comes in that was not looked at when the lock was made.
    from_index --require-hashes -r "$SOURCE/requirements-pi.lock"
    from_index --no-deps --no-build-isolation "$(program)"
    # The simulated table is for trying out: its physics come by their range.
    [ -z "$extra" ] || from_index "$(program)$extra"
    # Kept at the next update, which nobody may be there to type it for.
    printf '%s' "$extra" > "$release/extra"
    "$release/venv/bin/turbo" check "b3 b4 b5" >/dev/null || fail "the program does not run"
    trap - EXIT
}

# What pip says goes to a file: in pages of it nobody finds the line that matters.
from_index() {
    offline=''
    if [ -d "$SOURCE/wheels" ]; then offline="--no-index --find-links $SOURCE/wheels"; fi
    # shellcheck disable=SC2086
    "$release/venv/bin/python" -m pip install --quiet --disable-pip-version-check $offline "$@" \
        >"$PROGRAM/pip.log" 2>&1 && return 0
    fail "Python's packages did not come: is there a network, and room on the card?" \
        "$(grep -m 1 '^ERROR' "$PROGRAM/pip.log" || tail -n 1 "$PROGRAM/pip.log")" \
        "(all of it: $PROGRAM/pip.log). What ran before runs on"
}

# The store as it is left by the release that runs: a newer one may change it for good.
keep_copy() {
    store=$(setting TURBO_STORE) left=$(readlink "$PROGRAM/current" || true)
    if [ -n "$left" ] && [ -f "$store" ]; then
        # Not from where it is installed from: that is often a folder that its owner alone may read.
        as_turbo python3 "$release/source/tools/pi/copy-store.py" "$store" \
            "$STATE/copies/$(basename "$left").db" || fail "the matches could not be copied"
    fi
}

# In one step, so that a power cut leaves the old one or the new one, and never none.
switch_to() {
    left=$(readlink "$PROGRAM/current" || true)
    ln -sfn "$1" "$PROGRAM/current.new" && mv -T "$PROGRAM/current.new" "$PROGRAM/current"
    [ -z "$left" ] || [ "$left" = "$1" ] || ln -sfn "$left" "$PROGRAM/previous"
}

# The one that runs and the one before it stay, with the copies that belong to them.
forget_old() {
    for one in "$PROGRAM"/releases/* "$STATE"/copies/*.db; do
        name=$(basename "$one" .db)
        [ "$name" = "$(basename "$(readlink "$PROGRAM/current")")" ] && continue
        [ "$name" = "$(basename "$(readlink "$PROGRAM/previous" || echo none)")" ] && continue
        case $one in *.db) as_turbo rm -f "$one" ;; *) rm -rf "$one" ;; esac
    done
}

setting() { sed -n "s/^$1=//p" "$SETTINGS" 2>/dev/null | tail -n 1; }

# One line of the settings: as given now, else as it is, else the usual. All others stay as they are.
settle() {
    name=$1 given=$2 usual=$3
    if grep -q "^$name=" "$SETTINGS"; then
        [ -n "$given" ] || return 0
        escaped=$(printf '%s' "$given" | sed 's/[\\&|]/\\&/g')
        sed "s|^$name=.*|$name=$escaped|" "$SETTINGS" > "$SETTINGS.new"
        mv "$SETTINGS.new" "$SETTINGS"
    else
        printf '%s=%s\n' "$name" "${given:-$usual}" >> "$SETTINGS"
    fi
}

write_settings() {
    [ -e "$SETTINGS" ] ||
        echo "# Settings of the referee; after a change: sudo systemctl restart turbo" > "$SETTINGS"
    # A last line without an end would take the next setting into it.
    [ -z "$(tail -c 1 "$SETTINGS")" ] || echo >> "$SETTINGS"
    settle TURBO_CAMERA "$camera" auto
    settle TURBO_BOARD "$board" auto
    settle TURBO_MAINS "$mains" 50
    settle TURBO_OPTIONS '' ''
    settle TURBO_STORE '' "$STATE/matches.db"
    settle TURBO_PIN_FILE '' "$STATE/pin"
    settle XDG_DATA_HOME '' "$STATE"
    settle TURBO_TABLE_SOCKET '' /run/turbo/table.sock
    settle TURBO_UPDATE '' "$STATE/update"
    settle TURBO_UPDATE_RESULT '' "$RESULTS/result"
    settle TURBO_HOTSPOT '' on
    settle TURBO_HOTSPOT_NAME '' "turbo-$(name_of_table)"
    settle TURBO_HOTSPOT_PASSWORD '' "dice-$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')"
    # The password is for who can open the card, or stands on the table's own screen.
    chmod 640 "$SETTINGS" && chown root:turbo "$SETTINGS"
}

name_of_table() { hostname 2>/dev/null || cat "$ROOT/etc/hostname"; }

# A file of tools/pi to its place, with our folders in it.
place() {
    mkdir -p "$(dirname "$2")"
    sed -e "s|@PROGRAM@|$PROGRAM|g" -e "s|@STATE@|$STATE|g" -e "s|@SETTINGS@|$SETTINGS|g" \
        -e "s|@PORT@|$PORT|g" \
        -e "s|@RESULTS@|$RESULTS|g" -e "s|@KEY@|$KEY|g" "$SOURCE/tools/pi/$1" > "$2.new"
    chmod "${3:-644}" "$2.new"
    # Over a link of an earlier version, not through it.
    mv -T "$2.new" "$2"
}

write_files() {
    for unit in $ALL_UNITS; do place "$unit" "$UNITS/$unit"; done
    place 60-turbo.rules "$RULES"
    place turbo-hotspot.sh "$PROGRAM/turbo-hotspot" 755
    place turbo-update.sh "$PROGRAM/turbo-update" 755
    place turbo-update.sh "$UPDATE" 755
    place turbo-first-boot.sh "$PROGRAM/turbo-first-boot" 755
    # A key that the owner trusts already is not exchanged by an update.
    if [ -e "$SOURCE/tools/pi/release.pub" ] && [ ! -e "$KEY" ]; then place release.pub "$KEY"; fi
    place avahi.xml "$AVAHI"
    place journald.conf "$JOURNAL"
    place dnsmasq.conf "$DNS"
    place turbo-command.sh "$COMMAND" 755
    if command -v udevadm >/dev/null && is_running; then udevadm control --reload || true; fi
}

address() { printf 'http://%s.local/' "$(name_of_table)"; }

# What stands on a screen that is plugged into the Pi, above the login.
write_issue() {
    mkdir -p "$(dirname "$ISSUE")"
    {
        printf '\nTurbo referee: %s   or http://\\4:%s/\n' "$(address)" "$PORT"
        printf 'Without a network: Wi-Fi %s, password %s\n' "$(setting TURBO_HOTSPOT_NAME)" \
            "$(setting TURBO_HOTSPOT_PASSWORD)"
        "$PROGRAM/current/venv/bin/segno" --compact "$(address)" 2>/dev/null || true
        printf '\n'
    } > "$ISSUE"
}

start_service() {
    if ! is_running; then
        say "no systemd runs here: start it by hand with"
        say "  turbo run --camera $(setting TURBO_CAMERA)"
        return
    fi
    systemctl daemon-reload
    # shellcheck disable=SC2086
    systemctl enable --quiet turbo $HELPERS
    [ "$start" = no ] || { service restart && systemctl restart turbo-door turbo-hotspot.timer turbo-update.path; } || true
    systemctl try-restart systemd-journald avahi-daemon 2>/dev/null || true
}

# Whether the table has come up: its page answers.
table_answers() {
    is_running && [ "$start" = yes ] || return 0
    say "waiting for the table"
    python3 "$SOURCE/tools/pi/answers.py" "http://127.0.0.1:$PORT/" "$ANSWER_S"
}

# To the release before this one, with matches that it can read.
go_back() {
    before=$(readlink "$PROGRAM/previous") now=$(readlink "$PROGRAM/current")
    service stop || true
    store=$(setting TURBO_STORE)
    if [ -f "$store" ] && ! as_turbo "$before/venv/bin/turbo" matches --store "$store" >/dev/null 2>&1
    then bring_copy_back; fi
    switch_to "$before"
    [ "$start" = no ] || service restart || true
    say "back at $before"
}

bring_copy_back() {
    aside=$store.of-$(basename "$now") copy=$STATE/copies/$(basename "$before").db
    for end in '' -wal -shm; do
        if [ -e "$store$end" ]; then as_turbo mv "$store$end" "$aside$end"; fi
    done
    say "the older program cannot read the matches as the newer one keeps them. They lie in $aside"
    if [ -f "$copy" ]; then
        as_turbo cp "$copy" "$store"
        say "the matches are those of the update; what was played since is in that file: after the" \
            "next update bring it back with: turbo restore $aside"
    else say "it begins with an empty list of matches; to bring them back, update, then: turbo restore $aside"; fi
}

install_all() {
    make_release
    # From here on the table is away, for as long as it takes to start.
    service stop 2>/dev/null || true
    # Whatever fails from here on, the one of before runs on.
    trap 'service start || true' EXIT
    write_settings
    keep_copy
    earlier=$(readlink "$PROGRAM/previous" || true)
    switch_to "$release"
    trap - EXIT
    write_files
    write_issue
    start_service
    table_answers && { forget_old; return 0; }
    if [ ! -L "$PROGRAM/previous" ]; then
        fail "the table does not answer: sudo journalctl -u turbo says why"; fi
    say "the new version does not answer within $ANSWER_S s"
    go_back
    # Else the way back would lead to the version that did not come up, and fill the card.
    if [ -n "$earlier" ]; then ln -sfn "$earlier" "$PROGRAM/previous"; else rm -f "$PROGRAM/previous"; fi
    forget_old
    fail "the update was taken back; why: sudo journalctl -u turbo"
}

tell() {
    say "installed. Open this in a browser on the same network, or scan it:"
    sed 's/ *or http:.*//' "$ISSUE"
    say "it is at http://$(name_of_table).local:$PORT/, too, where something else has port 80"
    say "the referee PIN: sudo cat $STATE/pin"
    say "is all well?      turbo doctor"
}

case $command in
    install)
        check_system
        install_packages
        make_user
        install_all
        tell
        ;;
    back)
        [ -L "$PROGRAM/previous" ] || fail "there is no version before this one"
        go_back
        table_answers || fail "the table does not answer: sudo journalctl -u turbo says why"
        ;;
    mend)
        [ -L "$PROGRAM/current" ] || fail "nothing is installed"
        if "$PROGRAM/current/venv/bin/turbo" --version >/dev/null 2>&1; then exit 0; fi
        say "the program does not start with $(python3 --version): it is made anew"
        install_packages
        install_all
        ;;
    name)
        [ -L "$PROGRAM/current" ] || fail "nothing is installed"
        write_settings
        write_issue
        ;;
    uninstall)
        # shellcheck disable=SC2086
        if is_running; then
            systemctl disable --quiet --now turbo $HELPERS 2>/dev/null || true
            nmcli connection delete turbo-hotspot >/dev/null 2>&1 || true
        fi
        rm -rf "$PROGRAM" "$RULES" "$ISSUE" "$COMMAND" "$UPDATE" "$AVAHI" "$JOURNAL" "$DNS" "$RESULTS"
        for unit in $ALL_UNITS; do rm -f "$UNITS/$unit"; done
        # One that had failed would stay in the system's list.
        if is_running; then systemctl daemon-reload; systemctl reset-failed 'turbo*' 2>/dev/null || true; fi
        say "removed. Matches and pictures stay in $STATE, settings in $SETTINGS"
        ;;
esac
