"""What can happen at a tile table. The words are the game's (`turbo.game.events`), since a log
holds them; what both games know (a round, a pass) is the dice's."""

from turbo.game.events import (
    MOST_POINTS,
    Act,
    Drawn,
    Penalised,
    Played,
    Rack,
    RackBegun,
    RackCorrected,
    RackShown,
    Redealt,
    Retimed,
    Returned,
    ScoredAll,
)

# Named once more, since mypy lets nobody take from here what is only imported.
__all__ = [
    "MOST_POINTS",
    "Act",
    "Drawn",
    "Penalised",
    "Played",
    "Rack",
    "RackBegun",
    "RackCorrected",
    "RackShown",
    "Redealt",
    "Retimed",
    "Returned",
    "ScoredAll",
]
