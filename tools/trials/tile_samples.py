"""Random positions of tiles to try the solver on: sets from a full box, and a rack from the rest.
The same seed gives the same ones."""

from collections import Counter
from collections.abc import Iterator
from random import Random

from tools.trials.samples import SamplePosition
from turbo.game.dice import JOKER, NUMBERS, Colour, Face
from turbo.game.editions import Edition
from turbo.game.layout import Layout
from turbo.game.sets import Faces

RUNS = (3, 3, 3, 4, 4, 5, 6)
"""How long runs are: short ones are laid more often."""

GROUPS = (3, 3, 4)
"""And groups: a fourth colour comes now and then."""
WILD = 0.1
"""How often a joker stands in a set."""

MISSES = 10_000
"""Sets drawn in vain after which no set is left in the box: the position is begun anew."""


def tile_samples(edition: Edition, number: int, seed: int, sets: int) -> Iterator[SamplePosition]:
    """So many positions with so many sets on the table, and a full rack where the box still
    has one."""
    for at in range(number):
        yield tile_sample(edition, Random(f"{edition.name} {seed} {sets} {at}"), sets)


def tile_sample(edition: Edition, random: Random, sets: int) -> SamplePosition:
    box = box_of(edition)
    rows, missed = list[Faces](), 0
    while len(rows) < sets:
        row = random_set(random)
        # A set that the box does not hold any more is drawn anew.
        if not Counter(row) - box:
            box -= Counter(row)
            rows.append(row)
            continue
        missed += 1
        if missed == MISSES:
            return tile_sample(edition, random, sets)
    # Sorted: a sample must not depend on the order in which a Counter was filled.
    rest = sorted(box.elements(), key=str)
    # Twenty-four sets may leave less than a rack of a small box.
    rack = random.sample(rest, min(edition.hand, len(rest)))
    return SamplePosition(Layout(tuple((row,) for row in rows)), tuple(rack))


def box_of(edition: Edition) -> Counter[Face]:
    """All classic pieces; jokers are red here, their colour means nothing."""
    box = Counter({Face(ink, number): edition.copies for ink in Colour for number in NUMBERS})
    box[Face(Colour.RED, JOKER)] = edition.jokers[JOKER]
    return box


def random_set(random: Random) -> Faces:
    if random.random() < 0.5:
        number = random.choice(NUMBERS)
        row = [Face(ink, number) for ink in random.sample(list(Colour), random.choice(GROUPS))]
    else:
        length, ink = random.choice(RUNS), random.choice(list(Colour))
        first = random.randint(1, NUMBERS[-1] + 1 - length)
        row = [Face(ink, first + step) for step in range(length)]
    if random.random() < WILD:
        row[random.randrange(len(row))] = Face(Colour.RED, JOKER)
    return tuple(row)
