"""What a finished game of tiles is worth to everybody. Scores are signed.

>>> from turbo.game.dice import parse_hand
>>> from turbo.game.editions import edition
>>> racks = tuple(map(parse_hand, ("", "k5 r*", "r13 k3")))
>>> counted(edition("original-jumbo"), racks, out=0).points
(51, -35, -16)
"""

from dataclasses import dataclass

from turbo.game.dice import NUMBERS, Face
from turbo.game.editions import Blocked, Edition
from turbo.game.events import Ending
from turbo.game.sets import Faces


@dataclass(frozen=True, slots=True)
class GameResult:
    """A finished game. `racks` are those that were shown; None if the result was typed in."""

    starter: int
    winner: int | None
    points: tuple[int, ...]
    by: Ending
    racks: tuple[Faces, ...] | None = None


def tile_points(edition: Edition, face: Face) -> int:
    """What a tile costs that is left on a rack: every kind of joker the same."""
    if face.is_unread:
        return 0
    return face.number if face.number in NUMBERS and face.number else edition.joker_points


def rack_points(edition: Edition, rack: Faces) -> int:
    return sum(tile_points(edition, face) for face in rack)


def counted(
    edition: Edition, racks: tuple[Faces, ...], out: int | None, starter: int = 0
) -> GameResult:
    """Who went out gets what the others hold; a blocked game goes to the lowest rack."""
    sums = [rack_points(edition, rack) for rack in racks]
    if out is not None:
        points = [-own for own in sums]
        points[out] = sum(sums)
        return GameResult(starter, out, tuple(points), Ending.OUT, racks)
    winner = _lowest(racks, sums)
    return GameResult(starter, winner, _blocked(edition, sums, winner), Ending.BLOCK, racks)


def _lowest(racks: tuple[Faces, ...], sums: list[int]) -> int | None:
    """The lowest sum, of equal ones the one with fewer tiles; still equal: nobody."""
    order = sorted(range(len(racks)), key=lambda seat: (sums[seat], len(racks[seat])))
    first, second = order[0], order[1]
    is_tie = (sums[first], len(racks[first])) == (sums[second], len(racks[second]))
    return None if is_tie else first


def _blocked(edition: Edition, sums: list[int], winner: int | None) -> tuple[int, ...]:
    if edition.blocked is Blocked.OWN_SUMS:
        return tuple(-own for own in sums)  # the winner as well, as printed
    if winner is None:
        return (0,) * len(sums)
    points = [sums[winner] - own for own in sums]
    points[winner] = -sum(points)
    return tuple(points)
