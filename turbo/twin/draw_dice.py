"""One die into a picture: a rounded cube with its visible faces, and the shadow it casts.

A die is drawn at twice the size into a small patch and made smaller, so its edges are smooth. The
body is the outline of the rounded cube; faces are laid on it by a perspective warp each, faded out
where the rounding begins. That leaves the rounding with the body's own light: the bevel.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from turbo.game.dice import Face
from turbo.twin.glyphs import SIZE, Image, Print, texture
from turbo.twin.inventory import OUTWARD, ROUNDING, SIDE_AXES, Matrix, TwinDie, Vector
from turbo.twin.lens import Points, TwinLens
from turbo.twin.light import TwinLight

FINE = 2
"""Times by which a patch is drawn larger than it is seen."""

COARSE_PX, LARGE_PX = 17, 40_000
"""From this reach on a blur of so many pixels, a hand's or a cup's, is made at half the size."""

MOST_KEPT = 60
"""Drawn dice that are kept: three times those that lie still. One takes 100 kB, and 200 of them
would be found as they were but a twentieth more often."""

EDGE_ON = 0.002
"""The cosine from which a side is seen: one seen more flatly is thinner than a tenth of a pixel,
and the warp onto so thin a quadrilateral spreads over the whole die (seen up to 0.0002)."""

Box = tuple[int, int, int, int]
"""A part of the picture: left, top, right and bottom."""

_SQUARE = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]], float)
_TURNED_SQUARES = tuple(np.roll(_SQUARE, quarter, axis=0) for quarter in range(4))
_CORNERS = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
_TEXTURE_CORNERS = np.array([[0, 0], [SIZE, 0], [SIZE, SIZE], [0, SIZE]], np.float32) - 0.5


@dataclass(frozen=True, slots=True)
class PlacedDie:
    """A die in the world: its centre in millimetres and its rotation."""

    die: TwinDie
    position_mm: Vector
    rotation: Matrix
    edge_mm: float = 16.0
    """What is presumed where no dice were enrolled, as everywhere."""

    @property
    def key(self) -> tuple[object, ...]:
        """Equal keys mean equal pictures."""
        where = self.position_mm.tobytes(), self.rotation.tobytes()
        return (self.die, *where, self.edge_mm)

    def corners(self, inset_mm: float = 0.0) -> Points:
        half = self.edge_mm / 2.0 - inset_mm
        points: Points = self.position_mm + half * (_CORNERS @ self.rotation.T)
        return points

    def face_corners(self, side: int, part: float = 1.0) -> Points:
        """The corners of a side, clockwise from the upper left one as its numeral reads."""
        right, up, out = SIDE_AXES[side] * (self.edge_mm / 2.0)
        square = _TURNED_SQUARES[self.die.quarters[side]] * part
        local = square[:, :1] * right + square[:, 1:] * up + out
        points: Points = self.position_mm + local @ self.rotation.T
        return points

    def normals(self) -> Points:
        outward: Points = OUTWARD @ self.rotation.T
        return outward


@dataclass(frozen=True, slots=True)
class Shadow:
    """What is left of the light in a part of the picture."""

    box: Box
    light: Image

    def lay(self, picture: Image) -> None:
        patch = part_of(picture, self.box)
        cv2.multiply(patch, self.light, dst=patch, scale=1.0 / 255.0)


@dataclass(frozen=True, slots=True)
class Stamp:
    """Something drawn that lies over a part of the picture and leaves of it what it does not
    cover."""

    box: Box
    colours: Image
    cover: NDArray[np.float32]

    @staticmethod
    def made(box: Box, fine: Image, outline: Image) -> "Stamp":
        size = (box[2] - box[0], box[3] - box[1])
        cover = cv2.resize(outline, size, interpolation=cv2.INTER_AREA).astype(np.float32)
        cover *= 1.0 / 255.0
        colours = np.asarray(cv2.resize(fine, size, interpolation=cv2.INTER_AREA), np.uint8)
        return Stamp(box, colours, cover)

    def lay(self, picture: Image) -> None:
        patch = part_of(picture, self.box)
        patch[:] = cv2.blendLinear(self.colours, patch, self.cover, 1.0 - self.cover)


@dataclass(frozen=True, slots=True)
class DrawnDie:
    shadows: list[Shadow]
    body: Stamp | None


class DiceDrawer:
    """Draws dice under one lens and one light."""

    def __init__(self, lens: TwinLens, light: TwinLight, printed: Print) -> None:
        self.lens, self.light, self.printed = lens, light, printed
        towards = np.array(light.towards)
        self.towards = towards / np.linalg.norm(towards)
        self.gains = np.array(light.colour, np.float32)
        self.body = np.array(printed.body, np.float32) * self.gains * 255.0
        self._textures: dict[Face, tuple[Image, Image]] = {}
        self._kept: dict[object, DrawnDie] = {}

    def local_light(self, point_mm: Vector) -> float:
        """Lamps fade towards the corners of the table."""
        away = (point_mm[0] ** 2 + point_mm[1] ** 2) / 250.0**2
        return float(1.0 - self.light.falloff * min(1.0, away))

    def draw(self, picture: Image, dice: Sequence[PlacedDie]) -> list[Box]:
        """Shadows first, then the dice, far ones before near ones. Answers which parts of the
        picture were touched."""
        drawn = [self._drawn(die, picture.shape) for die in dice]
        shadows = [shadow for one in drawn for shadow in one.shadows]
        for shadow in shadows:
            shadow.lay(picture)
        distance = [-float(np.linalg.norm(die.position_mm - self.lens.eye_mm)) for die in dice]
        # The far ones first: a die that leans over another covers it.
        bodies = [drawn[number].body for number in np.argsort(distance)]
        stamps = [body for body in bodies if body is not None]
        for stamp in stamps:
            stamp.lay(picture)
        return [one.box for one in (*shadows, *stamps)]

    def _drawn(self, die: PlacedDie, shape: tuple[int, ...]) -> "DrawnDie":
        """Drawn once as it lies: most dice do so in many pictures and only their neighbours
        move."""
        key = (shape, die.key)
        known = self._kept.get(key)
        if known is None:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            known = self._kept[key] = DrawnDie(self._shadows(die, shape), self._body(die, shape))
        return known

    def _shadows(self, die: PlacedDie, shape: tuple[int, ...]) -> list[Shadow]:
        """The cube thrown flat onto the table along the light, with a soft edge; darker and
        sharper below, where it stands."""
        corners = die.corners(die.edge_mm * ROUNDING * 0.5)
        scale = self.lens.px_per_mm(die.position_mm)
        fall = corners[:, 2:] / self.towards[2]
        cast = corners - fall * self.towards
        lift = max(0.0, float(corners[:, 2].min()))
        soft = self.light.softness_mm * scale * (0.5 + lift / die.edge_mm)
        share = self.light.lamp / (self.light.lamp + self.light.ambient + 1e-6)
        fallen = shadow_of(self.lens.project(cast), 0.75 * share, soft, shape)
        foot = corners.copy()
        foot[:, 2] = 0.0
        # The dark line where a die stands is gone as soon as it is lifted by some millimetres.
        near = 0.35 / (1.0 + lift / 3.0)
        standing = shadow_of(self.lens.project(foot), near, 2.2 * scale, shape)
        return [shadow for shadow in (fallen, standing) if shadow is not None]

    def _body(self, die: PlacedDie, shape: tuple[int, ...]) -> "Stamp | None":
        rounding = die.edge_mm * ROUNDING
        inner = self.lens.project(die.corners(rounding))
        radius = rounding * self.lens.px_per_mm(die.position_mm)
        box = _box(inner, radius + 2.0, shape)
        if box is None:
            return None
        left, top, right, bottom = box
        size = ((right - left) * FINE, (bottom - top) * FINE)
        origin = np.array([left, top], float)
        shades = self._shades(die)
        # The rounding looks to all sides, so it has the mean of their light.
        bevel = float(np.mean(list(shades.values()))) * 0.97 if shades else 0.5
        body = np.empty((size[1], size[0], 3), np.uint8)
        cv2.rectangle(body, (0, 0), size, np.floor(np.minimum(self.body * bevel, 255)).tolist(), -1)
        self._lay_faces(body, die, origin, shades, bevel)
        return Stamp.made(box, body, _outline(inner - origin, radius, size))

    def _shades(self, die: PlacedDie) -> dict[int, float]:
        """The sides that look at the camera and the light on each."""
        normals = die.normals()
        towards = self.lens.eye_mm - (die.position_mm + normals * die.edge_mm / 2.0)
        is_seen = (normals * towards).sum(axis=1) > EDGE_ON * np.linalg.norm(towards, axis=1)
        lit = np.maximum(0.0, normals @ self.towards)
        # Light from all around comes more from above: a side gets less of it than the top.
        sky = 0.72 + 0.28 * normals[:, 2]
        shades = self.light.ambient * sky + self.light.lamp * lit
        shades *= self.local_light(die.position_mm)
        return {int(side): float(shades[side]) for side in np.flatnonzero(is_seen)}

    def _lay_faces(
        self, body: Image, die: PlacedDie, origin: Vector, shades: dict[int, float], bevel: float
    ) -> None:
        if not shades:
            return
        corners = np.stack([die.face_corners(side, 1.0 - ROUNDING) for side in shades])
        targets = ((self.lens.project(corners) - origin + 0.5) * FINE - 0.5).astype(np.float32)
        for (side, shade), target in zip(shades.items(), targets, strict=True):
            flat, rim = self._lit_texture(die.die.faces[side])
            lit = np.asarray(cv2.addWeighted(flat, shade, rim, bevel, 0.0), np.uint8)
            lay_face(body, lit, _TEXTURE_CORNERS, target, cv2.INTER_LINEAR)

    def _lit_texture(self, face: Face) -> tuple[Image, Image]:
        """The flat part of a face and the body at its rim, which take light of their own."""
        known = self._textures.get(face)
        if known is None:
            printed = texture(face, self.printed)
            opacity = printed[..., 3:]
            flat = np.clip(printed[..., :3] * opacity * self.gains * 255.0, 0, 255)
            rim = np.clip(self.body * (1.0 - opacity), 0, 255)
            known = self._textures[face] = (flat.astype(np.uint8), rim.astype(np.uint8))
        return known


def _outline(inner: Points, radius: float, size: tuple[int, int]) -> Image:
    """The rounded outline: the inner cube's hull, thickened by the rounding."""
    mask = np.zeros((size[1], size[0]), np.uint8)
    fine = np.round((inner + 0.5) * FINE - 0.5).astype(np.int32)
    hull = cv2.convexHull(fine).reshape(-1, 1, 2)
    cv2.fillConvexPoly(mask, hull, 255)
    cv2.polylines(mask, [hull], True, 255, max(1, round(2 * radius * FINE)), cv2.LINE_AA)
    return mask


def lay_face(
    body: Image, lit: Image, corners: NDArray[np.float32], target: NDArray[np.float32], flags: int
) -> None:
    """A face as it is seen aslant. Around it the body stays, which is its rim."""
    warp, size = cv2.getPerspectiveTransform(corners, target), (body.shape[1], body.shape[0])
    cv2.warpPerspective(lit, warp, size, dst=body, flags=flags, borderMode=cv2.BORDER_TRANSPARENT)


def part_of(picture: Image, box: Box) -> Image:
    left, top, right, bottom = box
    return picture[top:bottom, left:right]


def _box(points: Points, pad: float, shape: tuple[int, ...]) -> Box | None:
    low = np.maximum(np.floor(points.min(axis=0) - pad), 0).astype(int)
    high = np.minimum(np.ceil(points.max(axis=0) + pad) + 1, [shape[1], shape[0]]).astype(int)
    if (high - low < 2).any():
        return None
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def shade_hull(picture: Image, points: Points, strength: float, soft_px: float) -> None:
    """Darken the hull of some points, with an edge that fades over so many pixels."""
    if (shadow := shadow_of(points, strength, soft_px, picture.shape)) is not None:
        shadow.lay(picture)


def shadow_of(
    points: Points, strength: float, soft_px: float, shape: tuple[int, ...]
) -> Shadow | None:
    box = _box(points, 2.0 * soft_px + 2.0, shape)
    if box is None or strength <= 0.01:
        return None
    left, top, right, bottom = box
    mask = np.zeros((bottom - top, right - left), np.uint8)
    hull = cv2.convexHull(np.round(points - [left, top]).astype(np.int32)).reshape(-1, 1, 2)
    cv2.fillConvexPoly(mask, hull, round(255 * strength), cv2.LINE_AA)
    return Shadow(box, left_light(mask, soft_px))


def left_light(mask: Image, soft_px: float) -> Image:
    """What the blurred mask leaves of the light."""
    reach = max(1, round(soft_px)) * 2 + 1
    return np.asarray(cv2.cvtColor(255 - softened(mask, reach), cv2.COLOR_GRAY2BGR), np.uint8)


def softened(mask: Image, reach: int) -> Image:
    """Blurred twice over so many pixels."""
    if reach < COARSE_PX or mask.size < LARGE_PX:
        return np.asarray(cv2.blur(cv2.blur(mask, (reach, reach)), (reach, reach)), np.uint8)
    # So smooth a thing is the same by a grey level or two when it is blurred at half the size.
    high, wide = mask.shape
    even = cv2.copyMakeBorder(mask, 0, high % 2, 0, wide % 2, cv2.BORDER_REPLICATE)
    size, part = (even.shape[1], even.shape[0]), (reach // 4 * 2 + 1,) * 2
    half = cv2.resize(even, (size[0] // 2, size[1] // 2), interpolation=cv2.INTER_AREA)
    soft = cv2.resize(cv2.blur(cv2.blur(half, part), part), size)
    return np.asarray(soft[:high, :wide], np.uint8)
