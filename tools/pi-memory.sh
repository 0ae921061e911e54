#!/bin/sh
# What a table takes of a Pi's memory, as an ARM64 kernel counts it: that of an emulated machine.
#
#   sudo sh tools/pi-memory.sh FILM [cortex-a72 | cortex-a76]
#
# Installs in a root of Debian 13 as a builder does (install-pi.sh), boots it with Debian's own kernel
# in qemu-system, and lets the table watch the film, which another process shows it as a web camera
# would; a browser's stream is open all the time. The processor is named: a Pi 4's has no numbers of
# 16 bits, a Pi 5's has, and the networks differ. How fast anything is says nothing here, so the film
# is shown slower (SLOWER=5 times). MINUTES=15 are those of the emulated machine. Needs debootstrap,
# qemu-user-static, qemu-system-arm, e2fsprogs, and `make install`.
set -eu

FILM=${1:?"expected a film"} CPU=${2:-cortex-a72}
FOLDER=${PI_ROOT:-/tmp/turbo-pi-root}
SOURCE=$(cd "$(dirname "$0")/.." && pwd)
suite=trixie
root=$FOLDER/memory

[ "$(id -u)" = 0 ] || { echo "pi-memory: a root is made as root: sudo make pi-memory" >&2; exit 1; }

. "$SOURCE/tools/pi/root.sh"

mkdir -p "$FOLDER"
trap release_mounts EXIT
make_root
step "install-pi.sh"
inside sh /srv/turbo/install-pi.sh
step "a kernel"
inside env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends \
    linux-image-arm64 initramfs-tools busybox-static curl >/dev/null
release_mounts

step "a disk"
rm -rf "$root/film" && mkdir "$root/film"
"$SOURCE/.venv/bin/python" "$SOURCE/tools/pi/film.py" pack "$FILM" "$root/film"
cp "$SOURCE/tools/pi/film.py" "$root/film/"
install -m 755 "$SOURCE/tools/pi/measure-memory.sh" "$root/measure-memory"
rm -f "$root.img"
mke2fs -q -t ext4 -d "$root" "$root.img" 4G

step "$CPU"
# Huge pages only for who asks for them, as Raspberry Pi OS has it: Debian gives them to everybody.
qemu-system-aarch64 -M virt -cpu "$CPU" -smp 2 -m 2048 -nographic -no-reboot -nic none \
    -kernel "$root"/boot/vmlinuz-* -initrd "$root"/boot/initrd.img-* \
    -drive "file=$root.img,format=raw,if=virtio,snapshot=on" \
    -append "console=ttyAMA0 quiet root=/dev/vda rw init=/measure-memory \
transparent_hugepage=madvise slower=${SLOWER:-5} minutes=${MINUTES:-15}" </dev/null
