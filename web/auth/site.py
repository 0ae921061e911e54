"""What stands before both sites, the table's and the hall's: one guard, mended once.

Names under which it may be asked for, other sites' forms, tokens, bodies, sessions that begin and
end, headers, and how an error is told.
"""

import hmac
import re
import secrets
from collections.abc import Callable
from enum import IntEnum
from typing import Any, cast
from urllib.parse import urlsplit

from flask import Flask, Response, current_app, g, request, session
from itsdangerous import BadSignature, URLSafeSerializer
from werkzeug.exceptions import HTTPException, UnsupportedMediaType

from turbo.errors import TurboError
from web.api.operations import BadBody, Operation, check, check_letters
from web.api.refused import Refused
from web.auth.pin_door import PinDoor
from web.auth.places import TooManyStreams
from web.auth.tries import TooManyTries

TOKEN_HEADER = "X-Turbo-Token"

HEADERS = {
    "Content-Security-Policy": (
        # blob: is for the code of an invitation, which the page draws itself and no address holds.
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:;"
        " connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none';"
        " form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

DEVICE_S = 400 * 86_400
"""How long a browser remembers that it was let in before: as long as browsers keep anything."""

CHANGELESS = ("GET", "HEAD", "OPTIONS")
"""These change nothing, so no other site gains by making a browser send them."""

Tell = Callable[..., Response]
"""How a site tells an error: status, detail, key, and the values of the sentence."""


# Sessions


def sign_in(role: IntEnum, name: str) -> str:
    """Start a session with a token of its own."""
    # All of it: nobody who left a cookie in this browser shares the session that begins now.
    session.clear()
    session.permanent = True
    session["role"] = int(role)
    session["name"] = name
    session["id"] = secrets.token_urlsafe(12)
    session["token"] = secrets.token_urlsafe(24)
    g.known_device = device() or secrets.token_urlsafe(12)
    return cast(str, session["token"])


def sign_out(door: PinDoor[Any]) -> None:
    """End the session itself, not only this browser's memory of it."""
    if "id" in session:
        door.end(str(session["id"]))
    session.clear()


def session_role(door: PinDoor[Any]) -> int:
    """What the PIN gave that somebody signed in with. A role in a cookie that the key did not sign
    is none: the session is empty then."""
    if "id" not in session or door.has_ended(str(session["id"])):
        return 0
    return int(session.get("role", 0))


def _device_cookie() -> tuple[str, URLSafeSerializer]:
    name = f"{current_app.config['SESSION_COOKIE_NAME']}_device"
    return name, URLSafeSerializer(str(current_app.secret_key), salt="device")


def device() -> str | None:
    """The browser that sent this, if a PIN was typed right in it before."""
    name, signer = _device_cookie()
    try:
        return str(signer.loads(request.cookies.get(name, "")))
    except BadSignature:
        return None


# Requests


def check_origin() -> None:
    """A browser says where a request comes from: another site may change nothing here."""
    origin = request.headers.get("Origin")
    if origin is not None and _place(origin) != request.host:
        raise Refused(403, "expected a request from this site's own pages", "not-allowed")


def _place(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    # Brackets that are no address.
    except ValueError:
        return ""


def check_token() -> None:
    # As bytes: of texts `compare_digest` takes only ASCII, and a header may hold anything.
    sent = request.headers.get(TOKEN_HEADER, "").encode("utf-8", "replace")
    # Two empty ones are equal too: who has no session has no token to name.
    if not hmac.compare_digest(sent, str(session.get("token", "")).encode()) or not sent:
        expected = f"expected the session's token in the header {TOKEN_HEADER}"
        raise Refused(403, expected, "sign-in-again")


def take(operation: Operation, *, by_key: bool = False) -> None:
    """Refuse what is not described; what comes with a change is laid ready for the view. `by_key`:
    no browser adds a program's token by itself, as it does with a cookie."""
    _check_query(operation)
    if request.method in CHANGELESS:
        return
    check_origin()
    if operation.needs_token and not by_key:
        check_token()
    g.body = _body(operation)


def _check_query(operation: Operation) -> None:
    """What is asked for must be what is described; an answer for something else is no answer."""
    for name, schema in operation.query.items():
        sent = request.args.get(name)
        if sent is None:
            continue
        if schema.get("type") == "integer":
            if not re.fullmatch(r"[0-9]{1,9}", sent):
                raise BadBody(f"{name}: expected a whole number")
            check(int(sent), schema, name)
        if schema.get("type") == "boolean" and sent not in ("true", "false"):
            raise BadBody(f"{name}: expected true or false")
        # A language that we do not speak is answered in one that we do: no reason to refuse.
        if "enum" in schema and name != "lang" and sent not in schema["enum"]:
            raise BadBody(f"{name}: expected one of {', '.join(schema['enum'])}")


def _body(operation: Operation) -> Any:
    if operation.body is None:
        return None
    is_json = operation.takes == "application/json"
    if not (request.is_json if is_json else request.mimetype == operation.takes):
        raise UnsupportedMediaType
    return check(json_body(), operation.body) if is_json else None


def json_body() -> Any:
    """The body as JSON, of letters that can be written down again."""
    try:
        return check_letters(request.get_json())
    # Some thousand open brackets are enough for it, and would count as our own mistake.
    except RecursionError:
        raise BadBody("the body: expected JSON that is not so deep") from None


# Answers


def install(app: Flask, guard: Callable[[], None], tell: Tell) -> None:
    app.before_request(guard)
    app.after_request(_add_headers)
    app.register_error_handler(TurboError, lambda error: _turbo_error(error, tell))
    app.register_error_handler(TooManyStreams, lambda _: _too_many_streams(tell))
    app.register_error_handler(HTTPException, lambda error: _http_error(error, tell))
    app.register_error_handler(Exception, lambda error: _any_error(error, tell))


def _add_headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if request.path.startswith("/api"):
        # What a referee was answered must not stay in the cache of a browser that others use.
        response.headers.setdefault("Cache-Control", "no-store")
    if "known_device" in g:
        name, signer = _device_cookie()
        secure = bool(current_app.config["SESSION_COOKIE_SECURE"])
        value = str(signer.dumps(g.known_device))
        kept = {"httponly": True, "samesite": "Strict", "secure": secure}
        response.set_cookie(name, value, max_age=DEVICE_S, **kept)  # type: ignore[arg-type]
    return response


def _turbo_error(error: TurboError, tell: Tell) -> Response:
    if isinstance(error, TooManyTries):
        response = tell(429, str(error), "too-many-tries", wait_s=error.wait_s)
        response.headers["Retry-After"] = str(error.wait_s)
        return response
    if isinstance(error, Refused):
        response = tell(error.status, str(error), error.key, **error.values)
        if error.status == 503:
            response.headers["Retry-After"] = "2"
        return response
    if isinstance(error, BadBody):
        return tell(400, str(error), "request")
    return tell(None, str(error), error)


def _too_many_streams(tell: Tell) -> Response:
    response = tell(503, "too many watch already: come back later", "crowded")
    # By then a stream without a reader was noticed (`keep_alive_s`), and its place is free.
    response.headers["Retry-After"] = "10"
    # Without a length the server closes the connection: a thousand that were refused, and kept, had
    # taken all places of the page.
    response.automatically_set_content_length = False
    response.headers.pop("Content-Length", None)
    return response


_KEYS = {404: "not-found", 405: "not-allowed", 413: "too-large"}


def _http_error(error: HTTPException, tell: Tell) -> Response:
    if error.response is not None:
        return cast(Response, error.response)
    status = error.code or 500
    response = tell(status, error.description or error.name, _KEYS.get(status, "request"))
    if status == 405:
        response.headers["Allow"] = dict(error.get_headers()).get("Allow", "GET")
    return response


def _any_error(error: Exception, tell: Tell) -> Response:
    # Only for the log: how we are built inside is no stranger's business.
    current_app.logger.exception("a request failed", exc_info=error)
    return tell(500, "something went wrong here: the log says what", "ours")
