"""Glicko-2: how strong somebody is, how sure that is, and how steady.

After Mark Glickman, "Example of the Glicko-2 system" (2022, https://www.glicko.net/glicko/
glicko2.pdf), whose worked example is a test. No package of it was kept up when this was written,
and it is a page of arithmetic.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

SCALE = 173.7178
"""Between the numbers that people know, around 1500, and those of the paper's formulas."""
TAU = 0.5
"""How fast somebody's steadiness may change: the paper asks for 0.3 to 1.2."""
EXACT = 1e-6
WIDEST = 350.0
"""The deviation of somebody of whom nothing is known."""


@dataclass(frozen=True, slots=True)
class Rating:
    """What is known of somebody's strength. `deviation`: two of them to either side hold it with
    95 %; `volatility`: how much it moves from one evening to the next."""

    rating: float = 1500.0
    deviation: float = WIDEST
    volatility: float = 0.06

    def __post_init__(self) -> None:
        if not (self.deviation > 0 and self.volatility > 0):
            raise ValueError("expected a deviation and a volatility above nought")

    def rested(self, periods: int) -> "Rating":
        """After so many periods without a match: the same, and less sure."""
        wide = math.hypot(self.deviation, SCALE * self.volatility * math.sqrt(periods))
        return replace(self, deviation=min(WIDEST, wide))

    def after(self, results: Sequence[tuple["Rating", float]]) -> "Rating":
        """After a period with these opponents and scores: 1 won, 0.5 drawn, 0 lost."""
        if not results:
            return self.rested(1)
        own = (self.rating - 1500) / SCALE
        information = gain = 0.0
        for other, score in results:
            weight = _weight(other.deviation / SCALE)
            expected = 1 / (1 + math.exp(-weight * (own - (other.rating - 1500) / SCALE)))
            information += weight * weight * expected * (1 - expected)
            gain += weight * (score - expected)
        wide = self.deviation / SCALE
        steady = _volatility(self.volatility, wide, 1 / information, gain / information)
        wide = 1 / math.sqrt(1 / (wide * wide + steady * steady) + information)
        moved = own + wide * wide * gain
        return Rating(SCALE * moved + 1500, min(WIDEST, SCALE * wide), steady)


def _weight(deviation: float) -> float:
    """How much a result against somebody of this deviation tells (g of the paper)."""
    return 1 / math.sqrt(1 + 3 * deviation * deviation / math.pi**2)


def _volatility(old: float, wide: float, variance: float, surprise: float) -> float:
    """The volatility that fits the surprise: the paper's fifth step, by regula falsi."""
    start = math.log(old * old)

    def slope(x: float) -> float:
        rest = wide * wide + variance + math.exp(x)
        bent = math.exp(x) * (surprise * surprise - rest) / (2 * rest * rest)
        return bent - (x - start) / TAU**2

    low = start
    if surprise * surprise > wide * wide + variance:
        high = math.log(surprise * surprise - wide * wide - variance)
    else:
        step = 1
        while slope(start - step * TAU) < 0:
            step += 1
        high = start - step * TAU
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > EXACT:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)
