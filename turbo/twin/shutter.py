"""The light that falls into the twin's camera while its shutter is open.

Most of a picture is the same at every moment of it. Only where something moved is the light of all
moments laid together and made a picture; all else is the still layer, finished once.
"""

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

import cv2
import numpy as np

from turbo.twin.draw_dice import Box, part_of
from turbo.twin.glyphs import Image

TILE_PX = 32
"""What was touched is gathered in squares of this size: small beside a hand, and few."""

BLUR_PX = 2
"""How far the blur of a lens reaches: half of its largest kernel."""


@dataclass(frozen=True, slots=True)
class ExposedMoment:
    """The picture of a moment, where it differs from its still layer, and how often it was so."""

    still: Image
    picture: Image
    touched: list[Box]
    times: int


@dataclass
class OpenShutter:
    """Moments that become one picture."""

    moments: list[ExposedMoment] = field(default_factory=list)

    def finished(self, still: Image, finish: Callable[[Image], Image]) -> Image:
        """The picture through the lens. `still`: the last still layer, finished already."""
        last = self.moments[-1]
        if any(moment.still is not last.still for moment in self.moments):
            return finish(self._mean((0, 0, last.still.shape[1], last.still.shape[0])))
        touched = [box for moment in self.moments for box in moment.touched]
        picture = still.copy() if touched else still
        for box in parts(touched, still.shape):
            outer, inner = (grown(box, times * BLUR_PX, still.shape) for times in (2, 1))
            # Finished with some rim more than is taken of it: the blur must not see where it ends.
            left, top = inner[0] - outer[0], inner[1] - outer[1]
            patch = part_of(picture, inner)
            seen = finish(self._mean(outer))
            patch[:] = seen[top : top + patch.shape[0], left : left + patch.shape[1]]
        return picture

    def _mean(self, box: Box) -> Image:
        """What a shutter that was open all the while has seen."""
        first = part_of(self.moments[0].picture, box)
        if len(self.moments) == 1:
            return first
        light = np.zeros(first.shape, np.float32)
        for moment in self.moments:
            for _ in range(moment.times):
                cv2.accumulate(part_of(moment.picture, box), light)
        times = sum(moment.times for moment in self.moments)
        return np.asarray(cv2.convertScaleAbs(light, alpha=1.0 / times), np.uint8)


def parts(touched: Iterable[Box], shape: tuple[int, ...]) -> Iterator[Box]:
    """Few boxes that hold all of these."""
    high, wide = (math.ceil(size / TILE_PX) for size in shape[:2])
    tiles = np.zeros((high, wide), np.uint8)
    for left, top, right, bottom in touched:
        rows = slice(top // TILE_PX, (bottom - 1) // TILE_PX + 1)
        tiles[rows, left // TILE_PX : (right - 1) // TILE_PX + 1] = 1
    found = cv2.connectedComponentsWithStats(tiles)[2]
    # The first is the ground on which nothing was touched.
    for left, top, across, down, _ in found[1:].tolist():
        right, bottom = (left + across) * TILE_PX, (top + down) * TILE_PX
        yield left * TILE_PX, top * TILE_PX, min(right, shape[1]), min(bottom, shape[0])


def grown(box: Box, by_px: int, shape: tuple[int, ...]) -> Box:
    left, top, right, bottom = box
    return (
        max(0, left - by_px),
        max(0, top - by_px),
        min(shape[1], right + by_px),
        min(shape[0], bottom + by_px),
    )
