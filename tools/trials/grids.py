"""Layouts laid by an untidy hand and seen by a camera at a slant: the truth to test reading with.

Everything comes from a seed. Nothing is drawn: the corners of the top faces are projected as a
camera would see them, with the error that a recogniser makes.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from turbo.game.dice import DICE, JOKERS, NUMBERED_FACES
from turbo.game.observation import Observation, Point, Reading, SeenDie
from vision.reading.grid import LayoutReading, LayoutTuning, Place, read_layout

Array = NDArray[np.float64]
Shape = tuple[Place, ...]
"""The cells of an island."""

FACES = (*NUMBERED_FACES, *JOKERS)
UNIT_SQUARE = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
TRIES = 400


@dataclass(frozen=True, slots=True)
class Untidiness:
    """How the dice lie and how they are seen. The defaults are the limits that the reader must
    bear; lengths in millimetres for dice of 16 mm."""

    edge_mm: float = 16.0
    off_mm: float = 1.5
    """Each die off its place, along each axis."""
    off_deg: float = 8.0
    gap_mm: float = 1.0
    """Room between the dice of an island."""
    island_gap_mm: float = 8.0
    """Room between the faces of two islands: half a die."""
    parallel: float = 0.5
    """How often an island is laid parallel to and in line with the one before: the hardest to
    keep apart."""
    tilt_deg: float = 35.0
    barrel: float = 0.06
    corner_px: float = 0.7
    """Standard deviation of a corner as the recogniser gives it."""
    width_px: int = 640
    height_px: int = 480


@dataclass(frozen=True, slots=True)
class GridScene:
    """What lies there and what is seen of it."""

    islands: tuple[dict[int, Place], ...]
    turns_deg: tuple[float, ...]
    """How far each island is turned clockwise, as seen from above."""
    seen: Observation


@dataclass(frozen=True, slots=True)
class Count:
    """The outcome of many scenes."""

    scenes: int = 0
    dice: int = 0
    right: int = 0
    right_but_doubtful: int = 0
    wrong_and_doubtful: int = 0
    wrong_and_silent: int = 0

    def __str__(self) -> str:
        return (
            f"{self.scenes} scenes, {self.dice} dice: {self.right} right without doubt, "
            f"{self.right_but_doubtful} right with a doubt, {self.wrong_and_doubtful} wrong with a "
            f"doubt, {self.wrong_and_silent} wrong without a word"
        )


def random_shape(random: np.random.Generator, most: int) -> Shape:
    """A crossword of at most so many cells: a chain, and chains across chains; or a lone die."""
    cells = {(0, column) for column in range(random.integers(1, min(6, most) + 1))}
    for _ in range(random.integers(0, 5)):
        chain = _crossing(random, sorted(cells))
        if len(cells | chain) <= most:
            cells |= chain
    return tuple(sorted(cells))


def _crossing(random: np.random.Generator, cells: Sequence[Place]) -> set[Place]:
    row, column = cells[int(random.integers(len(cells)))]
    length, before = random.integers(2, 6), random.integers(0, 4)
    steps = range(-min(before, length - 1), length - min(before, length - 1))
    if random.random() < 0.5:
        return {(row + step, column) for step in steps}
    return {(row, column + step) for step in steps}


def random_shapes(random: np.random.Generator) -> list[Shape]:
    shapes, left = [], int(random.integers(1, DICE + 1))
    while left > 0:
        shapes.append(random_shape(random, left))
        left -= len(shapes[-1])
    return shapes


def lay(
    shapes: Iterable[Shape], random: np.random.Generator, untidy: Untidiness
) -> tuple[list[Array], tuple[float, ...]]:
    """The corners of every island's dice on the table in edges, and the islands' turns."""
    laid: list[Array] = []
    turns: list[float] = []
    for shape in shapes:
        is_parallel = bool(turns) and random.random() < untidy.parallel
        turn = turns[-1] if is_parallel else float(random.uniform(-180, 180))
        quads = _untidy_island(shape, turn, random, untidy)
        laid.append(quads + _free_spot(quads, laid, is_parallel, random, untidy))
        turns.append(turn)
    return laid, tuple(turns)


def _untidy_island(
    shape: Shape, turn_deg: float, random: np.random.Generator, untidy: Untidiness
) -> Array:
    pitch = 1 + random.uniform(0, untidy.gap_mm) / untidy.edge_mm
    off = untidy.off_mm / untidy.edge_mm
    quads = []
    for row, column in shape:
        place = pitch * np.array([column, row]) + random.uniform(-off, off, 2)
        turned = UNIT_SQUARE @ _rotation(random.uniform(-untidy.off_deg, untidy.off_deg))
        quads.append(turned + place)
    island = np.stack(quads) @ _rotation(turn_deg)
    return np.asarray(island - island.mean(axis=(0, 1)))


def _rotation(degrees: float) -> Array:
    """Turns row vectors clockwise as seen, with y pointing down."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[c, s], [-s, c]])


def _free_spot(
    quads: Array,
    laid: Sequence[Array],
    in_line: bool,
    random: np.random.Generator,
    untidy: Untidiness,
) -> Array:
    """As near to the others as the gap allows, more or less: ever farther out until it fits."""
    needed = untidy.island_gap_mm / untidy.edge_mm
    for attempt in range(TRIES):
        spot = random.uniform(-1, 1, 2) * (1 + attempt / 20)
        if in_line and attempt < TRIES / 4:
            spot = _spot_in_line(quads, laid[-1], 1 + needed * random.uniform(1, 1.6), random)
        if all(_gap(quads + spot, other) >= needed for other in laid):
            return np.asarray(spot)
    raise AssertionError("expected a free spot on an endless table")


def _spot_in_line(quads: Array, laid: Array, distance: float, random: np.random.Generator) -> Array:
    """Where some die of the island goes on in the line of some die that lies there already."""
    neighbour = laid[random.integers(len(laid))]
    die = quads[random.integers(len(quads))]
    edges = np.roll(neighbour, -1, axis=0) - neighbour
    along = edges[random.integers(4)]
    return np.asarray(neighbour.mean(axis=0) + along * distance - die.mean(axis=0))


def _gap(some: Array, others: Array) -> float:
    """The least distance between squares of two islands; corners nearest to edges decide it."""
    return min(_corner_gap(some, others), _corner_gap(others, some))


def _corner_gap(corners: Array, quads: Array) -> float:
    points = corners.reshape(-1, 1, 1, 2)
    starts, ends = quads[None], np.roll(quads, -1, axis=1)[None]
    along = ends - starts
    part = np.sum((points - starts) * along, axis=-1) / np.sum(along**2, axis=-1)
    nearest = starts + np.clip(part, 0, 1)[..., None] * along
    gaps = np.linalg.norm(points - nearest, axis=-1)
    inside = np.all(_side(points, starts, along) >= 0, axis=-1)
    return 0.0 if inside.any() else float(gaps.min())


def _side(points: Array, starts: Array, along: Array) -> Array:
    apart = points - starts
    side: Array = along[..., 0] * apart[..., 1] - along[..., 1] * apart[..., 0]
    return side


def photograph(points: Array, random: np.random.Generator, untidy: Untidiness) -> Array:
    """Points of the table, seen by a camera that has all of them in its picture."""
    tilt, towards = np.radians(random.uniform(0, untidy.tilt_deg)), random.uniform(-180, 180)
    flat = (points - (points.min(axis=(0, 1)) + points.max(axis=(0, 1))) / 2) @ _rotation(towards)
    distance = np.abs(flat).max() * random.uniform(2.2, 3.5) + 4
    away = distance + flat[..., 1] * np.sin(tilt)
    seen = np.stack([flat[..., 0] / away, flat[..., 1] * np.cos(tilt) / away], axis=-1)
    seen = seen @ _rotation(-towards)
    middle = np.array([untidy.width_px, untidy.height_px]) / 2
    fill = float((np.abs(seen).max(axis=(0, 1)) / middle).max()) / random.uniform(0.4, 0.92)
    seen = seen / fill
    bend = random.uniform(-untidy.barrel, untidy.barrel / 3)
    reach = np.sum((seen / np.hypot(*middle)) ** 2, axis=-1, keepdims=True)
    return np.asarray(seen * (1 + bend * reach) + middle)


def random_scene(seed: int, untidy: Untidiness | None = None) -> GridScene:
    untidy = untidy or Untidiness()
    random = np.random.default_rng(seed)
    return scene_of(random_shapes(random), random, untidy)


def scene_of(shapes: Sequence[Shape], random: np.random.Generator, untidy: Untidiness) -> GridScene:
    """The shapes laid and seen; the dice come in any order and start at any corner."""
    laid, turns = lay(shapes, random, untidy)
    corners = photograph(np.concatenate(laid), random, untidy)
    corners = corners + random.normal(0, untidy.corner_px, corners.shape)
    order = random.permutation(len(corners))
    number = {int(old): new for new, old in enumerate(order)}
    dice = tuple(_seen(np.roll(corners[old], random.integers(4), axis=0), random) for old in order)
    islands, count = [], 0
    for shape in shapes:
        islands.append({number[count + place]: cell for place, cell in enumerate(shape)})
        count += len(shape)
    return GridScene(tuple(islands), turns, Observation(dice, untidy.width_px, untidy.height_px))


def _seen(corners: Array, random: np.random.Generator) -> SeenDie:
    first, second, third, fourth = (_point(corner) for corner in corners)
    face = FACES[random.integers(len(FACES))]
    return SeenDie((first, second, third, fourth), (Reading(face, 0.99),))


def _point(corner: Array) -> Point:
    return float(corner[0]), float(corner[1])


def same_islands(truth: Iterable[dict[int, Place]], reading: LayoutReading) -> bool:
    """Whether the same dice lie in the same places, whatever way up and in whatever order."""
    found: dict[int, dict[int, Place]] = {}
    for die, cell in enumerate(reading.cells):
        if cell is not None:
            found.setdefault(cell[0], {})[die] = cell[1:]
    return {_any_way_up(i) for i in truth} == {_any_way_up(i) for i in found.values()}


def _any_way_up(island: dict[int, Place]) -> tuple[tuple[int, int, int], ...]:
    """One form for the four quarter turns of an island; a mirror image is another island."""
    forms = []
    for _ in range(4):
        island = {die: (column, -row) for die, (row, column) in island.items()}
        top = min(row for row, _ in island.values())
        left = min(column for _, column in island.values())
        forms.append(tuple(sorted((d, r - top, c - left) for d, (r, c) in island.items())))
    return min(forms)


def count_scenes(
    seeds: Iterable[int], untidy: Untidiness | None = None, tuning: LayoutTuning | None = None
) -> Count:
    """Read a scene for each seed and compare every die's place with the truth."""
    count = Count()
    for seed in seeds:
        scene = random_scene(seed, untidy)
        reading = read_layout(scene.seen, tuning)
        field = _outcome(same_islands(scene.islands, reading), bool(reading.doubtful))
        count = replace(
            count,
            scenes=count.scenes + 1,
            dice=count.dice + len(scene.seen.dice),
            **{field: getattr(count, field) + 1},
        )
    return count


def _outcome(right: bool, doubtful: bool) -> str:
    if right:
        return "right_but_doubtful" if doubtful else "right"
    return "wrong_and_doubtful" if doubtful else "wrong_and_silent"
