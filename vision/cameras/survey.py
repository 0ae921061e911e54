"""What one picture tells whoever hangs up a camera: field, height, pixels a die, focus, light.

Each part says by itself whether it is good, so that a page or a command need not judge.
"""

import math
from dataclasses import dataclass, replace
from itertools import chain

import cv2
import numpy as np

from turbo.errors import TurboError
from vision.cameras.exposure import ExposureVerdict
from vision.cameras.light import MatMeter
from vision.cameras.optics import CAMERAS, DIE_MM, higher_by_mm
from vision.mat.calibration import Calibration
from vision.mat.card_fit import calibrate_found, field_size_mm, find_cards
from vision.mat.markers import Markers, calibrate_markers, find_markers
from vision.mat.plan import Outline
from vision.mat.sheet import MatGeometry
from vision.pictures.loading import Image

COMMON_ANGLE_DEG = 66.0
"""Across, of a camera that we do not know: telephones and web cameras have 60 to 78. The height is
then right to a sixth, and so is the advice to hang it higher."""

USB_NAMES = {
    "C920": CAMERAS["Logitech C920, C922"],
    "C922": CAMERAS["Logitech C920, C922"],
    "C270": CAMERAS["Logitech C270"],
}
"""What stands in the names that USB cameras give themselves."""


@dataclass(frozen=True, slots=True)
class SurveyTuning:
    sharp: float = 0.22
    """The steepest step at a marker's rim, of black to white in a pixel. A rim blurred by s pixels
    has 0.4 / s: at 1.8 px all dice of the twin were still read."""
    least_die_px: float = 30.0
    """Narrower dice are hard to read,"""
    least_far_px: float = 24.0
    """and from here on some are not found: a telephone that leans beside the table sees the far
    corner of the mat a third smaller than its middle."""
    straight_deg: float = 15.0
    """Up to here the sides of dice hardly show, and nothing is lost;"""
    slanted_deg: float = 40.0
    """from here on tops are seen so flat that more dice stay in doubt,"""
    most_tilt_deg: float = 50.0
    """and beyond this nobody has measured how they are read."""


@dataclass(frozen=True, slots=True)
class Survey:
    """None where the mat must be seen first, and is not."""

    markers: int
    """Of `of`: all of them show that the field is whole in the picture."""
    field_mm: tuple[float, float] | None = None
    """What the picture holds in the mat's plane, across and along, through its middle."""
    height_mm: float | None = None
    tilt_deg: float | None = None
    die_px: float | None = None
    far_px: float | None = None
    """How wide a die is seen in the middle of the mat, and in the farthest corner."""
    higher_by_mm: float | None = None
    """How much higher the camera must hang for the mat and a rim; negative: it could hang lower."""
    sharpness: float | None = None
    """Of the markers' rims, from 0 to 1; `SurveyTuning.sharp` and more is sharp."""
    white: float | None = None
    """The dice's white, of the picture's full scale."""
    is_high: bool = False
    is_near: bool = False
    is_straight: bool = False
    """Not so far aslant that dice are not read any more."""
    is_sharp: bool = False
    light: ExposureVerdict | None = None
    outline_px: Outline = ()
    """The field's corners in the picture, clockwise from its upper left."""
    zones_px: tuple[Outline, ...] = ()
    marks: str = "mat"
    """What is printed and lies there to measure by: the mat, or corner `cards`."""
    of: int = 8

    @property
    def view(self) -> str | None:
        """How far from the vertical it looks, by how well dice are read there."""
        if self.tilt_deg is None:
            return None
        if self.tilt_deg <= TUNING.straight_deg:
            return "straight"
        return "slanted" if self.tilt_deg <= TUNING.slanted_deg else "steep"

    @property
    def is_far_alone(self) -> bool:
        """Whether dice are too small in the farthest corner, and large enough in the middle."""
        return not self.is_near and (self.die_px or 0.0) >= TUNING.least_die_px

    @property
    def is_good(self) -> bool:
        good = (self.is_high, self.is_near, self.is_straight, self.is_sharp)
        return self.markers == self.of and all(good) and self.light is ExposureVerdict.GOOD


TUNING = SurveyTuning()


def survey(image: Image, model: str = "") -> Survey:
    """Measure a picture of the mat, taken by a camera of this model if it is known (`Facts.model`).
    Without a mat only the light is told."""
    markers = find_markers(image)
    meter = MatMeter()
    meter.place(image, markers)
    light = meter(image)
    told = Survey(len(markers), white=light.white, light=light.verdict)
    try:
        found = calibrate_markers(markers, image, DIE_MM, focal_px=_focal_px(image, model))
    except TurboError:
        # With too few marks nothing can be measured but the light, which is told all the same.
        return told
    height, field = float(found.camera.place_mm[2]), field_mm(found)
    higher = higher_by_mm(height, field)
    measured = _measured(found, told, rim_sharpness(image, markers))
    return replace(
        measured,
        is_near=measured.is_near and found.far_px >= TUNING.least_far_px,
        field_mm=(round(field[0], 1), round(field[1], 1)),
        higher_by_mm=round(higher, 1),
        # All eight in sight: whatever the angle was taken for, it hangs high enough.
        is_high=len(markers) == told.of or higher <= 0,
        outline_px=_seen(found, MatGeometry().area.outline),
        zones_px=tuple(found.zone_px(name) for name in MatGeometry().zones()),
    )


def _measured(found: Calibration, told: Survey, sharpness: float) -> Survey:
    """What is told alike by the mat and by corner cards. All four cards in sight: it hangs high
    enough for the field that they span."""
    return replace(
        told,
        height_mm=round(float(found.camera.place_mm[2]), 1),
        tilt_deg=round(float(found.camera.tilt_deg), 1),
        die_px=round(float(found.die_px), 1),
        far_px=round(float(found.far_px), 1),
        higher_by_mm=0.0,
        sharpness=round(sharpness, 3),
        is_high=True,
        is_near=found.die_px >= TUNING.least_die_px,
        is_straight=found.camera.tilt_deg <= TUNING.most_tilt_deg,
        is_sharp=sharpness >= TUNING.sharp,
    )


def survey_cards(image: Image, cards: Markers | None = None) -> Survey:
    """The same of a tile table, by its four corner cards: the field is as large as they span it.
    They are looked for, unless they are given."""
    cards = find_cards(image) if cards is None else cards
    sharpness, light = rim_sharpness(image, cards), MatMeter().by_picture_alone(image)
    told = Survey(len(cards), white=light.white, light=light.verdict, marks="cards", of=4)
    try:
        found = calibrate_found(cards, (image.shape[1], image.shape[0]))
    except TurboError:
        known = sharpness if cards else None
        return replace(told, sharpness=known, is_sharp=sharpness >= TUNING.sharp)
    return replace(
        _measured(found, told, sharpness),
        field_mm=field_size_mm(found),
        outline_px=_seen(found, found.zones_mm["table"]),
    )


def survey_either(image: Image, model: str = "") -> Survey:
    """Of whichever of both the picture shows."""
    found = survey(image, model)
    cards = {} if found.outline_px else find_cards(image)
    return survey_cards(image, cards) if cards else found


def _seen(found: Calibration, outline: Outline) -> Outline:
    """Where the corners of an outline on the table are in the picture."""
    seen = found.camera.to_px(np.array([[x, y, 0.0] for x, y in outline]))
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in seen)


def _focal_px(image: Image, model: str) -> float:
    """By the camera's angle. It must be known: from straight above, a wide lens that hangs low and
    a narrow one that hangs high show the same."""
    on_connector = (camera for camera in CAMERAS.values() if model and camera.model == model)
    by_usb = (camera for word, camera in USB_NAMES.items() if word in model)
    known = next(chain(on_connector, by_usb), None)
    angle = known.angles_deg[0] if known else COMMON_ANGLE_DEG
    return float(image.shape[1] / 2 / math.tan(math.radians(angle) / 2))


def field_mm(found: Calibration) -> tuple[float, float]:
    """The width and height of what is seen in the mat's plane, through the picture's middle."""
    width, height = found.width_px, found.height_px
    middles = np.array(
        [[0, height / 2], [width, height / 2], [width / 2, 0], [width / 2, height]], np.float64
    )
    left, right, top, bottom = found.camera.to_mm(middles, 0.0)
    return float(np.linalg.norm(right - left)), float(np.linalg.norm(bottom - top))


def rim_sharpness(image: Image, markers: Markers) -> float:
    """The steepest steps at the markers' rims, as a part of black to white in one pixel; told by
    the middle marker, since a lens may be soft in one corner."""
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    steps = [_steepest(grey, np.asarray(corners)) for corners in markers.values()]
    return float(np.median(steps)) if steps else 0.0


def _steepest(grey: Image, corners: "np.ndarray[tuple[int, ...], np.dtype[np.floating]]") -> float:
    low = np.floor(corners.min(axis=0)).astype(int).clip(2) - 2
    high = np.ceil(corners.max(axis=0)).astype(int) + 3
    part = grey[low[1] : high[1], low[0] : high[0]].astype(np.float64)
    if min(part.shape) < 8:
        return 0.0
    contrast = float(np.percentile(part, 90) - np.percentile(part, 10))
    steps = np.concatenate([np.abs(np.diff(part, axis=axis)).ravel() for axis in (0, 1)])
    # Not the very steepest, which may be noise; and in the dark not against next to nothing.
    return float(np.percentile(steps, 99)) / max(contrast, 8.0)
