"""A seat at a simulated table: a person on a page throws and lays for one of its players."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flask import g

from turbo.errors import TurboError
from turbo.game.dice import Face
from turbo.game.layout import Layout
from web.api.operations import DONE, FACE, STRING, ApiRoom, Put, Schema, array, document, optional
from web.api.refused import Refused
from web.context import desk, who
from web.ports import TableSeats

blueprint = ApiRoom("seats")

_SEAT: Schema = {"type": "integer", "minimum": 0, "maximum": 1}
_SITTING = {"sitting": {"type": "string", "maxLength": 40, "description": "As `take` answered."}}


def _seats() -> TableSeats:
    found = desk().seats
    if found is None:
        raise Refused(409, "expected a simulated table", "not-simulated")
    return found


@contextmanager
def _refusing(key: str) -> Iterator[None]:
    """What the table does not do is told to the person by this key."""
    try:
        yield
    except TurboError as error:
        raise Refused(409, str(error), key) from error


def _referee(way: str, summary: str, body: Schema, answer: Schema = DONE) -> Put:
    return blueprint.referee(way, summary, answer, body, errors=(400, 409))


@_referee(
    "POST /api/seats/take",
    "Sit down for one of the players of a simulated table; `sitting` names you from then on.",
    document(seat=_SEAT),
    document(sitting=STRING),
)
def take() -> Any:
    seats = _seats()
    with _refusing("seat-taken"):
        return {"sitting": seats.take(g.body["seat"], who())}


@_referee(
    "POST /api/seats/leave",
    "Whoever sits there stands up: the simulated player plays on.",
    document(seat=_SEAT),
)
def leave() -> None:
    _seats().leave(g.body["seat"])


@_referee(
    "POST /api/seats/here",
    "This sitting's page is still there: a seat of which nothing is heard for three minutes is"
    " free.",
    document(**_SITTING),
)
def here() -> None:
    seats = _seats()
    with _refusing("seat-gone"):
        seats.hear(g.body["sitting"])


@_referee(
    "POST /api/seats/throw",
    "Throw these dice of the own hand; of the first throw of a round all nine.",
    document(faces=array(FACE, 0, 9), **_SITTING),
)
def throw() -> None:
    seats, faces = _seats(), tuple(Face.parse(one) for one in g.body["faces"])
    with _refusing("seat-order"):
        seats.throw(g.body["sitting"], faces)


@_referee(
    "POST /api/seats/lay",
    "Lay the table so and hand over, to be judged as any play; null passes.",
    document(layout=optional({"type": "string", "maxLength": 2000}), **_SITTING),
)
def lay() -> None:
    seats, text = _seats(), g.body["layout"]
    layout = None if text is None else Layout.parse(text)
    with _refusing("seat-order"):
        seats.lay(g.body["sitting"], layout)
