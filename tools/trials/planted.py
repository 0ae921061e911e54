"""Random layouts for the tests: legal crosswords, what wear and tear makes of them, and rubbish.

Made with the oracle and nothing of the project. The same seed gives the same layout.
"""

from collections.abc import Callable
from functools import cache
from random import Random

from tools.trials import oracle

Place = tuple[int, int]
Island = dict[Place, str]


def island_text(dice: Island, *, above: int = 0, before: int = 0, ragged: bool = False) -> str:
    """The island as written, with empty rows above and empty cells before it if asked for."""
    top, left = min(row for row, _ in dice), min(column for _, column in dice)
    bottom, right = max(row for row, _ in dice), max(column for _, column in dice)
    lines = []
    for row in range(top - above, bottom + 1):
        cells = [dice.get((row, column), ".") for column in range(left - before, right + 1)]
        while ragged and len(cells) > 1 and cells[-1] == ".":
            cells.pop()
        lines.append(" ".join(cells))
    return " / ".join(lines)


def joker(random: Random) -> str:
    return random.choice(oracle.JOKERS)


def laid(row: oracle.Faces, start: Place, downwards: bool) -> Island:
    """A row of dice on the grid."""
    top, left = start
    return {
        (top + step * downwards, left + step * (not downwards)): face
        for step, face in enumerate(row)
    }


groups = cache(oracle.groups)
runs = cache(oracle.runs)


@cache
def rows_holding(face: str, length: int) -> list[oracle.Faces]:
    return [row for row in (*groups(length), *runs(length)) if face in row]


def numbered_row(random: Random, longest: int = 6) -> oracle.Faces:
    """A legal row of numbered dice; groups as often as runs."""
    if random.random() < 0.5:
        return random.choice(groups(random.choice((3, 4))))
    return random.choice(runs(random.randint(3, longest)))


def crossword(random: Random) -> Island:
    """A legal island of numbered dice that grew from one row by laying rows through its dice."""
    dice = laid(numbered_row(random), (0, 0), False)
    for _ in range(random.randint(0, 8)):
        place, downwards = random.choice(list(dice)), random.random() < 0.5
        row = random.choice(rows_holding(dice[place], random.choice((3, 3, 4, 5))))
        at = row.index(dice[place])
        start = (place[0] - at * downwards, place[1] - at * (not downwards))
        grown = dice | laid(row, start, downwards)
        is_kept = all(grown[cell] == dice[cell] for cell in dice)
        if is_kept and len(grown) <= 20 and not oracle.faults(island_text(grown)):
            dice = grown
    return dice


def block(random: Random) -> Island:
    """A solid legal block: runs one way, groups the other, so that every die is in two sets."""
    colours = random.sample(oracle.COLOURS, random.choice((3, 4)))
    length = random.choice((3, 3, 4, 5))
    first = random.randint(1, 14 - length)
    numbers = range(first, first + length)
    if random.random() < 0.5:
        return {
            (row, column): f"{colour}{number}"
            for row, colour in enumerate(colours)
            for column, number in enumerate(numbers)
        }
    return {
        (row, column): f"{colour}{number}"
        for row, number in enumerate(numbers)
        for column, colour in enumerate(colours)
    }


def crossed(random: Random) -> Island:
    """Rows that share jokers and were never asked whether they agree on them."""
    dice = laid(numbered_row(random), (0, 0), False)
    for _ in range(random.randint(1, 2)):
        row, (_, column) = numbered_row(random, 5), random.choice(list(dice))
        at = random.randrange(len(row))
        dice |= laid(row, (-at, column), True)
        dice[0, column] = joker(random)
    return dice


def latin(random: Random) -> Island:
    """A block of one number, jokers for most of it: groups both ways, hard to make agree."""
    number, rows, columns = random.randint(1, 13), random.choice((3, 4)), random.choice((3, 4))
    share = random.choice((0.3, 0.4, 0.5))
    dice: Island = {}
    for row in range(rows):
        for column in range(columns):
            seen = {dice[cell] for cell in dice if cell[0] == row or cell[1] == column}
            free = [f"{colour}{number}" for colour in oracle.COLOURS]
            free = [face for face in free if face not in seen and random.random() < share]
            dice[row, column] = random.choice(free or [joker(random)])
    return dice


def rubbish(random: Random) -> Island:
    """A patch of grid strewn with a few colours and numbers and many jokers."""
    colours = random.sample(oracle.COLOURS, random.randint(1, 4))
    first, wild = random.randint(1, 12), random.choice((0.0, 0.2, 0.5))
    density = random.choice((0.4, 0.6, 0.8, 1.0))
    dice = {(0, 0): joker(random)}
    for row in range(random.randint(1, 5)):
        for column in range(random.randint(1, 5)):
            if random.random() < density:
                number = random.randint(first, min(13, first + 2))
                face = f"{random.choice(colours)}{number}"
                dice[row, column] = joker(random) if random.random() < wild else face
    return dice


def with_jokers(random: Random, dice: Island, share: float) -> Island:
    return {cell: joker(random) if random.random() < share else dice[cell] for cell in dice}


def with_unread(random: Random, dice: Island, at_most: int) -> Island:
    """Some dice that nobody could read."""
    cells = random.sample(list(dice), min(at_most, len(dice)))
    return dice | dict.fromkeys(cells, oracle.UNREAD)


def mutated(random: Random, dice: Island) -> Island:
    """One die replaced, taken away, added beside another, or swapped with another."""
    cell, other = random.choice(list(dice)), random.choice(list(dice))
    what = random.randrange(4)
    if what == 0:
        return dice | {cell: random.choice(oracle.NUMBERED + oracle.JOKERS)}
    if what == 1 and len(dice) > 1:
        return {place: dice[place] for place in dice if place != cell}
    if what == 2:
        down, right = random.choice(oracle.WAYS)
        return dice | {(cell[0] + down, cell[1] + right): random.choice(oracle.NUMBERED)}
    return dice | {cell: dice[other], other: dice[cell]}


MAKERS: dict[str, Callable[[Random], Island]] = {
    "crossword": crossword,
    "block": block,
    "crossed": crossed,
    "latin": latin,
    "rubbish": rubbish,
}


def worn(random: Random, dice: Island) -> Island:
    """What is left of an island after jokers, mistakes and bad light."""
    dice = with_jokers(random, dice, random.choice((0.0, 0.1, 0.2, 0.4)))
    for _ in range(random.choice((0, 0, 0, 0, 0, 1, 1, 2))):
        dice = mutated(random, dice)
    return with_unread(random, dice, random.choice((0, 0, 0, 0, 1, 2)))


def layout(random: Random, maker: str) -> str:
    """One to three worn islands, the first of the kind asked for, as text."""
    others = random.choices(list(MAKERS), k=random.choice((0, 0, 0, 1, 2)))
    texts = []
    for name in (maker, *others):
        dice = worn(random, MAKERS[name](random))
        above, before, ragged = random.choice((0, 0, 1)), random.choice((0, 0, 2)), random.random()
        texts.append(island_text(dice, above=above, before=before, ragged=ragged < 0.5))
    return " | ".join(texts)
