"""`turbo watch`: a film of a table refereed, every picture in turn, by the film's own clock."""

import argparse
import json
from pathlib import Path
from typing import Any

from turbo.commands.common import FILE, add_edition, count, number
from turbo.commands.records import read_text
from turbo.errors import TurboError
from turbo.game.editions import EDITIONS


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("film", metavar="FILM", help="a video, or a folder of pictures")
    add("--json", action="store_true", help="print one JSON document a line")
    add("--step", type=count, default=1, metavar="N", help="take every Nth picture (default: 1)")
    add("--starter", metavar="NAME", help="who is named, after 2 s, when it is asked who starts")
    add_edition(parser)
    add("--players", metavar="NAME,NAME", help="who plays, clockwise")
    add("--presses", **FILE, help="when somebody pressed a button: seconds of the film, one a line")
    add("--store", **FILE, help="keep the match there (default: keep nothing)")


def run(args: argparse.Namespace) -> int:
    from turbo.app.filmed import Filmed, Watching
    from turbo.commands.run_arguments import players_of

    watching = Watching(
        players_of(args.players, EDITIONS[args.edition]),
        args.step,
        args.starter,
        args.store,
        edition=args.edition,
        presses=presses_of(args.presses),
    )
    # As they come: a film of an hour is watched for many minutes.
    for line in Filmed(args.film, watching).lines():
        print(json.dumps(line) if args.json else line_text(line), flush=True)
    return 0


seconds = number("seconds of the film, one a line", lambda at_s: at_s >= 0)


def presses_of(path: Path | None) -> tuple[float, ...]:
    try:
        return () if path is None else tuple(map(seconds, read_text(str(path)).split()))
    except argparse.ArgumentTypeError as error:
        raise TurboError(f"{path}: {error}") from error


def line_text(line: dict[str, Any]) -> str:
    """The same for people."""
    if line["kind"] == "end":
        return f"{line['frames']} pictures, {line['cpu_s']:.1f} s of a processor"
    if line["kind"] != "told":
        return f"{line['at']:8.2f}  ({line['kind']}: {'; '.join(line['what']) or 'none'})"
    what = (line["event"], line["player"], line["layout"] or line["hand"], line["verdict"])
    faults = [fault["message"] for fault in line["faults"]]
    return f"{line['at']:8.2f}  {' '.join(filter(None, (*what, *faults)))}"
