"""Videos and folders of stills as cameras: at their own pace, or each picture when it is asked for.

The time of a picture is the time in the video, or the still's turn: a file read fast and one read
slowly tell the same story.
"""

import os
import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import cv2
import numpy as np

from turbo.errors import TurboError
from vision.cameras.film_time import film_began
from vision.cameras.frames import Frame
from vision.cameras.source import CameraEnded, CameraSettings
from vision.pictures.loading import PICTURE_SUFFIXES, Image, load

PRESUMED_FPS = 25.0
"""For videos that do not say how fast they are."""


class FileCamera:
    """A camera (`vision.cameras.frames.Camera`) over a video or a folder; `CameraEnded` at the end.

    Paced, pictures whose time has passed are left out, as a live camera would.
    """

    simulated = False

    def __init__(self, path: str, settings: CameraSettings) -> None:
        self.skipped: list[str] = []
        """Stills that could not be used, with the cause."""
        self._path, self._settings = path, settings
        self._lasts_s = 0.0
        self._pictures = self._stills(path) if os.path.isdir(path) else self._video(path)
        self._began_s: float | None = None
        self._ahead: Frame | None = None
        # Read ahead at once: a file that cannot be used is told when it is named.
        self._ahead = self._next()
        if self._ahead is None:
            raise TurboError(f"{path}: expected a video or a folder with pictures that can be read")
        self.began: datetime = film_began(Path(path), self._lasts_s)
        """When its first picture was taken."""

    def read(self, timeout_s: float) -> Frame | None:
        if self._ahead is None:
            raise CameraEnded(f"{self._path} is over")
        if self._settings.paced and not self._wait_for(self._ahead, timeout_s):
            return None
        frame, self._ahead = self._ahead, self._next()
        return self._newest(frame, timeout_s) if self._settings.paced else frame

    def _newest(self, frame: Frame, within_s: float) -> Frame:
        """Leave out what nobody could look at in time. A machine that reads slower than the film
        runs would never be done with it: the film waits for it then, and whoever asked gets an
        answer."""
        until_s = self._settings.clock() + within_s
        while self._ahead and (late_s := self._late_s(self._ahead)) >= 0:
            if self._settings.clock() > until_s:
                self._began_s = (self._began_s or 0.0) + late_s
                break
            frame, self._ahead = self._ahead, self._next()
        return frame

    def _late_s(self, frame: Frame) -> float:
        """How long ago the picture was due; negative while it is still to come."""
        now_s = self._settings.clock()
        if self._began_s is None:
            self._began_s = now_s
        return now_s - self._began_s - frame.at_s

    def _wait_for(self, frame: Frame, timeout_s: float) -> bool:
        wait_s = -self._late_s(frame)
        time.sleep(max(0.0, min(wait_s, timeout_s)))
        return wait_s <= timeout_s

    def _next(self) -> Frame | None:
        return next(self._pictures, None)

    def close(self) -> None:
        self._ahead = None
        self._pictures = iter(())

    def _stills(self, folder: str) -> Iterator[Frame]:
        """Paced, each still is shown again and again for a while, as a table lies."""
        fps, paced = self._settings.fps, self._settings.paced
        repeats = max(1, round(self._settings.hold_s * fps)) if paced else 1
        number = 0
        for turn, image in enumerate(self._loaded(folder)):
            for repeat in range(repeats):
                number += 1
                yield Frame(image, turn * self._settings.hold_s + repeat / fps, number)

    def _loaded(self, folder: str) -> Iterator[Image]:
        for path in sorted(Path(folder).iterdir()):
            if path.suffix.lower() in PICTURE_SUFFIXES and not path.name.startswith("."):
                try:
                    yield load(str(path))
                except (OSError, ValueError) as error:
                    self.skipped.append(f"{path.name}: {error}")

    def _video(self, path: str) -> Iterator[Frame]:
        # The decoder would otherwise write lines of its own on standard error.
        os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
        capture = cv2.VideoCapture(path)
        try:
            fps, number = capture.get(cv2.CAP_PROP_FPS) or PRESUMED_FPS, 0
            self._lasts_s = max(0.0, capture.get(cv2.CAP_PROP_FRAME_COUNT)) / fps
            while capture.grab():
                is_decoded, image = capture.retrieve()
                if is_decoded:
                    # Counted: for some containers the decoder tells nought or nonsense.
                    yield Frame(np.asarray(image, dtype=np.uint8), number / fps, number + 1)
                number += 1
        finally:
            capture.release()
