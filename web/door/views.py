"""The API's door: who am I, sign in, sign out; and the description of the API itself."""

from typing import Any

from flask import Blueprint, current_app, g, request

from web.api.openapi import openapi_document
from web.api.operations import Operation, api, document
from web.api.refused import Refused
from web.api.schemas import DONE, ME
from web.desk import desk
from web.door.guard import me_document, sign_in, sign_out
from web.door.keys import Role
from web.texts import TEXTS, texts_in

blueprint = Blueprint("door", __name__)

_ANY: dict[str, Any] = {"type": "object"}


@api(blueprint, "GET", "/api", Operation("This description.", Role.STRANGER, _ANY))
def description() -> Any:
    return openapi_document(current_app)


@api(blueprint, "GET", "/api/openapi.json", Operation("The same.", Role.STRANGER, _ANY))
def openapi() -> Any:
    return openapi_document(current_app)


@api(
    blueprint,
    "GET",
    "/api/me",
    Operation("What you may do, and the token that changes need.", Role.STRANGER, ME),
)
def me() -> Any:
    return me_document()


_NAME = {"name": {"type": "string", "maxLength": 40}}
_CODE = {"type": "string", "minLength": 1, "maxLength": 64}
_SIGN_IN = document({"pin": _CODE}, _NAME)


@api(
    blueprint,
    "POST",
    "/api/accept-invitation",
    Operation(
        "Sign in as the referee with the code of an invitation, which is good once.",
        Role.STRANGER,
        ME,
        document({"code": _CODE}, _NAME),
        needs_token=False,
        errors=(401, 429),
    ),
)
def accepting() -> Any:
    if not desk().door.is_invited(g.body["code"], request.remote_addr or ""):
        raise Refused(401, "expected a newer invitation: each is good once", "invitation")
    sign_in(Role.REFEREE, _named(Role.REFEREE))
    return me_document()


def _named(role: Role) -> str:
    return " ".join(g.body.get("name", "").split()) or role.word


@api(
    blueprint,
    "POST",
    "/api/sign-in",
    Operation(
        "Sign in with the referee PIN or the viewing PIN.",
        Role.STRANGER,
        ME,
        _SIGN_IN,
        needs_token=False,
        errors=(401, 429),
    ),
)
def signing_in() -> Any:
    found = desk().door.role_for(g.body["pin"], request.remote_addr or "")
    if found is None:
        raise Refused(401, "expected another PIN: this one is wrong", "wrong-pin")
    sign_in(found, _named(found))
    return me_document()


@api(
    blueprint,
    "POST",
    "/api/sign-out",
    Operation("Sign out.", Role.STRANGER, DONE, document({}), needs_token=False),
)
def signing_out() -> Any:
    sign_out()
    return {"done": True}


@api(
    blueprint,
    "GET",
    "/api/texts/<language>",
    Operation("All texts of the page in a language: en, nl, fr or de.", Role.STRANGER, _ANY),
)
def texts(language: str) -> Any:
    found = texts_in(language)
    if found is None:
        raise Refused(404, f"expected one of en, nl, fr, de ({len(TEXTS)} texts each)")
    return found
