"""What a live table or a twin may offer to the dashboard beyond the session.

`create_app` takes these optionally; the page shows the controls only where they are there. A part
that cannot do something raises `TurboError` with a sentence for the user. Every method may be
called from any thread and must return soon.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from turbo.game.layout import Layout
from turbo.game.observation import Point
from turbo.game.sets import Faces
from turbo.storage.roll_book import Finding


@dataclass(frozen=True, slots=True)
class TwinState:
    """How a simulated table is being played."""

    speed: float = 1.0
    paused: bool = False
    mischief: tuple[str, ...] = ()
    """The names of what can be done to the table."""


class TableControls(Protocol):
    """What a table that is watched by a camera can be asked to do."""

    def set_face(self, die: int, was: str, face: str, by: str) -> bool:
        """A person says which face the die of this number (`LiveView.numbers`) shows, that was
        shown as `was`. False: it lies there no more, or shows something else by now, and nothing
        was done."""

    def crop(self, die: int) -> bytes | None:
        """A JPEG of the die of this number, as the newest picture shows it; None if it is not
        there."""

    def set_corners(self, corners_px: Sequence[Point]) -> None:
        """The corners of the mat by hand, clockwise from the upper left, in picture pixels."""

    def recalibrate(self) -> None:
        """Find the mat anew."""

    def swap_seats(self) -> None:
        """The two hand zones change owners."""

    def decide(self, choice: str, by: str) -> None:
        """The dice do not lie as the match was left: `store` or `table` is right. Dice thrown
        again had lain `cocked`, or it was a throw `again`."""

    def begin_here(self, starter: str, by: str) -> None:
        """A round begins from what lies there."""

    def hand_over(self, by: str) -> None:
        """The same as the button: the turn is over as the table lies."""


class TwinControls(Protocol):
    """What a simulated table can be asked to do besides."""

    def state(self) -> TwinState:
        """The speed, and what mischief there is."""

    def set_speed(self, factor: float) -> None:
        """1 is real time."""

    def set_paused(self, paused: bool) -> None:
        """The players stop moving; nothing else changes."""

    def do_mischief(self, name: str) -> None:
        """One of `TwinState.mischief`, as soon as it can be done."""


class TableSeats(Protocol):
    """A simulated table at which people can sit: on a page they throw and lay for a player. Who
    sits where, and what they are waited for, is told by `LiveView.seats`."""

    def take(self, seat: int, by: str) -> str:
        """Sit down where nobody sits; the answer names this sitting."""

    def leave(self, seat: int) -> None:
        """Whoever sits there stands up."""

    def hear(self, sitting: str) -> int:
        """The page of this sitting is there; the answer is its seat. One of which nothing is heard
        for a while stands up."""

    def throw(self, sitting: str, faces: Faces) -> None:
        """Throw these dice of the own hand; all nine where none was thrown yet."""

    def lay(self, sitting: str, layout: Layout | None) -> None:
        """Lay the table so and hand over; None to pass."""


class AuditFindings(Protocol):
    """What the audit found, with pictures."""

    def findings(self, match: int | None, most: int) -> Sequence[Finding]:
        """In a match, or in all, the newest first."""

    def finding_picture(self, number: int, side: str) -> bytes | None:
        """A JPEG of the place in question: `before`, when all was well, or `after`."""


class ThrowPictures(AuditFindings, Protocol):
    """Pictures of throws that were kept (roll capture), and of what the audit found."""

    def entries(self, match: int) -> Sequence[int]:
        """The entries of the match of which a picture was kept."""

    def picture(self, match: int, entry: int) -> bytes | None:
        """The JPEG of the throw that this entry of the match tells of, None if there is none."""


class TableEvidence(AuditFindings, Protocol):
    """What a live table can show for what it says."""

    def save(self) -> str:
        """Keep the round so far as a bundle of evidence; the answer is its name."""

    def bundles(self, match: int | None) -> Sequence[str]:
        """The names of what was kept of a match, or of all, the newest first."""

    def bundle(self, name: str) -> bytes | None:
        """What was kept under this name; None if there is none."""
