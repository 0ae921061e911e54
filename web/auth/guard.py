"""Everything that stands between a request and a view: roles, tokens, bodies, headers, errors."""

import hmac
import re
import secrets
from typing import Any, cast
from urllib.parse import urlsplit

from flask import Flask, Response, current_app, g, render_template, request, session
from werkzeug.exceptions import HTTPException, UnsupportedMediaType

from turbo.errors import TurboError
from turbo.storage.store import StoreError
from web.api.operations import BadBody, Operation, check
from web.api.problems import problem
from web.api.refused import Refused, key_of
from web.auth.hosts import check_host
from web.auth.keys import Role, Scope, Token
from web.auth.tries import TooManyTries
from web.context import desk, language
from web.match.sse import TooManyStreams

TOKEN_HEADER = "X-Turbo-Token"

HEADERS = {
    "Content-Security-Policy": (
        # blob: is for the code of an invitation, which the page draws itself and no address holds.
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:;"
        " connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none';"
        " frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def sign_in(role: Role, name: str) -> str:
    """Start a session with a token of its own."""
    # All of it: nobody who left a cookie in this browser shares the session that begins now.
    session.clear()
    session.permanent = True
    session["role"] = int(role)
    session["name"] = name
    session["id"] = secrets.token_urlsafe(12)
    session["token"] = secrets.token_urlsafe(24)
    return cast(str, session["token"])


def sign_out() -> None:
    """End the session itself, not only this browser's memory of it."""
    if "id" in session:
        desk().door.end(str(session["id"]))
    session.clear()


def bearer() -> Token | None:
    """The token that a program came with; a wrong one is refused, not overlooked."""
    kind, _, secret = request.headers.get("Authorization", "").partition(" ")
    if kind.lower() != "bearer":
        return None
    if "bearer" not in g:
        g.bearer = desk().door.token(secret.strip(), request.remote_addr or "")
    if g.bearer is None:
        raise Refused(401, "expected a token that is known and not too old", "token")
    return cast(Token, g.bearer)


def own_role() -> Role:
    """What the PIN gave that somebody signed in with, or what a program's token is for. A role in a
    cookie that the key did not sign is none: the session is empty then."""
    if (token := bearer()) is not None:
        return token.scope.role
    if "id" not in session or desk().door.has_ended(str(session["id"])):
        return Role.STRANGER
    return Role(session.get("role", 0))


def role() -> Role:
    """What whoever sent this request may do."""
    return max(own_role(), desk().door.open_to)


def sees_pictures() -> bool:
    if (token := bearer()) is not None:
        return token.scope is not Scope.LOOK
    return desk().settings.open_pictures or own_role() >= Role.VIEWER


def me_document() -> dict[str, Any]:
    """Who sent this request, and what they may do."""
    return {
        "role": role().word,
        "pictures": sees_pictures(),
        "name": session.get("name"),
        "token": session.get("token"),
        "viewing_pin": desk().door.has_viewing_pin,
    }


def install(app: Flask) -> None:
    app.before_request(_guard)
    app.after_request(_add_headers)
    app.register_error_handler(TurboError, _turbo_error)
    app.register_error_handler(TooManyStreams, _too_many_streams)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(Exception, _any_error)


def _guard() -> None:
    """Refuse by default: under /api only what is described can be reached."""
    # Before all else: who comes under a foreign name is told nothing, not even what there is.
    check_host(request.host, desk().settings.names)
    # No view, so nothing that could be shown: Flask answers with a 404 of its own.
    if request.endpoint is None:
        return
    operation = getattr(current_app.view_functions[request.endpoint], "operation", None)
    if operation is None:
        if request.path.startswith("/api") and request.method != "OPTIONS":
            raise Refused(404, "expected an operation that is described at /api", "not-found")
        return
    _check_role(operation)
    if operation.is_picture and not sees_pictures():
        raise Refused(401, "expected a PIN: pictures need one", "sign-in-picture")
    token = bearer()
    if token is not None and operation.for_people:
        raise Refused(403, "expected a person who signed in with a PIN, got a key", "not-allowed")
    g.name = session.get("name") if token is None else token.name
    _check_query(operation)
    # These change nothing, so no other site gains by making a browser send them.
    if request.method not in ("GET", "HEAD", "OPTIONS"):
        _check_origin()
        _check_token(operation)
        g.body = _body(operation)


def _check_query(operation: Operation) -> None:
    """What is asked for must be what is described; an answer for something else is no answer."""
    for name, schema in operation.query.items():
        sent = request.args.get(name)
        if sent is None:
            continue
        if schema.get("type") == "integer":
            if not re.fullmatch(r"\d{1,9}", sent):
                raise BadBody(f"{name}: expected a whole number")
            check(int(sent), schema, name)
        if schema.get("type") == "boolean" and sent not in ("true", "false"):
            raise BadBody(f"{name}: expected true or false")
        # A language that we do not speak is answered in one that we do: no reason to refuse.
        if "enum" in schema and name != "lang" and sent not in schema["enum"]:
            raise BadBody(f"{name}: expected one of {', '.join(schema['enum'])}")


def _check_role(operation: Operation) -> None:
    has = role()
    if has >= operation.role:
        return
    if operation.role is Role.REFEREE and has is Role.VIEWER:
        raise Refused(401, "expected the referee PIN: sign in first", "sign-in")
    raise Refused(401, "expected a PIN: sign in first", "sign-in-viewing")


def _check_origin() -> None:
    """A browser says where a request comes from: another site may change nothing here."""
    origin = request.headers.get("Origin")
    if origin is not None and urlsplit(origin).netloc != request.host:
        raise Refused(403, "expected a request from this site's own pages", "not-allowed")


def _check_token(operation: Operation) -> None:
    if not operation.needs_token or bearer() is not None:
        return  # no browser adds a program's token by itself, as it does with a cookie
    # As bytes: of texts `compare_digest` takes only ASCII, and a header may hold anything.
    sent = request.headers.get(TOKEN_HEADER, "").encode("utf-8", "replace")
    # Two empty ones are equal too: who has no session has no token to name.
    if not hmac.compare_digest(sent, str(session.get("token", "")).encode()) or not sent:
        expected = f"expected the session's token in the header {TOKEN_HEADER}"
        raise Refused(403, expected, "sign-in-again")


def _body(operation: Operation) -> Any:
    if operation.body is None:
        return None
    if not request.is_json:
        raise UnsupportedMediaType
    try:
        found = request.get_json()
    # Some thousand open brackets are enough for it, and would count as our own mistake.
    except RecursionError:
        raise BadBody("the body: expected JSON that is not so deep") from None
    return check(found, operation.body)


def _add_headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if request.path.startswith("/api"):
        # What a referee was answered must not stay in the cache of a browser that others use.
        response.headers.setdefault("Cache-Control", "no-store")
    return response


def _error(status: int, detail: str, key: str, **values: object) -> Response:
    """For programs a problem, for whoever reads pages a page."""
    lang = language()
    response, said = problem(status, detail, key, lang, **values)
    if not request.path.startswith("/api"):
        page = render_template("error.html", sentence=said, lang=lang, status=status)
        response = Response(page, status, mimetype="text/html")
    return response


def _turbo_error(error: TurboError) -> Response:
    detail, key = str(error), key_of(error)
    if isinstance(error, TooManyTries):
        response = _error(429, detail, "too-many-tries", wait_s=error.wait_s)
        response.headers["Retry-After"] = str(error.wait_s)
        return response
    if isinstance(error, Refused):
        return _error(error.status, detail, key, **error.values)
    if isinstance(error, BadBody):
        return _error(400, detail, "request")
    # What the store refuses may be taken when there is room again: a program comes back later.
    return _error(503 if isinstance(error, StoreError) else 400, detail, key)


def _too_many_streams(_: TooManyStreams) -> Response:
    response = _error(503, "too many watch already: come back later", "crowded")
    # By then a stream without a reader was noticed (`keep_alive_s`), and its place is free.
    response.headers["Retry-After"] = "10"
    return response


_KEYS = {404: "not-found", 405: "not-allowed", 413: "too-large"}


def _http_error(error: HTTPException) -> Response:
    if error.response is not None:
        return cast(Response, error.response)
    status = error.code or 500
    response = _error(status, error.description or error.name, _KEYS.get(status, "request"))
    if status == 405:
        response.headers["Allow"] = dict(error.get_headers()).get("Allow", "GET")
    return response


def _any_error(error: Exception) -> Response:
    # Only for the log: how we are built inside is no stranger's business.
    current_app.logger.exception("a request failed", exc_info=error)
    return _error(500, "something went wrong here: the log says what", "ours")
