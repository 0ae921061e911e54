"""A perfect eye: what an unfailing camera would read from the twin's picture of this moment.

It stands in for recognition where something else is under test. Dice under a hand or the cup are
hidden from it, and dice that lean are doubtful, as they are for any camera.
"""

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from turbo.game.dice import Colour, Face
from turbo.game.observation import Doubt, Observation, Reading, SeenDie
from turbo.twin.draw_props import HandPose, PropDrawer
from turbo.twin.physics import DEFAULT_THROW
from turbo.twin.world import TwinTable
from vision.mat.occluders import Occluder
from vision.mat.plan import Outline, Plan


def observation(table: TwinTable) -> Observation:
    camera = table.things.look.camera
    edge_mm = table.things.edge_mm
    dice = [_seen(die, edge_mm) for die in table.truth()["dice"] if not die["covered"]]
    inside = [die for die in dice if _is_inside(die, camera.width_px, camera.height_px)]
    # A perfect eye, but an eye: in the dark it sees nothing.
    if table.things.look.light == "off":
        inside = []
    return Observation(tuple(inside), camera.width_px, camera.height_px)


def _seen(die: dict[str, object], edge_mm: float) -> SeenDie:
    number, colour, quad = die["number"], die["colour"], die["quad"]
    assert isinstance(colour, str) and isinstance(quad, list)
    face = Face(Colour.from_word(colour), number if isinstance(number, int) else 0)
    (x1, y1), (x2, y2), (x3, y3), (x4, y4) = quad
    doubts = _doubts(float(str(die["lean_deg"])), float(str(die["height_mm"])), edge_mm)
    return SeenDie(
        ((x1, y1), (x2, y2), (x3, y3), (x4, y4)),
        # Below and above every line that a reading is held against.
        (Reading(face, 0.4 if doubts else 0.999),),
        doubts=doubts,
    )


def _doubts(lean_deg: float, height_mm: float, edge_mm: float) -> tuple[Doubt, ...]:
    if lean_deg > DEFAULT_THROW.cocked_deg:
        return (Doubt.COCKED,)
    return (Doubt.STACKED,) if height_mm > 0.75 * edge_mm else ()


def _is_inside(die: SeenDie, width: int, height: int) -> bool:
    return all(0 <= x < width and 0 <= y < height for x, y in die.corners_px)


def _around_hand(props: PropDrawer, hand: HandPose) -> NDArray[np.float32]:
    """The outline of hand and arm in the picture, fingers and all."""
    _, lines, radii = props.limbs(hand)
    around = np.array([(math.cos(turn), math.sin(turn)) for turn in np.linspace(0, 6.28, 8)])
    rims = [
        end + radius * around for line, radius in zip(lines, radii, strict=True) for end in line
    ]
    return np.asarray(cv2.convexHull(np.concatenate(rims).astype(np.float32)), np.float32)


@dataclass(frozen=True, slots=True)
class PerfectGlance:
    dark: bool
    light: float
    moving: bool = False
    bright: bool = False
    grey: bool = False


@dataclass(frozen=True, slots=True)
class PerfectWatch:
    """Knows whether a hand is in the picture and whose, where a cup stands, and whether the lamp is
    on. `plan`: how pixels become millimetres."""

    table: TwinTable
    plan: Plan

    def look(self, image: NDArray[np.uint8], at_s: float) -> PerfectGlance:
        is_dark = self.table.things.look.light == "off"
        return PerfectGlance(is_dark, 0.05 if is_dark else 0.7)

    def things(self, seen: Observation) -> tuple[Occluder, ...]:
        things = self.table.things
        scene, props = things.scene(), things.props
        standing = (self._outline(props.around_cup(cup)) for cup in scene.standing)
        cup = tuple(Occluder(around, things.cup_stands_s, stands=True) for around in standing)
        if not things.has_hand_in_view:
            return cup
        # With two hands over the table nobody can say whose a piece is.
        side = next(iter(things.hands)) if len(things.hands) == 1 else None
        moving = [*(_around_hand(props, hand) for hand in scene.hands)]
        moving += [props.around_cup(held) for held in scene.cups]
        outlines, at_s = map(self._outline, moving), self.table.clock_s
        return *(Occluder(around, at_s, disturbs=True, side=side) for around in outlines), *cup

    def _outline(self, around_px: NDArray[np.float32]) -> Outline:
        return tuple(self.plan.to_mm((float(x), float(y))) for x, y in around_px.reshape(-1, 2))

    def rest(self, seen: Observation | None = None) -> None:
        """Nothing to learn from a table at rest."""
