"""Which dice lie together while a play is laid, and what must be moved before two are joined.

A piece is what keeps its shape: dice that lie as they lay, or that were laid beside such. How a
piece was turned is one of eight ways; a single line fits two of them, which is why a piece knows
all that it fits.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from turbo.game.sets import Cell

Turn = tuple[int, int, int, int]
"""How rows and columns go over into new ones: a matrix, row by row."""

TURNS: tuple[Turn, ...] = (
    (1, 0, 0, 1),
    (0, 1, -1, 0),
    (-1, 0, 0, -1),
    (0, -1, 1, 0),
    (1, 0, 0, -1),
    (-1, 0, 0, 1),
    (0, 1, 1, 0),
    (0, -1, -1, 0),
)
"""As it lies first, then the other ways to turn it on the table, then those through a mirror, which
only a single line can take."""


class Side(StrEnum):
    ABOVE = "above"
    BELOW = "below"
    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Piece:
    """Cells of the new table that are filled and keep their places towards each other."""

    cells: frozenset[Cell]
    turns: frozenset[Turn] = field(default=frozenset(TURNS))

    def with_cells(self, cells: Iterable[Cell]) -> "Piece":
        return Piece(self.cells.union(cells), self.turns)

    @property
    def turn(self) -> Turn:
        """The plainest that it fits."""
        return next(turn for turn in TURNS if turn in self.turns)


def pieces(moves: Mapping[Cell, Cell]) -> list[Piece]:
    """What lies together before and after: `moves` says where dice of the old table lie now."""
    parts = [dict(part) for part in _neighbours(moves)]
    merged: list[dict[Cell, Cell]] = []
    # The largest first: it is home, and what is small is moved to it.
    for part in sorted(parts, key=lambda one: -len(one)):
        home = next((one for one in merged if _turns({**one, **part})), None)
        if home is None:
            merged.append(part)
        else:
            home.update(part)
    return [Piece(frozenset(one.values()), _turns(one)) for one in merged]


def _neighbours(moves: Mapping[Cell, Cell]) -> Iterator[dict[Cell, Cell]]:
    """Dice that lay side by side and still do, all of them moved as one."""
    left = dict(moves)
    while left:
        part = dict([left.popitem()])
        while found := next((one for one in left if _belongs(one, part, moves)), None):
            part[found] = left.pop(found)
        yield part


def _belongs(one: Cell, part: Mapping[Cell, Cell], moves: Mapping[Cell, Cell]) -> bool:
    is_beside = any(_joined(one, two, moves) for two in part)
    return is_beside and bool(_turns({**part, one: moves[one]}))


def _joined(one: Cell, two: Cell, moves: Mapping[Cell, Cell]) -> bool:
    return _is_beside(one, two) and _is_beside(moves[one], moves[two])


def _is_beside(one: Cell, two: Cell) -> bool:
    return one[0] == two[0] and abs(one[1] - two[1]) + abs(one[2] - two[2]) == 1


def _turns(moves: Mapping[Cell, Cell]) -> frozenset[Turn]:
    """The ways in which all of them can have been moved as one; none where they were not."""
    # Islands lie anywhere on the table: two of them were never moved as one.
    if len({old[0] for old in moves}) > 1 or len({new[0] for new in moves.values()}) > 1:
        return frozenset()
    return frozenset(
        turn for turn in TURNS if len({_shift(turn, *one) for one in moves.items()}) == 1
    )


def _shift(turn: Turn, old: Cell, new: Cell) -> tuple[int, int]:
    a, b, c, d = turn
    return new[1] - a * old[1] - b * old[2], new[2] - c * old[1] - d * old[2]


def nearest(moved: Iterable[Cell], lying: Iterable[Cell]) -> tuple[Cell, Cell]:
    """Of one line: the two cells between which the gap is."""
    others = list(lying)
    pairs = [(one, other) for one in moved for other in others]
    # By the cells too: of two that are as near, every machine must name the same.
    return min(pairs, key=lambda pair: (_distance(*pair), pair))


def _distance(one: Cell, other: Cell) -> int:
    return abs(one[1] - other[1]) + abs(one[2] - other[2])


def room_between(one: Cell, other: Cell) -> int:
    return _distance(one, other) - 1


def side_of(one: Cell, other: Cell, turn: Turn) -> Side:
    """On which side of the other, as that one lies today: the way it was turned is undone."""
    a, b, c, d = turn
    down, right = one[1] - other[1], one[2] - other[2]
    rows, columns = a * down + c * right, b * down + d * right
    if rows:
        return Side.BELOW if rows > 0 else Side.ABOVE
    return Side.RIGHT if columns > 0 else Side.LEFT
