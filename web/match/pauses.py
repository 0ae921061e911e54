"""Time that a match stood still: it belongs to nobody's turn."""

from datetime import datetime, timedelta

from turbo.game.events import Note, Noted
from turbo.keeping.history import History


def rested(history: History, since: datetime, until: datetime | None = None) -> timedelta:
    """How long the match was paused between two moments; a pause that goes on has no length yet."""
    found, began = timedelta(0), None
    for entry in history.entries:
        if not isinstance(entry.event, Noted) or entry.at is None:
            continue
        if entry.event.what is Note.PAUSE:
            began = max(since, entry.at)
        elif began is not None:
            ended = entry.at if until is None else min(until, entry.at)
            found += max(timedelta(0), ended - began)
            began = None
    return found
