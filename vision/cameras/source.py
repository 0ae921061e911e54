"""What every kind of camera must do for the thread that reads it, and how it is set up."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from turbo.errors import TurboError
from vision.cameras.frames import CameraLost
from vision.pictures.loading import Image


class CameraEnded(CameraLost):
    """A video or a folder of stills is over: nothing will come again."""


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """How a camera is opened and read."""

    width_px: int = 1280
    height_px: int = 960
    """What is asked for; a camera that has no such size gives its nearest."""
    fps: float = 10.0
    """Pictures decoded in a second: the live table needs no more, and decoding costs."""
    paced: bool = True
    """Files come as fast as they were taken; without it, each picture when it is asked for."""
    hold_s: float = 2.0
    """How long each still of a folder is shown when paced: long enough to be believed."""
    lock: bool = True
    warm_up_s: float = 1.5
    """How long exposure and white balance may settle before they are locked: presumed, no camera
    was there to measure it."""
    locked: Mapping[str, float] = field(default_factory=dict)
    """Values of an earlier calibration: used instead of a warm-up."""
    retry_s: tuple[float, float] = (0.5, 8.0)
    """First and longest wait before a lost camera is tried again; it doubles in between."""
    silence_s: float = 5.0
    """A camera that gives no picture for this long is lost."""
    clock: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        if min(self.width_px, self.height_px) < 1 or self.fps <= 0:
            raise TurboError("expected a picture of a pixel or more, more than 0 times a second")


@dataclass(frozen=True, slots=True)
class Locked:
    """Exposure, gain and white balance as they are fixed now, and what the camera refused."""

    values: Mapping[str, float] = field(default_factory=dict)
    refused: tuple[str, ...] = ()

    def __str__(self) -> str:
        if not self.refused:
            return "exposure, gain and white balance are locked"
        return f"this camera refuses to lock: {', '.join(self.refused)}"


UNLOCKABLE = Locked(refused=("exposure", "gain", "white balance"))
"""A camera that cannot be asked for any of it."""


class Source(Protocol):
    """A device or stream that is opened, asked for picture after picture, and closed; again and
    again if it is lost. All calls come from one thread."""

    def open(self, wanted: Mapping[str, float]) -> Locked:
        """Locked at the values wanted, where there are any; `CameraLost` if it is not there."""

    def grab(self) -> None:
        """Wait for the next picture; `CameraLost` if none will come."""

    def picture(self) -> Image | None:
        """Decode the picture that was grabbed; None if it is damaged."""

    def close(self) -> None: ...


def lock_values(
    read: Callable[[str], float | None],
    write: Callable[[str, float], bool],
    names: tuple[str, ...],
    wanted: Mapping[str, float],
) -> Locked:
    """Fix each value at what is wanted, or else at what it is now, and read it back."""
    values, refused = dict[str, float](), []
    for name in names:
        now = read(name)
        value = wanted.get(name, now)
        if value is None or not write(name, value) or not _is_near(read(name), value):
            refused.append(name)
        else:
            values[name] = value
    return Locked(values, tuple(refused))


def _is_near(value: float | None, wanted: float) -> bool:
    """Drivers round to their own steps: a twentieth off is the same value."""
    return value is not None and abs(value - wanted) <= 0.05 * max(1.0, abs(wanted))
