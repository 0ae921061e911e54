"""A closer look at single faces: the mark that tells 6 from 9, and the colour of the inks."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from turbo.game.dice import Mark
from turbo.game.observation import SeenDie
from vision.mat.pose import Array
from vision.pictures.loading import Image

FACE_PX = 96
"""More than a die has in most pictures: a mark of a few pixels is then a shape, not steps."""


@dataclass(frozen=True, slots=True)
class InkTuning:
    """How ink is told from the die's white; found on rendered faces with bars and dots."""

    rim: float = 0.12
    """Part of the face at each side that is left out: rounded edges and shadows."""
    least: float = 0.35
    """Contrast of ink, as a part of the strongest in the face, that is ink."""
    speck: float = 0.006
    """Smaller parts of the face than this are specks."""
    bar_shape: float = 2.0
    """A mark so many times as wide as high is a bar, else a dot."""
    foot: float = 0.04
    """Where a joined bar is measured, above the lowest ink, in heights of numeral and bar."""
    bar_width: float = 0.8
    """How wide it must be there, of the whole: a round foot has about a half."""
    waist: float = 0.22
    """How far above it the ink must grow narrower,"""
    waist_width: float = 0.85
    """and by how much."""
    beside: float = 0.25
    """A mark's centre lies so far, in heights of the numeral, beyond the numeral's centre."""


TUNING = InkTuning()


def upright(image: Image, die: SeenDie, size: int = FACE_PX) -> Image:
    """The face cut out and turned so that its numeral stands upright."""
    corners = np.array(die.corners_px, dtype=np.float32)
    if die.rotation_deg is not None:
        corners = np.roll(corners, -_first_corner(corners, die.rotation_deg), axis=0)
    square = np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(corners, square)
    return np.asarray(cv2.warpPerspective(image, matrix, (size, size)), dtype=np.uint8)


def _first_corner(corners: NDArray[np.float32], rotation_deg: float) -> int:
    """The corner that is the numeral's upper left one."""
    best, chosen = -2.0, 0
    up = np.array([np.sin(np.radians(rotation_deg)), -np.cos(np.radians(rotation_deg))])
    # The corners may be told from any of them on: which is the upper left the numeral says.
    for first in range(4):
        c = np.roll(corners, -first, axis=0)
        side = (c[0] + c[1]) / 2 - (c[2] + c[3]) / 2
        fit = float(side @ up / max(float(np.linalg.norm(side)), 1e-9))
        if fit > best:
            best, chosen = fit, first
    return chosen


def _ink(face: Image) -> tuple[Array, Array]:
    """How strong the ink is in every pixel, from 0 to 1, and the white of the face."""
    rim = int(TUNING.rim * len(face))
    inner = cv2.GaussianBlur(face, (0, 0), 0.8)[rim:-rim, rim:-rim].astype(np.float64)
    white = np.percentile(inner.reshape(-1, 3), 80, axis=0)
    distance = np.linalg.norm(inner - white, axis=2)
    return distance / max(float(np.percentile(distance, 99.5)), 1e-6), white


def appearance(face: Image) -> Mark:
    """The mark on an upright face that shows a 6 or a 9."""
    ink, _ = _ink(face)
    mask = (ink > TUNING.least).astype(np.uint8)
    count, _, parts, centres = cv2.connectedComponentsWithStats(mask)
    if count < 2:
        return Mark.UNKNOWN
    areas = parts[1:, cv2.CC_STAT_AREA]
    largest = 1 + int(np.argmax(areas))
    _, top, _, height, _ = (int(value) for value in parts[largest])
    for part in range(1, count):
        _, _, wide, high, area = (int(value) for value in parts[part])
        away = abs(centres[part][1] - (top + height / 2)) / max(height, 1)
        if part == largest or area < TUNING.speck * mask.size or away < TUNING.beside:
            continue
        return Mark.BAR if wide >= TUNING.bar_shape * high else Mark.DOT
    return Mark.BAR if _ends_in_bar(ink) else Mark.NONE


def _ends_in_bar(ink: Array) -> bool:
    """A bar that blur has joined to its numeral: the lowest rows are wide, those above narrower,
    while a numeral's own foot is round or thin."""
    rows, columns = np.nonzero(ink > TUNING.least)
    height, width = np.ptp(rows) + 1, np.ptp(columns) + 1
    widths = [
        np.ptp(columns[rows == row]) + 1 if (rows == row).any() else 0 for row in range(len(ink))
    ]
    foot = rows.max() - int(TUNING.foot * height)
    above = range(foot - int(TUNING.waist * height), foot)
    return bool(
        widths[foot] >= TUNING.bar_width * width
        and min(widths[row] for row in above) <= TUNING.waist_width * widths[foot]
    )


def ink_colour(face: Image) -> tuple[float, float, float]:
    """Blue, green, red of the ink against the die's own white, which counts as 1."""
    rim = int(TUNING.rim * len(face))
    ink, white = _ink(face)
    inner = face[rim:-rim, rim:-rim].astype(np.float64)
    # Of the darkest alone: at a numeral's rim ink and white are mixed.
    strongest = inner[ink >= np.percentile(ink, 97)]
    blue, green, red = np.median(strongest, axis=0) / np.maximum(white, 1.0)
    return float(blue), float(green), float(red)
