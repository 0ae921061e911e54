"""The statements of a match record, from the table that reads them."""

from dataclasses import fields

from docs.making.configuration import field_notes
from turbo.game.editions import PieceKind
from turbo.game.match import Options
from turbo.game.record import STATEMENTS, Line, Record
from turbo.game.statements import read_statement

EXAMPLES = {
    "round": ("round Ann",),
    "begin": ("begin table b3 b4 b5", "begin Ann k2 o7 o8"),
    "throw": ("throw Ann b3 b4 b5 r1 k2 o7 o8 r* k12", "throw Ann b3 b4 ?"),
    "rethrow": ("rethrow Ann b3 b4 b5 r1 k2 o7 o8 r* o1",),
    "table": ("table b3 b4 b5 / r3 . . / k3 . . | k8 r8 o8",),
    "pass": ("pass",),
    "correct": ("correct Ann b3 b4 b5 r1 k2 o7 o8 r* k12", "correct table b3 b4 b5"),
    "overrule": ("overrule we agreed on it",),
    "score": ("score Ann 24 out", "score Bob 0 block"),
    "resign": ("resign Bob",),
    "end": ("end it is late",),
    "pause": ("pause",),
    "resume": ("resume",),
}
"""At least one for every statement: the book cannot be made where one is missing."""

TILE_HEAD = "edition original-goliath\nplayers Ann, Bob, Cid\nround Ann\n"
OF_TILES = {
    "round": ("round Bob",),
    "begin": ("begin table k10 r10 o10", "begin Ann 3 out"),
    "table": ("table k10 r10 o10 | b4 b5 b6",),
    "played": ("played b4 b5 b6", "played 3 out"),
    "draw": ("draw",),
    "pass": ("pass",),
    "penalty": ("penalty 3", "penalty 3 table k10 r10 o10"),
    "return": ("return k1 k2",),
    "redeal": ("redeal Ann b3 b3 r8 r8 o10 o10",),
    "rack": ("rack Bob k5 r*",),
    "correct": ("correct Ann 12", "correct table k10 r10 o10"),
    "option": ("option time=90",),
    "overrule": ("overrule we agreed on it",),
    "score": ("score Ann 24, Bob -5, Cid -19 out",),
    "resign": ("resign Bob",),
    "leave": ("leave Bob",),
    "end": ("end it is late",),
    "pause": ("pause",),
    "resume": ("resume",),
}
"""The same for records of tiles."""


def page() -> str:
    lines = [
        "# Statements of a match record",
        "",
        "A record is a text file, one statement a line; `#` starts a comment. These are the",
        "statements that the reader knows, each with what it was read as when this page was made.",
        "How they are judged stands in [the rules](../../rules.md#match-records).",
        "",
        "## First of all",
        "",
        "- `players NAME, NAME`",
        "- `option NAME` or `option NAME=N`, before the first round:",
        *(f"    - `{name}`: {note}" for name, note in _options()),
        "- `tag KEY VALUE`, before the first round: what people want to keep",
        "",
    ]
    for name in STATEMENTS[PieceKind.DIE]:
        lines += _section(name)
    lines += [
        "## Records of tiles",
        "",
        "Those of the [tile editions](../../editions.md) begin with `edition NAME`, before the",
        "players.",
        "",
    ]
    for name in STATEMENTS[PieceKind.TILE]:
        lines += _tile_section(name)
    return "\n".join(lines)


def _options() -> list[tuple[str, str]]:
    notes = field_notes(Options)
    found = []
    for one in fields(Options):
        name = one.name.replace("_", "-")
        found.append((name if one.type is bool else f"{name}=N", notes[one.name]))
    return found


def _section(name: str) -> list[str]:
    lines = [f"## {name}", ""]
    for example in EXAMPLES[name]:
        event = read_statement(Line(example, 1, ("Ann", "Bob")), PieceKind.DIE)
        said = " ".join((type(event).__doc__ or "").split())
        lines += ["```text", example, "```", "", f"`{type(event).__name__}`: {said}", ""]
    return lines


def _tile_section(name: str) -> list[str]:
    lines = [f"### tiles: {name}", ""]
    for example in OF_TILES[name]:
        act = Record.parse(f"{TILE_HEAD}{example}").statements[-1].event
        said = " ".join((type(act).__doc__ or "").split())
        lines += ["```text", example, "```", "", f"`{type(act).__name__}`: {said}", ""]
    return lines
