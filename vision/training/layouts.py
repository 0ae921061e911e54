"""How dice lie: scattered, in rows, in crosses, in hands; and what else lies and leans there.

Lengths are in die widths, the table is the plane z = 0. Everything is drawn from one generator, so
a seed is a scene.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]
Chance = np.random.Generator

DIE, PIPS, BLOCK, TILE = 1, 2, 3, 4


@dataclass(slots=True)
class FreeBox:
    """A die or something of its shape: centre, turn, half sizes, and what it is."""

    centre: Vector
    turn: Vector
    half: Vector
    kind: int = DIE
    stacked: bool = False


@dataclass(slots=True)
class SceneThings:
    """All that lies on one table."""

    boxes: list[FreeBox] = field(default_factory=list)
    capsules: list[tuple[Vector, Vector, float, int]] = field(default_factory=list)
    cup: tuple[float, float, float, float] | None = None
    papers: list[tuple[float, ...]] = field(default_factory=list)
    coins: list[tuple[float, float, float]] = field(default_factory=list)


def yawed(angle: float) -> Vector:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


def leaned(axis: float, angle: float) -> Vector:
    """A turn by an angle about a level axis."""
    x, y = np.cos(axis), np.sin(axis)
    c, s = np.cos(angle), np.sin(angle)
    k = np.array([[0.0, 0.0, y], [0.0, 0.0, -x], [-y, x, 0.0]])
    return np.asarray(np.eye(3) + s * k + (1 - c) * (k @ k))


def cross_cells(chance: Chance, most: int) -> list[tuple[int, int]]:
    """Cells of an island: a chain, and chains across it."""
    cells = {(k, 0) for k in range(int(chance.integers(2, 6)))}
    for _ in range(int(chance.integers(0, 4))):
        if len(cells) >= most:
            break
        x, y = list(cells)[int(chance.integers(len(cells)))]
        length, start = int(chance.integers(3, 5)), int(chance.integers(0, 3))
        upright = chance.random() < 0.6
        for k in range(length):
            cells.add((x, y - start + k) if upright else (x - start + k, y))
    return sorted(cells)[:most]


def island(chance: Chance, most: int) -> Vector:
    """Places (x, y, yaw) of an island about its middle, laid by a human hand."""
    cells = np.array(cross_cells(chance, most), dtype=float)
    pitch = 1.0 + chance.choice([0.005, 0.03, 0.08]) * chance.random()
    # One hand lays an island: its dice are all as neat or as careless.
    loose = chance.random() * 0.5
    places = (cells - cells.mean(axis=0)) * pitch
    places = places + chance.normal(0, 0.03, places.shape) * loose
    yaws = chance.normal(0, np.radians(4), len(places)) * loose
    quarter = chance.integers(0, 4, len(places)) * (chance.random() < 0.5)
    return np.column_stack([places, yaws + quarter * np.pi / 2])


def scattered(chance: Chance, count: int) -> Vector:
    """A throw: any turn, some touching."""
    spread = np.sqrt(count) * chance.uniform(0.8, 2.2)
    places: list[Vector] = []
    # A crowded throw may have no place left: then it has fewer dice, and no scene waits for ever.
    for _ in range(count * 40):
        if len(places) == count:
            break
        spot = chance.normal(0, spread, 2)
        if places and chance.random() < 0.3:
            angle = chance.uniform(0, 2 * np.pi)
            near = places[int(chance.integers(len(places)))]
            spot = near[:2] + np.array([np.cos(angle), np.sin(angle)]) * chance.uniform(1.02, 1.5)
        yaw = chance.uniform(0, 2 * np.pi)
        if all(_apart(spot, yaw, other) for other in places):
            places.append(np.array([spot[0], spot[1], yaw]))
    return np.array(places)


def _apart(spot: Vector, yaw: float, other: Vector) -> bool:
    """Whether two squares on the table leave each other alone (separating axes)."""
    gap = spot - other[:2]
    for angle in (yaw, other[2]):
        reach = 0.5 + 0.5 * (abs(np.cos(yaw - other[2])) + abs(np.sin(yaw - other[2])))
        for axis in (angle, angle + np.pi / 2):
            if abs(gap @ np.array([np.cos(axis), np.sin(axis)])) > reach:
                return True
    return False


def turned(places: Vector, angle: float, shift: Vector) -> Vector:
    c, s = np.cos(angle), np.sin(angle)
    spots = places[:, :2] @ np.array([[c, s], [-s, c]]) + shift
    return np.column_stack([spots, places[:, 2] + angle])


def arranged(chance: Chance, groups: list[Vector]) -> Vector:
    """Groups of dice set side by side without touching, each turned as it likes."""
    placed: list[Vector] = []
    circles: list[tuple[Vector, float]] = []
    whole, slack = chance.uniform(0, 2 * np.pi), chance.random() < 0.5
    for group in groups:
        radius = float(np.linalg.norm(group[:, :2], axis=1).max()) + 0.9
        angle = whole + (chance.normal(0, 0.08) if slack else chance.uniform(0, 2 * np.pi))
        spread = 0.5
        for _ in range(200):
            spot = chance.normal(0, spread, 2)
            # Ever further out, so that each group finds room, the first near the middle.
            spread *= 1.03
            if all(np.linalg.norm(spot - c) > radius + r for c, r in circles):
                break
        circles.append((spot, radius))
        placed.append(turned(group, angle, spot))
    return np.concatenate(placed)


def places_of(chance: Chance) -> Vector:
    """All places (x, y, yaw) of one picture."""
    kind = chance.random()
    if kind < 0.3:
        return arranged(chance, [scattered(chance, int(chance.integers(1, 10)))])
    if kind < 0.65:
        count = int(chance.integers(1, 4))
        return arranged(chance, [island(chance, 12) for _ in range(count)])[:18]
    hands = [scattered(chance, int(chance.integers(1, 7))) for _ in range(2)]
    if chance.random() < 0.5:
        hands = [_row(chance) for _ in range(2)]
    return arranged(chance, [island(chance, 12), *hands])[:20]


def _row(chance: Chance) -> Vector:
    count = int(chance.integers(2, 10))
    x = np.arange(count) * (1.02 + 0.3 * chance.random()) + chance.normal(0, 0.01, count)
    loose = chance.random()
    return np.column_stack(
        [x - x.mean(), chance.normal(0, 0.08, count) * loose, chance.normal(0, 0.12, count) * loose]
    )


def die_at(place: Vector, height: float = 0.5) -> FreeBox:
    centre = np.array([place[0], place[1], height])
    return FreeBox(centre, yawed(place[2]), np.full(3, 0.5))


AWKWARD_TRIES = 8
"""So often a place is looked for where a die leans on or lies on another and is in no third."""


def make_awkward(chance: Chance, boxes: list[FreeBox]) -> None:
    """Some dice lean against others or lie on them."""
    for _ in range(int(chance.integers(1, 4))):
        if len(boxes) > 20:
            return
        pose = _on if chance.random() < 0.4 else _leaning
        for _ in range(AWKWARD_TRIES):
            base = boxes[int(chance.integers(len(boxes)))]
            box = None if base.stacked else pose(chance, base)
            if box is not None and all(is_clear(box, other) for other in boxes):
                boxes.append(box)
                break


def _on(chance: Chance, base: FreeBox) -> FreeBox:
    off = chance.uniform(-0.45, 0.45, 2)
    centre = base.centre + np.array([off[0], off[1], 1.0])
    return FreeBox(centre, yawed(chance.uniform(0, 6.3)), np.full(3, 0.5), stacked=True)


def _leaning(chance: Chance, base: FreeBox) -> FreeBox:
    """A die with an edge or a corner on the table, as close to another as it can be.

    Half of them stand on an edge along the other die's side, tipped towards it or away.
    """
    side, yaw = chance.uniform(0, 2 * np.pi), chance.uniform(0, 2 * np.pi)
    tilt, along = np.radians(chance.uniform(10, 44)), 0.0
    if chance.random() < 0.5:
        side = np.arctan2(base.turn[1, 0], base.turn[0, 0]) + chance.integers(4) * np.pi / 2
        yaw = side + chance.integers(4) * np.pi / 2
        tilt, along = tilt * chance.choice([-1, 1]), chance.uniform(-0.6, 0.6)
    turn = leaned(side + np.pi / 2, -tilt) @ yawed(yaw)
    low = (np.abs(turn[2]) * 0.5).sum()
    away, across = np.array([np.cos(side), np.sin(side)]), np.array([-np.sin(side), np.cos(side)])
    for reach in np.arange(0.9, 1.8, 0.05):
        spot = base.centre[:2] + reach * away + along * across
        box = FreeBox(np.array([spot[0], spot[1], low]), turn, np.full(3, 0.5))
        if is_clear(box, base):
            break
    return box


def is_clear(one: FreeBox, other: FreeBox, touch: float = 0.02) -> bool:
    """Whether two boxes leave each other alone but for a touch (separating axes)."""
    gap = one.centre - other.centre
    if np.linalg.norm(gap) > np.linalg.norm(one.half) + np.linalg.norm(other.half):
        return True
    across = np.cross(one.turn.T[:, None], other.turn.T[None]).reshape(-1, 3)
    lengths = np.linalg.norm(across, axis=1, keepdims=True)
    across = (across / np.maximum(lengths, 1e-9))[lengths[:, 0] > 1e-6]
    axes = np.vstack([one.turn.T, other.turn.T, across])
    reach = np.abs(axes @ one.turn) @ one.half + np.abs(axes @ other.turn) @ other.half
    return bool((np.abs(axes @ gap) > reach - touch).any())


def add_hand(chance: Chance, things: SceneThings, aim: Vector) -> None:
    """A hand over the dice: fingers, palm and forearm as capsules, from one side."""
    angle = chance.uniform(0, 2 * np.pi)
    toward = np.array([np.cos(angle), np.sin(angle)])
    across = np.array([-toward[1], toward[0]])
    size = chance.uniform(0.9, 1.3)
    tip = aim + toward * chance.uniform(-0.5, 1.5) + across * chance.normal(0, 0.6)
    palm = tip + toward * 4.5 * size
    height = chance.uniform(0.8, 2.2)
    for k in range(4):
        spread = (k - 1.5) * 1.05 * size
        start = palm + across * spread
        end = tip + across * spread * chance.uniform(0.7, 1.3) + toward * chance.uniform(0, 1.5)
        _capsule(things, end, chance.uniform(0.5, 1.4), start, height + 0.5, 0.5 * size, 0)
    thumb = tip + across * 2.6 * size * chance.choice([-1, 1])
    _capsule(things, thumb, 0.7, palm + toward * 1.5, height, 0.55 * size, 0)
    elbow = palm + toward * 16
    _capsule(things, palm + toward * 1.5, height + 0.6, palm + toward * 3.5, height + 0.8, 2.0, 0)
    sleeve = int(chance.random() < 0.5)
    _capsule(things, palm + toward * 4, height + 1.0, elbow, height + 2.5, 1.9 * size, sleeve)


def _capsule(
    things: SceneThings, a: Vector, za: float, b: Vector, zb: float, r: float, colour: int
) -> None:
    ends = np.array([a[0], a[1], za]), np.array([b[0], b[1], zb])
    things.capsules.append((ends[0], ends[1], r, colour))


def free_spot(chance: Chance, spots: Vector, room: float) -> Vector:
    reach = float(np.abs(spots).max()) + room
    spot = np.zeros(2)
    for _ in range(30):
        spot = chance.uniform(-reach - 2, reach + 2, 2)
        if np.linalg.norm(spots - spot, axis=1).min() > room:
            break
    return spot


def add_clutter(chance: Chance, things: SceneThings, spots: Vector) -> None:
    """Cup, score pad, coins, pencils, pip dice and blocks beside the dice."""
    if chance.random() < 0.3:
        radius = chance.uniform(1.8, 3.5)
        spot = free_spot(chance, spots, radius + 1.0)
        things.cup = (float(spot[0]), float(spot[1]), radius, chance.uniform(2, 6))
    for _ in range(int(chance.choice([0, 0, 1, 2]))):
        half = chance.uniform(0.8, 4.5, 2)
        spot = free_spot(chance, spots, float(half.max()) * 0.8)
        cell = chance.uniform(0.3, 1.3)
        things.papers.append(
            (spot[0], spot[1], half[0], half[1], chance.uniform(0, 6.3), cell, chance.random())
        )
    for _ in range(int(chance.choice([0, 0, 0, 1, 3]))):
        spot = free_spot(chance, spots, 1.2)
        things.coins.append((float(spot[0]), float(spot[1]), chance.uniform(0.5, 0.8)))
    if chance.random() < 0.12:
        a, yaw = free_spot(chance, spots, 1.0), chance.uniform(0, 6.3)
        b = a + np.array([np.cos(yaw), np.sin(yaw)]) * chance.uniform(4, 9)
        _capsule(things, a, 0.22, b, 0.22, 0.22, 2)
    _add_boxes(chance, things, spots)


def _add_boxes(chance: Chance, things: SceneThings, spots: Vector) -> None:
    for kind, share in ((PIPS, 0.25), (BLOCK, 0.12)):
        if chance.random() > share:
            continue
        for _ in range(int(chance.integers(1, 4))):
            spot = free_spot(chance, spots, 1.5)
            half = np.full(3, chance.uniform(0.35, 0.55))
            if kind == BLOCK:
                half = chance.uniform(0.3, 1.2, 3)
            centre = np.array([spot[0], spot[1], half[2]])
            things.boxes.append(FreeBox(centre, yawed(chance.uniform(0, 6.3)), half, kind))
            spots = np.vstack([spots, spot])


def things_of(
    chance: Chance, tiles: bool = False, awkward: bool = True, most: int = 22
) -> SceneThings:
    """One table; without awkwardness no die leans and no hand covers any."""
    from vision.training.tile_tables import tile_table  # which lays its boxes with what is here

    things = SceneThings()
    if tiles:
        things.boxes = tile_table(chance, most)
    else:
        things.boxes = [die_at(place) for place in places_of(chance)]
        if awkward and chance.random() < 0.7:
            make_awkward(chance, things.boxes)
    spots = np.array([box.centre[:2] for box in things.boxes])
    things.boxes = things.boxes[:most]
    add_clutter(chance, things, spots)
    if awkward and chance.random() < 0.3:
        add_hand(chance, things, spots[int(chance.integers(len(spots)))])
    return things
