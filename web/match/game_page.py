"""What the pages ask of a game, whichever it is; the rules themselves are `turbo.game.protocol`.

Each game is one value, loaded when it is first asked for: a new one is one more row here.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from turbo.game.dice import Face
from turbo.game.editions import Edition, PieceKind
from turbo.game.layout import Fault, Layout
from turbo.game.naming import Language
from turbo.game.referee import FoundPlay
from turbo.game.sets import Cell
from turbo.storage.session import Instant, Notice, Question

if TYPE_CHECKING:
    from web.match.shown import Shown

Document = dict[str, Any]

ShownSet = tuple[str, Sequence[Cell], dict[Cell, list[str]]]
"""The kind of a set, its cells, and what jokers in it may stand for."""

OwnSearch = tuple[str, Callable[[Layout, Sequence[Face]], FoundPlay]]
"""A search for plays, and what is beside table and hand that its answer hangs on."""

GAMES = {PieceKind.DIE: "web.match.dice_page", PieceKind.TILE: "web.tiles.tile_page"}


@dataclass(frozen=True, slots=True)
class GamePage:
    """What is said and drawn of one game. Matches and events are those of this game alone."""

    match: Callable[[Any, Any], Document]
    """What only this game has to tell of a match, under its options."""
    won: Callable[[Any], list[int | None]]
    """The points of a result, by seat."""
    shown_in: Callable[[Any], "Shown"]
    """What lies there at any point of a match, without a camera."""
    sentence: Callable[[Any, Any, Language], str]
    """What somebody did, and the match before it."""
    ending: Callable[[Any, Any, Language], str | None]
    """What came to its end between two matches."""
    notice: Callable[[Notice, Language], str | None]
    """None where the game has no such word."""
    question: Callable[[Instant, Question, Language], str]
    sets: Callable[[Layout, Edition], Iterable[ShownSet]]
    faults: Callable[[Layout, Edition], tuple[Fault, ...]]
    """What is wrong with a table whoever laid it."""
    worth: Callable[[Any, Any], int]
    """What is laid by an event, where a first meld must be worth something."""
    search: Callable[[Any], OwnSearch | None]
    """How plays are found in a match; None: by the search that was plugged in."""


@cache
def _page(piece: PieceKind) -> GamePage:
    found: GamePage = import_module(GAMES[piece]).PAGE
    return found


def page_of(edition: Edition) -> GamePage:
    return _page(edition.piece)


def phase_of(match: Any, options: Any) -> str:
    """What a match under these options is waiting for."""
    return str(page_of(options.edition).match(match, options)["phase"])
