"""From dice as seen to a layout as written: rows, crosses and islands. No OpenCV here.

Touching is what the rules go by, so touching is what is looked for: two dice hang together when
there is next to no room between their faces along the axes of their island. Every such contact says
that one die lies one cell beside the other, and the contacts of an island must agree with each
other all the way round. Whatever does not fit is named in `LayoutReading.doubtful` and never
guessed away.

Lengths are edges of a die, in the plane that `vision.reading.plane` finds from the dice.
"""

import cmath
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import combinations

import numpy as np

from turbo.game.dice import UNREAD, Face
from turbo.game.layout import Layout, rows_of
from turbo.game.observation import Doubt, Observation, SeenDie
from turbo.game.sets import Cell
from vision.reading.plane import Plane, PlaneTuning, fit_plane

Place = tuple[int, int]
"""Row and column within an island."""

STEPS: tuple[Place, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""Right, down, left, up: quarter turns clockwise as seen."""

AXIS_ROUNDS = 3
"""How often contacts and the axes of their islands are found from each other."""


@dataclass(frozen=True, slots=True)
class LayoutTuning:
    """When dice touch and lie in line. Found by reasoning from dice of 16 mm, each up to 1.5 mm off
    its place and 8 degrees turned, or with gaps of 2.5 mm and 12 degrees turned, and checked by
    `python -m bench.layout`."""

    sure: float = 0.9
    """A face read with less confidence than this is written as unread."""
    touching: float = 0.35
    """The most room between two faces: 0.06 (a gap of 1 mm) and 0.19 (both 1.5 mm off) make 0.25,
    a gap of 2.5 mm 0.16; islands half a die apart have 0.5. Halfway, rounded down. The room and not
    the way from centre to centre: two dice turned by 12 degrees, one this way and one that, have
    their centres 0.19 farther apart than two that lie straight."""
    surely_touching: float = 0.30
    surely_apart: float = 0.45
    """Between these two the room is a doubt."""
    in_line: float = 0.5
    """How far a neighbour may lie aside: 0.19 by place and 0.15 by a wrong axis are allowed for; a
    die that only meets a corner has at least 0.65."""
    surely_in_line: float = 0.42
    surely_aside: float = 0.58
    """Between these two the place is a doubt: the die lies as bricks do."""
    turned_deg: float = 30.0
    """Dice of one island are turned by at most 16 degrees against each other; 45 is the most
    there is."""
    meeting: float = 1.21
    """Turned dice touch at 1.21 at most: half an edge and half a diagonal."""
    overlapping: float = 0.6
    """Two centres this near cannot be two dice side by side: 0.81 is the least that is allowed."""
    plane: PlaneTuning = field(default_factory=PlaneTuning)

    @property
    def either(self) -> "tuple[LayoutTuning, LayoutTuning]":
        """What is in doubt taken as touching and in line, and as apart."""
        return (
            replace(self, touching=self.surely_apart, in_line=self.surely_aside),
            replace(self, touching=self.surely_touching, in_line=self.surely_in_line),
        )


class LayoutDoubt(StrEnum):
    """Why the places of some dice are in doubt, whatever their faces are."""

    GAP = "gap"
    """Neither touching nor clearly apart."""
    ASIDE = "aside"
    """Touching, but half a die out of line."""
    TURNED = "turned"
    """Touching, but turned against each other."""
    OVERLAP = "overlap"
    """Two faces in one place."""
    CLASH = "clash"
    """Contacts that do not agree on one grid."""


@dataclass(frozen=True, slots=True)
class DoubtfulPlace:
    """Dice, by their index in the observation, whose places are in doubt, and why."""

    reason: LayoutDoubt
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LayoutReading:
    """The layout, the cell of every die of the observation (None: not asked for), the doubts."""

    layout: Layout
    cells: tuple[Cell | None, ...]
    doubtful: tuple[DoubtfulPlace, ...] = ()

    @property
    def text(self) -> str:
        return str(self.layout)


def read_layout(
    seen: Observation, tuning: LayoutTuning | None = None, chosen: Iterable[int] | None = None
) -> LayoutReading:
    """The layout of all dice, or of the chosen ones, as they lie in the picture.

    The rest of the dice still help to find the plane.
    """
    tuning = tuning or LayoutTuning()
    wanted = tuple(range(len(seen.dice)) if chosen is None else sorted(set(chosen)))
    plane = _plane(seen, tuning)
    table = _Table(_poses([seen.dice[index] for index in wanted], plane), tuning)
    islands = table.islands()
    cells: list[Cell | None] = [None] * len(seen.dice)
    for number, island in enumerate(islands):
        for die, (row, column) in island.items():
            cells[wanted[die]] = (number, row, column)
    faces = [_face(seen.dice[index], tuning.sure) for index in wanted]
    placed = ({place: faces[die] for die, place in island.items()} for island in islands)
    layout = Layout(tuple(map(rows_of, placed)))
    return LayoutReading(layout, tuple(cells), tuple(table.doubts(wanted)))


def _face(die: SeenDie, sure: float) -> Face:
    """A die that does not lie free and flat is unread, however clear its face seems to be."""
    return UNREAD if die.doubts else die.face(sure)


def _plane(seen: Observation, tuning: LayoutTuning) -> Plane:
    lying = [
        die for die in seen.dice if not {Doubt.COCKED, Doubt.STACKED, Doubt.CUT} & {*die.doubts}
    ]
    # Those that lean show another plane; where all of them do, they are better than none.
    quads = [die.corners_px for die in lying or seen.dice]
    return fit_plane(quads, seen.width_px, seen.height_px, tuning.plane)


@dataclass(frozen=True, slots=True)
class _Pose:
    """Centre in the plane, and the turn: a unit number of four times the angle of the edges, for
    which a quarter turn is no turn."""

    centre: complex
    turn: complex

    @staticmethod
    def of(corners: list[complex]) -> "_Pose":
        edges = [
            after - before for before, after in zip(corners, corners[1:] + corners[:1], strict=True)
        ]
        return _Pose(sum(corners) / 4, _unit(sum(_turn(edge) for edge in edges)))


def _poses(dice: Sequence[SeenDie], plane: Plane) -> list[_Pose]:
    # All at once: a few numbers cost as much as many.
    px = np.array([die.corners_px for die in dice], dtype=np.float64).reshape(-1, 4, 2)
    return [_Pose.of([complex(x, y) for x, y in quad]) for quad in plane.flatten(px).tolist()]


def _unit(number: complex) -> complex:
    # Directions that cancel each other out have none: any will do, and is the picture's own.
    return number / abs(number) if abs(number) > 1e-12 else 1 + 0j


def _half_width(turn: float) -> float:
    """Of a square of edge one that is turned by so much against the way it is measured along."""
    return 0.5 * (abs(math.cos(turn)) + abs(math.sin(turn)))


def _turn(direction: complex) -> complex:
    return _unit(direction) ** 4


def _axis(turn: complex) -> complex:
    """The direction of the rows: within an eighth of a turn of the picture's own."""
    return cmath.rect(1.0, cmath.phase(turn) / 4)


@dataclass(frozen=True, slots=True)
class _Contact:
    """Two dice side by side: how far apart along the rows or columns, and how far out of line."""

    first: int
    second: int
    along: float
    aside: float
    room: float
    """Between the faces; less than nothing where they seem to overlap."""

    @property
    def strain(self) -> float:
        return abs(self.along - 1.0) + self.aside


class _Table:
    """Dice by number, who touches whom, and what is strange about it."""

    def __init__(self, poses: Sequence[_Pose], tuning: LayoutTuning) -> None:
        self.poses, self.tuning = poses, tuning
        # Farther apart no two dice touch or may touch: such pairs are never looked at.
        far = 2 * _half_width(math.radians(tuning.turned_deg)) + tuning.surely_apart
        self._reach = math.hypot(far, tuning.surely_aside)
        self.turns = [pose.turn for pose in poses]
        self.near = [pair for pair in combinations(range(len(poses)), 2) if self._is_near(*pair)]
        self.clashes: list[tuple[int, int]] = []
        for _ in range(AXIS_ROUNDS):
            self.contacts = [contact for contact in self._pairs() if self._touch(contact)]
            self._share_axes()

    def _offset(self, first: int, second: int) -> complex:
        return self.poses[second].centre - self.poses[first].centre

    def _is_near(self, first: int, second: int) -> bool:
        return abs(self._offset(first, second)) <= self._reach

    def _turned_deg(self, first: int, second: int) -> float:
        between = self.poses[first].turn * self.poses[second].turn.conjugate()
        return abs(math.degrees(cmath.phase(between))) / 4

    def _pair(self, first: int, second: int) -> _Contact:
        across = self._offset(first, second) / _axis(self.turns[first] + self.turns[second])
        along, aside = sorted((abs(across.real), abs(across.imag)), reverse=True)
        return _Contact(first, second, along, aside, self._room(first, second))

    def _room(self, first: int, second: int) -> float:
        """Between two squares, along whichever of their sides it is widest (separating axes)."""
        one, other = _axis(self.poses[first].turn), _axis(self.poses[second].turn)
        widths = 0.5 + _half_width(cmath.phase(one * other.conjugate()))
        ways = (self._offset(first, second) * axis.conjugate() for axis in (one, other))
        return max(max(abs(way.real), abs(way.imag)) for way in ways) - widths

    def _pairs(self) -> Iterator[_Contact]:
        return (self._pair(*pair) for pair in self.near)

    def _touch(self, pair: _Contact) -> bool:
        return (
            self.tuning.overlapping <= pair.along
            and pair.room <= self.tuning.touching
            and pair.aside < self.tuning.in_line
            and self._turned_deg(pair.first, pair.second) <= self.tuning.turned_deg
        )

    def _share_axes(self) -> None:
        """An island has one axis: the mean of its dice and of the lines from die to die."""
        for group in _groups(len(self.poses), self.contacts):
            total = sum(self.poses[die].turn for die in group)
            lines = (c for c in self.contacts if c.first in group)
            total += sum(_turn(self._offset(c.first, c.second)) for c in lines)
            for die in group:
                self.turns[die] = _unit(total)

    def _step(self, contact: _Contact) -> Place:
        across = self._offset(contact.first, contact.second) / _axis(self.turns[contact.first])
        return STEPS[round(cmath.phase(across) / (math.pi / 2)) % 4]

    def islands(self) -> list[dict[int, Place]]:
        """Every island as die -> row and column from 0, in the order in which people read."""
        grid = _Grid(len(self.poses))
        # The least strained first: where contacts contradict, the worst is in doubt.
        for contact in sorted(self.contacts, key=lambda contact: contact.strain):
            if not grid.join(contact.first, contact.second, self._step(contact)):
                self.clashes.append((contact.first, contact.second))
        self.clashes += grid.untouched(self.contacts)
        return self._in_reading_order(grid.islands())

    def _in_reading_order(self, islands: list[dict[int, Place]]) -> list[dict[int, Place]]:
        """Line by line: what begins above the middle of a line's first island belongs to it."""
        left = sorted(islands, key=self._top)
        ordered: list[dict[int, Place]] = []
        while left:
            # By the first island's middle: a long cross does not draw everything beside it into its
            # line.
            middle = self._middle(left[0]).imag
            line = [island for island in left if self._top(island) <= middle]
            ordered += sorted(line, key=lambda island: self._middle(island).real)
            left = [island for island in left if self._top(island) > middle]
        return ordered

    def _top(self, island: Iterable[int]) -> float:
        return min(self.poses[die].centre.imag for die in island) - 0.5

    def _middle(self, island: Iterable[int]) -> complex:
        centres = [self.poses[die].centre for die in island]
        return sum(centres) / len(centres)

    def doubts(self, names: Sequence[int]) -> Iterator[DoubtfulPlace]:
        """Every doubt, with the dice called by the names given."""
        for first, second in self.clashes:
            yield DoubtfulPlace(LayoutDoubt.CLASH, (names[first], names[second]))
        for pair in self._pairs():
            reason = self._doubt(pair)
            if reason is not None:
                yield DoubtfulPlace(reason, (names[pair.first], names[pair.second]))

    def _doubt(self, pair: _Contact) -> LayoutDoubt | None:
        t, distance = self.tuning, math.hypot(pair.along, pair.aside)
        if distance < t.overlapping:
            return LayoutDoubt.OVERLAP
        # Turned against each other they cannot be a chain, however near they lie.
        if self._turned_deg(pair.first, pair.second) > t.turned_deg:
            return LayoutDoubt.TURNED if distance < t.meeting else None
        if t.surely_in_line < pair.aside < t.surely_aside and pair.room < t.touching:
            return LayoutDoubt.ASIDE
        if t.surely_touching < pair.room < t.surely_apart and pair.aside < t.in_line:
            return LayoutDoubt.GAP
        return None


def _groups(dice: int, contacts: Iterable[_Contact]) -> list[set[int]]:
    """The dice that hang together through contacts."""
    groups = [{die} for die in range(dice)]
    for contact in contacts:
        first = next(group for group in groups if contact.first in group)
        second = next(group for group in groups if contact.second in group)
        if first is not second:
            first |= second
            groups.remove(second)
    return groups


class _Grid:
    """Islands that grow together contact by contact; no cell ever holds two dice."""

    def __init__(self, dice: int) -> None:
        self._island_of: list[dict[int, Place]] = [{die: (0, 0)} for die in range(dice)]

    def join(self, first: int, second: int, step: Place) -> bool:
        """Put the second die one step beside the first; False if that contradicts the grid."""
        here, there = self._island_of[first], self._island_of[second]
        row, column = here[first][0] + step[0], here[first][1] + step[1]
        if here is there:
            # A ring of contacts that closes one cell off contradicts itself, and is in doubt.
            return here[second] == (row, column)
        down, right = row - there[second][0], column - there[second][1]
        moved = {die: (r + down, c + right) for die, (r, c) in there.items()}
        if not set(moved.values()).isdisjoint(here.values()):
            return False
        here.update(moved)
        for die in moved:
            self._island_of[die] = here
        return True

    def untouched(self, contacts: Iterable[_Contact]) -> list[tuple[int, int]]:
        """Pairs that came to lie side by side on the grid although they do not touch."""
        touching = {(c.first, c.second) for c in contacts}
        return [
            (first, second)
            for island in self.islands()
            for first, second in combinations(sorted(island), 2)
            if _beside(island[first], island[second]) and (first, second) not in touching
        ]

    def islands(self) -> list[dict[int, Place]]:
        return [_from_zero(island) for island in {id(i): i for i in self._island_of}.values()]


def _beside(one: Place, other: Place) -> bool:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


def _from_zero(island: dict[int, Place]) -> dict[int, Place]:
    top = min(row for row, _ in island.values())
    left = min(column for _, column in island.values())
    return {die: (row - top, column - left) for die, (row, column) in island.items()}
