"""Table points as data: what a place at a table is worth, by how many sit there.

Places are shared as pie is: two who are first together get half of what first and second get.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from turbo.errors import TurboError


@dataclass(frozen=True, slots=True)
class Scheme:
    """Points by size of the table and place; `bye` for who is left over."""

    name: str
    places: Mapping[int, tuple[int, ...]]
    bye: int

    def __post_init__(self) -> None:
        for size, points in self.places.items():
            if len(points) != size or list(points) != sorted(points, reverse=True):
                raise TurboError(f"expected {size} points, none more than the one before")

    def shares(self, places: Sequence[int]) -> list[Fraction]:
        """The points for these places (1 is first), in their order.

        >>> [str(one) for one in SCHEMES["4-3-1-0"].shares((1, 2, 2, 4))]
        ['4', '2', '2', '0']
        """
        worth = self.places[len(places)]
        found = []
        for place in places:
            equal = sum(other == place for other in places)
            before = sum(other < place for other in places)
            # Exactly, not as a decimal number: thirds of a point must still be equal in a tie.
            found.append(Fraction(sum(worth[before : before + equal]), equal))
        return found


SCHEMES: dict[str, Scheme] = {
    scheme.name: scheme
    for scheme in (
        # A match of two: a win is two points, a draw one each. At larger tables as leagues do it.
        Scheme("2-1-0", {n: tuple(range(2 * n - 2, -1, -2)) for n in range(2, 7)}, 2),
        # Championships with tables of four; threes lose the place that hurts least.
        Scheme(
            "4-3-1-0",
            {2: (4, 0), 3: (4, 2, 0), 4: (4, 3, 1, 0), 5: (5, 4, 2, 1, 0), 6: (6, 5, 3, 2, 1, 0)},
            2,
        ),
        # Only winning counts.
        Scheme("winner", {n: (1,) + (0,) * (n - 1) for n in range(2, 7)}, 1),
        # Everybody who is there has something.
        Scheme(
            "5-3-2-1",
            {2: (5, 1), 3: (5, 3, 1), 4: (5, 3, 2, 1), 5: (5, 4, 3, 2, 1), 6: (6, 5, 4, 3, 2, 1)},
            3,
        ),
    )
}
"""The schemes that a tournament may name."""


def points_text(points: Fraction) -> str:
    """As people write it.

    >>> points_text(Fraction(7, 2)), points_text(Fraction(4)), points_text(Fraction(8, 3))
    ('3.5', '4', '2.67')
    """
    # In this order: of '10.00' only the decimals' zeros go.
    return f"{float(points):.2f}".rstrip("0").rstrip(".")
