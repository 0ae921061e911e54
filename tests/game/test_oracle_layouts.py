"""The project against the oracle, layout by layout: random ones and some chosen.

`bench.oracle` takes 20,000 of the same."""

from collections import Counter

import pytest

from tools.trials import oracle, planted
from tools.trials.agreement import LAYOUTS, assert_agreement, texts, written
from turbo.game.layout import Layout

PART = 10  # every tenth of them here: agreement is shown by hundreds, the whole is a measurement
SETS_OF = 100  # layouts of each kind: all joint identities cost much more than the faults do


# Among the layouts of a kind at least so many have a fault of each rule, or none: a mix that
# hardly ever shows a joker with two identities, say, would prove little about it.
RULES = ("none", "not-a-set", "touching", "lone-die", "joker-identity")
MIX = {
    "crossword": (200, 150, 100, 40, 30),
    "block": (180, 190, 80, 20, 50),
    "crossed": (7, 170, 100, 30, 200),
    "latin": (15, 40, 15, 2, 30),
    "rubbish": (6, 250, 330, 200, 50),
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("maker", planted.MAKERS)
def test_faults_of_random_layouts(maker: str) -> None:
    seen = Counter[str]()
    for text in texts(maker, LAYOUTS[maker] // PART):
        found = assert_agreement(text)
        seen.update({rule for rule, _ in found} or {"none"})
    assert all(seen[rule] >= least for rule, least in zip(RULES, MIX[maker], strict=True)), seen


def judged_sets(text: str) -> dict[oracle.Chain, list[oracle.Faces]]:
    """The readings of each set as the project gives them; a list, so that none can hide twice."""
    found = {}
    for table_set in Layout.parse(text).sets():
        meant = sorted(written(reading.faces) for reading in table_set.readings)
        assert table_set.kind.value == min(map(oracle.kind, meant)), text
        found[tuple(table_set.chain.cells)] = meant
    return found


def read_chains(text: str, readings: oracle.Readings) -> dict[oracle.Chain, list[oracle.Faces]]:
    """Sorted, and without the chains that hold an unread die: those are no sets yet."""
    dice = oracle.parse(text)
    return {
        chain: sorted(meant)
        for chain, meant in readings.items()
        if oracle.UNREAD not in oracle.faces_of(dice, chain)
    }


def assert_same_sets(text: str) -> bool:
    """Whether a crossing took readings from a chain.

    In an island without a joint identity the rules ask for nothing but readings of each chain.
    """
    found = judged_sets(text)
    alone = read_chains(text, oracle.sets_alone(text))
    joint = read_chains(text, oracle.sets(text))
    assert found.keys() == alone.keys(), text
    assert {chain: found[chain] for chain in joint} == joint, text
    assert all(set(found[chain]) <= set(alone[chain]) for chain in alone), text
    return any(joint[chain] != alone[chain] for chain in joint)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("maker", planted.MAKERS)
def test_sets_of_random_layouts(maker: str) -> None:
    narrowed = 0
    for text in texts(maker, SETS_OF):
        is_legal = oracle.UNREAD not in text and not oracle.faults(text)
        assert Layout.parse(text).is_legal == is_legal, text
        narrowed += assert_same_sets(text)
    assert narrowed >= 10


# Chain by chain every reading has a partner in each crossing chain; all the same some are in no
# joint identity, and only trying them out shows it.
KNOTS = {
    "a ring": "k* o9 b* / r9 . b9 / k* o9 r*",
    "a longer ring": "r* b11 b* / o* . b* / k11 . k11 / b* r11 b*",
    "a square": "k4 r* k* o* / r* b* o4 r* / r4 o4 k* k* / o4 r* o* o*",
}


@pytest.mark.parametrize("text", KNOTS.values(), ids=KNOTS)
def test_sets_of_knots(text: str) -> None:
    assert oracle.sets(text) != oracle.narrowed(oracle.sets_alone(text))
    assert assert_same_sets(text)


DARK = {
    "two rows": "? ? ? / ? . . / ? . .",
    "two rows in a joker": ". k* . / b* r* ? / . ? .",
    "three by three, one corner read": "b3 ? ? / ? ? ? / ? ? ?",
    "a ring": "? ? ? / ? . ? / ? ? ?",
    "three by three": "? ? ? / ? ? ? / ? ? ?",
    "three by three, jokers": "b* ? r* / . o* ? / ? ? r*",
    "four by four": " / ".join(["? ? ? ?"] * 4),
    "five by five": " / ".join(["? ? ? ? ?"] * 5),
    "eighteen in three rows": " / ".join(["? ? ? ? ? ?"] * 3),
}


@pytest.mark.parametrize("text", DARK.values(), ids=DARK)
def test_tables_of_which_nothing_was_read(text: str) -> None:
    assert_agreement(text)
