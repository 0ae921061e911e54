"""The referee of Rummikub Turbo: rules, matches, records and the score.

The vocabulary, from here; each name lives in the room that the house gives it.

>>> from turbo import Layout, parse_hand
>>> Layout.parse("b3 b4 b5").is_legal
True
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from turbo.errors import BadNotation, TurboError, WrongType
    from turbo.game import events
    from turbo.game.dice import Colour, DiceSet, Face, parse_hand
    from turbo.game.editions import EDITIONS, Edition, edition
    from turbo.game.events import Event, Ruling, Verdict
    from turbo.game.layout import Fault, Layout, Rule
    from turbo.game.match import Match, Options
    from turbo.game.messages import Language, message
    from turbo.game.record import Record, any_record
    from turbo.game.referee import judge
    from turbo.solver import best_play
    from turbo.storage.history import History, judge_record
    from turbo.storage.session import Session
    from turbo.storage.store import Store
    from turbo.tiles.rows import TileLayout
    from vision.reading.reader import Reader

_HOMES = {
    "turbo.errors": ("BadNotation", "TurboError", "WrongType"),
    "turbo.game.dice": ("Colour", "DiceSet", "Face", "parse_hand"),
    "turbo.game.editions": ("EDITIONS", "Edition", "edition"),
    "turbo.game.events": ("Event", "Ruling", "Verdict"),
    "turbo.game.layout": ("Fault", "Layout", "Rule"),
    "turbo.game.match": ("Match", "Options"),
    "turbo.game.messages": ("Language", "message"),
    "turbo.game.record": ("Record", "any_record"),
    "turbo.game.referee": ("judge",),
    "turbo.solver": ("best_play",),
    "turbo.storage.history": ("History", "judge_record"),
    "turbo.storage.session": ("Session",),
    "turbo.storage.store": ("Store",),
    "turbo.tiles.rows": ("TileLayout",),
    "vision.reading.reader": ("Reader",),
}
"""Loaded when first asked for: who judges a layout needs no solver, and no camera needs to be."""

__all__ = [
    "EDITIONS", "BadNotation", "Colour", "DiceSet", "Edition", "Event", "Face", "Fault", "History",
    "Language", "Layout", "Match", "Options", "Reader", "Record", "Rule", "Ruling", "Session",
    "Store", "TileLayout", "TurboError", "Verdict", "WrongType", "any_record", "best_play",
    "edition", "events", "judge", "judge_record", "message", "parse_hand",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name == "events":
        return import_module("turbo.game.events")
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    raise AttributeError(f"turbo has no {name}; it exports {', '.join(__all__)}")


def __dir__() -> list[str]:
    """What tab completion shows: the vocabulary, though most of it is not loaded yet."""
    return sorted({*globals(), *__all__})
