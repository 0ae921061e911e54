"""Drives a live table: inputs in, events to whoever keeps the match, until nothing is left to tell.

Where the match is kept is of no matter here: a session with its store, or a history in memory.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from turbo.errors import TurboError
from turbo.game.dice import DiceSet, Face
from turbo.game.events import Entry, Event, HandedOver, Passed, Reason, Ruling, Undone, Verdict
from turbo.game.match import Match
from turbo.game.referee import FindPlay
from turbo.live.account import Account
from turbo.live.inputs import Changed, Input, Tick
from turbo.live.laying import FLAT, UNMEASURED
from turbo.live.machine import StepResult, step
from turbo.live.state import Setting, State
from turbo.live.tuning import LiveTuning
from turbo.storage.history import History
from turbo.storage.session import Notice, Session
from turbo.storage.store import StoreError

BY = "table"
"""Who says so, in the log, when the live table does."""

MOST_EVENTS = 12
"""No input comes to more events than this: throw, hand-over, pass, throw and a correction each."""


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

    def step(self, match: Match, happened: Input) -> StepResult:
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


class Keeper(Protocol):
    """Who keeps the match."""

    @property
    def match(self) -> Match: ...
    def feed(self, event: Event, why: tuple[Reason, ...] = ()) -> Ruling: ...
    def take_back(self) -> None:
        """Undo the last hand-over."""


class SessionKeeper:
    """A session keeps the match; the live table is one of those who feed it."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.by = BY
        """Who is named in the log: the table, but for what comes of a person's word."""

    @property
    def match(self) -> Match:
        return self.session.history.match

    def feed(self, event: Event, why: tuple[Reason, ...] = ()) -> Ruling:
        return self.session.feed(event, self.by, why=why)

    def take_back(self) -> None:
        number = last_hand_over(self.session.history)
        if number is not None:
            self.session.change(Undone(number), self.by)


class HistoryKeeper:
    """The match in memory alone: for tests, and to play evidence again."""

    def __init__(self, history: History, find_play: FindPlay | None = None) -> None:
        self.history, self._find_play = history, find_play

    @property
    def match(self) -> Match:
        return self.history.match

    def feed(self, event: Event, why: tuple[Reason, ...] = ()) -> Ruling:
        self._keep(event, why)
        return self.history.judged[-1].ruling

    def take_back(self) -> None:
        number = last_hand_over(self.history)
        if number is not None:
            self._keep(Undone(number))

    def _keep(self, event: Event | Undone, why: tuple[Reason, ...] = ()) -> None:
        self.say(Entry(len(self.history.entries) + 1, event, by=BY, why=why))

    def say(self, entry: Entry) -> None:
        """An entry of whoever made it."""
        self.history = self.history.followed_by(entry, self._find_play)


def last_hand_over(history: History) -> int | None:
    """The entry of the hand-over or pass with which the log ends; None if it ends otherwise."""
    if not history.judged:
        return None
    last = history.judged[-1]
    is_over = (
        isinstance(last.event, HandedOver | Passed) and last.ruling.verdict is Verdict.ACCEPTED
    )
    # Only the very last entry: what somebody has said since stands on it.
    return last.effective.entry.number if is_over else None


Told = Callable[[Event, Ruling, StepResult], None]


class Dispatcher:
    """A live table and the keeper of its match. `told` hears of every event with its ruling."""

    def __init__(self, table: LiveTable, keeper: Keeper, told: Told | None = None) -> None:
        self.table, self.keeper, self.told = table, keeper, told
        self.unkept: Input = Tick(0.0)
        """What to drive again after something could not be kept: all before it is told."""

    def step(self, happened: Input) -> StepResult:
        """All that comes of one input; the last step has the words that stand now. What could not
        be kept has not happened: the table is as before it, and `unkept` can be driven again."""
        self.unkept = happened
        for _ in range(MOST_EVENTS):
            before = self.table.state
            # By the match as it is now: every event is decided on what the one before has led to.
            step = self.table.step(self.keeper.match, self.unkept)
            try:
                if not self._tell(step):
                    return step
            except StoreError:
                # As if it had not been seen: else it would count as told, and never be told again.
                self.table.state = before
                raise
            # The input itself is used up: only what follows from it is still to be told.
            self.unkept = Changed(happened.at_s)
        raise TurboError(f"expected at most {MOST_EVENTS} events from one input")

    def _tell(self, step: StepResult) -> bool:
        """Whether there was something to tell."""
        if step.event is not None:
            ruling = self.keeper.feed(step.event, step.why)
            if self.told is not None:
                self.told(step.event, ruling, step)
        elif step.take_back:
            self.keeper.take_back()
        return step.event is not None or step.take_back
