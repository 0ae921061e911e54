"""One die as the words and the page know it, and dice that are out of sight."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from turbo.game.dice import UNREAD, Face
from turbo.game.observation import Point
from turbo.game.sets import Faces
from turbo.live.settling import RestingDie
from vision.mat.plan import Zone


@dataclass(frozen=True, slots=True)
class TrackedDie:
    """A die that lies there: what it is believed to show, and to whom it belongs.

    `landed`: where it came to rest when it was thrown; until it is moved from there it belongs to
    the hand, wherever that is.
    """

    die: RestingDie
    face: Face
    owner: Zone
    landed: Point | None = None
    landed_s: float = 0.0
    """When that throw was told."""
    tipped: Face | None = None
    """What it shows since a throw has tipped it: it counts with the face that it had before, and is
    to be set back."""

    @property
    def id(self) -> int:
        return self.die.id

    @property
    def place(self) -> Point:
        return self.die.x_mm, self.die.y_mm


@dataclass(slots=True)
class Episode:
    """A player's dice that went out of sight, and what came to light since."""

    taken: list[TrackedDie] = field(default_factory=list)
    arrived: list[int] = field(default_factory=list)


def chance_of(die: RestingDie, face: Face) -> float:
    return next((r.confidence for r in die.readings if r.face == face), 0.0)


def faces_of(dice: Iterable[TrackedDie]) -> Faces:
    return tuple(known.face for known in dice)


def has_unread(dice: Iterable[TrackedDie]) -> bool:
    return any(known.face == UNREAD for known in dice)
