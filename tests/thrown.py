"""Throws put together by hand: which dice lean is said, and no test hangs on what mechanics give.

Where a throw ends in MuJoCo differs between processors by more than a test can allow for. What it
is like in truth is tested in `test_twin_physics`, with nothing expected of a seed.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from turbo.game.dice import DICE, parse_hand
from turbo.twin.inventory import Inventory, TwinDie, lying, top_side, yaw_of
from turbo.twin.physics import Poses, Pour, Rest, Standing, Throw

POURED_S, LANDED_S, CUP_GONE_S, LENGTH_S = 0.5, 1.0, 1.1, 1.6
COLUMNS_MM = tuple(range(-140, 141, 28))
ROWS_MM = (90.0, 118.0)
"""In the zone of who throws there is room for all nine, a finger's breadth apart."""
LEAN_RAD = math.radians(35.0)

SETS = parse_hand("b3 r3 k3 o3 b4 r4 k4 o4 b5 r5 k5 o5")
"""With these faces alone a hand is nearly always full of sets, and a round is short."""


def many_sets() -> Inventory:
    dice = (tuple(SETS[(5 * die + side) % len(SETS)] for side in range(6)) for die in range(DICE))
    return Inventory(tuple(TwinDie(faces) for faces in dice))


@dataclass
class ByHand:
    """In place of the mechanics of a script. `leaning` says of a throw, counted from 1, which of
    its dice come to lean."""

    leaning: Mapping[int, Sequence[int]] = field(default_factory=dict)
    throws: int = 0

    def __call__(
        self,
        seed: int,
        count: int,
        pour: Pour,
        *,
        standing: Sequence[Standing] = (),
        edge_mm: float = 16.0,
    ) -> Throw:
        self.throws += 1
        spots = free_spots(pour.y_mm, standing)
        leaning = self.leaning.get(self.throws, ())
        ends = [_end(next(spots), place, place in leaning, edge_mm) for place in range(count)]
        return _motion(pour, ends)


def free_spots(y_mm: float, standing: Sequence[Standing]) -> Iterator[tuple[float, float]]:
    """Room on the side of the table that this y is on."""
    for x in COLUMNS_MM:
        for y in ROWS_MM:
            spot = float(x), math.copysign(y, y_mm)
            if all(math.dist(spot, (one.x_mm, one.y_mm)) > 24.0 for one in standing):
                yield spot


def _end(spot: tuple[float, float], place: int, is_leaning: bool, edge_mm: float) -> Poses:
    """Where a die is in the end, and how it is turned, as a matrix of four columns."""
    rotation = lying(place % 6, 0.3 * place)
    height = edge_mm / 2.0
    if is_leaning:
        c, s = math.cos(LEAN_RAD), math.sin(LEAN_RAD)
        rotation = np.array([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]]) @ rotation
        height *= c + s
    return np.column_stack([rotation, [*spot, height]])


def _motion(pour: Pour, ends: list[Poses]) -> Throw:
    times = np.arange(0.0, LENGTH_S, 1.0 / 60.0)
    cup = np.array(
        [[pour.x_mm, pour.y_mm, 44.0 + 1500.0 * max(0.0, t - CUP_GONE_S)] for t in times]
    )
    out = np.clip((times - POURED_S) / (LANDED_S - POURED_S), 0.0, 1.0)[:, None, None]
    inside = np.array([pour.x_mm, pour.y_mm, 50.0])
    spots = np.stack([end[:, 3] for end in ends])
    turns = np.stack([end[:, :3] for end in ends])
    return Throw(
        times,
        inside + out * (spots - inside),
        np.broadcast_to(turns, (len(times), *turns.shape)),
        cup,
        np.broadcast_to(np.eye(3), (len(times), 3, 3)),
        POURED_S,
        CUP_GONE_S,
        tuple(_rest(end) for end in ends),
    )


def _rest(end: Poses) -> Rest:
    side, lean = top_side(end[:, :3])
    x, y, z = map(float, end[:, 3])
    return Rest(side, x, y, z, yaw_of(end[:, :3], side), lean, lean > 6.0)
