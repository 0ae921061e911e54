"""The table and the hand as the search sees them: codes, jokers, and the pieces that lie there."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from turbo.errors import TurboError
from turbo.game.dice import Face
from turbo.game.layout import Layout
from turbo.game.sets import Cell, Chain
from turbo.solver.shapes import code_of, mask_of


class BadPosition(TurboError, ValueError):
    """A table or a hand that nothing can be played from or to."""


@dataclass(frozen=True, slots=True)
class Part:
    """Dice of the table that hang together, in reading order, with the chains that hold them."""

    cells: tuple[Cell, ...]
    faces: tuple[Face, ...]
    chains: tuple[tuple[int, ...], ...]
    """For every chain its dice, as places in `cells`."""
    axes: tuple[int, ...]
    """For every chain 0 along a row and 1 along a column."""
    wild: tuple[bool, ...]
    """For every die whether it is a joker."""
    columns: tuple[int, ...]
    rows: tuple[int, ...]
    """Where the dice lie, from the upper left corner of the part."""

    def identities(self) -> Iterator[tuple[int, ...]]:
        """What the dice can stand for where they lie: the codes of all, in every consistent way."""
        # 0 is what nobody has decided yet: no code is 0.
        codes = tuple([code_of(face) if face.number else 0 for face in self.faces])
        if 0 in codes:
            yield from self._identities(codes, 0)
        else:
            yield codes

    def _identities(self, codes: tuple[int, ...], number: int) -> Iterator[tuple[int, ...]]:
        if number == len(self.chains):
            yield codes
            return
        chain = self.chains[number]
        for reading in Chain((), tuple(self.faces[die] for die in chain)).readings:
            fixed = list(codes)
            for die, face in zip(chain, reading.faces, strict=True):
                # A joker in two sets has one identity: what the other chain decided holds.
                if fixed[die] not in (0, code_of(face)):
                    break
                fixed[die] = code_of(face)
            else:
                yield from self._identities(tuple(fixed), number + 1)


# Without slots: cached properties need a dictionary.
@dataclass(frozen=True)
class Position:
    """A legal table and a hand without unread faces."""

    table: Layout
    hand: tuple[Face, ...]

    def __post_init__(self) -> None:
        if self.table.has_unread or any(face.is_unread for face in self.hand):
            raise BadPosition("expected a table and a hand without unread faces")
        # A play must leave a legal table, and what lies wrong before it nobody has to mend.
        if not self.table.is_legal:
            rules = ", ".join(dict.fromkeys(fault.rule for fault in self.table.faults()))
            raise BadPosition(f"expected a legal table, this one has: {rules}")

    @cached_property
    def table_faces(self) -> tuple[Face, ...]:
        return self.table.faces

    @cached_property
    def table_codes(self) -> tuple[int, ...]:
        return tuple(code_of(face) for face in self.table_faces if not face.is_joker)

    @cached_property
    def table_mask(self) -> int:
        return mask_of(self.table_codes)

    @cached_property
    def table_jokers(self) -> int:
        return len(self.table_faces) - len(self.table_codes)

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The parts of the table, in the order in which they are written."""
        linked: list[list[Chain]] = []
        for chain in self.table.chains:
            near = [group for group in linked if any(_meet(chain, other) for other in group)]
            linked = [group for group in linked if group not in near]
            # A chain may join what seemed apart until it came.
            linked.append([*(c for group in near for c in group), chain])
        return tuple(sorted(map(_part, linked), key=lambda part: part.cells[0]))


def _meet(one: Chain, other: Chain) -> bool:
    return not set(one.cells).isdisjoint(other.cells)


def _part(chains: Sequence[Chain]) -> Part:
    dice = {cell: face for c in chains for cell, face in zip(c.cells, c.faces, strict=True)}
    cells = tuple(sorted(dice))
    place = {cell: number for number, cell in enumerate(cells)}
    top, left = cells[0][1], min(cell[2] for cell in cells)
    return Part(
        cells,
        tuple([dice[cell] for cell in cells]),
        tuple([tuple([place[cell] for cell in chain.cells]) for chain in chains]),
        tuple([int(chain.cells[0][1] != chain.cells[1][1]) for chain in chains]),
        tuple([dice[cell].is_joker for cell in cells]),
        tuple([cell[2] - left for cell in cells]),
        tuple([cell[1] - top for cell in cells]),
    )
