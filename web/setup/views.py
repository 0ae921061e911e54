"""Set-up and the twin: only where a live or simulated table offers it."""

from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from typing import Annotated, Any, Literal

from web.api.operations import ApiRoom, Name, TypeSchema, array
from web.api.refused import Refused, needed
from web.api.schemas import TWIN
from web.context import at_table, desk, who
from web.ports import TableControls

blueprint = ApiRoom("setup", 409)


def _controls() -> TableControls:
    return at_table(desk().controls)


@blueprint.referee("POST /api/setup/corners")
def corners(corners: Annotated[list[list[float]], array(tuple[float, float], 4, 4)]) -> None:
    """The corners of the mat, clockwise from the upper left, in pixels."""
    _controls().set_corners([(float(x), float(y)) for x, y in corners])


@blueprint.referee("POST /api/setup/actions")
def act(action: Literal["recalibrate", "swap-seats", "hand-over"]) -> None:
    """Find the mat anew, swap the seats, or hand over as the button does."""
    controls = _controls()
    actions: dict[str, Callable[[], None]] = {
        "recalibrate": controls.recalibrate,
        "swap-seats": controls.swap_seats,
        "hand-over": partial(controls.hand_over, who()),
    }
    actions[action]()


@blueprint.referee("POST /api/setup/decide")
def decide(choice: Literal["store", "table", "cocked", "again", "first", "second"]) -> None:
    """What people decide: the dice do not lie as the match was left, and the store or the table is
    right; or dice were thrown again that had lain cocked, or not (again); or of two things that may
    have happened it was the first or the second of `stories`."""
    _controls().decide(choice, who())


@blueprint.referee("POST /api/setup/begin")
def begin(starter: Name) -> None:
    """Begin a round from what lies on the table."""
    controls, session = _controls(), desk().session
    if session.match_number is None:
        raise Refused(409, "expected an open match: start one first", "no-match")
    # Raises for a name that does not play, before the table is told anything.
    session.log.match.seat(starter)
    controls.begin_here(starter, who())


Speed = Annotated[float, TypeSchema(type="number", minimum=0.1, maximum=1000)]


@blueprint.referee("POST /api/twin", TWIN)
def steer_twin(
    speed: Speed | None = None, paused: bool | None = None, mischief: Name | None = None
) -> Any:
    """Pause, speed up or disturb the simulated table."""
    twin = needed(desk().twin, 409, "expected a simulated table", "not-simulated")
    if mischief is not None:
        # First: what is refused must not have changed the speed already.
        if mischief not in twin.state().mischief:
            raise Refused(400, f"expected one of {', '.join(twin.state().mischief)}")
        twin.do_mischief(mischief)
    if speed is not None:
        twin.set_speed(float(speed))
    if paused is not None:
        twin.set_paused(paused)
    # How fast the twin goes is no part of the session: nobody else would tell the pages.
    desk().hub.poke()
    return asdict(twin.state())
