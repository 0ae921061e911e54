"""What a live table shows between two inputs, one frozen value; and the table by the best
hypothesis.

Whatever happens makes another state; the one before stays as it was, so that a film can be told
from any of its moments on.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

from turbo.game.dice import DiceSet
from turbo.game.events import Event, Reason, Ruling
from turbo.game.layout import Layout
from turbo.game.match import Match, Round
from turbo.game.referee import judge
from turbo.game.sets import Faces
from turbo.live.inputs import PressedButton
from turbo.live.laying import FLAT, Laid, laid_table
from turbo.live.occlusion import StandingOccluder
from turbo.live.tracked_dice import TrackedDice
from turbo.live.tracked_die import TrackedDie, faces_of
from turbo.live.tuning import LiveTuning
from turbo.storage.session import Notice, Rival
from vision.reading.grid import LayoutTuning


class TablePhase(Enum):
    """How far what lies there can be trusted. The table of `turbo.live.machine` says what leads
    from one to another."""

    UNSEEN = "nothing was confirmed yet: the dice are still to be compared with the match"
    MOVING = "a hand is there, or dice move"
    RESTING = "everything lies still and is followed"
    BLIND = "nothing was seen for a while: what moved meanwhile is judged by where it has led to"
    DIFFERENT = "the dice do not lie as the match was left: people are asked which is right"
    EMPTIED = "all dice were cleared away in an open round: people are asked how it ended"


class Ground(Enum):
    """What lies there between two rounds."""

    LEFT = "the dice of the last round: they are to be cleared away"
    CLEARED = "they are gone: nine dice that come out are a first throw"
    TAKEN_UP = "people have said that a round begins in the middle, with what lies there"


class Over(Enum):
    """By what a turn ended that nobody ended by a button."""

    STILL = "the table lay still, or the other took up dice: who lays more had not ended it"


class Again(Enum):
    """Whether dice were thrown again that had just been thrown, and by which right."""

    NO = "it is a throw of its own"
    PERHAPS = "a few were: only people know whether they had lain badly"
    BADLY = "they had lain badly, by the camera or by people's word: a rethrow"
    WELL = "they had lain well, by people's word: a second throw"


@dataclass(frozen=True, slots=True)
class Ready:
    """Dice thrown again of which it is asked whether they had lain badly."""

    seat: int
    cup: Faces | None


@dataclass(frozen=True, slots=True)
class Perhaps:
    """A throw whose faces all came up as before: it counts once the player acts on it."""

    cup: Faces
    at_s: float


@dataclass(frozen=True, slots=True)
class State:
    """What the words and the page know. Times are those of the frames."""

    phase: TablePhase = TablePhase.UNSEEN
    # For tests of a state alone: a table's own comes from its `Setting`.
    tracked: TrackedDice = field(default_factory=lambda: TrackedDice(16.0))
    """The dice as they lie, by the best hypothesis."""
    hidden: tuple[StandingOccluder, ...] = ()
    """What stands on the mat: nobody is convicted by what may lie behind it."""
    laid: Laid = field(default_factory=lambda: Laid(Layout(), (), ()))
    match: Match | None = None
    """As it was at the last input."""

    # When.
    at_s: float = 0.0
    still_s: float | None = None
    """Since when the table lies as it lies; None while something moves."""
    hand_s: float | None = None
    """Since when a hand is in the picture; None while there is none."""
    taken: tuple[int, ...] = ()
    """Dice, by number, that somebody has taken up since the table lay still."""
    reach: int | None = None
    """From whose side a hand reached in last, as far as that can be told."""
    heard_s: float | None = None
    """When the cup was heard last."""

    # What waits to be told, and what was said.
    press: PressedButton | None = None
    presser: int | None = None
    """Who pressed last, or for whom the referee did."""
    again: Ready | None = None
    """Dice thrown again of which it is asked whether they had lain badly."""
    rivals: tuple[Rival, ...] = ()
    """Two things that may have happened, between which waiting does not decide."""
    queue: tuple[Event, ...] = ()
    """Events to be told whatever the hypotheses say: people's word,"""
    queue_why: tuple[Reason, ...] = ()
    """and why."""
    emitted: tuple[Event, float | None] | None = None
    """What was emitted last, and since when the table lay still then."""
    words: tuple[tuple[float, Notice], ...] = ()
    """Each with the time until which it stands."""
    asked: frozenset[int] = frozenset()
    """Dice, by number, of which people are asked what they show."""
    short: int = 0
    """How many dice a first throw had that was refused for it."""
    perhaps: tuple[Perhaps | None, Perhaps | None] = (None, None)
    """What each player may have thrown that came up as before."""
    over: Over | None = None
    ground: Ground = Ground.CLEARED

    # How often nothing helped.
    tries: int = 0
    """Events and presses since the last that changed anything."""
    pleas: int = 0
    """Presses of who was not in turn, since then."""
    lost: bool = False
    """Match and table do not agree any more: people are asked who throws next."""

    @property
    def is_still(self) -> bool:
        return self.still_s is not None

    @property
    def covering(self) -> tuple[StandingOccluder, ...]:
        """What stands on the mat and may hide a die."""
        return tuple(one for one in self.hidden if one.covers)

    @property
    def is_joined(self) -> bool:
        """Whether the dice that lie there have been compared with the match."""
        return self.phase is not TablePhase.UNSEEN

    @property
    def quiet_s(self) -> float:
        """For how long the table lies as it lies."""
        return 0.0 if self.still_s is None else self.at_s - self.still_s


@dataclass(frozen=True, slots=True)
class Setting:
    """What does not change while a table is watched."""

    edge_mm: float
    tuning: LiveTuning = field(default_factory=LiveTuning)
    layouts: LayoutTuning = FLAT
    own: DiceSet = field(default_factory=DiceSet)
    """The user's own dice, as far as they are known."""


@dataclass(slots=True)
class StepContext:
    """The table by the best hypothesis, for what is said of it and what people say of it."""

    match: Match
    state: State
    setting: Setting
    tracked: TrackedDice
    laid: Laid

    @property
    def tuning(self) -> LiveTuning:
        return self.setting.tuning

    @property
    def rnd(self) -> Round:
        assert self.match.round is not None, "only in an open round is there something to decide"
        return self.match.round

    def note(self, **changes: Any) -> None:
        self.state = replace(self.state, **changes)

    def say(self, notice: Notice) -> None:
        until_s = self.state.at_s + self.tuning.word_s
        self.note(words=(*self.state.words, (until_s, notice)))

    def enqueue(self, events: Iterable[Event], key: str, *values: object) -> None:
        """Emit these, one after the other, for this reason."""
        why = (Reason(key, tuple(map(str, values))),)
        self.note(queue=(*self.state.queue, *events), queue_why=why)

    def look(self) -> None:
        """The dice have changed owners: read the table anew."""
        self.laid = laid_table(self.tracked, self.setting.layouts)

    def own(self, seat: int) -> list[TrackedDie]:
        """The dice of the hand, without those that others were laid against."""
        return own_dice(self.tracked, self.laid, seat)

    def as_it_lies(self) -> tuple[tuple[Faces, Faces], Layout]:
        """Hands and table by the zones alone, as somebody would see it who knows of no throw."""
        laid = laid_table(self.tracked, self.setting.layouts, by_zones=True)
        one, other = (
            faces_of(k for k in self.tracked.zone(seat) if k not in laid.dice) for seat in (0, 1)
        )
        return (one, other), laid.layout


def own_dice(tracked: TrackedDice, laid: Laid, seat: int) -> list[TrackedDie]:
    return [known for known in tracked.hand(seat) if known not in laid.dice]


def with_seat(pair: Sequence[Any], seat: int, value: Any) -> tuple[Any, Any]:
    return (value, pair[1]) if seat == 0 else (pair[0], value)


def foreseen(match: Match, event: Event) -> Ruling:
    """The ruling on an event that is not told yet. Advice, and whether a pass counts as blank, cost
    a search and change no verdict: they are not asked for here."""
    plain = replace(match.options, advice=False, strict_block=False)
    return judge(replace(match, options=plain), event)
