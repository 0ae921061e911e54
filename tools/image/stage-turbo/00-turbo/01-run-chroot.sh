#!/bin/bash -e
# Inside the image: as on a Pi, but for what is not there yet. No systemd runs, so nothing is started.
# This comes to the shell on its input, which nobody else may read.
sh /usr/src/turbo/install-pi.sh --no-start </dev/null
systemctl enable turbo turbo-mend.service turbo-door.service turbo-hotspot.timer \
    turbo-update.path turbo-first-boot.service
# Of each card its own: else all have one password, and the name of the computer that built them.
sed -i '/^TURBO_HOTSPOT_NAME=/d; /^TURBO_HOTSPOT_PASSWORD=/d' /etc/turbo.conf
rm -rf /usr/src/turbo
