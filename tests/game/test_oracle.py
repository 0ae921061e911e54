"""The project against the oracle, chain by chain: judges that share no line must agree.

The totals are literal numbers. Where a total can be counted by hand, the count stands beside it.
"""

from collections import Counter
from functools import cache
from itertools import product
from math import comb, perm
from random import Random

import pytest

from tools.trials import oracle, planted
from turbo.game.dice import Face
from turbo.game.sets import readings

face = cache(Face.parse)


def faces(row: oracle.Faces) -> tuple[Face, ...]:
    return tuple(map(face, row))


def written(row: tuple[Face, ...]) -> oracle.Faces:
    return tuple(map(str, row))


def judged(row: oracle.Faces) -> list[tuple[str, oracle.Faces]]:
    """The readings of a chain as the project gives them; a list, so that none can hide twice."""
    return sorted((reading.kind.value, written(reading.faces)) for reading in readings(faces(row)))


def expected(row: oracle.Faces) -> list[tuple[str, oracle.Faces]]:
    return sorted((oracle.kind(reading), reading) for reading in oracle.set_readings(row))


# The oracle itself.

CHAINS = {
    "group of three": ("b3 r3 k3", True),
    "group of four": ("b3 r3 k3 o3", True),
    "group with a colour twice": ("b3 r3 b3", False),
    "group of five with jokers": ("b3 r3 k3 o3 r*", False),
    "joker as third": ("b3 r3 r*", True),
    "joker as fourth": ("b3 r3 k3 r*", True),
    "two": ("b3 b4", False),
    "one": ("b3", False),
    "run upwards": ("b3 b4 b5", True),
    "run downwards": ("b5 b4 b3", True),
    "run out of order": ("b3 b5 b4", False),
    "run of two colours": ("b3 b4 r5", False),
    "run round the corner": ("b12 b13 b1", False),
    "joker behind 13": ("b12 b13 r*", False),
    "joker before 12": ("r* b12 b13", True),
    "joker before 1": ("r* b1 b2", False),
    "joker below 1, downwards": ("b2 b1 r*", False),
    "thirteen": (" ".join(f"k{number}" for number in range(1, 14)), True),
    "fourteen": (" ".join(f"k{number}" for number in range(1, 14)) + " r*", False),
    "one numbered die and jokers": ("r* b5 k*", True),
    "jokers alone": ("r* k* b*", False),
    "jokers beside an unread die": ("r* k* ?", True),
    "fourteen unread dice": ("? " * 14, False),
}


@pytest.mark.parametrize(("text", "is_set"), CHAINS.values(), ids=CHAINS)
def test_oracle_and_project_know_the_sets_of_the_rules(text: str, is_set: bool) -> None:
    row = tuple(text.split())
    assert oracle.is_set(row) == is_set
    assert bool(readings(faces(row))) == is_set


FIGURES = {
    "1 before": "b4 b5 b6 | k8 r8 o8",
    "1 after": "b3 b4 b5 b6 | k8 r8 o8 b8",
    "2 before": "b3 b4 b5",
    "2 after": "b3 b4 b5 / r3 . . / k3 . .",
    "3 before": "k3 k4 k5 | r2 k2 b2",
    "3 after": "r2 k2 b2 / . k3 . / k3 k4 k5",
    "4 before": "b3 r* b5 / r3 . . / k3 . .",
    "4 after": "b3 r3 k3 | b5 b6 b7 / r* . . / o5 . .",
}


@pytest.mark.parametrize("text", FIGURES.values(), ids=FIGURES)
def test_oracle_finds_the_figures_of_the_rulebook_legal(text: str) -> None:
    assert oracle.faults(text) == []


FAULTS = {
    "touching and lone": (
        "b3 b4 | k1",
        [("lone-die", ((1, 0, 0),)), ("touching", ((0, 0, 0), (0, 0, 1)))],
    ),
    "diagonal contact is nothing": (
        "b3 . / . b4",
        [("lone-die", ((0, 0, 0),)), ("lone-die", ((0, 1, 1),))],
    ),
    "no set": ("b3 b4 r5", [("not-a-set", ((0, 0, 0), (0, 0, 1), (0, 0, 2)))]),
    "a joker with two identities": (
        "b3 b4 r* / . . r9 / . . k9",
        [("joker-identity", ((0, 0, 0), (0, 0, 1), (0, 0, 2), (0, 1, 2), (0, 2, 2)))],
    ),
    "what is no set is left out of the identities": (
        "b3 b4 r* / . . r9 / . . k9 / . . o2",
        [("not-a-set", ((0, 0, 2), (0, 1, 2), (0, 2, 2), (0, 3, 2)))],
    ),
    "an unread die that nothing fits": (
        "b3 b4 ? / . . r9 / . . k9",
        [("joker-identity", ((0, 0, 0), (0, 0, 1), (0, 0, 2), (0, 1, 2), (0, 2, 2)))],
    ),
    "an unread die that something fits": ("b3 b4 ? / . . r5 / . . k5", []),
}


@pytest.mark.parametrize(("text", "faults"), FAULTS.values(), ids=FAULTS)
def test_oracle_finds_the_faults(text: str, faults: list[oracle.Fault]) -> None:
    assert oracle.faults(text) == faults


def test_sets_spelled_out_are_the_sets_by_definition() -> None:
    found = filter(oracle.is_numbered_set, product(oracle.NUMBERED, repeat=3))
    assert set(found) == oracle.rows(3)
    for length in range(1, 16):
        assert all(map(oracle.is_numbered_set, oracle.rows(length)))


WILD = {
    "no wild die": ("b4 r4 k4", 1),
    "a joker in a run": ("b3 r* b5", 1),
    "a joker in a group": ("b3 r3 o*", 2),
    "a joker in nothing": ("b3 r4 o*", 0),
    "two unread dice at an end": ("? ? b2", 6 + 1),
    "jokers in four": ("b1 r* ? k1", 2),
    "three jokers in four": ("r* b1 k* o*", 6),
    "three unread dice": ("? ? ?", 400),
    "three jokers": ("r* k* o*", 0),
}


@pytest.mark.parametrize(("text", "count"), WILD.values(), ids=WILD)
def test_readings_are_those_of_brute_force(text: str, count: int) -> None:
    row = tuple(text.split())
    found = oracle.set_readings(row)
    assert found == oracle.brute_force_readings(row)
    assert len(found) == count


def test_readings_of_every_small_chain_are_those_of_brute_force() -> None:
    for length, wild in ((2, 2), (3, 2), (4, 1)):
        for row in product(("b1", "b2", "b4", "r2", "k2", "o*", "?"), repeat=length):
            if sum(map(oracle.is_wild, row)) <= wild:
                assert oracle.set_readings(row) == oracle.brute_force_readings(row), row


# Every chain over a reduced alphabet.

ENDS = (*(f"{colour}{number}" for colour in "br" for number in (1, 2, 3, 12, 13)), "k*")
PAIR = (*(f"{colour}{number}" for colour in "krbo" for number in (5, 6)), "r*")

# Alphabet, length, chains, sets among them, readings of those sets. By hand, for three dice:
# pair: 2 x 24 groups, 3 x 2 x 12 with one joker, 4 x 2 x 2 runs with a joker at one end, 3 x 8
# chains with two jokers: 48 + 72 + 16 + 24 = 160.
# ends: 2 x 2 runs, 3 x 5 x 2 groups with one joker, 2 x 10 runs with one (1 2 *, 2 3 *, * 2 3,
# * 12 13 and 1 * 3, each in both directions), 3 x 10 with two: 4 + 30 + 20 + 30 = 84.
SMALL = {
    "ends, 1": (ENDS, 1, 11, 0, 0),
    "ends, 2": (ENDS, 2, 121, 0, 0),
    "ends, 3": (ENDS, 3, 1_331, 84, 300),
    "ends, 4": (ENDS, 4, 14_641, 124, 420),
    "ends, 5": (ENDS, 5, 161_051, 58, 60),
    "pair, 1": (PAIR, 1, 9, 0, 0),
    "pair, 2": (PAIR, 2, 81, 0, 0),
    "pair, 3": (PAIR, 3, 729, 160, 400),
    "pair, 4": (PAIR, 4, 6_561, 440, 808),
    "pair, 5": (PAIR, 5, 59_049, 72, 112),
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("alphabet", "length", "chains", "sets", "meanings"), SMALL.values(), ids=SMALL
)
def test_every_chain_over_a_small_alphabet(
    alphabet: oracle.Faces, length: int, chains: int, sets: int, meanings: int
) -> None:
    counted = Counter[str]()
    for row in product(alphabet, repeat=length):
        found = judged(row)
        assert found == expected(row), row
        counted.update(chains=1, sets=bool(found), meanings=len(found))
    assert counted == Counter(chains=chains, sets=sets, meanings=meanings)


# Every legal row over the full alphabet.

# By length: rows of numbered dice alone, and rows with jokers, all jokers taken for one.
LEGAL_ROWS = {
    3: (400, 888),
    4: (392, 3_192),
    5: (72, 2_028),
    6: (64, 3_848),
    7: (56, 6_956),
    8: (48, 12_120),
    9: (40, 20_348),
    10: (32, 32_672),
    11: (24, 49_084),
    12: (16, 65_496),
    13: (8, 65_516),
}


def legal_patterns(length: int) -> set[oracle.Faces]:
    """Every legal row: each set of numbered dice with every choice of dice turned into jokers."""
    return {
        tuple(choice)
        for row in oracle.rows(length)
        for choice in product(*((numbered, "k*") for numbered in row))
        if choice != ("k*",) * length
    }


def numbered_rows_by_formula(length: int) -> int:
    """13 numbers with ordered colours; 4 colours, 14 - n places to begin, two directions."""
    return 13 * perm(4, length) * (length < 5) + 4 * (14 - length) * 2


def joker_rows_by_formula(length: int) -> int:
    """The rows with at least one joker and one numbered die, by the number of numbered dice.

    With two numbered dice or more a row is a group or a run, never both, and a run is known by its
    beginning and its direction. One numbered die of a row of up to four may show anything, as a
    group; in a longer row it must leave room for the rest, on one side or the other.
    """
    groups = 13 * (length < 5)
    several = sum(
        comb(length, numbered) * (groups * perm(4, numbered) + 4 * 2 * (14 - length))
        for numbered in range(2, length)
    )
    single = 0
    for place in range(length):
        upwards = set(range(1 + place, 15 - length + place))
        downwards = set(range(length - place, 14 - place))
        single += 4 * (groups or len(upwards | downwards))
    return several + single


@pytest.mark.parametrize("length", LEGAL_ROWS)
def test_number_of_legal_rows(length: int) -> None:
    numbered, with_jokers = LEGAL_ROWS[length]
    assert numbered_rows_by_formula(length) == numbered
    assert joker_rows_by_formula(length) == with_jokers
    patterns = legal_patterns(length)
    assert len(patterns) == numbered + with_jokers
    assert sum("k*" not in row for row in patterns) == numbered


@pytest.mark.sampled(3)
@pytest.mark.parametrize("length", LEGAL_ROWS)
def test_legal_rows_have_the_same_readings(length: int) -> None:
    """All of them up to eight dice, 3,000 of the longer ones."""
    rows = sorted(legal_patterns(length))
    for row in rows if length <= 8 else Random(length).sample(rows, 3_000):
        assert judged(row) == expected(row), row


@pytest.mark.parametrize("length", (1, 2, 14, 15, 20))
def test_no_row_of_another_length_is_a_set(length: int) -> None:
    assert oracle.rows(length) == frozenset()
    for wild in ("k*", "?"):
        for numbered in oracle.NUMBERED:
            assert readings(faces((numbered, *(wild,) * (length - 1)))) == ()


def test_every_chain_of_three() -> None:
    """400 rows of numbered dice, 732 with one joker of 4 colours, 156 with two: 5,824 sets."""
    sets = 0
    for row in product(oracle.NUMBERED + oracle.JOKERS, repeat=3):
        is_set = bool(readings(faces(row)))
        assert is_set == oracle.is_set(row), row
        sets += is_set
    assert sets == 400 + 732 * 4 + 156 * 16 == 5_824


def test_rows_with_one_wrong_die() -> None:
    """Longer chains next to a legal one: jokers and unread dice, and a die replaced."""
    random, agreed = Random(5), Counter[bool]()
    for _ in range(20_000):
        row = list(random.choice(planted.runs(random.randint(4, 13)) + planted.groups(4)))
        for place in random.sample(range(len(row)), random.randint(0, len(row) - 1)):
            row[place] = random.choice((*oracle.JOKERS, "?"))
        row[random.randrange(len(row))] = random.choice(oracle.NUMBERED)
        assert judged(tuple(row)) == expected(tuple(row)), row
        agreed[oracle.is_set(row)] += 1
    assert min(agreed.values()) > 1_500
