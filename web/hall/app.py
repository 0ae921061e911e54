"""`create_hall_app`: the only door to the hall's pages."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, cast

from flask import Flask, Response, current_app, g, request, session
from werkzeug.exceptions import UnsupportedMediaType

from turbo.errors import TurboError
from turbo.hall.desk import TournamentDesk
from turbo.hall.engine import DatabaseError
from turbo.hall.gather import Hall
from web.api.heavy import OneAtATime
from web.api.problems import problem
from web.api.refused import Refused
from web.auth import site
from web.auth.hosts import check_host
from web.auth.places import Places
from web.context import EXTENSION, language
from web.hall.documents import Gallery
from web.hall.door import EndedSessions, HallDoor, HallRole, Pins
from web.hall.texts import hall_text
from web.routing import bare_app
from web.settings import DEFAULTS, WebSettings


@dataclass(slots=True)
class HallHub:
    """Who watches: `closed` is set when the server stops."""

    places: Places
    closed: threading.Event = field(default_factory=threading.Event)

    def close(self) -> None:
        self.closed.set()
        self.places.close()


@dataclass(slots=True)
class HallDesk:
    """What every view works with. `settings` and `hub` are what the server wants of a site."""

    hall: Hall
    desk: TournamentDesk
    door: HallDoor
    gallery: Gallery
    settings: WebSettings
    hub: HallHub
    heavy: OneAtATime = field(default_factory=OneAtATime)


def hall_desk() -> HallDesk:
    return cast(HallDesk, current_app.extensions[EXTENSION])


def role() -> HallRole:
    door = hall_desk().door
    return max(HallRole(site.session_role(door)), door.open_to)


def who() -> str:
    return cast(str, session.get("name") or role().word)


def needs(least: HallRole) -> Callable[[Any], Any]:
    """Mark a view with who may use it; one without a mark cannot be reached."""

    def mark(view: Any) -> Any:
        view.least = least
        return view

    return mark


def create_hall_app(
    hall: Hall,
    desk: TournamentDesk,
    pins: Pins,
    settings: WebSettings = DEFAULTS,
    *,
    delay_s: float = 0.0,
) -> Flask:
    """The hall's pages over a hall that gathers, and its desk."""
    # Here, since both of them take their desk from this file.
    from web.hall import pages, views

    # Not the table's cookie: cookies know no ports, and each would sign out the other.
    app = bare_app("turbo_hall", pins.secret, settings)
    app.jinja_env.globals["t"] = hall_text
    app.extensions[EXTENSION] = HallDesk(
        hall,
        desk,
        HallDoor(pins, settings, sessions=EndedSessions(hall.database)),
        Gallery(hall, delay_s),
        settings,
        HallHub(Places(settings)),
    )
    site.install(app, _guard, _tell)
    app.register_blueprint(views.blueprint)
    app.register_blueprint(pages.blueprint)
    return app


def _guard() -> None:
    """Refuse by default: under /api only what says who may use it."""
    # Before all else: who comes under a foreign name is told nothing, not even what there is.
    check_host(request.host, hall_desk().settings.names, "host-hall")
    # Pages are frames without data: only what is under /api needs a role.
    if request.endpoint is None or not request.path.startswith("/api"):
        return
    view = current_app.view_functions[request.endpoint]
    least = getattr(view, "least", None)
    if least is None:
        raise Refused(404, "expected an operation of the hall", "not-found")
    if role() < least:
        # A stranger is asked for any PIN, a viewer for one that opens more.
        key = "sign-in" if role() else "sign-in-viewing"
        raise Refused(401, f"expected the PIN of a {least.word}: sign in first", key)
    if request.method not in site.CHANGELESS:
        site.check_origin()
        # Who signs in has no session yet whose token could be named.
        if least >= HallRole.SCORER:
            site.check_token()
        g.body = _body()


def _body() -> dict[str, Any]:
    if not request.is_json:
        raise UnsupportedMediaType
    found = site.json_body()
    if not isinstance(found, dict):
        raise Refused(400, "expected a JSON object", "request")
    return found


def _tell(status: int | None, detail: str, key: str | TurboError, **values: object) -> Response:
    if isinstance(key, TurboError):
        status, key = 503 if isinstance(key, DatabaseError) else 400, "other"
    assert status is not None
    return problem(status, detail, key, language(), **values)[0]
