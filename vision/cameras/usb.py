"""Cameras that OpenCV opens: USB by number, and streams by address (RTSP)."""

import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import cv2
import numpy as np

from vision.cameras.frames import CameraLost
from vision.cameras.source import UNLOCKABLE, CameraSettings, Locked, lock_values
from vision.pictures.loading import Image

PROPERTIES = {
    "exposure": cv2.CAP_PROP_EXPOSURE,
    "gain": cv2.CAP_PROP_GAIN,
    "white balance": cv2.CAP_PROP_WB_TEMPERATURE,
    "focus": cv2.CAP_PROP_FOCUS,
}

AUTOMATICS = (
    (cv2.CAP_PROP_AUTO_EXPOSURE, 3.0, 1.0),
    (cv2.CAP_PROP_AUTO_WB, 1.0, 0.0),
    (cv2.CAP_PROP_AUTOFOCUS, 1.0, 0.0),
)
"""What a driver regulates by itself: its number, on, and off, as Linux counts them."""


STREAM_OPTIONS = "rtsp_transport;tcp|analyzeduration;500000|fflags;nobuffer"
"""For the decoder of streams: half a second is enough to see what a stream holds, where it would
look on for five, and no picture waits for others."""


@contextmanager
def _stream_options() -> Iterator[None]:
    """The decoder takes its options from the environment, for files as well: there they would cost
    the first pictures, so they stand there only while a stream is opened."""
    name = "OPENCV_FFMPEG_CAPTURE_OPTIONS"
    if name in os.environ:
        yield
        return
    os.environ[name] = STREAM_OPTIONS
    try:
        yield
    finally:
        os.environ.pop(name, None)


def _hush() -> None:
    """A camera that is not there is told by us, once, and not by the driver at every try."""
    logging: Any = getattr(cv2.utils, "logging", None)
    if logging is not None:
        logging.setLogLevel(logging.LOG_LEVEL_SILENT)


class UsbSource:
    """A USB camera, by its number."""

    def __init__(self, number: int, settings: CameraSettings) -> None:
        self.number, self.settings = number, settings
        self._capture: Any = None

    def open(self, wanted: Mapping[str, float]) -> Locked:
        _hush()
        self._capture = capture = cv2.VideoCapture(self.number)
        if not capture.isOpened():
            raise CameraLost(f"camera {self.number} is not there: is it plugged in?")
        self._set_up(capture)
        if not self.settings.lock:
            return Locked()
        if not wanted:
            self._warm_up()
        return self._lock(capture, wanted)

    def _set_up(self, capture: Any) -> None:
        """Compressed pictures, since raw ones of this size pass USB a few times a second only."""
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, self.settings.width_px)
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, self.settings.height_px)
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)

    def _warm_up(self) -> None:
        for automatic, on, _ in AUTOMATICS:
            self._capture.set(automatic, on)
        until_s = time.monotonic() + self.settings.warm_up_s
        while time.monotonic() < until_s:
            self.grab()

    def _lock(self, capture: Any, wanted: Mapping[str, float]) -> Locked:
        """The values are read while they are regulated, which is what they then stay at."""
        now = {name: float(capture.get(number)) for name, number in PROPERTIES.items()}
        for automatic, _, off in AUTOMATICS:
            capture.set(automatic, off)
        fixed = {name: value for name, value in now.items() if value > 0} | dict(wanted)
        names = tuple(name for name in PROPERTIES if name in fixed or name != "focus")
        return lock_values(
            lambda name: float(capture.get(PROPERTIES[name])),
            lambda name, value: bool(capture.set(PROPERTIES[name], value)),
            names,
            fixed,
        )

    def grab(self) -> None:
        if not self._capture.grab():
            raise CameraLost(f"camera {self.number} gives no picture: was it unplugged?")

    def picture(self) -> Image | None:
        is_decoded, image = self._capture.retrieve()
        return np.asarray(image, dtype=np.uint8) if is_decoded else None

    def close(self) -> None:
        if self._capture is not None:
            self._capture.release()
            self._capture = None


class StreamSource:
    """A stream that OpenCV's decoder opens by address, such as RTSP."""

    def __init__(self, address: str, settings: CameraSettings) -> None:
        self.address, self.settings = address, settings
        self._capture: Any = None

    def open(self, wanted: Mapping[str, float]) -> Locked:
        _hush()
        os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
        wait_ms = int(self.settings.silence_s * 1000)
        limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, wait_ms, cv2.CAP_PROP_READ_TIMEOUT_MSEC, wait_ms]
        with _stream_options():
            self._capture = cv2.VideoCapture(self.address, cv2.CAP_FFMPEG, limits)
        if not self._capture.isOpened():
            raise CameraLost(f"no stream at {self.address}: is the camera on?")
        return UNLOCKABLE

    def grab(self) -> None:
        if not self._capture.grab():
            raise CameraLost(f"the stream at {self.address} has stopped")

    def picture(self) -> Image | None:
        is_decoded, image = self._capture.retrieve()
        return np.asarray(image, dtype=np.uint8) if is_decoded else None

    def close(self) -> None:
        if self._capture is not None:
            self._capture.release()
            self._capture = None
