"""What happened, said in words: a statement, one that should have been another, an overruling."""

from datetime import datetime
from typing import Any

from turbo.game.events import Amended, AnyEvent, Overruled, Ruling, Verdict
from turbo.game.protocol import JudgedAt
from turbo.game.record import parse_event
from turbo.storage.history import AnyHistory
from web.api.operations import Count, Line, document, optional
from web.context import LANG, desk, language, who
from web.match.game_page import page_of
from web.match.open_match import (
    RULED,
    Seen,
    as_looked_at,
    blueprint,
    check_seen,
    history_of,
    last_ruled,
    open_session,
    seen_now,
)

__all__ = ["blueprint"]

JUDGED = document(legal=optional(bool), worth=Count, messages=[str])


@blueprint.referee(
    "POST /api/match/statements",
    "Say what happened, in the notation of match records, such as `throw Ann b3 b4 b5`, or with"
    " tiles `played k10 r10 o10`, `draw` and `rack Bob 23`.",
    RULED,
)
def state_something(statement: Line, seen: Seen | None = None) -> Any:
    event = _said(open_session().log, statement)

    def choose(history: AnyHistory, _: datetime) -> AnyEvent:
        # Two phones may press at once: the second has not seen what the first has said, and its
        # turn is another player's. Looked at while nobody else can speak.
        check_seen(desk().session.instant, seen)
        return event

    # A program may speak without a version: of the table, not of what a page shows.
    desk().session.decide(choose, who())
    return last_ruled()


def _said(history: AnyHistory, statement: str) -> AnyEvent:
    """What a statement says, in the notation of the game that is open."""
    return parse_event(statement, history.players, history.options.edition.piece)


@blueprint.viewer(
    "POST /api/match/judge",
    "What the referee would say of a statement in the open match; nothing is kept. `worth` is"
    " what is laid by it, where a first meld must be worth something.",
    JUDGED,
    query=LANG,
    needs_token=False,
)
def judge_something(statement: Line) -> Any:
    history = open_session().log
    event = _said(history, statement)
    ruling = history.rules.judge(history.match, event, JudgedAt())
    worth = page_of(history.options.edition).worth(history.match, event)
    return judged_document(history, ruling, worth)


def judged_document(history: AnyHistory, ruling: Ruling, worth: int = 0) -> Any:
    # Nobody knows yet where a piece is unread: neither legal nor against the rules.
    legal = None if ruling.verdict is Verdict.UNSURE else ruling.verdict is Verdict.ACCEPTED
    speak, edition = history.rules.speak, history.options.edition
    said = [speak(one, edition, language()) for one in (*ruling.faults, *ruling.advice)]
    return {"legal": legal, "worth": worth, "messages": said}


@blueprint.referee("POST /api/match/amend", "Say what an earlier entry should have been.", RULED)
def amend(entry: Count, statement: Line, seen: Seen | None = None) -> Any:
    now = seen_now(seen)
    change = Amended(entry, _said(history_of(now), statement))
    history_of(now).check(change)
    with as_looked_at():
        desk().session.change(change, who(), seen=now.log)
    return last_ruled()


@blueprint.referee(
    "POST /api/match/overrule", "Accept what was rejected last, with a reason.", RULED
)
def overrule(reason: Line, seen: Seen | None = None) -> Any:
    now = seen_now(seen)
    # In a record '#' begins a comment: the reason would be cut short when it is read back.
    told = " ".join(reason.replace("#", " ").split())
    with as_looked_at():
        desk().session.feed(Overruled(told), who(), seen=now.log)
    return last_ruled()
