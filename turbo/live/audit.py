"""The audit: hands, table and dice in the cup make eighteen, and each die is the one it was.

And what would mend an illegal table: the smallest thing that a player can do about it.

It is mended in this order: move two dice apart that touch by chance, add a die of the hand, take
dice back into the hand, the fewest first; and if none of that helps, put the table back as it was.

>>> from turbo.game.dice import parse_hand
>>> mend(Layout(), Layout.parse("b3 b4 b5 k9"), parse_hand("b3 b4 b5 k9 r1"), "Ann").values
('Ann', 'k9')
>>> mend(Layout(), Layout.parse("b3 b4"), parse_hand("b3 b4 b5 r1"), "Ann").key
'mend-add'
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain as joined
from itertools import combinations

from turbo.game.dice import DICE, Face, hand_text, sort_key, without
from turbo.game.layout import Fault, Layout, layout_of
from turbo.game.match import Match, Phase, Round
from turbo.game.sets import Cell, Faces
from turbo.live.belief.view import TableView
from turbo.live.body import TABLE, Body, faces_of
from turbo.storage.session import Notice


def audit(match: Match, view: TableView) -> Iterator[Notice]:
    """Each die that was added, lost, swapped or turned, by name. Nothing while a round is open in
    which not everybody has thrown yet: the dice in the bag are not known."""
    rnd = match.round
    if rnd is None:
        return
    # First: a die that was turned is neither added nor missing, whatever its faces say.
    turned = [body for body in view.lying.values() if body.was is not None]
    yield from (_turned(match, body) for body in turned)
    if not rnd.first_throwers and view.unmatched:
        yield Notice("die-added", (_text(view.lying[id_].face for id_ in view.unmatched),))
    missed = [body.face for body in view.away if body.owner == TABLE]
    if missed:
        yield Notice("die-missing", (_text(missed),))
    # Only between turns: while somebody plays, the table is whatever that one makes of it.
    elif rnd.phase is Phase.TO_THROW and not turned:
        yield from _table_swaps(rnd, view)
    yield from _hand_counts(match, rnd, view)


def _text(faces: Iterable[Face]) -> str:
    return hand_text(sorted(faces, key=sort_key))


def _turned(match: Match, body: Body) -> Notice:
    values = (str(body.was), str(body.face))
    if body.seat is None:
        return Notice("table-die-turned", values)
    return Notice("hand-die-turned", (match.players[body.seat], *values))


def _table_swaps(rnd: Round, view: TableView) -> Iterator[Notice]:
    """Between the turns the table is what was accepted, die by die."""
    seen, known = Counter(faces_of(view.laid.dice)), rnd.table.count
    gone, new = list((known - seen).elements()), list((seen - known).elements())
    if not any(face.is_unread for face in new):
        for before, after in zip(gone, new, strict=False):
            yield Notice("die-swapped", (str(before), str(after)))


def _hand_counts(match: Match, rnd: Round, view: TableView) -> Iterator[Notice]:
    """A hand never gains dice, and loses some only in the own turn. What came out of the cup is of
    the hand, wherever it rolled."""
    for seat in (0, 1):
        hand = rnd.hands[seat]
        if hand is None:
            continue
        rolled = sum(b.id in view.arrived and b.owner == seat for b in view.laid.dice)
        # What is out of sight is in the cup or under a hand: it is nobody's loss.
        there = len(view.own(seat)) + rolled + view.owed(seat)
        in_turn = seat == rnd.turn and rnd.phase is Phase.TO_PLAY
        if there > len(hand) or (there < len(hand) and not in_turn):
            yield Notice("hand-changed", (match.players[seat], str(len(hand)), str(there)))


def differences(match: Match, view: TableView) -> Iterator[Notice]:
    """How what lies there differs from where the match was left, dice in the cup apart."""
    rnd = match.round
    if rnd is None:
        return
    hands, table = [view.own(seat) for seat in (0, 1)], view.laid.dice
    turn, owned = rnd.turn, rnd.hands[rnd.turn]
    if rnd.phase is Phase.TO_PLAY and owned is not None:
        # Together: in the middle of a play dice of the hand may lie on the table already.
        yield from _swaps((*owned, *rnd.table.faces), [*hands[turn], *table], may_lack=False)
    else:
        yield from _swaps(rnd.table.faces, table, may_lack=False)
        # Who is to throw may have them in the cup.
        yield from _swaps(owned, hands[turn], may_lack=True)
    yield from _swaps(rnd.hands[1 - turn], hands[1 - turn], may_lack=False)
    if len(view.lying) > DICE:
        yield Notice("too-many-dice", (str(len(view.lying)), str(DICE)))


def _swaps(expected: Faces | None, seen: Sequence[Body], *, may_lack: bool) -> Iterator[Notice]:
    """Unread dice may be any of those that are missed: first those that they look like."""
    if expected is None:
        return
    readable = Counter(body.face for body in seen if not body.face.is_unread)
    missed = Counter(expected) - readable
    # Never convict on doubt: what cannot be read may well be what is missed.
    looks = [_look_alike(body, missed) for body in seen if body.face.is_unread]
    unread = sum(face is None for face in looks)
    gone = sorted((missed - Counter(face for face in looks if face)).elements(), key=sort_key)
    new = sorted((readable - Counter(expected)).elements(), key=sort_key)
    for before, after in zip(gone, new, strict=False):
        yield Notice("die-swapped", (str(before), str(after)))
    if len(new) > len(gone):
        yield Notice("die-added", (hand_text(new[len(gone) :]),))
    lost = gone[len(new) :]
    if len(lost) > unread and not may_lack:
        yield Notice("die-missing", (hand_text(lost),))


def _look_alike(body: Body, missed: Counter[Face]) -> Face | None:
    """The likeliest of its readings that is missed."""
    return next((one.face for one in body.lies.readings if missed[one.face]), None)


MOST_BACK = 3
"""Dice that are tried to be taken back before all of them are: 129 tables for a whole hand."""


@lru_cache(maxsize=64)
def mend(before: Layout, lying: Layout, hand: Faces, player: str) -> Notice:
    """What the player may do so that the table that lies there becomes legal. `hand` is the hand as
    it was before anything of it was laid."""
    played = tuple((lying.count - before.count).elements())
    proposals: Iterator[Notice] = iter(())
    # Where a die is gone or foreign no move of the player's own mends the table: back as it was.
    if not before.count - lying.count and not Counter(played) - Counter(hand):
        rest = without(hand, played)
        proposals = joined(
            _apart(lying, player), _added(lying, rest, player), _taken(lying, played, player)
        )
    return next(proposals, Notice("mend-table", (player, str(before) or "–")))  # noqa: RUF001


def _apart(lying: Layout, player: str) -> Iterator[Notice]:
    """Dice that touch without belonging together."""
    for one, other in _contacts(lying):
        parted = _parted(lying, one, other)
        if parted is not None and parted.is_legal:
            dice = lying.dice
            yield Notice("mend-apart", (player, str(dice[one]), str(dice[other])))


def _contacts(lying: Layout) -> Iterator[tuple[Cell, Cell]]:
    """Neighbours in a chain that is at fault."""
    at_fault = {cell for fault in lying.faults() for cell in fault.cells}
    for chain in lying.chains:
        for one, other in zip(chain.cells, chain.cells[1:], strict=False):
            if one in at_fault or other in at_fault:
                yield one, other


def _parted(lying: Layout, one: Cell, other: Cell) -> Layout | None:
    """The layout with these two moved apart, each with all that hangs on it; None if they hang
    together otherwise too."""
    dice, side, waiting = lying.dice, {one}, [one]
    while waiting:
        island, row, column = at = waiting.pop()
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            near = (island, row + down, column + right)
            # Everything that hangs on the one, but not over the very contact that is to be parted.
            if near in dice and near not in side and {at, near} != {one, other}:
                side.add(near)
                waiting.append(near)
    if other in side:
        return None
    moved = len(lying.islands)
    return layout_of({(moved if c in side else c[0], *c[1:]): face for c, face in dice.items()})


def _added(lying: Layout, rest: Faces, player: str) -> Iterator[Notice]:
    """A die of the hand laid against what is at fault."""
    for fault in lying.faults():
        for place in _free_beside(lying, fault):
            # Each face once, in the order of the hand: the words must be the same at every look.
            for face in dict.fromkeys(rest):
                if layout_of({**lying.dice, place: face}).is_legal:
                    yield Notice("mend-add", (player, str(face), hand_text(fault.faces)))


def _free_beside(lying: Layout, fault: Fault) -> Iterator[Cell]:
    seen = set[Cell]()
    for island, row, column in fault.cells:
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            place = (island, row + down, column + right)
            if place not in lying.dice and place not in seen:
                seen.add(place)
                yield place


def _taken(lying: Layout, played: Faces, player: str) -> Iterator[Notice]:
    """Dice of the hand taken back: as few as can be, or all."""
    faces = Counter(played)
    cells = [cell for cell, face in lying.dice.items() if face in faces]
    for size in [*range(1, min(MOST_BACK, len(played)) + 1), len(played)]:
        for back in combinations(cells, size):
            gone = Counter(lying.dice[cell] for cell in back)
            if not gone - faces and _is_legal_without(lying, back):
                yield Notice("mend-take-back", (player, hand_text(lying.dice[c] for c in back)))


def _is_legal_without(lying: Layout, back: tuple[Cell, ...]) -> bool:
    return layout_of({c: face for c, face in lying.dice.items() if c not in back}).is_legal
