"""What a rack must lay at least to have a first meld: its cores.

A core is a choice of own tiles that holds sets worth enough, with nothing in it that is not needed
for that. Whoever lays a first meld lays one of them, and perhaps more.
"""

from collections.abc import Iterator
from itertools import combinations

from turbo.game.dice import NUMBERS, Colour
from turbo.solver.tile_engine import A_JOKER, EFFORT, Stock, WorkSpent

HIGHEST = len(NUMBERS)
SHORTEST, WIDEST = 3, len(Colour)

Own = tuple[tuple[int, ...], int, int]
"""Codes of numbered tiles, jokers beside them, and what the set is worth at most."""


def cores(rack: Stock, worth: int) -> list[Stock]:
    """All of them, those of fewest tiles first; of two that hold each other only the smaller.
    `WorkSpent` where there are too many to look at."""
    found: set[Stock] = set()
    sets = [
        (Stock.of_codes((*codes, *(A_JOKER,) * jokers)), value)
        for codes, jokers, value in (*_groups(rack), *_runs(rack))
    ]
    _collect(sets, rack, worth, Stock(), found)
    least: list[Stock] = []
    for core in sorted(found, key=lambda stock: (stock.size, stock.counts, stock.jokers)):
        # What holds a smaller core is that core with more beside it, which the search adds by
        # itself.
        if not any(core.holds(other) for other in least):
            least.append(core)
    return least


def _collect(
    sets: list[tuple[Stock, int]], left: Stock, missing: int, core: Stock, found: set[Stock]
) -> None:
    """Sets are added in their order, so that no choice comes twice."""
    for at, (own, worth) in enumerate(sets):
        if not left.holds(own):
            continue
        if len(found) > EFFORT.cores:
            raise WorkSpent
        if worth >= missing:
            found.add(core + own)
        else:
            # From the same set on: where tiles come twice, it can be laid twice.
            _collect(sets[at:], left - own, missing - worth, core + own, found)


def _groups(rack: Stock) -> Iterator[Own]:
    for number in NUMBERS:
        codes = [ink * HIGHEST + number - 1 for ink in Colour]
        held = [code for code in codes if rack.counts[code]]
        for mask in range(1, 1 << len(held)):
            chosen = tuple(code for at, code in enumerate(held) if mask >> at & 1)
            for jokers in range(rack.jokers + 1):
                if SHORTEST <= len(chosen) + jokers <= WIDEST:
                    yield chosen, jokers, number * (len(chosen) + jokers)


def _runs(rack: Stock) -> Iterator[Own]:
    """From one number to another; where a tile is missing, or wanted elsewhere, lies a joker."""
    for ink in Colour:
        for first in NUMBERS:
            for last in range(first + SHORTEST - 1, HIGHEST + 1):
                yield from _run(rack, ink * HIGHEST, first, last)


def _run(rack: Stock, base: int, first: int, last: int) -> Iterator[Own]:
    codes = [base + number - 1 for number in range(first, last + 1)]
    held = [code for code in codes if rack.counts[code]]
    worth = sum(range(first, last + 1))
    missing = len(codes) - len(held)
    if not held or missing > rack.jokers:
        return
    # One numbered tile must stay: jokers alone are no run.
    for more in range(min(rack.jokers - missing, len(held) - 1) + 1):
        for laid in combinations(held, len(held) - more):
            yield laid, missing + more, worth
