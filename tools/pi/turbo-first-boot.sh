#!/bin/sh
# The owner's file on the card's small partition: name, Wi-Fi, country, mains. Read once.
set -eu

FILE=${1:-/boot/firmware/turbo.txt}
SETTINGS=@SETTINGS@

# As it was typed on some computer: with blanks, quotes of no use, and another system's line ends.
value() { sed -n "s/^$1=//p" "$FILE" | tail -n 1 | tr -d '\r' | sed 's/^ *//; s/ *$//'; }

[ -f "$FILE" ] || exit 0
name=$(value name | tr -cd 'A-Za-z0-9-' | cut -c 1-63)
wifi=$(value wifi) password=$(value password) country=$(value country | tr -cd 'A-Za-z')
if [ -n "$name" ]; then
    hostnamectl set-hostname "$name"
    sed -i "s/^127\.0\.1\.1.*/127.0.1.1\t$name/" /etc/hosts 2>/dev/null || true
fi
# A network, a password and a screen of its own.
sh @PROGRAM@/current/source/install-pi.sh name
case $(value mains) in
    50 | 60) sed -i "s/^TURBO_MAINS=.*/TURBO_MAINS=$(value mains)/" "$SETTINGS" ;;
esac
# Before any Wi-Fi: without a country its radio stays off.
if [ -n "$country" ]; then raspi-config nonint do_wifi_country "$country" || true; fi
if [ -n "$wifi" ]; then
    nmcli radio wifi on || true
    nmcli connection delete turbo-home >/dev/null 2>&1 || true
    if ! told=$(nmcli connection add type wifi con-name turbo-home ssid "$wifi" autoconnect yes \
        ${password:+wifi-sec.key-mgmt wpa-psk} ${password:+wifi-sec.psk "$password"} 2>&1); then
        # The file stays as it is, to be put right on any computer, and says why.
        { grep -v '^# The Wi-Fi was not taken' "$FILE"; printf '# The Wi-Fi was not taken: %s\r\n' "$told"; } \
            > "$FILE.new"
        mv "$FILE.new" "$FILE"
        exit 1
    fi
    nmcli connection up turbo-home >/dev/null 2>&1 || true
fi
# Whoever finds the card later must not read the password; and it is not done again.
sed 's/^password=.*/password=/' "$FILE" > "$FILE.done"
rm -f "$FILE"
