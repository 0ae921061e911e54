"""What is printed on the twin's dice: numerals, jokers, and the marks that tell 6 from 9.

`glyphs.npz` holds the numerals 1 to 13 as masks, drawn once from three free fonts (Lato, Inter and
Quicksand, each in bold and under the SIL Open Font License 1.1), so that no font is needed at run
time. A joker is a drawn face.
"""

import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from turbo.errors import TurboError
from turbo.game.dice import CHANGE, DOUBLE, JOKER, SPECIAL, Colour, Face, Mark

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]

SIZE = 96
"""Pixels along a printed face: twice what a picture of 1280 pixels shows of a die."""

FONTS = ("lato", "inter", "quicksand")

JOKERS = 5
"""So many drawings of a joker there are."""


@dataclass(frozen=True, slots=True)
class Print:
    """How the dice are printed. Colours are blue, green, red from 0 to 1 in full light."""

    font: str = "lato"
    mark: Mark = Mark.BAR
    joker: int = 0
    """One of five drawings: a face in outline, filled, with a cap; a star; a crown."""
    body: tuple[float, float, float] = (0.88, 0.93, 0.95)
    inks: tuple[tuple[float, float, float], ...] = (
        (0.10, 0.09, 0.09),
        (0.14, 0.12, 0.80),
        (0.72, 0.28, 0.10),
        (0.08, 0.52, 0.95),
    )
    """Black, red, blue, orange, as the pictures of such dice show them."""
    numeral: float = 0.56
    """Height of a numeral as a part of the edge."""

    def __post_init__(self) -> None:
        if self.font not in FONTS:
            raise TurboError(f"expected a font: {', '.join(FONTS)}, got {self.font!r}")
        if not 0 <= self.joker < JOKERS:
            raise TurboError(f"expected a joker's drawing from 0 to {JOKERS - 1}, got {self.joker}")


PRINTS: dict[str, Print] = {
    "classic": Print(),
    "ivory": Print(
        "inter",
        joker=3,
        body=(0.74, 0.88, 0.93),
        inks=((0.13, 0.12, 0.15), (0.16, 0.10, 0.66), (0.58, 0.22, 0.14), (0.10, 0.46, 0.86)),
        numeral=0.5,
    ),
    "white": Print(
        "quicksand",
        joker=4,
        body=(0.93, 0.94, 0.94),
        inks=((0.06, 0.06, 0.06), (0.10, 0.06, 0.70), (0.80, 0.36, 0.06), (0.12, 0.62, 0.97)),
        numeral=0.62,
    ),
    "worn": Print(
        joker=1,
        body=(0.78, 0.84, 0.86),
        inks=((0.26, 0.25, 0.25), (0.28, 0.26, 0.70), (0.62, 0.38, 0.26), (0.26, 0.55, 0.84)),
        numeral=0.54,
    ),
}
"""Dice by name: `classic` as ever, cream ones with small numerals and a star, bright ones with
large numerals and a crown, and old ones whose inks have paled."""


@cache
def _masks(font: str) -> Image:
    with np.load(Path(__file__).with_name("glyphs.npz")) as stored:
        return np.asarray(stored[font], dtype=np.uint8)


def _joker(style: int) -> Image:
    """A drawing of four times the size, made small, so that its edges are smooth."""
    big = np.zeros((4 * SIZE, 4 * SIZE), np.uint8)
    if style >= 3:
        cv2.fillPoly(big, [_STAR if style == 3 else _CROWN], 255)
    else:
        _laugh(big, style)
    return np.asarray(cv2.resize(big, (SIZE, SIZE), interpolation=cv2.INTER_AREA), np.uint8)


def _laugh(big: Image, style: int) -> None:
    c = 2 * SIZE
    radius = int(1.85 * SIZE)
    line, ink = (-1, 0) if style == 1 else (int(0.26 * SIZE), 255)
    cv2.circle(big, (c, c), radius, 255, line)
    for side in (-1, 1):
        eye = (c + side * int(0.62 * SIZE), c - int(0.5 * SIZE))
        cv2.ellipse(big, eye, (int(0.2 * SIZE), int(0.3 * SIZE)), 0, 0, 360, ink, -1)
    smile = (int(1.05 * SIZE), int(1.0 * SIZE))
    cv2.ellipse(big, (c, c + int(0.05 * SIZE)), smile, 0, 20, 160, ink, int(0.22 * SIZE))
    if style == 2:
        cap = [(c - SIZE, int(0.55 * SIZE)), (c + SIZE, int(0.55 * SIZE)), (c, 0)]
        cv2.fillPoly(big, [np.array(cap, np.int32)], 255)


def _outline(points: list[tuple[float, float]]) -> NDArray[np.int32]:
    """Points from -1 to 1, as pixels of the large drawing."""
    return np.asarray(np.round((np.array(points) * 1.9 + 2.0) * SIZE), np.int32)


_TURNS = [math.pi * point / 5.0 for point in range(10)]
_STAR = _outline(
    [(r * math.sin(a), -r * math.cos(a)) for a, r in zip(_TURNS, (1.0, 0.42) * 5, strict=True)]
)
_ARROWS = _outline(
    [
        (-0.7, 0), (-0.3, -0.45), (-0.3, -0.15), (0.3, -0.15), (0.3, -0.45),
        (0.7, 0), (0.3, 0.45), (0.3, 0.15), (-0.3, 0.15), (-0.3, 0.45),
    ]
)  # fmt: skip
_CROWN = _outline(
    [(-1, -0.7), (-0.5, 0), (0, -0.9), (0.5, 0), (1, -0.7), (0.75, 0.8), (-0.75, 0.8)]
)


def _special(number: int) -> Image:
    """The jokers without a colour, each in a ring: two discs, a half, an arrow to either side."""
    big = np.zeros((4 * SIZE, 4 * SIZE), np.uint8)
    c, radius, line = 2 * SIZE, int(1.85 * SIZE), int(0.26 * SIZE)
    cv2.circle(big, (c, c), radius, 255, line)
    if number == DOUBLE:
        for side in (-1, 1):
            cv2.circle(big, (c + side * int(0.75 * SIZE), c), int(0.55 * SIZE), 255, -1)
    elif number == CHANGE:
        cv2.ellipse(big, (c, c), (radius, radius), 0, 90, 270, 255, -1)
    else:
        cv2.fillPoly(big, [_ARROWS], 255)
    return np.asarray(cv2.resize(big, (SIZE, SIZE), interpolation=cv2.INTER_AREA), np.uint8)


@cache
def _drawing(number: int, printed: Print) -> Floats:
    """The ink of a face from 0 to 1, over the whole face."""
    if number in SPECIAL:
        mask = _special(number)
    else:
        mask = _joker(printed.joker) if number == JOKER else _masks(printed.font)[number - 1]
    is_drawn = number == JOKER or number in SPECIAL
    size = round(SIZE * printed.numeral * (1.1 if is_drawn else 1.0))
    small = cv2.resize(mask, (size, size), interpolation=cv2.INTER_AREA)
    face = np.zeros((SIZE, SIZE), np.uint8)
    top = (SIZE - size) // 2
    face[top : top + size, top : top + size] = small
    if number in (6, 9):
        _add_mark(face, printed.mark, top + size)
    return face.astype(np.float32) / 255.0


def _add_mark(face: Image, mark: Mark, foot: int) -> None:
    middle = SIZE // 2
    if mark is Mark.BAR:
        reach = int(0.17 * SIZE)
        cv2.line(face, (middle - reach, foot + 6), (middle + reach, foot + 6), 255, 5, cv2.LINE_AA)
    elif mark is Mark.DOT:
        cv2.circle(face, (middle + int(0.25 * SIZE), foot - 2), 4, 255, -1, cv2.LINE_AA)


@cache
def _edge() -> Floats:
    """How flat the face is at each place: 1 in the middle, 0 where the rounding begins."""
    mask = np.zeros((SIZE, SIZE), np.uint8)
    # In pixels of a face: the flat part ends where the body's rounding begins.
    corner, rim = 10, 2
    cv2.rectangle(mask, (rim, corner), (SIZE - rim, SIZE - corner), 255, -1)
    cv2.rectangle(mask, (corner, rim), (SIZE - corner, SIZE - rim), 255, -1)
    for x in (corner, SIZE - corner):
        for y in (corner, SIZE - corner):
            cv2.circle(mask, (x, y), corner - rim, 255, -1)
    return cv2.GaussianBlur(mask, (0, 0), 1.6).astype(np.float32) / 255.0


def printed_face(face: Face, printed: Print) -> tuple[Floats, Floats]:
    """Where a face has ink, from 0 to 1, (SIZE, SIZE, 1), and the ink's colour."""
    assert face.number is not None, "what nobody can read is printed nowhere"
    # The special jokers bear no colour of the game: they are printed in black.
    colour = np.array(printed.inks[face.colour or Colour.BLACK], np.float32)
    return _drawing(face.number, printed)[..., None], colour


def texture(face: Face, printed: Print) -> Floats:
    """A face as printed: blue, green, red and flatness, upright, (SIZE, SIZE, 4)."""
    ink, colour = printed_face(face, printed)
    body = np.array(printed.body, np.float32)
    colours = body * (1.0 - ink) + colour * ink
    return np.ascontiguousarray(np.dstack([colours, _edge()]), dtype=np.float32)
