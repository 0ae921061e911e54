"""Random positions to try the solver on, from the presumed dice. The same seed gives the same ones.

`apart` has three sets that do not cross, `natural` a table as play leaves it, `crossword` a table
of crossing sets, `dense` one around a solid block, `wild` has four jokers, and `planted` is a table
that part of the hand was taken from, so that at least so many dice can be played.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from turbo.game.dice import DICE, HAND, JOKERS, PRESUMED_FACES, Face, without
from turbo.game.layout import Layout
from turbo.solver.play import best_play
from turbo.solver.shapes import FACE_OF, LANE, SHAPES, SHAPES_WITH, Shape, code_of

Grid = dict[tuple[int, int], Face]

SHORT_SHAPES = tuple(shape for shape in SHAPES if shape.size <= 5)
"""Longer ones are rare at tables, and would leave no dice for others."""


@dataclass(frozen=True, slots=True)
class SamplePosition:
    """A position; `planted` dice of the hand are known to go on the table together."""

    table: Layout
    hand: tuple[Face, ...]
    planted: int = 0


def apart(random: Random, dice: int = DICE) -> SamplePosition:
    """Three sets that do not cross, and the rest of the dice, at most nine, in the hand."""
    while True:
        stock = _shuffled(random)
        sets = [_take_set(random, stock, random.choice(SHORT_SHAPES)) for _ in range(3)]
        # Three draws that the box does not hold together are thrown away: mending them would bend
        # chance.
        if all(sets):
            table = Layout(tuple((faces,) for faces in sets))
            return SamplePosition(table, tuple(stock[: min(HAND, dice - len(table.dice))]))


def natural(random: Random, dice: int = DICE) -> SamplePosition:
    """Throws and best plays until half of the dice lie on the table, then one more throw."""
    table = Layout()
    while len(table.dice) < dice // 2:
        stock = without(_shuffled(random), table.faces)
        thrown = stock[: min(HAND, dice - len(table.dice))]
        table = best_play(table, thrown).layout
    stock = without(_shuffled(random), table.faces)
    return SamplePosition(table, tuple(stock[: min(HAND, dice - len(table.dice))]))


def crossword(random: Random, dice: int = DICE) -> SamplePosition:
    table = _crossword(random, max(3, dice // 2), {})
    return SamplePosition(table, _drawn(random, table, dice))


def dense(random: Random, dice: int = DICE) -> SamplePosition:
    """Around a solid block: every die of it is in two sets."""
    first, black = random.randint(1, 11), random.randint(0, 1)
    numbers = {(x, y): FACE_OF[LANE * (black + y) + first + x] for x in range(3) for y in range(3)}
    block = {cell: face for cell, face in numbers.items() if face is not None}
    table = _crossword(random, max(9, dice - HAND), block)
    return SamplePosition(table, _drawn(random, table, dice))


def wild(random: Random, dice: int = DICE) -> SamplePosition:
    """A table of crossing sets, and all four jokers: as many as may be on it, the rest in hand."""
    table = _crossword(random, max(3, dice // 2), {}, jokers=random.randint(0, 3))
    free = [joker for joker in JOKERS if joker not in table.faces]
    numbered = [face for face in _drawn(random, table, dice) if not face.is_joker]
    room = max(1, min(HAND, dice - len(table.dice)))
    return SamplePosition(table, tuple([*free, *numbered][:room]))


def planted(random: Random, dice: int = DICE) -> SamplePosition:
    """A legal crossword of up to so many dice; some leave it as long as the rest is legal."""
    noise = random.randint(0, 4)
    whole = _crossword(random, dice - noise, {})
    islands = [_grid(rows) for rows in whole.islands]
    for _ in range(12):
        place = random.randrange(len(islands))
        fewer = _thinned(random, islands[place])
        gone = len(whole.dice) - sum(map(len, islands)) + len(islands[place]) - len(fewer)
        if gone <= HAND and (not fewer or layout_of(fewer).is_legal):
            islands[place] = fewer
    table = Layout(tuple(_rows(island) for island in islands if island))
    taken = tuple((Counter(whole.faces) - Counter(table.faces)).elements())
    drawn = without(_shuffled(random), whole.faces)[: min(noise, HAND - len(taken))]
    hand = random.sample([*taken, *drawn], len(taken) + len(drawn))
    return SamplePosition(rearranged(random, table), tuple(hand), len(taken))


def _thinned(random: Random, grid: Grid) -> Grid:
    """Without some of the dice of one line."""
    if not grid:
        return grid
    chain = random.choice(layout_of(grid).chains)
    left, top = min(x for x, _ in grid), min(y for _, y in grid)
    gone = {(left + x, top + y) for _, y, x in random.sample(chain.cells, random.randint(1, 3))}
    return {cell: face for cell, face in grid.items() if cell not in gone}


def _grid(rows: tuple[tuple[Face | None, ...], ...]) -> Grid:
    return {
        (x, y): face for y, row in enumerate(rows) for x, face in enumerate(row) if face is not None
    }


def rearranged(random: Random, table: Layout) -> Layout:
    """The same dice as the solver would lay them from the hand, if it needs all of them."""
    # Half as they grew, half as the solver would lay them, where that is soon found.
    if random.random() < 0.5 or len(table.dice) > 12:
        return table
    return best_play(Layout(), table.faces).layout


MAKERS: dict[str, Callable[[Random, int], SamplePosition]] = {
    "apart": apart,
    "natural": natural,
    "crossword": crossword,
    "dense": dense,
    "planted": planted,
    "wild": wild,
}


def _shuffled(random: Random) -> list[Face]:
    return random.sample(PRESUMED_FACES, len(PRESUMED_FACES))


def _drawn(random: Random, table: Layout, dice: int) -> tuple[Face, ...]:
    stock = without(_shuffled(random), table.faces)
    return tuple(stock[: max(1, min(HAND, dice - len(table.dice)))])


def _take_set(random: Random, stock: list[Face], shape: Shape) -> tuple[Face, ...]:
    """The dice of a set out of the stock, now and then with a joker; nothing if some are gone."""
    faces = [FACE_OF[code] for code in shape.codes]
    if random.random() < 0.1:
        faces[random.randrange(len(faces))] = random.choice(JOKERS)
    wanted = tuple(faces)
    if Counter(wanted) - Counter(stock):
        return ()
    for face in wanted:
        stock.remove(face)
    return wanted


def _crossword(random: Random, dice: int, grid: Grid, jokers: int | None = None) -> Layout:
    """Grows sets through dice that lie already, or beside them as islands, and sprinkles jokers."""
    islands = [grid] if grid else []
    for _ in range(60):
        if sum(map(len, islands)) >= dice:
            break
        place = random.randrange(len(islands) + 1)
        old = islands[place] if place < len(islands) and random.random() < 0.8 else {}
        grown = old | _line(random, old)
        islands_now = [*(i for i in islands if i is not old), grown]
        if _fits(islands_now, dice):
            islands = islands_now
    if jokers is None:
        jokers = sum(random.random() < 0.2 for _ in islands)
    for joker in random.sample(JOKERS, jokers):
        place = random.randrange(len(islands))
        islands[place] = _with_joker(random, islands[place], joker)
    return Layout(tuple(_rows(island) for island in islands))


def _line(random: Random, grid: Grid) -> Grid:
    """A set through a random die of the grid, or a set by itself if the grid is empty."""
    (x, y), face = random.choice(list(grid.items())) if grid else ((0, 0), None)
    shapes = SHORT_SHAPES if face is None else SHAPES_WITH[code_of(face)]
    codes = list(random.choice([shape for shape in shapes if shape.size <= 5]).codes)
    if codes[0] % LANE == codes[1] % LANE:
        random.shuffle(codes)
    at = 0 if face is None else codes.index(code_of(face))
    dx, dy = random.choice(((1, 0), (0, 1), (-1, 0), (0, -1)))
    faces = (FACE_OF[code] for code in codes)
    cells = ((x + dx * (n - at), y + dy * (n - at)) for n in range(len(codes)))
    return dict(zip(cells, faces, strict=True))


def _fits(islands: list[Grid], dice: int) -> bool:
    faces = Counter(face for island in islands for face in island.values())
    return (
        faces.total() <= dice
        # The box has every numbered face twice.
        and max(faces.values()) <= 2
        and all(layout_of(island).is_legal for island in islands)
    )


def _with_joker(random: Random, grid: Grid, joker: Face) -> Grid:
    """The joker takes the place of a die, if the island is legal with it."""
    numbered = [cell for cell, face in grid.items() if not face.is_joker]
    changed = grid | {random.choice(numbered): joker}
    return changed if layout_of(changed).is_legal else grid


def layout_of(grid: Grid) -> Layout:
    return Layout((_rows(grid),))


def _rows(grid: Grid) -> tuple[tuple[Face | None, ...], ...]:
    columns = [x for x, _ in grid]
    lines = [y for _, y in grid]
    return tuple(
        tuple(grid.get((x, y)) for x in range(min(columns), max(columns) + 1))
        for y in range(min(lines), max(lines) + 1)
    )


def samples(maker: str, number: int, seed: int = 1, dice: int = DICE) -> Iterator[SamplePosition]:
    # A text seeds alike in every process and on every machine.
    random = Random(f"{maker} {seed} {dice}")
    for _ in range(number):
        yield MAKERS[maker](random, dice)
