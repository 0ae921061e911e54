"""Topics and payloads of the feed, from the schemas that check every message."""

import json
from typing import Any

from docs.making import schemas
from turbo.mqtt.messages import KINDS, ROOT, schema


def page() -> str:
    lines = [
        "# Topics and payloads on MQTT",
        "",
        "From the JSON Schemas in `turbo/mqtt/schema`, which every message is held against when it",
        "is told and when it is taken in. What it all is for, and an example of each: [the",
        "feed](../../feed.md).",
        "",
    ]
    lines += ["| topic | who tells | retained | what |", "|---|---|---|---|"]
    lines += [_row(kind, schema(kind)) for kind in KINDS]
    lines += [PRESS, ""]
    for kind in KINDS:
        lines += _section(kind, schema(kind))
    return "\n".join(lines)


def topic(kind: str) -> str:
    return f"{ROOT}/HALL/hall" if kind == "hall" else f"{ROOT}/HALL/TABLE/{kind}"


PRESS = (
    "| `turbo/1/HALL/TABLE/press` | anybody who may | no | `pause`, `resume`, `referee`; only with"
    " `--home-assistant buttons` |"
)
"""One word and no document."""


def _row(kind: str, told: dict[str, Any]) -> str:
    retained = "yes" if told["x-retained"] else "no"
    return f"| `{topic(kind)}` | {told['x-told-by']} | {retained} | {told['title']} |"


def _section(kind: str, told: dict[str, Any]) -> list[str]:
    head = [f"## {topic(kind)}", "", f"**{told['title']}.** {told.get('description', '')}", ""]
    examples = (json.dumps(one, indent=1, ensure_ascii=False) for one in told.get("examples", ()))
    shown = [line for one in examples for line in ("```json", *one.splitlines(), "```", "")]
    return [*head, *schemas.table(told), "", *shown]
