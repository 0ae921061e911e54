"""What each camera sees: sensor and lens data, the field at a height, and pixels a die.

The tables of hardware.md are written by `tools/hardware.py`; a test holds the page against it, so
that no number there can drift from this one.

>>> module_3 = CAMERAS["Camera Module 3"]
>>> sight = module_3.at(hang_mm(module_3))
>>> sight.height_mm, [round(mm) for mm in sight.field_mm], round(sight.die_px)
(460, [597, 344], 51)
"""

import math
from dataclasses import dataclass

MAT_MM = (420.0, 297.0)
"""The A3 mat, across and along."""

SPARE_MM = 20.0
"""All round the mat: an arm is never clamped to the millimetre, and lenses bend at their rim."""

DIE_MM = 16.0

STEP_MM = 10
"""Heights are told in whole centimetres: nobody hangs a camera more exactly."""

LONGEST_PX = 1920
"""Wider pictures cost time on a Pi and no die is read better: at 24 px all were read, at 50 there
is room for a lens that is not quite sharp."""

HIGHEST_PX = 1232
"""The other way: Module 2 gives 1640 x 1232 by joining pixels, which costs nothing."""


@dataclass(frozen=True, slots=True)
class Mode:
    """A way of reading a sensor out: the picture's size and the part of the sensor it shows, in
    the sensor's own pixels (left, top, width, height)."""

    size_px: tuple[int, int]
    crop_px: tuple[int, int, int, int]
    bits: int
    fps: float


@dataclass(frozen=True, slots=True)
class Sensor:
    """A sensor as its Linux driver describes it, largest mode first."""

    model: str
    """As libcamera names it."""
    pixels: tuple[int, int]
    pixel_um: float
    modes: tuple[Mode, ...]
    most_gain: float
    has_lens: bool = False
    """The lens can be moved: it has autofocus."""

    @property
    def full_modes(self) -> tuple[Mode, ...]:
        """Those that show all of it. A few rows less are no crop."""
        wide, high = self.pixels
        return tuple(
            mode
            for mode in self.modes
            if mode.crop_px[2] >= 0.97 * wide and mode.crop_px[3] >= 0.97 * high
        )

    @property
    def table_mode(self) -> Mode:
        """The one for a table: all of the sensor, and the smallest picture that is still as large
        as what is asked for, or else the largest there is."""
        wide, high = picture_px(self.pixels)
        enough = [m for m in self.full_modes if m.size_px[0] >= wide and m.size_px[1] >= high]
        by_size = sorted(enough or self.full_modes, key=lambda mode: mode.size_px[0])
        return by_size[0] if enough else by_size[-1]


def picture_px(shape: tuple[int, int]) -> tuple[int, int]:
    """The picture to ask for, in the shape of the sensor: anything else would be cut out of it.

    >>> picture_px((4608, 2592)), picture_px((3280, 2464)), picture_px((1456, 1088))
    ((1920, 1080), (1640, 1232), (1456, 1088))
    """
    wide, high = shape
    scale = min(1.0, LONGEST_PX / wide, HIGHEST_PX / high)
    return _even(wide * scale), _even(high * scale)


def _even(length: float) -> int:
    """An even length: picamera2 refuses odd sizes."""
    return round(length / 2) * 2


def _mode(wide: int, high: int, crop: tuple[int, int, int, int], bits: int, fps: float) -> Mode:
    return Mode((wide, high), crop, bits, fps)


_IMX708 = (
    _mode(4608, 2592, (0, 0, 4608, 2592), 10, 14.35),
    _mode(2304, 1296, (0, 0, 4608, 2592), 10, 56.03),
    _mode(1536, 864, (768, 432, 3072, 1728), 10, 120.13),
)

SENSORS = {
    sensor.model: sensor
    for sensor in (
        Sensor("imx708", (4608, 2592), 1.4, _IMX708, 16.0, has_lens=True),
        Sensor("imx708_wide", (4608, 2592), 1.4, _IMX708, 16.0, has_lens=True),
        Sensor(
            "imx219",
            (3280, 2464),
            1.12,
            (
                _mode(3280, 2464, (0, 0, 3280, 2464), 10, 21.19),
                _mode(1640, 1232, (0, 0, 3280, 2464), 10, 41.85),
                _mode(1920, 1080, (680, 692, 1920, 1080), 10, 47.57),
                _mode(640, 480, (1000, 752, 1280, 960), 10, 103.33),
            ),
            10.67,
        ),
        Sensor(
            "imx477",
            (4056, 3040),
            1.55,
            (
                _mode(4056, 3040, (0, 0, 4056, 3040), 12, 10.0),
                _mode(2028, 1520, (0, 0, 4056, 3040), 12, 40.01),
                _mode(2028, 1080, (0, 440, 4056, 2160), 12, 50.03),
                _mode(1332, 990, (696, 528, 2664, 1980), 10, 120.05),
            ),
            22.26,
        ),
        Sensor(
            "imx500",
            (4056, 3040),
            1.55,
            (
                _mode(4056, 3040, (0, 0, 4056, 3040), 10, 10.0),
                _mode(2028, 1520, (0, 0, 4056, 3040), 10, 30.02),
            ),
            22.26,
        ),
        Sensor(
            "imx519",
            (4656, 3496),
            1.22,
            (
                _mode(4656, 3496, (0, 0, 4656, 3496), 10, 10.0),
                _mode(3840, 2160, (408, 672, 3840, 2160), 10, 21.01),
                _mode(2328, 1748, (0, 0, 4656, 3496), 10, 30.0),
                _mode(1920, 1080, (408, 674, 3840, 2160), 10, 60.0),
                _mode(1280, 720, (1048, 1042, 2560, 1440), 10, 120.01),
            ),
            16.0,
            has_lens=True,
        ),
        Sensor(
            "imx296", (1456, 1088), 3.45, (_mode(1456, 1088, (0, 0, 1456, 1088), 10, 60.38),), 15.85
        ),
        Sensor(
            "ov5647",
            (2592, 1944),
            1.4,
            (
                _mode(2592, 1944, (0, 0, 2592, 1944), 10, 15.63),
                _mode(1296, 972, (0, 0, 2592, 1944), 10, 46.34),
                _mode(1920, 1080, (348, 434, 1928, 1080), 10, 32.81),
                _mode(640, 480, (16, 0, 2560, 1920), 10, 58.92),
            ),
            8.0,
        ),
    )
}
"""By libcamera's name. Modes and crops are those of the Linux drivers; the frames a second are the
most that a mode can do."""


@dataclass(frozen=True, slots=True)
class FieldOfSight:
    """What a camera sees from a height, looking straight down."""

    height_mm: int
    field_mm: tuple[float, float]
    picture_px: tuple[int, int]

    @property
    def die_px(self) -> float:
        """Width of a die on the mat, in the picture that is asked for."""
        return DIE_MM * self.picture_px[0] / self.field_mm[0]


@dataclass(frozen=True, slots=True)
class CameraOptics:
    """A camera that can be bought: its picture and its angles of view, across and along."""

    name: str
    picture_px: tuple[int, int]
    angles_deg: tuple[float, float]
    model: str = ""
    """The sensor, where it is one on the Pi's own connector."""
    focus: str = "fixed"

    def at(self, height_mm: float) -> FieldOfSight:
        across, along = (
            2 * height_mm * math.tan(math.radians(angle) / 2) for angle in self.angles_deg
        )
        return FieldOfSight(round(height_mm), (across, along), self.picture_px)


def _lens_angles(sensor: Sensor, focal_mm: float) -> tuple[float, float]:
    """From the sensor's size and the lens: the way in which makers' angles are told differs.

    >>> [round(angle) for angle in _lens_angles(SENSORS["imx477"], 6.0)]
    [55, 43]
    """
    across, along = (
        math.degrees(2 * math.atan(pixels * sensor.pixel_um / 2000 / focal_mm))
        for pixels in sensor.pixels
    )
    return across, along


def _pi_camera(
    name: str, model: str, lens: float | tuple[float, float], focus: str
) -> CameraOptics:
    """With the maker's angles, or those of a lens of so many millimetres."""
    sensor = SENSORS[model]
    angles = lens if isinstance(lens, tuple) else _lens_angles(sensor, lens)
    return CameraOptics(name, picture_px(sensor.pixels), angles, model, focus)


CAMERAS = {
    camera.name: camera
    for camera in (
        # Module 3: the maker's angles, which are smaller than those of its 4.74 mm lens: the rim
        # of what the lens shows is cut away.
        _pi_camera("Camera Module 3", "imx708", (66.0, 41.0), "by itself"),
        _pi_camera("Camera Module 3 Wide", "imx708_wide", (102.0, 67.0), "by itself"),
        _pi_camera("Camera Module 2", "imx219", 3.04, "turn the lens"),
        _pi_camera("Camera Module 1", "ov5647", 3.6, "turn the lens"),
        _pi_camera("HQ Camera, 6 mm lens", "imx477", 6.0, "turn the lens"),
        _pi_camera("Global Shutter Camera, 6 mm lens", "imx296", 6.0, "turn the lens"),
        CameraOptics("Logitech C920, C922", (1920, 1080), (70.4, 43.3), focus="by itself"),
        CameraOptics("Logitech C270", (1280, 960), (48.8, 37.2)),
        CameraOptics("phone, main camera (video)", (1920, 1080), (66.0, 40.0), focus="by itself"),
    )
}


def hang_mm(camera: CameraOptics) -> int:
    """The lowest height, in whole centimetres, from which the mat and its spare are seen."""
    halves = ((mat / 2 + SPARE_MM) for mat in MAT_MM)
    least = max(
        half / math.tan(math.radians(angle) / 2)
        for half, angle in zip(halves, camera.angles_deg, strict=True)
    )
    return math.ceil(least / STEP_MM) * STEP_MM


def higher_by_mm(height_mm: float, field_mm: tuple[float, float]) -> float:
    """How much higher to hang a camera that sees this field, so that it sees the mat and its
    spare; negative when it could hang lower.

    >>> round(higher_by_mm(400, (520, 300))), round(higher_by_mm(460, (597, 344)))
    (49, -9)
    """
    need = max((mat + 2 * SPARE_MM) / field for mat, field in zip(MAT_MM, field_mm, strict=True))
    return height_mm * (need - 1.0)
