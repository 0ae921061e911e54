"""Everything that stands between a request and a view of the table's site: roles, tokens, bodies.
What the hall's site has too is in `web.auth.site`."""

from typing import Any, cast

from flask import Flask, Response, current_app, g, render_template, request, session

from turbo.errors import TurboError
from turbo.storage.store import StoreError
from web.api.operations import Operation
from web.api.problems import problem
from web.api.refused import Refused, key_of
from web.auth import site
from web.auth.hosts import check_host
from web.auth.keys import Role, Scope, Token
from web.context import desk, language


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
    """What the PIN gave that somebody signed in with, or what a program's token is for."""
    if (token := bearer()) is not None:
        return token.scope.role
    return Role(site.session_role(desk().door))


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
    site.install(app, _guard, _tell)


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
    site.take(operation, by_key=token is not None)


def _check_role(operation: Operation) -> None:
    has = role()
    if has >= operation.role:
        return
    if operation.role is Role.REFEREE and has is Role.VIEWER:
        raise Refused(401, "expected the referee PIN: sign in first", "sign-in")
    raise Refused(401, "expected a PIN: sign in first", "sign-in-viewing")


def _tell(status: int | None, detail: str, key: str | TurboError, **values: object) -> Response:
    """For programs a problem, for whoever reads pages a page."""
    lang = language()
    if isinstance(key, TurboError):
        # What the store refuses may be taken when there is room again: a program comes back later.
        status, key = 503 if isinstance(key, StoreError) else 400, key_of(key)
    assert status is not None
    response, said = problem(status, detail, key, lang, **values)
    if not request.path.startswith("/api"):
        page = render_template("error.html", sentence=said, lang=lang, status=status)
        response = Response(page, status, mimetype="text/html")
    return response
