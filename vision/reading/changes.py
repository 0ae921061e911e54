"""Which parts of a picture have changed since they were looked at, so that only those are again."""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures.pixels import shrunk_to_width

Image = NDArray[np.uint8]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Box:
    """A part of a picture, in pixels."""

    left: float
    top: float
    right: float
    bottom: float

    def has(self, x: float, y: float) -> bool:
        return self.left <= x < self.right and self.top <= y < self.bottom

    def grown(self, by: float, wide: float, high: float) -> "Box":
        """The same and so much around it, as far as the picture goes."""
        return Box(
            max(0.0, self.left - by),
            max(0.0, self.top - by),
            min(wide, self.right + by),
            min(high, self.bottom + by),
        )

    @property
    def area(self) -> float:
        return max(0.0, self.right - self.left) * max(0.0, self.bottom - self.top)

    def meets(self, other: "Box") -> bool:
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom

    def around(self, other: "Box") -> "Box":
        """The least box that holds both."""
        return Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )


SPECK = 2.0
"""A single patch that differs by less than so many times what counts is grain: a die that changes
at all does so in several."""


def without_specks(changed: Mask, clearly: Mask) -> Mask:
    """What has changed, less single patches where it did not do so clearly."""
    around = cv2.boxFilter(changed.astype(np.uint8), -1, (3, 3), normalize=False)
    return np.asarray(changed & (clearly | (around > 1)))


class Patches:
    """What every patch of the picture was like when it was looked at last."""

    def __init__(self, patch_px: int, levels: float) -> None:
        self._patch_px, self._levels = patch_px, levels
        self._known: Image | None = None
        self._now: Image | None = None
        self._size = (0, 0)
        self.changed: Mask | None = None
        """Where the picture differs; None where all of it does, as another size."""
        self.is_same = False
        """Whether not one level differs: the very same picture."""

    def see(self, image: Image) -> None:
        high, wide = image.shape[:2]
        self._now = shrunk_to_width(image, max(1, wide // self._patch_px))
        is_new = self._known is None or self._size != (wide, high)
        self._size = (wide, high)
        if is_new or self._known is None:
            self.changed, self.is_same = None, False
            return
        blue, green, red = cv2.split(cv2.absdiff(self._now, self._known))
        apart = cv2.max(cv2.max(blue, green), red)
        self.changed = without_specks(apart > self._levels, apart > SPECK * self._levels)
        # A file or a frozen camera: a second look at the same bytes would count as a second
        # witness.
        self.is_same = not apart.any()

    def looked(self, boxes: list[Box] | None = None) -> None:
        """The last picture was looked at there, or everywhere."""
        assert self._now is not None
        if boxes is None or self._known is None:
            self._known = self._now.copy()
            return
        # Only there: what creeps elsewhere adds up until it is a change.
        for box in boxes:
            rows, columns = self._spans(box)
            self._known[rows, columns] = self._now[rows, columns]

    def has_changed(self, box: Box) -> bool:
        return self.changed is None or bool(self.changed[self._spans(box)].any())

    def boxes(self, around_px: float) -> list[Box]:
        """The changed parts and so much around each; parts that meet are one."""
        wide, high = self._size
        boxes: list[Box] = []
        for box in self._pieces():
            grown = box.grown(around_px, wide, high)
            # Again after each joining: the larger box may meet others.
            while met := [one for one in boxes if one.meets(grown)]:
                boxes = [one for one in boxes if one not in met]
                for one in met:
                    grown = grown.around(one)
            boxes.append(grown)
        return boxes

    def _pieces(self) -> Iterator[Box]:
        if self.changed is None or self._now is None:
            return
        mask = self.changed.astype(np.uint8)
        count, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
        x, y = self._size[0] / mask.shape[1], self._size[1] / mask.shape[0]
        for left, top, wide, high, _ in stats[1:count].tolist():
            yield Box(left * x, top * y, (left + wide) * x, (top + high) * y)

    def _spans(self, box: Box) -> tuple[slice, slice]:
        assert self._now is not None
        high, wide = self._now.shape[:2]
        x, y = wide / self._size[0], high / self._size[1]
        rows = slice(max(0, int(box.top * y)), max(0, int(np.ceil(box.bottom * y))))
        return rows, slice(max(0, int(box.left * x)), max(0, int(np.ceil(box.right * x))))
