"""What a table with a camera may offer besides: learning the user's own dice, and a self-test.

Both go look by look: a person lays the dice, asks for a look, and sets right what was misread. The
referee rests meanwhile. Every method may be called from any thread; one that cannot do what it is
asked for raises `TurboError` with a sentence for the user.
"""

from dataclasses import dataclass
from typing import Protocol

from web.api.operations import Count, FaceWord


@dataclass(frozen=True, slots=True)
class LearnedDie:
    """A die that is being learned."""

    faces: tuple[FaceWord, ...]
    """What is known of it."""
    up: FaceWord
    """What the last look showed; `?` where nobody could tell."""
    likely: tuple[FaceWord, ...] = ()
    """Where a person is asked: what it may show, likeliest first."""
    is_asked: bool = False
    repeated: tuple[FaceWord, ...] = ()
    """Faces that came up twice although some are missing: not turned, or carried twice."""


@dataclass(frozen=True, slots=True)
class Enrolled:
    """How far the lesson has come."""

    looks: Count
    steps: Count
    """After so many looks all faces have been up, if every die was turned as told."""
    dice: tuple[LearnedDie, ...]
    refused: str = ""
    """Why the last look could not be used."""
    is_whole: bool = False
    mark: str = "unknown"
    """How 6 and 9 are told apart: bar, dot, none or unknown."""
    kept: str = ""
    """Where the dice were kept, once they are."""
    remarks: tuple[str, ...] = ()
    """Where the dice differ from a usual set: perhaps a misread face."""
    inks: tuple[str, ...] = ()
    """Of tiles these are learned alone: the colours that are known by now."""


@dataclass(frozen=True, slots=True)
class TestedDie:
    """A die of the look that is being judged; `truth` is what a person says it shows, `-` for what
    is no die at all."""

    read: FaceWord
    truth: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Tested:
    """How the self-test goes."""

    layout: Count
    """Which of the ways to lay the dice is due, from 0."""
    layouts: Count
    dice: tuple[TestedDie, ...] = ()
    """The look that is being judged; empty before a look."""
    missed: tuple[FaceWord, ...] = ()
    right: Count = 0
    of: Count = 0
    wrong_but_sure: Count = 0
    groups: tuple[tuple[str, int, int], ...] = ()
    """By colour and by number: the word, how many were right, of how many."""
    advice: tuple[str, ...] = ()
    """What would help: of light, contrast, focus, size_px and glare."""


class TableLessons(Protocol):
    """Lessons at a table that a camera watches; one at a time."""

    def enrolled(self) -> Enrolled | None:
        """The lesson that goes on or was just finished, None if there is none."""

    def begin_enrolment(self, *, add: bool) -> None:
        """Learn dice from the first look on; `add` keeps those that are known already."""

    def look_at_dice(self) -> None:
        """Learn from what lies there now."""

    def name_face(self, die: int, face: str, instead_of: str | None) -> None:
        """A person says what a die (from 0) shows, or what was misread of it before."""

    def carries_twice(self, die: int, face: str) -> None:
        """A die carries a face twice."""

    def keep_dice(self, mark: str) -> None:
        """Keep what was learned, and end the lesson."""

    def tested(self) -> Tested | None:
        """The self-test that goes on or was just finished, None if there is none."""

    def begin_selftest(self) -> None:
        """Begin to count."""

    def look_at_layout(self) -> None:
        """Read what lies there now."""

    def judge_die(self, die: int | None, face: str | None) -> None:
        """A person says what a die (from 0) shows, None for no die; without a die: this face was
        not seen at all."""

    def next_layout(self) -> None:
        """Count the look as it is judged now, and go on."""

    def stop_lesson(self) -> None:
        """End whatever goes on; nothing is kept."""
