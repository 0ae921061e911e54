"""Sets that lie apart: every die in exactly one set. A search with memory, no grid needed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from turbo.solver.clock import Clock
from turbo.solver.shapes import CODES, LONGER, WINDOWS, Shape, bits

Line = tuple[Shape, int]
"""A set, and the mask of those of its codes that jokers stand for."""


@dataclass(slots=True)
class Partition:
    """One question: can these dice and jokers be parted into sets?"""

    clock: Clock
    choices: Callable[[int], list[Shape]]
    left: list[int] = field(default_factory=lambda: [0] * CODES)
    mask: int = 0
    jokers: int = 0
    failed: set[tuple[int, ...]] = field(default_factory=set)
    is_spoiled: bool = False
    """Once full sets had no room for their jokers, a failure may be due to sets laid earlier."""

    def run(self, codes: Sequence[int], jokers: int) -> list[Line] | None:
        for code in codes:
            self.left[code] += 1
            self.mask |= 1 << code
        self.jokers = jokers
        return self._search([])

    def _search(self, lines: list[Line]) -> list[Line] | None:
        self.clock.tick()
        if not self.mask:
            longer = _lengthened(lines, self.jokers)
            self.is_spoiled |= longer is None
            return longer
        code = self._hardest()
        if code is None:
            return None
        key = (self.mask, self.jokers, *(code for code in bits(self.mask) if self.left[code] > 1))
        if key in self.failed:
            return None
        for shape in self.choices(code):
            missing = shape.mask & ~self.mask
            number = missing.bit_count()
            if number <= self.jokers and (found := self._lay(shape, missing, number, lines)):
                return found
        if not self.is_spoiled:
            self.failed.add(key)
        return None

    def _hardest(self) -> int | None:
        fewest, hardest, lacking = 99, 0, ~self.mask
        for code in bits(self.mask):
            ways = 0
            for window in WINDOWS[code]:
                if (window & lacking).bit_count() <= self.jokers:
                    ways += 1
            if ways < fewest:
                if not ways:
                    return None
                fewest, hardest = ways, code
        return hardest

    def _lay(self, shape: Shape, missing: int, number: int, lines: list[Line]) -> list[Line] | None:
        mask = self.mask
        for code in shape.codes:
            if not missing >> code & 1:
                self.left[code] -= 1
                if not self.left[code]:
                    self.mask ^= 1 << code
        self.jokers -= number
        found = self._search([*lines, (shape, missing)])
        if found is None:
            self.jokers += number
            self.mask = mask
            for code in shape.codes:
                if not missing >> code & 1:
                    self.left[code] += 1
        return found


def _lengthened(lines: list[Line], jokers: int) -> list[Line] | None:
    """The same sets with the jokers that are left over at their ends, if there is room for all."""
    longer = list(lines)
    for place, (shape, wild) in enumerate(lines):
        while jokers and LONGER[shape.mask]:
            grown = LONGER[shape.mask][0]
            wild |= grown.mask ^ shape.mask
            shape = grown
            jokers -= 1
        longer[place] = shape, wild
    return None if jokers else longer
