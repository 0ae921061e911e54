"""The one protocol of a game: what everything above asks it, whichever game it is."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from turbo.game.dice import Face
from turbo.game.editions import Edition
from turbo.game.layout import Fault, Layout, Rule
from turbo.game.naming import Language

if TYPE_CHECKING:
    from datetime import datetime

    # Who judges one layout needs no events: they are a fifth of what `turbo check` loads.
    from turbo.game.events import AnyEvent, Ruling
    from turbo.game.pauses import Noting


@dataclass(frozen=True, slots=True)
class JudgedAt:
    """What a ruling may rest on beside the match: when it happened, what was rested until then,
    and a search for plays."""

    at: "datetime | None" = None
    notes: "Sequence[Noting]" = ()
    find_play: Callable[..., Any] | None = None


@dataclass(frozen=True, slots=True)
class GameRules:
    """What everything above asks of a game. Matches and events are those of this game alone."""

    is_event: Callable[[object], bool]
    """Whether it is something that can happen in this game."""
    fresh: Callable[[tuple[str, ...], Any], Any]
    """The match before anything happened, of these players under these options."""
    judge: "Callable[[Any, Any, JudgedAt], Ruling]"
    after: "Callable[[Any, Any, Ruling, datetime | None], Any]"
    speak: Callable[[Fault, Edition, Language], str]
    check: Callable[[Layout, Edition, Language], dict[str, Any]]
    """A layout judged, as a document."""
    hint: Callable[[Layout, Layout, Sequence[Face], Edition, Language], tuple[str, ...]]
    """The steps from one table to another, in words."""
    is_told: "Callable[[AnyEvent, Ruling], bool]"
    """Whether an event gets a ruling of its own in a record."""
    options: Callable[[str, tuple[tuple[str, str], ...], bool], Any]
    """What a match is played under: the edition's name, what its players chose in it, and whether
    it is simulated."""
    rule_word: Callable[[Rule], str] = str
    """What people read beside the sentence. Programs, records and stores have the rule's own id,
    which is the same in every game."""
    is_unwritten: Callable[[object], bool] = lambda event: False
    """What a record does not hold where it was refused."""
    has_open_hands: bool = False
    """Whether everybody's pieces lie open: only then can chances and plays be weighed."""
