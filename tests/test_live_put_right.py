"""What people do about a throw that went wrong, and how a round ends that nobody scores aloud."""

import pytest

from tests.live_game import ANN, ANNS, BOB, Game
from turbo.game.dice import parse_hand
from turbo.game.observation import Doubt

ACCUSED = {"die-missing", "hand-changed", "hand-die-turned", "was-it-cocked", "restore-table"}


def hand(game: Game, seat: int) -> list[str]:
    assert game.match.round is not None
    return sorted(map(str, game.match.round.hands[seat] or ()))


@pytest.mark.parametrize(
    ("back", "is_back"),
    [
        pytest.param("r2", True, id="as it lay"),
        pytest.param("r4", False, id="as it never lay"),
    ],
)
def test_a_die_that_was_hit_by_a_rethrow_is_set_back(back: str, is_back: bool) -> None:
    game = Game().opened()
    game.press(BOB)
    game.acts.odd[4] = ((Doubt.COCKED,), ())
    game.throw(ANN, "r2 k3 o5", [3, 4, 5])
    game.acts.odd.clear()
    game.acts.collect([4])
    game.acts.shake()
    game.acts.turn(3, parse_hand("k13")[0])
    x_mm, y_mm = game.row(ANN)[4]
    game.acts.pour({4: parse_hand("k4")[0]}, {4: (x_mm + 8.0, y_mm - 20.0)})
    game.rest(1.6)
    assert hand(game, ANN) == sorted(["k13", "k4", "o5", *ANNS.split()[6:]])
    game.told()
    game.acts.turn(3, parse_hand(back)[0])
    game.rest(1.0)
    assert game.told() == (["correct Ann"] if is_back else [])
    assert ("hand-die-turned" in game.notices()) is not is_back
    if is_back:
        assert hand(game, ANN) == sorted(["r2", "k4", "o5", *ANNS.split()[6:]])
        assert not ACCUSED & game.notices()


def test_who_throws_after_the_others_throw_came_up_as_before_has_not_thrown_twice() -> None:
    game = Game().opened()
    game.press(BOB)
    game.throw(ANN, "r2", [3])
    game.throw(BOB, "k1", [17])
    game.throw(ANN, "r3", [3])
    game.rest(1.0)
    told = game.told()
    assert told[:2] == ["pass Bob", "throw Ann"] and told[-1] == "throw Ann"
    assert not any("rejected" in one for one in told)
    assert "was-it-cocked" not in game.notices()


def test_dice_that_are_cleared_away_after_the_last_blank_turn_were_passed() -> None:
    game = Game().opened()
    game.press(BOB)
    faces = ("r2 k3 o9 o1 r5 k11", "k2 r7 b1 o3 r6 k5")
    for turn in range(4):
        seat, names = (ANN, range(3, 9)) if turn % 2 == 0 else (BOB, range(9, 15))
        game.throw(seat, faces[turn // 2], names)
        game.press(seat)
    game.throw(ANN, "o2 k6 r8 o12 b9 r11", range(3, 9))
    game.told()
    assert game.match.round is not None and game.match.round.blanks == 5
    game.acts.lift(list(game.acts.dice))
    game.rest(1.0)
    assert game.told() == ["pass Ann"]
    assert game.match.round is None and game.match.results[-1].by is not None
    assert "round-unfinished" not in game.notices()
