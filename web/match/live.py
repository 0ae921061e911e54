"""The live part of the API: the state, the stream of states, and the camera's picture."""

from typing import Any

from flask import Blueprint, Response, g, request

from turbo.game.editions import EDITIONS, TURBO
from turbo.game.layout import Layout
from turbo.storage.session import utc_now
from web.api.named import STREAM
from web.api.operations import BOOLEAN, COUNT, STRING, Operation, api, document, one_of
from web.api.refused import Refused
from web.api.schemas import LAYOUT, SEEN, STATE
from web.auth.keys import Role
from web.context import LANGUAGES, desk, language
from web.match.documents import layout_document, view_document
from web.match.game_page import page_of
from web.match.sse import StateSnapshot

blueprint = Blueprint("live", __name__)

LANG = {"lang": one_of(*LANGUAGES)}
_PICTURE = {"picture": COUNT}


@api(
    blueprint,
    "GET",
    "/api/state",
    Operation("The complete state of the match and the table.", Role.VIEWER, STATE, query=LANG),
)
def state() -> Any:
    return desk().hub.state(language())


_STREAM = Operation(
    "Server-sent events. `state` carries the complete state, first at once and then after every"
    " change; `picture` the number of a new camera picture; `health` how the table is;"
    " `beat` comes every two seconds when there is nothing else to tell.",
    Role.VIEWER,
    STREAM,
    query={**LANG, "once": BOOLEAN},
    media="text/event-stream",
    errors=(503,),
)


@api(blueprint, "GET", "/api/events", _STREAM)
def events() -> Response:
    once = request.args.get("once") == "true"
    stream = desk().hub.stream(language(), once=once, address=request.remote_addr or "")
    response = Response(stream, mimetype="text/event-stream")
    # A proxy such as nginx collects a stream until its buffer is full, unless it is told not to.
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _snapshot() -> StateSnapshot:
    # By its number, so that what is drawn over a picture was recognised on that very one.
    number = request.args.get("picture", type=int)
    found = desk().hub.snapshot(number)
    if found is None:
        raise Refused(404, "there is no camera picture", "no-picture-yet")
    return found


@api(
    blueprint,
    "GET",
    "/api/view",
    Operation(
        "What was recognised on a camera picture: by default on the newest.",
        Role.VIEWER,
        SEEN,
        query=_PICTURE,
        errors=(404,),
    ),
)
def view() -> Any:
    found = _snapshot()
    return view_document(found.number, found.view)


@api(
    blueprint,
    "GET",
    "/api/picture.jpg",
    Operation(
        "A camera picture: by default the newest.",
        Role.VIEWER,
        {"type": "string", "format": "binary"},
        query=_PICTURE,
        media="image/jpeg",
        is_picture=True,
        errors=(404,),
    ),
)
def picture() -> Response:
    found = _snapshot()
    response = Response(found.view.picture_jpeg, mimetype="image/jpeg")
    # The picture that was asked for may be forgotten by now: this is the one that came.
    response.headers["X-Picture"] = str(found.number)
    return response


_TYPED = document({"layout": {"type": "string", "maxLength": 2000}}, {"edition": one_of(*EDITIONS)})


@api(
    blueprint,
    "POST",
    "/api/check",
    Operation(
        "Judge a layout of an edition, by default the dice's, in notation: its sets, what jokers"
        " stand for, and every fault.",
        Role.VIEWER,
        LAYOUT,
        _TYPED,
        query=LANG,
        # It changes nothing: whoever may look may ask, also without a session.
        needs_token=False,
    ),
)
def check_layout() -> Any:
    edition = EDITIONS[g.body.get("edition", TURBO.name)]
    layout = Layout.parse(g.body["layout"], special=edition.has_special)
    faults = page_of(edition).faults(layout, edition)
    return layout_document(layout, language(), faults, edition=edition)


@api(
    blueprint,
    "GET",
    "/api/clock",
    Operation(
        "What time it is here: deadlines are told by this clock.",
        Role.VIEWER,
        document({"now": STRING}),
    ),
)
def clock() -> Any:
    # A phone's clock may be minutes off, and a turn has one.
    return {"now": utc_now().isoformat()}
