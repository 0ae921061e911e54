"""Laying a cover on the grid: sets cross where they share a die and touch nowhere else.

A part of a cover is put together line by line, from one of its sets or from a piece of the table
that stays as it lies. A set may lie in either direction and, if it is a group, in any order. First
no contact but that within the sets is allowed. If that fails, contact is allowed where it happens
to make a set: some dice can only be laid in a dense block.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations

from turbo.solver.clock import Clock
from turbo.solver.covers import Cover, Piece
from turbo.solver.shapes import LANE, is_set

RIGHT, DOWN = 1, 128
"""Cells are numbers: a column is one apart, a row 128, more than any layout is wide."""

ORIGIN = 64 * (RIGHT + DOWN)
ELSEWHERE = -1

Grid = dict[int, int]
"""The number of the die in each cell."""

_TURNS = (
    (1, 0, 0, 1),
    (-1, 0, 0, 1),
    (1, 0, 0, -1),
    (-1, 0, 0, -1),
    (0, 1, 1, 0),
    (0, -1, 1, 0),
    (0, 1, -1, 0),
    (0, -1, -1, 0),
)
"""The eight ways to turn and mirror a piece; the last four swap rows and columns."""


class Placer:
    """Lays out one cover."""

    def __init__(self, cover: Cover, clock: Clock, *, may_touch: bool = True) -> None:
        self.cover = cover
        self.clock = clock
        self.may_touch = may_touch
        self.is_loose = False
        self.grid: Grid = {}
        self.where = [ELSEWHERE] * len(cover.codes)
        self.axes = [ELSEWHERE] * len(cover.sets)
        self.share = [
            1 << owners[0] if len(owners) == 1 else 1 << owners[0] | 1 << owners[1]
            for owners in cover.owners
        ]

    def place(self) -> list[Grid] | None:
        """A grid for every part, in order of their first sets; None if some part has none."""
        parts: dict[int, list[int]] = {}
        for number, part in enumerate(self.cover.parts):
            parts.setdefault(part, []).append(number)
        grids = []
        for numbers in sorted(parts.values(), key=len, reverse=True):
            grid = self._place_part(numbers)
            if grid is None:
                return None
            grids.append((numbers[0], grid))
        return [grid for _, grid in sorted(grids, key=lambda pair: pair[0])]

    def _place_part(self, numbers: list[int]) -> Grid | None:
        cover = self.cover
        lines = [n for n in numbers if n >= cover.kept or n in cover.longer]
        pieces = [piece for piece in cover.pieces if not piece.axes.keys().isdisjoint(numbers)]
        if not pieces and len(lines) == 1:
            return {ORIGIN + x: die for x, die in enumerate(cover.sets[lines[0]][1])}
        found = self._first_placement(lines, pieces, is_loose=False)
        if found is None and self.may_touch and len(lines) > 1:
            found = self._first_placement(lines, pieces, is_loose=True)
        return found

    def _first_placement(
        self, lines: list[int], pieces: list[Piece], *, is_loose: bool
    ) -> Grid | None:
        self.is_loose = is_loose
        self.grid.clear()
        for _ in self._placements(lines, pieces):
            return dict(self.grid)
        return None

    def _placements(self, lines: list[int], pieces: list[Piece]) -> Iterator[None]:
        """Every way to lay the part; its first piece, or one of its sets, comes first."""
        if pieces:
            first, *others = pieces
            cells = {die: ORIGIN + x * RIGHT + y * DOWN for die, (x, y) in first.cells.items()}
            new = self._put(cells)
            for number, axis in first.axes.items():
                self.axes[number] = axis
            yield from self._grow(lines, others)
            for number in first.axes:
                self.axes[number] = ELSEWHERE
            self._take_back(new)
            return
        start = max(lines, key=self._crossings)
        rest = [number for number in lines if number != start]
        self.axes[start] = 0
        for order in self._orders(start):
            new = self._put({die: ORIGIN + x for x, die in enumerate(order)})
            yield from self._grow(rest, [])
            self._take_back(new)
        self.axes[start] = ELSEWHERE

    def _crossings(self, number: int) -> int:
        owners = self.cover.owners
        return sum(len(owners[die]) for die in self.cover.sets[number][1])

    def _put(self, cells: dict[int, int]) -> list[int]:
        for die, cell in cells.items():
            self.grid[cell] = die
            self.where[die] = cell
        return list(cells)

    def _take_back(self, dice: Sequence[int]) -> None:
        for die in dice:
            del self.grid[self.where[die]]
            self.where[die] = ELSEWHERE

    def _grow(self, lines: list[int], pieces: list[Piece]) -> Iterator[None]:
        """Everything that is left, laid on to what lies already."""
        self.clock.tick()
        number = self._next_line(lines)
        if number is not None:
            rest = [other for other in lines if other != number]
            yield from self._grow_line(number, rest, pieces)
            return
        for place, piece in enumerate(pieces):
            if any(self.where[die] >= 0 for die in piece.cells):
                others = pieces[:place] + pieces[place + 1 :]
                yield from self._grow_piece(piece, lines, others)
                return
        if not self.is_loose or self._is_legal():
            yield

    def _next_line(self, lines: list[int]) -> int | None:
        """The set with most dice that lie already, if there is one."""
        where, most, best = self.where, 0, None
        for number in lines:
            lying = 0
            for die in self.cover.sets[number][1]:
                if where[die] >= 0:
                    lying += 1
            if lying > most:
                most, best = lying, number
        return best

    def _grow_line(self, number: int, lines: list[int], pieces: list[Piece]) -> Iterator[None]:
        """Lay the set through its dice that lie already, across the sets there, in every way."""
        known_axis = self.axes[number]
        axis = self._axis(number) if known_axis < 0 else known_axis
        if axis < 0:
            return
        step, across = (DOWN, RIGHT) if axis else (RIGHT, DOWN)
        self.axes[number] = axis
        anchor = next(die for die in self.cover.sets[number][1] if self.where[die] >= 0)
        for order in self._orders(number):
            first = self.where[anchor] - step * order.index(anchor)
            new = self._lay(order, first, step, across)
            if new is not None:
                yield from self._grow(lines, pieces)
                self._take_back(new)
        self.axes[number] = known_axis

    def _axis(self, number: int) -> int:
        """The axis across the sets that are crossed; -1 if they do not agree."""
        found = ELSEWHERE
        for die in self.cover.sets[number][1]:
            if self.where[die] >= 0:
                for other in self.cover.owners[die]:
                    if self.axes[other] >= 0:
                        axis = 1 - self.axes[other]
                        if found >= 0 and axis != found:
                            return ELSEWHERE
                        found = axis
        return found

    def _lay(self, order: Sequence[int], first: int, step: int, across: int) -> list[int] | None:
        """Put the dice of a line in its cells; None, and nothing put, if they do not fit."""
        grid, where = self.grid, self.where
        cell, new = first, []
        for die in order:
            if where[die] != cell:
                if where[die] >= 0 or cell in grid:
                    break
                if not (self._is_clear(die, cell - across) and self._is_clear(die, cell + across)):
                    break
                new.append((die, cell))
            cell += step
        else:
            if self._is_clear(order[0], first - step) and self._is_clear(order[-1], cell):
                for die, cell in new:
                    grid[cell] = die
                    where[die] = cell
                return [die for die, _ in new]
        return None

    def _is_clear(self, die: int, cell: int) -> bool:
        """Whether the die may lie beside that cell."""
        other = self.grid.get(cell)
        if other is None or self.share[die] & self.share[other]:
            return True
        return self.is_loose and self._may_touch(die, other)

    def _may_touch(self, die: int, other: int) -> bool:
        """Neighbours in one set have the same number, or the same colour and numbers in a row."""
        apart = abs(self.cover.codes[die] - self.cover.codes[other])
        return apart == 1 or (apart > 0 and apart % LANE == 0)

    def _orders(self, number: int) -> list[tuple[int, ...]]:
        """The orders in which the dice of a set may lie. Where sets may not touch, dice that no
        other set holds are the same to the grid, and one order of them is enough."""
        shape, dice = self.cover.sets[number]
        if shape.is_run:
            return [dice, dice[::-1]]
        if self.is_loose or number in self.cover.longer:
            return list(permutations(dice))
        owners = self.cover.owners
        patterns = _order_patterns(tuple([len(owners[die]) > 1 for die in dice]))
        return [tuple([dice[at] for at in order]) for order in patterns]

    def _grow_piece(self, piece: Piece, lines: list[int], pieces: list[Piece]) -> Iterator[None]:
        """Turn and mirror the piece so that it fits what it hangs together with."""
        known = {number: self.axes[number] for number in piece.axes}
        for cells, axes in self._piece_places(piece):
            fresh = {die: cell for die, cell in cells.items() if self.where[die] < 0}
            if not self._fits(fresh):
                continue
            new = self._put(fresh)
            for number, axis in axes.items():
                self.axes[number] = axis
            if self._touches_rightly(new):
                yield from self._grow(lines, pieces)
            for number, axis in known.items():
                self.axes[number] = axis
            self._take_back(new)

    def _piece_places(self, piece: Piece) -> Iterator[tuple[dict[int, int], dict[int, int]]]:
        anchors = [die for die in piece.cells if self.where[die] >= 0]
        for place, (a, b, c, d) in enumerate(_TURNS):
            axes = {number: axis ^ (place >= 4) for number, axis in piece.axes.items()}
            if not self._lies_across(anchors, axes):
                continue
            cells = {
                die: (a * x + b * y) * RIGHT + (c * x + d * y) * DOWN
                for die, (x, y) in piece.cells.items()
            }
            shift = self.where[anchors[0]] - cells[anchors[0]]
            cells = {die: cell + shift for die, cell in cells.items()}
            if all(self.where[die] == cells[die] for die in anchors):
                yield cells, axes

    def _lies_across(self, anchors: list[int], axes: dict[int, int]) -> bool:
        """Two sets that share a die lie across each other; a set that grew stays in line."""
        for number, axis in axes.items():
            if self.axes[number] not in (ELSEWHERE, axis):
                return False
        for die in anchors:
            lying = [axes.get(number, self.axes[number]) for number in self.cover.owners[die]]
            if len(lying) == 2 and lying[0] == lying[1] >= 0:
                return False
        return True

    def _fits(self, cells: dict[int, int]) -> bool:
        return all(cell not in self.grid for cell in cells.values())

    def _touches_rightly(self, dice: Sequence[int]) -> bool:
        return all(
            self._is_clear(die, self.where[die] + way)
            for die in dice
            for way in (RIGHT, -RIGHT, DOWN, -DOWN)
        )

    def _is_legal(self) -> bool:
        """Every chain is a set and holds a numbered die."""
        cover = self.cover
        return all(
            is_set(tuple(cover.codes[die] for die in chain))
            and not all(cover.jokers[die] for die in chain)
            for chain in chains(self.grid)
        )


@cache
def _order_patterns(is_shared: tuple[bool, ...]) -> list[tuple[int, ...]]:
    """The orders that differ in where the shared dice lie, those with shared dice at the ends
    first: there they leave most room."""
    found: dict[tuple[int, ...], tuple[int, ...]] = {}
    for order in permutations(range(len(is_shared))):
        found.setdefault(tuple(at if is_shared[at] else -1 for at in order), order)
    return sorted(found.values(), key=lambda order: sum(is_shared[at] for at in order[1:-1]))


def chains(grid: Grid) -> Iterator[tuple[int, ...]]:
    """The dice of every chain of two or more."""
    for cell, die in grid.items():
        for step in (RIGHT, DOWN):
            if cell - step in grid:
                continue
            chain = [die]
            at = cell + step
            while at in grid:
                chain.append(grid[at])
                at += step
            if len(chain) > 1:
                yield tuple(chain)
