"""Who plays whom: a round is drawn as the best of all possible ones, not step by step.

**Two at a table: Swiss.** Every two players have a cost, and the pairing with the lowest sum is a
matching of maximum weight (Edmonds' blossoms, from rustworkx). The cost is a row of wishes, each
worth more than all that come after it together:

1. nobody is left over twice, nor after points that came without playing;
2. nobody meets anybody a second time;
3. nobody starts three times running, or three times more than not (or the other way round);
4. equal points come together: the sum of the squared distances in score groups, the bye among them;
5. who started last does not start again, and starts balance;
6. nobody plays up or down again right after having done so;
7. inside a score group the upper half meets the lower: first with middle, as in chess.

These are the basic rules for Swiss systems of the chess federation (FIDE C.04.1) with 'white' read
as 'starts'; where its Dutch system goes on to prescribe the order in which exchanges are tried,
this one takes the sum. So a pairing here may differ from such an engine's, and breaks no basic rule
that any pairing keeps.

**Four at a table.** By standing, cut into tables, then players change places between tables for as
long as that saves second meetings, or brings a table closer together without costing one. Tables of
three (never more than three of them) fill what is left over.

The weights are whole numbers of at most 127 bits, which the library computes with exactly.
"""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, pairwise
from operator import mul

import rustworkx

from turbo.errors import TurboError
from turbo.hall.happenings import Paired, PairedBoard, System
from turbo.hall.standings import Met, rounds_of, standings
from turbo.hall.tournament import Tournament

MOST_PLAYERS = 1000
"""More would need more bits than the library's whole numbers have; 500 take 2 s (`bench.hall`)."""

FOURS_TRIES = 24
"""Beginnings for tables of four. Held against all ways to sit: eight players have the fewest second
meetings from the first beginning in 900 of 900 draws; twelve in 65 of 72, with six in all 72."""


@dataclass(frozen=True)
class Card:
    """What pairing needs to know of a player. Wishes are asked for once for every other player, so
    they are worked out once."""

    player: int
    points: Fraction = Fraction(0)
    met: tuple[int, ...] = ()
    starts: tuple[bool, ...] = ()
    """For every round that was played: whether this player started."""
    had_bye: bool = False
    """Has had points without playing."""
    floated: int = 0
    """+1: met somebody with more points in the last round, -1: with fewer or nobody."""

    @cached_property
    def balance(self) -> int:
        """Starts more than not."""
        return 2 * sum(self.starts) - len(self.starts)

    @cached_property
    def must(self) -> int:
        """+1: must start now, -1: must not, 0: may do either."""
        # Before the run of two: three more than not is what must never be.
        if abs(self.balance) >= 2:
            return -1 if self.balance > 0 else 1
        if len(self.starts) >= 2 and self.starts[-1] == self.starts[-2]:
            return -1 if self.starts[-1] else 1
        return 0

    @cached_property
    def likes(self) -> int:
        """The same, as a wish."""
        if self.must or not self.starts:
            return self.must
        if self.balance:
            return -1 if self.balance > 0 else 1
        return -1 if self.starts[-1] else 1


def cards(tournament: Tournament) -> list[Card]:
    """Everybody who is to be paired, in the order of the standings."""
    here = set(tournament.to_pair())
    met = rounds_of(tournament)
    points_before = _points_before_last(met)
    order = [line for line in standings(tournament) if line.player in here]
    return [
        Card(
            line.player,
            line.points,
            tuple(other for one in line.met for other in one.opponents),
            tuple(one.started for one in line.met if one.played),
            # Points for a game that nobody came to count like a bye: one such gift a tournament.
            any(not one.played and one.points > 0 for one in line.met),
            _floated(line.player, line.met, points_before, len(tournament.rounds)),
        )
        for line in order
    ]


def _points_before_last(met: dict[int, list[Met]]) -> dict[int, Fraction]:
    last = max((one.round for all_ in met.values() for one in all_), default=0)
    return {
        player: sum((one.points for one in all_ if one.round < last), Fraction(0))
        for player, all_ in met.items()
    }


def _floated(player: int, met: Sequence[Met], before: dict[int, Fraction], last: int) -> int:
    if not met or met[-1].round != last:
        return 0
    # The bye went to somebody who stood above 'nobody': that is playing down.
    if not met[-1].opponents:
        return -1
    other = max(before[one] for one in met[-1].opponents)
    return (other > before[player]) - (other < before[player])


# Swiss


@dataclass(frozen=True, slots=True)
class Groups:
    """Where everybody stands: score group, place in it, and how many share it."""

    group: dict[int, int]
    place: dict[int, int]
    size: dict[int, int]

    @staticmethod
    def of(ordered: Sequence[Card]) -> "Groups":
        # By groups and not by points: half a point and three are the same step.
        scores = sorted({card.points for card in ordered}, reverse=True)
        group = {card.player: scores.index(card.points) for card in ordered}
        seen: Counter[int] = Counter()
        place = {}
        for card in ordered:
            place[card.player] = seen[group[card.player]]
            seen[group[card.player]] += 1
        return Groups(group, place, dict(seen))


Cost = tuple[int, ...]


def pair_cost(one: Card, other: Card, groups: Groups) -> Cost:
    """The seven wishes for two players; lower is better."""
    apart = abs(groups.group[one.player] - groups.group[other.player])
    return (
        0,
        one.met.count(other.player),
        int(one.must != 0 and one.must == other.must),
        apart * apart,
        int(one.likes != 0 and one.likes == other.likes),
        _floats_again(one, other) if apart else 0,
        _fold(one, other, groups) if not apart else 0,
    )


def bye_cost(one: Card, groups: Groups) -> Cost:
    """The bye is for the lowest who may have it: as if it stood one group below the last."""
    below = len(groups.size) - groups.group[one.player]
    # Of the lowest group the last one, who has least to lose.
    behind = groups.size[groups.group[one.player]] - groups.place[one.player]
    return (int(one.had_bye), 0, 0, below * below, 0, int(one.floated < 0), behind)


def _floats_again(one: Card, other: Card) -> int:
    upper, lower = (one, other) if one.points > other.points else (other, one)
    return int(upper.floated < 0) + int(lower.floated > 0)


def _fold(one: Card, other: Card, groups: Groups) -> int:
    half = groups.size[groups.group[one.player]] // 2
    apart = abs(groups.place[one.player] - groups.place[other.player])
    # Squared as the groups are: two pairs that are one place off are better than one that is two.
    return (apart - half) ** 2


def swiss(ordered: Sequence[Card]) -> tuple[list[tuple[int, int]], int | None]:
    """The round: pairs, the first of each starts, and who has the bye. Top boards first."""
    if len(ordered) > MOST_PLAYERS:
        raise TurboError(f"expected at most {MOST_PLAYERS} players, got {len(ordered)}")
    groups = Groups.of(ordered)
    known = {card.player: card for card in ordered}
    edges = [
        (a, b, pair_cost(one, other, groups))
        for (a, one), (b, other) in combinations(enumerate(ordered), 2)
    ]
    odd = len(ordered) % 2 == 1
    if odd:
        edges += [(a, len(ordered), bye_cost(one, groups)) for a, one in enumerate(ordered)]
    pairs = [sorted(pair) for pair in matching(len(ordered) + odd, edges)]
    bye = next((ordered[a].player for a, b in pairs if b == len(ordered)), None)
    boards = sorted(pair for pair in pairs if pair[1] < len(ordered))
    return [starting(known[ordered[a].player], known[ordered[b].player]) for a, b in boards], bye


def matching(nodes: int, edges: Sequence[tuple[int, int, Cost]]) -> Iterable[tuple[int, int]]:
    """The perfect matching with the lowest sum, wish by wish."""
    if not edges:
        return []
    units = _units(edges, nodes // 2)
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph()
    graph.add_nodes_from([None] * nodes)
    costs = [sum(map(mul, cost, units)) for _, _, cost in edges]
    # The library looks for the heaviest matching: dear is turned into light, and none into nothing.
    most = max(costs) + 1
    graph.add_edges_from([(a, b, most - c) for (a, b, _), c in zip(edges, costs, strict=True)])
    return rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)


def _units(edges: Sequence[tuple[int, int, Cost]], pairs: int) -> list[int]:
    """What one step of each wish is worth: more than all that is possible below it."""
    highest = [max(column) for column in zip(*(cost for _, _, cost in edges), strict=True)]
    units = [1]
    for high in reversed(highest[1:]):
        # One step above is worth more than the worst of all pairs below it together.
        units.insert(0, units[0] * (high * pairs + 1))
    return units


def starting(one: Card, other: Card) -> tuple[int, int]:
    """Who starts of two: who must, who would rather, who started less. In a first round nothing
    tells them apart, so the better starts at every other board, and both halves start alike."""
    for wish in (
        one.must - other.must,
        one.likes - other.likes,
        other.balance - one.balance,
        _last_difference(one, other),
    ):
        if wish:
            return (one.player, other.player) if wish > 0 else (other.player, one.player)
    lower, higher = sorted((one.player, other.player))
    # By the number of the player and not by lot: the same round is drawn anew alike.
    return (lower, higher) if lower % 2 else (higher, lower)


def _last_difference(one: Card, other: Card) -> int:
    """The last round in which only one of the two started: now it is the other's turn."""
    for a, b in zip(reversed(one.starts), reversed(other.starts), strict=False):
        if a != b:
            return -1 if a else 1
    return 0


# Tables of four


def sizes(players: int, seats: int = 4) -> list[int]:
    """As few tables as it takes, as even as can be, the larger first: five are a three and a two.

    >>> sizes(8), sizes(9), sizes(10), sizes(11), sizes(5)
    ([4, 4], [3, 3, 3], [4, 3, 3], [4, 4, 3], [3, 2])
    >>> sizes(13, 6), sizes(7, 6), sizes(7, 5), sizes(4, 3)
    ([5, 4, 4], [4, 3], [4, 3], [2, 2])
    """
    tables = -(-players // seats)
    even, more = divmod(players, tables)
    return [even + 1] * more + [even] * (tables - more)


def fours(ordered: Sequence[Card], seed: int = 0, seats: int = 4) -> list[list[int]]:
    """Tables by standing, with the fewest second meetings that changing places can reach."""
    if len(ordered) < 2:
        return []
    order = [card.player for card in ordered]
    met = {card.player: Counter(card.met) for card in ordered}
    # Seeded by the round: who asks twice gets the same draw.
    chance = random.Random(f"fours {seed}")
    best: tuple[tuple[int, int], list[list[int]]] | None = None
    for number in range(FOURS_TRIES):
        # The standing first: where it is good enough, no chance has a part in it.
        start = order if number == 0 else chance.sample(order, len(order))
        found = _settled(_cut(start, seats), met, {player: at for at, player in enumerate(order)})
        if best is None or found[0] < best[0]:
            best = found
        # Nobody meets again: the other tries could only move tables a little.
        if best[0][0] == 0:
            break
    assert best is not None
    starts = {card.player: (sum(card.starts), card.balance) for card in ordered}
    # The first of a table starts: who has started least.
    return [sorted(table, key=lambda p: (starts[p], order.index(p))) for table in best[1]]


def _cut(order: Sequence[int], seats: int) -> list[list[int]]:
    edges = [0]
    for size in sizes(len(order), seats):
        edges.append(edges[-1] + size)
    return [list(order[a:b]) for a, b in pairwise(edges)]


def _settled(
    tables: list[list[int]], met: dict[int, Counter[int]], place: dict[int, int]
) -> tuple[tuple[int, int], list[list[int]]]:
    """Change two players for as long as it helps."""
    costs = [table_cost(table, met, place) for table in tables]
    improved = True
    while improved:
        improved = False
        for a, b in combinations(range(len(tables)), 2):
            # Each exchange lowers the cost, which is never below nothing: it comes to an end.
            while swap := _best_swap(tables[a], tables[b], met, place, costs[a], costs[b]):
                tables[a], tables[b], costs[a], costs[b] = swap
                improved = True
    total = (sum(cost[0] for cost in costs), sum(cost[1] for cost in costs))
    return total, tables


Swap = tuple[list[int], list[int], tuple[int, int], tuple[int, int]]


def _best_swap(
    one: list[int],
    other: list[int],
    met: dict[int, Counter[int]],
    place: dict[int, int],
    cost_one: tuple[int, int],
    cost_other: tuple[int, int],
) -> Swap | None:
    """The exchange between two tables that saves most, None where none does."""
    best = (cost_one[0] + cost_other[0], cost_one[1] + cost_other[1])
    found: Swap | None = None
    for a in range(len(one)):
        for b in range(len(other)):
            left = [*one[:a], other[b], *one[a + 1 :]]
            right = [*other[:b], one[a], *other[b + 1 :]]
            costs = table_cost(left, met, place), table_cost(right, met, place)
            total = (costs[0][0] + costs[1][0], costs[0][1] + costs[1][1])
            if total < best:
                best, found = total, (left, right, *costs)
    return found


def table_cost(
    table: Sequence[int], met: dict[int, Counter[int]], place: dict[int, int]
) -> tuple[int, int]:
    """Second meetings, then how far apart they stand."""
    again = sum(met[a][b] for a, b in combinations(table, 2))
    # Squared: one who sits far from all is worse than four who are a little apart.
    apart = sum((place[a] - place[b]) ** 2 for a, b in combinations(table, 2))
    return again, apart


def draw(tournament: Tournament) -> Paired:
    """The next round, at the tables that are open, best boards first."""
    if tournament.founded is None:
        raise TurboError("expected a tournament to be founded first")
    ordered = cards(tournament)
    if len(ordered) < 2:
        raise TurboError(f"expected at least two players to pair, got {len(ordered)}")
    byes: tuple[int, ...] = ()
    number = len(tournament.rounds) + 1
    if tournament.founded.system is System.SWISS:
        pairs, bye = swiss(ordered)
        boards: list[tuple[int, ...]] = list(pairs)
        byes = () if bye is None else (bye,)
    else:
        seats = tournament.founded.system.seats
        boards = [tuple(table) for table in fours(ordered, number, seats)]
    tables = _tables(tournament, len(boards))
    found = tuple(PairedBoard(name, players) for name, players in zip(tables, boards, strict=True))
    return Paired(number, found, byes)


def _tables(tournament: Tournament, wanted: int) -> list[str]:
    """The tables in the order in which they were opened; numbers sort as numbers."""
    names = [table.name for table in tournament.open_tables()]
    if len(names) < wanted:
        raise TurboError(f"expected {wanted} open tables, got {len(names)}: open some more")
    return sorted(names, key=natural)[:wanted]


def natural(name: str) -> tuple[tuple[int, int, str], ...]:
    """``table 2`` before ``table 10``."""
    parts = "".join(c if c.isdecimal() else f"\0{c}\0" for c in name).split("\0")
    return tuple((1, int(one), "") if one.isdecimal() else (0, 0, one) for one in parts if one)
