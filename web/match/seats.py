"""A seat at a simulated table: a person on a page throws and lays for one of its players."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

from turbo.errors import TurboError
from turbo.game.dice import Face
from turbo.game.layout import Layout
from web.api.operations import FACE, ApiRoom, Notation, array, document, letters, said, whole
from web.api.refused import Refused, needed
from web.context import desk, who
from web.ports import TableSeats

blueprint = ApiRoom("seats", 400, 409)

Seat = Annotated[int, whole(0, 1)]
Sitting = Annotated[str, said(letters(40), "As `take` answered.")]


def _seats() -> TableSeats:
    return needed(desk().seats, 409, "expected a simulated table", "not-simulated")


@contextmanager
def _refusing(key: str) -> Iterator[None]:
    """What the table does not do is told to the person by this key."""
    try:
        yield
    except TurboError as error:
        raise Refused(409, str(error), key) from error


@blueprint.referee("POST /api/seats/take", document(sitting=str))
def take(seat: Seat) -> Any:
    """Sit down for one of the players of a simulated table; `sitting` names you from then on."""
    seats = _seats()
    with _refusing("seat-taken"):
        return {"sitting": seats.take(seat, who())}


@blueprint.referee("POST /api/seats/leave")
def leave(seat: Seat) -> None:
    """Whoever sits there stands up: the simulated player plays on."""
    _seats().leave(seat)


@blueprint.referee("POST /api/seats/here")
def here(sitting: Sitting) -> None:
    """This sitting's page is still there: a seat of which nothing is heard for three minutes is
    free."""
    seats = _seats()
    with _refusing("seat-gone"):
        seats.hear(sitting)


@blueprint.referee("POST /api/seats/throw")
def throw(faces: Annotated[list[str], array(FACE, 0, 9)], sitting: Sitting) -> None:
    """Throw these dice of the own hand; of the first throw of a round all nine."""
    seats, thrown = _seats(), tuple(Face.parse(one) for one in faces)
    with _refusing("seat-order"):
        seats.throw(sitting, thrown)


@blueprint.referee("POST /api/seats/lay")
def lay(layout: Notation | None, sitting: Sitting) -> None:
    """Lay the table so and hand over, to be judged as any play; null passes."""
    seats, laid = _seats(), None if layout is None else Layout.parse(layout)
    with _refusing("seat-order"):
        seats.lay(sitting, laid)
