"""The twin's camera: where it hangs, its lens, and where a point of the table is in the picture.

The world is that of the mat: millimetres, origin at the mat's centre, x to the right, y away from
seat 0, z upwards. The picture's up is +y when the camera is not turned.
"""

import math
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from turbo.errors import TurboError

Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class TwinCameraSettings:
    """How the picture is taken. Defaults are a cheap camera on an arm straight above an A3 mat."""

    width_px: int = 1280
    height_px: int = 960
    field_deg: float = 62.0
    """Field of view across the width: that of the usual camera modules."""
    tilt_deg: float = 0.0
    """Away from looking straight down; the camera leans over the side of seat 0,"""
    side_deg: float = 0.0
    """or stands so far around the table from there, counted as the world's angles are."""
    turn_deg: float = 0.0
    """The picture turned about its middle."""
    distance_mm: float | None = None
    """From the lens to the point looked at; None: as near as the whole mat fits."""
    look_mm: tuple[float, float] = (0.0, 0.0)
    barrel: float = -0.03
    """First radial term of the lens; mild lenses have up to 0.05 either way."""
    blur_px: float = 0.6
    """Standard deviation of the lens's blur."""
    noise: float = 2.0
    """Standard deviation of a pixel's noise in good light, in grey levels."""

    def __post_init__(self) -> None:
        if self.width_px < 160 or self.height_px < 120:
            raise TurboError(f"expected at least 160x120, got {self.width_px}x{self.height_px}")
        if not 0.0 <= self.tilt_deg <= 60.0:
            raise TurboError(f"expected a tilt of 0 to 60 degrees, got {self.tilt_deg}")

    def bumped(self, dx_mm: float, dy_mm: float, turn_deg: float) -> "TwinCameraSettings":
        """The camera after someone ran into its arm: it looks elsewhere, a little turned."""
        look = (self.look_mm[0] + dx_mm, self.look_mm[1] + dy_mm)
        # Fixed before: a bumped camera would else be fitted anew, and hang higher all at once.
        distance = self.distance_mm or fitting_distance(self)
        return replace(self, look_mm=look, turn_deg=self.turn_deg + turn_deg, distance_mm=distance)


FITTED_MM = (432.0, 309.0)
"""What must be in the picture if no distance is given: an A3 mat and a little around it."""


def fitting_distance(camera: TwinCameraSettings) -> float:
    """The smallest distance from which the whole mat is in the picture."""
    low, high = 100.0, 3000.0
    half_x, half_y = FITTED_MM[0] / 2, FITTED_MM[1] / 2
    corners = np.array([(x, y, 0.0) for x in (-half_x, half_x) for y in (-half_y, half_y)])
    # 2,900 mm halved thirty times: far below what a pixel is.
    for _ in range(30):
        middle = (low + high) / 2
        points = TwinLens(replace(camera, distance_mm=middle)).project(corners)
        inside = (points >= 0).all() and (points <= [camera.width_px, camera.height_px]).all()
        low, high = (low, middle) if inside else (middle, high)
    return high


@dataclass(frozen=True)
class TwinLens:
    """A camera at work: `project` maps points of the world to pixels."""

    settings: TwinCameraSettings

    @cached_property
    def focal_px(self) -> float:
        half = math.radians(self.settings.field_deg) / 2.0
        return self.settings.width_px / 2.0 / math.tan(half)

    @cached_property
    def distance_mm(self) -> float:
        return self.settings.distance_mm or fitting_distance(self.settings)

    @cached_property
    def rotation(self) -> Points:
        """World to camera: x right, y down, z forward."""
        tilt, turn = math.radians(self.settings.tilt_deg), math.radians(self.settings.turn_deg)
        side = math.radians(self.settings.side_deg)
        right = np.array([math.cos(side), math.sin(side), 0.0])
        across = math.sin(tilt) * np.array([-math.sin(side), math.cos(side), 0.0])
        forward = across - np.array([0.0, 0.0, math.cos(tilt)])
        straight = np.stack([right, np.cross(forward, right), forward])
        c, s = math.cos(turn), math.sin(turn)
        turned: Points = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]) @ straight
        return turned

    @cached_property
    def eye_mm(self) -> Points:
        x, y = self.settings.look_mm
        eye: Points = np.array([x, y, 0.0]) - self.distance_mm * self.rotation[2]
        return eye

    @cached_property
    def middle_px(self) -> Points:
        return np.array([(self.settings.width_px - 1) / 2, (self.settings.height_px - 1) / 2])

    def project(self, points_mm: Points) -> Points:
        """Pixels of points; the array may have any shape that ends in (x, y, z)."""
        seen = (points_mm - self.eye_mm) @ self.rotation.T
        # What is behind the camera must not come round to the front.
        flat = seen[..., :2] / np.maximum(seen[..., 2:], 1.0)
        bent = 1.0 + self.settings.barrel * np.sum(flat**2, axis=-1, keepdims=True)
        pixels: Points = flat * bent * self.focal_px + self.middle_px
        return pixels

    def on_plane(self, pixels: Points, height_mm: float = 0.0) -> Points:
        """Where the ray through a pixel meets the plane at this height: (x, y) in millimetres."""
        # Apart: a sum over two numbers at a time takes four times as long, and pictures are large.
        across, down = np.moveaxis((pixels - self.middle_px) / self.focal_px, -1, 0).copy()
        x, y = across, down
        # Bent by up to 5 %, each round leaves about a twentieth of what was wrong before.
        for _ in range(6):
            bend = 1.0 + self.settings.barrel * (x * x + y * y)
            x, y = across / bend, down / bend
        rays = np.stack([x, y, np.ones_like(x)], axis=-1) @ self.rotation
        # A ray above the horizon meets no table: it is sent very far away instead.
        reach = (height_mm - self.eye_mm[2]) / np.minimum(rays[..., 2:], -1e-6)
        found: Points = self.eye_mm[:2] + rays[..., :2] * reach
        return found

    def px_per_mm(self, point_mm: Points) -> float:
        """The scale at a point of the world."""
        depth = float((point_mm - self.eye_mm) @ self.rotation[2])
        return self.focal_px / max(depth, 1.0)
