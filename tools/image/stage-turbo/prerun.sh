#!/bin/bash -e
# As every stage of pi-gen begins: on a copy of the one before.
if [ ! -d "${ROOTFS_DIR}" ]; then copy_previous; fi
