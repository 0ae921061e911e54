"""Tiles that a look has missed: what looks as it did when it was read still lies there.

A detector misses one tile in a hundred looks and more, in a glare or beside a sleeve, and a tile
that is missed must not count as taken away. So every tile that was read for sure is remembered with
its pixels. Where nobody finds a tile any more and the pixels are the same, it is told again, by its
last look; where they differ, whatever lies there now is for the detector to say.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import cv2
import numpy as np

from turbo.game.observation import Observation, Point, SeenDie
from vision.reading.detector import Image
from vision.reading.network import Floats


@dataclass(frozen=True, slots=True)
class MemoryTuning:
    """When a place looks as it did. Levels of grey from 0 to 255."""

    sure: float = 0.9
    """Only what was read with so much and without doubts is remembered: no held-out phantom was."""
    cells: int = 8
    """A face is compared in so many parts each way: two numerals of one colour differ by 60 levels
    and more in some of them, the noise of a dim picture by 5 in all of them."""
    levels: float = 20.0
    """By how much a part may differ: a face that was moved by a pixel of 45 differs by 30."""
    gain: float = 1.4
    """A lamp, a cloud or a shadow over the whole face changes its light by up to this, and is no
    change of the face."""
    near: float = 0.6
    """Widths within which two faces are one tile: two cannot lie so near."""


@dataclass(frozen=True, slots=True, eq=False)
class _Known:
    die: SeenDie
    cells: Floats


class TileMemory:
    """The tiles of one table as they were read last, each with its pixels."""

    def __init__(self) -> None:
        self.tuning = MemoryTuning()
        self._known: list[_Known] = []

    def completed(self, image: Image, seen: Observation) -> Observation:
        """What was seen, and what was missed though it lies there as before."""
        missed = tuple(
            known.die
            for known in self._known
            if not self._is_near(known.die, seen.dice) and self._is_unchanged(image, known)
        )
        self._remember(image, seen.dice)
        return replace(seen, dice=(*seen.dice, *missed)) if missed else seen

    def forget(self) -> None:
        """The camera was moved: every tile has other pixels now."""
        self._known = []

    def _remember(self, image: Image, dice: Iterable[SeenDie]) -> None:
        """A place is forgotten for another tile only: what a hand hides may be there after it."""
        sure = [die for die in dice if die.confidence >= self.tuning.sure and not die.doubts]
        kept = [known for known in self._known if not self._is_near(known.die, sure)]
        self._known = [*kept, *(_Known(die, self._cells(image, die)) for die in sure)]

    def _is_near(self, die: SeenDie, others: Iterable[SeenDie]) -> bool:
        reach = self.tuning.near * _width(die)
        return any(_apart(die.centre_px, other.centre_px) < reach for other in others)

    def _is_unchanged(self, image: Image, known: _Known) -> bool:
        now, before = self._cells(image, known.die), known.cells
        gain = np.median((now + 1.0) / (before + 1.0), axis=(0, 1))
        if not bool(np.all((gain < self.tuning.gain) & (gain > 1.0 / self.tuning.gain))):
            return False
        return bool(np.abs(now / gain - before).max() <= self.tuning.levels)

    def _cells(self, image: Image, die: SeenDie) -> Floats:
        """The face cut out and averaged in its parts."""
        cells, fine = self.tuning.cells, 6 * self.tuning.cells
        square = np.array([[0, 0], [fine, 0], [fine, fine], [0, fine]], np.float32)
        warp = cv2.getPerspectiveTransform(np.asarray(die.corners_px, np.float32), square)
        cut = cv2.warpPerspective(image, warp, (fine, fine), borderMode=cv2.BORDER_REPLICATE)
        parts = cv2.resize(cut, (cells, cells), interpolation=cv2.INTER_AREA)
        return np.asarray(parts, np.float32)


def _width(die: SeenDie) -> float:
    return _apart(die.corners_px[0], die.corners_px[1])


def _apart(one: Point, other: Point) -> float:
    return float(np.hypot(one[0] - other[0], one[1] - other[1]))
