"""What stands behind `turbo solve` and `turbo hint`: a play as JSON, as text, or as steps."""

import argparse
import io
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TextIO

from turbo.commands.common import add_edition, add_output, number, print_json
from turbo.errors import TurboError, reading
from turbo.game.dice import Face, hand_text, parse_hand
from turbo.game.editions import EDITIONS, TURBO, Edition, PieceKind
from turbo.game.layout import Layout
from turbo.game.messages import Language
from turbo.games import game_of
from turbo.i18n.catalogue import SentenceTable
from turbo.solver import Play, any_play, best_play, best_tiles, in_order

DEFAULT_BUDGET_S = 2.0
"""As long as a person waits at a prompt without wondering; rulings are bounded by work instead."""

Solve = Callable[[Layout, tuple[Face, ...]], Play]

SAID = SentenceTable("cli.")
"""What is printed for people. A search for special jokers is never at its end."""


def add_solve(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    _add_position(parser)
    add_output(parser)
    add(
        "--jsonl",
        metavar="FILE",
        help='positions, one {"id", "table", "hand", "edition", "melded"} a line, or - for input',
    )
    add("--any", action="store_true", help="stop at the first play found (dice only)")
    add(
        "--order",
        metavar="TILES",
        help="tiles: how these lie in order again, as near to the table as can be",
    )


def add_hint(parser: argparse.ArgumentParser) -> None:
    _add_position(parser)
    add_output(parser)


def _add_position(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--table", metavar="LAYOUT", help="the table, such as 'b3 b4 b5 | k8 r8 o8'")
    add("--hand", metavar="HAND", help="the hand or rack, such as 'b6 r* k1'")
    add_edition(parser)
    add("--first-meld", action="store_true", help="tiles: the player has laid nothing in this game")
    add(
        "--budget",
        type=number("more than 0 and up to 3600 seconds", lambda budget: 0 < budget <= 3600),
        default=DEFAULT_BUDGET_S,
        metavar="SECONDS",
        help="dice: stop searching after so long (default: %(default)s); the search of tiles has a"
        " bound of its own",
    )


def solve(args: argparse.Namespace) -> int:
    language = Language(args.lang)
    if args.jsonl is not None:
        # Refused and not ignored: nobody should take one answer for the other.
        if any(given is not None for given in (args.table, args.hand, args.order)):
            raise TurboError("expected either --jsonl FILE or --table and --hand, got both")
        for answer in _answers(args):
            # A program may wait for each answer before it asks again.
            print(json.dumps(answer, ensure_ascii=False), flush=True)
        return 0
    if args.order is not None:
        return _put_in_order(args, language)
    table, hand = _position(args)
    play = _solver(args, EDITIONS[args.edition], melded=not args.first_meld)(table, hand)
    if args.json:
        print_json(play_json(play))
    else:
        print(_play_text(play, language))
    return 0


def _solver(args: argparse.Namespace, edition: Edition, *, melded: bool) -> Solve:
    """The search for that game."""
    return SEARCHES[edition.piece](args, edition, melded)


def _for_dice(args: argparse.Namespace, edition: Edition, melded: bool) -> Solve:
    """Bounded by time."""
    return partial(any_play if getattr(args, "any", False) else best_play, budget_s=args.budget)


def _for_tiles(args: argparse.Namespace, edition: Edition, melded: bool) -> Solve:
    """Bounded by work."""
    return partial(best_tiles, edition=edition, melded=melded)


SEARCHES = {PieceKind.DIE: _for_dice, PieceKind.TILE: _for_tiles}

ORDERS = {PieceKind.TILE: in_order}
"""Rows of tiles are put in order; where dice lie is their crossword."""


def _put_in_order(args: argparse.Namespace, language: Language) -> int:
    edition = EDITIONS[args.edition]
    order = ORDERS.get(edition.piece)
    if order is None or args.table is None or args.hand is not None:
        raise TurboError(
            "expected --order TILES with --table LAYOUT and the --edition of a tile game"
        )
    table, tiles = _parsed(args.table, args.order, edition)
    if table.has_unread or any(face.is_unread for face in tiles):
        raise TurboError("expected a table and tiles without unread ones")
    found = order(tiles, table, edition)
    if args.json:
        print_json({"layout": None if found is None else str(found)})
    else:
        print(SAID["no-order"][language] if found is None else found)
    return 0


def hint(args: argparse.Namespace) -> int:
    """The best play in words, step by step."""
    table, hand = _position(args)
    edition, language = EDITIONS[args.edition], Language(args.lang)
    play = _solver(args, edition, melded=not args.first_meld)(table, hand)
    said = game_of(edition).hint(table, play.layout, play.played, edition, language)
    if args.json:
        print_json({**play_json(play), "steps": list(said)})
        return 0
    for step, sentence in enumerate(said, 1):
        # Where there is no play the one sentence says so, and is no step.
        print(f"{step}. {sentence}" if play else sentence)
    if play:
        print(play.layout)
    return 0


def play_json(play: Play) -> dict[str, Any]:
    return {
        "played": [str(face) for face in play.played],
        "layout": str(play.layout),
        "proved": play.proved,
    }


def _play_text(play: Play, language: Language) -> str:
    doubt = "" if play.proved else f"\n{SAID['not-proved'][language]}"
    if not play:
        return SAID["no-play"][language] + doubt
    said = SAID["play"][language].format(tiles=hand_text(play.played))
    return f"{said}\n{play.layout}{doubt}"


def _position(args: argparse.Namespace) -> tuple[Layout, tuple[Face, ...]]:
    if args.table is None or args.hand is None:
        raise TurboError("expected --table LAYOUT and --hand HAND")
    return _parsed(args.table, args.hand, EDITIONS[getattr(args, "edition", TURBO.name)])


def _parsed(table: str, hand: str, edition: Edition = TURBO) -> tuple[Layout, tuple[Face, ...]]:
    special, part = edition.has_special, "table"
    try:
        layout = Layout.parse(table, special=special)
        part = "hand"
        return layout, parse_hand(hand, special=special)
    except TurboError as error:
        raise TurboError(f"{part}: {error}") from error


def _answers(args: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """One answer a line; blank lines are passed over."""
    with _opened(args.jsonl) as lines:
        try:
            for line in lines:
                if line.strip():
                    yield _answer(line, args)
        except UnicodeDecodeError as error:
            raise TurboError(
                f"{args.jsonl}: expected text in UTF-8 (byte {error.start})"
            ) from error


def _opened(path: str) -> TextIO:
    if path == "-":
        # Whatever the terminal's own encoding is: a file would be read so, too.
        return io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8")
    with reading(path):
        return Path(path).open(encoding="utf-8")


def _answer(line: str, args: argparse.Namespace) -> dict[str, Any]:
    """The answer to one position, or its error; a bad line never stops the others."""
    name: Any = None
    try:
        asked = json.loads(line)
        if not isinstance(asked, dict):
            raise TurboError('expected an object {"id", "table", "hand"}')
        # As soon as it is known: what is wrong after it can be told under its id.
        name = asked.get("id")
        edition, melded = _asked_edition(asked, args)
        table, hand = _parsed(_text(asked, "table"), _text(asked, "hand"), edition)
        return {"id": name, **play_json(_solver(args, edition, melded=melded)(table, hand))}
    except json.JSONDecodeError as error:
        return {"id": name, "error": f"expected one JSON object a line: {error}"}
    # Brackets nested by the thousand are no error of JSON's.
    except (TurboError, RecursionError) as error:
        return {"id": name, "error": str(error)}


def _asked_edition(asked: dict[str, Any], args: argparse.Namespace) -> tuple[Edition, bool]:
    """A line may name its own edition, and whether the first meld has been laid."""
    name, melded = asked.get("edition", args.edition), asked.get("melded", not args.first_meld)
    if not isinstance(name, str) or name not in EDITIONS:
        raise TurboError(f'expected "edition" as one of {", ".join(EDITIONS)}, got {name!r}')
    if not isinstance(melded, bool):
        raise TurboError(f'expected "melded" as true or false, got {melded!r}')
    return EDITIONS[name], melded


def _text(asked: dict[str, Any], key: str) -> str:
    """A layout or a hand as text; a list of faces is taken, too."""
    value = asked.get(key)
    if isinstance(value, str):
        return value
    if isinstance(value, Sequence) and all(isinstance(face, str) for face in value):
        return " ".join(value)
    raise TurboError(f'expected "{key}" as text, got {value!r}')
