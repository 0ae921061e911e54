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
    """The regularised upper incomplete gamma function Q(shape, x), of a shape that is whole or a
    half more: all that counts ask for, and a sum with an end. From a shape to the next one it grows
    by a term."""
    if x <= 0:
        return 1.0
    first, tail = (1.0, math.exp(-x)) if shape % 1 == 0 else (0.5, math.erfc(math.sqrt(x)))
    return min(1.0, tail + sum(_growth(first + step, x) for step in range(int(shape - first))))


def _growth(shape: float, x: float) -> float:
    return math.exp(shape * math.log(x) - x - math.lgamma(shape + 1)) if x > 0 else 0.0


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
    # Twelve standard deviations: what lies beyond is lost in the rounding of a float.
    spread = int(12 * math.sqrt(half + 1)) + 20
    first = max(0, int(half) - spread)
    shape, tail, total = freedom / 2 + first, chi_square_tail(value, freedom + 2 * first), 0.0
    for step in range(first, int(half) + spread if half else 1):
        weight = math.exp(-half + step * math.log(half) - math.lgamma(step + 1)) if half else 1.0
        total += weight * tail
        tail += _growth(shape, value / 2)
        shape += 1
    return total


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
