"""What a table may tell whoever sets it up: how the camera hangs, and how the machine is.

`create_app(setup=...)` takes it optionally. Every step says by itself when it is good: a page shows
the values and needs to judge none of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from turbo.game.messages import Language


@dataclass(frozen=True, slots=True)
class Hanging:
    """How a camera hangs, by its newest picture; None where nobody can tell, for example without
    the mat in the picture."""

    has_picture: bool = False
    camera: str = ""
    """What the camera calls itself, or why there is none."""
    markers: int = 0
    """Marks of the mat that are seen, of eight."""
    field_mm: tuple[float, float] | None = None
    """What the picture holds in the mat's plane, across and along."""
    height_mm: float | None = None
    die_px: float | None = None
    higher_by_mm: float | None = None
    """The camera must hang so much higher for the mat and a rim; negative: it could hang lower."""
    sharpness: float | None = None
    """0 to 1; good from `sharp_from` on."""
    sharp_from: float = 0.22
    white: float | None = None
    """The dice's white, 0 to 1; good between `white_from` and `white_to`."""
    white_from: float = 0.70
    white_to: float = 0.92
    light: str | None = None
    """good, too dark, too bright."""
    is_high: bool = False
    is_near: bool = False
    is_straight: bool = False
    is_sharp: bool = False
    is_good: bool = False
    """All of it, with all eight marks in the picture."""


@dataclass(frozen=True, slots=True)
class Told:
    """One line of the doctor, in the reader's language."""

    check: str
    name: str
    state: str
    """good, bad, not there."""
    found: str
    advice: str


class TableSetup(Protocol):
    def hanging(self) -> Hanging: ...

    def doctor(self, language: Language) -> Sequence[Told]:
        """What `turbo doctor` says of the machine; the camera is in use and told by `hanging`."""

    def relight(self, by: str) -> None:
        """Measure the light anew and hold it: a lamp was switched. Takes a second or two."""
