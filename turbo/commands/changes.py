"""`turbo undo` and `turbo amend`: what was said is set right, and what that changes is shown."""

import argparse
import sys

from turbo.commands.common import add_language, entry_number
from turbo.commands.matches import add_match, now, score_line, who
from turbo.errors import TurboError
from turbo.game.events import Amended, BackTo, Change, Entry, Undone
from turbo.game.messages import Language
from turbo.game.record import parse_event
from turbo.i18n.catalogue import say
from turbo.solver import ruling_play
from turbo.storage.session import Session
from turbo.storage.standing import MatchStanding
from turbo.storage.store import AnyHistory, Store

_ENTRY_HELP = "its number (see 'turbo show --history')"


def _add_who(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    # The log names who set something right: what is changed without a name cannot be asked about.
    add("--by", default=who(), help="who says so (default: %(default)s)")
    add("--yes", action="store_true", help="do not ask first")
    add_language(parser)


def add_undo(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add_match(parser)
    add("entry", type=entry_number, nargs="?", help=_ENTRY_HELP)
    add(
        "--back-to",
        type=entry_number,
        metavar="ENTRY",
        help="take back this entry and everything after it, in one step",
    )
    _add_who(parser)


def undo(args: argparse.Namespace) -> int:
    if args.entry is not None and args.back_to is not None:
        raise TurboError("expected an entry or --back-to ENTRY, not both")
    with Store(args.store, create=False) as store:
        history = store.folded(args.match)
        if args.back_to is not None:
            return _change(store, args, history, BackTo(args.back_to))
        if args.entry is None and not history.judged:
            raise TurboError(f"expected something to undo, match {args.match} is empty")
        # The last that still counts: the log's own last entry may be an undo.
        last = history.judged[-1].effective.entry.number if history.judged else 0
        return _change(store, args, history, Undone(last if args.entry is None else args.entry))


def add_amend(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add_match(parser)
    add("entry", type=entry_number, help=_ENTRY_HELP)
    add("statement", help="such as 'throw Ann b3 b4 b5', or 'draw'")
    _add_who(parser)


def amend(args: argparse.Namespace) -> int:
    with Store(args.store, create=False) as store:
        history = store.folded(args.match)
        piece = history.options.edition.piece
        said = parse_event(args.statement, history.players, piece)
        return _change(store, args, history, Amended(args.entry, said))


def _change(store: Store, args: argparse.Namespace, history: AnyHistory, change: Change) -> int:
    """Show what it would make of the match, ask where somebody can answer, and do it."""
    # Before anything is shown: a change that cannot be is no before and after.
    history.check(change)
    entry = Entry(len(history.entries) + 1, change, now(), args.by)
    after: AnyHistory = history.followed_by(entry, ruling_play)
    language = Language(args.lang)
    print(say("cli.before", language, what=_standing_text(history, language)))
    print(say("cli.after", language, what=_standing_text(after, language)), flush=True)
    # 1, since nothing was done: a script can tell it from an answer of yes.
    if not args.yes and not _is_wanted(language):
        print(say("cli.unchanged", language))
        return 1
    # Read anew: somebody may have gone on with the match while the question stood.
    session = Session(store, args.match, find_play=ruling_play)
    session.change(change, args.by)
    number = len(session.log.entries)
    print(say("cli.entry", language, entry=number, match=args.match))
    return 0


def _is_wanted(language: Language) -> bool:
    """On a terminal somebody says yes; a program that calls this has decided already."""
    if sys.stdin is None or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return True
    print(say("cli.ask", language), end="", flush=True)
    # In English too: whoever types y has agreed in any language.
    agreed = {word for one in (language, Language.ENGLISH) for word in say("cli.yes", one).split()}
    return sys.stdin.readline().strip().lower() in agreed


def _standing_text(history: AnyHistory, language: Language) -> str:
    standing = MatchStanding.of(history)
    score, played = score_line(history.players, standing.totals), len(standing.rounds)
    if standing.is_finished:
        key = "drawn" if standing.winner is None else "won"
        return f"{score}, {say(f'cli.{key}', language, name=standing.winner)}"
    rounds = history.options.edition.games(len(history.players))
    # Tiles have no agreed number in most editions: 'of how many' would be invented.
    if rounds is None:
        return f"{score}, {say('cli.open-tiles', language, played=played)}"
    return f"{score}, {say('cli.open', language, played=played, rounds=rounds)}"
