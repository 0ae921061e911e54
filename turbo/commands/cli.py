"""The `turbo` command: it finds the command that is called, loads it alone, and runs it.

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
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from keyword import iskeyword
from typing import Any, NoReturn

from turbo.commands.listing import COMMANDS, FIRST, GROUPS
from turbo.errors import TurboError


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, like every other error."""

    def error(self, message: str) -> NoReturn:
        raise TurboError(f"{message} (see '{self.prog} --help')")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the answer is the exit status."""
    with _spoken_to() as is_heard:
        try:
            given = sys.argv[1:] if arguments is None else list(arguments)
            if "_ARGCOMPLETE" in os.environ:
                _complete()
            args = _parsed(given)
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


def _parsed(given: list[str]) -> argparse.Namespace:
    """The words as arguments. Only the command that they name is loaded: what the others need would
    make every command slow to start."""
    if not given or given[0] not in COMMANDS:
        return _overview().parse_args(given)
    parser = command_parser(given[0])
    if any(isinstance(one, argparse._SubParsersAction) for one in parser._actions):
        return parser.parse_args(given[1:])
    # Options may stand between the other words, in any order.
    return parser.parse_intermixed_args(given[1:])


class _Format(argparse.RawDescriptionHelpFormatter):
    """Examples keep their lines."""


def _overview() -> argparse.ArgumentParser:
    """`turbo` alone, `turbo --help`, and words that name no command."""
    parser = _Parser(
        prog="turbo",
        usage="turbo COMMAND ...",
        description=FIRST,
        epilog=_listed(),
        formatter_class=_Format,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    hidden = argparse.SUPPRESS
    parser.add_argument("command", nargs="?", type=_known, metavar="COMMAND", help=hidden)
    parser.set_defaults(run=lambda _: _printed(parser.format_help()))
    return parser


def _printed(text: str) -> int:
    print(text, end="")
    return 0


def _known(name: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, COMMANDS, 1)
    meant = f"; did you mean {near[0]}?" if near else ""
    raise argparse.ArgumentTypeError(f"there is no command {name!r}{meant}")


def _listed() -> str:
    wide = max(map(len, COMMANDS))
    lines = []
    for title, group in GROUPS.items():
        named = (f"  {name:<{wide}}  {one.text}" for name, one in group.items())
        lines += [f"{title}:", *named, ""]
    last = "'turbo COMMAND --help' shows the options and examples of a command."
    return "\n".join([*lines, last])


class _Version(argparse.Action):
    """One version, said in pyproject.toml alone; looked up only where it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> NoReturn:
        from importlib import metadata

        try:
            version = metadata.version("turbo-referee")
        except metadata.PackageNotFoundError:
            version = "unknown: not installed"
        print(f"turbo {version}")
        parser.exit()


def _complete() -> NoReturn:
    """Answer a shell that asks how a line goes on; it asks by the environment."""
    import argcomplete

    parser = _Parser(prog="turbo")
    commands = parser.add_subparsers(parser_class=_Parser)
    asked = os.environ.get("COMP_LINE", "").split()[1:2]
    for name, command in COMMANDS.items():
        one = commands.add_parser(name, help=command.text)
        if asked == [name]:
            _fill(one, name)
    argcomplete.autocomplete(parser)
    sys.exit(1)


def command_parser(name: str) -> argparse.ArgumentParser:
    """The whole parser of one command; its module is loaded for it."""
    command = COMMANDS[name]
    examples = "\n".join(["examples:", *(f"  {one}" for one in command.examples)])
    parser = _Parser(
        prog=f"turbo {name}", description=command.text, epilog=examples, formatter_class=_Format
    )
    _fill(parser, name)
    return parser


def _fill(parser: argparse.ArgumentParser, name: str) -> None:
    from turbo.commands.common import add_store

    module = importlib.import_module(COMMANDS[name].module)
    if hasattr(module, "run"):
        add, run = module.add_arguments, module.run
    else:
        # The function of a word of Python's own, as import, has a line below its name.
        called = f"{name}_" if iskeyword(name) else name
        add, run = getattr(module, f"add_{name}"), getattr(module, called)
    add(parser)
    if COMMANDS[name].has_store:
        add_store(parser)
    parser.set_defaults(run=run)


if __name__ == "__main__":
    sys.exit(main())
