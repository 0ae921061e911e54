"""What a table may tell whoever sets it up: how the camera hangs, and how the machine is.

`create_app(setup=...)` takes it optionally. Every step says by itself when it is good: a page shows
the values and needs to judge none of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from turbo.game.editions import PieceKind
from turbo.game.messages import Language
from turbo.game.observation import Point


@dataclass(frozen=True, slots=True)
class CameraMount:
    """How a camera hangs, by its newest picture; None where nobody can tell, for example without
    the mat in the picture."""

    sharp_from: float
    white_from: float
    white_to: float
    """What counts as good. Whoever surveys says it: a default here would be a second opinion, and
    the meters would tell another than the survey found."""
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
    white: float | None = None
    """The dice's white, 0 to 1; good between `white_from` and `white_to`."""
    light: str | None = None
    """One of good, too dark, too bright."""
    is_high: bool = False
    is_near: bool = False
    is_straight: bool = False
    is_sharp: bool = False
    is_good: bool = False
    """All of it, with all eight marks in the picture."""
    outline_px: tuple[Point, ...] = ()
    """The mat's corners in the picture, clockwise; they may lie outside of it."""
    zones_px: tuple[tuple[Point, ...], ...] = ()
    """Of the middle and the two hands."""
    size_px: tuple[int, int] = (0, 0)
    tilt_deg: float | None = None
    """How far from the vertical the camera looks."""
    view: str | None = None
    """The same by how well dice are read there: straight, slanted, steep."""


STEPS = ("camera", "light", "mat", "zones", "dice", "test")
"""What setting up a table for dice consists of, in its order."""

TILE_STEPS = ("camera", "light", "cards", "racks", "inks", "reading")

STEPS_FOR = {PieceKind.DIE: STEPS, PieceKind.TILE: TILE_STEPS}
"""The same for each kind of pieces."""


@dataclass(frozen=True, slots=True)
class SetUpStep:
    """A step of setting up: whether it was really done, and whether the table waits for it."""

    key: str
    is_done: bool
    is_needed: bool = True
    found: str = ""
    """What was found, such as `58/60`, for whoever reads it."""


@dataclass(frozen=True, slots=True)
class Health:
    """How the table is now; None where nobody can tell."""

    frames_per_s: float | None = None
    picture_age_s: float | None = None
    camera: bool = False
    """Pictures come."""
    mat: bool | None = None
    light: bool | None = None
    board: bool | None = None
    """None: there is none, and none was asked for."""
    disk_mb: int | None = None
    is_disk_good: bool = True
    is_clock_told: bool = True
    """Else the date is a guess: neither a network nor a chip has told it."""
    steps: tuple[SetUpStep, ...] = ()

    @property
    def todo(self) -> tuple[str, ...]:
        """What is still to be done before the table is ready."""
        return tuple(one.key for one in self.steps if one.is_needed and not one.is_done)


@dataclass(frozen=True, slots=True)
class CameraChoice:
    """A camera that could be used."""

    name: str
    words: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class DoctorLine:
    """One line of the doctor, in the reader's language."""

    check: str
    name: str
    state: str
    """One of good, bad, not there."""
    found: str
    advice: str


@dataclass(frozen=True, slots=True)
class UpdateState:
    """How an update of the program stands."""

    version: str
    is_possible: bool = True
    """An installed table can be updated by its page; a program in a terminal cannot."""
    state: str = "none"
    """One of none, running, finished, failed."""
    text: str = ""


class TableSetup(Protocol):
    def updating(self) -> UpdateState: ...

    def update(self, wanted: str, by: str) -> None:
        """To a signed release: from a stick, from an address, or back to the one before."""

    def camera_mount(self) -> CameraMount: ...

    def doctor(self, language: Language) -> Sequence[DoctorLine]:
        """What `turbo doctor` says of the machine; `camera_mount` tells of the camera."""

    def health(self) -> Health:
        """Asked for once a second: it must cost next to nothing."""

    def cameras(self) -> Sequence[CameraChoice]:
        """Those that there are to choose from."""

    def choose_camera(self, name: str, by: str) -> None:
        """Use this camera from now on, also after a restart."""

    def seats_are_right(self, by: str) -> None:
        """Somebody looked: the names are at the right sides."""

    def relight(self, by: str) -> None:
        """Measure the light anew and hold it: a lamp was switched. Takes a second or two."""
