"""The solver of the tile editions: exact on small positions, never fewer than another solver on
large ones, and every answer a legal play."""

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations

import pytest

from tools.trials import tile_oracle
from tools.trials.tile_samples import tile_samples
from turbo.game.dice import JOKERS, NUMBERED_FACES, Face, hand_text, parse_hand
from turbo.game.editions import EDITIONS, Meld, edition
from turbo.game.layout import Layout
from turbo.solver import BadPosition, Play
from turbo.solver.tile_engine import Stock
from turbo.solver.tile_play import best_tiles, in_order
from turbo.tiles.rows import TileLayout, kind_of

JUMBO, GOLIATH, SIX, SPECIAL = map(
    edition, ("original-jumbo", "original-goliath", "six", "special")
)


def solved(table: str, rack: str, name: str = "original-jumbo", **options: bool) -> Play:
    rules = edition(name)
    before = Layout.parse(table, special=True)
    tiles = parse_hand(rack, special=True)
    play = best_tiles(before, tiles, rules, **options)
    lying, laid = (Counter(map(kind_of, faces)) for faces in (play.layout.faces, play.played))
    assert lying == Counter(map(kind_of, before.faces)) + laid
    assert not Counter(play.played) - Counter(tiles)
    is_melded = options.get("melded", True)
    if play:
        faults = tile_oracle.play_faults(
            tile_oracle.parse(table), tile_oracle.parse(str(play.layout)), name, melded=is_melded
        )
        assert not faults, f"{table} + {rack} -> {play.layout}: {faults}"
    return play


PLAYS = [
    ("b4 b5 b6 | k8 r8 o8", "b3 b8", 2),
    ("k4 r4 b4 o4", "b3 b5 b6", 3),
    ("b8 b9 b10", "b11 k8 o8", 3),
    ("r4 r5 r6 r7 r8", "r6", 1),
    ("o1 o2 o3 o4 | k1 r1 b1 o1", "b1", 1),
    ("o5 o6 o7 | r5 r6 r7 | k5 k6 k7 k8 k9", "k10 b5", 2),
    ("b3 r3 k*", "o3 k9 r9", 3),
    ("b3 r3 k*", "o3 k3 k9 r9", 4),
    ("r2 r3 k* r5 r6", "r1 r7 o9 b9", 4),
    ("b6 b7 k*", "b5 o9 r9", 3),
    ("b6 b7 k*", "b4", 1),
    ("k1 k2 r* | b1 o1 r1 | b2 o2 r2", "r9 o9", 2),
    ("b3 b4 k* | b5 r5 o5 k5", "r9 o9", 2),
    ("", "r* b12 b13", 3),
    ("", "b12 b13", 0),
    ("", "k12 k13 k1", 0),
    ("b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12 b13", "k* r*", 2),
    ("b3 b4 b5", "k9 r8", 0),
]


@pytest.mark.parametrize(("table", "rack", "tiles"), PLAYS)
def test_the_printed_examples(table: str, rack: str, tiles: int) -> None:
    play = solved(table, rack)
    assert (len(play.played), play.proved) == (tiles, True)


MELDS = [
    ("", "k10 r10 o10", 3, 3),
    ("", "k9 r9 o9", 0, 0),
    ("", "b4 b5 b6 k5 r5 o5", 6, 6),
    ("", "k10 r10 r*", 3, 3),
    ("", "r* b12 b13", 3, 3),
    ("b4 b5 b6", "b3 k10 r10 o10", 3, 4),
    ("k10 r10 b10 o10", "b11 b12", 0, 0),
    ("b5 b6 b7", "b8 b9 b10 b11", 4, 4),
    ("b4 b5 b6", "b3", 0, 0),
    ("k10 r10 k*", "o10 b13 r13", 0, 0),
    ("k1 r1 b1", "k2 k3 k4 o1 k10 r10 o10", 6, 7),
]


@pytest.mark.parametrize(("table", "rack", "apart", "same_turn"), MELDS)
def test_first_melds(table: str, rack: str, apart: int, same_turn: int) -> None:
    """What else may be laid in that turn, the edition says."""
    for name, tiles in (("original-jumbo", apart), ("original-goliath", same_turn)):
        play = solved(table, rack, name, melded=False)
        assert (len(play.played), play.proved) == (tiles, True)


# Brute force: every choice of rack tiles, and every way to lay them, by the tests' own judge.


@cache
def can_lie(tiles: tuple[str, ...]) -> bool:
    """Whether all of these lie in sets: the first of them in any set with some of the others."""
    if not tiles:
        return True
    first, others = tiles[0], tiles[1:]
    for size in range(2, len(others) + 1):
        for chosen in combinations(range(len(others)), size):
            row = (first, *(others[at] for at in chosen))
            rest = tuple(t for at, t in enumerate(others) if at not in chosen)
            if tile_oracle.unordered_worth(tuple(sorted(row))) is not None and can_lie(rest):
                return True
    return False


def points(tiles: tuple[str, ...], joker: int) -> int:
    return sum(joker if tile == "*" else int(tile[1:]) for tile in tiles)


def brute_force(table: str, rack: str, name: str, *, melded: bool) -> tuple[int, int]:
    """How many tiles can be laid at most, and how many points then."""
    rules = edition(name)
    before = tile_oracle.parse(table)
    lying = tuple(sorted(tile_oracle.tiles_of(before).elements()))
    held = tuple(sorted(map(tile_oracle.piece, rack.split())))
    apart = not melded and rules.meld_then is Meld.APART
    best = (0, 0)
    for size in range(len(held), 0, -1):
        for chosen in set(combinations(held, size)):
            if not melded and tile_oracle.best_of_own(chosen) < tile_oracle.FIRST_MELD:
                continue
            if can_lie(tuple(sorted(chosen if apart else (*lying, *chosen)))):
                best = max(best, (size, points(chosen, rules.joker_points)))
        if best[0]:
            break
    return best


def small_positions(seed: int, number: int) -> Iterator[tuple[str, str]]:
    """Few tiles of few kinds: much can be rearranged."""
    chance = random.Random(seed)
    for _ in range(number):
        inks, low = chance.sample("krbo", chance.choice((2, 3))), chance.randint(1, 10)
        kinds = [f"{ink}{n}" for ink in inks for n in range(low, low + 4)] * 2
        stock = [*kinds, "r*", "k*"]
        chance.shuffle(stock)
        table = ""
        for size in (4, 3):
            rows = [row for row in combinations(stock[:9], size) if _is_set(_plain(row))]
            if rows and chance.random() < 0.6:
                row = chance.choice(rows)
                table += (" | " if table else "") + " ".join(row)
                for tile in row:
                    stock.remove(tile)
        yield table, " ".join(stock[: chance.randint(3, 6)])


def _is_set(row: tuple[str, ...]) -> bool:
    """The quick question first: it spares to spell out most rows."""
    could = tile_oracle.unordered_worth(tuple(sorted(row))) is not None
    return could and bool(tile_oracle.readings(row))


def _plain(row: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(tile_oracle.piece, row))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("melded", [True, False])
@pytest.mark.parametrize("name", ["original-jumbo", "original-goliath", "six"])
def test_brute_force_finds_nothing_better(name: str, melded: bool) -> None:
    joker = edition(name).joker_points
    for table, rack in small_positions(2 * len(name) + melded, 40):
        play = solved(table, rack, name, melded=melded)
        tiles = tuple(map(tile_oracle.piece, map(str, play.played)))
        assert play.proved
        assert (len(tiles), points(tiles, joker)) == brute_force(
            table, rack, name, melded=melded
        ), f"{table} + {rack}"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("sets", [3, 6, 10, 18])
@pytest.mark.parametrize("name", ["original-jumbo", "six"])
def test_as_many_tiles_as_another_solver_lays(name: str, sets: int) -> None:
    """`rummikub-solver`, an integer program (extra `test`)."""
    pytest.importorskip("rummikub_solver", reason="rummikub-solver is not installed (extra 'test')")
    from tools.trials.other_solvers import OtherTileSolver, checked

    rules = edition(name)
    other = OtherTileSolver(rules)
    for sample in tile_samples(rules, 6, seed=3, sets=sets):
        play = checked(sample, best_tiles(sample.table, sample.hand, rules), rules)
        assert play.proved
        assert len(play.played) == other.solved(sample)[1]


@pytest.mark.parametrize(("name", "sets"), [("original-jumbo", 24), ("six", 36)])
def test_nearly_all_tiles_on_the_table_are_solved_with_a_proof(name: str, sets: int) -> None:
    """Thousands of ways lay all of them: one is enough, since nothing is better."""
    rules = edition(name)
    for sample in tile_samples(rules, 6, seed=4, sets=sets):
        play = best_tiles(sample.table, sample.hand, rules)
        assert play.proved and not TileLayout(play.layout, rules).faults()
        lying, laid = Counter(map(kind_of, play.layout.faces)), Counter(map(kind_of, play.played))
        assert lying == Counter(map(kind_of, sample.table.faces)) + laid
        assert len(play.played) == len(sample.hand)


def test_most_points_among_the_most_tiles() -> None:
    """Both racks could add one: the joker costs most, so it goes."""
    assert hand_text(solved("b3 b4 b5", "k* b2").played) == "k* b2"
    assert hand_text(solved("k8 r8 o8", "b8 r9").played) == "b8"
    assert hand_text(solved("b3 b4 b5 | k9 k10 k11", "b6 k12 k8").played) == "b6 k12 k8"
    play = solved("", "k1 r1 b1 k13 r13 b13 o13", "six")
    assert len(play.played) == 7


def test_a_set_that_need_not_move_stays_as_it_lies() -> None:
    play = solved("o8 k8 r8 | b6 b5 b4", "b9 b10 b11 r1")
    assert str(play.layout) == "o8 k8 r8 | b6 b5 b4 | b9 b10 b11"


def test_the_same_answer_whatever_the_order() -> None:
    one = solved("b3 b4 b5 | k8 r8 o8", "b6 b8 k1")
    other = solved("k8 r8 o8 | b3 b4 b5", "k1 b8 b6")
    assert Counter(one.played) == Counter(other.played)


def test_work_that_is_spent_proves_nothing_but_is_legal() -> None:
    sample = next(tile_samples(SIX, 1, seed=1, sets=18))
    play = best_tiles(sample.table, sample.hand, SIX, work=50)
    assert not play.proved
    assert not TileLayout(play.layout, SIX).faults()


# Putting in order.


def test_a_mixed_up_table_is_put_in_order_again_near_to_what_it_was() -> None:
    for sample in tile_samples(JUMBO, 20, seed=5, sets=10):
        mixed = random.Random(1).sample(sample.table.faces, len(sample.table.faces))
        assert in_order(mixed, sample.table, JUMBO) == sample.table


@pytest.mark.parametrize(
    ("tiles", "before", "after"),
    [
        ("b3 b4 b5 b6 k8 r8 o8", "b3 b4 b5 | k8 r8 o8", "k8 r8 o8 | b3 b4 b5 b6"),
        ("b3 b4 k8 r8 o8", "b3 b4 b5 | k8 r8 o8", None),
        ("r2 *d r5 b8 b9 b10", "r2 *d r5 | b8 b9 b10", "r2 *d r5 | b8 b9 b10"),
        ("r2 r5 b8 b9 b10", "r2 *d r5 | b8 b9 b10", None),
        ("", "", ""),
    ],
)
def test_putting_in_order(tiles: str, before: str, after: str | None) -> None:
    table = Layout.parse(before, special=True)
    found = in_order(parse_hand(tiles, special=True), table, SPECIAL)
    assert found == (None if after is None else Layout.parse(after, special=True))


# Special jokers: never wrong.


def test_special_jokers_are_laid_and_never_wrongly() -> None:
    assert hand_text(solved("r2 r3 r4", "*c k6", "special").played) != ""
    assert hand_text(solved("", "b3 r3 *d k13", "special").played) == "b3 r3 *d"
    chance = random.Random(4)
    for _ in range(5):
        faces = [str(f) for f in NUMBERED_FACES] * 2 + ["*d", "*c", "*m"] * 2 + ["r*", "k*"]
        chance.shuffle(faces)
        rack = " ".join([*faces[:9], "*d", "*m"][: chance.randint(4, 11)])
        if Counter(rack.split())["*d"] > 2 or Counter(rack.split())["*m"] > 2:
            continue
        for melded in (True, False):
            assert not solved("k5 k6 k7 | o2 o3 *c", rack, "special", melded=melded).proved


@pytest.mark.parametrize(
    ("table", "rack", "played"),
    [
        ("r2 *d r5", "r3 r4 k9 b9", "r3 r4 k9 b9"),
        ("r2 *d r5", "r3", ""),
        ("o2 o3 *c", "r5", "r5"),
        ("o2 o3 *c", "o5", ""),
        ("o2 o3 *m o3 o2", "o4 o4", "o4 o4"),
        ("o2 o3 *m o3 o2", "o4", ""),
        ("r2 *d r5", "r6 r7", "r6 r7"),
        ("b3 r3 *d | k1 k2 k3", "k4 o9 k9", "k4"),
        ("*c o3 o4 | r6 r7 r8", "k2 k1", "k1"),
    ],
    ids=[
        "both its tiles", "one of two places", "another colour behind a change", "the same colour",
        "both sides of a mirror", "one side", "beside a double", "a run beside it goes on",
        "before a change",
    ],
)  # fmt: skip
def test_a_set_with_a_special_joker_is_taken_up_or_grown(
    table: str, rack: str, played: str
) -> None:
    assert hand_text(solved(table, rack, "special").played) == played


def test_without_special_jokers_the_proof_holds_in_their_edition() -> None:
    assert solved("b3 b4 b5", "b6 k1", "special").proved


# What cannot be asked.

BAD = [
    ("b3 b4", "b5", "expected a legal table, this one has: touching"),
    ("b3 b4 ?", "b5", "expected a table and a rack without unread tiles"),
    ("b3 b4 b5", "?", "expected a table and a rack without unread tiles"),
    ("b3 b4 b5", "b3 b3", "expected at most 2 of b3 in original-jumbo, got 3"),
    ("", "r* k* b*", "expected at most 2 of k\\* in original-jumbo, got 3"),
    ("", "*d", "expected at most 0 of \\*d in original-jumbo, got 1"),
]


@pytest.mark.parametrize(("table", "rack", "said"), BAD)
def test_what_is_no_position_is_told_in_one_line(table: str, rack: str, said: str) -> None:
    with pytest.raises(BadPosition, match=said):
        solved(table, rack)


def test_a_stock_counts() -> None:
    tiles: list[Face] = [*NUMBERED_FACES, JOKERS[0]]
    assert Stock.of(tiles).size == len(tiles)
    with pytest.raises(ValueError, match="expected as many jokers"):
        Stock() - Stock(jokers=1)


def test_every_box_fits() -> None:
    """The six-player box with all its tiles on one table, and nothing left to wish."""
    for name, rules in EDITIONS.items():
        if rules.is_thrown:
            continue
        runs = " | ".join(
            " ".join(f"{ink}{n}" for n in range(1, 14))
            for ink in "krbo"
            for _ in range(rules.copies)
        )
        play = solved(runs, "r*", name)
        assert len(play.played) == 1
