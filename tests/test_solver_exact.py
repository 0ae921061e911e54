"""The solver against a brute-force search that shares nothing with it, and against itself.

What takes minutes (a die more in each hand, more positions) is counted by `bench.oracle`."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from random import Random

import pytest

from tests import brute_force
from tests.test_solver import check
from turbo.game.dice import JOKERS, NUMBERED_FACES, Face, hand_text, parse_hand, points, without
from turbo.game.layout import Layout
from turbo.solver import any_play, best_play, can_play
from turbo.solver.samples import MAKERS, samples

EMPTY = Layout()


def agree(table: Layout, hand: tuple[Face, ...]) -> None:
    play = best_play(table, hand, budget_s=30.0)
    check(table, hand, play)
    found = (len(play.played), points(play.played))
    assert found == brute_force.best(table, hand), f"{table} + {hand_text(hand)}"
    assert play.proved


ALPHABETS = [
    ("one colour", "b1 b2 b3 b4 b5", 8),
    ("one number", "k1 r1 b1 o1", 8),
    ("one colour and a joker", "b1 b2 b3 b4 k*", 7),
    ("a block of six and a joker", "k1 r1 b1 k2 r2 b2 k*", 6),
    ("two colours and a joker", "k1 k2 k3 r1 r2 r3 k*", 6),
    ("a block of nine", "k1 k2 k3 r1 r2 r3 b1 b2 b3", 5),
    ("a cross and a joker", "b1 b2 b3 r2 k2 o2 k*", 6),
    ("the upper end and a joker", "b11 b12 b13 r13 k13 k*", 7),
]


def hands(alphabet: str, most: int) -> Iterator[tuple[Face, ...]]:
    """Every hand of three to so many dice, at most two of a kind."""
    for size in range(3, most + 1):
        for hand in combinations_with_replacement(parse_hand(alphabet), size):
            if max(Counter(hand).values()) <= 2:
                yield hand


@pytest.mark.parametrize(
    ("alphabet", "most"), [a[1:] for a in ALPHABETS], ids=[a[0] for a in ALPHABETS]
)
def test_every_hand_of_a_small_alphabet(alphabet: str, most: int) -> None:
    """The empty table asks for everything that can be laid at all."""
    for hand in hands(alphabet, most):
        agree(EMPTY, hand)


SPLITS = [
    ("one colour and a joker", "b1 b2 b3 b4 k*", 6),
    ("one number and a joker", "k1 r1 b1 o1 k*", 6),
    ("a corner", "b1 b2 b3 r1 k1", 7),
    ("a cross", "b1 b2 b3 r2 k2", 7),
]


@pytest.mark.parametrize(("alphabet", "most"), [s[1:] for s in SPLITS], ids=[s[0] for s in SPLITS])
def test_every_table_and_hand_of_a_small_alphabet(alphabet: str, most: int) -> None:
    for faces in hands(alphabet, most):
        for lying in range(3, len(faces)):
            for lies in set(combinations(faces, lying)):
                table = best_play(EMPTY, lies).layout
                if len(table.dice) == lying:
                    agree(table, without(faces, lies))


def small_positions(number: int, seed: int, most: int) -> Iterator[tuple[Layout, tuple[Face, ...]]]:
    """Few numbers and colours, so that there is much to play; jokers; a table from the solver."""
    random = Random(seed)
    while number:
        highest, colours = random.randint(3, 6), random.choice((2, 3, 3, 4))
        stock = [
            f for f in NUMBERED_FACES if (f.number or 0) <= highest and f.colour in range(colours)
        ]
        stock = 2 * stock + 2 * list(JOKERS[: random.choice((0, 0, 0, 1, 1, 2))])
        faces = random.sample(stock, min(len(stock), random.randint(5, most)))
        lying = random.randint(3, len(faces) - 1)
        table = best_play(EMPTY, faces[:lying]).layout
        if table.dice:
            number -= 1
            yield table, tuple(faces[lying:])


def test_random_small_positions() -> None:
    for table, hand in small_positions(300, seed=1, most=7):
        agree(table, hand)


def test_random_positions_of_eight_and_nine_dice() -> None:
    """Rings and solid blocks come up here."""
    for table, hand in small_positions(50, seed=2, most=9):
        agree(table, hand)


def test_the_modes_agree_with_each_other() -> None:
    for table, hand in small_positions(200, seed=3, most=9):
        best = best_play(table, hand)
        assert bool(any_play(table, hand)) is bool(best)
        for face in hand:
            play = can_play(table, hand, face)
            check(table, hand, play)
            assert play.proved
            assert not play or face in play.played
            assert play or face not in best.played
            assert len(play.played) <= len(best.played)


@pytest.mark.parametrize("maker", MAKERS)
def test_large_positions(maker: str) -> None:
    """Up to 18 dice: legal, no less than was planted, and no less than without crossings."""
    for sample in samples(maker, 120, seed=11):
        play = best_play(sample.table, sample.hand, budget_s=20.0)
        check(sample.table, sample.hand, play)
        assert play.proved
        assert len(play.played) >= sample.planted, f"{sample.table} + {hand_text(sample.hand)}"
        if maker == "apart":
            apart = best_play(sample.table, sample.hand, crossings=False)
            check(sample.table, sample.hand, apart)
            assert len(apart.played) <= len(play.played)


def test_what_was_taken_can_be_laid_again() -> None:
    for sample in samples("planted", 400, seed=12):
        play = best_play(sample.table, sample.hand, budget_s=20.0)
        assert len(play.played) >= sample.planted, f"{sample.table} + {hand_text(sample.hand)}"


def test_a_table_that_is_rearranged_makes_no_difference() -> None:
    """The same dice, laid otherwise: the same number of dice and points can be played."""
    for sample in samples("crossword", 150, seed=13):
        anew = best_play(EMPTY, sample.table.faces, budget_s=20.0)
        if len(anew.layout.dice) < len(sample.table.dice):
            continue
        one = best_play(sample.table, sample.hand, budget_s=20.0)
        other = best_play(anew.layout, sample.hand, budget_s=20.0)
        assert (len(one.played), points(one.played)) == (len(other.played), points(other.played))
