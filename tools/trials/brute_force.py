"""The best play by trying everything: slow, independent of the solver, for up to nine dice.

Every pattern of cells in which all lines of two or more are at least three long is made once; dice
are put into its cells in every order, and `Layout.faults` judges the result. Nothing is shared with
the solver.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

from turbo.game.dice import Face, points
from turbo.game.layout import Layout

Cells = frozenset[tuple[int, int]]


@cache
def patterns(size: int) -> tuple[Cells, ...]:
    """Connected patterns of this size, one of each up to turning and mirroring, that could be a
    legal island."""
    return tuple(cells for cells in _polyominoes(size) if _could_be_legal(cells))


@cache
def _polyominoes(size: int) -> frozenset[Cells]:
    if size == 1:
        return frozenset({frozenset({(0, 0)})})
    grown = set()
    for cells in _polyominoes(size - 1):
        for x, y in cells:
            for cell in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if cell not in cells:
                    grown.add(_canonical(cells | {cell}))
    return frozenset(grown)


def _canonical(cells: Cells) -> Cells:
    """One of the eight turned and mirrored patterns, always the same, in the corner."""
    best: list[tuple[int, int]] = []
    for flip_x in (1, -1):
        for flip_y in (1, -1):
            for swap in (False, True):
                turned = [(x * flip_x, y * flip_y) for x, y in cells]
                if swap:
                    turned = [(y, x) for x, y in turned]
                left, top = min(x for x, _ in turned), min(y for _, y in turned)
                placed = sorted((x - left, y - top) for x, y in turned)
                if not best or placed < best:
                    best = placed
    return frozenset(best)


def _could_be_legal(cells: Cells) -> bool:
    """No line of exactly two."""
    return len(cells) > 2 and all(len(line) != 2 for line in _lines(cells))


def _lines(cells: Cells) -> Iterator[list[tuple[int, int]]]:
    for x, y in cells:
        for dx, dy in ((1, 0), (0, 1)):
            if (x - dx, y - dy) in cells:
                continue
            line = [(x, y)]
            while (line[-1][0] + dx, line[-1][1] + dy) in cells:
                line.append((line[-1][0] + dx, line[-1][1] + dy))
            if len(line) > 1:
                yield line


def best(table: Layout, hand: Sequence[Face]) -> tuple[int, int]:
    """How many dice the best play lays, and their points."""
    for size in range(len(hand), 0, -1):
        choices = {tuple(sorted(map(str, chosen))): chosen for chosen in combinations(hand, size)}
        for chosen in sorted(choices.values(), key=points, reverse=True):
            if can_be_laid((*table.faces, *chosen)):
                return size, points(chosen)
    return 0, 0


def can_be_laid(faces: Sequence[Face]) -> bool:
    """Whether exactly these dice can make a legal table."""
    return _can_be_laid(tuple(sorted(map(_plain, faces))))


def _plain(face: Face) -> str:
    """A joker's colour never matters."""
    return "k*" if face.is_joker else str(face)


@cache
def _can_be_laid(names: tuple[str, ...]) -> bool:
    """One island holds the first die; try every choice of the dice that it shares it with."""
    if not names:
        return True
    for size in range(3, len(names) + 1):
        for others in set(combinations(names[1:], size - 1)):
            island = (names[0], *others)
            if _is_island(island) and _can_be_laid(_rest(names, island)):
                return True
    return False


def _rest(names: tuple[str, ...], taken: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted((Counter(names) - Counter(taken)).elements()))


@cache
def _is_island(names: tuple[str, ...]) -> bool:
    return any(_fits(cells, names) for cells in patterns(len(names)))


def _fits(cells: Cells, names: tuple[str, ...]) -> bool:
    """Fill the cells line by line and leave a branch as soon as a full line is no set."""
    lines = sorted(_lines(cells), key=lambda line: (line[0][1], line[0][0]))
    order = list(dict.fromkeys(cell for line in lines for cell in line))
    due: list[list[list[tuple[int, int]]]] = [[] for _ in order]
    for line in lines:
        due[max(order.index(cell) for cell in line)].append(line)
    return _fill(order, due, Counter(names), {})


def _fill(
    order: list[tuple[int, int]],
    due: list[list[list[tuple[int, int]]]],
    left: Counter[str],
    filled: dict[tuple[int, int], str],
) -> bool:
    place = len(filled)
    if place == len(order):
        return not _layout(filled).faults()
    for name in [name for name, number in left.items() if number]:
        if not _goes_with_neighbours(order[place], name, filled):
            continue
        filled[order[place]] = name
        left[name] -= 1
        if all(_is_set(tuple(filled[cell] for cell in line)) for line in due[place]) and _fill(
            order, due, left, filled
        ):
            return True
        left[name] += 1
        del filled[order[place]]
    return False


def _goes_with_neighbours(
    cell: tuple[int, int], name: str, filled: dict[tuple[int, int], str]
) -> bool:
    """Neighbours have one number and two colours, or one colour and numbers in a row."""
    x, y = cell
    around = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
    return all(_go_together(name, filled[near]) for near in around if near in filled)


@cache
def _go_together(one: str, other: str) -> bool:
    if "k*" in (one, other):
        return True
    if one[0] == other[0]:
        return abs(int(one[1:]) - int(other[1:])) == 1
    return one[1:] == other[1:]


@cache
def _is_set(names: tuple[str, ...]) -> bool:
    return not Layout.parse(" ".join(names)).faults()


def _layout(filled: dict[tuple[int, int], str]) -> Layout:
    width = max(x for x, _ in filled) + 1
    height = max(y for _, y in filled) + 1
    rows = (" ".join(filled.get((x, y), ".") for x in range(width)) for y in range(height))
    return Layout.parse(" / ".join(rows))
