"""How accurate is a calibration? Measured on synthetic pictures of the mat, against the truth.

The pictures come from another model than the one that is fitted: OpenCV's own, with a second
radial term and the axis beside the picture's centre, as real lenses have it.

    python -m tools.trials.mats [PICTURES]     prints the error in millimetres by condition
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from turbo.errors import TurboError
from vision.mat.calibration import Calibration, plan_from
from vision.mat.markers import calibrate
from vision.mat.pose import Array
from vision.mat.sheet import MatGeometry
from vision.pictures.loading import Image

Floats = NDArray[np.float32]

MAT_PX_PER_MM = 6.0
"""Twice as fine as the pictures show it: what is measured must not be the drawing's own steps."""
TABLE_LEVEL = 90.0
"""Of the table around the paper."""

EDGE_MM = 16.0


@dataclass(frozen=True, slots=True)
class TrialScene:
    """A camera over the mat and the state of its picture."""

    width_px: int = 1280
    height_px: int = 960
    focal: float = 0.78
    """Over the width."""
    bends: tuple[float, float] = (-0.04, 0.01)
    axis_px: tuple[float, float] = (6.0, -4.0)
    """Where the lens's axis meets the picture, from its centre."""
    tilt_deg: float = 8.0
    turn_deg: float = 4.0
    fill: float = 0.92
    """How much of the picture's width the mat's nearest row fills, about."""
    blur_px: float = 0.7
    light: float = 0.85
    noise: float = 2.0
    gradient: float = 0.15
    """How much darker the right side is."""
    hidden: tuple[int, ...] = ()
    """Markers that an arm covers."""
    halves_mm: float = 0.0
    """How far the right A4 sheet was taped beside its place."""


@dataclass(frozen=True, slots=True)
class Truth:
    """OpenCV's camera for a scene: matrix, lens terms, turn and shift."""

    matrix: Array
    lens: Array
    turn: Array
    shift: Array

    def to_px(self, points_mm: Array) -> Array:
        points, _ = cv2.projectPoints(points_mm, self.turn, self.shift, self.matrix, self.lens)
        return np.asarray(points, dtype=np.float64).reshape(-1, 2)


def truth_of(scene: TrialScene, mat: MatGeometry) -> Truth:
    """A camera that looks at the mat's centre, tilted about the mat's long axis."""
    focal = scene.focal * scene.width_px
    distance = focal * mat.width_mm / (scene.fill * scene.width_px)
    tilt, turn = np.radians(180 - scene.tilt_deg), np.radians(scene.turn_deg)
    distance += mat.height_mm / 2 * abs(np.sin(tilt))
    about_x = np.array(
        [[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]]
    )
    about_z = np.array(
        [[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]]
    )
    rotation, _ = cv2.Rodrigues(about_x @ about_z)
    x, y = (scene.width_px - 1) / 2 + scene.axis_px[0], (scene.height_px - 1) / 2 + scene.axis_px[1]
    return Truth(
        np.array([[focal, 0, x], [0, focal, y], [0, 0, 1.0]]),
        np.array([*scene.bends, 0.0, 0.0]),
        np.asarray(rotation, dtype=np.float64),
        np.array([0.0, 0.0, distance]),
    )


@cache
def flat_mat(mat: MatGeometry, scale: float = MAT_PX_PER_MM) -> Image:
    """The mat from straight above."""
    # Paper is not white and ink not black to a camera: 235 and 25.
    paper = np.full((int(mat.height_mm * scale), int(mat.width_mm * scale)), 235, np.uint8)
    left, top = mat.area.left, mat.area.top
    for patch in mat.drawing():
        area = patch.area
        rows = slice(round((top - area.top) * scale), round((top - area.bottom) * scale))
        columns = slice(round((area.left - left) * scale), round((area.right - left) * scale))
        paper[rows, columns] = round(25 + 210 * patch.level)
    return paper


def mat_picture(scene: TrialScene, seed: int = 0, mat: MatGeometry | None = None) -> Image:
    """What the camera of the scene would see."""
    mat = mat or MatGeometry()
    flat = _taped(flat_mat(mat), scene.halves_mm)
    maps = _maps(scene, mat, flat)
    seen = cv2.remap(flat, *maps, cv2.INTER_LINEAR, None, cv2.BORDER_CONSTANT, [TABLE_LEVEL])
    seen = _with_arms(seen.astype(np.float64), scene, mat)
    return _through_camera(seen, scene, np.random.default_rng(seed))


def _taped(flat: Image, shift_mm: float) -> Image:
    """The right sheet a little lower than the left one, and turned along with it."""
    if not shift_mm:
        return flat
    half, shift = flat.shape[1] // 2, shift_mm * MAT_PX_PER_MM
    matrix = np.array([[1.0, 0.0, shift / 2], [0.0, 1.0, shift]])
    lower = cv2.warpAffine(flat, matrix, flat.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
    return np.hstack([flat[:, :half], np.asarray(lower[:, half:], dtype=np.uint8)])


def _maps(scene: TrialScene, mat: MatGeometry, flat: Image) -> tuple[Floats, Floats]:
    """For every pixel of the picture its place in the flat one."""
    truth = truth_of(scene, mat)
    xs, ys = np.meshgrid(np.arange(scene.width_px), np.arange(scene.height_px))
    pixels = np.stack([xs, ys], axis=-1).reshape(-1, 1, 2).astype(np.float64)
    rays = cv2.undistortPoints(pixels, truth.matrix, truth.lens)
    rotation, _ = cv2.Rodrigues(truth.turn)
    plane = np.column_stack([rotation[:, 0], rotation[:, 1], truth.shift])
    middle = np.array([flat.shape[1], flat.shape[0]]) / 2 - 0.5
    to_flat = np.diag([MAT_PX_PER_MM, -MAT_PX_PER_MM, 1.0])
    to_flat[:2, 2] = middle
    at = cv2.perspectiveTransform(rays, to_flat @ np.linalg.inv(plane))
    x, y = cv2.split(at.reshape(scene.height_px, scene.width_px, 2).astype(np.float32))
    return np.asarray(x, np.float32), np.asarray(y, np.float32)


def _with_arms(seen: Array, scene: TrialScene, mat: MatGeometry) -> Array:
    truth = truth_of(scene, mat)
    for number in scene.hidden:
        corners = np.array(mat.markers()[number])
        middle = corners.mean(axis=0)
        cover = np.column_stack([(corners - middle) * [0.9, 0.5] + middle - [0, 4], np.zeros(4)])
        cv2.fillConvexPoly(seen, np.round(truth.to_px(cover)).astype(np.int32), 150.0)
    return seen


def _through_camera(seen: Array, scene: TrialScene, chance: np.random.Generator) -> Image:
    """Light that falls off to the right, a warm tint, blur, noise, and JPEG as cameras send it."""
    if scene.blur_px:
        seen = cv2.GaussianBlur(seen, (0, 0), scene.blur_px).astype(np.float64)
    lit = seen * scene.light * np.linspace(1.0, 1.0 - scene.gradient, scene.width_px)
    colours = lit[:, :, None] * np.array([0.86, 0.97, 1.0])
    # After the light: a dim picture is as noisy as a bright one, and that is what makes it hard.
    grain = chance.standard_normal(colours.shape, dtype=np.float32) * scene.noise
    noisy = np.clip(colours + grain, 0, 255)
    data = cv2.imencode(".jpg", noisy.astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 88])[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8)


PLAIN = TrialScene()
CONDITIONS = {
    "plain": PLAIN,
    "straight down": replace(PLAIN, tilt_deg=0.0),
    "tilt 20": replace(PLAIN, tilt_deg=20.0),
    "tilt 35": replace(PLAIN, tilt_deg=35.0, turn_deg=12.0),
    "upside down": replace(PLAIN, turn_deg=184.0),
    "strong lens": replace(PLAIN, bends=(-0.12, 0.02)),
    "wide lens": replace(PLAIN, focal=0.42, bends=(-0.02, 0.0)),
    "long lens": replace(PLAIN, focal=1.3, bends=(0.0, 0.0)),
    "out of focus": replace(PLAIN, blur_px=2.2),
    "dim, noisy": replace(PLAIN, light=0.12, noise=5.0),
    "very dim": replace(PLAIN, light=0.06, noise=4.0),
    "half in shadow": replace(PLAIN, light=0.6, gradient=0.8),
    "640 x 480": replace(PLAIN, width_px=640, height_px=480, axis_px=(3.0, -2.0)),
    "farthest (die 24 px)": replace(PLAIN, fill=0.5),
    "two A4, 1 mm off": replace(PLAIN, halves_mm=1.0),
    "4 markers, tilt 20": replace(PLAIN, tilt_deg=20.0, hidden=(0, 2, 5, 7)),
    "2 markers, across": replace(PLAIN, tilt_deg=20.0, hidden=(1, 2, 3, 4, 5, 6)),
    "2 markers, one side": replace(PLAIN, tilt_deg=20.0, hidden=(1, 2, 4, 5, 6, 7)),
}


@dataclass(frozen=True, slots=True)
class Measured:
    """Errors of one picture at the height of the tops, all over the zones; markers found."""

    errors_mm: Array
    plan_errors_mm: Array
    promised_mm: float
    markers: int


def chance_scene(scene: TrialScene, chance: np.random.Generator) -> TrialScene:
    """The same conditions with another place of the camera and another lens."""
    k1, k2 = scene.bends
    return replace(
        scene,
        focal=scene.focal * chance.uniform(0.92, 1.08),
        bends=(k1 * chance.uniform(0.5, 1.5), k2 * chance.uniform(0.5, 1.5)),
        axis_px=(chance.normal(0, 6), chance.normal(0, 6)),
        tilt_deg=scene.tilt_deg * chance.uniform(0.85, 1.0),
        turn_deg=scene.turn_deg + chance.uniform(-10, 10),
    )


def measure(scene: TrialScene, seed: int) -> Measured:
    mat = MatGeometry()
    calibration = calibrate(mat_picture(scene, seed, mat), edge_mm=EDGE_MM, mat=mat)
    places = _places(mat)
    tops = truth_of(scene, mat).to_px(np.column_stack([places, np.full(len(places), EDGE_MM)]))
    found = calibration.camera.to_mm(tops, EDGE_MM)
    return Measured(
        np.linalg.norm(found - places, axis=1),
        np.linalg.norm(_by_plan(calibration, tops) - places, axis=1),
        calibration.spread_mm,
        len(calibration.markers_px),
    )


def _by_plan(calibration: Calibration, tops: Array) -> Array:
    plan = plan_from(calibration)
    return np.array([plan.to_mm((float(x), float(y))) for x, y in tops]) * [1, -1]


def _places(mat: MatGeometry) -> Array:
    xs, ys = np.linspace(-mat.zone_x_mm, mat.zone_x_mm, 13), np.linspace(-136, 136, 9)
    grid = np.meshgrid(xs, ys)
    return np.column_stack([grid[0].ravel(), grid[1].ravel()]).astype(np.float64)


def trial(pictures: int) -> Iterator[tuple[str, Sequence[Measured], int]]:
    """Every condition: what was measured, and in how many pictures no mat was found."""
    for name, scene in CONDITIONS.items():
        done, failed = list[Measured](), 0
        for seed in range(pictures):
            chance = np.random.default_rng(seed)
            try:
                done.append(measure(chance_scene(scene, chance), seed))
            # Counted and told: a condition in which the mat is not found has no error in
            # millimetres.
            except TurboError:
                failed += 1
        yield name, done, failed


def main() -> None:
    pictures = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    print(f"error in mm at {EDGE_MM:.0f} mm above the mat, {pictures} pictures each")
    print(f"{'condition':22}{'median':>8}{'worst':>8}{'plan: median':>14}{'worst':>8}", end="")
    print(f"{'promised':>10}{'markers':>9}{'not found':>11}")
    for name, done, failed in trial(pictures):
        if not done:
            print(f"{name:22}{'':57}{failed:11}")
            continue
        errors = np.concatenate([one.errors_mm for one in done])
        by_plan = np.concatenate([one.plan_errors_mm for one in done])
        promised = np.median([one.promised_mm for one in done])
        markers = np.mean([one.markers for one in done])
        print(
            f"{name:22}{np.median(errors):8.2f}{errors.max():8.2f}{np.median(by_plan):14.2f}"
            f"{by_plan.max():8.2f}{promised:10.2f}{markers:9.1f}{failed:11}"
        )


if __name__ == "__main__":
    main()
