"""A film before a machine that is held to a part of one core: is the match still the film's?

    python -m bench.quarter ../shared/films/f1 --share 0.25     as root, by a control group

`turbo run` watches the film at the film's own pace, in a process that gets no more of the processor
than that: pictures that it has no time for are missed, as on a slow machine.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.phone import compared, seen_in, told_lines
from turbo.game.events import RoundStarted
from turbo.storage.session import Session
from turbo.storage.store import Store

GROUPS = Path("/sys/fs/cgroup")
PERIOD_US = 100_000
PLAYERS = ("Ann", "Bob")


@contextmanager
def held_to(share: float) -> Iterator[Path]:
    """A control group whose processes get so much of one core together, of either kind."""
    is_second = (GROUPS / "cgroup.controllers").exists()
    group = (GROUPS if is_second else GROUPS / "cpu") / f"turbo-{os.getpid()}"
    group.mkdir()
    quota = round(share * PERIOD_US)
    if is_second:
        (group / "cpu.max").write_text(f"{quota} {PERIOD_US}")
    else:
        (group / "cpu.cfs_period_us").write_text(str(PERIOD_US))
        (group / "cpu.cfs_quota_us").write_text(str(quota))
    try:
        yield group
    finally:
        group.rmdir()


def watch(film: Path, store: Path, group: Path, seconds: float) -> str:
    """What the referee said."""
    turbo = f"{sys.executable} -c 'from turbo.commands.cli import main; main()' run"
    options = f"--camera {film} --no-web --no-pictures --store {store} --seconds {seconds}"
    command = f"echo $$ > {group}/cgroup.procs; exec {turbo} {options}"
    return subprocess.run(["sh", "-c", command], capture_output=True, text=True).stdout


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("film", type=Path)
    parser.add_argument("--share", type=float, default=0.25, help="of one core (default: 0.25)")
    args = parser.parse_args()
    truth = json.loads(args.film.with_suffix(".json").read_text(encoding="utf-8"))
    true = seen_in(truth, truth["seconds"])
    with tempfile.TemporaryDirectory() as folder, held_to(args.share) as group:
        path = Path(folder) / "matches.db"
        with Store(path) as store:
            session = Session(store)
            session.new_match(PLAYERS)
            session.feed(RoundStarted(true[0].key[1]), "bench")
        said = watch(args.film.with_suffix(".mp4"), path, group, truth["seconds"] + 30)
        spent = resource.getrusage(resource.RUSAGE_CHILDREN)
        print(said[-1500:])
        print(f"{spent.ru_utime + spent.ru_stime:.0f} s of a core for {truth['seconds']:.0f} s")
        compared(true, told_lines(path))


if __name__ == "__main__":
    main()
