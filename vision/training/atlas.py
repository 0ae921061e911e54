"""Numerals in every font of this computer, and jokers drawn by chance, as one stack of masks.

Glyphs 0 to 12 of a font are the numerals 1 to 13. A glyph's height fills the mask but for a rim;
wide ones are made smaller until they fit. Fonts whose numerals look alike are kept once, and those
that the face network as it is cannot read are left out: pictures and riddles are no numerals. Every
sixth family is held out: its numerals appear in the bench and never in training. So are some of the
jokers, and what looks much like one of them is left out.
"""

import hashlib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import ImageFont

from vision.reading.faces import FaceReader
from vision.training.jokers import jokers
from vision.training.masks import RIM, SIZE, mask_of

NUMERALS = tuple(str(number) for number in range(1, 14))
FONT_ROOTS = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"))
UNFIT = (
    "symbol", "emoji", "dingbat", "opensymbol", "unicorns", "math", "ancient", "cursor", "icon",
    "kristi", "lobster", "handwriting", "chancery", "z003", "standardsymbols", "d050000",
    "cmex", "cmsy", "cmmi", "msam", "msbm", "wasy", "stmary", "esint", "rsfs", "dseg",
    "italic", "oblique", "staypuft", "junkyard", "domestic", "penguin", "summersby", "humor",
    "engadget", "winks", "wargames", "murmure", "radisnoir", "hairline", "thin", "extralight",
    "ultralight", "braille", "kimchi",
)  # fmt: skip
ALIKE = 6.0
"""Two masks that differ by less than this on average, of 255, show the same."""
READ = 12
"""So many of a font's 13 numerals must be read. Of 1,026 fonts 176 fall short, most of them drawn
as outlines, white in a disc or not as numerals at all; with them a 9 came to look like a 2."""
BARE_SHARE = 3
"""Of so many fonts one comes a second time with a bare stroke for a 1, as many sets have it."""


def numerals_of(path: Path, one: str = "1") -> list[NDArray[np.uint8]] | None:
    """The numerals of a font; `one` is the letter that stands for a 1."""
    try:
        font = ImageFont.truetype(str(path), 160)
        if one != "1" and not _is_bare(font, one):
            return None
        masks = [mask_of(text.replace("1", one), font) for text in NUMERALS]
    except (OSError, ValueError):
        return None
    good = [mask for mask in masks if mask is not None]
    if len(good) < len(NUMERALS) or not _is_legible(good):
        return None
    return good


def _is_bare(font: ImageFont.FreeTypeFont, letter: str) -> bool:
    """Whether a letter is nothing but a stroke: it fills its box and is far taller than wide."""
    mask = mask_of(letter, font)
    if mask is None:
        return False
    rows, columns = np.flatnonzero(mask.max(axis=1) > 100), np.flatnonzero(mask.max(axis=0) > 100)
    box = mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return bool(box.mean() > 215 and box.shape[0] > 3 * box.shape[1])


def _is_legible(masks: list[NDArray[np.uint8]]) -> bool:
    """Digits must differ (no boxes for missing ones) and be bold enough to be seen on a die."""
    single = [mask.astype(int) for mask in masks[:9]]
    alike = min(np.abs(a - b).mean() for i, a in enumerate(single) for b in single[:i])
    ink = np.mean([mask.mean() / 255 for mask in masks[1:9]])
    tall = masks[7].max(axis=1).astype(bool).sum() >= SIZE - 2 * RIM - 2
    return bool(alike > ALIKE and 0.1 < ink < 0.6 and tall)


def is_read(masks: list[NDArray[np.uint8]], reader: FaceReader) -> bool:
    """Whether a font can be read, printed in black on white faces that lie side by side."""
    cell, rim = 2 * SIZE, SIZE // 3
    table, quads = np.full((cell, cell * len(masks)), 110, np.uint8), []
    for i, mask in enumerate(masks):
        left, right = cell * i + rim, cell * (i + 1) - rim
        table[rim:-rim, left:right] = 235
        middle = table[SIZE // 2 : -SIZE // 2, cell * i + SIZE // 2 :][:, :SIZE]
        middle[:] = 235 - mask / 255 * 210
        high = cell - rim
        corners = [(left, rim), (right, rim), (right, high), (left, high)]
        quads.append(np.array(corners, np.float32))
    numbers = reader.read(np.dstack([table] * 3), quads).numbers.argmax(axis=1)
    # Without a mark a 6 is a 9.
    return sum(_alike(n) == _alike(i + 1) for i, n in enumerate(numbers.tolist())) >= READ


def _alike(number: int) -> int:
    return 6 if number == 9 else number


def family_of(path: Path) -> str:
    return path.stem.split("-")[0].split("_")[0].lower()[:9]


def is_held_out(family: str) -> bool:
    # Python's own hash of a text is another one in every process.
    return int(hashlib.sha256(family.encode()).hexdigest(), 16) % 6 == 0


def font_paths() -> list[Path]:
    found = [p for root in FONT_ROOTS for p in root.rglob("*") if p.suffix in (".ttf", ".otf")]
    wanted = (p for p in found if not any(word in p.stem.lower() for word in UNFIT))
    latin = (p for p in wanted if "noto" not in p.stem.lower() or _is_latin_noto(p.stem))
    return sorted(p for p in latin if _opens(p))


def _opens(path: Path) -> bool:
    """Some packages hold files that only call themselves fonts."""
    try:
        ImageFont.truetype(str(path), 20)
    except OSError:
        return False
    return True


def symbol_fonts() -> list[Path]:
    found = [p for root in FONT_ROOTS for p in root.rglob("*.[to]tf")]
    return sorted(p for p in found if any(n in p.stem.lower() for n in ("symbola", "dejavusans")))


def _is_latin_noto(stem: str) -> bool:
    return stem.split("-")[0] in ("NotoSans", "NotoSerif", "NotoSansDisplay", "NotoMono")


def kept_fonts() -> list[tuple[str, list[NDArray[np.uint8]]]]:
    kept: list[tuple[str, list[NDArray[np.uint8]]]] = []
    small: list[NDArray[np.float32]] = []
    reader = FaceReader()
    for path in font_paths():
        masks = numerals_of(path)
        if masks is None or not is_read(masks, reader):
            continue
        look = np.concatenate([m[::4, ::4].astype(np.float32).ravel() for m in masks[1:9]])
        if any(np.abs(look - other).mean() < 7 for other in small):
            continue
        small.append(look)
        kept.append((family_of(path), masks))
        bare = numerals_of(path, "I") if len(kept) % BARE_SHARE == 0 else None
        if bare is not None:
            kept.append((family_of(path), bare))
    return kept


def kept_jokers() -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """Jokers, and which of them are held out: every sixth of the first, so that a larger training
    leaves the held-out pictures as they are. One in six or seven is a letter J."""
    fonts, symbols = font_paths(), symbol_fonts()
    first = np.stack(jokers(fonts, symbols, 480, 100, seed=5))
    more = np.stack(jokers(fonts, symbols, 2500, 400, seed=6))
    held = np.arange(len(first)) % 6 == 0
    others = np.concatenate([first[~held], more])
    shown = first[held].astype(np.int16)
    alike = [np.abs(shown - mask).mean(axis=(1, 2)).min() < ALIKE for mask in others]
    others = others[~np.array(alike)]
    drawn = np.concatenate([first[held], others])
    return drawn, np.arange(len(drawn)) < held.sum()


def make(path: Path) -> None:
    """Draw everything and write it to one file."""
    fonts = kept_fonts()
    numerals = np.stack([np.stack(masks) for _, masks in fonts])
    held = np.array([is_held_out(family) for family, _ in fonts])
    drawn, held_jokers = kept_jokers()
    names = np.array([family for family, _ in fonts])
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(
        path, numerals=numerals, held=held, jokers=drawn, held_jokers=held_jokers, names=names
    )
