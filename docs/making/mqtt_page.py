"""Topics and payloads of the feed, from the schemas that check every message."""

import json
from importlib import resources
from typing import Any

from docs.making import schemas
from turbo.mqtt.messages import KINDS, ROOT


def page() -> str:
    lines = [
        "# Topics and payloads on MQTT",
        "",
        "From the JSON Schemas in `turbo/mqtt/schema`, which every message is held against when it",
        "is told and when it is taken in. What it all is for, and an example of each: [the",
        "feed](../../feed.md).",
        "",
    ]
    for kind in KINDS:
        lines += _section(kind, json.loads(_schema(kind)))
    return "\n".join(lines)


def _schema(kind: str) -> str:
    return resources.files("turbo.mqtt").joinpath(f"schema/{kind}.json").read_text("utf-8")


def topic(kind: str) -> str:
    return f"{ROOT}/HALL/hall" if kind == "hall" else f"{ROOT}/HALL/TABLE/{kind}"


def _section(kind: str, schema: dict[str, Any]) -> list[str]:
    head = [f"## {topic(kind)}", "", f"**{schema['title']}.** {schema.get('description', '')}", ""]
    return [*head, *schemas.table(schema), ""]
