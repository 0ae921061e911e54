"""What is believed between two inputs, and the belief as one step changes it."""

from dataclasses import dataclass, field, replace
from typing import Any

from turbo.game.dice import DICE
from turbo.game.events import Event
from turbo.game.match import Match
from turbo.game.sets import Faces
from turbo.live.belief.explain import weighed
from turbo.live.belief.hypothesis import BAG, Body, Hypothesis
from turbo.live.belief.model import Model
from turbo.live.belief.moment import Moment
from turbo.live.belief.view import account_of
from turbo.live.laying import laid_table
from turbo.live.settling import Snapshot
from turbo.live.state import (
    Again,
    Setting,
    State,
    StepContext,
)
from turbo.storage.session import Notice

FRESH = (Body(BAG),) * DICE


@dataclass(frozen=True, slots=True)
class Order:
    """The last table in order: from there a later one is explained as well, past what lay about
    while people set dice back that a throw had hit."""

    stories: tuple[Hypothesis, ...] = ()
    spent: float = 0.0
    """What the best way cost that leads through every table since,"""
    left_s: tuple[tuple[int, float], ...] = ()
    """which dice have left since, and when,"""
    shown: Faces = ()
    """what has lain there since, of each face as many as at once,"""
    rests: int = 0
    """and how many tables have come to rest."""


@dataclass(frozen=True, slots=True)
class BeliefState(State):
    stories: tuple[Hypothesis, ...] = ()
    left: frozenset[int] = frozenset()
    """Dice of the last round, by number."""
    said: Again = Again.NO
    own: Event | None = None
    """What was told last, until the match has followed."""
    seen: Snapshot | None = None
    order: Order = Order()
    claims: bool = False
    """People have said that it begins with what lies there."""


@dataclass(slots=True)
class Belief:
    match: Match
    state: BeliefState
    setting: Setting
    model: Model = field(default_factory=Model)
    share: float = 1.0
    """The part of the weight that contains what is told."""

    def note(self, **changes: Any) -> None:
        self.state = replace(self.state, **changes)

    def keep(self, stories: list[Hypothesis]) -> None:
        """What is left of these stories once they are weighed."""
        kept, top = weighed(stories, self.model)
        order = replace(self.state.order, spent=self.state.order.spent - top)
        self.note(stories=tuple(kept), order=order)

    def say(self, key: str, *values: str) -> None:
        until_s = self.state.at_s + self.setting.tuning.word_s
        self.note(words=(*self.state.words, (until_s, Notice(key, values))))

    def story(self, bodies: tuple[Body, ...], **more: Any) -> Hypothesis:
        """A hypothesis that begins here."""
        return Hypothesis(self.match, bodies, layouts=self.setting.layouts, **more)

    @property
    def best(self) -> Hypothesis:
        return self.state.stories[0]

    def context(self) -> StepContext:
        account = account_of(self.best, self.state.left, self.setting.edge_mm)
        laid = laid_table(account, self.setting.layouts)
        return StepContext(self.match, self.state, self.setting, account, laid)

    def moment(self) -> Moment:
        state, press = self.state, self.state.press
        if press is not None and state.at_s - press.at_s > self.setting.tuning.press_s:
            press = None
        return Moment(
            state.at_s, state.quiet_s, self.setting.tuning, press, state.hidden,
            state.heard_s, state.said, state.short,
        )  # fmt: skip
