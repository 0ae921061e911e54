"""What an owner does to a table after the first evening, in booted roots of Debian.

    sudo python3 -m tools.evening [bookworm] [trixie] [--folder /var/tmp/turbo-evening] [--keep]

Each root is made by debootstrap, started by systemd-nspawn with a systemd of its own, and shares
the network of this machine: ports 80 and 8080 must be free. Releases are signed by a key that is
made here; one does not start, one has a newer store, one is signed by somebody else. The table of
what was seen is printed at the end; the exit status is 1 if anything was otherwise than it should
be. Takes half an hour for a root.
"""

import argparse
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tools.booted import RELEASES, Machine, Otherwise, answers, make_release, served, until

STORE = "/srv/club/matches.db"


# The evening, each step with what was seen


def install(here: Machine) -> str:
    here.lay("whole")
    here.must("sh /srv/turbo/install-pi.sh")
    if here.tell("command -v gcc"):
        raise Otherwise("a compiler came with it")
    here.lay("good")
    until("port 80", lambda: answers("http://127.0.0.1"), 60)
    # A table begins one of its own, so that dice can be thrown at once.
    here.matches = here.must("turbo matches")
    here.is_well()
    return "no compiler came with it; active, page answers, port 80 leads there"


def doctor(here: Machine) -> str:
    lines = here.tell("turbo doctor").splitlines()
    bad = [line for line in lines if line.startswith("BAD")]
    if any("camera" not in line for line in bad):
        raise Otherwise("; ".join(bad))
    return f"asks the table that runs: {len(lines)} lines, {len(bad)} bad (no camera here)"


def own_settings(here: Machine) -> str:
    here.must("mkdir -p /srv/club && chown turbo:turbo /srv/club")
    here.must(f"sed -i 's|^TURBO_STORE=.*|TURBO_STORE={STORE}|' /etc/turbo.conf")
    here.must("echo '# ours' >> /etc/turbo.conf; systemctl restart turbo")
    until("the page", answers)
    here.page().ask("/api/matches", {"players": ["Ann", "Bob"], "starter": "Ann"})
    here.matches = here.must("turbo matches")
    settings, before = (here.root / "etc/turbo.conf").read_text(), here.current
    here.must("sh /srv/turbo/install-pi.sh")
    if (here.root / "etc/turbo.conf").read_text() != settings or here.current == before:
        raise Otherwise("the settings changed, or the release did not")
    here.is_well()
    return "own store and own lines stay, the match goes on"


def killed(here: Machine) -> str:
    before = here.current
    running = here.begin("exec setsid -w sh /srv/turbo/install-pi.sh")
    until("pip", lambda: bool(here.tell("pgrep -f 'pip instal[l] --quiet'")))
    here.tell("pkill -9 -f install-pi[.]sh; pkill -9 -f 'pip instal[l]'")
    running.communicate()
    if here.current != before:
        raise Otherwise("another release is current")
    here.is_well()
    return "kill -9 while pip ran: the old release is current and runs"


def no_network(here: Machine) -> str:
    return here.refused("unshare -n sh /srv/turbo/install-pi.sh 2>&1")


def whole(here: Machine) -> str:
    """With neither archives nor an index within reach, from a release that has its wheels in it."""
    before = here.current
    here.lay("whole")
    away = "http_proxy=http://127.0.0.1:9 https_proxy=http://127.0.0.1:9 no_proxy=127.0.0.1"
    here.must(f"env {away} sh /srv/turbo/install-pi.sh")
    here.lay("good")
    if here.current == before:
        raise Otherwise("the same release is current")
    here.is_well()
    return "installed, the match goes on"


def full_card(here: Machine) -> str:
    """Where releases lie there are 100 MB, and the current one."""
    card, releases = "/mnt/card", "/opt/turbo/releases"
    here.must(f"mkdir -p {card} && mount -t tmpfs -o size=100m card {card}")
    for name in {here.current, here.previous}:
        here.must(f"mkdir {card}/{name} && mount --bind {releases}/{name} {card}/{name}")
    here.must(f"mount --rbind {card} {releases}")
    try:
        told = here.refused("sh /srv/turbo/install-pi.sh 2>&1")
        half = set(here.tell(f"ls {releases}").split()) - {here.current, here.previous}
        if half:
            raise Otherwise(f"a half release is left: {half}")
    finally:
        here.tell(f"umount -lR {releases}; umount -lR {card}")
    return told


def hung(here: Machine) -> str:
    count = "systemctl show turbo -p NRestarts --value"
    before, begin = here.must(count), time.monotonic()
    here.must("kill -STOP $(systemctl show turbo -p MainPID --value)")
    until("the watchdog", lambda: here.tell(count) != before, 120)
    killed_s = time.monotonic() - begin
    here.is_well()
    if "atchdog" not in here.tell("journalctl -u turbo -n 200 --no-pager"):
        raise Otherwise("the journal does not name the watchdog")
    more_s = time.monotonic() - begin - killed_s
    return f"killed by the watchdog after {killed_s:.0f} s, back {more_s:.0f} s later, same match"


def from_page(here: Machine, name: str, address: str) -> str:
    begin = time.monotonic()
    told = here.page().update(f"{address}/{name}.tar.gz")
    return f"{told} ({time.monotonic() - begin:.0f} s)"


def good(here: Machine, address: str) -> str:
    before = here.current
    told = from_page(here, "good", address)
    if not told.startswith("finished") or (here.current, here.previous) == (before, before):
        raise Otherwise(f"{told}; {here.tell('cat /var/lib/turbo-update/log')[-300:]}")
    here.is_well()
    return told


def strange(here: Machine, address: str) -> str:
    before = here.current
    told = from_page(here, "strange", address)
    if "signature" not in told or here.current != before:
        raise Otherwise(told)
    return told


def bad(here: Machine, address: str) -> str:
    before = (here.current, here.previous)
    told = from_page(here, "bad", address)
    if "taken back" not in told or (here.current, here.previous) != before:
        raise Otherwise(told)
    here.is_well()
    kept = here.tell("ls /opt/turbo/releases | wc -l")
    return f"{told}; by itself; {kept} releases on the card"


def back(here: Machine) -> str:
    wanted = here.previous
    told = here.page().update("back")
    if not told.startswith("finished") or here.current != wanted:
        raise Otherwise(told)
    here.is_well()
    return told


def schema(here: Machine) -> str:
    asked = f"sqlite3.connect('{STORE}').execute('PRAGMA user_version').fetchone()[0]"
    return here.must(f'python3 -c "import sqlite3; print({asked})"')


def migration(here: Machine, address: str) -> str:
    old, matches = schema(here), here.matches
    told = from_page(here, "newer", address)
    new = schema(here)
    here.page().ask("/api/matches", {"players": ["Cid", "Dik"]})
    here.matches = here.must("turbo matches")
    here.is_well(told)
    if new == old or not told.startswith("finished"):
        raise Otherwise(f"{told}, schema {old} and {new}")
    here.matches = matches
    back(here)
    here.must(f"ls {STORE}.of-*")
    return f"schema {old}, {new}, {schema(here)} after 'back'; the newer file is kept, same match"


def restart(here: Machine) -> str:
    here.halt()
    here.boot()
    here.is_well()
    return "the table comes up by itself, the match goes on"


def stick(here: Machine) -> str:
    """A stick with a release on it; ext4, since not every kernel that builds has vfat."""
    image, there = here.root.with_suffix(".stick"), here.root.with_suffix(".there")
    there.mkdir(exist_ok=True)
    for end in ("", ".sig"):
        shutil.copy(f"{here.releases}/good.tar.gz{end}", there / f"turbo-9.tar.gz{end}")
    make = ["mke2fs", "-q", "-F", "-t", "ext4", "-d", str(there), str(image), "200M"]
    subprocess.run(make, check=True)
    words = ["losetup", "-f", "--show", str(image)]
    device = subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip()
    try:
        here.must(f"rm -f /dev/sda1; mknod /dev/sda1 b 7 {device.removeprefix('/dev/loop')}")
        told = here.page().update("stick")
    finally:
        subprocess.run(["losetup", "-d", device], check=False)
    if not told.startswith("finished"):
        raise Otherwise(told)
    here.is_well()
    return told


def uninstall(here: Machine) -> str:
    here.must("sh /srv/turbo/install-pi.sh uninstall")
    places = "/opt /usr/local /etc/systemd /etc/issue.d /etc/udev /etc/avahi /etc/NetworkManager"
    left = here.tell(f"find {places} -name '*turbo*' 2>/dev/null")
    units = here.tell("systemctl list-units --all --no-legend 'turbo*'")
    if left or units or answers():
        raise Otherwise(f"left: {left} {units}")
    kept = here.must(f"ls {STORE} /etc/turbo.conf")
    return f"all gone but {' and '.join(kept.split())}"


def again(here: Machine) -> str:
    here.must("sh /srv/turbo/install-pi.sh")
    here.is_well()
    return "the match is there again"


def steps(address: str) -> dict[str, Callable[[Machine], str]]:
    return {
        "install from a release file with its wheels": install,
        "`turbo doctor`": doctor,
        "update with own settings": own_settings,
        "killed in the middle": killed,
        "no network": no_network,
        "no network, wheels in the release": whole,
        "full card": full_card,
        "hung table": hung,
        "update from the page": partial(good, address=address),
        "signed by somebody else": partial(strange, address=address),
        "a release that does not start": partial(bad, address=address),
        "back, from the page": back,
        "back over a migration": partial(migration, address=address),
        "update from a stick": stick,
        "restart of the machine": restart,
        "uninstall": uninstall,
        "installed again": again,
    }


def evening(here: Machine, address: str) -> dict[str, str]:
    seen: dict[str, str] = {}
    here.make()
    here.boot()
    for what, step in steps(address).items():
        begin = time.monotonic()
        try:
            told = step(here)
        except (Otherwise, OSError, subprocess.CalledProcessError) as error:
            told = f"FAILED: {type(error).__name__} {error}"
        seen[what] = told
        print(f"{here.suite}: {what}: {told} [{time.monotonic() - begin:.0f} s]", flush=True)
    here.halt()
    return seen


def main() -> int:
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("suites", nargs="*", default=["bookworm", "trixie"])
    parser.add_argument("--folder", type=Path, default=Path("/var/tmp/turbo-evening"))
    parser.add_argument("--keep", action="store_true", help="leave the roots there")
    args = parser.parse_args()
    if os.geteuid() or not (shutil.which("debootstrap") and shutil.which("systemd-nspawn")):
        needed = "debootstrap systemd-container"
        sys.exit(f"evening: run it as root; apt-get install {needed}")
    releases = args.folder / "releases"
    shutil.rmtree(releases, ignore_errors=True)
    releases.mkdir(parents=True)
    for name in RELEASES:
        make_release(releases, name)
    columns = {}
    with served(releases) as address:
        for suite in args.suites:
            here = Machine(suite, args.folder, releases)
            try:
                columns[suite] = evening(here, address)
            finally:
                here.halt()
                if not args.keep:
                    subprocess.run(["rm", "-rf", str(here.root)], check=False)
    print("\n| what |", " | ".join(columns), "|\n|---" * 1 + "|---" * len(columns) + "|")
    for what in steps(""):
        print(f"| {what} |", " | ".join(seen[what] for seen in columns.values()), "|")
    return 1 if any("FAILED" in told for seen in columns.values() for told in seen.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
