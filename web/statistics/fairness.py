"""Are the dice fair? Pearson's chi-square with its p-value, and the power that the test had.

A p-value alone says little: with few throws every test passes. So beside it stands the power: the
chance that a bias of a named size would have been noticed with this many throws. Only elementary
functions are used, so nothing has to be installed on the Pi.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

SIGNIFICANT = 0.01
"""Below this p-value a bias is called likely. Many dice are looked at, hence not 0.05."""

BIAS = 0.5
"""The bias that the power is given for: one outcome comes up half as often again as it should."""

LEAST_EXPECTED = 5.0
"""Cochran's rule of thumb for the rarest outcome."""

_TINY = 1e-300
"""Stands for a zero that would be divided by: next to nothing, and its inverse can be written."""
_STEPS = 10_000
"""Only an end: the sums are exact to the last digit after some tens of terms."""


@dataclass(frozen=True, slots=True)
class Fairness:
    """How the counts compare with what fair dice would show."""

    chi_square: float
    freedom: int
    p_value: float
    power: float
    thrown: int
    """How many dice it rests on."""
    least: float
    """How often the rarest outcome is expected."""

    @property
    def is_told(self) -> bool:
        """Below five expected the chi-square distribution is no good guide: no p-value is told."""
        return self.least >= LEAST_EXPECTED

    @property
    def is_enough(self) -> bool:
        """The rule of thumb for a power that is worth having."""
        return self.power >= 0.8


def upper_gamma(shape: float, x: float) -> float:
    """The regularised upper incomplete gamma function Q(shape, x)."""
    if x <= 0:
        return 1.0
    front = math.exp(-x + shape * math.log(x) - math.lgamma(shape))
    # Each of the two ways needs few terms on its side of the maximum and very many beyond it.
    if x < shape + 1:
        return max(0.0, 1.0 - front * _series(shape, x))
    return min(1.0, front * _fraction(shape, x))


def _series(shape: float, x: float) -> float:
    term = total = 1.0 / shape
    for step in range(1, _STEPS):
        term *= x / (shape + step)
        total += term
        if term < total * 1e-16:
            break
    return total


def _fraction(shape: float, x: float) -> float:
    """Lentz's way to work out the continued fraction."""
    b = x + 1 - shape
    c, d = 1 / _TINY, 1 / b
    value = d
    for step in range(1, _STEPS):
        a = -step * (step - shape)
        b += 2
        d = 1 / _away_from_zero(a * d + b)
        c = _away_from_zero(b + a / c)
        value *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return value


def _away_from_zero(number: float) -> float:
    return number if abs(number) > _TINY else _TINY


def chi_square_tail(value: float, freedom: int) -> float:
    """The probability that fair dice give a chi-square of this value or more."""
    return upper_gamma(freedom / 2, value / 2)


def critical_value(freedom: int, level: float = SIGNIFICANT) -> float:
    """The chi-square that is reached by chance with this probability; by bisection."""
    # Far above what is looked for at any number of dice: the mean is `freedom`.
    low, high = 0.0, 10.0 * freedom + 100
    # More halvings than a float has bits, so the answer does not depend on where it began.
    for _ in range(200):
        middle = (low + high) / 2
        if chi_square_tail(middle, freedom) > level:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def noncentral_tail(value: float, freedom: int, shift: float) -> float:
    """The tail of a noncentral chi-square: a Poisson mixture of central ones."""
    half = shift / 2
    total = 0.0
    centre = int(half)
    # Twelve standard deviations: what lies beyond is lost in the rounding of a float.
    spread = int(12 * math.sqrt(half + 1)) + 20
    for step in range(max(0, centre - spread), centre + spread):
        weight = math.exp(-half + step * math.log(half) - math.lgamma(step + 1)) if half else 0.0
        total += weight * chi_square_tail(value, freedom + 2 * step)
    return total if half else chi_square_tail(value, freedom)


def fairness(counts: Sequence[int], chances: Sequence[float]) -> Fairness | None:
    """Counts against the chances that fair dice give; None if there is nothing to compare."""
    thrown = sum(counts)
    kept = [(n, p) for n, p in zip(counts, chances, strict=True) if p > 0]
    if not thrown or len(kept) < 2:
        return None
    # What cannot come up at all was left out: the others' chances make one again.
    whole = sum(p for _, p in kept)
    expected = [thrown * p / whole for _, p in kept]
    value = sum((n - e) ** 2 / e for (n, _), e in zip(kept, expected, strict=True))
    freedom = len(kept) - 1
    tail, strength = chi_square_tail(value, freedom), power(thrown, expected)
    return Fairness(value, freedom, tail, strength, thrown, min(expected))


def power(thrown: int, expected: Sequence[float]) -> float:
    """The chance to notice that the rarest outcome comes up half as often again as it should."""
    chance = min(expected) / thrown
    extra = chance * BIAS
    # What one outcome has too much of, all the others together have too little of.
    shift = thrown * (extra**2 / chance + extra**2 / (1 - chance))
    freedom = len(expected) - 1
    return noncentral_tail(critical_value(freedom), freedom, shift)
