#!/bin/bash -e
# Inside the image: as on a Pi, but for what is not there yet. No systemd runs, so nothing is started.
sh /usr/src/turbo/install-pi.sh --no-start
systemctl enable turbo turbo-mend.service turbo-door.service turbo-hotspot.timer \
    turbo-update.path turbo-first-boot.service
rm -rf /usr/src/turbo
