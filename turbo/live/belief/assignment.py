"""The cheapest assignment, and the next ones: which detection is which die."""

import math
from collections.abc import Sequence

BIG = 1e6


def cheapest(cost: Sequence[Sequence[float]]) -> list[int]:
    """For each row its column, with the least sum: the Hungarian method with potentials. There are
    no more rows than columns."""
    rows, columns = len(cost), len(cost[0]) if cost else 0
    u, v, match = [0.0] * (rows + 1), [0.0] * (columns + 1), [0] * (columns + 1)
    for row in range(1, rows + 1):
        match[0], column = row, 0
        least, way, used = [BIG * 10] * (columns + 1), [0] * (columns + 1), [False] * (columns + 1)
        while True:
            used[column] = True
            here, delta, after = match[column], BIG * 10, 0
            line = cost[here - 1]
            for j in range(1, columns + 1):
                if used[j]:
                    continue
                now = line[j - 1] - u[here] - v[j]
                if now < least[j]:
                    least[j], way[j] = now, column
                if least[j] < delta:
                    delta, after = least[j], j
            for j in range(columns + 1):
                if used[j]:
                    u[match[j]] += delta
                    v[j] -= delta
                else:
                    least[j] -= delta
            column = after
            if match[column] == 0:
                break
        while column:
            before = way[column]
            match[column], column = match[before], before
    found = [0] * rows
    for j in range(1, columns + 1):
        if match[j]:
            found[match[j] - 1] = j - 1
    return found


def best(
    cost: Sequence[Sequence[float]],
    count: int,
    labels: Sequence[Sequence[int]],
    most: float = math.inf,
) -> list[tuple[float, list[int]]]:
    """The cheapest assignments, best first: Murty's method, one pair forbidden at a time. Pairs of
    one column with the same label say the same, whichever row they are of: they are forbidden
    together, for to change places is no other way. The rows beyond the labels only fill up, where
    that costs nothing. None that costs more than `most`."""
    first = cheapest(cost)
    if _sum(cost, first) > most:
        return []
    tried = dict[tuple[tuple[int, int], ...], tuple[float, list[int]]]()
    for row, column in enumerate(first):
        if row >= len(labels) and cost[row][column] == 0.0:
            continue
        other = [list(line) for line in cost]
        other[row][column] = BIG
        for one in range(len(labels)):
            if row < len(labels) and labels[one][column] == labels[row][column]:
                other[one][column] = BIG
        chosen = cheapest(other)
        total = _sum(other, chosen)
        if total < min(BIG, most):
            said = sorted((k, labels[i][k]) for i, k in enumerate(chosen[: len(labels)]))
            tried.setdefault(tuple(said), (total, chosen))
    return [(_sum(cost, first), first), *sorted(tried.values())[: count - 1]]


def _sum(cost: Sequence[Sequence[float]], chosen: Sequence[int]) -> float:
    return sum(cost[row][column] for row, column in enumerate(chosen))
