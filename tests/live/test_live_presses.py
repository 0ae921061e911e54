"""Presses and throws while something else is still open: a doubt, a die out of sight, a refusal."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import pytest

from tests.support.live_game import ANN, BOB, BOBS, Game
from turbo.game.dice import parse_hand
from turbo.game.layout import Rule
from turbo.game.observation import Doubt
from turbo.live.inputs import PressedButton

FAR = {3: (300.0, 400.0), 4: (350.0, 400.0)}
"""Places in Ann's zone."""

ROLLED = {name: (60.0 + 45 * (name - 9), 52.0) for name in range(9, 16)} | {16: (300.0, 250.0)}
"""Places in Bob's zone, and one in the middle."""


def test_a_table_that_was_read_and_refused_does_not_wait_any_more() -> None:
    """A turned die cannot be read at first. When it is turned back, nobody has passed yet."""
    game = Game().opened()
    game.acts.turn(2, parse_hand("k7")[0])
    game.acts.odd[2] = ((Doubt.COVERED,), ())
    game.acts.carry(2, 60.0 + 2 * 16.6, 140.0)
    game.rest()
    game.press(BOB)
    assert game.told() == ["table Bob: unsure"]
    game.acts.odd.clear()
    game.rest()
    assert game.told() == ["table Bob: rejected"] and Rule.DIE_TURNED in game.rules()
    game.acts.turn(2, parse_hand("b5")[0])
    game.rest(2.0)
    assert game.told() == []
    game.press(BOB)
    assert game.told() == ["pass Bob"]


def thrown_doubtfully() -> Game:
    """Bob's first throw waits for a die that cannot be read."""
    game = Game().start()
    game.throw(ANN, "b3 b4 b5 r1 k2 o7 o8 r13 k12")
    game.lay([0, 1, 2])
    game.press(ANN)
    game.acts.odd[10] = ((), parse_hand("k6"))
    game.throw(BOB, BOBS)
    game.rest(2.0)
    assert game.told()[-1] == "throw Bob: unsure"
    return game


def test_a_second_throw_is_one_also_while_the_first_waits_for_a_die() -> None:
    game = thrown_doubtfully()
    game.acts.odd.clear()
    game.throw(BOB, "r6 r9 r8 r1 o12 o13 o5 k5 k3")
    game.rest()
    assert game.told() == ["throw Bob: rejected"] and game.rules() == {Rule.THROWN_TWICE}
    for name, face in enumerate(parse_hand(BOBS), 9):
        game.acts.turn(name, face)
    game.rest(2.0)
    assert game.told() == ["correct Bob"]
    game.press(BOB)
    assert game.told() == ["pass Bob"]


def test_of_a_small_hand_all_dice_are_more_than_lie_badly() -> None:
    game = Game().opened()
    game.press(BOB)
    game.throw(ANN, "r2 k3", [3, 4])
    game.press(ANN)
    game.throw(BOB, "k9 k8 k7 r12 r11 r10 o4 r5 k1")
    game.lay([9, 10, 11], (60.0, 220.0))
    game.lay([12, 13, 14], (200.0, 220.0))
    game.press(BOB)
    game.throw(ANN, "r3 k4", [3, 4])
    game.press(ANN)
    game.acts.odd[15] = ((), parse_hand("r9"))
    game.throw(BOB, "r6 o2 o3", [15, 16, 17])
    game.rest(2.0)
    assert game.told()[-2:] == ["pass Ann", "throw Bob: unsure"]
    game.acts.odd.clear()
    game.throw(BOB, "k6 r10 o1", [15, 16, 17])
    game.rest()
    assert game.told() == ["throw Bob: rejected"] and game.rules() == {Rule.THROWN_TWICE}


@pytest.mark.parametrize("names", [[10], [10, 11]], ids=["it alone", "and one beside it"])
def test_the_die_that_is_waited_for_may_be_thrown_again(names: list[int]) -> None:
    game = thrown_doubtfully()
    game.acts.odd.clear()
    count, places = len(names), [(480.0, 70.0), (520.0, 70.0)]
    game.acts.throw(names, parse_hand("r6 r9")[:count], places[:count])
    game.rest()
    assert game.told() == ["rethrow Bob"]


def test_a_throw_before_the_own_turn_may_be_repeated_while_it_waits() -> None:
    game = Game().start()
    game.throw(ANN, "b3 b4 b5 r1 k2 o7 o8 r13 k12")
    game.acts.odd[10] = ((), parse_hand("k6"))
    game.throw(BOB, BOBS)
    game.rest(2.0)
    assert game.told()[-1] == "throw Bob: unsure"
    game.acts.odd.clear()
    game.throw(BOB, "r6 r9 r8 r1 o12 o13 o5 k5 k3")
    game.rest()
    assert game.told() == ["rethrow Bob"]


def test_a_press_counts_for_the_table_as_it_was_pressed_on() -> None:
    """Bob's throw is not told yet when he presses: a die is out of sight. Until it is found, Ann
    lays dice without a throw: Bob has passed all the same, and she is named."""
    game = Game().opened()
    game.press(BOB)
    game.throw(ANN, "r2 k3", [3, 4])
    game.press(ANN)
    hidden = game.acts.dice.pop(17)
    game.acts.throw([9, 10], parse_hand("r6 r9"), [(480.0, 70.0), (520.0, 70.0)])
    game.rest(0.6)
    game.press(BOB)
    game.rest(2.5)
    assert game.told() == ["pass Bob", "throw Ann", "pass Ann", "throw Bob: unsure"]
    game.lay([5, 6, 7], (200.0, 220.0))
    game.acts.dice[17] = hidden
    game.rest()
    game.press(ANN)
    assert game.told()[1:] == ["pass Bob", "table Ann: rejected"]
    assert game.rules() == {Rule.NOT_THROWN}


@contextmanager
def hand_in_picture(game: Game) -> Iterator[None]:
    """Nothing is told as long as it is there."""
    settler = game.watched.settler
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(settler, "step", partial(settler.step, hand=True))
        yield


@pytest.mark.parametrize("seat", [BOB, None], ids=["the player", "the referee"])
def test_a_press_is_for_the_turn_in_which_it_was_made(seat: int | None) -> None:
    """Bob presses when Ann's hand is over the table already: her turn does not end by that."""
    game = Game().opened()
    game.acts.carry(9, 60.0 + 3 * 16.6, 140.0)
    game.rest()
    with hand_in_picture(game):
        game.acts.collect([3, 4])
        game.watched.press(seat)
        game.acts.shake()
        game.acts.pour(dict(zip((3, 4), parse_hand("r2 k3"), strict=True)), FAR)
    game.rest(2.0)
    assert game.told() == ["table Bob", "throw Ann"]


LAID = 60.0 + 3 * 16.6
"""Where the fourth die of the run on the table lies."""


@pytest.mark.parametrize("is_laid", [True, False], ids=["after a play", "after a pass"])
def test_a_thrown_die_that_rolled_against_a_set_is_of_the_hand(is_laid: bool) -> None:
    """Bob forgets the button, and a die of Ann's throw comes to lie in line with the run: it is
    handed over without that die, nothing is refused, and Ann may pull it back."""
    game = Game().opened()
    if is_laid:
        game.acts.carry(9, LAID, 140.0)
        game.rest()
    with hand_in_picture(game):
        beside = (LAID + is_laid * 16.6, 140.0)
        game.acts.throw([3, 5], parse_hand("r2 k3"), [(300.0, 400.0), beside])
    game.rest(2.0)
    assert game.told() == ["table Bob" if is_laid else "pass Bob", "throw Ann"]
    game.acts.carry(5, 340.0, 400.0)
    game.rest()
    game.press(ANN)
    assert game.told() == ["pass Ann"]


def test_a_thrown_die_against_which_others_are_laid_is_of_the_table() -> None:
    game = Game().opened()
    game.press(BOB)
    places = [(220.0, 250.0), (300.0, 400.0), (340.0, 400.0)]
    game.acts.throw([5, 3, 4], parse_hand("k8 o8 r8"), places)
    game.rest(2.0)
    assert game.told() == ["pass Bob", "throw Ann"]
    game.lay([3, 4], (220.0 + 16.6, 250.0))
    game.press(ANN)
    assert game.told() == ["table Ann"]


@pytest.mark.parametrize("is_first", [True, False], ids=["a first throw", "a later throw"])
def test_of_dice_that_just_rolled_onto_the_table_nobody_hears(is_first: bool) -> None:
    """One of the throw is still out of sight, so that it is not told yet."""
    game = Game().opened() if not is_first else Game().start()
    if is_first:
        game.throw(ANN, "b3 b4 b5 r1 k2 o7 o8 r13 k12")
        game.lay([0, 1, 2])
        game.press(ANN)
        game.acts.pour(dict(zip(range(9, 17), parse_hand(BOBS), strict=False)), ROLLED)
    else:
        game.press(BOB)
        game.acts.collect([3, 4, 5])
        game.acts.shake()
        game.acts.pour({3: parse_hand("r2")[0], 4: parse_hand("k3")[0]}, {**FAR, 4: (300.0, 250.0)})
    game.rest(0.6)
    assert game.notices() == {"waiting-for-dice"}


def test_a_press_that_is_heard_late_is_old() -> None:
    """The line to the board was cut for half a minute: meanwhile Bob has thrown."""
    game = Game().opened()
    game.rest(2.0)
    game.watched.last = game.watched.dispatcher.step(PressedButton(game.acts.at_s - 30.0, BOB))
    game.rest(1.0)
    assert game.told() == [] and "press-old" in game.notices()
    game.press(BOB)
    assert game.told() == ["pass Bob"]


@pytest.mark.parametrize(
    "after_s", [(2.0,), (2.0, 0.7), (2.0, 0.4, 0.4)], ids=["once", "twice", "three times"]
)
def test_a_press_in_the_dark_is_no_pass_of_who_has_laid_there(after_s: tuple[float, ...]) -> None:
    """No picture comes while Bob lays his b6 and presses, in doubt whether it was heard."""
    game = Game().opened()
    game.acts.blind_until_s = game.acts.at_s + 5.0
    game.acts.carry(9, 60.0 + 3 * 16.6, 140.0)
    for seconds in after_s:
        game.rest(seconds)
        game.watched.press(BOB, game.acts.at_s)
    assert game.told() == []
    game.rest(5.0)
    assert game.told() == ["table Bob"]


@pytest.mark.parametrize(
    ("laid", "told"),
    [
        pytest.param((9, 10, 11), ["pass Ann", "table Bob"], id="a set"),
        pytest.param((12,), ["pass Ann", "table Bob: rejected"], id="a lone die"),
        pytest.param((), [], id="nothing"),
    ],
)
def test_who_threw_before_the_own_turn_and_presses_over_own_dice_is_in_turn(
    laid: tuple[int, ...], told: list[str]
) -> None:
    """Nobody saw the first pass. What lies there tells of it; a press alone does not."""
    game = Game().start()
    game.throw(ANN, "b3 b4 b5 r1 k2 o7 o8 r13 k12")
    game.throw(BOB, "k7 k8 k9 o1 r12 b13 o4 r5 k1")
    if laid:
        game.lay(laid)
    assert game.told() == ["round Ann", "throw Ann", "throw Bob"]
    game.press(BOB)
    assert game.told() == told
    assert ("not-your-turn" in game.notices()) is not bool(laid)
