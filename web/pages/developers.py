"""What programs can ask of the table, for people: the OpenAPI document drawn as a page."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class ApiLine:
    """One operation: how it is called, what it does, for whom, and the fields of both ways."""

    method: str
    path: str
    summary: str
    who: str
    takes: tuple[str, ...]
    answers: tuple[str, ...]


def groups(document: Mapping[str, Any]) -> list[tuple[str, str, list[ApiLine]]]:
    """Every subject that has operations: its name, what it is about, and they."""
    found: dict[str, list[ApiLine]] = {}
    for path, methods in document["paths"].items():
        for method, one in methods.items():
            found.setdefault(one["tags"][0], []).append(_line(method.upper(), path, one))
    return [(tag["name"], tag["description"], found[tag["name"]]) for tag in document["tags"]]


def _line(method: str, path: str, one: Mapping[str, Any]) -> ApiLine:
    asked = tuple(parameter["name"] for parameter in one.get("parameters", ()))
    takes = (*asked, *_fields(one.get("requestBody", {})))
    answers = tuple(_fields(one["responses"]["200"]))
    return ApiLine(method, path, one["summary"], _who(one), takes, answers)


def _who(one: Mapping[str, Any]) -> str:
    needed = {scheme for way in one.get("security", ()) for scheme in way}
    if "camera" in needed:
        return "the telephone that is the camera"
    return "the referee" if needed else "whoever may look"


def _fields(body: Mapping[str, Any]) -> Iterator[str]:
    """The names of a document's fields, or of the document, or what kind of file it is."""
    for media, content in body.get("content", {}).items():
        schema = content["schema"]
        if "properties" in schema:
            yield from schema["properties"]
        else:
            yield str(schema.get("$ref", media)).rpartition("/")[2]
