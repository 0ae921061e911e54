"""`turbo referee`: judge a match record, statement by statement."""

import argparse
import time

from turbo.commands import report
from turbo.commands.common import add_options, add_output, print_json, style_of
from turbo.commands.records import chosen_options, parsed_record, read_text
from turbo.game.messages import Language
from turbo.solver import ruling_play
from turbo.storage import answers
from turbo.storage.history import judge_any


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("record", help="a .turbo file, or - for standard input")
    parser.add_argument(
        "--follow",
        type=_pause,
        metavar="SECONDS",
        help="show the table after every statement, with this pause",
    )
    add_options(parser)
    add_output(parser)


def _pause(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1
    # A pause that is nan fails here as well: no comparison with it is true.
    if not 0 <= seconds <= 60:
        raise argparse.ArgumentTypeError(f"expected 0 to 60 seconds, got {text!r}")
    return seconds


def run(args: argparse.Namespace) -> int:
    text = read_text(args.record)
    options = chosen_options(args)
    history = judge_any(parsed_record(args.record, text), options, ruling_play)
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
