"""Jokers, drawn by chance: nobody knows what the joker of another set looks like.

What they have in common is that they are no numeral: faces with and without a head, under hats,
crowns, ears or hair, stars and suns, signs of symbol fonts, a letter J.
"""

import math
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from vision.training.masks import fitted, mask_of

# Faces, stars, crowns and suns of the fonts that there are: what sets have on their jokers.
SIGNS = "☺☻★☆☀☼♛✪✯❂☹⚝✺✹❁✿♕⛄👑🃏😀😃😊🙂😎🤡🌞🌝🌟🎭"
BIG = 256
"""Drawings are so large before they become masks."""

Pen: TypeAlias = ImageDraw.ImageDraw
Dots = list[tuple[float, float]]


def _blank() -> tuple[Image.Image, Pen]:
    drawing = Image.new("L", (BIG, BIG), 0)
    return drawing, ImageDraw.Draw(drawing)


def _disc(draw: Pen, x: float, y: float, r: float, ink: int = 255, high: float = 1.0) -> None:
    draw.ellipse((x - r, y - r * high, x + r, y + r * high), fill=ink)


def _shape(draw: Pen, chance: random.Random, dots: Dots) -> None:
    """Filled, or as an outline."""
    if chance.random() < 0.5:
        draw.polygon(dots, fill=255)
    else:
        draw.line([*dots, dots[0], dots[1]], fill=255, width=chance.randint(8, 18), joint="curve")


def head(draw: Pen, chance: random.Random, x: float, y: float, r: float) -> None:
    """A head as an outline or a filled disc, with its features; now and then without the head."""
    line, kind = round(r * chance.uniform(0.09, 0.24)), chance.random()
    if kind < 0.3:
        _disc(draw, x, y, r)
    elif kind < 0.92:
        draw.ellipse((x - r, y - r, x + r, y + r), outline=255, width=line)
    features(draw, chance, x, y, r, 0 if kind < 0.3 else 255)


def features(draw: Pen, chance: random.Random, x: float, y: float, r: float, ink: int) -> None:
    line = max(4, round(r * chance.uniform(0.08, 0.2)))
    apart, up = r * chance.uniform(0.27, 0.42), r * chance.uniform(0.12, 0.34)
    rx = r * chance.uniform(0.07, 0.16)
    high, is_open, has_brows = (
        chance.uniform(0.9, 1.9),
        chance.random() < 0.8,
        chance.random() < 0.3,
    )
    for side in (-1, 1):
        ex, ey = x + side * apart, y - up
        if is_open:
            _disc(draw, ex, ey, rx, ink, high)
        else:
            draw.arc((ex - 2 * rx, ey - rx, ex + 2 * rx, ey + 2 * rx), 190, 350, ink, line)
        if has_brows:
            box = (ex - 2.2 * rx, ey - 3 * rx, ex + 2.2 * rx, ey + rx)
            draw.arc(box, 205, 335, fill=ink, width=max(3, line // 2))
    _mouth(draw, chance, (x, y), r, ink, line)
    if chance.random() < 0.4:
        _disc(draw, x, y + 0.05 * r, r * chance.uniform(0.05, 0.16), ink)


def _mouth(
    draw: Pen, chance: random.Random, middle: tuple[float, float], r: float, ink: int, line: int
) -> None:
    x, y = middle
    wide = r * chance.uniform(0.4, 0.65)
    box = (x - wide, y - 0.8 * wide, x + wide, y + wide * chance.uniform(0.9, 1.25))
    kind = chance.random()
    if kind < 0.6:
        draw.arc(box, 20, 160, fill=ink, width=line)
    elif kind < 0.85:
        draw.chord(box, chance.randint(5, 30), chance.randint(150, 175), fill=ink)
    else:
        draw.arc(box, 20, 160, fill=ink, width=line)
        across = (x - 0.7 * wide, y + 0.5 * wide, x + 0.7 * wide, y + 0.5 * wide)
        draw.line(across, fill=ink, width=max(2, line // 2))


def smiley(chance: random.Random) -> Image.Image:
    drawing, draw = _blank()
    head(draw, chance, BIG / 2, BIG / 2, BIG * 0.44)
    return drawing


def star(chance: random.Random) -> Image.Image:
    """A star or a sun, sometimes with a face in it."""
    drawing, draw = _blank()
    points, inner = chance.choice((5, 5, 6, 8, 12, 16)), chance.uniform(0.4, 0.75)
    c, r = BIG / 2, BIG * 0.46
    turns = [math.pi * (k / points - 0.5) for k in range(2 * points)]
    reach = [r * (1 if k % 2 == 0 else inner) for k in range(2 * points)]
    _shape(
        draw,
        chance,
        [(c + d * math.cos(a), c + d * math.sin(a)) for a, d in zip(turns, reach, strict=True)],
    )
    # With fewer rays there is no room for a face in the middle.
    if points > 6:
        _disc(draw, c, c, 0.9 * inner * r, 0)
        head(draw, chance, c, c, 0.8 * inner * r)
    return drawing


def hatted(chance: random.Random) -> Image.Image:
    """A head under a jester's hat or a crown: points, with bells or without, a collar perhaps."""
    drawing, draw = _blank()
    r = BIG * chance.uniform(0.2, 0.32)
    x, y = BIG / 2, BIG - r - 4
    head(draw, chance, x, y, r)
    points, spread = chance.choice((1, 2, 3, 3, 3, 4, 5)), chance.uniform(0.9, 2.0)
    brim, top = y - r * chance.uniform(0.3, 0.9), y - r * chance.uniform(1.7, 2.4)
    tips = [
        (x + spread * r * _side(k, points), top + r * chance.uniform(0, 0.5)) for k in range(points)
    ]
    dots: Dots = [(x - r, brim)]
    for k, tip in enumerate(tips):
        dots.append(tip)
        if k + 1 < points:
            dots.append(((tip[0] + tips[k + 1][0]) / 2, brim - r * chance.uniform(0.1, 0.7)))
    _shape(draw, chance, [*dots, (x + r, brim)])
    if chance.random() < 0.6:
        for tip in tips:
            _disc(draw, *tip, chance.uniform(8, 18))
    return drawing


def _side(k: int, points: int) -> float:
    """Where the k-th of some points stands, from -1 on the left to 1 on the right."""
    return 0.0 if points == 1 else 2 * k / (points - 1) - 1


def haired(chance: random.Random) -> Image.Image:
    """A clown's tufts, or an animal's ears, round a head."""
    drawing, draw = _blank()
    r, x, y = BIG * chance.uniform(0.26, 0.36), BIG / 2, BIG * 0.58
    turn, size = chance.uniform(0.3, 1.4), r * chance.uniform(0.3, 0.55)
    is_round = chance.random() < 0.5
    for side in (-1, 1):
        ex, ey = x + side * 1.05 * r * math.cos(turn), y - 1.05 * r * math.sin(turn)
        if is_round:
            _disc(draw, ex, ey, size)
        else:
            _shape(
                draw,
                chance,
                [(ex - size, ey + size), (ex, ey - 1.3 * size), (ex + size, ey + size)],
            )
    _disc(draw, x, y, r, 0)
    head(draw, chance, x, y, r)
    return drawing


def crown(chance: random.Random) -> Image.Image:
    drawing, draw = _blank()
    points, deep = chance.choice((3, 3, 4, 5)), chance.uniform(0.25, 0.6)
    tips = [(BIG / 2 + 108 * _side(k, points), 40.0) for k in range(points)]
    dots: Dots = [(28.0, 210.0)]
    for k, tip in enumerate(tips):
        dots.append(tip)
        if k + 1 < points:
            dots.append(((tip[0] + tips[k + 1][0]) / 2, 40 + 170 * deep))
    _shape(draw, chance, [*dots, (228.0, 210.0)])
    if chance.random() < 0.6:
        for tip in tips:
            _disc(draw, *tip, chance.uniform(8, 18))
    return drawing


def sign(chance: random.Random, fonts: Sequence[Path]) -> NDArray[np.uint8] | None:
    """A sign of a symbol font, or a letter J."""
    letter = chance.choice(SIGNS) if chance.random() < 0.7 else chance.choice(("J", "J", "★"))
    try:
        font = ImageFont.truetype(str(chance.choice(fonts)), 160)
        mask = mask_of(letter, font)
        missing = mask_of("\U0010fffe", font)
    except (OSError, ValueError):
        return None
    # A font without the sign draws its empty box: the networks would learn that as a joker.
    if mask is None or (missing is not None and np.abs(mask - missing.astype(int)).mean() < 4):
        return None
    return mask


Drawer = Callable[[random.Random], Image.Image]
DRAWERS: tuple[tuple[float, Drawer], ...] = (
    (0.38, smiley), (0.48, star), (0.74, hatted), (0.84, haired), (0.88, crown),
)  # fmt: skip
"""Up to which chance each is drawn; the rest are signs."""


def jokers(
    fonts: Sequence[Path], symbols: Sequence[Path], count: int, letters: int, seed: int
) -> list[NDArray[np.uint8]]:
    """So many drawings and signs, and so many plain letters J, each in a font drawn by lot."""
    chance = random.Random(seed)
    bold = [path for path in fonts if "bold" in path.stem.lower()]
    made: list[NDArray[np.uint8]] = []
    while len(made) < count:
        kind = chance.random()
        drawer = next((draw for top, draw in DRAWERS if kind < top), None)
        if drawer is not None:
            drawing = drawer(chance)
            made.append(fitted(drawing.crop(drawing.getbbox())))
            continue
        mask = sign(chance, symbols if symbols and chance.random() < 0.75 else bold)
        if mask is not None:
            made.append(mask)
    chosen = chance.sample(bold if letters <= len(bold) else fonts, letters)
    drawn = [mask_of("J", ImageFont.truetype(str(path), 160)) for path in chosen]
    return made + [mask for mask in drawn if mask is not None]
