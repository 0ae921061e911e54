"""What moves beside the dice: hands that reach in, and the cup."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from turbo.twin.draw_dice import Box, Shadow, left_light, part_of, softened
from turbo.twin.glyphs import Image
from turbo.twin.habits import SLEEVES
from turbo.twin.inventory import Matrix, Vector
from turbo.twin.lens import Points, TwinLens
from turbo.twin.light import TwinLight

SKINS = ((0.47, 0.58, 0.80), (0.30, 0.42, 0.64), (0.18, 0.26, 0.42))
"""Blue, green, red of light, tanned and dark skin in full light."""

CUPS: dict[str, tuple[float, float, float]] = {
    "red": (0.16, 0.13, 0.55),
    "leather": (0.09, 0.14, 0.24),
    "black": (0.08, 0.08, 0.09),
    "white": (0.80, 0.83, 0.84),
}

# The hand as capsules: two points beside and before the fingertips' grip, in millimetres, and the
# radius of each. Forward is the way the arm points; the grip is at the origin.
_FINGERS = (
    ((-26.0, -62.0), (-10.0, -4.0), 8.5),
    ((-9.0, -58.0), (0.0, 6.0), 8.5),
    ((8.0, -58.0), (9.0, 3.0), 8.0),
    ((24.0, -64.0), (17.0, -9.0), 7.5),
    ((-34.0, -86.0), (-20.0, -14.0), 10.0),
)
_PALM = (((-14.0, -84.0), (14.0, -84.0), 27.0),)
_WRIST = (((0.0, -110.0), (0.0, -170.0), 23.0), ((0.0, -170.0), (0.0, -420.0), 31.0))
_SLEEVE = (((0.0, -158.0), (0.0, -420.0), 38.0),)
HEIGHT_MM = 34.0
"""Of the fingers over the mat: higher than a die that lies there."""

Flags = NDArray[np.bool_]
Capsule = tuple[tuple[float, float], tuple[float, float], float]


@dataclass(frozen=True, slots=True)
class HandPose:
    """A hand whose fingertips are at this point; the arm points along `towards_rad`."""

    x_mm: float
    y_mm: float
    towards_rad: float
    z_mm: float = HEIGHT_MM
    skin: int = 0
    sleeve: str = ""
    """The name of a cloth; none: a bare arm."""


@dataclass(frozen=True, slots=True)
class CupPose:
    """The cup: the centre of its bottom and its rotation; upright is the identity."""

    bottom_mm: tuple[float, float, float]
    rotation: Matrix
    radius_mm: float = 34.0
    height_mm: float = 84.0
    colour: tuple[float, float, float] = CUPS["red"]

    @property
    def key(self) -> tuple[object, ...]:
        """Equal keys mean equal pictures."""
        made = (self.radius_mm, self.height_mm, self.colour)
        return (*self.bottom_mm, self.rotation.tobytes(), *made)

    def rings(self) -> tuple[Points, Points]:
        """Points of the bottom's and the mouth's rim."""
        angles = np.linspace(0.0, 2.0 * math.pi, 36, endpoint=False)
        circle = np.stack([np.cos(angles), np.sin(angles), np.zeros(36)], axis=1) * self.radius_mm
        # Narrower at the bottom, as cups that are stacked are.
        bottom = circle * 0.86 @ self.rotation.T + self.bottom_mm
        mouth = (circle + np.array([0.0, 0.0, self.height_mm])) @ self.rotation.T + self.bottom_mm
        return bottom, mouth


class PropDrawer:
    """Draws hands and cup under one lens and one light."""

    def __init__(self, lens: TwinLens, light: TwinLight) -> None:
        self.lens, self.light = lens, light
        towards = np.array(light.towards)
        self.towards = towards / np.linalg.norm(towards)
        self.gains = np.array(light.colour) * (light.ambient + 0.8 * light.lamp) * 255.0

    def draw_hand(self, picture: Image, hand: HandPose) -> list[Box]:
        """Answers which parts of the picture were touched, as `draw_cup` does."""
        world, pixels, radii = self.limbs(hand)
        touched = [self._cast_shadow(picture, world, radii)]
        skin = np.array(SKINS[hand.skin % len(SKINS)])
        touched.append(self._paint(picture, pixels, radii, skin))
        if hand.sleeve:
            cloth = np.array(SLEEVES[hand.sleeve])
            touched.append(self._paint(picture, *self._in_pixels(_SLEEVE, hand)[1:], cloth))
        return [box for box in touched if box is not None]

    def limbs(self, hand: HandPose) -> tuple[Points, Points, Vector]:
        """The hand's capsules in the world and in pixels, with their radii in pixels."""
        sleeve = _SLEEVE if hand.sleeve else ()
        return self._in_pixels((*_WRIST, *_PALM, *_FINGERS, *sleeve), hand)

    def _in_pixels(self, parts: Sequence[Capsule], hand: HandPose) -> tuple[Points, Points, Vector]:
        world = self._placed(np.array([[start, end] for start, end, _ in parts]), hand)
        scale = self.lens.px_per_mm(world.reshape(-1, 3)[0])
        return world, self.lens.project(world), np.array([radius for *_, radius in parts]) * scale

    def under_hand(self, hand: HandPose, points_px: Points, reach_px: Vector) -> Flags:
        """Of each pixel, whether the hand hides what is so near to it."""
        _, lines, radii = self.limbs(hand)
        start, way = lines[:, 0], lines[:, 1] - lines[:, 0]
        off = points_px[:, None] - start
        part = np.clip((off * way).sum(axis=-1) / np.maximum(1e-9, (way**2).sum(axis=-1)), 0, 1)
        away = np.linalg.norm(off - part[..., None] * way, axis=-1)
        hidden: Flags = (away < radii + reach_px[:, None]).any(axis=1)
        return hidden

    def under_cup(self, cup: CupPose, points_px: Points, reach_px: Vector) -> Flags:
        around = self.around_cup(cup)
        inside = [cv2.pointPolygonTest(around, (float(x), float(y)), True) for x, y in points_px]
        return np.array(inside) > -reach_px

    def around_cup(self, cup: CupPose) -> NDArray[np.float32]:
        """Its outline in the picture."""
        points = self.lens.project(np.concatenate(cup.rings())).astype(np.float32)
        return np.asarray(cv2.convexHull(points), np.float32)

    def _paint(self, picture: Image, pixels: Points, radii: Vector, colour: Vector) -> Box | None:
        """Round limbs: dark at the rim, light along the middle, smooth between."""
        reach = 2 * max(2, round(radii.min() * 0.6)) + 1
        # Wider by what the blur reaches: it must not see where the patch ends.
        box = _bounds(pixels, radii.max() + reach // 2 + 4, picture.shape)
        if box is None:
            return None
        patch, lines = part_of(picture, box), pixels - box[:2]
        mask, round_ = np.zeros((2, *patch.shape[:2]), np.uint8)
        lit = self.towards[:2] * [1.0, -1.0] * (radii * 0.25)[:, None, None]
        _capsules(mask, lines, radii, 255)
        if not mask.any():
            return None
        _capsules(round_, lines + lit, radii * 0.55, 255)
        skin = cv2.applyColorMap(softened(round_, reach), _shades_of(colour * self.gains))
        _lay(patch, np.asarray(skin, np.uint8), np.asarray(cv2.blur(mask, (3, 3)), np.uint8))
        return box

    def _placed(self, points: NDArray[np.float64], hand: HandPose) -> Points:
        """From the hand's own axes (right, forward) to the world."""
        c, s = math.cos(hand.towards_rad), math.sin(hand.towards_rad)
        forward, right = np.array([c, s]), np.array([s, -c])
        flat = points[..., :1] * right + points[..., 1:] * forward + [hand.x_mm, hand.y_mm]
        height = np.full((*flat.shape[:-1], 1), hand.z_mm)
        return np.concatenate([flat, height], axis=-1)

    def _cast_shadow(self, picture: Image, world: Points, radii: Vector) -> Box | None:
        cast = world - world[..., 2:] / self.towards[2] * self.towards
        pixels = self.lens.project(cast)
        soft = 4.0 + self.light.softness_mm * 2.0
        box = _bounds(pixels, radii.max() + 2 * soft, picture.shape)
        if box is None:
            return None
        mask = np.zeros((box[3] - box[1], box[2] - box[0]), np.uint8)
        share = self.light.lamp / (self.light.lamp + self.light.ambient + 1e-6)
        _capsules(mask, pixels - box[:2], radii, 255.0 * 0.8 * share)
        Shadow(box, left_light(mask, soft)).lay(picture)
        return box

    def draw_cup(self, picture: Image, cup: CupPose) -> list[Box]:
        bottom, mouth = cup.rings()
        shaded = self._cup_shadow(picture, np.concatenate([bottom, mouth]))
        seen_bottom, seen_mouth = self.lens.project(bottom), self.lens.project(mouth)
        colour = np.array(cup.colour) * self.gains
        hull = cv2.convexHull(np.concatenate([seen_bottom, seen_mouth]).astype(np.float32))
        _fill(picture, hull.reshape(-1, 2).astype(np.float64), colour * 0.8)
        axis = cup.rotation[:, 2]
        eye = self.lens.eye_mm - mouth.mean(axis=0)
        if float(axis @ eye) > 0.0:
            _fill(picture, seen_mouth, colour * 1.15)
            middle = seen_mouth.mean(axis=0)
            _fill(picture, middle + (seen_mouth - middle) * 0.92, colour * 0.3)
        else:
            _fill(picture, seen_bottom, colour)
        # Two pixels around: edges are smooth.
        filled = _bounds(hull.astype(np.float64), 2, picture.shape)
        return [box for box in (shaded, filled) if box is not None]

    def _cup_shadow(self, picture: Image, points: Vector) -> Box | None:
        cast = points - np.maximum(points[:, 2:], 0.0) / self.towards[2] * self.towards
        pixels = self.lens.project(cast)
        soft = 5.0 + self.light.softness_mm * 2.0
        box = _bounds(pixels, 2 * soft, picture.shape)
        if box is None:
            return None
        mask = np.zeros((box[3] - box[1], box[2] - box[0]), np.uint8)
        share = self.light.lamp / (self.light.lamp + self.light.ambient + 1e-6)
        hull = cv2.convexHull((pixels - box[:2]).astype(np.float32)).reshape(-1, 2)
        _fill(mask, hull.astype(np.float64), np.array([255.0 * 0.75 * share]))
        Shadow(box, left_light(mask, soft)).lay(picture)
        return box


def _capsules(mask: Image, lines: Points, radii: Vector, level: float) -> None:
    far = 20_000
    ends = np.clip(np.round(lines), -far, far).astype(int).tolist()
    for (start, end), wide in zip(ends, np.round(2 * radii).astype(int).tolist(), strict=True):
        cv2.line(mask, start, end, level, max(1, wide))


def _lay(patch: Image, colours: Image, cover: Image) -> None:
    """Blended only at the rim: within it all is covered, beyond it nothing."""
    cv2.copyTo(colours, np.asarray(cover == 255, np.uint8), patch)
    rim = np.unravel_index(np.flatnonzero((cover > 0) & (cover < 255)), cover.shape)
    if len(rim[0]):
        part = (cover[rim].astype(np.float32) / 255.0)[None]
        patch[rim] = cv2.blendLinear(colours[rim][None], patch[rim][None], part, 1.0 - part)[0]


def _shades_of(colour: Vector) -> Image:
    """The colour at each of 256 levels from the rim to the middle of a limb."""
    shade = (0.68 + 0.36 / 255.0 * np.arange(256, dtype=np.float32))[:, None, None]
    return np.asarray(np.clip(shade * colour.astype(np.float32), 0, 255), np.uint8)


def _fill(picture: Image, points: Points, colour: Vector) -> None:
    outline = np.round(points).astype(np.int32).reshape(-1, 1, 2)
    cv2.fillPoly(picture, [outline], np.clip(colour, 0, 255).tolist(), cv2.LINE_AA)


def _bounds(points: Points, pad: float, shape: tuple[int, ...]) -> Box | None:
    flat = points.reshape(-1, 2)
    left, top = np.clip(np.floor(flat.min(axis=0) - pad), 0, [shape[1], shape[0]]).astype(int)
    right, bottom = np.clip(np.ceil(flat.max(axis=0) + pad), 0, [shape[1], shape[0]]).astype(int)
    if right - left < 2 or bottom - top < 2:
        return None
    return int(left), int(top), int(right), int(bottom)
