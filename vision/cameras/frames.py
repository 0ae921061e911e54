"""One picture of a camera, and what every camera can do. No OpenCV here.

A camera is chosen by name and has one interface, real or simulated: `read` gives the newest picture
and never an old one, so that whoever is slow sees fewer pictures and not late ones.
"""

from dataclasses import dataclass
from typing import ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from turbo.errors import TurboError


class CameraLost(TurboError, OSError):
    """The camera is gone or was never there; the text says which and why. Reading may go on: a
    camera that comes back is picked up again. `notice` names the sentence for the players."""

    notice: ClassVar = "camera-lost"


class CameraFrozen(CameraLost):
    """The camera sends the same picture again and again: it hangs, and what happens is not seen."""

    notice: ClassVar = "camera-frozen"


class PhoneAway(CameraLost):
    """No telephone sends pictures: none has come yet, or it sleeps."""

    notice: ClassVar = "phone-away"


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture: blue, green, red; when it was taken; its number, growing with every picture.
    Nobody writes into it: whoever looks at it after others finds what they found."""

    image: NDArray[np.uint8]
    at_s: float
    number: int

    def __post_init__(self) -> None:
        self.image.flags.writeable = False


class Camera(Protocol):
    """A source of pictures. `simulated` is for the screen, which must say so loudly."""

    simulated: bool

    def read(self, timeout_s: float) -> Frame | None:
        """The newest picture that was not given yet; None when none came within the time.
        `CameraLost` while the camera is gone."""

    def close(self) -> None: ...
