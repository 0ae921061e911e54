"""The API's door: who am I, sign in, sign out; and the description of the API itself."""

from datetime import UTC, datetime
from typing import Annotated, Any

from flask import current_app, request

from turbo.i18n.languages import Language
from web.api.openapi import openapi_document
from web.api.operations import ApiRoom, Name, document, letters, whole
from web.api.refused import Refused, needed
from web.api.schemas import ME, TIME
from web.auth.guard import me_document
from web.auth.keys import Role, Scope, Token
from web.auth.site import device, sign_in, sign_out
from web.context import desk
from web.texts import ERRORS, TEXTS, texts_in

blueprint = ApiRoom("auth")

_ANY: dict[str, Any] = {"type": "object"}


@blueprint.stranger("GET /api", _ANY)
def description() -> Any:
    """This description."""
    return openapi_document(current_app)


@blueprint.stranger("GET /api/openapi.json", _ANY)
def openapi() -> Any:
    """The same."""
    return openapi_document(current_app)


@blueprint.stranger("GET /api/me", ME)
def me() -> Any:
    """What you may do, and the token that changes need."""
    return me_document()


Nickname = Annotated[str, letters(40)]
# More than any PIN or code of ours has: slow hashes are not made of whole books.
Code = Annotated[str, letters(64, 1)]


@blueprint.stranger("POST /api/accept-invitation", ME, needs_token=False, errors=(401, 429))
def accepting(code: Code, name: Nickname = "") -> Any:
    """Sign in as the referee with the code of an invitation, which is good once."""
    if not desk().door.is_invited(code, request.remote_addr or "", device()):
        raise Refused(401, "expected a newer invitation: each is good once", "invitation")
    sign_in(Role.REFEREE, _named(name, Role.REFEREE))
    return me_document()


def _named(name: str, role: Role) -> str:
    return " ".join(name.split()) or role.word


@blueprint.stranger("POST /api/sign-in", ME, needs_token=False, errors=(401, 429))
def signing_in(pin: Code, name: Nickname = "") -> Any:
    """Sign in with the referee PIN or the viewing PIN."""
    found = desk().door.role_for(pin, request.remote_addr or "", device())
    known = needed(found, 401, "expected another PIN: this one is wrong", "wrong-pin")
    sign_in(known, _named(name, known))
    return me_document()


@blueprint.stranger("POST /api/sign-out", needs_token=False)
def signing_out() -> None:
    """Sign out."""
    sign_out(desk().door)


@blueprint.stranger("GET /api/texts/<language>", _ANY)
def texts(language: str) -> Any:
    """All texts of the page in a language, such as en, nl, fr or de."""
    # For strangers too: the page that asks for the PIN needs its words first.
    expected = f"expected one of {', '.join(Language)} ({len(TEXTS)} texts each)"
    return needed(texts_in(language), 404, expected)


_TOKEN = {"id": str, "name": str, "scope": Scope, "until": TIME}


def _token_document(one: Token) -> dict[str, Any]:
    until = datetime.fromtimestamp(one.until, UTC).isoformat(timespec="seconds")
    return {"id": one.id, "name": one.name, "scope": str(one.scope), "until": until}


@blueprint.referee("GET /api/tokens", document(tokens=[document(_TOKEN)]), for_people=True)
def tokens() -> Any:
    """The keys of programs, without their secrets."""
    return {"tokens": [_token_document(one) for one in desk().door.keys.tokens]}


@blueprint.referee("POST /api/tokens", document(**_TOKEN, secret=str), for_people=True)
# A key that somebody forgot ends by itself; a year outlasts a season of games.
def make_token(name: Name, scope: Scope, days: Annotated[int, whole(1, 3650)] = 365) -> Any:
    """Make a key for a program (`Authorization: Bearer ...`). `look` sees the match, `pictures` the
    camera's picture too, `referee` may change things. The secret is told once."""
    made, secret = desk().door.make_token(name, scope, days)
    return {**_token_document(made), "secret": secret}


@blueprint.referee("POST /api/tokens/<token>/remove", for_people=True)
def remove_token(token: str) -> None:
    """Take a program's key away."""
    if not desk().door.remove_token(token):
        raise Refused(404, "expected the id of a token", "not-found")


@blueprint.stranger("GET /api/problems/<code>", _ANY)
def one_problem(code: str) -> Any:
    """What a kind of problem says, in every language."""
    found = needed(ERRORS.get(code), 404, "expected the code of a problem", "not-found")
    return {"code": code, "title": {str(lang): said for lang, said in found.items()}}
