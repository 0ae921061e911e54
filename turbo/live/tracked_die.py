"""One die as the live table knows it, dice that are out of sight, and how each is recognised."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from turbo.game.dice import UNREAD, Face
from turbo.game.observation import Point, Reading
from turbo.game.sets import Faces
from turbo.live.settling import RestingDie
from vision.mat.plan import Zone

WORTH_NAMING = 0.08
"""Readings that are less likely do not help to recognise a doubtful die."""

LEANS_LIKE = 0.4
"""The reader gives a die that seems to lean half of its confidence at most: this much of it means
that it has hardly a doubt about the face."""


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
    was: Face | None = None
    """Out of sight: the face before it was turned, if it was, so that it can be turned back."""
    tipped: Face | None = None
    """What it shows since a throw has tipped it: it counts with the face that it had before, and is
    to be set back."""

    @property
    def id(self) -> int:
        return self.die.id

    @property
    def place(self) -> Point:
        return self.die.x_mm, self.die.y_mm


def appearance(die: RestingDie) -> frozenset[Face]:
    """By what a die is recognised: its face, or that it is unread and all that it may show. A
    doubtful die is never taken for one that was read, or doubt would be guessed away."""
    if not die.face.is_unread:
        return frozenset({die.face})
    named = (r.face for r in die.readings if r.confidence >= WORTH_NAMING)
    return frozenset((UNREAD, *named))


@dataclass(frozen=True, slots=True)
class MissingDie:
    """A die that is out of sight: as it was last known, and when that was."""

    known: TrackedDie
    left_s: float
    is_lifted: bool = False
    """Whether its place was seen bare: it was not just moved a little under a hand."""


@dataclass(slots=True)
class Episode:
    """A player's dice that went out of sight, and what came to light since."""

    taken: list[MissingDie] = field(default_factory=list)
    arrived: list[int] = field(default_factory=list)
    arrived_s: float = 0.0
    moved: list[RestingDie] = field(default_factory=list)
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


def looks_only_like(die: RestingDie) -> Face | None:
    """The face of a die that seems to lean, where it looks like no other."""
    first, *others = die.readings or (None,)
    if first is None or first.confidence < LEANS_LIKE:
        return None
    # Half of it, since a die that seems to lean has only half of its confidence.
    is_only = all(one is None or one.confidence < WORTH_NAMING / 2 for one in others)
    return first.face if is_only else None


def may_show(die: RestingDie, mark: frozenset[Face]) -> bool:
    """Whether a die that was known may be one of which that is seen: they have a face in common.
    That neither can be read makes no two dice alike."""
    return bool((mark & appearance(die)) - {UNREAD})


def may_be_same(before: RestingDie, now: RestingDie) -> bool:
    """Whether a die that lay well shows what it showed, where it was read only the one time."""
    is_doubtful = before.face.is_unread != now.face.is_unread
    return is_doubtful and not before.lies_badly and may_show(before, appearance(now))


HARDLY_DOUBTFUL = 0.7
"""A die that lies free and is read with this much looks like nothing else."""


def _is_hardly_doubtful(known: TrackedDie, face: Face) -> bool:
    """Whether a die that was only moved shows what it showed, as far as it can be read: what is
    known of it and what is seen of it agree, and each alone is nearly sure."""
    first, *others = known.die.readings or (None,)
    if first is None or known.die.doubts or not known.face.is_unread or first.face != face:
        return False
    is_only = all(one is None or one.confidence < WORTH_NAMING for one in others)
    return is_only and first.confidence >= HARDLY_DOUBTFUL


def may_be(known: TrackedDie, before: TrackedDie) -> bool:
    """The same of a die in the middle that seems to lean now: a set that was hit is pushed
    together, and a die of it may stand askew against others; and who lays a die lays it flat."""
    leans = known.die.lies_badly and looks_only_like(known.die) == before.face
    return _is_hardly_doubtful(known, before.face) or (leans and known.die.zone is Zone.TABLE)


def shows_another(known: TrackedDie, die: RestingDie) -> bool:
    """Whether another die may lie there: one that a throw has tipped shows what it showed then."""
    return not die.face.is_unread and die.face not in (known.face, known.tipped)


def as_it_counts(known: TrackedDie) -> TrackedDie:
    """One that was tipped and is taken up comes back as it was before: so it is recognised."""
    if known.tipped is None:
        return known
    readings = (Reading(known.face, 1.0),)
    return replace(known, die=replace(known.die, face=known.face, readings=readings))


def chance_of(die: RestingDie, face: Face) -> float:
    return next((r.confidence for r in die.readings if r.face == face), 0.0)


def faces_of(dice: Iterable[TrackedDie]) -> Faces:
    return tuple(known.face for known in dice)


def has_unread(dice: Iterable[TrackedDie]) -> bool:
    return any(known.face == UNREAD for known in dice)
