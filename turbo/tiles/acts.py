"""What can happen at a tile table; what both games know (a round, a pass) is the dice's."""

from dataclasses import dataclass

from turbo.errors import TurboError
from turbo.game.events import (
    Ended,
    Ending,
    HandedOver,
    Overruled,
    Passed,
    Resigned,
    RoundStarted,
    TableBegun,
    TableCorrected,
)
from turbo.game.layout import Layout
from turbo.game.sets import Faces

MOST_POINTS = 99_999


@dataclass(frozen=True, slots=True)
class Drawn:
    """Nothing was laid: one tile is drawn, and the turn is over."""


@dataclass(frozen=True, slots=True)
class Penalised:
    """The turn ends without a play, and so many tiles are drawn. `table`: what stays of it."""

    tiles: int
    table: Layout | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.tiles <= 99:
            raise TurboError(f"expected 0 to 99 penalty tiles, got {self.tiles}")


@dataclass(frozen=True, slots=True)
class Returned:
    """Table tiles that nobody can place any more go to the pool."""

    tiles: Faces


@dataclass(frozen=True, slots=True)
class Redealt:
    """Somebody shows pairs among the first tiles and asks for a new deal."""

    player: str
    tiles: Faces


@dataclass(frozen=True, slots=True)
class RackBegun:
    """A game that is taken up in the middle: how many tiles a rack has, and whether its owner has
    had the first meld."""

    player: str
    count: int
    melded: bool = False


@dataclass(frozen=True, slots=True)
class RackShown:
    """After the game: what a rack held."""

    player: str
    tiles: Faces


@dataclass(frozen=True, slots=True)
class RackCorrected:
    """A person says how many tiles a rack has, or after the game which."""

    player: str
    count: int | None = None
    tiles: Faces | None = None


@dataclass(frozen=True, slots=True)
class ScoredAll:
    """The result of a game from paper: everybody's points."""

    points: tuple[tuple[str, int], ...]
    by: Ending

    def __post_init__(self) -> None:
        if any(abs(points) > MOST_POINTS for _, points in self.points):
            raise TurboError(f"expected points up to {MOST_POINTS}")


Act = (
    RoundStarted
    | TableBegun
    | RackBegun
    | HandedOver
    | Drawn
    | Passed
    | Penalised
    | Returned
    | Redealt
    | RackShown
    | RackCorrected
    | TableCorrected
    | Overruled
    | ScoredAll
    | Resigned
    | Ended
)
