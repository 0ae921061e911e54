"""`turbo check`: judge one layout."""

import argparse

from turbo.commands.common import add_edition, add_output, print_json, style_of
from turbo.commands.style import Style
from turbo.game.answers import check_json
from turbo.game.dice import hand_text
from turbo.game.editions import EDITIONS, Edition, PieceKind
from turbo.game.layout import Layout
from turbo.game.sets import TableSet
from turbo.games import game_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("layout", help="for example 'b3 b4 b5 / r3 . . / k3 . . | k8 r8 o8'")
    add_edition(parser)
    add_output(parser)


def run(args: argparse.Namespace) -> int:
    edition, style = EDITIONS[args.edition], style_of(args)
    layout = Layout.parse(args.layout, special=edition.has_special)
    document = game_of(edition).check(layout, edition, style.language)
    if args.json:
        print_json(document)
    elif not layout.islands:
        print(style.word("nothing to judge"))
    else:
        print(TEXTS[edition.piece](layout, edition, style.of(edition)))
    # With a '?' legal is neither yes nor no: for a script that is not legal, hence 1.
    return 0 if document["legal"] else 1


def check_text(layout: Layout, edition: Edition, style: Style) -> str:
    answer = check_json(layout, style.language)["legal"]
    verdict = {True: "legal", False: "not legal", None: "unsure"}[answer]
    lines = [f"  {style.word(found.kind)}: {_set_text(found, style)}" for found in layout.sets()]
    lines += [f"  {style.fault(fault)}" for fault in layout.faults()]
    return "\n".join([style.word(verdict), *lines])


def _set_text(found: TableSet, style: Style) -> str:
    """The dice of a set, and what they stand for where a joker is among them."""
    text = style.hand(found.chain.faces)
    if not any(face.is_joker for face in found.chain.faces):
        return text
    return f"{text} = " + ", ".join(hand_text(one.faces) for one in found.readings)


def rows_text(layout: Layout, edition: Edition, style: Style) -> str:
    """Tiles lie in rows and never cross: their table is told by its rows."""
    from turbo.tiles.rows import TileLayout

    judged = TileLayout(layout, edition)
    faults = judged.faults()
    # Neither legal nor at fault: something unread could still make it either.
    lines = [style.word("legal" if judged.is_legal else "not legal" if faults else "unsure")]
    for faces, readings in judged.sets():
        kinds = " / ".join(style.word(kind) for kind in sorted({one.kind for one in readings}))
        lines.append(f"  {kinds}: {style.hand(faces)}")
    return "\n".join([*lines, *(f"  {style.fault(one)}" for one in (*faults, *judged.hints()))])


TEXTS = {PieceKind.DIE: check_text, PieceKind.TILE: rows_text}
