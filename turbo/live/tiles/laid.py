"""Tiles as they lie, in millimetres, and the rows they form. No OpenCV here.

A tile is known by its place: one that lies where it lay, and that the camera cannot read now, shows
what it showed. What is new and cannot be read stays unread.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from turbo.game.dice import SPECIAL, UNREAD, Face
from turbo.game.editions import Edition
from turbo.game.layout import Layout
from turbo.game.observation import Observation, Point, Reading, SeenDie
from turbo.game.sets import Faces
from turbo.storage.session import DieNumbers, IslandPlace
from vision.mat.plan import Plan
from vision.reading.grid import LayoutReading
from vision.reading.rows import RowsTuning, read_rows

Corners = tuple[Point, Point, Point, Point]

SAME_PLACE = 0.3
"""Widths within which a tile lies where one lay: half of what parts two neighbours that overlap."""

SAME_TURN_DEG = 15.0
"""And turned by no more than this: who lays a tile back does so within 5 degrees, or elsewhere."""


@dataclass(frozen=True, slots=True)
class LaidTile:
    """A tile that lies still. The place is that of the upper square, where its numeral stands."""

    id: int
    corners_mm: Corners
    turn_deg: float
    """From the plan's up to the numeral's, clockwise."""
    face: Face
    """Unread where the looks are not sure enough."""
    readings: tuple[Reading, ...] = ()
    corners_px: Corners | None = None

    @property
    def place(self) -> Point:
        xs, ys = zip(*self.corners_mm, strict=True)
        return sum(xs) / 4, sum(ys) / 4

    @property
    def likeliest(self) -> Face:
        """What it looks like most, however sure that is."""
        return self.readings[0].face if self.readings else UNREAD

    @property
    def centre_px(self) -> Point:
        """Where it is seen in the picture."""
        xs, ys = zip(*(self.corners_px or self.corners_mm), strict=True)
        return sum(xs) / 4, sum(ys) / 4

    @property
    def width_mm(self) -> float:
        (x1, y1), (x2, y2) = self.corners_mm[:2]
        return math.hypot(x2 - x1, y2 - y1)

    def lies_as(self, other: "LaidTile") -> bool:
        apart = math.dist(self.place, other.place)
        # The short way round: 359 and 1 degree are two apart.
        turned = abs((self.turn_deg - other.turn_deg + 180.0) % 360.0 - 180.0)
        return apart <= SAME_PLACE * self.width_mm and turned <= SAME_TURN_DEG


Laid = tuple[LaidTile, ...]


def flattened(die: SeenDie, plan: Plan) -> SeenDie:
    """A tile of the picture as the plan has it: in millimetres, upright by the plan's own up."""
    first, second, third, fourth = (plan.to_mm(corner) for corner in die.corners_px)
    turn = math.radians(die.rotation_deg or 0.0)
    x, y = die.centre_px
    reach = math.dist(die.corners_px[0], die.corners_px[2]) / 4
    (x0, y0), (x1, y1) = (
        plan.to_mm((x, y)),
        plan.to_mm((x + reach * math.sin(turn), y - reach * math.cos(turn))),
    )
    upright = math.degrees(math.atan2(x1 - x0, y0 - y1)) % 360.0
    return replace(die, corners_px=(first, second, third, fourth), rotation_deg=upright)


def recognised(now: Laid, before: Iterable[LaidTile]) -> Laid:
    """Tiles that lie where one lay are that one: they keep its number, and its face where they are
    in doubt now and nothing speaks against it."""
    left, found = list(before), []
    for tile in now:
        same = next((old for old in left if tile.lies_as(old)), None)
        if same is None:
            found.append(tile)
            continue
        left.remove(same)
        found.append(replace(tile, id=same.id, face=_still(tile, same)))
    return tuple(found)


def _still(tile: LaidTile, before: LaidTile) -> Face:
    likely = {reading.face for reading in tile.readings}
    # If the looks name other faces only, another tile was laid there: its old face is no help.
    is_doubted = tile.face.is_unread and (not likely or before.face in likely)
    return before.face if is_doubted else tile.face


def in_doubt(tiles: Laid, edition: Edition) -> Laid:
    """A joker of a box with several kinds may be any of them: the camera was taught the classic one
    alone, so people are asked which it is. What a tile lay as is known by its place as ever."""
    kinds = [Face(None, number) for number in edition.jokers if number in SPECIAL]
    if not kinds:
        return tiles
    return tuple(
        replace(tile, face=UNREAD, readings=(*tile.readings, *(Reading(k, 0.0) for k in kinds)))
        if tile.likeliest.is_joker
        else tile
        for tile in tiles
    )


@dataclass(frozen=True, slots=True)
class SaidOf:
    """What people have said that a tile shows, and what it looked like then."""

    id: int
    looked: Face
    face: Face

    def is_of(self, tile: LaidTile) -> bool:
        """Another tile may be laid in the same place, and has its number then: it looks otherwise,
        and nobody has said anything of it."""
        return tile.id == self.id and tile.likeliest == self.looked


def with_answers(tiles: Laid, said: Sequence[SaidOf]) -> Laid:
    """What people have said of tiles goes before what was read."""
    found = []
    for tile in tiles:
        face = next((one.face for one in said if one.is_of(tile)), tile.face)
        found.append(replace(tile, face=face))
    return tuple(found)


def layout_of(tiles: Sequence[LaidTile]) -> Layout:
    """The rows as one reads them."""
    return _reading(tiles).layout


def as_they_lie(tiles: Sequence[LaidTile]) -> tuple[DieNumbers, tuple[IslandPlace, ...]]:
    """The tiles by their numbers in the order of `layout_of`, and where each row of it lies, in
    widths of a tile."""
    cells = _reading(tiles).cells
    order = sorted(range(len(tiles)), key=lambda at: cells[at] or (0, 0, 0))
    rows: dict[int, list[LaidTile]] = {}
    for at in order:
        rows.setdefault((cells[at] or (0,))[0], []).append(tiles[at])
    places = tuple(_place(row) for row in rows.values())
    return DieNumbers(tuple(tiles[at].id for at in order)), places


def _place(row: Sequence[LaidTile]) -> IslandPlace:
    """The middle of its first tile, and how far the row is turned."""
    first, last = row[0], row[-1]
    (x, y), (x2, y2) = first.place, last.place
    along = math.atan2(y2 - y, x2 - x) if len(row) > 1 else math.radians(first.turn_deg)
    # Seen is the upper square: the middle of the whole tile lies a little below it.
    below, wide = RowsTuning().body, first.width_mm
    return (
        x / wide - below * math.sin(along),
        y / wide + below * math.cos(along),
        math.degrees(along),
    )


def _reading(tiles: Sequence[LaidTile]) -> LayoutReading:
    dice = tuple(
        SeenDie(
            tile.corners_mm,
            () if tile.face.is_unread else (Reading(tile.face, 1.0),),
            tile.turn_deg,
        )
        for tile in tiles
    )
    return read_rows(Observation(dice, 1, 1, are_tiles=True))


def in_words(faces: Faces) -> str:
    """In one order everywhere: a sentence about the same tiles is the same sentence."""
    return " ".join(sorted(map(str, faces)))


def beside(tiles: Laid, known: Laid) -> Laid:
    """The tiles that do not lie where a known one lies."""
    return tuple(tile for tile in tiles if not any(tile.lies_as(old) for old in known))


def unread_of(tiles: Laid) -> Laid:
    return tuple(tile for tile in tiles if tile.face.is_unread)
