"""The dice on the table as a layout, and which dice those are."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from turbo.game.layout import Layout, Rows
from turbo.game.observation import Observation, Point, Reading, SeenDie
from turbo.live.body import Body
from turbo.storage.session import IslandPlace
from vision.mat.plan import Plan, Zone
from vision.reading.grid import LayoutReading, LayoutTuning, read_layout
from vision.reading.plane import PlaneTuning

SCALE = 10.0
"""Millimetres become tenths, so that the reading of layouts works on numbers like pixels."""

FLAT = LayoutTuning(plane=PlaneTuning(rounds=0))
"""The plan has made the plane flat already: only the scale is taken from the dice."""
UNMEASURED = LayoutTuning()
"""Without a mat the view may be tilted: the plane is found from the dice."""

Island = tuple[tuple[int, int, str], ...]


@dataclass(frozen=True, slots=True)
class Laid:
    """The table as it lies: the layout, and its dice in the order of the cells."""

    layout: Layout = field(default_factory=Layout)
    dice: tuple[Body, ...] = ()
    doubtful: tuple[tuple[int, ...], ...] = ()
    """Dice, by number, of which nobody can say whether they touch."""

    @property
    def ids(self) -> frozenset[int]:
        return frozenset(body.id for body in self.dice)


def laid_table(lying: Iterable[Body], tuning: LayoutTuning = FLAT) -> Laid:
    """What counts as the table. Thrown dice that still lie in the middle where they landed are of
    the hand, also where they rolled against a set, unless others were laid against them since; an
    island lies where most of it lies."""
    dice = [body for body in lying if body.zone is not Zone.OUTSIDE]
    # Before the first play nothing lies in the middle: no layout has to be read.
    if not any(body.zone is Zone.TABLE for body in dice):
        return Laid()
    islands = _islands(dice, tuning)
    table = [body for island in islands if _is_table(island) for body in _laid(island)]
    return laid_of(table, tuning)


def _islands(dice: Sequence[Body], tuning: LayoutTuning) -> list[list[Body]]:
    reading = _reading(_seen(dice), tuning)
    islands: dict[int, list[Body]] = {}
    for body, cell in zip(dice, reading.cells, strict=True):
        if cell is not None:
            islands.setdefault(cell[0], []).append(body)
    return list(islands.values())


def _is_table(island: list[Body]) -> bool:
    laid = [body for body in island if body.landed is None]
    on_table = sum(body.zone is Zone.TABLE for body in island)
    # A set may be laid over the line of a zone: most of it says where it belongs.
    return bool(laid) and 2 * on_table > len(island)


def _laid(island: list[Body]) -> list[Body]:
    """Without thrown dice that came last, and were not touched since."""
    last_s = max(body.lies.since_s for body in island)
    return [body for body in island if body.landed is None or last_s > body.cast_s]


def laid_of(dice: Sequence[Body], tuning: LayoutTuning = FLAT) -> Laid:
    """These dice and no others as a table."""
    if not dice:
        return Laid()
    seen = _seen(dice)
    reading = _reading(seen, tuning)
    if reading.doubtful and not reading.layout.is_legal:
        # The rules may say which of two readings of a doubtful place it is.
        others = (_reading(seen, one) for one in tuning.either)
        reading = next((one for one in others if one.layout.is_legal), reading)
    # As the layout's own cells are sorted, so that dice and cells can be put side by side.
    order = sorted(range(len(dice)), key=lambda index: reading.cells[index] or (0, 0, 0))
    doubtful = tuple(tuple(dice[at].id for at in place.dice) for place in reading.doubtful)
    return Laid(reading.layout, tuple(dice[index] for index in order), doubtful)


@lru_cache(maxsize=32)
def _reading(seen: Observation, tuning: LayoutTuning) -> LayoutReading:
    """Dice mostly lie as they lay in the picture before, and of one picture several ask: of 629
    tables that were read in a round 250 were others, and with perfect eyes 10 of 306."""
    return read_layout(seen, tuning)


def _seen(dice: Sequence[Body]) -> Observation:
    """The dice in the plane, each with the face that is believed."""
    corners = [[_scaled(corner) for corner in body.lies.corners_mm] for body in dice]
    faces = [(Reading(body.face, 1.0),) if not body.face.is_unread else () for body in dice]
    wide = int(max(x for quad in corners for x, _ in quad)) + 1
    high = int(max(y for quad in corners for _, y in quad)) + 1
    seen = (
        SeenDie((a, b, c, d), readings)
        for (a, b, c, d), readings in zip(corners, faces, strict=True)
    )
    return Observation(tuple(seen), max(wide, 1), max(high, 1))


def _scaled(point: Point) -> Point:
    return point[0] * SCALE, point[1] * SCALE


def island_places(laid: Laid, plan: Plan) -> tuple[IslandPlace, ...]:
    """Where each island lies on the mat. Rounded to a hundredth of a die: nobody sees less, and a
    page need not be told of it."""
    points = [point for zone in (plan.table_mm, *plan.hands_mm) for point in zone]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    return tuple(
        (round((x - left) / plan.edge_mm, 2), round((y - top) / plan.edge_mm, 2), round(turn, 1))
        for x, y, turn in _first_cells(laid)
    )


def _first_cells(laid: Laid) -> list[tuple[float, float, float]]:
    """The first cell of each island in millimetres, and how far it is turned clockwise."""
    found = []
    cells = list(laid.layout.dice)
    for island in range(len(laid.layout.islands)):
        members = [
            (c, body.lies) for c, body in zip(cells, laid.dice, strict=True) if c[0] == island
        ]
        turn = _mean_turn([die.turn_deg for _, die in members])
        (_, row, column), first = members[0]
        edge = math.dist(first.corners_mm[0], first.corners_mm[1])
        cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        x = first.x_mm - edge * (column * cos - row * sin)
        y = first.y_mm - edge * (column * sin + row * cos)
        found.append((x, y, turn))
    return found


def _mean_turn(turns: Sequence[float]) -> float:
    """The mean of angles of squares, within an eighth of a turn of straight."""
    # Four times the angle: a square that is turned by a quarter is the same square.
    mean = sum(complex(math.cos(4 * a), math.sin(4 * a)) for a in map(math.radians, turns))
    return math.degrees(math.atan2(mean.imag, mean.real)) / 4


def in_sets(laid: Laid) -> set[int]:
    """The dice, by number, that lie in legal sets: laid there, not thrown."""
    cells = dict(zip(laid.layout.dice, laid.dice, strict=True))
    chains = (chain for chain in laid.layout.chains if chain.readings)
    return {cells[cell].id for chain in chains for cell in chain.cells}


def same_layout(one: Layout, other: Layout) -> bool:
    """Whether the same dice lie in the same islands, however those are turned or ordered."""
    return one == other or _shape(one) == _shape(other)


def _shape(layout: Layout) -> list[Island]:
    return sorted(min(_turns(rows)) for rows in layout.islands)


def _turns(rows: Rows) -> list[Island]:
    found = []
    cells = [(r, c, str(f)) for r, row in enumerate(rows) for c, f in enumerate(row) if f]
    # Turned, never mirrored: no die can be laid the other way round on a table.
    for _ in range(4):
        cells = [(column, -row, face) for row, column, face in cells]
        top, left = min(r for r, _, _ in cells), min(c for _, c, _ in cells)
        found.append(tuple(sorted((r - top, c - left, face) for r, c, face in cells)))
    return found
