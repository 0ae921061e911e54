"""How dice roll for seats without a table: by the twin's mechanics where its extra is installed,
else they are drawn. Both show a die's six faces alike often; nobody sees which it was but by the
line that `turbo serve` prints.
"""

import math
import random
from collections import Counter
from collections.abc import Callable
from importlib.util import find_spec

from turbo.game.dice import DICE, PRESUMED_FACES, Face
from turbo.game.match import Match
from turbo.game.sets import Faces

SIDES = 6

Roll = Callable[[Match, Faces, int], Faces]
"""A throw of these dice of a match, or of so many from the bag."""


def faces_up(match: Match) -> Faces:
    """All faces that are known to lie up now."""
    rnd = match.round
    return () if rnd is None else (*rnd.table.faces, *(rnd.hands[0] or ()), *(rnd.hands[1] or ()))


def drawn(match: Match, dice: Faces, count: int, chance: random.Random) -> Faces:
    """Each die shows its face again once in six times, else one that lies up nowhere."""
    unseen = list((Counter(PRESUMED_FACES) - Counter(faces_up(match))).elements())
    chance.shuffle(unseen)
    if not dice:
        return tuple(unseen[:count])
    return tuple(face if chance.randrange(SIDES) == 0 else unseen.pop() for face in dice)


class PouredDice:
    """Eighteen dice that are shaken and poured: they keep their six faces from throw to throw.

    After a correction, or in a match that was begun elsewhere, dice are dealt that can show what
    lies there: nobody has seen their other sides."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._dice: list[Faces] = []
        self._up: dict[int, Face] = {}

    def __call__(self, match: Match, dice: Faces, count: int) -> Faces:
        self._take_up(faces_up(match))
        bag = [die for die in range(DICE) if die not in self._up]
        thrown = self._showing(dice) if dice else self._chance.sample(bag, count)
        for die, side in zip(thrown, self._poured(len(thrown)), strict=True):
            self._up[die] = self._dice[die][side]
        return tuple(self._up[die] for die in thrown)

    def _take_up(self, up: Faces) -> None:
        if not up:
            self._up = {}
        if not self._dice or Counter(self._up.values()) != Counter(up):
            self._deal(up)

    def _deal(self, up: Faces) -> None:
        """Dice each of which can show one of these, and has five or six other faces."""
        left = list((Counter(PRESUMED_FACES) - Counter(up)).elements())
        self._chance.shuffle(left)
        self._up = dict(enumerate(up))
        known = [(self._up[die],) if die in self._up else () for die in range(DICE)]
        self._dice = [(*one, *(left.pop() for _ in range(SIDES - len(one)))) for one in known]

    def _showing(self, faces: Faces) -> list[int]:
        found: list[int] = []
        for face in faces:
            found.append(next(d for d, up in self._up.items() if up == face and d not in found))
        return found

    def _poured(self, count: int) -> list[int]:
        """The sides that come up; a die that leans on another is thrown again."""
        from turbo.twin.physics import Pour, throw

        sides: list[int] = []
        while len(sides) < count:
            pour = Pour(0.0, 0.0, self._chance.uniform(0.0, math.tau))
            rests = throw(self._chance.randrange(2**31), count - len(sides), pour).rests
            sides += [rest.side for rest in rests if not rest.is_cocked]
        return sides


def roll_for(chance: random.Random) -> Roll:
    """By mechanics where these are installed, else drawn."""
    if has_mechanics():
        return PouredDice(chance)
    return lambda match, dice, count: drawn(match, dice, count, chance)


def has_mechanics() -> bool:
    return find_spec("mujoco") is not None


def roll_words() -> str:
    """What a terminal says of it."""
    if has_mechanics():
        return "seats on the page: dice are rolled by the twin's mechanics"
    return (
        "seats on the page: dice are drawn by chance; the twin's mechanics are not installed"
        " (pip install 'turbo-referee[twin]')"
    )
