"""Where the dice lie: one look of a small network over the whole picture.

For every cell of a grid the network says how likely the centre of a die's top face lies there,
and, if it does, how the face's four corners stand around it. Which corner comes first is unknown
to a square, so the corners are written in numbers that stay the same when the square is turned by
a quarter (see `corners_from_code`): nothing jumps when a die is turned past 45°.
"""

from dataclasses import dataclass, replace
from math import ceil, dist, floor, log, sqrt

import cv2
import numpy as np
from numpy.typing import NDArray

from turbo.game.dice import DICE
from vision.pictures.pixels import halved
from vision.reading.changes import Box
from vision.reading.network import Floats, Load, load_network
from vision.reading.tensors import ALIGN_PX, CODE_CHANNELS, STRIDE_PX

Image = NDArray[np.uint8]
Heights = tuple[tuple[float, float, float], ...]
"""Places in a picture, x and y, and the shorter side of a top that lies there, all in pixels."""

Part = tuple[int, int, int, int]
"""Of a picture: left, top, right, bottom."""


@dataclass(frozen=True, slots=True)
class DetectorTuning:
    """How the detector looks; found on held-out renders, see the model card."""

    network: str = "detector"
    """Whose tops are looked for: the dice's, or the tiles' (`tiles`)."""
    look_px: int = 640
    """The longer side of the picture that the network sees: what 60 ms on one core allow."""
    score_min: float = 0.12
    """Peaks below this are not read; what is no die mostly scores far lower. Of 43,075 held-out
    dice 61 were lost and 50 other things let through; with 0.05 these were 58 and 51."""
    clear_score: float = 0.2
    """Peaks below this are read only as long as there are not more faces than dice: most are no
    dice and cost time, but a die straight below the camera, whose sides nobody sees, may be one."""
    near_half: float = 1.1
    """What is to be seen in a size up to so many times the half is seen in the half: any other
    takes ten times as long to shrink to. At 1600 x 1200 the mat alone asks for 1.01 to 1.03."""
    small_px: float = 13.0
    """Dice smaller than this in the first look are looked at again, closer."""
    wanted_px: float = 20.0
    """The size that dice have in the second, closer look."""
    flat_px: float = 9.0
    """Where tops are seen lower than this in the first look, they are looked at once more, by
    themselves: of a row along the line of sight, 64 degrees from the vertical, the die in the
    middle had no peak of its own. Films at 30 and 35 degrees have tops of 11 pixels at least."""
    higher_px: float = 11.0
    """So high the lowest are in that look,"""
    finer_score: float = 0.3
    """which goes before the first one, but for what is faint."""
    apart: float = 0.55
    """Two centres closer than this many die widths are one die: the better one stays."""
    dice_max: int = 64
    """No table holds more dice; what comes after the best ones is left out."""


@dataclass(frozen=True, slots=True)
class DetectedSquare:
    """One top face: corners clockwise as seen, how sure, and the chances of each doubt."""

    corners_px: Floats
    score: float
    doubts: tuple[float, ...]
    askew: float | None = None
    """How far it was from a level die's top before its corners were set right, in edges: of a
    camera that is known to see the sides of dice."""

    @property
    def size_px(self) -> float:
        return quad_size(self.corners_px)

    @property
    def height_px(self) -> float:
        """As high as it is seen: of a square that is seen at an angle, less than its size."""
        edges = self.corners_px - np.roll(self.corners_px, 1, axis=0)
        longest = float(np.linalg.norm(edges, axis=1).max())
        return cv2.contourArea(self.corners_px) / max(longest, 1e-9)

    @property
    def middle_px(self) -> tuple[float, float]:
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = self.corners_px.tolist()
        # By hand: asked for of every face at every look, and numpy takes ten times as long.
        return (x0 + x1 + x2 + x3) / 4, (y0 + y1 + y2 + y3) / 4

    def moved(self, scale: float, dx: float, dy: float) -> "DetectedSquare":
        corners = (self.corners_px * scale + np.array([dx, dy])).astype(np.float32)
        return replace(self, corners_px=corners)


def quad_size(corners: Floats) -> float:
    """The mean edge length of a quadrilateral."""
    one, two, three, four = corners.tolist()
    edges = dist(one, two) + dist(two, three) + dist(three, four) + dist(four, one)
    return edges / 4


def sigmoid(x: Floats) -> Floats:
    # Beyond, the exponential overflows and the answer is 0 or 1 in any case.
    return (1.0 / (1.0 + np.exp(-np.clip(x, -30, 30)))).astype(np.float32)


def corners_from_code(code: Floats) -> Floats:
    """Corners, relative to the cell in pixels, from the nine numbers of each peak: Nx9 → Nx4x2.

    With half-diagonals a and b as complex numbers, u = (a - ib)/2 turns by i and v = (a + ib)/2 by
    -i when the first corner becomes the second; the gap m between the diagonals' middles changes
    its sign. So u⁴, u·v and m·u² do not depend on the corner one starts from.
    """
    code = code.astype(np.float64)
    # As in training: beyond it there are no dice, and no numbers either.
    size = np.exp(np.clip(code[:, 2], -2, 6))
    turn = np.angle(code[:, 3] + 1j * code[:, 4]) / 4
    u = size * np.exp(1j * turn)
    v = (code[:, 5] + 1j * code[:, 6]) * size**2 / u
    m = (code[:, 7] + 1j * code[:, 8]) * size**3 / u**2
    centre = (code[:, 0] + 1j * code[:, 1]) * STRIDE_PX
    a, b = u + v, 1j * (u - v)
    corners = np.stack(
        [centre + m / 2 + a, centre - m / 2 + b, centre + m / 2 - a, centre - m / 2 - b], axis=1
    )
    return np.stack([corners.real, corners.imag], axis=2).astype(np.float32)


def peaks(heat: Floats, least: float, most: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows and columns of the local maxima of a map, highest first."""
    # A peak is where the largest of its neighbours is itself.
    highest = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= least) & (heat >= highest))
    order = np.argsort(-heat[rows, columns])[:most]
    return rows[order], columns[order]


def without_doubles(found: list[DetectedSquare], apart: float) -> list[DetectedSquare]:
    """The detections, best first, less those that lie on a better one."""
    kept: list[DetectedSquare] = []
    places: list[tuple[tuple[float, float], float]] = []
    # The best first: what lies on a better one is left out, never the other way round.
    for one in sorted(found, key=lambda one: -one.score):
        centre, size = one.middle_px, one.size_px
        if all(dist(centre, other) > apart * min(size, width) for other, width in places):
            kept.append(one)
            places.append((centre, size))
    return kept


def worth_reading(found: list[DetectedSquare], clear_score: float) -> list[DetectedSquare]:
    """Of detections, best first, the clear ones, and as many faint ones as may still be dice."""
    clear = sum(one.score >= clear_score for one in found)
    # As many as there are dice, though they are faint: in bad light all of them are.
    return found[: max(clear, DICE)]


def places(high: int, wide: int, middle: tuple[float, float], longer: float) -> Floats:
    """How far each cell at the network's waist lies from the picture's middle: 2 x H x W.

    In shares of the picture's longer side, right and down. The network needs it to tell a die's top
    from its side: which of them faces the camera depends on where in the picture the die lies.
    """
    columns, rows = (np.arange(-(-side // ALIGN_PX)) * ALIGN_PX for side in (wide, high))
    where = np.empty((2, len(rows), len(columns)), np.float32)
    where[0] = (columns + ALIGN_PX / 2 - middle[0]) / longer
    where[1] = ((rows + ALIGN_PX / 2 - middle[1]) / longer)[:, None]
    return where


def shrunk(image: Image, wide: int, high: int) -> Image:
    """A smaller picture, as smooth as those of the training.

    A large picture halved by plain means is sharper than what the network has learned from, and
    faces that show no sides were missed in it.
    """
    small = _resized(image, wide, high)
    is_large = image.shape[1] >= 2 * wide and image.shape[0] >= 2 * high
    return _smoothed(small) if is_large else small


SMOOTH = np.array([0.085, 0.83, 0.085], np.float32)
"""In the training pictures were smoothed by a quarter, a half and a quarter before they were
halved. After it this comes nearest: by 0.6 grey levels in films, and rounding alone makes 0.4. It
takes a fifth of the time, and whoever looks at the picture can share its half."""


def _smoothed(image: Image) -> Image:
    return np.asarray(cv2.sepFilter2D(image, -1, SMOOTH, SMOOTH), dtype=np.uint8)


def part_shrunk(image: Image, part: Part, wide: int, high: int) -> Image:
    """The same of a part of a picture: out of the picture's half, where it is that."""
    left, top, right, bottom = part
    is_half = (right - left, bottom - top) == (2 * wide, 2 * high)
    half = halved(image) if is_half and not (left % 2 or top % 2) else None
    if half is None:
        return shrunk(image[top:bottom, left:right], wide, high)
    return _smoothed(half[top // 2 : bottom // 2, left // 2 : right // 2])


def _resized(image: Image, wide: int, high: int) -> Image:
    if (wide, high) == (image.shape[1], image.shape[0]):
        return image  # a needless copy of a large picture costs 4 ms
    small = cv2.resize(image, (wide, high), interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.uint8)


def light_of(image: Image) -> tuple[float, float]:
    """Level and contrast: the colours' mean, and how far each strays from its own."""
    means = cv2.mean(image)[:3]
    # By squares: a third of the time of `cv2.meanStdDev`.
    square = cv2.norm(image, cv2.NORM_L2SQR) / image.size
    spread = square - sum(mean * mean for mean in means) / 3
    return sum(means) / 3, sqrt(max(0.0, spread))


FAINTEST_SCORE = 0.01
"""The score of a place where nothing is found: fainter peaks are as good as none."""
SAME_PLACE = 0.3
"""Two looks mean the same face when their centres are at most so many widths apart."""


def scores_in_mirror(
    detector: "Detector", image: Image, found: list[DetectedSquare]
) -> list[float]:
    """How sure a detector is of the same faces when it sees the picture in a mirror."""
    mirrored = np.asarray(cv2.flip(image, 1), dtype=np.uint8)
    others = [(one.middle_px, one.score) for one in detector.find(mirrored)]
    scores = []
    for one in found:
        x, y = one.middle_px
        # Left and right change places in a mirror.
        place, reach = (image.shape[1] - x, y), SAME_PLACE * one.size_px
        near = [score for spot, score in others if dist(spot, place) < reach]
        scores.append(max(near, default=FAINTEST_SCORE))
    return scores


class Detector:
    """Finds top faces in pictures of any size; keep one, its network is costly to load."""

    def __init__(self, tuning: DetectorTuning | None = None, load: Load = load_network) -> None:
        self.tuning = tuning or DetectorTuning()
        self._network = load(self.tuning.network)
        self._blob = np.empty(0, np.float32)
        self._light: tuple[float, float] | None = None
        """Level and contrast of the last whole picture,"""
        self._is_close = False
        """and whether that was looked at again, closer."""
        self.area: Box | None = None
        """The part of pictures in which dice can lie, if that is known: the rest is not looked at,
        and what there is as finely as a whole picture's cost allows."""
        self.heights: Heights = ()
        """How high a top is seen at places all over it."""

    def _scale(self, image: Image) -> float:
        height, width = image.shape[:2]
        whole = float(self.tuning.look_px / max(height, width))
        if self.area is None:
            return min(1.0, whole)
        part = whole * sqrt(width * height / max(self.area.area, 1.0))
        return 0.5 if 0.5 < part < self.tuning.near_half * 0.5 else min(1.0, part)

    def find_in(self, image: Image, core: Box, margin_px: float) -> list[DetectedSquare] | None:
        """The dice of a part of a picture of which the rest is as it was in the last `find`: those
        whose centres lie in the core. The margin around it is looked at too, since the network goes
        by a die's surroundings. None where the whole picture has to be looked at."""
        (height, width), scale = image.shape[:2], self._scale(image)
        # A part must be seen in the light and at the size of the whole, or its dice are other dice.
        if self._light is None or self._is_close:
            return None
        step = ALIGN_PX / scale  # the same cells as in a whole look, so that all is seen alike
        whole = core.grown(margin_px, width, height)
        left, top = (int(floor(edge / step) * step) for edge in (whole.left, whole.top))
        # Whole cells on the far sides too: what is cut through one is stretched when it is shrunk.
        right, bottom = (ceil(ceil(edge / step) * step) for edge in (whole.right, whole.bottom))
        part = left, top, min(right, width), min(bottom, height)
        found = self._with_flat(image, whole, self._look(image, part, scale, self._light))
        return [one for one in found if core.has(*one.middle_px)]

    def _with_flat(
        self, image: Image, box: Box, found: list[DetectedSquare]
    ) -> list[DetectedSquare]:
        """The same, and better where tops are low."""
        low = self.tuning.flat_px / self._scale(image)
        flat = [(x, y, high) for x, y, high in self.heights if high < low]
        if not flat:
            return found
        xs, ys, heights = zip(*flat, strict=True)
        # What surrounds a die that lies at its edge is seen with it.
        far = Box(min(xs), min(ys), max(xs), max(ys)).grown(2 * low, image.shape[1], image.shape[0])
        if not far.meets(box):
            return found
        left, top = int(max(far.left, box.left)), int(max(far.top, box.top))
        part = left, top, ceil(min(far.right, box.right)), ceil(min(far.bottom, box.bottom))
        finest = min(1.0, self.tuning.higher_px / min(heights))
        finer = self._look(image, part, finest, self._light)
        finer = [one for one in finer if one.score >= self.tuning.finer_score]
        places = [(one.middle_px, self.tuning.apart * one.height_px) for one in finer]
        kept = [one for one in found if all(dist(one.middle_px, at) > near for at, near in places)]
        return sorted(finer + kept, key=lambda one: -one.score)

    def find(self, image: Image) -> list[DetectedSquare]:
        """The dice of a picture (blue, green, red), looked at again where they are small."""
        scale, whole = self._scale(image), self._whole(image)
        found = worth_reading(whole, self.tuning.clear_score)
        # Without dice nothing says where to look closer, and at full size there is no closer.
        size = float(np.median([one.size_px for one in found])) if found else 0.0
        self._is_close = 0.0 < size * scale < self.tuning.small_px and scale < 1.0
        if self._is_close:
            again = self._look_closer(image, found, min(1.0, self.tuning.wanted_px / size))
        else:
            again = self._with_flat(image, self.area, whole) if self.area else whole
        return worth_reading(again, self.tuning.clear_score)

    def _whole(self, image: Image) -> list[DetectedSquare]:
        """All that may hold dice, in one look."""
        height, width = image.shape[:2]
        area = self.area or Box(0, 0, width, height)
        # On even pixels: then the picture's half has the same part.
        left, top = (2 * int(max(0.0, edge) // 2) for edge in (area.left, area.top))
        right, bottom = (2 * ceil(edge / 2) for edge in (area.right, area.bottom))
        part = left, top, min(right, width), min(bottom, height)
        return self._look(image, part, self._scale(image))

    def _look_closer(
        self, image: Image, found: list[DetectedSquare], scale: float
    ) -> list[DetectedSquare]:
        """Look again at the part of the picture that holds dice, tile by tile."""
        again: list[DetectedSquare] = []
        for part in self._tiles(image, found, scale):
            again += self._look(image, part, scale)
        return without_doubles(again, self.tuning.apart)

    def _tiles(self, image: Image, found: list[DetectedSquare], scale: float) -> list[Part]:
        corners = np.concatenate([one.corners_px for one in found])
        # So much do neighbouring parts overlap: a die on a seam is whole in one of them.
        margin = 2 * max(one.size_px for one in found)
        side = self.tuning.look_px / scale
        spans = []
        for axis, length in ((0, image.shape[1]), (1, image.shape[0])):
            low = max(0.0, float(corners[:, axis].min()) - margin)
            high = min(float(length), float(corners[:, axis].max()) + margin)
            count = max(1, int(np.ceil((high - low - margin) / max(side - margin, 1.0))))
            step = (high - low - margin) / count
            spans.append(
                [(int(low + i * step), int(low + (i + 1) * step + margin)) for i in range(count)]
            )
        return [(x0, y0, x1, y1) for y0, y1 in spans[1] for x0, x1 in spans[0]]

    def _look(
        self,
        image: Image,
        part: Part,
        scale: float,
        light: tuple[float, float] | None = None,
    ) -> list[DetectedSquare]:
        """Look at a part of a picture; `light` is the picture's level and contrast, if known."""
        left, top, right, bottom = part
        width, height = right - left, bottom - top
        # A sliver of a picture has no cell otherwise.
        wide, high = max(8, round(width * scale)), max(8, round(height * scale))
        middle = image.shape[1] / 2 - left, image.shape[0] / 2 - top
        longer = max(image.shape[:2]) * scale
        where = places(high, wide, (middle[0] * scale, middle[1] * scale), longer)
        found = self._decode(self._answer(part_shrunk(image, part, wide, high), where, light))
        grown, corner = np.array([width / wide, height / high]), np.array([left, top])
        resized = [
            DetectedSquare(
                (one.corners_px * grown + corner).astype(np.float32), one.score, one.doubts
            )
            for one in found
        ]
        return without_doubles(resized, self.tuning.apart)

    def _answer(
        self, small: Image, where: Floats, light: tuple[float, float] | None = None
    ) -> Floats:
        high, wide = small.shape[:2]
        if light is None:
            light = light_of(small)
        self._light = level, contrast = light
        # Up to whole cells of the network's waist; in the picture's mean, which is nothing to it.
        pad_x, pad_y = -wide % ALIGN_PX, -high % ALIGN_PX
        grey = (level, level, level)
        padded = cv2.copyMakeBorder(small, 0, pad_y, 0, pad_x, cv2.BORDER_CONSTANT, value=grey)
        # A picture of one grey would otherwise be blown up into noise.
        scale = np.float32(1.0 / max(contrast, 4.0))
        blob = self._blob_of((3, *padded.shape[:2]))
        # What each of the 256 levels becomes: by a table in a quarter of the time of counting.
        levels = np.arange(256, dtype=np.float32) * scale - scale * np.float32(level)
        for plane, colour in zip(blob, cv2.split(padded), strict=True):
            cv2.LUT(colour, levels, dst=plane)
        return self._network.answer(picture=blob, where=where)

    def _blob_of(self, shape: tuple[int, ...]) -> Floats:
        """The last one again where it fits: memory that is given back costs 4 ms to get anew."""
        if self._blob.shape != shape:
            self._blob = np.empty(shape, np.float32)
        return self._blob

    def _decode(self, answer: Floats) -> list[DetectedSquare]:
        least = self.tuning.score_min
        rows, columns = peaks(answer[0], log(least / (1 - least)), self.tuning.dice_max)
        if not len(rows):
            return []
        corners = corners_from_code(answer[1 : 1 + CODE_CHANNELS, rows, columns].T)
        corners += (np.stack([columns, rows], axis=1)[:, None] + 0.5) * STRIDE_PX
        scores = sigmoid(answer[0, rows, columns]).tolist()
        doubts = sigmoid(answer[1 + CODE_CHANNELS :, rows, columns].T).tolist()
        return [
            DetectedSquare(quad, score, tuple(doubt))
            for quad, score, doubt in zip(corners, scores, doubts, strict=True)
        ]
