"""Tiles: found by a detector of their own, told from dice by their bodies, and 6 from 9 by these.

A tile's numeral stands in the upper square of a face of 1 : 1.4, so below the square the white of
the piece goes on and above it the table begins. A die has no such side: what lies beyond its face
is the same all around. Over the pieces of a picture that tells which of the two games it shows.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

import cv2
import numpy as np

from turbo.errors import TurboError
from turbo.game.dice import Face
from turbo.game.observation import Observation, Reading, SeenDie
from vision.mat.calibration import without_print
from vision.mat.card_fit import calibrate_cards
from vision.pictures.given import Quad
from vision.reading.detector import DetectorTuning, Image
from vision.reading.network import Floats
from vision.reading.reader import STILLS, Reader, ReaderTuning
from vision.reading.tops import view_by_dice, view_in

TILE_STILLS: ReaderTuning = replace(
    STILLS,
    detector=DetectorTuning(
        network="tiles", score_min=0.3, clear_score=0.3, small_px=0.0, dice_max=200
    ),
    in_mirror=False,
)
"""Of 475 held-out tiles the least likely peak has 0.57, but one that lay alone at the twin's table
had 0.39. With 0.3 none of 270 others is missed, as with 0.4, and what is no tile comes 36 times and
not 31: print on the cards, in doubt each time (`without_print`). The largest box has 160 tiles.
Tiles are larger than dice: no closer look is needed."""


@dataclass(frozen=True, slots=True)
class TilesTuning:
    """When a picture shows tiles. Found on every third of the photographs that are trained on, the
    pictures of dice that others made and frames of films, which lie far apart: of tiles every piece
    goes on below; of dice at most as many below as above."""

    side_px: int = 24
    """A face is looked at in this size: enough for what is as large as a fifth of it."""
    strip: tuple[float, float] = (0.1, 0.3)
    """Where beyond a face it is looked, in widths: past the rim's shadow, well within 0.4."""
    white: float = 0.7
    """As bright as this, of the face's own white, is the same piece: an embossed name has 0.75."""
    goes_on: float = 0.9
    """The share of pieces that must go on below."""
    ends: float = 0.3
    """By how much more of them below than above, as on any table that is not white."""
    clearer: float = 1.15
    """On a white table: how much more the tiles' detector trusts them than the dice's does. In
    pictures of dice it was 0.7 to 1.03 and once 1.23, of tiles 1.0 to 4."""


@dataclass(frozen=True, slots=True)
class Beyond:
    """How white it is beyond a face below and above its numeral, of its own white."""

    below: float
    above: float


def upright(die: SeenDie) -> Floats:
    """The corners from the numeral's upper left on, clockwise."""
    corners = np.asarray(die.corners_px, np.float32)
    turn = np.radians(die.rotation_deg or 0.0)
    up = np.array([np.sin(turn), -np.cos(turn)])
    turns = [np.roll(corners, -k, axis=0) for k in range(4)]
    return max(turns, key=lambda c: float((c[0] + c[1] - c[2] - c[3]) @ up))


def beyond(image: Image, die: SeenDie, tuning: TilesTuning) -> Beyond:
    side = tuning.side_px
    square = np.array([[1, 1], [2, 1], [2, 2], [1, 2]], np.float32) * side
    warp = cv2.getPerspectiveTransform(upright(die), square)
    cut = cv2.warpPerspective(image, warp, (3 * side, 3 * side), borderMode=cv2.BORDER_REPLICATE)
    pixels = np.asarray(cut, np.float32)
    white = np.percentile(pixels[side : 2 * side, side : 2 * side], 75, axis=(0, 1)) + 1.0
    near, far = (round(share * side) for share in tuning.strip)
    middle = slice(round(1.2 * side), round(1.8 * side))
    below = pixels[2 * side + near : 2 * side + far, middle] / white
    above = pixels[side - far : side - near, middle] / white
    return Beyond(*(float(np.percentile(part.min(-1), 20)) for part in (below, above)))


def without_cards(image: Image, seen: Observation) -> Observation:
    """Less what was read in the markers of corner cards, where the picture shows all four."""
    with suppress(TurboError):
        return without_print(calibrate_cards(image), seen)
    return seen


class StillsReader:
    """Reads stills of dice and of tiles; which of them, the picture tells unless it was said."""

    def __init__(self, are_tiles: bool | None = None) -> None:
        self.tuning, self._are_tiles = TilesTuning(), are_tiles
        self._dice = Reader(STILLS)
        self._tiles = None if are_tiles is False else Reader(TILE_STILLS)

    def read(self, image: Image) -> Observation:
        if self._are_tiles and self._tiles is not None:
            return self._read_tiles(image, self._tiles)
        dice = self._read_dice(image)
        if self._tiles is None:
            return dice
        tiles = self._read_tiles(image, self._tiles)
        return tiles if self._show_tiles(image, dice, tiles) else dice

    def _read_dice(self, image: Image) -> Observation:
        """As at the table, where the camera is known: by the mat in the picture, or else by the
        dice themselves, which are looked at once more then."""
        view = view_in(image)
        self._dice.stand(view)
        dice = self._dice.read(image)
        if view is not None or (view := view_by_dice(dice)) is None:
            return dice
        self._dice.stand(view)
        return self._dice.read(image)

    def read_faces(self, image: Image, quads: Sequence[Quad]) -> tuple[SeenDie, ...]:
        return self._dice.read_faces(image, quads)

    def _read_tiles(self, image: Image, reader: Reader) -> Observation:
        seen = reader.read(image)
        dice = tuple(told_by_body(image, die, self.tuning) for die in seen.dice)
        return without_cards(image, replace(seen, dice=dice, are_tiles=True))

    def _shares(self, image: Image, seen: Observation) -> tuple[float, float]:
        """Of how many pieces the white goes on below, and above."""
        around = [beyond(image, die, self.tuning) for die in seen.dice]
        white, count = self.tuning.white, len(around)
        below, above = (sum(getattr(one, side) >= white for one in around) for side in _SIDES)
        return below / max(1, count), above / max(1, count)

    def _show_tiles(self, image: Image, dice: Observation, tiles: Observation) -> bool:
        if not tiles.dice:
            return False
        below, above = self._shares(image, tiles)
        trust = [sum(die.confidence for die in seen.dice) for seen in (tiles, dice)]
        is_clearer = trust[0] >= self.tuning.clearer * trust[1]
        return below >= self.tuning.goes_on and (below - above >= self.tuning.ends or is_clearer)


_SIDES = ("below", "above")
_UPSIDE_DOWN = {6: 9, 9: 6}


def told_by_body(image: Image, die: SeenDie, tuning: TilesTuning) -> SeenDie:
    """A 6 or a 9 whose body lies above its numeral is the other one, upside down."""
    if not die.readings or die.readings[0].face.number not in _UPSIDE_DOWN:
        return die
    around, white = beyond(image, die, tuning), tuning.white
    if around.below >= white > around.above:
        return replace(die, readings=_without_other(die.readings))
    if around.above >= white > around.below:
        turned = None if die.rotation_deg is None else (die.rotation_deg + 180.0) % 360.0
        return replace(die, readings=_other(die.readings), rotation_deg=turned)
    return die


def _turned(face: Face) -> Face:
    return Face(face.colour, _UPSIDE_DOWN.get(face.number or 0, face.number))


def _without_other(readings: tuple[Reading, ...]) -> tuple[Reading, ...]:
    """What was shared with the same face upside down belongs to the first."""
    first = readings[0]
    other = [r for r in readings[1:] if r.face == _turned(first.face)]
    sure = min(1.0, first.confidence + sum(r.confidence for r in other))
    return (replace(first, confidence=sure), *(r for r in readings[1:] if r not in other))


def _other(readings: tuple[Reading, ...]) -> tuple[Reading, ...]:
    return _without_other(tuple(replace(r, face=_turned(r.face)) for r in readings))
