"""Drives a live table: inputs in, events to whoever keeps the match, until nothing is left to tell.

Where the match is kept is of no matter here: a session with its store, or a history in memory.

What happens while nothing can be written down waits in a backlog, in order, and is told afterwards.
A full disk must not make the referee forget what it saw: dice that were thrown meanwhile would lie
there as if nobody had thrown them, and whoever laid them would be accused.

>>> backlog = Backlog[Tick]()
>>> for at in range(100):
...     backlog.put(Tick(at / 10), "table")
>>> len(backlog), backlog.first
(30, (Tick(at_s=0.0), 'table'))
>>> backlog.fail(Tick(0.0), 1.2)
>>> [backlog.is_due(at_s) for at_s in (1.3, 2.3, 0.0)]
[False, True, True]
"""

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import Generic, Protocol, TypeVar

from turbo.errors import TurboError
from turbo.game.dice import DiceSet, Face
from turbo.game.events import Entry, Event, HandedOver, Passed, Ruling, Undone, Verdict
from turbo.game.match import Match
from turbo.game.referee import FindPlay
from turbo.keeping.history import History
from turbo.keeping.session import Notice, Session
from turbo.keeping.store import StoreError
from turbo.table.account import Account
from turbo.table.inputs import Changed, Input, Tick
from turbo.table.laying import FLAT, UNMEASURED
from turbo.table.machine import Step, step
from turbo.table.state import Setting, State
from turbo.table.tuning import LiveTuning

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


class Keeper(Protocol):
    """Who keeps the match."""

    @property
    def match(self) -> Match: ...
    def feed(self, event: Event) -> Ruling: ...
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

    def feed(self, event: Event) -> Ruling:
        return self.session.feed(event, self.by)

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

    def feed(self, event: Event) -> Ruling:
        self._keep(event)
        return self.history.judged[-1].ruling

    def take_back(self) -> None:
        number = last_hand_over(self.history)
        if number is not None:
            self._keep(Undone(number))

    def _keep(self, event: Event | Undone) -> None:
        self.say(Entry(len(self.history.entries) + 1, event, by=BY))

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
    return last.effective.entry.number if is_over else None


Told = Callable[[Event, Ruling, Step], None]


class Drive:
    """A live table and the keeper of its match. `told` hears of every event with its ruling."""

    def __init__(self, table: LiveTable, keeper: Keeper, told: Told | None = None) -> None:
        self.table, self.keeper, self.told = table, keeper, told
        self.unkept: Input = Tick(0.0)
        """What to drive again after something could not be kept: all before it is told."""

    def step(self, happened: Input) -> Step:
        """All that comes of one input; the last step has the words that stand now. What could not
        be kept has not happened: the table is as before it, and `unkept` can be driven again."""
        self.unkept = happened
        for _ in range(MOST_EVENTS):
            before = self.table.state
            step = self.table.step(self.keeper.match, self.unkept)
            try:
                if not self._tell(step):
                    return step
            except StoreError:
                self.table.state = before
                raise
            self.unkept = Changed(happened.at_s)
        raise TurboError(f"expected at most {MOST_EVENTS} events from one input")

    def _tell(self, step: Step) -> bool:
        """Whether there was something to tell."""
        if step.event is not None:
            ruling = self.keeper.feed(step.event)
            if self.told is not None:
                self.told(step.event, ruling, step)
        elif step.take_back:
            self.keeper.take_back()
        return step.event is not None or step.take_back


Waiting = TypeVar("Waiting")
"""What a table is told of: a table of dice and one of tiles each have their own."""

MOST = 5000
"""Inputs that wait: about an hour of play. A table takes some kB, a tick next to nothing."""

TICKS = 30
"""Ticks in a row that are kept, of three seconds: the table decides within that whatever it decides
when nothing happens. Of more the last is enough, which says how long that was."""

RETRY_S = 1.0
"""Between two tries to write: whoever makes room waits no longer, and a Pi is not kept busy."""


class Backlog(Generic[Waiting]):
    """Inputs that are still to be told, the oldest first, each with who is named for it."""

    def __init__(self) -> None:
        self._inputs: deque[tuple[Waiting, str]] = deque()
        self._ticks = 0
        self._failed_s: float | None = None

    def __len__(self) -> int:
        return len(self._inputs)

    @property
    def first(self) -> tuple[Waiting, str]:
        return self._inputs[0]

    @property
    def is_overfull(self) -> bool:
        return len(self._inputs) > MOST

    def put(self, happened: Waiting, by: str) -> None:
        self._ticks = self._ticks + 1 if isinstance(happened, Tick) else 0
        if self._ticks > TICKS and self._inputs:
            self._inputs.pop()
        self._inputs.append((happened, by))

    def done(self) -> None:
        """The first was told, and what came of it is kept."""
        self._inputs.popleft()
        self._failed_s = None

    def fail(self, again: Waiting, at_s: float) -> None:
        """It could not be kept; this is to be told first when it can."""
        self._inputs[0], self._failed_s = (again, self._inputs[0][1]), at_s

    def is_due(self, at_s: float) -> bool:
        """Whether it is time for a try. A camera's clock may start anew."""
        failed_s = self._failed_s
        return failed_s is None or not failed_s <= at_s < failed_s + RETRY_S

    def clear(self) -> None:
        self._inputs.clear()
        self._failed_s = None
