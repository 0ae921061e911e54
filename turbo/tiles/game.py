"""An open game of tiles as a value: racks as counts, the table, the pool, whose turn it is."""

from collections import Counter
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from turbo.game.dice import Face
from turbo.game.editions import Edition
from turbo.game.events import Rack
from turbo.game.layout import EMPTY, Layout
from turbo.game.sets import Faces
from turbo.tiles.rows import kind_of


@dataclass(frozen=True, slots=True)
class Game:
    """An open game. Seats count clockwise from 0."""

    starter: int
    turn: int
    racks: tuple[int, ...]
    melded: tuple[bool, ...]
    pool: int
    table: Layout = EMPTY
    turns: int = 0
    passes: int = 0
    """Passes in a row since the pool is empty."""
    last_turns: int | None = None
    """Turns that are left when the pool ran out, where the edition counts them."""
    out: int | None = None
    is_over: bool = False
    shown: tuple[Rack | None, ...] = ()
    penalised: int | None = None
    """Who has just drawn penalty tiles: only then tiles are returned."""
    # Told apart from a game that was dealt: what people hold was never the first fourteen tiles.
    taken_up: bool = False
    since: datetime | None = None
    """When the turn began, if anybody said so."""
    is_blind: bool = False
    """Somebody played without showing the table: `table` is not what lies there."""
    guessed: frozenset[int] = frozenset()
    """The racks of which nobody knows how many tiles they hold."""
    gone: frozenset[int] = frozenset()
    """Who went home before or during this game."""

    def with_rack(self, seat: int, count: int) -> "Game":
        return replace(self, racks=put(self.racks, seat, count))

    def count(self, seat: int) -> int | None:
        """How many tiles a rack holds; None if nobody knows."""
        return None if seat in self.guessed else self.racks[seat]

    def drew(self, seat: int, count: int) -> "Game":
        """Take what is left if that is less."""
        # A penalty larger than the pool empties it: no rulebook owes tiles.
        taken = min(count, self.pool)
        return replace(self.with_rack(seat, self.racks[seat] + taken), pool=self.pool - taken)

    @property
    def hands(self) -> tuple[None, ...]:
        """Racks are hidden: nobody knows what any of them holds."""
        return (None,) * len(self.racks)

    @property
    def playing(self) -> int:
        """How many people are left in the game."""
        return len(self.racks) - len(self.gone)

    @property
    def following(self) -> int:
        return following(self.turn, len(self.racks), self.gone)

    def left_by(self, seat: int) -> "Game":
        """Nobody waits for who went home: that rack goes back to the pool, and needs no showing."""
        back = 0 if seat in self.guessed else self.racks[seat]
        game = replace(self.with_rack(seat, 0), pool=self.pool + back, gone=self.gone | {seat})
        game = replace(game, guessed=game.guessed - {seat}, shown=put(game.shown, seat, 0))
        # With tiles to draw again nobody is blocked.
        passes = 0 if game.pool else game.passes
        turns = self._last_turns_without(seat)
        turn = game.following if seat == game.turn else game.turn
        is_over = turns == 0 or passes >= game.playing
        return replace(game, turn=turn, passes=passes, last_turns=turns, is_over=is_over)

    def _last_turns_without(self, seat: int) -> int | None:
        """Where last turns are counted, one fewer if this player had one to come."""
        if self.last_turns is None:
            return None
        order = [self.turn]
        while len(order) < self.playing:
            order.append(following(order[-1], len(self.racks), self.gone))
        return self.last_turns - (seat in order[: self.last_turns])


def following(seat: int, players: int, gone: frozenset[int] = frozenset()) -> int:
    """The next one clockwise who is still there."""
    seats = ((seat + step) % players for step in range(1, players + 1))
    return next(one for one in seats if one not in gone)


def put(values: tuple[Any, ...], seat: int, value: Any) -> tuple[Any, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def new_game(
    edition: Edition, players: int, starter: int, gone: frozenset[int] = frozenset()
) -> Game:
    racks = tuple(0 if seat in gone else edition.hand for seat in range(players))
    # Counted, not seen: the pool lies face down, and nobody shows it to the camera.
    pool, melded = edition.pieces - sum(racks), (False,) * players
    shown: tuple[Rack | None, ...] = tuple(0 if seat in gone else None for seat in range(players))
    return Game(starter, starter, racks, melded, pool, shown=shown, gone=gone)


def without_tiles(table: Layout, tiles: Faces) -> Layout:
    """The table without these; a row that is left empty goes. Whole rows go first, then the very
    faces: a joker is a joker in any colour, but it is not taken out of another set in vain."""
    left = Counter(map(kind_of, tiles))
    named = Counter(tiles)
    islands = list(table.islands)
    for at, rows in enumerate(islands):
        faces = Counter(kind_of(face) for row in rows for face in row if face)
        if faces and faces <= left:
            left -= faces
            named -= Counter(face for row in rows for face in row if face)
            islands[at] = ()
    # The very face first: the joker of another set was once taken out in the place of the lost one.
    for is_same in (True, False):
        islands = [_thinned(rows, left, named, is_same=is_same) for rows in islands]
    return Layout(tuple(rows for rows in islands if any(face for row in rows for face in row)))


Rows = tuple[tuple[Face | None, ...], ...]


def _thinned(rows: Rows, left: Counter[Face], named: Counter[Face], *, is_same: bool) -> Rows:
    return tuple(
        tuple(None if face and _is_taken(face, left, named, is_same) else face for face in row)
        for row in rows
    )


def _is_taken(face: Face, left: Counter[Face], named: Counter[Face], is_same: bool) -> bool:
    if not left[kind_of(face)] or (is_same and not named[face]):
        return False
    left[kind_of(face)] -= 1
    named[face] -= 1
    return True
