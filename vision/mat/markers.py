"""From the mat's markers in a picture to a calibration; or from corners that a person gives.

Any two markers suffice, more make it better. Markers are looked for in the picture as it is, then
with its contrast raised, then enlarged, and at last in the flattened picture, until all are seen.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from turbo.errors import TurboError
from turbo.game.observation import Point
from vision.mat.calibration import ZONES, Calibration, GreyReading
from vision.mat.plan import HAND_BAND, Outline, outline_of
from vision.mat.pose import Array, CameraModel, CameraPose, PoseTuning, Sighting, fit_pose
from vision.mat.sheet import MatGeometry, Rectangle
from vision.pictures.loading import Image

Markers = dict[int, Array]
"""The corners of each marker by its number, 4 x 2 pixels."""


@dataclass(frozen=True, slots=True)
class CalibrateTuning:
    """How markers are found and judged; found in the trial (`python -m tools.trials.mats`)."""

    pose: PoseTuning = field(default_factory=PoseTuning)
    fewest: int = 2
    """Markers needed: one alone leaves places at the far end off by centimetres."""
    stray_px: float = 4.0
    """A marker that lies this far from where the others want it is bent up or no marker. A part
    of the picture's longer side over 1000, so that large pictures may err by more pixels."""
    agree: float = 0.012
    """Distance, as a part of the longer side, within which markers agree on one flat sheet: a
    strong lens bends by two thirds of that."""
    moved: float = 1.5
    """Shift of the markers, in thousandths of the longer side, from which a camera has moved:
    in the trial's pictures noise and blur alone shift the median by 0.05 to 0.54 pixels of 1280."""
    contrast_limit: float = 8.0
    tiles: int = 8
    """Of the contrast-raising filter: in pictures with 3, 4 and 6 % of the light and noise of 4
    levels a limit of 8 gave all markers, 4 gave 6, 8 and 8, and 2 gave 0, 6 and 8."""
    flat_px_per_mm: float = 4.0
    """Scale of the flattened picture: 17 pixels for each cell of a marker."""
    near: float = 0.02
    """Squares nearer to each other than this part of their outline are taken for one, which with
    the usual eighth was a cell of a large marker instead of the marker: a card on green cloth."""
    sharpen_px: int = 5
    """Half the window in which a corner is refined to parts of a pixel."""
    heights_mm: tuple[float, float] = (80.0, 4000.0)
    """How high a camera can hang by corners that somebody gave: nearer it sees no field, and from
    above a ceiling's height nobody reads dice. Corners that mean more are slips of the finger."""
    smallest_die_px: float = 6.0
    """Narrower than this no numeral is there to be read, whatever the light."""
    beyond: float = 0.5
    """How far a corner may lie outside the picture, in parts of its longer side."""


TUNING = CalibrateTuning()


def _detector(near: float | None = None) -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    if near is not None:
        parameters.minMarkerDistanceRate = near
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    parameters.cornerRefinementWinSize = TUNING.sharpen_px
    parameters.adaptiveThreshWinSizeMin = 5
    parameters.adaptiveThreshWinSizeMax = 45
    parameters.adaptiveThreshWinSizeStep = 10
    parameters.minMarkerPerimeterRate = 0.02
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    return cv2.aruco.ArucoDetector(dictionary, parameters)


def find_markers(
    image: Image, mat: MatGeometry | None = None, enough: int | None = None
) -> Markers:
    """The mat's markers that can be seen in a picture (blue, green, red), by number. Where a number
    of them is enough, no more are looked for."""
    mat = mat or MatGeometry()
    grey, detector = _grey(image), _detector()
    found: Markers = {}
    for look in _looks(grey, mat):
        # An earlier look wins: raised or enlarged, a corner is known less well.
        for number, corners in look(detector, found).items():
            found.setdefault(number, corners)
        if len(found) >= (enough or len(mat.markers())):
            break
    return found


def find_numbered(image: Image, numbers: Sequence[int]) -> Markers:
    """Markers of these numbers, wherever they lie: as it is, contrast raised, enlarged."""
    grey, detector = _grey(image), _detector(TUNING.near)
    known = dict.fromkeys(numbers)
    found = _detect(detector, grey, known)
    if len(found) < len(known):
        raised = _raised(grey)
        found = {**_detect(detector, raised, known), **found}
    if len(found) < len(known):
        found = {**_detect_enlarged(detector, raised, known), **found}
    return found


Look = Callable[[cv2.aruco.ArucoDetector, Markers], Markers]


def _looks(grey: Image, mat: MatGeometry) -> Iterator[Look]:
    known = mat.markers()
    yield lambda detector, _: _detect(detector, grey, known)
    raised = _raised(grey)
    yield lambda detector, _: _detect(detector, raised, known)
    yield lambda detector, _: _detect_enlarged(detector, raised, known)
    yield lambda detector, found: _detect_flat(detector, raised, found, mat)


def _raised(grey: Image) -> Image:
    """The picture with its contrast raised place by place, for bad light."""
    clahe = cv2.createCLAHE(TUNING.contrast_limit, (TUNING.tiles, TUNING.tiles))
    # Noise first taken away, or it would be raised as well.
    return np.asarray(clahe.apply(cv2.medianBlur(grey, 3)), dtype=np.uint8)


def _grey(image: Image) -> Image:
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)


def _detect(detector: cv2.aruco.ArucoDetector, grey: Image, known: Mapping[int, object]) -> Markers:
    corners, numbers, _ = detector.detectMarkers(grey)
    if numbers is None:
        return {}
    # Of two with one number, as on two tables of a hall, the larger stays: the mat in front.
    pairs = sorted(
        zip(np.ravel(numbers), corners, strict=True), key=lambda pair: cv2.contourArea(pair[1])
    )
    return {
        int(number): np.asarray(quad, dtype=np.float64).reshape(4, 2)
        for number, quad in pairs
        if int(number) in known
    }


def _detect_enlarged(
    detector: cv2.aruco.ArucoDetector, grey: Image, known: Mapping[int, object]
) -> Markers:
    large = np.asarray(cv2.resize(grey, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC), np.uint8)
    found = _detect(detector, large, known)
    # Pixels are counted from their middles: enlarged, that of the first one lies at 0.5.
    return {number: (corners + 0.5) / 2 - 0.5 for number, corners in found.items()}


def _detect_flat(
    detector: cv2.aruco.ArucoDetector, grey: Image, found: Markers, mat: MatGeometry
) -> Markers:
    """In the picture as it would be from straight above, as far as the found markers tell."""
    if len(found) < TUNING.fewest:
        return {}
    scale, known = TUNING.flat_px_per_mm, mat.markers()
    points_mm = np.concatenate([np.array(known[number]) for number in found])
    flat = (points_mm * [1, -1] + [mat.width_mm / 2, mat.height_mm / 2]) * scale
    matrix, _ = cv2.findHomography(np.concatenate(list(found.values())), flat)
    if matrix is None:
        return {}
    size = (int(mat.width_mm * scale), int(mat.height_mm * scale))
    above = np.asarray(cv2.warpPerspective(grey, matrix, size), dtype=np.uint8)
    back = np.linalg.inv(matrix)
    seen = _detect(detector, above, known)
    return {
        number: cv2.perspectiveTransform(corners[None], back)[0].astype(np.float64)
        for number, corners in seen.items()
    }


def calibrate(
    image: Image,
    *,
    edge_mm: float = 16.0,
    mat: MatGeometry | None = None,
    focal_px: float | None = None,
) -> Calibration:
    """The calibration of a picture that shows the mat; `TurboError` says what is missing."""
    mat = mat or MatGeometry()
    return calibrate_markers(find_markers(image, mat), image, edge_mm, mat, focal_px)


def calibrate_markers(
    markers: Markers,
    image: Image,
    edge_mm: float = 16.0,
    mat: MatGeometry | None = None,
    focal_px: float | None = None,
) -> Calibration:
    """The same from markers that were found before, perhaps in many pictures."""
    mat = mat or MatGeometry()
    height, width = image.shape[:2]
    markers, pose = _fit(markers, mat, (width, height), focal_px)
    camera, zones = pose.camera, _mat_zones(mat)
    return Calibration(
        width,
        height,
        camera,
        zones,
        edge_mm,
        "mat",
        pose.error_px,
        pose.spread_mm(_corners_of(zones), edge_mm),
        {number: outline_of(markers[number]) for number in sorted(markers)},
        read_greys(image, camera, mat),
    )


def _fit(
    markers: Markers, mat: MatGeometry, size: tuple[int, int], focal_px: float | None
) -> tuple[Markers, CameraPose]:
    """Fit, leave out the marker that fits worst, and again, until all that remain fit."""
    # In small pictures no less: a corner is found to a part of a pixel, however few there are.
    limit_px = TUNING.stray_px * max(1.0, max(size) / 1000)
    left = _in_agreement(markers, mat, TUNING.agree * max(size))
    while len(left) >= TUNING.fewest:
        pose = fit_pose(_sighting(left, mat, size), TUNING.pose, focal_px)
        worst, miss_px = _worst(left, pose.camera, mat)
        if miss_px <= limit_px:
            return left, pose
        # One at a time: a marker that is bent up pulls the fit, and good ones look bad.
        del left[worst]
    raise TurboError(_too_few(len(markers), len(mat.markers()), TUNING.fewest))


def _in_agreement(markers: Markers, mat: MatGeometry, limit_px: float) -> Markers:
    """The markers that most of the others agree with, seen as a flat sheet without a lens."""
    # Two that disagree leave nobody to say which of them is wrong.
    if len(markers) <= 2:
        return dict(markers)
    known = mat.markers()
    points_mm = np.concatenate([np.array(known[number]) for number in markers])
    points_px = np.concatenate(list(markers.values()))
    _, fits = cv2.findHomography(points_mm, points_px, cv2.RANSAC, limit_px)
    if fits is None:
        return dict(markers)
    # Three corners of four: one that was refined onto a shadow does not throw out its marker.
    good = np.asarray(fits).reshape(len(markers), 4).sum(axis=1) >= 3
    return {
        number: markers[number] for number, is_good in zip(markers, good, strict=True) if is_good
    }


def _too_few(seen: int, all_of_them: int, fewest: int) -> str:
    wanted = f"expected at least {fewest} of the mat's {all_of_them} markers"
    if seen >= fewest:
        return f"{wanted} where the mat has them, saw {seen}: lay the mat flat"
    return f"{wanted}, saw {seen}: show the whole mat, with more light and nothing lying on it"


def _sighting(markers: Markers, mat: MatGeometry, size: tuple[int, int]) -> Sighting:
    known = mat.markers()
    points_mm = np.concatenate([np.array(known[number]) for number in markers])
    return Sighting(points_mm, np.concatenate(list(markers.values())), *size)


def _worst(markers: Markers, camera: CameraModel, mat: MatGeometry) -> tuple[int, float]:
    known, misses = mat.markers(), {}
    for number, corners in markers.items():
        expected = camera.to_px(np.column_stack([np.array(known[number]), np.zeros(4)]))
        misses[number] = float(np.linalg.norm(corners - expected, axis=1).mean())
    worst = max(misses, key=lambda number: misses[number])
    return worst, misses[worst]


def _mat_zones(mat: MatGeometry) -> dict[str, Outline]:
    """As printed, but hands reach to the mat's edge: a die beyond the line is still on the mat."""
    zones, area = mat.zones(), mat.area
    zones["hand_0"] = replace(zones["hand_0"], bottom=area.bottom)
    zones["hand_1"] = replace(zones["hand_1"], top=area.top)
    return {name: zones[name].outline for name in ZONES}


def _corners_of(zones: Mapping[str, Outline]) -> Array:
    return np.array([corner for outline in zones.values() for corner in outline])


def calibrate_corners(
    corners_px: Sequence[Point],
    size_mm: tuple[float, float],
    picture_px: tuple[int, int],
    *,
    edge_mm: float = 16.0,
    hand_mm: float | None = None,
) -> Calibration:
    """No mat: the field's corners on the table, clockwise from its upper left one in the picture,
    and its width and height. Each hand has a band along the lower and the upper side."""
    width_mm, height_mm = size_mm
    if len(corners_px) != 4:
        raise TurboError(f"expected four corners of the field, got {len(corners_px)}")
    field_mm = Rectangle.around(0.0, 0.0, width_mm, height_mm)
    corners = np.array(corners_px, dtype=np.float64)
    if not np.isfinite(corners).all():
        raise TurboError("expected corners that are numbers")
    # Before the fit, which finds some camera for nearly any four points.
    _check_corners(corners, picture_px)
    pose = fit_pose(Sighting(np.array(field_mm.outline), corners, *picture_px), TUNING.pose)
    zones = _field_zones(field_mm, height_mm * HAND_BAND if hand_mm is None else hand_mm)
    spread_mm = pose.spread_mm(_corners_of(zones), edge_mm)
    found = Calibration(
        *picture_px, pose.camera, zones, edge_mm, "corners", pose.error_px, spread_mm
    )
    return _believed(found)


def _check_corners(corners: Array, picture_px: tuple[int, int]) -> None:
    if not cv2.isContourConvex(corners.astype(np.float32)) or _area(corners) <= 0:
        raise TurboError("expected the corners clockwise from the upper left, none within another")
    margin = TUNING.beyond * max(picture_px)
    if (corners < -margin).any() or (corners > np.array(picture_px) + margin).any():
        width, height = picture_px
        raise TurboError(f"expected corners in or near the picture, which is {width} x {height} px")


def _believed(found: Calibration) -> Calibration:
    """Corners that fit no camera above a table are a slip, and nobody notices later."""
    height_mm, (low, high) = float(found.camera.place_mm[2]), TUNING.heights_mm
    if not low <= height_mm <= high:
        raise TurboError(
            f"expected corners and a size that fit: by these the camera is {height_mm:.0f} mm above"
            f" the table, which is not between {low:.0f} and {high:.0f}"
        )
    # Said this way round, so that a width which is no number fails too.
    if not found.die_px >= TUNING.smallest_die_px:
        raise TurboError(
            f"expected corners and a size that fit: by these a die is {found.die_px:.1f} px wide"
        )
    return found


def _area(corners: Array) -> float:
    """Positive for corners that run clockwise in the picture."""
    x, y = corners.T
    return float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y) / 2)


def _field_zones(area: Rectangle, band_mm: float) -> dict[str, Outline]:
    if not 0 < band_mm < (area.top - area.bottom) / 2:
        raise TurboError(f"expected hands lower than half the field, got {band_mm} mm")
    low, high = area.bottom + band_mm, area.top - band_mm
    return {
        "table": replace(area, bottom=low, top=high).outline,
        "hand_0": replace(area, top=low).outline,
        "hand_1": replace(area, bottom=high).outline,
    }


def read_greys(image: Image, camera: CameraModel, mat: MatGeometry) -> tuple[GreyReading, ...]:
    """What the camera makes of the patches that lie in the picture; the rim is left out."""
    return tuple(
        GreyReading(patch.level, bgr)
        for patch in mat.patches()
        if (bgr := _mean_bgr(image, camera, patch.area)) is not None
    )


def _mean_bgr(
    image: Image, camera: CameraModel, area: Rectangle
) -> tuple[float, float, float] | None:
    inner = Rectangle.around(
        *area.centre, (area.right - area.left) / 2, (area.top - area.bottom) / 2
    )
    points = np.column_stack([np.array(inner.outline), np.zeros(4)])
    corners = np.round(camera.to_px(points)).astype(np.int32)
    height, width = image.shape[:2]
    # A patch that is cut off would be averaged with what is beside it.
    if corners.min() < 0 or (corners.max(axis=0) >= [width, height]).any():
        return None
    return mean_bgr(image, corners)


def mean_bgr(image: Image, corners: NDArray[np.int32]) -> tuple[float, float, float]:
    """The colour of an area that lies in the picture."""
    left, top = corners.min(axis=0)
    right, bottom = corners.max(axis=0) + 1
    part = image[top:bottom, left:right]
    mask = np.zeros(part.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, corners - np.array([left, top], np.int32), 255)
    blue, green, red, _ = cv2.mean(part, mask)
    return blue, green, red


@dataclass(frozen=True, slots=True)
class Movement:
    """How far the picture of the markers has shifted since the calibration, by so many markers."""

    shift_px: float
    markers: int
    has_moved: bool


def movement(calibration: Calibration, image: Image) -> Movement | None:
    """Where the markers are now against where they were; None if none of them can be seen."""
    known = calibration.markers_px
    seen = _detect(_detector(), _grey(image), known)
    seen = seen or _detect(_detector(), _raised(_grey(image)), known)
    both = sorted(seen)
    # In a picture of another size every marker lies elsewhere, and nothing was bumped.
    if not both or image.shape[:2] != (calibration.height_px, calibration.width_px):
        return None
    now = np.concatenate([seen[number] for number in both])
    before = np.concatenate([np.array(calibration.markers_px[number]) for number in both])
    # Not the mean: an arm over one marker must not look like a bump.
    shift_px = float(np.median(np.linalg.norm(now - before, axis=1)))
    limit_px = TUNING.moved * max(1.0, max(image.shape) / 1000)
    return Movement(shift_px, len(both), shift_px > limit_px)


def has_moved(calibration: Calibration, image: Image) -> bool:
    """Whether the camera or the mat was bumped; not when no marker can be seen."""
    moved = movement(calibration, image)
    return moved is not None and moved.has_moved


def recalibrated(calibration: Calibration, image: Image) -> Calibration:
    """The calibration of the same camera, with its lens as it was, over a bumped mat or cards."""
    known = calibration.camera.focal_px
    if calibration.source == "cards":
        # Here, since that module stands on this one.
        from vision.mat.card_fit import recalibrated_cards

        return recalibrated_cards(calibration, image)
    fresh = calibrate(image, edge_mm=calibration.edge_mm, focal_px=known)
    return replace(fresh, settings=calibration.settings)
