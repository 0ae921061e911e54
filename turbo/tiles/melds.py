"""The first meld: own tiles worth enough, and nothing touched that lies there already."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice, permutations, product

from turbo.game.dice import CHANGE, DOUBLE, JOKER, MIRROR, NUMBERS, SPECIAL, Colour, Face
from turbo.game.editions import Edition, Meld
from turbo.game.layout import Fault, Layout, Rule
from turbo.game.sets import LONGEST_RUN, SHORTEST_SET, Faces, Kind
from turbo.tiles.rows import LAST, Places, RowReader, TileLayout, kind_of

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
    return max(loose, _special_worth(plain, edition.mirror_half, edition.first_meld))


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


# With special jokers.

WILD = Face(Colour.BLACK, JOKER)
"""A classic joker of any colour, as `kind_of` names it."""

TWICE, TURN, GLASS = (Face(None, kind) for kind in (DOUBLE, CHANGE, MIRROR))
"""Double, colour-change and mirror, by short names: they stand in every line below."""

MOST_TRIES = 20_000
"""Ways to choose several of these sets. A limit for odd racks: where it is reached, the tiles count
what was found until then."""


def _special_worth(tiles: Faces, half: int, enough: int) -> int:
    """The most that sets of some of these tiles are worth, as far as it is less than enough. Nobody
    is convicted for laying them badly: `*c o9 o10` is worth 27 as it lies and 30 as `o9 o10 *c`.
    Every set with a special joker that the tiles could make is spelled out, and the rest is laid
    without. It is looked through only until there is enough."""
    held = Counter(tiles)
    sets = dict[tuple[tuple[Face, int], ...], int]()
    for pieces, worth in _special_sets(held, half):
        # One set that is enough alone ends it: how much more there could be nobody asks.
        if worth >= enough:
            return worth
        # By its pieces, in whatever order: of two ways to lay the same ones the dearer counts.
        key = tuple(sorted(Counter(pieces).items(), key=str))
        sets[key] = max(worth, sets.get(key, 0))
    chosen = [(Counter(dict(key)), worth) for key, worth in sets.items()]
    return _Choice(chosen, enough).best(held, 0)


class _Choice:
    def __init__(self, sets: list[tuple[Counter[Face], int]], enough: int) -> None:
        self.sets, self.enough, self.tries = sets, enough, 0

    def best(self, held: Counter[Face], first: int) -> int:
        """The rest without special jokers, or one more set with one, those before it left out."""
        found = _best(_held(tuple(held.elements())))
        for at in range(first, len(self.sets)):
            pieces, worth = self.sets[at]
            if found >= self.enough or self.tries > MOST_TRIES:
                break
            self.tries += 1
            if pieces <= held:
                # From `at`, not behind it: the same set may be there twice.
                found = max(found, worth + self.best(held - pieces, at))
        return found


def _special_sets(held: Counter[Face], half: int) -> Iterator[tuple[Faces, int]]:
    """Every set with a special joker: its pieces, and what it is worth."""
    for pieces, places in (*_all_runs(held), *_groups(held)):
        kinds = {face.number for face in pieces}
        # Those without a special joker are what the rest is counted by.
        if len(pieces) >= SHORTEST_SET and kinds & SPECIAL.keys() and kinds & set(NUMBERS):
            yield pieces, _worth(places)
    if held[GLASS]:
        yield from _mirrored(held - Counter([GLASS]), half)


def _worth(places: Places) -> int:
    return sum(number for _, number in places)


def _all_runs(held: Counter[Face]) -> Iterator[tuple[Faces, Places]]:
    for number in NUMBERS:
        for ink in Colour:
            yield from _runs(held, number, ink, (), ())


def _runs(
    held: Counter[Face], number: int, ink: Colour, pieces: Faces, places: Places
) -> Iterator[tuple[Faces, Places]]:
    """Every run from this number on, and all that it can be continued to."""
    if pieces:
        yield pieces, places
    if number > LAST:
        return
    for piece, own in (
        (Face(ink, number), ((ink, number),)),
        (WILD, ((ink, number),)),
        (TWICE, ((ink, number), (ink, number + 1))),
    ):
        if held[piece] and number + len(own) - 1 <= LAST:
            left, end = held - Counter([piece]), number + len(own)
            yield from _runs(left, end, ink, (*pieces, piece), (*places, *own))
    if held[TURN]:
        left, turned = held - Counter([TURN]), (*places, (None, number))
        for other in Colour:
            if other is not ink:
                yield from _runs(left, number + 1, other, (*pieces, TURN), turned)


def _filled(places: Places, held: Counter[Face]) -> Iterator[Faces]:
    """Every way to lay these places, in this order."""
    if not places:
        yield ()
        return
    ink, number = places[0]
    one = [TURN] if ink is None else [Face(ink, number), WILD]
    for piece in one:
        if held[piece]:
            for rest in _filled(places[1:], held - Counter([piece])):
                yield (piece, *rest)
    # Never over a change of colour: both its places lie in one part of the run.
    if held[TWICE] and len(places) > 1 and None not in (ink, places[1][0]):
        for rest in _filled(places[2:], held - Counter([TWICE])):
            yield (TWICE, *rest)


def _mirrored(held: Counter[Face], half: int) -> Iterator[tuple[Faces, int]]:
    """One half as it can be spelled, the other out of what is left."""
    for pieces, places in (*_all_runs(held), *_groups(held)):
        if len(places) < half:
            continue
        for other in _filled(places, held - Counter(pieces)):
            row = (*pieces, GLASS, *other)
            if any(face.number in NUMBERS for face in row):
                # The mirror itself is worth nothing; what it shows counts on both sides.
                yield row, 2 * _worth(places)


def _groups(held: Counter[Face]) -> Iterator[tuple[Faces, Places]]:
    """In any order: a double joker may cover any two colours, and halves are mirrored."""
    for number in NUMBERS:
        for size in range(1, len(Colour) + 1):
            for inks in permutations(Colour, size):
                places: Places = tuple((ink, number) for ink in inks)
                for pieces in _filled(places, held):
                    yield pieces, places
