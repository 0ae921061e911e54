"""One picture to be: things on the table, their look, the lamps and the camera, as plain arrays.

Some inks and surfaces are held out: with `held` a scene is drawn from them alone, without it never.
All is drawn from one generator: a seed is a scene.
"""

import colorsys
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.training.layouts import DIE, TILE, Chance, SceneThings, Vector, things_of
from vision.training.prints import prints_of

Arrays = dict[str, NDArray[np.float32]]

BOXES, CAPSULES, PAPERS, COINS, LIGHTS = 26, 9, 2, 3, 2
SPARE = 4
"""Boxes of a scene that are left for what is no die."""
LIGHT_NAMES = ("daylight", "lamp", "ring", "dim", "shadow")
SURFACE_NAMES = (
    "plain", "wood", "felt", "checks", "stripes", "dots", "flowers", "marble", "zigzag", "weave",
    "argyle", "bricks", "patchwork", "frames",
)  # fmt: skip
HELD_SURFACES = (8, 9)
TRAINED_SURFACES = tuple(k for k in range(len(SURFACE_NAMES)) if k not in HELD_SURFACES)
CLOUDED = 0.35
"""So much of the daylight comes from a clouded sky alone: neither shadow nor shade tells a die from
what is printed flat."""
TINTED = 0.35
"""So many scenes of the training have two lamps of clearly different tint; held-out ones all do."""
ONE_INK, MIXES = 0.4, (3.0, 30.0)
"""How evenly a picture's dice share the four inks: training shows all but one ink as well, which is
the hardest; a game's dice, which held-out pictures show, bear them in equal parts."""
STRAIGHT, STEEP = 0.27, 0.38
"""So many cameras look straight down, and so many stand beside the table as a telephone that leans
on a mug does; the others hang over it, tilted a little or much."""
STRAIGHT_DEG, HUNG_DEG, STEEP_DEG = (0.0, 4.0), (0.0, 38.0), (28.0, 58.0)
BAR, DOT = 1.0, 2.0
MARKED_ROOM = 0.86
"""The share of a face's side that a numeral and its mark may take together."""
FACE_NUMBERS, MARK = 16, 10
"""Numbers that describe one face of a box, and where its mark is: see `_faces`."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a scene must be like; None leaves it to chance."""

    held: bool = False
    tiles: bool = False
    light: str | None = None
    surface: str | None = None
    tilt_deg: float | None = None
    awkward: bool = True
    boxes: int = BOXES
    """Room for so many boxes; all scenes of a batch have the same."""


@dataclass(frozen=True, slots=True)
class Glyphs:
    """Which fonts and jokers may be used, and how tall and wide each glyph is in its mask."""

    fonts: NDArray[np.intp]
    jokers: NDArray[np.intp]
    numerals: int
    extents: NDArray[np.float32]
    shares: NDArray[np.float64]
    """How often each number shows, the joker first."""

    @staticmethod
    def of(atlas: dict[str, NDArray[np.generic]], held: bool) -> "Glyphs":
        masks = np.concatenate([atlas["numerals"].reshape(-1, 64, 64), atlas["jokers"]])
        wide = (masks.max(axis=1) > 100).sum(axis=1) / 64
        high = (masks.max(axis=2) > 100).sum(axis=1) / 64
        fonts = np.flatnonzero(atlas["held"].astype(bool) == held)
        ink = atlas["numerals"].mean(axis=(1, 2, 3)) / 255
        bold = fonts[ink[fonts] > 0.19]  # as on the real pieces: they come three times as often
        fonts = np.concatenate([fonts, bold, bold])
        jokers = np.flatnonzero(atlas["held_jokers"].astype(bool) == held)
        extents = np.stack([wide, high], axis=1).astype(np.float32)
        # Where a 6 differs from a 9 is one small mark: training sees them twice as often.
        shares = np.ones(14)
        shares[[6, 9]] = 1.0 if held else 2.0
        shares[0] += 1.6
        count = int(atlas["numerals"].shape[0]) * 13
        return Glyphs(fonts, jokers, count, extents, shares / shares.sum())


def hsv(h_deg: float, s: float, v: float) -> list[float]:
    """A colour in linear light from hue, saturation and value as seen on a screen."""
    return [c**2.2 for c in colorsys.hsv_to_rgb(h_deg % 360 / 360, s, v)]


def _hue(
    chance: Chance, low: float, high: float, held: tuple[float, float], is_held: bool
) -> float:
    while True:
        hue = chance.uniform(*held) if is_held else chance.uniform(low, high)
        if is_held or not held[0] <= hue <= held[1]:
            return hue


def inks(chance: Chance, held: bool) -> Vector:
    """Black, red, blue, orange as print runs have them; red and orange stay apart."""
    black = hsv(chance.uniform(0, 360), 0.35 * chance.random() ** 2, chance.uniform(0.03, 0.24))
    if chance.random() < 0.15:
        black = hsv(chance.uniform(15, 40), chance.uniform(0.2, 0.5), chance.uniform(0.12, 0.28))
    red_hue = _hue(chance, -24, 7, (-15, -11), held)
    red = hsv(red_hue, chance.uniform(0.68, 1), chance.uniform(0.55, 0.95))
    blue_hue = _hue(chance, 178, 246, (190, 200), held)
    # Navy is printed darker than teal and cyan ever are.
    light = chance.uniform(float(np.interp(blue_hue, [205, 220], [0.5, 0.35])), 0.95)
    blue = hsv(blue_hue, chance.uniform(0.6 if light > 0.6 else 0.75, 1), light)
    orange_hue = _hue(chance, max(17, red_hue + 17), 56, (44, 48), held)
    orange = hsv(orange_hue, chance.uniform(0.68, 1), chance.uniform(0.82, 1))
    return np.array([black, red, blue, orange])


def _faces(
    chance: Chance, glyphs: Glyphs, style: dict[str, float], palette: Vector, weights: Vector
) -> tuple[Vector, list[tuple[int, int]]]:
    """Six faces: glyph, cos, sin, scale x, scale y, offset x, y, ink (3), mark, extents, pips."""
    rows, shown = [], []
    bounds = np.cumsum(weights)[:3]
    for _ in range(6):
        number = int(chance.choice(14, p=glyphs.shares))
        colour = int(np.searchsorted(bounds, chance.random()))
        glyph = glyphs.numerals + int(style["joker"])
        if number:
            glyph = int(style["font"]) * 13 + number - 1
        wide, high = glyphs.extents[glyph]
        size = style["size"] * (style["joker_size"] if number == 0 else 1.0)
        size *= float(np.exp(chance.normal(0, 0.03)))
        tall = size * (0.875 / high) ** style["even"] if number >= 10 else size
        broad = size * style["squeeze"]
        broad = min(broad, style["broadest"] / wide)
        quarter = chance.integers(4) * np.pi / 2 + chance.normal(0, 0.02)
        mark = style["mark"] if number in (6, 9) and style[f"mark{number}"] else 0.0
        off = chance.normal(0, style["slip"], 2)
        broad, tall, left, lift = _with_room(mark, style, broad, tall, float(wide), float(high))
        off += -left * np.array([np.cos(quarter), np.sin(quarter)])
        off += lift * np.array([-np.sin(quarter), np.cos(quarter)])
        rows.append(
            [glyph, np.cos(quarter), np.sin(quarter), broad, tall, *off, *palette[colour], mark,
             wide / 2, high / 2, float(chance.integers(1, 7)), 0.0, float(colour)]
        )  # fmt: skip
        shown.append((number, colour))
    return np.array(rows), shown


def _with_room(
    mark: float, style: dict[str, float], broad: float, tall: float, wide: float, high: float
) -> tuple[float, float, float, float]:
    """A numeral's scales, and how far it goes left and up, to keep its bar or dot on the face."""
    if mark == BAR:
        below = style["gap"] + style["bar"]
        tall = min(tall, MARKED_ROOM / (high + below))
        return broad, tall, 0.0, tall * below / 2
    if mark == DOT:
        gap, dot = 0.7 * style["gap"], 1.4 * style["dot"]
        broad = min(broad, (MARKED_ROOM - dot) / (wide + gap))
        return broad, tall, (broad * gap + dot) / 2, 0.0
    return broad, tall, 0.0, 0.0


def style_of(chance: Chance, glyphs: Glyphs) -> dict[str, float]:
    """What all dice of one set have in common."""
    return {
        "font": float(chance.choice(glyphs.fonts)),
        "joker": float(chance.choice(glyphs.jokers)),
        "size": chance.uniform(0.55, 0.95),
        "joker_size": chance.uniform(0.8, 1.1),
        "even": chance.choice([0.0, 1.0, chance.random()]),
        "squeeze": chance.uniform(0.75, 1.12),
        "broadest": chance.uniform(0.72, 0.86),
        "slip": chance.uniform(0.0, 0.025),
        "mark": float(chance.choice([0, 1, 1, 2, 2])),
        "mark6": float(chance.random() < 0.93),
        "mark9": float(chance.random() < 0.93),
        # From where the bar touches the numeral: on some dice it does, and a 9 is no 2 then.
        "gap": chance.uniform(0.0, 0.11),
        "bar": chance.uniform(0.035, 0.12),
        "bar_wide": chance.uniform(0.8, 1.3),
        "dot": chance.uniform(0.045, 0.09),
        "weight": chance.uniform(0.33, 0.62),
        "engraved": max(0.0, chance.normal(0.0, 0.35)),
        "wear": max(0.0, chance.normal(-0.1, 0.2)),
        "bevel": chance.uniform(0.03, 0.3),
        "gloss": chance.random(),
    }


def _box_arrays(
    chance: Chance, things: SceneThings, glyphs: Glyphs, style: dict[str, float], wish: Wish
) -> Arrays:
    room, held = wish.boxes, wish.held
    out = {
        "centre": np.zeros((room, 3)), "turn": np.tile(np.eye(3), (room, 1, 1)),
        "half": np.full((room, 3), 0.001), "kind": np.zeros(room), "round": np.zeros(room),
        "body": np.zeros((room, 3)), "faces": np.zeros((room, 6, FACE_NUMBERS)),
        "number": np.full(room, -1.0), "colour": np.full(room, -1.0),
        "quad": np.zeros((room, 4, 3)),
        "cocked": np.zeros(room), "stacked": np.zeros(room), "top": np.zeros(room),
    }  # fmt: skip
    # What is not used lies far below the table: arrays of a batch have one size.
    out["centre"][:, 2] = -50.0
    palette = inks(chance, held)
    weights = chance.dirichlet(np.full(4, chance.choice(MIXES if held else (ONE_INK, *MIXES))))
    white = hsv(chance.uniform(25, 65), 0.35 * chance.random() ** 2, chance.uniform(0.78, 1.0))
    for i, box in enumerate(things.boxes[:room]):
        out["centre"][i], out["turn"][i], out["half"][i] = box.centre, box.turn, box.half
        out["kind"][i], out["stacked"][i] = box.kind, box.stacked
        small = float(box.half.min())
        out["round"][i] = style["bevel"] * small
        out["body"][i] = _body(chance, box.kind, white)
        faces, shown = _faces(chance, glyphs, style, palette, weights)
        top = int(np.argmax(FACE_AXES @ box.turn[2]))
        out["top"][i] = top
        if box.kind == TILE:
            _set_on_tile(chance, faces, style)
        out["faces"][i] = faces
        out["quad"][i] = face_corners(box.centre, box.turn, box.half, top, faces[top])
        if box.kind in (DIE, TILE):
            out["number"][i], out["colour"][i] = shown[top]
            out["cocked"][i] = float(box.turn[2] @ FACE_AXES[top] < np.cos(np.radians(8)))
    return {name: value.astype(np.float32) for name, value in out.items()}


def _body(chance: Chance, kind: int, white: list[float]) -> list[float]:
    if kind in (DIE, TILE):
        return [c * float(np.exp(chance.normal(0, 0.03))) for c in white]
    if chance.random() < 0.5:
        return list(hsv(chance.uniform(20, 60), 0.2 * chance.random(), chance.uniform(0.7, 1.0)))
    return list(hsv(chance.uniform(0, 360), chance.random(), chance.uniform(0.1, 1.0)))


def _set_on_tile(chance: Chance, faces: Vector, style: dict[str, float]) -> None:
    """A tile's numeral stands upright in the upper part, and the other faces are bare."""
    faces[4, 1:3] = 1.0, 0.0
    faces[4, 3:5] *= 0.8
    faces[4, 5:7] = chance.normal(0, 0.02), 0.06 + 0.04 * style["wear"] % 0.05
    faces[:4, 0] = -1.0
    faces[5, 0] = -1.0


FACE_AXES = np.array([[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]], float)
# The directions "right" and "up" of each face as one looks at it from outside.
FACE_RIGHT = np.array([[0, 1, 0], [0, -1, 0], [-1, 0, 0], [1, 0, 0], [1, 0, 0], [-1, 0, 0]], float)
FACE_UP = np.array([[0, 0, 1], [0, 0, 1], [0, 0, 1], [0, 0, 1], [0, 1, 0], [0, 1, 0]], float)


def face_corners(centre: Vector, turn: Vector, half: Vector, face: int, row: Vector) -> Vector:
    """The ideal face's corners, top-left first as the numeral reads, then clockwise."""
    quarter = int(np.round(np.arctan2(row[2], row[1]) / (np.pi / 2))) % 4
    right, up = FACE_RIGHT[face] @ np.diag(half), FACE_UP[face] @ np.diag(half)
    middle = FACE_AXES[face] * half
    if np.linalg.norm(up) > 1.2 * np.linalg.norm(right):  # a tile: its upper square
        middle = middle + up - up / np.linalg.norm(up) * np.linalg.norm(right)
        up = up / np.linalg.norm(up) * np.linalg.norm(right)
    local = [middle - right + up, middle + right + up, middle + right - up, middle - right - up]
    world = np.array([centre + turn @ corner for corner in local])
    return np.roll(world, quarter, axis=0)


def _clutter_arrays(chance: Chance, things: SceneThings) -> Arrays:
    capsules, capsule_colours = np.zeros((CAPSULES, 7)), np.zeros((CAPSULES, 3))
    capsules[:, 2] = capsules[:, 5] = -60.0
    skin = hsv(chance.uniform(8, 30), chance.uniform(0.2, 0.65), chance.uniform(0.25, 0.95))
    cloth = hsv(chance.uniform(0, 360), chance.random(), chance.uniform(0.05, 0.95))
    wood = hsv(chance.uniform(0, 360), chance.uniform(0.3, 1), chance.uniform(0.4, 1))
    for i, (a, b, r, colour) in enumerate(things.capsules[:CAPSULES]):
        capsules[i] = [*a, *b, r]
        capsule_colours[i] = (skin, cloth, wood)[colour]
    cup = np.array([*(things.cup or (0, 0, 0, 0))])
    papers, coins = np.zeros((PAPERS, 7)), np.zeros((COINS, 3))
    for i, paper in enumerate(things.papers[:PAPERS]):
        papers[i] = paper
    for i, coin in enumerate(things.coins[:COINS]):
        coins[i] = coin
    any_colour = hsv(chance.uniform(0, 360), chance.random(), chance.random())
    pale = hsv(chance.uniform(0, 360), 0.15 * chance.random(), chance.uniform(0.75, 1))
    out = {
        "capsules": capsules, "capsule_colours": capsule_colours, "cup": cup, "papers": papers,
        "coins": coins, "cup_colour": np.array(any_colour), "paper_colour": np.array(pale),
    }  # fmt: skip
    return {name: np.asarray(value, np.float32) for name, value in out.items()}


def _surface(chance: Chance, wish: Wish) -> Arrays:
    choices = HELD_SURFACES if wish.held else TRAINED_SURFACES
    kind = int(chance.choice(choices))
    if wish.surface is not None:
        kind = SURFACE_NAMES.index(wish.surface)
    colours = np.array(
        [hsv(chance.uniform(0, 360), chance.random(), chance.uniform(0.03, 1.0)) for _ in range(3)]
    )
    if kind == 1:
        hue, sat, light = (
            chance.uniform(14, 38),
            chance.uniform(0.25, 0.75),
            chance.uniform(0.2, 0.95),
        )
        colours = np.array(
            [
                hsv(hue + chance.normal(0, 3), sat, light * k)
                for k in (1.0, chance.uniform(0.5, 0.9), 0.6)
            ]
        )
    if kind == 0 and chance.random() < 0.5:
        level = chance.uniform(0.6, 1.0) if chance.random() < 0.7 else chance.uniform(0.02, 0.2)
        colours[:] = hsv(chance.uniform(0, 360), 0.08 * chance.random(), level)
    values = [
        kind, chance.uniform(0.4, 3.5), chance.uniform(0, 6.3), chance.integers(0, 1000),
        chance.uniform(0.0, 0.5) if kind not in (1, 7, 8, 9) else chance.uniform(0.1, 0.8),
        chance.random() ** 2 * 0.6, chance.uniform(2, 9), chance.random(),
    ]  # fmt: skip
    return {
        "surface": np.asarray(values, np.float32),
        "surface_colours": colours.astype(np.float32),
    }


def _lights(chance: Chance, name: str, held: bool, gloss: float) -> Arrays:
    """Positions, colours and softness of two lamps, the sky's colour, and the shine they leave."""
    high = chance.uniform(15, 60)
    slant = np.radians(chance.uniform(35, 65) if name == "shadow" else chance.uniform(5, 55))
    around = chance.uniform(0, 2 * np.pi, 2)
    slants = np.array([slant, np.radians(chance.uniform(10, 60))])
    positions = high * np.stack(
        [np.tan(slants) * np.cos(around), np.tan(slants) * np.sin(around), np.ones(2)], axis=1
    )
    warm = {"daylight": (-0.1, 0.15), "lamp": (0.1, 0.5), "ring": (-0.15, 0.15)}
    low, top = warm.get(name, (-0.15, 0.45))
    warmth = chance.uniform(low, top, 3)
    colours = np.stack(
        [np.exp(0.6 * warmth), np.exp(-0.1 * abs(warmth)), np.exp(-1.0 * warmth)], axis=1
    )
    if held or chance.random() < TINTED:
        colours = colours * np.exp(chance.normal(0, 0.14, (3, 3)))
    share = chance.uniform(0.25, 0.8) if name != "shadow" else chance.uniform(0.6, 0.92)
    soft = [chance.uniform(0.3, 1.5), chance.uniform(0.8, 2.5)]
    if name == "shadow":
        soft[0] = chance.uniform(0.02, 0.12)
    strength = np.array([share, (1 - share) * chance.uniform(0.2, 0.8)])
    if name == "daylight" and chance.random() < CLOUDED:
        strength, soft, gloss = strength * chance.uniform(0, 0.35), [2.5, 2.5], gloss * 0.2
    shine = gloss * chance.uniform(0.0, 0.6) * (1 if name != "dim" else 0.3)
    values = [
        shine, chance.uniform(0.05, 0.5),
        1.5 * shine if name == "ring" else shine * chance.random() * 0.3,
        np.radians(chance.uniform(4, 22)), np.radians(chance.uniform(1.5, 8)),
    ]  # fmt: skip
    return {
        "lights": positions.astype(np.float32),
        "light_colours": (colours[:2] * strength[:, None]).astype(np.float32),
        "sky": (colours[2] * (1 - strength.sum() * 0.7)).astype(np.float32),
        "soft": np.asarray(soft, np.float32),
        "shine": np.asarray(values, np.float32),
    }


def _camera(chance: Chance, things: SceneThings, wish: Wish, size: tuple[float, float]) -> Arrays:
    """Where the camera stands: `size` bounds a die's width as a share of the picture's."""
    spots = np.array([box.centre[:2] for box in things.boxes if box.kind in (DIE, TILE)])
    middle = (spots.max(axis=0) + spots.min(axis=0)) / 2
    extent = float(np.linalg.norm(spots - middle, axis=1).max()) * 2 + 1.5
    share = float(np.exp(chance.uniform(np.log(size[0]), np.log(size[1]))))
    if chance.random() < 0.8:
        share = min(share, max(size[0], 0.85 / extent))
    tilt = np.radians(wish.tilt_deg if wish.tilt_deg is not None else _tilt(chance))
    wide_deg = chance.uniform(45, 75) if wish.held else chance.uniform(38, 82)
    focal = 0.5 / np.tan(np.radians(wide_deg) / 2)
    distance = focal / share
    around, roll = chance.uniform(0, 2 * np.pi), _roll(chance, float(np.degrees(tilt)), wish.held)
    back = np.array([np.sin(tilt) * np.cos(around), np.sin(tilt) * np.sin(around), np.cos(tilt)])
    side = np.array([-np.sin(around), np.cos(around), 0.0])
    down = np.cross(-back, side)
    c, s = np.cos(roll), np.sin(roll)
    axes = np.stack([c * side + s * down, -s * side + c * down, -back])
    slack = max(0.0, 0.9 / share - extent) / 2
    shift = chance.uniform(-1, 1, 2) * slack * np.array([1.0, 0.6])
    aim = np.array([*middle, 0.5]) - shift[0] * axes[0] - shift[1] * axes[1]
    return {
        "eye": (aim + back * distance).astype(np.float32),
        "axes": axes.astype(np.float32),
        "lens": np.asarray([focal, chance.normal(0, 0.05), share], np.float32),
    }


def _tilt(chance: Chance) -> float:
    luck = chance.random()
    straight = luck < STRAIGHT
    bounds = STRAIGHT_DEG if straight else STEEP_DEG if luck > 1 - STEEP else HUNG_DEG
    return float(chance.uniform(*bounds))


def _roll(chance: Chance, tilt_deg: float, held: bool) -> float:
    """Straight down any; who tilts a camera mostly keeps it upright, or sets it on its side."""
    if tilt_deg < 8 or (not held and chance.random() < 0.2):
        return float(chance.uniform(0, 2 * np.pi))
    upright = np.radians(chance.normal(0, 8))
    return float(upright + (chance.choice([-1, 1]) * np.pi / 2 if chance.random() < 0.1 else 0.0))


def _exposure(chance: Chance) -> float:
    """Mostly well exposed, now and then too bright."""
    return float(chance.uniform(0.9, 1.25) if chance.random() < 0.15 else chance.uniform(0.45, 1.0))


def _film(chance: Chance, name: str) -> Arrays:
    """Exposure, white balance, noise, blur, tone, sharpening and JPEG."""
    dim = name == "dim"
    values = {
        "exposure": chance.uniform(0.1, 0.45) if dim else _exposure(chance),
        "red": float(np.exp(chance.normal(0, 0.13))),
        "blue": float(np.exp(chance.normal(0, 0.15))),
        "noise": chance.uniform(0.003, 0.02) if dim else chance.uniform(0.0005, 0.012),
        "grain": chance.random(),
        "blur": chance.uniform(0.3, 1.1) if chance.random() < 0.8 else chance.uniform(0.8, 1.9),
        "motion": chance.uniform(0, 3.5) if chance.random() < 0.12 else 0.0,
        "motion_turn": chance.uniform(0, np.pi),
        "gamma": chance.uniform(1.9, 2.5),
        "contrast": chance.uniform(-0.1, 0.5),
        "saturation": chance.uniform(0.65, 1.35),
        "sharpen": max(0.0, chance.normal(0.2, 0.5)),
        "jpeg": chance.uniform(35, 98),
        "vignette": max(0.0, chance.normal(0.1, 0.25)),
    }
    return {"film": np.asarray(list(values.values()), np.float32)}


FILM = ("exposure", "red", "blue", "noise", "grain", "blur", "motion", "motion_turn", "gamma",
        "contrast", "saturation", "sharpen", "jpeg", "vignette")  # fmt: skip


def scene(
    chance: Chance,
    glyphs: Glyphs,
    wish: Wish | None = None,
    size: tuple[float, float] = (0.015, 0.12),
) -> Arrays:
    """All arrays of one picture; sizes are shares of the picture's width."""
    wish = wish or Wish()
    things = things_of(chance, wish.tiles, wish.awkward, wish.boxes - SPARE)
    style = style_of(chance, glyphs)
    name = wish.light or str(chance.choice(LIGHT_NAMES))
    out = _box_arrays(chance, things, glyphs, style, wish)
    out |= _clutter_arrays(chance, things)
    spots = np.array([box.centre[:2] for box in things.boxes])
    out["prints"] = prints_of(chance, spots).astype(np.float32)
    out |= _surface(chance, wish)
    out |= _lights(chance, name, wish.held, style["gloss"])
    out |= _camera(chance, things, wish, size)
    out |= _film(chance, name)
    out["style"] = np.asarray([style[key] for key in STYLE], np.float32)
    out["tiles"] = np.asarray([float(wish.tiles)], np.float32)
    return out


STYLE = ("weight", "gap", "bar", "bar_wide", "dot", "engraved", "wear", "gloss")
