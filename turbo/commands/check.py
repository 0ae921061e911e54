"""`turbo check`: judge one layout."""

import argparse

from turbo.commands.common import add_output, print_json, style_of
from turbo.commands.style import Style
from turbo.game.answers import check_json
from turbo.game.dice import hand_text
from turbo.game.editions import EDITIONS, TURBO
from turbo.game.layout import Layout
from turbo.game.messages import Language
from turbo.game.sets import TableSet


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("layout", help="for example 'b3 b4 b5 / r3 . . / k3 . . | k8 r8 o8'")
    parser.add_argument(
        "--edition", choices=list(EDITIONS), default=TURBO.name, help="which game (default: turbo)"
    )
    add_output(parser)


def run(args: argparse.Namespace) -> int:
    # Tiles lie in rows and never cross: their table is judged by rules of its own.
    if not (edition := EDITIONS[args.edition]).is_thrown:
        from turbo.commands.tiles import check_tiles

        return check_tiles(args.layout, edition, style_of(args), print_json if args.json else None)
    layout = Layout.parse(args.layout)
    if args.json:
        print_json(check_json(layout, Language(args.lang)))
    else:
        print(check_text(layout, style_of(args)))
    # With a '?' legal is neither yes nor no: for a script that is not legal, hence 1.
    return 0 if layout.is_legal else 1


def check_text(layout: Layout, style: Style) -> str:
    if not layout.islands:
        return style.word("nothing to judge")
    answer = check_json(layout, style.language)["legal"]
    verdict = {True: "legal", False: "not legal", None: "unsure"}[answer]
    lines = [f"  {style.word(found.kind)}: {_set_text(found, style)}" for found in layout.sets()]
    lines += [f"  {fault.rule}: {style.message(fault)}" for fault in layout.faults()]
    return "\n".join([style.word(verdict), *lines])


def _set_text(found: TableSet, style: Style) -> str:
    """The dice of a set, and what they stand for where a joker is among them."""
    text = style.hand(found.chain.faces)
    if not any(face.is_joker for face in found.chain.faces):
        return text
    return f"{text} = " + ", ".join(hand_text(one.faces) for one in found.readings)
