"""The open match as a request finds it: what all routes that change it stand on.

Who says something has looked before. What they say counts for the match that they saw, or it is
refused; nothing that was said meanwhile is overwritten.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flask import g

from turbo.storage.history import AnyHistory
from turbo.storage.session import Instant, Outdated, Session
from web.api.operations import ApiRoom, Put, Schema, document, optional
from web.api.refused import Refused
from web.api.schemas import RULING
from web.context import desk, language
from web.match.documents import last_ruling
from web.match.versions import Version, changed

blueprint = ApiRoom("match")
"""One for all routes of the match: its name is the first part of their operation ids, which
programs are generated from. Parted by files they would get other names."""

# Two numbers, eight and twelve hex digits with dashes between them: at most 43 letters.
SEEN = {"seen": {"type": "string", "maxLength": 60, "description": "The state's `seen`."}}
ANSWER = document(ruling=optional(RULING))
CONFLICT = (400, 409)
"""What cannot be meant at all, and what cannot be done now: a person mends the first and looks
again after the second."""


def changing(way: str, summary: str, body: Schema, answer: Schema = ANSWER) -> Put:
    return blueprint.referee(way, summary, answer, body, errors=CONFLICT)


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


def seen_now() -> Instant:
    """The match now, if its log is still the one that was looked at."""
    now = open_instant()
    check_seen(now)
    return now


def check_seen(now: Instant) -> None:
    """Refuse who speaks of another log than there is."""
    version = g.body.get("seen")
    # A program that only speaks and never looks need not name what it saw.
    if version is None:
        return
    if not Version.parse(version).is_same_log(Version.of(now, desk().hub.boot)):
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
