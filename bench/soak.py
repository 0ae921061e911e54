"""A long watch: processor, memory, threads and open files with their slopes (`make soak`).

`python -m bench.soak --minutes 10` runs the whole referee on the twin's table: pictures drawn, read
and judged, with the store on a disk, match after match on one store. `--fast` goes as fast as the
pictures can be read and counts in minutes of the table's own clock; `--trace` says then where
memory was taken and kept. `--poses` lets a perfect eye read the twin's poses in place of pictures:
all but drawing and recognition, many times faster than the clock on the wall. `--acted` leaves the
loop out too and acts at the height of observations, for the live table alone.

It also prints how long after the last die lay still a throw was ruled on, on the table's clock.
"""

import argparse
import os
import tempfile
import threading
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from bench.lateness import Late, Lateness, report
from tools.trials.acted_match import ActedMatch
from tools.trials.perfect_eye import PerfectWatch, observation
from tools.trials.slopes import Points, floors, growth, resident_mb, second_half
from turbo.commands.run import Table, add_arguments
from turbo.game.observation import Observation
from turbo.live.memory import share_heap
from turbo.live.perception import Perception
from turbo.live.runner import LiveRunner
from turbo.storage.store import Store
from turbo.twin.world import TwinTable

TRACE_AFTER_S, TRACED = 60.0, 12
"""When the first picture of the memory is taken, and how many lines are named."""


def threads() -> int:
    """Of this process, also those that are not Python's."""
    return len(os.listdir("/proc/self/task"))


def open_files() -> int:
    return len(os.listdir("/proc/self/fd"))


class Watcher:
    """Notes processor time, memory, threads and open files every few seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self.memory: list[tuple[float, float]] = []
        self.processor: list[tuple[float, float]] = []
        self.threads: list[tuple[float, float]] = []
        self.files: list[tuple[float, float]] = []
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
            self.threads.append((minutes, threads()))
            self.files.append((minutes, open_files()))
        self._last = (now_s, used_s)

    def line(self) -> str:
        minutes, memory = self.memory[-1]
        share, tasks, files = (one[-1][1] for one in (self.processor, self.threads, self.files))
        return (
            f"{minutes:6.1f} min  {share:5.0f} % of a core  {memory:7.1f} MB"
            f"  {tasks:3.0f} threads  {files:3.0f} files"
        )

    def report(self) -> str:
        used = [share for _, share in self.processor]
        most = max(mb for _, mb in self.memory)
        return (
            f"processor: mean {sum(used) / max(1, len(used)):.0f} % of a core, slope"
            f" {_slopes(self.processor, '%')}; memory: {self.memory[-1][1]:.1f} MB, most"
            f" {most:.1f} MB, slope {_slopes(self.memory, 'MB')}; of the least of each minute:"
            f" {_slopes(floors(self.memory), 'MB')}\n{_counted('threads', self.threads)};"
            f" {_counted('open files', self.files)}"
        )


def _slopes(points: Points, unit: str) -> str:
    """Loading and the first long round belong to the first half."""
    after = growth(second_half(points))
    return f"{growth(points):+.2f} {unit} a minute in all, {after:+.2f} in the second half"


def _counted(what: str, points: Points) -> str:
    """An hour is the unit here: one thread lost a match would be lost in a figure a minute."""
    counts = [count for _, count in points]
    hourly, after = 60 * growth(points), 60 * growth(second_half(points))
    return (
        f"{what}: {counts[-1]:.0f}, from {min(counts):.0f} to {max(counts):.0f}, slope"
        f" {hourly:+.2f} an hour in all, {after:+.2f} in the second half"
    )


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


class Evening:
    """Match after match of one process on one store, as a table's service lives it. The clock is
    the sum of what was played, or the one on the wall."""

    def __init__(self, args: argparse.Namespace, store: Store) -> None:
        self.args, self.store = args, store
        self.matches, self.same, self.throws = 0, 0, list[Late]()
        self._past_s, self._table = 0.0, None  # type: tuple[float, Table | None]
        self._until_s = self.clock() + 60 * args.minutes

    def clock(self) -> float:
        if not self.args.fast:
            return time.monotonic()
        return self._past_s + (0.0 if self._table is None else self._table.twin.clock_s)

    @property
    def is_over(self) -> bool:
        return bool(self.clock() >= self._until_s)

    def play(self) -> str:
        """One match, or what there is time for; what it kept for evidence."""
        table = self._table = Table(_run_arguments(self.args, self.matches), self.store)
        self.matches += 1
        table._take_ports()
        runner = table._open()
        if self.args.poses:
            _look_at_poses(table, runner)
        late = Lateness(table)
        table._serve(runner)
        with runner.commands.attended(runner.stop):
            while not self.is_over and not table.twin.is_over:
                late.turn(runner)
        table.close()
        # Whoever keeps the one who watched keeps the table with all its networks.
        self.throws += late.throws
        self.same += late.same
        self._past_s, self._table = self.clock(), None
        return f"tape {runner.recording.tape.size_bytes / 1e6:.2f} MB, {_frames(runner)}"


def _look_at_poses(table: Table, runner: LiveRunner) -> None:
    """After the first picture, which shows where the mat lies."""
    runner.camera.draws = False  # type: ignore[attr-defined]
    runner.perception = Perception(
        PoseEye(table.twin).read, PerfectWatch(table.twin, runner.settler.plan)
    )


class PoseEye:
    """Reads the twin's poses; the same value again while nothing moves, as every eye does."""

    def __init__(self, twin: TwinTable) -> None:
        self._twin = twin
        self._still: Observation | None = None

    def read(self, _: object) -> Observation:
        if not self._twin.is_still:
            self._still = None
            return observation(self._twin)
        if self._still is None:
            self._still = observation(self._twin)
        return self._still


def soak_twin(args: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "soak.db") as store:
        evening = Evening(args, store)
        kept = ""
        watched = watching(args.every, evening.clock)
        # Ctrl-C prints what came out so far.
        with watched as watcher, tracing(args.trace), suppress(KeyboardInterrupt):
            while not evening.is_over:
                kept = evening.play()
        print(f"{evening.matches} matches; {watcher.report()}")
        print(report(evening.throws, evening.same))
        print(f"{sum(head.entries for head in store.matches())} entries in the store")
        print(kept)


def _run_arguments(args: argparse.Namespace, number: int) -> argparse.Namespace:
    """Each match has a seed of its own: the same ones again would hide what only some do."""
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    seed, comma, options = args.camera.partition(":")[2].partition(",")
    camera = f"twin:{int(seed or 0) + number}{comma}{options}"
    speed = ["--speed", "0" if args.fast else "1"]
    web = [] if args.web else ["--no-web"]
    return parser.parse_args(["--camera", camera, "--new", "--port", "0", *speed, *web])


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


class Acted:
    """Match after match before the live table, at the height of observations."""

    def __init__(self, minutes: float, fast: bool) -> None:
        self._fast, self._past_s = fast, 0.0
        self._match: ActedMatch | None = None
        self.rounds = 0
        self._until_s = self.clock() + 60 * minutes

    def clock(self) -> float:
        if not self._fast:
            return time.monotonic()
        return self._past_s + (0.0 if self._match is None else self._match.acts.at_s)

    def run(self) -> None:
        while self.clock() < self._until_s:
            match = self._match = ActedMatch(self.rounds // 6)
            match.play(6)
            self._past_s, self._match = self.clock(), None
            self.rounds += 6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--every", type=float, default=15.0, help="seconds between two notes")
    parser.add_argument("--camera", default="twin:1")
    parser.add_argument("--web", action="store_true", help="with the dashboard")
    parser.add_argument("--acted", action="store_true")
    parser.add_argument("--fast", action="store_true", help="on the table's own clock")
    parser.add_argument("--poses", action="store_true", help="a perfect eye in place of pictures")
    parser.add_argument("--trace", action="store_true", help="where Python's memory goes")
    args = parser.parse_args()
    # As a table's own process does.
    share_heap()
    if not args.acted:
        soak_twin(args)
        return
    acted = Acted(args.minutes, args.fast)
    with watching(args.every, acted.clock) as watcher, suppress(KeyboardInterrupt):
        acted.run()
    print(f"{acted.rounds} rounds; {watcher.report()}")


if __name__ == "__main__":
    main()
