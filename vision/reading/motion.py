"""Is there a hand in the picture, and is there light at all? A cheap look at every frame.

A hand comes in over the picture's edge and is larger than dice, whatever its colour: what differs
from the picture at rest in one large piece, reaches the edge and covers a part of the mat, is taken
for a hand: it may be a sleeve or a cup.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.mat.plan import Plan, Zone

Image = NDArray[np.uint8]
Small = NDArray[np.float32]

MAT_BLOCK = 4
"""Pixels of the small picture that are on the mat or beside it together: a fifth of a hand."""

_GAP = np.ones((3, 3), np.uint8)
"""A line of the mat under a hand may look as it did: gaps of two pixels do not part a hand."""


@dataclass(frozen=True, slots=True)
class MotionTuning:
    """What counts as a hand and as darkness; grey levels from 0 to 255, shares of the picture."""

    width_px: int = 160
    """The picture is looked at in this width: a finger has three pixels then."""
    changed: float = 22.0
    """A pixel differs when it is this much lighter or darker than at rest, in full light: skin on
    any mat differs by 30 and more there. In less light everything differs by less."""
    full_light: float = 200.0
    """The brightest tenth of a picture in full light; a dim lamp gives half of it."""
    changed_least: float = 9.0
    """However dim it is: noise reaches 8 after shrinking."""
    hand_share: float = 0.005
    """The least share of the picture that lies on the mat: a die covers 0.13 %, the tips of three
    fingers over its rim 0.7 %."""
    arm: float = 0.075
    """How much of the picture's edge an arm covers at least in one piece, in widths of the picture:
    32 mm of an A3 mat. A die that rolled there covers half of it, and may touch others and their
    shadows, which reach the edge elsewhere."""
    all_share: float = 0.6
    """When this much differs, it is the light or the camera and not a hand."""
    moving: float = 0.002
    """The share that must differ from the frame before for something to be moving."""
    absorbed_s: float = 8.0
    """What lies still for so long is part of the table, hand or not: a cup was put down."""
    dark: float = 14.0
    """A picture whose brightest tenth is below this shows nothing."""


@dataclass(frozen=True, slots=True)
class Glance:
    """What one look tells."""

    hand: bool = False
    dark: bool = False
    moving: bool = False
    light: float = 0.0
    """Brightness of the brightest tenth, 0 to 255."""


class Motion:
    """Compares every picture with the table at rest. `rest` when a table was believed."""

    def __init__(self, tuning: MotionTuning | None = None, plan: Plan | None = None) -> None:
        self.tuning, self._plan = tuning or MotionTuning(), plan
        self._mat: NDArray[np.bool_] | None = None
        self._rest: Small | None = None
        self._last: Small | None = None
        self._still_s: float | None = None
        self._scale = 1.0
        self._changed = self.tuning.changed

    def look(self, image: Image, at_s: float) -> Glance:
        small = self._small(image)
        light = float(np.percentile(small.max(axis=2), 90))
        part = min(1.0, light / self.tuning.full_light)
        self._changed = max(self.tuning.changed_least, part * self.tuning.changed)
        moving = self._share(small, self._last) > self.tuning.moving
        self._still_s = at_s if moving or self._still_s is None else self._still_s
        self._last = small
        if light < self.tuning.dark:
            return Glance(dark=True, light=light)
        hand = self._has_hand(small)
        if hand and at_s - self._still_s >= self.tuning.absorbed_s:
            self._rest, hand = small, False
        return Glance(hand, False, moving, light)

    def rest(self) -> None:
        """The table is believed to lie still as it was seen last."""
        self._rest = self._last

    def _small(self, image: Image) -> Small:
        self._scale = image.shape[1] / self.tuning.width_px
        height = max(1, round(image.shape[0] / self._scale))
        small = cv2.resize(image, (self.tuning.width_px, height), interpolation=cv2.INTER_AREA)
        return np.asarray(small, dtype=np.float32)

    def _differing(self, small: Small, before: Small) -> NDArray[np.uint8]:
        """Where any of the three colours differs: skin may be as bright as the mat."""
        difference = small - before
        difference -= np.median(difference, axis=(0, 1))
        mask = np.asarray(np.abs(difference).max(axis=2) > self._changed, dtype=np.uint8)
        return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, _GAP), dtype=np.uint8)

    def _share(self, small: Small, before: Small | None) -> float:
        if before is None or before.shape != small.shape:
            return 1.0
        return float(self._differing(small, before).mean())

    def _has_hand(self, small: Small) -> bool:
        if self._rest is None or self._rest.shape != small.shape:
            return False
        if np.mean(np.abs(small - self._rest).max(axis=2) > self._changed) > self.tuning.all_share:
            return False
        mask = self._differing(small, self._rest)
        _, labels = cv2.connectedComponents(mask, connectivity=8)
        mat, least = self._on_mat(mask.shape), self.tuning.arm * mask.shape[1]
        arms = {label for label, wide in _along_edge(np.asarray(labels)) if label and wide >= least}
        areas = [int(np.sum((labels == label) & mat)) for label in arms]
        return max(areas, default=0) >= self.tuning.hand_share * mask.size

    def _on_mat(self, shape: tuple[int, ...]) -> NDArray[np.bool_]:
        """Where the zones are in the small picture: a hand that rests beside the mat is none of
        our business."""
        if self._mat is None or self._mat.shape != shape:
            self._mat = np.ones(shape, dtype=np.bool_)
            for row, column in self._blocks(shape) if self._plan is not None else ():
                block = np.s_[row : row + MAT_BLOCK, column : column + MAT_BLOCK]
                self._mat[block] = self._is_on_mat(row + MAT_BLOCK / 2, column + MAT_BLOCK / 2)
        return self._mat

    @staticmethod
    def _blocks(shape: tuple[int, ...]) -> Iterator[tuple[int, int]]:
        for row in range(0, shape[0], MAT_BLOCK):
            yield from ((row, column) for column in range(0, shape[1], MAT_BLOCK))

    def _is_on_mat(self, row: float, column: float) -> bool:
        assert self._plan is not None
        point = (column * self._scale, row * self._scale)
        return self._plan.zone_of(*self._plan.to_mm(point)) is not Zone.OUTSIDE


def _along_edge(labels: NDArray[np.int32]) -> Iterator[tuple[int, int]]:
    """The pieces along the picture's edge, once around, and how much of it each covers."""
    sides = labels[0], labels[:, -1], labels[-1, ::-1], labels[::-1, 0]
    edge = np.concatenate(sides)
    edge = np.roll(edge, -int(np.argmax(edge == 0)))
    for label, pixels in groupby(edge.tolist()):
        yield label, sum(1 for _ in pixels)
