"""The way of a frame and of a press: which files and functions it crosses until it is a ruling.

`python -m bench.way [--seed 3] [--names]` lets the twin play before recognition and the referee,
and traces the first throw that a frame brings and the first hand-over that a press brings, of those
that bring nothing else. Counted are the project's own named functions, each once:

- *reading the picture*: from the picture to what was seen in it. It is the same for every frame,
  whatever comes of it, so it is counted apart;
- *until the ruling*: from there, or from the order that a press is, until the referee has ruled;
- *all of it*: until the ruling is kept, sounded and shown, and what was asked and said is decided.

Not counted are the start of a table, the twin and whoever watches it, the dashboard, and what
Python and its libraries do.
"""

import argparse
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from tools.trials.watched import Watched
from turbo.game.events import Event, HandedOver, Thrown
from turbo.twin.table import TwinSettings

ROOT = str(Path(__file__).parent.parent)

READING = "reading the picture"

STAGES = {
    "LiveLoop._observe": READING,
    "LiveLoop._look": "a frame",
    "CommandQueue.obey": "a press",
}
"""The functions in which a stage of the way begins."""

BRINGS: dict[str, type[Event]] = {"a frame": Thrown, "a press": HandedOver}
"""The event whose way it is."""

LONGEST_S = 300.0
"""On the table's clock: within so long somebody has thrown and laid something."""


@dataclass(slots=True)
class Way:
    """The functions of one stage in their order, and how many of them came before the ruling."""

    calls: list[CodeType] = field(default_factory=list)
    ruled: int | None = None


class Tracer:
    """What is called within each stage. Only what is fed is a ruling: the live table also asks the
    referee beforehand how something would be judged."""

    def __init__(self) -> None:
        self.ways: dict[str, Way] = {}
        self._way: Way | None = None
        self._top: FrameType | None = None
        self._is_fed = False

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        name = code.co_qualname
        if event == "call" and self._top is None and name in STAGES:
            self._top, self._way = frame, Way()
        if self._way is None:
            return
        if event == "call":
            self._is_fed = self._is_fed or name == "Session.feed"
            self._way.calls += [code] if is_own(code) else []
        elif event == "return" and name == "judge" and self._is_fed:
            self._way.ruled, self._is_fed = len(self._way.calls), False
        if event == "return" and frame is self._top:
            self.ways[STAGES[name]], self._way, self._top = self._way, None, None


def is_own(code: CodeType) -> bool:
    """A named function of the project; the twin and who watches it are no part of the way."""
    name = code.co_filename
    is_ours = name.startswith(ROOT) and "site-packages" not in name
    return is_ours and code.co_name[0] != "<" and "/twin/" not in name and "watched" not in name


def traced(watched: Watched) -> dict[str, Way]:
    """One picture, with all that it crosses."""
    tracer = Tracer()
    sys.setprofile(tracer)
    try:
        watched.look()
    finally:
        sys.setprofile(None)
    return tracer.ways


def ways(seed: int) -> dict[str, set[CodeType]]:
    """Of the first throw and of the first press that came to one ruling."""
    watched, found = Watched(seed, TwinSettings()), dict[str, set[CodeType]]()
    while not all(f"{stage}, all of it" in found for stage in BRINGS):
        if watched.table.clock_s > LONGEST_S:
            break
        before = len(watched.said)
        crossed = traced(watched)
        told = [type(one.event) for one in watched.said[before:]]
        for stage, brought in BRINGS.items():
            way = crossed.get(stage, Way())
            if told == [brought] and way.ruled is not None:
                if stage == "a frame":
                    found.setdefault(READING, set(crossed[READING].calls))
                found.setdefault(f"{stage}, until the ruling", set(way.calls[: way.ruled]))
                found.setdefault(f"{stage}, all of it", set(way.calls))
    watched.close()
    return found


def by_file(codes: set[CodeType]) -> dict[str, list[str]]:
    files: dict[str, list[str]] = defaultdict(list)
    for code in sorted(codes, key=lambda one: one.co_firstlineno):
        files[code.co_filename.removeprefix(f"{ROOT}/")].append(code.co_qualname)
    return dict(sorted(files.items()))


def main() -> None:
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--names", action="store_true", help="every function, by file")
    args = parser.parse_args()
    for stage, codes in ways(args.seed).items():
        files = by_file(codes)
        print(f"{stage}: {len(files)} files, {len(codes)} functions")
        for file, names in files.items() if args.names else ():
            print(f"  {file} ({len(names)}): {', '.join(names)}")


if __name__ == "__main__":
    main()
