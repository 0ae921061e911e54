"""What a camera saw in one picture: dice with their readings and their doubt. No OpenCV here.

Doubt is a value: a die keeps every reading worth naming with its probability, and it is the
reader of an `Observation`, not the camera, who decides how sure is sure enough.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from turbo.errors import TurboError
from turbo.game.dice import UNREAD, Face

Point = tuple[float, float]


class Doubt(StrEnum):
    """Why a die that is there cannot be trusted, whatever its face seems to be."""

    COCKED = "cocked"
    COVERED = "covered"
    CUT = "cut"
    STACKED = "stacked"


@dataclass(frozen=True, slots=True)
class Reading:
    """One face that a die may show, and the probability that a die is there and shows it."""

    face: Face
    confidence: float

    def __post_init__(self) -> None:
        if not 0.0 <= self.confidence <= 1.0:
            raise TurboError(f"expected a confidence from 0 to 1, got {self.confidence}")


@dataclass(frozen=True, slots=True)
class SeenDie:
    """The top face of one die: its corners clockwise as seen, and its readings, best first.

    `rotation_deg` is the clockwise angle from image-up to numeral-up, None where nobody can tell.
    """

    corners_px: tuple[Point, Point, Point, Point]
    readings: tuple[Reading, ...]
    rotation_deg: float | None = None
    doubts: tuple[Doubt, ...] = ()
    look: int | None = field(default=None, compare=False)
    """The number of the look at its pixels that this comes from. A die that is told again with the
    same number was not looked at again and is no new evidence; None: every telling is a look."""

    @property
    def centre_px(self) -> Point:
        """Where the diagonals cross: the centre of the face also when seen at a slant."""
        (x1, y1), (x2, y2), (x3, y3), (x4, y4) = self.corners_px
        cross = (x1 - x3) * (y2 - y4) - (y1 - y3) * (x2 - x4)
        # Corners on one line, or two in one point: the diagonals cross nowhere.
        if abs(cross) < 1e-9:
            return (x1 + x2 + x3 + x4) / 4, (y1 + y2 + y3 + y4) / 4
        a, b = x1 * y3 - y1 * x3, x2 * y4 - y2 * x4
        return (a * (x2 - x4) - (x1 - x3) * b) / cross, (a * (y2 - y4) - (y1 - y3) * b) / cross

    @property
    def confidence(self) -> float:
        return self.readings[0].confidence if self.readings else 0.0

    def face(self, sure: float) -> Face:
        """The face if it is read with at least this confidence, else unread: never a guess."""
        # How sure is sure enough is the asker's: a page may show what a ruling must not use.
        return self.readings[0].face if self.confidence >= sure else UNREAD


@dataclass(frozen=True, slots=True)
class Observation:
    """All dice of one picture, and the picture's size."""

    dice: tuple[SeenDie, ...]
    width_px: int
    height_px: int
    are_tiles: bool = False
    """Pieces of 1 : 1.4, told by their upper squares, that lie in rows and form no crossword."""


def is_inside(point: Point, outline: Sequence[Point]) -> bool:
    """Whether a line from the point to the right crosses the outline an odd number of times."""
    x, y = point
    inside = False
    for (x1, y1), (x2, y2) in zip(outline, (*outline[1:], outline[0]), strict=True):
        # The first half also keeps level edges out, by which the second would divide by nought.
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            inside = not inside
    return inside
