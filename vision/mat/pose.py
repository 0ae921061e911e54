"""How a camera looks at the table: fitted to points of known place, with what cameras are like.

The model is a lens with square pixels whose axis meets the picture's centre and which bends
straight lines a little (two radial terms). With many points the points decide; with few, what is
known of cameras in general keeps the fit from running away.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from turbo.errors import TurboError
from vision.mat.plan import Lens

Array = NDArray[np.float64]

RUNAWAY = 30.0
"""No camera sees a millimetre as more than e to this many pixels, or as less than that part of one:
of 1,300 pixels' focal length and 600 mm away it is e to 0.8."""


@dataclass(frozen=True, slots=True)
class PoseTuning:
    """What is presumed of cameras and corners. Widths are standard deviations."""

    focal: float = 0.78
    """Focal length over the picture's longer side: web cameras, phones and the Pi's lenses lie
    between 0.70 and 0.85, by their data sheets; the Pi's wide one has 0.40."""
    focal_width: float = 0.25
    """Of the focal length's logarithm: lets the wide lens through at 2.7 widths."""
    known_focal_width: float = 0.01
    """The same when the lens was calibrated before: autofocus breathes by about a percent."""
    bend_width: float = 0.10
    """Of the first radial term: presumed; the trial's strongest lens has -0.12."""
    far_bend_width: float = 0.05
    """Of the second one: presumed; lenses of 90 degrees have up to 0.09."""
    corner_px: float = 0.3
    """Error of a corner: what the finder of markers has in blurred, noisy synthetic pictures."""
    stray_px: float = 2.0
    """A corner farther off than this pulls no harder than at this distance."""
    steps: int = 40
    """Most steps of a fit: from a good first guess it stands still after 6 to 15; others are given
    up here."""


@dataclass(frozen=True, slots=True)
class CameraModel:
    """Focal length and bend of the lens; where the camera is and how it is turned.

    A point of the table has x, y and z (upwards) in millimetres; `turn` (an axis times an angle in
    radians) and `shift_mm` bring it before the camera, as OpenCV means `rvec` and `tvec`.
    """

    focal_px: float
    bend: float
    turn: tuple[float, float, float]
    shift_mm: tuple[float, float, float]
    middle_px: tuple[float, float]
    far_bend: float = 0.0
    """The second radial term: counts far from the middle alone."""

    @property
    def lens(self) -> Lens:
        return Lens(self.focal_px, self.middle_px, self.bend, self.far_bend)

    @property
    def rotation(self) -> Array:
        matrix, _ = cv2.Rodrigues(np.array(self.turn, dtype=np.float64))
        return np.asarray(matrix, dtype=np.float64)

    @property
    def place_mm(self) -> Array:
        """Where the camera is, over the table's origin."""
        place: Array = -self.rotation.T @ np.array(self.shift_mm)
        return place

    @property
    def tilt_deg(self) -> float:
        """How far it is from looking straight down."""
        return float(np.degrees(np.arccos(np.clip(-self.rotation[2, 2], -1.0, 1.0))))

    def to_px(self, points_mm: Array) -> Array:
        """N points (x, y, z) to N places in the picture."""
        seen = points_mm @ self.rotation.T + np.array(self.shift_mm)
        # A fit may try cameras that have points behind them.
        flat = seen[:, :2] / np.maximum(seen[:, 2:], 1.0)
        bent = _bent(flat, self.bend, self.far_bend)
        return np.asarray(self.focal_px * bent + np.array(self.middle_px), dtype=np.float64)

    def to_mm(self, points_px: Array, z_mm: float) -> Array:
        """N places in the picture to N points (x, y) of the plane at this height."""
        flat = self._unbent((points_px - np.array(self.middle_px)) / self.focal_px)
        rays = np.column_stack([flat, np.ones(len(flat))]) @ self.rotation
        down = np.where(np.abs(rays[:, 2]) < 1e-9, -1e-9, rays[:, 2])
        place = self.place_mm
        points = place + rays * ((z_mm - place[2]) / down)[:, None]
        return np.asarray(points[:, :2], dtype=np.float64)

    def _unbent(self, bent: Array) -> Array:
        """Undo the lens, ring by ring: the radius by Newton's rule, the direction stays."""
        target = np.linalg.norm(bent, axis=1, keepdims=True)
        radius = target.copy()
        for _ in range(8):
            square = radius**2
            slope = 1.0 + 3.0 * self.bend * square + 5.0 * self.far_bend * square**2
            error = radius * (1.0 + self.bend * square + self.far_bend * square**2) - target
            radius = np.minimum(np.maximum(radius - error / np.maximum(slope, 0.2), 0.0), 3.0)
        return np.asarray(bent * (radius / np.maximum(target, 1e-12)), dtype=np.float64)

    def parameters(self) -> Array:
        # By its logarithm, so that no step of a fit brings the focal length below 0.
        lens = (np.log(self.focal_px), self.bend, self.far_bend)
        return np.array([*self.turn, *self.shift_mm, *lens])

    @staticmethod
    def from_parameters(values: Array, middle_px: tuple[float, float]) -> "CameraModel":
        a, b, c, x, y, z, log_focal, bend, far = (float(value) for value in values)
        return CameraModel(float(np.exp(log_focal)), bend, (a, b, c), (x, y, z), middle_px, far)


def _bent(flat: Array, bend: float | Array, far_bend: float | Array) -> Array:
    """What the lens makes of directions."""
    x, y = flat[..., :1], flat[..., 1:]
    square = x * x + y * y
    return np.asarray(flat * (1.0 + square * (bend + far_bend * square)), dtype=np.float64)


def seen_px(values: Array, points_mm: Array, middle_px: tuple[float, float]) -> Array:
    """As `to_px` of the model with these parameters, and of many at once: values ... x 9, points
    N x 3 or ... x N x 3, places ... x N x 2. A fit asks for hundreds of them."""
    turned = points_mm @ np.swapaxes(_rotations(values[..., :3]), -1, -2)
    seen = turned + values[..., None, 3:6]
    flat = seen[..., :2] / np.maximum(seen[..., 2:], 1.0)
    focal, bend, far_bend = (values[..., place, None, None] for place in (6, 7, 8))
    return np.asarray(np.exp(focal) * _bent(flat, bend, far_bend) + middle_px, dtype=np.float64)


def _rotations(turns: Array) -> Array:
    """Rodrigues' formula for turns ... x 3."""
    x, y, z = turns[..., 0], turns[..., 1], turns[..., 2]
    cross = np.zeros((*turns.shape, 3))
    cross[..., 0, 1], cross[..., 0, 2], cross[..., 1, 2] = -z, y, -x
    cross[..., 1, 0], cross[..., 2, 0], cross[..., 2, 1] = z, -y, x
    # No turn at all would be divided by nothing.
    angle = np.sqrt(x * x + y * y + z * z + 1e-30)[..., None, None]
    half = np.sin(angle / 2) / angle
    about = np.sin(angle) / angle * cross + 2.0 * half * half * (cross @ cross)
    return np.asarray(np.eye(3) + about, dtype=np.float64)


@dataclass(frozen=True, slots=True)
class Sighting:
    """Points of the table's plane and where they were seen in a picture of this size."""

    points_mm: Array
    points_px: Array
    width_px: int
    height_px: int

    @property
    def middle_px(self) -> tuple[float, float]:
        return (self.width_px - 1) / 2, (self.height_px - 1) / 2


@dataclass(frozen=True, slots=True)
class CameraPose:
    """A fitted camera and how well the points determine it."""

    camera: CameraModel
    covariance: Array
    error_px: float
    """Root mean square of the points' distance from where the model expects them."""

    def spread_mm(self, points_mm: Array, z_mm: float) -> float:
        """The largest standard deviation of these places of the plane at that height."""
        pixels = self.camera.to_px(np.column_stack([points_mm, np.full(len(points_mm), z_mm)]))
        base, values = self.camera.to_mm(pixels, z_mm), self.camera.parameters()
        slopes = []
        for i, step in enumerate(_steps(values)):
            other = values.copy()
            other[i] += step
            moved = CameraModel.from_parameters(other, self.camera.middle_px)
            slopes.append((moved.to_mm(pixels, z_mm) - base) / step)
        jacobian = np.stack(slopes, axis=-1)
        variance = np.einsum("nai,ij,naj->n", jacobian, self.covariance, jacobian)
        return float(np.sqrt(np.max(variance)))


def _steps(values: Array) -> Array:
    return np.asarray(1e-6 * np.maximum(1.0, np.abs(values)), dtype=np.float64)


def with_slopes(function: Callable[[Array], Array], values: Array) -> tuple[Array, Array]:
    """The function's values, and how they change with each of ours: columns. It is asked once, for
    many rows of values: what that costs is the call, not the rows."""
    steps = _steps(values)
    base, *rows = function(values + np.vstack([np.zeros_like(steps), np.diag(steps)]))
    return base, np.asarray(((np.array(rows) - base) / steps[:, None]).T, dtype=np.float64)


def descend(
    misses: Callable[[Array], Array], values: Array, most_steps: int
) -> tuple[Array, float]:
    """Levenberg and Marquardt's steps to the values with the least squares, and their sum. What
    misses is asked for many rows of values."""
    damping = 1e-3
    residuals, jacobian = with_slopes(misses, values)
    cost = float(residuals @ residuals)
    for _ in range(most_steps):
        normal, slope = jacobian.T @ jacobian, jacobian.T @ residuals
        step = np.linalg.solve(normal + damping * np.diag(np.diag(normal)), -slope)
        tried = with_slopes(misses, values + step)
        now = float(tried[0] @ tried[0])
        if now >= cost:
            damping *= 8
            if damping > 1e6:
                break
            continue
        (residuals, jacobian), values, damping = tried, values + step, damping / 5
        gain, cost = cost - now, now
        if gain < 1e-9:
            break
    return values, cost


class _Fit:
    """Residuals of a sighting under the model, in standard deviations."""

    def __init__(self, sighting: Sighting, tuning: PoseTuning, focal_px: float | None) -> None:
        self.sighting, self.tuning = sighting, tuning
        longer = max(sighting.width_px, sighting.height_px)
        self.focal_px = focal_px or tuning.focal * longer
        self.focal_width = tuning.known_focal_width if focal_px else tuning.focal_width
        self.points = np.column_stack([sighting.points_mm, np.zeros(len(sighting.points_mm))])

    def misses_px(self, values: Array) -> Array:
        return seen_px(values, self.points, self.sighting.middle_px) - self.sighting.points_px

    def residuals(self, values: Array) -> Array:
        misses = self.misses_px(values)
        distance = np.sqrt(np.sum(misses * misses, axis=-1, keepdims=True))
        pull = np.sqrt(np.minimum(1.0, self.tuning.stray_px / np.maximum(distance, 1e-9)))
        pulled = (misses * pull / self.tuning.corner_px).reshape(*values.shape[:-1], -1)
        return np.concatenate([pulled, self._unlikeness(values)], axis=-1)

    def _unlikeness(self, values: Array) -> Array:
        """How far focal length and bends are from what is presumed."""
        presumed = np.array([np.log(self.focal_px), 0.0, 0.0])
        widths = (self.focal_width, self.tuning.bend_width, self.tuning.far_bend_width)
        return np.asarray((values[..., 6:9] - presumed) / widths, dtype=np.float64)

    def as_seen(self, values: Array) -> Array:
        """The same in what a picture shows: the place and the size of the mat in pixels, and the
        bend of its lines. From above these hardly tell the focal length, which would otherwise
        pull height and bend along: a valley that no fit gets through in few steps."""
        x, y, z, focal = *values[3:6], np.exp(values[6])
        middle = (focal * x / z, focal * y / z, np.log(focal / z))
        return _with_bends([*values[:3], *middle, values[6]], values, self.focal_px / focal)

    def as_is(self, seen: Array) -> Array:
        """What `as_seen` came from."""
        a, b, c, across, along, size, log_focal, *_ = np.moveaxis(seen, -1, 0)
        focal = np.exp(log_focal)
        # A step that runs away would divide by nothing, and say so on somebody's terminal.
        z = focal / np.exp(np.clip(size, -RUNAWAY, RUNAWAY))
        turn, shift = (a, b, c), (across * z / focal, along * z / focal, z)
        return _with_bends([*turn, *shift, log_focal], seen, focal / self.focal_px)

    def run(self, values: Array) -> tuple[Array, float]:
        """The values found and their cost."""
        found, cost = descend(
            lambda seen: self.residuals(self.as_is(seen)), self.as_seen(values), self.tuning.steps
        )
        return self.as_is(found), cost

    def starts(self) -> list[Array]:
        """First guesses for a short and a long lens; a plane seen from afar allows two views."""
        found = []
        # From 0.39 to 1.4 of the longer side: a fit that begins too far away ends beside it.
        for factor in (1.0, 0.5, 1.8):
            focal = self.focal_px * factor
            x, y = self.sighting.middle_px
            matrix = np.array([[focal, 0, x], [0, focal, y], [0, 0, 1]])
            _, turns, shifts, _ = cv2.solvePnPGeneric(
                self.points, self.sighting.points_px, matrix, None, flags=cv2.SOLVEPNP_IPPE
            )
            for turn, shift in zip(turns, shifts, strict=True):
                found.append(np.array([*turn.ravel(), *shift.ravel(), np.log(focal), 0.0, 0.0]))
        return found


def _with_bends(first: Sequence[Array], values: Array, grown: Array) -> Array:
    """These and the radial terms for a focal length that is so much longer."""
    bends = values[..., 7] * grown**2, values[..., 8] * grown**4
    return np.stack([*first, *bends], axis=-1)


def fit_pose(
    sighting: Sighting, tuning: PoseTuning | None = None, focal_px: float | None = None
) -> CameraPose:
    """The camera that explains the sighting best; `TurboError` if none does."""
    fit = _Fit(sighting, tuning or PoseTuning(), focal_px)
    try:
        results = [fit.run(start) for start in fit.starts()]
    # Points in a line or in one place: told below as what they are, no camera's view.
    except (cv2.error, np.linalg.LinAlgError):
        results = []
    # A plane alone is explained as well by a camera below it.
    above = [(cost, values) for values, cost in results if _is_above(values, sighting)]
    if not above:
        raise TurboError("expected points that a camera above the table can have seen so")
    _, values = min(above, key=lambda one: one[0])
    return _pose(fit, values)


def _is_above(values: Array, sighting: Sighting) -> bool:
    if not np.isfinite(values).all():
        return False
    model = CameraModel.from_parameters(values, sighting.middle_px)
    points = np.column_stack([sighting.points_mm, np.zeros(len(sighting.points_mm))])
    depths = points @ model.rotation[2] + model.shift_mm[2]
    return bool(model.place_mm[2] > 0 and depths.min() > 0)


def _pose(fit: _Fit, values: Array) -> CameraPose:
    _, jacobian = with_slopes(fit.residuals, values)
    misses = np.linalg.norm(fit.misses_px(values), axis=1)
    model = CameraModel.from_parameters(values, fit.sighting.middle_px)
    covariance = np.asarray(np.linalg.pinv(jacobian.T @ jacobian), dtype=np.float64)
    return CameraPose(model, covariance, float(np.sqrt(np.mean(misses**2))))


def plane_homography(points_px: Array, points_mm: Sequence[Sequence[float]] | Array) -> Array:
    """The map from pixels to a plane that fits many pairs of points best."""
    matrix, _ = cv2.findHomography(points_px, np.asarray(points_mm, dtype=np.float64), 0)
    if matrix is None:
        raise TurboError("expected points that span a plane")
    return np.asarray(matrix, dtype=np.float64)
