"""`turbo capture` on films of games with their truth: which throws it writes down.

    python -m bench.capture ../shared/films --cache kept

A throw is exact when the faces that are written are those of the dice that were thrown, as they lay
in the end: dice that leaned or fell off and were thrown again belong to it. Everything else that is
written is false: a part of a throw, dice that a hand has moved, a face that was read wrongly, a
throw before its dice lay for the first time. A die that could not be read is written as `?`, and
that throw is not exact either.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.films import Read
from turbo.app.capture import PATIENT, frames_of, throws
from turbo.app.filmed import open_film
from turbo.app.sight import Sight, first_frame, view_of
from turbo.game.dice import parse_hand
from turbo.live.settling import Settler

EARLY_S = 0.5
"""By so much the camera may find dice at rest before the film's own truth does."""

Faces = Counter[str]


@dataclass(frozen=True, slots=True)
class Written:
    """A throw with the time at which its dice lay: in the book, or in truth."""

    at_s: float
    faces: Faces

    def __str__(self) -> str:
        return f"{self.at_s:6.1f} s  {' '.join(sorted(self.faces.elements()))}"


def truth_of(document: dict[str, Any]) -> list[Written]:
    thrown = (one for one in document["events"] if one["kind"] == "throw")
    return [Written(one["first"], Counter(map(str, parse_hand(one["thrown"])))) for one in thrown]


def written_of(film: Path, cache: Path | None) -> Iterator[Written]:
    read = Read(None if cache is None else cache / f"{film.stem}-capture.pickle")
    camera = open_film(str(film))
    try:
        view = view_of(first_frame(camera), None, None)
        perception = Sight(read, view.calibration).perception(view.plan)
        for frame, dice in throws(frames_of(camera), Settler(view.plan, PATIENT), perception):
            yield Written(frame.at_s, Counter(str(die.face) for die in dice))
    finally:
        camera.close()
    read.keep()


def held_against(
    true: list[Written], written: list[Written]
) -> tuple[list[Written], list[Written]]:
    """The throws that were missed, and what was written and is none."""
    missed, false = list(true), []
    for one in written:
        exact = (t for t in missed if t.faces == one.faces and one.at_s >= t.at_s - EARLY_S)
        found = next(exact, None)
        if found is None:
            false.append(one)
        else:
            missed.remove(found)
    return missed, false


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, nargs="?", default=Path("../shared/films"))
    parser.add_argument("--film", nargs="+", help="only these, by name")
    parser.add_argument("--cache", type=Path, help="keep what was read there, and use it again")
    args = parser.parse_args()
    thrown = exact = false = 0
    for path in sorted(args.folder.glob("*.json")):
        if args.film and path.stem not in args.film:
            continue
        true = truth_of(json.loads(path.read_text()))
        missed, wrong = held_against(true, list(written_of(path.with_suffix(".mp4"), args.cache)))
        thrown, exact = thrown + len(true), exact + len(true) - len(missed)
        false += len(wrong)
        print(f"{path.stem}: {len(true) - len(missed)} of {len(true)} exact, {len(wrong)} false")
        print("".join(f"    not written: {one}\n" for one in missed), end="")
        print("".join(f"    not thrown:  {one}\n" for one in wrong), end="", flush=True)
    print(f"all: {exact} of {thrown} exact, {false} false")


if __name__ == "__main__":
    main()
