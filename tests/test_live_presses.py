"""Presses and throws while something else is still open: a doubt, a die out of sight, a refusal."""

import pytest

from tests.live_game import ANN, BOB, BOBS, Game
from turbo.dice import parse_hand
from turbo.observation import Doubt
from turbo.rules import Rule


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
