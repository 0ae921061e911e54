"""Where things lie on the table, in millimetres: the map from pixels and the zones. No OpenCV here.

The plane is that of the dice's tops, a die's edge above the mat. Seen from above, x runs to the
right and y towards the viewer at the lower edge of the picture; where the origin is does not
matter. Seat 0 is the player whose zone is `Zone.HAND_0`; swapped seats are a swapped plan.

>>> plan = Plan.whole_picture(640, 480)
>>> plan.zone_of(*plan.to_mm((320.0, 240.0))).value
'table'
>>> plan.zone_of(*plan.to_mm((320.0, 470.0))).value, plan.zone_of(*plan.to_mm((320.0, 5.0))).value
('hand-0', 'hand-1')
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import Any

import numpy as np

from turbo.errors import TurboError
from turbo.game.dice import check_edge
from turbo.game.observation import Observation, Point, SeenDie, is_inside

Matrix = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]
Outline = tuple[Point, ...]


def matrix_of(rows: Iterable[Iterable[float]]) -> Matrix:
    """Three rows of three; a `ValueError` where there are others."""
    (a, b, c), (d, e, f), (g, h, i) = (map(float, row) for row in rows)
    return ((a, b, c), (d, e, f), (g, h, i))


def outline_of(points: Iterable[Sequence[float]]) -> Outline:
    return tuple((float(x), float(y)) for x, y in points)


DEFAULT_EDGE_MM = 16.0
"""A common die's; learned from the user's own where they were enrolled."""

HAND_BAND = 0.22
"""Without a mat: the part of the picture's height, above and below, that belongs to a hand. The
mat's own zones have about this share."""

PRESUMED_WIDTH_MM = 420.0
"""Without a mat and before any die was seen: the width of the table in the picture, that of A3."""


STRAIGHTENING = 6
"""Steps of Newton's rule: of the strongest lens the fourth changes less than a thousandth pixel."""

FOUND = 1e-9
"""A step of so many focal lengths, a millionth of a pixel, is the last."""


class Zone(StrEnum):
    """Whose place it is where a die lies."""

    TABLE = "table"
    HAND_0 = "hand-0"
    HAND_1 = "hand-1"
    OUTSIDE = "outside"

    @staticmethod
    def hand(seat: int) -> "Zone":
        return (Zone.HAND_0, Zone.HAND_1)[seat]

    @property
    def seat(self) -> int | None:
        return {Zone.HAND_0: 0, Zone.HAND_1: 1}.get(self)


@dataclass(frozen=True, slots=True)
class Lens:
    """How a lens bends straight lines: two radial terms about the middle of the picture, in focal
    lengths.

    >>> lens = Lens(1000.0, (640.0, 480.0), bend=-0.12)
    >>> [round(value, 6) for value in lens.bent(lens.straightened((100.0, 50.0)))]
    [100.0, 50.0]
    """

    focal_px: float
    middle_px: Point
    bend: float = 0.0
    far_bend: float = 0.0

    def bent(self, straight_px: Point) -> Point:
        """Where a point is seen that would be here without the bend."""
        x, y = self._flat(straight_px)
        return self._seen(x, y, self._growth(x * x + y * y))

    def straightened(self, seen_px: Point) -> Point:
        """Where a point would be without the bend: its radius by Newton's rule."""
        x, y = self._flat(seen_px)
        target = math.hypot(x, y)
        radius = target
        for _ in range(STRAIGHTENING):
            square = radius * radius
            slope = 1.0 + 3.0 * self.bend * square + 5.0 * self.far_bend * square * square
            # Far out a strong bend turns the curve back, and a slope of 0 would throw it away.
            step = (radius * self._growth(square) - target) / max(slope, 0.2)
            # 72 degrees off the axis: beyond every lens, where Newton's rule may jump.
            radius = min(3.0, max(0.0, radius - step))
            # Near the middle it is found at once, and every corner of every die is asked about.
            if abs(step) < FOUND:
                break
        return self._seen(x, y, radius / target if target else 1.0)

    def _flat(self, point_px: Point) -> Point:
        (x, y), (u, v) = point_px, self.middle_px
        return (x - u) / self.focal_px, (y - v) / self.focal_px

    def _growth(self, square: float) -> float:
        return 1.0 + self.bend * square + self.far_bend * square * square

    def _seen(self, x: float, y: float, factor: float) -> Point:
        u, v = self.middle_px
        return u + self.focal_px * x * factor, v + self.focal_px * y * factor


@dataclass(frozen=True, slots=True)
class Plan:
    """The map from pixels to millimetres and the outlines of the zones in millimetres.

    A point in no outline is outside: off the mat. Outlines are looked at in the order hands, table.
    """

    homography: Matrix
    table_mm: Outline
    hands_mm: tuple[Outline, Outline]
    edge_mm: float = DEFAULT_EDGE_MM
    is_presumed: bool = False
    """The scale was not measured: it may be taken from the dice (`scaled_to`)."""
    lens: Lens | None = None
    """Where it is known: the homography is that of the straightened picture."""

    def __post_init__(self) -> None:
        check_edge(self.edge_mm)
        if min(map(len, (self.table_mm, *self.hands_mm))) < 3:
            raise TurboError("expected at least three corners for every zone of the plan")

    def to_mm(self, point_px: Point) -> Point:
        straight = point_px if self.lens is None else self.lens.straightened(point_px)
        return project(self.homography, straight)

    def to_px(self, point_mm: Point) -> Point:
        straight = project(_inverse(self.homography), point_mm)
        return straight if self.lens is None else self.lens.bent(straight)

    def zone_of(self, x_mm: float, y_mm: float) -> Zone:
        # Hands first: where people draw zones that overlap, a die in a hand is not on the table.
        if is_inside((x_mm, y_mm), self.hands_mm[0]):
            return Zone.HAND_0
        if is_inside((x_mm, y_mm), self.hands_mm[1]):
            return Zone.HAND_1
        return Zone.TABLE if is_inside((x_mm, y_mm), self.table_mm) else Zone.OUTSIDE

    def swapped(self) -> "Plan":
        """The same table with the players on each other's side."""
        return replace(self, hands_mm=(self.hands_mm[1], self.hands_mm[0]))

    def moved(self, from_new_mm: Matrix) -> "Plan":
        """The plan of a camera that was bumped: what is now seen at a place of the old plan lies
        where the matrix says. Zones stay with the table."""
        return replace(self, homography=_product(from_new_mm, self.homography))

    def scaled_to(self, seen: Observation) -> "Plan":
        """The plan whose scale makes the seen dice as large as dice are; as it is without dice."""
        # The middle one below: a phantom or a die that leans must not scale the whole table.
        edges = sorted(edge for die in seen.dice if (edge := self._edge_mm(die)) > 0)
        if not edges or not self.is_presumed:
            return self
        factor = self.edge_mm / edges[len(edges) // 2]
        scale: Matrix = ((factor, 0.0, 0.0), (0.0, factor, 0.0), (0.0, 0.0, 1.0))
        grown = [tuple((x * factor, y * factor) for x, y in zone) for zone in self._zones()]
        homography = _product(scale, self.homography)
        return replace(
            self, homography=homography, table_mm=grown[0], hands_mm=(grown[1], grown[2])
        )

    def _zones(self) -> tuple[Outline, Outline, Outline]:
        return self.table_mm, *self.hands_mm

    def _edge_mm(self, die: SeenDie) -> float:
        """The side of a square as large as the face."""
        corners = [self.to_mm(corner) for corner in die.corners_px]
        pairs = zip(corners, (*corners[1:], corners[0]), strict=True)
        return math.sqrt(abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs)) / 2)

    @staticmethod
    def whole_picture(
        width_px: int,
        height_px: int,
        *,
        edge_mm: float = DEFAULT_EDGE_MM,
        mm_per_px: float | None = None,
    ) -> "Plan":
        """No mat: the camera looks straight down, seat 0 has the lower band, seat 1 the upper one,
        the sets lie between. Without a scale it is presumed until dice are seen."""
        scale = mm_per_px or PRESUMED_WIDTH_MM / width_px
        wide, high, band = width_px * scale, height_px * scale, height_px * scale * HAND_BAND
        return Plan(
            ((scale, 0.0, 0.0), (0.0, scale, 0.0), (0.0, 0.0, 1.0)),
            _box(0.0, band, wide, high - band),
            (_box(0.0, high - band, wide, high), _box(0.0, 0.0, wide, band)),
            edge_mm,
            is_presumed=mm_per_px is None,
        )

    @staticmethod
    def from_corners(
        corners_px: Sequence[Point],
        width_mm: float,
        height_mm: float,
        *,
        edge_mm: float = DEFAULT_EDGE_MM,
    ) -> "Plan":
        """Four corners of the playing field in the picture, clockwise from its upper left one, and
        its size. Each hand zone is a band along the lower or the upper side."""
        field_mm, band = _box(0.0, 0.0, width_mm, height_mm), height_mm * HAND_BAND
        return Plan(
            homography(corners_px, field_mm),
            _box(0.0, band, width_mm, height_mm - band),
            (_box(0.0, height_mm - band, width_mm, height_mm), _box(0.0, 0.0, width_mm, band)),
            edge_mm,
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "homography": [list(row) for row in self.homography],
            "zones_mm": {
                "table": [list(p) for p in self.table_mm],
                "hand_0": [list(p) for p in self.hands_mm[0]],
                "hand_1": [list(p) for p in self.hands_mm[1]],
            },
            "edge_mm": self.edge_mm,
            "is_presumed": self.is_presumed,
            "lens": None if self.lens is None else asdict(self.lens),
        }

    @staticmethod
    def from_json(document: Mapping[str, Any]) -> "Plan":
        """The plan that `to_json` wrote; what else a calibration holds is ignored."""
        try:
            matrix = matrix_of(document["homography"])
            zones = document["zones_mm"]
            table, one, other = (outline_of(zones[key]) for key in ("table", "hand_0", "hand_1"))
            edge_mm = float(document.get("edge_mm", DEFAULT_EDGE_MM))
            lens = _lens(document.get("lens"))
        except (KeyError, TypeError, ValueError, AttributeError):
            raise TurboError(
                'expected a plan: {"homography": 3x3, "zones_mm": {"table": [[x, y], ...],'
                ' "hand_0": [...], "hand_1": [...]}, "edge_mm": number}'
            ) from None
        is_presumed = bool(document.get("is_presumed", False))
        return Plan(matrix, table, (one, other), edge_mm, is_presumed, lens)


def _lens(document: Mapping[str, Any] | None) -> Lens | None:
    if document is None:
        return None
    u, v = document["middle_px"]
    focal_px, bend, far = (float(document[key]) for key in ("focal_px", "bend", "far_bend"))
    return Lens(focal_px, (float(u), float(v)), bend, far)


def homography(from_px: Sequence[Point], to_mm: Sequence[Point]) -> Matrix:
    """The map that takes four points to four others."""
    if len(from_px) != 4 or len(to_mm) != 4:
        raise TurboError("expected four corners of the playing field")
    rows, values = [], []
    for (x, y), (u, v) in zip(from_px, to_mm, strict=True):
        rows.append([x, y, 1.0, 0.0, 0.0, 0.0, -u * x, -u * y])
        rows.append([0.0, 0.0, 0.0, x, y, 1.0, -v * x, -v * y])
        values += [u, v]
    if np.linalg.matrix_rank(rows) < len(rows):
        raise TurboError("expected four corners of a field, no three of them in a line")
    a, b, c, d, e, f, g, h = np.linalg.solve(rows, values).tolist()
    return ((a, b, c), (d, e, f), (g, h, 1.0))


def project(matrix: Matrix, point: Point) -> Point:
    x, y = point
    (a, b, c), (d, e, f), (g, h, i) = matrix
    depth = g * x + h * y + i
    # On the horizon: very far away instead of an error for a pixel that nobody asks about.
    depth = depth if abs(depth) > 1e-12 else 1e-12
    return (a * x + b * y + c) / depth, (d * x + e * y + f) / depth


def _product(left: Matrix, right: Matrix) -> Matrix:
    columns = tuple(zip(*right, strict=True))
    return matrix_of(
        [sum(a * b for a, b in zip(row, column, strict=True)) for column in columns] for row in left
    )


def _inverse(matrix: Matrix) -> Matrix:
    (a, b, c), (d, e, f), (g, h, i) = matrix
    one, two, three = e * i - f * h, f * g - d * i, d * h - e * g
    size = a * one + b * two + c * three
    if abs(size) < 1e-18:
        raise TurboError("expected a plan that maps the picture onto a plane, not onto a line")
    return (
        (one / size, (c * h - b * i) / size, (b * f - c * e) / size),
        (two / size, (a * i - c * g) / size, (c * d - a * f) / size),
        (three / size, (b * g - a * h) / size, (a * e - b * d) / size),
    )


def _box(left: float, top: float, right: float, bottom: float) -> Outline:
    return ((left, top), (right, top), (right, bottom), (left, bottom))
