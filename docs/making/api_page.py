"""The API and its events, from the OpenAPI document that the server itself hands out."""

import json
import tempfile
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from docs.making import schemas
from turbo.game.record import Record
from turbo.solver import best_play
from turbo.storage.session import Session
from turbo.storage.store import Store
from web import create_app
from web.api.openapi import openapi_document
from web.api.schemas import SEEN, STATE
from web.auth.keys import make_keys

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
        "something needs the referee's: `POST /api/v1/sign-in`, then the cookie and the header",
        "`X-Turbo-Token`. A program brings a key instead (`Authorization: Bearer ...`), which the",
        "referee makes at `POST /api/v1/tokens`: to look, to see pictures too, or to referee.",
        "An address without `v1` is the first version's. What is refused is a *Problem*, as",
        "RFC 9457 has it, in `application/problem+json`.",
        "",
        "A table may call others: started with `--webhooks public`, it tells addresses on the",
        "internet of every ruling, with `--webhooks home` also those in the house, such as a home",
        "automation. Each word is signed, tried again and given up after a few minutes.",
        "",
        "## The stream of events",
        "",
        "`GET /api/v1/events` is a stream of server-sent events: `state` has the complete state,",
        "first at once and then after every change, so whoever lost the line is right again with",
        "the next message; `picture` the number of a new camera picture; `health` how the table is",
        "(a *Health*), whenever that changes. This was the stream of a small match when this page",
        "was made:",
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
    lines += ["## Documents", "", "What the operations below take and answer by name.", ""]
    for name, schema in document["components"]["schemas"].items():
        lines += [f"### {name}", "", schema.get("description", ""), "", *schemas.table(schema), ""]
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
    needed = {scheme for one in operation.get("security", ()) for scheme in one}
    who = "referee's PIN" if needed else "whoever may look"
    who = "the telephone that is the camera" if "camera" in needed else who
    lines += [f"*For*: {who}.", ""]
    for one in operation.get("parameters", ()):
        lines.append(f"- `{one['name']}` (in the {one['in']}): {schemas.kind(one['schema'])}")
    if body := operation.get("requestBody"):
        for media, one in body["content"].items():
            told = "Takes:" if media == "application/json" else f"Takes `{media}`."
            lines += ["", told, "", *schemas.table(one["schema"])]
    answer = operation["responses"]["200"].get("content", {})
    for media, one in answer.items():
        found = schemas.table(one["schema"])
        named = f", {schemas.kind(one['schema'])}" if "$ref" in one["schema"] else ""
        lines += ["", f"Answers `{media}`{named}{':' if found else '.'}", "", *found]
    refused = [code for code in operation["responses"] if code != "200"]
    if refused:
        lines += ["", f"May refuse with {', '.join(refused)}.", ""]
    return [*lines, ""]
