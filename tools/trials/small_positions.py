"""Positions so small that trying everything answers them, and the solver's answers beside it."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement
from random import Random

from tools.trials import brute_force
from turbo.game.dice import JOKERS, NUMBERED_FACES, Face, hand_text, parse_hand, points
from turbo.game.layout import Layout
from turbo.solver import Play, best_play

EMPTY = Layout()


def check(table: Layout, hand: tuple[Face, ...], play: Play) -> None:
    """The layout is legal and holds the table and the dice played, which are from the hand."""
    assert not play.layout.faults()
    assert Counter(play.layout.faces) == Counter(table.faces) + Counter(play.played)
    assert not Counter(play.played) - Counter(hand)


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
