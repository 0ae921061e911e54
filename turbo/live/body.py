"""One die as it is believed to be: whose it is, what it shows, where it lies or lay last."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from turbo.game.dice import UNREAD, Face
from turbo.game.observation import Point
from turbo.game.sets import Faces
from turbo.live.occlusion import StandingOccluder
from turbo.live.snapshot import RestingDie
from vision.mat.plan import Zone

TABLE, BAG = 2, 3


@dataclass(frozen=True, slots=True)
class Body:
    """One of eighteen: whose it is, what it shows, and how it was seen last."""

    owner: int
    face: Face = UNREAD
    die: RestingDie | None = None
    landed: Point | None = None
    """Where it came to lie when it was thrown, until it is moved from there."""
    is_seen: bool = False
    is_covered: bool = False
    """Something stands where it lay,"""
    may_be_gone: bool = False
    """and nobody looked for so long before that stood there that it may be in a cup."""
    was: Face | None = None
    """What it showed before somebody turned it."""
    said_of: Face | None = None
    """What the camera reads where people have said something else."""
    tipped: bool = False
    """A throw has tipped it: it counts as before, and shows `said_of`."""
    hit: Face | None = None
    """What it showed in the same throw before that throw hit it,"""
    is_back: bool = False
    """and whether people have set it back."""
    lost: Face | None = None
    """What it showed before it was moved and could not be read any more."""
    cast_s: float = 0.0
    """When it was thrown last,"""
    seemed_badly: bool = False
    """and whether it seemed to lie badly in a look since, while it lay where it had landed."""
    laid_by: int | None = None
    """Who laid it, until the table is accepted."""
    left_s: float = 0.0
    """When it was seen last, while it is out of sight."""
    others: tuple[RestingDie, ...] = ()
    """Out of sight since a throw: the dice that came out of the cup, any of which it may be."""

    behind: tuple[StandingOccluder, ...] = ()
    """And what stood there then: it lies behind one of these."""

    @property
    def is_there(self) -> bool:
        """Whether it is known where it lies."""
        return self.is_seen or self.is_covered

    @property
    def variants(self) -> "tuple[Body, ...]":
        """Which of the dice it may be that were out of sight together."""
        if not self.others:
            return (self,)
        one = replace(self, others=())
        return one, *(replace(one, die=die, face=die.face, lost=None) for die in self.others)

    @property
    def lies_well(self) -> bool:
        return self.die is not None and not (self.die.face.is_unread or self.may_lie_badly)

    @property
    def may_lie_badly(self) -> bool:
        """Whether it seems to lie badly, or has since it landed there: from beside the table a die
        that leans shows a side as if that were its top, in every second look."""
        return self.die is not None and (self.seemed_badly or self.die.seems_badly)

    def thrown_unseen(self, behind: "tuple[StandingOccluder, ...]" = ()) -> "Body":
        """It was in the cup, has not been seen since, and nobody knows what it shows."""
        assert self.die is not None
        die = replace(self.die, face=UNREAD, readings=())
        return replace(
            self, face=UNREAD, die=die, landed=None, is_seen=False, is_covered=False, behind=behind
        )

    def said(self, face: Face) -> "Body":
        """People say what it shows, whatever the camera reads."""
        read = None if self.die is None or self.die.face == face else self.die.face
        return replace(self, face=face, was=None, said_of=read)

    @property
    def known(self) -> Face:
        """What it shows, or showed when it could be read last."""
        return self.face if self.lost is None else self.lost

    @property
    def place(self) -> Point | None:
        return None if self.die is None else (self.die.x_mm, self.die.y_mm)

    @property
    def lies(self) -> RestingDie:
        """As it lies, or lay when it was seen last: of one that has been seen."""
        assert self.die is not None
        return self.die

    @property
    def zone(self) -> Zone | None:
        """Before whom it was seen last, whosever it is."""
        return None if self.die is None else self.die.zone

    @property
    def seat(self) -> int | None:
        """The player whose it is."""
        return self.owner if self.owner in (0, 1) else None

    @property
    def id(self) -> int:
        return -1 if self.die is None else self.die.id


def lies_there(die: RestingDie) -> Body:
    """A die that is none of the eighteen: of whoever it lies before."""
    seat = die.zone.seat
    owner = seat if seat is not None else (TABLE if die.zone is Zone.TABLE else BAG)
    return Body(owner, die.face, die, is_seen=True)


def chance_of(die: RestingDie, face: Face) -> float:
    return next((r.confidence for r in die.readings if r.face == face), 0.0)


def faces_of(dice: Iterable[Body]) -> Faces:
    return tuple(body.face for body in dice)


def from_left(dice: Iterable[Body]) -> list[Body]:
    """As they lie, from left to right."""
    return sorted(dice, key=lambda body: body.place or (0.0, 0.0))
