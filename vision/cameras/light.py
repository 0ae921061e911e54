"""How bright the dice's white is: by the mat's paper and its grey patches, or by the picture alone.

The paper beside the patches is as white as a die. Where it is burnt out, the lightest patch that is
not tells how much: of each the light that it throws back is known.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from turbo.game.observation import Point
from vision.cameras.exposure import TUNING as EXPOSURE
from vision.cameras.exposure import Light
from vision.mat.markers import Markers, find_markers, mean_bgr
from vision.mat.sheet import MatGeometry, Rectangle
from vision.pictures.loading import Image


@dataclass(frozen=True, slots=True)
class LightTuning:
    burnt: float = 0.955
    """Pixels above are burnt out, or so near that their mean lies: 243 of 255."""
    dark: float = 0.03
    """Below, noise and black cannot be told apart: 8 of 255."""
    fewest: int = 4
    """Markers for the places of the patches: fewer may lie on one line."""
    enough: int = 6
    """With so many of eight there are some at both ends, and no further look is needed: a look at
    the enlarged picture takes five times as long as the first."""
    white_part: float = 0.005
    """Without a mat: this part of the picture is as white as the dice or whiter. One die on a field
    of 600 x 340 mm is 0.13 %: four of them are enough, and a spark of a lamp is not."""
    burnt_part: float = 0.003
    """Without a mat: when more than this is burnt out, the dice's white is."""


PAPER_LEVEL = 1.0


def linear(value: float) -> float:
    """Light from a pixel value, both 0 to 1, by the curve of sRGB. Cameras' own curves are steeper
    or flatter; the loop then takes one step more.

    >>> round(linear(0.5), 3), linear(1.0)
    (0.214, 1.0)
    """
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


class MatMeter:
    """Measures pictures of one camera that hangs still: the mat is searched for until it is found,
    and its patches are then known to stay where they are."""

    def __init__(self) -> None:
        self.tuning = LightTuning()
        self._mat = MatGeometry()
        self._areas: list[tuple[float, NDArray[np.int32]]] = []

    @property
    def has_mat(self) -> bool:
        return bool(self._areas)

    def __call__(self, image: Image) -> Light:
        return self.by_mat_alone(image) or self.by_picture_alone(image)

    def by_mat_alone(self, image: Image) -> Light | None:
        """As a call, but None where no mat is to be seen: without one, a white sleeve would count
        as dice."""
        if not self._areas:
            self.place(image, find_markers(image, self._mat, enough=self.tuning.enough))
        values = self._values(image) if self._areas else {}
        return self._by_mat(values) if values else None

    def redder(self, image: Image) -> float:
        """How much more red than blue the greys are, as a part; 0 is white. Where nothing can be
        said of it, 0."""
        greys = [corners for level, corners in self._areas if level < PAPER_LEVEL]
        colours = [_mean(image, corners) for corners in greys]
        # In what is black or burnt out every colour is cut off alike, and looks like grey.
        clean = [c for c in colours if self.tuning.dark < min(c) and max(c) < self.tuning.burnt]
        if not clean:
            return 0.0
        blue, _, red = np.median(clean, axis=0).tolist()
        return float((red - blue) / max(red + blue, 1e-6))

    def forget(self) -> None:
        """The camera may hang elsewhere now."""
        self._areas = []

    def place(self, image: Image, markers: Markers) -> None:
        """The mat lies where these markers of a picture are."""
        self._areas = self._found(image, markers)

    def _found(self, image: Image, markers: Markers) -> list[tuple[float, NDArray[np.int32]]]:
        known = self._mat.markers()
        numbers = [number for number in markers if number in known]
        if len(numbers) < self.tuning.fewest:
            return []
        there = np.concatenate([np.array(known[n], np.float64) for n in numbers])
        here = np.concatenate([np.asarray(markers[n], np.float64) for n in numbers])
        matrix, _ = cv2.findHomography(there, here)
        if matrix is None:
            return []
        areas = [(patch.level, patch.area) for patch in self._mat.patches()]
        areas += [(PAPER_LEVEL, area) for area in self._paper()]
        height, width = image.shape[:2]
        seen = [(level, _corners(area, np.asarray(matrix, np.float64))) for level, area in areas]
        return [(level, one) for level, one in seen if _is_inside(one, width, height)]

    def _paper(self) -> list[Rectangle]:
        """Bare paper between the patches and the zones, beside each column of patches."""
        patch_left = self._mat.marker_x_mm - self._mat.patch_mm / 2
        middle, wide = (patch_left + self._mat.zone_x_mm) / 2, patch_left - self._mat.zone_x_mm
        return [
            Rectangle.around(side * middle, y, wide, 3 * self._mat.patch_mm)
            for side in (-1, 1)
            for y in self._mat.patch_ys_mm
        ]

    def _values(self, image: Image) -> dict[float, float]:
        """The brightness of each level: the brightest colour counts, it burns out first."""
        found: dict[float, list[float]] = {}
        for level, corners in self._areas:
            # Several patches of each level: the median leaves out one that is covered.
            found.setdefault(level, []).append(max(_mean(image, corners)))
        return {level: float(np.median(values)) for level, values in found.items()}

    def _by_mat(self, values: dict[float, float]) -> Light:
        """By the lightest level that is not burnt out."""
        white = values.get(PAPER_LEVEL, max(values.values()))
        # The lightest first: it is nearest to the dice's white, and has the least noise.
        for level in sorted(values, reverse=True):
            if values[level] < self.tuning.burnt:
                break
        else:
            return Light(white, EXPOSURE.burnt_step)
        if values[level] < self.tuning.dark:
            return Light(white, 1 / EXPOSURE.dark_step)
        paper = linear(values[level]) / linear(level)
        return Light(white, paper / linear(EXPOSURE.aim))

    def by_picture_alone(self, image: Image) -> Light:
        """Without a mat the lightest part of the picture is taken for the white of the dice."""
        # In any shape: only shares of it are counted.
        small = cv2.resize(image, (320, 240), interpolation=cv2.INTER_AREA).max(axis=2)
        burnt = float(np.mean(small >= self.tuning.burnt * 255))
        white = float(np.quantile(small, 1 - self.tuning.white_part)) / 255
        if burnt > self.tuning.burnt_part:
            # How far beyond the scale cannot be seen: the more is burnt, the further.
            return Light(1.0, 2.0 if burnt < 0.1 else 4.0 if burnt < 0.5 else 8.0)
        if white < self.tuning.dark:
            return Light(white, 1 / EXPOSURE.dark_step)
        return Light(white, linear(white) / linear(EXPOSURE.aim))


def _corners(area: Rectangle, matrix: NDArray[np.float64]) -> NDArray[np.int32]:
    """The middle of an area in the picture: the rim is left out, lenses blur it."""
    centre, wide, high = area.centre, area.right - area.left, area.top - area.bottom
    inner: Sequence[Point] = Rectangle.around(*centre, wide * 0.5, high * 0.5).outline
    points = cv2.perspectiveTransform(np.array([inner], np.float64), matrix)[0]
    return np.asarray(np.round(points), np.int32)


def _mean(image: Image, corners: NDArray[np.int32]) -> tuple[float, float, float]:
    """The colour of an area, blue, green and red from 0 to 1."""
    blue, green, red = mean_bgr(image, corners)
    return blue / 255, green / 255, red / 255


def _is_inside(corners: NDArray[np.int32], width: int, height: int) -> bool:
    return bool(corners.min() >= 0 and (corners.max(axis=0) < [width, height]).all())
