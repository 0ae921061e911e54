"""Counting how many faces are read right on the user's own table. No OpenCV here.

A person lays dice and says what was read wrongly; everything else counts as right.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from turbo.errors import BadNotation, TurboError
from turbo.game.dice import UNREAD, Colour, Face
from turbo.game.observation import SeenDie

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


def report(judged: Sequence[JudgedDie], sure: float = 0.9) -> list[str]:
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
