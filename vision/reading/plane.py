"""The plane in which the tops of the dice lie, found from the dice themselves. No OpenCV here.

Every top face is a square of one size, so the corners of a handful of dice say how the camera looks
at the table: the map sought makes all of them equal squares again. It undoes perspective, the
stretch of a tilted view and a mild lens, and leaves position, turn and mirror image as they are
seen: up in the plane is up in the picture.

By the plane of all of them it is told whether one face's outline is that of a die that lies flat.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

PARAMETERS = 6
"""Logarithm of the scale, two for perspective, two for stretch, one for the lens."""

TRIES = 5
CLOSE_ENOUGH = 1e-6
NEAREST = 0.05
"""No part of the picture is more than twenty times as near as its centre."""


@dataclass(frozen=True, slots=True)
class PlaneTuning:
    """How far to trust corners, and how far cameras go. Widths are standard deviations."""

    corner_noise: float = 0.04
    """Error of a corner in edges: one pixel on the smallest die allowed (24 pixels)."""
    perspective: float = 0.5
    """Growth from the centre to the picture's corner: a tilt of 35 degrees at 62 wide: 0.42."""
    stretch: float = 0.15
    """Logarithmic stretch: a tilt of 35 degrees shortens to 0.82, split over both axes 0.1."""
    barrel: float = 0.05
    """Radial term at the picture's corner: mild lenses have up to 0.05."""
    rounds: int = 12
    """Steps of the fit: on random views it stood still after 4 to 8."""
    smallest: float = 0.05
    """Quads of less than this part of the median area are no faces and say nothing."""


@dataclass(frozen=True, slots=True)
class Plane:
    """A map from pixels to the plane of the tops; one edge of a die is the unit there."""

    middle_px: tuple[float, float]
    reach_px: float
    parameters: tuple[float, ...]

    def flatten(self, points_px: Array) -> Array:
        """The points, an array of any shape that ends in (x, y), in edges."""
        points = (points_px - np.asarray(self.middle_px)) / self.reach_px
        return _flatten(points, np.asarray(self.parameters))


def _flatten(points: Array, parameters: Array) -> Array:
    """The points by one map, or by each of several: the maps come first then."""
    # A few dice are a few numbers: what costs is each call, so that six maps cost what one does.
    maps = parameters.reshape(
        *parameters.shape, *[1] * (points.ndim - 1 if parameters.ndim > 1 else 0)
    )
    scale, lean_x, lean_y, wide, skew, barrel = np.moveaxis(maps, parameters.ndim - 1, 0)
    x, y = points[..., 0], points[..., 1]
    bent = 1.0 + barrel * (x * x + y * y)
    x, y = x * bent, y * bent
    depth = np.maximum(1.0 + (x * lean_x + y * lean_y), NEAREST)
    x, y, size = x / depth, y / depth, np.exp(scale)
    return np.stack(
        [size * (x * (1.0 + wide) + y * skew), size * (x * skew + y * (1.0 - wide))], -1
    )


def _strains(quads: Array) -> Array:
    """How far each quad is from a square of edge one: four edges and two diagonals, in edges."""
    edges = _lengths(quads - quads[..., _NEXT, :])
    diagonals = _lengths(quads[..., :2, :] - quads[..., 2:, :]) / np.sqrt(2.0)
    return np.concatenate([edges, diagonals], axis=-1) - 1.0


_NEXT = (1, 2, 3, 0)


def _lengths(ways: Array) -> Array:
    return np.asarray(np.sqrt(ways[..., 0] ** 2 + ways[..., 1] ** 2))


def _areas(quads: Array) -> Array:
    diagonals = quads[:, 2:] - quads[:, :2]
    first, second = diagonals[:, 0], diagonals[:, 1]
    areas: Array = np.abs(first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0]) / 2.0
    return areas


class _Fit:
    """Damped least squares over the strains of all quads, with cameras' habits as a prior."""

    def __init__(self, quads: Array, tuning: PlaneTuning) -> None:
        self.quads, self.tuning = quads, tuning
        t = tuning
        # The scale is as good as free: dice may be of any size in a picture.
        widths = np.array([10.0, t.perspective, t.perspective, t.stretch, t.stretch, t.barrel])
        self.start = np.zeros(PARAMETERS)
        self.start[0] = -0.5 * np.log(np.median(_areas(quads)))
        self.prior = 1.0 / widths
        self.weights = np.ones(len(quads))

    def residuals(self, parameters: Array) -> Array:
        """Of one set of parameters, or of each of several."""
        strains = _strains(_flatten(self.quads, parameters)) / self.tuning.corner_noise
        weighed = strains * np.sqrt(self.weights)[:, None]
        flat = weighed.reshape(*parameters.shape[:-1], -1)
        return np.concatenate([flat, (parameters - self.start) * self.prior], axis=-1)

    def reweigh(self, parameters: Array) -> None:
        """A quad that no plane makes square is a die that does not lie flat: it counts little."""
        strains = _strains(_flatten(self.quads, parameters)) / self.tuning.corner_noise
        self.weights = 1.0 / (1.0 + np.mean(strains**2, axis=1) / 4.0)

    def slopes(self, parameters: Array, residuals: Array) -> Array:
        step = 1e-5
        moved = self.residuals(parameters + step * np.eye(PARAMETERS))
        return np.asarray((moved - residuals).T / step)

    def step(self, parameters: Array) -> Array:
        residuals = self.residuals(parameters)
        slopes = self.slopes(parameters, residuals)
        hessian, gradient = slopes.T @ slopes, slopes.T @ residuals
        damping = 1e-6
        for _ in range(TRIES):
            damped = hessian + damping * np.diag(np.diag(hessian))
            moved: Array = parameters - np.linalg.solve(damped, gradient)
            if np.sum(self.residuals(moved) ** 2) <= np.sum(residuals**2):
                return moved
            damping *= 100.0
        return parameters

    def solve(self) -> Array:
        parameters = self.start
        for _ in range(self.tuning.rounds):
            moved = self.step(parameters)
            still = np.max(np.abs(moved - parameters)) < CLOSE_ENOUGH
            parameters = moved
            if still:
                break
            self.reweigh(parameters)
        return parameters


def fit_plane(
    quads_px: Sequence[Sequence[tuple[float, float]]],
    width_px: int,
    height_px: int,
    tuning: PlaneTuning | None = None,
) -> Plane:
    """The plane that makes the quads equal squares; without any quad, the picture as it is."""
    tuning = tuning or PlaneTuning()
    middle = (width_px / 2.0, height_px / 2.0)
    reach = max(1.0, float(np.hypot(*middle)))
    quads = (np.asarray(quads_px, dtype=np.float64).reshape(-1, 4, 2) - middle) / reach
    areas = _areas(quads)
    if len(quads):
        quads = quads[areas > max(tuning.smallest * float(np.median(areas)), 1e-12)]
    if not len(quads):
        return Plane(middle, reach, (0.0,) * PARAMETERS)
    return Plane(middle, reach, tuple(_Fit(quads, tuning).solve().tolist()))


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

    quads: Sequence[NDArray[np.float32]]
    width_px: int
    height_px: int
    tuning: OutlineTuning = field(default_factory=OutlineTuning)
    _plane: Plane | None = None

    def is_square(self, i: int) -> bool:
        if self._plane is None:
            quads = [[(float(x), float(y)) for x, y in quad] for quad in self.quads]
            self._plane = fit_plane(quads, self.width_px, self.height_px)
        flat = self._plane.flatten(self.quads[i].astype(np.float64))
        edges = _lengths(flat - flat[_NEXT, :])
        ways, diagonals = edges[:2] + edges[2:], _lengths(flat[:2] - flat[2:])
        return bool(
            ways.min() >= self.tuning.sides * ways.max()
            and diagonals.min() >= self.tuning.diagonals * diagonals.max()
        )
