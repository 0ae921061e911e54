"""`turbo selftest`: how well the dice are read on the user's own table, and what would help.

OpenCV and the networks are loaded by `run` alone, so that the other commands start without them.
"""

import argparse
import json
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from turbo.dice import Colour
from turbo.errors import TurboError
from turbo.observation import Observation, SeenDie
from vision.selftest import LAYOUTS, Judged, judge, report, tally

if TYPE_CHECKING:
    from vision.quality import Quality
    from vision.reading import FaceFinder
    from vision.talk import Talk

SURE = 0.9

ROW_EDGES = 0.8
"""Dice whose heights differ by less than so many edges are counted as one row."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--camera", default="0", help="a camera, a video or a folder of stills (default: 0)"
    )
    parser.add_argument("--calibration", type=Path, metavar="FILE", help="from 'turbo calibrate'")
    parser.add_argument(
        "--layouts", type=int, default=len(LAYOUTS), metavar="N", help="how many (default: 3)"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the counts there as well")


def run(
    args: argparse.Namespace, reader: "FaceFinder | None" = None, talk: "Talk | None" = None
) -> int:
    from vision.enroll_command import Guided, calibration_of
    from vision.talk import Talk

    if args.layouts < 1:
        raise TurboError(f"expected one layout or more, got {args.layouts}")
    talk = talk or Talk()
    with closing(Guided(args.camera, calibration_of(args.calibration), reader, talk)) as guided:
        test = SelfTest(guided, talk)
        for number in range(args.layouts):
            if not test.layout(LAYOUTS[number % len(LAYOUTS)]):
                break
    test.tell()
    if args.json is not None:
        _write(args.json, test.document())
    return 0 if test.judged else 1


class Counts:
    """What was judged so far, and how good the pictures were."""

    def __init__(self) -> None:
        self.judged: list[Judged] = []
        self.qualities: list[Quality] = []

    def middle(self) -> "Quality | None":
        """The quality of the pictures in the middle; None without one."""
        from vision.quality import QualityTuning, graded

        if not self.qualities:
            return None
        values = [[q.light, q.contrast, q.focus, q.size_px, q.glare] for q in self.qualities]
        middle = [sorted(column)[len(column) // 2] for column in zip(*values, strict=True)]
        return graded(middle, QualityTuning())

    def advice(self) -> list[str]:
        return [] if (middle := self.middle()) is None else middle.advice()

    def weak(self) -> list[str]:
        """The names of what advice is given on."""
        from vision.quality import QualityTuning

        grades = {} if (middle := self.middle()) is None else middle.grades
        return [name for name, grade in grades.items() if grade < QualityTuning().advise_below]

    def document(self) -> dict[str, Any]:
        """The counts, for whoever keeps them."""
        whole = tally(self.judged)
        colours = {
            colour.word: [found.right, found.of]
            for colour in Colour
            for found in [tally(j for j in self.judged if j.truth and j.truth.colour is colour)]
        }
        numbers = {
            str(number or "joker"): [found.right, found.of]
            for number in (*range(1, 14), 0)
            for found in [tally(j for j in self.judged if j.truth and j.truth.number == number)]
        }
        silent = sum(one.is_silent_error(SURE) for one in self.judged)
        return {
            "right": whole.right,
            "of": whole.of,
            "wrong_but_sure": silent,
            "colours": colours,
            "numbers": numbers,
            "advice": self.advice(),
        }


class SelfTest(Counts):
    """Layout after layout: a look, what was read, and a person's corrections."""

    def __init__(self, guided: Any, talk: "Talk") -> None:
        super().__init__()
        self.guided, self.talk = guided, talk

    def layout(self, what: str) -> bool:
        """False when the person has had enough or the pictures are over."""
        from vision.quality import quality

        if self.talk.ask(f"{what} Then Enter ('done' to stop):").lower() in ("done", "q", "stop"):
            return False
        image = self.guided.shutter.take()
        if image is None:
            return False
        seen = self.guided.reader.read(image)
        dice = self._show(seen)
        self.judged += self._ask(dice)
        if (found := quality(image, seen)) is not None:
            self.qualities.append(found)
        return True

    def _show(self, seen: Observation) -> list[SeenDie]:
        """Tell what was read, row by row; the dice in that order."""
        dice = list[SeenDie]()
        for row in reading_rows(seen):
            words = []
            for i in row:
                dice.append(seen.dice[i])
                words.append(f"{len(dice)}: {_word(seen.dice[i])}")
            self.talk.say("  " + "   ".join(words))
        self.talk.say(f"{len(dice)} dice seen")
        return dice

    def _ask(self, dice: list[SeenDie]) -> list[Judged]:
        """Corrections until just Enter; one that means nothing is asked for again."""
        self.talk.say("What is wrong? 3 b7: die 3 is b7. 3 -: there is none. + b7: b7 was missed.")
        corrections = list[str]()
        while answer := self.talk.ask("Enter if all else is right:"):
            try:
                judge(dice, [*corrections, answer])
                corrections.append(answer)
            except TurboError as error:
                self.talk.say(str(error))
        return judge(dice, corrections)

    def tell(self) -> None:
        for line in report(self.judged, SURE):
            self.talk.say(line)
        advice = self.advice()
        for line in advice:
            self.talk.say(f"better would be {line}")
        if self.qualities and not advice:
            self.talk.say("light, focus and distance are good")


def reading_rows(seen: Observation) -> list[list[int]]:
    """The places of the dice of a picture, row by row from above."""
    from vision.enroll import reading_order

    size_px = _size_px(seen)
    places = [(x / size_px, y / size_px) for x, y in (die.centre_px for die in seen.dice)]
    return reading_order(places, ROW_EDGES)


def in_reading_order(seen: Observation) -> list[SeenDie]:
    return [seen.dice[place] for row in reading_rows(seen) for place in row]


def _word(die: SeenDie) -> str:
    face = str(die.readings[0].face) if die.readings else "?"
    return face if die.confidence >= SURE else f"{face} (unsure)"


def _size_px(seen: Observation) -> float:
    """The mean side of the dice in the picture."""
    sides = [
        ((x1 - x2) ** 2 + (y1 - y2) ** 2) ** 0.5
        for die in seen.dice
        for (x1, y1), (x2, y2) in zip(
            die.corners_px, (*die.corners_px[1:], die.corners_px[0]), strict=True
        )
    ]
    return max(1.0, sum(sides) / len(sides)) if sides else 1.0


def _write(path: Path, document: dict[str, Any]) -> None:
    try:
        path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise TurboError(f"{path}: cannot be written: {error.strerror}") from error
