"""Throws that hit what lies there: sets broken up, dice tipped or driven to other places."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

import pytest

from tests.support.live_game import ANN, ANNS, BOB, BOBS, BY_ITSELF, Game
from tests.support.standing import CUP, stand
from turbo.game.dice import parse_hand
from turbo.game.observation import Doubt, Point

Hit = tuple[str, Point]
"""What a die shows that was hit, and where it lies then."""


def hit(game: Game, dice: Mapping[int, Hit]) -> None:
    """Dice that lay there lie elsewhere at once, when others come out of the cup."""
    for name, (face, (x, y)) in dice.items():
        (shown,) = parse_hand(face)
        game.acts.dice[name] = replace(game.acts.dice[name], face=shown, x_mm=x, y_mm=y)


def throw_into(game: Game, seat: int, text: str, names: list[int], dice: Mapping[int, Hit]) -> None:
    """A throw that hits these."""
    game.acts.collect([name for name in names if name in game.acts.dice])
    game.acts.shake()
    hit(game, dice)
    row = game.row(seat, 9)
    places = {name: (row[i][0] + 14, row[i][1] + 12) for i, name in enumerate(names)}
    game.acts.pour(dict(zip(names, parse_hand(text), strict=True)), places)
    game.rest(0.8)


def back(game: Game, dice: Mapping[int, Hit]) -> None:
    """People set back what was hit, each die with the face that it had."""
    for name, (face, (x, y)) in dice.items():
        (shown,) = parse_hand(face)
        game.acts.lift([name])
        game.acts.frames(2)
        game.acts.put(name, shown, x, y)
        game.acts.reach([name])
    game.rest(0.8)


RUN = {name: (face, (60.0 + 16.6 * name, 140.0)) for name, face in enumerate(("b3", "b4", "b5"))}
HITS = {
    "one of the table is driven before who threw": {1: ("b4", (300.0, 420.0))},
    "one of the table is tipped": {2: ("r9", (180.0, 260.0))},
    "one is driven away and another tipped": {1: ("b4", (300.0, 420.0)), 2: ("r9", (180.0, 260.0))},
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("dice", HITS.values(), ids=HITS)
@pytest.mark.parametrize("late_s", [1.0, 9.0])
def test_a_throw_that_hit_the_table_is_told_when_that_is_set_right(
    dice: Mapping[int, Hit], late_s: float
) -> None:
    """What seems to be of the throw may be of the table: who has too many dice is not convicted
    before people had time to set it right. A throw that was refused because they took longer is
    found all the same."""
    game = Game(BY_ITSELF).opened()
    game.press(BOB)
    throw_into(game, ANN, "r2 k3", [3, 4], dice)
    game.rest(late_s)
    back(game, {name: RUN[name] for name in dice})
    game.rest(5.0)
    told = game.told()
    assert told[-1] == "throw Ann" and (late_s > 6.0 or told == ["pass Bob", "throw Ann"])
    assert game.match.round is not None
    assert Counter(game.match.round.hands[ANN] or ()) == Counter(parse_hand("r2 k3 o7 o8 r13 k12"))


def test_a_kept_die_that_was_tipped_is_not_told_before_it_is_turned_back() -> None:
    game = Game(BY_ITSELF).opened()
    game.press(BOB)
    place = game.acts.dice[8].x_mm, game.acts.dice[8].y_mm
    throw_into(game, ANN, "r2 k3", [3, 4], {8: ("k1", (place[0] - 30.0, place[1]))})
    back(game, {8: ("k12", place)})
    game.rest(2.0)
    assert game.told() == ["pass Bob", "throw Ann"]
    assert game.match.round is not None
    assert Counter(game.match.round.hands[ANN] or ()) == Counter(parse_hand("r2 k3 o7 o8 r13 k12"))


def test_a_first_throw_that_drives_a_die_of_the_other_hand_is_read_whole() -> None:
    """The die of that hand shows what it showed, before its player; of the throw one lies in the
    middle, and is not taken for it."""
    game = Game(BY_ITSELF).start()
    game.throw(ANN, ANNS)
    game.lay([0, 1, 2])
    game.press(ANN)
    game.acts.shake()
    hit(game, {8: ("k12", (300.0, 440.0))})
    places = {
        name: (x + 14, y + 12) for name, (x, y) in zip(range(9, 18), game.row(BOB), strict=True)
    }
    places[9] = (300.0, 250.0)
    game.acts.pour(dict(zip(range(9, 18), parse_hand(BOBS), strict=True)), places)
    game.rest(4.0)
    assert game.told() == ["round Ann", "throw Ann", "table Ann", "throw Bob"]
    assert game.match.round is not None
    hands = [Counter(hand or ()) for hand in game.match.round.hands]
    assert hands == [Counter(parse_hand("r1 k2 o7 o8 r13 k12")), Counter(parse_hand(BOBS))]


@pytest.mark.parametrize(
    ("face", "is_back"),
    [
        pytest.param("k12", True, id="as it lay"),
        pytest.param("k11", False, id="as it never lay"),
    ],
)
def test_a_kept_die_is_set_back_also_where_a_thrown_one_shows_its_face(
    face: str, is_back: bool
) -> None:
    """Nobody sees then that it was tipped: it is told as if it had been thrown."""
    game = Game(BY_ITSELF).opened()
    game.press(BOB)
    place = game.acts.dice[8].x_mm, game.acts.dice[8].y_mm
    throw_into(game, ANN, "r2 k12", [3, 4], {8: ("k1", (place[0] - 30.0, place[1]))})
    assert game.told() == ["pass Bob", "throw Ann"]
    back(game, {8: (face, place)})
    assert game.told() == (["correct Ann"] if is_back else [])
    assert ("set-back" in game.notices()) is is_back
    assert ("hand-die-turned" in game.notices()) is not is_back
    assert game.match.round is not None
    kept, hand = "k12" if is_back else "k1", Counter(game.match.round.hands[ANN] or ())
    assert hand == Counter(parse_hand(f"r2 k12 o7 o8 r13 {kept}"))


@pytest.mark.parametrize("first", [2, 3], ids=["the table's first", "the thrown one first"])
@pytest.mark.parametrize(
    ("shown", "is_back"),
    [
        pytest.param("k10", True, id="as it came up"),
        pytest.param("k11", False, id="as it never lay"),
    ],
)
def test_a_thrown_die_in_the_place_of_the_one_that_it_hit_is_told_when_that_is_set_back(
    first: int, shown: str, is_back: bool
) -> None:
    """Nobody can say which of the two is which before the one of the table lies there again: then
    the other is the one that was thrown, and that is said openly."""
    game = Game(BY_ITSELF).opened()
    game.press(BOB)
    (x, y), row = RUN[2][1], game.row(ANN)
    game.acts.collect([3])
    game.acts.shake()
    hit(game, {2: ("r2", (180.0, 260.0))})
    game.acts.pour(dict(zip([3], parse_hand("k10"), strict=True)), {3: (x + 5.0, y)})
    game.rest(3.0)
    assert (game.told(), game.notices()) == (["pass Bob", "throw Ann"], {"die-tipped"})
    put = {2: RUN[2], 3: (shown, (row[3][0] + 14, row[3][1] + 12))}
    back(game, {name: put[name] for name in (first, 5 - first)})
    game.rest(3.0)
    assert (game.told() == ["correct Ann"]) is is_back
    assert (game.notices() <= {"set-back"}) is is_back
    assert game.match.round is not None
    hand = Counter(game.match.round.hands[ANN] or ())
    assert (hand == Counter(parse_hand(f"{shown} k2 o7 o8 r13 k12"))) is is_back
    assert is_back or hand == Counter(parse_hand("r2 k2 o7 o8 r13 k12"))


@pytest.mark.parametrize(
    ("face", "is_back"),
    [
        pytest.param("k9", True, id="what lay under another"),
        pytest.param("k1", False, id="and more than that"),
    ],
)
def test_what_lay_under_another_is_set_back_when_that_was_thrown_again(
    face: str, is_back: bool
) -> None:
    """The one that is thrown again hits it and another; nobody had seen what the lower one showed,
    but of the other it was seen."""
    game = Game(BY_ITSELF).opened()
    game.press(BOB)
    game.acts.odd[3] = ((Doubt.STACKED,), ())
    game.acts.covered.add(4)
    throw_into(game, ANN, "r2 k3 o5 k9", [3, 4, 5, 6], {})
    lower, other = game.acts.dice[4], game.acts.dice[6]
    game.acts.collect([3])
    game.acts.shake()
    game.acts.odd.clear()
    game.acts.covered.clear()
    hit(game, {4: ("r8", (lower.x_mm - 9, lower.y_mm)), 6: ("b11", (other.x_mm + 24, other.y_mm))})
    game.acts.pour(dict(zip([3], parse_hand("o11"), strict=True)), {3: (80.0, 385.0)})
    game.rest(3.0)
    put = {4: ("k3", (lower.x_mm - 9, 435.0)), 6: (face, (other.x_mm, 435.0))}
    back(game, put)
    game.rest(3.0)
    assert game.told()[-1] == ("correct Ann" if is_back else "throw Ann")
    # Nobody can tell it from another rethrow: it is asked.
    assert ("was-it-cocked" in game.notices()) is not is_back
    assert game.match.round is not None
    hand = Counter(game.match.round.hands[ANN] or ())
    assert (hand == Counter(parse_hand("o11 k3 o5 k9 r13 k12"))) is is_back


@pytest.mark.parametrize("late_s", [1.0, 9.0])
def test_a_first_throw_that_drives_a_die_of_the_table_before_its_player_waits_for_that(
    late_s: float,
) -> None:
    game = Game(BY_ITSELF).start()
    game.throw(ANN, ANNS)
    game.lay([0, 1, 2], (60.0, 125.0))
    game.press(ANN)
    game.told()
    game.acts.shake()
    hit(game, {1: ("b4", (76.6, 95.0))})
    places = {name: (x + 14, y) for name, (x, y) in zip(range(9, 18), game.row(BOB), strict=True)}
    game.acts.pour(dict(zip(range(9, 18), parse_hand(BOBS), strict=True)), places)
    game.rest(late_s)
    told = ["throw Bob"]
    assert game.told() == ([] if late_s < 6.0 else told), "it is of the table, wherever it lies"
    back(game, {1: ("b4", (76.6, 125.0))})
    game.rest(5.0)
    assert game.told() == (told if late_s < 6.0 else [])
    assert game.match.round is not None
    assert Counter(game.match.round.hands[BOB] or ()) == Counter(parse_hand(BOBS))


TIPPED = {
    "a die that Ann had kept": (8, "k12"),
    "a die of Bob's": (12, "o1"),
    "a die of the table": (1, "b4"),
}


@pytest.mark.parametrize(("name", "face"), TIPPED.values(), ids=TIPPED)
def test_a_die_that_a_throw_tips_where_it_lies_counts_as_before_and_nobody_is_accused(
    name: int, face: str
) -> None:
    game = Game(BY_ITSELF).opened()
    game.press(BOB)
    lay = game.acts.dice[name]
    place, tipped = (lay.x_mm, lay.y_mm), ("r9", (lay.x_mm, lay.y_mm + 8.0))
    throw_into(game, ANN, "r2 k3", [3, 4], {name: tipped})
    assert game.told() == ["pass Bob", "throw Ann"]
    assert [one.values for one in game.watched.last.notices] == [("r9", face)]
    assert game.notices() == {"die-tipped"}
    game.rest(9.0)
    assert game.notices() - {"do-they-touch"} == {"die-tipped"}, "until somebody has done it"
    back(game, {name: (face, place)})
    assert game.notices() == set()
    game.press(ANN)
    assert game.told() == ["pass Ann"]
    assert game.match.round is not None
    assert Counter(game.match.round.hands[ANN] or ()) == Counter(parse_hand("r2 k3 o7 o8 r13 k12"))


def test_a_die_of_the_throw_before_is_tipped_also_where_the_passes_between_show_only_now() -> None:
    """Nobody presses: by the match she has thrown already, when she throws again."""
    game = Game(BY_ITSELF).start()
    game.throw(ANN, ANNS)
    game.throw(BOB, BOBS)
    assert game.told() == ["round Ann", "throw Ann", "throw Bob"]
    lay = game.acts.dice[8]
    tipped = {8: ("r9", (lay.x_mm, lay.y_mm + 8.0))}
    throw_into(game, ANN, "r2 k3 o5 k6 r11", [0, 1, 2, 3, 4], tipped)
    assert game.told() == ["pass Ann", "pass Bob", "throw Ann"]
    assert game.notices() == {"die-tipped"}
    assert game.match.round is not None
    hand = Counter(game.match.round.hands[ANN] or ())
    assert hand == Counter(parse_hand("r2 k3 o5 k6 r11 o7 o8 r13 k12"))


@pytest.mark.parametrize(
    ("face", "words"),
    [
        pytest.param("r9", {"die-tipped"}, id="laid elsewhere as it is"),
        pytest.param("k12", set(), id="laid elsewhere as it was"),
        pytest.param("k11", {"hand-die-turned"}, id="turned to something else"),
    ],
)
def test_a_die_that_was_tipped_is_followed_until_it_is_set_back(face: str, words: set[str]) -> None:
    game = Game(BY_ITSELF).opened()
    game.press(BOB)
    (x, y) = game.acts.dice[8].x_mm, game.acts.dice[8].y_mm
    throw_into(game, ANN, "r2 k3", [3, 4], {8: ("r9", (x + 6.0, y))})
    game.told()
    back(game, {8: (face, (x + 50.0, y - 20.0))})
    game.rest(2.0)
    assert (game.told(), game.notices()) == ([], words)


def test_a_die_that_was_tipped_may_be_thrown_the_next_time() -> None:
    game = Game(BY_ITSELF).opened()
    game.press(BOB)
    (x, y) = game.acts.dice[8].x_mm, game.acts.dice[8].y_mm
    throw_into(game, ANN, "r2 k3", [3, 4], {8: ("r9", (x + 6.0, y))})
    game.press(ANN)
    game.throw(BOB, "r3 k4", [9, 10])
    game.press(BOB)
    game.told()
    game.throw(ANN, "k10", [8])
    assert (game.told(), game.notices()) == (["throw Ann"], set())


def test_a_die_that_is_turned_by_hand_when_nothing_rolls_is_named() -> None:
    game = Game(BY_ITSELF).opened()
    game.press(BOB)
    throw_into(game, ANN, "r2 k3", [3, 4], {})
    game.acts.turn(8, parse_hand("r9")[0])
    game.rest(1.0)
    assert game.told() == ["pass Bob", "throw Ann"]
    assert game.notices() == {"hand-die-turned"}


@pytest.mark.parametrize("seat", [ANN, BOB])
def test_a_play_that_the_next_throw_breaks_up_was_one(seat: int) -> None:
    """It lay there whole, for less than it takes to be handed over by itself."""
    game = Game(BY_ITSELF).start(seat)
    other, names = 1 - seat, range(9 * seat, 9 * seat + 9)
    game.throw(seat, ANNS, names)
    game.lay(list(names[:3]))
    dice = {names[0]: ("b3", (300.0, 200.0)), names[2]: ("b5", (200.0, 250.0))}
    throw_into(game, other, BOBS, list(range(9 * other, 9 * other + 9)), dice)
    game.rest(0.5)
    one, two = ("Ann", "Bob") if seat == ANN else ("Bob", "Ann")
    assert game.told() == [f"round {one}", f"throw {one}", f"table {one}", f"throw {two}"]


def test_a_play_that_was_taken_back_before_the_next_throw_was_none() -> None:
    game = Game(BY_ITSELF).start()
    game.throw(ANN, ANNS)
    game.lay([0, 1, 2])
    for name, place in zip((0, 1, 2), game.row(ANN, 3), strict=True):
        game.acts.carry(name, *place)
    throw_into(game, BOB, BOBS, list(range(9, 18)), {})
    game.rest(0.5)
    assert "table Ann" not in game.told()


def test_a_die_behind_the_cup_comes_to_light_when_the_other_throws() -> None:
    """Two come to lie before her: the one that was hidden is hers, the other rolled there."""
    game = Game(BY_ITSELF).opened()
    game.press(BOB)
    stand(game, CUP)
    game.acts.collect([3, 4])
    game.acts.shake()
    game.acts.covered.add(4)
    faces, places = parse_hand("r2 k3"), ((180.0, 400.0), (470.0, 410.0))
    game.acts.pour(dict(zip((3, 4), faces, strict=True)), dict(zip((3, 4), places, strict=True)))
    game.rest(4.0)
    assert game.told() == ["pass Bob", "throw Ann: unsure"]
    game.acts.collect(list(range(9, 18)))
    game.acts.shake()
    stand(game)
    game.acts.covered.clear()
    row = {name: (x + 14, y + 12) for name, (x, y) in zip(range(9, 18), game.row(BOB), strict=True)}
    row[9] = (360.0, 420.0)
    thrown = parse_hand("o2 o3 r6 r7 b8 b9 k10 k11 b12")
    game.acts.pour(dict(zip(range(9, 18), thrown, strict=True)), row)
    game.rest(4.0)
    told = game.told()
    assert told[-2:] == ["pass Ann", "throw Bob"] and not [one for one in told if "rejected" in one]
    assert game.match.round is not None
    hands = [Counter(hand or ()) for hand in game.match.round.hands]
    assert hands == [Counter(parse_hand("r2 k3 o7 o8 r13 k12")), Counter(thrown)]


def test_dice_that_were_tidied_and_laid_before_their_throw_could_be_told_are_laid() -> None:
    """One of three is behind the cup. The others lie there for a while, are pushed aside, and come
    to the run on the table, which is moved for them."""
    game = Game(BY_ITSELF).opened()
    game.press(BOB)
    stand(game, CUP)
    game.acts.collect([3, 4, 5])
    game.acts.shake()
    game.acts.covered.add(5)
    places = {3: (90.0, 400.0), 4: (140.0, 400.0), 5: (470.0, 410.0)}
    game.acts.pour(dict(zip((3, 4, 5), parse_hand("b6 b7 k1"), strict=True)), places)
    game.rest(0.8)
    for name, place in ((3, (200.0, 430.0)), (4, (250.0, 430.0))):
        game.acts.carry(name, *place)
    game.rest(0.8)
    run = [0, 1, 2, 3, 4]
    game.acts.carry_many({name: (300.0 + 16.6 * i, 200.0) for i, name in enumerate(run)})
    game.rest(4.0)
    assert game.told() == ["pass Bob", "throw Ann: unsure"]
    stand(game)
    game.acts.covered.clear()
    game.rest(4.0)
    assert game.told() == ["correct Ann", "table Ann"]
    assert game.match.round is not None and len(game.match.round.table.dice) == 5


# The tracked dice alone
