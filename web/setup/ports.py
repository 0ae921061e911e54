"""What a table may tell whoever sets it up: how the camera hangs, and how the machine is.

`create_app(setup=...)` takes it optionally. Every step says by itself when it is good: a page shows
the values and needs to judge none of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Protocol

from turbo.game.editions import PieceKind
from turbo.game.messages import Language
from vision.cameras.survey import Survey
from web.api.operations import Count, one_of


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
    size_px: tuple[Count, Count] = (0, 0)
    survey: Survey = field(default_factory=lambda: Survey(0))


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
    state: Annotated[str, one_of("good", "bad", "not there")]
    found: str
    advice: str


@dataclass(frozen=True, slots=True)
class UpdateState:
    """How an update of the program stands."""

    version: str
    is_possible: bool = True
    """An installed table can be updated by its page; a program in a terminal cannot."""
    state: Annotated[str, one_of("none", "running", "finished", "failed")] = "none"
    text: str = ""


class TableSetup(Protocol):
    def updating(self) -> UpdateState: ...

    def update(self, wanted: str) -> None:
        """To a signed release: from a stick, from an address, or back to the one before."""

    def camera_mount(self) -> CameraMount: ...

    def doctor(self, language: Language) -> Sequence[DoctorLine]:
        """What `turbo doctor` says of the machine; `camera_mount` tells of the camera."""

    def health(self) -> Health:
        """Asked for once a second: it must cost next to nothing."""

    def cameras(self) -> Sequence[CameraChoice]:
        """Those that there are to choose from."""

    def choose_camera(self, name: str) -> None:
        """Use this camera from now on, also after a restart."""

    def seats_are_right(self) -> None:
        """Somebody looked: the names are at the right sides."""

    def relight(self) -> None:
        """Measure the light anew and hold it: a lamp was switched. Takes a second or two."""
