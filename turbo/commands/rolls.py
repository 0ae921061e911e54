"""`turbo rolls`, `turbo capture` and `turbo forget`: throws that were seen, kept and deleted."""

import argparse
import csv
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Any

from turbo.commands.common import FILE, add_json, count, match_number, number, print_json
from turbo.commands.matches import who
from turbo.commands.report import time_text
from turbo.errors import TurboError, writing
from turbo.game.dice import hand_text
from turbo.storage.files import OWN, write_whole
from turbo.storage.roll_book import Keeping, Roll, Rolls, forget_evidence, rolls_path

MEGA = 1_000_000
"""As the makers of SD cards count."""

FIELDS = (
    *("id", "at", "label", "match", "entry", "player", "faces"),
    *("confidence", "struck", "simulated"),
)


def _amount(unit: str) -> Callable[[str], float]:
    # Infinity and nan are floats as well, and no size of a card.
    return number(f"a number of {unit} above 0", lambda value: 0 < value < 1e6)


def _add_choice(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--match", type=match_number, help="only throws of this match")


def add_keeping(parser: argparse.ArgumentParser) -> None:
    """The options of everything that keeps pictures."""
    add = parser.add_argument
    add("--keep-days", type=_amount("days"), metavar="DAYS", help="delete pictures that are older")
    add(
        "--keep-mb",
        type=_amount("megabytes"),
        # Pictures are for looking back: they must leave room for the matches on the smallest card.
        default=256.0,
        metavar="MB",
        help="the most that pictures may take on the disk (default: %(default)s)",
    )


def keeping(args: argparse.Namespace) -> Keeping:
    return Keeping(int(args.keep_mb * MEGA), args.keep_days)


def add_rolls(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    _add_choice(parser)
    add("--label", help="only throws under this label")
    form = parser.add_mutually_exclusive_group()
    add_json(form)
    form.add_argument("--csv", action="store_true", help="print a table with commas")
    add("--pictures", type=Path, metavar="FOLDER", help="write the pictures there")
    add("--strike", type=count, metavar="NUMBER", help="this one was no throw")


def rolls(args: argparse.Namespace) -> int:
    """List throws, export them, strike one out."""
    with Rolls(rolls_path(args.store), create=False) as kept:
        if args.strike is not None:
            # Before the list is read, so that it shows what was struck out.
            kept.strike(args.strike, who())
        found = kept.rolls(label=args.label, match=args.match)
        if args.pictures is not None:
            _write_pictures(kept, found, args.pictures)
        _print(args, found, kept)
    return 0


def _print(args: argparse.Namespace, found: list[Roll], kept: Rolls) -> None:
    if args.json:
        print_json({"rolls": [_document(roll) for roll in found]})
        return
    if args.csv:
        # The document has more than a table can hold: a list of confidences fits in no cell.
        writer = csv.DictWriter(sys.stdout, FIELDS, extrasaction="ignore")
        writer.writeheader()
        writer.writerows(_row(roll) for roll in found)
        return
    for roll in found:
        print(_line(roll))
    pictures = sum(roll.has_picture for roll in found)
    size = kept.file_bytes() / MEGA
    print(f"{len(found)} throws, {pictures} with a picture; the file takes {size:.1f} MB")


def _document(roll: Roll) -> dict[str, Any]:
    return {
        "id": roll.id,
        "at": roll.at.isoformat(),
        "label": roll.label,
        "match": roll.match,
        "entry": roll.entry,
        "player": roll.player,
        "faces": [str(face) for face in roll.faces],
        "confidences": list(roll.confidences),
        "struck": roll.struck,
        "simulated": roll.simulated,
        "picture": roll.has_picture,
    }


def _row(roll: Roll) -> dict[str, Any]:
    """A cell never begins with a sign that a spreadsheet takes for a formula."""
    least = min(roll.confidences, default=0.0)
    row = _document(roll) | {"faces": hand_text(roll.faces), "confidence": f"{least:.3f}"}
    return {key: f"'{value}" if str(value)[:1] in "=+-@" else value for key, value in row.items()}


def _line(roll: Roll) -> str:
    who = roll.player or roll.label or "-"
    mark = f"  struck out by {roll.struck}" if roll.struck else ""
    # Beside every one, not once above: lines are copied one by one.
    mark += "  SIMULATED" if roll.simulated else ""
    least = min(roll.confidences, default=0.0)
    when = time_text(roll.at, seconds=True)
    return f"{roll.id:5}  {when}  {who}  {hand_text(roll.faces)}  {least:.2f}{mark}"


def _write_pictures(kept: Rolls, found: list[Roll], folder: Path) -> None:
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        for roll in found:
            jpeg = kept.jpeg(roll.id)
            if jpeg is not None:
                # For oneself alone: they show people's hands, whatever the folder's own rights are.
                write_whole(folder / f"throw-{roll.id:05}.jpg", jpeg, OWN)


def add_forget(parser: argparse.ArgumentParser) -> None:
    _add_choice(parser)
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--all", action="store_true", help="every picture")
    which.add_argument(
        "--older-than", type=_amount("days"), metavar="DAYS", help="pictures older than this"
    )
    which.add_argument(
        "--person", metavar="NAME", help="a person for good: the name, and pictures of the matches"
    )


def forget(args: argparse.Namespace) -> int:
    """Delete pictures of throws, and evidence, which is pictures too; what was thrown stays."""
    if args.person is not None:
        return _forget_person(args)
    days = args.older_than
    before = None if days is None else datetime.now(UTC) - timedelta(days=days)
    with Rolls(rolls_path(args.store), create=False) as kept:
        size = kept.file_bytes()
        count = kept.forget(before=before, match=args.match)
        # Another program may have kept a throw meanwhile, and a file that grew frees nothing.
        freed = max(0, size - kept.file_bytes()) / MEGA
    bundles = forget_evidence(args.store, args.match, before)
    print(f"{count} pictures deleted ({freed:.1f} MB), and {bundles} bundles of evidence")
    print("what was thrown, when and by whom, stays in the list")
    return 0


def _forget_person(args: argparse.Namespace) -> int:
    from turbo.people.farewell import forget_person
    from turbo.storage.store import Store

    if args.match is not None:
        raise TurboError("--person: a person is deleted from all matches, expected no --match")
    with Store(args.store, create=False) as store:
        done = forget_person(store, args.person)
    count, pictures = len(done.matches), done.pictures
    print(f"{args.person} is {done.alias} in {count} match{'' if count == 1 else 'es'} from now on")
    print(f"{pictures} picture{'' if pictures == 1 else 's'} deleted")
    for path in done.remains:
        print(f"turbo: {path} still holds the name", file=sys.stderr)
    for why in done.troubles:
        print(f"turbo: {why}", file=sys.stderr)
    return 0


def add_capture(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--camera", required=True, metavar="NAME", help="as for 'turbo run'")
    add("--label", default="", help="under which the throws are kept")
    add("--corners", **FILE, help="as for 'turbo run'")
    add("--calibration", **FILE, help="as for 'turbo run'")
    add("--dice", **FILE, help="as for 'turbo run'")
    add("--count", type=count, metavar="N", help="stop after so many throws")
    add_keeping(parser)


def capture(args: argparse.Namespace) -> int:
    """Log every throw of any number of dice, without a game."""
    from turbo.app.capture import watch

    with Rolls(rolls_path(args.store), keeping(args)) as kept:
        # Kept one by one: a power cut loses the throw that is rolling, not the evening.
        for roll, jpeg in islice(watch(args), args.count):
            print(f"{kept.add(roll, jpeg):5}  {hand_text(roll.faces)}", flush=True)
    return 0
