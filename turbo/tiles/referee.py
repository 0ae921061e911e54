"""The referee of the tile editions: a match and an act in, a ruling out. Pure, and total:
whatever is said in whatever stage gets a ruling, never an exception.

What may happen when stands in `REFUSALS`; what is wrong with an act itself, in its check below.
Racks are hidden: what is new on the table came from the rack in turn, and only its count is known.
"""

from collections import Counter
from collections.abc import Callable
from datetime import datetime
from typing import Any

from turbo.game.dice import NUMBERS
from turbo.game.editions import Unfinished
from turbo.game.events import (
    Act,
    Drawn,
    Ended,
    HandedOver,
    Left,
    Overruled,
    Passed,
    Penalised,
    Played,
    Rack,
    RackBegun,
    RackCorrected,
    RackShown,
    Redealt,
    Resigned,
    Retimed,
    Returned,
    RoundStarted,
    Ruling,
    ScoredAll,
    TableBegun,
    TableCorrected,
    Verdict,
)
from turbo.game.layout import Fault, Layout, Rule
from turbo.game.pauses import seconds_between
from turbo.tiles.game import Game
from turbo.tiles.match import TileMatch, TilePhase
from turbo.tiles.melds import meld_faults, meld_worth
from turbo.tiles.rows import TileLayout, copies_of, difference, kind_of, sorted_tiles

_TURNS = (
    TableBegun, RackBegun, HandedOver, Played, Drawn, Passed, Penalised, Returned, Redealt,
)  # fmt: skip
_IN_GAME = (*_TURNS, RackShown, TableCorrected, ScoredAll)

REFUSALS: dict[TilePhase, dict[type[Act], str]] = {
    TilePhase.BETWEEN: dict.fromkeys(_IN_GAME, "no-round"),
    TilePhase.TO_PLAY: {RoundStarted: "round-open", RackShown: "not-now"},
    TilePhase.TO_COUNT: {
        RoundStarted: "round-open",
        # Who goes home now shows the rack first: it counts.
        **dict.fromkeys((*_TURNS, Left), "not-now"),
    },
    TilePhase.OVER: dict.fromkeys(
        (RoundStarted, *_IN_GAME, Retimed, Left, Resigned, Ended), "match-over"
    ),
}
"""In which stage which act is out of order, and why."""


def judge_tiles(match: TileMatch, act: Act, at: datetime | None = None) -> Ruling:
    """The ruling on one act; `at`: when it happened, if anybody said so, less what was rested."""
    meant = match.meaning(act)
    player = _player(match, meant)
    # Before everything: a person's word is judged only by whether there is something to overrule.
    if isinstance(act, Overruled):
        return _overruled(match, player)
    # Before the checks: these may count on an open game where the table of refusals lets one pass.
    if (why := REFUSALS[match.stage].get(type(meant))) is not None:
        return Ruling(Verdict.REJECTED, player, (_out_of_order(why),))
    faults = _CHECKS[type(meant)](match, meant)
    if faults is None:
        return Ruling(Verdict.UNSURE, player)
    if faults:
        return Ruling(Verdict.REJECTED, player, tuple(faults))
    return Ruling(Verdict.ACCEPTED, player, advice=tuple(_advice(match, meant, at)))


def laid_worth(match: TileMatch, act: Act) -> int:
    """What is new on the table would be worth so much as a first meld; 0 where nobody can say."""
    game = match.game
    if game is None or game.is_blind:
        return 0
    match act:
        case HandedOver(layout):
            table = layout
        case Played(sets=Layout() as sets):
            table = Layout((*game.table.islands, *sets.islands))
        case _:
            return 0
    own, _ = difference(game.table, table)
    return 0 if table.has_unread or not own else meld_worth(match.edition, table, own)


def _overruled(match: TileMatch, player: str | None) -> Ruling:
    meant = match.rejected
    can = meant is not None and REFUSALS[match.stage].get(type(meant)) is None
    if isinstance(meant, RackCorrected):  # nobody's word makes a rack that is not there
        faults = _check_rack_correction(match, meant) or ()
        can = can and all(fault.rule is not Rule.OUT_OF_ORDER for fault in faults)
    if not can:
        return Ruling(Verdict.REJECTED, player, (_out_of_order("nothing-to-overrule"),))
    # A person can let a table count, but not know what an unread tile shows.
    layout = meant.layout if isinstance(meant, HandedOver | TableCorrected) else Layout()
    return Ruling(Verdict.UNSURE if layout.has_unread else Verdict.ACCEPTED, player)


def _advice(match: TileMatch, act: Act, at: datetime | None) -> list[Fault]:
    advice: list[Fault] = []
    if isinstance(act, HandedOver | TableBegun):
        advice += TileLayout(act.layout, match.edition).hints()
    if isinstance(act, Played) and act.sets is not None:
        advice += TileLayout(act.sets, match.edition).hints()
    game, limit = match.game, match.edition.time_s
    # Not a penalty: it is what the lateness has cost already.
    is_turn = isinstance(act, HandedOver | Played | Drawn | Passed)
    if is_turn and game is not None and limit is not None:
        spent = seconds_between(game.since, at)
        # An advice, never a fault: what was finished counts, and the penalty is an act of its own.
        if spent is not None and spent > limit:
            advice.append(Fault(Rule.LATE, values=(str(limit), str(round(spent)))))
    return advice


def _out_of_order(detail: str, *values: str) -> Fault:
    return Fault(Rule.OUT_OF_ORDER, detail=detail, values=values)


def _player(match: TileMatch, act: Act) -> str | None:
    match act:
        case RoundStarted(starter):
            return starter
        case RackBegun() | RackShown() | RackCorrected() | Redealt() | Left() | Resigned():
            return act.player
        # Said by everybody, or by nobody in turn.
        case ScoredAll() | Retimed():
            return None
    return None if match.game is None else match.players[match.game.turn]


def _game(match: TileMatch) -> Game:
    assert match.game is not None, "the table of refusals lets no such act pass without a game"
    return match.game


# Each check answers with all faults it finds, or with None where an unread tile leaves it unsure.


def _check_left(match: TileMatch, player: str) -> list[Fault]:
    return [_out_of_order("not-now")] if match.seat(player) in match.gone else []


def _check_begin(match: TileMatch, act: TableBegun | RackBegun) -> list[Fault] | None:
    game = _game(match)
    # Right after the round alone: a rejected word, too, means that somebody has begun to play.
    if game.turns or match.rejected is not None:
        return [_out_of_order("not-now")]
    return None if isinstance(act, TableBegun) and act.layout.has_unread else []


def _table_faults(match: TileMatch, table: Layout, *, is_turn: bool) -> list[Fault] | None:
    """Against how it lay; in a turn something of the own must be new."""
    if table.has_unread:
        return None
    game = _game(match)
    faults = list(TileLayout(table, match.edition).faults())
    if game.is_blind:
        return faults  # nobody showed what lay there: nothing tells what is new or gone
    own, gone = difference(game.table, table)
    if gone:
        faults.append(Fault(Rule.DIE_REMOVED, gone))
    if is_turn and not own:
        faults.append(Fault(Rule.NO_HAND_DIE))
    faults += _too_many(game, len(own))
    if (is_turn or own) and not game.melded[game.turn]:
        faults += meld_faults(match.edition, game.table, table, own)
    return faults


def _too_many(game: Game, laid: int) -> list[Fault]:
    """More laid than the rack in turn holds, where that is known."""
    held = game.count(game.turn)
    return [] if held is None or laid <= held else [_rack_count(held, laid)]


def _check_play(match: TileMatch, act: Played) -> list[Fault] | None:
    """Sets are judged as they lie, and as a first meld where they are one; with the table where it
    is known. Of what nobody shows only the number counts."""
    game = _game(match)
    held, laid = game.count(game.turn), act.count
    faults: list[Fault] = []
    if act.sets is not None:
        if act.sets.has_unread:
            return None
        laid = len(act.sets.dice)
        faults += _laid_apart(match, game, act.sets)
    if act.is_out and None not in (held, laid) and held != laid:
        return [*faults, _rack_count(held or 0, laid or 0)]
    return faults + ([] if laid is None else _too_many(game, laid))


def _laid_apart(match: TileMatch, game: Game, sets: Layout) -> list[Fault]:
    lying = Layout() if game.is_blind else game.table
    table = Layout((*lying.islands, *sets.islands))
    faults = list(TileLayout(table, match.edition).faults())
    if not sets.dice:
        faults.append(Fault(Rule.NO_HAND_DIE))
    elif not game.melded[game.turn]:
        faults += meld_faults(match.edition, lying, table, sets.faces)
    return faults


def _rack_count(expected: int, got: int) -> Fault:
    return Fault(Rule.HAND_COUNT, values=(str(expected), str(got)))


def _check_penalty(match: TileMatch, act: Penalised) -> list[Fault] | None:
    """What stays of an unfinished table holds all tiles that lay there; where everything goes
    back, nothing stays. How many tiles are drawn is taken as said."""
    if act.table is None:
        return []
    if match.edition.unfinished is Unfinished.RESTORE:
        return [_out_of_order("not-in-this-edition")]
    return _table_faults(match, act.table, is_turn=False)


def _check_return(match: TileMatch, act: Returned) -> list[Fault] | None:
    """Right after a penalty, tiles that lie on the table."""
    if any(face.is_unread for face in act.tiles):
        return None
    game = _game(match)
    if game.penalised is None:
        return [_out_of_order("not-now")]
    if game.is_blind:
        return []
    lying = Counter(map(kind_of, game.table.faces))
    foreign = Counter(map(kind_of, act.tiles)) - lying
    return [Fault(Rule.DIE_REMOVED, sorted_tiles(foreign))] if foreign else []


def _check_redeal(match: TileMatch, act: Redealt) -> list[Fault] | None:
    """Until the own first turn ends, with as many identical pairs as the edition asks for; two
    jokers are no pair."""
    if any(face.is_unread for face in act.tiles):
        return None
    wanted, game = match.edition.redeal_pairs, _game(match)
    if wanted is None:
        return [_out_of_order("not-in-this-edition")]
    # All turns are counted: who sits n places after the starter has had none while they are n.
    order = (match.seat(act.player) - game.starter) % len(match.players)
    counts = Counter(face for face in act.tiles if face.number in NUMBERS)
    pairs = sum(many // 2 for many in counts.values())
    is_late = game.turns > order or game.taken_up
    if is_late or pairs < wanted:
        return [Fault(Rule.NO_REDEAL, act.tiles, values=(str(wanted), str(pairs)))]
    return []


def _check_rack(match: TileMatch, act: RackShown) -> list[Fault] | None:
    game, seat = _game(match), match.seat(act.player)
    if game.shown[seat] is not None:
        return [_out_of_order("not-now")]
    return _rack_faults(match, game, seat, act.tiles)


def _rack_faults(match: TileMatch, game: Game, seat: int, rack: Rack) -> list[Fault] | None:
    """As many as the match says, and with the table and the other racks none that the box lacks.
    Of a rack that is only told by its points there is nothing to see."""
    if isinstance(rack, int):
        return []
    # Counted before it is read: a tile that nobody can read is one as well.
    held = game.count(seat)
    if held is not None and len(rack) != held:
        return [_rack_count(held, len(rack))]
    if any(face.is_unread for face in rack):
        return None
    others = [one for at, one in enumerate(game.shown) if at != seat and isinstance(one, tuple)]
    table = () if game.is_blind else game.table.faces
    seen = Counter(map(kind_of, (*table, *rack, *(face for one in others for face in one))))
    return [
        Fault(Rule.NOT_IN_BOX, (face,), values=(str(most), str(many)))
        for face, many in seen.items()
        if many > (most := copies_of(face, match.edition))
    ]


def _check_rack_correction(match: TileMatch, act: RackCorrected) -> list[Fault] | None:
    seat = match.seat(act.player)
    if match.game is None:
        racks = match.results[-1].racks if match.results and not match.ended else None
        if racks is None or act.tiles is None:
            return [_out_of_order("no-hand", act.player)]
        return None if any(face.is_unread for face in act.tiles) else []
    if match.stage is TilePhase.TO_COUNT and act.tiles is not None:
        if match.game.shown[seat] is None:
            return [_out_of_order("no-hand", act.player)]
        return _rack_faults(match, match.game, seat, act.tiles)
    return [] if act.count is not None else [_out_of_order("not-now")]


def _check_table_correction(match: TileMatch, act: TableCorrected) -> list[Fault] | None:
    if act.layout.has_unread:
        return None
    game, now = _game(match), act.layout
    faults = list(TileLayout(now, match.edition).faults())
    if game.is_blind:
        return faults
    before = game.table
    own, gone = difference(before, now)
    # Only the number is held against it: a face may be what is corrected.
    surplus = len(now.dice) - len(before.dice)
    if surplus > 0:
        faults.append(Fault(Rule.DIE_ADDED, own))
    if surplus < 0:
        faults.append(Fault(Rule.DIE_REMOVED, gone))
    return faults


def _check_score(match: TileMatch, act: ScoredAll) -> list[Fault]:
    names = [name for name, _ in act.points]
    is_whole = sorted(names) == sorted(match.players)
    return [] if is_whole else [_rack_count(len(match.players), len(set(names)))]


_CHECKS: dict[type[Act], Callable[[TileMatch, Any], list[Fault] | None]] = {
    # Who starts is taken as said, in every game, of those who are still there.
    RoundStarted: lambda match, act: _check_left(match, act.starter),
    TableBegun: _check_begin,
    RackBegun: _check_begin,
    HandedOver: lambda match, act: _table_faults(match, act.layout, is_turn=True),
    Played: _check_play,
    Drawn: lambda match, _: [] if _game(match).pool else [_out_of_order("pool-empty")],
    Passed: lambda match, _: [_out_of_order("pool-not-empty")] if _game(match).pool else [],
    Penalised: _check_penalty,
    Returned: _check_return,
    Redealt: _check_redeal,
    RackShown: _check_rack,
    RackCorrected: _check_rack_correction,
    Retimed: lambda *_: [],
    TableCorrected: _check_table_correction,
    ScoredAll: _check_score,
    Left: lambda match, act: _check_left(match, act.player),
    Resigned: lambda *_: [],
    Ended: lambda *_: [],
}
