"""People at a table, acted out at the height of observations: no picture is drawn.

Dice lie, are covered, lifted, carried, shaken and poured; the camera sees their corners with its
errors, misses one now and then, and reads one wrongly now and then. Everything comes from a seed.
"""

import math
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from turbo.game.dice import NUMBERED_FACES, PRESUMED_FACES, Face
from turbo.game.layout import Layout
from turbo.game.observation import Doubt, Observation, Point, Reading, SeenDie
from vision.mat.plan import Plan

WIDTH_PX, HEIGHT_PX, MM_PER_PX = 1200, 900, 0.5
PLAN = Plan.whole_picture(WIDTH_PX, HEIGHT_PX, mm_per_px=MM_PER_PX)
WIDE_MM, HIGH_MM = WIDTH_PX * MM_PER_PX, HEIGHT_PX * MM_PER_PX
EDGE_MM = 16.0
PITCH_MM = 16.6
FRAME_S = 0.1

Sees = Callable[[float, Observation], None]


@dataclass(frozen=True, slots=True)
class ImperfectCamera:
    """How well the camera sees. The defaults are worse than a reader that meets its figures."""

    jitter_mm: float = 0.35
    """Standard deviation of a corner."""
    missed: float = 0.003
    """The chance that a die is not found in a frame."""
    misread: float = 0.004
    """The chance that a frame reads another face, with middling confidence."""
    confidence: tuple[float, float] = (0.93, 0.995)
    blind_every_s: float = 0.0
    """How often nothing is seen for a while, on average; 0: never."""
    blind_s: tuple[float, float] = (2.0, 8.0)
    """How long that lasts: a busy machine, a plug, a coat over the camera."""


@dataclass(frozen=True, slots=True)
class Lying:
    x_mm: float
    y_mm: float
    turn_deg: float
    face: Face
    doubts: tuple[Doubt, ...] = ()
    alike: tuple[Face, ...] = ()
    """Other faces that the camera cannot tell from the real one."""


def _as_it_is(point: Point) -> Point:
    return point


@dataclass
class TableActs:
    """The dice by name, and what people do with them. `sees` is given every frame."""

    sees: Sees
    seed: int = 0
    camera: ImperfectCamera = field(default_factory=ImperfectCamera)
    at_s: float = 0.0
    dice: dict[int, Lying] = field(default_factory=dict)
    in_cup: list[int] = field(default_factory=list)
    covered: set[int] = field(default_factory=set)
    shift: Callable[[Point], Point] = field(default=_as_it_is)
    dark: bool = False
    rested_s: float = 0.0
    """When the last die of the last throw came to lie."""
    odd: dict[int, tuple[tuple[Doubt, ...], tuple[Face, ...]]] = field(default_factory=dict)
    """Dice that do not lie well, or that look like others: doubts, and faces they look like."""
    doubted: float = 0.4
    """How sure the camera is of the face of a die that it doubts; a sure one says 0.5."""

    blind_until_s: float = 0.0
    blinds: int = 0
    """How often nothing was seen for a while."""

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)
        self._blinding = random.Random(f"blind {self.seed}")

    # The camera.

    def frames(self, count: int = 1) -> None:
        for _ in range(count):
            self.at_s += FRAME_S
            seen = self.observation()
            if not self._is_blind():
                self.sees(self.at_s, seen)

    def _is_blind(self) -> bool:
        every_s = self.camera.blind_every_s
        if self.at_s < self.blind_until_s:
            return True
        if every_s and self._blinding.random() < FRAME_S / every_s:
            self.blind_until_s = self.at_s + self._blinding.uniform(*self.camera.blind_s)
            self.blinds += 1
        return False

    def rest(self, seconds: float = 1.0) -> None:
        self.frames(round(seconds / FRAME_S))

    def observation(self) -> Observation:
        shown = [self._as_it_looks(n) for n in self.dice if n not in self.covered and not self.dark]
        seen = [self._seen(die) for die in shown if self.random.random() >= self.camera.missed]
        self.random.shuffle(seen)
        return Observation(tuple(seen), WIDTH_PX, HEIGHT_PX)

    def _as_it_looks(self, name: int) -> Lying:
        die, (doubts, alike) = self.dice[name], self.odd.get(name, ((), ()))
        is_so = (die.doubts, die.alike) == (doubts, alike)
        return die if is_so else replace(die, doubts=doubts, alike=alike)

    def _seen(self, die: Lying) -> SeenDie:
        turn, half = math.radians(die.turn_deg + 45.0), EDGE_MM / math.sqrt(2)
        a, b = half * math.cos(turn), half * math.sin(turn)
        around = ((-a, -b), (b, -a), (a, b), (-b, a))
        corners = [self._pixel(die.x_mm + x, die.y_mm + y) for x, y in around]
        return SeenDie(
            (corners[0], corners[1], corners[2], corners[3]),
            self._readings(die),
            die.turn_deg,
            die.doubts,
        )

    def _pixel(self, x_mm: float, y_mm: float) -> Point:
        x, y = self.shift((x_mm, y_mm))
        jitter = self.camera.jitter_mm
        x, y = x + self.random.gauss(0, jitter), y + self.random.gauss(0, jitter)
        return x / MM_PER_PX, y / MM_PER_PX

    def _readings(self, die: Lying) -> tuple[Reading, ...]:
        if die.doubts:
            return (Reading(die.face, self.doubted),)
        if die.alike:
            share = 0.98 / (1 + len(die.alike))
            return tuple(Reading(face, share) for face in (die.face, *die.alike))
        if self.random.random() < self.camera.misread:
            wrong = self.random.choice(NUMBERED_FACES)
            return (Reading(wrong, 0.75), Reading(die.face, 0.2)) if wrong != die.face else ()
        sure = self.random.uniform(*self.camera.confidence)
        return (Reading(die.face, sure),)

    # The people.

    def put(self, name: int, face: Face, x_mm: float, y_mm: float, turn_deg: float = 0.0) -> None:
        """A die lies there, without anybody having put it there."""
        self.dice[name] = Lying(x_mm, y_mm, turn_deg, face)

    def reach(self, around: Iterable[int], frames: int = 2, radius_mm: float = 30.0) -> None:
        """A hand over some dice hides them and what lies beside them."""
        places = [(d.x_mm, d.y_mm) for n, d in self.dice.items() if n in set(around)]
        hidden = {
            name
            for name, die in self.dice.items()
            if any(math.dist((die.x_mm, die.y_mm), place) < radius_mm for place in places)
        }
        before, self.covered = self.covered, self.covered | hidden
        self.frames(frames)
        self.covered = before

    def lift(self, names: Sequence[int]) -> None:
        """Dice are picked up, two at a time."""
        for at in range(0, len(names), 2):
            self.reach(names[at : at + 2])
            for name in names[at : at + 2]:
                del self.dice[name]
            self.frames(1)

    def carry(self, name: int, x_mm: float, y_mm: float, turn_deg: float = 0.0) -> None:
        """A die is lifted and laid elsewhere, with the face that it has."""
        die = self.dice[name]
        self.lift([name])
        self.frames(2)
        self.dice[name] = replace(die, x_mm=x_mm, y_mm=y_mm, turn_deg=turn_deg)
        self.reach([name])

    def carry_many(self, moves: dict[int, tuple[float, float]]) -> None:
        """A handful is lifted and laid down one by one."""
        held = {name: self.dice[name] for name in moves}
        self.lift(list(moves))
        self.frames(2)
        for name, (x, y) in moves.items():
            self.dice[name] = replace(held[name], x_mm=x, y_mm=y, turn_deg=self._tidy_turn())
            self.reach([name])

    def _tidy_turn(self) -> float:
        return self.random.gauss(0, 2)

    def slide(self, name: int, x_mm: float, y_mm: float, steps: int = 4) -> None:
        """A die is pushed with a finger, in sight all the time."""
        die = self.dice[name]
        for step in range(1, steps + 1):
            part = step / steps
            x = die.x_mm + part * (x_mm - die.x_mm)
            y = die.y_mm + part * (y_mm - die.y_mm)
            self.dice[name] = replace(die, x_mm=x, y_mm=y)
            self.frames(1)

    def turn(self, name: int, face: Face) -> None:
        """A die is turned by hand where it lies."""
        self.reach([name], 4, radius_mm=12)
        self.dice[name] = replace(self.dice[name], face=face)
        self.reach([name], 1, radius_mm=12)

    def collect(self, names: Sequence[int]) -> None:
        """Dice are put into the cup."""
        self.lift(names)
        self.in_cup += names

    def shake(self, seconds: float = 1.2) -> None:
        self.rest(seconds)

    def pour(self, faces: dict[int, Face], places: dict[int, Point], frames: int = 6) -> None:
        """Dice roll out of the cup and come to rest, one sooner than another."""
        for name in faces:
            if name in self.in_cup:
                self.in_cup.remove(name)
        stops = {name: self.random.randint(2, frames) for name in faces}
        self.rested_s = self.at_s + FRAME_S * max(stops.values())
        for step in range(1, frames + 1):
            for name, (x, y) in places.items():
                left = max(0, stops[name] - step)
                face = faces[name] if left < 2 else self.random.choice(PRESUMED_FACES)
                turn = self.random.uniform(0, 90) if left else (name * 37) % 90
                self.dice[name] = Lying(x - 14 * left, y - 6 * left, turn, face)
            self.frames(1)

    def throw(self, names: Sequence[int], faces: Sequence[Face], places: Sequence[Point]) -> None:
        """Into the cup, shaken, and out again."""
        lying = [name for name in names if name in self.dice]
        self.collect(lying)
        self.shake()
        self.pour(dict(zip(names, faces, strict=True)), dict(zip(names, places, strict=True)))

    def scatter(
        self, count: int, left: float, top: float, right: float, bottom: float
    ) -> list[Point]:
        """Free places for dice that come to rest, none touching anything."""
        taken = [(die.x_mm, die.y_mm) for die in self.dice.values()]
        found: list[Point] = []
        for _ in range(20_000):
            place = (self.random.uniform(left, right), self.random.uniform(top, bottom))
            if all(math.dist(place, other) > 1.75 * EDGE_MM for other in (*taken, *found)):
                found.append(place)
                if len(found) == count:
                    return found
        raise ValueError(f"no room for {count} dice")


def cells_mm(layout: Layout, slots: Sequence[Point]) -> list[Point]:
    """Where the dice of a layout lie, in reading order, each island at its slot."""
    return [
        (slots[island][0] + column * PITCH_MM, slots[island][1] + row * PITCH_MM)
        for island, row, column in layout.dice
    ]
