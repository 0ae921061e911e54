"""`create_hall_app`: the only door to the hall's pages."""

import threading
from dataclasses import dataclass, field
from typing import Any, cast

from flask import Flask, Response, current_app, request, session

from turbo.errors import TurboError
from turbo.hall.desk import TournamentDesk
from turbo.hall.engine import DatabaseError
from turbo.hall.gather import Hall
from web.api.heavy import OneAtATime
from web.api.operations import DONE, ApiRoom, Put
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


class HallRoom(ApiRoom):
    """The same for the hall, with its own roles."""

    roles = HallRole

    def scorer(self, way: str, answer: Any = DONE, **more: Any) -> Put:
        return self.described(HallRole.SCORER, way, answer, **more)

    def organiser(self, way: str, answer: Any = DONE, **more: Any) -> Put:
        return self.described(HallRole.ORGANISER, way, answer, **more)


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
    operation = getattr(current_app.view_functions[request.endpoint], "operation", None)
    if operation is None:
        raise Refused(404, "expected an operation of the hall", "not-found")
    if role() < operation.role:
        # A stranger is asked for any PIN, a viewer for one that opens more.
        key = "sign-in" if role() else "sign-in-viewing"
        raise Refused(401, f"expected the PIN of a {operation.role.word}: sign in first", key)
    site.take(operation)


def _tell(status: int | None, detail: str, key: str | TurboError, **values: object) -> Response:
    if isinstance(key, TurboError):
        status, key = 503 if isinstance(key, DatabaseError) else 400, "other"
    assert status is not None
    return problem(status, detail, key, language(), **values)[0]
