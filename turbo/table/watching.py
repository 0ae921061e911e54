"""How the loop watches a table: its numbers, and what it hands on of a throw."""

from dataclasses import dataclass, field

from turbo.game.events import Rethrown, Ruling, Thrown
from turbo.table.settling import SettledDie, SettleTuning
from turbo.table.tuning import LiveTuning
from vision.cameras.frames import Frame

LOST_PAUSE_S = 0.2
"""Between two looks for a camera that is gone."""


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw that was told to the referee, for roll capture."""

    event: Thrown | Rethrown
    ruling: Ruling
    entry: int
    dice: tuple[SettledDie, ...]
    frame: Frame
    match: int


@dataclass(frozen=True, slots=True)
class RunnerTuning:
    picture_s: float = 0.5
    """How often the dashboard gets a picture."""
    relocate_s: float = 3.0
    """How often the markers are looked for while nothing happens: it costs 20 ms on a Pi."""
    strange_s: float = 1.0
    """The same while nothing moves and yet nothing is believed, as after a bump: all differs from
    the picture at rest, which looks like a hand."""
    read_s: float = 0.2
    """How long to wait for a picture before the loop goes round without one."""
    live: LiveTuning = field(default_factory=LiveTuning)
    settle: SettleTuning = field(default_factory=SettleTuning)
