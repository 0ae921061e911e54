"""Pairings: the basic rules of Swiss systems, held against brute force, and tables of four."""

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from tools.trials.tournaments import Evening, fewest_second_meetings, meetings
from turbo.errors import TurboError
from turbo.hall.happenings import PlayerReturned, System, TableClosed, Withdrew
from turbo.hall.pairing import MOST_PLAYERS, Card, cards, draw, fours, sizes, starting, swiss
from turbo.hall.standings import rounds_of


def second_meetings(evening: Evening) -> int:
    """Second meetings in the round that was drawn last and not played."""
    met = meetings(evening.tournament)
    return sum(met.get(frozenset(b.players), 0) for b in draw(evening.tournament).boards)


@pytest.mark.parametrize("players", range(4, 10))
@pytest.mark.parametrize("seed", range(4))
def test_no_second_meeting_while_one_can_be_avoided(players: int, seed: int) -> None:
    """By trying all pairings: also long after everybody has met everybody."""
    chance = random.Random(f"{players} {seed}")
    evening = Evening(players, rounds=players + 3)
    for _ in range(players + 3):
        may = {card.player for card in cards(evening.tournament) if not card.had_bye}
        assert second_meetings(evening) == fewest_second_meetings(evening.tournament, may)
        evening.play_round(chance, absences=0.1)
        evening.withdraw_some(chance, 0.02)


@pytest.mark.parametrize("players", [4, 7, 16, 33, 80, 200])
def test_random_tournaments_keep_the_basic_rules(players: int) -> None:
    """`bench.hall` does this a thousand times; here each size once."""
    chance = random.Random(players)
    rounds = min(7, players - 1)
    evening = Evening(players, rounds=rounds)
    for _ in range(rounds):
        evening.play_round(chance, absences=0.03)
        evening.withdraw_some(chance, 0.01)
    found = rounds_of(evening.tournament).values()
    byes = Counter(player for rnd in evening.tournament.rounds for player in rnd.byes)
    assert max(meetings(evening.tournament).values()) == 1
    assert not byes or max(byes.values()) == 1
    assert all(_starts_are_fair([one.started for one in met if one.played]) for met in found)


def _starts_are_fair(starts: list[bool]) -> bool:
    thrice = any(a == b == c for a, b, c in zip(starts, starts[1:], starts[2:], strict=False))
    return not thrice and abs(2 * sum(starts) - len(starts)) <= 2


def test_points_without_playing_are_no_bye_later() -> None:
    """FIDE C.04.1 d: who has had points without playing is not left over."""
    ordered = [Card(n, Fraction(3 - n), had_bye=n == 3) for n in (1, 2, 3)]
    assert swiss(ordered)[1] == 2


BYES = {
    "the last": ([2, 2, 0], [False] * 3, 3),
    "the last who had none": ([2, 2, 0], [False, False, True], 2),
    "everybody had one: the last again": ([2, 2, 0], [True] * 3, 3),
}


@pytest.mark.parametrize(("points", "had", "bye"), BYES.values(), ids=BYES.keys())
def test_who_is_left_over(points: list[int], had: list[bool], bye: int) -> None:
    ordered = [
        Card(n, Fraction(p), had_bye=h) for n, (p, h) in enumerate(zip(points, had, strict=True), 1)
    ]
    assert swiss(ordered)[1] == bye


STARTS = {
    "who must": (Card(1, starts=(True, True)), Card(2, starts=(False, True)), 2),
    "who started less": (Card(1, starts=(True,)), Card(2, starts=(False,)), 2),
    "the last difference": (Card(1, starts=(True, False)), Card(2, starts=(False, True)), 1),
}


@pytest.mark.parametrize(("one", "other", "starter"), STARTS.values(), ids=STARTS.keys())
def test_who_starts(one: Card, other: Card, starter: int) -> None:
    assert starting(one, other)[0] == starter
    assert starting(other, one)[0] == starter


def test_the_first_round_folds_the_field() -> None:
    pairs, bye = swiss([Card(n) for n in range(1, 9)])
    assert [tuple(sorted(pair)) for pair in pairs] == [(1, 5), (2, 6), (3, 7), (4, 8)]
    assert bye is None
    assert sum(one < other for one, other in pairs) == 2


def test_equal_points_come_together() -> None:
    ordered = [Card(n, Fraction(p)) for n, p in enumerate([4, 4, 2, 2, 2, 2, 0, 0], 1)]
    pairs, _ = swiss(ordered)
    assert sorted(tuple(sorted(pair)) for pair in pairs) == [(1, 2), (3, 5), (4, 6), (7, 8)]


def test_the_strictest_wish_is_not_outvoted_by_many_small_ones() -> None:
    """200 players whose scores all differ would rather meet a neighbour again: they do not."""
    ordered = [Card(n, Fraction(400 - n), met=(n + 1 if n % 2 else n - 1,)) for n in range(1, 201)]
    pairs, _ = swiss(ordered)
    assert all(abs(one - other) != 1 or min(one, other) % 2 == 0 for one, other in pairs)


def test_too_many_players_are_refused() -> None:
    with pytest.raises(TurboError, match="at most"):
        swiss([Card(n) for n in range(MOST_PLAYERS + 1)])


# Tables of four


def all_fours(players: list[int]) -> list[list[list[int]]]:
    if not players:
        return [[]]
    first, *rest = players
    found = []
    for others in combinations(rest, 3):
        left = [one for one in rest if one not in others]
        found += [[[first, *others], *tables] for tables in all_fours(left)]
    return found


def pairs(tables: list[list[int]]) -> list[frozenset[int]]:
    return [frozenset(pair) for table in tables for pair in combinations(table, 2)]


@pytest.mark.parametrize(("players", "seeds"), [(8, 12), (12, 4)])
def test_tables_of_four_have_the_fewest_second_meetings(players: int, seeds: int) -> None:
    every = [pairs(tables) for tables in all_fours(list(range(1, players + 1)))]
    for seed in range(seeds):
        chance = random.Random(f"fours {players} {seed}")
        evening = Evening(players, System.FOURS, rounds=6, points="4-3-1-0")
        for _ in range(5):
            met = Counter(meetings(evening.tournament))
            drawn = fours(cards(evening.tournament), len(evening.tournament.rounds) + 1)
            fewest = min(sum(map(met.__getitem__, meeting)) for meeting in every)
            assert sum(map(met.__getitem__, pairs(drawn))) == fewest
            evening.play_round(chance)


@pytest.mark.parametrize("players", range(2, 60))
def test_every_number_of_players_finds_tables(players: int) -> None:
    found = sizes(players)
    assert sum(found) == players
    assert all(2 <= size <= 4 for size in found)
    assert found.count(3) <= 3 and found.count(2) <= 1


def test_starts_go_round_at_tables_of_four() -> None:
    evening = Evening(16, System.FOURS, rounds=4, points="4-3-1-0")
    for _ in range(4):
        evening.play_round(random.Random(3))
    met = rounds_of(evening.tournament)
    assert max(sum(one.started for one in all_) for all_ in met.values()) <= 2


# Drawing a round


def test_withdrawn_players_stay_out_and_may_come_back() -> None:
    evening = Evening(6)
    evening.write(Withdrew(2))
    drawn = draw(evening.tournament)
    assert 2 not in [p for board in drawn.boards for p in board.players]
    assert len(drawn.byes) == 1
    evening.write(PlayerReturned(2))
    assert not draw(evening.tournament).byes


def test_boards_go_to_open_tables_in_the_order_of_their_numbers() -> None:
    evening = Evening(22)
    evening.write(TableClosed("table 2"))
    names = [board.table for board in draw(evening.tournament).boards]
    assert names == [f"table {n}" for n in (1, *range(3, 13))]


def test_too_few_tables_are_told() -> None:
    evening = Evening(6)
    for number in (1, 2):
        evening.write(TableClosed(f"table {number}"))
    with pytest.raises(TurboError, match="expected 3 open tables, got 2"):
        draw(evening.tournament)
