"""People's habits as data: each changes how a match looks, and none what is played."""

import math
import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from unittest.mock import Mock

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.thrown import ByHand, many_sets
from tools.trials.perfect_eye import observation
from turbo.errors import TurboError
from turbo.game.dice import HAND
from turbo.twin.answering import Answering
from turbo.twin.draw_props import CupPose
from turbo.twin.habits import PEOPLE, CupPlace, Habits, Skill, people_named
from turbo.twin.inventory import top_side
from turbo.twin.physics import Pour, PouredThrow, Shove, StandingBody, throw
from turbo.twin.poses import IslandPlace, Pose, are_apart, fitted, outline
from turbo.twin.table import Pace, TableMotion, TwinSettings
from turbo.twin.together import beside
from turbo.twin.world import TwinTable

QUICK = Pace(look_s=0.1, answer_s=0.5, unheard_s=0.1, before_s=0.1, between_rounds_s=0.1)
SIMPLE = Habits(Skill.SIMPLE, think_s=0.1)


def _table(habits: Habits, seed: int = 1) -> TwinTable:
    settings = TwinSettings(habits=(habits, habits), rounds=1, pace=QUICK, inventory=many_sets())
    table = TwinTable(seed, settings)
    table.script.mechanics = ByHand()
    return table


def _played(habits: Habits) -> Iterator[TwinTable]:
    """A round, tenth of a second by tenth of a second."""
    table = _table(habits)
    while not table.is_over and table.clock_s < 400.0:
        table.step(0.1)
        yield table
    table.close()
    assert table.is_over


BAD = {
    "a gap that is none": {"gap_mm": (0.0, 2.6)},
    "gaps the wrong way round": {"gap_mm": (2.0, 1.0)},
    "a turn that is no set": {"askew_deg": 12.5},
    "cloth that is not there": {"sleeve": "purple"},
    "no place for the cup": {"cup": ()},
    "an empty hand": {"carries": 0},
}


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
def test_habits_that_cannot_be_are_refused(bad: dict[str, object]) -> None:
    with pytest.raises(TurboError, match="expected"):
        Habits(**bad)  # type: ignore[arg-type]


def test_people_come_by_name_or_by_the_seed() -> None:
    assert people_named("neat") == (Habits(), Habits())
    assert people_named("brisk+clumsy") == (PEOPLE["brisk"], PEOPLE["clumsy"])
    drawn = {people_named("drawn", seed) for seed in range(40)}
    assert len(drawn) > 6 and people_named("drawn", 3) == people_named("drawn", 3)
    for text in ("nobody", "neat+neat+neat", ""):
        with pytest.raises(TurboError, match="expected people"):
            people_named(text)


@pytest.mark.parametrize("name", [name for name in PEOPLE if name != "neat"])
def test_whoever_plays_the_match_is_the_same(name: str) -> None:
    stories = []
    for habits in (SIMPLE, replace(PEOPLE[name], skill=Skill.SIMPLE, think_s=0.1)):
        *_, table = _played(habits)
        stories.append(table.ledger.story())
        lying = [top_side(pose.rotation)[1] for pose in table.things.poses.values()]
        assert all(lean < 1.0 for lean in lying)
    assert stories[0] == stories[1]


# How dice are laid


@pytest.mark.parametrize(("gap_mm", "askew_deg"), [((0.3, 0.3), 0.0), ((0.5, 2.5), 12.0)])
def test_dice_of_a_set_are_loose_and_crooked_but_never_in_each_other(
    gap_mm: tuple[float, float], askew_deg: float
) -> None:
    turns, gaps = [0.0], [0.0]
    for table in _played(replace(SIMPLE, gap_mm=gap_mm, askew_deg=askew_deg, carries=3)):
        things = table.things
        if not table.is_still or not things.places:
            continue
        for (island, row, column), die in things.state.cells.items():
            place = things.places[island]
            quarter = math.pi / 2
            turn = (things.yaw(die) - place.turn_rad + quarter / 2) % quarter - quarter / 2
            turns.append(abs(math.degrees(turn)))
            gaps.append(math.dist(things.poses[die].spot, place.at(row, column)))
        squares = [outline(pose.spot, pose.flat_yaw, 15.5) for pose in things.poses.values()]
        assert all(are_apart(one, other) for one, other in combinations(squares, 2))
    assert max(turns) <= askew_deg + 1e-6 and (max(turns) > 4.0) == (askew_deg > 0.0)
    assert max(gaps) < 1.5


@given(st.floats(-40, 40), st.floats(-40, 40), st.floats(-0.5, 0.5))
def test_a_set_that_was_shoved_as_a_whole_is_found_again(x: float, y: float, turn: float) -> None:
    place = IslandPlace(10.0, -20.0, 0.1, 16.4)
    moved = IslandPlace(10.0 + x, -20.0 + y, 0.1 + turn, 16.4)
    cells = [(0, 0, 0), (0, 0, 1), (0, 0, 2), (0, 1, 0)]
    found, off_mm = fitted(place, {cell: moved.at(cell[1], cell[2]) for cell in cells})
    assert off_mm < 1e-6
    assert math.isclose(found.turn_rad, moved.turn_rad, abs_tol=1e-9)
    assert math.dist((found.x, found.y), (moved.x, moved.y)) < 1e-6


@given(st.floats(-20, 20), st.floats(-20, 20), st.floats(-3, 3), st.floats(-3, 3))
def test_squares_are_apart_only_where_no_corner_is_in_the_other(
    x: float, y: float, one: float, other: float
) -> None:
    first, second = outline((0.0, 0.0), one, 16.0), outline((x, y), other, 16.0)
    if math.hypot(x, y) < 16.0 - 1e-9:
        assert not are_apart(first, second)
    if math.hypot(x, y) > 16.0 * math.sqrt(2.0) + 1e-9:
        assert are_apart(first, second)


# What throws do to what lies there


def test_dice_poured_over_a_set_shove_it_and_leave_what_is_far_away() -> None:
    row = [StandingBody(-40.0 + 20.0 * place, -20.0, 0.0) for place in range(6)]
    far = StandingBody(-150.0, 130.0, 0.2)
    thrown = throw(5, HAND, Pour(0.0, -60.0, math.pi / 2), standing=[*row, far])
    assert set(thrown.shoved) & set(range(6)) and 6 not in thrown.shoved
    assert all(shove.positions_mm[0][2] > 7.0 for shove in thrown.shoved.values())
    assert max(shove.reach_mm for shove in thrown.shoved.values()) > 1.0


class Hitting(ByHand):
    """A throw that moves a die of what lies there by so much, and turns it by a quarter over."""

    def __init__(self, dx_mm: float, every: bool, tips: bool) -> None:
        super().__init__()
        self.dx_mm, self.every, self.tips = dx_mm, every, tips

    def __call__(self, seed: int, count: int, pour: Pour, **how: object) -> PouredThrow:
        thrown = super().__call__(seed, count, pour, **how)  # type: ignore[arg-type]
        standing = how["standing"]
        assert isinstance(standing, list)
        middle = [place for place, one in enumerate(standing) if abs(one.y_mm) < 70.0]
        hit = middle if self.every else middle[:1]
        return replace(thrown, shoved={place: self._shove(standing[place]) for place in hit})

    def _shove(self, one: StandingBody) -> Shove:
        spots = np.array([(one.x_mm, one.y_mm, 8.0), (one.x_mm + self.dx_mm, one.y_mm, 8.0)])
        tipped = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])
        turns = np.stack([np.eye(3), tipped if self.tips else np.eye(3)])
        return Shove(spots[np.r_[0, np.ones(199, int)]], turns[np.r_[0, np.ones(199, int)]])


HITS = {
    "a set that was moved stays where it is": (7.0, True, False, True),
    "a die that was knocked out of its set is pushed back": (7.0, False, False, False),
    "a die that was tipped is turned back": (0.0, False, True, False),
}


@pytest.mark.parametrize(("dx_mm", "every", "tips", "stays"), HITS.values(), ids=HITS)
def test_what_a_throw_has_shoved_is_put_right(
    dx_mm: float, every: bool, tips: bool, stays: bool
) -> None:
    """After the throw that hits, the set is whole again, at its new place or its old one."""
    table = _table(SIMPLE, seed=3)
    things = table.things
    while not things.state.cells:
        table.step(0.1)
    places = dict(things.places)
    table.script.mechanics = Hitting(dx_mm, every, tips)
    deeds = len(table.ledger.deeds)
    while all(deed.what != "throw" for deed in table.ledger.deeds[deeds:]):
        table.step(0.1)
    table.close()
    island = min(things.places)
    moved_mm = things.places[island].x - places[island].x
    assert math.isclose(moved_mm, dx_mm if stays else 0.0, abs_tol=0.3)
    for (number, row, column), die in things.state.cells.items():
        assert math.dist(things.poses[die].spot, things.places[number].at(row, column)) < 1.5
        assert top_side(things.poses[die].rotation)[0] == things.state.sides[die]


def test_a_set_is_not_put_back_into_a_die_that_came_to_lie_there() -> None:
    """A die of the throw lies where one of the set belongs: the set is laid elsewhere."""
    table = _table(SIMPLE, seed=3)
    things, script = table.things, table.script
    while not things.state.cells:
        table.step(0.1)
    die = next(iter(things.state.cells.values()))
    thrown = next(one for hand in things.state.hands for one in hand if one in things.poses)
    (x, y), (hand_x, hand_y) = things.poses[die].spot, things.poses[thrown].spot
    things.put(thrown, Pose.flat(things.state.sides[thrown], x, y, 0.4, things.edge_mm))
    things.put(die, Pose.flat(things.state.sides[die], hand_x, hand_y, 0.0, things.edge_mm))
    for motion in script.set_right(0, {die}):
        if motion.move is not None:
            motion.move(motion.length_s)
    table.close()
    edges = [outline(pose.spot, pose.flat_yaw, things.edge_mm) for pose in things.poses.values()]
    assert all(are_apart(one, other) for one, other in combinations(edges, 2))
    for (number, row, column), one in things.state.cells.items():
        assert math.dist(things.poses[one].spot, things.places[number].at(row, column)) < 1.5


def test_dice_that_were_driven_out_of_a_hand_are_put_back_beside_each_other() -> None:
    """Each was given a free spot before any had been carried there: both the same one."""
    table = _table(SIMPLE, seed=3)
    things, script = table.things, table.script
    while not (kept := things.state.hands[0]) or not all(die in things.poses for die in kept):
        table.step(0.1)
    for number, die in enumerate(kept):
        x, y = things.floor.table.centre
        out = Pose.flat(things.state.sides[die], x + 25.0 * number - 100.0, y, 0.0, things.edge_mm)
        things.put(die, out)
    for motion in script.set_right(0, set(kept)):
        if motion.move is not None:
            motion.move(motion.length_s)
    table.close()
    assert len(kept) == HAND
    assert all(things.floor.hands[0].has(*things.poses[die].spot) for die in kept)
    edges = [outline(pose.spot, pose.flat_yaw, things.edge_mm) for pose in things.poses.values()]
    assert all(are_apart(one, other) for one, other in combinations(edges, 2))


# The cup


@pytest.mark.parametrize("where", [place for place in CupPlace if place is not CupPlace.AWAY])
def test_a_cup_that_is_left_stands_until_somebody_throws(where: CupPlace) -> None:
    seen = set()
    for table in _played(replace(SIMPLE, cup=(where,))):
        things, cup = table.things, table.things.standing_cup
        if cup is not None:
            assert things.cup is None
            seen.add(_where(things.mat.hand_y_mm, things.mat.height_mm / 2, cup))
            lying = things.spots(*things.moving)
            assert all(math.dist(cup.bottom_mm[:2], spot) > 30.0 for spot in lying)
    assert seen == {where}


def _where(zone_mm: float, rim_mm: float, cup: CupPose) -> CupPlace:
    y = abs(cup.bottom_mm[1])
    if y < zone_mm:
        return CupPlace.ZONE
    return CupPlace.EDGE if y - cup.radius_mm < rim_mm else CupPlace.TABLE


def test_a_die_behind_the_cup_is_hidden_and_no_hand_is_there() -> None:
    hidden = 0
    for table in _played(replace(SIMPLE, cup=(CupPlace.ZONE,))):
        if table.is_still and table.things.standing_cup is not None:
            hidden += len(table.things.poses) - len(observation(table).dice)
    assert hidden > 10


# Hands


@pytest.mark.parametrize("asks", [True, False])
def test_who_hears_that_a_die_is_hidden_takes_the_cup_away(asks: bool) -> None:
    """Before the other reaches for it to throw."""
    table = _table(replace(SIMPLE, cup=(CupPlace.ZONE,)))
    answering = Mock(spec=Answering)
    for name in ("is_asked", "is_asked_for_score", "is_lost"):
        getattr(answering, name).return_value = False
    answering.is_asked_to_lift.return_value = asks
    table.script.answering = answering
    while table.script.turns < 2:
        table.step(0.1)
    table.close()
    assert (table.things.standing_cup is None) == asks


def test_hands_do_what_the_habits_say() -> None:
    """Several dice at once, both hands at once, a die that falls and lies turned, a pushed one."""
    carried = both = slid = fallen = 0
    habits = replace(SIMPLE, carries=3, overlaps=1.0, drops=0.4, slides=1.0, lingers_s=0.3)
    for table in _played(habits):
        things = table.things
        in_hand = [die for die in things.moving if things.poses[die].position[2] > 24.0]
        carried = max(carried, len(in_hand) if things.cup is None else 0)
        both += len(things.hands) == 2
        low = [die for die in things.moving if abs(things.poses[die].position[2] - 8.0) < 1e-6]
        slid += bool(low) and things.cup is None
        fallen += any(
            top_side(pose.rotation)[0] != things.state.sides[die]
            for die, pose in things.poses.items()
            if die not in things.moving
        )
    assert carried >= 2 and both and slid and fallen


def test_who_rebuilds_lays_a_set_that_grows_elsewhere() -> None:
    def moved(rebuilds: float) -> int:
        found, before = 0, dict[int, Pose]()
        for table in _played(replace(SIMPLE, rebuilds=rebuilds)):
            if table.is_still and table.things.places:
                now = {die: table.things.poses[die] for die in table.things.state.cells.values()}
                found += sum(
                    die in now and math.dist(now[die].spot, pose.spot) >= 5.0
                    for die, pose in before.items()
                )
                before = now
        return found

    assert moved(0.0) == 0 < moved(1.0)


def test_two_motions_pass_side_by_side() -> None:
    times: dict[str, list[float]] = {"main": [], "other": []}

    def motions(name: str, *lengths_s: float) -> Iterator[TableMotion]:
        for length_s in lengths_s:
            yield TableMotion(length_s, lambda time_s: times[name].append(round(time_s, 3)))

    for motion in beside(motions("main", 0.2, 0.2), motions("other", 0.3, 0.3)):
        while not motion.is_over:
            motion.advance(0.1)
    assert times["main"] == [0.1, 0.2, 0.1, 0.2]
    assert times["other"] == [0.1, 0.2, 0.3, 0.1, 0.2, 0.3]


def test_patience_ends_though_nobody_has_spoken() -> None:
    """Players with patience go on after 2 to 4 s; the others would wait for the referee."""

    class Mute:
        def rulings(self) -> int:
            return 0

        def verdict(self) -> None:
            return None

        def turn(self) -> None:
            return None

    lengths = []
    for patience in ((2.0, 2.0), (4.0, 4.0), None):
        table = _table(replace(SIMPLE, patience_s=patience))
        table.script.pace = replace(QUICK, answer_s=60.0)
        table.script.feedback = Mute()
        while table.script.turns < 3:
            table.step(0.1)
        table.close()
        lengths.append(table.clock_s)
    assert math.isclose(lengths[1] - lengths[0], 4.0, abs_tol=0.3) and lengths[2] > 100.0


def test_slips_alone_are_asked_for_how_it_looks() -> None:
    """What counts is drawn from another source: it would shift with every habit."""
    table = _table(replace(PEOPLE["clumsy"], skill=Skill.SIMPLE))
    table.script.slips.seed(99)
    table.things.floor.chance = random.Random(98)
    while not table.is_over:
        table.step(0.2)
    table.close()
    *_, plain = _played(SIMPLE)
    assert table.ledger.story() == plain.ledger.story()
