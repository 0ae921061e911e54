# A root of Raspberry Pi OS's Debian, as tools/pi-root.sh and tools/pi-memory.sh make one: $suite in
# $root, of $SOURCE. On another processor qemu-user-static runs what is inside.
MIRROR=${PI_MIRROR:-http://deb.debian.org/debian}

step() { printf '\n== %s: %s\n' "$suite" "$1"; }
inside() { chroot "$root" env -i HOME=/root PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin \
    LANG=C.UTF-8 ${PIP_CERT:+PIP_CERT=$PIP_CERT} "$@"; }

release_mounts() {
    for one in proc dev; do umount -l "$root/$one" 2>/dev/null || true; done
}

# Of its own: whoever removes an interrupted root would else remove this machine's devices with it.
own_devices() {
    mount -t tmpfs -o mode=755 dev "$root/dev"
    for one in "null 3" "zero 5" "full 7" "random 8" "urandom 9"; do
        mknod -m 666 "$root/dev/${one% *}" c 1 "${one#* }"
    done
    mknod -m 666 "$root/dev/tty" c 5 0
    mkdir -m 1777 "$root/dev/shm"
    ln -s /proc/self/fd "$root/dev/fd"
    for one in "stdin 0" "stdout 1" "stderr 2"; do
        ln -s "fd/${one#* }" "$root/dev/${one% *}"
    done
}

make_root() {
    if [ ! -e "$root/etc/debian_version" ]; then
        step "a bare root"
        debootstrap --arch="${PI_ARCH:-arm64}" --variant=minbase "$suite" "$root" "$MIRROR" >"$root.log" 2>&1 ||
            { tail -n 5 "$root.log"; exit 1; }
    fi
    cp /etc/resolv.conf "$root/etc/resolv.conf"
    # How this machine reaches the package index, where it has a way of its own.
    mkdir -p "$root/usr/local/share/ca-certificates" "$root/etc/ssl/certs"
    cp /usr/local/share/ca-certificates/*.crt "$root/usr/local/share/ca-certificates/" 2>/dev/null || true
    if [ -e /etc/pip.conf ]; then cp /etc/pip.conf "$root/etc/pip.conf"; fi
    inside update-ca-certificates >/dev/null 2>&1 || true
    own_devices
    mount -t proc proc "$root/proc"
    rm -rf "$root/srv/turbo" && mkdir -p "$root/srv/turbo"
    git -C "$SOURCE" archive HEAD | tar -x -C "$root/srv/turbo"
}
