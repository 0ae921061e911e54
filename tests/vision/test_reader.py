"""The reader's logic without a picture, and two small pictures of its own with their truth."""

import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from turbo.errors import TurboError
from turbo.game.dice import Colour, Face
from turbo.game.observation import Doubt, Observation, SeenDie
from vision.reading.changes import Box, Patches
from vision.reading.corners import is_cut, numeral_rotation
from vision.reading.detector import DetectedSquare, Detector, Image, scores_in_mirror
from vision.reading.faces import FaceAnswers, FaceReader, FaceTuning, deepened
from vision.reading.network import Floats
from vision.reading.plane import Outlines
from vision.reading.reader import (
    STILLS,
    Reader,
    ReaderTuning,
    calibrated,
)
from vision.reading.tensors import CODE_CHANNELS

DATA = Path(__file__).parents[1] / "data" / "vision"
TRUTH = json.loads((DATA / "truth.json").read_text()) if (DATA / "truth.json").is_file() else {}
SURELY = 0.999
SQUARE = np.array([[10, 10], [40, 10], [40, 40], [10, 40]], np.float32)


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(replace(ReaderTuning(), remember_unchanged=False))


def picture(name: str) -> NDArray[np.uint8]:
    image = cv2.imread(str(DATA / name))
    assert image is not None
    return np.asarray(image, np.uint8)


def answers(number: dict[int, float], colour: int = 2, is_face: float = 1.0) -> FaceAnswers:
    """What the networks might say about one face, without the networks."""
    numbers = np.zeros((1, 14), np.float32)
    for face, chance in number.items():
        numbers[0, face] = chance
    colours = np.eye(4, dtype=np.float32)[[colour]]
    none = np.zeros((1, 3), np.float32)
    quarters = np.array([[1, 0, 0, 0]], np.float32)
    return FaceAnswers(numbers, colours, quarters, none, np.array([is_face], np.float32))


def outlines_of(*corners: Floats) -> Outlines:
    return Outlines(corners, 100, 80)


def image_of(width: int = 100, height: int = 80) -> NDArray[np.uint8]:
    return np.zeros((height, width, 3), np.uint8)


@pytest.mark.parametrize("name", sorted(TRUTH))
def test_reads_every_die_of_a_picture(reader: Reader, name: str) -> None:
    seen = reader.read(picture(name))
    assert len(seen.dice) == len(TRUTH[name])
    for die in TRUTH[name]:
        centre = np.array(die["corners"]).mean(axis=0)
        nearest = min(seen.dice, key=lambda one: float(np.hypot(*(centre - one.centre_px))))
        assert float(np.hypot(*(centre - nearest.centre_px))) < 4
        assert str(nearest.readings[0].face) == die["face"]
        assert nearest.confidence >= 0.5


@pytest.mark.parametrize("name", sorted(TRUTH))
@pytest.mark.parametrize("start", range(4), ids=lambda start: f"corner {start} first")
def test_reads_faces_at_given_corners_from_any_corner(
    reader: Reader, name: str, start: int
) -> None:
    quads = [die["corners"][start:] + die["corners"][:start] for die in TRUTH[name]]
    read = reader.read_faces(picture(name), quads)
    assert [str(one.readings[0].face) for one in read] == [die["face"] for die in TRUTH[name]]
    for one, die in zip(read, TRUTH[name], strict=True):
        assert one.corners_px[0] == pytest.approx(die["corners"][start], abs=0.01)
        turn = numeral_rotation(np.array(die["corners"], np.float32), 0)
        assert one.rotation_deg is not None
        assert (
            min(abs(one.rotation_deg - turn) % 360, 360 - abs(one.rotation_deg - turn) % 360) < 10
        )


def test_pictures_for_the_reader_are_there() -> None:
    assert len(TRUTH) == 2


def test_an_empty_table_has_no_dice(reader: Reader) -> None:
    noise = np.random.default_rng(1).normal(120, 6, (480, 640, 3)).astype(np.uint8)
    assert reader.read(noise) == Observation((), 640, 480)


@pytest.mark.parametrize(
    "shape", [(480, 640), (0, 640, 3), (480, 640, 4)], ids=["grey", "empty", "four colours"]
)
def test_refuses_what_is_no_colour_picture(reader: Reader, shape: tuple[int, ...]) -> None:
    with pytest.raises(TurboError, match="expected a colour picture"):
        reader.read(np.zeros(shape, np.uint8))


@pytest.mark.parametrize(
    "quad",
    [[(0, 0), (1, 0), (1, 1)], [(0, 0), (1, 0), (1, 1), (0, float("nan"))]],
    ids=["three corners", "not a number"],
)
def test_refuses_bad_corners(reader: Reader, quad: list[tuple[float, float]]) -> None:
    with pytest.raises(TurboError, match="expected four corners"):
        reader.read_faces(image_of(), [quad])


def test_no_corners_no_faces(reader: Reader) -> None:
    assert reader.read_faces(image_of(), []) == ()


def test_the_same_picture_again_is_answered_from_memory() -> None:
    reader, name = Reader(), sorted(TRUTH)[0]
    image = picture(name)
    first = reader.read(image)
    assert reader.read(image.copy()) is first


@pytest.mark.parametrize(
    ("sure", "noise", "looks"),
    [
        pytest.param(0.0, 1, 1, id="all is sure"),
        pytest.param(1.01, 1, 3, id="in doubt, with other noise each time"),
        pytest.param(1.01, 0, 1, id="in doubt, and the very same bytes"),
    ],
)
def test_an_unchanged_picture_is_looked_at_again_only_for_its_doubts(
    sure: float, noise: int, looks: int
) -> None:
    reader = Reader(replace(ReaderTuning(), sure=sure, looks_again=2))
    image, seen = picture(sorted(TRUTH)[0]), []
    for turn in range(6):
        seen.append(reader.read(np.asarray(np.minimum(image, 250) + noise * (turn % 2), np.uint8)))
    assert len({die.look for one in seen for die in one.dice}) == looks


@pytest.mark.parametrize(("sure", "anew"), [(0.0, 0), (1.01, 3)], ids=["all sure", "in doubt"])
def test_while_something_moves_elsewhere_doubts_are_looked_at_in_turn(
    sure: float, anew: int
) -> None:
    reader = Reader(replace(ReaderTuning(), sure=sure))
    image = picture(sorted(TRUTH)[0])
    first = {die.corners_px for die in reader.read(image).dice}
    for turn in range(3):
        image[:24, :24] = 40 * turn
        last = reader.read(image).dice
    kept = [die for die in last if die.corners_px in first]
    assert len(kept) == len(first) > 3
    assert len({die.corners_px for die in kept if die.look and die.look > 1}) == anew


def test_a_doubt_elsewhere_is_looked_at_no_more_than_is_fused() -> None:
    reader = Reader(replace(ReaderTuning(), sure=1.01, looks_again=1))
    image = picture(sorted(TRUTH)[0])
    dice = len(reader.read(image).dice)
    looks = []
    for turn in range(dice + 2):
        image[:24, :24] = 40 * (turn % 2 + 1)
        looks.append(max(die.look or 0 for die in reader.read(image).dice))
    assert looks == [*range(2, dice + 2), dice + 1, dice + 1]


@pytest.mark.parametrize("doubted", [0, 1, 3])
def test_of_faces_only_those_in_doubt_before_are_turned(doubted: int) -> None:
    faces = FaceReader(FaceTuning(doubtful=1.01))
    name = sorted(TRUTH)[0]
    quads = [np.array(die["corners"], np.float32) for die in TRUTH[name]][:3]
    once = FaceReader(FaceTuning(looks_max=0)).look(picture(name), quads)
    turned, some = faces.look(picture(name), quads), faces.look(picture(name), quads, doubted)
    assert not np.allclose(once, turned, atol=0.1)
    assert np.allclose(some[:doubted], turned[:doubted], atol=0.1)
    assert np.allclose(some[doubted:], once[doubted:], atol=0.1)


@pytest.mark.parametrize(
    ("changed", "same"),
    [("one level brighter", True), ("a die painted over", False), ("another size", False)],
)
def test_memory_notices_what_changed(changed: str, same: bool) -> None:
    reader, name = Reader(), sorted(TRUTH)[0]
    image = picture(name)
    first = reader.read(image)
    if changed == "one level brighter":
        image = np.minimum(image, 254) + np.uint8(1)
    elif changed == "a die painted over":
        x, y = np.array(TRUTH[name][0]["corners"]).mean(axis=0).astype(int)
        image[y - 6 : y + 6, x - 6 : x + 6] = 128
    else:
        image = np.ascontiguousarray(image[:-16])
    assert (reader.read(image) is first) is same


@pytest.mark.parametrize(
    ("patches", "levels", "counts"), [(1, 12, False), (1, 20, True), (2, 12, True), (2, 6, False)]
)
def test_a_speck_of_grain_is_no_change(patches: int, levels: int, counts: bool) -> None:
    seen = Patches(8, 8.0)
    picture = np.full((160, 240, 3), 90, np.uint8)
    seen.see(picture)
    seen.looked()
    picture[80:88, 80 : 80 + 8 * patches] += np.uint8(levels)
    seen.see(picture)
    assert bool(seen.boxes(16.0)) == counts and not seen.is_same


def test_a_die_that_a_look_at_a_part_has_lost_is_found_once_all_lies_still() -> None:
    reader, name = Reader(), sorted(TRUTH)[0]
    image = picture(name)
    count = len(reader.read(image).dice)
    x, y = np.array(TRUTH[name][0]["corners"]).mean(axis=0).astype(int)
    changed = image.copy()
    changed[y - 12 : y + 12, x - 12 : x + 12] //= 2
    reader._detector.find_in = lambda *_: []  # type: ignore[method-assign]
    lost = len(reader.read(changed).dice)
    brighter = np.asarray(np.minimum(changed, 250) + 1, np.uint8)
    assert lost < count and len(reader.read(brighter).dice) > lost


def test_a_faint_die_beside_what_changed_is_looked_at_with_more_around_it() -> None:
    """A hand that passes beside it changes a part of the picture that it lies in, and not the die;
    the detector tells a faint one by its surroundings."""
    reader, name = Reader(), sorted(TRUTH)[0]
    image = picture(name)
    before = reader.read(image).dice
    die = max(before, key=lambda one: one.centre_px[0])
    width = np.linalg.norm(np.subtract(*die.corners_px[:2]))
    (x, y), far = die.centre_px, int(0.8 * width)
    changed = image.copy()
    changed[int(y) : int(y) + 8, int(x) + far : int(x) + far + 8] //= 2
    find_in = reader._detector.find_in

    def narrow(image: Any, core: Any, margin_px: float) -> Any:
        return find_in(image, core, margin_px) if margin_px > 2 * reader._around_px else []

    reader._detector.find_in = narrow  # type: ignore[method-assign]
    assert any(math.dist(one.centre_px, (x, y)) < width / 2 for one in reader.read(changed).dice)


def test_unmarked_six_and_nine_are_both_named(reader: Reader) -> None:
    both = answers({6: 0.55, 9: 0.45})
    die = reader._seen(SQUARE, both, 0, SURELY, ())
    assert [reading.face for reading in die.readings] == [
        Face(Colour.BLUE, 6),
        Face(Colour.BLUE, 9),
    ]
    assert all(reading.confidence < 0.9 for reading in die.readings)


@pytest.mark.parametrize("doubt", list(Doubt))
def test_a_doubtful_die_is_never_sure(reader: Reader, doubt: Doubt) -> None:
    die = reader._seen(SQUARE, answers({5: 1.0}), 0, SURELY, (doubt,))
    assert die.doubts == (doubt,)
    assert 0 < die.confidence <= reader.tuning.doubted


def test_what_is_no_face_is_left_out(reader: Reader) -> None:
    found = [DetectedSquare(SQUARE, 0.6, (0.0, 0.0, 0.0))]
    (no_face,) = reader._chances(image_of(), found, answers({5: 1.0}, is_face=0.01))
    (face,) = reader._chances(image_of(), found, answers({5: 1.0}))
    assert no_face < reader.tuning.die_min < face


class Mirror(Detector):
    """Finds what it is told to find, and counts how often it is asked."""

    def __init__(self, found: list[DetectedSquare]) -> None:
        self.found, self.asked = found, 0

    def find(self, image: Image) -> list[DetectedSquare]:
        self.asked += 1
        return self.found


def in_mirror(score: float, shift: float = 0.0) -> Mirror:
    """A mirror of a picture 100 wide in which SQUARE is found, or something beside it."""
    corners = (np.array([100.0, 0.0]) - SQUARE * [1, -1] + [shift, 0]).astype(np.float32)
    return Mirror([DetectedSquare(corners, score, ())])


def chance_with(mirror: Mirror, score: float, is_face: float) -> float:
    reader = Reader(STILLS)
    reader._mirror = mirror
    found = [DetectedSquare(SQUARE, score, ())]
    (chance,) = reader._chances(image_of(), found, answers({5: 1.0}, is_face=is_face))
    return chance


def test_what_is_in_doubt_is_looked_at_in_a_mirror() -> None:
    score, is_face = 0.4, 0.6
    alone = chance_with(in_mirror(score), score, is_face)
    assert 0.1 < alone < 0.9
    assert chance_with(in_mirror(0.9), score, is_face) > alone + 0.1
    assert chance_with(in_mirror(0.1), score, is_face) < alone - 0.1
    unseen = chance_with(Mirror([]), score, is_face)
    assert unseen < chance_with(in_mirror(0.1), score, is_face)
    assert chance_with(in_mirror(0.9, shift=20.0), score, is_face) == pytest.approx(unseen)


@pytest.mark.parametrize(("score", "is_face"), [(0.95, 0.999), (0.2, 0.01)])
def test_what_is_clear_is_looked_at_once(score: float, is_face: float) -> None:
    mirror = in_mirror(0.5)
    chance_with(mirror, score, is_face)
    assert mirror.asked == 0


def test_a_face_lies_in_the_mirror_where_the_real_detector_finds_it() -> None:
    name = sorted(TRUTH)[0]
    detector = Detector()
    found = detector.find(picture(name))
    scores = scores_in_mirror(detector, picture(name), found)
    clear = [again for one, again in zip(found, scores, strict=True) if one.score > 0.7]
    assert len(clear) >= len(TRUTH[name]) / 2
    assert min(clear) > 0.3


@pytest.mark.parametrize(
    ("shift", "cut"),
    [((0, 0), False), ((-12, 0), True), ((0, -12), True), ((62, 0), True), ((0, 42), True)],
    ids=["inside", "left", "above", "right", "below"],
)
def test_cut_by_the_edge_is_doubtful(reader: Reader, shift: tuple[int, int], cut: bool) -> None:
    corners: Floats = (SQUARE + np.array(shift)).astype(np.float32)
    assert is_cut(corners, 100, 80, 1.0) is cut
    found = DetectedSquare(corners, 0.9, (0.0, 0.0, 0.0))
    die = reader._die(image_of(), found, answers({5: 1.0}), 0, SURELY, outlines_of(corners))
    assert (Doubt.CUT in die.doubts) is cut


GRID = [SQUARE + np.array([60 * i, 60 * j], np.float32) for i in range(3) for j in range(3)]
LEANS = np.array([[10, 10], [40, 10], [40, 37], [10, 37]], np.float32)


@pytest.mark.parametrize(
    ("corners", "detector", "face", "doubts"),
    [
        pytest.param(SQUARE, 0.999, 0.16, (), id="flat beside others: one network alone"),
        pytest.param(SQUARE, 0.96, 0.998, (Doubt.COCKED,), id="both are sure"),
        pytest.param(LEANS, 0.999, 0.16, (Doubt.COCKED,), id="one alone, and it shows"),
        pytest.param(LEANS, 0.1, 0.1, (), id="neither"),
    ],
)
def test_a_flat_die_that_touches_others_is_not_cocked(
    reader: Reader, corners: Floats, detector: float, face: float, doubts: tuple[Doubt, ...]
) -> None:
    told = answers({5: 1.0})
    told.doubts[0, 0] = face
    found = DetectedSquare(corners, 0.9, (detector, 0.0, 0.0))
    outlines = Outlines([corners, *GRID[1:]], 200, 200)
    assert reader._doubts(found, told, 0, outlines) == doubts


@pytest.mark.parametrize("name", sorted(TRUTH))
def test_what_changed_is_read_as_a_whole_look_would(reader: Reader, name: str) -> None:
    """A die is covered, and comes to light again: the others are not looked at anew."""
    looking, image = Reader(), picture(name)
    before = {die.look for die in looking.read(image).dice}
    x, y = np.array(TRUTH[name][0]["corners"]).mean(axis=0).astype(int)
    covered = image.copy()
    covered[max(0, y - 20) : y + 20, max(0, x - 20) : x + 20] = (70, 110, 160)
    hidden = looking.read(covered)
    assert before & {die.look for die in hidden.dice}, "some were kept"
    for shown, seen in ((covered, hidden), (image, looking.read(image))):
        whole = reader.read(shown)
        assert len(seen.dice) == len(whole.dice)
        for die in seen.dice:
            assert min(_apart_px(die, other) for other in whole.dice) < 2.0


def _apart_px(one: SeenDie, other: SeenDie) -> float:
    """Between two dice with the same face; endless for others."""
    is_same = one.readings[0].face == other.readings[0].face
    return math.dist(one.centre_px, other.centre_px) if is_same else math.inf


def test_a_picture_without_colour_has_no_colours(reader: Reader) -> None:
    image = picture(sorted(TRUTH)[0])
    grey = np.asarray(cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR))
    seen = reader.read(grey.astype(np.uint8))
    assert seen.dice
    assert max(die.confidence for die in seen.dice) < 0.5


def test_calibration_rises_and_stays_a_probability() -> None:
    curve = ReaderTuning().curve
    values = [calibrated(raw, curve) for raw in np.linspace(-0.1, 1.1, 200)]
    assert values == sorted(values)
    assert values[0] >= 0 and values[-1] <= 1


def test_thin_marks_stand_out_in_darkened_ink() -> None:
    """White stays white, and what is a little darker becomes much darker."""
    crop = np.full((64, 64, 3), 230, np.uint8)
    crop[40:42, 24:40] = (170, 215, 228)
    deep = deepened(crop)
    assert np.abs(deep[:30].astype(int) - 230).max() <= 1
    assert deep[40, 30, 0] < 125 and deep[40, 30, 2] > 220


def test_a_look_at_a_part_sees_the_pixels_of_a_look_at_all() -> None:
    """Cut through a cell, a part was stretched to whole pixels: its dice had other corners."""
    shown: list[Floats] = []

    class Blind:
        def answer(self, **given: Floats) -> Floats:
            shown.append(given["picture"].copy())
            high, wide = shown[-1].shape[1:]
            return np.full((1 + CODE_CHANNELS + 3, high // 4, wide // 4), -20.0, np.float32)

    detector = Detector(load=lambda name: Blind())
    noise = np.random.default_rng(5).integers(0, 256, (960, 1280, 3), dtype=np.uint8)
    image = np.asarray(cv2.blur(noise, (5, 5)), np.uint8)
    detector.find(image)
    for box in (Box(333, 201, 477, 350), Box(700, 611, 1275, 955)):
        detector.find_in(image, box, 37.0)
        left, top = ((edge - 37) // 64 * 32 for edge in (int(box.left), int(box.top)))
        high, wide = shown[-1].shape[1:]
        whole = shown[0][:, top : top + high, left : left + wide]
        # At its own rim a part is smoothed without its neighbours.
        assert np.allclose(shown[-1][:, 1:-1, 1:-1], whole[:, 1:-1, 1:-1], atol=1e-5)
