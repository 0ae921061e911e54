"""Time that a match stood still: it belongs to nobody's turn."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from turbo.game.events import Note

Noting = tuple[Note, datetime | None]
"""What was done with a match as a whole, and when."""


def rested(notes: Iterable[Noting], since: datetime, until: datetime | None = None) -> timedelta:
    """How long the match was paused between two moments; a pause that goes on has no length yet.
    A time without a zone cannot be held against one that has it, and counts for nothing."""
    found, began = timedelta(0), None
    for what, at in notes:
        if at is None or (at.tzinfo is None) != (since.tzinfo is None):
            continue
        if what is Note.PAUSE:
            # A pause that began before counts only from the moment that is asked about.
            began = max(since, at)
        elif began is not None:
            ended = at if until is None else min(until, at)
            found += max(timedelta(0), ended - began)
            began = None
    return found


def seconds_between(since: datetime | None, at: datetime | None) -> float | None:
    """None where one of them was not told, or only one of them names its zone."""
    if since is None or at is None or (since.tzinfo is None) != (at.tzinfo is None):
        return None
    return (at - since).total_seconds()
