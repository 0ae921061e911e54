"""What own tiles with special jokers could be worth in a first meld, however they might be laid.

Nobody is convicted for laying them badly: `*c o9 o10` is worth 27 as it lies and 30 as `o9 o10 *c`.
Every set with a special joker that the tiles could make is spelled out, and the rest is laid
without. It is looked through only until there is enough.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import permutations

from turbo.game.dice import CHANGE, DOUBLE, JOKER, MIRROR, NUMBERS, SPECIAL, Colour, Face
from turbo.game.sets import SHORTEST_SET, Faces
from turbo.tiles.rows import LAST, Places

WILD = Face(Colour.BLACK, JOKER)
"""A classic joker of any colour, as `kind_of` names it."""

TWICE, TURN, GLASS = (Face(None, kind) for kind in (DOUBLE, CHANGE, MIRROR))
"""Double, colour-change and mirror, by short names: they stand in every line below."""

MOST_TRIES = 20_000
"""Ways to choose several of these sets. A limit for odd racks: where it is reached, the tiles count
what was found until then."""

Held = Counter[Face]
Rest = Callable[[Held], int]
"""What tiles without special jokers are worth at most."""


def special_worth(tiles: Faces, half: int, enough: int, rest: Rest) -> int:
    """The most that sets of some of these tiles are worth, as far as it is less than enough."""
    held = Counter(tiles)
    sets = dict[tuple[tuple[Face, int], ...], int]()
    for pieces, worth in _sets(held, half):
        # One set that is enough alone ends it: how much more there could be nobody asks.
        if worth >= enough:
            return worth
        # By its pieces, in whatever order: of two ways to lay the same ones the dearer counts.
        key = tuple(sorted(Counter(pieces).items(), key=str))
        sets[key] = max(worth, sets.get(key, 0))
    chosen = [(Counter(dict(key)), worth) for key, worth in sets.items()]
    return _Choice(chosen, rest, enough).best(held, 0)


class _Choice:
    def __init__(self, sets: list[tuple[Held, int]], rest: Rest, enough: int) -> None:
        self.sets, self.rest, self.enough, self.tries = sets, rest, enough, 0

    def best(self, held: Held, first: int) -> int:
        """The rest without special jokers, or one more set with one, those before it left out."""
        found = self.rest(held)
        for at in range(first, len(self.sets)):
            pieces, worth = self.sets[at]
            if found >= self.enough or self.tries > MOST_TRIES:
                break
            self.tries += 1
            if pieces <= held:
                # From `at`, not behind it: the same set may be there twice.
                found = max(found, worth + self.best(held - pieces, at))
        return found


def _sets(held: Held, half: int) -> Iterator[tuple[Faces, int]]:
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


def _all_runs(held: Held) -> Iterator[tuple[Faces, Places]]:
    for number in NUMBERS:
        for ink in Colour:
            yield from _runs(held, number, ink, (), ())


def _runs(
    held: Held, number: int, ink: Colour, pieces: Faces, places: Places
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


def _filled(places: Places, held: Held) -> Iterator[Faces]:
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


def _mirrored(held: Held, half: int) -> Iterator[tuple[Faces, int]]:
    """One half as it can be spelled, the other out of what is left."""
    for pieces, places in (*_all_runs(held), *_groups(held)):
        if len(places) < half:
            continue
        for other in _filled(places, held - Counter(pieces)):
            row = (*pieces, GLASS, *other)
            if any(face.number in NUMBERS for face in row):
                # The mirror itself is worth nothing; what it shows counts on both sides.
                yield row, 2 * _worth(places)


def _groups(held: Held) -> Iterator[tuple[Faces, Places]]:
    """In any order: a double joker may cover any two colours, and halves are mirrored."""
    for number in NUMBERS:
        for size in range(1, len(Colour) + 1):
            for inks in permutations(Colour, size):
                places: Places = tuple((ink, number) for ink in inks)
                for pieces in _filled(places, held):
                    yield pieces, places
