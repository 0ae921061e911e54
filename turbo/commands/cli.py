"""The `turbo` command: one function a subcommand.

Exit status 0 whenever there is an answer (`check`: 0 legal, 1 not), 2 with one line on standard
error for input that cannot be used. With ``--json`` standard output is one JSON document.
"""

import argparse
import importlib
import io
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import metadata
from typing import Any, NoReturn

from turbo.commands import report
from turbo.commands.common import (
    add_options,
    add_output,
    add_store,
    chosen_options,
    parsed_record,
    print_json,
    read_text,
    style_of,
)
from turbo.errors import TurboError
from turbo.game.editions import EDITIONS, TURBO
from turbo.game.layout import Layout
from turbo.game.messages import Language
from turbo.solver import ruling_play
from turbo.storage import answers
from turbo.storage.history import judge_record
from turbo.tiles.transcript import is_transcript


@dataclass(frozen=True, slots=True)
class CommandPart:
    """A command of another room: its module, loaded only when it is called, and what it does."""

    module: str
    text: str
    add: str = "add_arguments"
    run: str = "run"
    has_store: bool = False


PARTS = {
    "run": CommandPart(
        "turbo.commands.run",
        "Watch a table and referee it: camera, board and dashboard.",
        has_store=True,
    ),
    "watch": CommandPart(
        "turbo.commands.watch",
        "Referee a film of a table: every picture in turn, by the film's own clock.",
    ),
    "serve": CommandPart(
        "turbo.commands.serve",
        "Show the dashboard over the store, without a camera.",
        has_store=True,
    ),
    "matches": CommandPart(
        "turbo.commands.matches", "List the matches in the store.", "add_matches", "matches", True
    ),
    "show": CommandPart(
        "turbo.commands.matches",
        "Show a match: score card, table, hands.",
        "add_show",
        "show",
        True,
    ),
    "export": CommandPart(
        "turbo.commands.matches",
        "Write a match as a record: its effective history.",
        "add_export",
        "export",
        True,
    ),
    "card": CommandPart(
        "turbo.commands.matches",
        "Write the score card of a match as a PDF to print.",
        "add_card",
        "card",
        True,
    ),
    # The function has a line below its name: import is a word of Python's own.
    "import": CommandPart(
        "turbo.commands.matches",
        "Take a match record into the store.",
        "add_import",
        "import_",
        True,
    ),
    "undo": CommandPart(
        "turbo.commands.changes",
        "Take back an entry of a match (by default the last); everything is judged again.",
        "add_undo",
        "undo",
        True,
    ),
    "amend": CommandPart(
        "turbo.commands.changes",
        "Say what an entry of a match should have been; everything after it is judged again.",
        "add_amend",
        "amend",
        True,
    ),
    "backup": CommandPart(
        "turbo.commands.copies",
        "Copy all matches and throws to another place, while others may write.",
        "add_backup",
        "backup",
        True,
    ),
    "restore": CommandPart(
        "turbo.commands.copies",
        "Bring matches back from a copy, or save what can be read of a damaged store.",
        "add_restore",
        "restore",
        True,
    ),
    "hall": CommandPart("turbo.commands.hall", "Gather many tables: one page, one tournament."),
    "twin": CommandPart(
        "turbo.commands.twin", "Play on a simulated table: matches, films, mischief."
    ),
    "solve": CommandPart(
        "turbo.commands.solve",
        "Find the play that lays the most dice or tiles, or prove that there is none.",
        "add_solve_arguments",
        "run_solve",
    ),
    "hint": CommandPart(
        "turbo.commands.solve",
        "Say in steps how the best play is laid.",
        "add_hint_arguments",
        "run_hint",
    ),
    "read": CommandPart(
        "turbo.commands.read", "Read the dice or tiles in pictures: what the camera would see."
    ),
    "mat": CommandPart("turbo.commands.mat", "Write the mat as a PDF to print."),
    "calibrate": CommandPart("turbo.commands.calibrate", "Find the mat in the camera's picture."),
    "enroll": CommandPart(
        "turbo.commands.enroll", "Learn your own dice: edge, inks, marks, faces."
    ),
    "selftest": CommandPart("turbo.commands.selftest", "Test the reading on your own table."),
    "doctor": CommandPart(
        "turbo.commands.doctor",
        "Say what is good, bad or not there on this machine.",
        has_store=True,
    ),
    "report-hardware": CommandPart(
        "turbo.commands.report_hardware",
        "Write the bundle that tells others how your table is built.",
        has_store=True,
    ),
    "board": CommandPart("turbo.commands.board", "Talk to the board by hand, and test it."),
    "capture": CommandPart(
        "turbo.commands.rolls",
        "Log every throw of any number of dice, without a game.",
        "add_capture_arguments",
        "capture",
    ),
    "rolls": CommandPart(
        "turbo.commands.rolls",
        "List and export the throws that were kept.",
        "add_rolls_arguments",
        "rolls",
    ),
    "forget": CommandPart(
        "turbo.commands.rolls",
        "Delete pictures of throws, and evidence; what was thrown stays in the list.",
        "add_forget_arguments",
        "forget",
    ),
    "replay": CommandPart("turbo.commands.replay", "Play saved evidence of a ruling again."),
}


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, like every other error."""

    def error(self, message: str) -> NoReturn:
        raise TurboError(f"{message} (see '{self.prog} --help')")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the answer is the exit status."""
    with _spoken_to() as is_heard:
        try:
            given = sys.argv[1:] if arguments is None else list(arguments)
            # Given, not sys.argv: the parser loads the one command that is called, by its first
            # word.
            args = _parser(given).parse_args(given)
            status: int = args.run(args)
            # A full disk or a closed pipe is often told here first.
            sys.stdout.flush()
            if not is_heard:
                raise TurboError("expected somewhere to write to: standard output is closed")
            return status
        # Before OSError: those of the store are both, and say already what was expected.
        except TurboError as error:
            return _failed(str(error))
        except BrokenPipeError:  # who listened has heard enough
            _to_nowhere()
            return 2
        except OSError as error:
            _to_nowhere()
            # A full disk names no file: it shows only when the buffer is written out.
            where = f"{error.filename}: " if error.filename else "cannot be written or read: "
            return _failed(f"{where}{error.strerror or error}")
        except KeyboardInterrupt:
            # As shells count an end by a signal: 128 and its number.
            return 130


@contextmanager
def _spoken_to() -> Iterator[bool]:
    """Standard output as it may be: closed, or in an encoding that has no box or accent. A request
    to end (SIGTERM) ends a command as Ctrl-C does, so that what is open is closed in order."""
    is_heard = sys.stdout is not None
    if not is_heard:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        # Only a real stream can be told so: a StringIO in its place has no encoding.
        if isinstance(stream, io.TextIOWrapper) and "utf" not in stream.encoding.lower():
            stream.reconfigure(errors="replace")
    # Python lets no other thread choose what a signal does.
    in_main = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGTERM, _end) if in_main else None
    try:
        yield is_heard
    finally:
        if in_main:
            signal.signal(signal.SIGTERM, before)


def _end(*_: object) -> NoReturn:
    raise KeyboardInterrupt


def _failed(why: str) -> int:
    # Standard error may be closed as well: the status still tells.
    with suppress(OSError, AttributeError):
        print(f"turbo: {why}", file=sys.stderr)
    return 2


def _to_nowhere() -> None:
    """What is left to print has nowhere to go, and must not fail again at the end."""
    # A stand-in for the stream has no number of its own, and a closed one is no stream any more.
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser(given: list[str]) -> argparse.ArgumentParser:
    parser = _Parser(
        prog="turbo",
        description="The referee of Rummikub: Turbo, the dice game, and the editions with tiles"
        " (--edition NAME).",
    )
    parser.add_argument("--version", action="version", version=f"turbo {_version()}")
    # Its own class: argparse prints a usage of many lines and leaves by itself.
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=_Parser)
    _add_check(commands)
    _add_referee(commands)
    for name, part in PARTS.items():
        # Of the others only the names are needed: what they load makes a command slow to start.
        _add_part(commands, name, part, is_called=given[:1] == [name])
    return parser


def command_parser(name: str) -> argparse.ArgumentParser:
    """The whole parser of one command, for whoever describes it."""
    parser = _parser([name])
    # The book describes every command from this, and argparse has no public way to a subparser.
    action = next(one for one in parser._actions if isinstance(one, argparse._SubParsersAction))
    found: argparse.ArgumentParser = action.choices[name]
    return found


def _version() -> str:
    """One version, said in pyproject.toml alone."""
    try:
        return metadata.version("turbo-referee")
    except metadata.PackageNotFoundError:
        return "unknown: not installed"


def _add_part(commands: Any, name: str, part: CommandPart, *, is_called: bool) -> None:
    parser = commands.add_parser(name, help=part.text, description=part.text)
    if is_called:
        module = importlib.import_module(part.module)
        getattr(module, part.add)(parser)
        if part.has_store:
            add_store(parser)
        parser.set_defaults(run=getattr(module, part.run))


def _command(
    commands: Any, name: str, run: Callable[[argparse.Namespace], int], text: str, **more: Any
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(name, help=text, description=text, **more)
    parser.set_defaults(run=run)
    return parser


def _add_check(commands: Any) -> None:
    parser = _command(commands, "check", check, "Judge one layout: is every chain a set?")
    parser.add_argument("layout", help="for example 'b3 b4 b5 / r3 . . / k3 . . | k8 r8 o8'")
    parser.add_argument(
        "--edition", choices=list(EDITIONS), default=TURBO.name, help="which game (default: turbo)"
    )
    add_output(parser)


def check(args: argparse.Namespace) -> int:
    # Tiles lie in rows and never cross: their table is judged by rules of its own.
    if not (edition := EDITIONS[args.edition]).is_thrown:
        from turbo.commands.tiles import check_tiles

        return check_tiles(args.layout, edition, style_of(args), print_json if args.json else None)
    layout = Layout.parse(args.layout)
    if args.json:
        print_json(answers.check_json(layout, Language(args.lang)))
    else:
        print(report.check_text(layout, style_of(args)))
    # With a '?' legal is neither yes nor no: for a script that is not legal, hence 1.
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


def referee(args: argparse.Namespace) -> int:
    text = read_text(args.record)
    # A record of tiles names its edition first; everything else is a record of dice.
    if is_transcript(text):
        from turbo.commands.tiles import referee_text

        return referee_text(args.record, text, style_of(args), print_json if args.json else None)
    options = chosen_options(args, advice=args.advice)
    history = judge_record(parsed_record(args.record, text), options, ruling_play)
    if args.json:
        print_json(answers.history_json(history, Language(args.lang)))
        return 0
    style = style_of(args)
    for judged in history.judged:
        print("\n".join(report.ruling_text(judged, style)))
        if args.follow is not None:
            # Before the pause: who follows looks at it meanwhile.
            print("\n".join(report.round_text(judged.match, style)), flush=True)
            time.sleep(args.follow)
    print(report.score_card(history.match, style))
    return 0


if __name__ == "__main__":
    sys.exit(main())
