"""A thing in the picture that is no die, as it is told of one frame. No OpenCV here."""

from dataclasses import dataclass

from turbo.errors import TurboError
from turbo.game.observation import Point


@dataclass(frozen=True, slots=True)
class Occluder:
    """A hand, a sleeve, a cup, a phone: its outline in millimetres, as it hides the dice's tops."""

    outline_mm: tuple[Point, ...]
    since_s: float = 0.0
    """Since when it has not moved, by the clock of the frames."""
    stands: bool = False
    """Whether that is so long ago that it is furniture."""
    disturbs: bool = False
    """Whether it moves over the mat: a hand, or a cup that is carried."""
    side: int | None = None
    """The seat from whose side it reaches in over the picture's edge, if it does."""

    def __post_init__(self) -> None:
        if len(self.outline_mm) < 3:
            raise TurboError(f"expected an outline of 3 points or more, got {self.outline_mm}")
