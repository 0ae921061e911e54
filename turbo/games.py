"""The games by what they are played with: each is loaded when it is first asked for.

A new game is one more row here, a new edition one more value in `turbo.game.editions`.
"""

from functools import cache
from importlib import import_module

from turbo.game.editions import Edition, PieceKind
from turbo.game.protocol import GameRules

GAMES = {PieceKind.DIE: "turbo.game.dice_game", PieceKind.TILE: "turbo.tiles.tile_game"}


@cache
def _rules(piece: PieceKind) -> GameRules:
    found: GameRules = import_module(GAMES[piece]).RULES
    return found


def game_of(edition: Edition) -> GameRules:
    """The game of an edition."""
    return _rules(edition.piece)
