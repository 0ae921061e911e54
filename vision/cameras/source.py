"""What every kind of camera must do for the thread that reads it, and how it is set up."""

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from turbo.errors import TurboError
from vision.cameras.exposure import ExposureVerdict
from vision.cameras.frames import CameraLost
from vision.pictures.loading import Image


class CameraEnded(CameraLost):
    """A video or a folder of stills is over: nothing will come again."""


MAINS_HZ = (50, 60)


def mains() -> int:
    """The mains of this house: $TURBO_MAINS, or 50 Hz as in most of the world."""
    told = os.environ.get("TURBO_MAINS", "50")
    if told not in map(str, MAINS_HZ):
        raise TurboError(f"expected 50 or 60 in TURBO_MAINS, got {told!r}")
    return int(told)


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """How a camera is opened and read."""

    fps: float = 10.0
    """Pictures decoded in a second: the live table needs no more, and decoding costs."""
    paced: bool = True
    """Files come as fast as they were taken; without it, each picture when it is asked for."""
    hold_s: float = 2.0
    """How long each still of a folder is shown when paced: long enough to be believed."""
    mains_hz: int = field(default_factory=mains)
    """Lamps flicker twice as fast: 50 in Europe, 60 in America."""
    lock: bool = True
    warm_up_s: float = 12.0
    """How long measuring the light and focusing may take before silence counts as a fault: 2 x 15
    pictures, 120 until the white balance stands, and a scan of the lens."""
    locked: Mapping[str, float] = field(default_factory=dict)
    """What is known already: a focus found at this height stays right, light does not."""
    retry_s: tuple[float, float] = (0.5, 8.0)
    """First and longest wait before a lost camera is tried again; it doubles in between."""
    frozen_s: float = 2.0
    """For so long the very same picture may come: noise makes every real one another, and a network
    camera that repeats itself does so for less. A legal table is handed over by itself only after
    more than that."""
    silence_s: float = 5.0
    """A camera that gives no picture for this long is lost."""
    clock: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        if self.fps <= 0:
            raise TurboError("expected a picture more than 0 times a second")
        if self.mains_hz not in MAINS_HZ:
            raise TurboError(f"expected mains of 50 or 60 Hz, got {self.mains_hz}")


@dataclass(frozen=True, slots=True)
class Locked:
    """Exposure, gain and white balance as they are fixed now, and what the camera refused."""

    values: Mapping[str, float] = field(default_factory=dict)
    refused: tuple[str, ...] = ()

    def __str__(self) -> str:
        if not self.refused:
            return "exposure, gain and white balance are locked"
        return f"this camera refuses to lock: {', '.join(self.refused)}"


@dataclass(frozen=True, slots=True)
class Facts:
    """What a camera says about itself; None where it cannot tell."""

    model: str
    picture_px: tuple[int, ...] = ()
    mode_px: tuple[int, ...] = ()
    """How the sensor is read out."""
    shown: tuple[float, float] | None = None
    """The part of the sensor that is in the picture, across and along."""
    taken_s: float | None = None
    """When the last picture was taken, on the monotonic clock."""
    light: ExposureVerdict | None = None
    white: float | None = None
    """How bright the dice's white was when the exposure was locked, 0 to 1."""


def facts_of(camera: object) -> Facts | None:
    """What a camera or source tells about itself; None if it tells nothing."""
    told = getattr(camera, "facts", None)
    return None if told is None else told()


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
