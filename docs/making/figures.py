"""The page of figures: what `make bench` printed and kept, beside what others say of themselves."""

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "figures"

SUBJECTS = {
    "core": "Rules: layouts judged, matches refereed",
    "oracle": "Rules and solver against slow independent checkers",
    "storage": "Storage: lists of many matches, events fed to long ones",
    "solver": "Solver: the best play, beside another solver on the same positions",
    "layout": "Layouts read from untidy scenes",
    "vision": "Recognition: dice read, and how long a picture takes",
    "board": "The board: presses on a bad line",
    "live": "The live table: rounds told before cameras that err",
    "twin": "The twin: matches, pictures and throws a second",
    "web": "The dashboard: a hundred who watch",
    "pages": "The pages on a slow line and a slow processor",
    "hall": "The hall: tables, a broker and a database",
    "pairings": "Pairings of random tournaments",
    "tile_matches": "Tiles: simulated matches against their ledgers, layouts judged twice",
    "live_tiles": "Tiles: a whole game of four through recognition, against its ledger",
}
"""One for every part of `make bench`; a test fails where one is missing."""

OTHERS = (
    (
        "a chess position read from one photograph: squares read wrongly",
        "0.23 % of the squares",
        "G. Wölflein, O. Arandjelović: Determining Chess Game State From an Image. Journal of"
        " Imaging 7(6), 94, 2021",
        "[the model card](model-card.md): dice read wrongly and pictures exact; another game, other"
        " pictures",
    ),
    (
        "the best play of Rummikub with tiles (no crossings)",
        "in 1 s (2006)",
        "D. den Hertog, P. B. Hulshof: Solving Rummikub Problems by Integer Linear Programming. The"
        " Computer Journal 49(6), 2006, pages 665 to 669",
        "the package `rummikub-solver` is such a program: it is timed on the same positions in"
        " *Solver* below",
    ),
    (
        "a general detector of YOLO-nano's size",
        "timed here",
        "a network with as many operations, same runtime, same run (`bench.yolo_size`)",
        "*Recognition* below",
    ),
)


def kept() -> dict[str, dict[str, Any]]:
    found = {}
    for part in SUBJECTS:
        path = Path(FOLDER) / f"{part}.json"
        if path.exists():
            found[part] = json.loads(path.read_text(encoding="utf-8"))
    return found


def page() -> str:
    lines = [
        "# Figures",
        "",
        "Made from the files that `make bench` keeps in `docs/figures`: nothing here was typed.",
        "Each part says when, on which commit and on which machine it was measured; the load",
        "before it says how busy the machine was. Run it yourself: `make bench`, or a part of it",
        "with `python -m bench.figures solver`.",
        "",
        "## Beside what others reach",
        "",
        "| what | they | source | we |",
        "|---|---|---|---|",
        *(f"| {' | '.join(row)} |" for row in OTHERS),
        "",
    ]
    found = kept()
    for part in SUBJECTS:
        lines += [f"## {SUBJECTS[part]}", ""]
        lines += _measured(found[part]) if part in found else _not_yet(part)
    return "\n".join(lines)


def _measured(one: dict[str, Any]) -> list[str]:
    return [
        f"{one['date']}, commit `{one['commit']}`, {one['machine']}, Python {one['python']}; load"
        f" {one['load_before']} before it, {one['took_s']} s; `{one['command']}`",
        "",
        "```text",
        *one["lines"],
        "```",
        "",
    ]


def _not_yet(part: str) -> list[str]:
    return [f"Not measured and kept yet: `python -m bench.figures {part}`.", ""]
