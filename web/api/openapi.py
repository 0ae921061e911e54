"""The OpenAPI document, made of the descriptions that the operations carry."""

import re
from typing import Any

from flask import Flask

from web.api.named import EVENTS, MEANING, NAMED, TAGS, examples
from web.api.operations import STRING, Operation, Schema
from web.api.problems import MEDIA
from web.auth.keys import Role

_WORDS = {
    400: "What came cannot be used; the line says what was expected.",
    401: "This needs a PIN.",
    403: "This needs the referee PIN, or the token of the session (`X-Turbo-Token`).",
    404: "There is nothing of that name.",
    409: "This cannot be done now.",
    413: "The body is too large.",
    415: "The body must be JSON.",
    429: "Too many tries: come back later (`Retry-After`).",
    503: "Too many watch already, or the disk is full: come back later.",
}


def openapi_document(app: Flask) -> dict[str, Any]:
    paths: dict[str, Any] = {}
    # In the order of addresses, not of imports: two descriptions can be compared line by line.
    for rule in sorted(app.url_map.iter_rules(), key=lambda rule: rule.rule):
        operation = getattr(app.view_functions[rule.endpoint], "operation", None)
        if not isinstance(operation, Operation):
            continue
        path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
        # Flask adds these to every route by itself: they are no operations of ours.
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            described = _operation(operation, rule.endpoint, rule.rule)
            paths.setdefault(path, {})[method.lower()] = described
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Turbo referee",
            "version": "1",
            "description": "See the table, the score and the rulings, and set them right.",
        },
        "tags": [{"name": name, "description": words} for name, words in TAGS.items()],
        "paths": paths,
        "components": {
            "schemas": {
                name: _described(name, schema) for name, schema in (NAMED | EVENTS).items()
            },
            "securitySchemes": {
                "cookie": {"type": "apiKey", "in": "cookie", "name": "turbo"},
                "token": {"type": "apiKey", "in": "header", "name": "X-Turbo-Token"},
                "bearer": {"type": "http", "scheme": "bearer"},
                "camera": {"type": "apiKey", "in": "header", "name": "X-Turbo-Camera"},
            },
        },
    }


_NAMES = {id(schema): name for name, schema in NAMED.items()}
"""A schema that has a name is the same object wherever it is used."""


def _described(name: str, schema: Schema) -> Schema:
    found = {key: referring(value) for key, value in schema.items()}
    if name in MEANING:
        found["description"] = MEANING[name]
    if name in examples():
        found["examples"] = [examples()[name]]
    return found


def referring(schema: Any) -> Any:
    """The schema with a reference wherever a named one is meant."""
    if isinstance(schema, dict):
        if (name := _NAMES.get(id(schema))) is not None:
            return {"$ref": f"#/components/schemas/{name}"}
        return {key: referring(value) for key, value in schema.items()}
    return [referring(one) for one in schema] if isinstance(schema, list) else schema


def _operation(operation: Operation, endpoint: str, rule: str) -> dict[str, Any]:
    found: dict[str, Any] = {
        "operationId": endpoint.replace(".", "_"),
        "tags": [endpoint.partition(".")[0]],
        "summary": operation.summary,
        "responses": _responses(operation, has_path="<" in rule),
    }
    parameters = _path_parameters(rule) + [
        {"name": name, "in": "query", "required": False, "schema": schema}
        for name, schema in operation.query.items()
    ]
    if parameters:
        found["parameters"] = parameters
    if operation.body is not None:
        content = {operation.takes: {"schema": referring(operation.body)}}
        found["requestBody"] = {"required": True, "content": content}
    if operation.by_camera:
        found["security"] = [{"camera": []}]
    if operation.role is Role.REFEREE:
        needed: dict[str, list[str]] = {"cookie": []}
        if operation.body is not None:
            needed["token"] = []
        found["security"] = [needed] if operation.for_people else [needed, {"bearer": []}]
    return found


def _path_parameters(rule: str) -> list[dict[str, Any]]:
    found = []
    for kind, name in re.findall(r"<(?:(\w+):)?(\w+)>", rule):
        schema: Schema = dict(STRING)
        if kind == "int":
            schema = {"type": "integer", "minimum": 0, "maximum": 2**31 - 1}
        # Dice that no camera follows have numbers below nought (`web.match.shown`).
        if kind == "number":
            schema = {"type": "integer", "minimum": -999_999, "maximum": 2**31 - 1}
        found.append({"name": name, "in": "path", "required": True, "schema": schema})
    return found


def _responses(operation: Operation, *, has_path: bool) -> dict[str, Any]:
    content: dict[str, Any] = {}
    if operation.answer is not None:
        content = {"content": {operation.media: {"schema": referring(operation.answer)}}}
    found: dict[str, Any] = {"200": {"description": "The answer.", **content}}
    codes = {*operation.errors}
    codes |= {404} if has_path else set()
    codes |= {400, 403, 413, 415} if operation.body is not None else set()
    # Any request may come with a wrong key, and wrong keys are counted like PINs.
    codes |= {401, 429} | ({403} if operation.for_people else set())
    codes |= {400} if operation.query else set()
    for code in sorted(codes):
        error = {MEDIA: {"schema": {"$ref": "#/components/schemas/Problem"}}}
        found[str(code)] = {"description": _WORDS[code], "content": error}
    return found
