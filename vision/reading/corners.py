"""What the four corners of a face say by themselves: where it ends, and which way it is turned."""

from math import atan2, degrees

from vision.reading.changes import Box
from vision.reading.network import Floats


def bounds(corners: Floats) -> Box:
    """The upright part of the picture that a face lies in."""
    (left, top), (right, bottom) = corners.min(axis=0).tolist(), corners.max(axis=0).tolist()
    return Box(left, top, right, bottom)


def is_cut(corners: Floats, width: int, height: int, slack: float) -> bool:
    """Whether a face reaches beyond the picture."""
    # By hand: asked for of every die at every look, and numpy takes ten times as long.
    return any(
        x < -slack or y < -slack or x > width - 1 + slack or y > height - 1 + slack
        for x, y in corners.tolist()
    )


def numeral_rotation(corners: Floats, quarter: int) -> float:
    """The clockwise angle from image-up to numeral-up; `quarter` is the numeral's first corner.

    >>> import numpy as np
    >>> square = np.array([[0, 0], [10, 0], [10, 10], [0, 10]], np.float32)
    >>> [numeral_rotation(square, quarter) for quarter in range(4)]
    [0.0, 90.0, 180.0, 270.0]
    """
    around = corners.tolist()
    one, two, three, four = around[quarter:] + around[:quarter]
    right, down = (one[axis] + two[axis] - three[axis] - four[axis] for axis in (0, 1))
    return degrees(atan2(right, -down)) % 360
