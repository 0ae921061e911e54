"""Numerals in every font of this computer, and jokers drawn by chance, as one stack of masks.

Glyphs 0 to 12 of a font are the numerals 1 to 13. A glyph's height fills the mask but for a rim;
wide ones are made smaller until they fit. Fonts whose numerals look alike are kept once. Every
sixth family is held out: its numerals appear in the bench and never in training.
"""

import hashlib
import math
import random
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

SIZE = 64
RIM = 4
NUMERALS = tuple(str(number) for number in range(1, 14))
FONT_ROOTS = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"))
UNFIT = (
    "symbol", "emoji", "dingbat", "opensymbol", "unicorns", "math", "ancient", "cursor", "icon",
    "kristi", "lobster", "handwriting", "chancery", "z003", "standardsymbols", "d050000",
    "cmex", "cmsy", "cmmi", "msam", "msbm", "wasy", "stmary", "esint", "rsfs", "dseg",
    "italic", "oblique", "staypuft", "junkyard", "domestic", "penguin", "summersby", "humor",
    "engadget", "winks", "wargames", "murmure", "radisnoir", "hairline", "thin", "extralight",
    "ultralight", "braille",
)  # fmt: skip
JOKER_SIGNS = "☺☻★☆☀☼♛✪✯❂☹⚝✺✹❁✿♕⛄👑🃏😀😃😊🙂😎🤡🌞🌝🌟🎭"
JOKERS = 160


def mask_of(text: str, font: ImageFont.FreeTypeFont) -> NDArray[np.uint8] | None:
    """The text as large as it fits, in the middle of a square mask; None where it draws nothing."""
    box = font.getbbox(text)
    wide, high = int(box[2] - box[0]), int(box[3] - box[1])
    if wide < 8 or high < 8:
        return None
    big = Image.new("L", (wide + 8, high + 8), 0)
    ImageDraw.Draw(big).text((4 - box[0], 4 - box[1]), text, fill=255, font=font)
    real = big.getbbox()
    if real is None:
        return None
    return fitted(big.crop(real))


def fitted(drawing: Image.Image) -> NDArray[np.uint8]:
    room = SIZE - 2 * RIM
    scale = min(room / drawing.height, room / drawing.width)
    size = (max(1, round(drawing.width * scale)), max(1, round(drawing.height * scale)))
    small = drawing.resize(size, Image.Resampling.LANCZOS)
    mask = Image.new("L", (SIZE, SIZE), 0)
    mask.paste(small, ((SIZE - size[0]) // 2, (SIZE - size[1]) // 2))
    return np.asarray(mask, dtype=np.uint8)


def numerals_of(path: Path) -> list[NDArray[np.uint8]] | None:
    try:
        font = ImageFont.truetype(str(path), 160)
        masks = [mask_of(text, font) for text in NUMERALS]
    except (OSError, ValueError):
        return None
    good = [mask for mask in masks if mask is not None]
    if len(good) < len(NUMERALS) or not _is_legible(good):
        return None
    return good


def _is_legible(masks: list[NDArray[np.uint8]]) -> bool:
    """Digits must differ (no boxes for missing ones) and be bold enough to be seen on a die."""
    single = [mask.astype(int) for mask in masks[:9]]
    alike = min(np.abs(a - b).mean() for i, a in enumerate(single) for b in single[:i])
    ink = np.mean([mask.mean() / 255 for mask in masks[1:9]])
    tall = masks[7].max(axis=1).astype(bool).sum() >= SIZE - 2 * RIM - 2
    return bool(alike > 6 and 0.1 < ink < 0.6 and tall)


def family_of(path: Path) -> str:
    return path.stem.split("-")[0].split("_")[0].lower()[:9]


def is_held_out(family: str) -> bool:
    return int(hashlib.sha256(family.encode()).hexdigest(), 16) % 6 == 0


def font_paths() -> list[Path]:
    found = [p for root in FONT_ROOTS for p in root.rglob("*") if p.suffix in (".ttf", ".otf")]
    wanted = (p for p in found if not any(word in p.stem.lower() for word in UNFIT))
    return sorted(p for p in wanted if "noto" not in p.stem.lower() or _is_latin_noto(p.stem))


def _is_latin_noto(stem: str) -> bool:
    return stem.split("-")[0] in ("NotoSans", "NotoSerif", "NotoSansDisplay", "NotoMono")


def kept_fonts() -> list[tuple[str, list[NDArray[np.uint8]]]]:
    kept: list[tuple[str, list[NDArray[np.uint8]]]] = []
    small: list[NDArray[np.float32]] = []
    for path in font_paths():
        masks = numerals_of(path)
        if masks is None:
            continue
        look = np.concatenate([m[::4, ::4].astype(np.float32).ravel() for m in masks[1:9]])
        if any(np.abs(look - other).mean() < 7 for other in small):
            continue
        small.append(look)
        kept.append((family_of(path), masks))
    return kept


def _ring(draw: ImageDraw.ImageDraw, chance: random.Random, size: int) -> tuple[int, int]:
    """The head: an outline or a filled disc; answers the ink of features and the line's width."""
    line = chance.randint(size // 28, size // 10)
    edge = size // 16
    box = (edge, edge, size - edge, size - edge)
    if chance.random() < 0.3:
        draw.ellipse(box, fill=255)
        return 0, line
    draw.ellipse(box, outline=255, width=line)
    return 255, line


def smiley(chance: random.Random, size: int = 256) -> Image.Image:
    """A face with eyes, mouth and sometimes brows, nose, hat or rays."""
    drawing = Image.new("L", (size, size), 0)
    draw = ImageDraw.Draw(drawing)
    ink, line = _ring(draw, chance, size)
    c, apart, up = size / 2, size * chance.uniform(0.13, 0.2), size * chance.uniform(0.06, 0.16)
    rx, ry = size * chance.uniform(0.03, 0.075), size * chance.uniform(0.04, 0.1)
    for side in (-1, 1):
        x, y = c + side * apart, c - up
        if chance.random() < 0.8:
            draw.ellipse((x - rx, y - ry, x + rx, y + ry), fill=ink)
        else:
            draw.arc((x - 2 * rx, y - ry, x + 2 * rx, y + 2 * ry), 190, 350, fill=ink, width=line)
        if chance.random() < 0.4:
            box = (x - 2.2 * rx, y - 2.6 * ry, x + 2.2 * rx, y + ry)
            draw.arc(box, 205, 335, fill=ink, width=max(3, line // 2))
    _mouth(draw, chance, size, ink, line)
    if chance.random() < 0.4:
        draw.line((c, c - up / 2, c - rx, c + up * 0.7), fill=ink, width=max(3, line // 2))
        draw.line((c - rx, c + up * 0.7, c + rx, c + up * 0.7), fill=ink, width=max(3, line // 2))
    return drawing


def _mouth(
    draw: ImageDraw.ImageDraw, chance: random.Random, size: int, ink: int, line: int
) -> None:
    c, r = size / 2, size * chance.uniform(0.2, 0.3)
    box = (c - r, c - r * 0.8, c + r, c + r * chance.uniform(0.9, 1.15))
    kind = chance.random()
    if kind < 0.6:
        draw.arc(box, 20, 160, fill=ink, width=line)
    elif kind < 0.85:
        draw.chord(box, chance.randint(5, 30), chance.randint(150, 175), fill=ink)
    else:
        draw.arc(box, 20, 160, fill=ink, width=line)
        draw.line((c - r * 0.7, c + r * 0.5, c + r * 0.7, c + r * 0.5), fill=ink, width=line // 2)


def star(chance: random.Random, size: int = 256) -> Image.Image:
    """A star or a sun, filled or as an outline, sometimes with a face in it."""
    drawing = Image.new("L", (size, size), 0)
    draw = ImageDraw.Draw(drawing)
    points, inner = chance.choice((5, 5, 6, 8, 12, 16)), chance.uniform(0.4, 0.75)
    c, r, turn = size / 2, size * 0.46, -math.pi / 2
    corners = [
        (
            c + r * (1 if k % 2 == 0 else inner) * math.cos(turn + math.pi * k / points),
            c + r * (1 if k % 2 == 0 else inner) * math.sin(turn + math.pi * k / points),
        )
        for k in range(2 * points)
    ]
    if chance.random() < 0.5:
        draw.polygon(corners, fill=255)
    else:
        draw.line([*corners, corners[0], corners[1]], fill=255, width=chance.randint(9, 20))
    if points > 6:
        face = smiley(chance, 160)
        drawing.paste(0, (48, 48, 208, 208), face.point(lambda v: 255))
        drawing.paste(face, (48, 48))
    return drawing


def jester(chance: random.Random, size: int = 256) -> Image.Image:
    """A head under a hat of three points with bells."""
    drawing = Image.new("L", (size, size), 0)
    draw = ImageDraw.Draw(drawing)
    head = smiley(chance, 140)
    drawing.paste(head, (58, 112))
    tips = [(20, 100), (128, 10), (236, 100)]
    hat = [(66, 150), tips[0], (100, 90), tips[1], (156, 90), tips[2], (190, 150)]
    if chance.random() < 0.5:
        draw.polygon(hat, fill=255)
    else:
        draw.line([*hat, hat[0]], fill=255, width=chance.randint(8, 16))
    r = chance.randint(9, 17)
    for x, y in tips:
        draw.ellipse((x - r, y - r, x + r, y + r), fill=255)
    return drawing


def sign(chance: random.Random, fonts: list[Path]) -> NDArray[np.uint8] | None:
    """A sign of a symbol font, or a letter J."""
    letter = chance.choice(JOKER_SIGNS) if chance.random() < 0.7 else chance.choice(("J", "J", "★"))
    try:
        font = ImageFont.truetype(str(chance.choice(fonts)), 160)
        mask = mask_of(letter, font)
        missing = mask_of("\U0010fffe", font)
    except (OSError, ValueError):
        return None
    if mask is None or (missing is not None and np.abs(mask - missing.astype(int)).mean() < 4):
        return None
    return mask


def jokers(count: int = JOKERS, seed: int = 5) -> list[NDArray[np.uint8]]:
    chance = random.Random(seed)
    letters = [p for p in font_paths() if "bold" in p.stem.lower()]
    found = [p for root in FONT_ROOTS for p in root.rglob("*.[to]tf")]
    signs = [p for p in found if "symbola" in p.stem.lower() or "dejavusans" in p.stem.lower()]
    made: list[NDArray[np.uint8]] = []
    while len(made) < count:
        kind = chance.random()
        if kind < 0.6:
            made.append(fitted(smiley(chance)))
        elif kind < 0.72:
            made.append(fitted(star(chance)))
        elif kind < 0.84:
            made.append(fitted(jester(chance)))
        else:
            mask = sign(chance, signs if signs and chance.random() < 0.75 else letters)
            if mask is not None:
                made.append(mask)
    return made


def make(path: Path) -> None:
    """Draw everything and write it to one file."""
    fonts = kept_fonts()
    numerals = np.stack([np.stack(masks) for _, masks in fonts])
    held = np.array([is_held_out(family) for family, _ in fonts])
    drawn = np.stack(jokers())
    names = np.array([family for family, _ in fonts])
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(path, numerals=numerals, held=held, jokers=drawn, names=names)
