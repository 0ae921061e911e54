"""Network cameras that OpenCV's decoder opens by address, such as RTSP."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import cv2
import numpy as np

from vision.cameras.frames import CameraLost
from vision.cameras.source import UNLOCKABLE, CameraSettings, Locked
from vision.pictures.loading import Image

STREAM_OPTIONS = "rtsp_transport;tcp|analyzeduration;500000|fflags;nobuffer"
"""For the decoder of streams: half a second is enough to see what a stream holds, where it would
look on for five, and no picture waits for others."""


@contextmanager
def _stream_options() -> Iterator[None]:
    """The decoder takes its options from the environment, for files as well: there they would cost
    the first pictures, so they stand there only while a stream is opened."""
    name = "OPENCV_FFMPEG_CAPTURE_OPTIONS"
    # Somebody knows this camera better than we do.
    if name in os.environ:
        yield
        return
    os.environ[name] = STREAM_OPTIONS
    try:
        yield
    finally:
        os.environ.pop(name, None)


def hush() -> None:
    """A camera that is not there is told by us, once, and not by the driver at every try."""
    logging: Any = getattr(cv2.utils, "logging", None)
    if logging is not None:
        logging.setLogLevel(logging.LOG_LEVEL_SILENT)


class CaptureSource:
    """What OpenCV reads, once a kind of source has opened it."""

    _capture: Any = None

    def _grab(self, why: str) -> None:
        if not self._capture.grab():
            raise CameraLost(why)

    def picture(self) -> Image | None:
        is_decoded, image = self._capture.retrieve()
        return np.asarray(image, dtype=np.uint8) if is_decoded else None

    def close(self) -> None:
        if self._capture is not None:
            self._capture.release()
            self._capture = None


class StreamSource(CaptureSource):
    """A stream that OpenCV's decoder opens by address, such as RTSP."""

    def __init__(self, address: str, settings: CameraSettings) -> None:
        self.address, self.settings = address, settings

    def open(self, wanted: Mapping[str, float]) -> Locked:
        hush()
        os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
        wait_ms = int(self.settings.silence_s * 1000)
        limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, wait_ms, cv2.CAP_PROP_READ_TIMEOUT_MSEC, wait_ms]
        with _stream_options():
            self._capture = cv2.VideoCapture(self.address, cv2.CAP_FFMPEG, limits)
        if not self._capture.isOpened():
            raise CameraLost(f"no stream at {self.address}: is the camera on?")
        return UNLOCKABLE

    def grab(self) -> None:
        self._grab(f"the stream at {self.address} has stopped")
