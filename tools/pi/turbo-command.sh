#!/bin/sh
# /usr/local/bin/turbo: the referee's commands with the files of its service, whoever calls them.
#
# Settings are those of /etc/turbo.conf, unless the caller has set one for this call. What is kept
# belongs to the user turbo, so whatever may touch it runs as that user: root changes over, everybody
# else asks sudo. Commands that keep nothing run as whoever calls them.
set -eu

PROGRAM=@PROGRAM@
STATE=@STATE@
SETTINGS=@SETTINGS@
OWNER=turbo
REAL=$PROGRAM/current/venv/bin/turbo

fail() { printf '%s\n' "turbo: $*" >&2; exit 2; }

# Read as systemd reads it: a line NAME=value, of which a pair of quotes is taken off. A shell would
# run what stands there.
read_settings() {
    [ -r "$SETTINGS" ] || return 0
    own=" $(env | sed -n 's/=.*//p' | tr '\n' ' ') "
    while IFS= read -r line || [ -n "$line" ]; do
        name=${line%%=*} value=${line#*=}
        case $name in *[!A-Z0-9_]* | '' | "$line") continue ;; esac
        case $value in \"*\" | \'*\') value=${value#?} value=${value%?} ;; esac
        case $own in *" $name "*) ;; *) export "$name=$value" ;; esac
    done < "$SETTINGS"
}

# The environment was made for one Python; a system that was upgraded has another.
python=$(readlink -f "$PROGRAM/current/venv/bin/python" || true)
[ -d "$PROGRAM/current/venv/lib/${python##*/}" ] ||
    fail "the program does not start: was the system upgraded? sudo systemctl start turbo-mend"

case ${1-} in
    '' | -h | --help | --version | check | referee | solve | hint | mat | twin | hall)
        exec "$REAL" "$@" ;;
esac
if [ "$(id -un)" = "$OWNER" ]; then
    read_settings
    exec env HOME="$STATE" "$REAL" "$@"
fi
if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || fail "this touches what belongs to the user $OWNER: run it as root"
    exec sudo -- "$0" "$@"
fi
read_settings
# Only root may stop the service, and what is written is the board, no file.
case " $* " in " board "*" flash "*" --stop-service "*) exec "$REAL" "$@" ;; esac
as="setpriv --reuid=$OWNER --regid=$OWNER --init-groups"
# A file that the caller names lies where the user turbo may not look. The doctor and the board are
# without this right, since they tell what the service is allowed to do.
case $1 in
    run | serve | doctor | board) ;;
    *) as="$as --inh-caps=+dac_override --ambient-caps=+dac_override" ;;
esac
# shellcheck disable=SC2086
exec env HOME="$STATE" $as "$REAL" "$@"
