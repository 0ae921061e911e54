"""From a log to a match (`turbo.storage.folding` says how), by the types of each game."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from turbo.errors import TurboError, expect
from turbo.game.editions import PieceKind
from turbo.game.events import Act, Entry, Event
from turbo.game.match import DEFAULTS, Match, Options
from turbo.game.record import AnyOptions, Players, Record
from turbo.game.referee import FindPlay
from turbo.game.tile_options import TileOptions
from turbo.storage.folding import HistoryOf, JudgedIn
from turbo.tiles.match import TileMatch

if TYPE_CHECKING:
    from typing_extensions import TypeIs

Judged = JudgedIn[Event, Match]
History = HistoryOf[Event, Match, Options]
TileJudged = JudgedIn[Act, TileMatch]
TileHistory = HistoryOf[Act, TileMatch, TileOptions]
AnyHistory = History | TileHistory
AnyJudged = Judged | TileJudged


def are_tiles(history: AnyHistory | None) -> "TypeIs[TileHistory]":
    """Whether a match is played with tiles: for what draws or reads pieces."""
    return history is not None and history.options.edition.piece is PieceKind.TILE


def are_dice(history: AnyHistory | None) -> "TypeIs[History]":
    """The same of dice."""
    return history is not None and history.options.edition.piece is PieceKind.DIE


def dice_of(history: AnyHistory | None, wanted: str = "an open match of dice") -> History:
    """The match, for what is made for dice alone."""
    if not are_dice(history):
        raise TurboError(f"expected {wanted}")
    return history


def tiles_of(history: AnyHistory | None, wanted: str = "an open match of tiles") -> TileHistory:
    """The match, for what is made for tiles alone."""
    if not are_tiles(history):
        raise TurboError(f"expected {wanted}")
    return history


def history_of(
    players: Players,
    entries: Sequence[Entry],
    options: AnyOptions,
    find_play: FindPlay | None = None,
    **more: Any,
) -> AnyHistory:
    """A log folded, of whichever game it is played under."""
    # Any: which game it is, only the options know.
    return cast(Any, HistoryOf).of(players, entries, options, find_play, **more)  # type: ignore[no-any-return]


def judge_any(
    record: Record, options: Options = DEFAULTS, find_play: FindPlay | None = None
) -> AnyHistory:
    """A record judged with the same code as a live match; entries are numbered by line. What is
    chosen here comes on top of what the record says that it was played under."""
    # By line, so that a ruling names the place where somebody can look it up.
    entries = [Entry(one.line, one.event, one.at) for one in record.statements]
    joined = record.options.joined(options)
    return history_of(record.players, entries, joined, find_play, at=record.at, tags=record.tags)


def judge_record(
    record: Record, options: Options = DEFAULTS, find_play: FindPlay | None = None
) -> History:
    """A record of dice judged."""
    expect(record, Record, "a Record (see Record.parse)")
    return dice_of(judge_any(record, options, find_play), "a record of dice")


def judge_tile_record(record: Record) -> TileHistory:
    """A record of tiles judged."""
    return tiles_of(judge_any(record), "a record of tiles")
