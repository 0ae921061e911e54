"""The clock of a turn at a table without a camera: when the time is up, what the edition says is
fed as an event like any other, with its time and by the name of the clock.

The deadline is a function of the log (`turn_since`) and of the session's own clock, so
a restart, an undo or a pause need nothing remembered here.
"""

import logging
import threading
from datetime import datetime, timedelta

from turbo.errors import TurboError
from turbo.game.events import Act, Change, Retimed
from turbo.game.pauses import rested
from turbo.storage.history import TileHistory, tiles_of
from turbo.storage.session import Session
from turbo.storage.store import AnyHistory
from turbo.tiles.overtime import time_is_up

LOG = logging.getLogger(__name__)

BY = "clock"
"""Who says so, in the log."""

GRACE_S = 1.5
"""A tap that was made in time arrives in time: as much as a phone on a weak radio takes."""

LOOK_S = 0.5
"""How often the deadline is looked at while a turn has one."""


def turn_since(history: TileHistory) -> datetime | None:
    """From when on the time of the open turn counts: its beginning, later by what was rested. Who
    sets something right gives the turn its whole time again."""
    game = history.match.game
    if game is None or game.is_over or game.since is None:
        return None
    since = game.since + rested(history.notes, game.since)
    for entry in reversed(history.entries):
        if isinstance(entry.event, Change) and entry.at is not None:
            is_like = (entry.at.tzinfo is None) == (since.tzinfo is None)
            # Times with and without a zone cannot be compared: the turn then counts from its own
            # beginning.
            return max(since, entry.at) if is_like else since
    return since


def deadline(history: AnyHistory) -> datetime | None:
    """When the time of the open turn is up; None where nothing runs."""
    limit = history.match.edition.time_s
    if limit is None or history.is_paused:
        return None
    since = turn_since(tiles_of(history))
    return None if since is None else since + timedelta(seconds=limit)


def overdue(history: AnyHistory, now: datetime) -> Act | None:
    """What is fed now because the time is up; None while there is time."""
    due = deadline(history)
    if due is None or now < due + timedelta(seconds=GRACE_S):
        return None
    match = tiles_of(history).match
    return None if match.game is None else time_is_up(match.edition, match.game)


def woken(history: AnyHistory, now: datetime) -> Act | None:
    """A match that is opened with its time long up was not being played meanwhile: its turn begins
    anew."""
    if overdue(history, now) is None:
        return None
    return Retimed(tiles_of(history).match.edition.time_s)


def is_deserted(history: AnyHistory, now: datetime) -> bool:
    """Whether everybody in turn was late and now the next one is: nobody sits there any more, and
    who comes back from dinner must not find a pool that was drawn by a clock."""
    last = history.judged[-len(history.players) :]
    # By who said so, not by the ruling: a player may draw by hand and be late as well.
    late = sum(one.effective.entry.by == BY for one in last)
    return late == len(history.players) and overdue(history, now) is not None


class TurnClock:
    """Watches a session until it is stopped."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._match: int | None = None
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="turn clock", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stopped.wait(LOOK_S):
            try:
                self.look()
            except TurboError as error:  # a full disk: it is tried again at the next look
                LOG.warning("the clock could not say that the time is up: %s", error)

    def look(self) -> None:
        """Once: what is due is said."""
        if self._session.match_number is None:
            return
        is_new = self._match != self._session.match_number
        if not is_new and is_deserted(self._session.log, self._session.now()):
            self._session.pause(True, BY)
            return
        # Decided under the lane: a tap that comes at the same moment is either before it or after
        # it.
        self._session.decide(woken if is_new else overdue, BY)
        self._match = self._session.match_number
