"""The first meld: own tiles worth enough, and nothing touched that lies there already."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice, product

from turbo.game.dice import JOKER, MIRROR, NUMBERS, SPECIAL, Colour, Face
from turbo.game.editions import Edition, Meld
from turbo.game.layout import Fault, Layout, Rule
from turbo.game.sets import LONGEST_RUN, SHORTEST_SET, Faces, Kind
from turbo.tiles.rows import RowReader, TileLayout, kind_of
from turbo.tiles.special_melds import special_worth

MOST_WAYS = 200
"""Ways to part the rows of a table that are looked at. A limit for odd tables: a row that is one
set has one way, and people leave gaps."""

Held = tuple[tuple[int, ...], int]
"""How many of each numbered tile, by colour and number, and how many classic jokers."""


def meld_faults(edition: Edition, before: Layout, after: Layout, own: Faces) -> list[Fault]:
    """What stands against these tiles as a first meld on this table."""
    faults = []
    # Goliath's book lets who has come out add and rearrange at once; the others do not.
    if edition.meld_then is Meld.APART and not _are_untouched(edition, before, after):
        faults.append(Fault(Rule.BEFORE_MELD, own))
    # Without an own tile it is no meld at all, and 'no tile was laid' is said already.
    if own and (worth := meld_worth(edition, after, own)) < edition.first_meld:
        values = (str(edition.first_meld), str(worth))
        faults.append(Fault(Rule.FIRST_MELD, own, values=values))
    return faults


def _are_untouched(edition: Edition, before: Layout, after: Layout) -> bool:
    """Whether all sets that lay there lie there still, from whichever side they are read, and
    groups in whatever order: nobody knows which way to part a row was meant."""
    there = list(_sets(edition, after))
    # One reading under which nothing was touched is enough: nobody is convicted by another.
    return any(not old - new for old in _sets(edition, before) for new in there)


def _sets(edition: Edition, layout: Layout) -> Iterator[Counter[Faces]]:
    """The sets that lie there, for every way to part the rows."""
    reader = RowReader(edition)
    ways = [reader.cuts(row) or ((row,),) for _, row in TileLayout(layout, edition).rows]
    # Lazily: a table of many odd rows has more ways than anybody could count.
    for parts in islice(product(*ways), MOST_WAYS):
        yield Counter(_however_turned(reader, part) for way in parts for part in way)


def _however_turned(reader: RowReader, faces: Faces) -> Faces:
    plain = tuple(kind_of(face) for face in faces)
    # A group has no order, unless a mirror lies in it: then both halves are tied to each other.
    if Kind.GROUP in reader.kinds(faces) and not any(f.number == MIRROR for f in faces):
        return tuple(sorted(plain, key=str))
    return min(plain, plain[::-1], key=str)


def meld_worth(edition: Edition, after: Layout, own: Faces) -> int:
    """The most that the own tiles are worth in sets of their own: as they lie, or as they could
    lie. Never convict on doubt: nobody has to declare what a joker stands for."""
    left, lying, reader = Counter(map(kind_of, own)), 0, RowReader(edition)
    for faces, _ in TileLayout(after, edition).sets():
        tiles = Counter(map(kind_of, faces))
        if not tiles - left:
            left -= tiles
            lying += reader.worth(faces) or 0
    # The better of both: `r* b9 b10` is 27 as it lies and 30 as it could lie.
    loose = max(lying, _best(_held(own)))
    # Enough is enough: spelling out what special jokers could do is dear.
    if loose >= edition.first_meld or not any(face.number in SPECIAL for face in own):
        return loose
    plain = tuple(map(kind_of, own))
    return max(loose, special_worth(plain, edition.mirror_half, edition.first_meld, _rest))


def _rest(held: Counter[Face]) -> int:
    return _best(_held(tuple(held.elements())))


def _held(tiles: Faces) -> Held:
    counts = Counter(tiles)
    numbered = tuple(counts[Face(ink, number)] for ink in Colour for number in NUMBERS)
    return numbered, sum(1 for face in tiles if face.number == JOKER)


@lru_cache(maxsize=50_000)
def _best(held: Held) -> int:
    """The most that sets of these tiles are worth; tiles may be left over. The lowest tile that is
    left is in a group, in a run that it begins (jokers may stand before it), or in no set."""
    numbered, jokers = held
    place = next((at for at, many in enumerate(numbered) if many), None)
    if place is None:
        return 0
    best = _best((_less(numbered, (place,)), jokers))
    for used, spent, worth in (*_groups_with(place, held), *_runs_with(place, held)):
        best = max(best, worth + _best((_less(numbered, used), jokers - spent)))
    return best


def _less(numbered: tuple[int, ...], used: tuple[int, ...]) -> tuple[int, ...]:
    left = list(numbered)
    for place in used:
        left[place] -= 1
    return tuple(left)


Way = tuple[tuple[int, ...], int, int]
"""Places of numbered tiles, jokers beside them, and what the set is worth."""


def _groups_with(place: int, held: Held) -> list[Way]:
    numbered, jokers = held
    wide = len(NUMBERS)
    number = place % wide + 1
    others = [at for at in range(number - 1, len(numbered), wide) if at != place and numbered[at]]
    ways: list[Way] = []
    for mask in range(1 << len(others)):
        used = (place, *(at for bit, at in enumerate(others) if mask >> bit & 1))
        # Jokers alone beside one tile, too: one numbered tile is all that a set must have.
        for spent in range(jokers + 1):
            if SHORTEST_SET <= len(used) + spent <= len(Colour):
                ways.append((used, spent, number * (len(used) + spent)))
    return ways


def _runs_with(place: int, held: Held) -> list[Way]:
    """Runs in which this is the lowest tile with a number: any of the later places, and of those
    before it as many as jokers are left, stand for jokers."""
    numbered, jokers = held
    ink, low = divmod(place, len(NUMBERS))
    first = ink * len(NUMBERS)
    ways: list[Way] = []
    used: tuple[int, ...] = ()
    for end in range(low, LONGEST_RUN):
        if numbered[first + end]:
            used = (*used, first + end)
        spent = end - low + 1 - len(used)
        # Longer needs no fewer: the gap that could not be filled stays in the run.
        if spent > jokers:
            break
        for ahead in range(min(jokers - spent, low) + 1):
            start = low - ahead
            if end - start + 1 >= SHORTEST_SET:
                worth = sum(range(start + 1, end + 2))
                ways.append((used, spent + ahead, worth))
    return ways
