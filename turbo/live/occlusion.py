"""What cannot be seen of a table: outlines in millimetres, and since when something stands there.

A hand, a cup, a telephone: whatever covers a part of the mat is a *foreign thing*. While it moves
it disturbs; once it stands it is furniture, and what lies under it is hidden. What is hidden is
unknown: nobody misses it, nobody is convicted by it, and the words say what to lift.

>>> cup = StandingOccluder(((0.0, 0.0), (80.0, 0.0), (80.0, 80.0), (0.0, 80.0)), since_s=3.0)
>>> cup.hides((40.0, 40.0)), cup.hides((90.0, 40.0)), cup.hides((90.0, 40.0), margin_mm=12.0)
(True, False, True)
>>> rim = StandingOccluder(((0.0, 0.0), (80.0, 0.0), (80.0, 80.0), (50.0, 30.0)), since_s=3.0)
>>> rim.surrounds((60.0, 50.0)), rim.surrounds((20.0, 60.0))
(True, False)
"""

import math
from dataclasses import dataclass
from itertools import pairwise

from turbo.errors import TurboError
from turbo.game.observation import Point, is_inside

Outline = tuple[Point, ...]
"""The corners of an area in millimetres, one after the other."""


@dataclass(frozen=True, slots=True)
class StandingOccluder:
    """A foreign thing that stands still, and since when."""

    outline: Outline
    since_s: float
    is_arm: bool = False
    """Whether it reaches in from where a player sits, and lies on dice."""
    covers: bool = True
    """Whether a die may lie under it on the mat: what stands beyond the rim hides none there."""

    def __post_init__(self) -> None:
        if len(self.outline) < 3:
            raise TurboError(f"expected three corners or more, got {len(self.outline)}")

    @property
    def middle(self) -> Point:
        xs, ys = zip(*self.outline, strict=True)
        return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2

    def hides(self, place: Point, margin_mm: float = 0.0) -> bool:
        """Whether something that lies here may be behind it."""
        return is_inside(place, self.outline) or distance_mm(self.outline, place) <= margin_mm

    def surrounds(self, place: Point) -> bool:
        """Whether it stands around this place, as a cup does around what lies in it."""
        x, y = place
        turns = sorted(math.atan2(y1 - y, x1 - x) for x1, y1 in self.outline)
        return max(b - a for a, b in pairwise((*turns, turns[0] + math.tau))) < math.pi


def distance_mm(outline: Outline, place: Point) -> float:
    """From a place to the nearest point of the outline."""
    return min(_to_side(place, one, other) for one, other in _sides(outline))


def _sides(outline: Outline) -> list[tuple[Point, Point]]:
    return list(zip(outline, (*outline[1:], outline[0]), strict=True))


def _to_side(place: Point, one: Point, other: Point) -> float:
    (x, y), (x1, y1), (x2, y2) = place, one, other
    length = (x2 - x1) ** 2 + (y2 - y1) ** 2
    # An outline may name the same corner twice: that side is a point.
    part = ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length if length else 0.0
    part = min(1.0, max(0.0, part))
    return math.dist(place, (x1 + part * (x2 - x1), y1 + part * (y2 - y1)))
