"""Does something grow? The memory of a process, and how steep a series of points is.

>>> growth([(0.0, 1.0), (1.0, 3.0), (2.0, 5.0)])
2.0
>>> second_half([(0, 9.0), (1, 5.0), (2, 4.0), (3, 4.0)])
[(2, 4.0), (3, 4.0)]
>>> floors([(0.1, 9.0), (0.6, 5.0), (1.2, 7.0), (1.9, 6.0)])
[(0.6, 5.0), (1.9, 6.0)]
"""

import os
from collections.abc import Sequence
from pathlib import Path

Points = Sequence[tuple[float, float]]

PAGE = os.sysconf("SC_PAGE_SIZE")


def resident_mb(process: int | str = "self") -> float:
    """Memory of a process that is in use now."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * PAGE / 1e6


def growth(points: Points) -> float:
    """How much the second number grows with the first, by least squares; 0 for a single point."""
    if len(points) < 2:
        return 0.0
    mean_x = sum(x for x, _ in points) / len(points)
    mean_y = sum(y for _, y in points) / len(points)
    spread = sum((x - mean_x) ** 2 for x, _ in points)
    return sum((x - mean_x) * (y - mean_y) for x, y in points) / spread if spread else 0.0


def second_half(points: Points) -> Points:
    """What is left when loading is over and caches are full."""
    return points[len(points) // 2 :]


def floors(points: Points) -> Points:
    """The least of each minute: what is left when free memory has gone back to the system."""
    minutes: dict[int, tuple[float, float]] = {}
    for point in points:
        minute = int(point[0])
        minutes[minute] = min(minutes.get(minute, point), point, key=lambda one: one[1])
    return list(minutes.values())
