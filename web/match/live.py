"""The live part of the API: the state, the stream of states, and the camera's picture."""

from typing import Annotated, Any

from flask import Response, request

from turbo.game.editions import EDITIONS, TURBO
from turbo.game.layout import Layout
from turbo.storage.session import utc_now
from web.api.named import STREAM
from web.api.operations import JPEG, ApiRoom, Count, Notation, document, one_of
from web.api.refused import needed
from web.api.schemas import LAYOUT, SEEN, STATE
from web.context import LANG, desk, language
from web.match.documents import layout_document, view_document
from web.match.game_page import page_of
from web.match.sse import StateSnapshot

blueprint = ApiRoom("live")

EditionName = Annotated[str, one_of(*EDITIONS)]


@blueprint.viewer("GET /api/state", STATE, query=LANG)
def state() -> Any:
    """The complete state of the match and the table."""
    return desk().hub.state(language())


@blueprint.viewer("GET /api/events", STREAM, query=LANG, media="text/event-stream", errors=(503,))
def events(once: bool = False) -> Response:
    """Server-sent events. `state` carries the complete state, first at once and then after every
    change; `picture` the number of a new camera picture; `health` how the table is; `beat` comes
    every two seconds when there is nothing else to tell."""
    stream = desk().hub.stream(language(), once=once, address=request.remote_addr or "")
    response = Response(stream, mimetype="text/event-stream")
    # A proxy such as nginx collects a stream until its buffer is full, unless it is told not to.
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _snapshot(number: int | None) -> StateSnapshot:
    # By its number, so that what is drawn over a picture was recognised on that very one.
    return needed(desk().hub.snapshot(number), 404, "there is no camera picture", "no-picture-yet")


@blueprint.viewer("GET /api/view", SEEN, errors=(404,))
def view(picture: Count | None = None) -> Any:
    """What was recognised on a camera picture: by default on the newest."""
    found = _snapshot(picture)
    return view_document(found.number, found.view)


@blueprint.viewer("GET /api/picture.jpg", JPEG, errors=(404,))
def picture(picture: Count | None = None) -> Response:
    """A camera picture: by default the newest."""
    found = _snapshot(picture)
    response = Response(found.view.picture_jpeg, mimetype="image/jpeg")
    # The picture that was asked for may be forgotten by now: this is the one that came.
    response.headers["X-Picture"] = str(found.number)
    return response


@blueprint.viewer(
    "POST /api/check",
    LAYOUT,
    query=LANG,
    # It changes nothing: whoever may look may ask, also without a session.
    needs_token=False,
)
def check_layout(layout: Notation, edition: EditionName = TURBO.name) -> Any:
    """Judge a layout of an edition, by default the dice's, in notation: its sets, what jokers stand
    for, and every fault."""
    box = EDITIONS[edition]
    laid = Layout.parse(layout, special=box.has_special)
    return layout_document(laid, language(), page_of(box).faults(laid, box), edition=box)


@blueprint.viewer("GET /api/clock", document(now=str))
def clock() -> Any:
    """What time it is here: deadlines are told by this clock."""
    # A phone's clock may be minutes off, and a turn has one.
    return {"now": utc_now().isoformat()}
