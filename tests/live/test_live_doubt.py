"""Dice that cannot be read, and what is told of them all the same: nothing that did not happen."""

from dataclasses import replace

import pytest

from tests.support.live_game import ANN, ANNS, BOB, BY_ITSELF, Game
from turbo.game.dice import parse_hand
from turbo.game.observation import Doubt, Point


def hand(game: Game, seat: int) -> list[str]:
    assert game.match.round is not None
    return sorted(map(str, game.match.round.hands[seat] or ()))


def test_a_die_that_was_picked_up_to_be_looked_at_is_not_thrown_again() -> None:
    """It was cut by the edge of the picture, and the throw waits for it."""
    game = Game().opened()
    game.press(ANN + 1)
    game.acts.odd[4] = ((Doubt.CUT,), ())
    game.throw(ANN, "r2 k3 o5", [3, 4, 5])
    game.acts.odd.clear()
    x_mm, y_mm = game.row(ANN)[7]
    die = game.acts.dice[4]
    game.acts.lift([4])
    game.rest(2.0)
    game.acts.dice[4] = replace(die, x_mm=x_mm, y_mm=y_mm - 40)
    game.rest()
    assert game.told() == ["pass Bob", "throw Ann: unsure", "correct Ann"]
    assert hand(game, ANN) == sorted(["r2", "k3", "o5", "o8", "r13", "k12"])


def test_a_kept_die_that_cannot_be_read_once_it_was_pushed_aside_was_not_thrown() -> None:
    """Another one went into the cup that could not be read either: they are not alike for that."""
    game = Game().opened()
    game.press(ANN + 1)
    game.acts.odd[5] = ((Doubt.COVERED,), ())
    game.rest(2.0)
    die = game.acts.dice[3]
    game.acts.odd[3] = ((Doubt.COVERED,), ())
    game.acts.carry(3, die.x_mm, die.y_mm - 40)
    game.acts.collect([5, 6])
    game.acts.odd.pop(5)
    game.acts.shake()
    faces = dict(zip([5, 6], parse_hand("k4 b9"), strict=True))
    game.acts.pour(faces, {5: (300.0, 370.0), 6: (350.0, 370.0)})
    game.rest()
    assert game.told() == ["pass Bob", "throw Ann: unsure"]
    game.answer("r1")
    assert game.told() == ["correct Ann"]
    assert hand(game, ANN) == sorted(["r1", "k2", "k4", "b9", "r13", "k12"])


@pytest.mark.parametrize(
    ("places", "told"),
    [
        pytest.param([(300.0, 370.0), (350.0, 370.0)], ["throw Ann"], id="thrown in haste"),
        pytest.param(None, [], id="turned where they lay"),
    ],
)
def test_a_quick_throw_is_one_where_the_dice_lie_elsewhere(
    places: list[Point] | None, told: list[str]
) -> None:
    game = Game().opened()
    game.press(ANN + 1)
    game.told()
    lay = [(game.acts.dice[name].x_mm, game.acts.dice[name].y_mm) for name in (5, 6)]
    game.acts.collect([5, 6])
    game.acts.shake(0.5)
    faces = dict(zip([5, 6], parse_hand("k4 b9"), strict=True))
    game.acts.pour(faces, dict(zip([5, 6], places or lay, strict=True)), frames=2)
    game.rest()
    assert game.told() == told
    assert ("hand-die-turned" in game.notices()) is not bool(told)


def test_nobody_is_convicted_by_a_kept_die_that_looks_like_a_thrown_one() -> None:
    """Red 1 was pushed aside and might be the orange 7, which went into the cup."""
    game = Game().opened()
    game.press(ANN + 1)
    die = game.acts.dice[3]
    game.acts.lift([3])
    game.acts.collect([5])
    game.acts.odd[3] = ((), parse_hand("o7"))
    game.acts.dice[3] = replace(die, y_mm=die.y_mm - 40)
    game.acts.collect([6])
    game.acts.shake()
    faces = dict(zip([5, 6], parse_hand("k4 b9"), strict=True))
    game.acts.pour(faces, {5: (300.0, 370.0), 6: (350.0, 370.0)})
    game.rest()
    game.answer("r1")
    assert game.told() == ["pass Bob", "throw Ann: unsure", "correct Ann"]
    assert hand(game, ANN) == sorted(["r1", "k2", "k4", "b9", "r13", "k12"])


def test_a_throw_that_waits_is_completed_and_not_told_again() -> None:
    """A die seemed to lie off the mat and was moved in; another could not be read and was named."""
    game = Game().opened()
    game.press(ANN + 1)
    game.acts.collect([3, 4])
    game.acts.shake()
    faces = dict(zip([3, 4], parse_hand("r2 k3"), strict=True))
    game.acts.pour(faces, {3: (300.0, 370.0), 4: (-8.0, 420.0)})
    game.rest()
    game.acts.odd[3] = ((), parse_hand("o2"))
    game.acts.carry_many({3: (300.0, 440.0), 4: (30.0, 370.0)})
    game.rest(4.0)
    assert game.told() == ["pass Bob", "throw Ann: unsure"]
    game.answer("r2")
    game.rest()
    assert game.told() == ["correct Ann"]


def test_a_die_that_cannot_be_read_once_it_was_tidied_away_was_not_thrown_again() -> None:
    """The throw waits for another one, and a hand hides the first for long."""
    game = Game().opened()
    game.press(ANN + 1)
    game.acts.odd[4] = ((Doubt.COVERED,), ())
    game.throw(ANN, "r2 k3 o5", [3, 4, 5])
    die = game.acts.dice[3]
    game.acts.lift([3])
    game.rest(2.0)
    game.acts.odd[3] = ((), parse_hand("o2"))
    game.acts.dice[3] = replace(die, x_mm=die.x_mm + 20.0)
    game.rest(2.0)
    assert game.told() == ["pass Bob", "throw Ann: unsure"]


def test_a_kept_die_under_a_thrown_one_does_not_make_the_throw_a_quick_one() -> None:
    """It is hidden only when the others come to lie, while these were in the cup for long."""
    game = Game().opened()
    game.press(ANN + 1)
    game.acts.collect([5, 6, 7])
    game.acts.shake()
    game.acts.covered.add(3)
    faces = dict(zip([5, 6, 7], parse_hand("k4 b9 o3"), strict=True))
    game.acts.pour(faces, {5: (300.0, 370.0), 6: (350.0, 370.0), 7: (400.0, 370.0)})
    game.rest(4.0)
    assert game.told() == ["pass Bob", "throw Ann: unsure"]
    assert "hand-die-turned" not in game.notices()


def test_dice_tidied_away_beside_a_rethrow_were_not_thrown_again() -> None:
    """A hand keeps them out of sight for as long as the other is in the cup."""
    game = Game().opened()
    game.press(ANN + 1)
    game.acts.odd[4] = ((Doubt.COCKED,), ())
    game.throw(ANN, "r2 k3 o5", [3, 4, 5])
    held = {name: game.acts.dice[name] for name in (5, 6, 7, 8)}
    game.acts.lift(list(held))
    game.acts.collect([4])
    game.acts.odd.clear()
    game.acts.shake()
    for name, die in held.items():
        game.acts.dice[name] = replace(die, x_mm=die.x_mm + 20.0)
    game.acts.pour({4: parse_hand("k4")[0]}, {4: (60.0, 370.0)})
    game.rest(3.0)
    assert game.told() == ["pass Bob", "throw Ann: unsure", "rethrow Ann"]


@pytest.mark.parametrize("bobs", ["b6 k9 k8 o1 r12 b13 o4 r5 r1", "r1 k9 k8 o1 r12 b13 o4 r5 b6"])
@pytest.mark.parametrize(
    "looks",
    [
        pytest.param("k12", id="looks like what it showed"),
        pytest.param("k5", id="looks like others alone"),
    ],
)
def test_a_die_of_the_others_throw_is_not_taken_for_one_in_doubt(bobs: str, looks: str) -> None:
    """Black 12 was pushed aside and cannot be read since. Bob's red 1 shows what a die of Ann
    shows, which was pushed aside as well and lies before her: it is none of hers for that."""
    game = Game(BY_ITSELF).start()
    game.throw(ANN, ANNS)
    doubtful, red = game.acts.dice[8], game.acts.dice[3]
    (shown,) = parse_hand(looks)
    game.acts.dice[8] = replace(doubtful, face=shown)
    game.acts.odd[8] = ((), parse_hand("o7"))
    aside = {8: (doubtful.x_mm, doubtful.y_mm - 40), 3: (red.x_mm, red.y_mm - 40)}
    game.acts.carry_many({**{name: (60.0 + 16.6 * name, 140.0) for name in range(3)}, **aside})
    game.throw(BOB, bobs)
    game.rest(3.0)
    assert game.told() == ["round Ann", "throw Ann", "table Ann", "throw Bob"]
    assert hand(game, ANN) == sorted(["r1", "k2", "o7", "o8", "r13", "k12"])
    assert hand(game, BOB) == sorted(bobs.split())
