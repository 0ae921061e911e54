"""How sure the reader may be: `python -m vision.training.confidence ARCHIVE...`.

After every training the numbers of `ReaderTuning` that turn scores into confidence are found anew
on archives of pictures that nobody trained on (`vision.training.holdout`, and `bench.drawn` for the
twin's): the weights of what speaks for a die by logistic regression, and the point of the curve
from which on an answer is sure. Printed beside those in use, with what each would lose and let
through, archive by archive.
"""

import argparse
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from multiprocessing import Pool
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from turbo.game.dice import Colour, Face
from turbo.game.observation import Observation, Reading, SeenDie
from vision.reading.detector import Detector
from vision.reading.evidence import evidence, weighed
from vision.reading.faces import FaceReader
from vision.reading.reader import ReaderTuning
from vision.training.samples import Sample, asked_of, is_right, matched, read

WRONG_MOST = 1 / 1000
"""Of the answers that are sure at most so many may be wrong."""
SURE = 0.9
MINS = (0.4, 0.5, 0.6, 0.7, 0.8)


@dataclass(frozen=True, slots=True)
class Weighed:
    """One face that the networks took for a top, or a die that they did not find."""

    archive: str
    asked: str
    """What is asked of it: `plain` is to be read; a `phantom` is no die at all."""
    signs: tuple[float, ...] | None = None
    chance: float = 0.0
    """Of its number and colour."""
    is_right: bool = False


def weighed_in(path: Path) -> list[Weighed]:
    """Every face of an archive."""
    cv2.setNumThreads(1)
    detector, faces = Detector(), FaceReader()
    return [one for sample in read(path) for one in _weighed(path.stem, sample, detector, faces)]


def _weighed(name: str, sample: Sample, detector: Detector, faces: FaceReader) -> Iterator[Weighed]:
    squares = detector.find(sample.image)
    answers = faces.read(sample.image, [one.corners_px for one in squares])
    seen, signs = [], {}
    for i, one in enumerate(squares):
        number, colour = int(answers.numbers[i].argmax()), int(answers.colours[i].argmax())
        chance = float(answers.numbers[i].max() * answers.colours[i].max())
        corners = tuple((float(x), float(y)) for x, y in one.corners_px)
        a, b, c, d = corners
        seen.append(SeenDie((a, b, c, d), (Reading(Face(Colour(colour), number), chance),), None))
        signs[corners] = evidence(one.score, float(answers.is_face[i]))
    high, wide = sample.image.shape[:2]
    found = matched(Observation(tuple(seen), wide, high), sample.dice)
    for die, met in zip(sample.dice, found, strict=True):
        asked = asked_of(sample.image, die)
        if met is None:
            yield Weighed(name, asked)
        else:
            yield Weighed(name, asked, signs[met.corners_px], met.confidence, is_right(met, die))
    for other in seen:
        if not any(other is met for met in found):
            yield Weighed(name, "phantom", signs[other.corners_px], other.confidence)


def die_weights(faces: Sequence[Weighed]) -> tuple[float, ...]:
    """The weights that tell dice from other things best (logistic regression, by Newton's way)."""
    found = [one for one in faces if one.signs is not None]
    signs = np.array([(1.0, *(one.signs or ())) for one in found])
    are_dice = np.array([one.asked != "phantom" for one in found], float)
    weights = np.zeros(signs.shape[1])
    for _ in range(50):
        chances = 1 / (1 + np.exp(-signs @ weights))
        slope = signs.T @ (chances - are_dice) + 1e-3 * weights
        bend = (signs.T * (chances * (1 - chances))) @ signs + 1e-3 * np.eye(len(weights))
        weights = weights - np.linalg.solve(bend, slope)
    return tuple(round(float(one), 3) for one in weights)


def _worth(one: Weighed, weights: Sequence[float]) -> float:
    return 0.0 if one.signs is None else weighed(weights, one.signs) * one.chance


def sure_from(faces: Iterable[Weighed], weights: Sequence[float]) -> float:
    """The least worth above which fewer are wrong than may be. An unmarked 6 or 9 is no mistake."""
    judged = [one for one in faces if one.signs is not None and one.asked in ("plain", "phantom")]
    judged.sort(key=lambda one: -_worth(one, weights))
    wrong: NDArray[np.int64] = np.cumsum([not one.is_right for one in judged])
    fine = np.flatnonzero(wrong <= WRONG_MOST * np.arange(1, len(judged) + 1))
    # None wrong at all is no proof for so few: the first mistake must lie below.
    return 1.0 if not len(fine) else round(_worth(judged[int(fine[-1])], weights), 4)


def counted(
    faces: Iterable[Weighed], weights: Sequence[float], least: float, sure: float
) -> dict[str, int]:
    """What these numbers would make of the faces."""
    counts = dict.fromkeys(("dice", "lost", "sure", "wrong and sure", "let through"), 0)
    for one in faces:
        is_let = one.signs is not None and weighed(weights, one.signs) >= least
        is_sure = is_let and _worth(one, weights) >= sure
        is_plain = one.asked == "plain"
        counts["dice"] += is_plain
        counts["lost"] += is_plain and not is_let
        counts["sure"] += is_plain and is_sure
        counts["wrong and sure"] += is_sure and not one.is_right and one.asked != "unmarked"
        counts["let through"] += is_let and one.asked == "phantom"
    return counts


def lines(faces: Sequence[Weighed]) -> Iterator[str]:
    use, weights = ReaderTuning(), die_weights(faces)
    used_from = next(x for x, y in use.curve if y == SURE)
    yield f"die_weights {weights}; in use {use.die_weights}"
    yield f"sure from {sure_from(faces, weights)}; in use {used_from}"
    for name in sorted({one.archive for one in faces}):
        some = [one for one in faces if one.archive == name]
        yield f"{name}, in use: {counted(some, use.die_weights, use.die_min, used_from)}"
        for least in MINS:
            counts = counted(some, weights, least, sure_from(faces, weights))
            yield f"{name}, found, die_min {least}: {counts}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("archives", type=Path, nargs="+", metavar="FILE")
    with Pool() as pool:
        faces = list(chain(*pool.map(weighed_in, parser.parse_args().archives)))
    print(*lines(faces), sep="\n")


if __name__ == "__main__":
    main()
