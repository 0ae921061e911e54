"""A picture becomes an `Observation`: every die with its readings, and how sure each of them is.

>>> from vision.reading.reader import Reader
>>> import numpy as np
>>> Reader().read(np.full((480, 640, 3), 90, np.uint8)).dice
()
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from statistics import median

import numpy as np
from numpy.typing import NDArray

from turbo.errors import TurboError
from turbo.game.dice import Colour, Face
from turbo.game.observation import Doubt, Observation, Point, Reading, SeenDie
from vision.pictures.pixels import is_grey
from vision.reading.changes import Box, Patches
from vision.reading.corners import bounds, is_cut, numeral_rotation
from vision.reading.detector import (
    FAINTEST_SCORE,
    SAME_PLACE,
    DetectedSquare,
    Detector,
    DetectorTuning,
    Image,
    scores_in_mirror,
)
from vision.reading.evidence import agreed, evidence, leaning, weighed
from vision.reading.faces import AT_LEISURE, FaceAnswers, FaceReader, FaceTuning, Likely, faces_in
from vision.reading.network import Floats, Load, load_network
from vision.reading.plane import Outlines
from vision.reading.sides import SideReader
from vision.reading.tensors import COLOURS, NUMBERS
from vision.reading.tops import TopView

Quad = Sequence[tuple[float, float]]
Places = NDArray[np.float64]
Marks = NDArray[np.bool_]
Corners = tuple[Point, Point, Point, Point]

DICE_ACROSS = 30
"""Dice that have room across a picture, as long as none was seen: 480 mm of a table."""

DOUBTS = (Doubt.COCKED, Doubt.COVERED, Doubt.STACKED)


@dataclass(frozen=True, slots=True)
class ReaderTuning:
    """How a picture becomes readings; weights, curve and limits were fitted on held-out renders."""

    detector: DetectorTuning = field(default_factory=DetectorTuning)
    faces: FaceTuning = field(default_factory=FaceTuning)
    remember_unchanged: bool = True
    """Answer with the last observation while the picture stays the same; off for stills."""
    unchanged_levels: float = 8.0
    """Grey levels by which any patch of the picture may differ and still be the same: above the
    noise of a dim picture averaged over a patch, far below a die that moved by a pixel."""
    sure: float = 0.9
    """A die read with less is in doubt, as for whoever believes it (`SettleTuning.sure`),"""
    looks_again: int = 9
    """and is looked at so often again while its own pixels are as they were: with the first look
    the ten that are fused into one reading (`TrackTuning.window`)."""
    patch_px: int = 8
    """The side of such a patch; smaller than a third of the smallest die."""
    around: float = 1.0
    """Widths of a die around what has changed that are looked at anew, and as much again around
    that is seen with it: a die's doubts hang on its neighbours."""
    wider: float = 4.0
    """So many times as much, where a die is not found though its own pixels are as they were: a
    faint one is told by what lies around it. At 45 degrees in the evening's light one had a score
    below 0.12 with one width around, 0.48 with two and 0.55 with four, as in a whole picture."""
    whole_share: float = 0.5
    """When so much would be looked at, all is: two looks at halves cost as much."""
    die_min: float = 0.7
    """What is less likely than this to be a die's top face is left out. Of 295 held-out pictures (0
    to 50 degrees, and the twin's) 25 dice were lost so, 22 of them doubtful or faint, and 4 other
    things let through; with 0.5 these were 21 and 9, with 0.8 33 and 4."""
    die_weights: tuple[float, ...] = (0.57, 0.74, 1.33)
    """A constant, and the weights of what speaks for a die: see `evidence`. Fitted on 150 of these;
    `vision.training.confidence` does it anew."""
    in_mirror: bool = False
    """Whether a picture is looked at in a mirror too where it is in doubt what is a die: another
    picture to the detector, of the same dice."""
    mirror_px: int = 960
    """The longer side of what is seen in the mirror: finer than the first look, so that small dice
    show what that one lacked. It takes 85 ms, in one picture of seven. Of 43,075 held-out dice and
    what lay beside them 137 were lost or let through without it, and 111 are with it; with a second
    look as coarse as the first these were 124."""
    mirror_between: tuple[float, float] = (0.1, 0.9)
    """A chance to be a die that lies between these is in doubt."""
    mirror_share: float = 0.5
    """What the look in the mirror has to say beside the first one."""
    doubt_shares: tuple[float, ...] = (0.6, 0.5, 0.6)
    """How much the detector has to say about each doubt; the rest is the face network's. That a die
    leans or lies on another shows in its surroundings, which the detector sees better. Their odds
    are averaged: that tells of more leaning dice than the mean of their chances."""
    doubt_mins: tuple[float, ...] = (0.83, 0.3, 0.7)
    """A doubt (cocked, covered, stacked) at least this likely is told. On held-out pictures cocked
    is told of 268 of 479 dice that leaned and wrongly of 16 of 22,900 that lay well. With 0.66
    these would be 306 and 84: who is told wrongly to throw again loses more than who sees a die
    lean and is not told."""
    denied: tuple[float, ...] = (0.7, 0.0, 0.1)
    """A doubt of which the face network says less than this is told by the detector alone, against
    the other. That a die leans must show in its outline then, which is no square; that it lies on
    another is not told. In three films, drawn by others, the detector alone called 20 dice cocked
    that lay flat beside others, 16 of them square, and one stacked; of the five that leaned or lay
    on others the face network was sure as well."""
    lean_weights: tuple[float, ...] = (-2.2, 0.57, 0.24, 33.0)
    """Where a camera is known to see sides: a constant, and the weights of what speaks for a die
    that leans: the odds of detector and face network, and how far its corners were from a level top
    when they were found. (The outline was asked for after they had been set right, so that each was
    a square.) Fitted on 1,433 faces of held-out pictures at 30 to 50 degrees."""
    leans: float = 0.88
    """A die that leans is told when it is so likely: 68 of those 154 that did, and 2 of the 1,279
    that lay flat."""
    face: float = 0.05
    """What the face network takes for a face with so much may have sides beside it: with light from
    behind the camera it thinks less of a top than of its side. (With 0.2 one side of that film was
    taken for a top for sure, whose own top had 0.18.)"""
    clear_face: float = 0.9
    """What the face network takes for a face with so much is read as it was found: none that leans
    is bent into one that lies flat."""
    doubted: float = 0.5
    """The most confidence that a doubtful die is given."""
    also_min: float = 0.02
    """Readings less likely than this are not worth naming."""
    cut_px: float = 1.0
    """A corner this far outside the picture makes the die cut by the picture's edge."""
    curve: tuple[tuple[float, float], ...] = (
        (0.0, 0.0),
        (0.5, 0.5),
        (0.9, 0.82),
        (0.97, 0.87),
        (0.988, 0.9),
        (0.998, 0.99),
        (1.0, 1.0),
    )
    """What the product of the probabilities that it is a die, of this number and of this colour is
    worth: points of a rising curve. On held-out pictures the product is right as often as it says;
    it is kept below 0.9 up to the point where fewer than 1 in 1,000 are wrong."""


STILLS = ReaderTuning(faces=AT_LEISURE, remember_unchanged=False, in_mirror=True)
"""For pictures that nobody waits for, each by itself."""


def calibrated(raw: float, curve: Sequence[tuple[float, float]]) -> float:
    """The probability of being right that a raw product of probabilities has turned out to have.

    >>> calibrated(0.75, [(0.0, 0.0), (0.5, 0.25), (1.0, 1.0)])
    0.625
    """
    for (x, y), (to_x, to_y) in pairwise(curve):
        if raw <= to_x:
            return min(1.0, max(0.0, y + (raw - x) * ((to_y - y) / (to_x - x))))
    return curve[-1][1]


@dataclass(frozen=True, slots=True, eq=False)
class _Looked:
    """What the networks made of a picture: its faces, a row for each, by which look, and how often
    that face was looked at."""

    found: tuple[DetectedSquare, ...]
    raw: Floats
    looks: tuple[int, ...]
    times: tuple[int, ...]
    sides: Places
    """The logarithms of the odds that each is a side; nan where that is no question."""


class Reader:
    """Reads pictures (blue, green, red); keep one, its networks are costly to load."""

    def __init__(self, tuning: ReaderTuning | None = None, load: Load = load_network) -> None:
        self.tuning = tuning or ReaderTuning()
        self._detector = Detector(self.tuning.detector, load)
        self._mirror: Detector | None = None
        if self.tuning.in_mirror:
            every_peak = replace(
                self.tuning.detector, look_px=self.tuning.mirror_px,
                score_min=FAINTEST_SCORE, clear_score=FAINTEST_SCORE,
            )  # fmt: skip
            self._mirror = Detector(every_peak, load)
        self._faces = FaceReader(self.tuning.faces, load)
        self._sides: SideReader | None = None
        """Where a camera sees sides."""
        self._load = load
        self._patches = Patches(self.tuning.patch_px, self.tuning.unchanged_levels)
        self._looked: _Looked | None = None
        self._last: Observation | None = None
        self._looks = 0
        """So far."""
        self._is_pieced = False
        """Whether what is known was put together from looks at parts."""
        self._around_px = 0.0
        self._view: TopView | None = None

    def stand(self, view: TopView | None) -> None:
        """From here on pictures are taken from there; None: from above, or nobody knows."""
        if view != self._view:
            self._view, self._looked = view, None
            self._detector.area = None if view is None else view.area
            self._detector.heights = () if view is None else view.heights

    def read(self, image: Image) -> Observation:
        """All dice of a picture. The same picture again costs next to nothing, and of one that has
        changed only the parts that did are looked at."""
        check_picture(image)
        # Stills that resemble each other are different pictures: nothing of the last one may be
        # kept.
        if not self.tuning.remember_unchanged:
            return self._observed(image, self._look_at_all(image))
        self._patches.see(image)
        looked = self._looked_at(image)
        if looked is not self._looked or self._last is None:
            self._looked, self._last = looked, self._observed(image, looked)
        return self._last

    def _looked_at(self, image: Image) -> _Looked:
        last, boxes = self._looked, self._boxes(image)
        if last is None or boxes is None:
            self._patches.looked()
            return self._look_at_all(image)
        if boxes:
            found = self._found_in(image, boxes)
            # One part that cannot be looked at alone: then all of it, and no mixture of two ways to
            # look.
            if found is None:
                boxes, found = [_whole(image)], self._squared(self._detector.find(image))
            now = self._look_at_parts(image, last, boxes, found)
            self._patches.looked(boxes)
            return now
        # A die that a look at a part has lost, under a hand's shadow, would stay lost for as long
        # as nothing changes there: once all lies still, all is looked at.
        if self._is_pieced and not self._patches.is_same:
            self._patches.looked()
            return self._look_at_all(image)
        return self._look_at_doubts(image, last)

    def _boxes(self, image: Image) -> list[Box] | None:
        """The parts that have changed, or all where that is much; None where nothing is known."""
        if self._looked is None or self._patches.changed is None:
            return None
        high, wide = image.shape[:2]
        # Without any dice yet, as large as they are over a whole mat.
        sizes = [one.size_px for one in self._looked.found] or [wide / DICE_ACROSS]
        self._around_px = self.tuning.around * median(sizes)
        boxes = self._patches.boxes(self._around_px)
        grown = sum(box.grown(self._around_px, wide, high).area for box in boxes)
        return [_whole(image)] if grown > self.tuning.whole_share * wide * high else boxes

    def _found_in(self, image: Image, boxes: list[Box]) -> list[DetectedSquare] | None:
        """The faces of these parts; None where all has to be looked at."""
        if boxes == [_whole(image)]:
            return None
        found: list[DetectedSquare] = []
        for box in boxes:
            part = self._detector.find_in(image, box, self._around_px)
            if part is not None and self._is_lost(box, part):
                part = self._detector.find_in(image, box, self.tuning.wider * self._around_px)
            if part is None:
                return None
            found += part
        return self._squared(found)

    def _is_lost(self, box: Box, found: list[DetectedSquare]) -> bool:
        """Whether a die is not found whose own pixels are as they were: a faint one is told by what
        lies around it, and a hand that passes beside it changes a part at its side alone."""
        assert self._looked is not None
        known = self._looked.found
        is_found = _any(_near(found, known), axis=0)
        return any(
            box.has(*one.middle_px)
            and not is_found[i]
            and not self._patches.has_changed(bounds(one.corners_px))
            for i, one in enumerate(known)
        )

    def _look_at_all(self, image: Image) -> _Looked:
        self._looks, self._is_pieced = self._looks + 1, False
        found, raw = self._read_at(image, self._squared(self._detector.find(image)))
        sides = self._side_odds(image, found, raw, 0)
        return _Looked(tuple(found), raw, (self._looks,) * len(found), (1,) * len(found), sides)

    def _side_odds(
        self, image: Image, found: Sequence[DetectedSquare], raw: Floats, first: int
    ) -> Places:
        """What the network of sides says of the faces from the first that is new on."""
        odds = np.full(len(found), np.nan)
        if self._view is None:
            return odds
        asked = self._view.beside(_quads(found), faces_in(raw) > self.tuning.face)
        for i, patch in asked.items():
            if i >= first:
                self._sides = self._sides or SideReader(self._load)
                odds[i] = self._sides.odds(image, patch.astype(np.float32))
        return odds

    def _squared(self, found: list[DetectedSquare]) -> list[DetectedSquare]:
        if self._view is None:
            return found
        askew = self._view.askew(_quads(found), self._known())
        squared = self._by_view(self._view.squared, found)
        if askew is None:
            return squared
        return [replace(one, askew=float(far)) for one, far in zip(squared, askew, strict=True)]

    def _known(self) -> Places:
        return _quads(() if self._looked is None else self._looked.found)

    def _by_view(
        self, way: Callable[[Places, Places], Places], found: list[DetectedSquare]
    ) -> list[DetectedSquare]:
        quads = way(_quads(found), self._known()).astype(np.float32)
        return [replace(one, corners_px=quad) for one, quad in zip(found, quads, strict=True)]

    def _read_at(
        self, image: Image, found: list[DetectedSquare], doubted: int | None = None
    ) -> tuple[list[DetectedSquare], Floats]:
        """What is hardly a face as it was found may be one as a die that lies flat would show it
        there: print and other dice beside a small one draw its corners to them."""
        raw = self._look_at(image, found, doubted)
        if self._view is None:
            return found, raw
        flat, is_face = self._by_view(self._view.as_dice, found), faces_in(raw)
        odd = [
            i
            for i, (one, other) in enumerate(zip(found, flat, strict=True))
            if is_face[i] < self.tuning.clear_face
            and not np.allclose(one.corners_px, other.corners_px, atol=0.5)
        ]
        if not odd:
            return found, raw
        doubted = None if doubted is None else sum(i < doubted for i in odd)
        again = self._look_at(image, [flat[i] for i in odd], doubted)
        likelier = faces_in(again) > is_face[odd]
        for k in np.flatnonzero(likelier):
            found[odd[k]], raw[odd[k]] = flat[odd[k]], again[k]
        return found, raw

    def _look_at_parts(
        self, image: Image, last: _Looked, boxes: list[Box], fresh: list[DetectedSquare]
    ) -> _Looked:
        """What lies outside the boxes is as it was, and so is a die inside whose own pixels are: it
        is found again, but not read again."""
        near = _near(fresh, last.found)
        is_seen = _any(near, axis=0)
        kept = [i for i, one in enumerate(last.found) if self._is_kept(one, boxes, is_seen[i])]
        new = [
            one
            for one, is_known in zip(fresh, _any(near[:, kept], axis=1), strict=True)
            if not is_known
        ]
        self._looks, self._is_pieced = self._looks + 1, True
        # While hands move elsewhere for long, a die in doubt is looked at all the same: of several
        # the one that was looked at least lately, since each takes time. What is new moved just now
        # and is not worth a second look before it lies still.
        doubted = sorted(set(self._in_doubt(last)) & set(kept), key=lambda i: last.looks[i])[:1]
        old = [i for i in kept if i not in doubted]
        read, raw = self._read_at(image, [*(last.found[i] for i in doubted), *new], len(doubted))
        looks = (*(last.looks[i] for i in old), *[self._looks] * len(read))
        again = (*(last.times[i] + 1 for i in doubted), *[1] * len(new))
        times = (*(last.times[i] for i in old), *again)
        found, raw = (*(last.found[i] for i in old), *read), np.concatenate([last.raw[old], raw])
        known = [*old, *doubted]
        sides = self._side_odds(image, found, raw, len(known))
        # As it was seen then: by now a hand may hide what lies around.
        sides[: len(known)] = last.sides[known]
        return _Looked(found, raw, looks, times, sides)

    def _is_kept(self, one: DetectedSquare, boxes: list[Box], is_seen: bool) -> bool:
        middle = one.middle_px
        if not any(box.has(*middle) for box in boxes):
            return True
        # Seen again by the new look as well: under a hand a die's own pixels may be the same by
        # chance.
        return is_seen and not self._patches.has_changed(bounds(one.corners_px))

    def _look_at_doubts(self, image: Image, last: _Looked) -> _Looked:
        """Where a die is in doubt, the same scene with other noise is worth some looks more; the
        very same bytes never are."""
        again = [] if self._patches.is_same else self._in_doubt(last)
        if not again:
            return last
        self._looks += 1
        raw, looks, times = last.raw.copy(), list(last.looks), list(last.times)
        raw[again] = self._look_at(image, [last.found[i] for i in again], len(again))
        for i in again:
            looks[i], times[i] = self._looks, times[i] + 1
        return _Looked(last.found, raw, tuple(looks), tuple(times), last.sides)

    def _in_doubt(self, last: _Looked) -> list[int]:
        """The faces that were not read for sure and not looked at often enough: by their corners,
        since an observation leaves out what is no die, so that places differ."""
        dice = () if self._last is None else self._last.dice
        doubted = {one.corners_px for one in dice if one.confidence < self.tuning.sure}
        return [
            i
            for i, (one, times) in enumerate(zip(last.found, last.times, strict=True))
            if times <= self.tuning.looks_again and _corners(one.corners_px) in doubted
        ]

    def _look_at(
        self, image: Image, found: Sequence[DetectedSquare], doubted: int | None = None
    ) -> Floats:
        return self._faces.look(image, [one.corners_px for one in found], doubted)

    def _observed(self, image: Image, looked: _Looked) -> Observation:
        found, answers = list(looked.found), self._faces.answers(looked.raw)
        # The networks would name one all the same: orange was black with 0.99 in grey pictures.
        if is_grey(image):
            answers = replace(answers, colours=np.full_like(answers.colours, 1 / COLOURS))
        chances = self._chances(image, found, answers, looked.sides)
        outlines = Outlines([one.corners_px for one in found], image.shape[1], image.shape[0])
        dice = (
            self._die(image, one, answers, i, is_die, outlines, looked.looks[i])
            for i, (one, is_die) in enumerate(zip(found, chances, strict=True))
            if is_die >= self.tuning.die_min
        )
        return Observation(tuple(dice), image.shape[1], image.shape[0])

    def read_faces(self, image: Image, quads: Sequence[Quad]) -> tuple[SeenDie, ...]:
        """The faces at given corners, one answer each, in order: clockwise from any corner."""
        check_picture(image)
        given = [self._given(quad) for quad in quads]
        answers = self._faces.read(image, given)
        return tuple(
            # Whoever gives corners says that a die is there.
            self._seen(quad, answers, i, self._is_die(1.0, float(answers.is_face[i])), ())
            for i, quad in enumerate(given)
        )

    @staticmethod
    def _given(quad: Quad) -> Floats:
        corners = np.asarray(quad, dtype=np.float32)
        if corners.shape != (4, 2) or not np.isfinite(corners).all():
            raise TurboError(f"expected four corners [x, y] for a face, got {quad!r}")
        return corners

    def _chances(
        self,
        image: Image,
        found: list[DetectedSquare],
        answers: FaceAnswers,
        sides: Places | None = None,
    ) -> list[float]:
        """How likely each detection is a die's top face."""
        chances = self._by_networks(image, found, answers)
        return chances if self._view is None else self._view.chances(_quads(found), chances, sides)

    def _by_networks(
        self, image: Image, found: list[DetectedSquare], answers: FaceAnswers
    ) -> list[float]:
        chances = self._are_dice([one.score for one in found], answers)
        low, high = self.tuning.mirror_between
        if self._mirror is None or not any(low < chance < high for chance in chances):
            return chances
        again = scores_in_mirror(self._mirror, image, found)
        share = self.tuning.mirror_share
        both = [agreed(other, one.score, share) for one, other in zip(found, again, strict=True)]
        return self._are_dice(both, answers)

    def _are_dice(self, scores: list[float], answers: FaceAnswers) -> list[float]:
        return [self._is_die(*pair) for pair in zip(scores, answers.is_face, strict=True)]

    def _die(
        self,
        image: Image,
        one: DetectedSquare,
        answers: FaceAnswers,
        i: int,
        is_die: float,
        outlines: Outlines,
        look: int | None = None,
    ) -> SeenDie:
        doubts = list(self._doubts(one, answers, i, outlines))
        if is_cut(one.corners_px, image.shape[1], image.shape[0], self.tuning.cut_px):
            doubts.append(Doubt.CUT)
        return self._seen(one.corners_px, answers, i, is_die, tuple(doubts), look)

    def _is_die(self, score: float, is_face: float) -> float:
        """How likely a die's top face lies there."""
        return weighed(self.tuning.die_weights, evidence(score, is_face))

    def _doubts(
        self, one: DetectedSquare, answers: FaceAnswers, i: int, outlines: Outlines
    ) -> tuple[Doubt, ...]:
        tuning, doubts = self.tuning, []
        for k, (doubt, seen) in enumerate(zip(DOUBTS, answers.doubts[i].tolist(), strict=True)):
            # The second of the pair is the face network, which sees the die itself.
            pair, leans = (one.doubts[k], seen), doubt is Doubt.COCKED
            if leans and one.askew is not None:
                signs = leaning(*pair, one.askew)
                is_told = weighed(tuning.lean_weights, signs) >= tuning.leans
            elif max(pair) < tuning.doubt_mins[k]:
                is_told = False  # so is whatever lies between both, as of nearly every die
            else:
                is_told = agreed(*pair, tuning.doubt_shares[k]) >= tuning.doubt_mins[k] and not (
                    pair[1] < tuning.denied[k] and (not leans or outlines.is_square(i))
                )
            if is_told:
                doubts.append(doubt)
        return tuple(doubts)

    def _seen(
        self,
        corners: Floats,
        answers: FaceAnswers,
        i: int,
        is_die: float,
        doubts: tuple[Doubt, ...],
        look: int | None = None,
    ) -> SeenDie:
        readings = self._readings(answers.likely[i], is_die, bool(doubts))
        rotation = numeral_rotation(corners, int(answers.quarters[i].argmax()))
        return SeenDie(_corners(corners), readings, rotation, doubts, look)

    def _readings(self, likely: Likely, is_die: float, in_doubt: bool) -> tuple[Reading, ...]:
        """What the best one of the likely faces is not worth, the others share."""
        most_likely = likely[0][1]
        best = calibrated(is_die * most_likely, self.tuning.curve)
        most = self.tuning.doubted if in_doubt else 1.0
        readings: list[Reading] = []
        for place, chance in likely:
            if readings and chance < self.tuning.also_min:
                break
            colour, number = divmod(place, NUMBERS)
            # No other gets more than the best leaves: two faces cannot both be likelier than not.
            share = best if not readings else min(best * chance / most_likely, 1.0 - best)
            readings.append(Reading(Face(Colour(colour), number), min(most, share)))
        return tuple(readings)


def _corners(corners: Floats) -> Corners:
    first, second, third, fourth = map(tuple, corners.tolist())
    return first, second, third, fourth


def _quads(found: Sequence[DetectedSquare]) -> Places:
    return np.array([one.corners_px for one in found], np.float64).reshape(-1, 4, 2)


def _whole(image: Image) -> Box:
    return Box(0.0, 0.0, float(image.shape[1]), float(image.shape[0]))


def _near(found: Sequence[DetectedSquare], others: Sequence[DetectedSquare]) -> Marks:
    """Which faces are seen where which others were, found x others: looks at parts and at all
    differ by little."""
    apart = _middles(found)[:, None] - _middles(others)[None]
    reach = [SAME_PLACE * one.size_px for one in found]
    return np.asarray(np.hypot(apart[..., 0], apart[..., 1]) < np.reshape(reach, (-1, 1)))


def _any(marks: Marks, axis: int) -> list[bool]:
    return list(np.asarray(marks.any(axis=axis)).tolist())


def _middles(found: Sequence[DetectedSquare]) -> Places:
    return np.array([one.middle_px for one in found], np.float64).reshape(-1, 2)


def check_picture(image: Image) -> None:
    """A picture must have rows, columns and three colours of a byte each."""
    # Said here, since OpenCV and numpy would take another shape and read nonsense from it.
    if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8 or image.size == 0:
        raise TurboError(
            f"expected a colour picture of bytes (rows, columns, 3), got {image.shape} "
            f"of {image.dtype}"
        )
