"""The twin's eighteen dice: which six faces share a die, and how the numerals are turned on it.

Nobody here has seen which faces share a die, so this is a setting: by default the 108 presumed
faces are dealt out by a seed. Sides are numbered as in `SIDES`; a side's numeral stands upright
along the side's `up`, turned by its quarter turns.
"""

import math
import random
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from turbo.errors import TurboError
from turbo.game.dice import DICE, PRESUMED_FACES, DiceSet, Face, Mark

Matrix = NDArray[np.float64]
Vector = NDArray[np.float64]

SIDES = 6

ROUNDING = 0.1
"""The radius of edges and corners as a part of the edge; 1.6 mm looks like a common die."""


def _side(normal: tuple[int, int, int], up: tuple[int, int, int]) -> Matrix:
    """Rows: right, up and outward of a side, in the die's own axes."""
    n, u = np.array(normal, float), np.array(up, float)
    return np.stack([np.cross(u, n), u, n])


SIDE_AXES: tuple[Matrix, ...] = (
    _side((0, 0, 1), (0, 1, 0)),
    _side((0, 0, -1), (0, 1, 0)),
    _side((1, 0, 0), (0, 0, 1)),
    _side((-1, 0, 0), (0, 0, 1)),
    _side((0, 1, 0), (0, 0, 1)),
    _side((0, -1, 0), (0, 0, 1)),
)
OUTWARD: Matrix = np.stack([axes[2] for axes in SIDE_AXES])


@dataclass(frozen=True, slots=True)
class TwinDie:
    """One die: a face for each side, and by how many quarters its numeral is turned there."""

    faces: tuple[Face, ...]
    quarters: tuple[int, ...] = (0,) * SIDES

    def __post_init__(self) -> None:
        if len(self.faces) != SIDES or len(self.quarters) != SIDES:
            raise TurboError(f"expected six faces for a die, got {len(self.faces)}")


@dataclass(frozen=True, slots=True)
class Inventory:
    """All dice of the twin, their edge and the mark on 6 and 9."""

    dice: tuple[TwinDie, ...]
    edge_mm: float = 16.0
    mark: Mark = Mark.BAR

    def __post_init__(self) -> None:
        if len(self.dice) != DICE:
            raise TurboError(f"expected {DICE} dice for the twin, got {len(self.dice)}")

    @staticmethod
    def dealt(seed: int, *, edge_mm: float = 16.0, mark: Mark = Mark.BAR) -> "Inventory":
        """The presumed 108 faces, dealt out to eighteen dice by chance."""
        # A generator of its own by name: a draw more elsewhere must not deal other dice.
        chance = random.Random(f"inventory {seed}")
        faces = list(PRESUMED_FACES)
        chance.shuffle(faces)
        six = (tuple(faces[at : at + SIDES]) for at in range(0, len(faces), SIDES))
        dice = tuple(TwinDie(part, _quarters(chance)) for part in six)
        return Inventory(dice, edge_mm, mark)

    @staticmethod
    def of(own: DiceSet, seed: int = 0) -> "Inventory":
        """The dice that a user has enrolled; all eighteen must be known."""
        if len(own.dice) != DICE or any(face.is_unread for die in own.dice for face in die.faces):
            raise TurboError(f"expected all faces of {DICE} dice to be known for the twin")
        chance = random.Random(f"quarters {seed}")
        dice = tuple(TwinDie(die.faces, _quarters(chance)) for die in own.dice)
        # Something must be printed: without any mark nobody could tell a 6 from a 9.
        return Inventory(dice, own.edge_mm, Mark.BAR if own.mark is Mark.UNKNOWN else own.mark)


def _quarters(chance: random.Random) -> tuple[int, ...]:
    return tuple(chance.randrange(4) for _ in range(SIDES))


def lying(side: int, yaw_rad: float) -> Matrix:
    """The rotation of a die that lies flat with this side up, turned by an angle."""
    cosine, sine = np.cos(yaw_rad), np.sin(yaw_rad)
    turn = np.array([[cosine, -sine, 0.0], [sine, cosine, 0.0], [0.0, 0.0, 1.0]])
    flat: Matrix = turn @ SIDE_AXES[side]
    return flat


def top_side(rotation: Matrix) -> tuple[int, float]:
    """The side that looks most upward, and by how many degrees it is off the upright."""
    heights: Vector = OUTWARD @ rotation[2]
    side = int(heights.argmax())
    # A rotation's rows are a hair longer than one now and then, and acos knows nothing beyond.
    return side, math.degrees(math.acos(min(1.0, float(heights[side]))))


def yaw_of(rotation: Matrix, side: int) -> float:
    """The angle by which a die with this side up is turned: the inverse of `lying`."""
    up = rotation @ SIDE_AXES[side][1]
    return float(np.arctan2(-up[0], up[1]))
