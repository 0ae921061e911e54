"""Counting how many faces are read right on the user's own table. No OpenCV here.

A person lays dice and says what was read wrongly; everything else counts as right.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from turbo.errors import BadNotation, TurboError
from turbo.game.dice import UNREAD, Colour, Face
from turbo.game.observation import Observation, SeenDie

if TYPE_CHECKING:
    from vision.pictures.loading import Image
    from vision.reading.quality import Quality

LAYOUTS = (
    "Throw all dice and spread them over the middle so that none touch.",
    "Lay sets in the middle as in a game: dice of a set touch, sets lie apart, some turned.",
    "Lay half of the dice into each hand zone, out to the corners.",
)
"""What to lay for each look; after the last it begins anew."""

TILE_LAYOUTS = (
    "Lay the numbers 1 to 13 of each colour in rows between the cards, side by side.",
    "Turn the rows: some upside down, some across, and some out to the corners of the field.",
    "Lay sets as in a game, with the jokers among them.",
)
"""The same with tiles."""

EXPECTED = "expected NUMBER FACE (3 b7), NUMBER - (nothing there) or + FACE (one was missed)"


SURE = 0.9
"""From this confidence on a reading is an answer; a wrong one would be a silent error."""

ROW_EDGES = 0.8
"""Dice whose heights differ by less than so many edges are counted as one row."""


@dataclass(frozen=True, slots=True)
class JudgedDie:
    """One die: what it shows, what was read, how surely. A die that was missed was read as
    nothing; what is no die shows nothing."""

    truth: Face | None
    read: Face | None
    confidence: float

    @property
    def is_right(self) -> bool:
        return self.truth is not None and self.truth == self.read

    def is_silent_error(self, sure: float) -> bool:
        """Wrong and sure of it: what a referee must never be."""
        return not self.is_right and self.confidence >= sure


def judge(dice: Sequence[SeenDie], corrections: Iterable[str]) -> list[JudgedDie]:
    """What was read against what a person says; `TurboError` for one that means nothing."""
    # Right unless somebody objects: eighteen dice a look are not typed one by one.
    judged = [JudgedDie(_read(die), _read(die), die.confidence) for die in dice]
    missed = []
    for text in corrections:
        words = text.split()
        if len(words) != 2:
            raise TurboError(f"{EXPECTED}, got {text!r}")
        if words[0] == "+":
            # Not sure of it at all: a die that was not seen is a gap, not a silent error.
            missed.append(JudgedDie(_face(words[1]), None, 0.0))
            continue
        number = int(words[0]) if words[0].isdecimal() else 0
        if not 1 <= number <= len(judged):
            raise TurboError(f"{EXPECTED}; NUMBER from 1 to {len(judged)}, got {words[0]!r}")
        old = judged[number - 1]
        truth = None if words[1] == "-" else _face(words[1])
        judged[number - 1] = JudgedDie(truth, old.read, old.confidence)
    return judged + missed


def _read(die: SeenDie) -> Face | None:
    return die.readings[0].face if die.readings else None


def _face(text: str) -> Face:
    try:
        face = Face.parse(text)
    except BadNotation as error:
        raise TurboError(f"{EXPECTED}: {error.expected}") from None
    if face == UNREAD:
        raise TurboError(f"{EXPECTED}, got '?'")
    return face


@dataclass(frozen=True, slots=True)
class Tally:
    """Right ones out of all."""

    right: int
    of: int

    def __str__(self) -> str:
        share = f" ({self.right / self.of:.1%})" if self.of else ""
        return f"{self.right} of {self.of}{share}"


def tally(judged: Iterable[JudgedDie]) -> Tally:
    real = [one for one in judged if one.truth is not None]
    return Tally(sum(one.is_right for one in real), len(real))


def by_colour(judged: Sequence[JudgedDie]) -> dict[str, Tally]:
    return {
        colour.word: tally(one for one in judged if one.truth and one.truth.colour is colour)
        for colour in Colour
    }


def by_number(judged: Sequence[JudgedDie]) -> dict[str, Tally]:
    """Jokers, which have the number 0, come last: nobody looks for them before the ones."""
    return {
        str(number or "joker"): tally(
            one for one in judged if one.truth and one.truth.number == number
        )
        for number in (*range(1, 14), 0)
    }


def report(judged: Sequence[JudgedDie], sure: float = SURE) -> list[str]:
    """Faces right, in all, per colour and per number, and the kinds of mistakes."""
    lines = [f"faces right: {tally(judged)}"]
    lines += [f"  {word}: {found}" for word, found in by_colour(judged).items()]
    lines += [f"  {word}: {found}" for word, found in by_number(judged).items() if found.of]
    missed = sum(one.read is None and one.truth is not None for one in judged)
    ghosts = sum(one.truth is None for one in judged)
    silent = sum(one.is_silent_error(sure) for one in judged)
    asked = sum(one.confidence < sure and one.read is not None for one in judged)
    lines.append(f"missed: {missed}, nothing there: {ghosts}, wrong but sure: {silent}")
    lines.append(f"unsure, would be asked for: {asked}")
    return [*lines, *(_mistake(one) for one in judged if not one.is_right)]


def _mistake(one: JudgedDie) -> str:
    truth, read = one.truth or "no die", one.read or "nothing"
    return f"  {truth} was read as {read}, {one.confidence:.2f} sure"


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
    corners = (die.corners_px for die in seen.dice)
    sides = [math.dist(one[at], one[at - 1]) for one in corners for at in range(4)]
    # Places are divided by it: a picture without dice must not end in a division by nought.
    return max(1.0, sum(sides) / len(sides)) if sides else 1.0
