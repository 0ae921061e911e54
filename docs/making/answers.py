"""What `--json` prints: a schema for each command, and an example that is run while the book is
made and held against it."""

import contextlib
import io
import json
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema_rs

from docs.making import schemas
from turbo.commands.cli import main
from turbo.errors import TurboError
from vision.reading.answer import SENTENCES
from web.api.operations import (
    BOOLEAN,
    FACE,
    INTEGER,
    NUMBER,
    STRING,
    Schema,
    array,
    document,
    one_of,
    optional,
)
from web.api.schemas import FAULT, VERDICT

ROOT = Path(__file__).resolve().parents[2]

_NUMBER_OR_JOKER: Schema = {
    "anyOf": [
        {"type": "integer", "minimum": 1, "maximum": 13},
        {"const": "joker"},
        {"type": "null"},
    ]
}
_POINT = array(NUMBER, 2, 2)
_FACES = array(FACE)
_READING = {
    "number": _NUMBER_OR_JOKER,
    "colour": optional(one_of("black", "red", "blue", "orange")),
    "confidence": NUMBER,
}
_COUNTS: Schema = {
    "type": "object",
    "description": "By the players' names.",
    "additionalProperties": INTEGER,
}
_ROUND = document(
    {"winner": optional(STRING), "by": one_of("out", "block"), "scores": _COUNTS},
    {"points": INTEGER},
)


def _said(schema: Schema, words: str) -> Schema:
    return {**schema, "description": words}


CHECK = document(
    {
        "legal": _said(optional(BOOLEAN), "null: only an unread die stands between it and legal."),
        "sets": array(
            document(
                {
                    "kind": one_of("group", "run"),
                    "faces": _FACES,
                    "readings": _said(array(array(STRING)), "What every die of it may stand for."),
                }
            )
        ),
        "faults": array(FAULT),
    },
    {"advice": _said(array(FAULT), "Editions with tiles only.")},
)
PLAY = document(
    {
        "played": _said(_FACES, "Empty when there is no play."),
        "layout": _said(STRING, "The table after it, in the notation."),
        "proved": _said(BOOLEAN, "The search was exhaustive."),
    }
)
REFEREE = document(
    {
        "edition": STRING,
        "players": array(STRING),
        "rulings": array(
            document(
                {
                    "line": INTEGER,
                    "player": optional(STRING),
                    "verdict": VERDICT,
                    "faults": array(FAULT),
                    "advice": array(FAULT),
                },
                {"proved": _said(BOOLEAN, "Of a pass over which a play was searched for.")},
            )
        ),
        "rounds": _said(array(_ROUND), "The finished ones."),
        "totals": _COUNTS,
        "wins": _COUNTS,
        "winner": _said(optional(STRING), "null until the match is finished, and for a draw."),
        "finished": BOOLEAN,
    }
)
READ = document(
    {
        "images": array(
            document(
                {
                    "image": _said(STRING, "The path as it was given."),
                    "layout": _said(
                        STRING, "The table's dice as they lie; all dice, where no zones are known."
                    ),
                    "dice": array(
                        document(
                            {
                                "x": NUMBER,
                                "y": NUMBER,
                                **_READING,
                                "corners": array(_POINT, 4, 4),
                                "also": _said(
                                    array(document(_READING)),
                                    "Other readings that are worth naming.",
                                ),
                            },
                        )
                    ),
                    "doubtful": array(
                        document(
                            {
                                "reason": one_of(*SENTENCES),
                                "dice": _said(array(INTEGER), "Places in `dice`, from 0."),
                            }
                        )
                    ),
                }
            )
        )
    }
)


@dataclass(frozen=True, slots=True)
class Answer:
    """A command with `--json`, its schema, and what it is run with for the example."""

    command: str
    arguments: tuple[str, ...]
    schema: Schema
    record: str = ""

    def run(self) -> str:
        """What the command prints; an error where it is not what the schema says."""
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "short.turbo").write_text(self.record)
            heard = io.StringIO()
            with contextlib.chdir(folder), contextlib.redirect_stdout(heard):
                status = main([self.command, *self.arguments, "--json"])
        if status not in (0, 1):
            raise TurboError(f"expected an answer of turbo {self.command}, got status {status}")
        jsonschema_rs.validate(self.schema, json.loads(heard.getvalue()))
        return heard.getvalue()


RECORD = """players Ann, Bob
round Ann
throw Ann b3 b4 b5 r1 k2 o7 o8 r* k12
table b3 b4
table b3 b4 b5
"""
PICTURE = "table.jpg"
"""Drawn by the twin (`make pictures`), kept beside the recipes."""

ANSWERS = (
    Answer("check", ("b3 b4 b5 / r3 . . / k3 . . | k5 k6",), CHECK),
    Answer("solve", ("--table", "b3 b4 b5", "--hand", "r3 k3 o9"), PLAY),
    Answer("referee", ("short.turbo",), REFEREE, RECORD),
    Answer("read", (os.fspath(ROOT / "docs/library" / PICTURE),), READ),
)


def page() -> str:
    lines = [
        "# JSON of the commands",
        "",
        "With `--json` standard output is one JSON document and nothing else. Each example is what",
        "the command printed when this page was made, and was held against the fields beside it. A",
        "fault or advice is everywhere the same: `rule` ([the ids](rules-by-id.md)), `faces`,",
        "`cells` (island, row, column, from 0) and `message` in the chosen language.",
        "",
    ]
    for answer in ANSWERS:
        lines += _section(answer)
    return "\n".join(lines)


def _section(answer: Answer) -> list[str]:
    shown = answer.run().replace(os.fspath(ROOT / "docs/library") + "/", "")
    words = " ".join(
        f"'{one}'" if " " in one or "|" in one else Path(one).name for one in answer.arguments
    )
    # A picture has a dozen dice: two of them show what the fields are.
    told: Any = json.loads(shown)
    for image in told.get("images", ()):
        image["dice"] = image["dice"][:2]
    note = ["", "(the first two dice of the picture)"] if "images" in told else []
    return [
        f"## turbo {answer.command} --json",
        "",
        *schemas.table(answer.schema),
        "",
        "```text",
        f"$ turbo {answer.command} {words} --json",
        "```",
        "",
        "```json",
        *json.dumps(told, ensure_ascii=False, indent=1).splitlines(),
        "```",
        *note,
        "",
    ]
