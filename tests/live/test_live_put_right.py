"""What people do about a throw that went wrong, and how a round ends that nobody scores aloud."""

from dataclasses import replace

import pytest

from tests.support.live_game import ANN, ANNS, BOB, BOBS, Game
from turbo.game.dice import parse_hand
from turbo.game.layout import Rule
from turbo.game.observation import Doubt
from turbo.live.inputs import Choice, Tick
from turbo.live.tuning import LiveTuning

ACCUSED = {"die-missing", "hand-changed", "hand-die-turned", "was-it-cocked", "restore-table"}


def hand(game: Game, seat: int) -> list[str]:
    assert game.match.round is not None
    return sorted(map(str, game.match.round.hands[seat] or ()))


def hit_by_a_rethrow(game: Game) -> None:
    """Ann's throw had a cocked die; thrown again, it tips the r2 beside it to k13."""
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


@pytest.mark.parametrize(
    ("turned", "face", "is_back"),
    [
        pytest.param(3, "r2", True, id="the die that was hit, as it lay"),
        pytest.param(3, "r4", False, id="as it never lay"),
        pytest.param(3, "r1", False, id="as it lay before the throw"),
        pytest.param(5, "r2", False, id="another die, to what the hit one showed"),
        pytest.param(5, "k3", False, id="another die, to what the cocked one seemed to show"),
    ],
)
def test_only_what_was_hit_is_set_back(turned: int, face: str, is_back: bool) -> None:
    game = Game().opened()
    hit_by_a_rethrow(game)
    assert hand(game, ANN) == sorted(["k13", "k4", "o5", *ANNS.split()[6:]])
    game.told()
    game.acts.turn(turned, parse_hand(face)[0])
    game.rest(1.0)
    assert game.told() == (["correct Ann"] if is_back else [])
    assert ("hand-die-turned" in game.notices()) is not is_back
    assert ("set-back" in game.notices()) is is_back, "what is put right is said"
    if is_back:
        assert hand(game, ANN) == sorted(["r2", "k4", "o5", *ANNS.split()[6:]])
        assert not ACCUSED & game.notices()
    game.press(ANN)
    assert game.told() == (["pass Ann"] if is_back else ["pass Ann: rejected"])


@pytest.mark.parametrize("seat", [ANN, BOB])
def test_a_die_is_set_back_that_was_hit_before_the_throw_was_told(seat: int) -> None:
    """One of the nine lay under another: nothing was told until that one had been thrown again."""
    game, faces = Game().start(), [ANNS, BOBS][seat].split()
    if seat == BOB:
        game.throw(ANN, ANNS)
        game.press(ANN)
    first = 9 * seat
    game.acts.covered.add(first + 8)
    game.acts.odd[first + 7] = ((Doubt.STACKED,), ())
    game.throw(seat, " ".join(faces))
    game.acts.odd.clear()
    game.acts.collect([first + 7])
    game.acts.covered.clear()
    game.acts.shake()
    game.acts.turn(first + 3, parse_hand("r3")[0])
    game.acts.pour({first + 7: parse_hand("r11")[0]}, {first + 7: game.middle(1)[0]})
    game.rest(1.6)
    assert hand(game, seat) == sorted([*faces[:3], "r3", *faces[4:7], "r11", faces[8]])
    game.acts.turn(first + 3, parse_hand(faces[3])[0])
    game.rest(1.0)
    assert not ACCUSED & game.notices()
    game.told()
    game.press(seat)
    assert game.told() == [f"pass {['Ann', 'Bob'][seat]}"]
    assert hand(game, seat) == sorted([*faces[:7], "r11", faces[8]])


def test_a_die_that_is_quickly_thrown_again_is_asked_about_and_nobody_is_accused() -> None:
    """It was gone for less than a second and a fifth and lies elsewhere: thrown from the hand, or
    turned and laid there."""
    game = Game().opened()
    x_mm, y_mm = game.row(BOB)[2]
    game.acts.collect([11])
    game.acts.shake(0.6)
    game.acts.pour({11: parse_hand("r6")[0]}, {11: (x_mm, y_mm + 50.0)}, frames=2)
    game.rest(1.0)
    assert game.told() == []
    assert ACCUSED & game.notices() == {"was-it-cocked"}
    game.decide(Choice.COCKED)
    game.press(BOB)
    assert game.told() == ["rethrow Bob", "pass Bob"]


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


@pytest.mark.parametrize(
    ("names", "is_over"),
    [
        pytest.param([3, 4], True, id="two dice go into the cup"),
        pytest.param([3], False, id="one is looked at"),
    ],
)
def test_who_takes_up_dice_tells_the_others_pass(names: list[int], is_over: bool) -> None:
    game = Game().opened()
    game.acts.collect(names)
    game.rest(1.6)
    assert game.told() == (["pass Bob"] if is_over else [])
    places = dict(zip(names, game.middle(len(names)), strict=True))
    game.acts.pour(dict(zip(names, parse_hand("r6 k10"), strict=False)), places)
    game.rest(1.0)
    assert game.told() == (["throw Ann"] if is_over else ["pass Bob", "throw Ann"])


def test_a_pass_is_taken_back_when_its_player_goes_on() -> None:
    game = Game().opened()
    game.acts.lift([3, 4])
    game.rest(1.6)
    assert game.told() == ["pass Bob"]
    for name, face in ((3, "r1"), (4, "k2")):
        game.acts.put(name, parse_hand(face)[0], *game.row(ANN)[name])
    game.rest(1.0)
    game.acts.carry(9, 60.0 + 3 * 16.6, 140.0)
    game.rest(1.0)
    game.press(BOB)
    assert game.match.round is not None and game.match.round.table.count.total() == 4
    assert game.match.round.turn == ANN and not ACCUSED & game.notices()


def test_under_a_hand_that_gathers_dice_the_pass_is_told() -> None:
    game = Game().opened()
    settler, taken = game.watched.settler, [3, 4]
    for name in taken:
        del game.acts.dice[name]
    for _ in range(14):
        game.acts.at_s += 0.1
        seen = settler.step(game.acts.at_s, game.acts.observation(), hand=True)
        for one in (seen, Tick(game.acts.at_s)):
            if one is not None:
                game.watched.dispatcher.step(one)
    assert game.told() == ["pass Bob"]


def test_a_throw_that_tips_a_die_of_a_set_waits_until_it_is_set_right() -> None:
    """The tipped one was taken for a thrown one, and the throw refused for a die too many."""
    game = Game().opened()
    game.press(BOB)
    lay, names = game.acts.dice[1], [3, 4]
    game.acts.collect(names)
    game.acts.shake()
    game.acts.put(1, parse_hand("r9")[0], lay.x_mm + 9.0, lay.y_mm + 30.0, 20.0)
    places = [(x + 14.0, y - 14.0) for x, y in game.row(ANN)[3:5]]
    faces = dict(zip(names, parse_hand("r6 k10"), strict=True))
    game.acts.pour(faces, dict(zip(names, places, strict=True)))
    game.rest(2.0)
    assert game.told() == ["pass Bob"]
    game.acts.lift([1])
    game.acts.put(1, lay.face, lay.x_mm, lay.y_mm)
    game.rest(1.0)
    assert game.told() == ["throw Ann"] and not ACCUSED & game.notices()
    assert hand(game, ANN) == sorted(["r6", "k10", *ANNS.split()[5:]])


def test_who_pushes_all_dice_aside_to_throw_one_again_that_fell_off_has_not_thrown_twice() -> None:
    """All nine were out of sight at once; the one beside the mat could be read there too."""
    game, names = Game().start(), list(range(9))
    places = dict(zip(names, game.row(ANN), strict=True)) | {8: (-8.0, 420.0)}
    game.acts.pour(dict(zip(names, parse_hand(ANNS), strict=True)), places)
    game.rest(1.0)
    assert game.told() == ["round Ann", "throw Ann: unsure"]
    game.acts.collect(names)
    game.acts.shake()
    places = {name: (x, y - 24.0) for name, (x, y) in enumerate(game.row(ANN))}
    game.acts.pour(dict(zip(names, parse_hand(ANNS.replace("k12", "k4")), strict=True)), places)
    game.rest(2.0)  # a strange die may lie there: surer once all has lain still for a while
    assert game.told() == ["rethrow Ann"]
    assert hand(game, ANN) == sorted(ANNS.replace("k12", "k4").split())


def test_dice_laid_in_a_row_that_show_what_they_showed_were_not_thrown() -> None:
    game, names = Game().opened(), [3, 4, 5]
    game.press(BOB)
    lay = [game.acts.dice[name].face for name in names]
    game.acts.lift(names)
    game.acts.shake()
    for place, (name, face) in enumerate(zip(names, lay, strict=True)):
        game.acts.put(name, face, 200.0 + place * 16.6, 240.0)
    game.rest(1.0)
    game.press(ANN)
    assert game.told() == ["pass Bob", "table Ann: rejected"]
    assert Rule.NOT_THROWN in game.rules()


def test_a_pass_stands_when_the_next_throw_shows_what_it_showed_and_a_face_of_that_hand() -> None:
    """Nothing seems to have been thrown, and a die lies at a set that could be the passer's."""
    game = Game().opened(bobs=BOBS.replace("o1", "r1"))
    game.acts.collect([3, 4])
    game.rest(1.6)
    assert game.told() == ["pass Bob"]
    same = dict(zip([3, 4], parse_hand("r1 k2"), strict=True))
    game.acts.pour(same, {3: (60.0 + 3 * 16.6, 140.0), 4: game.row(ANN)[4]})
    game.rest(1.0)
    assert game.match.round is not None and game.match.round.turn == ANN


@pytest.mark.parametrize(
    ("away_s", "told"),
    [
        pytest.param(2.0, ["throw Ann", "pass Ann", "throw Bob"], id="its place was bare"),
        pytest.param(0.0, ["throw Bob: rejected"], id="it was only nudged"),
    ],
)
def test_a_throw_may_come_to_lie_where_it_lay_and_as_it_lay(away_s: float, told: list[str]) -> None:
    """The next who throws is not out of turn then."""
    game = Game().opened()
    game.press(BOB)
    assert game.told() == ["pass Bob"]
    lay = game.acts.dice[3]
    game.acts.collect([3])
    game.rest(away_s)
    game.acts.pour({3: lay.face}, {3: (lay.x_mm + 9.0, lay.y_mm + 3.0)})
    game.rest(0.8)
    game.throw(BOB, "k2 k3 k4 k5", [9, 10, 11, 12])
    assert game.told() == told


def hit_under_a_hand(game: Game, over: tuple[int, int], face: str, last: int) -> None:
    """A hand goes over these two and what lies around them; the last die comes and tips die 3."""
    for name in over:
        game.acts.reach([name], 3, radius_mm=200.0)
    lay = game.acts.dice[3]
    game.acts.dice[3] = replace(lay, face=parse_hand(face)[0], x_mm=lay.x_mm + 5.0)
    game.acts.pour({last: parse_hand("r11")[0]}, {last: (400.0, 380.0)})
    game.rest(1.0)


def test_of_a_first_throw_a_die_is_set_back_that_was_hit_while_one_was_off_the_mat() -> None:
    """Nothing was told until the ninth lay there. A hand was over all the others meanwhile."""
    game, faces = Game(LiveTuning()), ANNS.split()
    game.rest(0.6)
    game.throw(ANN, " ".join(faces[:8]), range(8))
    hit_under_a_hand(game, (0, 7), "r3", 8)
    assert game.told() == ["round Ann", "throw Ann"]
    assert hand(game, ANN) == sorted([*faces[:3], "r3", *faces[4:8], "r11"])
    game.acts.turn(3, parse_hand(faces[3])[0])
    game.rest(1.0)
    assert game.told() == ["correct Ann"] and not ACCUSED & game.notices()
    assert hand(game, ANN) == sorted([*faces[:8], "r11"])


def test_of_a_later_throw_too_a_die_is_set_back_that_was_hit_before_it_was_told() -> None:
    """A hand over the dice that lay there makes them seem to have come only after it."""
    game = Game(LiveTuning()).opened()
    game.press(BOB)
    game.acts.collect([3, 4, 5])
    game.acts.shake()
    row = dict(zip((3, 4), game.row(ANN)[3:5], strict=True))
    game.acts.pour(dict(zip(row, parse_hand("r2 k3"), strict=True)), row)
    game.rest(0.8)
    assert game.told() == ["pass Bob"]
    hit_under_a_hand(game, (3, 8), "o5", 5)
    assert game.told() == ["throw Ann"] and "o5" in hand(game, ANN)
    game.acts.turn(3, parse_hand("r2")[0])
    game.rest(1.0)
    assert game.told() == ["correct Ann"] and not ACCUSED & game.notices()
    assert "r2" in hand(game, ANN) and "o5" not in hand(game, ANN)
