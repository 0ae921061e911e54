"""The solver against a brute-force search that shares nothing with it, and against itself.

What takes minutes (a die more in each hand, more positions) is counted by `bench.oracle`."""

from itertools import combinations

import pytest

from tools.trials.samples import MAKERS, samples
from tools.trials.small_positions import ALPHABETS, EMPTY, agree, check, hands, small_positions
from turbo.game.dice import hand_text, points, without
from turbo.solver import any_play, best_play, can_play


@pytest.mark.sampled(2)
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


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("alphabet", "most"), [s[1:] for s in SPLITS], ids=[s[0] for s in SPLITS])
def test_every_table_and_hand_of_a_small_alphabet(alphabet: str, most: int) -> None:
    for faces in hands(alphabet, most):
        for lying in range(3, len(faces)):
            for lies in set(combinations(faces, lying)):
                table = best_play(EMPTY, lies).layout
                if len(table.dice) == lying:
                    agree(table, without(faces, lies))


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
