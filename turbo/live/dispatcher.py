"""Drives a live table: inputs in, events to whoever keeps the match, until nothing is left to tell.

Where the match is kept is of no matter here: a session with its store, or a history in memory.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Protocol

from turbo.errors import TurboError
from turbo.game.dice import DiceSet, Face
from turbo.game.events import Entry, HandedOver, Passed, Reason, Ruling, Undone, Verdict
from turbo.game.match import Match
from turbo.game.observation import Point
from turbo.game.referee import FindPlay
from turbo.live.belief.state import State
from turbo.live.inputs import Changed, Input, Tick
from turbo.live.laying import FLAT, UNMEASURED
from turbo.live.machine import StepResult, step
from turbo.live.state import Setting
from turbo.live.tuning import LiveTuning
from turbo.storage.history import AnyHistory, History
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
        self.state = State()

    def step(self, match: Match, happened: Input) -> StepResult:
        found = step(self.state, match, happened, self.setting)
        self.state = found.state
        return found

    def face_of(self, die: int) -> Face | None:
        """What a die is believed to show; None if none of that number lies there."""
        known = self.state.view.lying.get(die)
        return None if known is None else known.face

    def places(self) -> dict[int, Point]:
        """Where each die lies, by its number."""
        lying = self.state.view.lying.items()
        return {number: place for number, body in lying if (place := body.place) is not None}

    def say(self, notice: Notice, at_s: float | None = None) -> None:
        """A word about something that has just passed, or passed then."""
        until_s = (self.state.at_s if at_s is None else at_s) + self.setting.tuning.word_s
        self.state = replace(self.state, words=(*self.state.words, (until_s, notice)))


class Keeper(Protocol):
    """Who keeps the match."""

    @property
    def match(self) -> Any: ...
    def feed(
        self, event: Any, why: tuple[Reason, ...] = (), ago: timedelta = timedelta(0)
    ) -> Ruling:
        """Judge and keep it. `ago`: when it happened, before now."""

    def take_back(self) -> None:
        """Undo the last hand-over."""


class SessionKeeper:
    """A session keeps the match; the live table is one of those who feed it."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.by = BY
        """Who is named in the log: the table, but for what comes of a person's word."""

    @property
    def match(self) -> Any:
        return self.session.log.match

    def feed(
        self, event: Any, why: tuple[Reason, ...] = (), ago: timedelta = timedelta(0)
    ) -> Ruling:
        return self.session.feed(event, self.by, why=why, ago=ago)

    def take_back(self) -> None:
        number = last_hand_over(self.session.history)
        if number is not None:
            self.session.change(Undone(number), self.by)


class HistoryKeeper:
    """The match in memory alone: for tests, and to play evidence again. Entries have times only
    where somebody says what time it is."""

    def __init__(
        self,
        history: AnyHistory,
        find_play: FindPlay | None = None,
        now: Callable[[], datetime] | None = None,
    ) -> None:
        self.history: Any = history
        self._find_play, self._now = find_play, now

    @property
    def match(self) -> Any:
        return self.history.match

    def feed(
        self, event: Any, why: tuple[Reason, ...] = (), ago: timedelta = timedelta(0)
    ) -> Ruling:
        self._keep(event, why, ago)
        ruling: Ruling = self.history.judged[-1].ruling
        return ruling

    def take_back(self) -> None:
        number = last_hand_over(self.history)
        if number is not None:
            self._keep(Undone(number))

    def _keep(
        self, event: Any, why: tuple[Reason, ...] = (), ago: timedelta = timedelta(0)
    ) -> None:
        at = None if self._now is None else self._now() - ago
        self.say(Entry(len(self.history.entries) + 1, event, at, BY, why))

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


Emitted = Callable[[Any, Ruling, Any], None]
"""Hears of every event with its ruling, and the step that it came of."""


class Dispatcher:
    """A live table, of whichever game, and the keeper of its match. `told` hears of every event
    with its ruling."""

    def __init__(self, table: Any, keeper: Keeper, emitted: Emitted | None = None) -> None:
        self.table, self.keeper, self.emitted = table, keeper, emitted
        self.unkept: Any = Tick(0.0)
        """What to drive again after something could not be kept: all before it is told."""

    def step(self, happened: Any, now_s: float | None = None) -> Any:
        """All that comes of one input; the last step has the words that stand now. What could not
        be kept has not happened: the table is as before it, and `unkept` can be driven again. An
        input may have waited to be kept: `now_s` is the time of the pictures by now."""
        self.unkept = happened
        now_s = happened.at_s if now_s is None else now_s
        for _ in range(MOST_EVENTS):
            before = self.table.state
            # By the match as it is now: every event is decided on what the one before has led to.
            step = self.table.step(self.keeper.match, self.unkept)
            try:
                # A hand-over may be decided after the press that it is: a hand was in the way.
                if not self._tell(step, now_s - getattr(step, "at_s", happened.at_s)):
                    return step
            except StoreError:
                # As if it had not been seen: else it would count as told, and never be told again.
                self.table.state = before
                raise
            # The input itself is used up: only what follows from it is still to be told.
            self.unkept = Changed(happened.at_s)
        raise TurboError(f"expected at most {MOST_EVENTS} events from one input")

    def _tell(self, step: Any, ago_s: float) -> bool:
        """Whether there was something to tell."""
        if step.event is not None:
            ruling = self.keeper.feed(step.event, step.why, timedelta(seconds=max(0.0, ago_s)))
            if self.emitted is not None:
                self.emitted(step.event, ruling, step)
        elif step.take_back:
            self.keeper.take_back()
        return step.event is not None or step.take_back
