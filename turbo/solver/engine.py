"""The inner search as Python asks it: `turbo.solver.kernel`, whose sources and explanation lie
in `native`. It is the only search there is; `tools/trials/brute_force.py` is what it is held
against.

While it searches, other threads run: a question is copied into the search, and the answer back.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from turbo.errors import TurboError
from turbo.solver.clock import Clock, OutOfNodes, OutOfTime
from turbo.solver.position import Part
from turbo.solver.shapes import SHAPE_BY_MASK, Shape

try:
    from turbo.solver import kernel as _kernel  # type: ignore[attr-defined, unused-ignore]

    MOST_DICE: int = _kernel.MOST_DICE
    """Dice of a position that the search has room for; the game has 18."""
except (ImportError, AttributeError) as error:  # not built, or built from older sources
    raise TurboError(
        "the solver is not built: install a C compiler and Python's headers (Debian, Raspberry Pi"
        " OS: apt install gcc python3-dev), then 'pip install .' or 'make install' again"
    ) from error

KERNEL: Any = _kernel

NO, YES, OUT_OF_NODES, OUT_OF_TIME = range(4)
"""What the kernel answers."""

Kept = tuple[Part, tuple[int, ...]]
"""A part of the table that stays as it lies, and what its dice stand for there."""

Cell = tuple[int, int]
Grid = dict[Cell, int]
"""The number of the die in each cell: row and column."""

Line = tuple[Shape, int]
"""A set, and the mask of those of its codes that jokers stand for."""


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

    def cover(
        self, kept: Sequence[Kept], codes: Sequence[int], jokers: int, *, may_touch: bool
    ) -> Found | None:
        """The kept parts, the codes and the jokers as a legal layout; None if there is none."""
        # Tuples of whole numbers: the kernel copies them, and then lets other threads run.
        pieces = tuple([_flat(part, identity) for part, identity in kept])
        found = self._ask(
            KERNEL.cover, pieces, tuple(codes), jokers, self.faces, self.jokers, may_touch
        )
        if found is None:
            return None
        known, wild, parts = found
        grids = [{(row, column): die for die, column, row in part} for part in parts]
        return Found(known, wild, grids)

    def part(self, codes: Sequence[int], jokers: int) -> list[Line] | None:
        """The codes and the jokers in sets that do not cross."""
        found = self._ask(KERNEL.part, tuple(codes), jokers, self.faces, self.jokers)
        return None if found is None else [(SHAPE_BY_MASK[mask], wild) for mask, wild in found]

    def _ask(self, question: Callable[..., Any], *args: Any) -> Any:
        clock = self.clock
        # Nodes and seconds are both given along: inside, the kernel cannot ask this clock.
        answer, nodes, found = question(*args, clock.limit - clock.nodes, clock.left_s)
        clock.nodes += nodes
        if answer == OUT_OF_TIME:
            raise OutOfTime
        if answer == OUT_OF_NODES:
            raise OutOfNodes
        return found if answer == YES else None


def _flat(part: Part, identity: tuple[int, ...]) -> tuple[tuple[Any, ...], ...]:
    """A part as the kernel takes it."""
    return (identity, part.wild, part.columns, part.rows, part.chains, part.axes)
