"""What the commands share: their options, and how they read and print."""

import argparse
import os
import sys
from pathlib import Path
from typing import Any

from turbo.commands.style import Style
from turbo.game.editions import EDITIONS, TURBO
from turbo.game.messages import Language


def add_output(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    add_language(parser)


def add_language(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--lang",
        choices=[str(language) for language in Language],
        default="en",
        help="language of messages, such as en, nl, fr or de (default: en)",
    )


def add_edition(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--edition", choices=list(EDITIONS), default=TURBO.name, help="which game (default: turbo)"
    )


def port(text: str) -> int:
    # isdigit alone is true of '²', which int does not read.
    if not text.isascii() or not text.isdigit() or not 0 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"expected a port from 0 to 65535, got {text!r}")
    return int(text)


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
            parser.add_argument(f"--{name}", type=int, default=one.default, metavar="N", help=usual)


def add_store(parser: argparse.ArgumentParser) -> None:
    # Here and not above: a command that judges three dice loads no database.
    from turbo.storage.store import default_store

    parser.add_argument(
        "--store",
        type=Path,
        # Asked for at each start and not at the import: tests set $TURBO_STORE between two calls.
        default=default_store(),
        metavar="FILE",
        help="the file that holds the matches (default: %(default)s, or $TURBO_STORE)",
    )


def style_of(args: argparse.Namespace) -> Style:
    # Conventions of terminals: https://no-color.org, and editors that show plain text alone.
    is_terminal = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    return Style(Language(args.lang), is_terminal and os.environ.get("TERM") != "dumb")


def print_json(document: Any) -> None:
    import json

    # Names as people write them; what reads JSON reads UTF-8.
    print(json.dumps(document, ensure_ascii=False))
