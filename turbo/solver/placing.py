"""Laying a cover on the grid: sets cross where they share a die and touch nowhere else.

A part of a cover is put together piece by piece. A piece is a set, which may lie in either
direction and, if it is a group, in any order; or a piece of the table that stays as it lies. First
no contact but that within the sets is allowed. If that fails, contact is allowed where it happens
to make a set: some dice can only be laid in a dense block.
"""

from collections.abc import Iterator
from itertools import permutations

from turbo.solver.clock import Clock
from turbo.solver.covers import Cover, Piece
from turbo.solver.shapes import is_set

Cell = tuple[int, int]
"""Column and row."""

Grid = dict[Cell, int]
"""The number of the die in each cell."""

_TURNS = tuple(
    (a, b, c, d)
    for a, b, c, d in (
        (1, 0, 0, 1),
        (-1, 0, 0, 1),
        (1, 0, 0, -1),
        (-1, 0, 0, -1),
        (0, 1, 1, 0),
        (0, -1, 1, 0),
        (0, 1, -1, 0),
        (0, -1, -1, 0),
    )
)
"""The eight ways to turn and mirror a piece; the last four swap rows and columns."""


class Placer:
    """Lays out one cover."""

    def __init__(self, cover: Cover, clock: Clock) -> None:
        self.cover = cover
        self.clock = clock
        self.is_loose = False
        self.share = [0] * len(cover.codes)
        for die, owners in enumerate(cover.owners):
            for number in owners:
                self.share[die] |= 1 << number

    def place(self) -> list[Grid] | None:
        """A grid for every part, in order of their first sets; None if some part has none."""
        grids = []
        for numbers in self._parts():
            grid = self._place_part(numbers)
            if grid is None:
                return None
            grids.append(grid)
        return grids

    def _parts(self) -> list[list[int]]:
        parts: dict[int, list[int]] = {}
        for number, part in enumerate(self.cover.parts):
            parts.setdefault(part, []).append(number)
        return list(parts.values())

    def _place_part(self, numbers: list[int]) -> Grid | None:
        cover = self.cover
        lines = [n for n in numbers if n >= cover.kept or n in cover.longer]
        pieces = [piece for piece in cover.pieces if not piece.axes.keys().isdisjoint(numbers)]
        if not pieces and len(lines) == 1:
            return {(x, 0): die for x, die in enumerate(cover.sets[lines[0]][1])}
        self.is_loose = False
        found = next(self._placements(lines, pieces), None)
        if found is None and len(lines) > 1:
            self.is_loose = True
            found = next(self._placements(lines, pieces), None)
        return found

    def _placements(self, lines: list[int], pieces: list[Piece]) -> Iterator[Grid]:
        """Every way to lay the part, its first piece or set as it lies."""
        if pieces:
            grid = {cell: die for die, cell in pieces[0].cells.items()}
            yield from self._grow(grid, dict(pieces[0].axes), lines, pieces[1:])
            return
        first = max(lines, key=lambda n: sum(len(self.cover.owners[d]) for d in self._dice(n)))
        rest = [number for number in lines if number != first]
        for order in self._orders(first):
            grid = {(x, 0): die for x, die in enumerate(order)}
            yield from self._grow(grid, {first: 0}, rest, [])

    def _dice(self, number: int) -> tuple[int, ...]:
        return self.cover.sets[number][1]

    def _grow(
        self, grid: Grid, axes: dict[int, int], lines: list[int], pieces: list[Piece]
    ) -> Iterator[Grid]:
        self.clock.tick()
        if not lines and not pieces:
            if not self.is_loose or self._is_legal(grid):
                yield grid
            return
        where = {die: cell for cell, die in grid.items()}
        if lines:
            number = max(lines, key=lambda n: sum(die in where for die in self._dice(n)))
            if any(die in where for die in self._dice(number)):
                rest = [other for other in lines if other != number]
                for cells, axis in self._line_places(number, where, axes):
                    if grown := self._merged(grid, cells):
                        yield from self._grow(grown, axes | {number: axis}, rest, pieces)
                return
        for place, piece in enumerate(pieces):
            if not where.keys().isdisjoint(piece.cells):
                rest_pieces = pieces[:place] + pieces[place + 1 :]
                for cells, turned in self._piece_places(piece, where, axes):
                    if grown := self._merged(grid, cells):
                        yield from self._grow(grown, axes | turned, lines, rest_pieces)
                return

    def _line_places(
        self, number: int, where: dict[int, Cell], axes: dict[int, int]
    ) -> Iterator[tuple[dict[int, Cell], int]]:
        """Every way to lay the set through its dice that lie already, across the sets there."""
        dice = self._dice(number)
        anchors = [die for die in dice if die in where]
        axis = axes.get(number)
        if axis is None:
            axis = 1 - next(axes[n] for n in self.cover.owners[anchors[0]] if n in axes)
            for die in anchors:
                if any(axes.get(other) == axis for other in self.cover.owners[die]):
                    return
        x, y = where[anchors[0]]
        for order in self._orders(number):
            start = order.index(anchors[0])
            for step in (1, -1):
                cells = {
                    die: (x, y + step * (at - start)) if axis else (x + step * (at - start), y)
                    for at, die in enumerate(order)
                }
                if all(where[die] == cells[die] for die in anchors):
                    yield cells, axis

    def _orders(self, number: int) -> Iterator[tuple[int, ...]]:
        """The orders in which the dice of a set may lie, up to reversal."""
        shape, dice = self.cover.sets[number]
        if shape.is_run:
            yield dice
            return
        yield from (order for order in permutations(dice) if order[0] < order[-1])

    def _piece_places(
        self, piece: Piece, where: dict[int, Cell], axes: dict[int, int]
    ) -> Iterator[tuple[dict[int, Cell], dict[int, int]]]:
        anchors = [die for die in piece.cells if die in where]
        for place, (a, b, c, d) in enumerate(_TURNS):
            turned = {number: axis ^ (place >= 4) for number, axis in piece.axes.items()}
            if any(axes.get(number, axis) != axis for number, axis in turned.items()):
                continue
            if not self._lies_across(anchors, turned, axes):
                continue
            cells = {die: (a * x + b * y, c * x + d * y) for die, (x, y) in piece.cells.items()}
            dx = where[anchors[0]][0] - cells[anchors[0]][0]
            dy = where[anchors[0]][1] - cells[anchors[0]][1]
            cells = {die: (x + dx, y + dy) for die, (x, y) in cells.items()}
            if all(where[die] == cells[die] for die in anchors):
                yield cells, turned

    def _lies_across(
        self, anchors: list[int], turned: dict[int, int], axes: dict[int, int]
    ) -> bool:
        """Two sets that share a die lie across each other."""
        known = axes | turned
        for die in anchors:
            lying = [known[number] for number in self.cover.owners[die] if number in known]
            if len(lying) == 2 and lying[0] == lying[1]:
                return False
        return True

    def _merged(self, grid: Grid, cells: dict[int, Cell]) -> Grid | None:
        """The grid with these dice as well; None if two dice want one cell or touch unduly."""
        grown = dict(grid)
        for die, cell in cells.items():
            if grown.setdefault(cell, die) != die:
                return None
        if self.is_loose:
            return grown
        share = self.share
        for die, (x, y) in cells.items():
            mine = share[die]
            for cell in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                other = grown.get(cell)
                if other is not None and not mine & share[other]:
                    return None
        return grown

    def _is_legal(self, grid: Grid) -> bool:
        """Every chain is a set and holds a numbered die."""
        for chain in chains(grid):
            if not is_set(tuple(self.cover.codes[die] for die in chain)):
                return False
            if all(self.cover.jokers[die] for die in chain):
                return False
        return True


def chains(grid: Grid) -> Iterator[tuple[int, ...]]:
    """The dice of every chain of two or more."""
    for (x, y), die in grid.items():
        for dx, dy in ((1, 0), (0, 1)):
            if (x - dx, y - dy) in grid:
                continue
            chain = [die]
            at = (x + dx, y + dy)
            while at in grid:
                chain.append(grid[at])
                at = (at[0] + dx, at[1] + dy)
            if len(chain) > 1:
                yield tuple(chain)
