"""Numbers of everybody over matches of tiles, as the page is told them."""

from collections.abc import Sequence
from typing import Any

from turbo.game.editions import EDITIONS
from turbo.game.messages import Language
from turbo.storage.history import TileHistory
from turbo.storage.tile_tally import Person, tallied
from turbo.tiles.speech import set_words


def tile_statistics(histories: Sequence[TileHistory], language: Language) -> dict[str, Any]:
    # Of one match its rulebook's own; of all of them any: the tables' heads name sets alike.
    editions = (*(one.options.edition for one in histories), EDITIONS["original-goliath"])
    return {
        "matches": len(histories),
        "people": [_person(one) for one in tallied(histories)],
        "words": set_words(editions[0], language),
    }


def _person(one: Person) -> dict[str, Any]:
    return {
        "name": one.name,
        "games": one.games,
        "wins": one.wins,
        "points": one.points,
        "average_rack": _rounded(one.average_rack),
        "penalties": one.penalties,
        "penalty_tiles": one.penalty_tiles,
        "average_meld": _rounded(one.average_meld),
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 1)
