"""A simulated sensor over a table with the mat and dice: clipping, noise, a curve, and lag."""

from collections import deque
from dataclasses import dataclass, field
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.exposure import Exposure
from vision.mat.sheet import MatGeometry
from vision.pictures.loading import Image

Floats = NDArray[np.float32]

DICE_MM = tuple((x, y) for x in (-120.0, -60.0, 0.0, 60.0, 120.0) for y in (-50.0, 0.0, 50.0))
DIE_MM = 16.0
FULL_US = 12_000.0
"""At light 1 and gain 1, this exposure takes white to the end of the scale."""


def light_of(level: float) -> float:
    """What a printed level or a pixel value is in light."""
    return level / 12.92 if level <= 0.04045 else float(((level + 0.055) / 1.055) ** 2.4)


@lru_cache(maxsize=16)
def table(width: int, height: int, field_mm: tuple[float, float], has_mat: bool = True) -> Floats:
    """The table as light that it throws back, 1 is the dice's white; on wood, through a lens."""
    across, along = field_mm
    image = np.full((height, width), 0.12, np.float32)

    def fill(left: float, bottom: float, right: float, top: float, value: float) -> None:
        x0, x1 = (round((x / across + 0.5) * width) for x in (left, right))
        y0, y1 = (round((0.5 - y / along) * height) for y in (top, bottom))
        image[max(0, y0) : max(0, y1), max(0, x0) : max(0, x1)] = value

    if has_mat:
        area = MatGeometry().area
        fill(area.left, area.bottom, area.right, area.top, 1.0)
        for patch in MatGeometry().drawing():
            box = patch.area
            # Black ink is not quite black.
            fill(box.left, box.bottom, box.right, box.top, 0.025 + 0.975 * light_of(patch.level))
    for x, y in DICE_MM:
        half = DIE_MM / 2
        fill(x - half, y - half, x + half, y + half, 1.0)
        fill(x - 1.5, y - 5.0, x + 1.5, y + 5.0, 0.05)
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 0.8), np.float32)


@lru_cache(maxsize=16)
def grain(width: int, height: int, seed: int) -> Floats:
    """Normal noise, for a somewhat larger picture."""
    chance = np.random.default_rng(seed)
    return chance.standard_normal((height + GRAIN_PX, width + GRAIN_PX), np.float32)


GRAIN_PX = 64
"""Of one noise every picture has another part: to draw it anew takes longer than all else."""

ROWS = 32
"""So many of a picture at once: what is in between then stays near the processor."""


@dataclass
class SimulatedSensor:
    """Gives picture after picture. What is wished for holds `lag` pictures later; each picture says
    what it was taken with, as libcamera does, unless `tells` is off, as with USB."""

    light: float = 1.0
    lag: int = 3
    noise: float = 0.01
    curve: float = 2.2
    """Pixel values are light to the power of 1 / curve; sRGB is about 2.2."""
    field_mm: tuple[float, float] = (597.0, 344.0)
    size_px: tuple[int, int] = (960, 540)
    has_mat: bool = True
    exposure: Exposure = field(default_factory=lambda: Exposure(10_000.0))
    seed: int = 1
    _waiting: deque[Exposure] = field(default_factory=deque)

    def __post_init__(self) -> None:
        self._random = np.random.default_rng(self.seed)
        self._waiting.extend([self.exposure] * self.lag)

    def wish(self, exposure: Exposure) -> None:
        self.exposure = exposure

    def look(self) -> tuple[Image, Exposure]:
        self._waiting.append(self.exposure)
        taken = self._waiting.popleft()
        return self.picture(taken), taken

    def picture(self, taken: Exposure) -> Image:
        # In place, by OpenCV and some rows at a time, since hundreds of pictures are taken.
        seen, strength = table(*self.size_px, self.field_mm, self.has_mat), taken.total_us / FULL_US
        row, column = self._random.integers(GRAIN_PX, size=2)
        part = grain(*self.size_px, self.seed)[row:, column:]
        grey = np.empty(seen.shape, np.uint8)
        for top in range(0, len(seen), ROWS):
            rows = slice(top, top + ROWS)
            signal = seen[rows] * np.float32(self.light * strength)
            # Shot noise grows with the root of the light, and with the gain.
            noise = cv2.sqrt(np.maximum(signal, np.float32(1e-4)))
            noise *= part[rows][: len(signal), : signal.shape[1]]
            signal += noise * np.float32(self.noise * np.sqrt(taken.gain))
            np.clip(signal, 0.0, 1.0, out=signal)
            grey[rows] = cv2.convertScaleAbs(cv2.pow(signal, 1.0 / self.curve), alpha=255.0)
        return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)

    def dice_white(self, image: Image) -> float:
        """The true white of the dice in a picture, 0 to 1: the median over their white."""
        width, height = self.size_px
        across, along = self.field_mm
        values = []
        for x, y in DICE_MM:
            column, row = (x / across + 0.5) * width, (0.5 - y / along) * height
            beside = round(5.0 * width / across)
            part = image[round(row) - 2 : round(row) + 3, round(column) + beside - 1 :][:, :3]
            values.append(float(np.median(part)) / 255)
        return float(np.median(values))
