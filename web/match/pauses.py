"""Time that a match stood still: it belongs to nobody's turn."""

from datetime import datetime, timedelta

from turbo.game.events import Noted
from turbo.game.pauses import rested as rested_in
from turbo.storage.history import History


def rested(history: History, since: datetime, until: datetime | None = None) -> timedelta:
    notes = ((one.event.what, one.at) for one in history.entries if isinstance(one.event, Noted))
    return rested_in(notes, since, until)
