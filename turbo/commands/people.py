"""`turbo people`: who plays here, by rating."""

import argparse
from typing import Any

from turbo.commands.common import add_json, print_json
from turbo.game.editions import PieceKind
from turbo.people.profiles import Profile, profiles
from turbo.storage.store import Store


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    with Store(args.store, create=False) as store:
        heads = store.matches()
    found = {str(piece): profiles(heads, piece) for piece in PieceKind}
    if args.json:
        print_json({piece: [_document(one) for one in people] for piece, people in found.items()})
        return 0
    for piece, people in found.items():
        for one in people:
            print(f"{_line(one)}{'' if piece == PieceKind.DIE else '  tiles'}")
    if not any(found.values()):
        print("nobody has finished a match yet (see 'turbo matches')")
    return 0


def _document(one: Profile) -> dict[str, Any]:
    counts = {"won": one.total.won, "drawn": one.total.drawn, "lost": one.total.lost}
    return {
        "name": one.name,
        "rating": round(one.rating.rating),
        "deviation": round(one.rating.deviation),
        **counts,
        "streak": one.streak,
        "longest": one.longest,
        "against": {
            name: {"won": found.won, "drawn": found.drawn, "lost": found.lost}
            for name, found in one.against.items()
        },
    }


def _line(one: Profile) -> str:
    total, rating = one.total, one.rating
    told = f"{rating.rating:5.0f} ± {2 * rating.deviation:<3.0f}  {one.name:16}"
    return f"{told}  {total.won} won, {total.drawn} drawn, {total.lost} lost".rstrip()
