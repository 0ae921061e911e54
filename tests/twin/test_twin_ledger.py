"""The ledger counts by itself, and sees every way in which a match can differ from the truth."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turbo.game.dice import Face, parse_hand
from turbo.game.events import HandedOver, Passed, RoundStarted, Thrown
from turbo.game.layout import Layout
from turbo.game.match import Match
from turbo.game.referee import judge
from turbo.twin.ledger import Ledger, cost, lines

NINE = "b3 b4 b5 r1 k2 o7 o8 r* k12"
OTHER = "b6 k9 k9 o1 r12 b13 o4 r5 k1"

LINES = [
    ("nothing", "", ()),
    ("one die", "r7", ("r7",)),
    ("a row", "b5 b4 b3", ("b3 b4 b5",)),
    ("a column", "b3 / b4 / b5", ("b3 b4 b5",)),
    ("crossing", "b3 b4 b5 / r3 . . / k3 . .", ("b3 b4 b5", "b3 r3 k3")),
    ("two islands", "b3 b4 b5 | k1 k2", ("b3 b4 b5", "k1 k2")),
    ("corner to corner", "b3 . / . b4", ("b3", "b4")),
    ("twice the same", "b3 b4 b5 | b3 b4 b5", ("b3 b4 b5", "b3 b4 b5")),
]


@pytest.mark.parametrize(
    ("layout", "expected"), [row[1:] for row in LINES], ids=[r[0] for r in LINES]
)
def test_lines(layout: str, expected: tuple[str, ...]) -> None:
    assert lines(Layout.parse(layout).dice) == expected


_CELLS = st.dictionaries(
    st.tuples(st.integers(0, 1), st.integers(0, 4), st.integers(0, 4)),
    st.sampled_from(parse_hand("b3 b4 r7 k13 o* r*")),
    max_size=12,
)


@given(_CELLS)
def test_lines_do_not_depend_on_how_the_table_is_turned(
    cells: dict[tuple[int, int, int], Face],
) -> None:
    turned = {(i, column, -row): face for (i, row, column), face in cells.items()}
    renamed = {(5 - i, row + 3, column - 8): face for (i, row, column), face in cells.items()}
    assert lines(turned) == lines(cells) == lines(renamed)
    assert lines(cells) or not cells


COSTS = [("", 0), ("b3 k13", 16), ("r*", 10), ("r* b1 o*", 21)]


@pytest.mark.parametrize(("hand", "expected"), COSTS)
def test_cost(hand: str, expected: int) -> None:
    assert cost(parse_hand(hand)) == expected


def _opened() -> tuple[Ledger, Match]:
    """A ledger and a match that agree: Ann has played three dice, Bob has thrown."""
    ledger, match = Ledger(("Ann", "Bob")), Match(("Ann", "Bob"))
    table = Layout.parse("b3 b4 b5")
    left = parse_hand("r1 k2 o7 o8 r* k12")
    events = (
        RoundStarted("Ann"),
        Thrown("Ann", parse_hand(NINE)),
        HandedOver(table),
        Thrown("Bob", parse_hand(OTHER)),
    )
    for event in events:
        match = match.after(event, judge(match, event))
    ledger.round_begun(0)
    ledger.thrown(0, parse_hand(NINE))
    ledger.played(0, table.dice, left)
    ledger.thrown(1, parse_hand(OTHER))
    return ledger, match


def test_agreement_has_no_differences() -> None:
    ledger, match = _opened()
    assert ledger.differences(match) == []


def test_every_kind_of_difference_is_told() -> None:
    ledger, match = _opened()
    rnd = match.round
    assert rnd is not None
    changes = {
        "it is the turn of Bob": replace(rnd, turn=0),
        "Bob has": rnd.with_hand(1, parse_hand(OTHER.replace("k9", "k6", 1))),
        "on the table lie b3 b4 b5, not b3 b4 b6": replace(rnd, table=Layout.parse("b3 b4 b6")),
        "0 blank turns in a row, not 2": replace(rnd, blanks=2),
    }
    for text, changed in changes.items():
        found = ledger.differences(replace(match, round=changed))
        assert len(found) == 1 and found[0].startswith(text), found
    assert ledger.differences(replace(match, round=None)) == ["round 1 is open in truth"]


def test_block_goes_to_the_lower_hand_after_six_blank_turns() -> None:
    ledger, match = _opened()
    ledger.passed(1)
    for seat in (0, 1, 0, 1):
        ledger.passed(seat)
    assert ledger.is_round_open
    ledger.passed(0)
    assert not ledger.is_round_open
    (result,) = ledger.results
    assert (result.winner, result.by) == ("Ann", "block")
    assert result.points == cost(parse_hand(OTHER)) - cost(parse_hand("r1 k2 o7 o8 r* k12"))
    assert ledger.differences(match)[0] == "1 rounds were finished, not 0"


def test_out_before_the_other_threw_waits_for_the_throw() -> None:
    ledger = Ledger(("Ann", "Bob"))
    ledger.round_begun(0)
    ledger.thrown(0, parse_hand("b1 b2 b3 b4 b5 b6 b7 b8 b9"))
    ledger.played(0, Layout.parse("b1 b2 b3 b4 b5 b6 b7 b8 b9").dice, ())
    assert ledger.is_round_open and ledger.out == 0
    ledger.thrown(1, parse_hand(OTHER))
    assert not ledger.is_round_open
    assert ledger.results[0].points == cost(parse_hand(OTHER))


def test_a_wrong_score_is_told() -> None:
    ledger, match = _opened()
    for seat in (1, 0, 1, 0, 1, 0):
        ledger.passed(seat)
        event = Passed()
        thrown = Thrown(match.players[seat], match.round.hands[seat] or ()) if match.round else None
        if match.round is not None and match.round.phase.name == "TO_THROW" and thrown is not None:
            match = match.after(thrown, judge(match, thrown))
        match = match.after(event, judge(match, event))
    assert ledger.differences(match) == []
    wrong = replace(match, results=(replace(match.results[0], points=1),))
    assert "round 1 ended" in ledger.differences(wrong)[0]
