"""A table at rest: what was seen of it, what hides a part of it, and what lies behind that.

This is the evidence from which everything is decided. It says what was measured and invents no die.
"""

import math
from dataclasses import dataclass, replace
from enum import StrEnum

from turbo.errors import TurboError
from turbo.game.dice import UNREAD, Face
from turbo.game.observation import Doubt, Reading
from turbo.live.cocked import BADLY
from turbo.live.occlusion import StandingOccluder
from turbo.live.tracking import Corners
from vision.mat.plan import Zone


class Cause(StrEnum):
    """What disturbs a table."""

    MOVED = "moved"
    GONE = "gone"
    NEW = "new"
    HAND = "hand"


@dataclass(frozen=True, slots=True)
class RestingDie:
    """A die that lies still: where, whose place that is, and what it shows."""

    id: int
    x_mm: float
    y_mm: float
    turn_deg: float
    zone: Zone
    face: Face
    """Unread where the frames are not sure enough or the die surely does not lie free and flat."""
    readings: tuple[Reading, ...]
    doubts: tuple[Doubt, ...]
    corners_mm: Corners
    corners_px: Corners
    since_s: float
    supposed: Face = UNREAD
    """What it shows if it lies flat after all, though it seems to lie badly."""

    @property
    def confidence(self) -> float:
        return self.readings[0].confidence if self.readings else 0.0

    def apart_mm(self, other: "RestingDie") -> float:
        return math.dist((self.x_mm, self.y_mm), (other.x_mm, other.y_mm))

    def moved(self, x_mm: float, y_mm: float) -> "RestingDie":
        """The same die farther on by this much."""
        one, two, three, four = ((x + x_mm, y + y_mm) for x, y in self.corners_mm)
        corners = (one, two, three, four)
        return replace(self, x_mm=self.x_mm + x_mm, y_mm=self.y_mm + y_mm, corners_mm=corners)

    @property
    def lies_badly(self) -> bool:
        """Whether it is to be thrown again: it is cocked, lies on another or off the mat."""
        return self.zone is Zone.OUTSIDE or (self.face.is_unread and self.seems_badly)

    @property
    def seems_badly(self) -> bool:
        """The same, or only a suspicion of it: who throws it again may well be right."""
        return self.zone is Zone.OUTSIDE or not BADLY.isdisjoint(self.doubts)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything lies still. What is seen and what is only known to lie there are kept apart: a die
    is in one of both, and in neither twice. `bump`: by how much the camera or the mat was moved."""

    at_s: float
    seen: tuple[RestingDie, ...]
    left_s: tuple[tuple[int, float], ...] = ()
    """Dice that are gone, by number, and when each was seen last."""
    lifted: frozenset[int] = frozenset()
    """Those of them whose place lay open and bare for a while: a hand that is only over a die hides
    its place as well."""
    bump_mm: float = 0.0
    hidden: tuple[StandingOccluder, ...] = ()
    """Foreign things that stand on the mat: what lies behind them cannot be seen now."""
    covered: tuple[RestingDie, ...] = ()
    """Dice that nobody sees now and that lie behind one of these, as they lay before it stood there
    (by `turbo.live.covering`)."""

    def __post_init__(self) -> None:
        numbers = [die.id for die in (*self.seen, *self.covered)]
        if len(set(numbers)) != len(numbers):
            raise TurboError(f"expected every die in one place, got the numbers {numbers}")

    @property
    def dice(self) -> tuple[RestingDie, ...]:
        """All that lies there, in the order of their numbers."""
        return tuple(sorted((*self.seen, *self.covered), key=lambda die: die.id))


@dataclass(frozen=True, slots=True)
class TableDisturbed:
    at_s: float
    cause: Cause
    side: int | None = None
    """Where it is a hand: the seat from whose side it reaches in, if that can be told."""
    taken: tuple[int, ...] = ()
    """Dice that lay there and are gone while nothing came to light elsewhere: somebody has them."""
