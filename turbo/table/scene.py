"""The desk of one step: the match, the state as it is being changed, and the dice.

Deciders are functions of a scene. They read values, and what they change (`note`, the account) is
seen by those after them; the state before the step stays as it was.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from turbo.game.dice import DiceSet
from turbo.game.events import Event, Ruling
from turbo.game.layout import Layout
from turbo.game.match import Match, Round
from turbo.game.referee import judge
from turbo.game.sets import Faces
from turbo.keeping.session import Notice
from turbo.table.account import Account, faces_of
from turbo.table.known import Known
from turbo.table.laying import FLAT, Laid, laid_table
from turbo.table.state import Perhaps, State
from turbo.table.tuning import LiveTuning
from vision.reading.grid import LayoutTuning


@dataclass(frozen=True, slots=True)
class Setting:
    """What does not change while a table is watched."""

    edge_mm: float
    tuning: LiveTuning = field(default_factory=LiveTuning)
    layouts: LayoutTuning = FLAT
    own: DiceSet = field(default_factory=DiceSet)
    """The user's own dice, as far as they are known."""

    def account(self) -> Account:
        tuning = self.tuning
        return Account(self.edge_mm, tuning.loose, tuning.aside, tuning.in_cup_s)


@dataclass(slots=True)
class Scene:
    match: Match
    state: State
    setting: Setting
    account: Account
    laid: Laid
    landed: tuple[int, ...] = ()
    """The dice of a throw, by number, when one is told."""

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

    def note_perhaps(self, seat: int, thrown: Perhaps | None) -> None:
        self.note(perhaps=with_seat(self.state.perhaps, seat, thrown))

    def note_kept(self, seat: int, faces: Faces | None) -> None:
        self.note(kept=with_seat(self.state.kept, seat, faces))

    def look(self) -> None:
        """The dice have changed owners: read the table anew."""
        self.laid = laid_table(self.account, self.setting.layouts)

    def agree(self) -> None:
        """The dice are what the account says: what comes is explained from here."""
        self.note(agreed=self.account.copy())

    def by_zones(self) -> Laid:
        """The table as somebody would see it who knows of no throw."""
        return laid_table(self.account, self.setting.layouts, by_zones=True)

    def own(self, seat: int) -> list[Known]:
        """The dice of the hand, without those that others were laid against."""
        return own_dice(self.account, self.laid, seat)

    def as_it_lies(self) -> tuple[tuple[Faces, Faces], Layout]:
        """Hands and table by the zones alone."""
        laid, account = self.by_zones(), self.account
        one, other = (
            faces_of(k for k in account.zone(seat) if k not in laid.dice) for seat in (0, 1)
        )
        return (one, other), laid.layout


def own_dice(account: Account, laid: Laid, seat: int) -> list[Known]:
    return [known for known in account.hand(seat) if known not in laid.dice]


def with_seat(pair: Sequence[Any], seat: int, value: Any) -> tuple[Any, Any]:
    return (value, pair[1]) if seat == 0 else (pair[0], value)


def foreseen(match: Match, event: Event) -> Ruling:
    """The ruling on an event that is not told yet. Advice, and whether a pass counts as blank, cost
    a search and change no verdict: they are not asked for here."""
    plain = replace(match.options, advice=False, strict_block=False)
    return judge(replace(match, options=plain), event)
