"""The commands as their parsers have them: what a page says is what the program takes."""

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager

from turbo.commands.cli import command_parser
from turbo.commands.listing import COMMANDS

HOME = "/home/you"
"""Defaults are shown as they are for somebody, not for whoever made the book."""


@contextmanager
def somebody() -> Iterator[None]:
    """An environment without anybody's own paths and with lines of one width."""
    before = dict(os.environ)
    for name in [key for key in before if key.startswith(("TURBO_", "XDG_", "USER", "LOGNAME"))]:
        del os.environ[name]
    os.environ.update(HOME=HOME, COLUMNS="88", NO_COLOR="1")
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def parsers() -> dict[str, argparse.ArgumentParser]:
    """Every command and every command of a command, by what is typed after `turbo`."""
    found: dict[str, argparse.ArgumentParser] = {}
    with somebody():
        for name in COMMANDS:
            found |= dict(_below(name, command_parser(name)))
    return found


def _below(
    name: str, parser: argparse.ArgumentParser
) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    yield name, parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for word, one in action.choices.items():
                yield from _below(f"{name} {word}", one)


def page() -> str:
    lines = [
        "# Commands",
        "",
        "Written by the program's own parsers; `turbo COMMAND --help` says the same. Exit status 0",
        "whenever there is an answer, 2 with one line on standard error for input that cannot be",
        "used.",
        "",
    ]
    for name, parser in parsers().items():
        lines += _section(name, parser)
    return "\n".join(lines)


def _section(name: str, parser: argparse.ArgumentParser) -> list[str]:
    level = "##" if " " not in name else "###"
    with somebody():
        told = parser.format_help().rstrip().splitlines()
    return [f"{level} turbo {name}", "", "```text", *told, "```", ""]
