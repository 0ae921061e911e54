"""Taking back and doing again, and what that would change before anybody does it."""

from typing import Any, Literal

from turbo.game.events import BackTo, Undone
from turbo.storage.history import AnyHistory
from web.api.operations import Count
from web.api.refused import Refused
from web.api.schemas import PREVIEW
from web.context import desk, language, who
from web.match.open_match import (
    RULED,
    Seen,
    as_looked_at,
    blueprint,
    history_of,
    last_ruled,
    open_session,
    seen_now,
)
from web.match.preview import after, preview_document
from web.match.versions import taken_back

__all__ = ["blueprint"]


@blueprint.referee(
    "POST /api/match/undo",
    "Take back one entry, by default the last one that counts, or with `back_to` that entry and"
    " everything after it.",
    RULED,
)
def undo(entry: Count | None = None, back_to: bool = False, seen: Seen | None = None) -> Any:
    now = seen_now(seen)
    history = history_of(now)
    change = _undone(history, _last(history) if entry is None else entry, back_to)
    with as_looked_at():
        desk().session.change(change, who(), seen=now.log)
    return last_ruled()


def _last(history: AnyHistory) -> int:
    """What counts last, not what was written last: a pause is nothing to take back."""
    if not history.judged:
        raise Refused(409, "expected something to undo", "nothing-to-undo")
    return history.judged[-1].effective.entry.number


def _undone(history: AnyHistory, entry: int, is_far: bool) -> Undone | BackTo:
    change: Undone | BackTo = BackTo(entry) if is_far else Undone(entry)
    # Here and not only when it is kept: a preview of what cannot be done is refused like the deed.
    history.check(change)
    return change


@blueprint.referee("POST /api/match/redo", "Do again what was taken back last.", RULED)
def redo(seen: Seen | None = None) -> Any:
    now = seen_now(seen)
    with as_looked_at():
        desk().session.change(Undone(taken_back(history_of(now))), who(), seen=now.log)
    return last_ruled()


@blueprint.referee(
    "POST /api/match/preview",
    "What undo (of an entry, by default the last; `back_to`: and all after it) or redo would"
    " change. Nothing is kept.",
    PREVIEW,
)
def preview(
    change: Literal["undo", "redo"], entry: Count | None = None, back_to: bool = False
) -> Any:
    history = open_session().log
    if change == "redo":
        number = taken_back(history)
        meant: Undone | BackTo = Undone(number)
    else:
        number = _last(history) if entry is None else entry
        meant = _undone(history, number, back_to)
    then = after(history, meant, desk().hints.finder)
    return preview_document(history, then, number, language())
