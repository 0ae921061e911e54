"""What a slanted view tells: where tops are exactly, and which faces cannot be any."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from turbo.game.observation import Doubt
from turbo.twin.options import with_options
from turbo.twin.table import TwinSettings
from turbo.twin.world import TwinTable
from vision.mat.calibration import Calibration
from vision.mat.pose import Array, CameraModel
from vision.reading.detector import DetectedSquare, Detector, Image
from vision.reading.faces import FaceAnswers
from vision.reading.network import NcnnNetwork, OpenCVNetwork
from vision.reading.plane import Outlines
from vision.reading.reader import Reader, ReaderTuning
from vision.reading.sides import SideReader
from vision.reading.tensors import CODE_CHANNELS, STRIDE_PX
from vision.reading.tops import TopView, nearest_squares, view_in, ways_of

EDGE = 16.0
MIDDLE = (799.5, 599.5)
SQUARE = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * EDGE / 2
ZONES = {name: ((-200.0, -100.0), (200.0, -100.0), (0.0, 100.0)) for name in ("table",)}


def camera(tilt_deg: float, away_mm: float = 600.0) -> CameraModel:
    """It looks at the mat's middle from the side of seat 0."""
    tilt = np.radians(tilt_deg)
    place = away_mm * np.array([0.0, -np.sin(tilt), np.cos(tilt)])
    model = CameraModel(1300.0, 0.0, (np.pi - tilt, 0.0, 0.0), (0.0, 0.0, 0.0), MIDDLE)
    x, y, z = -model.rotation @ place
    return CameraModel(1300.0, 0.0, model.turn, (float(x), float(y), float(z)), MIDDLE)


def top(view: TopView, x: float, y: float, yaw_deg: float) -> Array:
    yaw = np.radians(yaw_deg)
    turn = np.array([[np.cos(yaw), -np.sin(yaw)], [np.sin(yaw), np.cos(yaw)]])
    points = SQUARE @ turn.T + [x, y]
    return view.camera.to_px(np.column_stack([points, np.full(4, EDGE)]))


NONE = np.zeros((0, 4, 2))


def front(view: TopView, x: float, y: float) -> Array:
    """The side of a die that is turned to the camera."""
    near, half = y - EDGE / 2, EDGE / 2
    points = [[x - half, near, EDGE], [x + half, near, EDGE], [x + half, near, 0.0]]
    return view.camera.to_px(np.array([*points, [x - half, near, 0.0]]))


def view_at(tilt_deg: float) -> TopView:
    found = TopView.of(Calibration(1600, 1200, camera(tilt_deg), ZONES, EDGE, "mat"))
    assert found is not None
    return found


def test_from_straight_above_nothing_is_asked() -> None:
    assert TopView.of(Calibration(1600, 1200, camera(5.0), ZONES, EDGE, "mat")) is None
    assert TopView.of(None) is None


@pytest.mark.parametrize("tilt_deg", [15.0, 30.0, 45.0, 50.0])
def test_corners_come_nearer_to_the_truth(tilt_deg: float) -> None:
    view, chance = view_at(tilt_deg), np.random.default_rng(1)
    spots = chance.uniform((-180, -120, 0), (180, 120, 90), (200, 3))
    true = np.array([top(view, *spot) for spot in spots])
    assert np.allclose(view.squared(true, NONE), true, atol=1e-6)
    seen = true + chance.normal(0, 1.0, true.shape)
    before, after = (np.abs(one - true).mean() for one in (seen, view.squared(seen, NONE)))
    assert after < 0.7 * before


def test_a_die_is_as_large_as_those_that_are_known() -> None:
    """One that is found alone, in a part of the picture, has the size of the others; what is much
    larger than they are is no die that lies flat, and fewer than four say nothing."""
    view = view_at(40.0)
    known = np.array([top(view, x, 0.0, 20.0) for x in (-90.0, -60.0, -30.0, 0.0)])
    true = top(view, 60.0, 20.0, 20.0)
    middle = true.mean(axis=0)
    small, large = (middle + (true - middle) * factor for factor in (0.92, 1.3))
    assert np.abs(view.squared(small[None], known)[0] - true).max() < 0.3
    assert np.abs(view.squared(small[None], known[:2])[0] - true).max() > 1.0
    assert np.abs(view.squared(large[None], known)[0] - true).max() > 3.0


def test_what_a_die_would_show_there_has_the_size_of_the_others() -> None:
    view = view_at(46.0)
    known = np.array([top(view, x, 0.0, 20.0) for x in (-90.0, -60.0, -30.0, 0.0)])
    true = top(view, 60.0, 80.0, 35.0)
    drawn_out = true.mean(axis=0) + (true - true.mean(axis=0)) * 1.3
    assert np.abs(view.as_dice(drawn_out[None], known)[0] - true).max() < 0.5
    assert view.as_dice(NONE, NONE).shape == (0, 4, 2)


def test_what_is_no_square_stays_as_it_was_found() -> None:
    view = view_at(40.0)
    askew = top(view, 0.0, 0.0, 20.0) * [1.0, 0.5] + [0.0, 300.0]
    assert np.array_equal(view.squared(askew[None], NONE), askew[None])
    assert view.squared(NONE, NONE).shape == (0, 4, 2)
    assert view.chances(np.zeros((0, 4, 2)), []) == []


@pytest.mark.parametrize("tilt_deg", [30.0, 38.0])
def test_a_face_inside_of_a_likelier_one_is_none(tilt_deg: float) -> None:
    view = view_at(tilt_deg)
    quads = np.array([top(view, 0.0, 0.0, 0.0), front(view, 0.0, 0.0)])
    found = view.chances(quads, [0.97, 0.6])
    assert found[0] > 0.97 and found[1] < 0.1


def test_before_another_die_the_networks_decide() -> None:
    """At 45 degrees a side is seen right where the next die's top would be."""
    view = view_at(45.0)
    quads = np.array([top(view, 0.0, 0.0, 0.0), top(view, 0.0, -EDGE, 0.0)])
    assert view.chances(quads, [0.97, 0.6])[1] == pytest.approx(0.6)


def test_where_no_die_has_a_side_a_face_is_a_top() -> None:
    view = view_at(45.0)
    quads = np.array([top(view, x, 30.0, 30.0) for x in (-60.0, 0.0, 60.0)])
    assert min(view.chances(quads, [0.95, 0.9, 0.92])) > 0.98
    # Nearly below the camera nobody sees a side, and nothing is known beyond what was.
    steep = TopView(camera(0.1), EDGE, EDGE)
    assert steep.chances(quads[:1], [0.9]) == pytest.approx([0.9])


def leaning_side(view: TopView, lean_deg: float) -> Array:
    """The side that a die turns to the camera when it leans away by so much, on its far edge."""
    lean, half = np.radians(lean_deg), EDGE / 2
    down = EDGE * np.array([0.0, -np.sin(lean), -np.cos(lean)])
    far = np.array([0.0, 0.0, EDGE + half * np.sin(lean)])
    ends = [far - [half, 0.0, 0.0], far + np.array([half, 0.0, 0.0])]
    return view.camera.to_px(np.array([*ends, ends[1] + down, ends[0] + down]))


@pytest.mark.parametrize("lean_deg", [25.0, 35.0])
def test_a_side_that_a_leaning_die_shows_is_doubted(lean_deg: float) -> None:
    """The networks half see that it leans, as of dice that lie flat beside others; its corners
    tell these apart, as they were found: later all are squares."""
    view, reader = view_at(50.0), Reader()
    reader.stand(view)
    flat = [top(view, x, 30.0, 25.0) for x in (-90.0, -60.0, -30.0, 30.0, 60.0)]
    quads = [leaning_side(view, lean_deg), *flat]
    found = [DetectedSquare(quad.astype(np.float32), 0.9, (0.9, 0.0, 0.0)) for quad in quads]
    told = FaceAnswers(
        np.eye(14, dtype=np.float32)[[5] * 6],
        np.eye(4, dtype=np.float32)[[0] * 6],
        np.eye(4, dtype=np.float32)[[0] * 6],
        np.array([[0.4, 0.0, 0.0]] * 6, np.float32),
        np.full(6, 0.99, np.float32),
    )
    squared = reader._squared(found)
    outlines = Outlines([one.corners_px for one in squared], 1600, 1200)
    doubts = [reader._doubts(one, told, i, outlines) for i, one in enumerate(squared)]
    assert doubts == [(Doubt.COCKED,), *[()] * 5]


class DrawnOut(Detector):
    """A detector that is led astray by what is printed beside one die."""

    def find(self, image: Image) -> list[DetectedSquare]:
        first, *others = super().find(image)
        middle = first.corners_px.mean(axis=0)
        wide = (middle + (first.corners_px - middle) * 1.8).astype(np.float32)
        return [replace(first, corners_px=wide), *others]


def test_a_face_that_was_found_too_large_is_read_as_a_die_would_show_it() -> None:
    settings = with_options("size=1600x1200,tilt=45", 3, TwinSettings(rounds=1))
    table = TwinTable(3, settings)
    while not (len(table.truth()["dice"]) > 6 and table.is_still):
        table.step(0.5)
    image, reader = table.frame(), Reader(ReaderTuning(remember_unchanged=False))
    table.close()
    reader.stand(view_in(image))
    as_it_is = reader.read(image)
    reader._detector = DrawnOut()
    reader._detector.area = reader._view.area if reader._view else None
    astray = reader.read(image)
    assert [die.readings[0].face for die in astray.dice] == [
        die.readings[0].face for die in as_it_is.dice
    ]


def asked_at(tilt_deg: float, *faces: str) -> dict[int, Array]:
    """Of a die's top, its side and the top of a die before it, which are asked about."""
    view = view_at(tilt_deg)
    seen = {
        "top": top(view, 0.0, 0.0, 0.0),
        "side": front(view, 0.0, 0.0),
        "before": top(view, 0.0, -EDGE, 0.0),
        "apart": top(view, 60.0, 0.0, 0.0),
    }
    return view.beside(np.array([seen[one] for one in faces]), np.full(len(faces), True))


def test_what_may_be_a_side_or_a_top_is_asked_about() -> None:
    assert set(asked_at(45.0, "top", "side", "apart")) == {1}
    assert set(asked_at(45.0, "top", "before", "apart")) == {1}
    assert not asked_at(45.0, "top", "apart")
    # Steeply from above a side is too short to be taken for a top.
    assert not asked_at(20.0, "top", "before")
    assert not view_at(45.0).beside(NONE, np.zeros(0, bool))


def test_what_is_looked_at_shows_the_die_behind_above_it() -> None:
    """And as much below as a side of its own would take: at 45 degrees nearly an edge."""
    patch = asked_at(45.0, "top", "before")[1]
    view = view_at(45.0)
    behind, below = (top(view, 0.0, y, 0.0).mean(axis=0) for y in (0.0, -2 * EDGE))
    left, right = patch[:, 0].min(), patch[:, 0].max()
    assert all(left < x < right for x in (behind[0], below[0]))
    assert patch[:2, 1].max() < behind[1] < below[1] < patch[2:, 1].min()


def test_what_the_network_of_sides_says_decides() -> None:
    view = view_at(45.0)
    quads = np.array([top(view, 0.0, 0.0, 0.0), front(view, 0.0, 0.0)])
    odds = np.array([np.nan, 6.0])
    assert view.chances(quads, [0.97, 0.99], odds)[1] < 0.3
    assert view.chances(quads, [0.97, 0.99], -odds)[1] > 0.99
    # Not even then does what is hardly a face become one.
    assert view.chances(quads, [0.97, 0.01], -odds)[1] < 0.7


def test_a_side_that_looks_more_like_a_top_than_its_own_does_not_push_it_out() -> None:
    """With light from behind the camera sides are as bright as tops: of a die alone the networks
    gave the top 0.24 and its side 0.95."""
    view = view_at(38.0)
    quads = np.array([top(view, 0.0, 0.0, 0.0), front(view, 0.0, 0.0)])
    own, side = view.chances(quads, [0.24, 0.95], np.array([np.nan, 6.0]))
    assert own > 0.8 and side < 0.1


class FineEyed:
    """A network that finds a top wherever there is something white, if that is high enough."""

    def __init__(self, least_px: int) -> None:
        self.least_px, self.looks = least_px, 0

    def answer(self, **given: Array) -> Array:
        self.looks += 1
        picture = given["picture"][0]
        rows, columns = (side // STRIDE_PX for side in picture.shape)
        told = np.full((1 + CODE_CHANNELS + 3, rows, columns), -9.0, np.float32)
        told[1 : 1 + CODE_CHANNELS] = 0.0
        count, _, boxes, middles = cv2.connectedComponentsWithStats((picture > 1).astype(np.uint8))
        for box, (x, y) in zip(boxes[1:count], middles[1:count], strict=True):
            if box[cv2.CC_STAT_HEIGHT] >= self.least_px:
                row, column = int(y / STRIDE_PX), int(x / STRIDE_PX)
                told[0, row, column], told[3, row, column] = 3.0, 2.5
        return told


def test_where_tops_are_low_they_are_looked_at_finer() -> None:
    """From the short side of the mat at 50 degrees the far ones; at 30 degrees once is enough."""
    long = {"table": ((-140.0, -200.0), (140.0, -200.0), (0.0, 200.0))}
    for tilt_deg, looks in ((50.0, 2), (30.0, 1)):
        view = TopView.of(Calibration(1600, 1200, camera(tilt_deg, 700.0), long, EDGE, "mat"))
        assert view is not None
        eye = FineEyed(9)
        detector = Detector(load=lambda name, exact=False, eye=eye: eye)
        detector.area, detector.heights = view.area, view.heights
        image = np.zeros((1200, 1600, 3), np.uint8)
        spots = [(x, y) for x in (-100.0, 0.0, 100.0) for y in (-90.0, 180.0)]
        for spot in spots:
            cv2.fillConvexPoly(image, np.round(top(view, *spot, 0.0)).astype(np.int32), (255,) * 3)
        found = detector.find(image)
        true = [view.camera.to_px(np.array([[x, y, EDGE]]))[0] for x, y in spots]
        near = [min(np.linalg.norm(one.middle_px - at) for one in found) for at in true]
        assert eye.looks == looks and max(near) < 12 and len(found) == len(spots)


SIDED = (
    "size=1600x1200,tilt=45,side=75,light=dim",
    "size=1600x1200,tilt=45,side=200,light=ring,surface=cloth",
    "size=1280x960,tilt=40,side=310,light=lamp,mat=outline",
)


@pytest.mark.parametrize("options", SIDED)
def test_a_side_that_looks_like_a_top_is_told(options: str) -> None:
    """Dice of a throw that lie apart turn a side to the camera: where one falls on the plane of the
    tops like a top, the network says that it is none."""
    table = TwinTable(11, with_options(options, 11, TwinSettings(rounds=1)))
    while not (len(table.truth()["dice"]) > 6 and table.is_still):
        table.step(0.5)
    image, truth = table.frame(), table.truth()["dice"]
    table.close()
    view, sides = view_in(image), SideReader()
    assert view is not None
    tops = np.array([die["quad"] for die in truth])
    squares = nearest_squares(view.on_tops(tops))
    middles, ways = squares.mean(axis=1), ways_of(squares)
    sight = view.sight(middles)
    told = []
    for i, k in np.argwhere((ways * sight[:, None].conj()).real > 0.9 * np.abs(sight)[:, None]):
        spot = middles[i] + view.edge_mm / 2 * (ways[i, k] + sight[i])
        if np.abs(np.delete(middles, i) - spot).min() > 1.2 * view.edge_mm:
            patch = view.patches(spot[None], ways[i, k][None], view.edge_mm)[0]
            told.append(sides.odds(image, patch.astype(np.float32)))
    assert told and min(told) > 0


def test_both_runtimes_say_the_same_of_a_side() -> None:
    image = np.random.default_rng(1).integers(0, 255, (200, 200, 3), np.uint8)
    patch = np.array([[50, 40], [100, 40], [100, 140], [50, 140]], np.float32)
    one, other = (
        SideReader(runtime).odds(image, patch) for runtime in (NcnnNetwork, OpenCVNetwork)
    )
    assert one == pytest.approx(other, abs=1e-4)
