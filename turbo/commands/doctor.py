"""`turbo doctor`: what is good, bad or not there on this machine, and what to do about it.

Exit status 0 when nothing is bad, 1 when something is.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from turbo.commands.common import add_output, print_json
from turbo.game.messages import Language

if TYPE_CHECKING:
    from turbo.app.doctor import HealthFinding


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--camera", metavar="NAME", help="look at this camera too, see 'turbo run'")
    add("--board", metavar="NAME", help="and at this board: auto, a port, pins")
    add_output(parser)


def findings(args: argparse.Namespace) -> "Iterator[HealthFinding]":
    from turbo.app.doctor import Machine, checks
    from turbo.storage.store import default_store

    yield from checks(Machine(), Path(getattr(args, "store", None) or default_store()))
    from turbo.app.asked import ask_table, table_socket

    # A table that runs has them, and tells what it sees; nobody else could open them.
    asked = ask_table(table_socket())
    if asked is not None:
        yield from asked
    # Only where they are named: opening a camera takes seconds.
    elif args.camera is not None or args.board is not None:
        from turbo.app.patients import all_findings

        yield from all_findings(args.camera, args.board)


def run(args: argparse.Namespace) -> int:
    from turbo.app.doctor import HealthState, document, line

    language, found = Language(args.lang), []
    for finding in findings(args):
        found.append(finding)
        if not args.json:
            # As it is found: a camera may take half a minute.
            print(line(finding, language), flush=True)
    if args.json:
        print_json({"findings": [document(one, language) for one in found]})
    return 1 if any(one.state is HealthState.BAD for one in found) else 0
