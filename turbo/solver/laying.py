"""Laying a choice of hand dice: beside what lies there, or with everything taken up and laid anew.

Once it is clear that a choice can be laid, less and less of the table is taken up to see whether a
person can do it with fewer moves.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from turbo.game.dice import Face
from turbo.game.layout import Layout, rows_of
from turbo.solver.choices import Choice
from turbo.solver.clock import EFFORT, Clock, OutOfNodes, OutOfTime
from turbo.solver.disturbance import disturbed
from turbo.solver.engine import Engine, Found, Grid
from turbo.solver.keeping import KeepingPlan, whole, without_an_end, without_parts
from turbo.solver.position import Position
from turbo.solver.shapes import FACE_OF, Shape, code_of

Row = tuple[Face | None, ...]


class Laying:
    """Lays choices of hand dice on the table of one position."""

    def __init__(self, position: Position, engine: Engine, clock: Clock) -> None:
        self.position = position
        self.engine = engine
        self.clock = clock
        self._whole: list[KeepingPlan] | None = None

    @cached_property
    def table_order(self) -> dict[Face, int]:
        return {face: at for at, face in enumerate(self.position.table_faces)}

    def apart(self, choice: Choice) -> Layout | None:
        """Every set by itself."""
        codes, jokers = _sorted_out((*self.position.table_faces, *choice))
        lines = self.engine.part(codes, len(jokers))
        if lines is None:
            return None
        spare = iter(jokers)
        return Layout(tuple([(_line(shape, wild, spare),) for shape, wild in lines]))

    def beside(self, choice: Choice, nodes: int) -> Layout | None:
        """Everything on the table stays as it lies. Not exhaustive: None is no proof."""
        if self._whole is None:
            self._whole = list(whole(self.position.parts, EFFORT.readings))
        return next(self._laid(self._whole, choice, nodes), None)

    def anew(self, choice: Choice) -> Layout | None:
        """Everything may be moved. None is the proof that the choice cannot be laid."""
        return self._lay(KeepingPlan(()), choice, (), may_touch=True)

    def tidied(self, choice: Choice, layout: Layout) -> Layout:
        """The same choice with less of the table disturbed, if a few tries find such a layout. To
        take one die from an end disturbs two dice, and fewer than two cannot be."""
        parts = self.position.parts
        for other in self._laid(without_an_end(parts), choice, EFFORT.tidy_nodes):
            return other
        for other in self._laid(without_parts(parts), choice, EFFORT.tidy_nodes):
            # The first that is found is near enough; it may still disturb more than what was known.
            return min(layout, other, key=lambda one: self.disturbs(choice, one))
        return layout

    def disturbs(self, choice: Choice, layout: Layout) -> int:
        return disturbed(self.position.table, layout, choice)

    def _laid(self, plans: Iterable[KeepingPlan], choice: Choice, nodes: int) -> Iterator[Layout]:
        """The layouts of those plans that work out within so many nodes each."""
        for plan in plans:
            self.clock.allow(nodes)
            try:
                layout = self._lay(plan, choice, plan.freed, may_touch=False)
            # A kind of `OutOfNodes`, but the end of the whole answer.
            except OutOfTime:
                raise
            except OutOfNodes:
                continue
            if layout is not None:
                yield layout

    def _lay(
        self, plan: KeepingPlan, choice: Choice, freed: Sequence[Face], *, may_touch: bool
    ) -> Layout | None:
        taken_up = freed if plan.kept else self.position.table_faces
        codes, jokers = _sorted_out((*taken_up, *choice))
        found = self.engine.cover(plan.kept, codes, len(jokers), may_touch=may_touch)
        return None if found is None else self._layout(found, plan.kept_faces, jokers)

    def _layout(self, found: Found, kept: Sequence[Face], jokers: Sequence[Face]) -> Layout:
        """The dice as faces: kept ones show what they showed, new jokers are taken in order."""
        spare = iter(jokers)
        faces = list(kept)
        for code, is_joker in zip(found.codes[len(kept) :], found.jokers[len(kept) :], strict=True):
            faces.append(next(spare) if is_joker else FACE_OF[code])
        return Layout(tuple([self._rows(grid, faces, len(kept)) for grid in found.grids]))

    def _rows(self, grid: Grid, faces: Sequence[Face], kept: int) -> tuple[Row, ...]:
        placed = {cell: faces[die] for cell, die in grid.items()}
        # Only a line of new dice may be put in another order: kept ones lie as they lay.
        if len({row for row, _ in placed}) == 1 and min(grid.values()) >= kept:
            return (self._familiar([placed[cell] for cell in sorted(placed)]),)
        return rows_of(placed)

    def _familiar(self, line: list[Face]) -> Row:
        """A group by itself lies in the order in which its dice lay on the table."""
        numbers = {face.number for face in line if not face.is_joker}
        # A run lies in order, and where a joker lies says what it stands for.
        if len(numbers) > 1 or len(line) > 4 or any(face.is_joker for face in line):
            return tuple(line)
        return tuple(sorted(line, key=lambda face: self.table_order.get(face, 99)))


def _sorted_out(faces: Iterable[Face]) -> tuple[list[int], list[Face]]:
    """The codes of the numbered dice, and the jokers."""
    codes, jokers = [], []
    for face in faces:
        if face.is_joker:
            jokers.append(face)
        else:
            codes.append(code_of(face))
    return codes, jokers


def _line(shape: Shape, wild: int, jokers: Iterator[Face]) -> Row:
    return tuple([next(jokers) if wild >> code & 1 else FACE_OF[code] for code in shape.codes])
