"""What a table of tiles is seen with: the corner cards in the picture, and eyes for tiles."""

import argparse
from dataclasses import replace

from turbo.app.sight import Image, Sight
from turbo.errors import TurboError
from turbo.game.dice import DiceSet
from turbo.game.observation import Observation
from vision.mat.calibration import Calibration, default_tiles, plan_from
from vision.mat.plan import Plan
from vision.reading.own_dice import parse_inks
from vision.reading.own_inks import OwnDice
from vision.reading.reader import Reader
from vision.reading.tile_memory import TileMemory
from vision.reading.tiles import TILE_STILLS, TilesTuning, told_by_body


class TileSight(Sight):
    """Reads the pictures of one tile table, and follows its cards when they or the camera move.

    Every look is at the whole picture: of 401 drawn tiles none was missed so, and of those that
    came to light in a part that was looked at alone about one in a hundred."""

    calibration: Calibration

    def __init__(self, calibration: Calibration, own: OwnDice | None = None) -> None:
        self.body, self.memory = TilesTuning(), TileMemory()
        super().__init__(Reader(TILE_STILLS), calibration, own)

    def _place_reader(self) -> None:
        """Tiles lie flat: nothing of their sides is seen."""

    @property
    def plan(self) -> Plan:
        return plan_from(self.calibration)

    def read(self, image: Image) -> Observation:
        seen = self.reader.read(image)
        # A 6 and a 9 of tiles differ by which way their body lies, which no mark has to tell.
        dice = tuple(told_by_body(image, die, self.body) for die in seen.dice)
        told = self._refined(image, replace(seen, dice=dice, are_tiles=True))
        # Last: what this look has missed is told again where its pixels are as they were.
        return self.memory.completed(image, told)

    def relocate(self, image: Image) -> Plan | None:
        moved = super().relocate(image)
        if moved is not None:
            # It knows tiles by their pixels, and all of these have moved.
            self.memory.forget()
        return moved


def own_tiles(text: str) -> OwnDice:
    """What a file says that `turbo enroll --pieces tiles` has written."""
    return OwnDice(DiceSet(), parse_inks(text))


def kept_tiles(args: argparse.Namespace) -> OwnDice | None:
    """The user's own tiles that were named, or those at the usual place."""
    usual = default_tiles()
    named = args.dice or (None if args.camera.startswith("twin") or not usual.exists() else usual)
    try:
        return None if named is None else own_tiles(named.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise TurboError(f"{named}: expected what 'turbo enroll' wrote: {error}") from error
