"""How tiles lie: sets in rows, rows close above each other, tiles strewn about, some face down.

Lengths are in tile widths; a tile is 1 : 1.3 to 1.5 and a fifth to two fifths thick.
"""

from dataclasses import dataclass

import numpy as np

from vision.training.layouts import BLOCK, TILE, Chance, FreeBox, Vector, turned, yawed

MOST = 60
"""Tiles of one scene: the largest table has 160, of which a camera shows its network some."""
FACE_DOWN = 0.12
"""So many scenes show backs as well: the pool lies beside the table."""


@dataclass(frozen=True, slots=True)
class TileShape:
    """What all tiles of a box have in common."""

    long: float
    thick: float

    def box(self, place: Vector, kind: int = TILE) -> FreeBox:
        x, y, yaw = place
        half = np.array([0.5, self.long / 2, self.thick / 2])
        return FreeBox(np.array([x, y, self.thick / 2]), yawed(float(yaw)), half, kind)


def _rows(chance: Chance, shape: TileShape, count: int) -> Vector:
    """Sets in a column or two. People leave no more room above a row than they need."""
    rows, left, y, x = [], count, 0.0, 0.0
    gap = shape.long + chance.choice([0.01, 0.1, 0.5, 1.0]) * chance.random()
    pitch = 1.0 + chance.choice([0.0, 0.03, 0.1]) * chance.random()
    loose = chance.random()
    while left > 0:
        size = min(left, int(chance.integers(1, 8)))
        steps = np.arange(size) * pitch
        row = np.column_stack([steps + x, np.full(size, y), np.zeros(size)])
        row[:, :2] += chance.normal(0, 0.03, (size, 2)) * loose
        row[:, 2] += chance.normal(0, np.radians(3), size) * loose
        if chance.random() < 0.2:
            row[:, 2] += np.pi * (chance.random(size) < 0.5)  # players sit on all sides
        rows.append(row)
        left, y = left - size, y + gap
        if len(rows) % 7 == 6:
            x, y = x + 8.0 + chance.random(), 0.0
    return np.concatenate(rows)


def _strewn(chance: Chance, shape: TileShape, count: int) -> Vector:
    """Tiles poured out and turned up: any direction, none on another."""
    reach = np.sqrt(count) * chance.uniform(1.0, 2.0)
    places: list[Vector] = []
    for _ in range(count * 20):
        if len(places) == count:
            break
        spot = chance.uniform(-reach, reach, 2)
        room = np.hypot(1.0, shape.long) * 0.86
        if all(np.linalg.norm(spot - other[:2]) > room for other in places):
            places.append(np.array([*spot, chance.uniform(0, 2 * np.pi)]))
    return np.array(places)


def tile_table(chance: Chance, most: int = MOST) -> list[FreeBox]:
    """One table of tiles, turned as a camera may hang over it."""
    shape = TileShape(chance.uniform(1.3, 1.5), chance.uniform(0.15, 0.42))
    count = int(min(most, 1 + chance.geometric(1 / 16)))
    way = _strewn if chance.random() < 0.35 else _rows
    places = way(chance, shape, count)
    places[:, :2] -= places[:, :2].mean(axis=0)
    places = turned(places, chance.uniform(0, 2 * np.pi), np.zeros(2))
    is_back = chance.random(len(places)) < (0.3 if chance.random() < FACE_DOWN else 0.0)
    is_back[0] = False
    return [
        shape.box(place, BLOCK if back else TILE)
        for place, back in zip(places, is_back, strict=True)
    ]
