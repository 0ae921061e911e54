"""What a camera that is known says about faces: where a die's top is exactly, and what can be one.

A top is a level square at the dice's height. No two dice lie in one place, and a side is seen right
before its own top, where the line of sight over the die's edge leads. From straight above nobody
sees a side, and nothing of this is asked. Seen at an angle, sides and tops look alike to the
networks, most of all in even light: what is seen where no die has a side is a top.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from turbo.errors import TurboError
from turbo.game.observation import Observation
from vision.mat.calibration import Calibration
from vision.mat.markers import calibrate
from vision.mat.plan import DEFAULT_EDGE_MM
from vision.mat.pose import Array, CameraModel, Sighting, fit_pose
from vision.pictures.loading import Image
from vision.reading.changes import Box
from vision.reading.detector import Heights
from vision.reading.plane import fit_plane
from vision.reading.tensors import SIDE_ABOVE, SIDE_EDGE_PX, SIDE_PATCH_PX

Complex = NDArray[np.complex128]

AROUND = np.array([1.0, -1.0j, -1.0, 1.0j])
"""A square's corners, clockwise seen from above where y runs away from the viewer."""

FEWEST = 4
"""So many dice show how a camera looks at them, and how large they are; fewer fit many cameras."""


@dataclass(frozen=True, slots=True)
class TopsTuning:
    """How far corners are trusted, and how much of what is no top is a side. Lengths in edges."""

    least_deg: float = 15.0
    """A camera that is tilted by less sees too little of the sides to speak of."""
    askew: float = 0.12
    """Corners that are farther from a square are left as they were found: at 30 and 35 degrees dice
    of 34 pixels have 0.02 to 0.03 in the median and 0.07 at most."""
    unequal: float = 0.15
    """What is larger or smaller than the others by so much is left as large as it was found: no die
    that lies flat."""
    apart: float = 0.92
    """Two tops have their middles at least so far from each other, but for what corners err;"""
    in_another: float = 20.0
    """what is closer to a likelier one is so many times less likely a top than it seemed."""
    at_side: float = 0.35
    """So close to where another die's side is seen it may be that side: the networks decide, and
    where it could be asked the one of sides (`vision.reading.sides`)."""
    side_odds: tuple[float, float] = (-5.0, 7.0)
    """What that network says counts within these logarithms of odds: a side is certain to be left
    out. With light from behind the camera tops that it knew had 0.06 of the others, and stayed in
    doubt with -2 (135 of 261 read surely, 160 with -5, of a film that they were found on); what has
    0.01 of the others, as print mostly has, is none even so."""
    is_side: float = 2.0
    """What has more is a side, seven to one, and what is seen behind it its top."""
    sides: float = 0.9
    """Of what a slanted view takes for a top and is none so much is a side; the rest is printed."""
    unseen: float = 0.05
    """So many sides are seen of dice whose own top is not."""
    around_mm: float = 60.0
    """So far beside the mat's zones dice are looked for: what rolled off is told too."""
    sides_deg: tuple[float, float] = (12.0, 25.0)
    """Seen by less than the first from the vertical no such thing is a side, from the second on
    so many are, and a camera that is tilted by so much tells a die that leans by its corners."""


@dataclass(frozen=True, slots=True)
class _Levelled:
    """Faces as the level squares at the dice's height that come nearest."""

    square: Complex
    wide: Array
    apart: Array
    """The corners from the square's, in its edges."""
    edge_mm: float | None
    """Of the middle one; None where too few are squares."""


@dataclass(frozen=True, slots=True)
class TopView:
    """A camera over a table on which dice of this size lie."""

    camera: CameraModel
    edge_mm: float
    top_mm: float
    """How high the tops lie where the camera has its ground."""
    area: Box | None = None
    """The part of the picture in which dice can lie, if that is known."""
    heights: Heights = ()
    """How high a top is seen in the mat's zones."""
    tuning: TopsTuning = field(default_factory=TopsTuning)

    @staticmethod
    def of(calibration: Calibration | None) -> "TopView | None":
        """Nothing from straight above, or without a camera that is known."""
        if calibration is None or calibration.camera.tilt_deg < TopsTuning().least_deg:
            return None
        area = _area(calibration, TopsTuning().around_mm)
        camera, edge_mm, top_mm = calibration.camera, calibration.edge_mm, calibration.height_mm
        return TopView(camera, edge_mm, top_mm, area, _heights(calibration))

    def squared(self, quads: Array, known: Array) -> Array:
        """Faces as the squares of the dice's height that come nearest, N x 4 x 2. By three numbers
        instead of eight, each corner's error is that of all four; and all are as large as the
        middle one of them and of those that are `known`: dice are of one size."""
        return self._as_squares(quads, known, self.tuning.askew, self.tuning.unequal)

    def as_dice(self, quads: Array, known: Array) -> Array:
        """The same of all of them, also of those that do not look like it: what a die that lies
        flat would show there."""
        return self._as_squares(quads, known, np.inf, np.inf)

    def askew(self, quads: Array, known: Array) -> Array | None:
        """How far each face is from a top as level and as large as the others, in edges. The side
        of a die that leans or lies on others may look like a top; it is seldom both."""
        if not len(quads) or self.camera.tilt_deg < self.tuning.sides_deg[1]:
            return None
        found = self._levelled(np.concatenate([quads, known]))
        odd = 0.0 if found.edge_mm is None else np.abs(found.wide / found.edge_mm - 1)
        return np.asarray(found.apart + odd)[: len(quads)]

    def _as_squares(self, quads: Array, known: Array, askew: float, unequal: float) -> Array:
        if not len(quads):
            return quads
        all_px = np.concatenate([quads, known])
        found = self._levelled(all_px)
        square = found.square
        if found.edge_mm is not None:
            is_equal = np.abs(found.wide - found.edge_mm) < unequal * found.edge_mm
            middle = square.mean(axis=1, keepdims=True)
            grown = np.where(is_equal, found.edge_mm / found.wide, 1)
            square = middle + (square - middle) * grown[:, None]
        points = np.stack([square.real, square.imag, np.full(square.shape, self.top_mm)], axis=-1)
        seen = self.camera.to_px(points.reshape(-1, 3)).reshape(-1, 4, 2)
        return np.where((found.apart < askew)[:, None, None], seen, all_px)[: len(quads)]

    def _levelled(self, quads: Array) -> "_Levelled":
        corners = self.on_tops(quads)
        square = nearest_squares(corners)
        wide = np.maximum(np.abs(square[:, 0] - square[:, 1]), 1e-9)
        apart = np.sqrt(np.mean(np.abs(corners - square) ** 2, axis=1)) / wide
        is_square = apart < self.tuning.askew
        edge_mm = float(np.median(wide[is_square])) if is_square.sum() >= FEWEST else None
        return _Levelled(square, wide, apart, edge_mm)

    def chances(
        self, quads: Array, chances: Sequence[float], side_odds: Array | None = None
    ) -> list[float]:
        """How likely each face is a top, with its place among the others beside what the networks
        make of it. `side_odds`: the logarithms of the odds to be a side; nan where not asked."""
        if not len(quads):
            return []
        squares, known = nearest_squares(self.on_tops(quads)), np.asarray(chances)
        middles, edge_mm = squares.mean(axis=1), self._edge_mm(squares, known)
        odds = np.full(len(quads), np.nan) if side_odds is None else side_odds
        told = np.exp(np.clip(odds, *self.tuning.side_odds))
        # First what the network of sides has seen: in even light a side looks more like a top to
        # the others than its own top does.
        seen = np.where(np.isnan(told), known, less_likely(known, told))
        likelier = (seen[None] > seen[:, None]) & (seen[None] > 0.5)
        gaps = np.abs(middles[:, None] - middles[None]) / edge_mm
        is_in = (likelier & (gaps < self.tuning.apart)).any(axis=1)
        side_gaps = self._side_gaps(squares, edge_mm).min(axis=2)
        at_side = (likelier & (side_gaps < self.tuning.at_side)).any(axis=1)
        elsewhere = 1 - self._share_of_sides(middles) * (1 - self.tuning.unseen)
        unlike = np.where(np.isnan(told), np.where(at_side, 1.0, elsewhere), told)
        unlike = np.where(is_in, np.maximum(unlike, self.tuning.in_another), unlike)
        # Whose side is seen is a top.
        for side in np.flatnonzero(np.nan_to_num(odds) > self.tuning.is_side):
            top = side_gaps[side].argmin()
            if side_gaps[side, top] < self.tuning.at_side and not odds[top] > 0:
                unlike[top] = min(unlike[top], np.exp(self.tuning.side_odds[0]))
        return [float(one) for one in less_likely(known, unlike)]

    def _edge_mm(self, squares: Complex, known: Array) -> float:
        """As the dice are seen: not everybody's are as large as was presumed, and two that touch
        are an edge apart."""
        likely = squares[known > 0.9]
        seen = np.abs(likely[:, 0] - likely[:, 1])
        return float(np.median(seen)) if len(seen) else self.edge_mm

    def on_tops(self, quads: Array) -> Complex:
        """Corners on the tops' plane: N x 4."""
        points = self.camera.to_mm(quads.reshape(-1, 2), self.top_mm).reshape(-1, 4, 2)
        return np.asarray(points[..., 0] + 1j * points[..., 1])

    def sight(self, middles: Complex) -> Complex:
        """Towards the camera, as long as the tangent of the angle at which each is seen."""
        x, y, z = self.camera.place_mm
        return np.asarray((x + 1j * y - middles) / max(1.0, z - self.top_mm))

    def _share_of_sides(self, middles: Complex) -> Array:
        seen_deg = np.degrees(np.arctan(np.abs(self.sight(middles))))
        return np.interp(seen_deg, self.tuning.sides_deg, (0.0, self.tuning.sides))

    def beside(self, quads: Array, is_top: NDArray[np.bool_]) -> dict[int, Array]:
        """Of the faces that may be the side of a top or the top of another die that touches it: the
        corners of what is to be looked at to tell, 4 x 2, the far ones first."""
        if len(quads) < 2 or self.camera.tilt_deg < self.tuning.sides_deg[1]:
            return {}
        squares = nearest_squares(self.on_tops(quads))
        edge_mm = self._edge_mm(squares, np.where(is_top, 1.0, 0.0))
        gaps = self._side_gaps(squares, edge_mm)
        gaps[:, ~is_top] = np.inf
        flat = gaps.reshape(len(quads), -1)
        nearest = flat.argmin(axis=1)
        found = np.flatnonzero(flat.min(axis=1) < self.tuning.at_side)
        behind, way = np.divmod(nearest[found], 4)
        middles, ways = squares.mean(axis=1)[found], ways_of(squares)[behind, way]
        return dict(zip(found.tolist(), self.patches(middles, ways, edge_mm), strict=True))

    def patches(self, middles: Complex, ways: Complex, edge_mm: float | Array) -> Array:
        """The corners in the picture of what the network of sides looks at, N x 4 x 2: around these
        places of the tops' plane, and along these ways from the die behind."""
        wide, high = SIDE_PATCH_PX[0] / SIDE_EDGE_PX / 2, SIDE_PATCH_PX[1] / SIDE_EDGE_PX
        along = np.array([-SIDE_ABOVE, -SIDE_ABOVE, high - SIDE_ABOVE, high - SIDE_ABOVE])
        across = np.array([-wide, wide, wide, -wide])
        corners = middles[:, None] + (edge_mm * ways)[:, None] * (along + 1j * across)
        points = np.stack([corners.real, corners.imag, np.full(corners.shape, self.top_mm)], -1)
        return self.camera.to_px(points.reshape(-1, 3)).reshape(-1, 4, 2)

    def _side_gaps(self, squares: Complex, edge_mm: float) -> Array:
        """How far each lies from where each side of each other is seen, in edges: N x N x 4;
        without end from sides that face away."""
        middles, ways = squares.mean(axis=1), ways_of(squares)
        sight = self.sight(middles)[:, None]
        is_seen = (ways * sight.conj()).real > 0
        # Half an edge beside the middle and half an edge lower, which is seen nearer the camera.
        spots = middles[:, None] + edge_mm / 2 * (ways + sight)
        gaps = np.abs(middles[:, None, None] - spots[None]) / edge_mm
        return np.where(is_seen[None], gaps, np.inf)


def less_likely(known: Array, odds: Array) -> Array:
    """Chances of what is so many times less likely than it seemed."""
    return np.asarray(known / np.maximum(known + (1 - known) * odds, 1e-9))


def ways_of(squares: Complex) -> Complex:
    """From a square's middle over each of its edges, of length one: N x 4."""
    ways = (squares + np.roll(squares, -1, axis=1)) / 2 - squares.mean(axis=1, keepdims=True)
    return np.asarray(ways / np.maximum(np.abs(ways), 1e-9))


def _spots(calibration: Calibration, around_mm: float, count: int) -> Array:
    """Places of the tops' plane all over the zones and so much around them, N x 3."""
    corners = np.array([spot for zone in calibration.zones_mm.values() for spot in zone])
    (x0, y0), (x1, y1) = corners.min(axis=0) - around_mm, corners.max(axis=0) + around_mm
    xs, ys = np.meshgrid(np.linspace(x0, x1, count), np.linspace(y0, y1, count))
    return np.stack([xs, ys, np.full(xs.shape, calibration.height_mm)], axis=-1).reshape(-1, 3)


def _heights(calibration: Calibration) -> Heights:
    spots, to_px = _spots(calibration, 0.0, 7), calibration.camera.to_px
    halves = calibration.edge_mm / 2 * np.eye(3)[:2]
    edges = np.stack([to_px(spots + half) - to_px(spots - half) for half in halves], axis=2)
    shorter = np.linalg.svd(edges, compute_uv=False)[:, 1]
    (xs, ys), heights = to_px(spots).T.tolist(), shorter.tolist()
    return tuple(zip(xs, ys, heights, strict=True))


def _area(calibration: Calibration, around_mm: float) -> Box:
    """What the picture shows of the zones and so much around them."""
    seen = calibration.camera.to_px(_spots(calibration, around_mm, 5))
    low, high = seen.min(axis=0).tolist(), seen.max(axis=0).tolist()
    return Box(*low, *high).grown(0.0, calibration.width_px, calibration.height_px)


def view_in(image: Image) -> TopView | None:
    """The view of a picture that shows the mat."""
    try:
        return TopView.of(calibrate(image))
    except TurboError:
        return None


def view_by_dice(seen: Observation) -> TopView | None:
    """The view of a picture without a mat, by the dice that lie flat in it: their tops are the
    ground."""
    flat = [die.corners_px for die in seen.dice if not die.doubts and die.confidence >= 0.5]
    if len(flat) < FEWEST:
        return None
    points_px = np.array(flat, dtype=np.float64).reshape(-1, 2)
    plane = fit_plane(flat, seen.width_px, seen.height_px)
    # Up in the picture is away from the viewer.
    points_mm = plane.flatten(points_px) * [DEFAULT_EDGE_MM, -DEFAULT_EDGE_MM]
    try:
        pose = fit_pose(Sighting(points_mm, points_px, seen.width_px, seen.height_px))
    except TurboError:
        return None
    is_slanted = pose.camera.tilt_deg >= TopsTuning().least_deg
    return TopView(pose.camera, DEFAULT_EDGE_MM, 0.0) if is_slanted else None


@runtime_checkable
class Placed(Protocol):
    """A reader that makes use of where the camera is."""

    def stand(self, view: TopView | None) -> None: ...


def nearest_squares(corners: Complex) -> Complex:
    middle = corners.mean(axis=1, keepdims=True)
    half = ((corners - middle) * AROUND.conj()).mean(axis=1, keepdims=True)
    return np.asarray(middle + half * AROUND)
