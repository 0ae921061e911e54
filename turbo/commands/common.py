"""What the commands share: their options, and how they read and print."""

import argparse
import math
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from turbo.commands.style import Style
from turbo.errors import TurboError
from turbo.game.editions import EDITIONS, TURBO
from turbo.game.messages import Language

FILE: dict[str, Any] = {"type": Path, "metavar": "FILE"}
"""Of an option that names a file."""
LANGUAGE: dict[str, Any] = {"choices": [str(one) for one in Language], "default": "en"}
EDITION: dict[str, Any] = {"choices": list(EDITIONS), "default": TURBO.name}


def add_output(parser: argparse.ArgumentParser) -> None:
    add_json(parser)
    add_language(parser)


def add_json(parser: argparse._ActionsContainer) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def add_language(parser: argparse.ArgumentParser) -> None:
    words = "language of messages, such as en, nl, fr or de (default: en)"
    parser.add_argument("--lang", **LANGUAGE, help=words)


def add_edition(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--edition", **EDITION, help="which game (default: turbo)")


def refuse(args: argparse.Namespace, strange: Mapping[str, str]) -> None:
    """What was asked for and means nothing here, with why: better than to be silent about it."""
    for name, why in strange.items():
        if getattr(args, name):
            raise TurboError(f"--{name.replace('_', '-')}: {why}")


def number(
    wanted: str, is_fit: Callable[[Any], bool], read: Callable[[str], Any] = float
) -> Callable[[str], Any]:
    """The type of an option that is a number: 'expected WANTED' where it does not fit.

    >>> number("0 to 60 seconds", lambda seconds: 0 <= seconds <= 60)("2.5")
    2.5
    """

    def parsed(text: str) -> Any:
        try:
            value = read(text)
        except ValueError:
            # No comparison with it is true, as of one that somebody has typed.
            value = math.nan
        if not is_fit(value):
            raise argparse.ArgumentTypeError(f"expected {wanted}, got {text!r}")
        return value

    return parsed


def whole(text: str) -> int:
    # isdigit alone is true of '²', which int does not read.
    if not text.isascii() or not text.isdigit():
        raise ValueError(text)
    return int(text)


port = number("a port from 0 to 65535", lambda value: 0 <= value <= 65535, whole)
count = number("a number from 1", lambda value: value >= 1, whole)
match_number = number(
    "the number of a match (see 'turbo matches')", lambda value: value >= 1, whole
)
entry_number = number(
    "the number of an entry (see 'turbo show --history')", lambda value: value >= 1, whole
)
share = number("a chance from 0 to 1", lambda value: 0.0 <= value <= 1.0)
seconds = number("seconds, more than 0 and at most 1000000", lambda value: 0.0 < value <= 1e6)


def add_options(parser: argparse.ArgumentParser) -> None:
    """What a match is played under: one option for each choice, in the words of the page."""
    # Here and not above: a command that starts no match needs neither.
    from turbo.game.match import CHOICES
    from turbo.i18n.catalogue import say

    for one in CHOICES:
        name, words = one.name.replace("_", "-"), say(f"option.{one.name.replace('_', '-')}")
        if one.type is bool:
            parser.add_argument(f"--{name}", action="store_true", help=words)
        else:
            usual = f"{words} (default: {one.default})"
            parser.add_argument(
                f"--{name}", type=count, default=one.default, metavar="N", help=usual
            )


def add_store(parser: argparse.ArgumentParser) -> None:
    # Here and not above: a command that judges three dice loads no database.
    from turbo.storage.store import default_store

    # Asked for at each start and not at the import: tests set $TURBO_STORE between two calls.
    words = "the file that holds the matches (default: %(default)s, or $TURBO_STORE)"
    parser.add_argument("--store", **FILE, default=default_store(), help=words)


def style_of(args: argparse.Namespace) -> Style:
    # Conventions of terminals: https://no-color.org, and editors that show plain text alone.
    is_terminal = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    return Style(Language(args.lang), is_terminal and os.environ.get("TERM") != "dumb")


def print_json(document: Any) -> None:
    import json

    # Names as people write them; what reads JSON reads UTF-8.
    print(json.dumps(document, ensure_ascii=False))
