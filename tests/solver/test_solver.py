"""The solver: the rulebook's figures, known positions, its modes, and what it refuses."""

from itertools import count

import pytest

import turbo.solver.play
from tools.trials.small_positions import check
from turbo.errors import TurboError
from turbo.game.dice import Face, hand_text, parse_hand, points
from turbo.game.layout import Layout
from turbo.solver import any_play, best_play, can_play, hand_set
from turbo.solver.clock import Effort

BEST = [
    ("figure 1: both ends", "b4 b5 b6 | k8 r8 o8", "b3 b8", "b3 b8"),
    ("figure 2: a group across a run", "b3 b4 b5", "r3 k3", "r3 k3"),
    ("figure 3: one die joins two sets", "k3 k4 k5 | r2 k2 b2", "k3", "k3"),
    ("figure 4: the joker is freed", "b3 r* b5 / r3 . . / k3 . .", "b6 b7 o5", "b6 b7 o5"),
    ("a ring around a hole", "b3 b4 b5", "r3 r4 r5 k3 k5", "r3 r4 r5 k3 k5"),
    ("a ring that does not close", "", "b3 b4 b5 r3 r4 r5 k3 o4", "b3 b4 b5 r3 r4 r5 o4"),
    ("nothing fits", "b3 b4 b5", "o9 k12", ""),
    ("an empty hand", "b3 b4 b5", "", ""),
    ("an empty table", "", "b3 k3 o1", ""),
    ("a set from the hand", "", "b3 k3 o3 o1", "b3 k3 o3"),
    ("most dice, not most points", "b11 b12 b13", "b10 r1 r2 r3", "b10 r1 r2 r3"),
    ("most points of equal numbers", "", "k1 r1 b1 k13 r13 b13 o5 o6", "k1 r1 b1 k13 r13 b13"),
    ("of two dice the higher", "b4 b5 b6 | r5 k5 b5", "o5 k7 o5", "o5 o5"),
    ("a joker counts ten", "k1 r1 b1", "o* o1", "o* o1"),
    ("13 is not followed by 1", "b11 b12 b13", "b1 b2", ""),
    ("a joker is no 14", "b11 b12 b13", "r*", "r*"),
    ("three jokers need a number", "", "k* r* b*", ""),
    ("two jokers and a number", "", "k* r* b7", "k* r* b7"),
    ("a run crosses a run", "b3 b4 b5", "b4 b6", "b4 b6"),
    ("a group crosses a group", "r3 b3 k3", "r3 o3", "r3 o3"),
    ("one joker serves two sets", "", "b3 b5 r4 k4 o*", "b3 b5 r4 k4 o*"),
    ("no room for a third copy", "b3 b4 b5 | b3 b4 b5", "b3", ""),
]


@pytest.mark.parametrize(
    ("table", "hand", "played"), [r[1:] for r in BEST], ids=[r[0] for r in BEST]
)
def test_best_play(table: str, hand: str, played: str) -> None:
    before, faces = Layout.parse(table), parse_hand(hand)
    play = best_play(before, faces)
    check(before, faces, play)
    assert play.proved
    assert hand_text(play.played) == played
    assert bool(play) is bool(played)
    if not play:
        assert play.layout == before


def test_any_play_finds_a_play_exactly_where_there_is_one() -> None:
    for _, table, hand, played in BEST:
        before, faces = Layout.parse(table), parse_hand(hand)
        play = any_play(before, faces)
        check(before, faces, play)
        assert bool(play) is bool(played)


HAND_SETS = [
    ("a run", "b3 b4 b5 b6 k1", "b3 b4 b5 b6"),
    ("a group", "k7 r7 o7 o8", "k7 r7 o7"),
    ("a joker in a gap", "b3 r* b5", "b3 r* b5"),
    ("most points of equal size", "k1 r1 b1 k9 r9 b9", "k9 r9 b9"),
    ("none", "k1 r1 b2", ""),
    ("jokers alone", "k* r* o*", ""),
]


@pytest.mark.parametrize(
    ("hand", "layout"), [r[1:] for r in HAND_SETS], ids=[r[0] for r in HAND_SETS]
)
def test_hand_set(hand: str, layout: str) -> None:
    play = hand_set(parse_hand(hand))
    assert str(play.layout) == layout
    assert play.proved
    check(Layout(), parse_hand(hand), play)


CAN_PLAY = [
    ("the better play leaves it out", "b4 b5 b6", "k1 r1 o1 b3 b7", "k1", True),
    ("only without the others", "k5 r5 b5", "o5 o5", "o5", True),
    ("never", "b4 b5 b6", "k1 r1 b7", "k1", False),
    ("only by moving the table", "k2 r2 b2 o2", "k3 k4 o9", "k4", True),
]


@pytest.mark.parametrize(
    ("table", "hand", "face", "can"), [r[1:] for r in CAN_PLAY], ids=[r[0] for r in CAN_PLAY]
)
def test_can_play(table: str, hand: str, face: str, can: bool) -> None:
    before, faces = Layout.parse(table), parse_hand(hand)
    play = can_play(before, faces, Face.parse(face))
    check(before, faces, play)
    assert bool(play) is can
    assert play.proved
    assert not can or Face.parse(face) in play.played


BAD = [
    ("an illegal table", "b3 b4", "k1", "expected a legal table, this one has: touching"),
    ("an unread table die", "b3 b4 ?", "k1", "expected a table and a hand without unread faces"),
    ("an unread hand die", "b3 b4 b5", "k1 ?", "expected a table and a hand without unread faces"),
]


@pytest.mark.parametrize(("table", "hand", "why"), [r[1:] for r in BAD], ids=[r[0] for r in BAD])
def test_what_it_refuses(table: str, hand: str, why: str) -> None:
    with pytest.raises(TurboError, match=why):
        best_play(Layout.parse(table), parse_hand(hand))


def test_a_face_that_is_not_in_the_hand() -> None:
    with pytest.raises(TurboError, match="expected a face of the hand, got b9"):
        can_play(Layout(), parse_hand("b3"), Face.parse("b9"))


HARD = ("k5 k6 k7 | . r9 . / r9 b9 o9 / . r* .", "o8 r8 b12 o7 r* k9 b10 b11 k8")


def test_without_time_the_answer_is_legal_and_says_so() -> None:
    before, faces = Layout.parse(HARD[0]), parse_hand(HARD[1])
    play = best_play(before, faces, budget_s=0.0)
    check(before, faces, play)
    assert not play.proved
    assert play, "a play that moves nothing is found all the same"


ODD = "k3 k5 k7 k9 k11 k13 r3 r5 r7 r9 r11 r13 b4 b6 b8 b10 b12 o4 o6 o8 o10 o12"
MANY = [
    ("thirty jokers are one choice of each size", "r* " * 30, True),
    ("more choices than can be looked through", f"{ODD} r* k* b*", False),
]


@pytest.mark.parametrize(("hand", "proved"), [r[1:] for r in MANY], ids=[r[0] for r in MANY])
def test_a_hand_that_no_box_holds_comes_to_an_end(hand: str, proved: bool) -> None:
    assert best_play(Layout(), parse_hand(hand), budget_s=60.0).proved is proved


@pytest.mark.parametrize("nodes", [2, 100_000])
def test_nodes_end_a_search_alike_however_slow_the_machine_is(
    nodes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, hand = Layout.parse("b3 b4 b5 | k8 r8 o8"), parse_hand("b6 k8 r3 k3 o1 r9 b13")
    play = best_play(table, hand, nodes=nodes)
    check(table, hand, play)
    assert play.proved == (nodes > 2)
    slow = count(step=1000.0)
    monkeypatch.setattr("turbo.solver.clock.perf_counter", lambda: next(slow))
    assert best_play(table, hand, nodes=nodes) == play


def test_given_up_choices_are_taken_up_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """With hardly any nodes for a choice the answer is the same, only later."""
    before, faces = Layout.parse(HARD[0]), parse_hand(HARD[1])
    expected = best_play(before, faces, budget_s=60.0)
    monkeypatch.setattr(turbo.solver.play, "EFFORT", Effort(first_nodes=4, more=3))
    play = best_play(before, faces, budget_s=60.0)
    assert play.proved
    assert (len(play.played), points(play.played)) == (9, points(expected.played))


def test_without_crossings_sets_lie_apart() -> None:
    before, faces = Layout.parse("b3 b4 b5"), parse_hand("r3 k3 b6 o3")
    assert hand_text(best_play(before, faces).played) == "r3 k3 b6 o3"
    apart = best_play(before, faces, crossings=False)
    check(before, faces, apart)
    assert hand_text(apart.played) == "r3 k3 b6 o3"
    assert str(best_play(before, parse_hand("r3 k3"), crossings=False).layout) == "b3 b4 b5"
