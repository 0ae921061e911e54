"""`turbo referee`: judge a match record, statement by statement."""

import argparse
import time

from turbo.commands import report
from turbo.commands.common import add_options, add_output, number, print_json, style_of
from turbo.commands.records import chosen_options, read_record
from turbo.game.messages import Language
from turbo.solver import ruling_play
from turbo.storage import answers
from turbo.storage.history import judge_any


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("record", help="a .turbo file, or - for standard input")
    add(
        "--follow",
        type=number("0 to 60 seconds", lambda pause: 0 <= pause <= 60),
        metavar="SECONDS",
        help="show the table after every statement, with this pause",
    )
    add_options(parser)
    add_output(parser)


def run(args: argparse.Namespace) -> int:
    history = judge_any(read_record(args.record), chosen_options(args), ruling_play)
    edition = history.options.edition
    if args.json:
        print_json(answers.history_json(history, Language(args.lang)))
        return 0
    style = style_of(args).of(edition)
    for judged in history.judged:
        print("\n".join(report.ruling_text(judged, style)))
        if args.follow is not None:
            # Before the pause: who follows looks at it meanwhile.
            print("\n".join(report.OPEN[edition.piece](judged.match, style)), flush=True)
            time.sleep(args.follow)
    print(report.CARDS[edition.piece](history.match, style))
    return 0
