"""Finding back: what must have happened unseen, and that the live table then tells just that."""

from dataclasses import replace

import pytest

from tests.support.live_game import ANN, ANNS, BOB, BOBS, Game
from turbo.game.dice import parse_hand
from turbo.game.layout import Layout
from turbo.game.match import Match, Phase, Round
from turbo.game.observation import Doubt, Observation
from turbo.live.inference import is_in_step
from turbo.live.state import TablePhase
from turbo.live.tuning import LiveTuning

A, B = "r1 k2 o7", "b6 k9 k9"
RUN, LONGER = "b3 b4 b5", "b3 b4 b5 b6"


def _match(phase: Phase, hands: tuple[str | None, str | None], table: str = RUN) -> Match:
    """Ann is in turn."""
    one, other = (None if hand is None else parse_hand(hand) for hand in hands)
    rnd = Round(0, 0, phase, Layout.parse(table), (one, other), turns=2)
    return Match(("Ann", "Bob"), round=rnd)


THROW, PLAY = Phase.TO_THROW, Phase.TO_PLAY


STEPS = [
    ("as it was", THROW, (A, B), RUN, True),
    ("thrown", THROW, ("r1 k3 o8", B), RUN, False),
    ("laying", PLAY, ("r1 k2", B), "b3 b4 b5 | o7", True),
    ("thrown twice", PLAY, ("r1 k3 o8", B), RUN, False),
    ("the other threw", PLAY, (A, "b1 k9 k9"), RUN, False),
    ("unread", PLAY, ("r1 k2 ?", B), RUN, False),
]


@pytest.mark.parametrize(
    ("phase", "now", "table", "expected"),
    [row[1:] for row in STEPS],
    ids=[row[0].replace(" ", "-") for row in STEPS],
)
def test_in_step(phase: Phase, now: tuple[str, str], table: str, expected: bool) -> None:
    hands = parse_hand(now[0]), parse_hand(now[1])
    assert is_in_step(_match(phase, (A, B)), hands, Layout.parse(table)) is expected


def test_a_throw_in_the_dark_is_said_and_counts() -> None:
    game = Game().opened()
    game.press(BOB)
    game.acts.blind_until_s = game.acts.at_s + 6.0
    game.throw(ANN, "r2 k3 o5 o8 r13 k12", [3, 4, 5, 6, 7, 8])
    assert game.told() == ["pass Bob"]
    game.rest(4.5)
    assert game.told() == ["throw Ann"]
    assert "throw-unseen" in game.notices()


def test_a_play_in_the_dark_is_found_beside_dice_that_lie_in_the_middle_where_they_landed() -> None:
    """By places alone those would be of the table, and nothing would be believed for long."""
    game = Game(LiveTuning()).start()
    game.throw(ANN, ANNS)
    game.lay([0, 1, 2])
    game.press(ANN)
    places = {
        name: (x + 14, y + 12) for name, (x, y) in zip(range(9, 18), game.row(BOB), strict=True)
    }
    places[9] = (300.0, 250.0)
    game.acts.shake()
    game.acts.pour(
        dict(zip(range(9, 18), parse_hand("o9 k9 k8 o1 r12 b13 o4 r5 k1"), strict=True)), places
    )
    game.rest(0.8)
    game.press(BOB)
    game.throw(ANN, "b6 k3", [3, 4])
    game.told()
    game.acts.blind_until_s = game.acts.at_s + 2.0
    game.acts.carry(3, 60.0 + 3 * 16.6, 140.0)
    game.rest(5.0)
    assert game.told() == ["table Ann"]


def test_a_whole_turn_in_the_dark_is_told_in_order() -> None:
    game = Game().opened()
    game.acts.blind_until_s = game.acts.at_s + 12.0
    game.press(BOB)
    game.throw(ANN, "r2 k3 o5 o8 r13 b6", [3, 4, 5, 6, 7, 8])
    game.lay([8], (60.0 + 3 * 16.6, 140.0))
    game.throw(BOB, "k5 r1 o3", [10, 11, 12])
    game.acts.blind_until_s = 0.0
    game.rest(3.0)
    assert game.told() == ["pass Bob", "throw Ann", "table Ann", "throw Bob"]


def test_a_kept_die_laid_where_a_thrown_one_was_taken_is_no_turned_die() -> None:
    """From one frame to the next: whoever follows dice by their places takes one for the other."""
    game = Game().opened()
    game.press(BOB)
    place = game.acts.dice[4]
    game.acts.in_cup.append(4)
    del game.acts.dice[4]
    game.acts.dice[3] = replace(game.acts.dice[3], x_mm=place.x_mm, y_mm=place.y_mm)
    game.acts.frames(2)
    game.throw(ANN, "k3 o5", [4, 5])
    assert game.told() == ["pass Bob", "throw Ann"]


def test_nothing_is_made_of_a_dark_in_which_nothing_happened() -> None:
    game = Game().opened()
    before = game.match
    game.acts.blind_until_s = game.acts.at_s + 5.0
    game.rest(9.0)
    assert game.told() == [] and game.match == before


def test_a_second_throw_in_the_dark_is_not_explained_away() -> None:
    game = Game().opened()
    game.acts.blind_until_s = game.acts.at_s + 6.0
    game.throw(BOB, "k6 r9 r8", [9, 10, 11])
    game.rest(12.0)
    assert "throw-unseen" not in game.notices()
    assert game.match.round is not None and game.match.round.turn == BOB


def seldom(game: Game, every_s: float) -> None:
    """From now on a picture comes only so often."""
    sees, due_s = game.watched.sees, [0.0]

    def look(at_s: float, seen: Observation) -> None:
        if at_s >= due_s[0]:
            due_s[0] = at_s + every_s
            sees(at_s, seen)

    game.acts.sees = look


def test_a_table_that_lies_as_before_after_a_second_without_pictures_was_not_unseen() -> None:
    """A telephone sends one a second while nothing moves. The next throw is told as one that was
    seen, though a die of it cannot be read."""
    game = Game().opened()
    game.press(BOB)
    seldom(game, 1.1)
    game.rest(6.0)
    assert game.watched.table.state.phase is TablePhase.RESTING
    game.acts.sees = game.watched.sees
    game.rest(0.1)
    game.acts.odd[5] = ((Doubt.CUT,), ())
    game.throw(ANN, "r2 k3 o5 o8 r13 k12", [3, 4, 5, 6, 7, 8])
    game.rest(2.0)
    assert game.told() == ["pass Bob", "throw Ann: unsure"]


def test_a_first_throw_that_was_poured_unseen_is_told_also_where_a_die_cannot_be_read() -> None:
    """Nothing that lay there has gone: whatever came was thrown."""
    game = Game().start()
    game.told()
    game.acts.blind_until_s = game.acts.at_s + 1.5
    game.acts.odd[4] = ((Doubt.CUT,), ())
    game.throw(ANN, ANNS)
    game.rest(3.0)
    assert game.told() == ["throw Ann: unsure"]


def test_a_picture_a_second_is_enough_for_people_who_take_their_time() -> None:
    game = Game()
    game.start()
    seldom(game, 1.1)
    game.throw(ANN, ANNS)
    game.rest(5.0)
    game.lay([0, 1, 2])
    game.rest(5.0)
    game.press(ANN)
    game.throw(BOB, BOBS)
    game.rest(5.0)
    assert game.told() == ["round Ann", "throw Ann", "table Ann", "throw Bob"]


def test_of_a_play_in_the_dark_a_die_that_is_read_in_part_is_asked_for() -> None:
    """It may be another one: it is asked for, in the dark as in the light."""
    game = Game(LiveTuning()).start()
    game.throw(ANN, ANNS)
    game.told()
    game.acts.blind_until_s = game.acts.at_s + 1.5
    game.acts.odd[1] = ((), parse_hand("b9"))
    game.lay([0, 1, 2])
    game.rest(4.0)
    assert game.told() == []
    game.answer("b4")
    game.rest(3.0)
    assert game.told() == ["table Ann"]


def test_a_throw_in_the_dark_is_no_play_though_a_die_may_show_what_is_missing() -> None:
    game = Game(LiveTuning()).start()
    game.throw(ANN, ANNS)
    game.told()
    game.acts.blind_until_s = game.acts.at_s + 3.0
    game.acts.odd[1] = ((), parse_hand("b9"))
    game.throw(ANN, "o3 o4", [3, 4])
    game.lay([0, 1, 2])
    game.rest(4.0)
    assert game.told() == ["rethrow Ann: unsure"]
