"""Who is first, second and so on: by whatever can be compared."""

from collections.abc import Sequence
from typing import Any


def places_of(scores: Sequence[Any]) -> tuple[int, ...]:
    """The higher score is before the lower; equal scores share a place.

    >>> places_of((120, 300, 120, 80))
    (2, 1, 2, 4)
    """
    return tuple(1 + sum(other > score for other in scores) for score in scores)
