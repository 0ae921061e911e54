"""What would mend an illegal table: the smallest thing that a player can do about it.

In this order: move two dice apart that touch by chance, add a die of the hand, take dice back into
the hand, the fewest first; and if none of that helps, put the table back as it was.

>>> from turbo.game.dice import parse_hand
>>> mend(Layout(), Layout.parse("b3 b4 b5 k9"), parse_hand("b3 b4 b5 k9 r1"), "Ann").values
('Ann', 'k9')
>>> mend(Layout(), Layout.parse("b3 b4"), parse_hand("b3 b4 b5 r1"), "Ann").key
'mend-add'
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import chain as joined
from itertools import combinations

from turbo.game.dice import Face, hand_text, without
from turbo.game.layout import Fault, Layout, Rows
from turbo.game.sets import Cell, Faces
from turbo.keeping.session import Notice

MOST_BACK = 3
"""Dice that are tried to be taken back before all of them are: 129 tables for a whole hand."""


@lru_cache(maxsize=64)
def mend(before: Layout, lying: Layout, hand: Faces, player: str) -> Notice:
    """What the player may do so that the table that lies there becomes legal. `hand` is the hand as
    it was before anything of it was laid."""
    played = tuple((lying.count - before.count).elements())
    proposals: Iterator[Notice] = iter(())
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
            if near in dice and near not in side and {at, near} != {one, other}:
                side.add(near)
                waiting.append(near)
    if other in side:
        return None
    moved = len(lying.islands)
    return _layout({(moved if c in side else c[0], *c[1:]): face for c, face in dice.items()})


def _added(lying: Layout, rest: Faces, player: str) -> Iterator[Notice]:
    """A die of the hand laid against what is at fault."""
    for fault in lying.faults():
        for place in _free_beside(lying, fault):
            for face in dict.fromkeys(rest):
                if _layout({**lying.dice, place: face}).is_legal:
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
    return _layout({c: face for c, face in lying.dice.items() if c not in back}).is_legal


def _layout(dice: Mapping[Cell, Face]) -> Layout:
    """The layout of these dice; cells may lie beyond the old rows."""
    islands = sorted({island for island, _, _ in dice})
    return Layout(tuple(_rows({c[1:]: f for c, f in dice.items() if c[0] == i}) for i in islands))


def _rows(dice: Mapping[tuple[int, int], Face]) -> Rows:
    rows, columns = [row for row, _ in dice], [column for _, column in dice]
    return tuple(
        tuple(dice.get((row, column)) for column in range(min(columns), max(columns) + 1))
        for row in range(min(rows), max(rows) + 1)
    )
