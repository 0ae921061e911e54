"""The game with tiles, as everything above asks for it (`turbo.game.protocol`)."""

from datetime import datetime
from typing import Any

from turbo.game.answers import fault_json
from turbo.game.editions import Edition
from turbo.game.events import (
    Act,
    AnyEvent,
    Ended,
    RackBegun,
    Resigned,
    Retimed,
    Ruling,
    TableBegun,
    Verdict,
)
from turbo.game.layout import Fault, Layout
from turbo.game.messages import Language
from turbo.game.pauses import rested, seconds_between
from turbo.game.protocol import GameRules, JudgedAt
from turbo.game.sets import Kind
from turbo.game.tile_options import TileOptions
from turbo.tiles.match import TileMatch
from turbo.tiles.referee import judge_tiles
from turbo.tiles.rows import Places, RowReading, TileLayout
from turbo.tiles.speech import tile_message, tile_rule
from turbo.tiles.steps import tile_hint


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


def _judge(match: TileMatch, act: Act, at: JudgedAt) -> Ruling:
    return judge_tiles(match, act, _played_at(match, at))


def _played_at(match: TileMatch, at: JudgedAt) -> datetime | None:
    """When it happened, less what was rested. Moved back, not the limit forward: the ruling says
    how long was really played."""
    # The clock of the turn that this act ends: it stands in the match before the act.
    since = None if match.game is None else match.game.since
    if since is None or at.at is None or seconds_between(since, at.at) is None:
        return at.at
    return at.at - rested(at.notes, since, at.at)


def _is_told(event: AnyEvent, ruling: Ruling) -> bool:
    """What only sets the stage gets no ruling of its own, unless it was refused."""
    if ruling.verdict is Verdict.REJECTED:
        return True
    return not isinstance(event, TableBegun | RackBegun | Retimed | Resigned | Ended)


RULES = GameRules(
    lambda act: isinstance(act, Act),
    lambda players, options: TileMatch(players, options.edition),
    _judge,
    TileMatch.after,
    tile_message,
    check_document,
    tile_hint,
    _is_told,
    TileOptions,
    tile_rule,
)
