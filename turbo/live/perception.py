"""How pictures are looked at, read and packed, as whoever puts a table together gives it.

No OpenCV here: the live table works with any eyes, also with those of a simulated table.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from turbo.game.events import Rethrown, Ruling, Thrown
from turbo.game.observation import Observation, Point
from turbo.live.settling import RestingDie, SettleTuning
from turbo.live.tuning import LiveTuning
from vision.cameras.frames import Frame
from vision.mat.occluders import Occluder
from vision.mat.plan import Plan

Image = NDArray[np.uint8]

CROP_MARGIN = 0.6
"""Dice widths around dice in their picture."""


class PerceptionGlance(Protocol):
    @property
    def dark(self) -> bool: ...
    @property
    def moving(self) -> bool: ...
    @property
    def light(self) -> float: ...
    @property
    def bright(self) -> bool: ...
    @property
    def grey(self) -> bool: ...


class MotionDetector(Protocol):
    """A quick look at every picture (`vision.reading.motion.Motion`)."""

    def look(self, image: Image, at_s: float) -> PerceptionGlance: ...
    def things(self, seen: Observation) -> tuple[Occluder, ...]:
        """What hides a part of the table in the picture that was looked at last, beside the dice
        that were seen in it."""

    def rest(self, seen: Observation | None = None) -> None:
        """The table lies as it was looked at last, with these dice; without them, all that is in
        the picture is the table."""


@dataclass(frozen=True, slots=True)
class Perception:
    """What is done with pictures. Only `read` is needed."""

    read: Callable[[Image], Observation]
    """The same value again, and not an equal one, where nothing has changed."""
    watch: MotionDetector | None = None
    encode: Callable[[Image], bytes] | None = None
    """A picture as JPEG, for the dashboard."""
    relocate: Callable[[Image], Plan | None] | None = None
    """The plan by the mat's markers if the camera was bumped; None where it was not."""
    is_bright: Callable[[], bool] | None = None
    """Whether the dice's white is burnt out."""


def crop_of(image: Image, corners_px: Sequence[Sequence[Point]]) -> Image:
    """The part of a picture that shows these faces, with some room around them."""
    if not corners_px:
        return image
    quads = np.asarray(corners_px, dtype=np.float64).reshape(-1, 4, 2)
    edge = float(np.mean(np.linalg.norm(quads[:, 0] - quads[:, 1], axis=1)))
    # At the picture's edge there is less room around them; numpy would count from the other side.
    low = np.floor(quads.min(axis=(0, 1)) - CROP_MARGIN * edge).astype(int).clip(0)
    high = np.ceil(quads.max(axis=(0, 1)) + CROP_MARGIN * edge).astype(int)
    part = image[low[1] : high[1], low[0] : high[0]]
    # Corners of a plan before a bump may lie outside of the picture: all of it then.
    return part if part.size else image


LOST_PAUSE_S = 0.2
"""Between two looks for a camera that is gone."""


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw that was told to the referee, for roll capture."""

    event: Thrown | Rethrown
    ruling: Ruling
    entry: int
    dice: tuple[RestingDie, ...]
    frame: Frame
    match: int


@dataclass(frozen=True, slots=True)
class RunnerTuning:
    picture_s: float = 0.5
    """How often the dashboard gets a picture."""
    relocate_s: float = 3.0
    """How often the markers are looked for while nothing happens: it costs 20 ms on a Pi."""
    strange_s: float = 1.0
    """The same while nothing moves and yet nothing is confirmed, as after a bump: all differs from
    the picture at rest, which looks like a hand."""
    read_s: float = 0.2
    """How long to wait for a picture before the loop goes round without one."""
    live: LiveTuning = field(default_factory=LiveTuning)
    settle: SettleTuning = field(default_factory=SettleTuning)
