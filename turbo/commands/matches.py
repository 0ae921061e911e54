"""`turbo matches`, `show`, `export` and `import`: the matches that are kept."""

import argparse
import os
import sys
from datetime import UTC, datetime
from pathlib import Path

from turbo.commands import common, report
from turbo.commands.records import chosen_options, read_record
from turbo.errors import writing
from turbo.game.digest import sealed
from turbo.game.editions import EDITIONS, TURBO
from turbo.game.messages import Language
from turbo.storage import answers
from turbo.storage.files import write_text, write_whole
from turbo.storage.standing import MatchStanding
from turbo.storage.store import AnyHistory, AnyOptions, MatchHead, Store, default_store


def add_matches(parser: argparse.ArgumentParser) -> None:
    common.add_output(parser)


def matches(args: argparse.Namespace) -> int:
    """Every match with its standing. One that cannot be read is told, and hides no other."""
    heads, unreadable = _heads(args.store)
    for why in unreadable:
        print(f"turbo: {why}", file=sys.stderr)
    if args.json:
        common.print_json({"matches": [_document(head) for head in heads]})
        return 0
    for head in heads:
        mark = "  SIMULATED" if head.options.simulated else ""
        game = "" if head.edition == TURBO.name else f"  {head.edition}"
        when, state = report.time_text(head.created), games_of(head.options, head.standing)
        names = score_line(head.players, head.standing.totals)
        print(f"{head.id:4}  {when}  {state}  {names}{game}{mark}")
    return 0


def games_of(options: AnyOptions, standing: MatchStanding) -> str:
    """Games that are over, and of how many where that is agreed on."""
    # In some editions each player begins once: only their number tells how many games.
    over, games = len(standing.rounds), options.edition.games(len(standing.totals))
    return str(over) if games is None else f"{over}/{games}"


def score_line(players: tuple[str, ...], totals: tuple[int, ...]) -> str:
    """Two names with their totals between them; more of them one after the other."""
    # As a match of two is spoken of; from three on a dash between numbers says nothing.
    if len(players) == 2:
        return f"{players[0]} {totals[0]} – {totals[1]} {players[1]}"  # noqa: RUF001
    return ", ".join(f"{name} {own}" for name, own in zip(players, totals, strict=True))


def _document(head: MatchHead) -> dict[str, object]:
    return {
        "match": head.id,
        "created": head.created.isoformat(),
        "edition": head.edition,
        "players": list(head.players),
        "simulated": head.options.simulated,
        **answers.standing_json(head.players, head.standing),
    }


def _heads(path: Path) -> tuple[list[MatchHead], list[str]]:
    """Every match of the store; before the first match there is no file at the usual place."""
    # Only at the usual place: a store that was named and is not there is a slip of the pen.
    if path == default_store() and not path.exists():
        return [], []
    with Store(path, create=False) as store:
        return store.matches(), [*store.troubles, *store.unreadable().values()]


def add_match(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("match", type=common.match_number, help="its number (see 'turbo matches')")


def add_show(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add_match(parser)
    add("--history", action="store_true", help="every entry, with who, when and the ruling")
    add("--why", action="store_true", help="the same, with what spoke for each event")
    common.add_output(parser)


def _history(args: argparse.Namespace) -> AnyHistory:
    with Store(args.store, create=False) as store:
        for why in store.troubles:
            print(f"turbo: {why}", file=sys.stderr)
        return store.folded(args.match)


def show(args: argparse.Namespace) -> int:
    history = _history(args)
    if args.json:
        document = answers.history_json(history, Language(args.lang))
        log = {"history": answers.log_json(history)} if args.history or args.why else {}
        common.print_json(document | log)
        return 0
    style = common.style_of(args)
    if history.options.simulated:
        print("SIMULATED: this match was played without real dice")
    edition = history.options.edition
    style = style.of(edition)
    if args.history or args.why:
        print("\n".join(report.log_text(history, style, why=args.why)))
    print("\n".join(report.OPEN[edition.piece](history.match, style)))
    print(report.CARDS[edition.piece](history.match, style))
    return 0


def add_export(parser: argparse.ArgumentParser) -> None:
    add_match(parser)
    parser.add_argument("file", nargs="?", default="-", help="where to (default: standard output)")


def export(args: argparse.Namespace) -> int:
    text = sealed(_history(args).record_text())
    if args.file == "-":
        print(text, end="")
    else:
        write_text(Path(args.file), text)
    return 0


def add_card(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add_match(parser)
    add("file", help="where to, for example card.pdf")
    common.add_language(parser)


def card(args: argparse.Namespace) -> int:
    # Here alone: the PDF writer is the site's, and listing matches must not load the site.
    from web.history.card_pdf import card_pdf

    with Store(args.store, create=False) as store:
        head, history = store.head(args.match), store.folded(args.match)
    # Whole or not at all: a full disk must not cut the card that was printed before.
    data = card_pdf(history.match, history.options, head.created, Language(args.lang))
    with writing(args.file):
        write_whole(Path(args.file), data)
    return 0


def add_import(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("record", help="a .turbo file, or - for standard input")
    common.add_options(parser)
    add(
        "--edition",
        choices=list(EDITIONS),
        help="which game, for a record that names none (default: turbo)",
    )
    common.add_json(parser)


def import_(args: argparse.Namespace) -> int:
    record = read_record(args.record, args.edition)
    many = len(record.statements)
    with Store(args.store) as store:
        match = store.import_record(record, now(), chosen_options(args), by=who())
    if args.json:
        common.print_json({"match": match, "statements": many})
    else:
        print(f"match {match}: {many} statement{'' if many == 1 else 's'}")
    return 0


def now() -> datetime:
    # A record writes times to the second: what is exported and imported again stays the same.
    return datetime.now(UTC).replace(microsecond=0)


def who() -> str:
    """Whom the machine knows us as, as far as it is text."""
    name = os.environ.get("USER") or os.environ.get("LOGNAME") or "someone"
    # A user name may hold bytes that are no UTF-8: the store keeps text alone.
    return name.encode(errors="replace").decode()
