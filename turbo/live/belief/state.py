"""What is kept of a table between two inputs, one frozen value; and the belief as one step changes
it.

Whatever happens makes another state; the one before stays as it was, so that a film can be told
from any of its moments on.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from typing import Any

from turbo.game.dice import DICE
from turbo.game.events import Event, Reason
from turbo.game.match import Match, Round
from turbo.live.belief.explain import weighed
from turbo.live.belief.hypothesis import Hypothesis, OpenThrow
from turbo.live.belief.model import Model
from turbo.live.belief.moment import Moment
from turbo.live.belief.view import TableView, view_of
from turbo.live.body import BAG, Body
from turbo.live.inputs import PressedButton
from turbo.live.occlusion import StandingOccluder
from turbo.live.snapshot import Snapshot
from turbo.live.state import Again, Setting, TablePhase
from turbo.storage.session import Notice, Rival

FRESH = (Body(BAG),) * DICE


@dataclass(frozen=True, slots=True)
class Order:
    """The last table in order: from there a later one is explained as well, past what lay about
    while people set dice back that a throw had hit."""

    stories: tuple[Hypothesis, ...] = ()
    spent: float = 0.0
    """What the best way cost that leads through every table since,"""
    since: tuple[Snapshot, ...] = ()
    """and the tables that have come to rest since."""


@dataclass(frozen=True)
class State:
    """What is believed, seen and said. Times are those of the frames.

    Without slots: `with_changes` copies it ten times in every step of a table."""

    phase: TablePhase = TablePhase.UNSEEN
    stories: tuple[Hypothesis, ...] = ()
    """The hypotheses, the best first."""
    order: Order = Order()
    match: Match | None = None
    """As it was at the last input."""
    own: Event | None = None
    """What was told last, until the match has followed."""

    # What is seen.
    seen: Snapshot | None = None
    hidden: tuple[StandingOccluder, ...] = ()
    """What stands on the mat: nobody is convicted by what may lie behind it."""
    taken: tuple[int, ...] = ()
    """Dice, by number, that somebody has taken up since the table lay still."""
    reach: tuple[tuple[float, int], ...] = ()
    """When hands reached in before the round began, and from whose side, where that can be told."""
    left: frozenset[int] = frozenset()
    """Dice of the last round, by number,"""
    is_left: bool = False
    """and whether they are still to be cleared away before nine that come out are a first throw."""

    # When.
    at_s: float = 0.0
    still_s: float | None = None
    """Since when the table lies as it lies; None while something moves."""
    hand_s: float | None = None
    """Since when a hand is in the picture; None while there is none."""
    heard_s: float | None = None
    """When the cup was heard last."""

    # What waits to be told, and what was said.
    press: PressedButton | None = None
    presser: int | None = None
    """Who pressed last, or for whom the referee did."""
    again: OpenThrow | None = None
    """Dice thrown again of which it is asked whether they had lain badly,"""
    said: Again = Again.NO
    """and what people have said."""
    rivals: tuple[Rival, ...] = ()
    """Two things that may have happened, between which waiting does not decide."""
    queue: tuple[Event, ...] = ()
    """Events to be told whatever the hypotheses say: people's word,"""
    queue_why: tuple[Reason, ...] = ()
    """and why."""
    claims: bool = False
    """People have said that the match begins with what lies there."""
    emitted: tuple[Event, float | None] | None = None
    """What was emitted last, and since when the table lay still then."""
    words: tuple[tuple[float, Notice], ...] = ()
    """Each with the time until which it stands."""
    asked: frozenset[int] = frozenset()
    """Dice, by number, of which people are asked what they show."""
    is_over: bool = False
    """The turn has ended though nobody pressed: who goes on laying had not ended it."""

    # How often nothing helped.
    tries: int = 0
    """Events and presses since the last that changed anything."""
    pleas: int = 0
    """Presses of who was not in turn, since then."""
    lost: bool = False
    """Match and table do not agree any more: people are asked who throws next."""

    def with_changes(self, changes: dict[str, Any]) -> "State":
        """As `dataclasses.replace`, which handles forty fields one by one."""
        if not changes.keys() <= _NOTED:
            raise TypeError(f"expected fields of a state, got {changes.keys() - _NOTED}")
        changed = object.__new__(State)
        vars(changed).update(vars(self))
        vars(changed).update(changes)
        return changed

    @property
    def is_still(self) -> bool:
        return self.still_s is not None

    @property
    def quiet_s(self) -> float:
        """For how long the table lies as it lies."""
        return 0.0 if self.still_s is None else self.at_s - self.still_s

    @property
    def covering(self) -> tuple[StandingOccluder, ...]:
        """What stands on the mat and may hide a die."""
        return tuple(one for one in self.hidden if one.covers)

    @property
    def view(self) -> TableView:
        """The table by the best hypothesis."""
        return view_of(self.stories[0], self.left) if self.stories else TableView()


_NOTED = {one.name for one in fields(State)}


@dataclass(slots=True)
class Belief:
    match: Match
    state: State
    setting: Setting
    model: Model = field(default_factory=Model)
    share: float = 1.0
    """The part of the weight that contains what is told."""

    @property
    def best(self) -> Hypothesis:
        return self.state.stories[0]

    @property
    def rnd(self) -> Round:
        assert self.match.round is not None, "only in an open round is there something to decide"
        return self.match.round

    def note(self, **changes: Any) -> None:
        self.state = self.state.with_changes(changes)

    def keep(self, stories: list[Hypothesis]) -> None:
        """What is left of these stories once they are weighed."""
        kept, top = weighed(stories, self.model)
        order = replace(self.state.order, spent=self.state.order.spent - top)
        self.note(stories=tuple(kept), order=order)

    def trust(self, stories: Iterable[Hypothesis]) -> None:
        """People's word: these stories and no others, also not such as the last table in order may
        lead to."""
        kept = tuple(stories)
        self.note(stories=kept, order=Order(kept))

    def say(self, key: str, *values: str) -> None:
        until_s = self.state.at_s + self.setting.tuning.word_s
        self.note(words=(*self.state.words, (until_s, Notice(key, values))))

    def enqueue(self, events: Iterable[Event], key: str, *values: str) -> None:
        """Tell these, one after the other, for this reason."""
        self.note(queue=(*self.state.queue, *events), queue_why=(Reason(key, values),))

    def story(self, bodies: tuple[Body, ...], **more: Any) -> Hypothesis:
        """A hypothesis that begins here."""
        return Hypothesis(self.match, bodies, layouts=self.setting.layouts, **more)

    def moment(self) -> Moment:
        state, press = self.state, self.state.press
        if press is not None and state.at_s - press.at_s > self.setting.tuning.press_s:
            press = None
        return Moment(
            state.at_s, state.quiet_s, self.setting.tuning, press, state.hidden,
            state.heard_s, state.said,
        )  # fmt: skip
