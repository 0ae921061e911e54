"""Dice shown side by side and tipped as `turbo enroll` asks for, drawn by the twin: the pictures
and what an unfailing reader would make of them."""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from turbo.game.dice import Face
from turbo.game.observation import Observation, Reading, SeenDie
from turbo.twin.draw import DrawnScene, Look, Renderer
from turbo.twin.draw_dice import PlacedDie
from turbo.twin.inventory import Inventory, Matrix, lying, top_side
from turbo.twin.lens import TwinLens
from vision.pictures.loading import Image

AWAY = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]])
"""A quarter over the edge that is farther from seat 0: the top comes to look away."""

RIGHT = np.array([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]])

TIPS: tuple[tuple[Matrix, ...], ...] = ((), (AWAY,), (AWAY,), (AWAY,), (RIGHT,), (RIGHT, RIGHT))
"""What a person does before each look."""


@dataclass(frozen=True, slots=True)
class Shown:
    """One look at the dice."""

    image: Image
    seen: Observation
    faces: tuple[Face, ...]


def grid(count: int) -> list[tuple[float, float]]:
    """Places in three rows of six, 42 mm apart, from the upper left one."""
    return [(42.0 * (i % 6) - 105.0, 42.0 - 42.0 * (i // 6)) for i in range(count)]


def looks(inventory: Inventory, look: Look, *, seed: int = 0, count: int = 18) -> list[Shown]:
    """All looks of one lesson; dice slip and turn a little whenever they are touched."""
    chance = random.Random(seed)
    sides = [lying(chance.randrange(6), 0.0) for _ in range(count)]
    renderer, shown = Renderer(look, seed), []
    for number, tips in enumerate(TIPS):
        for tip in tips:
            sides = [tip @ side for side in sides]
        places = [(x + chance.uniform(-4, 4), y + chance.uniform(-4, 4)) for x, y in grid(count)]
        placed = [
            _placed(inventory, i, _turned(chance.uniform(-0.4, 0.4)) @ sides[i], place)
            for i, place in enumerate(places)
        ]
        shown.append(_look(placed, renderer, number))
    return shown


def _turned(yaw_rad: float) -> Matrix:
    c, s = math.cos(yaw_rad), math.sin(yaw_rad)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


def rows_that_touch(inventory: Inventory, look: Look) -> Shown:
    """Two rows of nine dice pushed together, with gaps as hands leave them."""
    chance, edge = random.Random(5), inventory.edge_mm
    placed = [
        _placed(inventory, i, lying(0, 0.0), (x, y))
        for i in range(18)
        for x in [(i % 9 - 4) * (edge + 0.2) + chance.uniform(0, 0.1)]
        for y in [40.0 - 60.0 * (i // 9)]
    ]
    return _look(placed, Renderer(look, 99), 0)


def _placed(inventory: Inventory, i: int, rotation: Matrix, at: tuple[float, float]) -> PlacedDie:
    position = np.array([at[0], at[1], inventory.edge_mm / 2])
    return PlacedDie(inventory.dice[i], position, rotation, inventory.edge_mm)


def _look(placed: Sequence[PlacedDie], renderer: Renderer, number: int) -> Shown:
    camera, dice, faces = renderer.look.camera, [], []
    lens = TwinLens(camera)
    for one in placed:
        side, _ = top_side(one.rotation)
        face = one.die.faces[side]
        quad = [(float(x), float(y)) for x, y in lens.project(one.face_corners(side))]
        faces.append(face)
        dice.append(_seen(quad, face))
    seen = Observation(tuple(dice), camera.width_px, camera.height_px)
    image = renderer.draw(DrawnScene(still=tuple(placed), still_key=number))
    return Shown(image, seen, tuple(faces))


def _seen(quad: list[tuple[float, float]], face: Face) -> SeenDie:
    (x1, y1), (x2, y2), (x3, y3), (x4, y4) = quad
    up = ((x1 + x2 - x3 - x4) / 2, (y1 + y2 - y3 - y4) / 2)
    rotation_deg = math.degrees(math.atan2(up[0], -up[1])) % 360
    corners = ((x1, y1), (x2, y2), (x3, y3), (x4, y4))
    return SeenDie(corners, (Reading(face, 0.99),), rotation_deg)
