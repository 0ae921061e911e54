"""How strangers play: what films showed that nobody here had thought of, each acted out by hand."""

from collections import Counter
from dataclasses import replace

import pytest

from tests.support.live_game import ANN, ANNS, BOB, BOBS, BY_ITSELF, Game
from tests.support.standing import CUP, stand
from tools.trials.table_acts import HIGH_MM, PITCH_MM
from turbo.game.dice import parse_hand
from turbo.game.events import Passed
from turbo.game.match import Options
from turbo.game.observation import Doubt, Point
from turbo.live.inference import events_to
from turbo.live.inputs import Choice
from turbo.live.occlusion import StandingOccluder
from turbo.live.settling import Cause, TableDisturbed

BEYOND = replace(CUP, covers=False)
"""The same on the bare table, at the edge of the mat."""


def test_a_die_against_a_set_that_seems_cocked_swallows_no_die_that_is_laid() -> None:
    """Her throw waits for that die; meanwhile she lays another one at a run, as she may."""
    game = Game(BY_ITSELF).opened()
    game.press(BOB)
    game.acts.odd[3] = ((Doubt.COCKED,), ())
    game.throw(ANN, "k6 b6", [3, 4])
    assert game.told() == ["pass Bob", "throw Ann: unsure"]
    game.acts.carry(4, 60.0 + 3 * 16.6, 140.0)
    game.rest(1.0)
    del game.acts.odd[3]
    game.rest(3.0)
    told = game.told()
    assert told[-1] == "table Ann" and "pass Ann" not in told
    assert game.match.round is not None
    assert len(game.match.round.table.dice) == 4


def test_a_ninth_die_behind_the_cup_is_no_short_throw() -> None:
    game = Game().start()
    stand(game, CUP)
    game.throw(ANN, " ".join(ANNS.split()[:8]), range(8))
    game.rest(9.0)
    assert game.told() == ["round Ann", "throw Ann: unsure"]
    assert "lift-thing" in game.notices()
    stand(game)
    game.acts.put(8, parse_hand("k12")[0], 470.0, 410.0)
    game.rest()
    assert game.told() == ["correct Ann"]


def test_a_die_that_is_laid_where_the_cup_stood_is_no_hidden_one() -> None:
    """One of nine was off the mat, while the cup stood there. It is thrown again and all are laid
    tidily, one of them where the cup had been: the next throw is the other's alone."""
    game = Game(BY_ITSELF).start()
    stand(game, CUP)
    game.throw(ANN, " ".join(ANNS.split()[:8]), range(8))
    game.rest(2.0)
    assert game.told() == ["round Ann", "throw Ann: unsure"]
    stand(game)
    game.acts.put(8, parse_hand("k12")[0], 300.0, 250.0)
    game.rest(1.0)
    for place, name in enumerate((0, 1, 2, 4, 5, 6, 7, 8)):
        game.acts.carry(name, 70.0 + 40 * place, 430.0)
    game.acts.carry(3, 470.0, 410.0)
    game.rest(2.0)
    assert game.told() == ["correct Ann"]
    game.throw(BOB, BOBS)
    assert game.told() == ["throw Bob"]
    assert game.match.round is not None
    hands = [Counter(hand or ()) for hand in game.match.round.hands]
    assert hands == [Counter(parse_hand(ANNS)), Counter(parse_hand(BOBS))]


def test_what_was_laid_while_the_throw_waited_is_no_throw_among_the_sets() -> None:
    """One of the throw is behind the cup; of the others she lays three, which make no set. When the
    cup is lifted her press is no pass."""
    game = Game(BY_ITSELF).opened()
    game.press(BOB)
    stand(game, CUP)
    game.acts.collect([3, 4, 5, 6, 7])
    game.acts.shake()
    game.acts.covered.add(7)
    places = {name: (80.0 + 50 * (name - 3), 400.0) for name in (3, 4, 5, 6)} | {7: (470.0, 410.0)}
    game.acts.pour(dict(zip(range(3, 8), parse_hand("r2 k3 o9 o1 r5"), strict=True)), places)
    game.rest(4.0)
    for name in (3, 4, 5, 6):
        game.acts.carry(name, 90.0 + 50 * (name - 3), 432.0)
    game.rest(1.0)
    game.lay([3, 4, 5], (250.0, 250.0))
    assert game.told() == ["pass Bob", "throw Ann: unsure"]
    stand(game)
    game.acts.covered.clear()
    game.rest(1.5)
    assert game.told() == ["correct Ann"]
    game.press(ANN)
    assert game.told() == ["table Ann: rejected"]


@pytest.mark.parametrize(
    "stands_s",
    [
        pytest.param(0.0, id="the cup was not moved"),
        pytest.param(1e6, id="the cup was set down since"),
    ],
)
def test_a_foreign_die_beside_one_behind_the_cup_is_no_throw(stands_s: float) -> None:
    """Nobody can tell it from one that was thrown again: it is asked."""
    game = Game(BY_ITSELF).opened()
    game.press(BOB)
    stand(game, replace(CUP, since_s=stands_s))
    game.throw(ANN, "r2 k3", [3, 4])
    assert game.told() == ["pass Bob", "throw Ann"]
    game.acts.lift([4])
    game.rest(2.0)
    game.acts.put(20, parse_hand("o9")[0], 300.0, 250.0)
    game.rest(2.0)
    assert (game.told(), game.notices()) == ([], {"was-it-cocked"})


def test_of_a_second_throw_only_the_die_behind_the_cup_is_missed() -> None:
    game = Game(BY_ITSELF).opened()
    stand(game, CUP)
    game.acts.collect(list(range(9, 18)))
    game.acts.shake()
    game.acts.covered.add(17)
    places = {
        name: (x + 14, y + 12) for name, (x, y) in zip(range(9, 18), game.row(BOB), strict=True)
    }
    thrown = parse_hand("o2 o3 r6 r7 b8 b9 k10 k11 b12")
    game.acts.pour(dict(zip(range(9, 18), thrown, strict=True)), places)
    game.rest(1.5)
    (lift,) = (one for one in game.watched.last.notices if one.key == "lift-thing")
    assert lift.values[:2] == ("Bob", "1")


def test_a_table_die_behind_the_cup_is_not_missed() -> None:
    game = Game().opened()
    stand(game, CUP)
    game.acts.lift([1])
    game.rest(3.0)
    assert "lift-thing" in game.notices() and "die-missing" not in game.notices()


def test_what_stands_over_the_missing_die_is_to_be_lifted() -> None:
    """The cup stands elsewhere: who is sent there finds nothing."""
    game = Game().opened()
    die = game.acts.dice[1]
    x, y = round(die.x_mm), round(die.y_mm)
    phone = StandingOccluder(
        ((x - 20, y - 20), (x + 20, y - 20), (x + 20, y + 20), (x - 20, y + 20)), 0.0
    )
    stand(game, CUP, phone)
    game.acts.lift([1])
    game.rest(3.0)
    (lift,) = (one for one in game.watched.last.notices if one.key == "lift-thing")
    assert lift.values[2:] == (str(x), str(y))


@pytest.mark.parametrize(
    ("side", "told"),
    [
        pytest.param(ANN, ["round Ann", "throw Ann"], id="the hand came from Ann's side"),
        pytest.param(BOB, ["round Bob", "throw Bob"], id="from Bob's side"),
        pytest.param(None, [], id="nobody saw from where"),
    ],
)
def test_who_starts_with_a_throw_that_scatters(side: int | None, told: list[str]) -> None:
    game = Game()
    game.rest(0.6)
    game.watched.dispatcher.step(TableDisturbed(game.acts.at_s, Cause.HAND, side))
    game.throw(ANN, ANNS, to="middle")
    assert game.told() == told
    assert ("who-starts" in game.notices()) == (side is None)


def test_who_reaches_in_after_the_first_dice_has_not_poured_them() -> None:
    game = Game()
    game.rest(0.6)
    game.watched.dispatcher.step(TableDisturbed(game.acts.at_s, Cause.HAND, ANN))
    nine = dict(enumerate(parse_hand(ANNS)))
    places = dict(zip(nine, game.middle(9), strict=True))
    game.acts.pour(
        {name: nine[name] for name in range(5)}, {name: places[name] for name in range(5)}
    )
    game.rest(0.8)
    game.watched.dispatcher.step(TableDisturbed(game.acts.at_s, Cause.HAND, BOB))
    game.acts.pour({name: nine[name] for name in range(5, 9)}, {n: places[n] for n in range(5, 9)})
    game.rest(0.8)
    assert game.told() == ["round Ann", "throw Ann"]


def test_who_starts_is_answered_at_once_though_a_hand_is_there() -> None:
    game = Game()
    game.rest(0.6)
    game.throw(ANN, ANNS, to="middle")
    game.watched.dispatcher.step(TableDisturbed(game.acts.at_s, Cause.HAND))
    game.watched.press(ANN)
    assert game.told() == ["round Ann", "throw Ann"]


@pytest.mark.parametrize("is_read", [True, False], ids=["all read", "a die of the hand unread"])
def test_who_passed_is_not_refused_for_a_set_that_the_next_throw_shoves(is_read: bool) -> None:
    game = Game().opened()
    if not is_read:
        game.acts.odd[12] = ((Doubt.COVERED,), ())
        x_mm, y_mm = game.acts.dice[12].x_mm, game.acts.dice[12].y_mm
        game.acts.carry(12, x_mm + 4.0, y_mm - 24.0)
    game.acts.slide(2, 60.0 + 2 * 16.6 + 9.0, 146.0)
    game.throw(ANN, "r2 k3 o9 o1 r5 k11", range(3, 9))
    game.rest(2.0)
    assert game.told() == ["pass Bob", "throw Ann"]


def test_a_legal_table_is_handed_over_two_seconds_after_the_hands_are_gone() -> None:
    game = Game(BY_ITSELF).start()
    game.throw(ANN, ANNS)
    game.lay([0, 1, 2])
    game.rest(1.6)
    assert game.told() == ["round Ann", "throw Ann", "table Ann"]


def test_who_lays_more_after_that_takes_it_back_openly() -> None:
    game = Game(BY_ITSELF).start()
    game.throw(ANN, "b3 b4 b5 b6 k2 o7 o8 r13 k12")
    game.lay([0, 1, 2])
    game.rest(2.0)
    game.acts.carry(3, 60.0 + 3 * 16.6, 140.0)
    game.rest(3.0)
    assert game.told() == ["round Ann", "throw Ann", "table Ann"]
    assert game.match.round is not None
    assert len(game.match.round.table.dice) == 4 and game.match.round.turn == BOB


@pytest.mark.parametrize("option", ["advice", "strict_block"])
def test_a_way_back_over_a_pass_is_found_where_a_pass_costs_a_search(option: str) -> None:
    """It is judged before it is told, and then no search is asked for."""
    match = Game().opened().match
    assert match.round is not None
    one, other = match.round.hands
    table = match.round.table
    match = replace(match, options=Options(**{option: True}))
    sequence = events_to(match, (one or (), other or ()), table, ANN)
    assert sequence == (Passed("Bob"),)


def test_a_first_throw_that_lost_a_die_is_waited_for() -> None:
    """It rolled off the table, and she goes after it: nobody is refused meanwhile."""
    game = Game().start()
    game.throw(ANN, " ".join(ANNS.split()[:8]), range(8))
    game.rest(4.0)
    game.acts.put(8, parse_hand("k12")[0], 520.0, 400.0)
    game.rest()
    assert game.told() == ["round Ann", "throw Ann"]
    game.throw(BOB, BOBS)
    assert game.told() == ["throw Bob"]


def test_a_throw_after_a_pass_that_nobody_saw_is_no_early_one() -> None:
    """Ann passes at once, Bob throws and passes, Ann throws: nobody threw twice."""
    game = Game().start()
    game.throw(ANN, ANNS)
    game.rest(3.0)
    game.throw(BOB, BOBS)
    assert game.told() == ["round Ann", "throw Ann", "throw Bob"]
    game.rest(3.0)
    game.throw(ANN, "r2 k3 o9 o1 r5 k11 b10 r8 k4")
    game.rest(2.0)
    assert game.told() == ["pass Ann", "pass Bob", "throw Ann"]


def test_of_such_a_throw_a_die_that_came_up_as_before_was_not_laid() -> None:
    """It rolled into the middle and shows what it showed: it is of the throw all the same."""
    game = Game().start()
    game.throw(ANN, ANNS)
    game.rest(3.0)
    game.throw(BOB, BOBS)
    assert game.told() == ["round Ann", "throw Ann", "throw Bob"]
    game.rest(3.0)
    same = ANNS.split()[0]
    game.throw(ANN, f"{same} k3 o9 o1 r5 k11 b10 r8 k4", to="middle")
    game.rest(2.0)
    assert game.told() == ["pass Ann", "pass Bob", "throw Ann"]


def test_who_lays_after_such_a_throw_threw_once() -> None:
    game = Game(BY_ITSELF).start()
    game.throw(ANN, ANNS)
    game.rest(3.0)
    game.throw(BOB, "k6 k7 k8 o1 o3 r4 b13 k10 r12")
    game.lay([9, 10, 11])
    game.rest(6.0)
    assert game.told() == ["round Ann", "throw Ann", "throw Bob", "pass Ann", "table Bob"]
    assert "throw-unseen" not in game.notices()


def test_a_die_that_a_rethrow_shoves_stays_of_the_hand() -> None:
    """It lies in the middle where it landed, and the die that is thrown again hits it."""
    game = Game().opened()
    game.press(BOB)
    game.throw(ANN, "r2 k3", [3, 4], to="middle")
    assert game.told() == ["pass Bob", "throw Ann"]
    x_mm, y_mm = game.acts.dice[4].x_mm, game.acts.dice[4].y_mm
    game.acts.collect([3])
    game.acts.shake()
    game.acts.slide(4, x_mm + 12.0, y_mm)
    game.acts.pour({3: parse_hand("o9")[0]}, {3: (x_mm - 30.0, y_mm + 4.0)})
    game.rest()
    game.decide(Choice.COCKED)
    assert game.told() == ["rethrow Ann"]
    assert game.match.round is not None
    assert sorted(map(str, game.match.round.hands[ANN] or ())) == sorted(
        ["o9", "k3", *ANNS.split()[5:]]
    )


def test_a_throw_that_waits_is_whole_once_all_lie_open_however_they_were_shoved() -> None:
    """The die that is put right by hand pushes another one far into the middle, and breaks the
    set up: nobody could follow it, but what is left over of eighteen is the throw."""
    game = Game().opened()
    game.press(BOB)
    game.acts.odd[3] = ((Doubt.COCKED,), ())
    game.throw(ANN, "r2 k3", [3, 4], to="middle")
    assert game.told() == ["pass Bob", "throw Ann: unsure"]
    del game.acts.odd[3]
    game.acts.slide(4, 300.0, 150.0)
    game.acts.slide(2, 60.0 + 2 * 16.6 + 9.0, 154.0)
    game.acts.turn(3, parse_hand("o9")[0])
    game.rest(1.6)
    assert game.told()[-1] == "correct Ann"
    assert game.match.round is not None and game.match.waiting is None
    hand = ["o9", "k3", *ANNS.split()[5:]]
    assert sorted(map(str, game.match.round.hands[ANN] or ())) == sorted(hand)
    assert not {"die-missing", "hand-changed", "hand-die-turned"} & game.notices()


@pytest.mark.parametrize(
    ("is_passed", "told"),
    [
        pytest.param(True, ["throw Ann"], id="who is to throw"),
        pytest.param(False, ["pass Bob", "throw Ann"], id="after a pass that nobody saw"),
    ],
)
def test_a_throw_too_quick_to_be_seen_is_found_among_broken_sets(
    is_passed: bool, told: list[str]
) -> None:
    game = Game().opened()
    if is_passed:
        game.press(BOB)
        game.told()
    for name, face in zip(range(3, 9), parse_hand("r2 k3 o9 o1 r5 k11"), strict=True):
        game.acts.put(name, face, 60.0 + 27.0 * name, 140.0 + 4.0 * name, 20.0 * name)
    game.acts.slide(2, 60.0 + 2 * 16.6 + 9.0, 154.0)
    game.rest(3.0)
    assert game.told() == told
    assert "throw-unseen" in game.notices()
    assert not {"die-missing", "hand-changed", "hand-die-turned"} & game.notices()


def test_who_passed_is_not_refused_for_a_die_that_the_next_throw_has_hit() -> None:
    """Nothing of Bob's hand was laid, whatever is gone from the table meanwhile."""
    game = Game().opened()
    game.acts.lift([2])
    game.throw(ANN, "r2 k3 o9 o1 r5 k11", range(3, 9))
    assert game.told() == ["pass Bob", "throw Ann"]
    game.rest(1.0)
    assert "die-missing" in game.notices()


def test_a_cup_at_the_edge_holds_nothing_up_and_hides_nothing() -> None:
    game = Game(BY_ITSELF).start()
    stand(game, BEYOND)
    game.throw(ANN, ANNS)
    game.lay([0, 1, 2])
    game.rest(1.6)
    assert game.told() == ["round Ann", "throw Ann", "table Ann"]
    game.acts.lift([1])
    game.rest(3.0)
    assert "die-missing" in game.notices()
    assert not {"lift-thing", "hand-rests"} & game.notices()


SUSPECTED = ((Doubt.COCKED,), ())


def test_a_die_that_only_seems_to_lean_holds_up_no_throw() -> None:
    """It lies free and its top is square: who throws it again has made a rethrow of it."""
    game = Game().opened()
    game.press(BOB)
    game.acts.odd[3], game.acts.doubted = SUSPECTED, 0.5
    game.throw(ANN, "k6 b6", [3, 4])
    game.rest(1.0)
    assert game.told() == ["pass Bob", "throw Ann"]
    assert "rethrow-cocked" not in game.notices() and not game.watched.last.questions
    del game.acts.odd[3]
    game.throw(ANN, "o9", [3])
    assert game.told() == ["rethrow Ann"]


@pytest.mark.parametrize(
    ("doubt", "place", "is_believed"),
    [
        (Doubt.STACKED, (317.0, 400.0), True),
        (Doubt.STACKED, (20.0, HIGH_MM - 15.0), True),
        (Doubt.COCKED, (20.0, HIGH_MM - 13.0), False),
    ],
    ids=["beside one seen whole", "near the rim", "on the rim"],
)
def test_a_die_needs_something_to_lean_or_to_lie_on(
    doubt: Doubt, place: Point, is_believed: bool
) -> None:
    """From beside the table a far die looks as if it lay on its neighbour: a die that is seen whole
    has nothing on it, and nothing lies on the rim of the mat."""
    game = Game().opened()
    game.press(BOB)
    game.acts.odd[3], game.acts.doubted = ((doubt,), ()), 0.5
    game.acts.throw([3, 4], parse_hand("k6 b6"), [place, (298.0, 400.0)])
    game.rest(1.8)
    assert game.told() == ["pass Bob", "throw Ann" if is_believed else "throw Ann: unsure"]
    assert ("rethrow-cocked" in game.notices()) is not is_believed


def test_what_seemed_to_lean_lay_well_when_the_other_throws() -> None:
    """Nobody can say better than who plays on."""
    game = Game().opened()
    game.press(BOB)
    game.acts.odd[3], game.acts.doubted = ((Doubt.COCKED,), ()), 0.5
    game.acts.throw([3, 4], parse_hand("k6 b6"), [(20.0, HIGH_MM - 13.0), (298.0, 400.0)])
    game.rest(1.8)
    assert game.told() == ["pass Bob", "throw Ann: unsure"]
    game.throw(BOB, "r2 k3 o9 o1", range(9, 13))
    assert game.told() == ["correct Ann", "pass Ann", "throw Bob"]
    assert game.match.round is not None
    assert Counter(game.match.round.hands[ANN] or ()) == Counter(parse_hand("k6 b6 o7 o8 r13 k12"))


def throw_one_out_of_sight(game: Game) -> None:
    """She throws r4 and o4, the second of which nobody can see yet."""
    game.acts.collect([3, 4])
    game.acts.shake()
    game.acts.covered.add(4)
    places = {3: (180.0, 400.0), 4: (470.0, 410.0)}
    game.acts.pour(dict(zip((3, 4), parse_hand("r4 o4"), strict=True)), places)
    game.rest(1.0)


def test_a_known_die_that_was_tidied_into_a_corner_lies_flat_though_it_seems_to_lean() -> None:
    game = Game(BY_ITSELF).opened()
    game.press(BOB)
    throw_one_out_of_sight(game)
    game.acts.odd[3], game.acts.doubted = ((Doubt.COCKED,), ()), 0.5
    game.acts.carry(3, 20.0, HIGH_MM - 12.0)
    game.acts.covered.clear()
    game.rest(2.0)
    assert game.told() == ["pass Bob", "throw Ann"]
    assert "rethrow-cocked" not in game.notices()


def test_a_throw_came_up_as_before_though_it_is_read_only_later() -> None:
    """Half in the shade, so that for a moment nobody is sure."""
    game = Game().opened()
    game.press(BOB)
    game.throw(ANN, "r2", [3])
    game.told()
    game.acts.collect([17])
    game.acts.shake(2.0)
    game.acts.odd[17], game.acts.doubted = ((Doubt.COVERED,), ()), 0.8
    game.acts.pour({17: parse_hand("k1")[0]}, {17: (300.0, 90.0)})
    game.rest(0.8)
    game.acts.odd.clear()
    game.rest(1.0)
    game.throw(ANN, "r3", [3])
    game.rest(1.0)
    assert game.told() == ["pass Ann", "throw Bob", "pass Bob", "throw Ann"]


def test_a_set_that_is_laid_anew_with_dice_of_a_throw_that_was_not_told_yet() -> None:
    """One die of the throw was behind the cup, and she lays on before it is missed for long: what
    lies at a set that was taken elsewhere has not rolled there."""
    game = Game(BY_ITSELF).opened()
    game.press(BOB)
    stand(game, CUP)
    throw_one_out_of_sight(game)
    game.acts.covered.clear()
    anew = {name: (300.0 + PITCH_MM * name, 200.0) for name in (0, 1, 2)}
    above = {name: (300.0 + PITCH_MM, 200.0 - PITCH_MM * (name - 2)) for name in (3, 4)}
    game.acts.carry_many(above | anew)
    game.rest(9.0)
    assert game.told() == ["pass Bob", "throw Ann", "table Ann"]
    assert game.match.round is not None
    assert game.match.round.table.count == Counter(parse_hand("b3 b4 b5 r4 o4"))
    assert Counter(game.match.round.hands[ANN] or ()) == Counter(parse_hand("o7 o8 r13 k12"))


def test_a_die_that_was_behind_the_cup_and_is_laid_is_none_of_the_next_throw() -> None:
    """Of two of her throw one comes to light only where she lays it: once that table counts, all of
    its dice are known."""
    game = Game(BY_ITSELF).start()
    stand(game, CUP)
    others = [name for name in range(8) if name != 2]
    game.throw(ANN, " ".join(ANNS.split()[name] for name in others), others)
    game.rest(9.0)
    assert game.told() == ["round Ann", "throw Ann: unsure"]
    stand(game)
    game.acts.put(8, parse_hand("k12")[0], 470.0, 410.0)
    game.acts.put(2, parse_hand("b5")[0], 60.0 + 2 * PITCH_MM, 140.0)
    game.lay([0, 1])
    game.rest(3.0)
    assert game.told() == ["correct Ann", "table Ann"]
    game.throw(BOB, BOBS)
    assert game.told() == ["throw Bob"]
    assert game.match.round is not None
    assert Counter(game.match.round.hands[BOB] or ()) == Counter(parse_hand(BOBS))


def test_a_first_throw_is_whole_though_one_of_the_others_dice_is_out_of_sight() -> None:
    """More dice come than are missed: none of them is taken for the one that is covered."""
    game = Game(BY_ITSELF).start()
    game.throw(ANN, ANNS)
    game.lay([0, 1, 2])
    game.press(ANN)
    game.acts.covered.add(7)
    game.throw(BOB, BOBS)
    game.rest(3.0)
    assert game.told() == ["round Ann", "throw Ann", "table Ann", "throw Bob"]
    assert game.match.round is not None
    assert Counter(game.match.round.hands[BOB] or ()) == Counter(parse_hand(BOBS))


def test_a_thrown_die_that_lies_in_the_middle_is_of_the_hand_also_after_a_gap() -> None:
    """Nothing is seen for two seconds, and it is nudged meanwhile, so that it was not followed."""
    game = Game(BY_ITSELF).opened()
    game.press(BOB)
    game.throw(ANN, "r2 k3 o9 o1 r6 k5", range(3, 9), to="middle")
    assert game.told() == ["pass Bob", "throw Ann"]
    game.acts.blind_until_s = game.acts.at_s + 2.0
    die = game.acts.dice[3]
    game.acts.dice[3] = replace(die, x_mm=die.x_mm + 6.0)
    game.rest(4.0)
    game.throw(BOB, "k2 k3 o9 o1 r6 k5 b8 b9 b1")
    assert game.told() == ["pass Ann", "throw Bob"]


def test_a_set_that_is_hit_by_a_throw_that_waits_for_a_die_was_handed_over() -> None:
    """He throws before her set has lain still for long, and hits it; one of his dice is thrown
    again, so that the throw is told only when the set has been broken up for a while."""
    game = Game(BY_ITSELF).start()
    game.throw(ANN, ANNS)
    game.lay([0, 1, 2])
    assert game.told() == ["round Ann", "throw Ann"]
    hit = game.acts.dice[2]
    game.acts.dice[2] = replace(hit, x_mm=hit.x_mm + 30.0)
    eight = dict(zip(range(9, 17), parse_hand(BOBS), strict=False))
    game.acts.pour(eight, dict(zip(eight, game.row(BOB), strict=False)))
    game.rest(1.0)
    game.throw(BOB, "k1", [17])
    game.rest(1.0)
    assert game.told() == ["table Ann", "throw Bob"]


def test_what_was_laid_last_and_cannot_be_read_is_not_left_out_of_a_table() -> None:
    """She lays a fourth die, which nobody can read, and he throws at once: the table without it was
    never handed over."""
    game = Game(BY_ITSELF).start()
    game.throw(ANN, "b3 b4 b5 b6 k2 o7 o8 r13 k12")
    game.lay([0, 1, 2])
    game.acts.odd[3] = ((Doubt.COCKED,), ())
    game.acts.carry(3, 60.0 + 3 * PITCH_MM, 140.0)
    game.rest(0.6)
    game.throw(BOB, BOBS)
    assert "table Ann" not in game.told()


def test_a_die_that_came_up_as_before_was_thrown_with_the_rest() -> None:
    """Who throws it again may well be right: nobody says that it was left alone by the throw."""
    game = Game().opened()
    game.press(BOB)
    game.throw(ANN, "r1 k2 o9 o1 r5 k11", range(3, 9))
    assert game.told() == ["pass Bob", "throw Ann"]
    game.throw(ANN, "b9", [4])
    game.rest(3.0)
    assert not game.told() and "was-it-cocked" in game.notices()


def test_what_was_put_over_a_place_long_bare_covers_no_die() -> None:
    """Nobody looked while her dice were taken up; a thing stands where one of them lay, and what
    was thrown behind it comes to light elsewhere."""
    game = Game(BY_ITSELF).opened()
    game.press(BOB)
    game.told()
    names = list(range(3, 9))
    x, y = game.acts.dice[5].x_mm, game.acts.dice[5].y_mm
    game.acts.collect(names)
    game.rest(1.2)
    around = ((x - 30, y - 30), (x + 30, y - 30), (x + 30, y + 30), (x - 30, y + 30))
    stand(game, StandingOccluder(around, game.acts.at_s))
    game.acts.shake()
    game.acts.covered.add(5)
    places = {name: (100.0 + 60.0 * i, 420.0) for i, name in enumerate(names)} | {5: (x, y)}
    game.acts.pour(dict(zip(names, parse_hand("r2 k3 o9 o1 r5 k11"), strict=True)), places)
    game.rest(5.0)
    assert game.told() == ["throw Ann: unsure"]
    stand(game)
    game.acts.covered.clear()
    game.acts.dice[5] = replace(game.acts.dice[5], x_mm=x + 25.0, y_mm=y - 10.0)
    game.rest(5.0)
    assert game.told() == ["correct Ann"] and game.match.waiting is None


@pytest.mark.parametrize("is_first", [True, False], ids=["before his throw", "after it"])
def test_what_stands_before_a_first_throw_does_not_make_it_too_few(is_first: bool) -> None:
    """He throws before hers could be told: two of her dice lie behind a thing that is taken away
    when his come out, or later. They are hers."""
    game = Game(BY_ITSELF).start()
    stand(game, CUP)

    def uncover() -> None:
        stand(game)
        for name, (face, x, y) in {7: ("r13", 470.0, 400.0), 8: ("k12", 450.0, 425.0)}.items():
            game.acts.put(name, parse_hand(face)[0], x, y)

    for seat, hand in ((ANN, ANNS.rsplit(maxsplit=2)[0]), (BOB, BOBS)):
        if seat == BOB and is_first:
            uncover()
        dice = dict(enumerate(parse_hand(hand), 9 * seat))
        game.acts.pour(dice, dict(zip(dice, game.row(seat), strict=False)))
        game.rest(0.5)
    game.rest(0.5)
    if not is_first:
        uncover()
    game.rest(5.0)
    assert game.told() == ["round Ann", "throw Ann: unsure", "correct Ann", "throw Bob"]
    assert game.match.round is not None
    hands = [Counter(hand or ()) for hand in game.match.round.hands]
    assert hands == [Counter(parse_hand(ANNS)), Counter(parse_hand(BOBS))]


def test_a_set_that_is_seen_in_part_when_the_other_throws_is_told_once_all_of_it_is() -> None:
    """Her fourth die lies behind a thing; what can be seen of the run would be legal by itself."""
    game = Game(BY_ITSELF).start()
    game.throw(ANN, "b3 b4 b5 b6 k2 o7 o8 r13 k12")
    x, y = 60.0 + 3 * PITCH_MM, 140.0
    game.acts.lift([3])
    game.lay([0, 1, 2])
    around = ((x - 8, y - 30), (x + 50, y - 30), (x + 50, y + 30), (x - 8, y + 30))
    stand(game, StandingOccluder(around, game.acts.at_s))
    game.throw(BOB, BOBS)
    assert game.told() == ["round Ann", "throw Ann"]
    stand(game)
    game.acts.put(3, parse_hand("b6")[0], x, y)
    game.rest(3.0)
    assert game.told() == ["table Ann", "throw Bob"]
    assert game.match.round is not None
    assert len(game.match.round.table.dice) == 4
