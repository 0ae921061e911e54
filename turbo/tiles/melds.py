"""The first meld: own tiles worth enough, and nothing touched that lies there already."""

from collections import Counter
from functools import lru_cache

from turbo.game.dice import JOKER, NUMBERS, Colour, Face
from turbo.game.editions import Edition, Meld
from turbo.game.layout import Fault, Layout, Rule
from turbo.game.sets import LONGEST_RUN, SHORTEST_SET, Faces
from turbo.tiles.rows import RowReader, TileLayout, kind_of

Held = tuple[tuple[int, ...], int]
"""How many of each numbered tile, by colour and number, and how many classic jokers."""


def meld_faults(edition: Edition, before: Layout, after: Layout, own: Faces) -> list[Fault]:
    """What stands against these tiles as a first meld on this table."""
    faults = []
    if edition.meld_then is Meld.APART and not _are_untouched(edition, before, after):
        faults.append(Fault(Rule.BEFORE_MELD, own))
    if own and (worth := meld_worth(edition, after, own)) < edition.first_meld:
        values = (str(edition.first_meld), str(worth))
        faults.append(Fault(Rule.FIRST_MELD, own, values=values))
    return faults


def _are_untouched(edition: Edition, before: Layout, after: Layout) -> bool:
    """Whether all sets that lay there lie there still, from whichever side they are read."""
    return not _sets(edition, before) - _sets(edition, after)


def _sets(edition: Edition, layout: Layout) -> Counter[Faces]:
    reader = RowReader(edition)
    parts = (
        part for _, row in TileLayout(layout, edition).rows for part in reader.cut(row) or (row,)
    )
    plain = (tuple(kind_of(face) for face in part) for part in parts)
    return Counter(min(part, part[::-1], key=str) for part in plain)


def meld_worth(edition: Edition, after: Layout, own: Faces) -> int:
    """The most that the own tiles are worth in sets of their own: as they lie, or as they could
    lie. Never convict on doubt: nobody has to declare what a joker stands for."""
    left, lying, reader = Counter(map(kind_of, own)), 0, RowReader(edition)
    for faces, _ in TileLayout(after, edition).sets():
        tiles = Counter(map(kind_of, faces))
        if not tiles - left:
            left -= tiles
            lying += reader.worth(faces) or 0
    return max(lying, _best(_held(own)))


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
        if spent > jokers:
            break
        for ahead in range(min(jokers - spent, low) + 1):
            start = low - ahead
            if end - start + 1 >= SHORTEST_SET:
                worth = sum(range(start + 1, end + 2))
                ways.append((used, spent + ahead, worth))
    return ways
