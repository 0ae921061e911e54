"""What is printed on the table and is no die: markers, grey patches, rulers, codes, numbers.

A print is a row of eight numbers: place, half sizes, turn, kind, a seed and a level; `printed` in
raycast.cu paints it. Lengths are in die widths.
"""

import numpy as np

from vision.training.layouts import Chance, Vector, free_spot

PRINTS, PRINT_NUMBERS = 24, 8
MARKER, PATCH, RULER, FRAME, CODE, CHECKS, TARGET, NUMBER = range(1, 9)
LOOSE_KINDS = (
    MARKER, MARKER, PATCH, PATCH, PATCH, RULER, FRAME, FRAME, CODE, CHECKS, TARGET, NUMBER, NUMBER,
)  # fmt: skip
"""No number stands in a square of its own: from straight above that is what a die looks like, and
whoever learns to refuse it refuses dice."""


def prints_of(chance: Chance, spots: Vector) -> Vector:
    """Nothing on most tables, a mat like ours on some, loose prints on others."""
    rows = np.zeros((PRINTS, PRINT_NUMBERS))
    kind = chance.random()
    made = _mat(chance, spots) if kind < 0.16 else _loose(chance, spots) if kind < 0.36 else []
    for i, row in enumerate(made[:PRINTS]):
        rows[i] = row
    return rows


def _loose(chance: Chance, spots: Vector) -> list[list[float]]:
    rows = []
    for _ in range(int(chance.integers(1, 8))):
        kind = int(chance.choice(LOOSE_KINDS))
        half = float(chance.uniform(0.3, 1.1))
        x, y = free_spot(chance, spots, half * 1.5 + 0.6)
        high = half if kind != RULER else 0.2
        wide = half if kind not in (RULER, FRAME, PATCH) else half * chance.choice([1.0, 1.0, 3.0])
        turn = chance.uniform(0, 6.3)
        rows.append([x, y, wide, high, turn, kind, chance.random(), chance.random()])
    return rows


def _mat(chance: Chance, spots: Vector) -> list[list[float]]:
    """A sheet under the dice with a grey zone, and markers and grey patches beside it."""
    middle = (spots.max(axis=0) + spots.min(axis=0)) / 2
    turn, size = chance.uniform(0, 6.3), chance.uniform(0.9, 1.2)
    c, s = np.cos(turn), np.sin(turn)
    own = (spots - middle) @ np.array([[c, -s], [s, c]])
    reach = np.abs(own).max(axis=0) + 0.8 + chance.uniform(0.2, 4, 2)
    column, marker, patch = reach[0] + 1.25 * size, 0.81 * size, 0.4375 * size
    level = float(chance.choice([0.5, 0.5, 1.0, chance.random()]))

    def row(x: float, y: float, wide: float, high: float, kind: int, level: float) -> list[float]:
        at = middle + np.array([x * c - y * s, x * s + y * c])
        return [*at, wide, high, turn, kind, chance.random(), level]

    rows = [
        row(0, 0, column + 1.6, reach[1] + 1, PATCH, 1.0),
        row(0, 0, reach[0], reach[1], PATCH, level),
        row(0, 0, reach[0], reach[1], FRAME, 0.03),
        row(0, -reach[1] - 0.4, 3.1, 0.2, RULER, 0.0),
    ]
    places = np.linspace(-reach[1], reach[1], 4) * chance.uniform(0.7, 1.0)
    for side in (-column, column):
        rows += [row(side, y, marker, marker, MARKER, 0.0) for y in places]
        for between in (places[:2].mean(), places[2:].mean()):
            for k, grey in enumerate((0.25, 0.5, 0.75)):
                y = between + (k - 1) * 2 * patch
                rows.append(row(side, y, patch, patch, PATCH, grey**2.2))
    return rows
