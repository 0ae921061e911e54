"""`create_hall_app`: the only door to the hall's pages."""

import hmac
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, cast
from urllib.parse import urlsplit

from flask import Flask, Response, current_app, g, request, session
from werkzeug.exceptions import HTTPException

from turbo.errors import TurboError
from turbo.hall.desk import TournamentDesk
from turbo.hall.engine import DatabaseError
from turbo.hall.gather import Hall
from web.api.heavy import OneAtATime
from web.api.problems import problem
from web.api.refused import Refused
from web.auth.guard import HEADERS, TOKEN_HEADER
from web.auth.tries import TooManyTries
from web.context import EXTENSION, language
from web.hall.documents import Gallery
from web.hall.door import HallRole, PinDoor, Pins
from web.hall.texts import hall_text
from web.routing import AskedRule
from web.settings import DEFAULTS, WebSettings


@dataclass(slots=True)
class Streams:
    """Who watches: as many as there are threads for."""

    settings: WebSettings
    staff: Callable[[int], None] = lambda streams: None
    closed: threading.Event = field(default_factory=threading.Event)
    _count: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def enter(self) -> None:
        with self._lock:
            if self._count >= self.settings.streams:
                raise Refused(503, "too many watch already: come back later", "crowded")
            self._count += 1
            self.staff(self._count)

    def leave(self) -> None:
        with self._lock:
            self._count -= 1
            # As in the hub of a table: staff for a server that stops would start its threads again.
            if not self.closed.is_set():
                self.staff(self._count)

    def close(self) -> None:
        self.closed.set()


@dataclass(slots=True)
class HallDesk:
    """What every view works with. `settings` and `hub` are what the server wants of a site."""

    hall: Hall
    desk: TournamentDesk
    door: PinDoor
    gallery: Gallery
    settings: WebSettings
    hub: Streams
    heavy: OneAtATime = field(default_factory=OneAtATime)


def hall_desk() -> HallDesk:
    return cast(HallDesk, current_app.extensions[EXTENSION])


def role() -> HallRole:
    return max(HallRole(session.get("role", 0)), hall_desk().door.open_to)


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

    app = Flask("web")
    app.url_rule_class = AskedRule
    app.config.update(
        SECRET_KEY=pins.secret,
        MAX_CONTENT_LENGTH=settings.largest_request,
        PERMANENT_SESSION_LIFETIME=timedelta(hours=settings.session_hours),
        # Not the table's name: cookies know no ports, and on one machine each would sign the other
        # out.
        SESSION_COOKIE_NAME="turbo_hall",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Strict",
        SESSION_COOKIE_SECURE=settings.secure_cookie,
    )
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    app.jinja_env.globals["t"] = hall_text
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.extensions[EXTENSION] = HallDesk(
        hall, desk, PinDoor(pins, settings), Gallery(hall, delay_s), settings, Streams(settings)
    )
    app.before_request(_guard)
    app.after_request(_add_headers)
    app.register_error_handler(TurboError, _turbo_error)
    app.register_error_handler(HTTPException, _http_error)
    app.register_blueprint(views.blueprint)
    app.register_blueprint(pages.blueprint)
    return app


def sign_in(found: HallRole, name: str) -> None:
    session.clear()
    session.permanent = True
    session["role"], session["name"] = int(found), name
    session["token"] = secrets.token_urlsafe(24)


def _guard() -> None:
    """Refuse by default: under /api only what says who may use it."""
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
    if request.method not in ("GET", "HEAD", "OPTIONS"):
        _check_sender(least)


def _check_sender(least: HallRole) -> None:
    """Another site may change nothing here, nor may a form that knows no token."""
    origin = request.headers.get("Origin")
    if origin is not None and urlsplit(origin).netloc != request.host:
        raise Refused(403, "expected a request from this site's own pages", "not-allowed")
    # Who signs in has no session yet whose token could be named.
    if least >= HallRole.SCORER:
        sent = request.headers.get(TOKEN_HEADER, "").encode("utf-8", "replace")
        if not sent or not hmac.compare_digest(sent, str(session.get("token", "")).encode()):
            raise Refused(403, f"expected the session's token in {TOKEN_HEADER}", "sign-in-again")
    g.body = _body()


def _body() -> dict[str, Any]:
    try:
        # Whatever is wrong with it is told in one sentence below.
        found = request.get_json(silent=True)
    except RecursionError:
        found = None
    if not isinstance(found, dict):
        raise Refused(400, "expected a JSON object", "request")
    return found


def _add_headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if request.path.startswith("/api"):
        response.headers.setdefault("Cache-Control", "no-store")
    return response


def _told(status: int, detail: str, key: str, **values: object) -> Response:
    return problem(status, detail, key, language(), **values)[0]


def _turbo_error(error: TurboError) -> Response:
    if isinstance(error, TooManyTries):
        response = _told(429, str(error), "too-many-tries", wait_s=error.wait_s)
        response.headers["Retry-After"] = str(error.wait_s)
        return response
    if isinstance(error, Refused):
        return _told(error.status, str(error), error.key, **error.values)
    return _told(503 if isinstance(error, DatabaseError) else 400, str(error), "other")


def _http_error(error: HTTPException) -> Response:
    status = error.code or 500
    key = {404: "not-found", 405: "not-allowed", 413: "too-large"}.get(status, "other")
    return _told(status, error.description or error.name, key)
