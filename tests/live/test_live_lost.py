"""The match has lost step, or the table was cleared in the middle of a round: people are asked."""

from collections import Counter

import pytest

from tests.support.live_game import ANN, ANNS, BOB, BOBS, Game
from tools.trials.table_acts import PITCH_MM
from turbo.game.dice import hand_text, parse_hand
from turbo.game.events import (
    Ending,
    Event,
    HandedOver,
    Passed,
    RoundStarted,
    Scored,
    Thrown,
    Verdict,
)
from turbo.game.layout import Layout
from turbo.game.match import Match, Phase
from turbo.game.referee import judge
from turbo.live.inference import events_to
from turbo.live.tuning import LiveTuning

RUN = "b3 b4 b5"
ANNS_LEFT = "r1 k2 o7 o8 r13 k12"


def after(*events: Event) -> Match:
    match = Match(("Ann", "Bob"))
    for event in events:
        ruling = judge(match, event)
        assert ruling.verdict is Verdict.ACCEPTED, (event, ruling)
        match = match.after(event, ruling)
    return match


def throw(name: str, text: str) -> Thrown:
    return Thrown(name, parse_hand(text))


START = (RoundStarted("Ann"), throw("Ann", ANNS))
OPENED = (*START, HandedOver(Layout.parse(RUN), "Ann"), throw("Bob", BOBS))

# How far the match is, the hands and the table as they lie, who throws next.
COURSES = [
    pytest.param(START, ANNS_LEFT, BOBS, RUN, "Ann", id="a play, a throw and a pass"),
    pytest.param(OPENED, ANNS_LEFT, BOBS, RUN, "Ann", id="a pass"),
    pytest.param(OPENED, ANNS_LEFT, BOBS.replace("k9", "k13"), RUN, "Ann", id="another hand"),
    pytest.param(OPENED, "r1 k2 o7 o8 r13 k11", BOBS, RUN, "Bob", id="a pass and a turn"),
    pytest.param(
        OPENED, ANNS_LEFT, BOBS.replace("b6 ", ""), f"{RUN} b6", "Ann", id="a play of one die"
    ),
    pytest.param(
        OPENED, "r1 k2 o7", "k9 k8 o1 r12 b13 o4 r5 k1", f"{RUN} b6 | o8 r8 k8", "Bob", id="both"
    ),
    pytest.param(
        (*OPENED, Passed("Bob")), "r1 k2 o7 o9 r13 k12", BOBS, RUN, "Bob", id="a whole turn"
    ),
]


@pytest.mark.parametrize(("events", "anns", "bobs", "table", "starter"), COURSES)
def test_a_course_leads_to_what_lies_there(
    events: tuple[Event, ...], anns: str, bobs: str, table: str, starter: str
) -> None:
    match = after(*events)
    hands = parse_hand(anns), parse_hand(bobs)
    told = events_to(match, hands, Layout.parse(table), match.seat(starter))
    rnd = after(*events, *told).round
    assert told and rnd is not None
    assert (match.players[rnd.turn], rnd.phase) == (starter, Phase.TO_THROW)
    lies = [sorted(hand_text(hand or ()).split()) for hand in rnd.hands]
    assert lies == [sorted(anns.split()), sorted(bobs.split())]
    assert rnd.table.count == Layout.parse(table).count


NO_COURSE = {
    "a die is missing": (ANNS_LEFT, "k9 k8 o1 r12 b13 o4 r5 k1", RUN),
    "a hand has gained one": (f"{ANNS_LEFT} k3", "k9 k8 o1 r12 b13 o4 r5 k1", RUN),
    "the table is illegal": (ANNS_LEFT, "k9 k8 o1 r12 b13 o4 r5 k1", f"{RUN} b7"),
    "a table die is gone": (ANNS_LEFT, BOBS, "r3 b3 k3"),
    "one is unread": (ANNS_LEFT, BOBS.replace("k9", "?"), RUN),
}


@pytest.mark.parametrize("name", NO_COURSE)
def test_what_has_no_honest_course_stays_as_it_is(name: str) -> None:
    anns, bobs, table = NO_COURSE[name]
    hands = parse_hand(anns), parse_hand(bobs)
    assert events_to(after(*OPENED), hands, Layout.parse(table), ANN) == ()


def test_who_is_out_ends_the_round_with_the_points_that_lie_there() -> None:
    table = Layout.parse(f"{RUN} | k9 k8 k7 | r12 r11 r10 | o4 o5 o6")
    told = events_to(after(*OPENED), (parse_hand("r1 k2 o7 o8 r13 k11"), ()), table, ANN)
    done = after(*OPENED, *told)
    assert done.round is None and done.results[-1].points == 1 + 2 + 7 + 8 + 13 + 11


def out_of_step() -> Game:
    """Bob's hand was changed before everybody's eyes, and he passes over it again and again."""
    game = Game().opened()
    game.acts.turn(10, parse_hand("k13")[0])
    game.rest()
    game.press(BOB)
    return game


def test_one_refusal_is_a_fault_and_the_second_a_question() -> None:
    game = out_of_step()
    assert game.told() == ["pass Bob: rejected"] and "out-of-step" not in game.notices()
    game.press(BOB)
    assert "out-of-step" in game.notices()
    game.told()
    game.begin_here("Ann")
    game.rest()
    assert game.told() == ["correct Bob", "pass Bob"]
    assert not {"out-of-step", "hand-die-turned"} & game.notices()
    game.throw(ANN, "r2 k3", [3, 4])
    assert game.told() == ["throw Ann"]


def test_the_referees_button_says_whose_turn_is_over() -> None:
    game = out_of_step()
    game.press(BOB)
    game.told()
    game.press(None)
    game.rest()
    assert game.told() == ["correct Bob", "pass Bob"]
    assert not {"out-of-step", "hand-die-turned"} & game.notices()
    game.throw(ANN, "r2 k3", [3, 4])
    assert game.told() == ["throw Ann"]


@pytest.mark.parametrize("seat", [ANN, BOB], ids=["the other", "who turned it"])
def test_no_player_has_a_turned_die_counted_by_pressing_again(seat: int) -> None:
    game = out_of_step()
    for _ in range(4):
        game.press(seat)
    game.rest()
    assert all(told.endswith("rejected") for told in game.told())
    assert game.match.round is not None and "k9" in map(str, game.match.round.hands[BOB] or ())


def test_the_referee_alone_may_press() -> None:
    """Ann pressed in her own turn before: that is not what the question is about."""
    game = Game().opened()
    game.acts.turn(10, parse_hand("k13")[0])
    game.rest()
    for _ in range(3):
        game.press(None)
    game.rest()
    assert game.told()[-2:] == ["correct Bob", "pass Bob"]


def test_the_referees_button_says_so_for_who_is_not_in_turn_too() -> None:
    """Bob passed without a button, and Ann threw unseen and passes."""
    game = Game().opened()
    game.press(ANN)
    game.press(ANN)
    game.press(None)
    assert game.told() == ["pass Bob", "throw Ann", "pass Ann"]


def test_a_button_is_heard_also_with_a_hand_before_the_camera() -> None:
    game = out_of_step()
    game.press(BOB)
    game.told()
    game.acts.covered = {9, 10}
    game.acts.frames(2)
    assert "out-of-step" in game.notices() and not game.watched.settler.is_settled
    game.watched.press(None)
    assert game.told() == []
    game.acts.covered = set()
    game.rest()
    assert game.told() == ["correct Bob", "pass Bob"]


def test_what_has_no_honest_course_is_refused_again_at_every_press() -> None:
    """A die of the table was turned, and the table is legal all the same."""
    game = Game().opened()
    game.acts.turn(2, parse_hand("r*")[0])
    game.rest()
    for _ in range(3):
        game.press(BOB)
    assert game.told() == ["table Bob: rejected"] * 3 and "out-of-step" in game.notices()
    game.begin_here("Ann")
    assert "cannot-begin" in game.notices()


def test_who_mends_is_not_asked_any_more() -> None:
    game = out_of_step()
    game.press(BOB)
    game.acts.turn(10, parse_hand("k9")[0])
    game.rest()
    assert "out-of-step" not in game.notices()
    game.told()
    game.press(BOB)
    assert game.told() == ["pass Bob"]


def test_an_illegal_table_is_no_loss_of_step() -> None:
    game = Game().opened()
    game.acts.carry(10, 60.0 + 3 * 16.6, 140.0)
    game.rest()
    game.press(BOB)
    game.press(BOB)
    assert game.told() == ["table Bob: rejected"] * 2
    assert "out-of-step" not in game.notices()


def test_a_table_cleared_in_an_open_round_is_asked_for() -> None:
    game = Game().opened()
    game.acts.lift(list(game.acts.dice))
    game.rest()
    assert "round-unfinished" in game.notices()
    game.throw(BOB, BOBS)
    assert game.told() == [] and "round-unfinished" in game.notices()
    game.say(Scored("Ann", 40, Ending.OUT))
    game.rest()
    assert game.told() == ["score Ann", "round Bob", "throw Bob"]


def test_a_table_laid_back_goes_on() -> None:
    game = Game().opened()
    before = dict(game.acts.dice)
    game.acts.lift(list(game.acts.dice))
    game.rest()
    game.acts.dice.update(before)
    game.rest()
    assert "round-unfinished" not in game.notices()
    game.press(BOB)
    assert game.told() == ["pass Bob"]


def test_nine_dice_taken_up_before_the_other_has_thrown_are_no_end() -> None:
    game = Game().start()
    game.throw(ANN, ANNS)
    game.acts.collect(list(range(9)))
    game.rest(2.0)
    assert "round-unfinished" not in game.notices()


def test_who_is_not_in_turn_insists() -> None:
    """Everything lies as the match has it, but Bob passed without a button and Ann threw unseen."""
    game = Game().opened()
    game.press(ANN)
    assert "out-of-step" not in game.notices()
    game.press(ANN)
    assert "out-of-step" in game.notices()
    game.begin_here("Bob")
    assert game.told() == ["pass Bob", "throw Ann", "pass Ann"]
    assert "out-of-step" not in game.notices()


def test_a_press_after_a_throw_that_came_up_as_before_tells_two_turns() -> None:
    """Bob passes and forgets the button, Ann throws one die, which shows what it showed."""
    game = Game().opened()
    game.throw(ANN, "r1", [3])
    assert game.told() == []
    game.press(ANN)
    assert game.told() == ["pass Bob", "throw Ann", "pass Ann"]


def test_a_press_after_two_throws_that_came_up_as_before_tells_both() -> None:
    """Ann throws as before and forgets the button, Bob throws as before and presses."""
    game = Game().opened()
    game.press(BOB)
    game.throw(ANN, "r1", [3])
    game.throw(BOB, "k9", [10])
    assert game.told() == ["pass Bob"]
    game.press(BOB)
    assert game.told() == ["throw Ann", "pass Ann", "throw Bob", "pass Bob"]


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        pytest.param(
            (ANN, "r1", 3),
            (BOB, "k9", 10),
            ["throw Ann", "pass Ann", "throw Bob", "pass Bob", "throw Ann"],
            id="each has thrown",
        ),
        pytest.param((BOB, "k9", 10), (ANN, "r1", 3), ["throw Ann"], id="the other has not since"),
    ],
)
def test_throws_that_came_up_as_before_count_when_the_first_player_throws_again(
    first: tuple[int, str, int], second: tuple[int, str, int], told: list[str]
) -> None:
    game = Game().opened()
    game.press(BOB)
    for seat, face, name in (first, second):
        game.throw(seat, face, [name])
        game.rest()
    assert game.told() == ["pass Bob"]
    game.throw(ANN, "k4 b9", [4, 5])
    assert game.told() == told


def test_a_throw_that_came_up_as_before_and_rolled_against_a_set_is_missed_in_no_hand() -> None:
    """It may have been thrown there, or put there: nobody is accused by it."""
    game = Game().opened()
    game.press(BOB)
    game.acts.throw([3], parse_hand("r1"), [(60.0 + 2 * 16.6, 140.0 + 16.6)])
    game.rest(4.0)
    assert game.told() == ["pass Bob"]
    assert not {"hand-changed", "restore-table", "die-missing"} & game.notices()
    game.acts.carry(3, 300.0, 400.0)
    game.throw(BOB, "k2 k3 k4 k5", [9, 10, 11, 12])
    assert game.told() == ["throw Ann", "pass Ann", "throw Bob"]


def test_a_laid_die_that_people_had_to_name_was_not_thrown() -> None:
    """On the table it cannot be read any more; once it is said, the play counts, and no throw."""
    game = Game().opened()
    game.acts.odd[9] = ((), parse_hand("b9"))
    game.acts.lift([9])
    game.rest(1.5)
    game.acts.put(9, parse_hand("b6")[0], 60.0 + 3 * 16.6, 140.0)
    game.rest(2.0)
    game.press(BOB)
    assert game.told() == ["table Bob: unsure"]
    game.answer("b6")
    game.rest(3.0)
    assert game.told() == ["table Bob"]
    game.throw(ANN, "r2 k3", [3, 4])
    game.press(ANN)
    game.throw(BOB, "r6", [11])
    assert game.told() == ["throw Ann", "pass Ann", "throw Bob"]


def test_a_die_that_was_lost_from_sight_and_cannot_be_read_is_no_throw_out_of_turn() -> None:
    game = Game().opened()
    game.press(BOB)
    game.acts.lift([11])
    game.rest(4.0)
    game.acts.odd[11] = ((), parse_hand("r8"))
    game.acts.put(11, parse_hand("k8")[0], 420.0, 40.0)
    game.rest(2.0)
    assert game.told() == ["pass Bob"]
    game.answer("k8")
    game.throw(ANN, "r2 k3", [3, 4])
    assert game.told() == ["throw Ann"]


def test_where_all_played_on_while_a_throw_waits_people_are_asked() -> None:
    """One die was behind the cup; both have laid and thrown since, in the dark. The throw would
    wait for ever."""
    game = Game(LiveTuning()).opened()
    game.press(BOB)
    game.acts.covered.add(5)
    game.throw(ANN, "r2 k3 o9 o1 r6 k5", range(3, 9))
    game.rest(4.0)
    assert game.told() == ["pass Bob", "throw Ann: unsure"]
    game.acts.blind_until_s = game.acts.at_s + 20.0
    game.acts.covered.clear()
    for place, (name, face) in enumerate(zip((3, 4, 5), parse_hand("k1 k2 k3"), strict=True)):
        game.acts.put(name, face, 250.0 + PITCH_MM * place, 140.0)
    for place, (name, face) in enumerate(zip((9, 10, 11), parse_hand("r1 r2 r3"), strict=True)):
        game.acts.put(name, face, 400.0 + PITCH_MM * place, 140.0)
    for name, face in zip(
        (*range(6, 9), *range(12, 18)), parse_hand("o2 o3 b1 b2 k8 k9 o5 o6 r9"), strict=True
    ):
        game.acts.turn(name, face)
    game.rest(26.0)
    assert "out-of-step" in game.notices()
    game.begin_here("Ann")
    game.rest(1.0)
    assert "out-of-step" not in game.notices() and game.match.waiting is None
    assert game.match.round is not None
    assert game.match.round.table.count == Counter(parse_hand("b3 b4 b5 k1 k2 k3 r1 r2 r3"))
