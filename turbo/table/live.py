"""A live table: the machine with its state, for whoever drives one match at one table."""

from dataclasses import replace

from turbo.game.dice import DiceSet, Face
from turbo.game.match import Match
from turbo.keeping.session import Notice
from turbo.table.account import Account
from turbo.table.inputs import Input
from turbo.table.laying import FLAT, UNMEASURED
from turbo.table.machine import Step, step
from turbo.table.scene import Setting
from turbo.table.state import State
from turbo.table.tuning import LiveTuning

__all__ = ["LiveTable", "Step"]


class LiveTable:
    """Watches one match at one table."""

    def __init__(
        self,
        edge_mm: float,
        tuning: LiveTuning | None = None,
        *,
        is_measured: bool = True,
        own: DiceSet | None = None,
    ) -> None:
        layouts = FLAT if is_measured else UNMEASURED
        self.setting = Setting(edge_mm, tuning or LiveTuning(), layouts, own or DiceSet())
        self.state = State(account=self.setting.account())

    @property
    def account(self) -> Account:
        return self.state.account

    def step(self, match: Match, happened: Input) -> Step:
        found = step(self.state, match, happened, self.setting)
        self.state = found.state
        return found

    def face_of(self, die: int) -> Face | None:
        """What a die is believed to show; None if none of that number lies there."""
        known = self.account.lying.get(die)
        return None if known is None else known.face

    def say(self, notice: Notice, at_s: float | None = None) -> None:
        """A word about something that has just passed, or passed then."""
        until_s = (self.state.at_s if at_s is None else at_s) + self.setting.tuning.word_s
        self.state = replace(self.state, words=(*self.state.words, (until_s, notice)))
