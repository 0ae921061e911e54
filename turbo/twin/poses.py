"""Where dice and islands are on the mat, and where there is room for more of them.

All lengths are millimetres in the mat's own axes: a mat that is nudged takes its dice with it.
"""

import math
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from turbo.game.sets import Cell
from turbo.twin.inventory import Matrix, Vector, lying, top_side, yaw_of
from turbo.twin.state import Arrangement
from vision.mat.sheet import MatGeometry, Rectangle

Spot = tuple[float, float]


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """A die's centre and rotation."""

    position: Vector
    rotation: Matrix

    @property
    def spot(self) -> Spot:
        return float(self.position[0]), float(self.position[1])

    @property
    def flat_yaw(self) -> float:
        """By how much the die is turned, whichever side is up."""
        return yaw_of(self.rotation, top_side(self.rotation)[0])

    @staticmethod
    def flat(side: int, x: float, y: float, yaw_rad: float, edge_mm: float) -> "Pose":
        return Pose(np.array([x, y, edge_mm / 2.0]), lying(side, yaw_rad))

    def lifted(self, x: float, y: float, z: float) -> "Pose":
        return Pose(np.array([x, y, z]), self.rotation)


@dataclass(frozen=True, slots=True)
class IslandPlace:
    """Where an island lies: the centre of its cell (0, 0), and how its rows run."""

    x: float
    y: float
    turn_rad: float
    pitch_mm: float

    def at(self, row: float, column: float) -> Spot:
        c, s = math.cos(self.turn_rad), math.sin(self.turn_rad)
        right, up = column * self.pitch_mm, -row * self.pitch_mm
        return self.x + c * right - s * up, self.y + s * right + c * up


@dataclass(frozen=True, slots=True)
class Room:
    """How far apart things are laid, in edges of a die."""

    between: float = 2.2
    """From die to die of different islands: farther than any slip of a hand."""
    tight: float = 1.75
    """The same when the table is full; still no touch by far."""
    rim: float = 0.75
    """From a die's centre to the rim of a zone."""
    loose: float = 1.5
    """From die to die in a hand."""
    gap_mm: float = 0.3
    """Between dice of one chain: laid by hand, they touch or nearly so."""


ROOM = Room()


class Floor:
    """The mat with its zones: finds room for islands and for single dice."""

    def __init__(self, mat: MatGeometry, edge_mm: float, chance: random.Random) -> None:
        self.mat, self.edge_mm, self.chance = mat, edge_mm, chance
        self._gap_mm = (ROOM.gap_mm, ROOM.gap_mm)
        zones = mat.zones()
        self.table = zones["table"].shrunk(ROOM.rim * edge_mm)
        self.hands = tuple(zones[f"hand_{s}"].shrunk(ROOM.rim * edge_mm) for s in (0, 1))

    def places(
        self,
        arrangement: Arrangement,
        before: Mapping[int, IslandPlace],
        gap_mm: tuple[float, float] = (ROOM.gap_mm, ROOM.gap_mm),
    ) -> dict[int, IslandPlace]:
        """A place for every island: where it lay, if there is still room, else elsewhere, its dice
        so far apart."""
        self._gap_mm = gap_mm
        cells = islands_of(arrangement.cells)
        for gap in (ROOM.between, ROOM.tight):
            places = self._placed(cells, arrangement, before, gap * self.edge_mm)
            if places is not None:
                return places
        # From here on everything may be laid elsewhere: people shift a full table to make room.
        for gap in (ROOM.between, ROOM.tight, 1.5):
            for _ in range(20):
                places = self._placed(cells, arrangement, {}, gap * self.edge_mm)
                if places is not None:
                    return places
        # Sixty tables laid by chance without one that fits are no bad luck but a fault of ours.
        raise AssertionError("eighteen dice always fit on the table")

    def _placed(
        self,
        cells: Mapping[int, list[Cell]],
        arrangement: Arrangement,
        before: Mapping[int, IslandPlace],
        gap_mm: float,
    ) -> dict[int, IslandPlace] | None:
        places: dict[int, IslandPlace] = {}
        taken: list[Spot] = []
        order = sorted(
            # Those that lie first, since they should stay; then, with room left, the long ones.
            cells,
            key=lambda island: (island not in arrangement.kept, -len(cells[island])),
        )
        for island in order:
            place = self._kept_place(island, arrangement, before)
            if place is None or not self._fits(place, cells[island], taken, gap_mm):
                place = self._free_place(cells[island], taken, gap_mm)
            if place is None:
                return None
            places[island] = place
            taken += [place.at(row, column) for _, row, column in cells[island]]
        return places

    def _kept_place(
        self, island: int, arrangement: Arrangement, before: Mapping[int, IslandPlace]
    ) -> IslandPlace | None:
        kept = arrangement.kept.get(island)
        if kept is None or kept.island not in before:
            return None
        old = before[kept.island]
        x, y = old.at(kept.rows, kept.columns)
        return IslandPlace(x, y, old.turn_rad, old.pitch_mm)

    def _fits(
        self, place: IslandPlace, cells: Sequence[Cell], taken: Sequence[Spot], gap_mm: float
    ) -> bool:
        spots = [place.at(row, column) for _, row, column in cells]
        return all(self.table.has(*spot) for spot in spots) and not any(
            math.dist(spot, other) < gap_mm for spot in spots for other in taken
        )

    def _free_place(
        self, cells: Sequence[Cell], taken: Sequence[Spot], gap_mm: float
    ) -> IslandPlace | None:
        """Somewhere by chance, the long way across the table, a little askew as people lay."""
        rows = 1 + max(cell[1] for cell in cells) - min(cell[1] for cell in cells)
        columns = 1 + max(cell[2] for cell in cells) - min(cell[2] for cell in cells)
        pitch = self.edge_mm + self.chance.uniform(*self._gap_mm)
        for _ in range(300):
            # The table is wide and not deep: a long column is laid across.
            quarter = math.pi / 2.0 if rows > max(4, columns) else 0.0
            turn = quarter + math.radians(self.chance.gauss(0.0, 2.5))
            x = self.chance.uniform(self.table.left, self.table.right)
            y = self.chance.uniform(self.table.bottom, self.table.top)
            place = IslandPlace(x, y, turn, pitch)
            if self._fits(place, cells, taken, gap_mm):
                return place
        return None

    def free_place(self, cells: Sequence[Cell], taken: Sequence[Spot]) -> IslandPlace | None:
        """Room for one island beside all that lies there; None where there is too little."""
        gaps = (gap * self.edge_mm for gap in (ROOM.between, ROOM.tight))
        places = (self._free_place(cells, taken, gap_mm) for gap_mm in gaps)
        return next((place for place in places if place is not None), None)

    def free_spot(self, zone: Rectangle, taken: Iterable[Spot]) -> Spot:
        """A spot for one die; as far from the others as chance finds if there is little room."""
        others, best, most = list(taken), zone.centre, -1.0
        for _ in range(80):
            spot = (
                self.chance.uniform(zone.left, zone.right),
                self.chance.uniform(zone.bottom, zone.top),
            )
            apart = min((math.dist(spot, other) for other in others), default=1e9)
            if apart > ROOM.loose * self.edge_mm:
                return spot
            if apart > most:
                best, most = spot, apart
        return best

    def is_on_mat(self, spot: Spot) -> bool:
        return self.mat.area.has(*spot)


def fitted(place: IslandPlace, spots: Mapping[Cell, Spot]) -> tuple[IslandPlace, float]:
    """The place of an island that was shoved, and how far a die of it is off its cell at most."""
    cells = list(spots)
    ideal = np.array([place.at(row, column) for _, row, column in cells])
    seen = np.array([spots[cell] for cell in cells])
    middle, now = ideal.mean(axis=0), seen.mean(axis=0)
    one, other = ideal - middle, seen - now
    turn = math.atan2(
        float((one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]).sum()), float((one * other).sum())
    )
    c, s = math.cos(turn), math.sin(turn)
    off = np.array([place.x, place.y]) - middle
    x, y = now + np.array([c * off[0] - s * off[1], s * off[0] + c * off[1]])
    moved = IslandPlace(float(x), float(y), place.turn_rad + turn, place.pitch_mm)
    apart = [math.dist(moved.at(cell[1], cell[2]), spots[cell]) for cell in cells]
    return moved, max(apart)


def outline(spot: Spot, yaw_rad: float, edge_mm: float) -> Vector:
    """The four corners of a die that lies flat."""
    c, s = math.cos(yaw_rad) * edge_mm / 2.0, math.sin(yaw_rad) * edge_mm / 2.0
    return np.array([(c - s, s + c), (-c - s, -s + c), (-c + s, -s - c), (c + s, s - c)]) + spot


def are_apart(one: Vector, other: Vector) -> bool:
    """Whether two squares have no point in common: some side of one of them parts them."""
    for square in (one, other):
        for side in (square[1] - square[0], square[2] - square[1]):
            first, second = one @ side, other @ side
            # Touching sides are apart: dice of a set lie so.
            if first.max() <= second.min() or second.max() <= first.min():
                return True
    return False


def islands_of(cells: Iterable[Cell]) -> dict[int, list[Cell]]:
    found: dict[int, list[Cell]] = {}
    for cell in cells:
        found.setdefault(cell[0], []).append(cell)
    return found


def nearest_quarter(yaw_rad: float, turn_rad: float) -> float:
    """The turn of a row, or a quarter turn away from it: what is nearest to the die's own."""
    quarter = math.pi / 2.0
    return turn_rad + quarter * round((yaw_rad - turn_rad) / quarter)
