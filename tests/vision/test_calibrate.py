"""Calibration: accuracy on synthetic pictures, the file, corners by hand, a bumped camera."""

import argparse
import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tools.trials.mats import (
    CONDITIONS,
    PLAIN,
    Measured,
    TrialScene,
    mat_picture,
    measure,
    truth_of,
)
from turbo.commands.calibrate import add_arguments, average_markers, run
from turbo.errors import TurboError
from turbo.game.dice import Face
from turbo.game.observation import Observation, Reading, SeenDie
from vision.mat import markers
from vision.mat.calibration import (
    Calibration,
    calibration_from,
    calibration_json,
    load_calibration,
    plan_from,
    save_calibration,
    without_print,
)
from vision.mat.markers import (
    calibrate,
    calibrate_corners,
    find_markers,
    has_moved,
    movement,
    read_greys,
    recalibrated,
)
from vision.mat.plan import Plan, Zone
from vision.mat.pose import CameraModel, seen_px
from vision.mat.sheet import MatGeometry
from vision.pictures.given import load_zones
from vision.pictures.loading import Image

MAT = MatGeometry()

WORST_MM = {
    "wide lens": 4.0,
    "640 x 480": 3.0,
    "two A4, 1 mm off": 3.0,
    "straight down": 4.0,
    "2 markers, across": 6.0,
    "2 markers, one side": 12.0,
}
"""Bounds on the worst place of all zones, about twice what the trial has measured; 2 mm
elsewhere."""


@cache
def picture(scene: TrialScene = PLAIN) -> Image:
    return mat_picture(scene)


@cache
def plain() -> Calibration:
    return calibrate(picture())


@cache
def measured(name: str) -> Measured:
    return measure(CONDITIONS[name], seed=1)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", CONDITIONS)
def test_places_at_the_height_of_the_tops(name: str) -> None:
    assert measured(name).errors_mm.max() < WORST_MM.get(name, 2.0)


@pytest.mark.parametrize("name", ["plain", "tilt 35", "long lens"])
def test_the_plan_without_the_lens_is_nearly_as_good(name: str) -> None:
    assert measured(name).plan_errors_mm.max() < 2.5


def test_parallax_matters_and_is_taken_out() -> None:
    """A top looked at as if it lay on the mat would be millimetres off: 16 mm high, at a tilt."""
    scene = CONDITIONS["tilt 35"]
    top = truth_of(scene, MAT).to_px(np.array([[100.0, 100.0, 16.0]]))
    camera = calibrate(picture(scene)).camera
    as_if_flat = camera.to_mm(top, 0.0)[0]
    assert np.linalg.norm(as_if_flat - [100, 100]) > 8
    assert np.linalg.norm(camera.to_mm(top, 16.0)[0] - [100, 100]) < 1


def test_any_two_markers_suffice() -> None:
    full = find_markers(picture(CONDITIONS["tilt 20"]))
    assert len(full) == 8
    hidden = replace(CONDITIONS["tilt 20"], hidden=(0, 2, 3, 4, 5, 7))
    assert sorted(find_markers(picture(hidden))) == [1, 6]
    place = calibrate(picture(hidden)).to_mm(truth_px(hidden, (0.0, 0.0)))
    assert np.hypot(*place) < 4


def test_where_some_markers_are_enough_no_further_look_is_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    raised: list[Image] = []

    def noted(grey: Image) -> Image:
        raised.append(grey)
        return grey

    monkeypatch.setattr(markers, "_raised", noted)
    hidden = picture(replace(CONDITIONS["tilt 20"], hidden=(0, 3)))
    assert len(find_markers(hidden, enough=6)) == 6 and not raised
    assert len(find_markers(hidden)) == 6 and raised


def test_many_cameras_at_once_see_as_each_of_them_does() -> None:
    """As a fit tries them: also one that is not turned at all."""
    camera = plain().camera
    others = [camera.parameters() * factor for factor in (1.0, 0.97, 1.02)]
    others.append(np.array([0.0, 0.0, 0.0, 5.0, -7.0, 400.0, 6.5, 0.02, -0.01]))
    points = np.array([[0.0, 0.0, 0.0], [150.0, -90.0, 0.0], [-80.0, 40.0, 16.0]])
    seen = seen_px(np.array(others), points, camera.middle_px)
    for one, values in zip(seen, others, strict=True):
        alone = CameraModel.from_parameters(values, camera.middle_px)
        assert one == pytest.approx(alone.to_px(points), abs=1e-6)


def truth_px(scene: TrialScene, place: tuple[float, float]) -> tuple[float, float]:
    x, y = truth_of(scene, MAT).to_px(np.array([[*place, 16.0]]))[0]
    return float(x), float(y)


def test_one_marker_is_too_few() -> None:
    hidden = replace(PLAIN, hidden=(0, 1, 2, 3, 4, 5, 6))
    with pytest.raises(TurboError, match="at least 2 of the mat's 8 markers, saw 1"):
        calibrate(picture(hidden))


def test_a_marker_in_the_wrong_place_is_left_out() -> None:
    """A scrap of another mat lies beside: its marker fits nowhere and is not believed."""
    image = picture(CONDITIONS["tilt 20"]).copy()
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    scrap = np.full((80, 80), 255, np.uint8)
    scrap[15:65, 15:65] = cv2.aruco.generateImageMarker(dictionary, 3, 50)
    image[440:520, 600:680] = scrap[:, :, None]
    corners = find_markers(picture(CONDITIONS["tilt 20"]))[3]
    cv2.fillConvexPoly(image, np.round(corners).astype(np.int32), (150, 150, 150))
    found = calibrate(image)
    assert 3 in find_markers(image) and 3 not in found.markers_px
    x, y = found.to_mm(truth_px(CONDITIONS["tilt 20"], (150.0, -120.0)))
    assert np.hypot(x - 150, y + 120) < 1.5


@pytest.mark.parametrize("is_first", [False, True], ids=["behind it", "before it"])
def test_of_two_mats_the_one_in_front_is_found(is_first: bool) -> None:
    """In a hall a camera beside one table sees the next one too."""
    near = picture()
    small = cv2.resize(near, None, fx=0.6, fy=0.6, interpolation=cv2.INTER_AREA)
    far = cv2.copyMakeBorder(small, 0, len(near) - len(small), 0, 0, cv2.BORDER_REPLICATE)
    both = np.hstack([far, near] if is_first else [near, far])
    shift = (far.shape[1], 0) if is_first else (0, 0)
    alone, found = find_markers(near), find_markers(np.asarray(both, np.uint8))
    assert found.keys() == alone.keys()
    for number, corners in alone.items():
        assert np.abs(found[number] - shift - corners).max() < 1.0


def test_to_px_undoes_to_mm() -> None:
    for place in ((0.0, 0.0), (-160.0, 130.0), (168.0, -136.0)):
        assert plain().to_mm(plain().to_px(place)) == pytest.approx(place, abs=1e-6)


def test_zones_of_the_plan() -> None:
    plan = plan_from(plain())
    for place, zone in (
        ((0, 0), Zone.TABLE),
        ((100, -100), Zone.HAND_0),
        ((-100, 100), Zone.HAND_1),
        ((0, -145), Zone.HAND_0),
        ((190, 0), Zone.OUTSIDE),
    ):
        seen = plain().to_px((float(place[0]), float(place[1])))
        assert plan.zone_of(*plan.to_mm(seen)) is zone, place


def test_seat_0_keeps_its_zone_when_the_camera_hangs_the_other_way() -> None:
    scene = CONDITIONS["upside down"]
    found = calibrate(picture(scene))
    near = truth_px(scene, (0.0, -100.0))
    assert near[1] < scene.height_px / 2
    plan = plan_from(found)
    assert plan.zone_of(*plan.to_mm(near)) is Zone.HAND_0


def test_greys_rise_with_their_level_and_show_the_tint() -> None:
    greys = plain().greys
    assert len(greys) == 12
    dark, light = (np.mean([g.bgr for g in greys if g.level == lv], axis=0) for lv in (0.25, 0.75))
    assert (light > dark + 40).all() and light[2] > light[0]
    beside = replace(plain().camera, shift_mm=(150.0, 0.0, plain().camera.shift_mm[2]))
    assert len(read_greys(picture(), beside, MAT)) == 6


def test_the_file_gives_the_same_calibration_back(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "calibration.json"
    kept = replace(plain(), settings={"exposure": 150.0})
    save_calibration(kept, path)
    assert load_calibration(path) == kept
    assert list(path.parent.iterdir()) == [path]


def test_the_file_serves_turbo_read_and_the_plan(tmp_path: Path) -> None:
    path = tmp_path / "calibration.json"
    save_calibration(plain(), path)
    zones = load_zones(str(path))
    assert zones.is_on_table(plain().to_px((0.0, 0.0)))
    assert not zones.is_on_table(plain().to_px((0.0, -100.0)))
    assert Plan.from_json(json.loads(path.read_text())) == plan_from(plain())


def broken(**changes: Any) -> Any:
    return json.loads(json.dumps(calibration_json(plain()))) | changes


@pytest.mark.parametrize(
    ("document", "told"),
    [
        pytest.param([], "expected a calibration", id="a list"),
        pytest.param({}, "version 1, got None", id="empty"),
    ],
)
def test_a_file_that_is_another_says_so(document: Any, told: str) -> None:
    with pytest.raises(TurboError, match=told):
        calibration_from(document)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        pytest.param({"version": 2}, "version 1, got 2", id="from the future"),
        pytest.param({"camera": {}}, "'camera'", id="no camera"),
        pytest.param({"edge_mm": "wide"}, "'edge_mm'", id="edge is no number"),
        pytest.param({"edge_mm": float("nan")}, "'edge_mm'", id="edge is not finite"),
        pytest.param({"zones_mat_mm": {"table": []}}, "'zones_mat_mm'", id="no zones"),
        pytest.param({"greys": [{"level": 1}]}, "greys", id="half a grey"),
        pytest.param({"width_px": None}, "'size'", id="no width"),
    ],
)
def test_a_file_that_is_wrong_says_where(changes: dict[str, Any], told: str) -> None:
    with pytest.raises(TurboError, match=told):
        calibration_from(broken(**changes))


@pytest.mark.parametrize("text", ["", "{", "[1]", "nul\x00"])
def test_a_file_that_is_no_calibration_names_itself(text: str, tmp_path: Path) -> None:
    path = tmp_path / "calibration.json"
    path.write_text(text)
    with pytest.raises(TurboError, match=r"calibration\.json: expected a calibration"):
        load_calibration(path)
    with pytest.raises(TurboError, match="cannot be read"):
        load_calibration(tmp_path / "none.json")


def test_corners_by_hand_find_the_plane_of_the_tops() -> None:
    scene = CONDITIONS["tilt 20"]
    field = np.array([[-150, 100, 0], [150, 100, 0], [150, -100, 0], [-150, -100, 0.0]])
    corners = [(float(x), float(y)) for x, y in truth_of(scene, MAT).to_px(field)]
    found = calibrate_corners(corners, (300, 200), (scene.width_px, scene.height_px))
    for place in ((0.0, 0.0), (120.0, 80.0), (-120.0, -80.0)):
        x, y = found.to_mm(truth_px(scene, place))
        assert np.hypot(x - place[0], y - place[1]) < 4
    plan = plan_from(found)
    assert plan.zone_of(*plan.to_mm(truth_px(scene, (0.0, -90.0)))) is Zone.HAND_0


@pytest.mark.parametrize(
    ("corners", "told"),
    [
        pytest.param([(0, 0), (9, 0), (9, 9)], "four corners", id="three"),
        pytest.param([(0, 0), (0, 9), (9, 9), (9, 0)], "clockwise", id="the other way round"),
        pytest.param([(0, 0), (9, 9), (9, 0), (0, 9)], "clockwise", id="crossed"),
    ],
)
def test_corners_that_span_no_field(corners: list[tuple[float, float]], told: str) -> None:
    with pytest.raises(TurboError, match=told):
        calibrate_corners(corners, (300, 200), (640, 480))


ABSURD = {
    "a kilometre wide": ([(100, 100), (540, 100), (540, 380), (100, 380)], (5000, 3200), "above"),
    "the size of a die": ([(0, 0), (640, 0), (640, 480), (0, 480)], (20, 15), "above"),
    "four pixels": ([(300, 200), (302, 200), (302, 202), (300, 202)], (300, 200), "above"),
    "far outside": ([(-9e5, 0), (640, 0), (640, 480), (0, 480)], (300, 200), "near the picture"),
    "no numbers": ([(float("nan"), 0), (640, 0), (640, 480), (0, 480)], (300, 200), "numbers"),
}


@pytest.mark.parametrize(("corners", "size", "told"), ABSURD.values(), ids=ABSURD.keys())
def test_corners_that_fit_no_camera_are_refused(
    corners: list[tuple[float, float]], size: tuple[float, float], told: str
) -> None:
    """'The camera is 248288 mm above the table' was printed, and kept."""
    with pytest.raises(TurboError, match=told):
        calibrate_corners(corners, size, (640, 480))


@pytest.mark.parametrize(("light", "noise"), [(0.5, 5.0), (0.06, 4.0)], ids=["noisy", "very dim"])
def test_a_camera_that_stands_has_not_moved(light: float, noise: float) -> None:
    moved = movement(plain(), mat_picture(replace(PLAIN, light=light, noise=noise), seed=9))
    assert moved is not None and moved.markers >= 6
    assert not moved.has_moved and moved.shift_px < 1


def test_a_bumped_camera_is_noticed_and_calibrated_anew() -> None:
    scene = replace(PLAIN, turn_deg=PLAIN.turn_deg + 1.0, tilt_deg=PLAIN.tilt_deg + 0.5)
    bumped = picture(scene)
    kept = replace(plain(), settings={"gain": 2.0})
    assert has_moved(kept, bumped)
    fresh = recalibrated(kept, bumped)
    assert not has_moved(fresh, bumped) and fresh.settings == {"gain": 2.0}
    x, y = fresh.to_mm(truth_px(scene, (150.0, 100.0)))
    assert np.hypot(x - 150, y - 100) < 1.5
    assert fresh.camera.focal_px == pytest.approx(kept.camera.focal_px, rel=0.02)


def test_without_markers_nobody_can_tell() -> None:
    dark = np.zeros_like(picture())
    assert movement(plain(), dark) is None and not has_moved(plain(), dark)


def test_average_of_noisy_pictures_drops_what_was_seen_once() -> None:
    bare = np.full_like(picture(), 128)
    assert average_markers([picture(), bare, bare]) == {}
    assert sorted(average_markers([picture(), picture(), bare])) == sorted(find_markers(picture()))


def arguments(*given: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return parser.parse_args(given)


def test_the_command_from_a_folder_and_the_check(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stills, out = tmp_path / "stills", tmp_path / "calibration.json"
    stills.mkdir()
    cv2.imwrite(str(stills / "one.png"), picture())
    assert run(arguments("--camera", str(stills), "--out", str(out), "--edge", "16.4")) == 0
    said = capsys.readouterr().out
    assert "of 8 markers" in said and "tilted by 8°" in said
    assert load_calibration(out).edge_mm == 16.4
    assert run(arguments("--check", "--camera", str(stills), "--out", str(out))) == 0
    cv2.imwrite(str(stills / "one.png"), picture(replace(PLAIN, turn_deg=6.0)))
    assert run(arguments("--check", "--camera", str(stills), "--out", str(out))) == 1
    assert "has moved" in capsys.readouterr().out


def test_the_command_with_corners_and_the_edge_of_the_users_dice(tmp_path: Path) -> None:
    still, out, dice = tmp_path / "a.png", tmp_path / "c.json", tmp_path / "dice.txt"
    cv2.imwrite(str(still), np.full((480, 640, 3), 90, np.uint8))
    dice.write_text("edge 18.5\n")
    corners = ["60,60", "580,60", "580,420", "60,420"]
    given = ["--picture", str(still), "--out", str(out), "--dice", str(dice)]
    assert run(arguments(*given, "--corners", *corners, "--size", "400x280")) == 0
    found = load_calibration(out)
    assert found.source == "corners" and found.edge_mm == 18.5
    with pytest.raises(TurboError, match="--corners and --size together"):
        run(arguments(*given, "--corners", *corners))


@pytest.mark.parametrize(
    "given",
    [
        pytest.param(["--size", "400"], id="size without height"),
        pytest.param(["--corners", "1,2", "3,4", "5,6", "seven"], id="corner is no place"),
        pytest.param(["--edge", "-3"], id="negative edge"),
    ],
)
def test_arguments_that_cannot_be_used(given: list[str]) -> None:
    with pytest.raises(SystemExit):
        arguments(*given)


@cache
def slanted() -> Calibration:
    """The same mat before a camera beside its short side, at 45 degrees."""
    half = np.sqrt(0.5)
    rotation = np.array([[0.0, 1.0, 0.0], [half, 0.0, -half], [-half, 0.0, -half]])
    turn, _ = cv2.Rodrigues(rotation)
    x, y, z = (-rotation @ np.array([500.0, 0.0, 500.0])).tolist()
    one, other, third = turn.ravel().tolist()
    camera = CameraModel(1300.0, 0.0, (one, other, third), (x, y, z), (799.5, 599.5))
    return replace(plain(), camera=camera)


def test_a_doubtful_die_before_a_marker_is_one() -> None:
    """Its top is seen where the marker is; one on the near side is where no die could stand."""
    view = slanted()
    (x_mm, _), y_mm = view.zones_mm["hand_1"][0], 127.0
    beyond = -(abs(x_mm) - 8.0)
    for z_mm, place_mm, confidence, stays in (
        (16.0, (beyond, y_mm), 0.5, True),
        (16.0, (beyond, y_mm), 0.3, False),
        (0.0, (187.0, y_mm), 0.5, False),
    ):
        x, y = view.camera.to_px(np.array([[*place_mm, z_mm]]))[0]
        quad = ((x - 9, y - 9), (x + 9, y - 9), (x + 9, y + 9), (x - 9, y + 9))
        die = SeenDie(quad, (Reading(Face.parse("k12"), confidence),))
        assert bool(without_print(view, Observation((die,), 1600, 1200)).dice) is stays


def seen_at(place_mm: tuple[float, float], z_mm: float, confidence: float) -> SeenDie:
    x, y = plain().camera.to_px(np.array([[*place_mm, z_mm]]))[0]
    quad = ((x - 9, y - 9), (x + 9, y - 9), (x + 9, y + 9), (x - 9, y + 9))
    return SeenDie(quad, (Reading(Face.parse("k12"), confidence),))


@pytest.mark.parametrize(
    ("place_mm", "z_mm", "confidence", "stays"),
    [
        pytest.param((-189.0, 125.0), 0.0, 0.6, False, id="a marker"),
        pytest.param((188.0, 82.0), 0.0, 0.4, False, id="a grey patch"),
        pytest.param((-187.0, 127.0), 16.0, 0.97, True, id="a die that lies on a marker"),
        pytest.param((150.0, 100.0), 16.0, 0.4, True, id="a doubtful die in a hand"),
        pytest.param((187.0, 0.0), 16.0, 0.4, True, id="a doubtful die beside"),
    ],
)
def test_what_is_printed_on_the_mat_is_no_die(
    place_mm: tuple[float, float], z_mm: float, confidence: float, stays: bool
) -> None:
    seen = Observation((seen_at(place_mm, z_mm, confidence),), 1280, 960)
    assert bool(without_print(plain(), seen).dice) is stays
    assert without_print(replace(plain(), source="corners"), seen) == seen
