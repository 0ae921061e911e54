"""What stands before and behind the networks: codes of corners, peaks, doubles, crops, contexts."""

from functools import partial

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from tools.trials.slopes import resident_mb
from turbo.live.memory import give_back
from vision.reading.detector import (
    DetectedSquare,
    Detector,
    DetectorTuning,
    corners_from_code,
    light_of,
    part_shrunk,
    peaks,
    places,
    quad_size,
    shrunk,
    without_doubles,
    worth_reading,
)
from vision.reading.faces import (
    AT_LEISURE,
    SQUARE,
    FaceReader,
    FaceTuning,
    cut_out,
    set_context,
    softmax,
    whitened,
    whites_of,
)
from vision.reading.network import (
    Floats,
    NcnnNetwork,
    Network,
    OpenCVNetwork,
    load_network,
)
from vision.reading.sheet import FaceNetworks, sheet_shape
from vision.reading.tensors import (
    COLOURS,
    CONTEXT,
    CROP_PX,
    FEATURES,
    NUMBERS,
    OUTPUTS,
    STRIDE_PX,
    WHITE_QUANTILE,
)

small = st.floats(-0.125, 0.125)


def quad(size: float, turn: float, wobble: list[float]) -> Floats:
    angles = turn + np.pi / 4 + np.arange(4) * np.pi / 2
    corners = np.stack([np.cos(angles), np.sin(angles)], axis=1) * size
    return np.asarray(corners + np.array(wobble).reshape(4, 2) * size, np.float32)


def code_from_corners(corners: Floats) -> Floats:
    """The opposite of `corners_from_code`: Nx4x2 → Nx9."""
    c = corners[..., 0].astype(np.float64) + 1j * corners[..., 1].astype(np.float64)
    a, b = (c[:, 0] - c[:, 2]) / 2, (c[:, 1] - c[:, 3]) / 2
    m = (c[:, 0] + c[:, 2]) / 2 - (c[:, 1] + c[:, 3]) / 2
    u, v = (a - 1j * b) / 2, (a + 1j * b) / 2
    centre, size = c.mean(axis=1) / STRIDE_PX, np.abs(u)
    turn, shear, trapeze = (u / size) ** 4, u * v / size**2, m * u**2 / size**3
    parts = [centre.real, centre.imag, np.log(size)]
    for value in (turn, shear, trapeze):
        parts += [value.real, value.imag]
    return np.stack(parts, axis=1).astype(np.float32)


@given(
    st.floats(4, 300),
    st.floats(0, 6.28),
    st.lists(small, min_size=8, max_size=8),
    st.integers(0, 3),
)
def test_the_code_of_corners_does_not_depend_on_the_first(
    size: float, turn: float, wobble: list[float], start: int
) -> None:
    corners = quad(size, turn, wobble)
    code = code_from_corners(corners[None])
    rolled = code_from_corners(np.roll(corners, start, axis=0)[None])
    assert np.allclose(code, rolled, atol=1e-3)
    back = corners_from_code(code)[0]
    gaps = [np.abs(np.roll(back, k, axis=0) - corners).max() for k in range(4)]
    assert min(gaps) < 1e-3 * size + 1e-3


def test_corners_run_clockwise_as_seen() -> None:
    corners = corners_from_code(code_from_corners(quad(20, 0.3, [0.0] * 8)[None]))[0]
    a, b = corners[1] - corners[0], corners[2] - corners[1]
    assert a[0] * b[1] - a[1] * b[0] > 0


def test_peaks_are_local_maxima_best_first() -> None:
    heat = np.zeros((8, 8), np.float32)
    heat[2, 3], heat[2, 4], heat[6, 6], heat[0, 7] = 0.9, 0.6, 0.95, 0.1
    rows, columns = peaks(heat, 0.3, 5)
    assert list(zip(rows.tolist(), columns.tolist(), strict=True)) == [(6, 6), (2, 3)]


@pytest.mark.parametrize(
    ("gap", "kept"), [(0.3, 1), (0.5, 1), (1.0, 2)], ids=["same die", "near", "touching dice"]
)
def test_doubles_of_one_die_are_dropped(gap: float, kept: int) -> None:
    square = quad(20, 0.0, [0.0] * 8)
    shift = np.float32(gap * quad_size(square))
    two = [
        DetectedSquare(square, 0.6, ()),
        DetectedSquare((square + np.array([shift, 0])).astype(np.float32), 0.8, ()),
    ]
    left = without_doubles(two, DetectorTuning().apart)
    assert len(left) == kept
    assert left[0].score == 0.8


@pytest.mark.parametrize(
    ("clear", "faint", "read"), [(3, 2, 5), (10, 12, 18), (18, 1, 18), (20, 5, 20), (0, 0, 0)]
)
def test_faint_faces_are_read_while_there_may_be_dice_left(
    clear: int, faint: int, read: int
) -> None:
    corners = quad(20, 0.0, [0.0] * 8)
    found = [DetectedSquare(corners, 0.8, ())] * clear + [DetectedSquare(corners, 0.15, ())] * faint
    assert worth_reading(found, 0.2) == found[:read]


@pytest.mark.parametrize("factor", [2, 4])
def test_a_large_picture_is_shrunk_softly(factor: int) -> None:
    """Neighbours share, as in the triangle of the training: a box would leave a line on one
    column."""
    image = np.zeros((24 * factor, 32 * factor, 3), np.uint8)
    image[:, 15 * factor : 16 * factor] = 200
    columns = shrunk(image, 32, 24)[12, 13:18, 0]
    assert columns.tolist() == [0, 17, 166, 17, 0]


def test_a_part_is_the_same_out_of_the_half_of_its_picture() -> None:
    image = np.random.default_rng(7).integers(0, 256, (96, 128, 3), np.uint8)
    part = part_shrunk(image, (32, 16, 96, 80), 32, 32)
    assert np.array_equal(part, shrunk(image[16:80, 32:96], 32, 32))


def test_a_picture_of_the_right_size_is_left_alone() -> None:
    image = np.arange(24 * 32 * 3, dtype=np.uint8).reshape(24, 32, 3)
    assert shrunk(image, 32, 24) is image
    assert shrunk(np.full((36, 48, 3), 90, np.uint8), 32, 24).shape == (24, 32, 3)


def test_tiles_of_the_closer_look_hold_every_die_whole() -> None:
    detector = Detector()
    image = np.zeros((2592, 4608, 3), np.uint8)
    places = [(100, 100), (2300, 1300), (4500, 2500), (2290, 700)]
    square = quad(30, 0.0, [0.0] * 8)
    found = [DetectedSquare((square + np.array(p)).astype(np.float32), 0.9, ()) for p in places]
    tiles = detector._tiles(image, found, 0.5)
    for one in found:
        low, high = one.corners_px.min(axis=0), one.corners_px.max(axis=0)
        assert any(
            x0 <= low[0] and y0 <= low[1] and high[0] <= x1 and high[1] <= y1
            for x0, y0, x1, y1 in tiles
        )


@pytest.mark.parametrize("size", [16, 60, 300], ids=["smaller", "as large", "much larger"])
def test_a_crop_shows_the_face_upright_in_its_middle(size: int) -> None:
    image = np.full((700, 700, 3), 40, np.uint8)
    image[100 : 100 + size, 100 : 100 + size] = 220
    image[100 : 100 + size // 2, 100 : 100 + size // 2] = (0, 0, 220)
    box = np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32) + 100 - 0.5
    crop = cut_out(image, box)
    low, high = SQUARE[0][0], SQUARE[2][0]
    middle = (low + high) / 2
    assert crop.shape == (CROP_PX, CROP_PX, 3)
    assert crop[int(low) + 4, int(low) + 4].tolist() == [0, 0, 220]
    assert crop[int(high) - 4, int(middle)].tolist() == [220, 220, 220]
    assert crop[2, 2].tolist() == [40, 40, 40]


def test_a_crop_beyond_the_picture_is_still_a_crop() -> None:
    image = np.zeros((50, 50, 3), np.uint8)
    far = np.array([[900, 900], [930, 900], [930, 930], [900, 930]], np.float32)
    assert cut_out(image, far).shape == (CROP_PX, CROP_PX, 3)


@pytest.mark.parametrize("light", [(1.0, 1.0, 1.0), (0.5, 0.8, 1.0), (0.2, 0.2, 0.2)])
def test_whitening_takes_the_lamp_away(light: tuple[float, float, float]) -> None:
    crop = np.full((1, CROP_PX, CROP_PX, 3), 240, np.float32)
    crop[0, 28:36, 20:44] = (30, 40, 200)
    lit, plain = (crop * np.array(light)).round().astype(np.uint8), crop.astype(np.uint8)
    seen = whitened(lit, whites_of(lit))
    assert np.abs(seen - whitened(plain, whites_of(plain))).max() < 0.06
    assert np.allclose(whites_of(lit)[0], np.array(light) * 240 / 255, atol=0.01)


@given(st.integers(1, 6), st.integers(0, 1000))
def test_the_context_of_a_face_leaves_the_face_itself_out(count: int, seed: int) -> None:
    chance = np.random.default_rng(seed)
    features = chance.normal(size=(count, FEATURES)).astype(np.float32)
    whites = chance.random((count, 3), np.float32)
    context = set_context(features, whites, np.ones(count, np.float32))
    assert context.shape == (count, CONTEXT)
    for i in range(count):
        others = np.delete(features, i, axis=0)
        likely = softmax(others[:, :COLOURS]).sum(axis=0)
        assert np.allclose(context[i, -COLOURS - 6 : -6], np.log1p(likely), atol=1e-4)
        around = np.delete(whites, i, axis=0).sum(axis=0) / (count - 1 + 0.1)
        assert np.allclose(context[i, -6:], [*whites[i], *around], atol=1e-4)


class Glances(FaceReader):
    """A face reader whose network is never sure, and which counts what it was shown."""

    def __init__(self, tuning: FaceTuning) -> None:
        super().__init__(tuning)
        self.shown = 0

    def _raw(self, crops: NDArray[np.uint8]) -> Floats:
        self.shown += len(crops)
        raw = np.zeros((len(crops), OUTPUTS + 3), np.float32)
        raw[:, OUTPUTS - 1] = 5.0  # a face, certainly
        half = CROP_PX // 2
        for row, crop in zip(raw, crops, strict=True):
            # The numeral begins at the corner that is bright, clockwise from the upper left.
            corners = crop[:half, :half], crop[:half, half:], crop[half:, half:], crop[half:, :half]
            row[NUMBERS + FEATURES + int(np.argmax([one.sum() for one in corners]))] = 3.0
        return raw


@pytest.mark.parametrize(
    ("tuning", "faces", "looks"),
    [
        (FaceTuning(), 1, 4),
        (FaceTuning(), 8, 20),
        (FaceTuning(), 16, 20),
        (FaceTuning(), 18, 20),
        (FaceTuning(), 21, 21),
        (FaceTuning(), 30, 30),
        (AT_LEISURE, 6, 24),
        (AT_LEISURE, 30, 120),
    ],
)
def test_faces_in_doubt_are_looked_at_again_as_far_as_the_time_allows(
    tuning: FaceTuning, faces: int, looks: int
) -> None:
    reader, image = Glances(tuning), np.zeros((80, 80 * faces, 3), np.uint8)
    middles = np.array([[80 * k + 40, 40] for k in range(faces)], np.float32)
    quads = [quad(20, 0.2 + k, [0.0] * 8) + middle for k, middle in enumerate(middles)]
    begins = [k % 4 for k in range(faces)]
    for corners, first in zip(quads, begins, strict=True):
        spot = 0.4 * corners.mean(axis=0) + 0.6 * corners[first]
        cv2.circle(image, [round(float(x)) for x in spot], 3, (255, 255, 255), -1)
    answers = reader.read(image, quads)
    assert reader.shown == looks
    # However a face was turned for a look, its numeral begins at the corner where it began.
    assert answers.quarters.argmax(axis=1).tolist() == begins
    assert answers.quarters.max(axis=1).min() > 0.8


def test_a_part_of_a_picture_is_told_where_it_lies_in_the_whole() -> None:
    whole = places(480, 640, (320.0, 240.0), 640.0)
    assert whole.shape == (2, 15, 20)
    assert np.allclose(whole[:, 0, 0], [(16 - 320) / 640, (16 - 240) / 640])
    left, top = 3 * 32, 2 * 32
    part = places(480 - top, 640 - left, (320.0 - left, 240.0 - top), 640.0)
    assert np.allclose(part, whole[:, 2:, 3:])


load_exactly = partial(load_network, exact=True)


def some_crops(count: int) -> Floats:
    shape = (count, 3, CROP_PX, CROP_PX)
    return np.random.default_rng(4).normal(0.0, 0.5, shape).astype(np.float32)


@pytest.mark.parametrize("count", [2, 18])
def test_a_network_in_fewer_bits_answers_nearly_the_same(count: int) -> None:
    crops = some_crops(count)
    exact, rough = (FaceNetworks(load).scores(crops) for load in (load_exactly, load_network))
    assert np.allclose(rough, exact, atol=0.5)


def soft_noise() -> Floats:
    """Neither dice nor one grey: something that every layer has an answer to."""
    noise = np.random.default_rng(4).normal(size=(480, 640, 3)).astype(np.float32)
    soft = cv2.GaussianBlur(noise, (0, 0), 3)
    return np.asarray(soft.transpose(2, 0, 1) / soft.std())


def detected(network: Network) -> Floats:
    return network.answer(picture=soft_noise(), where=places(480, 640, (320.0, 240.0), 640.0))


def test_a_detector_in_fewer_bits_answers_nearly_the_same() -> None:
    apart = np.abs(np.subtract(*(detected(load_network("detector", h)) for h in (False, True))))
    assert apart.max() < 1.0
    assert apart.mean() < 0.1


def test_a_network_lets_go_of_what_it_counted_in_and_answers_the_same() -> None:
    pytest.importorskip("ncnn")
    network = load_network("detector")
    known = detected(network)
    give_back()
    before_mb = resident_mb()
    assert np.array_equal(detected(network), known)
    give_back()
    # It counts in some 20 MB.
    assert resident_mb() < before_mb + 5


@pytest.mark.parametrize("name", ["detector", "tiles"])
def test_without_ncnn_opencv_detects_the_same(name: str) -> None:
    pytest.importorskip("ncnn")
    known, told = (detected(engine(name, True)) for engine in (NcnnNetwork, OpenCVNetwork))
    assert np.allclose(known, told, atol=1e-2)


@pytest.mark.parametrize("count", [1, 9, 18])
def test_without_ncnn_opencv_reads_the_same(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    pytest.importorskip("ncnn")
    crops, inks = some_crops(count), some_crops(count)[:, 0, 0, :1] * np.ones(CONTEXT, np.float32)
    answers = []
    for _ in range(2):
        answers += [FaceNetworks(load_exactly).scores(crops)]
        answers += [load_network("colours", exact=True).answer(picture=inks)]
        monkeypatch.setattr("vision.reading.network.ncnn", None)
    assert np.allclose(answers[0], answers[2], atol=1e-2)
    assert np.allclose(answers[1], answers[3], atol=1e-3)


@pytest.mark.parametrize("count", [7, 18, 20])
def test_faces_side_by_side_are_read_as_if_each_was_alone(count: int) -> None:
    crops, networks = some_crops(count), FaceNetworks(load_exactly)
    alone = np.concatenate([networks.scores(crops[i : i + 1]) for i in range(count)])
    assert np.allclose(networks.scores(crops), alone, atol=1e-3)


@pytest.mark.parametrize("count", [1, 2, 7, 9, 10, 18, 31, 64])
def test_a_sheet_has_room_for_all_its_faces(count: int) -> None:
    rows, columns = sheet_shape(count)
    assert rows * columns >= count


def test_the_white_of_a_face_is_that_of_its_rank() -> None:
    crops = np.random.default_rng(4).integers(0, 256, (5, CROP_PX, CROP_PX, 3), np.uint8)
    inner = crops[:, 13:51, 13:51].reshape(5, -1, 3)
    wanted = np.sort(inner, axis=1)[:, int(WHITE_QUANTILE * (inner.shape[1] - 1))]
    assert np.allclose(whites_of(crops), wanted / 255)


def test_level_and_contrast_of_a_picture() -> None:
    image = np.random.default_rng(4).integers(40, 90, (60, 80, 3), np.uint8)
    image[..., 2] += 100
    level, contrast = light_of(image)
    assert level == pytest.approx(float(image.mean()))
    assert contrast == pytest.approx(float(np.sqrt(image.var(axis=(0, 1)).mean())))
    assert light_of(np.full((60, 80, 3), 77, np.uint8)) == pytest.approx((77.0, 0.0), abs=1e-3)
