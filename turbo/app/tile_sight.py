"""What a table of tiles is seen with: the corner cards in the picture, and eyes for tiles."""

import itertools
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from turbo.app.sight import jpeg_of
from turbo.errors import TurboError
from turbo.game.observation import Observation
from turbo.live.perception import Perception
from vision.cameras.frames import Camera, CameraLost
from vision.mat.calibration import Calibration, plan_from, without_print
from vision.mat.card_fit import TileSize, calibrate_cards
from vision.mat.markers import has_moved, recalibrated
from vision.mat.plan import Plan
from vision.reading.motion import Motion
from vision.reading.reader import Reader
from vision.reading.tile_memory import TileMemory
from vision.reading.tiles import TILE_STILLS, TilesTuning, told_by_body

Image = NDArray[np.uint8]

PICTURES = 40
"""Pictures in which the cards are looked for before it is said what is missing: people still lay
them down, or reach over one."""


@dataclass
class TileSight:
    """Reads the pictures of one tile table, and follows its cards when they or the camera move."""

    calibration: Calibration
    reader: Reader
    body: TilesTuning
    memory: TileMemory = field(default_factory=TileMemory)

    @staticmethod
    def of(calibration: Calibration) -> "TileSight":
        """Every look is at the whole picture: of 401 drawn tiles none was missed so, and of those
        that came to light in a part that was looked at alone about one in a hundred."""
        return TileSight(calibration, Reader(TILE_STILLS), TilesTuning())

    @property
    def plan(self) -> Plan:
        return plan_from(self.calibration)

    def read(self, image: Image) -> Observation:
        seen = self.reader.read(image)
        # A 6 and a 9 of tiles differ by which way their body lies, which no mark has to tell.
        dice = tuple(told_by_body(image, die, self.body) for die in seen.dice)
        told = without_print(self.calibration, replace(seen, dice=dice, are_tiles=True))
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


def found_cards(
    camera: Camera,
    *,
    tile: TileSize | None = None,
    field_mm: tuple[float, float] | None = None,
    pictures: int = PICTURES,
    say: Callable[[str], None] = lambda text: None,
    is_patient: bool = False,
) -> Calibration:
    """The field by its cards, as soon as a picture shows all four; a patient one waits for as long
    as that takes, for a telephone that somebody is still looking for."""
    missing = "no picture came"
    for _ in itertools.count() if is_patient else range(pictures):
        try:
            frame = camera.read(0.5)
        except CameraLost:
            if not is_patient:
                raise
            continue
        if frame is None:
            continue
        try:
            return calibrate_cards(frame.image, tile=tile, field_mm=field_mm)
        except TurboError as error:
            # Said once, not for each of forty pictures.
            if str(error) != missing:
                say(str(error))
            missing = str(error)
    raise TurboError(missing)
