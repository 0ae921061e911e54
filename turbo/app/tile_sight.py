"""What a table of tiles is seen with: the corner cards in the picture, and eyes for tiles."""

import argparse
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from turbo.app.sight import jpeg_of
from turbo.errors import TurboError
from turbo.game.dice import DiceSet
from turbo.game.observation import Observation
from turbo.live.perception import Perception
from vision.mat.calibration import Calibration, default_tiles, plan_from, without_print
from vision.mat.markers import has_moved, recalibrated
from vision.mat.plan import Plan
from vision.reading.motion import Motion
from vision.reading.own_dice import parse_inks
from vision.reading.own_inks import OwnDice
from vision.reading.reader import Reader
from vision.reading.tile_memory import TileMemory
from vision.reading.tiles import TILE_STILLS, TilesTuning, told_by_body

Image = NDArray[np.uint8]


@dataclass
class TileSight:
    """Reads the pictures of one tile table, and follows its cards when they or the camera move."""

    calibration: Calibration
    reader: Reader
    body: TilesTuning
    memory: TileMemory = field(default_factory=TileMemory)
    own: OwnDice | None = None
    """The inks of the user's own tiles."""

    @staticmethod
    def of(calibration: Calibration, own: OwnDice | None = None) -> "TileSight":
        """Every look is at the whole picture: of 401 drawn tiles none was missed so, and of those
        that came to light in a part that was looked at alone about one in a hundred."""
        return TileSight(calibration, Reader(TILE_STILLS), TilesTuning(), own=own)

    @property
    def plan(self) -> Plan:
        return plan_from(self.calibration)

    def read(self, image: Image) -> Observation:
        seen = self.reader.read(image)
        # A 6 and a 9 of tiles differ by which way their body lies, which no mark has to tell.
        dice = tuple(told_by_body(image, die, self.body) for die in seen.dice)
        told = without_print(self.calibration, replace(seen, dice=dice, are_tiles=True))
        told = told if self.own is None else self.own.refined(image, told)
        # Last: what this look has missed is told again where its pixels are as they were.
        return self.memory.completed(image, told)

    def relocate(self, image: Image) -> Plan | None:
        """The plan by the cards if these are no longer where they were."""
        if not has_moved(self.calibration, image):
            return None
        try:
            self.calibration = recalibrated(self.calibration, image)
        except TurboError:
            return None
        # It knows tiles by their pixels, and all of these have moved.
        self.memory.forget()
        return self.plan

    def perception(self) -> Perception:
        return Perception(self.read, Motion(plan=self.plan), jpeg_of, self.relocate)


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
