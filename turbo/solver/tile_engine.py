"""The search for tiles as Python asks it: `turbo.solver.kernel.tiles`, explained in
`native/tiles.h`. Tiles are counted, not named: a stock says how many there are of each.

While it searches, other threads run. Work is counted instead of time, so that every machine gives
the same answer.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from turbo.game.dice import JOKER, NUMBERS, Colour, Face
from turbo.solver.engine import KERNEL

A_JOKER = -1
"""The code of a joker in a set."""

Codes = tuple[int, ...]

NONE, FOUND, GIVEN_UP = range(3)
"""What the kernel answers."""

TILES = tuple(Face(ink, number) for ink in Colour for number in NUMBERS)
"""Every numbered tile by its code."""

CODES = {face: code for code, face in enumerate(TILES)}


@dataclass(frozen=True, slots=True)
class TileEffort:
    """The tuning numbers of the search for tiles."""

    work: int = 60_000_000
    """Steps for one answer. The hardest of 4,000 random positions (up to 18 sets, three copies,
    four jokers) took 7 million, half of them far less; 60 million are two seconds on ARM64."""
    tidy: int = 300_000
    """Steps for each try to leave more sets as they lie: some milliseconds."""
    cores: int = 3_000
    """Choices of tiles that hold a first meld, where more may be laid in the same turn. A rack of
    fourteen has one at the median, and of 900 none had more than 20."""
    special: int = 4_000_000
    """Steps for the tries with special jokers, of which nothing is proved."""


EFFORT: TileEffort = TileEffort()


class WorkSpent(Exception):
    """The search was given up: neither yes nor no."""


@dataclass(frozen=True, slots=True)
class Stock:
    """How many there are of each numbered tile, by code, and how many classic jokers."""

    counts: bytes = bytes(len(TILES))
    jokers: int = 0

    @staticmethod
    def of(faces: Iterable[Face]) -> "Stock":
        """Special jokers are left out: the search knows none."""
        many = Counter(faces)
        jokers = sum(count for face, count in many.items() if face.number == JOKER)
        return Stock(bytes(many[face] for face in TILES), jokers)

    @staticmethod
    def of_codes(codes: Iterable[int]) -> "Stock":
        many = Counter(codes)
        return Stock(bytes(many[code] for code in range(len(TILES))), many[A_JOKER])

    def __add__(self, other: "Stock") -> "Stock":
        counts = bytes(a + b for a, b in zip(self.counts, other.counts, strict=True))
        return Stock(counts, self.jokers + other.jokers)

    def __sub__(self, other: "Stock") -> "Stock":
        """`ValueError` if there are not so many."""
        # bytes() itself refuses what is below 0.
        counts = bytes(a - b for a, b in zip(self.counts, other.counts, strict=True))
        if self.jokers < other.jokers:
            raise ValueError("expected as many jokers")
        return Stock(counts, self.jokers - other.jokers)

    def holds(self, other: "Stock") -> bool:
        pairs = zip(self.counts, other.counts, strict=True)
        return self.jokers >= other.jokers and all(a >= b for a, b in pairs)

    @property
    def size(self) -> int:
        return sum(self.counts) + self.jokers


@dataclass(slots=True)
class Work:
    """What may still be spent on an answer."""

    left: int = field(default_factory=lambda: EFFORT.work)


def code_of(face: Face) -> int:
    return A_JOKER if face.number == JOKER else CODES[face]


def codes_of(faces: Sequence[Face]) -> Codes:
    return tuple(map(code_of, faces))


def lay(
    must: Stock, may: Stock, work: Work, *, joker_points: int = 0, meld: int = 0
) -> list[Codes] | None:
    """All of the one and the most of the other in sets, then the most points; None if there is no
    way. `meld`: what the sets are worth together at least. `WorkSpent` if nothing is proved."""
    answer, spent, sets = KERNEL.tiles(
        # Never below 0: the answer before may have spent a little more than was left.
        must.counts,
        may.counts,
        must.jokers,
        may.jokers,
        joker_points,
        meld,
        max(work.left, 0),
    )
    work.left -= spent
    if answer == GIVEN_UP:
        raise WorkSpent
    return sets if answer == FOUND else None
