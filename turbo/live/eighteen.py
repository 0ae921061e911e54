"""The invariant: eighteen dice, each in exactly one place, checked at birth.

A die lies there and is seen, lies there behind something, is missing (in a cup, in a fist, under a
hand) or was never seen in this round: it is in the bag. What lies there beyond eighteen is foreign:
it is none of them, and people are told.

>>> Dice.of([], [], frozenset(), []).in_bag
18
"""

from collections.abc import Sequence
from dataclasses import dataclass

from turbo.errors import TurboError
from turbo.game.dice import DICE
from turbo.live.tracked_die import MissingDie, TrackedDie


@dataclass(frozen=True, slots=True)
class Dice:
    """All dice of a table; `of` shares out what is known of them."""

    lying: tuple[TrackedDie, ...]
    """Those that lie there, seen or covered."""
    missing: tuple[MissingDie, ...]
    """Those that are out of sight, and nobody knows where."""
    in_bag: int
    covered: frozenset[int] = frozenset()
    """Which of those that lie there are behind something, by number."""
    foreign: tuple[TrackedDie, ...] = ()
    """What lies there beside the eighteen."""

    def __post_init__(self) -> None:
        count = len(self.lying) + len(self.missing) + self.in_bag
        if count != DICE or self.in_bag < 0:
            raise TurboError(f"expected {DICE} dice in all, got {count}, {self.in_bag} in the bag")
        numbers = [known.id for known in (*self.lying, *self.foreign)]
        if len(set(numbers)) != len(numbers) or not self.covered.issubset(numbers):
            raise TurboError(f"expected every die in one place, got the numbers {numbers}")

    @staticmethod
    def of(
        lying: Sequence[TrackedDie],
        missing: Sequence[MissingDie],
        covered: frozenset[int],
        unmatched: Sequence[int],
    ) -> "Dice":
        """Share out what is known. Where more lie there than there can be, what nobody missed is
        foreign; where more are missing than can be, the first of them have come to light."""
        # Those that nobody missed last, and the latest of them last of all.
        order = sorted(lying, key=lambda known: (known.id in unmatched, known.id))
        own, foreign = tuple(order[:DICE]), tuple(order[DICE:])
        gone = tuple(missing)[max(0, len(own) + len(missing) - DICE) :]
        hidden = covered & {known.id for known in lying}
        return Dice(own, gone, DICE - len(own) - len(gone), hidden, foreign)

    @property
    def are_all_there(self) -> bool:
        """Whether all eighteen lie there, and nothing else."""
        return len(self.lying) == DICE and not self.foreign
