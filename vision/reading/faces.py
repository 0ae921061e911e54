"""What one top face shows: number, colour, how it is turned, and whether to trust it.

Every face is cut out as a square with some of its surroundings, brightened until the white of the
die itself is white, and read by a small network. The colour is then judged once more with all faces
of the picture side by side: whether an ink is orange or red shows best beside the other inks.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil, floor, inf

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading.detector import Image, quad_size, sigmoid
from vision.reading.network import Floats, Load, load_network
from vision.reading.sheet import FaceNetworks
from vision.reading.tensors import (
    COLOURS,
    CROP_PX,
    FEATURES,
    MARGIN,
    NUMBERS,
    OUTPUTS,
    WHITE_QUANTILE,
)


@dataclass(frozen=True, slots=True)
class FaceTuning:
    """Which faces are looked at again, and how."""

    turns: tuple[int, ...] = (2, 1, 3)
    """By how many quarters a face is turned when it is looked at again: to the network a turned
    face is another one, and two that agree are worth more than one. Of some 32,000 faces of
    held-out pictures 184 are read wrongly without it, 158 within the limit below, and 157 without
    any limit."""
    doubtful: float = 0.985
    """A face whose number or colour is less likely than this is looked at again."""
    looks_max: float = 20
    """So many looks one picture may cost, of 1 ms each: what its faces leave goes to those that
    are in doubt, the least likely first. For 18 dice 60 ms on one core are asked for."""


AT_LEISURE = FaceTuning(looks_max=inf)
"""For stills: every face in doubt is looked at again, however long it takes."""


NAMED = 6
"""So many faces that a die may show are named at most."""

Likely = list[tuple[int, float]]
"""Faces, colour and number in one (`NUMBERS` a colour), and how likely each is; the best first."""


@dataclass(frozen=True)
class FaceAnswers:
    """What the networks say about N faces: probabilities, row by row."""

    numbers: Floats
    colours: Floats
    quarters: Floats
    doubts: Floats
    is_face: Floats

    @cached_property
    def likely(self) -> list[Likely]:
        """Of each row the faces that it may be: all rows at once, which takes a tenth of the
        time."""
        joint = self.colours[:, :, None] * self.numbers[:, None, :]
        joint = joint.reshape(len(joint), COLOURS * NUMBERS)
        order = np.argsort(-joint, axis=1)[:, :NAMED]
        chances = np.take_along_axis(joint, order, axis=1)
        pairs = zip(order.tolist(), chances.tolist(), strict=True)
        return [list(zip(*pair, strict=True)) for pair in pairs]


def softmax(x: Floats) -> Floats:
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return np.asarray(e / e.sum(axis=-1, keepdims=True), dtype=np.float32)


SHRUNK_FROM = 1.25
"""A face that is larger than its crop by so much is shrunk before it is warped: by less, no stroke
falls between two pixels, and shrinking takes as long as the rest of the cut."""
_LOW, _HIGH = CROP_PX * (0.5 - 0.5 / MARGIN), CROP_PX * (0.5 + 0.5 / MARGIN)
SQUARE = np.array([[_LOW, _LOW], [_HIGH, _LOW], [_HIGH, _HIGH], [_LOW, _HIGH]], np.float32)
"""Where the face's corners come to lie in a crop."""
HALF = np.float32(0.5)
FRAME = np.array([[[0, 0], [CROP_PX, 0], [CROP_PX, CROP_PX], [0, CROP_PX]]], np.float32)


def cut_out(image: Image, corners: Floats) -> Image:
    """The face and its surroundings, rectified; big faces are shrunk first, so none aliases."""
    height, width = image.shape[:2]
    size = quad_size(corners)
    left, top, right, bottom = _bounds(corners, size)
    x0, y0 = max(0, floor(left) - 2), max(0, floor(top) - 2)
    x1, y1 = min(width, ceil(right) + 3), min(height, ceil(bottom) + 3)
    # A face beyond the picture, as somebody may give its corners: nothing to see, and no error.
    if x1 - x0 < 2 or y1 - y0 < 2:
        return np.zeros((CROP_PX, CROP_PX, 3), np.uint8)
    part, moved = image[y0:y1, x0:x1], corners - (x0, y0)
    shrink = size * MARGIN / CROP_PX
    if shrink > SHRUNK_FROM:
        wide, tall = max(2, round((x1 - x0) / shrink)), max(2, round((y1 - y0) / shrink))
        part = np.asarray(cv2.resize(part, (wide, tall), interpolation=cv2.INTER_AREA))
        # Halves of a pixel: corners are counted from pixels' middles, sizes from their edges.
        moved = (moved + 0.5) * (wide / (x1 - x0), tall / (y1 - y0)) - 0.5
    matrix = cv2.getPerspectiveTransform(moved.astype(np.float32), SQUARE - HALF)
    return np.asarray(
        cv2.warpPerspective(part, matrix, (CROP_PX, CROP_PX), borderMode=cv2.BORDER_REPLICATE),
        dtype=np.uint8,
    )


def _bounds(corners: Floats, size: float) -> tuple[float, float, float, float]:
    """What a crop shows of the picture, kept near the face where the perspective is wild."""
    back = cv2.getPerspectiveTransform(SQUARE, corners.astype(np.float32))
    outline = cv2.perspectiveTransform(FRAME, back)[0].tolist()
    xs, ys = zip(*outline, strict=True)
    # By hand: numpy takes ten times as long for four corners.
    (x, y), reach = (sum(along) / 4 for along in zip(*corners.tolist(), strict=True)), 3 * size
    return (
        max(min(xs), x - reach),
        max(min(ys), y - reach),
        min(max(xs), x + reach),
        min(max(ys), y + reach),
    )


def whites_of(crops: NDArray[np.uint8]) -> Floats:
    """The white of each face in blue, green and red: N x 3, 1 where the picture ends."""
    low, high = round(CROP_PX * 0.2), round(CROP_PX * 0.8)
    inner = crops[:, low:high, low:high].transpose(0, 3, 1, 2).reshape(3 * len(crops), -1)
    rank = int(WHITE_QUANTILE * (inner.shape[1] - 1))
    # By counting: a third of the time that sorting takes.
    levels = inner + 256 * np.arange(len(inner))[:, None]
    counts = np.bincount(levels.ravel(), minlength=256 * len(inner)).reshape(-1, 256)
    white = (counts.cumsum(axis=1) > rank).argmax(axis=1).reshape(-1, 3)
    return np.asarray(np.maximum(white, 8) / 255, np.float32)


def whitened(crops: NDArray[np.uint8], whites: Floats) -> Floats:
    """Crops as the network wants them: Nx3xSxS, the die's own white at 1, then centred."""
    planes = np.ascontiguousarray(crops.transpose(0, 3, 1, 2))
    relative = planes * (2 / (255 * whites))[:, :, None, None]
    # One and a half times the die's white, centred: a lamp in a glossy face says nothing more.
    np.minimum(relative, 3.0, out=relative)
    relative -= 1
    return np.asarray(relative, np.float32)


def set_context(features: Floats, whites: Floats, weights: Floats) -> Floats:
    """Beside each face's own features, what the other faces of the picture look like by colour,
    and how white this face and the others are."""
    count = len(features)
    likely = softmax(features[:, :COLOURS]) * weights[:, None]
    total = likely.sum(axis=0)[None] - likely
    sums = likely.T @ features
    others = sums[None] - likely[:, :, None] * features[:, None, :]
    means = others / (total[:, :, None] + 0.1)
    around = weights.sum() - weights
    bright = (weights @ whites - weights[:, None] * whites) / (around[:, None] + 0.1)
    parts = [features, means.reshape(count, -1), np.log1p(total), whites, bright]
    return np.concatenate(parts, axis=1).astype(np.float32)


DEPTH = 2.5
"""The power by which a face's ink is darkened. Of 41 held-out faces in doubt between 6 and 9 five
were read wrongly in the first look, four with the other looks; 11 of them were then likelier than
0.97 if one of these was darkened, 15 if all were, and none of those wrong."""


def deepened(crop: Image) -> Image:
    """The same face with more ink: what tells a 6 from a 9 is a thin mark, which light ink on a
    small die leaves hardly darker than the white."""
    white = 255 * whites_of(crop[None])[0]
    levels = white * (np.arange(256)[:, None] / white) ** DEPTH
    table = np.clip(levels, 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(crop, table[None]), dtype=np.uint8)


ROTATIONS = (None, cv2.ROTATE_90_COUNTERCLOCKWISE, cv2.ROTATE_180, cv2.ROTATE_90_CLOCKWISE)


def _turned(crop: Image, quarters: int) -> Image:
    """As `np.rot90` does it, in a fifth of its time."""
    way = ROTATIONS[quarters]
    return crop if way is None else np.asarray(cv2.rotate(crop, way), np.uint8)


def _is_6_or_9(numbers: Floats) -> bool:
    return set(np.argsort(numbers)[-2:].tolist()) == {6, 9}


def faces_in(raw: Floats) -> Floats:
    """How likely each row of `look` is a face at all, without a word about the others."""
    return sigmoid(raw[:, OUTPUTS - 1])


class FaceReader:
    """Reads faces at given corners; keep one, its networks are costly to load."""

    def __init__(self, tuning: FaceTuning | None = None, load: Load = load_network) -> None:
        self.tuning = tuning or FaceTuning()
        self._faces = FaceNetworks(load)
        self._colours = load("colours", exact=True)

    def read(self, image: Image, quads: Sequence[Floats]) -> FaceAnswers:
        """The answers for all faces of one picture, in the order given."""
        return self.answers(self.look(image, quads))

    def look(self, image: Image, quads: Sequence[Floats], doubted: int | None = None) -> Floats:
        """What the network makes of each face by itself, a row for each: `answers` judges them side
        by side. Faces in doubt are looked at again, as far as the time allows: any, or of the first
        ones that were in doubt before. These mostly are, and are turned at once, since four faces
        on one sheet take less than one and three on two."""
        if not len(quads):
            return np.zeros((0, OUTPUTS + 3), np.float32)
        crops = np.stack([cut_out(image, np.asarray(quad, np.float32)) for quad in quads])
        ahead = [(i, turn) for i in range(doubted or 0) for turn in self.tuning.turns]
        ahead = ahead[: self._looks_left(len(quads), len(ahead))]
        rows = self._raw(np.stack([*crops, *(_turned(crops[i], turn) for i, turn in ahead)]))
        raw, known = rows[: len(crops)], dict(zip(ahead, rows[len(crops) :], strict=True))
        first = self.answers(raw)
        again = self._in_doubt(first, len(quads) if doubted is None else doubted)
        if not again:
            return raw
        looks = np.ones((len(raw), len(raw[0])), np.float32)
        for i in {i for i, _ in again if _is_6_or_9(first.numbers[i])}:
            # Which of both it is tells the mark alone, and the first look hardly saw it.
            crops[i], raw[i, :NUMBERS], looks[i, :NUMBERS] = deepened(crops[i]), 0.0, 0.0
            known = {one: row for one, row in known.items() if one[0] != i}
        rest = [one for one in again if one not in known]
        if rest:
            more = self._raw(np.stack([_turned(crops[i], turn) for i, turn in rest]))
            known.update(zip(rest, more, strict=True))
        quarters = slice(NUMBERS + FEATURES, NUMBERS + FEATURES + 4)
        for i, turn in again:
            turned = known[i, turn]
            # The numeral's way up was turned along with the face.
            turned[quarters] = np.roll(turned[quarters], turn)
            raw[i] += turned
            looks[i] += 1
        return np.asarray(raw / looks, np.float32)

    def _in_doubt(self, first: FaceAnswers, among: int) -> list[tuple[int, int]]:
        """Which of so many faces are worth another look, the least likely first, and how they are
        turned for it."""
        likely = np.minimum(first.numbers.max(axis=1), first.colours.max(axis=1))
        unsure = [int(i) for i in np.argsort(likely) if likely[i] < self.tuning.doubtful]
        # What is hardly a face gets no second look: most of it is left out afterwards.
        again = [
            (i, turn)
            for i in unsure
            if i < among and first.is_face[i] > 0.2
            for turn in (*[0] * _is_6_or_9(first.numbers[i]), *self.tuning.turns)
        ]
        return again[: self._looks_left(len(likely), len(again))]

    def _looks_left(self, faces: int, wanted: int) -> int:
        """What all faces together may cost: in a full picture fewer of them get a second look."""
        return int(min(wanted, max(0, self.tuning.looks_max - faces)))

    def _raw(self, crops: NDArray[np.uint8]) -> Floats:
        """The network's answers, and behind them each face's white."""
        whites = whites_of(crops)
        return np.hstack([self._faces.scores(whitened(crops, whites)), whites])

    def answers(self, raw: Floats) -> FaceAnswers:
        """What the rows of `look` say, all faces of a picture side by side."""
        numbers, features = raw[:, :NUMBERS], raw[:, NUMBERS : NUMBERS + FEATURES]
        rest, whites = raw[:, NUMBERS + FEATURES : OUTPUTS], raw[:, OUTPUTS:]
        doubts = sigmoid(rest[:, 4:])
        return FaceAnswers(
            softmax(numbers),
            self._judge_colours(features, whites, doubts[:, 3]),
            softmax(rest[:, :4]),
            doubts[:, :3],
            doubts[:, 3],
        )

    def _judge_colours(self, features: Floats, whites: Floats, weights: Floats) -> Floats:
        if not len(features):
            return np.zeros((0, COLOURS), np.float32)
        return softmax(self._colours.answer(picture=set_context(features, whites, weights)))
