"""Plans: millimetres from pixels, zones, swapped seats, a bumped camera."""

import json

import pytest

from turbo.errors import TurboError
from turbo.observation import Observation, SeenDie
from vision.plan import Plan, Zone

TILTED = ((100.0, 80.0), (540.0, 90.0), (620.0, 470.0), (30.0, 460.0))


def tilted() -> Plan:
    return Plan.from_corners(TILTED, 400.0, 280.0, edge_mm=16.5)


def test_corners_come_to_lie_on_the_corners_of_the_field() -> None:
    plan = tilted()
    for px, mm in zip(TILTED, ((0, 0), (400, 0), (400, 280), (0, 280)), strict=True):
        assert plan.to_mm(px) == pytest.approx(mm, abs=1e-6)


def test_to_px_undoes_to_mm() -> None:
    plan = tilted()
    assert plan.to_px(plan.to_mm((333.0, 222.0))) == pytest.approx((333.0, 222.0))


@pytest.mark.parametrize(
    ("at_mm", "zone"),
    [
        pytest.param((200, 140), Zone.TABLE, id="middle"),
        pytest.param((200, 270), Zone.HAND_0, id="near the viewer"),
        pytest.param((200, 10), Zone.HAND_1, id="far side"),
        pytest.param((-5, 140), Zone.OUTSIDE, id="off the mat"),
        pytest.param((200, 300), Zone.OUTSIDE, id="beyond a hand"),
    ],
)
def test_zones(at_mm: tuple[float, float], zone: Zone) -> None:
    assert tilted().zone_of(*at_mm) is zone


def test_swapped_seats_swap_the_hands_alone() -> None:
    plan = tilted().swapped()
    assert plan.zone_of(200, 270) is Zone.HAND_1
    assert plan.zone_of(200, 10) is Zone.HAND_0
    assert plan.zone_of(200, 140) is Zone.TABLE


def test_a_bumped_camera_keeps_the_zones_on_the_table() -> None:
    plan = tilted()
    moved = plan.moved(((1.0, 0.0, 30.0), (0.0, 1.0, -10.0), (0.0, 0.0, 1.0)))
    x, y = plan.to_mm((300.0, 300.0))
    assert moved.to_mm((300.0, 300.0)) == pytest.approx((x + 30, y - 10))
    assert moved.table_mm == plan.table_mm


def test_a_presumed_scale_is_taken_from_the_dice() -> None:
    plan = Plan.whole_picture(1280, 960)
    corners = ((100.0, 100.0), (140.0, 100.0), (140.0, 140.0), (100.0, 140.0))
    scaled = plan.scaled_to(Observation((SeenDie(corners, ()),), 1280, 960))
    (left, _), (right, _) = scaled.to_mm((100.0, 100.0)), scaled.to_mm((140.0, 100.0))
    assert right - left == pytest.approx(16.0)
    assert scaled.zone_of(*scaled.to_mm((640.0, 950.0))) is Zone.HAND_0
    assert tilted().scaled_to(Observation((SeenDie(corners, ()),), 1280, 960)) == tilted()


def test_json_gives_the_same_plan_back() -> None:
    plan = tilted()
    assert Plan.from_json(json.loads(json.dumps(plan.to_json()))) == plan


@pytest.mark.parametrize("document", [{}, {"homography": [[1]]}, {"homography": 3, "zones_mm": 4}])
def test_a_plan_that_is_none_is_refused(document: dict[str, object]) -> None:
    with pytest.raises(TurboError, match="expected a plan"):
        Plan.from_json(document)


def test_corners_in_a_line_are_refused() -> None:
    with pytest.raises(TurboError, match="no three of them in a line"):
        Plan.from_corners(((0, 0), (1, 0), (2, 0), (0, 1)), 400, 280)
