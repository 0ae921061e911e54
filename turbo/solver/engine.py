"""The inner search, compiled where it could be and in Python where not.

`turbo.solver.kernel`, whose sources lie in `native`, does in C what `covers`, `placing` and
`partition` do; whoever installs the project without a compiler gets the same answers, more slowly.
The environment variable ``TURBO_SOLVER=python`` asks for the Python search.
"""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from turbo.solver.clock import Clock, OutOfNodes, OutOfTime
from turbo.solver.covers import Cover, CoverSearch, Piece
from turbo.solver.partition import Line, Partition
from turbo.solver.placing import DOWN, Grid, Placer
from turbo.solver.position import Part
from turbo.solver.shapes import SHAPE_BY_MASK, SHAPES_WITH, Shape, mask_of

try:
    from turbo.solver import kernel  # type: ignore[attr-defined, unused-ignore]
except ImportError:  # no compiler was there at installation
    kernel = None

KERNEL: Any = None if os.environ.get("TURBO_SOLVER") == "python" else kernel

MOST_DICE = 30
"""Larger positions than the kernel has room for are searched in Python; the game has 18 dice."""

NO, YES, OUT_OF_NODES, OUT_OF_TIME = range(4)
"""What the kernel answers."""

Kept = tuple[Part, tuple[int, ...]]
"""A part of the table that stays as it lies, and what its dice stand for there."""


@dataclass(frozen=True, slots=True)
class Found:
    """Dice by number, the kept ones first: code, whether it is a joker, and where they lie."""

    codes: list[int]
    jokers: list[bool]
    grids: list[Grid]


@dataclass(slots=True)
class Engine:
    """Answers questions about one position: its faces on the table and in the hand, as far as they
    are of any use, and its jokers."""

    clock: Clock
    faces: int
    jokers: int
    shapes: dict[int, list[Shape]]

    def cover(
        self, kept: Sequence[Kept], codes: Sequence[int], jokers: int, *, may_touch: bool
    ) -> Found | None:
        """The kept parts, the codes and the jokers as a legal layout; None if there is none."""
        dice = len(codes) + jokers + sum(len(codes) for _, codes in kept)
        if KERNEL is None or dice > MOST_DICE:
            return self._cover_in_python(kept, codes, jokers, may_touch)
        pieces = tuple([_flat(part, identity) for part, identity in kept])
        found = self._ask(
            KERNEL.cover, pieces, tuple(codes), jokers, self.faces, self.jokers, may_touch
        )
        if found is None:
            return None
        known, wild, parts = found
        grids = [{row * DOWN + column: die for die, column, row in part} for part in parts]
        return Found(known, wild, grids)

    def part(self, codes: Sequence[int], jokers: int) -> list[Line] | None:
        """The codes and the jokers in sets that do not cross."""
        if KERNEL is None or len(codes) + jokers > MOST_DICE:
            return Partition(self.clock, self._choices).run(codes, jokers)
        found = self._ask(KERNEL.part, tuple(codes), jokers, self.faces, self.jokers)
        return None if found is None else [(SHAPE_BY_MASK[mask], wild) for mask, wild in found]

    def _ask(self, question: Callable[..., Any], *args: Any) -> Any:
        clock = self.clock
        answer, nodes, found = question(*args, clock.limit - clock.nodes, clock.left_s)
        clock.nodes += nodes
        if answer == OUT_OF_TIME:
            raise OutOfTime
        if answer == OUT_OF_NODES:
            raise OutOfNodes
        return found if answer == YES else None

    def _cover_in_python(
        self, kept: Sequence[Kept], codes: Sequence[int], jokers: int, may_touch: bool
    ) -> Found | None:
        cover = _cover_of(kept)
        search = CoverSearch(cover, codes, jokers, self.clock, self._choices)
        grids = search.run(lambda found: Placer(found, self.clock, may_touch=may_touch).place())
        return None if grids is None else Found(cover.codes, cover.jokers, grids)

    def _choices(self, code: int) -> list[Shape]:
        """The sets that the code can be in with what there is, promising ones first."""
        shapes = self.shapes.get(code)
        if shapes is None:
            lacking, jokers = ~self.faces, self.jokers
            shapes = [s for s in SHAPES_WITH[code] if (s.mask & lacking).bit_count() <= jokers]
            shapes.sort(key=lambda s: 2 * (s.mask & lacking).bit_count() - len(s.codes))
            self.shapes[code] = shapes
        return shapes


def _flat(part: Part, identity: tuple[int, ...]) -> tuple[tuple[Any, ...], ...]:
    """A part as the kernel takes it."""
    return (identity, part.wild, part.columns, part.rows, part.chains, part.axes)


def _cover_of(kept: Sequence[Kept]) -> Cover:
    """A cover with the table's sets as they lie; dice are numbered in reading order."""
    cover = Cover.empty()
    for number, (part, codes) in enumerate(kept):
        first = len(cover.sets)
        dice = []
        for at, (code, wild) in enumerate(zip(codes, part.wild, strict=True)):
            owners = [first + n for n, chain in enumerate(part.chains) if at in chain]
            dice.append(cover.add_die(code, wild, owners))
        for chain in part.chains:
            known = {codes[at]: dice[at] for at in chain}
            shape = SHAPE_BY_MASK[mask_of(known)]
            cover.sets.append((shape, tuple(known[code] for code in shape.codes)))
        cells = dict(zip(dice, zip(part.columns, part.rows, strict=True), strict=True))
        axes = {first + at: axis for at, axis in enumerate(part.axes)}
        cover.pieces.append(Piece(cells, axes))
        cover.parts += (-1 - number,) * len(axes)
        cover.axes += part.axes
    cover.kept = len(cover.sets)
    return cover
