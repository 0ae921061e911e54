"""Every operation of the API says what it takes, what it answers and who may use it.

The description is what counts: the guard refuses whoever may not, the body is checked against the
schema, and the OpenAPI document is made of the same values. A view of the API without a
description cannot be reached.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from enum import IntEnum, StrEnum
from functools import wraps
from inspect import Parameter, getdoc, signature
from types import NoneType
from typing import Annotated, Any, Literal, Protocol, TypeVar, get_args, get_origin, get_type_hints

from flask import Blueprint, g, request

from turbo.errors import TurboError
from turbo.game.record import LONGEST_NAME
from web.auth.keys import Role

Schema = dict[str, Any]
View = TypeVar("View", bound=Callable[..., Any])


class Put(Protocol):
    """What puts a view under its address."""

    def __call__(self, view: View, /) -> View: ...


class TypeSchema(dict[str, Any]):
    """A schema that may stand beside a type, which is hashed then: each is itself alone."""

    __hash__ = object.__hash__  # type: ignore[assignment]


def whole(least: int, most: int) -> Schema:
    return TypeSchema(type="integer", minimum=least, maximum=most)


def letters(most: int, least: int = 0) -> Schema:
    found = TypeSchema(type="string", maxLength=most)
    return TypeSchema(found, minLength=least) if least else found


def said(shape: Any, words: str) -> Schema:
    """A shape, with what it means where its name does not say it."""
    return TypeSchema(schema_of(shape), description=words)


STRING: Schema = {"type": "string"}
BOOLEAN: Schema = {"type": "boolean"}
INTEGER: Schema = {"type": "integer"}
NUMBER: Schema = {"type": "number"}
# What clients that were generated in other languages hold in their usual integer.
COUNT = whole(0, 2**31 - 1)
FACE: Schema = TypeSchema(
    type="string",
    pattern=r"^([krbo](1[0-3]|[1-9]|\*)|\*[dcm]|\?)$",
    description="A face such as b3, k13 or r*; *d, *c and *m are jokers of one edition;"
    " ? for a face that nobody could read.",
)
# A whole table of the largest edition, 160 tiles, has under 1,000 letters.
LINE = letters(2000, 1)
NAME = letters(LONGEST_NAME, 1)

Count = Annotated[int, COUNT]
FaceWord = Annotated[str, FACE]
Line = Annotated[str, LINE]
Name = Annotated[str, NAME]
Notation = Annotated[str, letters(2000)]
"""The same as types: of what views take, and of the fields of what they answer."""

_TYPES = {str: STRING, bool: BOOLEAN, int: INTEGER, float: NUMBER}


def schema_of(shape: Any) -> Schema:
    """What a type of Python says of a value: `str`, `list[str]`, `int | None`, an enumeration, or a
    dataclass by its fields; one of which more is known is `Annotated` with a schema. A list of one
    shape is a list of such values, and a schema is one already."""
    if isinstance(shape, dict):
        return shape
    if isinstance(shape, list):
        return array(shape[0])
    kind, parts = get_origin(shape), get_args(shape)
    if kind is Annotated:
        return schema_of(parts[1])
    if shape in _TYPES:
        return _TYPES[shape]
    if kind is Literal:
        return one_of(*parts)
    if kind in (list, tuple):
        size = 0 if kind is list or parts[-1] is Ellipsis else len(parts)
        return array(parts[0], size, size or None)
    if NoneType in parts:
        return optional(parts[0])
    return one_of(*shape) if issubclass(shape, StrEnum) else fields_of(shape)


def fields_of(shape: type, **more: Any) -> Schema:
    """A dataclass as `asdict` tells it; `more` are fields beside its own, or instead of them."""
    assert is_dataclass(shape), shape
    hints = get_type_hints(shape, include_extras=True)
    return document({one.name: hints[one.name] for one in fields(shape)} | more)


def array(items: Any, least: int = 0, most: int | None = None) -> Schema:
    found = TypeSchema(type="array", items=schema_of(items))
    if least:
        found["minItems"] = least
    if most is not None:
        found["maxItems"] = most
    return found


def optional(shape: Any) -> Schema:
    return TypeSchema(anyOf=[schema_of(shape), {"type": "null"}])


def one_of(*values: str) -> Schema:
    return TypeSchema(type="string", enum=list(values))


def document(
    needed: Mapping[str, Any] | None = None, also: Mapping[str, Any] | None = None, /, **fields: Any
) -> Schema:
    """An object with these fields and no others; `also` are those that may be missing."""
    required = {**(needed or {}), **fields}
    found = TypeSchema(
        type="object",
        properties={name: schema_of(one) for name, one in {**required, **(also or {})}.items()},
        additionalProperties=False,
    )
    if required:
        found["required"] = list(required)
    return found


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation: who may use it, what it takes and what it answers."""

    summary: str
    role: IntEnum
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


DONE = document(done=bool)
"""What is answered where there is nothing to tell."""
FILE: Schema = {"type": "string", "format": "binary"}


@dataclass(frozen=True, slots=True)
class FileKind:
    """A file as an answer."""

    media: str
    schema: Schema = field(default_factory=lambda: FILE)
    is_picture: bool = False


JPEG, PDF = FileKind("image/jpeg", is_picture=True), FileKind("application/pdf")


class ApiRoom(Blueprint):
    """A subject of the API: its views, each under its address together with its description.

    What a view takes besides the names in its address is what it is asked for: with GET in the
    query, with POST in the body; what it does says the first part of its docstring. `refuses` is
    with what status changes are refused here."""

    roles: Any = Role
    """Who there is at the site."""

    def __init__(self, name: str, *refuses: int) -> None:
        super().__init__(name, __name__)
        self._refuses = refuses

    def stranger(self, way: str, answer: Any = DONE, **more: Any) -> Put:
        return self.described(self.roles.STRANGER, way, answer, **more)

    def viewer(self, way: str, answer: Any = DONE, **more: Any) -> Put:
        return self.described(self.roles.VIEWER, way, answer, **more)

    def referee(self, way: str, answer: Any = DONE, **more: Any) -> Put:
        return self.described(self.roles.REFEREE, way, answer, **more)

    def described(self, role: IntEnum, way: str, answer: Any, **more: Any) -> Put:
        """`way`: the method and the address, such as `GET /api/me`."""
        method, path = way.split()
        more = {"errors": self._refuses if method == "POST" else (), **more}
        if isinstance(answer, FileKind):
            more |= {"media": answer.media, "is_picture": answer.is_picture}
            answer = answer.schema

        def put(view: View) -> View:
            asked = _asked(view, path)
            if method == "POST":
                taken = {"body": asked, **more}
            else:
                taken = {**more, "query": {**asked["properties"], **more.get("query", {})}}
            operation = Operation(_summary(view), role, schema_of(answer), **taken)
            shown = _answering(view, operation, asked["properties"])
            shown.operation = operation  # type: ignore[attr-defined]
            self.add_url_rule(versioned(path), view_func=shown, methods=[method])
            return view

        return put


def _summary(view: Callable[..., Any]) -> str:
    said = getdoc(view)
    assert said, f"expected a docstring that says what {view.__name__} does"
    return " ".join(said.split("\n\n")[0].split())


def _asked(view: Callable[..., Any], path: str) -> Schema:
    """What a view takes that does not stand in its address; what has a default may be missing."""
    hints = get_type_hints(view, include_extras=True)
    needed, also = {}, {}
    for name, one in signature(view).parameters.items():
        if re.search(rf"[<:]{name}>", path):
            continue
        if one.default is Parameter.empty:
            needed[name] = hints[name]
        else:
            # None stands for what is missing: nobody need say that there is nothing.
            also[name] = get_args(hints[name])[0] if one.default is None else hints[name]
    return document(needed, also)


def _answering(
    view: Callable[..., Any], operation: Operation, asked: Mapping[str, Schema]
) -> Callable[..., Any]:
    hints = get_type_hints(view)

    @wraps(view)
    def answering(**names: Any) -> Any:
        sent = request.args if operation.body is None else g.body
        # The guard has checked all of it.
        given = {name: _typed(sent[name], hints[name]) for name in asked if name in sent}
        found = view(**names, **given)
        return {"done": True} if operation.answer is DONE else found

    return answering


def _typed(sent: Any, kind: Any) -> Any:
    """As the view takes it: in a query all is text."""
    if not isinstance(sent, str):
        return sent
    kinds = get_args(kind) or (kind,)
    if bool in kinds:
        return sent == "true"
    if int in kinds:
        return int(sent)
    return kind(sent) if isinstance(kind, type) and issubclass(kind, StrEnum) else sent


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


def _check_number(value: Any, schema: Schema, name: str) -> None:
    kind, words = (int, "whole number") if schema["type"] == "integer" else (int | float, "number")
    # For Python True is an integer; in JSON it is none, and as a match number it would be 1.
    if not isinstance(value, kind) or isinstance(value, bool):
        raise BadBody(f"{name}: expected a {words}")
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
    "integer": _check_number,
    "number": _check_number,
    "boolean": _check_boolean,
}
