"""The open match as a request finds it: what all routes that change it stand on.

Who says something has looked before. What they say counts for the match that they saw, or it is
refused; nothing that was said meanwhile is overwritten.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

from turbo.storage.history import AnyHistory
from turbo.storage.session import Instant, Outdated, Session
from web.api.operations import ApiRoom, document, letters, optional, said
from web.api.refused import Refused
from web.api.schemas import RULING
from web.context import desk, language
from web.match.documents import last_ruling
from web.match.versions import Version, changed

blueprint = ApiRoom("match", 400, 409)
"""One for all routes of the match: its name is the first part of their operation ids, which
programs are generated from. Parted by files they would get other names. What cannot be meant at
all is refused with 400, and what cannot be done now with 409: a person mends the first and looks
again after the second."""

# Two numbers, eight and twelve hex digits with dashes between them: at most 43 letters.
Seen = Annotated[str, said(letters(60), "The state's `seen`.")]
RULED = document(ruling=optional(RULING))


def open_session() -> Session:
    session = desk().session
    if session.match_number is None:
        raise Refused(409, "expected an open match: start one first", "no-match")
    return session


def open_instant() -> Instant:
    """The match and what is seen of it, both of one moment: what is said is about that."""
    now = desk().session.instant
    if now.log is None:
        raise Refused(409, "expected an open match: start one first", "no-match")
    return now


def history_of(now: Instant) -> AnyHistory:
    assert now.log is not None, "open_instant has looked"
    return now.log


def seen_now(seen: str | None) -> Instant:
    """The match now, if its log is still the one that was looked at."""
    now = open_instant()
    check_seen(now, seen)
    return now


def check_seen(now: Instant, seen: str | None) -> None:
    """Refuse who speaks of another log than there is."""
    # A program that only speaks and never looks need not name what it saw.
    if seen is None:
        return
    if not Version.parse(seen).is_same_log(Version.of(now, desk().hub.boot)):
        raise changed(now)


@contextmanager
def as_looked_at() -> Iterator[None]:
    """What is kept must be about the match as it was looked at: the live table may have told
    something between the look and the word."""
    try:
        yield
    except Outdated:
        raise changed(desk().session.instant) from None


def last_ruled() -> dict[str, Any]:
    return {"ruling": last_ruling(desk().session.log, language())}
