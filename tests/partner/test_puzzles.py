"""Puzzles: solvable by construction, the same for everybody, judged by the referee."""

from collections import Counter
from datetime import date, timedelta
from itertools import combinations
from pathlib import Path

import pytest

from turbo.errors import TurboError
from turbo.game.dice import parse_hand
from turbo.game.editions import EDITIONS, Edition, PieceKind
from turbo.game.editions import edition as edition_named
from turbo.game.events import Verdict
from turbo.game.layout import Layout, Rule
from turbo.game.record import Record
from turbo.partner.puzzle_games import LEVELS, Goal
from turbo.partner.puzzles import answered, puzzle_of, puzzles_in
from turbo.solver import best_tiles
from turbo.solver.tile_play import TilePosition
from turbo.storage.history import judge_record, judge_tile_record

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
    assert goals == {Goal.LAY_ALL, Goal.FREE_JOKER}


TILES = [one for one in EDITIONS.values() if one.piece is PieceKind.TILE]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("edition", TILES, ids=[one.name for one in TILES])
def test_every_day_has_a_puzzle_of_tiles(edition: Edition, level: int) -> None:
    goals = set()
    for number in range(9):
        puzzle = puzzle_of(DAY + timedelta(days=number), level, edition)
        goals.add(puzzle.goal)
        table, hand = puzzle.table, puzzle.hand
        assert answered(puzzle.goal, table, hand, puzzle.solution, edition).is_solved
        # What cannot be: it raises.
        TilePosition(table, hand, edition)
        assert (
            puzzle.level == level
            and not answered(puzzle.goal, table, hand, table, edition).is_solved
        )
        if puzzle.goal is Goal.LAY_ALL:
            assert len(hand) == 6 and not best_tiles(Layout(), hand, edition)
        if puzzle.goal is Goal.FIRST_MELD:
            assert len(hand) == edition.hand
    assert goals == set(Goal)


def test_a_first_meld_of_a_level_needs_so_many_sets() -> None:
    """Counted from the rack by hand, beside the solver."""
    goliath = edition_named("original-goliath")
    days = (DAY + timedelta(days=number) for number in range(6))
    found = [puzzle_of(day, level, goliath) for day in days for level in LEVELS]
    melds = [one for one in found if one.goal is Goal.FIRST_MELD]
    assert len(melds) == 6
    for one in melds:
        sets = [
            faces
            for size in (3, 4, 5)
            for faces in combinations(one.hand, size)
            if Layout(((faces,),)).is_legal
        ]
        worth = {many: 0 for many in LEVELS}
        for many in LEVELS:
            for chosen in combinations(sets, many):
                tiles = [face for faces in chosen for face in faces]
                if not Counter(tiles) - Counter(one.hand):
                    worth[many] = max(worth[many], sum(face.number or 0 for face in tiles))
        assert min(many for many in LEVELS if worth[many] >= 30) == one.level


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


TILE_TABLE = "b3 k* b5 | k8 r8 o8 | r4 r5 r6 r7"
FREED = "b3 b4 b5 | k8 r8 o8 | r4 r5 r6 r7 | k1 r1 k*"
RACK = "b4 k1 r1 o1 b7 k7 r12"
TILE_ANSWERS = [
    ("the joker goes elsewhere", Goal.FREE_JOKER, FREED, True, True),
    ("it stays beside one", Goal.FREE_JOKER, "b3 b4 b5 k* | k8 r8 o8 | r4 r5 r6 r7", True, False),
    ("it goes to the rack", Goal.FREE_JOKER, "b3 b4 b5 | k8 r8 o8 | r4 r5 r6 r7", False, False),
    ("some are left", Goal.LAY_ALL, "b3 k* b5 | k8 r8 o8 | r4 r5 r6 | r7 b7 k7", True, False),
    ("worth too little", Goal.FIRST_MELD, TILE_TABLE + " | k1 r1 o1", False, False),
    ("not of the rack", Goal.FIRST_MELD, TILE_TABLE + " | k13 r13 o13", False, False),
    ("across", Goal.LAY_ALL, "b3 k* b5 | k8 r8 o8 | r4 r5 r6 r7 / . . . b7", False, False),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "goal", "layout", "legal", "solved"),
    TILE_ANSWERS,
    ids=[one[0] for one in TILE_ANSWERS],
)
def test_the_referee_of_tiles_judges_an_answer(
    name: str, goal: Goal, layout: str, legal: bool, solved: bool
) -> None:
    table, rack, laid = Layout.parse(TILE_TABLE), parse_hand(RACK), Layout.parse(layout)
    found = answered(goal, table, rack, laid, edition_named("original-jumbo"))
    assert ((found.ruling.verdict is Verdict.ACCEPTED), found.is_solved) == (legal, solved), name


def test_a_first_meld_that_is_worth_enough_is_solved() -> None:
    table, rack = Layout.parse(TILE_TABLE), parse_hand("k11 r11 o11 b1")
    laid = Layout.parse(TILE_TABLE + " | k11 r11 o11")
    for name in ("original-jumbo", "original-goliath"):
        assert answered(Goal.FIRST_MELD, table, rack, laid, edition_named(name)).is_solved
    # In the turn of the first meld the table is touched by Goliath's book alone.
    both = Layout.parse("b3 k* b5 | k8 r8 o8 | r4 r5 r6 r7 | k11 r11 o11 | b1")
    assert not answered(Goal.FIRST_MELD, table, rack, both, edition_named("six")).is_solved


def test_dice_have_no_first_meld() -> None:
    with pytest.raises(TurboError, match="dice have no first meld"):
        answered(Goal.FIRST_MELD, Layout.parse("k8 r8 o8"), parse_hand("b8"), Layout())


def test_a_match_of_tiles_leaves_what_was_laid() -> None:
    """Racks are hidden: the tiles that a play brought are what is known of one."""
    history = judge_tile_record(
        Record.parse(
            "edition original-goliath\nplayers Ann, Bob\nround Ann\n"
            "table k10 r10 b10 o10\n"
            "table k10 r10 b10 o10 | r11 r12 r13\n"
            "table k9 k10 k11 | r10 b10 o10 | r11 r12 r13 | o1 o2 o3\n"
            "draw\n"
        )
    )
    ((entry, puzzle),) = puzzles_in(history)
    assert (entry, puzzle.goal, puzzle.level) == (6, Goal.LAY_ALL, 1)
    assert set(map(str, puzzle.hand)) == {"k9", "k11", "o1", "o2", "o3"}
    found = answered(puzzle.goal, puzzle.table, puzzle.hand, puzzle.solution, puzzle.edition)
    assert found.is_solved


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
