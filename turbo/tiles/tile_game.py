"""The game with tiles, as everything above asks for it (`turbo.game.protocol`)."""

from datetime import datetime

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
from turbo.game.pauses import rested, seconds_between
from turbo.game.protocol import GameRules, JudgedAt
from turbo.game.tile_options import TileOptions
from turbo.tiles.documents import check_document
from turbo.tiles.match import TileMatch
from turbo.tiles.referee import judge_tiles
from turbo.tiles.speech import tile_message, tile_rule
from turbo.tiles.steps import tile_hint


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
