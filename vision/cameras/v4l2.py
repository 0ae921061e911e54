"""The knobs and picture sizes of a USB camera, asked of the Linux driver itself.

OpenCV sets values blindly: it does not say in which range, nor which sizes a camera has. The few
calls that do are made here; their numbers and structures are those of linux/videodev2.h, and a test
compiles that header and compares.
"""

import fcntl
import os
import struct
from collections.abc import Iterator
from dataclasses import dataclass

QUERYCAP = 0x80685600
QUERYCTRL = 0xC0445624
G_CTRL = 0xC008561B
S_CTRL = 0xC008561C
ENUM_FRAMESIZES = 0xC02C564A

CAPABILITY = struct.Struct("16s32s32sIII3I")
QUERY = struct.Struct("II32siiiiI2I")
CONTROL = struct.Struct("Ii")
FRAME_SIZE = struct.Struct("III6I2I")

DISABLED = 0x0001
DISCRETE = 1

CONTROLS = {
    "gain": 0x00980913,
    "automatic white balance": 0x0098090C,
    "mains": 0x00980918,
    "white balance": 0x0098091A,
    "automatic exposure": 0x009A0901,
    "exposure": 0x009A0902,
    "varying frame rate": 0x009A0903,
    "focus": 0x009A090A,
    "automatic focus": 0x009A090C,
}
"""Those that matter here, by V4L2's number."""


@dataclass(frozen=True, slots=True)
class Knob:
    """What one value of a camera may be."""

    least: int
    most: int
    step: int = 1
    default: int = 0

    def nearest(self, value: float) -> int:
        """The value nearest to this one that the knob can be turned to.

        >>> Knob(0, 250, 5).nearest(62.4), Knob(3, 2047).nearest(0.2)
        (60, 3)
        """
        step = max(1, self.step)
        steps = round((value - self.least) / step)
        return min(max(self.least + steps * step, self.least), self.most)


class Device:
    """What one camera's node in /dev tells; opened beside OpenCV, which reads the pictures."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._fd = os.open(path, os.O_RDWR | os.O_NONBLOCK)

    def close(self) -> None:
        os.close(self._fd)

    @property
    def name(self) -> str:
        data = bytearray(CAPABILITY.size)
        fcntl.ioctl(self._fd, QUERYCAP, data)
        card: bytes = CAPABILITY.unpack(data)[1]
        return card.split(b"\0")[0].decode(errors="replace")

    def table(self) -> dict[str, Knob]:
        """Which of `CONTROLS` it has."""
        found = ((name, self._query(number)) for name, number in CONTROLS.items())
        return {name: knob for name, knob in found if knob is not None}

    def _query(self, number: int) -> Knob | None:
        data = bytearray(QUERY.pack(number, 0, b"", 0, 0, 0, 0, 0, 0, 0))
        try:
            fcntl.ioctl(self._fd, QUERYCTRL, data)
        except OSError:
            return None
        _, _, _, least, most, step, default, flags, *_ = QUERY.unpack(data)
        return None if flags & DISABLED else Knob(least, most, step, default)

    def read(self, name: str) -> int | None:
        data = bytearray(CONTROL.pack(CONTROLS[name], 0))
        try:
            fcntl.ioctl(self._fd, G_CTRL, data)
        except OSError:
            return None
        return int(CONTROL.unpack(data)[1])

    def turn(self, name: str, value: int) -> bool:
        """False if the camera refuses."""
        try:
            fcntl.ioctl(self._fd, S_CTRL, bytearray(CONTROL.pack(CONTROLS[name], value)))
        except OSError:
            return False
        return True

    def sizes(self) -> tuple[tuple[int, int], ...]:
        """The picture sizes in which it sends JPEGs."""
        return tuple(self._sizes(int.from_bytes(b"MJPG", "little")))

    def _sizes(self, pixel_format: int) -> Iterator[tuple[int, int]]:
        # A driver that never says 'no more' is not asked for ever.
        for index in range(256):
            data = bytearray(FRAME_SIZE.pack(index, pixel_format, 0, *[0] * 8))
            try:
                fcntl.ioctl(self._fd, ENUM_FRAMESIZES, data)
            except OSError:
                return
            _, _, kind, width, height, *_ = FRAME_SIZE.unpack(data)
            if kind == DISCRETE:
                yield width, height
