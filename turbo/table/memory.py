"""What the live table has to remember between inputs besides the dice."""

from dataclasses import dataclass, field

from turbo.game.events import Event
from turbo.game.layout import Layout
from turbo.game.match import Match
from turbo.game.sets import Faces
from turbo.keeping.session import Notice
from turbo.table.inputs import Pressed


@dataclass(frozen=True, slots=True)
class Ready:
    """A throw that is not told yet: first the table must be handed over."""

    seat: int
    cup: Faces | None
    dice: tuple[int, ...]
    is_again: bool = False
    """A few of the dice just thrown were thrown again: perhaps they had lain badly."""
    hand: Faces | None = None
    """The whole hand after them, once all of it lay there."""
    lay_badly: bool | None = None
    """Whether they had, by the camera or by people's word; None: nobody knows."""


@dataclass(slots=True)
class Memory:
    """Times are those of the frames."""

    at_s: float = 0.0
    settled: bool = False
    quiet_s: float = 0.0
    """Since when the table lies as it lies."""
    hand_s: float | None = None
    """Since when a hand is in the picture."""
    blind: bool = False
    """Nothing was seen for a while, and dice may have been moved meanwhile."""
    sight_s: float = 0.0
    """Since when something is seen again."""
    joined: bool = False
    """Whether the dice that lie there have been compared with the match."""
    compared: bool = False
    asking: bool = False
    cleared: bool = True
    taking_up: bool = False
    press: Pressed | None = None
    presser: int | None = None
    """Who pressed last, or for whom the referee did."""
    pressed_on: Layout | None = None
    """The table as it lay at the press, once it lay still."""
    heard_s: float | None = None
    maybe: list[Faces | None] = field(default_factory=lambda: [None, None])
    maybe_s: list[float] = field(default_factory=lambda: [0.0, 0.0])
    """When that was, by players."""
    pushed: bool = False
    auto: bool = False
    short: int = 0
    told: object = None
    queue: list[Event] = field(default_factory=list)
    words: list[tuple[float, Notice]] = field(default_factory=list)
    match: Match | None = None
    landed: tuple[int, ...] = ()
    ready: Ready | None = None
    again: Ready | None = None
    """Dice thrown again of which it is asked whether they had lain badly."""
    kept: list[Faces | None] = field(default_factory=lambda: [None, None])
    """What each player's last throw of this turn left alone; None where there was none."""
    tries: int = 0
    """Events and presses since the last that changed anything."""
    pleas: int = 0
    """Presses of who was not in turn, since then."""
    lost: bool = False
    """The match and the table do not agree any more: people are asked who throws next."""
    emptied: bool = False
    """All dice were cleared away in an open round: people are asked how it ended."""
    thrown_s: float = 0.0
    """When a throw was told last."""
    early: bool = False
    """Whether that was before the own turn."""

    def came_around(self, seat: int) -> bool:
        """Both players have perhaps thrown since, each with the faces of before, the other last."""
        both = None not in (self.maybe[seat], self.maybe[1 - seat])
        return both and self.maybe_s[seat] < self.maybe_s[1 - seat]
