"""The still part of the picture: surface, printed mat, score pad, all under the lens and the light.

It is painted flat once, from above, and seen through the lens by one remap; after that it is only
copied. A mat that was nudged, a camera that was bumped and a lamp that was switched make a new one.
"""

import math
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from turbo.errors import TurboError
from turbo.twin.glyphs import Floats, Image
from turbo.twin.lens import Points, TwinCameraSettings, TwinLens
from turbo.twin.light import TwinLight
from vision.mat.sheet import MatGeometry, Patch, Rectangle

FINEST = 4.0
"""Most pixels a millimetre of the flat painting; it has a little more than the picture of it."""

HALF_MM = (300.0, 240.0)
"""Half the size of what is painted around the mat's centre; beyond it the rim is repeated."""

LIGHT_MM = 250.0
"""How far from the middle a lamp has faded as far as it does: the mat's corners."""

SURFACES = ("wood", "white", "cloth", "dark")

CLUTTER: dict[str, str] = {
    "phone": "a telephone that lies half over the mat's right rim",
    "coaster": "a round coaster of cork beside the mat",
    "mug": "a white mug beside the mat",
}
"""What lies around on tables where people play, by name. None of it covers a marker."""

PHONE_MM = (242.0, 0.0, 76.0, 56.0)
"""Middle and size: between two markers of the right side, 6 mm over the rim."""
COASTER_MM = (-238.0, 4.0, 24.0)
MUG_MM = (-244.0, 96.0)

PAPER = np.array([0.90, 0.92, 0.93], np.float32)
INK = np.array([0.07, 0.06, 0.06], np.float32)


@dataclass(frozen=True, slots=True)
class MatPose:
    """How the mat lies: shifted and turned about its centre."""

    x_mm: float = 0.0
    y_mm: float = 0.0
    turn_rad: float = 0.0

    def place(self, x: float, y: float) -> tuple[float, float]:
        c, s = math.cos(self.turn_rad), math.sin(self.turn_rad)
        return self.x_mm + c * x - s * y, self.y_mm + s * x + c * y


def _grain(shape: tuple[int, int], seed: int, stretch: tuple[int, int]) -> Floats:
    """Noise that is smooth over so many pixels across and down, of deviation one."""
    high, wide = max(2, shape[0] // stretch[1]), max(2, shape[1] // stretch[0])
    noise = np.random.default_rng(seed).normal(size=(high, wide)).astype(np.float32)
    grown = cv2.resize(noise, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)
    return np.asarray(grown / max(1e-6, float(grown.std())), dtype=np.float32)


def surface(name: str, shape: tuple[int, int], seed: int) -> Floats:
    """A table top, blue, green, red from 0 to 1."""
    if name == "wood":
        board = np.array([0.18, 0.30, 0.44], np.float32)
        bands = 0.05 * _grain(shape, seed, (400, 10)) + 0.03 * _grain(shape, seed + 1, (160, 3))
        return _coloured(np.asarray(1.0 + bands, np.float32), board)
    if name == "cloth":
        felt = np.array([0.25, 0.36, 0.12], np.float32)
        weave = 0.05 * _grain(shape, seed, (2, 2)) + 0.03 * _grain(shape, seed + 1, (40, 40))
        return _coloured(np.asarray(1.0 + weave, np.float32), felt)
    tones = {"white": 0.82, "dark": 0.16}
    if name not in tones:
        raise TurboError(f"expected a surface: {', '.join(SURFACES)}, got {name!r}")
    flat = 1.0 + 0.012 * _grain(shape, seed, (120, 120)) + 0.01 * _grain(shape, seed + 1, (3, 3))
    return _coloured(flat, np.full(3, tones[name], np.float32))


def _coloured(light: Floats, colour: Floats, darkest: Floats | None = None) -> Floats:
    """One layer as three. Each by itself: three numbers at a time take four times as long."""
    layers = [light * one for one in colour]
    if darkest is not None:
        layers = [layer + one for layer, one in zip(layers, darkest, strict=True)]
    return np.asarray(cv2.merge(layers), np.float32)


class TablePainter:
    """Paints what lies still, in the order in which it lies on each other."""

    def __init__(
        self,
        surface_name: str,
        mat: MatGeometry | None,
        seed: int = 0,
        scale: float = FINEST,
        clutter: Collection[str] = (),
    ) -> None:
        self.mat, self.scale, self.clutter = mat, scale, clutter
        shape = (round(2 * HALF_MM[1] * scale), round(2 * HALF_MM[0] * scale))
        self.surface = surface(surface_name, shape, seed)

    def painted(self, pose: MatPose) -> Floats:
        flat = self.surface.copy()
        self._paint_score_pad(flat)
        if self.mat is not None:
            lay_sheet(flat, self.mat.area, self.mat.drawing(), pose, self.scale, HALF_MM)
        if "coaster" in self.clutter:
            self._paint_coaster(flat)
        if "phone" in self.clutter:
            self._paint_phone(flat)
        return flat

    def _pixel(self, x_mm: float, y_mm: float) -> tuple[int, int]:
        return round((HALF_MM[0] + x_mm) * self.scale), round((HALF_MM[1] - y_mm) * self.scale)

    def _paint_coaster(self, flat: Floats) -> None:
        x, y, radius = COASTER_MM
        for part, shade in ((1.0, (0.30, 0.46, 0.60)), (0.9, (0.38, 0.56, 0.70))):
            size = round(radius * part * self.scale)
            cv2.circle(flat, self._pixel(x, y), size, shade, -1, cv2.LINE_AA)

    def _paint_phone(self, flat: Floats) -> None:
        """Dark glass in a frame, and a lamp's reflection across it."""
        x, y, wide, high = PHONE_MM
        for rim, shade in ((0.0, (0.22, 0.21, 0.20)), (1.6, (0.05, 0.045, 0.04))):
            corner = self._pixel(x - wide / 2 + rim, y + high / 2 - rim)
            other = self._pixel(x + wide / 2 - rim, y - high / 2 + rim)
            cv2.rectangle(flat, corner, other, shade, -1)
        shine = [(x - wide / 4, y + high / 2 - 3), (x, y + high / 2 - 3), (x - wide / 4, y - 9)]
        corners = np.array([self._pixel(*point) for point in shine], np.int32)
        cv2.fillPoly(flat, [corners], (0.17, 0.16, 0.15), cv2.LINE_AA)

    def _paint_score_pad(self, flat: Floats) -> None:
        """A pad with lines, half hidden under the mat's right side."""
        left, top = ((HALF_MM[0] + 205) * self.scale, (HALF_MM[1] - 60) * self.scale)
        size = (int(75 * self.scale), int(105 * self.scale))
        # Painted before the mat, which then hides half of it.
        pad = flat[int(top) : int(top) + size[1], int(left) : int(left) + size[0]]
        pad[:] = PAPER * 0.98
        line = max(1, round(0.5 * self.scale))
        for row in range(1, 14):
            y = int(row * 7.5 * self.scale)
            pad[y : y + line] = (0.75, 0.6, 0.5)
        pad[:, int(20 * self.scale) : int(20 * self.scale) + line] = (0.5, 0.45, 0.85)


def lay_sheet(
    flat: Floats,
    area: Rectangle,
    drawing: Iterable[Patch],
    pose: MatPose,
    scale: float,
    half_mm: tuple[float, float],
) -> None:
    """Printed paper, laid askew: what is printed is one list of rectangles."""
    wide, high = area.right - area.left, area.top - area.bottom
    sheet = np.ones((round(high * scale), round(wide * scale)), np.float32)
    for patch in drawing:
        left, right = (round((x - area.left) * scale) for x in (patch.area.left, patch.area.right))
        top, bottom = (round((area.top - y) * scale) for y in (patch.area.top, patch.area.bottom))
        # One pixel at least: a thin line must not fall between two of them.
        sheet[max(0, top) : max(top + 1, bottom), max(0, left) : max(left + 1, right)] = patch.level
    colours = _coloured(sheet, PAPER - INK, INK)
    c, s = math.cos(pose.turn_rad), math.sin(pose.turn_rad)
    to_sheet = np.array([-area.left, area.top]) * scale
    to_flat = np.array([half_mm[0] + pose.x_mm, half_mm[1] - pose.y_mm]) * scale
    # Pixels run down where the world's y runs up: the turn changes its sign.
    turn = np.array([[c, s], [-s, c]])
    warp = np.concatenate([turn, (to_flat - turn @ to_sheet)[:, None]], axis=1)
    size, is_clear = (flat.shape[1], flat.shape[0]), cv2.BORDER_TRANSPARENT
    cv2.warpAffine(colours, warp, size, dst=flat, flags=cv2.INTER_LINEAR, borderMode=is_clear)


def scale_for(lens: TwinLens) -> float:
    """Pixels a millimetre that a painting for this lens needs."""
    # Three tenths finer than it is seen: painted as coarse as the picture, the marks' edges smear.
    return min(FINEST, max(1.0, 1.3 * lens.px_per_mm(np.zeros(3))))


ROWS = 16
"""So many of a picture are computed at once: what is in between then stays near the processor."""


def _stripes(high: int) -> Iterator[slice]:
    return (slice(top, min(top + ROWS, high)) for top in range(0, high, ROWS))


@lru_cache(maxsize=1)
def _ground(camera: TwinCameraSettings) -> Points:
    """Where on the table every pixel looks: x, then y. Kept, since it costs half of a table, and
    tables of many seeds hang under the same camera; one, since it is 20 MB."""
    lens, columns = TwinLens(camera), np.arange(camera.width_px, dtype=np.float64)
    found = np.empty((2, camera.height_px, camera.width_px))
    for rows in _stripes(camera.height_px):
        grid = np.stack(np.meshgrid(columns, np.arange(rows.start, rows.stop)), axis=-1)
        found[:, rows] = np.moveaxis(lens.on_plane(grid), -1, 0)
    found.flags.writeable = False
    return found


def seen_table(
    flat: Floats,
    scale: float,
    lens: TwinLens,
    light: TwinLight,
    half_mm: tuple[float, float] = HALF_MM,
    reach_mm: float = LIGHT_MM,
) -> Image:
    """The painting as the camera sees it, lit."""
    world = _ground(lens.settings)
    _, high, wide = world.shape
    towards = np.array(light.towards)
    slope = float(towards[2] / np.linalg.norm(towards))
    gains = np.tile(np.array(light.colour, np.float32) * 255.0, (wide, 1))
    picture = np.empty((high, wide, 3), np.uint8)
    for rows in _stripes(high):
        x, y = world[:, rows]
        across = ((x + half_mm[0]) * scale - 0.5).astype(np.float32)
        down = ((half_mm[1] - y) * scale - 0.5).astype(np.float32)
        seen = cv2.remap(flat, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        away = np.minimum(1.0, (x * x + y * y) / reach_mm**2)
        shade = (light.ambient + light.lamp * slope) * (1.0 - light.falloff * away)
        lit = seen * cv2.merge([shade.astype(np.float32)] * 3)
        lit *= gains
        picture[rows] = np.clip(lit, 0, 255, out=lit)
    return picture
