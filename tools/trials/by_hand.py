"""Throws put together by hand: where dice come to lie, which lean, and what they shove is said.

Where a throw ends in MuJoCo differs between processors by more than a scene or a test can allow
for. What it is like in truth is tested in `test_twin_physics`, with nothing expected of a seed.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

import numpy as np

from turbo.twin.inventory import lying, top_side, yaw_of
from turbo.twin.physics import DEFAULT_THROW, Poses, Pour, PouredThrow, Rest, Shove, StandingBody

Spot = tuple[float, float]

POURED_S, LANDED_S, CUP_GONE_S, LENGTH_S = 0.5, 1.0, 1.1, 1.6
"""In this order: the cup goes when all dice lie, and then they lie for half a second."""
HIT_S = 0.85
"""When a die that rolls meets what lies there: just before all lie."""
NEAR_MM = 12.0
"""Less than a die is wide: a place that is named means one die."""
COLUMNS_MM = tuple(range(-140, 141, 28))
ROWS_MM = (90.0, 118.0)
"""In the zone of who throws there is room for all nine, a finger's breadth apart."""
ROOM_MM = 24.0
"""From middle to middle: two dice that lie cornerwise do not touch."""
LEAN_RAD = math.radians(35.0)
"""As dice lean in the mechanics: by 27 to 47 degrees (`ThrowTuning.cocked_deg`)."""


@dataclass
class ByHand:
    """In place of the mechanics of a script. `leaning` says of a throw, counted from 1, which of
    its dice come to lean; `spots` where they lie, and `shoves` by how much each die that lies near
    a spot is moved. A throw of which nothing is said finds room in the own zone."""

    leaning: Mapping[int, Sequence[int]] = field(default_factory=dict)
    spots: Mapping[int, Sequence[Spot]] = field(default_factory=dict)
    shoves: Mapping[int, Sequence[tuple[Spot, Spot]]] = field(default_factory=dict)
    throws: int = 0

    def __call__(
        self,
        seed: int,
        count: int,
        pour: Pour,
        *,
        standing: Sequence[StandingBody] = (),
        edge_mm: float = 16.0,
    ) -> PouredThrow:
        self.throws += 1
        named = self.spots.get(self.throws, ())
        free = (one for one in free_spots(pour.y_mm, standing) if _is_apart(one, named))
        spots = chain(named, free)
        leaning = self.leaning.get(self.throws, ())
        ends = [_end(next(spots), place, place in leaning, edge_mm) for place in range(count)]
        return _motion(pour, ends, dict(_shoved(standing, self.shoves.get(self.throws, ()))))


def _is_apart(spot: Spot, others: Sequence[Spot]) -> bool:
    return all(math.dist(spot, other) > ROOM_MM for other in others)


def _shoved(
    standing: Sequence[StandingBody], shoves: Sequence[tuple[Spot, Spot]]
) -> Iterator[tuple[int, Shove]]:
    """Every die within a die's breadth of the first spot of a pair, moved by the second."""
    for place, one in enumerate(standing):
        for near, (dx, dy) in shoves:
            if math.dist(near, (one.x_mm, one.y_mm)) < NEAR_MM:
                times = _times()
                part = np.clip((times - HIT_S) / 0.1, 0.0, 1.0)[:, None]
                # Half of the usual edge, where nothing else is said.
                start = np.array([one.x_mm, one.y_mm, one.z_mm or 8.0])
                way = start + part * np.array([dx, dy, 0.0])
                yield place, Shove(way, np.broadcast_to(np.eye(3), (len(times), 3, 3)))


def _times() -> Poses:
    return np.arange(0.0, LENGTH_S, 1.0 / 60.0)


def free_spots(y_mm: float, standing: Sequence[StandingBody]) -> Iterator[Spot]:
    """Room on the side of the table that this y is on."""
    for x in COLUMNS_MM:
        for y in ROWS_MM:
            spot = float(x), math.copysign(y, y_mm)
            if _is_apart(spot, [(one.x_mm, one.y_mm) for one in standing]):
                yield spot


def _end(spot: Spot, place: int, is_leaning: bool, edge_mm: float) -> Poses:
    """Where a die is in the end, and how it is turned, as a matrix of four columns."""
    rotation = lying(place % 6, 0.3 * place)
    height = edge_mm / 2.0
    if is_leaning:
        c, s = math.cos(LEAN_RAD), math.sin(LEAN_RAD)
        rotation = np.array([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]]) @ rotation
        # A cube that leans stands on an edge: its middle is higher by so much.
        height *= c + s
    return np.column_stack([rotation, [*spot, height]])


def _motion(pour: Pour, ends: list[Poses], shoved: Mapping[int, Shove]) -> PouredThrow:
    times = _times()
    cup = np.array(
        [[pour.x_mm, pour.y_mm, 44.0 + 1500.0 * max(0.0, t - CUP_GONE_S)] for t in times]
    )
    out = np.clip((times - POURED_S) / (LANDED_S - POURED_S), 0.0, 1.0)[:, None, None]
    inside = np.array([pour.x_mm, pour.y_mm, 50.0])
    spots = np.stack([end[:, 3] for end in ends])
    turns = np.stack([end[:, :3] for end in ends])
    return PouredThrow(
        times,
        inside + out * (spots - inside),
        np.broadcast_to(turns, (len(times), *turns.shape)),
        cup,
        np.broadcast_to(np.eye(3), (len(times), 3, 3)),
        POURED_S,
        tuple(_rest(end) for end in ends),
        shoved,
    )


def _rest(end: Poses) -> Rest:
    side, lean = top_side(end[:, :3])
    x, y, z = map(float, end[:, 3])
    return Rest(side, x, y, z, yaw_of(end[:, :3], side), lean, lean > DEFAULT_THROW.cocked_deg)
