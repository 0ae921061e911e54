"""The cheapest assignment, and the next ones: which detection is which die.

A die that is none of the detections costs something (`missing`), and so does a detection that is
none of the dice (`strange`). The second is put into the costs of the pairs, which saves a row for
each detection: to explain one is to save what it would cost as a stranger.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

BIG = 1e6

Costs = Sequence[Sequence[float]]


@dataclass(frozen=True, slots=True)
class Problem:
    """Rows are dice, columns are detections."""

    pairs: Costs
    missing: Sequence[float]
    strange: Sequence[float]
    labels: Sequence[Sequence[int]]
    """What each pair says: pairs of one column with the same label say the same, whichever row they
    are of."""

    def matrix(self) -> list[list[float]]:
        """With a column more for each row: that it is none of the detections."""
        rows = range(len(self.missing))
        return [
            [cost - strange for cost, strange in zip(line, self.strange, strict=True)]
            + [self.missing[row] if one == row else BIG for one in rows]
            for row, line in enumerate(self.pairs)
        ]


def cheapest(cost: Costs) -> list[int]:
    """For each row its column, with the least sum. There are no more rows than columns."""
    return _solved(cost)[0]


def _solved(cost: Costs) -> tuple[list[int], list[float], list[float]]:
    """The Hungarian method, with its potentials: less those of its row and its column no pair costs
    less than nothing, and those that are chosen cost nothing."""
    rows, columns = len(cost), len(cost[0]) if cost else 0
    u, v, match = [0.0] * (rows + 1), [0.0] * (columns + 1), [0] * (columns + 1)
    for row in range(1, rows + 1):
        match[0], column = row, 0
        least, way, used = [BIG * 10] * (columns + 1), [0] * (columns + 1), [False] * (columns + 1)
        while True:
            used[column] = True
            here, delta, after = match[column], BIG * 10, 0
            line, mine = cost[here - 1], u[here]
            for j in range(1, columns + 1):
                if used[j]:
                    continue
                now = line[j - 1] - mine - v[j]
                if now < least[j]:
                    least[j], way[j] = now, column
                else:
                    now = least[j]
                if now < delta:
                    delta, after = now, j
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
    return found, u[1:], v[1:]


def best(
    problem: Problem, count: int, most: float = math.inf, window: float = math.inf
) -> list[tuple[float, list[int]]]:
    """The cheapest assignments, best first, as each row's column; one beyond the detections is
    none of them. Murty's method: one pair is forbidden at a time, with all that say the same, for
    to change places is no other way; or a stranger. None that costs more than `most`, or by
    `window` more than the first."""
    cost, seen, labels = problem.matrix(), len(problem.strange), problem.labels
    first, u, v = _solved(cost)
    base = sum(problem.strange)
    least = base + _sum(cost, first)
    if least > most:
        return []
    most = min(most, least + window)
    tried = dict[object, tuple[float, list[int]]]()

    def take(other: Costs) -> None:
        chosen = cheapest(other)
        total = base + _sum(cost, chosen)
        if total < most and _sum(other, chosen) < BIG / 2:
            said = sorted((k, labels[i][k] if k < seen else i) for i, k in enumerate(chosen))
            tried.setdefault(tuple(said), (total, chosen))

    for row, column in enumerate(first):
        # Without its pair a row costs at least so much more, by the potentials.
        others = (c - u[row] - v[j] for j, c in enumerate(cost[row]) if j != column)
        if least + min(others, default=math.inf) > most:
            continue
        other = [list(line) for line in cost]
        other[row][column] = BIG
        for one in range(len(cost) if column < seen else 0):
            if labels[one][column] == labels[row][column]:
                other[one][column] = BIG
        take(other)
    for column in set(range(seen)) - set(first):
        # The same of a stranger that is one of the dice.
        others = (line[column] - u[row] - v[column] for row, line in enumerate(cost))
        if cost and problem.strange[column] and least + min(others) <= most:
            take([[c - BIG * (j == column) for j, c in enumerate(line)] for line in cost])
    return [(least, first), *sorted(tried.values())[: count - 1]]


def _sum(cost: Costs, chosen: Sequence[int]) -> float:
    return sum(cost[row][column] for row, column in enumerate(chosen))
