"""Which hand dice to try, best first, without those that bit arithmetic rules out."""

from collections import Counter
from collections.abc import Iterator

from turbo.game.dice import Face, points
from turbo.solver.clock import EFFORT, OutOfTime
from turbo.solver.engine import KERNEL
from turbo.solver.position import Position
from turbo.solver.shapes import code_of, largest_supported, mask_of

Choice = tuple[Face, ...]

JOKER_CODE = 0
"""Stands for a joker in a list of codes: no face has it."""


class Choices:
    """The choices of hand dice in one position. `must` is a face that every choice has to hold."""

    def __init__(self, position: Position, must: Face | None = None) -> None:
        self.position = position
        self.must = must
        codes = [JOKER_CODE if face.is_joker else code_of(face) for face in position.hand]
        # Those of the table as well: a rearrangement may free them.
        self.jokers = position.table_jokers + codes.count(JOKER_CODE)
        held = mask_of(code for code in codes if code)
        # A face that can be in no set with all there is can be in none with less.
        useful = largest_supported(position.table_mask, held, self.jokers)
        self.faces = position.table_mask | useful
        """Everything that lies on the table or can be of any use in the hand."""
        hand = [
            (-face.points, code, face)
            for code, face in zip(codes, position.hand, strict=True)
            if not code or useful >> code & 1
        ]
        # By points and code, never by face: equal dice must come to lie side by side.
        hand.sort(key=lambda entry: entry[:2])
        self.hand = [face for _, _, face in hand]
        self.codes = tuple([code for _, code, _ in hand])
        self.ways = [1] + [0] * len(hand)
        """How many choices of each size there are, equal dice being alike."""
        for many in Counter(self.codes).values():
            self.ways = [sum(self.ways[max(0, at - many) : at + 1]) for at in range(len(hand) + 1)]

    def largest_first(self) -> Iterator[Choice]:
        for size in range(len(self.hand), 0, -1):
            yield from self.of_size(size)

    def smallest_first(self) -> Iterator[Choice]:
        for size in range(1, len(self.hand) + 1):
            yield from self.of_size(size)

    def of_size(self, size: int) -> list[Choice]:
        """The choices of so many dice that might be laid, most points first."""
        # They are made at one go, in which nobody looks at the clock.
        if self.ways[size] > EFFORT.choices:
            raise OutOfTime
        hand = self.hand
        found = [tuple([hand[place] for place in places]) for places in self._places(size)]
        if self.must is not None:
            found = [choice for choice in found if self.must in choice]
        return sorted(found, key=points, reverse=True) if len(found) > 1 else found

    def _places(self, size: int) -> list[tuple[int, ...]]:
        """Equal dice lie side by side; of choices that differ only in which of them they take, the
        one that takes the first of them stands for all. What could be in no set is left out."""
        table, jokers = self.position.table_mask, self.position.table_jokers
        places: list[tuple[int, ...]] = KERNEL.choices(table, jokers, self.codes, size)
        return places
