"""What reaches the live table besides the dice: buttons, the cup, the clock, people's decisions."""

from dataclasses import dataclass
from enum import StrEnum

from turbo.game.dice import Face
from turbo.live.settling import Snapshot, TableDisturbed


@dataclass(frozen=True, slots=True)
class PressedButton:
    """A button. `seat` is the player whose button it is, None the referee's."""

    at_s: float
    seat: int | None


@dataclass(frozen=True, slots=True)
class CupHeard:
    """The tray's sensor heard the cup being shaken or poured."""

    at_s: float


@dataclass(frozen=True, slots=True)
class Tick:
    """Time went by."""

    at_s: float
    is_as_before: bool = False
    """Whether the picture shows every die where it was confirmed, and no other."""


@dataclass(frozen=True, slots=True)
class Answered:
    """A person said what a die shows; `question` is the number of the question."""

    at_s: float
    question: int
    face: Face


class Choice(StrEnum):
    """What people decide where the live table asks them."""

    STORE = "store"
    """The dice do not lie as the store says, and it is right: the players put the dice back."""
    TABLE = "table"
    """What lies there is right: the match is corrected."""
    COCKED = "cocked"
    """Dice that were thrown again had lain cocked, on others or off the mat: a rethrow."""
    AGAIN = "again"
    """They had lain well: it was a second throw."""
    FIRST = "first"
    SECOND = "second"
    """Two things may have happened (`State.rivals`), and it was this one."""


@dataclass(frozen=True, slots=True)
class Decided:
    at_s: float
    choice: Choice


@dataclass(frozen=True, slots=True)
class BeginHere:
    """Take up a round in the middle, from what lies there; the named player throws next."""

    at_s: float
    starter: str


@dataclass(frozen=True, slots=True)
class Changed:
    """The match was changed by somebody else, or the referee has ruled."""

    at_s: float


Input = (
    Snapshot
    | TableDisturbed
    | PressedButton
    | CupHeard
    | Tick
    | Answered
    | Decided
    | BeginHere
    | Changed
)
