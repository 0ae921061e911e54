"""Plans: millimetres from pixels, zones, swapped seats, a bumped camera."""

import json
import math

import numpy as np
import pytest

from turbo.errors import TurboError
from turbo.game.observation import Observation, SeenDie
from vision.mat.calibration import Calibration, plan_from
from vision.mat.plan import Plan, Zone
from vision.mat.pose import CameraModel, Sighting, fit_pose
from vision.mat.sheet import MatGeometry

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


def bent_camera(tilt_deg: float, bend: float, far_bend: float) -> CameraModel:
    turn = (math.radians(180.0 - tilt_deg), 0.0, 0.0)
    return CameraModel(870.0, bend, turn, (0.0, 0.0, 330.0), (639.5, 479.5), far_bend)


LENSES = [
    pytest.param(bent_camera(0.0, -0.03, 0.0), id="mild, straight down"),
    pytest.param(bent_camera(0.0, -0.12, 0.0), id="strong, straight down"),
    pytest.param(bent_camera(15.0, -0.2, 0.05), id="wide, tilted"),
    pytest.param(bent_camera(20.0, 0.1, -0.03), id="bent the other way, tilted"),
]


@pytest.mark.parametrize("camera", LENSES)
def test_a_plan_has_the_lens_of_its_calibration(camera: CameraModel) -> None:
    mat = MatGeometry()
    zones = {name: zone.outline for name, zone in mat.zones().items()}
    plan = plan_from(Calibration(1280, 960, camera, zones, 16.0, "mat"))
    again = Plan.from_json(json.loads(json.dumps(plan.to_json())))
    for x, y in ((0.0, 0.0), (-195.0, 130.0), (195.0, -130.0), (120.0, 90.0)):
        ((u, v),) = camera.to_px(np.array([[x, y, 16.0]]))
        assert plan.to_mm((u, v)) == pytest.approx((x, -y), abs=0.01)
        assert plan.to_px((x, -y)) == pytest.approx((u, v), abs=0.01)
        assert again.to_mm((u, v)) == plan.to_mm((u, v))


@pytest.mark.parametrize("camera", LENSES)
def test_markers_tell_the_lens(camera: CameraModel) -> None:
    """A camera that looks straight down leaves its focal length open, which is as large as that:
    two millimetres at the mat's corners."""
    known = np.concatenate([np.array(corners) for corners in MatGeometry().markers().values()])
    seen = camera.to_px(np.column_stack([known, np.zeros(len(known))]))
    found = fit_pose(Sighting(known, seen, 1280, 960)).camera
    corners = np.array([[x, y, 16.0] for x in (-195.0, 195.0) for y in (-130.0, 130.0)])
    off_mm = np.linalg.norm(found.to_mm(camera.to_px(corners), 16.0) - corners[:, :2], axis=1)
    assert off_mm.max() < (2.0 if camera.tilt_deg < 1 else 0.3)
