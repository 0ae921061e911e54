"""What two networks say of one thing, as one chance: their odds, weighed. No OpenCV here."""

from collections.abc import Sequence
from math import exp, log


def clipped_odds(chance: float, low: float, high: float) -> float:
    """The logarithm of the odds, within bounds: beyond them a network's certainty says no more."""
    # A network that says exactly nought or one has no odds.
    chance = min(1 - 1e-5, max(1e-5, chance))
    return min(high, max(low, log(chance / (1 - chance))))


def agreed(one: float, other: float, share: float) -> float:
    """A chance from two that see the same thing: the mean of their odds, `share` of it the first's.

    >>> round(agreed(0.99, 0.5, 0.5), 2)
    0.91
    """
    odds = clipped_odds(one, -9.0, 9.0), clipped_odds(other, -9.0, 9.0)
    return weighed((0.0, share, 1 - share), odds)


def evidence(score: float, is_face: float) -> tuple[float, ...]:
    """What speaks for a die: the odds that detector and face network give it, as far as there are
    enough held-out dice beyond to weigh them by."""
    return clipped_odds(score, -4.0, 3.0), clipped_odds(is_face, -5.0, 8.0)


ASKEW_MOST = 0.15
"""Corners that are farther from a top than this, in edges, were drawn aside by print or other dice:
that says no more."""


def leaning(detector: float, face: float, askew: float) -> tuple[float, ...]:
    """What speaks for a die that leans, seen at an angle."""
    odds = clipped_odds(detector, -9.0, 9.0), clipped_odds(face, -9.0, 9.0)
    return *odds, min(ASKEW_MOST, askew)


def weighed(weights: Sequence[float], signs: Sequence[float]) -> float:
    """The probability that weighed evidence gives (logistic regression)."""
    total = weights[0] + sum(w * x for w, x in zip(weights[1:], signs, strict=True))
    return 1 / (1 + exp(-total))
