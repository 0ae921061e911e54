"""Every operation of the API says what it takes, what it answers and who may use it.

The description is what counts: the guard refuses whoever may not, the body is checked against the
schema, and the OpenAPI document is made of the same values. A view of the API without a
description cannot be reached.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, Protocol, TypeVar

from flask import Blueprint

from turbo.errors import TurboError
from turbo.game.record import LONGEST_NAME
from web.auth.keys import Role

Schema = dict[str, Any]
View = TypeVar("View", bound=Callable[..., Any])


class Put(Protocol):
    """What puts a view under its address."""

    def __call__(self, view: View, /) -> View: ...


STRING: Schema = {"type": "string"}
BOOLEAN: Schema = {"type": "boolean"}
INTEGER: Schema = {"type": "integer"}
NUMBER: Schema = {"type": "number"}
# What clients that were generated in other languages hold in their usual integer.
COUNT: Schema = {"type": "integer", "minimum": 0, "maximum": 2**31 - 1}
FACE: Schema = {
    "type": "string",
    "pattern": r"^([krbo](1[0-3]|[1-9]|\*)|\*[dcm]|\?)$",
    "description": "A face such as b3, k13 or r*; *d, *c and *m are jokers of one edition;"
    " ? for a face that nobody could read.",
}
# A whole table of the largest edition, 160 tiles, has under 1,000 letters.
LINE: Schema = {"type": "string", "minLength": 1, "maxLength": 2000}
NAME: Schema = {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME}


def array(items: Schema, least: int = 0, most: int | None = None) -> Schema:
    found: Schema = {"type": "array", "items": items}
    if least:
        found["minItems"] = least
    if most is not None:
        found["maxItems"] = most
    return found


def optional(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def one_of(*values: str) -> Schema:
    return {"type": "string", "enum": list(values)}


def document(
    needed: Mapping[str, Schema] | None = None,
    also: Mapping[str, Schema] | None = None,
    /,
    **fields: Schema,
) -> Schema:
    """An object with these fields and no others; `also` are those that may be missing."""
    required = {**(needed or {}), **fields}
    found: Schema = {
        "type": "object",
        "properties": {**required, **(also or {})},
        "additionalProperties": False,
    }
    if required:
        found["required"] = list(required)
    return found


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation: who may use it, what it takes and what it answers."""

    summary: str
    role: Role
    answer: Schema | None
    body: Schema | None = None
    query: Mapping[str, Schema] = field(default_factory=dict)
    media: str = "application/json"
    takes: str = "application/json"
    """What the body is; of anything but JSON the view reads it itself."""
    needs_token: bool = True
    errors: tuple[int, ...] = ()
    is_picture: bool = False
    """It shows the room: a PIN is needed unless pictures are open."""
    by_camera: bool = False
    """Only for the one telephone that has the camera's key, whoever holds it."""
    for_people: bool = False
    """No program's key opens it, whatever that is for: who may come in is said by people who know
    the PIN, and a key that could make others would live on in them after it was taken away."""


PREFIX = "/api"
VERSION = f"{PREFIX}/v1"
"""Where the operations are. An address without a version is the first one's, for ever: so programs
that were written before there were versions go on."""

MOVED = (
    (r"^/tiles/(matches|questions|check|clock|statistics)\b", r"/\1"),
    (r"^/tiles/(statements|undo|redo|amend|pause)\b", r"/match/\1"),
    (r"^/setup/hanging$", "/setup/camera-mount"),
)
"""Addresses of before, as from the time when tiles had routes of their own, and where they lead
now."""


def versioned(path: str) -> str:
    """The address with its version, as it is now: what is not of the API stays as it is."""
    if not f"{path}/".startswith(f"{PREFIX}/"):
        return path
    own = path.removeprefix(VERSION if f"{path}/".startswith(f"{VERSION}/") else PREFIX)
    for old, new in MOVED:
        own = re.sub(old, new, own)
    return VERSION + own


NOTHING = document()
DONE = document(done=BOOLEAN)
"""What is taken, and answered, where there is nothing to tell."""
FILE: Schema = {"type": "string", "format": "binary"}


class ApiRoom(Blueprint):
    """A subject of the API: its views, each under its address together with its description."""

    def __init__(self, name: str) -> None:
        super().__init__(name, __name__)

    def stranger(self, way: str, summary: str, *schemas: Schema | None, **more: Any) -> Put:
        return self._put(Role.STRANGER, way, summary, *schemas, **more)

    def viewer(self, way: str, summary: str, *schemas: Schema | None, **more: Any) -> Put:
        return self._put(Role.VIEWER, way, summary, *schemas, **more)

    def referee(self, way: str, summary: str, *schemas: Schema | None, **more: Any) -> Put:
        return self._put(Role.REFEREE, way, summary, *schemas, **more)

    def _put(
        self,
        role: Role,
        way: str,
        summary: str,
        answer: Schema | None = DONE,
        body: Schema | None = NOTHING,
        **more: Any,
    ) -> Put:
        """`way`: the method and the address, such as `GET /api/me`."""
        method, path = way.split()
        taken = body if method == "POST" else None
        operation = Operation(summary, role, answer, taken, **more)

        def put(view: View) -> View:
            shown = _done(view) if answer is DONE else view
            shown.operation = operation  # type: ignore[attr-defined]
            self.add_url_rule(versioned(path), view_func=shown, methods=[method])
            return view

        return put


def _done(view: Callable[..., None]) -> Callable[..., Any]:
    @wraps(view)
    def done(**names: Any) -> Any:
        view(**names)
        return {"done": True}

    return done


class BadBody(TurboError, ValueError):
    """A request whose body is not what its description asks for."""


def check(value: Any, schema: Schema, name: str = "the body") -> Any:
    """The value if it fits; only those parts of JSON Schema that are used here."""
    if "anyOf" in schema:
        # `optional` is the only one that makes it: a schema or null.
        return value if value is None else check(value, schema["anyOf"][0], name)
    expected = schema.get("type")
    if expected is None:
        return value
    _CHECKS[expected](value, schema, name)
    if "enum" in schema and value not in schema["enum"]:
        raise BadBody(f"{name}: expected one of {', '.join(schema['enum'])}")
    return value


def check_letters(value: Any, name: str = "the body") -> Any:
    """The value, if every text in it can be kept and told. Half a surrogate pair cannot be written
    as UTF-8, neither into a store nor into an answer."""
    if isinstance(value, dict):
        for key, one in value.items():
            check_letters(key, name)
            check_letters(one, name)
    elif isinstance(value, list):
        for one in value:
            check_letters(one, name)
    elif isinstance(value, str) and any(
        0xD800 <= ord(letter) <= 0xDFFF or letter == "\0" for letter in value
    ):
        raise BadBody(f"{name}: expected text without broken letters")
    return value


def _check_object(value: Any, schema: Schema, name: str) -> None:
    if not isinstance(value, dict):
        raise BadBody(f"{name}: expected an object")
    fields = schema.get("properties", {})
    for key in schema.get("required", ()):
        if key not in value:
            raise BadBody(f"{name}: expected a field {key!r}")
    for key, one in value.items():
        if key not in fields:
            raise BadBody(f"{name}: expected only {', '.join(fields) or 'nothing'}")
        check(one, fields[key], key)


def _check_array(value: Any, schema: Schema, name: str) -> None:
    least, most = schema.get("minItems", 0), schema.get("maxItems", 10_000)
    if not isinstance(value, list) or not least <= len(value) <= most:
        raise BadBody(f"{name}: expected a list of {least} to {most}")
    for one in value:
        check(one, schema["items"], name)


def _check_string(value: Any, schema: Schema, name: str) -> None:
    least, most = schema.get("minLength", 0), schema.get("maxLength", 1_000_000)
    if not isinstance(value, str) or not least <= len(value) <= most:
        raise BadBody(f"{name}: expected text of {least} to {most} letters")
    check_letters(value, name)


def _check_integer(value: Any, schema: Schema, name: str) -> None:
    # For Python True is an integer; in JSON it is none, and as a match number it would be 1.
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadBody(f"{name}: expected a whole number")
    _check_range(value, schema, name)


def _check_number(value: Any, schema: Schema, name: str) -> None:
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise BadBody(f"{name}: expected a number")
    _check_range(value, schema, name)


def _check_range(value: float, schema: Schema, name: str) -> None:
    # Beyond that a browser's numbers skip some: what it showed would not be what was meant.
    low, high = schema.get("minimum", -(2**53)), schema.get("maximum", 2**53)
    if not low <= value <= high:
        raise BadBody(f"{name}: expected a number from {low} to {high}")


def _check_boolean(value: Any, _: Schema, name: str) -> None:
    if not isinstance(value, bool):
        raise BadBody(f"{name}: expected true or false")


_CHECKS: dict[str, Callable[[Any, Schema, str], None]] = {
    "object": _check_object,
    "array": _check_array,
    "string": _check_string,
    "integer": _check_integer,
    "number": _check_number,
    "boolean": _check_boolean,
}
