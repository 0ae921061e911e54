"""What `--json` prints: an example for each command, run while the book is made and held against
its schema."""

import contextlib
import io
import json
import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema_rs

from docs.making import schemas
from docs.making.answer_schemas import (
    CHECK,
    HINT,
    IMPORT,
    MATCHES,
    PLAY,
    READ,
    REFEREE,
    SHOW,
    WATCH,
)
from docs.making.commands import somebody
from turbo.commands.cli import main
from turbo.errors import TurboError
from web.api.operations import Schema

ROOT = Path(__file__).resolve().parents[2]
LIBRARY = ROOT / "docs" / "library"

RECORD = """players Ann, Bob @2026-11-16T20:15:00+00:00
round Ann
throw Ann b3 b4 b5 r1 k2 o7 o8 r* k12
table b3 b4
table b3 b4 b5
"""
POSITION = ("--table", "b3 b4 b5", "--hand", "r3 k3 o9")


@dataclass(frozen=True, slots=True)
class Answer:
    """A command with `--json`, its schema, and what it is run with for the example."""

    command: str
    arguments: tuple[str, ...]
    schema: Schema
    before: tuple[str, ...] = ()
    """A command that makes what this one shows."""

    def run(self) -> list[Any]:
        """What the command prints, one document a line; an error where it is not what the schema
        says."""
        with _somewhere():
            if self.before:
                _heard(list(self.before))
            told = _heard([self.command, *self.arguments, "--json"])
        found = [json.loads(line) for line in told.splitlines()]
        for one in found:
            jsonschema_rs.validate(self.schema, one)
        return found


@contextlib.contextmanager
def _somewhere() -> Iterator[None]:
    """A folder with the example's files, and a store of its own."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder), somebody():
        Path("short.turbo").write_text(RECORD)
        for path in (*LIBRARY.glob("*.jpg"), *LIBRARY.glob("*.mp4")):
            Path(path.name).symlink_to(path)
        os.environ["TURBO_STORE"] = str(Path(folder, "matches.db"))
        yield


def _heard(words: list[str]) -> str:
    heard = io.StringIO()
    with contextlib.redirect_stdout(heard):
        status = main(words)
    if status not in (0, 1):
        raise TurboError(f"expected an answer of turbo {' '.join(words)}, got status {status}")
    return heard.getvalue()


_KEPT = ("import", "short.turbo")

ANSWERS = (
    Answer("check", ("b3 b4 b5 / r3 . . / k3 . . | k5 k6",), CHECK),
    Answer("solve", POSITION, PLAY),
    Answer("hint", POSITION, HINT),
    Answer("referee", ("short.turbo",), REFEREE),
    Answer("read", ("table.jpg",), READ),
    Answer("watch", ("film.mp4", "--starter", "Ann"), WATCH),
    Answer("import", ("short.turbo",), IMPORT),
    Answer("matches", (), MATCHES, _KEPT),
    Answer("show", ("1", "--history"), SHOW, _KEPT),
)

NOT_SHOWN = {
    "analyse": "weighs a match that is over: `events` with the first player's `chance`, `luck` and"
    " `choice`, a `summary` of each player, and the `costliest` moments",
    "doctor": "says what this very machine has",
    "people": "rates those who have finished a match: under `die` and `tile` each one's `rating`"
    " and `deviation`, what was won and lost, streaks, and `against` whom",
    "rolls": "its fields are those of its table with commas: `turbo rolls --csv`",
    "replay": "needs evidence that a table has saved",
    "selftest": "writes a file of counts, at a table with dice",
}
"""Commands with `--json` that have no example here, each with its reason."""


def page() -> str:
    lines = [
        "# JSON of the commands",
        "",
        "With `--json` standard output is one JSON document and nothing else (`watch`: one a",
        "line). Each example is what the command printed when this page was made, and was held",
        "against the fields beside it. A fault or advice is everywhere the same: `rule`",
        "([the ids](rules-by-id.md)), `faces`, `cells` (island, row, column, from 0) and `message`",
        "in the chosen language.",
        "",
    ]
    for answer in ANSWERS:
        lines += _section(answer)
    lines += ["## Without an example", ""]
    lines += [f"- `turbo {name} --json` {why}" for name, why in NOT_SHOWN.items()]
    return "\n".join(lines)


def _section(answer: Answer) -> list[str]:
    words = " ".join(f"'{one}'" if " " in one else one for one in answer.arguments)
    told = answer.run()
    note = []
    for image in (image for one in told for image in one.get("images", ())):
        # A picture has a dozen dice: two of them show what the fields are.
        image["dice"], note = image["dice"][:2], ["", "(the first two dice of the picture)"]
    return [
        f"## turbo {answer.command} --json",
        "",
        *schemas.table(answer.schema),
        "",
        "```text",
        f"$ turbo {answer.command} {words} --json".replace("  ", " "),
        "```",
        "",
        "```json",
        *(line for one in told for line in _spread(one)),
        "```",
        *note,
        "",
    ]


def _spread(document: Any) -> list[str]:
    return json.dumps(document, ensure_ascii=False, indent=1).splitlines()
