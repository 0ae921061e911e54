"""What is known of the user's own dice, brought to bear on a picture: inks, and the 6/9 mark.

Only what the networks doubt is looked at again; a confident reading is never overruled. Which
faces share a die is for the referee (`own_dice` beside): it ranks answers and reads nothing.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from turbo.game.dice import Colour, DiceSet, Face, Mark
from turbo.game.observation import Observation, Reading, SeenDie
from vision.pictures.loading import Image
from vision.reading.ink import ink_colour, upright
from vision.reading.own_dice import ink_note, load_dice, load_inks, parse_inks

Ink = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class OwnTuning:
    """How far the user's own inks are trusted."""

    sure: float = 0.9
    """A reading of this confidence is left alone."""
    ink_spread: float = 0.12
    """Standard deviation of an ink, in parts of the die's white, between pictures: in five lights
    of the twin it was 0.01 to 0.09 in each channel, and red and orange are 0.46 apart."""
    most: float = 0.97
    """The most confidence that a closer look at the ink can give."""
    unmarked: float = 0.5
    """The most confidence of a 6 or 9 where nothing on these dice tells them apart."""


@dataclass(frozen=True, slots=True)
class OwnDice:
    """The dice of a file, and the inks that were measured when they were shown."""

    dice: DiceSet
    inks: Mapping[Colour, Ink] = field(default_factory=dict)
    tuning: OwnTuning = field(default_factory=OwnTuning)

    @staticmethod
    def load(path: Path) -> "OwnDice":
        return OwnDice(load_dice(path), load_inks(path))

    @staticmethod
    def parse(text: str) -> "OwnDice":
        return OwnDice(DiceSet.parse(text), parse_inks(text))

    def __str__(self) -> str:
        notes = [f"# {ink_note(colour, ink)}" for colour, ink in sorted(self.inks.items())]
        return "\n".join([*notes, str(self.dice)]) + "\n"

    def refined(self, image: Image, seen: Observation) -> Observation:
        """The picture's dice, doubtful colours and sixes and nines judged by these dice."""
        dice = tuple(self._marked(self._inked(image, die)) for die in seen.dice)
        return seen if dice == seen.dice else replace(seen, dice=dice)

    def _inked(self, image: Image, die: SeenDie) -> SeenDie:
        """Readings of one number in several colours, weighed by how near each ink is."""
        if not self.inks or die.confidence >= self.tuning.sure or not _differs_in_colour(die):
            return die
        ink = ink_colour(upright(image, die))
        weights = [reading.confidence * self._fit(ink, reading.face) for reading in die.readings]
        total, before = sum(weights), sum(reading.confidence for reading in die.readings)
        if total <= 0.0:
            return die
        # A die in doubt stays in doubt: its ink says nothing about how it lies.
        most = die.confidence if die.doubts else self.tuning.most
        shares = (min(most, before * weight / total) for weight in weights)
        return _ranked(die, shares)

    def _fit(self, ink: Ink, face: Face) -> float:
        """How likely this ink is for a face of that colour; an ink nobody measured is middling."""
        known = None if face.colour is None else self.inks.get(face.colour)
        apart = self.tuning.ink_spread * 2 if known is None else math.dist(ink, known)
        return math.exp(-0.5 * (apart / self.tuning.ink_spread) ** 2)

    def _marked(self, die: SeenDie) -> SeenDie:
        """Without a mark a 6 may be a 9: both are named, neither is sure."""
        if self.dice.mark is not Mark.NONE or not die.readings:
            return die
        best = die.readings[0].face
        if best.number not in (6, 9):
            return die
        # 6 and 9 add up to 15.
        other = Face(best.colour, 15 - best.number)
        most = min(self.tuning.unmarked, die.confidence)
        rest = [reading for reading in die.readings[1:] if reading.face != other]
        return replace(die, readings=(Reading(best, most), Reading(other, most), *rest))


def _differs_in_colour(die: SeenDie) -> bool:
    best, *others = die.readings or (None,)
    return best is not None and any(
        one.face.number == best.face.number and one.face.colour != best.face.colour
        for one in others
    )


def _ranked(die: SeenDie, shares: Iterable[float]) -> SeenDie:
    pairs = zip(die.readings, shares, strict=True)
    readings = [Reading(reading.face, share) for reading, share in pairs]
    return replace(die, readings=tuple(sorted(readings, key=lambda one: -one.confidence)))
