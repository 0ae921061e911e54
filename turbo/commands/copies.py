"""`turbo backup` and `turbo restore`: copies of everything that is kept."""

import argparse
from pathlib import Path

from turbo.errors import TurboError
from turbo.keeping import salvage
from turbo.keeping.roll_book import rolls_path


def add_backup(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="the copy; throws are copied to a file beside it")


def backup(args: argparse.Namespace) -> int:
    if args.file.is_dir():
        args.file = args.file / args.store.name
    if args.file.resolve() == args.store.resolve():
        raise TurboError(f"{args.file}: expected another place than the store itself")
    count = salvage.backup(args.store, args.file)
    has_throws = salvage.copy_beside(rolls_path(args.store), rolls_path(args.file))
    print(f"{args.file}: {count} matches" + (", and the throws beside it" if has_throws else ""))
    return 0


def add_restore(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file",
        type=Path,
        help="a copy, or the damaged store itself. Stop 'turbo run' and 'turbo serve' first; what"
        " is there now is put aside, not deleted",
    )


def restore(args: argparse.Namespace) -> int:
    """0 if everything came over, 1 if something was lost, which is said."""
    saved, aside = salvage.restore(args.file, args.store)
    if args.file.resolve() != args.store.resolve():
        salvage.copy_beside(rolls_path(args.file), rolls_path(args.store))
    print(f"{args.store}: {saved.matches} matches with {saved.entries} entries")
    if aside is not None:
        print(f"what was there before: {aside}")
    for line in saved.lost:
        print(f"  lost: {line}")
    return 1 if saved.lost else 0
