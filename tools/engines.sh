#!/bin/sh
# Installs what the tests of the feed and the hall talk to, where we may: an MQTT broker and a
# PostgreSQL server. The tests start their own, on ports of their own; the packages' services are
# not needed. Else says what will be skipped.
postgres() { ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; }
lacking() {
    command -v mosquitto >/dev/null 2>&1 || [ -x /usr/sbin/mosquitto ] || printf 'mosquitto '
    postgres || printf 'postgresql '
}

[ -z "$(lacking)" ] && exit 0
root=""
[ "$(id -u)" = 0 ] || root="sudo -n"
if command -v apt-get >/dev/null 2>&1 && { [ -z "$root" ] || $root true 2>/dev/null; }; then
    echo "installing for the tests: $(lacking)"
    $root apt-get update -qq >/dev/null 2>&1
    # shellcheck disable=SC2046  # several packages
    $root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -qq -y --no-install-recommends $(lacking) >/dev/null 2>&1
fi
[ -z "$(lacking)" ] ||
    echo "MISSING, their tests will be SKIPPED; to have them: apt install $(lacking)" >&2
exit 0
