"""The printed mat: where its markers, zones and patches lie, in millimetres. No OpenCV here.

The origin is the mat's centre, x runs to the right and y away from the player of seat 0, who sits
at the lower long side. Markers and grey patches stand in two columns along the short sides, where
no arm rests; between them lie, from below, the hand of seat 0, the middle for the sets, and the
hand of seat 1. Nothing that matters lies near the seam at x = 0, where two A4 sheets meet.

Everything printed but the text is a filled rectangle, so that the print and a rendered mat are
drawn from one list:

>>> mat = MatGeometry()
>>> len(mat.markers()), len(mat.patches())
(8, 12)
>>> [round(x) for x, _ in mat.markers()[0]], mat.zones()["hand_0"].has(0.0, -100.0)
([-200, -174, -174, -200], True)
"""

from collections.abc import Iterator
from dataclasses import dataclass

from turbo.game.observation import Point

MarkerCorners = tuple[Point, Point, Point, Point]
"""Upper left, upper right, lower right, lower left, as the marker reads."""

MARKER_BITS = (
    0xB532, 0x0F9A, 0x332D, 0x9946, 0x549E, 0x79CD, 0x9E2E, 0xC4F2, 0xFEDA, 0xCF56, 0xF991, 0x11A7,
)  # fmt: skip
"""The inner 4 x 4 cells of the first markers of OpenCV's DICT_4X4_50, row by row, 1 is white. The
mat has the first eight, the corner cards (`vision.mat.cards`) the next four."""

MARKER_CELLS = 6
"""Cells along a marker's side: four of its own and a black rim."""

PAPER = 1.0


@dataclass(frozen=True, slots=True)
class Rectangle:
    """An upright rectangle in millimetres."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def centre(self) -> Point:
        return (self.left + self.right) / 2, (self.bottom + self.top) / 2

    @property
    def outline(self) -> tuple[Point, Point, Point, Point]:
        """Clockwise from the upper left corner, as the mat is seen from above."""
        left, bottom, right, top = self.left, self.bottom, self.right, self.top
        return (left, top), (right, top), (right, bottom), (left, bottom)

    def has(self, x: float, y: float) -> bool:
        return self.left <= x <= self.right and self.bottom <= y <= self.top

    def shrunk(self, rim_mm: float) -> "Rectangle":
        """Without a rim all round."""
        return Rectangle(
            self.left + rim_mm, self.bottom + rim_mm, self.right - rim_mm, self.top - rim_mm
        )

    @staticmethod
    def around(x: float, y: float, width: float, height: float) -> "Rectangle":
        return Rectangle(x - width / 2, y - height / 2, x + width / 2, y + height / 2)


@dataclass(frozen=True, slots=True)
class Patch:
    """A grey area of the mat; `level` runs from 0, full ink, to 1, bare paper."""

    area: Rectangle
    level: float


@dataclass(frozen=True, slots=True)
class MatGeometry:
    """Sizes of the mat in millimetres. A mat that was printed stays as it is: change none."""

    width_mm: float = 420.0
    height_mm: float = 297.0
    """A3 across: two A4 sheets side by side."""
    marker_mm: float = 26.0
    """39 pixels in the farthest picture that dice of 16 mm can be read in (24 pixels each)."""
    marker_x_mm: float = 187.0
    """Centre of the columns: 10 mm of paper remain outside, which any printer leaves white."""
    marker_ys_mm: tuple[float, ...] = (127.0, 42.0, -42.0, -127.0)
    patch_mm: float = 14.0
    """Large enough that a blurred rim leaves 20 clean pixels in the farthest picture."""
    patch_levels: tuple[float, ...] = (0.25, 0.5, 0.75)
    """Upwards at every place. Paper white is beside each of them."""
    patch_ys_mm: tuple[float, ...] = (84.5, -84.5)
    zone_x_mm: float = 168.0
    """Half the width of all zones: leaves the markers their white rim of one cell."""
    table_y_mm: float = 76.0
    """Half the height of the middle: room for eight rows of sets with gaps between them."""
    hand_y_mm: float = 136.0
    """Outer side of the hands: three rows of nine dice each."""
    zone_level: float = 0.5
    """Grey of the zones: halfway between light dice and dark ink, no colour of its own."""
    line_mm: float = 0.8
    ruler_mm: float = 100.0
    ruler_corner_mm: Point = (20.0, -141.0)
    """Lower left end of the ruler: on the right sheet, below the hand of seat 0."""

    @property
    def area(self) -> Rectangle:
        return Rectangle.around(0.0, 0.0, self.width_mm, self.height_mm)

    def markers(self) -> dict[int, MarkerCorners]:
        """The corners of each marker by its number: left column downwards, then the right one."""
        sides = [(x, y) for x in (-self.marker_x_mm, self.marker_x_mm) for y in self.marker_ys_mm]
        return {
            number: Rectangle.around(x, y, self.marker_mm, self.marker_mm).outline
            for number, (x, y) in enumerate(sides)
        }

    def patches(self) -> tuple[Patch, ...]:
        """Grey patches for the colour reference, at four places."""
        size = self.patch_mm
        return tuple(
            Patch(Rectangle.around(x, y + (row - 1) * size, size, size), level)
            for x in (-self.marker_x_mm, self.marker_x_mm)
            for y in self.patch_ys_mm
            for row, level in enumerate(self.patch_levels)
        )

    def printed_areas(self, rim_mm: float) -> tuple[Rectangle, ...]:
        """The markers and patches with a rim around them: what is no die but may look like one."""
        markers = self.markers().values()
        boxes = [Rectangle(left, low, right, top) for (left, top), _, (right, low), _ in markers]
        return tuple(one.shrunk(-rim_mm) for one in (*boxes, *(p.area for p in self.patches())))

    def zones(self) -> dict[str, Rectangle]:
        """The middle and the hands as printed; they touch, so no place between is outside."""
        x, inner, outer = self.zone_x_mm, self.table_y_mm, self.hand_y_mm
        return {
            "table": Rectangle(-x, -inner, x, inner),
            "hand_0": Rectangle(-x, -outer, x, -inner),
            "hand_1": Rectangle(-x, inner, x, outer),
        }

    def drawing(self, *, filled: bool = True) -> Iterator[Patch]:
        """Everything printed but the text, in the order in which it is painted on white paper."""
        for zone in self.zones().values():
            yield from framed(zone, self.line_mm, 0.0, self.zone_level if filled else PAPER)
        yield from self.patches()
        for number, corners in self.markers().items():
            yield from marker_cells(number, corners)
        yield from ruler(self.ruler_corner_mm, self.ruler_mm)


def framed(area: Rectangle, line_mm: float, line: float, level: float) -> Iterator[Patch]:
    """An area within a line of its own level."""
    yield Patch(area, line)
    yield Patch(area.shrunk(line_mm), level)


def marker_cells(number: int, corners: MarkerCorners) -> Iterator[Patch]:
    """An upright marker: a black square and its white cells."""
    (left, top), (right, _), (_, bottom), _ = corners
    cell = (right - left) / MARKER_CELLS
    yield Patch(Rectangle(left, bottom, right, top), 0.0)
    for row in range(4):
        for column in range(4):
            if MARKER_BITS[number] >> (15 - 4 * row - column) & 1:
                x, y = left + (column + 1.5) * cell, top - (row + 1.5) * cell
                yield Patch(Rectangle.around(x, y, cell, cell), PAPER)


def ruler(corner_mm: Point, length_mm: float) -> Iterator[Patch]:
    """A line with a tick every millimetre; the ends of the line are the ruler's ends."""
    x0, y0 = corner_mm
    yield Patch(Rectangle(x0, y0, x0 + length_mm, y0 + 0.3), 0.0)
    for mm in range(int(length_mm) + 1):
        height, x = (3.6 if mm % 10 == 0 else 2.4 if mm % 5 == 0 else 1.4), x0 + mm
        yield Patch(Rectangle.around(x, y0 + height / 2, 0.15, height), 0.0)
