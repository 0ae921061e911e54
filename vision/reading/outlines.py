"""Whether a face's outline is that of a die that lies flat, by the plane of all of them."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from vision.reading.detector import Floats
from vision.reading.plane import Plane, fit_plane


@dataclass(frozen=True, slots=True)
class OutlineTuning:
    """How far from a square a face may seem that lies flat."""

    sides: float = 0.955
    """The shorter way across as a part of the longer one, and"""
    diagonals: float = 0.945
    """the same of the diagonals: a die that leans by 20 degrees has 0.94 of one of them. Of 7,299
    looks at dice that lay flat in three films one in twenty had less."""


@dataclass(slots=True)
class Outlines:
    """The faces of one picture. The plane is found only when somebody asks."""

    quads: Sequence[Floats]
    width_px: int
    height_px: int
    tuning: OutlineTuning = field(default_factory=OutlineTuning)
    _plane: Plane | None = None

    def is_square(self, i: int) -> bool:
        if self._plane is None:
            quads = [[(float(x), float(y)) for x, y in quad] for quad in self.quads]
            self._plane = fit_plane(quads, self.width_px, self.height_px)
        flat = self._plane.flatten(self.quads[i].astype(np.float64))
        edges = np.linalg.norm(flat - np.roll(flat, -1, axis=0), axis=1)
        ways, diagonals = edges[:2] + edges[2:], np.linalg.norm(flat[:2] - flat[2:], axis=1)
        return bool(
            ways.min() >= self.tuning.sides * ways.max()
            and diagonals.min() >= self.tuning.diagonals * diagonals.max()
        )
