"""A long watch: processor use and memory with their slope (`make soak`, any length).

`python -m bench.soak --minutes 10` runs the whole referee on the twin's table: pictures drawn, read
and judged, with the store on a disk. `--fast` goes as fast as the pictures can be read and counts
in minutes of the table's own clock; `--trace` says then where memory was taken and kept. `--acted`
leaves the pictures out and acts at the height of observations, for the live table alone.

It also prints how long after the last die lay still a throw was ruled on, on the table's clock.
"""

import argparse
import tempfile
import threading
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from bench.acted_match import ActedMatch
from bench.lateness import Lateness
from bench.slopes import Points, floors, growth, resident_mb, second_half
from turbo.commands.run import Table, add_arguments
from turbo.keeping.store import Store
from turbo.table.runner import LiveRunner

TRACE_AFTER_S, TRACED = 60.0, 12
"""When the first picture of the memory is taken, and how many lines are named."""


class Watcher:
    """Notes processor time and memory every few seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self.memory: list[tuple[float, float]] = []
        self.processor: list[tuple[float, float]] = []
        self._last = (clock(), time.process_time())
        self._start_s = self._last[0]

    def note(self) -> None:
        now_s, used_s = self._clock(), time.process_time()
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
            f" {_slopes(self.processor, '%')}; memory: {self.memory[-1][1]:.1f} MB, most"
            f" {most:.1f} MB, slope {_slopes(self.memory, 'MB')}; of the least of each minute:"
            f" {_slopes(floors(self.memory), 'MB')}"
        )


def _slopes(points: Points, unit: str) -> str:
    """Loading and the first long round belong to the first half."""
    after = growth(second_half(points))
    return f"{growth(points):+.2f} {unit} a minute in all, {after:+.2f} in the second half"


@contextmanager
def watching(every_s: float, clock: Callable[[], float] = time.monotonic) -> Iterator[Watcher]:
    watcher, stop = Watcher(clock), threading.Event()

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


def soak_twin(args: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "soak.db") as store:
        table = Table(_run_arguments(args), store)
        runner = table._open()
        late = Lateness(table)
        clock: Callable[[], float] = time.monotonic
        if args.fast:
            clock = partial(_clock_of, table)
        began_s = clock()
        table._serve(runner)
        attended = runner.orders.attended(runner.stop)
        with watching(args.every, clock) as watcher, tracing(args.trace), attended:
            while clock() - began_s < 60 * args.minutes and not table.twin.is_over:
                late.turn(runner)
        table.close()
        print(watcher.report())
        print(late.report())
        print(f"{sum(head.entries for head in store.matches())} entries in the store")
        print(f"tape {runner.recording.tape.size_bytes / 1e6:.2f} MB, {_frames(runner)}")


def _clock_of(table: Table) -> float:
    return table.twin.clock_s


def _run_arguments(args: argparse.Namespace) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    speed = ["--speed", "0" if args.fast else "1"]
    web = [] if args.web else ["--no-web"]
    return parser.parse_args(["--camera", args.camera, "--port", "0", *speed, *web])


def _frames(runner: LiveRunner) -> str:
    frames = runner.recording.frames
    return f"{len(frames)} frames of {frames.size_bytes / 1e6:.1f} MB"


@contextmanager
def tracing(wanted: bool) -> Iterator[None]:
    """Where Python's memory grew from the second half on: the first is for loading."""
    if not wanted:
        yield
        return
    tracemalloc.start()
    timer = threading.Timer(TRACE_AFTER_S, lambda: first.append(tracemalloc.take_snapshot()))
    first = list[tracemalloc.Snapshot]()
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        if first:
            for one in tracemalloc.take_snapshot().compare_to(first[0], "lineno")[:TRACED]:
                print(one)


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
    parser.add_argument("--fast", action="store_true", help="on the table's own clock")
    parser.add_argument("--trace", action="store_true", help="where Python's memory goes")
    args = parser.parse_args()
    if not args.acted:
        soak_twin(args)
        return
    with watching(args.every) as watcher:
        soak_acted(args.minutes)
    print(watcher.report())


if __name__ == "__main__":
    main()
