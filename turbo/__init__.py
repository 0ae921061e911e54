"""The referee of Rummikub Turbo: rules, matches, records and the score.

The vocabulary, from here; each name lives in the room that the house gives it.

>>> from turbo import Layout, parse_hand
>>> Layout.parse("b3 b4 b5").is_legal
True
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from turbo.errors import BadNotation, TurboError
    from turbo.game.dice import Colour, DiceSet, Face, parse_hand
    from turbo.game.events import Event, Ruling, Verdict
    from turbo.game.layout import Fault, Layout, Rule
    from turbo.game.match import Match, Options
    from turbo.game.record import Record
    from turbo.game.referee import judge
    from turbo.solver import best_play
    from turbo.storage.store import Store
    from vision.reading.reader import Reader

_HOMES = {
    "turbo.errors": ("BadNotation", "TurboError"),
    "turbo.game.dice": ("Colour", "DiceSet", "Face", "parse_hand"),
    "turbo.game.events": ("Event", "Ruling", "Verdict"),
    "turbo.game.layout": ("Fault", "Layout", "Rule"),
    "turbo.game.match": ("Match", "Options"),
    "turbo.game.record": ("Record",),
    "turbo.game.referee": ("judge",),
    "turbo.storage.store": ("Store",),
    "turbo.solver": ("best_play",),
    "vision.reading.reader": ("Reader",),
}
"""Loaded when first asked for: who judges a layout needs no solver, and no camera needs to be."""

__all__ = [
    "BadNotation",
    "Colour",
    "DiceSet",
    "Event",
    "Face",
    "Fault",
    "Layout",
    "Match",
    "Options",
    "Reader",
    "Record",
    "Rule",
    "Ruling",
    "Store",
    "TurboError",
    "Verdict",
    "best_play",
    "judge",
    "parse_hand",
]


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    raise AttributeError(f"turbo has no {name}; it exports {', '.join(__all__)}")
