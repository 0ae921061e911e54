"""Drives the machine: inputs in, acts to whoever keeps the match, until nothing is left to tell."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Protocol

from turbo.errors import TurboError
from turbo.game.editions import Edition
from turbo.game.events import Act, Ruling
from turbo.game.record import Record, Statement
from turbo.game.tile_options import TileOptions
from turbo.live.dispatcher import BY
from turbo.live.inputs import Changed, PressedButton, Tick
from turbo.live.tiles.machine import Input, TileState, TileStep, TileTuning, rested, shown, step
from turbo.storage.session import Session
from turbo.storage.store import StoreError
from turbo.tiles.match import TileMatch
from turbo.tiles.referee import judge_tiles

MOST_ACTS = 4
"""No input comes to more acts than this: a press is one, and the time may be up."""


class TileKeeper(Protocol):
    """Who keeps the match."""

    @property
    def contest(self) -> TileMatch: ...
    @property
    def is_paused(self) -> bool: ...
    def feed(self, act: Act, at: datetime, ago: timedelta = timedelta(0)) -> Ruling: ...


class MemoryKeeper:
    """The match in memory alone, and as a record."""

    is_paused = False

    def __init__(self, players: tuple[str, ...], edition: Edition) -> None:
        self.contest = TileMatch(players, edition)
        self.said: list[Statement[Act]] = []

    def feed(self, act: Act, at: datetime, ago: timedelta = timedelta(0)) -> Ruling:
        ruling = judge_tiles(self.contest, act, at)
        self.contest = self.contest.after(act, ruling, at)
        self.said.append(Statement(act, at))
        return ruling

    @property
    def record(self) -> Record:
        options = TileOptions(self.contest.edition.name)
        return Record(self.contest.players, tuple(self.said), options=options)


class SessionTileKeeper:
    """A session keeps the match; the live table is one of those who feed it."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._last = session.tiles.match

    @property
    def contest(self) -> TileMatch:
        """The open match; where somebody has opened one of dice meanwhile, the one before it."""
        if self.session.has_tiles:
            self._last = self.session.tiles.match
        return self._last

    @property
    def is_paused(self) -> bool:
        return self.session.paused or not self.session.has_tiles

    def feed(self, act: Act, at: datetime, ago: timedelta = timedelta(0)) -> Ruling:
        # Not `at`: the clock of the pictures does not follow one that is set meanwhile.
        return self.session.feed(act, BY, ago=ago)


Told = Callable[[Act, Ruling, TileMatch], None]
"""Hears of every act with its ruling, and the match as it was before it."""


class TileDispatcher:
    """A machine with its state, and the keeper of its match. `began`: when the clock of the
    pictures stood at 0."""

    def __init__(
        self,
        keeper: TileKeeper,
        began: datetime,
        *,
        told: Told | None = None,
        tuning: TileTuning | None = None,
        starter: str | None = None,
    ) -> None:
        self.keeper, self.began, self.told = keeper, began, told
        self.tuning, self.starter = tuning or TileTuning(), starter
        self.state = TileState()
        self.unkept: Input = Changed(0.0)
        """What is to be told again when an act could not be kept."""

    def step(self, happened: Input, ago: timedelta = timedelta(0)) -> TileStep:
        """All that comes of one input; the last step has the words that stand now. If an act cannot
        be kept (`StoreError`), nothing came of `unkept`. `ago`: how long the input has waited."""
        if self.keeper.is_paused and isinstance(happened, Tick | PressedButton):
            return self._rested(happened.at_s)
        self.unkept = happened
        # One more than acts: the last step is the one that has nothing left to tell.
        for _ in range(MOST_ACTS + 1):
            state, found = self.state, self._step(self.unkept)
            if found.act is None:
                return found
            try:
                self._tell(found.act, found.at_s, ago)
            except StoreError:
                self.state = state
                raise
            self.unkept = Changed(happened.at_s)
        raise TurboError(f"expected at most {MOST_ACTS} acts from one input")

    def _tell(self, act: Act, at_s: float, ago: timedelta) -> None:
        before = self.keeper.contest
        ruling = self.keeper.feed(act, self.began + timedelta(seconds=at_s), ago)
        if self.told is not None:
            self.told(act, ruling, before)

    def _rested(self, at_s: float) -> TileStep:
        """Nobody hands over in a pause, and it is no part of the turn's time."""
        self.state = rested(self.state, at_s)
        return shown(self.state, self.keeper.contest)

    def _step(self, happened: Input) -> TileStep:
        contest = self.keeper.contest
        # Whoever named one named the first game's: every later game follows from the one before.
        starter = self.starter if not contest.results else None
        found = step(self.state, contest, happened, self.tuning, starter)
        self.state = found.state
        return found
