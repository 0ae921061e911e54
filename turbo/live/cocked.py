"""Whether a die that seems to lie badly may lie flat all the same, by what can be measured of it.

Recognition errs on dice that lie flat beside others, and seldom on one that leans steeply. A die
needs something to lean on or to lie on, and one that leans far has no square top. Where neither is
seen, its face is believed at once and the suspicion is kept: if the player throws just this die
again, it was a rethrow, and if everybody plays on, it lay well. Nobody waits, nobody is asked.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from turbo.game.dice import UNREAD, Face
from turbo.game.observation import Doubt, Reading
from turbo.live.tracking import Corners, Track
from vision.mat.plan import Plan, Zone

BADLY = frozenset({Doubt.COCKED, Doubt.STACKED})
"""What is seen of dice that do not lie flat on the mat."""


@dataclass(frozen=True, slots=True)
class LeanTuning:
    """What a die needs to lie badly; lengths in edges of a die."""

    beside: float = 0.85
    """A die that leans with a plain top has another face nearer than this: of dice that lie flat no
    two middles are nearer than an edge, less the error of both."""
    under: float = 1.25
    """A die lies on another that is no farther than this: its middle is over the other one, or
    between two, and what is seen of these is the part that it does not cover. One that is seen
    whole has nothing on it."""
    whole: float = 0.9
    """This sure of a face is who sees all of it."""
    square: float = 0.88
    """The shorter way across a top as a part of the longer one: the cosine of 28 degrees. Who leans
    by less shows plainly which face is up."""
    likely: float = 0.4
    """The reader gives a die that seems to lean half of its confidence at most: this much of it
    means that it has hardly a doubt about the face,"""
    also: float = 0.04
    """if no other face has this much."""


def may_lie_flat(track: Track, others: Iterable[Track], plan: Plan, tuning: LeanTuning) -> bool:
    """Whether its face can be believed although it seems to lean or to lie on another. `badly` is
    told by two faces that are seen too near to each other: that is no mere suspicion."""
    if not track.doubts or not BADLY.issuperset(track.doubts) or track.badly is not None:
        return False
    if supposed(track.readings, tuning).is_unread:
        return False
    # Both: a die needs something to lean on, and one that leans far has no square top.
    return not _leans_on(track, others, plan, tuning) and _is_square(track, tuning)


def supposed(readings: Sequence[Reading], tuning: LeanTuning) -> Face:
    """What a die shows of whose face there is hardly a doubt, if it lies flat."""
    first, *rest = *readings, Reading(UNREAD, 0.0)
    is_plain = first.confidence >= tuning.likely
    return first.face if is_plain and all(r.confidence < tuning.also for r in rest) else UNREAD


def _leans_on(track: Track, others: Iterable[Track], plan: Plan, tuning: LeanTuning) -> bool:
    """Whether another die or the rim of the mat is near enough."""
    x, y = track.last.x_mm, track.last.y_mm
    beside_mm = tuning.beside * plan.edge_mm
    far_mm = tuning.under * plan.edge_mm if Doubt.STACKED in track.doubts else beside_mm
    for other in others:
        is_whole = not other.doubts and other.confidence >= tuning.whole
        apart_mm = math.dist((x, y), (other.last.x_mm, other.last.y_mm))
        if other is not track and apart_mm < (beside_mm if is_whole else far_mm):
            return True
    # Half a diagonal, and the error of the place: nothing lies on the rim, it only leans there.
    by = beside_mm
    around = ((x + by, y), (x - by, y), (x, y + by), (x, y - by))
    return any(plan.zone_of(*place) is Zone.OUTSIDE for place in around)


def _is_square(track: Track, tuning: LeanTuning) -> bool:
    """By most of the frames at rest: single corners are off by a pixel or two."""
    return median(squareness(one.corners_mm) for one in track.rest) >= tuning.square


def squareness(corners: Sequence[tuple[float, float]] | Corners) -> float:
    """The shorter way across a face, or diagonal, as a part of the longer one.

    >>> squareness(((0.0, 0.0), (16.0, 0.0), (16.0, 12.0), (0.0, 12.0)))
    0.75
    """
    one, two, three, four = corners
    across = math.dist(one, two) + math.dist(three, four)
    down = math.dist(two, three) + math.dist(four, one)
    diagonals = math.dist(one, three), math.dist(two, four)
    longest = max(across, down), max(diagonals)
    return min(min(across, down) / max(longest[0], 1e-9), min(diagonals) / max(longest[1], 1e-9))
