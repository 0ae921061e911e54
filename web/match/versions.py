"""What somebody saw when they said something: if somebody else was first, they are told, and
nothing is overwritten.

A version names the match, how long its log was, and what lay there. A change of the log (undo,
redo, overrule) needs the same log; a change of dice needs the same dice too.
"""

import hashlib

from turbo.game.dice import hand_text
from turbo.game.events import BackTo, Noted, Undone
from turbo.keeping.history import History
from turbo.keeping.session import Session
from web.api.refused import Refused
from web.match.shown import Shown, shown


def seen(session: Session, found: Shown) -> str:
    """The version of what is shown now."""
    hands = [hand_text(hand or ()) for hand in found.hands]
    dice = "\n".join([str(found.table), *hands])
    digest = hashlib.sha256(dice.encode()).hexdigest()[:12]
    return f"{_log(session)}-{digest}"


def _log(session: Session) -> str:
    entries = len(session.history.entries) if session.has_match else 0
    return f"{session.match_number or 0}-{entries}"


def check_seen(session: Session, version: str | None, *, dice: bool = False) -> None:
    """Refuse what was said about something else than what is there now."""
    if version is None:
        return
    if dice and version != seen(session, shown(session)):
        raise changed(session)
    if version.rpartition("-")[0] != _log(session):
        raise changed(session)


def changed(session: Session) -> Refused:
    entries = session.history.entries if session.has_match else ()
    by = entries[-1].by if entries else ""
    return Refused(409, "expected the version that is shown now: look again", "changed", who=by)


def redoable(history: History) -> int | None:
    """The taking back that can be taken back: the last word, if nothing was said since."""
    over = history.superseded()
    named = {entry.number: entry for entry in history.entries}
    for entry in reversed(history.entries):
        if isinstance(entry.event, Noted):
            continue
        if not isinstance(entry.event, Undone | BackTo):
            return None
        target = named.get(entry.event.entry)
        is_redo = isinstance(entry.event, Undone) and isinstance(
            None if target is None else target.event, Undone | BackTo
        )
        if not is_redo and entry.number not in over:
            return entry.number
    return None
