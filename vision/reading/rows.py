"""From tiles as seen to a layout as written: rows side by side, each a set. No OpenCV here.

Tile rulebooks know no crossword: tiles that touch with their long sides are a row, and rows never
form columns. Players sit on all sides, so a row may be turned any way; it is written as one reads
it, from the left of its numerals.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from turbo.game.layout import Layout
from turbo.game.observation import Observation, Point, SeenDie
from turbo.game.sets import Cell
from vision.reading.grid import LayoutReading


@dataclass(frozen=True, slots=True)
class RowsTuning:
    """When tiles lie side by side; lengths in widths of a tile."""

    sure: float = 0.9
    """A face read with less confidence than this is written as unread."""
    apart: tuple[float, float] = (0.7, 1.35)
    """From middle to middle: rows that people part have half a tile between them."""
    aside: float = 0.35
    """How far a tile may lie before or behind its neighbour."""
    body: float = 0.2
    """From the middle of the upper square, which is seen, to that of a tile of 1 : 1.4."""


@dataclass(frozen=True, slots=True)
class _Tile:
    centre: Point
    right: Point
    width: float

    @staticmethod
    def of(die: SeenDie, body: float) -> "_Tile":
        """By the tile's own middle: tiles of a row are level, also one that lies upside down."""
        turn = math.radians(die.rotation_deg or 0.0)
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = die.corners_px
        sides = ((x0, y0, x1, y1), (x1, y1, x2, y2), (x2, y2, x3, y3), (x3, y3, x0, y0))
        width = sum(math.hypot(c - a, d - b) for a, b, c, d in sides) / 4
        (x, y), (right, down) = die.centre_px, (math.cos(turn), math.sin(turn))
        middle = (x - down * body * width, y + right * body * width)
        return _Tile(middle, (right, down), max(width, 1.0))

    def sees(self, other: "_Tile") -> tuple[float, float]:
        """How far another lies to the right and ahead, in widths."""
        dx, dy = (o - c for o, c in zip(other.centre, self.centre, strict=True))
        rx, ry = self.right
        return (dx * rx + dy * ry) / self.width, (-dx * ry + dy * rx) / self.width

    def is_beside(self, other: "_Tile", tuning: RowsTuning) -> bool:
        """Whether each has the other at its side, upright to it or upside down."""
        along, off = self.sees(other)
        near, far = tuning.apart
        # The sine of the angle between them: 30 degrees.
        turned = abs(self.right[0] * other.right[1] - self.right[1] * other.right[0]) > 0.5
        return near <= abs(along) <= far and abs(off) <= tuning.aside and not turned


def read_rows(seen: Observation, chosen: Iterable[int] | None = None) -> LayoutReading:
    """The rows in reading order, top to bottom and from the left, each an island of one row."""
    tuning = RowsTuning()
    tiles = [_Tile.of(die, tuning.body) for die in seen.dice]
    wanted = set(range(len(tiles)) if chosen is None else chosen)
    rows = [_in_order(row, tiles) for row in _chains(tiles, wanted, tuning)]
    # By the first tile: a row that is turned has no height of its own.
    rows.sort(key=lambda row: (tiles[row[0]].centre[1], tiles[row[0]].centre[0]))
    cells: list[Cell | None] = [None] * len(tiles)
    for number, row in enumerate(rows):
        for column, tile in enumerate(row):
            cells[tile] = (number, 0, column)
    islands = tuple((tuple(seen.dice[i].face(tuning.sure) for i in row),) for row in rows)
    return LayoutReading(Layout(islands), tuple(cells))


def _chains(tiles: list[_Tile], wanted: set[int], tuning: RowsTuning) -> list[list[int]]:
    left, rows = set(wanted), []
    while left:
        row, waiting = [], [left.pop()]
        while waiting:
            one = waiting.pop()
            row.append(one)
            beside = [i for i in left if tiles[one].is_beside(tiles[i], tuning)]
            left -= set(beside)
            waiting += beside
        rows.append(row)
    return rows


def _in_order(row: list[int], tiles: list[_Tile]) -> list[int]:
    """From the left as most of its numerals stand. The way of the row is the tiles' own, whichever
    way up they lie: of as many upright ones as others the mere sum would be noise."""
    rights = [tiles[i].right for i in row]
    x0, y0 = rights[0]
    ways = [1.0 if x * x0 + y * y0 >= 0 else -1.0 for x, y in rights]
    # As many one way up as the other: then from the left of the picture.
    most = sum(ways) or x0 or 1.0
    x = most * sum(way * r[0] for way, r in zip(ways, rights, strict=True))
    y = most * sum(way * r[1] for way, r in zip(ways, rights, strict=True))
    return sorted(row, key=lambda i: tiles[i].centre[0] * x + tiles[i].centre[1] * y)
