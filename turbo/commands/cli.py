"""The `turbo` command: one function a subcommand.

Exit status 0 whenever there is an answer (`check`: 0 legal, 1 not), 2 with one line on standard
error for input that cannot be used. With ``--json`` standard output is one JSON document.
"""

import argparse
import importlib
import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NoReturn

from turbo.commands import report
from turbo.errors import TurboError
from turbo.game.events import Amended, Entry, Undone
from turbo.game.layout import Layout
from turbo.game.match import Match, Options
from turbo.game.messages import Language
from turbo.game.record import Record, parse_statement
from turbo.game.referee import FindPlay
from turbo.keeping import answers
from turbo.keeping.history import History, judge_record
from turbo.keeping.store import MatchHead, Store, default_store

_ENTRY_HELP = "its number (see 'turbo show --history')"


@dataclass(frozen=True, slots=True)
class Part:
    """A command of another room: its module, loaded only when it is called, and what it does."""

    module: str
    text: str
    add: str = "add_arguments"
    run: str = "run"
    has_store: bool = False


PARTS = {
    "run": Part(
        "turbo.commands.run",
        "Watch a table and referee it: camera, board and dashboard.",
        has_store=True,
    ),
    "watch": Part(
        "turbo.commands.watch",
        "Referee a film of a table: every picture in turn, by the film's own clock.",
    ),
    "serve": Part(
        "turbo.commands.serve",
        "Show the dashboard over the store, without a camera.",
        has_store=True,
    ),
    "hall": Part("turbo.commands.hall", "Gather many tables: one page, one tournament."),
    "twin": Part("turbo.commands.twin", "Play on a simulated table: matches, films, mischief."),
    "solve": Part(
        "turbo.commands.solve",
        "Find the play that lays the most dice, or prove that there is none.",
        "add_solve_arguments",
        "run_solve",
    ),
    "hint": Part(
        "turbo.commands.solve",
        "Say in steps how the best play is laid.",
        "add_hint_arguments",
        "run_hint",
    ),
    "read": Part("turbo.commands.read", "Read the dice in pictures: what the camera would see."),
    "mat": Part("turbo.commands.mat", "Write the mat as a PDF to print."),
    "calibrate": Part("turbo.commands.calibrate", "Find the mat in the camera's picture."),
    "enroll": Part("turbo.commands.enroll", "Learn your own dice: edge, inks, marks, faces."),
    "selftest": Part("turbo.commands.selftest", "Test the reading on your own table."),
    "doctor": Part(
        "turbo.commands.doctor",
        "Say what is good, bad or not there on this machine.",
        has_store=True,
    ),
    "board": Part("turbo.commands.board", "Talk to the board by hand, and test it."),
    "capture": Part(
        "turbo.commands.rolls",
        "Log every throw of any number of dice, without a game.",
        "add_capture_arguments",
        "capture",
    ),
    "rolls": Part(
        "turbo.commands.rolls",
        "List and export the throws that were kept.",
        "add_rolls_arguments",
        "rolls",
    ),
    "forget": Part(
        "turbo.commands.rolls",
        "Delete throws and their pictures.",
        "add_forget_arguments",
        "forget",
    ),
    "replay": Part("turbo.commands.replay", "Play saved evidence of a ruling again."),
}


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, like every other error."""

    def error(self, message: str) -> NoReturn:
        raise TurboError(f"{message} (see '{self.prog} --help')")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the answer is the exit status."""
    try:
        given = sys.argv[1:] if arguments is None else list(arguments)
        args = _parser(given).parse_args(given)
        status: int = args.run(args)
        sys.stdout.flush()
        return status
    except TurboError as error:
        print(f"turbo: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 2
    except KeyboardInterrupt:
        return 130


def _parser(given: list[str]) -> argparse.ArgumentParser:
    parser = _Parser(prog="turbo", description="The referee of Rummikub Turbo, the dice game.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=_Parser)
    _add_check(commands)
    _add_referee(commands)
    _add_matches(commands)
    _add_show(commands)
    _add_export(commands)
    _add_import(commands)
    _add_undo(commands)
    _add_amend(commands)
    for name, part in PARTS.items():
        _add_part(commands, name, part, is_called=given[:1] == [name])
    return parser


def _add_part(commands: Any, name: str, part: Part, *, is_called: bool) -> None:
    parser = commands.add_parser(name, help=part.text, description=part.text)
    if is_called:
        module = importlib.import_module(part.module)
        getattr(module, part.add)(parser)
        if part.has_store:
            _add_store(parser)
        parser.set_defaults(run=getattr(module, part.run))


def _command(
    commands: Any, name: str, run: Callable[[argparse.Namespace], int], text: str, **more: Any
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(name, help=text, description=text, **more)
    parser.set_defaults(run=run)
    return parser


def _add_output(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument(
        "--lang",
        choices=[str(language) for language in Language],
        default="en",
        help="language of messages: English, Dutch, French or German (default: en)",
    )


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--strict", action="store_true", help="must-lay-set is a fault instead of advice"
    )
    parser.add_argument(
        "--strict-block",
        action="store_true",
        help="a turn counts as blank only if no play existed (searches at every pass)",
    )


def _add_store(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--store",
        type=Path,
        default=default_store(),
        metavar="FILE",
        help="the file that holds the matches (default: %(default)s, or $TURBO_STORE)",
    )


def _options(args: argparse.Namespace, *, advice: bool = False) -> Options:
    return Options(strict=args.strict, strict_block=args.strict_block, advice=advice)


def _find_play(options: Options) -> FindPlay | None:
    """The search for plays, loaded only where it is asked for."""
    if not (options.advice or options.strict_block):
        return None
    from turbo.solver import ruling_play

    return ruling_play


def _style(args: argparse.Namespace) -> report.Style:
    is_terminal = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    return report.Style(Language(args.lang), is_terminal and os.environ.get("TERM") != "dumb")


def _print_json(document: Any) -> None:
    print(json.dumps(document, ensure_ascii=False))


def _read_text(path: str) -> str:
    """A text file, or standard input for ``-``."""
    try:
        data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
        return data.decode("utf-8")
    except OSError as error:
        raise TurboError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise TurboError(f"{path}: expected a text file in UTF-8 (byte {error.start})") from error


def _read_record(path: str) -> Record:
    try:
        return Record.parse(_read_text(path))
    except ValueError as error:
        raise TurboError(f"{path}: {error}") from error


def _add_check(commands: Any) -> None:
    parser = _command(commands, "check", check, "Judge one layout: is every chain a set?")
    parser.add_argument("layout", help="for example 'b3 b4 b5 / r3 . . / k3 . . | k8 r8 o8'")
    _add_output(parser)


def check(args: argparse.Namespace) -> int:
    layout = Layout.parse(args.layout)
    if args.json:
        _print_json(answers.check_json(layout, Language(args.lang)))
    else:
        print(report.check_text(layout, _style(args)))
    return 0 if layout.is_legal else 1


def _add_referee(commands: Any) -> None:
    text = "Referee a match record: every ruling, and the score card."
    parser = _command(commands, "referee", referee, text)
    parser.add_argument("record", help="a .turbo file, or - for standard input")
    parser.add_argument(
        "--advice", action="store_true", help="name the plays that blank turns missed"
    )
    parser.add_argument(
        "--follow",
        type=_pause,
        metavar="SECONDS",
        help="show the table after every statement, with this pause",
    )
    _add_options(parser)
    _add_output(parser)


def _pause(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1
    if not 0 <= seconds <= 60:
        raise argparse.ArgumentTypeError(f"expected 0 to 60 seconds, got {text!r}")
    return seconds


def referee(args: argparse.Namespace) -> int:
    options = _options(args, advice=args.advice)
    history = judge_record(_read_record(args.record), options, _find_play(options))
    if args.json:
        _print_json(answers.history_json(history, Language(args.lang)))
        return 0
    style = _style(args)
    for judged in history.judged:
        print("\n".join(report.ruling_text(judged, style)))
        if args.follow is not None:
            print("\n".join(report.round_text(judged.match, style)), flush=True)
            time.sleep(args.follow)
    print(report.score_card(history.match, style))
    return 0


def _add_matches(commands: Any) -> None:
    parser = _command(commands, "matches", matches, "List the matches in the store.")
    _add_store(parser)
    _add_output(parser)


def matches(args: argparse.Namespace) -> int:
    scores = _scores(args.store)
    if args.json:
        rows = [
            {"match": head.id, "created": head.created.isoformat(), "players": list(head.players)}
            | {"simulated": head.options.simulated}
            | answers.score_json(match)
            for head, match in scores
        ]
        _print_json({"matches": rows})
        return 0
    for head, match in scores:
        one, other = match.totals
        state = f"{len(match.results)}/{match.options.rounds}"
        names = f"{head.players[0]} {one} – {other} {head.players[1]}"  # noqa: RUF001
        mark = "  SIMULATED" if head.options.simulated else ""
        print(f"{head.id:4}  {head.created:%Y-%m-%d %H:%M}  {state}  {names}{mark}")
    return 0


def _scores(path: Path) -> list[tuple[MatchHead, Match]]:
    """Every match of the store; before the first match there is no file at the usual place."""
    if path == default_store() and not path.exists():
        return []
    with Store(path, create=False) as store:
        return [(head, _history(store, head.id).match) for head in store.matches()]


def _history(store: Store, match: int) -> History:
    return store.history(match, _find_play(store.head(match).options))


def _add_match(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("match", type=int, help="the number of the match (see 'turbo matches')")
    _add_store(parser)


def _add_show(commands: Any) -> None:
    parser = _command(commands, "show", show, "Show a match: score card, table, hands.")
    _add_match(parser)
    parser.add_argument(
        "--history", action="store_true", help="every entry, with who, when and the ruling"
    )
    _add_output(parser)


def show(args: argparse.Namespace) -> int:
    with Store(args.store, create=False) as store:
        history = _history(store, args.match)
    if args.json:
        document = answers.history_json(history, Language(args.lang))
        log = {"history": answers.log_json(history)} if args.history else {}
        _print_json(document | log)
        return 0
    style = _style(args)
    if history.options.simulated:
        print("SIMULATED: this match was played without real dice")
    if args.history:
        print("\n".join(report.log_text(history, style)))
    print("\n".join(report.round_text(history.match, style)))
    print(report.score_card(history.match, style))
    return 0


def _add_export(commands: Any) -> None:
    text = "Write a match as a record: its effective history."
    parser = _command(commands, "export", export, text)
    _add_match(parser)
    parser.add_argument("file", nargs="?", default="-", help="where to (default: standard output)")


def export(args: argparse.Namespace) -> int:
    with Store(args.store, create=False) as store:
        text = _history(store, args.match).record_text()
    if args.file == "-":
        print(text, end="")
        return 0
    try:
        Path(args.file).write_text(text, encoding="utf-8")
    except OSError as error:
        raise TurboError(f"{args.file}: cannot be written: {error.strerror}") from error
    return 0


def _add_import(commands: Any) -> None:
    parser = _command(commands, "import", import_, "Take a match record into the store.")
    parser.add_argument("record", help="a .turbo file, or - for standard input")
    _add_store(parser)
    _add_options(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def import_(args: argparse.Namespace) -> int:
    record = _read_record(args.record)
    with Store(args.store) as store:
        match = store.import_record(record, _now(), _options(args), by=_who())
    if args.json:
        _print_json({"match": match, "statements": len(record.statements)})
    else:
        print(f"match {match}: {len(record.statements)} statements")
    return 0


def _now() -> datetime:
    return datetime.now(UTC).replace(microsecond=0)


def _who() -> str:
    return os.environ.get("USER") or os.environ.get("LOGNAME") or "someone"


def _add_undo(commands: Any) -> None:
    text = "Take back an entry of a match (by default the last); everything is judged again."
    parser = _command(commands, "undo", undo, text)
    _add_match(parser)
    parser.add_argument("entry", type=int, nargs="?", help=_ENTRY_HELP)
    parser.add_argument("--by", default=_who(), help="who says so (default: %(default)s)")


def undo(args: argparse.Namespace) -> int:
    with Store(args.store, create=False) as store:
        history = _history(store, args.match)
        if args.entry is None and not history.judged:
            raise TurboError(f"expected something to undo, match {args.match} is empty")
        last = history.judged[-1].effective.entry.number if history.judged else 0
        number = last if args.entry is None else args.entry
        _change(store, args, history, Undone(number))
    return 0


def _add_amend(commands: Any) -> None:
    text = "Say what an entry of a match should have been; everything after it is judged again."
    parser = _command(commands, "amend", amend, text)
    _add_match(parser)
    parser.add_argument("entry", type=int, help=_ENTRY_HELP)
    parser.add_argument("statement", help="for example 'throw Ann b3 b4 b5'")
    parser.add_argument("--by", default=_who(), help="who says so (default: %(default)s)")


def amend(args: argparse.Namespace) -> int:
    with Store(args.store, create=False) as store:
        history = _history(store, args.match)
        event = parse_statement(args.statement, history.players).event
        _change(store, args, history, Amended(args.entry, event))
    return 0


def _change(
    store: Store, args: argparse.Namespace, history: History, change: Undone | Amended
) -> None:
    history.check(change)
    entry = store.append(args.match, Entry(0, change, _now(), args.by))
    print(f"entry {entry.number} of match {args.match}")


if __name__ == "__main__":
    sys.exit(main())
