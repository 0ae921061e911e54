"""The twin's pictures: things are where the lens says, faces are what they should be."""

import tracemalloc
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import turbo.twin.glyphs as glyphs
from tests.support.examples import examples
from turbo.errors import TurboError
from turbo.game.dice import NUMBERED_FACES, Face, Mark
from turbo.twin.draw import DrawnScene, Look, Renderer, picture_of
from turbo.twin.draw_dice import DiceDrawer, PlacedDie
from turbo.twin.draw_props import CupPose, HandPose, PropDrawer
from turbo.twin.draw_table import SURFACES, MatPose
from turbo.twin.glyphs import Print, texture
from turbo.twin.inventory import Inventory, lying
from turbo.twin.lens import TwinCameraSettings, TwinLens
from turbo.twin.light import LIGHTS, light_named
from vision.mat.markers import calibrate, find_markers
from vision.mat.sheet import MatGeometry

SMALL = TwinCameraSettings(640, 480, noise=0.0)
DICE = Inventory.dealt(3).dice


def _die(number: int, x: float = 0.0, y: float = 0.0, side: int = 0) -> PlacedDie:
    return PlacedDie(DICE[number], np.array([x, y, 8.0]), lying(side, 0.2 * number))


@given(
    st.floats(0, 40),
    st.floats(-20, 20),
    st.floats(-0.05, 0.05),
    st.floats(-150, 150),
    st.floats(0, 20),
)
@examples(40)
def test_a_pixel_leads_back_to_its_place(
    tilt: float, turn: float, barrel: float, x: float, height: float
) -> None:
    lens = TwinLens(
        TwinCameraSettings(tilt_deg=tilt, turn_deg=turn, barrel=barrel, distance_mm=420.0)
    )
    pixel = lens.project(np.array([x, -x / 2, height]))
    assert np.allclose(lens.on_plane(pixel, height), [x, -x / 2], atol=0.05)


@pytest.mark.parametrize(("side", "nearest"), [(0, 0), (90, 1), (180, 2), (270, 3)])
def test_a_tilted_camera_stands_on_its_side_of_the_table(side: int, nearest: int) -> None:
    """What is nearest to it lies lowest in its picture, and nothing is mirrored."""
    lens = TwinLens(TwinCameraSettings(tilt_deg=40.0, side_deg=side))
    around = np.array([(0, -140, 0), (140, 0, 0), (0, 140, 0), (-140, 0, 0)], np.float64)
    points = lens.project(around)
    assert int(np.argmax(points[:, 1])) == nearest
    (ax, ay), (bx, by) = points[1] - points[0], points[2] - points[0]
    assert ax * by - ay * bx < 0, "seen from above, as the world counts"


@pytest.mark.parametrize("tilt", [0.0, 25.0])
def test_the_whole_mat_is_in_the_picture_and_no_more_than_needed(tilt: float) -> None:
    lens = TwinLens(TwinCameraSettings(tilt_deg=tilt))
    corners = np.array([(x, y, 0.0) for x in (-210, 210) for y in (-148.5, 148.5)])
    points = lens.project(corners)
    assert (points > 0).all() and (points < [1280, 960]).all()
    near = TwinLens(TwinCameraSettings(tilt_deg=tilt, distance_mm=lens.distance_mm * 0.93)).project(
        corners
    )
    assert not ((near > 0).all() and (near < [1280, 960]).all())


def test_a_camera_beside_the_table_sees_one_mat() -> None:
    """It sees far beyond what is painted, and none of that may look like a second mat."""
    look = Look(TwinCameraSettings(tilt_deg=45.0, distance_mm=530.0), surface="dark")
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    detector = cv2.aruco.ArucoDetector(dictionary)
    _, numbers, _ = detector.detectMarkers(picture_of(look, ()))
    assert sorted(numbers.ravel().tolist()) == sorted(MatGeometry().markers())


CONDITIONS = [
    ("day", "wood", 0.0),
    ("lamp", "cloth", 20.0),
    ("dim", "dark", 8.0),
    ("hard", "white", 0.0),
]


@pytest.mark.parametrize(("light", "surface", "tilt"), CONDITIONS)
def test_markers_are_found_where_the_lens_puts_them(light: str, surface: str, tilt: float) -> None:
    look = Look(TwinCameraSettings(tilt_deg=tilt), light, surface)
    picture = picture_of(look, ())
    lens, mat = TwinLens(look.camera), MatGeometry()
    found = find_markers(picture, mat)
    assert len(found) == 8
    for number, corners in mat.markers().items():
        world = np.array([(x, y, 0.0) for x, y in corners])
        assert np.abs(found[number] - lens.project(world)).max() < 1.5


def test_calibration_of_a_picture_finds_the_places_of_the_dice() -> None:
    look = Look(TwinCameraSettings(tilt_deg=12.0))
    calibration = calibrate(picture_of(look, ()), edge_mm=16.0)
    top = TwinLens(look.camera).project(np.array([55.0, -30.0, 16.0]))
    x, y = calibration.to_mm((float(top[0]), float(top[1])))
    assert abs(x - 55.0) < 0.7 and abs(y + 30.0) < 0.7


def test_a_nudged_mat_is_seen_elsewhere() -> None:
    renderer = Renderer(Look(SMALL))
    straight = find_markers(renderer.draw(DrawnScene()), MatGeometry())
    nudged = find_markers(renderer.draw(DrawnScene(mat=MatPose(6.0, -4.0, 0.01))), MatGeometry())
    shift = np.mean([nudged[n] - straight[n] for n in straight], axis=(0, 1))
    scale = TwinLens(SMALL).px_per_mm(np.zeros(3))
    assert np.allclose(shift, [6.0 * scale, 4.0 * scale], atol=0.5)


def test_a_die_hides_the_mat_with_its_own_white() -> None:
    look = Look(SMALL)
    bare, laid = picture_of(look, ()), picture_of(look, [_die(0, 30.0, 20.0)])
    x, y = TwinLens(SMALL).project(np.array([30.0, 20.0, 16.0])).round().astype(int)
    changed = cv2.absdiff(bare, laid).max(axis=2)
    assert np.median(changed[y - 8 : y + 8, x - 8 : x + 8]) > 60
    assert changed[: y - 60].max() == 0


@pytest.mark.parametrize("face", NUMBERED_FACES[::5], ids=str)
def test_the_ink_of_a_face_is_that_of_its_colour(face: Face) -> None:
    printed = Print()
    colours = texture(face, printed)[..., :3].reshape(-1, 3)
    assert face.colour is not None
    ink = np.array(printed.inks[face.colour])
    inked = np.abs(colours - ink).max(axis=1) < 0.02
    body = np.abs(colours - np.array(printed.body)).max(axis=1) < 0.02
    assert 0.02 < inked.mean() < 0.3 and body.mean() > 0.5


@pytest.mark.parametrize("cosine", [1e-5, 5e-5, 1e-4])
@pytest.mark.parametrize("place", [(-133.0, 118.0), (80.0, -60.0), (150.0, 20.0)])
def test_a_side_seen_edge_on_does_not_blot_out_the_die(
    place: tuple[float, float], cosine: float
) -> None:
    """The die is turned until one of its sides looks at the camera by no more than this."""
    lens = TwinLens(TwinCameraSettings(tilt_deg=15.0))
    drawer = DiceDrawer(lens, light_named("lamp"), Print())
    x, y = lens.eye_mm[:2] - place
    away_mm = float(np.linalg.norm(lens.eye_mm - (*place, 8.0)))
    yaw = np.arctan2(y, x) - np.arccos((8.0 + cosine * away_mm) / np.hypot(x, y))
    die = PlacedDie(DICE[0], np.array([*place, 8.0]), lying(0, float(yaw)))
    picture = np.zeros((960, 1280, 3), np.uint8)
    body = drawer._body(die, picture.shape)
    assert body is not None
    body.lay(picture)
    corners = lens.project(die.face_corners(0)).round().astype(int)
    (left, upper), (right, lower) = corners.min(axis=0), corners.max(axis=0)
    assert picture[upper:lower, left:right].max() > 180


def test_marks_tell_six_from_nine_turned_over() -> None:
    six, nine = Face.parse("b6"), Face.parse("b9")
    for mark, differs in ((Mark.BAR, True), (Mark.DOT, True), (Mark.NONE, False)):
        turned = texture(nine, Print(mark=mark))[::-1, ::-1, :3]
        apart = np.abs(texture(six, Print(mark=mark))[..., :3] - turned).mean()
        marked = np.abs(
            texture(six, Print(mark=mark))[..., :3] - texture(six, Print(mark=Mark.NONE))[..., :3]
        ).mean()
        assert bool(marked > 0.003) == differs
        assert apart < 0.06


def test_every_font_and_joker_looks_different() -> None:
    seen = [texture(Face.parse("k8"), Print(font=font)) for font in glyphs.FONTS]
    jokers = [texture(Face.parse("k*"), Print(joker=style)) for style in range(3)]
    for faces in (seen, jokers):
        for at, one in enumerate(faces):
            assert all(np.abs(one - other).mean() > 0.002 for other in faces[:at])
    assert Path(glyphs.__file__).with_name("glyphs.npz").stat().st_size < 200_000


def test_numerals_are_not_mirrored() -> None:
    """A die seen from straight above shows its texture as it was printed."""
    die = replace(DICE[0], quarters=(0,) * 6)
    placed = PlacedDie(die, np.array([0.0, 0.0, 8.0]), lying(0, 0.0))
    picture = picture_of(Look(TwinCameraSettings(noise=0.0, blur_px=0.0), "ring"), [placed])
    corners = TwinLens(TwinCameraSettings()).project(placed.face_corners(0)).astype(np.float32)
    square = np.array([[0, 0], [96, 0], [96, 96], [0, 96]], np.float32)
    seen = cv2.warpPerspective(picture, cv2.getPerspectiveTransform(corners, square), (96, 96))
    printed = texture(die.faces[0], Print())[..., :3]

    def likeness(image: np.ndarray[tuple[int, ...], np.dtype[np.float32]]) -> float:
        a, b = (seen / 255.0)[16:80, 16:80].ravel(), image[16:80, 16:80].ravel()
        return float(np.corrcoef(a, b)[0, 1])

    assert likeness(printed) > 0.8
    assert likeness(printed) > likeness(printed[:, ::-1]) + 0.1


def test_still_pictures_differ_by_noise_alone() -> None:
    scene = DrawnScene(still=(_die(1), _die(2, 40.0)), still_key=1)
    quiet = Renderer(Look(SMALL))
    assert np.array_equal(quiet.draw(scene), quiet.draw(scene))
    noisy = Renderer(Look(replace(SMALL, noise=3.0)))
    one, other = noisy.draw(scene), noisy.draw(scene)
    spread = (one.astype(int) - other.astype(int)).std()
    assert 2.0 < spread < 6.0


def test_hand_and_cup_are_drawn_and_hide_what_is_below() -> None:
    renderer = Renderer(Look(SMALL))
    bare = renderer.draw(DrawnScene(still_key=0))
    hand = HandPose(0.0, 0.0, np.pi / 2)
    cup = CupPose((120.0, -60.0, 20.0), np.eye(3))
    full = renderer.draw(DrawnScene(still_key=0, hands=(hand,), cups=(cup,)))
    props, lens = PropDrawer(renderer.lens, light_named("day")), renderer.lens
    for point in ((0.0, -50.0, 34.0), (120.0, -60.0, 100.0)):
        pixel = lens.project(np.array(point))
        x, y = pixel.round().astype(int)
        assert cv2.absdiff(bare, full)[y, x].max() > 25
    under = lens.project(np.array([0.0, -50.0, 34.0]))
    beside = lens.project(np.array([-150.0, 100.0, 0.0]))
    points, reach = np.stack([under, beside]), np.zeros(2)
    assert props.under_hand(hand, points, reach).tolist() == [True, False]
    assert props.under_hand(hand, points, reach + 1e4).tolist() == [True, True]
    in_cup = lens.project(np.array([120.0, -60.0, 100.0]))
    assert props.under_cup(cup, np.stack([in_cup, under]), reach).tolist() == [True, False]


def test_the_lamp_makes_the_difference() -> None:
    means = {name: picture_of(Look(SMALL, name), ()).mean() for name in LIGHTS}
    assert means["off"] < 15 < means["dim"] < means["day"] < 220


WRONG = [
    ("light", lambda: light_named("moon"), "expected a light: day"),
    ("surface", lambda: picture_of(Look(SMALL, surface="ice"), ()), "expected a surface: wood"),
    ("font", lambda: Print(font="comic"), "expected a font: lato"),
    ("size", lambda: TwinCameraSettings(10, 10), "expected at least 160x120"),
    ("tilt", lambda: TwinCameraSettings(tilt_deg=80), "expected a tilt of 0 to 60"),
]


@pytest.mark.parametrize(("make", "text"), [row[1:] for row in WRONG], ids=[r[0] for r in WRONG])
def test_what_cannot_be_drawn_is_said(make: object, text: str) -> None:
    assert callable(make)
    with pytest.raises(TurboError, match=text):
        make()


def test_a_table_that_is_drawn_keeps_little_more_than_its_pictures() -> None:
    """What it is painted from is many times as large, and is let go."""
    tracemalloc.start()
    try:
        renderer = Renderer(Look(TwinCameraSettings(1280, 720)), seed=4271)
        picture = renderer.draw(DrawnScene((_die(0),)))
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert held < 17 * picture.nbytes


def test_every_surface_can_be_painted() -> None:
    pictures = [picture_of(Look(SMALL, surface=name), ()) for name in SURFACES]
    rims = [tuple(picture[2, 2]) for picture in pictures]
    assert len(set(rims)) == len(SURFACES)
