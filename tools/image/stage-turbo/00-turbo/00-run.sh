#!/bin/bash -e
# On the building machine: the release file and the owner's file into the image.
install -d "${ROOTFS_DIR}/usr/src/turbo"
tar -xzf files/turbo.tar.gz -C "${ROOTFS_DIR}/usr/src/turbo" --no-same-owner --strip-components=1
install -m 644 "${ROOTFS_DIR}/usr/src/turbo/tools/image/turbo.txt" "${ROOTFS_DIR}/boot/firmware/turbo.txt"
