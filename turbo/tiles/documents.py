"""What a judged layout of tiles is to programs, and a fault of it."""

from typing import Any

from turbo.game.answers import fault_json
from turbo.game.editions import Edition
from turbo.game.layout import Fault, Layout
from turbo.game.messages import Language
from turbo.game.sets import Kind
from turbo.tiles.rows import Places, RowReading, TileLayout
from turbo.tiles.speech import tile_message


def fault_document(fault: Fault, edition: Edition, language: Language) -> dict[str, Any]:
    return fault_json(fault, language, tile_message(fault, edition, language))


def check_document(layout: Layout, edition: Edition, language: Language) -> dict[str, Any]:
    """`legal` is null where only an unread tile stands between the layout and being legal."""
    judged = TileLayout(layout, edition)
    faults = judged.faults()
    return {
        # Wrong already is wrong, whatever the unread tile shows.
        "legal": None if layout.has_unread and not faults else not faults,
        "sets": [
            {
                "kind": str(_kind(readings)),
                "faces": [str(face) for face in faces],
                "readings": [_places(reading.places) for reading in readings],
            }
            for faces, readings in judged.sets()
        ],
        "faults": [fault_document(fault, edition, language) for fault in faults],
        "advice": [fault_document(hint, edition, language) for hint in judged.hints()],
    }


def _kind(readings: tuple[RowReading, ...]) -> Kind:
    """A row that could be both kinds is called a group."""
    # As with the dice, so that a program need not know which game it asks about.
    return Kind.GROUP if any(one.kind is Kind.GROUP for one in readings) else Kind.RUN


def _places(places: Places) -> list[str]:
    # A colour-change joker takes a number's place in no colour.
    return [f"{'*' if ink is None else ink.letter}{number}" for ink, number in places]
