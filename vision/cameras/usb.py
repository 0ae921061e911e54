"""USB cameras, by number or by their node in /dev.

What a camera says of its exposure while it regulates itself is, on common cameras, its driver's
default: to lock that would be to lock a number out of a table. So the automatics are switched off
first, and the exposure is found by `vision.cameras.exposure`, the white balance on the mat's paper.
"""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import cv2

from vision.cameras.exposure import Exposure, Limits, Settled, settle
from vision.cameras.frames import CameraLost
from vision.cameras.light import MatMeter
from vision.cameras.optics import HIGHEST_PX, LONGEST_PX
from vision.cameras.source import UNLOCKABLE, CameraSettings, Facts, Locked
from vision.cameras.streams import CaptureSource, hush
from vision.cameras.v4l2 import Device, Knob
from vision.pictures.loading import Image

UNIT_US = 100.0
"""V4L2 counts an exposure in tenths of a millisecond."""

MANUAL, SHUTTER_FIRST = 1, 2
"""V4L2's modes of exposure in which the time is ours; some cameras have only the second."""

MAINS = {50: 1, 60: 2}


@dataclass(frozen=True, slots=True)
class UsbTuning:
    lag: int = 4
    """Pictures until a value holds: one in the camera, one on the wire, two in the driver. They are
    thrown away, since a USB camera does not say with what a picture was taken."""
    longest_us: float = 66_000.0
    most_gain: float = 8.0
    """What the upper end of the gain is taken for: no camera says. A wrong guess costs a step."""
    start_us: float = 10_000.0
    neutral_steps: int = 7
    """Halvings of the range of the white balance: 4500 K / 2^7 is 35 K."""
    neutral: float = 0.02
    """Red and blue of the paper this near to each other are white."""


class UsbSource(CaptureSource):
    """A USB camera; without its node, as on other systems, it is read and never locked."""

    def __init__(
        self, path: str, settings: CameraSettings, knobs: Callable[[str], Device] = Device
    ) -> None:
        self.path, self.settings = path, settings
        self.tuning = UsbTuning()
        self.settled: Settled | None = None
        self._open_knobs = knobs
        self._knobs: Device | None = None
        self._table: Mapping[str, Knob] = {}
        self._now = Exposure(self.tuning.start_us)
        self._meter = MatMeter()

    def open(self, wanted: Mapping[str, float]) -> Locked:
        hush()
        self._capture = capture = cv2.VideoCapture(self.path)
        if not capture.isOpened():
            raise CameraLost(self._why())
        try:
            self._knobs = self._open_knobs(self.path)
        # Pictures without knobs are better than none: it is told as a camera that cannot be locked.
        except OSError:
            self._knobs = None
        self._table = {} if self._knobs is None else self._knobs.table()
        self._set_up(capture)
        if not self.settings.lock:
            return Locked()
        return self.lock(wanted)

    def _why(self) -> str:
        if not os.path.exists(self.path):
            return f"camera {self.path} is not there: is it plugged in?"
        if not os.access(self.path, os.R_OK | os.W_OK):
            return f"{self.path}: permission denied: sudo usermod -a -G video $USER, log in anew"
        return f"camera {self.path} gives no pictures: another program has it, or it is no camera"

    def _set_up(self, capture: Any) -> None:
        """Compressed pictures, since raw ones of this size pass USB a few times a second only."""
        # First of all: which sizes there are depends on it.
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        sizes = () if self._knobs is None else self._knobs.sizes()
        width, height = largest(sizes)
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, width)
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
        # The newest picture alone is wanted.
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)

    def lock(self, wanted: Mapping[str, float]) -> Locked:
        """Everything manual, the exposure and the white by the mat, and the lens held."""
        if self._knobs is None or not self._table:
            return UNLOCKABLE
        values: dict[str, float] = {}
        # It focuses while the light is measured, and is held afterwards.
        self._turn("automatic focus", 1)
        self._turn("mains", MAINS[self.settings.mains_hz])
        if self._is_manual():
            values |= self._expose(wanted)
        values |= self._white() | self._hold_lens()
        # Without a knob for it the exposure stays automatic, which is told as refused.
        names = {"exposure", "gain", "white balance", "focus"} & {*self._table, "exposure"}
        return Locked(values, tuple(sorted(names - values.keys())))

    def _turn(self, name: str, value: float) -> bool:
        knob = self._table.get(name)
        if knob is None or self._knobs is None:
            return False
        return self._knobs.turn(name, knob.nearest(value))

    def _is_manual(self) -> bool:
        if "exposure" not in self._table:
            return False
        # Else the time stays below that of a picture, whatever is asked for.
        self._turn("varying frame rate", 1)
        if "automatic exposure" not in self._table:
            return True
        # Some cameras know no manual mode, and hold the time in this one.
        return self._turn("automatic exposure", MANUAL) or self._turn(
            "automatic exposure", SHUTTER_FIRST
        )

    def _expose(self, wanted: Mapping[str, float]) -> dict[str, float]:
        if "exposure" in wanted:
            gain = self._factor(wanted["gain"]) if "gain" in wanted else 1.0
            self._wish(Exposure(wanted["exposure"] * UNIT_US, gain))
        else:
            self._wish(self._now)
            self.settled = settle(
                self._look, self._wish, self._meter, self._limits(), self.settings.mains_hz
            )
        found = {"exposure": self._read("exposure"), "gain": self._read("gain")}
        return {name: value for name, value in found.items() if value is not None}

    def _read(self, name: str) -> float | None:
        if name not in self._table or self._knobs is None:
            return None
        value = self._knobs.read(name)
        return None if value is None else float(value)

    def _limits(self) -> Limits:
        knob = self._table["exposure"]
        longest = min(knob.most * UNIT_US, self.tuning.longest_us)
        most = self.tuning.most_gain if "gain" in self._table else 1.0
        return Limits(max(1, knob.least) * UNIT_US, longest, 1.0, most)

    def _factor(self, position: float) -> float:
        """What a position of the gain is taken for, times."""
        gain = self._table["gain"]
        part = (position - gain.least) / max(1, gain.most - gain.least)
        return 1.0 + part * (self.tuning.most_gain - 1.0)

    def _wish(self, exposure: Exposure) -> None:
        if not self._turn("exposure", exposure.time_us / UNIT_US):
            return
        if (gain := self._table.get("gain")) is not None:
            part = (exposure.gain - 1.0) / (self.tuning.most_gain - 1.0)
            self._turn("gain", gain.least + part * (gain.most - gain.least))
        told = self._read("exposure")
        time_us = exposure.time_us if told is None else told * UNIT_US
        self._now = Exposure(max(1.0, time_us), exposure.gain)
        self._wait()

    def _wait(self) -> None:
        for _ in range(self.tuning.lag):
            self.grab()

    def _look(self) -> tuple[Image, Exposure]:
        for _ in range(self.tuning.lag):
            self.grab()
            if (image := self.picture()) is not None:
                return image, self._now
        raise CameraLost(f"camera {self.path} sends damaged pictures")

    def _white(self) -> dict[str, float]:
        """Halve the range until the paper is white; without a mat the camera goes on by itself,
        since what it says of that is its driver's default."""
        knob = self._table.get("white balance")
        if knob is None or not self._meter.has_mat:
            return {}
        self._turn("automatic white balance", 0)
        # From candles to a clouded sky, in kelvin: drivers name ranges in which no room is lit.
        low, high = float(max(knob.least, 2000)), float(min(knob.most, 8000))
        for _ in range(self.tuning.neutral_steps):
            middle = (low + high) / 2
            if not self._turn("white balance", middle):
                return {}
            self._wait()
            redder = self._meter.redder(self._look()[0])
            if abs(redder) <= self.tuning.neutral:
                break
            # A higher number says that the light is bluer, and the camera makes it redder.
            low, high = (low, middle) if redder > 0 else (middle, high)
        told = self._read("white balance")
        return {} if told is None else {"white balance": told}

    def _hold_lens(self) -> dict[str, float]:
        """It focused by itself while the light was measured; now it is held where it stands. Its
        place is told and never set: cameras tell a place where the lens is not."""
        if "focus" not in self._table:
            return {}
        # Its place is read only after that: while it searches, the number is one of its search.
        self._turn("automatic focus", 0)
        told = self._read("focus")
        return {} if told is None else {"focus": told}

    def grab(self) -> None:
        self._grab(f"camera {self.path} gives no picture: was it unplugged?")

    def facts(self) -> Facts:
        if self._capture is None:
            return Facts(self.path)
        size = (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT)
        return Facts(
            model=str(getattr(self._knobs, "name", self.path)),
            picture_px=tuple(int(self._capture.get(one)) for one in size),
            light=None if self.settled is None else self.settled.verdict,
            white=None if self.settled is None else self.settled.white,
        )

    def close(self) -> None:
        super().close()
        knobs, self._knobs = self._knobs, None
        if knobs is not None:
            knobs.close()


def largest(sizes: tuple[tuple[int, int], ...]) -> tuple[int, int]:
    """The largest picture that is not larger than needed. Cameras cut their smaller pictures out of
    the middle in another shape than the sensor's, the largest never.

    >>> largest(((640, 480), (1280, 720), (1920, 1080), (2304, 1536)))
    (1920, 1080)
    >>> largest(((1280, 960), (1280, 720)))
    (1280, 960)
    """
    fitting = [size for size in sizes if size[0] <= LONGEST_PX and size[1] <= HIGHEST_PX]
    return max(fitting or [(LONGEST_PX, 1080)], key=lambda size: size[0] * size[1])
