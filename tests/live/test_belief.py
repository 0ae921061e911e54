"""The pieces of the belief without pictures, and the belief behind the live table's door."""

from dataclasses import replace
from itertools import permutations, product
from random import Random

import pytest

from tests.support.live_game import ANN, BOB, Game
from tools.trials.table_acts import PITCH_MM
from turbo.errors import TurboError
from turbo.game.dice import parse_hand
from turbo.game.layout import Rule
from turbo.game.match import Match
from turbo.game.observation import Reading
from turbo.live.belief.assignment import Problem, best, cheapest
from turbo.live.belief.explain import weighed
from turbo.live.belief.hypothesis import Hypothesis, OpenThrow
from turbo.live.belief.model import Model
from turbo.live.belief.neighbours import clear_of
from turbo.live.belief.view import laid_before
from turbo.live.body import BAG, TABLE, Body
from turbo.live.dispatcher import LiveTable
from turbo.live.inputs import Choice
from turbo.live.laying import UNMEASURED
from turbo.live.occlusion import StandingOccluder
from turbo.live.snapshot import RestingDie, Snapshot
from vision.mat.plan import Zone


@pytest.mark.parametrize("seed", range(20))
def test_the_cheapest_assignment_is_the_cheapest(seed: int) -> None:
    random = Random(seed)
    size = random.randint(1, 6)
    cost = [[random.random() for _ in range(size)] for _ in range(size)]
    chosen = cheapest(cost)
    least = min(sum(cost[i][p[i]] for i in range(size)) for p in permutations(range(size)))
    assert sorted(chosen) == list(range(size))
    assert sum(cost[i][chosen[i]] for i in range(size)) == pytest.approx(least)


FAR = (50.0,) * 3
"""What it costs that a die is none of the detections, or a detection none of the dice."""


def test_the_next_ones_follow_in_order() -> None:
    cost = [[1.0, 2.0, 9.0], [2.0, 1.0, 9.0], [9.0, 9.0, 1.0]]
    found = best(Problem(cost, FAR, FAR, [[row] * 3 for row in range(3)]), 3)
    assert [total for total, _ in found] == sorted(total for total, _ in found)
    assert found[0] == (3.0, [0, 1, 2]) and found[1] == (5.0, [1, 0, 2])


def test_rows_that_are_alike_change_places_in_no_other_way() -> None:
    cost = [[1.0, 1.0, 9.0], [1.0, 1.0, 9.0], [3.0, 3.0, 1.0]]
    first, *others = best(Problem(cost, FAR, FAR, [[label] * 3 for label in (0, 0, 1)]), 3)
    assert first == (3.0, [0, 1, 2]) and others
    assert all(chosen[2] != 2 for _, chosen in others)


@pytest.mark.parametrize("seed", range(20))
def test_the_best_ways_are_those_of_all_that_there_are(seed: int) -> None:
    """Every way to share out dice and detections, by what it costs."""
    random = Random(seed)
    dice, seen = random.randint(0, 3), random.randint(1, 3)
    pairs = [[random.uniform(0, 9) for _ in range(seen)] for _ in range(dice)]
    missing = [random.uniform(0, 9) for _ in range(dice)]
    strange = [random.uniform(1, 9) for _ in range(seen)]
    problem = Problem(pairs, missing, strange, [[row] * seen for row in range(dice)])
    ways = []
    for columns in product(range(seen + 1), repeat=dice):
        taken = [column for column in columns if column < seen]
        if len(set(taken)) == len(taken):
            cost = sum((*pairs[row], missing[row])[column] for row, column in enumerate(columns))
            ways.append(cost + sum(one for k, one in enumerate(strange) if k not in taken))
    first, *others = best(problem, 3)
    assert first[0] == pytest.approx(min(ways))
    assert [total for total, _ in others[:1]] == pytest.approx(sorted(ways)[1:2])
    assert best(problem, 3, most=min(ways) - 0.1) == []


def test_a_story_has_eighteen_dice() -> None:
    with pytest.raises(TurboError):
        Hypothesis(Match(("Ann", "Bob")), (Body(BAG),) * 17)


def test_equal_stories_are_one_and_weak_ones_go() -> None:
    story = Hypothesis(Match(("Ann", "Bob")), (Body(BAG),) * 18)
    assert len(weighed([story, story], Model())[0]) == 1


def resting(
    number: int, text: str, x_mm: float, y_mm: float, zone: Zone = Zone.TABLE
) -> RestingDie:
    (face,) = parse_hand(text)
    corners = ((0.0, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0))
    readings = (Reading(face, 0.999),)
    return RestingDie(number, x_mm, y_mm, 0.0, zone, face, readings, (), corners, corners, 0.0)


def test_dice_in_a_cup_beside_the_mat_lie_nowhere() -> None:
    """The cup's outline is its rim: what shows in it is no part of that."""
    rim = ((600.0, 0.0), (680.0, 0.0), (680.0, 80.0), (670.0, 80.0), (670.0, 10.0), (600.0, 10.0))
    cup = StandingOccluder(rim, 0.0, covers=False)
    inside = resting(1, "o7", 655.0, 30.0, Zone.OUTSIDE)
    fallen = resting(2, "r8", 655.0, 300.0, Zone.OUTSIDE)
    assert clear_of(Snapshot(1.0, (inside, fallen), hidden=(cup,))) == [fallen]


def test_what_was_laid_before_a_throw_may_come_to_light_after_it() -> None:
    """Blue 5 lay behind a hand as Bob threw; black 9 he has laid himself."""
    run = [
        Body(TABLE, die.face, die, is_seen=True, laid_by=ANN)
        for die in (resting(k, f"b{3 + k}", 100.0 + k * PITCH_MM, 140.0) for k in range(3))
    ]
    later = resting(3, "k9", 100.0, 300.0)
    before = (*run[:2], replace(run[2], is_seen=False), *[Body(BAG)] * 15)
    now = (*run, Body(TABLE, later.face, later, is_seen=True, laid_by=BOB), *[Body(BAG)] * 14)
    thrown = OpenThrow(BOB, 1.0, None, frozenset(), before, 9)
    story = Hypothesis(Match(("Ann", "Bob")), now, open=thrown)
    assert laid_before(story, thrown).faces == parse_hand("b3 b4 b5")


# Behind the door: people act, and what nearly all of the weight has next is told.


@pytest.fixture
def game() -> Game:
    return Game().opened()


def test_a_play_a_pass_and_a_throw_are_told_in_order(game: Game) -> None:
    game.acts.carry(9, 60.0 + 3 * 16.6, 140.0)
    game.rest()
    game.press(BOB)
    game.throw(ANN, "r2 k3", [3, 4])
    game.press(ANN)
    assert game.told() == ["table Bob", "throw Ann", "pass Ann"]


def test_the_others_throw_ends_the_turn_and_a_second_throw_is_named(game: Game) -> None:
    game.throw(ANN, "r2 k3", [3, 4])
    assert game.told() == ["pass Bob", "throw Ann"]
    game.throw(ANN, "k6 r9 r8 o2", [3, 4, 5, 6])
    assert game.told() == ["throw Ann: rejected"] and game.rules() == {Rule.THROWN_TWICE}


def test_a_die_turned_by_hand_is_named_and_not_taken_for_a_throw(game: Game) -> None:
    game.acts.turn(10, parse_hand("r10")[0])
    game.rest()
    assert game.told() == [] and "hand-die-turned" in game.notices()
    game.press(BOB)
    assert game.told() == ["pass Bob: rejected"] and game.rules() == {Rule.DIE_TURNED}


def test_where_only_people_know_they_are_asked(game: Game) -> None:
    game.throw(BOB, "r6", [11])
    assert game.told() == [] and "was-it-cocked" in game.notices()
    game.decide(Choice.COCKED)
    assert game.told() == ["rethrow Bob"]


def test_two_stories_are_kept_until_one_holds_nearly_all_of_the_weight(game: Game) -> None:
    """A die that is gone and one in doubt elsewhere may be the same: it is told once that is
    known."""
    game.press(BOB)
    game.told()
    game.acts.odd[4] = ((), parse_hand("k9"))
    game.throw(ANN, "r2 k6", [3, 4])
    game.rest(2.0)
    assert game.told() == ["throw Ann: unsure"]
    game.answer("k9")
    assert game.told() == ["correct Ann"]


def test_a_disorder_that_lasts_does_not_cost_more_and_more(game: Game) -> None:
    """A die is gone for good, and another one is pushed about all the time."""
    game.acts.lift([9])
    for step in range(2 * Model().past):
        game.acts.slide(12, 250.0 + 20 * (step % 2), 300.0)
        game.rest(0.6)
    assert len(game.watched.dispatcher.table.state.order.since) == Model().past


def test_without_a_mat_what_is_laid_is_read_as_in_a_tilted_view() -> None:
    """The words read it so; what is told must not be read otherwise."""
    table = LiveTable(16.0, is_measured=False)
    table.step(Match(("Ann", "Bob")), Snapshot(1.0, ()))
    assert [story.layouts for story in table.state.stories] == [UNMEASURED]
