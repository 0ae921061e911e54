"""One scenario each: what people do at the table, and what the referee is told and says."""

from collections.abc import Callable

import pytest

from tests.support.live_game import ANN, ANNS, BOB, BOBS, BUTTONS_ONLY, Game
from tools.trials.table_acts import ImperfectCamera, Lying
from turbo.game.dice import Face, hand_text, parse_hand
from turbo.game.events import HandCorrected
from turbo.game.layout import Rule
from turbo.game.match import Phase
from turbo.game.observation import Doubt
from turbo.live.inputs import Choice
from turbo.live.tuning import LiveTuning

f = Face.parse


# Nothing happens: each of these must not tell the referee anything.


def _nudge(game: Game) -> None:
    for name in (9, 12, 4):
        die = game.acts.dice[name]
        game.acts.slide(name, die.x_mm + 6, die.y_mm + 3)
        game.rest(0.6)


def _tidy(game: Game) -> None:
    game.acts.carry_many({9 + i: place for i, place in enumerate(game.row(BOB))})
    game.rest()


def _one_by_one(game: Game) -> None:
    for name in range(9, 14):
        die = game.acts.dice[name]
        game.acts.carry(name, die.x_mm, die.y_mm - 18)
        game.rest(0.6)


def _into_the_cup(game: Game) -> None:
    game.acts.collect(list(range(9, 18)))
    game.rest(4.0)


def _in_and_out(game: Game) -> None:
    """Dice are put into the cup, thought better of, and put back as they were, slowly."""
    dice = {name: game.acts.dice[name] for name in range(9, 13)}
    game.acts.collect(list(dice))
    game.rest(3.0)
    for name, die in dice.items():
        game.acts.dice[name] = Lying(die.x_mm + 9, die.y_mm - 12, 10.0, die.face)
        game.acts.reach([name])
    game.rest()


def _hand_rests(game: Game) -> None:
    game.acts.covered = {0, 1, 9, 10, 11}
    game.rest(12.0)
    game.acts.covered = set()
    game.rest()


def _lights_out(game: Game) -> None:
    game.acts.dark = True
    game.rest(8.0)
    game.acts.dark = False
    game.rest(1.5)


def _camera_bumped(game: Game) -> None:
    game.acts.shift = lambda point: (point[0] + 21.0, point[1] - 13.0)
    game.rest(1.5)
    assert "camera-bumped" in game.notices()
    game.rest(5.0)


def _table_shoved_aside(game: Game) -> None:
    """The whole run is pushed elsewhere, die by die, and lies as before."""
    game.acts.carry_many({0: (200.0, 160.0), 1: (216.6, 160.0), 2: (233.2, 160.0)})
    game.rest()


QUIET = [
    _nudge,
    _tidy,
    _one_by_one,
    _into_the_cup,
    _in_and_out,
    _hand_rests,
    _lights_out,
    _camera_bumped,
    _table_shoved_aside,
]


@pytest.mark.parametrize("act", QUIET, ids=lambda act: act.__name__.strip("_"))
def test_no_event(act: Callable[[Game], None]) -> None:
    game = Game().opened()
    before = game.match
    act(game)
    assert game.told() == []
    assert game.match == before


@pytest.mark.parametrize("act", QUIET, ids=lambda act: act.__name__.strip("_"))
def test_the_match_goes_on_after(act: Callable[[Game], None]) -> None:
    game = Game().opened()
    act(game)
    if game.acts.in_cup:
        return
    game.press(BOB)
    game.throw(ANN, "r2 k3 o5 o8 r13 k12", [3, 4, 5, 6, 7, 8])
    assert game.told() == ["pass Bob", "throw Ann"]


# Something happens: what the referee is told, and how it rules.


def _play(game: Game) -> None:
    game.acts.carry(9, 60.0 + 3 * 16.6, 140.0)
    game.rest()
    game.press(BOB)


def _pass(game: Game) -> None:
    game.press(BOB)


def _referee_presses(game: Game) -> None:
    game.press(None)


def _wrong_button(game: Game) -> None:
    game.press(ANN)
    assert "not-your-turn" in game.notices()


def _press_too_early(game: Game) -> None:
    """The press comes while the hand is still over the table."""
    die = game.acts.dice[9]
    game.acts.lift([9])
    game.watched.press(BOB)
    game.acts.frames(3)
    game.acts.dice[9] = Lying(60.0 + 3 * 16.6, 140.0, 0.0, die.face)
    game.rest()


def _other_takes_dice(game: Game) -> None:
    game.acts.carry(9, 60.0 + 3 * 16.6, 140.0)
    game.rest()
    game.acts.collect([3, 4])
    game.rest(2.0)


def _other_throws(game: Game) -> None:
    game.throw(ANN, "r2 k3", [3, 4])


def _throws_over_wrong_table(game: Game) -> None:
    game.acts.carry(10, 60.0 + 3 * 16.6, 140.0)
    game.rest()
    game.throw(ANN, "r2 k3", [3, 4])


def _thrown_twice(game: Game) -> None:
    game.throw(BOB, "k6 r9 r8 o2", [9, 10, 11, 12])


def _thrown_twice_into_middle(game: Game) -> None:
    game.throw(BOB, "k6 r9 r8 o2", [9, 10, 11, 12], to="middle")


def _out_of_turn(game: Game) -> None:
    game.press(BOB)
    game.throw(BOB, "k6 r9 r8", [9, 10, 11])


def _not_thrown(game: Game) -> None:
    game.press(BOB)
    game.acts.carry(8, 300.0, 140.0)
    game.rest()
    game.press(ANN)


def _touching(game: Game) -> None:
    game.lay([10, 11], (300.0, 140.0))
    game.press(BOB)


def _lone(game: Game) -> None:
    game.lay([10], (300.0, 140.0))
    game.press(BOB)


def _wrong_run(game: Game) -> None:
    game.lay([9, 10, 11], (300.0, 140.0))
    game.press(BOB)


def _table_die_turned(game: Game) -> None:
    game.acts.turn(2, f("r8"))
    game.rest()
    assert "table-die-turned" in game.notices()
    game.acts.carry(9, 60.0 + 3 * 16.6, 140.0)
    game.rest()
    game.press(BOB)


def _table_die_taken(game: Game) -> None:
    game.acts.carry(2, 560.0, 40.0)
    game.rest()
    game.press(BOB)


def _table_die_gone(game: Game) -> None:
    game.acts.lift([2])
    game.rest(2.0)
    assert "die-missing" in game.notices()
    game.press(BOB)
    game.rest(3.0)


def _die_added(game: Game) -> None:
    game.acts.put(99, f("b6"), 60.0 + 3 * 16.6, 140.0)
    game.rest()
    assert "die-added" in game.notices()
    game.press(BOB)


def _hand_die_turned(game: Game) -> None:
    game.acts.turn(10, f("r10"))
    game.rest()
    assert "hand-die-turned" in game.notices()
    game.press(BOB)


def _kept_die_turned(game: Game) -> None:
    game.press(BOB)
    game.acts.turn(3, f("b12"))
    game.rest()
    game.throw(ANN, "k3 o5", [4, 5])


def _die_of_the_other_hand(game: Game) -> None:
    """A die of the other player is played."""
    game.acts.carry(8, 60.0 + 3 * 16.6, 140.0)
    game.rest()
    game.press(BOB)


HAPPENS: list[tuple[Callable[[Game], None], list[str], set[Rule]]] = [
    (_play, ["table Bob"], set()),
    (_pass, ["pass Bob"], set()),
    (_referee_presses, ["pass Bob"], set()),
    (_wrong_button, [], set()),
    (_press_too_early, ["table Bob"], set()),
    (_other_takes_dice, ["table Bob"], set()),
    (_other_throws, ["pass Bob", "throw Ann"], set()),
    (_throws_over_wrong_table, ["table Bob: rejected", "pass Bob", "throw Ann"], set()),
    (_thrown_twice, ["throw Bob: rejected"], {Rule.THROWN_TWICE}),
    (_thrown_twice_into_middle, ["throw Bob: rejected"], {Rule.THROWN_TWICE}),
    (_out_of_turn, ["pass Bob", "throw Bob: rejected"], {Rule.OUT_OF_TURN}),
    (_not_thrown, ["pass Bob", "table Ann: rejected"], {Rule.NOT_THROWN}),
    (_touching, ["table Bob: rejected"], {Rule.TOUCHING}),
    (_lone, ["table Bob: rejected"], {Rule.LONE_DIE}),
    (_wrong_run, ["table Bob: rejected"], {Rule.NOT_A_SET}),
    (_table_die_turned, ["table Bob: rejected"], {Rule.NOT_A_SET, Rule.DIE_TURNED}),
    (
        _table_die_taken,
        ["table Bob: rejected"],
        {Rule.TOUCHING, Rule.DIE_REMOVED, Rule.NO_HAND_DIE, Rule.HAND_COUNT},
    ),
    (_table_die_gone, ["table Bob: rejected"], {Rule.TOUCHING, Rule.DIE_REMOVED, Rule.NO_HAND_DIE}),
    (_die_added, ["table Bob: rejected"], {Rule.DIE_ADDED}),
    (_hand_die_turned, ["pass Bob: rejected"], {Rule.DIE_TURNED}),
    (_kept_die_turned, ["pass Bob", "throw Ann: rejected"], {Rule.DIE_TURNED}),
    (
        _die_of_the_other_hand,
        ["table Bob: rejected"],
        {Rule.NOT_A_SET, Rule.DIE_ADDED, Rule.NO_HAND_DIE},
    ),
]


@pytest.mark.parametrize(
    ("act", "told", "rules"), HAPPENS, ids=[act.__name__.strip("_") for act, _, _ in HAPPENS]
)
def test_what_the_referee_is_told(
    act: Callable[[Game], None], told: list[str], rules: set[Rule]
) -> None:
    game = Game().opened()
    act(game)
    assert game.told() == told
    assert game.rules() == rules


# The first throws of a round.


def test_both_may_throw_before_the_first_play() -> None:
    game = Game().start()
    game.throw(ANN, ANNS)
    game.throw(BOB, BOBS)
    game.lay([0, 1, 2])
    game.press(ANN)
    assert game.told() == ["round Ann", "throw Ann", "throw Bob", "table Ann"]
    assert game.match.phase is Phase.TO_PLAY


def test_a_round_begins_by_itself_with_the_first_throw() -> None:
    game = Game()
    game.rest(0.6)
    game.throw(BOB, BOBS)
    assert game.told() == ["round Bob", "throw Bob"]


def test_nine_dice_in_the_middle_of_nowhere_ask_who_starts() -> None:
    game = Game()
    game.rest(0.6)
    game.throw(BOB, BOBS, to="middle")
    assert game.told() == []
    assert "who-starts" in game.notices()
    game.press(ANN)
    assert game.told() == ["round Ann", "throw Ann"]


def test_a_first_throw_with_seven_dice() -> None:
    game = Game().start()
    game.throw(ANN, hand_text(parse_hand(ANNS)[:7]), range(7))
    assert "waiting-for-dice" in game.notices()
    game.rest(7.0)
    assert game.told() == ["round Ann", "throw Ann: rejected"]
    assert game.rules() == {Rule.FIRST_THROW}
    game.acts.put(7, f("r13"), 500.0, 400.0)
    game.acts.put(8, f("k12"), 540.0, 400.0)
    game.rest()
    assert game.told() == ["throw Ann"]


def test_dice_of_the_last_round_must_go_into_the_bag_first() -> None:
    game = Game()
    for name, place in enumerate(game.row(ANN)):
        game.acts.put(name, f("k1"), *place)
    for name, place in enumerate(game.row(BOB)):
        game.acts.put(9 + name, f("k1"), *place)
    game.rest()
    assert "clear-table" in game.notices()
    game.press(ANN)
    assert game.told() == ["round Ann"]
    game.acts.collect(list(range(18)))
    game.throw(ANN, ANNS)
    assert game.told() == ["throw Ann"]


def test_a_throw_that_goes_on_while_the_program_starts() -> None:
    """One die was taken up to be thrown again when the first picture was looked at."""
    game = Game()
    for name, (face, place) in enumerate(zip(parse_hand(ANNS)[:8], game.row(ANN), strict=False)):
        game.acts.put(name, face, *place)
    game.rest(1.0)
    assert "clear-table" not in game.notices()
    game.acts.put(8, parse_hand(ANNS)[8], *list(game.row(ANN))[8])
    game.rest()
    assert game.told() == ["round Ann", "throw Ann"]


# Throws that are not plain.


def test_a_cocked_die_is_thrown_again() -> None:
    game = Game().start()
    game.acts.odd[4] = ((Doubt.COCKED,), ())
    game.throw(ANN, ANNS)
    game.rest(2.0)
    assert game.told() == ["round Ann", "throw Ann: unsure"]
    assert "rethrow-cocked" in game.notices()
    game.acts.odd.clear()
    game.throw(ANN, "o11", [4])
    assert game.told() == ["rethrow Ann"]
    assert f("o11") in ((game.match.round and game.match.round.hands[0]) or ())


def test_a_die_on_the_floor_is_thrown_again() -> None:
    game = Game().opened()
    game.press(BOB)
    game.acts.throw([3, 4, 5], parse_hand("r2 k3 o5"), [(100, 400), (150, 410), (200, 400)])
    del game.acts.dice[5]
    game.rest(4.0)
    assert game.told() == ["pass Bob", "throw Ann: unsure"]
    assert "rethrow-off-mat" in game.notices()
    game.acts.pour({5: f("o9")}, {5: (260.0, 400.0)})
    game.rest()
    assert game.told() == ["rethrow Ann"]


def test_the_same_face_again_counts_when_the_player_acts_on_it() -> None:
    game = Game().opened()
    game.press(BOB)
    game.throw(ANN, "r1", [3])
    assert game.told() == ["pass Bob"]
    game.press(ANN)
    assert game.told() == ["throw Ann", "pass Ann"]


def test_the_same_face_again_counts_at_once_when_the_cup_was_heard() -> None:
    game = Game().opened()
    game.press(BOB)
    game.acts.collect([3])
    game.hear_cup()
    game.rest(1.0)
    game.acts.pour({3: f("r1")}, {3: (520.0, 400.0)})
    game.rest()
    assert game.told() == ["pass Bob", "throw Ann"]


def test_a_throw_that_did_not_count_is_turned_back_without_another_word() -> None:
    game = Game().opened()
    game.throw(BOB, "k6 r9 r8 o2", [9, 10, 11, 12])
    assert "restore-hand" in game.notices()
    for name, face in ((9, "b6"), (10, "k9"), (11, "k8"), (12, "o1")):
        game.acts.turn(name, f(face))
        game.rest()
    assert "restore-hand" not in game.notices()
    game.press(BOB)
    assert game.told() == ["throw Bob: rejected", "pass Bob"]


# Doubt.


def test_an_unmarked_six_is_asked_for_and_never_guessed() -> None:
    game = Game().start()
    game.acts.odd[4] = ((), (f("k9"),))
    game.throw(ANN, ANNS.replace("k2", "k6"))
    game.rest(2.0)
    assert game.told() == ["round Ann", "throw Ann: unsure"]
    (question,) = game.watched.last.questions
    assert (question.player, question.place) == ("Ann", 4)
    assert {face for face, _ in question.faces} == {"k6", "k9"}
    game.answer("k9")
    assert game.told() == ["correct Ann"]
    assert not game.watched.last.questions
    game.acts.carry(4, 300.0, 400.0)
    game.rest(2.0)
    assert game.watched.last.hands[0].count("k9") == 1, "an answer goes with the die"


def test_a_doubt_on_the_table_holds_up_the_hand_over_only() -> None:
    game = Game().opened()
    die = game.acts.dice[9]
    game.acts.lift([9])
    game.acts.odd[9] = ((Doubt.COVERED,), ())
    game.acts.dice[9] = Lying(60.0 + 3 * 16.6, 140.0, 0.0, die.face)
    game.rest(2.0)
    game.press(BOB)
    assert game.told() == ["table Bob: unsure"]
    (question,) = game.watched.last.questions
    assert question.player is None
    assert question.faces[0][0] == "b6", "the missing die that makes the table legal comes first"
    game.answer("b6")
    assert game.told() == ["table Bob"]


def test_a_person_corrects_a_hand_and_the_camera_is_not_stubborn() -> None:
    game = Game().opened()
    game.say(HandCorrected("Bob", parse_hand("b6 k9 k8 o1 r12 b13 o4 r5 k11")))
    game.told()
    game.acts.carry(17, 321.0, 50.0)
    game.rest()
    game.press(BOB)
    assert game.told() == ["pass Bob"]


# Hand-over by itself.


def test_a_legal_table_is_handed_over_by_itself() -> None:
    game = Game(LiveTuning(hand_over_s=3.0)).opened()
    game.acts.carry(9, 60.0 + 3 * 16.6, 140.0)
    game.rest(2.0)
    assert game.told() == []
    game.rest(3.0)
    assert game.told() == ["table Bob"]


def test_who_goes_on_after_that_takes_it_back() -> None:
    game = Game(LiveTuning(hand_over_s=3.0)).start()
    game.throw(ANN, "b3 b4 b5 r1 r2 r3 o8 r13 k12")
    game.lay([0, 1, 2])
    game.rest(4.0)
    assert game.told() == ["round Ann", "throw Ann", "table Ann"]
    game.lay([3, 4, 5], (300.0, 140.0))
    game.rest(4.0)
    assert game.match.round is not None
    assert str(game.match.round.table) == "b3 b4 b5 | r1 r2 r3"
    assert game.match.round.turn == BOB


def test_an_illegal_table_is_never_handed_over_by_itself() -> None:
    game = Game(LiveTuning(hand_over_s=3.0)).opened()
    game.lay([10, 11], (300.0, 140.0))
    game.rest(10.0)
    assert game.told() == []


# Words about the table as a whole.


def test_thirty_dice() -> None:
    game = Game().opened()
    for number in range(12):
        game.acts.put(100 + number, f("k5"), 60.0 + 40 * number, 250.0)
    game.rest()
    assert "too-many-dice" in game.notices()
    assert game.told() == []
    for number in range(12):
        del game.acts.dice[100 + number]
    game.rest()
    game.press(BOB)
    assert game.told() == ["pass Bob"]


def test_an_empty_table() -> None:
    game = Game().start()
    game.throw(ANN, ANNS)
    game.told()
    game.acts.lift(list(game.acts.dice))
    game.rest(2.0)
    assert "table-empty" in game.notices()
    assert game.told() == []


def test_the_table_must_be_restored_after_a_throw_over_it() -> None:
    game = Game().opened()
    _throws_over_wrong_table(game)
    game.press(ANN)
    assert game.told()[-1] == "table Ann: rejected"
    assert Rule.DIE_ADDED in game.rules()


# Beginning in the middle, and going on after a power cut.


def _lying() -> Game:
    game = Game()
    for name, face in enumerate(parse_hand("b3 b4 b5")):
        game.acts.put(name, face, 60.0 + name * 16.6, 140.0)
    for name, place in enumerate(game.row(ANN, 6), 3):
        game.acts.put(name, parse_hand(ANNS)[name], *place)
    for name, place in enumerate(game.row(BOB), 9):
        game.acts.put(name, parse_hand(BOBS)[name - 9], *place)
    game.rest()
    return game


def test_a_round_is_taken_up_from_what_lies_there() -> None:
    game = _lying()
    game.begin_here("Bob")
    assert game.told() == ["round Bob", "begin table", "begin Ann", "begin Bob"]
    game.throw(BOB, "k6 r9", [9, 10])
    game.press(BOB)
    assert game.told() == ["throw Bob", "pass Bob"]


def test_a_round_is_not_taken_up_from_an_illegal_table() -> None:
    game = _lying()
    del game.acts.dice[2]
    game.rest()
    game.begin_here("Bob")
    assert game.told() == []
    assert "cannot-begin" in game.notices()


def _after_power_cut(*, turned: bool) -> Game:
    """Another live table sees the same dice and goes on with the same match."""
    before = Game().opened()
    game = Game()
    game.watched.keeper.history = before.watched.keeper.history
    game.mark = len(before.watched.keeper.history.judged)
    game.acts.dice = dict(before.acts.dice)
    if turned:
        game.acts.dice[10] = Lying(100.0, 60.0, 0.0, f("o10"))
    game.rest(1.5)
    return game


def test_after_a_power_cut_the_match_goes_on() -> None:
    game = _after_power_cut(turned=False)
    _play(game)
    assert game.told() == ["table Bob"]


@pytest.mark.parametrize(
    ("choice", "told"),
    [
        pytest.param(Choice.STORE, ["pass Bob"], id="the store is right"),
        pytest.param(Choice.TABLE, ["correct Bob", "pass Bob"], id="the table is right"),
    ],
)
def test_dice_moved_during_a_power_cut_are_for_a_person(choice: Choice, told: list[str]) -> None:
    game = _after_power_cut(turned=True)
    assert {"resume-differs", "die-swapped"} <= game.notices()
    game.press(BOB)
    assert game.told() == [], "nothing is judged before somebody has decided"
    game.rest(9.0)
    game.decide(choice)
    game.press(BOB)
    assert game.told() == told
    # It counts as the store has it, and is to be set back.
    assert ("die-tipped" in game.notices()) == (choice is Choice.STORE)


def test_a_camera_that_sees_badly() -> None:
    """Misread and missed frames by the dozen change nothing."""
    game = Game(BUTTONS_ONLY, ImperfectCamera(missed=0.02, misread=0.02), seed=5).opened()
    _play(game)
    game.rest(5.0)
    assert game.told() == ["table Bob"]
