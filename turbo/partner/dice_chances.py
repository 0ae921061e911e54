"""What a die may show when it is thrown again.

Enrolled dice are known by their faces: a die that shows the blue 3 is one of those that carry it.
Otherwise there is the presumed inventory. Six faces share a die, so the face that lies up comes
back once in six throws; the other five are equally likely any of the faces that lie up nowhere.
"""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from turbo.errors import text_of
from turbo.game.dice import DICE, PRESUMED_FACES, DiceSet
from turbo.solver.counts import Codes, codes_of

SIDES = 6

Weights = dict[int, float]
"""How likely each code is; the sum is one."""

_PRESUMED = Counter(codes_of(PRESUMED_FACES))


def known_dice(own: DiceSet | None) -> tuple[Codes, ...]:
    """The faces of every die where all of them are known, else nothing."""
    if own is None or len(own.dice) != DICE:
        return ()
    if any(face.is_unread for die in own.dice for face in die.faces):
        return ()
    return tuple(codes_of(die.faces) for die in own.dice)


def dice_in(file: Path) -> tuple[Codes, ...]:
    """The dice that were enrolled into a file, if there is one and all of them are known."""
    return known_dice(DiceSet.parse(text_of(file))) if file.exists() else ()


# Without slots: a cached property needs a dictionary.
@dataclass(frozen=True)
class DiceChances:
    """The chances of dice while these codes lie up, on the table and in both hands."""

    up: Codes
    dice: tuple[Codes, ...] = ()
    """The faces of every die where they were enrolled."""

    @cached_property
    def unseen(self) -> Codes:
        """Faces of the inventory that lie up nowhere; more of a face than there are is no matter:
        a print run may have other counts."""
        return tuple((_PRESUMED - Counter(self.up)).elements())

    def of(self, code: int) -> Weights:
        """What the die that shows this code may show next."""
        sides = self._sides(code)
        if sides:
            return {one: times / len(sides) for one, times in Counter(sides).items()}
        weights = {one: times / len(self.unseen) for one, times in Counter(self.unseen).items()}
        fresh = {one: part * (SIDES - 1) / SIDES for one, part in weights.items()}
        return fresh | {code: fresh.get(code, 0.0) + 1 / SIDES}

    def roll(self, codes: Iterable[int], chance: random.Random) -> list[int]:
        """One throw of the dice that show these codes."""
        return [self._rolled(code, chance) for code in codes]

    def fresh(self, count: int, chance: random.Random) -> list[int]:
        """The first throw of dice from the bag."""
        if self.dice:
            return [chance.choice(die) for die in chance.sample(self.dice, count)]
        return chance.sample(self.unseen, count)

    def _rolled(self, code: int, chance: random.Random) -> int:
        sides = self._sides(code)
        if sides:
            return chance.choice(sides)
        return code if chance.random() * SIDES < 1 else chance.choice(self.unseen)

    def _sides(self, code: int) -> Sequence[int]:
        """The faces of all dice that carry this code: which of two it is nobody can see."""
        return [side for die in self.dice if code in die for side in die]
