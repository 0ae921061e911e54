"""Set-up and the twin: only where a live or simulated table offers it."""

from typing import Any

from flask import g

from web.api.operations import (
    BOOLEAN,
    DONE,
    NAME,
    NUMBER,
    ApiRoom,
    Put,
    Schema,
    array,
    document,
    one_of,
)
from web.api.refused import Refused
from web.api.schemas import TWIN
from web.context import at_table, desk, who
from web.ports import TableControls, TwinControls

blueprint = ApiRoom("setup")


def _controls() -> TableControls:
    return at_table(desk().controls)


def _twin() -> TwinControls:
    found = desk().twin
    if found is None:
        raise Refused(409, "expected a simulated table", "not-simulated")
    return found


def _referee(way: str, summary: str, body: Schema, answer: Schema = DONE) -> Put:
    return blueprint.referee(way, summary, answer, body, errors=(409,))


_CORNERS = document(corners=array(array(NUMBER, 2, 2), 4, 4))


@_referee(
    "POST /api/setup/corners",
    "The corners of the mat, clockwise from the upper left, in pixels.",
    _CORNERS,
)
def corners() -> None:
    found = [(float(x), float(y)) for x, y in g.body["corners"]]
    _controls().set_corners(found, who())


@_referee(
    "POST /api/setup/actions",
    "Find the mat anew, swap the seats, or hand over as the button does.",
    document(action=one_of("recalibrate", "swap-seats", "hand-over")),
)
def act() -> None:
    controls = _controls()
    actions = {
        "recalibrate": controls.recalibrate,
        "swap-seats": controls.swap_seats,
        "hand-over": controls.hand_over,
    }
    actions[g.body["action"]](who())


@_referee(
    "POST /api/setup/decide",
    "What people decide: the dice do not lie as the match was left, and the store or the table"
    " is right; or dice were thrown again that had lain cocked, or not (again); or of two things"
    " that may have happened it was the first or the second of `stories`.",
    document(choice=one_of("store", "table", "cocked", "again", "first", "second")),
)
def decide() -> None:
    _controls().decide(g.body["choice"], who())


@_referee(
    "POST /api/setup/begin", "Begin a round from what lies on the table.", document(starter=NAME)
)
def begin() -> None:
    controls, session = _controls(), desk().session
    if session.match_number is None:
        raise Refused(409, "expected an open match: start one first", "no-match")
    # Raises for a name that does not play, before the table is told anything.
    session.log.match.seat(g.body["starter"])
    controls.begin_here(g.body["starter"], who())


_SPEED: Schema = {"type": "number", "minimum": 0.1, "maximum": 1000}


@_referee(
    "POST /api/twin",
    "Pause, speed up or disturb the simulated table.",
    document({}, {"speed": _SPEED, "paused": BOOLEAN, "mischief": NAME}),
    TWIN,
)
def steer_twin() -> Any:
    twin, body = _twin(), g.body
    if "mischief" in body:
        # First: what is refused must not have changed the speed already.
        if body["mischief"] not in twin.state().mischief:
            raise Refused(400, f"expected one of {', '.join(twin.state().mischief)}")
        twin.do_mischief(body["mischief"])
    if "speed" in body:
        twin.set_speed(float(body["speed"]))
    if "paused" in body:
        twin.set_paused(body["paused"])
    # How fast the twin goes is no part of the session: nobody else would tell the pages.
    desk().hub.poke()
    state = twin.state()
    return {"speed": state.speed, "paused": state.paused, "mischief": list(state.mischief)}
