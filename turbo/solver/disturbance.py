"""How much of the table a play disturbs: the third thing to compare plays by."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, islice, product

from turbo.game.dice import JOKERS, NUMBERED_FACES, Face
from turbo.game.layout import Layout
from turbo.game.sets import Cell

Dice = dict[int, int]

NUMBER_OF = {face: number for number, face in enumerate((*NUMBERED_FACES, *JOKERS), 1)}
"""A number for every face, 0 for none."""

MOST_GUESSES = 64
"""A die of the hand may show the same as one of the table, and nobody can tell which is which
afterwards. So many ways to tell are tried at most; 64 are six such pairs."""


def disturbed(before: Layout, after: Layout, played: Sequence[Face]) -> int:
    """How many table dice have other neighbours than before, the added dice left out.

    >>> from turbo.game.dice import parse_hand
    >>> three, four = Layout.parse("b3 b4 b5"), Layout.parse("b3 b4 b5 b6")
    >>> disturbed(three, four, parse_hand("b6"))
    0
    >>> disturbed(four, Layout.parse("b3 b4 b5 | b6 k6 r6"), parse_hand("k6 r6"))
    2
    """
    old = Counter(_neighbourhoods(_dice(before)))
    dice = _dice(after)
    return min(
        sum((old - Counter(_neighbourhoods(_rest(dice, added)))).values())
        for added in islice(_added(after, played), MOST_GUESSES)
    )


def _dice(layout: Layout) -> Dice:
    """Dice by cell, both as numbers: islands lie far apart, faces as they are sorted."""
    return {
        # Ten bits each: no table is a thousand dice wide, and numbers compare faster than tuples.
        island << 20 | row << 10 | column: NUMBER_OF[face]
        for (island, row, column), face in layout.dice.items()
    }


def _rest(dice: Dice, gone: Iterable[Cell]) -> Dice:
    """Without the dice in those cells."""
    left = dict(dice)
    for island, row, column in gone:
        del left[island << 20 | row << 10 | column]
    return left


def _neighbourhoods(dice: Dice) -> Iterator[tuple[int, ...]]:
    """Every die with its neighbours, in an order that does not depend on where they lie."""
    get = dice.get
    for cell, face in dice.items():
        # A step over the left edge comes out at column 1023 of another row, where nothing lies.
        around = [get(cell + 1, 0), get(cell - 1, 0), get(cell + 1024, 0), get(cell - 1024, 0)]
        # A set that was turned round, or a table seen from the other side, disturbs nobody.
        around.sort()
        yield (face, *around)


def _added(after: Layout, played: Sequence[Face]) -> Iterator[list[Cell]]:
    """Every choice of cells in which the dice of the hand may lie."""
    places: dict[Face, list[Cell]] = {face: [] for face in played}
    for cell, face in after.dice.items():
        if face in places:
            places[face].append(cell)
    ways = [combinations(places[face], count) for face, count in Counter(played).items()]
    for chosen in product(*ways):
        yield [cell for cells in chosen for cell in cells]
