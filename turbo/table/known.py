"""One die as the live table knows it, and dice that are out of sight."""

from dataclasses import dataclass, field

from turbo.game.dice import UNREAD, Face
from turbo.game.observation import Point
from turbo.game.sets import Faces
from turbo.table.settling import SettledDie
from vision.mat.plan import Zone

WORTH_NAMING = 0.08
"""Readings that are less likely do not help to recognise a doubtful die."""


@dataclass(frozen=True, slots=True)
class Known:
    """A die that lies there: what it is believed to show, and to whom it belongs.

    `landed`: where it came to rest when it was thrown; until it is moved from there it belongs to
    the hand, wherever that is.
    """

    die: SettledDie
    face: Face
    owner: Zone
    landed: Point | None = None
    landed_s: float = 0.0
    """When that throw was told."""
    was: Face | None = None
    """Out of sight: the face before it was turned, if it was, so that it can be turned back."""

    @property
    def id(self) -> int:
        return self.die.id

    @property
    def place(self) -> Point:
        return self.die.x_mm, self.die.y_mm


def mark_of(die: SettledDie) -> frozenset[Face]:
    """By what a die is recognised: its face, or that it is unread and all that it may show. A
    doubtful die is never taken for one that was read, or doubt would be guessed away."""
    if not die.face.is_unread:
        return frozenset({die.face})
    named = (r.face for r in die.readings if r.confidence >= WORTH_NAMING)
    return frozenset((UNREAD, *named))


@dataclass(frozen=True, slots=True)
class Away:
    """A die that is out of sight: as it was last known, and when that was."""

    known: Known
    left_s: float


@dataclass(slots=True)
class Episode:
    """A player's dice that went out of sight, and what came to light since."""

    taken: list[Away] = field(default_factory=list)
    arrived: list[int] = field(default_factory=list)
    arrived_s: float = 0.0
    moved: list[SettledDie] = field(default_factory=list)
    """Dice that had come and were moved before anything was told: as they came."""

    def copy(self) -> "Episode":
        return Episode(list(self.taken), list(self.arrived), self.arrived_s, list(self.moved))

    @property
    def cup(self) -> Faces:
        return tuple(away.known.face for away in self.taken)

    @property
    def left_s(self) -> float:
        """When the last of them went."""
        return max((away.left_s for away in self.taken), default=0.0)
