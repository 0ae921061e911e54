"""The API and its events, from the OpenAPI document that the server itself hands out."""

import json
import tempfile
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from docs.making import schemas
from turbo.game.record import Record
from turbo.keeping.session import Session
from turbo.keeping.store import Store
from turbo.solver import best_play
from web import create_app
from web.api.openapi import openapi_document
from web.api.schemas import SEEN, STATE
from web.door.keys import make_keys

MATCH = """players Ann, Bob
round Ann
throw Ann b3 b4 b5 r3 k3 o7 o8 r* k12
table b3 b4 b5 / r3 . . / k3 . .
throw Bob b6 k9 r9 o9 r12 b13 o4 r5 b7
"""
NOW = datetime(2026, 11, 16, 20, 15, tzinfo=UTC)


def page() -> str:
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "matches.db") as store:
        number = store.import_record(Record.parse(MATCH), NOW)
        session = Session(store, number)
        app = create_app(session, store, keys=make_keys("271828"), search=best_play)
        client = app.test_client()
        told = {path: client.get(path) for path in ("/api/state", "/api/events?once=true")}
        return _page(openapi_document(app), {path: one.text for path, one in told.items()})


def _page(document: Mapping[str, Any], told: Mapping[str, str]) -> str:
    lines = [
        "# The API and its events",
        "",
        "Made from the OpenAPI document, which a running table hands out at `/api/openapi.json`:",
        "the same values check what comes in and what goes out. The dashboard uses nothing else.",
        "Whoever looks needs nothing (or the viewing PIN, where one is set); whoever changes",
        "something needs the referee's: `POST /api/sign-in`, then the cookie and the header",
        "`X-Turbo-Token`.",
        "",
        "## The stream of events",
        "",
        "`GET /api/events` is a stream of server-sent events: `state` carries the complete state,",
        "first at once and then after every change, so whoever lost the line is right again with",
        "the next message; `picture` the number of a new camera picture. This was the stream of a",
        "small match when this page was made:",
        "",
        *_stream(told["/api/events?once=true"]),
        "",
        "### What a state holds",
        "",
        *schemas.table(STATE),
        "",
        "### What was seen on a picture",
        "",
        *schemas.table(SEEN),
        "",
    ]
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            lines += _operation(method.upper(), path, operation)
    return "\n".join(lines)


def _stream(text: str) -> list[str]:
    """The lines as they came, and the state that they carried spread out for people."""
    head, _, data = text.partition("data: ")
    state = json.loads(data.partition("\n")[0])
    return [
        "```text",
        *head.splitlines(),
        "data: (one line of JSON)",
        "```",
        "",
        "That line of JSON, spread out:",
        "",
        "```json",
        *json.dumps(state, indent=1, ensure_ascii=False).splitlines(),
        "```",
    ]


def _operation(method: str, path: str, operation: Mapping[str, Any]) -> list[str]:
    lines = [f"## {method} {path}", "", operation["summary"], ""]
    who = "referee's PIN" if operation.get("security") else "whoever may look"
    lines += [f"*For*: {who}.", ""]
    for one in operation.get("parameters", ()):
        lines.append(f"- `{one['name']}` (in the {one['in']}): {schemas.kind(one['schema'])}")
    if body := operation.get("requestBody"):
        schema = body["content"]["application/json"]["schema"]
        lines += ["", "Takes:", "", *schemas.table(schema)]
    answer = operation["responses"]["200"].get("content", {})
    for media, one in answer.items():
        found = schemas.table(one["schema"])
        lines += ["", f"Answers `{media}`{':' if found else '.'}", "", *found]
    refused = [code for code in operation["responses"] if code != "200"]
    if refused:
        lines += ["", f"May refuse with {', '.join(refused)}.", ""]
    return [*lines, ""]
