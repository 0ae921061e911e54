"""`turbo matches`, `show`, `export` and `import`: the matches that are kept."""

import argparse
import os
import sys
from datetime import UTC, datetime
from pathlib import Path

from turbo.commands import report
from turbo.commands.common import (
    add_options,
    add_output,
    chosen_options,
    print_json,
    read_record,
    style_of,
)
from turbo.game.messages import Language
from turbo.keeping import answers
from turbo.keeping.files import write_text
from turbo.keeping.history import History
from turbo.keeping.store import MatchHead, Store, default_store


def add_matches(parser: argparse.ArgumentParser) -> None:
    add_output(parser)


def matches(args: argparse.Namespace) -> int:
    """Every match with its standing. One that cannot be read is told, and hides no other."""
    heads, unreadable = _heads(args.store)
    for why in unreadable:
        print(f"turbo: {why}", file=sys.stderr)
    if args.json:
        print_json({"matches": [_document(head) for head in heads]})
        return 0
    for head in heads:
        one, other = head.standing.totals
        state = f"{len(head.standing.rounds)}/{head.options.rounds}"
        names = f"{head.players[0]} {one} – {other} {head.players[1]}"  # noqa: RUF001
        mark = "  SIMULATED" if head.options.simulated else ""
        print(f"{head.id:4}  {report.time_text(head.created)}  {state}  {names}{mark}")
    return 0


def _document(head: MatchHead) -> dict[str, object]:
    return {
        "match": head.id,
        "created": head.created.isoformat(),
        "players": list(head.players),
        "simulated": head.options.simulated,
        **answers.standing_json(head.players, head.standing),
    }


def _heads(path: Path) -> tuple[list[MatchHead], list[str]]:
    """Every match of the store; before the first match there is no file at the usual place."""
    if path == default_store() and not path.exists():
        return [], []
    with Store(path, create=False) as store:
        return store.matches(), [*store.troubles, *store.unreadable().values()]


def add_match(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("match", type=int, help="the number of the match (see 'turbo matches')")


def add_show(parser: argparse.ArgumentParser) -> None:
    add_match(parser)
    parser.add_argument(
        "--history", action="store_true", help="every entry, with who, when and the ruling"
    )
    add_output(parser)


def _history(args: argparse.Namespace) -> History:
    with Store(args.store, create=False) as store:
        for why in store.troubles:
            print(f"turbo: {why}", file=sys.stderr)
        return store.history(args.match)


def show(args: argparse.Namespace) -> int:
    history = _history(args)
    if args.json:
        document = answers.history_json(history, Language(args.lang))
        log = {"history": answers.log_json(history)} if args.history else {}
        print_json(document | log)
        return 0
    style = style_of(args)
    if history.options.simulated:
        print("SIMULATED: this match was played without real dice")
    if args.history:
        print("\n".join(report.log_text(history, style)))
    print("\n".join(report.round_text(history.match, style)))
    print(report.score_card(history.match, style))
    return 0


def add_export(parser: argparse.ArgumentParser) -> None:
    add_match(parser)
    parser.add_argument("file", nargs="?", default="-", help="where to (default: standard output)")


def export(args: argparse.Namespace) -> int:
    text = _history(args).record_text()
    if args.file == "-":
        print(text, end="")
    else:
        write_text(Path(args.file), text)
    return 0


def add_import(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("record", help="a .turbo file, or - for standard input")
    add_options(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def import_(args: argparse.Namespace) -> int:
    record = read_record(args.record)
    with Store(args.store) as store:
        match = store.import_record(record, now(), chosen_options(args), by=who())
    if args.json:
        print_json({"match": match, "statements": len(record.statements)})
    else:
        print(f"match {match}: {len(record.statements)} statements")
    return 0


def now() -> datetime:
    return datetime.now(UTC).replace(microsecond=0)


def who() -> str:
    """Whom the machine knows us as, as far as it is text."""
    name = os.environ.get("USER") or os.environ.get("LOGNAME") or "someone"
    return name.encode(errors="replace").decode()
