"""What a press means over what lies there: functions from values to values.

| the match waits for | the table | a press is |
|---|---|---|
| the next game | bare | the game begins |
| a play | as before | a draw; with an empty pool a pass; after a rejected turn, giving up |
| a play | another one | handed over, and judged |
| racks | tiles beside the table's | the rack of the next one who has not shown it |

When the time is up it is as if somebody had pressed, but an unfinished table is not mended any
more. Whatever cannot be read is asked about first, and so is a tile that the box does not hold so
often: that is nearly always a misreading. What is missing while something stands in the field may
lie under it, and convicts nobody.
"""

from dataclasses import dataclass

from turbo.game import events
from turbo.game.layout import Layout, Rule
from turbo.live.tiles.laid import Laid, SaidOf, beside, in_words, layout_of, unread_of
from turbo.storage.session import Notice
from turbo.tiles.game import Game
from turbo.tiles.match import TileMatch, TilePhase
from turbo.tiles.overtime import time_is_up, unfinished
from turbo.tiles.referee import judge_tiles
from turbo.tiles.rows import difference, is_same_table, kind_of


@dataclass(frozen=True, slots=True)
class TileState:
    """All that the table remembers."""

    at_s: float = 0.0
    laid: Laid | None = None
    """What lies there; None while hands are at it."""
    is_hidden: bool = False
    """Something stands in the field: what is missing may lie under it."""
    known: Laid = ()
    """What lay there when the last turn ended, and the racks that were shown since."""
    said: tuple[SaidOf, ...] = ()
    confirmed: frozenset[int] = frozenset()
    """Tiles that people were asked about, because the box does not hold so many."""
    asked: tuple[int, ...] = ()
    pressed_s: float | None = None
    turn_s: float | None = None
    """When the turn began, by the clock of the pictures."""
    is_late: bool = False
    is_restoring: bool = False
    """The table was left unfinished by the last player, and is to be put back first."""
    followed: tuple[object, ...] = ()
    """The standing of the match that this state has taken in."""
    words: tuple[tuple[float, Notice], ...] = ()

    @property
    def tiles(self) -> Laid:
        return self.laid or ()


@dataclass(frozen=True, slots=True)
class Decision:
    """An act for the referee, tiles to ask about, or a word: one of them."""

    act: events.Act | None = None
    asked: tuple[int, ...] = ()
    word: Notice | None = None


def decide(match: TileMatch, state: TileState) -> Decision:
    match match.stage:
        case TilePhase.BETWEEN:
            return _begin(match, state)
        case TilePhase.TO_PLAY:
            return _play(match, state)
        case TilePhase.TO_COUNT:
            return _count(match, state)
    return Decision(word=Notice("match-over"))


def _begin(match: TileMatch, state: TileState) -> Decision:
    if state.tiles:
        return Decision(word=Notice("clear-table", (str(len(state.tiles)),)))
    # No camera sees who drew the highest tile: as the match proposes.
    return Decision(events.RoundStarted(match.next_starter))


def open_game(match: TileMatch) -> Game:
    assert match.game is not None, "only asked while a game is open"
    return match.game


def _play(match: TileMatch, state: TileState) -> Decision:
    # Doubt comes before judging: nobody is convicted by a tile that nobody could read.
    if unread := unread_of(state.tiles):
        return Decision(asked=tuple(tile.id for tile in unread))
    layout = layout_of(state.tiles)
    if is_same_table(layout, open_game(match).table):
        return Decision(_nothing_laid(match, state))
    return _handed_over(match, state, layout)


def _nothing_laid(match: TileMatch, state: TileState) -> events.Act:
    """A draw; who put a rejected turn back gives it up, and pays for it. Who only moved tiles about
    has laid nothing and draws."""
    edition, game = match.edition, open_game(match)
    if state.is_late:
        return time_is_up(edition, game)
    rejected = match.rejected
    if isinstance(rejected, events.HandedOver):
        rules = {fault.rule for fault in judge_tiles(match, rejected).faults}
        if rules - {Rule.NO_HAND_DIE}:
            return events.Penalised(edition.late_unfinished)
    return events.Passed() if game.pool == 0 else events.Drawn()


def _handed_over(match: TileMatch, state: TileState, layout: Layout) -> Decision:
    act = events.HandedOver(layout)
    ruling = judge_tiles(match, act)
    # Before the verdict counts: a tile that cannot be there was misread, however the table lies.
    if foreign := _not_in_box(ruling, state.tiles, state):
        return Decision(asked=foreign)
    if ruling.verdict is events.Verdict.ACCEPTED:
        return Decision(act)
    _, missing = difference(open_game(match).table, layout)
    if state.is_hidden and missing:
        return Decision(word=Notice("lift", (in_words(missing),)))
    # Only after what may be hidden: time that is up makes no fault of what a mug stands on.
    if state.is_late:
        return Decision(unfinished(match, layout))
    if state.is_restoring:
        return Decision(word=restore_word(match, layout))
    return Decision(act)


def _not_in_box(ruling: events.Ruling, tiles: Laid, state: TileState) -> tuple[int, ...]:
    """Tiles that the box does not hold so often, if people were not asked about all of them yet."""
    faults = [fault for fault in ruling.faults if fault.rule is Rule.NOT_IN_BOX]
    foreign = {kind_of(face) for fault in faults for face in fault.faces}
    unsure = tuple(tile.id for tile in tiles if kind_of(tile.face) in foreign)
    return () if set(unsure) <= state.confirmed else unsure


def restore_word(match: TileMatch, layout: Layout) -> Notice:
    """What lies there too much and what is missing, against how it lay."""
    surplus, missing = map(in_words, difference(open_game(match).table, layout))
    return Notice("restore", (missing or "–", surplus or "–"))  # noqa: RUF001


def next_to_show(match: TileMatch) -> str | None:
    """Whose rack is to be laid open: clockwise from who is out, or from whose turn it was."""
    game = match.game
    if game is None or not game.is_over:
        return None
    first = game.turn if game.out is None else game.out
    seats = [(first + step) % len(match.players) for step in range(len(match.players))]
    return next((match.players[seat] for seat in seats if game.shown[seat] is None), None)


def _count(match: TileMatch, state: TileState) -> Decision:
    player = next_to_show(match)
    assert player is not None, "the last rack ends the game"
    if is_waiting(match, state):
        return Decision(word=show_word(match, player))
    rack = shown_rack(match, state)
    if unread := unread_of(rack):
        return Decision(asked=tuple(tile.id for tile in unread))
    act = events.RackShown(player, tuple(tile.face for tile in rack))
    if foreign := _not_in_box(judge_tiles(match, act), rack, state):
        return Decision(asked=foreign)
    return Decision(act)


def is_waiting(match: TileMatch, state: TileState) -> bool:
    """Whether nothing is laid open yet beside what was known."""
    held = open_game(match).racks[match.seat(next_to_show(match) or "")]
    return not beside(state.tiles, state.known) and held != 0


def show_word(match: TileMatch, player: str) -> Notice:
    held = open_game(match).racks[match.seat(player)]
    return Notice("show-rack", (player, str(held)))


def shown_rack(match: TileMatch, state: TileState) -> Laid:
    """The tiles that do not lie where the table's or another rack's lay. Who pushed these about is
    helped by counting: what is there beyond the faces that were known."""
    rack = beside(state.tiles, state.known)
    player = next_to_show(match) or ""
    held = open_game(match).racks[match.seat(player)]
    if len(rack) == held:
        return rack
    left = [kind_of(tile.face) for tile in state.known]
    counted = []
    # Tiles in known places first: of two alike the one beside them is the rack's.
    for tile in sorted(state.tiles, key=lambda tile: tile in rack):
        if kind_of(tile.face) in left:
            left.remove(kind_of(tile.face))
        else:
            counted.append(tile)
    return tuple(counted) if len(counted) == held else rack
