"""How far a live table can be trusted, and how it is set up."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

from turbo.game.dice import DiceSet
from turbo.game.events import Event, Ruling
from turbo.game.match import Match
from turbo.game.referee import judge
from turbo.live.laying import FLAT
from turbo.live.tuning import LiveTuning
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


class Again(Enum):
    """Whether dice were thrown again that had just been thrown, and by which right."""

    NO = "it is a throw of its own"
    PERHAPS = "a few were: only people know whether they had lain badly"
    BADLY = "they had lain badly, by the camera or by people's word: a rethrow"
    WELL = "they had lain well, by people's word: a second throw"


@dataclass(frozen=True, slots=True)
class Setting:
    """What does not change while a table is watched."""

    edge_mm: float
    tuning: LiveTuning = field(default_factory=LiveTuning)
    layouts: LayoutTuning = FLAT
    own: DiceSet = field(default_factory=DiceSet)
    """The user's own dice, as far as they are known."""


def with_seat(pair: Sequence[Any], seat: int, value: Any) -> tuple[Any, Any]:
    return (value, pair[1]) if seat == 0 else (pair[0], value)


def foreseen(match: Match, event: Event) -> Ruling:
    """The ruling on an event that is not told yet. Advice, and whether a pass counts as blank, cost
    a search and change no verdict: they are not asked for here."""
    plain = replace(match.options, advice=False, strict_block=False)
    return judge(replace(match, options=plain), event)
