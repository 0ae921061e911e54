"""`turbo backup` and `turbo restore`: copies of everything that is kept."""

import argparse
from pathlib import Path

from turbo.commands.common import add_language
from turbo.errors import TurboError
from turbo.game.messages import Language
from turbo.i18n.catalogue import say
from turbo.storage import salvage
from turbo.storage.roll_book import rolls_path


def add_backup(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="the copy; throws are copied to a file beside it")
    add_language(parser)


def backup(args: argparse.Namespace) -> int:
    if args.file.is_dir():
        args.file = args.file / args.store.name
    # Resolved: through a link the copy would else be written over its own source.
    if args.file.resolve() == args.store.resolve():
        raise TurboError(f"{args.file}: expected another place than the store itself")
    count = salvage.backup(args.store, args.file)
    has_throws = salvage.copy_beside(rolls_path(args.store), rolls_path(args.file))
    key = "copied-throws" if has_throws else "copied"
    print(say(f"cli.{key}", Language(args.lang), file=args.file, count=count))
    return 0


def add_restore(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file",
        type=Path,
        help="a copy, or the damaged store itself. Stop 'turbo run' and 'turbo serve' first; what"
        " is there now is put aside, not deleted",
    )
    add_language(parser)


def restore(args: argparse.Namespace) -> int:
    """0 if everything came over, 1 if something was lost, which is said."""
    saved, aside = salvage.restore(args.file, args.store)
    # A store that is saved out of itself has its throws beside it already.
    if args.file.resolve() != args.store.resolve():
        salvage.copy_beside(rolls_path(args.file), rolls_path(args.store))
    language, count = Language(args.lang), saved.matches
    print(say("cli.restored", language, file=args.store, count=count, entries=saved.entries))
    if aside is not None:
        print(say("cli.aside", language, file=aside))
    for line in saved.lost:
        print(say("cli.lost", language, what=line))
    return 1 if saved.lost else 0
