"""Puzzles: solvable by construction, the same for everybody, judged by the referee."""

from datetime import date, timedelta
from pathlib import Path

import pytest

from turbo.errors import TurboError
from turbo.game.dice import parse_hand
from turbo.game.events import Verdict
from turbo.game.layout import Layout, Rule
from turbo.game.record import Record
from turbo.partner.puzzles import LEVELS, Goal, answered, puzzle_of, puzzles_in
from turbo.storage.history import judge_record

DAY = date(2026, 11, 18)
EVENING = Path(__file__).parents[2] / "examples" / "evening.turbo"


@pytest.mark.parametrize("level", LEVELS)
def test_every_day_has_a_puzzle_that_its_own_solution_solves(level: int) -> None:
    goals = set()
    for number in range(60):
        puzzle = puzzle_of(DAY + timedelta(days=number), level)
        goals.add(puzzle.goal)
        assert answered(puzzle.goal, puzzle.table, puzzle.hand, puzzle.solution).is_solved
        assert puzzle.level == level and puzzle.table.is_legal
        dice = (*puzzle.table.faces, *puzzle.hand)
        assert len(dice) <= 18 and all(dice.count(one) <= 2 for one in dice)
        if puzzle.goal is Goal.LAY_ALL:
            assert len(puzzle.hand) == 6
    assert goals == set(Goal)


def test_a_day_is_the_same_everywhere_and_another_day_another() -> None:
    assert puzzle_of(DAY, 1) == puzzle_of(DAY, 1)
    assert len({str(puzzle_of(DAY + timedelta(days=n), 3)) for n in range(30)}) == 30
    with pytest.raises(TurboError, match="expected a level from 1 to 3, got 4"):
        puzzle_of(DAY, 4)


TABLE = "b3 r* b5 | k8 r8 o8"
ANSWERS = [
    ("the joker goes elsewhere", Goal.FREE_JOKER, "b3 b4 b5 | k8 r8 o8 | k1 r1 r*", True, True),
    ("it stays beside one", Goal.FREE_JOKER, "b3 b4 b5 r* | k8 r8 o8 | k1 r1 o1", True, False),
    ("it goes to the hand", Goal.FREE_JOKER, "b3 b4 b5 | k8 r8 o8", False, False),
    ("no set", Goal.FREE_JOKER, "b3 b4 b5 | k8 r8 o8 | k1 r1 r* b9", False, False),
    ("some are left", Goal.LAY_ALL, "b3 r* b5 | k8 r8 o8 | k1 r1 o1", True, False),
    ("all lie there", Goal.LAY_ALL, "b3 b4 b5 r* | k8 r8 o8 | k1 r1 o1", True, True),
    ("nothing was laid", Goal.LAY_ALL, TABLE, False, False),
]


@pytest.mark.parametrize(
    ("name", "goal", "layout", "legal", "solved"), ANSWERS, ids=[row[0] for row in ANSWERS]
)
def test_the_referee_judges_an_answer(
    name: str, goal: Goal, layout: str, legal: bool, solved: bool
) -> None:
    found = answered(goal, Layout.parse(TABLE), parse_hand("b4 k1 r1 o1"), Layout.parse(layout))
    assert ((found.ruling.verdict is Verdict.ACCEPTED), found.is_solved) == (legal, solved), name


def test_a_die_from_nowhere_is_named() -> None:
    found = answered(
        Goal.LAY_ALL,
        Layout.parse("k8 r8 o8"),
        parse_hand("b8"),
        Layout.parse("k8 r8 o8 | b1 b2 b3"),
    )
    assert Rule.DIE_ADDED in {fault.rule for fault in found.ruling.faults}


@pytest.mark.parametrize("table", ["b3 b4", "b3 b4 b9"])
def test_a_position_that_cannot_be_is_refused(table: str) -> None:
    with pytest.raises(TurboError, match="expected a legal table"):
        answered(Goal.LAY_ALL, Layout.parse(table), parse_hand("b5"), Layout.parse("b3 b4 b5"))


def test_a_match_leaves_puzzles_of_its_own_positions() -> None:
    history = judge_record(Record.parse(EVENING.read_text(encoding="utf-8")))
    found = puzzles_in(history)
    assert [puzzle.level for _, puzzle in found] == [1, 2, 3]
    before, match = {}, history.fresh
    for judged in history.judged:
        before[judged.effective.entry.number] = match
        match = judged.match
    for entry, puzzle in found:
        rnd = before[entry].round
        assert rnd is not None and rnd.table == puzzle.table
        assert set(puzzle.hand) <= set(rnd.hands[rnd.turn] or ())
        assert answered(puzzle.goal, puzzle.table, puzzle.hand, puzzle.solution).is_solved
