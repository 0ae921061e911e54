"""Things that people set down before the dice: cups, telephones, arms that rest.

Laid over what was seen of a film, so that the same story is told with other things in the way: a
thing comes with a hand, stands for some seconds, and goes with a hand. What it covers is not seen.
It is thicker than the real thing: dice move and are laid under it as if it were not there.
"""

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from turbo.game.observation import Observation, Point, SeenDie
from vision.mat.occluders import Occluder
from vision.mat.plan import Plan

COMES_S, GOES_S = 0.9, 0.7
"""How long the hand is there that sets it down, and the one that takes it away."""
STANDS_S = 1.0
"""It is furniture when it has stood for so long."""
RIM_MM = 4.0
"""By so much its outline is wider than what it hides."""
CORNERS = 16
FEWEST_DICE = 4
"""It is set down among dice: on a bare table it would hide nothing."""


@dataclass(frozen=True, slots=True)
class Obstacle:
    """One thing: when it is there, and which part of the mat it hides."""

    from_s: float
    to_s: float
    middle_mm: Point
    radius_mm: float

    def thing(self, at_s: float) -> Occluder:
        is_hand = at_s < self.from_s + COMES_S or at_s > self.to_s - GOES_S
        since_s = at_s if is_hand else self.from_s + COMES_S
        stands = not is_hand and at_s - since_s >= STANDS_S
        side = int(self.middle_mm[1] < 0) if is_hand else None
        return Occluder(tuple(self._outline()), since_s, stands, is_hand, side)

    def _outline(self) -> Iterator[Point]:
        (x, y), wide_mm = self.middle_mm, self.radius_mm + RIM_MM
        for corner in range(CORNERS):
            turn = math.tau * corner / CORNERS
            yield x + wide_mm * math.cos(turn), y + wide_mm * math.sin(turn)

    def hides(self, place_mm: Point) -> bool:
        return math.dist(place_mm, self.middle_mm) <= self.radius_mm


class Clutter:
    """All things of a film, by a seed: where each is set down is found when its time has come."""

    def __init__(self, plan: Plan, seed: int, seconds: float) -> None:
        self._plan, self._chance = plan, random.Random(f"clutter {seed}")
        count = self._chance.randint(4, 9)
        self._times = sorted(self._chance.uniform(3.0, seconds - 5.0) for _ in range(count))
        self.there: list[Obstacle] = []
        self._last: tuple[Observation, Observation] | None = None

    def seen(self, at_s: float, seen: Observation) -> Observation:
        """What is still to be seen beside the things; the same value again where nothing changed,
        as eyes answer."""
        before = self.there
        self.there = [one for one in self.there if at_s <= one.to_s]
        while self._times and at_s >= self._times[0] and len(seen.dice) >= FEWEST_DICE:
            self._times.pop(0)
            self.there = [*self.there, self._set_down(at_s, seen)]
        if self._last is None or self._last[0] is not seen or self.there != before:
            open_dice = (die for die in seen.dice if not self._is_hidden(die))
            self._last = seen, replace(seen, dice=tuple(open_dice)) if self.there else seen
        return self._last[1]

    def things(self, at_s: float) -> tuple[Occluder, ...]:
        return tuple(one.thing(at_s) for one in self.there)

    def _set_down(self, at_s: float, seen: Observation) -> Obstacle:
        chance, radius_mm = self._chance, self._chance.uniform(12.0, 40.0)
        x, y = self._place(chance.choice(seen.dice))
        aside = [chance.uniform(-radius_mm, radius_mm) for _ in range(2)]
        return Obstacle(
            at_s, at_s + chance.uniform(2.0, 12.0), (x + aside[0], y + aside[1]), radius_mm
        )

    def _is_hidden(self, die: SeenDie) -> bool:
        return any(one.hides(self._place(die)) for one in self.there)

    def _place(self, die: SeenDie) -> Point:
        xs, ys = zip(*die.corners_px, strict=True)
        return self._plan.to_mm((sum(xs) / 4, sum(ys) / 4))
