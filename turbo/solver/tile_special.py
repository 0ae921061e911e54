"""Sets with special jokers that a play may try: every set of three pieces around one, mirrors of
two tiles, a row of the table with one at its end, and two of all these beside each other; of a set
that lies there, the same grown, and its joker in another set. It is a choice, not all there is:
what is found with them is legal, and nothing is proved of it.
"""

from collections import Counter, deque
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
    freed: int = 100
    """Other sets that a special joker of the table may come to lie in; with fourteen on the rack
    and eight sets on the table there are about 40."""
    grown: int = 30
    """Ways in which a set that lies there is grown."""


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
        # In a fixed order: where a bound cuts tries off, every machine must cut the same ones.
        for kind in sorted(kinds, key=str)
        for row in (*_beside(kind, rows), *_around(kind, have))
        if not Counter(row) - have and reader.readings(row)
    ][: EFFORT.single]
    yield from ([row] for row in single)
    pairs = (pair for pair in combinations(single, 2) if not Counter(pair[0] + pair[1]) - have)
    yield from (list(pair) for pair in islice(pairs, EFFORT.pairs))


def freed_ways(
    row: Faces, rows: Sequence[Faces], rack: Sequence[Face], reader: RowReader
) -> Iterator[Faces]:
    """The sets that the special jokers of a row on the table may come to lie in, with tiles of the
    row itself, of other rows and of the rack: the row grown, and where it has one special joker,
    the others around it."""
    have = Counter((*row, *(face for one in rows for face in one)))
    have += Counter(face for face in rack if face.number not in SPECIAL)
    # Breadth first: rows that are grown by one tile come before those grown by many.
    waiting, tried = deque([row]), {row}
    while waiting and len(tried) <= EFFORT.grown:
        one = waiting.popleft()
        fitting = (new for new in _grown(one, have) if _is_set(new, have, reader))
        for grown in fitting:
            if grown not in tried:
                tried.add(grown)
                waiting.append(grown)
                yield grown
    jokers = [face for face in row if face.number in SPECIAL]
    if len(jokers) == 1:
        around = _around(jokers[0], have)
        yield from islice((one for one in around if _is_set(one, have, reader)), EFFORT.freed)


def _is_set(row: Faces, have: Counter[Face], reader: RowReader) -> bool:
    return not Counter(row) - have and bool(reader.readings(row))


def _grown(row: Faces, have: Counter[Face]) -> Iterator[Faces]:
    """One tile more at an end."""
    if any(one.number == MIRROR for one in row):
        yield from _grown_mirrored(row, have)
        return
    first, last = _next_numbers(row), _next_numbers(row[::-1])
    for face in have:
        if face.is_joker or face.number in last:
            yield (*row, face)
        if face.is_joker or face.number in first:
            yield (face, *row)


def _grown_mirrored(row: Faces, have: Counter[Face]) -> Iterator[Faces]:
    """The same tile on both sides: at the ends, or beside the mirror."""
    middle = next(at for at, face in enumerate(row) if face.number == MIRROR)
    half, glass, other = row[:middle], row[middle], row[middle + 1 :]
    numbers = {*_next_numbers(row), *_next_numbers(half[::-1])}
    for face in have:
        if have[face] > 1 and (face.is_joker or face.number in numbers):
            yield (face, *row, face)
            yield (*half, face, glass, face, *other)


def _next_numbers(row: Faces) -> tuple[int, ...]:
    """What may stand before a row: the number of a group, or of a run one place on."""
    away = 1
    for face in row:
        number = face.number
        if number is not None and number in NUMBERS:
            return number, number - away, number + away
        away += 2 if face.number == DOUBLE else 0 if face.number == MIRROR else 1
    return ()


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
            # Two places between them: the joker takes both.
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
