"""When a table is believed, and what unsettles it."""

import math
from typing import Any

import pytest

from tools.trials.table_acts import FRAME_S, PLAN, ImperfectCamera, TableActs
from turbo.game.dice import Face
from turbo.game.observation import Doubt, Observation
from turbo.live.settling import Cause, Settler, SettleTuning, Snapshot, TableDisturbed
from vision.mat.occluders import Occluder
from vision.mat.plan import Plan

f = Face.parse
SHARP = ImperfectCamera(missed=0.0, misread=0.0)


class Settling:
    """Acts before a settler; remembers all that it told."""

    def __init__(
        self, camera: ImperfectCamera = SHARP, seed: int = 0, tuning: SettleTuning | None = None
    ) -> None:
        self.settler = Settler(PLAN, tuning)
        self.told: list[Snapshot | TableDisturbed] = []
        self.acts = TableActs(self._see, seed, camera)
        self.hand = False
        self.things: tuple[Occluder, ...] = ()
        for name in range(6):
            self.acts.put(name, f(f"b{name + 1}"), 80.0 + 40 * name, 200.0)

    def _see(self, at_s: float, seen: Observation) -> None:
        happened = self.settler.step(at_s, seen, hand=self.hand, things=self.things)
        if happened is not None:
            self.told.append(happened)

    def settled(self) -> Snapshot:
        last = self.told[-1]
        assert isinstance(last, Snapshot)
        return last


def test_a_table_at_rest_is_told_once() -> None:
    scene = Settling()
    scene.acts.rest(5.0)
    assert len(scene.told) == 1
    faces = sorted(str(die.face) for die in scene.settled().dice)
    assert faces == ["b1", "b2", "b3", "b4", "b5", "b6"]


def test_it_is_believed_within_half_a_second() -> None:
    scene = Settling()
    scene.acts.rest(1.0)
    assert scene.settled().at_s <= 0.5 + FRAME_S / 2


@pytest.mark.parametrize(
    ("apart_s", "believed_s"), [(0.2, 0.6), (0.4, 1.2), (0.5, 1.0), (1.3, 1.3)]
)
def test_where_pictures_come_slowly_two_a_second_apart_are_enough(
    apart_s: float, believed_s: float
) -> None:
    seen: list[Observation] = []
    acts = TableActs(lambda _, one: seen.append(one), 0, SHARP)
    acts.put(0, f("b3"), 80.0, 200.0)
    acts.rest(1.0)
    settler = Settler(PLAN)
    told = [settler.step(apart_s * place, one) for place, one in enumerate(seen)]
    first = next(one for one in told if isinstance(one, Snapshot))
    assert first.at_s == pytest.approx(believed_s)


def test_after_the_last_die_came_to_rest_it_takes_half_a_second() -> None:
    scene = Settling()
    scene.acts.rest(1.0)
    scene.acts.slide(2, 160.0, 260.0, steps=8)
    still_s = scene.acts.at_s
    scene.acts.rest(1.0)
    assert scene.settled().at_s - still_s <= 0.5 + FRAME_S / 2


def test_a_rolling_die_is_never_believed() -> None:
    scene = Settling()
    scene.acts.rest(1.0)
    scene.acts.slide(2, 160.0, 330.0, steps=30)
    assert [type(one) for one in scene.told] == [Snapshot, TableDisturbed]


@pytest.mark.parametrize(
    ("act", "cause"),
    [
        pytest.param("slide", Cause.MOVED, id="a die moves"),
        pytest.param("take", Cause.GONE, id="a die is taken"),
        pytest.param("add", Cause.NEW, id="a die comes"),
        pytest.param("hand", Cause.HAND, id="a hand comes"),
    ],
)
def test_what_unsettles(act: str, cause: Cause) -> None:
    scene = Settling()
    scene.acts.rest(1.0)
    if act == "slide":
        scene.acts.slide(0, 90.0, 210.0)
    elif act == "take":
        del scene.acts.dice[0]
    elif act == "add":
        scene.acts.put(9, f("k9"), 400.0, 200.0)
    else:
        scene.hand = True
    scene.acts.frames(2)
    assert scene.told[-1] == TableDisturbed(scene.told[-1].at_s, cause)


def test_nothing_is_believed_while_a_hand_is_in_the_picture() -> None:
    scene = Settling()
    scene.hand = True
    scene.acts.rest(5.0)
    assert [type(one) for one in scene.told] == [TableDisturbed]


def test_a_hand_is_told_when_it_comes_and_when_it_goes() -> None:
    scene = Settling()
    scene.acts.rest(1.0)
    scene.acts.slide(0, 90.0, 210.0, steps=3)
    scene.hand = True
    scene.acts.rest(1.0)
    scene.hand = False
    scene.acts.rest(1.0)
    causes = [one.cause for one in scene.told if isinstance(one, TableDisturbed)]
    assert causes == [Cause.MOVED, Cause.HAND, Cause.MOVED]
    assert isinstance(scene.told[-1], Snapshot)


def test_a_die_that_nobody_can_read_is_unread_after_a_while() -> None:
    scene = Settling()
    scene.acts.odd[3] = ((), (f("b9"),))
    scene.acts.rest(0.5)
    assert scene.told == []
    scene.acts.rest(0.2)
    (unread,) = [die for die in scene.settled().dice if die.face.is_unread]
    assert {str(reading.face) for reading in unread.readings} == {"b4", "b9"}


def test_a_doubtful_die_is_waited_for_after_a_hand_that_may_have_hidden_it() -> None:
    scene = Settling()
    scene.acts.odd[3] = ((), (f("b9"),))
    scene.hand = True
    scene.acts.rest(2.0)
    scene.hand = False
    scene.acts.rest(0.2)
    assert [type(one) for one in scene.told] == [TableDisturbed, TableDisturbed]
    scene.acts.rest(0.2)
    assert len([die for die in scene.settled().dice if die.face.is_unread]) == 1


@pytest.mark.parametrize("doubt", list(Doubt))
def test_a_die_that_does_not_lie_well_is_unread(doubt: Doubt) -> None:
    scene = Settling()
    scene.acts.odd[3] = ((doubt,), ())
    scene.acts.rest(2.0)
    (unread,) = [die for die in scene.settled().dice if die.face.is_unread]
    assert unread.doubts == (doubt,)


def test_an_empty_table_is_a_table() -> None:
    scene = Settling()
    scene.acts.dice.clear()
    scene.acts.rest(1.0)
    assert scene.settled().dice == ()


def test_a_die_on_a_line_stays_on_its_side() -> None:
    scene = Settling()
    line = PLAN.hands_mm[0][0][1]
    scene.acts.put(9, f("k9"), 300.0, line - 0.2)
    scene.acts.rest(20.0)
    assert len(scene.told) == 1


def test_a_bump_keeps_numbers_and_places() -> None:
    scene = Settling()
    scene.acts.rest(1.0)
    before = scene.settled()
    turn = math.radians(4.0)

    def bumped(point: tuple[float, float]) -> tuple[float, float]:
        x, y = point
        cos, sin = math.cos(turn), math.sin(turn)
        return cos * x - sin * y + 30, sin * x + cos * y - 12

    scene.acts.shift = bumped
    scene.acts.rest(1.5)
    after = scene.settled()
    assert after.bump_mm > 15
    assert [die.id for die in after.dice] == [die.id for die in before.dice]
    for one, other in zip(before.dice, after.dice, strict=True):
        assert math.dist((one.x_mm, one.y_mm), (other.x_mm, other.y_mm)) < 3.0


def test_the_mat_gives_numbers_and_places_back_after_a_bump() -> None:
    """Too few dice to tell by themselves, but the markers did."""
    scene = Settling()
    scene.acts.dice = {0: scene.acts.dice[0], 1: scene.acts.dice[1]}
    scene.acts.rest(1.0)
    before = scene.settled()
    scene.acts.shift = lambda point: (point[0] + 50.0, point[1])
    scene.acts.rest(1.0)
    scene.settler.relocate(PLAN.moved(((1.0, 0.0, -50.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))))
    scene.acts.rest(1.0)
    assert [die.id for die in scene.settled().dice] == [die.id for die in before.dice]


def test_without_a_mat_the_scale_comes_from_the_dice() -> None:
    settler = Settler(Plan.whole_picture(1200, 900))
    acts = TableActs(lambda at_s, seen: told.append(settler.step(at_s, seen)), 0, SHARP)
    told: list[Snapshot | TableDisturbed | None] = []
    for name in range(4):
        acts.put(name, f("b1"), 100.0 + 50 * name, 200.0)
    acts.rest(1.0)
    (table,) = [one for one in told if isinstance(one, Snapshot)]
    first, second = table.dice[:2]
    apart = math.dist((first.x_mm, first.y_mm), (second.x_mm, second.y_mm))
    assert abs(apart % 50) < 2 or abs(apart % 50) > 48


@pytest.mark.parametrize("seed", range(5))
def test_a_camera_that_sees_badly_settles_and_stays_settled(seed: int) -> None:
    scene = Settling(ImperfectCamera(missed=0.02, misread=0.02), seed)
    scene.acts.rest(20.0)
    assert isinstance(scene.told[0], Snapshot)
    assert scene.told[0].at_s <= 1.6
    faces = [{die.face for die in one.dice} for one in scene.told if isinstance(one, Snapshot)]
    assert all(found <= {f(f"b{n}") for n in range(1, 7)} for found in faces)


def test_settling_is_documented_in_one_place() -> None:
    tuning = SettleTuning()
    assert tuning.frames * FRAME_S + FRAME_S <= 0.7


CUP_MM = ((80.0, 150.0), (140.0, 150.0), (140.0, 240.0), (80.0, 240.0))
"""An outline over two of the dice."""


@pytest.mark.parametrize(
    ("thing", "is_confirmed"),
    [
        pytest.param(Occluder(CUP_MM, 0.2, stands=True), True, id="furniture"),
        pytest.param(Occluder(CUP_MM, 0.2), True, id="a thing that moves beside the mat"),
        pytest.param(Occluder(CUP_MM, 0.2, disturbs=True), False, id="a hand"),
    ],
)
def test_dice_beside_a_thing_are_believed_and_what_it_hides_is_told(
    thing: Occluder, is_confirmed: bool
) -> None:
    scene = Settling()
    scene.things = (thing,)
    scene.acts.rest(1.0)
    assert isinstance(scene.told[-1], Snapshot) is is_confirmed
    if is_confirmed:
        (hidden,) = scene.settled().hidden
        assert hidden.hides((100.0, 200.0)) and not hidden.hides((200.0, 200.0))


@pytest.mark.parametrize(
    ("sides", "side"),
    [
        pytest.param((1,), 1, id="one hand"),
        pytest.param((0, 0), 0, id="both hands of a player"),
        pytest.param((0, 1), None, id="hands of both players"),
        pytest.param((None,), None, id="from between them"),
    ],
)
def test_whose_hand_disturbs(sides: tuple[int | None, ...], side: int | None) -> None:
    scene = Settling()
    scene.acts.rest(1.0)
    scene.things = tuple(Occluder(CUP_MM, disturbs=True, side=one) for one in sides)
    scene.acts.rest(0.2)
    disturbed = scene.told[-1]
    assert isinstance(disturbed, TableDisturbed)
    assert (disturbed.cause, disturbed.side) == (Cause.HAND, side)


def test_dice_that_a_cup_is_put_before_lie_there_as_they_lay() -> None:
    """Nothing waits for the cup to be lifted, and nobody misses them."""
    scene = Settling()
    scene.acts.rest(1.0)
    before = {die.id for die in scene.settled().dice}
    scene.things = (Occluder(CUP_MM, 1.0, disturbs=True),)
    scene.acts.lift([1])
    scene.acts.rest(1.0)
    scene.things = (Occluder(CUP_MM, 2.0, stands=True),)
    scene.acts.rest(3.0)
    assert isinstance(scene.told[-1], Snapshot)
    assert {die.id for die in scene.settled().dice} == before
    scene.acts.put(7, f("k7"), 330.0, 200.0)
    scene.acts.rest(1.0)
    assert len(scene.settled().dice) == 7, "the cup was not moved: what comes is another die"


@pytest.mark.parametrize(
    ("since_s", "lying"),
    [
        pytest.param(1.5, 9, id="it had stood there: they are others"),
        pytest.param(9.0, 8, id="it came with them: one of them may be that die"),
    ],
)
def test_what_is_thrown_beside_a_thing_that_stands_came_not_from_under_it(
    since_s: float, lying: int
) -> None:
    scene = Settling()
    scene.acts.rest(1.0)
    scene.things = (Occluder(CUP_MM, 1.0, disturbs=True),)
    scene.acts.lift([1])
    scene.acts.rest(1.0)
    for name in (7, 8, 9):
        scene.acts.put(name, f(f"k{name}"), 330.0 + 40 * (name - 7), 260.0)
    scene.things = (Occluder(CUP_MM, since_s, stands=True),)
    scene.acts.rest(2.0)
    assert len(scene.settled().dice) == lying


def test_what_was_behind_a_cup_and_lies_elsewhere_lies_there_alone() -> None:
    """Three went under a hand, two of them came to light elsewhere: the third is missed, and those
    are not behind the cup as well."""
    scene = Settling()
    scene.acts.rest(1.0)
    scene.things = (Occluder(CUP_MM, 1.0, disturbs=True),)
    scene.acts.lift([0, 1, 2])
    scene.acts.rest(0.5)
    scene.acts.put(0, f("b1"), 330.0, 260.0)
    scene.acts.put(1, f("b2"), 370.0, 260.0)
    scene.acts.rest(0.5)
    scene.things = (Occluder(CUP_MM, scene.acts.at_s, stands=True),)
    scene.acts.rest(2.0)
    faces = sorted(str(die.face) for die in scene.settled().dice)
    assert faces == ["b1", "b2", "b4", "b5", "b6"]


def test_a_die_that_was_seen_beside_a_cup_and_is_gone_was_taken() -> None:
    scene = Settling()
    scene.things = (Occluder(tuple((x - 15.0, y) for x, y in CUP_MM), 0.0, stands=True),)
    scene.acts.rest(1.0)
    assert len(scene.settled().dice) == 6
    scene.hand = True
    scene.acts.lift([1])
    scene.acts.put(1, f("b2"), 330.0, 260.0)
    scene.acts.rest(0.5)
    scene.hand = False
    scene.acts.rest(1.0)
    assert len(scene.settled().dice) == 6, "it lies elsewhere, and not under the cup as well"


def test_a_die_that_is_driven_out_from_behind_a_cup_lies_there_alone() -> None:
    scene = Settling()
    scene.acts.rest(1.0)
    scene.things = (Occluder(CUP_MM, 1.0, disturbs=True),)
    scene.acts.lift([1])
    scene.acts.rest(1.0)
    scene.things = (Occluder(CUP_MM, 1.2, stands=True),)
    scene.acts.rest(1.0)
    scene.acts.put(1, f("b2"), 120.0, 270.0)
    scene.acts.put(7, f("k7"), 330.0, 260.0)
    scene.acts.rest(1.0)
    faces = sorted(str(die.face) for die in scene.settled().dice)
    assert faces == ["b1", "b2", "b3", "b4", "b5", "b6", "k7"]


def test_a_die_that_comes_to_light_where_one_lay_hidden_is_that_one() -> None:
    """An arm is over it, and it is nudged: no two lie in one place."""
    scene = Settling()
    scene.acts.rest(1.0)
    scene.things = (Occluder(CUP_MM, 1.0, disturbs=True),)
    scene.acts.lift([1])
    scene.acts.rest(1.0)
    scene.things = (Occluder(CUP_MM, 1.2, stands=True),)
    scene.acts.rest(1.0)
    assert len(scene.settled().dice) == 6
    scene.acts.put(1, f("b2"), 128.0, 200.0)
    scene.acts.rest(1.0)
    assert len(scene.settled().dice) == 6


def test_a_cup_that_is_put_where_a_die_was_taken_hides_none() -> None:
    """The place was seen bare before: that die was thrown."""
    scene = Settling()
    scene.acts.rest(1.0)
    count = len(scene.settled().dice)
    away = tuple((x + 500.0, y) for x, y in CUP_MM)
    scene.things = (Occluder(away, 1.0, disturbs=True),)
    scene.acts.lift([1])
    scene.acts.frames(8)
    scene.things = (Occluder(CUP_MM, 2.0, stands=True),)
    scene.acts.rest(2.0)
    assert len(scene.settled().dice) == count - 1


def test_a_cup_that_is_lifted_from_nothing_has_hidden_nothing() -> None:
    scene = Settling()
    scene.acts.rest(1.0)
    count = len(scene.settled().dice)
    scene.things = (Occluder(CUP_MM, 1.0, stands=True),)
    scene.acts.lift([1])
    scene.acts.rest(2.0)
    assert len(scene.settled().dice) == count
    scene.things = ()
    scene.acts.rest(1.0)
    assert len(scene.settled().dice) == count - 1


@pytest.mark.parametrize(
    ("outline", "covers"),
    [
        pytest.param(CUP_MM, True, id="on the mat"),
        pytest.param(tuple((x - 5000.0, y) for x, y in CUP_MM), False, id="beyond it"),
    ],
)
def test_what_stands_beyond_the_mat_covers_no_die_on_it(outline: Any, covers: bool) -> None:
    scene = Settling()
    scene.things = (Occluder(outline, 0.2, stands=True),)
    scene.acts.rest(1.0)
    assert [one.covers for one in scene.settled().hidden] == [covers]
