"""Sets with special jokers that a play may try: every set of three pieces around one, mirrors of
two tiles, a row of the table with one at its end, and two of all these beside each other. It is a
choice, not all there is: what is found with them is legal, and nothing is proved of it.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice

from turbo.game.dice import CHANGE, DOUBLE, MIRROR, NUMBERS, SPECIAL, Colour, Face
from turbo.game.sets import Faces
from turbo.solver.tile_engine import TILES, Stock
from turbo.tiles.rows import RowReader

HIGHEST = NUMBERS[-1]


@dataclass(frozen=True, slots=True)
class SpecialEffort:
    """How far the tries go."""

    single: int = 300
    """Sets with one special joker; with two of them on the rack and ten sets on the table there
    were 148 at the median of 60 positions and 276 at most."""
    pairs: int = 200
    """Pairs of such sets. An answer with all these tries took 0.12 s at the median on ARM64."""


EFFORT: SpecialEffort = SpecialEffort()


def special_ways(
    rows: Sequence[Faces], rack: Sequence[Face], reader: RowReader
) -> Iterator[list[Faces]]:
    """One or two sets with special jokers of the rack, out of what lies on the table and the rack:
    rows that one is laid to, and new sets."""
    must = Stock.of(face for row in rows for face in row)
    own = Stock.of(rack)
    have = Counter({face: must.counts[c] + own.counts[c] for c, face in enumerate(TILES)})
    kinds = Counter(face for face in rack if face.number in SPECIAL)
    have += kinds + Counter(face for row in rows for face in row if face.is_joker)
    single = [
        row
        for kind in sorted(kinds, key=str)
        for row in (*_beside(kind, rows), *_around(kind, have))
        if not Counter(row) - have and reader.readings(row)
    ][: EFFORT.single]
    yield from ([row] for row in single)
    pairs = (pair for pair in combinations(single, 2) if not Counter(pair[0] + pair[1]) - have)
    yield from (list(pair) for pair in islice(pairs, EFFORT.pairs))


def _beside(special: Face, rows: Sequence[Faces]) -> Iterator[Faces]:
    for row in rows:
        yield (*row, special)
        yield (special, *row)


def _around(special: Face, have: Counter[Face]) -> Iterator[Faces]:
    if special.number == DOUBLE:
        yield from _doubles(special)
    elif special.number == CHANGE:
        yield from _changes(special)
    elif special.number == MIRROR:
        yield from _mirrors(special, have)


def _tile(ink: Colour, number: int) -> Face:
    return TILES[ink * HIGHEST + number - 1]


def _doubles(joker: Face) -> Iterator[Faces]:
    for number in NUMBERS:
        for one, other in combinations(Colour, 2):
            yield (_tile(one, number), _tile(other, number), joker)
    for ink in Colour:
        for number in range(1, HIGHEST):
            pair = (_tile(ink, number), _tile(ink, number + 1))
            yield (*pair, joker)
            yield (joker, *pair)
            if number + 3 <= HIGHEST:
                yield (_tile(ink, number), joker, _tile(ink, number + 3))


def _changes(joker: Face) -> Iterator[Faces]:
    for ink in Colour:
        for number in range(1, HIGHEST):
            pair = (_tile(ink, number), _tile(ink, number + 1))
            yield (*pair, joker)
            yield (joker, *pair)
            if number + 2 <= HIGHEST:
                for other in Colour:
                    yield (_tile(ink, number), joker, _tile(other, number + 2))


def _mirrors(joker: Face, have: Counter[Face]) -> Iterator[Faces]:
    """Halves of tiles that are there twice, two tiles long first: they lay more."""
    twice = [face for face in TILES if have[face] > 1]
    for one in twice:
        for other in twice:
            yield (one, other, joker, other, one)
    for face in twice:
        yield (face, joker, face)
