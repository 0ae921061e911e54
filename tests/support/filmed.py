"""A table drawn picture by picture, as a camera: dice lie where a test lays them.

The twin's drawing without its players, so that recognition runs for real and nothing happens but
what the test does.
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from turbo.game.dice import NUMBERED_FACES, Face
from turbo.game.observation import Observation, SeenDie
from turbo.twin.draw import DrawnScene, Look, Renderer
from turbo.twin.draw_dice import PlacedDie
from turbo.twin.draw_props import HandPose
from turbo.twin.inventory import TwinDie, lying
from turbo.twin.lens import TwinCameraSettings
from vision.cameras.frames import CameraLost, Frame
from vision.pictures.loading import Image

FRAME_S = 0.1
EDGE_MM = 16.0

HANDS = {0: -118.0, 1: 118.0}
"""How far up or down the mat the middle of each hand zone is, in millimetres."""


class FilmedTable:
    """A `Camera` over dice by name. Each `read` is a tenth of a second."""

    simulated = True

    def __init__(self, camera: TwinCameraSettings | None = None, seed: int = 1) -> None:
        self.renderer = Renderer(Look(camera=camera or TwinCameraSettings(1280, 960)), seed)
        self.dice: dict[int, tuple[Face, float, float, float]] = {}
        self.hands: tuple[HandPose, ...] = ()
        self.chance = np.random.default_rng(seed)
        self.is_out = False
        self._known: dict[int, tuple[Face, float, float, float]] = {}
        self.at_s, self.number = 0.0, 0

    def read(self, timeout_s: float) -> Frame | None:
        self.at_s += FRAME_S
        if self.is_out:
            raise CameraLost("the plug was pulled")
        self.number += 1
        return Frame(self.picture(), self.at_s, self.number)

    def close(self) -> None: ...

    def picture(self) -> Image:
        placed = tuple(_placed(*die) for die in self.dice.values())
        return self.renderer.draw(
            DrawnScene(still=placed, hands=self.hands, still_key=str(self.dice))
        )

    @property
    def is_dark(self) -> bool:
        return self.renderer.look.light == "off"

    def look(self, **changes: object) -> None:
        """Another light, another surface: fields of `Look`."""
        self.renderer.look = replace(self.renderer.look, **changes)  # type: ignore[arg-type]

    def bump(self, dx_mm: float, dy_mm: float, turn_deg: float) -> None:
        self.look(camera=self.renderer.look.camera.bumped(dx_mm, dy_mm, turn_deg))

    def lay(self, name: int, face: str, x_mm: float, y_mm: float, turn_deg: float = 0.0) -> None:
        self.dice[name] = (Face.parse(face), x_mm, y_mm, turn_deg)

    def hand(self, seat: int, names: Iterable[int], text: str) -> None:
        """Dice come to lie in a hand's zone, each turned somehow."""
        for place, (name, face) in enumerate(zip(names, text.split(), strict=True)):
            x, y = -150.0 + 36.0 * place, HANDS[seat] + 6.0 * (-1) ** place
            self.lay(name, face, x, y, float(self.chance.uniform(0, 360)))

    def row(self, names: Iterable[int], text: str, x_mm: float, y_mm: float) -> None:
        """Dice are laid side by side."""
        for place, (name, face) in enumerate(zip(names, text.split(), strict=True)):
            self.lay(name, face, x_mm + place * (EDGE_MM + 0.3), y_mm)

    def make_readable(self, read: Callable[[Image], Observation], sure: float = 0.93) -> None:
        """Dice that were laid just now and that the reader doubts are turned where they lie until
        it does not, as people do; how well it reads has its own tests."""
        fresh = [name for name, die in self.dice.items() if die != self._known.get(name)]
        for _ in range(24 if fresh else 0):
            seen = read(self.picture()).dice
            doubtful = [name for name in fresh if not self._is_sure(name, seen, sure)]
            for name in doubtful:
                face, x, y, turn = self.dice[name]
                self.dice[name] = (face, x, y, turn + (90.0 if turn % 90 == 0 else 37.0))
            if not doubtful:
                break
        self._known = dict(self.dice)

    def _is_sure(self, name: int, seen: Iterable[SeenDie], sure: float) -> bool:
        face, x, y, _ = self.dice[name]
        ((u, v),) = self.renderer.lens.project(np.array([[x, y, EDGE_MM]]))
        near = [die for die in seen if math.dist(die.centre_px, (u, v)) < 12]
        return any(die.face(sure) == face and not die.doubts for die in near)

    def take(self, names: Iterable[int]) -> None:
        for name in names:
            del self.dice[name]

    def film(self, path: Path, scenes: Iterable[None]) -> None:
        """A video of the table: a tenth of a second for every scene."""
        camera = self.renderer.look.camera
        size, code = (camera.width_px, camera.height_px), cv2.VideoWriter.fourcc(*"MJPG")
        writer = cv2.VideoWriter(str(path), code, 1 / FRAME_S, size)
        for _ in scenes:
            writer.write(self.picture())
        writer.release()


def _placed(face: Face, x_mm: float, y_mm: float, turn_deg: float) -> PlacedDie:
    others = [one for one in NUMBERED_FACES if one != face][:5]
    place = np.array([x_mm, y_mm, EDGE_MM / 2])
    return PlacedDie(TwinDie((face, *others)), place, lying(0, np.radians(turn_deg)), EDGE_MM)
