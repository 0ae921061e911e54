"""Dice thrown again at once, without the camera having seen that they lay badly: people are asked,
and play goes on whatever they say, and if they say nothing."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.support.live_game import ANN, ANNS, BOB, BOBS, Game
from turbo.board.wire import Pattern
from turbo.game.dice import parse_hand
from turbo.game.events import Rethrown
from turbo.game.layout import Rule
from turbo.game.observation import Doubt
from turbo.game.record import Record
from turbo.live.inputs import Choice
from turbo.live.presenter import panel
from turbo.storage.history import judge_record
from turbo.storage.session import LiveView

ASKED = "was-it-cocked"

SIDE = 99
"""What looks like one more die."""


def thrown_again(face: str = "r6") -> Game:
    """Bob has thrown nine dice and one of them again, which nobody saw lie badly."""
    game = Game().opened()
    game.throw(BOB, face, [11])
    return game


def hand(game: Game, seat: int) -> list[str]:
    assert game.match.round is not None
    return sorted(map(str, game.match.round.hands[seat] or ()))


def test_a_die_thrown_again_is_asked_for_and_nothing_is_ruled() -> None:
    game = thrown_again()
    game.rest(5.0)
    assert ASKED in game.notices() and game.told() == []
    view = LiveView(notices=game.watched.last.notices)
    assert panel(game.match, view).status is Pattern.SLOW


ANSWERS = [
    pytest.param(lambda game: game.decide(Choice.COCKED), "rethrow Bob", id="yes"),
    pytest.param(lambda game: game.decide(Choice.AGAIN), "throw Bob: rejected", id="no"),
    pytest.param(lambda game: game.press(BOB), "rethrow Bob", id="the thrower's button"),
    pytest.param(lambda game: game.press(None), "rethrow Bob", id="the referee's button"),
    pytest.param(lambda game: game.press(ANN), "throw Bob: rejected", id="the other's button"),
]


@pytest.mark.parametrize(("answer", "told"), ANSWERS)
def test_people_say_whether_it_had_lain_badly(answer: Callable[[Game], None], told: str) -> None:
    game = thrown_again()
    answer(game)
    game.rest()
    assert game.told() == [told] and ASKED not in game.notices()
    is_rethrow = told == "rethrow Bob"
    assert ("r6" in hand(game, BOB)) is is_rethrow
    assert is_rethrow or game.rules() == {Rule.THROWN_TWICE}
    game.press(BOB)
    verdict = "pass Bob" if is_rethrow else "pass Bob: rejected"
    assert game.told() == [verdict]


def test_who_plays_on_met_no_objection() -> None:
    game = thrown_again("r7")
    game.acts.carry(9, 60.0 + 3 * 16.6, 140.0)
    game.rest()
    assert game.told() == ["rethrow Bob"]
    game.press(BOB)
    assert game.told() == ["table Bob"]
    assert hand(game, BOB) == sorted(["k9", "r7", "o1", "r12", "b13", "o4", "r5", "k1"])


def test_the_rethrown_die_itself_may_be_laid() -> None:
    game = thrown_again("b6")
    game.acts.carry(11, 60.0 + 3 * 16.6, 140.0)
    game.rest()
    game.press(BOB)
    assert game.told() == ["rethrow Bob", "table Bob"]


def test_the_others_throw_ends_the_question_too() -> None:
    game = thrown_again()
    game.throw(ANN, "r2 k3", [3, 4])
    assert game.told() == ["rethrow Bob", "pass Bob", "throw Ann"]


def test_a_die_thrown_again_and_again_is_one_question() -> None:
    game = thrown_again()
    game.throw(BOB, "k11", [11])
    assert game.told() == [] and ASKED in game.notices()
    game.decide(Choice.COCKED)
    assert game.told() == ["rethrow Bob"] and "k11" in hand(game, BOB)


def test_after_a_no_nobody_is_asked_again() -> None:
    game = thrown_again()
    game.decide(Choice.AGAIN)
    game.throw(BOB, "k11", [11])
    assert game.told() == ["throw Bob: rejected", "throw Bob: rejected"]


def test_a_die_that_was_kept_cannot_have_lain_badly() -> None:
    game = Game().opened()
    game.press(BOB)
    game.throw(ANN, "r2 k3", [3, 4])
    game.throw(ANN, "o9", [5])
    assert game.told() == ["pass Bob", "throw Ann", "throw Ann: rejected"]
    assert game.rules() == {Rule.THROWN_TWICE}


def test_what_the_camera_saw_lie_badly_is_not_asked_for() -> None:
    """The doubt came after the die was read: the hand was complete already."""
    game = Game().opened()
    game.acts.odd[11] = ((Doubt.COCKED,), ())
    game.rest(2.0)
    game.acts.odd.clear()
    game.throw(BOB, "r6", [11])
    assert ASKED not in game.notices()
    assert game.told() == ["rethrow Bob"] and "r6" in hand(game, BOB)


def seemed_badly() -> Game:
    """Bob has thrown nine dice, one of which seemed to lean after it was read."""
    game = Game().opened()
    game.acts.odd[11] = ((Doubt.COCKED,), ())
    game.rest(2.0)
    game.acts.odd.clear()
    return game


def test_what_lay_badly_and_comes_up_as_before_was_thrown_again_all_the_same() -> None:
    game = seemed_badly()
    game.acts.collect([11])
    game.rest(1.5)
    game.acts.pour({11: parse_hand("k8")[0]}, {11: game.middle(1)[0]})
    game.rest(2.0)
    assert ASKED not in game.notices()
    assert game.told() == ["rethrow Bob"] and hand(game, BOB) == sorted(BOBS.split())
    game.press(BOB)
    assert game.told() == ["pass Bob"], "it is of the hand, wherever it came to lie"


def test_what_the_rethrow_drove_off_the_mat_is_waited_for() -> None:
    game = seemed_badly()
    game.acts.collect([11])
    game.rest(1.5)
    game.acts.lift([9, 10])
    game.acts.pour({11: parse_hand("k8")[0]}, {11: game.middle(1)[0]})
    game.rest(2.0)
    assert game.told() == []
    game.throw(BOB, "b6 k9", [9, 10])
    game.rest(3.0)
    assert game.match.waiting is None and hand(game, BOB) == sorted(BOBS.split())
    assert all("rejected" not in told for told in game.told())


@pytest.mark.parametrize("to_set", [False, True])
def test_what_seemed_badly_and_is_only_laid_elsewhere_is_no_rethrow(to_set: bool) -> None:
    game = seemed_badly()
    x, y = (60.0 + 3 * 16.6, 140.0) if to_set else (game.row(BOB)[2][0], 90.0)
    game.acts.carry(9 if to_set else 11, x, y)
    game.rest()
    assert game.told() == []


def test_before_the_first_hand_over_the_other_may_rethrow_too() -> None:
    game = Game().start()
    game.throw(ANN, ANNS)
    game.throw(BOB, BOBS)
    game.throw(BOB, "r6", [11])
    assert ASKED in game.notices()
    game.decide(Choice.COCKED)
    assert game.told() == ["round Ann", "throw Ann", "throw Bob", "rethrow Bob"]
    assert "r6" in hand(game, BOB)


def test_somebody_else_may_say_it_on_the_dashboard() -> None:
    game = thrown_again()
    game.say(Rethrown("Bob", parse_hand(BOBS.replace("k8", "r6"))))
    game.rest()
    assert ASKED not in game.notices()
    assert game.told() == ["rethrow Bob"]


def test_dice_turned_back_leave_nothing_to_ask() -> None:
    game = thrown_again()
    game.acts.turn(11, parse_hand("k8")[0])
    game.rest()
    assert ASKED not in game.notices()
    game.press(BOB)
    assert game.told() == ["pass Bob"]


def test_the_side_of_a_leaning_die_is_no_die_too_many() -> None:
    """Top and side of a die that leans are seen as two dice, neither of which can be read."""
    game = Game().opened()
    game.press(BOB)
    for name in (4, SIDE):
        game.acts.odd[name] = ((Doubt.COCKED,), ())
    game.throw(ANN, "r2 k3 o5", [3, 4, SIDE])
    game.rest(2.0)
    assert game.told() == ["pass Bob", "throw Ann: unsure"]
    game.acts.odd.clear()
    game.acts.lift([SIDE])
    game.throw(ANN, "k4", [4])
    game.rest(3.0)
    assert game.told()[-1] == "rethrow Ann"
    assert hand(game, ANN) == sorted(["r2", "k4", "o7", "o8", "r13", "k12"])
    game.press(ANN)
    assert game.told() == ["pass Ann"]


@pytest.mark.parametrize(
    ("names", "told"),
    [
        pytest.param([9, 10, 11, 12], ["throw Bob: rejected"], id="four were thrown"),
        pytest.param([9], [], id="one may be misread"),
    ],
)
def test_many_other_faces_are_a_throw_also_among_the_sets(
    names: list[int], told: list[str]
) -> None:
    """They came to lie against the run on the table, as dice that were laid do."""
    game = Game().opened()
    places = [(60.0 + (3 + place) * 16.6, 140.0) for place in range(len(names))]
    game.acts.throw(names, parse_hand("k6 r9 r8 o2")[: len(names)], places)
    game.rest()
    assert game.told() == told


def test_who_has_laid_dice_cannot_throw_again() -> None:
    game = Game().opened()
    game.acts.carry(9, 60.0 + 3 * 16.6, 140.0)
    game.rest()
    game.throw(BOB, "r6", [11])
    assert ASKED not in game.notices()
    assert game.told() == ["throw Bob: rejected"] and Rule.THROWN_TWICE in game.rules()


def test_a_die_that_was_pushed_among_the_sets_is_of_the_hand_still() -> None:
    game = Game().opened()
    game.press(BOB)
    game.acts.odd[4] = ((Doubt.COCKED,), ())
    game.throw(ANN, "r2 k3 o5", [3, 4, 5])
    game.acts.carry(5, *game.middle(1)[0])
    game.rest()
    game.acts.odd.clear()
    game.throw(ANN, "k4", [4])
    assert game.told() == ["pass Bob", "throw Ann: unsure", "rethrow Ann"]
    game.rest(1.0)
    assert game.match.waiting is None
    game.acts.carry(5, *game.row(ANN)[5])
    game.rest(3.0)
    assert hand(game, ANN) == sorted(["r2", "k4", "o5", "o8", "r13", "k12"])


def test_a_die_that_was_hit_by_the_rethrow_was_not_laid() -> None:
    """It is pushed among the sets while the other is in the cup, and found there no more."""
    game = Game().opened()
    game.acts.collect([11])
    game.acts.slide(9, *game.middle(1)[0])
    game.acts.shake()
    game.acts.pour({11: parse_hand("r6")[0]}, {11: (game.row(BOB)[2][0], 90.0)})
    game.rest()
    assert ASKED in game.notices() and game.told() == []
    game.decide(Choice.COCKED)
    game.rest()
    assert game.told() == ["rethrow Bob"]
    game.acts.slide(9, game.row(BOB)[0][0], 60.0)
    game.rest()
    assert game.told() == []
    assert hand(game, BOB) == sorted(BOBS.replace("k8", "r6").split())


def test_a_die_that_lay_on_one_of_the_table_is_asked_about() -> None:
    """The die below comes to light, pushed a little, and cannot be read: nothing was laid."""
    game = Game().opened()
    game.acts.covered.add(0)
    game.rest(2.0)
    game.acts.covered.clear()
    game.acts.odd[0] = ((Doubt.COVERED,), ())
    below = game.acts.dice[0]
    game.acts.put(0, below.face, below.x_mm - 3.0, below.y_mm, 25.0)
    game.throw(BOB, "r6", [11])
    assert ASKED in game.notices() and game.told() == []


def test_a_throw_in_doubt_and_its_rethrow_are_the_same_in_the_record() -> None:
    game = Game().opened()
    game.press(BOB)
    game.acts.odd[4] = ((Doubt.COCKED,), ())
    game.throw(ANN, "r2 k3 o5", [3, 4, 5])
    game.rest(2.0)
    game.acts.odd.clear()
    game.throw(ANN, "k4", [4])
    assert game.told() == ["pass Bob", "throw Ann: unsure", "rethrow Ann"]
    history = game.watched.keeper.history
    again = judge_record(Record.parse(history.record_text()), history.options)
    assert again.match.round is not None and history.match.round is not None
    assert again.match.phase is history.match.phase
    assert again.match.round.hands == history.match.round.hands


def test_a_throw_is_not_completed_with_a_die_that_was_hit_since() -> None:
    """Of two that are put right one is read now, and another shows what it did not show: nobody is
    told so, and nobody is refused."""
    game = Game().opened()
    game.press(BOB)
    game.acts.odd[3] = ((Doubt.COCKED,), ())
    game.throw(ANN, "r2 k3 o9", [3, 4, 5])
    assert game.told() == ["pass Bob", "throw Ann: unsure"]
    game.acts.odd.clear()
    lay = game.acts.dice[5]
    game.acts.dice[5] = replace(lay, face=parse_hand("b2")[0], x_mm=lay.x_mm + 5.0)
    game.rest(0.6)
    assert game.told() == []
    game.acts.dice[5] = lay
    game.rest(2.0)
    assert game.told() == ["correct Ann"]
