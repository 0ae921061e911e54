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
from turbo.game.events import Ending, Rack


@dataclass(frozen=True, slots=True)
class GameResult:
    """A finished game. `racks` are those that were shown, and `counts` how many tiles each had as
    far as that is known; None if the result was typed in."""

    starter: int
    winner: int | None
    points: tuple[int, ...]
    by: Ending
    racks: tuple[Rack, ...] | None = None
    counts: tuple[int | None, ...] | None = None


def tile_points(edition: Edition, face: Face) -> int:
    """What a tile costs that is left on a rack: every kind of joker the same."""
    # It costs nothing until somebody reads it: nobody pays on doubt.
    if face.is_unread:
        return 0
    return face.number if face.number in NUMBERS and face.number else edition.joker_points


def rack_points(edition: Edition, rack: Rack) -> int:
    if isinstance(rack, int):
        return rack
    return sum(tile_points(edition, face) for face in rack)


def counted(
    edition: Edition,
    racks: tuple[Rack, ...],
    out: int | None,
    starter: int = 0,
    *,
    counts: tuple[int | None, ...] | None = None,
    gone: frozenset[int] = frozenset(),
) -> GameResult:
    """Who went out gets what the others hold; a blocked game goes to the lowest rack. `counts`: how
    many tiles a rack had of which only the points were told."""
    sums = [rack_points(edition, rack) for rack in racks]
    told = counts or (None,) * len(racks)
    known = tuple(
        count if isinstance(rack, int) else len(rack)
        for rack, count in zip(racks, told, strict=True)
    )
    if out is not None:
        points = [-own for own in sums]
        # A game adds up to 0: what all others lose is won.
        points[out] = sum(sums)
        return GameResult(starter, out, tuple(points), Ending.OUT, racks, known)
    winner = _lowest(sums, known, gone)
    # Who went home wins nothing and loses nothing in a game that others have finished.
    level = 0 if winner is None else sums[winner]
    sums = [level if seat in gone else own for seat, own in enumerate(sums)]
    points = _blocked(edition, sums, winner)
    points = [0 if seat in gone else own for seat, own in enumerate(points)]
    return GameResult(starter, winner, tuple(points), Ending.BLOCK, racks, known)


def _lowest(
    sums: list[int], counts: tuple[int | None, ...], gone: frozenset[int] = frozenset()
) -> int | None:
    """The lowest sum, of equal ones the one with fewer tiles; still equal, or nobody knows how many
    tiles there were: nobody."""
    there = {seat: own for seat, own in enumerate(sums) if seat not in gone}
    lowest = [seat for seat, own in there.items() if own == min(there.values())]
    if len(lowest) == 1:
        return lowest[0]
    # Fewer tiles: the only rule for a tie that any of the books prints.
    tiles = [many for seat in lowest if (many := counts[seat]) is not None]
    if len(tiles) < len(lowest) or tiles.count(min(tiles)) > 1:
        return None
    return lowest[tiles.index(min(tiles))]


def _blocked(edition: Edition, sums: list[int], winner: int | None) -> list[int]:
    if edition.blocked is Blocked.OWN_SUMS:
        return [-own for own in sums]  # the winner as well, as printed
    if winner is None:
        return [0] * len(sums)
    points = [sums[winner] - own for own in sums]
    # As differences, so that also this game adds up to 0.
    points[winner] = -sum(points)
    return points
