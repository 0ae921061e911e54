"""Which dice lie behind something that stands on the mat, by what was seen alone. Each hypothesis
says besides which of its eighteen dice a thing hides (`turbo.live.belief.measurement`); this is
known before there is one, and where a round has not begun.

A die that was confirmed and is not seen now lies where it lay if a cup, a telephone or a hand that
rests stands there since; unless its place was seen bare meanwhile, or as many others have come to
light that may be it. No die is made up: each of these was seen before, and each is in one place.
"""

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from turbo.game.dice import UNREAD, Face
from turbo.live.occlusion import StandingOccluder
from turbo.live.snapshot import RestingDie, Snapshot
from turbo.live.tracking import Track


@dataclass(frozen=True, slots=True)
class CoverTuning:
    """Lengths in millimetres, times in seconds."""

    edge_mm: float
    apart_mm: float
    """Two dice lie no nearer to each other than this."""
    stood_s: float
    """Something that had stood for so long when others came to light has not let them go."""

    @property
    def margin_mm(self) -> float:
        """A die of which half is seen is not found."""
        return self.edge_mm / 2


@dataclass(frozen=True, slots=True)
class TrackedTable:
    """What is followed now: dice that lie there, dice that are gone, and what hides a part."""

    lying: Mapping[int, Track]
    gone: Mapping[int, Track]
    bare: frozenset[int]
    """Dice whose place was seen bare since they lay there."""
    things: tuple[StandingOccluder, ...]


def covered(before: Snapshot, seen: TrackedTable, tuning: CoverTuning) -> tuple[RestingDie, ...]:
    """Of the dice that lay there before, those that lie behind something now."""
    missing = [die for die in before.dice if die.id not in seen.lying]
    under = [die for die in missing if _may_lie_under(die, seen, tuning)]
    came = _came(before, seen, tuning)
    shown = {best_face(track) for track in came}
    # One that shows what has come may have been driven out from there.
    alone = [die for die in under if best_face(die) not in shown]
    sure = [die for die in alone if _stays_under(die, seen, came, tuning)]
    gone = [die for die in missing if die not in sure]
    return (*sure, *_not_taken(gone, under, came))


def _may_lie_under(die: RestingDie, seen: TrackedTable, tuning: CoverTuning) -> bool:
    """Whether something hides its place that was not seen bare, and no other lies there: that would
    be itself, hit or nudged."""
    place = die.x_mm, die.y_mm
    if die.id in seen.bare or not any(t.hides(place, tuning.margin_mm) for t in seen.things):
        return False
    others = (math.dist(place, (t.last.x_mm, t.last.y_mm)) for t in seen.lying.values())
    return all(apart > tuning.apart_mm for apart in others)


def _came(before: Snapshot, seen: TrackedTable, tuning: CoverTuning) -> list[Track]:
    """Dice that came to light. What a lifted cup uncovers lay there all the time: it is none of
    those behind the other."""
    known = {die.id for die in before.dice}
    new = (track for id_, track in seen.lying.items() if id_ not in known)
    return [track for track in new if not _was_hidden(track, before.hidden, tuning.margin_mm)]


def _stays_under(
    die: RestingDie, seen: TrackedTable, came: list[Track], tuning: CoverTuning
) -> bool:
    """Whether something hides it that had stood there before any of those came, and since when it
    was not seen: what was seen beside a standing thing, and is gone, was taken."""
    first_s = min((track.began_s for track in came), default=math.inf)
    gone = seen.gone.get(die.id)
    return gone is not None and any(
        thing.hides((die.x_mm, die.y_mm), tuning.margin_mm)
        and gone.seen_s - tuning.stood_s <= thing.since_s <= first_s - tuning.stood_s
        for thing in seen.things
    )


def _was_hidden(track: Track, things: tuple[StandingOccluder, ...], margin_mm: float) -> bool:
    """Whether it came to light because something was taken away that had stood before it."""
    return any(one.hides((track.last.x_mm, track.last.y_mm), margin_mm) for one in things)


def _not_taken(
    gone: list[RestingDie], under: list[RestingDie], came: list[Track]
) -> list[RestingDie]:
    """Of those under something, the ones that are none of those that came: what shows the same was
    taken there, and any other may be one that shows something else since."""
    shown = Counter(best_face(track) for track in came)
    # What lay open first: of two that show the same, that one was taken.
    order = sorted(gone, key=lambda die: die in under)
    left = [die for die in order if not _taken_from(shown, best_face(die))]
    rest = [die for die in left if die in under]
    return rest[: max(0, len(left) - shown.total())]


def _taken_from(faces: Counter[Face], face: Face) -> bool:
    """Whether there was one of this face; then it is taken out."""
    has_one = faces[face] > 0
    faces[face] -= has_one
    return has_one


def best_face(die: RestingDie | Track) -> Face:
    return die.readings[0].face if die.readings else UNREAD
