"""Everything that stands between a request and a view: roles, tokens, bodies, headers, errors."""

import hmac
import secrets
from typing import Any, cast
from urllib.parse import urlsplit

from flask import Flask, Response, current_app, g, jsonify, render_template, request, session
from werkzeug.exceptions import HTTPException, UnsupportedMediaType

from turbo.errors import TurboError
from turbo.store import StoreError
from web.desk import desk, language
from web.door import Role, TooManyTries
from web.hub import TooManyStreams
from web.operations import BadBody, Operation, check
from web.texts import text

TOKEN_HEADER = "X-Turbo-Token"

HEADERS = {
    "Content-Security-Policy": (
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


class Refused(TurboError):
    """The request may not do this, or not now; with the status that says so."""

    def __init__(self, status: int, expected: str) -> None:
        self.status = status
        super().__init__(expected)


def sign_in(role: Role, name: str) -> str:
    """Start a session with a token of its own."""
    session.clear()
    session.permanent = True
    session["role"] = int(role)
    session["name"] = name
    session["token"] = secrets.token_urlsafe(24)
    return cast(str, session["token"])


def role() -> Role:
    """What whoever sent this request may do. A role in a cookie that the key did not sign is
    none: the session is empty then."""
    return max(Role(session.get("role", 0)), desk().door.open_to)


def install(app: Flask) -> None:
    app.before_request(_guard)
    app.after_request(_add_headers)
    app.register_error_handler(TurboError, _turbo_error)
    app.register_error_handler(TooManyStreams, _too_many_streams)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(Exception, _any_error)


def _guard() -> None:
    """Refuse by default: under /api only what is described can be reached."""
    if request.endpoint is None:
        return
    operation = getattr(current_app.view_functions[request.endpoint], "operation", None)
    if operation is None:
        if request.path.startswith("/api") and request.method != "OPTIONS":
            raise Refused(404, "expected an operation that is described at /api")
        return
    _check_role(operation)
    g.name = session.get("name")
    if request.method not in ("GET", "HEAD", "OPTIONS"):
        _check_origin()
        _check_token(operation)
        g.body = _body(operation)


def _check_role(operation: Operation) -> None:
    has = role()
    if has >= operation.role:
        return
    if operation.role is Role.REFEREE and has is Role.VIEWER:
        raise Refused(401, "expected the referee PIN: sign in first")
    raise Refused(401, "expected a PIN: sign in first")


def _check_origin() -> None:
    """A browser says where a request comes from: another site may change nothing here."""
    origin = request.headers.get("Origin")
    if origin is not None and urlsplit(origin).netloc != request.host:
        raise Refused(403, "expected a request from this site's own pages")


def _check_token(operation: Operation) -> None:
    if not operation.needs_token:
        return
    sent = request.headers.get(TOKEN_HEADER, "").encode("utf-8", "replace")
    if not hmac.compare_digest(sent, str(session.get("token", "")).encode()) or not sent:
        raise Refused(403, f"expected the session's token in the header {TOKEN_HEADER}")


def _body(operation: Operation) -> Any:
    if operation.body is None:
        return None
    if not request.is_json:
        raise UnsupportedMediaType
    try:
        found = request.get_json()
    except RecursionError:
        raise BadBody("the body: expected JSON that is not so deep") from None
    return check(found, operation.body)


def _add_headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if request.path.startswith("/api"):
        response.headers.setdefault("Cache-Control", "no-store")
    return response


def _error(status: int, sentence: str) -> Response:
    if request.path.startswith("/api"):
        response = jsonify({"error": sentence})
    else:
        lang = language()
        page = render_template("error.html", sentence=sentence, lang=lang, status=status)
        response = Response(page, mimetype="text/html")
    response.status_code = status
    return response


def _turbo_error(error: TurboError) -> Response:
    sentence = " ".join(str(error).split())
    if isinstance(error, TooManyTries):
        response = _error(429, sentence)
        response.headers["Retry-After"] = str(error.wait_s)
        return response
    if isinstance(error, Refused):
        return _error(error.status, sentence)
    return _error(503 if isinstance(error, StoreError) else 400, sentence)


def _too_many_streams(_: TooManyStreams) -> Response:
    response = _error(503, "too many watch already: come back later")
    response.headers["Retry-After"] = "10"
    return response


def _http_error(error: HTTPException) -> Response:
    if error.response is not None:
        return cast(Response, error.response)
    status = error.code or 500
    known = {404: "error.not-found", 405: "error.not-allowed", 413: "error.too-large"}
    key = known.get(status)
    sentence = text(key, language()) if key else (error.description or error.name)
    response = _error(status, " ".join(sentence.split()))
    if status == 405:
        response.headers["Allow"] = dict(error.get_headers()).get("Allow", "GET")
    return response


def _any_error(error: Exception) -> Response:
    current_app.logger.exception("a request failed", exc_info=error)
    return _error(500, text("error.ours", language()))
