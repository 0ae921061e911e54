"""The picture of a tile table: tiles of 1 : 1.4 in rows, corner cards, hands; one camera above it.

Under a lens and a lamp as the dice's table is drawn; what differs is the piece and the size of the
table. While nothing moves, a picture costs a copy and fresh noise.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache

import cv2
import numpy as np

from turbo.game.dice import Face, Mark
from turbo.twin.draw_dice import FINE, Stamp, _box, _outline, lay_face, shade_hull
from turbo.twin.draw_props import HandPose, PropDrawer
from turbo.twin.draw_table import MatPose, lay_sheet, seen_table, surface
from turbo.twin.effects import Development, checked
from turbo.twin.glyphs import SIZE, Floats, Image, Print, printed_face
from turbo.twin.lens import Points, TwinCameraSettings, TwinLens
from turbo.twin.light import TwinLight, light_named
from vision.mat.card_fit import TileSize
from vision.mat.cards import CardGeometry
from vision.mat.sheet import marker_cells

FIELD_MM = (900.0, 600.0)
"""A playing field for four, as the cards span it: sets in four columns of nine rows."""

ROOM_MM = (760.0, 520.0)
"""Half of what is painted about the field's middle."""

PAINTED = 2.4
"""Pixels a millimetre of that painting: a little more than the picture has."""


def camera_above(**chosen: float) -> TwinCameraSettings:
    """A camera of 1920 x 1080 straight above a field that just fits in."""
    camera = TwinCameraSettings(width_px=1920, height_px=1080, field_deg=66.0, barrel=-0.02)
    camera = replace(camera, **chosen)  # type: ignore[arg-type]
    half = math.tan(math.radians(camera.field_deg / 2.0))
    share = camera.height_px / camera.width_px
    need = max(FIELD_MM[0] / (2.0 * half), FIELD_MM[1] / (2.0 * half * share))
    # A twentieth more than just fits: cards at the very rim of a picture are not found.
    return replace(camera, distance_mm=need * 1.06)


@dataclass(frozen=True, slots=True)
class CardPose:
    """A corner card: its marker's middle, and how far it is turned."""

    number: int
    x_mm: float
    y_mm: float
    turn_deg: float = 0.0


def cards_around(
    field_mm: tuple[float, float] = FIELD_MM, turns_deg: Sequence[float] = (3.0, -5.0, 178.0, 92.0)
) -> tuple[CardPose, ...]:
    """Four cards as people lay them: at the corners, none quite straight."""
    geometry = CardGeometry()
    x, y = ((side - geometry.marker_mm) / 2.0 for side in field_mm)
    spots = ((-x, y), (x, y), (x, -y), (-x, -y))
    return tuple(
        CardPose(number, *spot, turn)
        for number, spot, turn in zip(geometry.numbers, spots, turns_deg, strict=True)
    )


@dataclass(frozen=True, slots=True)
class TileLook:
    """Everything about the picture that is chosen and not played."""

    camera: TwinCameraSettings = field(default_factory=camera_above)
    light: str = "ceiling"
    surface: str = "wood"
    cards: tuple[CardPose, ...] = field(default_factory=cards_around)
    printed: Print = field(default_factory=lambda: Print("inter", Mark.NONE, numeral=0.5))
    tile: TileSize = field(default_factory=TileSize)
    effects: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "effects", checked(self.effects))


@dataclass(frozen=True, slots=True)
class PlacedTile:
    """A tile that lies on the table. `turn_deg` runs clockwise from a
    numeral that stands upright for the lower side's player; without a face it lies face down."""

    face: Face | None
    x_mm: float
    y_mm: float
    turn_deg: float = 0.0

    def place(self, across_mm: float, up_mm: float, z_mm: float) -> tuple[float, float, float]:
        """A point of the tile in the world, from its middle to the right and to its upper end."""
        turn = math.radians(self.turn_deg)
        c, s = math.cos(turn), math.sin(turn)
        x = self.x_mm + across_mm * c + up_mm * s
        y = self.y_mm - across_mm * s + up_mm * c
        return x, y, z_mm


HIGH = round(1.4 * SIZE)
"""Pixels of a printed tile's length: its numeral stands in the upper square."""


@cache
def tile_texture(face: Face | None, printed: Print) -> Floats:
    """A tile's upper side from above, (HIGH, SIZE, 3), blue, green, red from 0 to 1."""
    body = np.array(printed.body, np.float32)
    tile = np.empty((HIGH, SIZE, 3), np.float32)
    tile[:] = body
    if face is None:
        return np.asarray(tile * 0.97, np.float32)
    recess = np.zeros((HIGH, SIZE), np.float32)
    cv2.circle(recess, (SIZE // 2, SIZE // 2), int(0.4 * SIZE), 1.0, -1, cv2.LINE_AA)
    dip = cv2.GaussianBlur(recess, (0, 0), 3.0) - cv2.GaussianBlur(recess, (0, 0), 1.0)
    tile *= 1.0 + 0.12 * dip[..., None]
    ink, colour = printed_face(face, printed)
    tile[:SIZE] = tile[:SIZE] * (1.0 - ink) + colour * ink
    _emboss(tile)
    return np.ascontiguousarray(tile)


def _emboss(tile: Floats) -> None:
    """The maker's name below: a grey that one sees and cannot read."""
    for at in range(14, SIZE - 14, 6):
        cv2.line(tile, (at, HIGH - 18), (at + 3, HIGH - 13), (0.80, 0.84, 0.85), 1, cv2.LINE_AA)


class TileDrawer:
    """Draws tiles under one lens and one light."""

    def __init__(self, lens: TwinLens, light: TwinLight, look: TileLook) -> None:
        self.lens, self.light, self.look = lens, light, look
        towards = np.array(light.towards)
        self.towards = towards / np.linalg.norm(towards)
        self.gains = np.array(light.colour, np.float32) * 255.0
        self.reach_mm = _reach(lens)

    def draw(self, picture: Image, tiles: Sequence[PlacedTile]) -> None:
        """Shadows first, then the tiles, far ones before near ones."""
        for tile in tiles:
            self._draw_shadow(picture, tile)
        eye = self.lens.eye_mm
        for tile in sorted(tiles, key=lambda t: -math.hypot(t.x_mm - eye[0], t.y_mm - eye[1])):
            self._draw_tile(picture, tile)

    def corners(self, tile: PlacedTile, z_mm: float, inset_mm: float = 0.0) -> Points:
        """Clockwise from the upper left, as its numeral reads."""
        size = self.look.tile
        across, up = size.wide_mm / 2 - inset_mm, size.long_mm / 2 - inset_mm
        signs = ((-1, 1), (1, 1), (1, -1), (-1, -1))
        return np.array([tile.place(a * across, b * up, z_mm) for a, b in signs])

    def square_px(self, tile: PlacedTile) -> Points:
        """Where the upper square of its face is seen: what a reader of dice calls the face."""
        size = self.look.tile
        across, top = size.wide_mm / 2, size.long_mm / 2
        low = top - size.wide_mm
        spots = ((-across, top), (across, top), (across, low), (-across, low))
        return self.lens.project(np.array([tile.place(a, b, size.thick_mm) for a, b in spots]))

    def _draw_shadow(self, picture: Image, tile: PlacedTile) -> None:
        thick = self.look.tile.thick_mm
        solid = np.concatenate([self.corners(tile, 0.0), self.corners(tile, thick)])
        scale = self.lens.px_per_mm(solid[0])
        cast = solid - solid[:, 2:] / self.towards[2] * self.towards
        share = self.light.lamp / (self.light.lamp + self.light.ambient + 1e-6)
        soft = self.light.softness_mm * scale * 0.3
        shade_hull(picture, self.lens.project(cast), 0.7 * share, soft)
        foot = solid[:4].copy()
        foot[:, 2] = 0.0
        shade_hull(picture, self.lens.project(foot), 0.3, 1.6 * scale)

    def _draw_tile(self, picture: Image, tile: PlacedTile) -> None:
        thick, rounding = self.look.tile.thick_mm, 1.6
        inner = np.concatenate(
            [self.corners(tile, z, rounding) for z in (rounding, thick - rounding)]
        )
        seen = self.lens.project(inner)
        radius = rounding * self.lens.px_per_mm(inner[0])
        box = _box(seen, radius + 2.0, picture.shape)
        if box is None:
            return
        left, top, right, bottom = box
        size = ((right - left) * FINE, (bottom - top) * FINE)
        origin = np.array([left, top], float)
        shade = self._shade(tile)
        body = np.empty((size[1], size[0], 3), np.uint8)
        # Darker than the top: a side gets less of the light from above.
        side = np.array(self.look.printed.body, np.float32) * self.gains * shade * 0.8
        body[:] = np.clip(side, 0, 255)
        self._lay_face(body, tile, origin, shade)
        Stamp.made(box, body, _outline(seen - origin, radius, size)).lay(picture)

    def _shade(self, tile: PlacedTile) -> float:
        away = (tile.x_mm**2 + tile.y_mm**2) / self.reach_mm**2
        local = 1.0 - self.light.falloff * min(1.0, away)
        return local * (self.light.ambient + self.light.lamp * float(self.towards[2]))

    def _lay_face(self, body: Image, tile: PlacedTile, origin: Points, shade: float) -> None:
        quad = self.lens.project(self.corners(tile, self.look.tile.thick_mm, 0.5)) - origin
        target = ((quad + 0.5) * FINE - 0.5).astype(np.float32)
        face = tile_texture(tile.face, self.look.printed) * (self.gains * shade)
        lit = np.clip(face, 0, 255).astype(np.uint8)
        lay_face(body, lit, _TILE_CORNERS, target, cv2.INTER_AREA)


_TILE_CORNERS = np.array([[0, 0], [SIZE, 0], [SIZE, HIGH], [0, HIGH]], np.float32) - 0.5


def _reach(lens: TwinLens) -> float:
    """Where lamps have faded: beyond the corners of what the camera sees."""
    return 0.75 * lens.distance_mm


class TileRenderer:
    """Draws moments of a tile table. The look may be changed between two pictures."""

    def __init__(self, look: TileLook, seed: int = 0) -> None:
        self.look, self.seed = look, seed
        self._development = Development(seed)
        self._looked: TileLook | None = None
        self._lying: tuple[PlacedTile, ...] | None = None
        self._seen: tuple[tuple[HandPose, ...], Image] | None = None
        """The hands of the last picture, and that picture as the lens gives it."""
        self.lens = TwinLens(look.camera)

    def draw(
        self, tiles: Sequence[PlacedTile], hands: Sequence[HandPose] = (), at_s: float = 0.0
    ) -> Image:
        """A fresh picture, blue, green, red."""
        self._take_look()
        lying = tuple(tiles)
        if lying != self._lying:
            self._lying, self._still = lying, self._table.copy()
            self._tiles.draw(self._still, lying)
            self._seen = None
        if self._seen is None or self._seen[0] != tuple(hands):
            # Without anything above it, it is not drawn on.
            picture = self._still.copy() if hands else self._still
            for hand in hands:
                self._props.draw_hand(picture, hand)
            soft = cv2.GaussianBlur(picture, (3, 3), self.look.camera.blur_px)
            self._seen = tuple(hands), np.asarray(soft, np.uint8)
        noise = self.look.camera.noise * light_named(self.look.light).noise
        # Of what has not changed too: developing makes a copy of its own.
        return self._development.developed(self._seen[1], self.look.effects, noise, at_s)

    def square_px(self, tile: PlacedTile) -> Points:
        """Where the upper square of a tile's face is seen."""
        self._take_look()
        return self._tiles.square_px(tile)

    def _take_look(self) -> None:
        if self._looked == self.look:
            return
        look, light = self.look, light_named(self.look.light)
        self._looked, self._lying, self.lens = look, None, TwinLens(look.camera)
        self._tiles = TileDrawer(self.lens, light, look)
        self._props = PropDrawer(self.lens, light)
        self._table = _bare_table(look, self.seed)


@lru_cache(maxsize=4)
def _bare_table(look: TileLook, seed: int) -> Image:
    """Before anything lies on it: the same for all tables that look alike, as with dice."""
    lens, light = TwinLens(look.camera), light_named(look.light)
    seen = seen_table(painted(look, seed), PAINTED, lens, light, ROOM_MM, _reach(lens))
    seen.flags.writeable = False
    return seen


def painted(look: TileLook, seed: int) -> Floats:
    """The table from above, with its cards."""
    shape = (round(2 * ROOM_MM[1] * PAINTED), round(2 * ROOM_MM[0] * PAINTED))
    flat = surface(look.surface, shape, seed)
    cards = CardGeometry()
    area, marker = cards.card_at((0.0, 0.0)), cards.marker_at((0.0, 0.0))
    for card in look.cards:
        pose = MatPose(card.x_mm, card.y_mm, -math.radians(card.turn_deg))
        lay_sheet(flat, area, marker_cells(card.number, marker), pose, PAINTED, ROOM_MM)
    return flat
