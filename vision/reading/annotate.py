"""Draws what was seen on the picture: corners, faces, confidence, the grid, and every doubt."""

import textwrap
from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from turbo.game.observation import Observation, Point, SeenDie
from vision.reading.grid import LayoutReading

Image = NDArray[np.uint8]
Ink = tuple[int, int, int]
"""Blue, green, red."""

SURE: Ink = (60, 200, 60)
UNSURE: Ink = (0, 140, 255)
DOUBTFUL: Ink = (40, 40, 230)
GRID: Ink = (230, 160, 40)
PAPER: Ink = (32, 32, 32)
WRITING: Ink = (245, 245, 245)
LINE_LETTERS = 64
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
    for die in seen.dice:
        _outline(canvas, die, _ink(die, sure), pen)
    for number, die in enumerate(seen.dice, 1):
        _label(canvas, number, die, _ink(die, sure), pen)
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


def _ink(die: SeenDie, sure: float) -> Ink:
    return DOUBTFUL if die.doubts else SURE if die.confidence >= sure else UNSURE


def _outline(canvas: Image, die: SeenDie, ink: Ink, pen: Pen) -> None:
    corners = np.array([_pixel(corner) for corner in die.corners_px], dtype=np.int32)
    cv2.polylines(canvas, [corners], True, ink, pen.line_px + 1, cv2.LINE_AA)


def _label(canvas: Image, number: int, die: SeenDie, ink: Ink, pen: Pen) -> None:
    """At the lower edge of the die: its number, the likeliest face, the confidence, the doubts."""
    face = str(die.readings[0].face) if die.readings else "?"
    text = " ".join([f"{number}: {face} {die.confidence:.2f}", *die.doubts])
    lowest = max(y for _, y in die.corners_px)
    _write(canvas, text, _pixel((die.centre_px[0], lowest)), ink, pen)


def _draw_doubts(canvas: Image, seen: Observation, reading: LayoutReading, pen: Pen) -> None:
    for doubt in reading.doubtful:
        centres = [_pixel(seen.dice[die].centre_px) for die in doubt.dice]
        for one, other in combinations(centres, 2):
            cv2.line(canvas, one, other, DOUBTFUL, pen.line_px + 1, cv2.LINE_AA)
            above = ((one[0] + other[0]) // 2, (one[1] + other[1] - pen.strip_px) // 2)
            _write(canvas, f"{doubt.reason}?", above, DOUBTFUL, pen)


def _write(canvas: Image, text: str, place: tuple[int, int], ink: Ink, pen: Pen) -> None:
    """On a dark label, its middle at the place: read on white dice and on dark cloth alike."""
    size = pen.letter * 0.6
    (width, height), below = cv2.getTextSize(text, FONT, size, pen.line_px)
    left, bottom = place[0] - width // 2, place[1] + height // 2
    corner = (left + width + 2, bottom + below // 2)
    cv2.rectangle(canvas, (left - 2, bottom - height - 2), corner, PAPER, cv2.FILLED)
    cv2.putText(canvas, text, (left, bottom), FONT, size, ink, pen.line_px, cv2.LINE_AA)


def _strip(reading: LayoutReading, width_px: int, pen: Pen) -> Image:
    """The layout in its notation, in as many lines as it needs."""
    lines = textwrap.wrap(reading.text, width=LINE_LETTERS) or ["no dice"]
    strip = np.full((pen.strip_px * (len(lines) + 1), width_px, 3), PAPER, dtype=np.uint8)
    for number, line in enumerate(lines, 1):
        place = (pen.strip_px // 2, pen.strip_px * number + pen.strip_px // 4)
        cv2.putText(strip, line, place, FONT, pen.letter * 0.8, WRITING, pen.line_px, cv2.LINE_AA)
    return strip
