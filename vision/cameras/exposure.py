"""The exposure of a table: an own loop that exposes for the dice's white, and then stands still.

A camera's own automatic looks at the mean of the picture and follows every hand that reaches in;
twice too bright, no die is read any more. This loop looks at the white of the mat's paper, as
white as a die, beside its grey patches, which still tell how much too bright it is where the paper
is burnt out. It computes in light, not in pixel values, from the exposure that the picture itself
was taken with: so a camera that obeys some pictures late is not steered twice.

>>> limits = Limits(100, 33_000, 1.0, 16.0)
>>> split(9_000, limits, mains_hz=50), split(45_000, limits, mains_hz=50)
(Exposure(time_us=9000.0, gain=1.0), Exposure(time_us=30000.0, gain=1.5))
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from turbo.errors import TurboError
from vision.pictures.loading import Image


@dataclass(frozen=True, slots=True)
class ExposureTuning:
    """How bright the dice's white shall be, as a part of the full scale of a picture."""

    aim: float = 0.82
    """In the middle of what reads well: reading fell from 6 sure dice to 1 at 1.5 times the light
    that fills the scale, and dark pictures are noisy."""
    least: float = 0.70
    most: float = 0.92
    """Within these the white is right and nothing is changed."""
    near: float = 0.04
    """The loop stops this near to its aim, well inside the limits, so that noise and a cloud do
    not push it out at once."""
    pictures: int = 15
    """After so many it must stand."""
    burnt_step: float = 12.0
    """Down by so much when even the darkest patch is burnt out: it has a twentieth of the paper's
    light, so the paper is more than 12 times too bright."""
    dark_step: float = 8.0
    """Up by so much when nothing can be told from black."""
    most_step: float = 24.0
    """No single step is larger: a reflection in one picture is not to throw it to the other end."""


TUNING = ExposureTuning()


class ExposureVerdict(StrEnum):
    GOOD = "good"
    DARK = "too dark"
    """The camera is at the end of what it can: more light is needed."""
    BRIGHT = "too bright"


@dataclass(frozen=True, slots=True)
class Exposure:
    """What a picture was taken with."""

    time_us: float
    gain: float = 1.0

    @property
    def total_us(self) -> float:
        return self.time_us * self.gain


@dataclass(frozen=True, slots=True)
class Limits:
    """What the camera can do."""

    shortest_us: float
    longest_us: float
    least_gain: float = 1.0
    most_gain: float = 1.0

    def __post_init__(self) -> None:
        is_in_order = 0 < self.shortest_us <= self.longest_us
        if not is_in_order or not 0 < self.least_gain <= self.most_gain:
            raise TurboError(f"expected limits of an exposure in order, got {self}")


@dataclass(frozen=True, slots=True)
class Light:
    """What a picture tells about its light."""

    white: float
    """The dice's white as pixels have it, 0 to 1."""
    too_bright: float
    """How many times too much light for the aim, below 1 if too little; told in light."""

    @property
    def verdict(self) -> ExposureVerdict:
        """How well dice are read in it. The loop aims at less, but a telephone regulates its own.

        >>> lights = (0.5, 0.35), (0.62, 0.55), (0.99, 1.57), (1.0, 2.3)
        >>> [str(Light(*one).verdict) for one in lights]
        ['too dark', 'good', 'good', 'too bright']
        """
        if self.white < LEAST_WHITE:
            return ExposureVerdict.DARK
        return ExposureVerdict.BRIGHT if self.too_bright > MOST_LIGHT else ExposureVerdict.GOOD


LEAST_WHITE = 0.55
"""Films with a white of 0.62 and 0.69 are told exactly; nothing darker was tried."""

MOST_LIGHT = 1.7
"""Of the aim: from 1.57 on the paper is burnt out. In a film with 1.57 every face was read for
sure, in one with 2.3 one or two of eighteen were in doubt."""


Measure = Callable[[Image], Light]
Look = Callable[[], tuple[Image, Exposure]]
"""The next picture, and what it was taken with."""


@dataclass(frozen=True, slots=True)
class Settled:
    """How the loop ended."""

    exposure: Exposure
    white: float
    pictures: int
    verdict: ExposureVerdict


def split(total_us: float, limits: Limits, mains_hz: int) -> Exposure:
    """Time and gain that together give this exposure. Lamps flicker twice a period of the mains: a
    time of whole flickers sees each of them alike, so those are taken where there is light enough
    for the shortest; a longer time comes before a higher gain, which is noise."""
    flicker_us = 1e6 / (2 * mains_hz)
    time_us = min(max(total_us / limits.least_gain, limits.shortest_us), limits.longest_us)
    if time_us >= flicker_us:
        # A little more than nothing: whole flickers come out of a division as 2.9999.
        time_us = int(time_us / flicker_us + 1e-9) * flicker_us
    gain = min(max(total_us / time_us, limits.least_gain), limits.most_gain)
    return Exposure(float(time_us), float(gain))


def corrected(taken: Exposure, light: Light, limits: Limits, mains_hz: int) -> Exposure:
    """The exposure that would have been right for the picture."""
    factor = min(max(light.too_bright, 1 / TUNING.most_step), TUNING.most_step)
    # By what the picture was taken with, not by what was asked for: a camera obeys pictures later.
    return split(taken.total_us / factor, limits, mains_hz)


def settle(
    look: Look,
    wish: Callable[[Exposure], None],
    measure: Measure,
    limits: Limits,
    mains_hz: int = 50,
) -> Settled:
    """Look, correct, look again, until two pictures in a row are right or enough were seen. `wish`
    asks the camera for an exposure; it may obey some pictures later."""
    in_a_row, number = 0, 0
    while number < TUNING.pictures:
        number += 1
        image, taken = look()
        light = measure(image)
        in_a_row = in_a_row + 1 if abs(light.white - TUNING.aim) <= TUNING.near else 0
        wanted = corrected(taken, light, limits, mains_hz)
        # Two, since one right picture may be one on the way from too dark to too bright.
        if in_a_row == 2 or _is_at_end(taken, wanted):
            break
        # What is right is left alone: following the noise it would never stand.
        if not in_a_row:
            wish(wanted)
    return Settled(taken, light.white, number, verdict(light.white))


def _is_at_end(taken: Exposure, wanted: Exposure) -> bool:
    """The camera cannot do more: it was asked for what it has already."""
    return abs(wanted.total_us / taken.total_us - 1.0) < 0.01


def verdict(white: float) -> ExposureVerdict:
    """How a picture with such a white is exposed.

    >>> [str(verdict(white)) for white in (0.5, 0.8, 0.97)]
    ['too dark', 'good', 'too bright']
    """
    if white < TUNING.least:
        return ExposureVerdict.DARK
    return ExposureVerdict.BRIGHT if white > TUNING.most else ExposureVerdict.GOOD
