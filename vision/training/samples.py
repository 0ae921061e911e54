"""Pictures with truth in archives: which seen die is which true one, and what is asked of it."""

import json
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from turbo.game.observation import Doubt, Observation, SeenDie
from vision.pictures.loading import Image

HIDDEN_MOST = 0.35
"""Dice that are more hidden than this need not be found."""
SMALLEST_PX = 24.0
"""Nor those smaller than this, seen from above or at a slant, or whose ink no longer shows."""
FAINTEST, FAINT = 9.0, 20.0
"""How far a die's ink must be from its white in CIELAB to be counted: as far as the faintest that
the path-traced samples ask for; and as far as the faintest of 1,769 photographed tiles."""
COVERED_MOST = 0.5
"""Dice that are more hidden than this are to be told as covered."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A picture (blue, green, red), the conditions it shows, and its dice."""

    image: NDArray[np.uint8]
    tags: tuple[str, ...]
    dice: list[dict[str, object]]


SAME, SIDE = 0.5, 0.9
"""How many widths a seen die may lie from a true one's top; and from that of a leaning one, if it
is told as doubtful: of a die that leans, who knows which side is the top?"""


def matched(seen: Observation, dice: list[dict[str, object]]) -> list[SeenDie | None]:
    """For each true die the nearest seen one, each used once."""
    pairs = []
    for i, die in enumerate(dice):
        corners, width = np.asarray(die["corners"], dtype=float), width_px(die)
        for j, one in enumerate(seen.dice):
            gap = float(np.linalg.norm(corners.mean(axis=0) - one.centre_px)) / width
            if gap < (SIDE if die["cocked"] and one.doubts else SAME):
                pairs.append((gap, i, j))
    taken: dict[int, int] = {}
    for _, i, j in sorted(pairs):
        if i not in taken and j not in taken.values():
            taken[i] = j
    return [seen.dice[taken[i]] if i in taken else None for i in range(len(dice))]


def width_px(die: dict[str, object]) -> float:
    corners = np.asarray(die["corners"], dtype=float)
    return float(np.linalg.norm(corners - np.roll(corners, 1, 0), axis=1).mean())


def contrast(image: Image, die: dict[str, object]) -> float:
    """How far the ink is from the face's own white as the eye tells them apart: in CIELAB.

    The face is softened a little, so that noise is no ink, and its rim left out; the ink is what is
    farther away than 95 % of it. The path-traced samples' truth agrees with this (0.975).
    """
    corners = np.asarray(die["corners"], dtype=np.float32)
    square = np.array([[0, 0], [64, 0], [64, 64], [0, 64]], np.float32)
    face = cv2.warpPerspective(image, cv2.getPerspectiveTransform(corners, square), (64, 64))
    soft = cv2.GaussianBlur(face.astype(np.float32) / 255, (0, 0), 2.0)[7:57, 7:57]
    seen = cv2.cvtColor(soft, cv2.COLOR_BGR2Lab).reshape(-1, 3)
    away = np.linalg.norm(seen - np.median(seen, axis=0), axis=1)
    return round(float(np.percentile(away, 95)), 1)


def doubts_of(die: dict[str, object]) -> set[Doubt]:
    """Why a die is doubtful in truth."""
    reasons = {
        Doubt.COCKED: bool(die["cocked"]),
        Doubt.STACKED: bool(die["stacked"]),
        Doubt.COVERED: float(str(die["hidden"])) > COVERED_MOST and not die["cut"],
        Doubt.CUT: bool(die["cut"]),
    }
    return {doubt for doubt, is_so in reasons.items() if is_so}


def asked_of(image: Image, die: dict[str, object]) -> str:
    """What is asked of a die: to be read, if it is `plain`; as `doubtful` to be told so; the rest,
    `optional` or an `unmarked` 6 or 9, nothing or both readings."""
    if doubts_of(die) or float(str(die["hidden"])) > HIDDEN_MOST:
        return "doubtful"
    if contrast(image, die) < FAINTEST or width_px(die) < SMALLEST_PX:
        return "optional"
    return "plain" if die["marked"] else "unmarked"


def is_right(one: SeenDie, die: dict[str, object]) -> bool:
    face = one.readings[0].face
    return (face.number, face.colour) == (die["number"], die["colour"])


def write(path: Path, made: Iterator[Sample]) -> None:
    """Pictures as JPEG and their truth in one archive."""
    with zipfile.ZipFile(path, "w") as archive:
        truth = []
        for number, one in enumerate(made):
            _, data = cv2.imencode(".jpg", one.image, [cv2.IMWRITE_JPEG_QUALITY, 95])
            archive.writestr(f"{number:04}.jpg", data.tobytes())
            truth.append({"tags": one.tags, "dice": one.dice})
        archive.writestr("truth.json", json.dumps(truth))


def read(path: Path) -> Iterator[Sample]:
    """The pictures of an archive."""
    with zipfile.ZipFile(path) as archive:
        truth = json.loads(archive.read("truth.json"))
        for number, one in enumerate(truth):
            data = np.frombuffer(archive.read(f"{number:04}.jpg"), np.uint8)
            image = cv2.imdecode(data, cv2.IMREAD_COLOR)
            yield Sample(np.asarray(image, np.uint8), tuple(one["tags"]), one["dice"])
