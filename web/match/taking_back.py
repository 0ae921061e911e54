"""Taking back and doing again, and what that would change before anybody does it."""

from typing import Any

from flask import g

from turbo.game.events import BackTo, Undone
from turbo.storage.history import AnyHistory
from web.api.operations import BOOLEAN, COUNT, document, one_of
from web.api.refused import Refused
from web.api.schemas import PREVIEW
from web.context import desk, language, who
from web.match.open_match import (
    SEEN,
    as_looked_at,
    blueprint,
    changing,
    history_of,
    last_ruled,
    open_session,
    seen_now,
)
from web.match.preview import after, preview_document
from web.match.versions import taken_back

__all__ = ["blueprint"]


@changing(
    "POST /api/match/undo",
    "Take back one entry, by default the last one that counts, or with `back_to` that entry and"
    " everything after it.",
    document({}, {"entry": COUNT, "back_to": BOOLEAN, **SEEN}),
)
def undo() -> Any:
    now = seen_now()
    change = _undone(history_of(now), _entry(history_of(now)), g.body.get("back_to", False))
    with as_looked_at():
        desk().session.change(change, who(), seen=now.log)
    return last_ruled()


def _entry(history: AnyHistory) -> int:
    """By default what counts last, not what was written last: a pause is nothing to take back."""
    if "entry" in g.body:
        return int(g.body["entry"])
    if not history.judged:
        raise Refused(409, "expected something to undo", "nothing-to-undo")
    return history.judged[-1].effective.entry.number


def _undone(history: AnyHistory, entry: int, is_far: bool) -> Undone | BackTo:
    change: Undone | BackTo = BackTo(entry) if is_far else Undone(entry)
    # Here and not only when it is kept: a preview of what cannot be done is refused like the deed.
    history.check(change)
    return change


@changing("POST /api/match/redo", "Do again what was taken back last.", document({}, SEEN))
def redo() -> Any:
    now = seen_now()
    with as_looked_at():
        desk().session.change(Undone(taken_back(history_of(now))), who(), seen=now.log)
    return last_ruled()


@changing(
    "POST /api/match/preview",
    "What undo (of an entry, by default the last; `back_to`: and all after it) or redo would"
    " change. Nothing is kept.",
    document({"change": one_of("undo", "redo")}, {"entry": COUNT, "back_to": BOOLEAN}),
    PREVIEW,
)
def preview() -> Any:
    history, body = open_session().log, g.body
    if body["change"] == "redo":
        entry = taken_back(history)
        change: Undone | BackTo = Undone(entry)
    else:
        entry = _entry(history)
        change = _undone(history, entry, body.get("back_to", False))
    then = after(history, change, desk().hints.finder)
    return preview_document(history, then, entry, language())
