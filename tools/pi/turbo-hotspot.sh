#!/bin/sh
# A table that finds no network makes one, so that telephones reach it wherever it stands.
#
# Called once a minute. Without any connection the hotspot comes up; once nobody has used it for ten
# minutes the known networks are tried again, since the router may be back after a power cut.
# Settings: TURBO_HOTSPOT=on|off|always, TURBO_HOTSPOT_NAME, TURBO_HOTSPOT_PASSWORD in @SETTINGS@.
set -eu

SETTINGS=@SETTINGS@
STATE=${RUNTIME_DIRECTORY:-/run/turbo-hotspot}
PROFILE=turbo-hotspot
IDLE_MIN=10

setting() { sed -n "s/^$1=//p" "$SETTINGS" 2>/dev/null | tail -n 1; }

command -v nmcli >/dev/null || exit 0
wifi=$(nmcli -t -f DEVICE,TYPE device | sed -n 's/:wifi$//p' | head -n 1)
mode=$(setting TURBO_HOTSPOT)
[ -n "$wifi" ] && [ "$mode" != off ] || exit 0

# Kept as a profile of the system: it is there after a restart, and after an update.
make_profile() {
    nmcli -t connection show "$PROFILE" >/dev/null 2>&1 && return 0
    nmcli -t connection add type wifi ifname "$wifi" con-name "$PROFILE" autoconnect no \
        ssid "$(setting TURBO_HOTSPOT_NAME)" 802-11-wireless.mode ap 802-11-wireless.band bg \
        ipv4.method shared ipv4.addresses 10.42.0.1/24 ipv6.method disabled \
        wifi-sec.key-mgmt wpa-psk wifi-sec.psk "$(setting TURBO_HOTSPOT_PASSWORD)" >/dev/null
}

# Any network but our own; one that is only being joined counts, it is given its minute.
is_connected() {
    nmcli -t -f NAME,TYPE,STATE connection show --active |
        grep -v "^$PROFILE:" | grep -qE ':(802-11-wireless|802-3-ethernet|gsm):'
}

is_up() { nmcli -t -f NAME connection show --active | grep -qx "$PROFILE"; }
has_guests() { iw dev "$wifi" station dump 2>/dev/null | grep -q '^Station'; }
idle() { cat "$STATE/idle" 2>/dev/null || echo 0; }

mkdir -p "$STATE"
if [ "$mode" != always ] && is_connected; then
    if is_up; then nmcli connection down "$PROFILE" >/dev/null; fi
elif ! is_up; then
    make_profile
    nmcli connection up "$PROFILE" >/dev/null && echo "no network: the hotspot is up"
    echo 0 > "$STATE/idle"
elif [ "$mode" = always ] || has_guests; then
    echo 0 > "$STATE/idle"
elif [ "$(idle)" -lt "$IDLE_MIN" ]; then
    echo $(($(idle) + 1)) > "$STATE/idle"
else
    # Down, and the known ones have a minute to be found; if none is, the next call brings it back.
    nmcli connection down "$PROFILE" >/dev/null
    nmcli device connect "$wifi" >/dev/null 2>&1 || true
fi
