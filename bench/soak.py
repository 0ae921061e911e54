"""A long watch: processor use and memory with their slope (`make soak`, any length).

`python -m bench.soak --minutes 10` runs the whole referee on the twin's table: pictures drawn, read
and judged, with the store on a disk. `--acted` leaves the pictures out and acts at the height of
observations, as fast as it goes, for the memory of the live table alone.
"""

import argparse
import os
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from bench.acted_match import ActedMatch
from turbo.run_command import Table, add_arguments
from turbo.store import Store

PAGE = os.sysconf("SC_PAGE_SIZE")


def resident_mb() -> float:
    """Memory of this process that is in use now."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE / 1e6


def slope(points: Sequence[tuple[float, float]]) -> float:
    """Growth a minute, by least squares over the second half: loading is over then."""
    half = points[len(points) // 2 :]
    if len(half) < 2:
        return 0.0
    mean_x = sum(x for x, _ in half) / len(half)
    mean_y = sum(y for _, y in half) / len(half)
    spread = sum((x - mean_x) ** 2 for x, _ in half)
    return sum((x - mean_x) * (y - mean_y) for x, y in half) / spread if spread else 0.0


class Watcher:
    """Notes processor time and memory every few seconds."""

    def __init__(self, every_s: float) -> None:
        self.every_s = every_s
        self.memory: list[tuple[float, float]] = []
        self.processor: list[tuple[float, float]] = []
        self._last = (time.monotonic(), time.process_time())
        self._start_s = self._last[0]

    def note(self) -> None:
        now_s, used_s = time.monotonic(), time.process_time()
        before_s, before_used_s = self._last
        minutes = (now_s - self._start_s) / 60
        if now_s > before_s:
            share = 100 * (used_s - before_used_s) / (now_s - before_s)
            self.processor.append((minutes, share))
            self.memory.append((minutes, resident_mb()))
        self._last = (now_s, used_s)

    def line(self) -> str:
        minutes, memory = self.memory[-1]
        return f"{minutes:6.1f} min  {self.processor[-1][1]:5.0f} % of a core  {memory:7.1f} MB"

    def report(self) -> str:
        used = [share for _, share in self.processor]
        most = max(mb for _, mb in self.memory)
        return (
            f"processor: mean {sum(used) / max(1, len(used)):.0f} % of a core, slope"
            f" {slope(self.processor):+.2f} % a minute; memory: {self.memory[-1][1]:.1f} MB, most"
            f" {most:.1f} MB, slope {slope(self.memory):+.3f} MB a minute"
        )


@contextmanager
def watching(every_s: float) -> Iterator[Watcher]:
    watcher, stop = Watcher(every_s), threading.Event()

    def run() -> None:
        while not stop.wait(every_s):
            watcher.note()
            print(watcher.line(), flush=True)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        yield watcher
    finally:
        stop.set()
        thread.join()
        watcher.note()


def soak_twin(minutes: float, camera: str, web: bool) -> None:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    options = ["--camera", camera, "--seconds", str(60 * minutes), "--port", "0"]
    args = parser.parse_args([*options, *([] if web else ["--no-web"])])
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "soak.db") as store:
        Table(args, store).run()
        print(f"{sum(head.entries for head in store.matches())} entries in the store")


def soak_acted(minutes: float) -> None:
    """Round after round before one live table."""
    until_s, seed, rounds = time.monotonic() + 60 * minutes, 0, 0
    while time.monotonic() < until_s:
        match = ActedMatch(seed)
        match.play(6)
        seed, rounds = seed + 1, rounds + 6
    print(f"{rounds} rounds")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--every", type=float, default=15.0, help="seconds between two notes")
    parser.add_argument("--camera", default="twin:1")
    parser.add_argument("--web", action="store_true", help="with the dashboard")
    parser.add_argument("--acted", action="store_true")
    args = parser.parse_args()
    with watching(args.every) as watcher:
        if args.acted:
            soak_acted(args.minutes)
        else:
            soak_twin(args.minutes, args.camera, args.web)
    print(watcher.report())


if __name__ == "__main__":
    main()
