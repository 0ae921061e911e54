"""What happened, said in words: a statement, one that should have been another, an overruling."""

from typing import Any

from flask import g

from turbo.game.events import Amended, Overruled
from turbo.game.record import parse_statement
from web.api.operations import COUNT, LINE, api, document
from web.context import desk, who
from web.match.open_match import (
    SEEN,
    as_looked_at,
    blueprint,
    last_ruled,
    open_session,
    referee,
    seen_now,
)

__all__ = ["blueprint"]


@api(
    blueprint,
    "POST",
    "/api/match/statements",
    referee(
        "Say what happened, in the notation of match records, such as `throw Ann b3 b4 b5`.",
        document({"statement": LINE}),
    ),
)
def state_something() -> Any:
    session = open_session()
    # Without a version: who says what happened speaks of the table, not of what a page shows.
    session.feed(parse_statement(g.body["statement"], session.history.players).event, who())
    return last_ruled()


@api(
    blueprint,
    "POST",
    "/api/match/amend",
    referee(
        "Say what an earlier entry should have been.",
        document({"entry": COUNT, "statement": LINE}),
    ),
)
def amend() -> Any:
    session = open_session()
    event = parse_statement(g.body["statement"], session.history.players).event
    session.change(Amended(g.body["entry"], event), who())
    return last_ruled()


@api(
    blueprint,
    "POST",
    "/api/match/overrule",
    referee("Accept what was rejected last, with a reason.", document({"reason": LINE}, SEEN)),
)
def overrule() -> Any:
    now = seen_now()
    # In a record '#' begins a comment: the reason would be cut short when it is read back.
    reason = " ".join(g.body["reason"].replace("#", " ").split())
    with as_looked_at():
        desk().session.feed(Overruled(reason), who(), seen=now.history)
    return last_ruled()
