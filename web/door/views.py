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


_SIGN_IN = document(
    {"pin": {"type": "string", "minLength": 1, "maxLength": 64}},
    {"name": {"type": "string", "maxLength": 40}},
)


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
    name = " ".join(g.body.get("name", "").split()) or found.word
    sign_in(found, name)
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
