"""How likely a count is that comes by chance alone."""

import math


def chi_square_chance(statistic: float, freedom: int) -> float:
    """The chance of a chi-square at least so large (Wilson and Hilferty)."""
    scaled = (statistic / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))
    return 0.5 * math.erfc(scaled / math.sqrt(2 / (9 * freedom)) / math.sqrt(2))
