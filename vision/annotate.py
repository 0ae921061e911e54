"""Draws what was seen on the picture: corners, faces, confidence, the grid, and every doubt."""

from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from turbo.observation import Observation, Point, SeenDie
from vision.layout import LayoutReading

Image = NDArray[np.uint8]
Ink = tuple[int, int, int]
"""Blue, green, red."""

SURE: Ink = (60, 200, 60)
UNSURE: Ink = (0, 140, 255)
DOUBTFUL: Ink = (40, 40, 230)
GRID: Ink = (230, 160, 40)
PAPER: Ink = (32, 32, 32)
WRITING: Ink = (245, 245, 245)
FONT = cv2.FONT_HERSHEY_SIMPLEX


@dataclass(frozen=True, slots=True)
class Pen:
    """Sizes of the drawing, in pixels of the picture it is drawn on."""

    line_px: int
    letter: float
    strip_px: int

    @staticmethod
    def for_width(width_px: int) -> "Pen":
        """Lines and letters that look alike on every size of picture; found by eye."""
        return Pen(max(1, width_px // 640), max(0.4, width_px / 1600), max(18, width_px // 40))


def annotated(image: Image, seen: Observation, reading: LayoutReading, sure: float = 0.9) -> Image:
    """A copy of the picture with everything drawn on it, and the layout written below."""
    canvas, pen = image.copy(), Pen.for_width(image.shape[1])
    _draw_grid(canvas, seen, reading, pen)
    for number, die in enumerate(seen.dice):
        _draw_die(canvas, number, die, sure, pen)
    _draw_doubts(canvas, seen, reading, pen)
    return np.concatenate([canvas, _strip(reading, image.shape[1], pen)])


def _pixel(point: Point) -> tuple[int, int]:
    return round(point[0]), round(point[1])


def _draw_grid(canvas: Image, seen: Observation, reading: LayoutReading, pen: Pen) -> None:
    """A line from every die to the one beside it on the grid."""
    placed = [(die, cell) for die, cell in enumerate(reading.cells) if cell is not None]
    for (one, here), (other, there) in combinations(placed, 2):
        steps = sum(abs(a - b) for a, b in zip(here, there, strict=True))
        if here[0] == there[0] and steps == 1:
            start, end = (_pixel(seen.dice[die].centre_px) for die in (one, other))
            cv2.line(canvas, start, end, GRID, pen.line_px, cv2.LINE_AA)


def _draw_die(canvas: Image, number: int, die: SeenDie, sure: float, pen: Pen) -> None:
    ink = DOUBTFUL if die.doubts else SURE if die.confidence >= sure else UNSURE
    corners = np.array([_pixel(corner) for corner in die.corners_px], dtype=np.int32)
    cv2.polylines(canvas, [corners], True, ink, pen.line_px + 1, cv2.LINE_AA)
    face = str(die.readings[0].face) if die.readings else "?"
    left, bottom = int(corners[:, 0].min()), int(corners[:, 1].max())
    label = f"{number + 1}: {face} {die.confidence:.2f}"
    _write(canvas, " ".join([label, *die.doubts]), (left, bottom + pen.strip_px // 3), ink, pen)


def _draw_doubts(canvas: Image, seen: Observation, reading: LayoutReading, pen: Pen) -> None:
    for doubt in reading.doubtful:
        centres = [_pixel(seen.dice[die].centre_px) for die in doubt.dice]
        for one, other in combinations(centres, 2):
            cv2.line(canvas, one, other, DOUBTFUL, pen.line_px + 1, cv2.LINE_AA)
            middle = ((one[0] + other[0]) // 2, (one[1] + other[1]) // 2)
            _write(canvas, f"{doubt.reason}?", middle, DOUBTFUL, pen)


def _write(canvas: Image, text: str, place: tuple[int, int], ink: Ink, pen: Pen) -> None:
    """Dark round the letters first: they must be read on white dice and on dark cloth."""
    for colour, width in ((PAPER, pen.line_px + 3), (ink, pen.line_px)):
        cv2.putText(canvas, text, place, FONT, pen.letter * 0.6, colour, width, cv2.LINE_AA)


def _strip(reading: LayoutReading, width_px: int, pen: Pen) -> Image:
    """The layout, an island a line."""
    lines = reading.text.split(" | ") if reading.text else ["no dice"]
    strip = np.full((pen.strip_px * (len(lines) + 1), width_px, 3), PAPER, dtype=np.uint8)
    for number, line in enumerate(lines, 1):
        place = (pen.strip_px // 2, pen.strip_px * number + pen.strip_px // 4)
        cv2.putText(strip, line, place, FONT, pen.letter * 0.8, WRITING, pen.line_px, cv2.LINE_AA)
    return strip
