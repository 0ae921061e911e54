"""JSON Schemas as tables: one row a field, with what it may hold."""

from collections.abc import Iterator, Mapping
from typing import Any

Schema = Mapping[str, Any]

DEEPEST = 6
"""Levels of fields that are spelled out; nothing of ours is deeper."""


def table(schema: Schema) -> list[str]:
    """A table in Markdown; nothing for what has no fields."""
    rows = list(_rows(schema, "", 0))
    if not rows:
        return []
    return ["| field | holds | |", "|---|---|---|", *rows]


def _rows(schema: Schema, path: str, depth: int) -> Iterator[str]:
    schema = _whole(schema)
    required = set(schema.get("required", ()))
    if depth > DEEPEST:
        return
    for name, one in schema.get("properties", {}).items():
        here = f"{path}{name}"
        always = "" if name in required else "may be missing. "
        said = cell(f"{always}{_whole(one).get('description', '')}")
        yield f"| `{here}` | {cell(kind(one))} | {said} |"
        yield from _rows(one, f"{here}{_step(one)}.", depth + 1)
    if "items" in schema and not path:
        yield from _rows(schema["items"], "[].", depth + 1)


def _whole(schema: Schema) -> Schema:
    """What there is when there is something: 'or null' is said in the second column. A list's
    fields are those of its items."""
    if "anyOf" in schema or "oneOf" in schema:
        choices = schema.get("anyOf") or schema["oneOf"]
        rest = [one for one in choices if one.get("type") != "null"]
        schema = {**schema, **(rest[0] if len(rest) == 1 else {})}
    if schema.get("type") == "array" and "properties" in _items(schema):
        return {
            **_items(schema),
            **({"description": schema["description"]} if "description" in schema else {}),
        }
    return schema


def _items(schema: Schema) -> Schema:
    found = schema.get("items", {})
    return found if isinstance(found, Mapping) else {}


def _step(schema: Schema) -> str:
    return "[]" if "array" in kind(schema) or "list" in kind(schema) else ""


def kind(schema: Schema) -> str:
    """In a few words what fits."""
    if "const" in schema:
        return f"`{schema['const']}`"
    if "enum" in schema:
        return " or ".join(f"`{one}`" for one in schema["enum"])
    if "anyOf" in schema or "oneOf" in schema:
        choices = schema.get("anyOf") or schema["oneOf"]
        return " or ".join(dict.fromkeys(kind(one) for one in choices))
    if "$ref" in schema:
        return f"*{schema['$ref'].rpartition('/')[2]}*"
    told = schema.get("type", "anything")
    if isinstance(told, list):
        return " or ".join(told)
    if told == "array":
        return f"list of {kind(_items(schema))}" if _items(schema) else "list"
    if "pattern" in schema:
        return f"{told} `{schema['pattern']}`"
    least, most = schema.get("minimum"), schema.get("maximum")
    return told if least is None or most is None else f"{told}, {least} to {most}"


def cell(text: str) -> str:
    """Text that a table's cell can hold."""
    return " ".join(text.split()).replace("|", "\\|")
