"""The way of a frame and of a press: which files and functions it crosses until it is a ruling.

`python -m bench.way [--seed 3] [--names]` lets the twin play before recognition and the referee,
and traces the first throw that a frame brings and the first hand-over that a press brings. Counted
are the project's own functions, each once, from the moment that the picture is read or the order is
carried out until all is kept and shown; not the twin, nor what Python and its libraries do. Reading
a picture is counted apart: it is the same for every frame, whatever comes of it.
"""

import argparse
import sys
from collections import defaultdict
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from turbo.assembly.watched import Watched
from turbo.game.events import HandedOver, Thrown
from turbo.twin.table import TwinSettings

ROOT = str(Path(__file__).parent.parent)

STAGES = {
    "LiveRunner._observe": "reading the picture",
    "LiveRunner._look": "a frame",
    "Orders.obey": "a press",
}
"""The functions in which a stage of the way begins."""

LONGEST_S = 300.0
"""On the table's clock: within so long somebody has thrown and laid something."""

Crossed = dict[str, set[CodeType]]


class Tracer:
    """What is called within each stage."""

    def __init__(self) -> None:
        self.crossed: Crossed = defaultdict(set)
        self._stages: list[tuple[FrameType, str]] = []

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if event == "call" and not self._stages and code.co_qualname in STAGES:
            self._stages.append((frame, STAGES[code.co_qualname]))
        if self._stages and event == "call" and is_own(code):
            self.crossed[self._stages[-1][1]].add(code)
        if event == "return" and self._stages and self._stages[-1][0] is frame:
            self._stages.pop()


def is_own(code: CodeType) -> bool:
    """A named function of the project; the twin and who watches it are no part of the way."""
    name = code.co_filename
    is_ours = name.startswith(ROOT) and "site-packages" not in name
    return is_ours and code.co_name[0] != "<" and "/twin/" not in name and "watched" not in name


def traced(watched: Watched) -> Crossed:
    """One picture, with all that it crosses."""
    tracer = Tracer()
    sys.setprofile(tracer)
    try:
        watched.look()
    finally:
        sys.setprofile(None)
    return tracer.crossed


def ways(seed: int) -> Crossed:
    """The first throw and the first press that came to a ruling."""
    watched, found = Watched(seed, TwinSettings()), Crossed()
    while len(found) < len(STAGES) and watched.table.clock_s < LONGEST_S:
        before = len(watched.said)
        crossed = traced(watched)
        told = [one.event for one in watched.said[before:]]
        if any(isinstance(event, Thrown) for event in told) and crossed["a frame"]:
            found.setdefault("reading the picture", crossed["reading the picture"])
            found.setdefault("a frame", crossed["a frame"])
        if any(isinstance(event, HandedOver) for event in told) and len(crossed["a press"]) > 30:
            found.setdefault("a press", crossed["a press"])
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
