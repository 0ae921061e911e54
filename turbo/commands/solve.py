"""What stands behind `turbo solve` and `turbo hint`: a play as JSON, as text, or as steps."""

import argparse
import io
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TextIO

from turbo.errors import TurboError
from turbo.game.dice import Face, hand_text, parse_hand
from turbo.game.hints import hint
from turbo.game.layout import Layout
from turbo.game.messages import Language
from turbo.solver import Play, any_play, best_play

DEFAULT_BUDGET_S = 2.0

Solve = Callable[..., Play]


def add_solve_arguments(parser: argparse.ArgumentParser) -> None:
    _add_position(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument(
        "--jsonl",
        metavar="FILE",
        help='positions, one {"id", "table", "hand"} a line, or - for standard input',
    )
    parser.add_argument("--any", action="store_true", help="stop at the first play found")


def add_hint_arguments(parser: argparse.ArgumentParser) -> None:
    """`--lang` too, unless the caller has given the parser one already."""
    _add_position(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    if not any("--lang" in action.option_strings for action in parser._actions):
        languages = [str(language) for language in Language]
        parser.add_argument("--lang", choices=languages, default="en", help="en, nl, fr or de")


def _add_position(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--table", metavar="LAYOUT", help="the table, such as 'b3 b4 b5 | k8 r8 o8'"
    )
    parser.add_argument("--hand", metavar="HAND", help="the hand, such as 'b6 r* k1'")
    parser.add_argument(
        "--budget",
        type=_seconds,
        default=DEFAULT_BUDGET_S,
        metavar="SECONDS",
        help="stop searching after so long (default: %(default)s)",
    )


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 < seconds <= 3600:
        raise argparse.ArgumentTypeError(f"expected more than 0 and up to 3600 seconds: {text!r}")
    return seconds


def run_solve(args: argparse.Namespace) -> int:
    solve = any_play if args.any else best_play
    if args.jsonl is not None:
        if args.table is not None or args.hand is not None:
            raise TurboError("expected either --jsonl FILE or --table and --hand, got both")
        for answer in _answers(args.jsonl, solve, args.budget):
            print(json.dumps(answer, ensure_ascii=False), flush=True)
        return 0
    table, hand = _position(args)
    play = solve(table, hand, budget_s=args.budget)
    if args.json:
        print(json.dumps(play_json(play), ensure_ascii=False))
    else:
        print(_play_text(play))
    return 0


def run_hint(args: argparse.Namespace) -> int:
    """The best play in words, step by step."""
    table, hand = _position(args)
    play = best_play(table, hand, budget_s=args.budget)
    said = hint(table, play.layout, play.played, Language(args.lang))
    if args.json:
        print(json.dumps({**play_json(play), "steps": list(said)}, ensure_ascii=False))
        return 0
    for number, sentence in enumerate(said, 1):
        print(f"{number}. {sentence}" if play else sentence)
    if play:
        print(play.layout)
    return 0


def play_json(play: Play) -> dict[str, Any]:
    return {
        "played": [str(face) for face in play.played],
        "layout": str(play.layout),
        "proved": play.proved,
    }


def _play_text(play: Play) -> str:
    doubt = "" if play.proved else "\nnot proved: the search was stopped before its end"
    if not play:
        return f"no play{doubt}"
    return f"play {hand_text(play.played)}\n{play.layout}{doubt}"


def _position(args: argparse.Namespace) -> tuple[Layout, tuple[Face, ...]]:
    if args.table is None or args.hand is None:
        raise TurboError("expected --table LAYOUT and --hand HAND")
    return _parsed(args.table, args.hand)


def _parsed(table: str, hand: str) -> tuple[Layout, tuple[Face, ...]]:
    try:
        layout = Layout.parse(table)
    except TurboError as error:
        raise TurboError(f"table: {error}") from error
    try:
        return layout, parse_hand(hand)
    except TurboError as error:
        raise TurboError(f"hand: {error}") from error


def _answers(path: str, solve: Solve, budget_s: float) -> Iterator[dict[str, Any]]:
    """One answer a line; blank lines are passed over."""
    with _opened(path) as lines:
        try:
            for line in lines:
                if line.strip():
                    yield _answer(line, solve, budget_s)
        except UnicodeDecodeError as error:
            raise TurboError(f"{path}: expected text in UTF-8 (byte {error.start})") from error


def _opened(path: str) -> TextIO:
    try:
        if path == "-":
            return io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8")
        return Path(path).open(encoding="utf-8")
    except OSError as error:
        raise TurboError(f"{path}: cannot be read: {error.strerror}") from error


def _answer(line: str, solve: Solve, budget_s: float) -> dict[str, Any]:
    """The answer to one position, or its error; a bad line never stops the others."""
    name: Any = None
    try:
        asked = json.loads(line)
        if not isinstance(asked, dict):
            raise TurboError('expected an object {"id", "table", "hand"}')
        name = asked.get("id")
        table, hand = _parsed(_text(asked, "table"), _text(asked, "hand"))
        return {"id": name, **play_json(solve(table, hand, budget_s=budget_s))}
    except json.JSONDecodeError as error:
        return {"id": name, "error": f"expected one JSON object a line: {error}"}
    except (TurboError, RecursionError) as error:
        return {"id": name, "error": str(error)}


def _text(asked: dict[str, Any], key: str) -> str:
    """A layout or a hand as text; a list of faces is taken, too."""
    value = asked.get(key)
    if isinstance(value, str):
        return value
    if isinstance(value, Sequence) and all(isinstance(face, str) for face in value):
        return " ".join(value)
    raise TurboError(f'expected "{key}" as text, got {value!r}')
