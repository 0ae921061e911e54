"""How often the table looks: as often as the machine can bear, at an even pace, and it says so.

A camera gives its newest picture, so a slow machine looks less often by itself. But looks that
follow each other without a pause leave nothing for the page and for presses. So after each look
there is a rest, by how long the look took; where the camera makes it wait anyway, that is the rest.
So it is where the look itself waited for a machine that others keep busy.

>>> governor = Governor()
>>> governor.took(10.0, 10.3)
>>> round(governor.pause_s(10.3), 3), governor.pause_s(10.5)
(0.1, 0.0)

How often it can look while dice roll is told by the slow looks among the last: pictures in which
nothing moves cost next to nothing, on any machine. So are pictures that come seldom while something
moves, as over a bad line: they were not there to be looked at.

>>> for at_s in range(30):
...     governor.took(at_s, at_s + 0.3)
>>> governor.pace_hz, governor.is_slow
(2.5, True)
>>> for at_s in range(30, 60):
...     governor.took(at_s + 0.98, at_s + 1.0, is_moving=True)
>>> governor.pace_hz, governor.is_too_slow
(1.0, True)
"""

import math
from collections import deque
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GovernorTuning:
    """How much of the machine looking may take. Found by reasoning; films are told exactly at 3
    pictures a second (`python -m bench.films --step 3`)."""

    share: float = 0.75
    """Of the time, at most: the rest is for the page, the camera and presses."""
    looks: int = 40
    """That are remembered: those of some seconds."""
    fewest: int = 5
    """Before so many looks nothing is said,"""
    starting_s: float = 10.0
    """nor for so long: the first looks load the networks."""
    slow_part: float = 0.9
    """By the look that so many are faster than: those while dice roll."""
    seldom_hz: float = 4.0
    """Fewer looks a second are said: then a table is confirmed a second after it lies still."""
    often_hz: float = 5.0
    """And no longer from so many on: in between, whatever was said stands."""
    lost_hz: float = 1.5
    """Fewer are too few for who plays on at once: a throw or a table is lost now and then."""


class Governor:
    """`took` after each look, with the times of any steady clock; `pause_s` before the next."""

    def __init__(self, tuning: GovernorTuning | None = None) -> None:
        self.tuning = tuning or GovernorTuning()
        self._spans: deque[float] = deque(maxlen=self.tuning.looks)
        """From each look to the next, as short as they can be."""
        self._due_s = float("-inf")
        self._took_s = float("inf")
        self._began_s: float | None = None
        self.is_slow = False

    def took(
        self, from_s: float, to_s: float, cpu_s: float = math.inf, *, is_moving: bool = False
    ) -> None:
        """`cpu_s`: what our own process had of the processor meanwhile, where that is known."""
        took_s = max(0.0, to_s - from_s)
        span_s = took_s + min(took_s, cpu_s) * (1 / self.tuning.share - 1)
        self._due_s = from_s + span_s
        self._spans.append(max(span_s, to_s - self._took_s) if is_moving else span_s)
        self._took_s = to_s
        self._began_s = from_s if self._began_s is None else self._began_s
        is_known = len(self._spans) >= self.tuning.fewest
        if is_known and to_s - self._began_s >= self.tuning.starting_s:
            bound_hz = self.tuning.often_hz if self.is_slow else self.tuning.seldom_hz
            self.is_slow = self.pace_hz < bound_hz

    def pause_s(self, now_s: float) -> float:
        return max(0.0, self._due_s - now_s)

    @property
    def pace_hz(self) -> float:
        """How many looks a second there can be while dice roll."""
        slow = sorted(self._spans)[int(self.tuning.slow_part * (len(self._spans) - 1))]
        return round(1 / max(slow, 1e-3), 1)

    @property
    def is_too_slow(self) -> bool:
        return self.is_slow and self.pace_hz < self.tuning.lost_hz
