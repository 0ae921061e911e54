"""The counts of a self-test: what was judged so far, and how good the pictures were."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from turbo.game.observation import Observation, SeenDie
from vision.enrolment.tally import JudgedDie, by_colour, by_number, judge, tally

if TYPE_CHECKING:
    from vision.pictures.loading import Image
    from vision.reading.quality import Quality

SURE = 0.9
"""From this confidence on a reading is an answer; a wrong one would be a silent error."""

ROW_EDGES = 0.8
"""Dice whose heights differ by less than so many edges are counted as one row."""


class Counts:
    """What was judged so far, and how good the pictures were."""

    def __init__(self) -> None:
        self.judged: list[JudgedDie] = []
        self.qualities: list[Quality] = []

    def count(self, image: "Image", seen: Observation, corrections: Iterable[str]) -> None:
        """A look at some dice, against what a person says."""
        from vision.reading.quality import quality

        self.judged += judge(in_reading_order(seen), corrections)
        if (found := quality(image, seen)) is not None:
            self.qualities.append(found)

    def middle(self) -> "Quality | None":
        """The quality of the pictures in the middle; None without one."""
        # Here and not above: it loads OpenCV, which whoever only counts does without.
        from vision.reading.quality import QualityTuning, graded

        if not self.qualities:
            return None
        values = [[q.light, q.contrast, q.focus, q.size_px, q.glare] for q in self.qualities]
        # Not the mean: one look against a lamp would advise on light that is good otherwise.
        middle = [sorted(column)[len(column) // 2] for column in zip(*values, strict=True)]
        return graded(middle, QualityTuning())

    def advice(self) -> list[str]:
        return [] if (middle := self.middle()) is None else middle.advice()

    def weak(self) -> list[str]:
        """The names of what advice is given on."""
        from vision.reading.quality import QualityTuning

        grades = {} if (middle := self.middle()) is None else middle.grades
        return [name for name, grade in grades.items() if grade < QualityTuning().advise_below]

    def document(self) -> dict[str, Any]:
        """The counts, for whoever keeps them."""
        whole = tally(self.judged)
        silent = sum(one.is_silent_error(SURE) for one in self.judged)
        return {
            "right": whole.right,
            "of": whole.of,
            "wrong_but_sure": silent,
            "colours": {word: [one.right, one.of] for word, one in by_colour(self.judged).items()},
            "numbers": {word: [one.right, one.of] for word, one in by_number(self.judged).items()},
            "advice": self.advice(),
        }


def reading_rows(seen: Observation) -> list[list[int]]:
    """The places of the dice of a picture, row by row from above."""
    from vision.enrolment.enrolment import reading_order

    size_px = _size_px(seen)
    places = [(x / size_px, y / size_px) for x, y in (die.centre_px for die in seen.dice)]
    return reading_order(places, ROW_EDGES)


def in_reading_order(seen: Observation) -> list[SeenDie]:
    return [seen.dice[place] for row in reading_rows(seen) for place in row]


def _size_px(seen: Observation) -> float:
    """The mean side of the dice in the picture."""
    sides = [
        ((x1 - x2) ** 2 + (y1 - y2) ** 2) ** 0.5
        for die in seen.dice
        for (x1, y1), (x2, y2) in zip(
            die.corners_px, (*die.corners_px[1:], die.corners_px[0]), strict=True
        )
    ]
    # Places are divided by it: a picture without dice must not end in a division by nought.
    return max(1.0, sum(sides) / len(sides)) if sides else 1.0
