"""The ledger of a tile table: what truly happened, kept apart from all that the referee sees.

It knows every rack and the pool tile by tile, which no referee does. It knows no rule of sets:
whoever plays says whether a play is honest. Turns, ends of games and scores are counted here once
more, and in the end the referee's match is held against it.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from turbo.game.dice import JOKER, NUMBERS, Colour, Face
from turbo.game.editions import Blocked, Edition, PoolEmpty
from turbo.game.layout import Layout
from turbo.game.sets import Faces


@dataclass(frozen=True, slots=True)
class TrueGame:
    """A game that is over: everybody's points, and whose it is."""

    winner: str | None
    by: str
    scores: Mapping[str, int]


def box(edition: Edition) -> list[Face]:
    """Every piece of the box. Classic jokers are black and red."""
    tiles = [Face(ink, n) for ink in Colour for n in NUMBERS for _ in range(edition.copies)]
    for kind, many in edition.jokers.items():
        # Special jokers have no colour: they are known by their sign.
        inks = [Colour.BLACK, Colour.RED] if kind == JOKER else [None]
        tiles += [Face(inks[at % len(inks)], kind) for at in range(many)]
    return tiles


@dataclass
class TileLedger:
    """Written by the people as things happen; read when the match is over or at any time."""

    edition: Edition
    players: tuple[str, ...]
    games: list[TrueGame] = field(default_factory=list)
    racks: list[list[Face]] = field(default_factory=list)
    pool: list[Face] = field(default_factory=list)
    table: Layout = field(default_factory=Layout)
    melded: list[bool] = field(default_factory=list)
    starter: int = 0
    turn: int = 0
    turns: int = 0
    passes: int = 0
    last_turns: int | None = None
    is_open: bool = False
    """Whether a turn is awaited; False between games, and while racks are shown."""
    out: int | None = None

    def dealt(self, tiles: Sequence[Face], starter: int) -> None:
        """A new game from a mixed box."""
        size, seats = self.edition.hand, len(self.players)
        self.racks = [list(tiles[size * seat : size * (seat + 1)]) for seat in range(seats)]
        self.pool = list(tiles[size * seats :])
        self.table, self.melded = Layout(), [False] * seats
        self.starter = self.turn = starter
        self.turns = self.passes = 0
        self.last_turns, self.is_open, self.out = None, True, None

    @property
    def rack(self) -> Faces:
        """Of who is in turn."""
        return tuple(self.racks[self.turn])

    def played(self, table: Layout, laid: Faces) -> None:
        """An honest play: these tiles left the rack, and the table lies like this now."""
        self._laid(table, laid)
        if not self.racks[self.turn]:
            self.out, self.is_open = self.turn, False
        else:
            self._next()

    def drew(self) -> None:
        self._take(1)
        self._next()

    def passed(self) -> None:
        self.passes += 1
        self._next(is_pass=True)

    def penalised(self, tiles: int, table: Layout | None = None, laid: Faces = ()) -> None:
        """A turn that ended late: what stays of the table, and tiles from the pool."""
        if table is not None:
            self._laid(table, laid)
        self._take(tiles)
        self._next()

    def returned(self, table: Layout, tiles: Faces, seat: int) -> None:
        """Tiles that nobody could put back: where lost ones cost, as many are drawn for them."""
        self.table = table
        # Behind the others: what is drawn next is what was mixed in, not what just came back.
        self.pool += tiles
        if self.edition.lost_costs:
            self._take(len(tiles), seat)

    def _laid(self, table: Layout, laid: Faces) -> None:
        for face in laid:
            self.racks[self.turn].remove(face)
        self.table = table
        # A late turn of which nothing stays is no first meld.
        self.melded[self.turn] = self.melded[self.turn] or bool(laid)

    def _take(self, many: int, seat: int | None = None) -> None:
        who = self.turn if seat is None else seat
        self.racks[who] += self.pool[:many]
        del self.pool[:many]

    def _next(self, *, is_pass: bool = False) -> None:
        """Clockwise; a player who empties the pool has the first of the last turns at once."""
        self.turns += 1
        # In a row only: any other turn begins the count anew.
        self.passes = self.passes if is_pass else 0
        counts_last = self.edition.pool_empty is PoolEmpty.LAST_TURNS
        if self.last_turns is None and counts_last and not self.pool:
            self.last_turns = len(self.players)
            self.passes = 0
            return
        if self.last_turns is not None:
            self.last_turns -= 1
        if self.last_turns == 0 or self.passes == len(self.players):
            self.is_open = False
            return
        self.turn = (self.turn + 1) % len(self.players)

    # Results.

    def cost(self, seat: int) -> int:
        """What a rack costs: its numbers, and the edition's price for every joker."""
        jokers = self.edition.joker_points
        return sum(f.number or 0 if f.number in NUMBERS else jokers for f in self.racks[seat])

    def counted(self) -> TrueGame:
        """The game is over and all racks lie open."""
        seats = range(len(self.players))
        costs = [self.cost(seat) for seat in seats]
        if self.out is not None:
            scores = [sum(costs) if seat == self.out else -costs[seat] for seat in seats]
            return self._close(self.out, "out", scores)
        # Of equal points fewer tiles win; only who is equal in both shares, and then nobody wins.
        standing = Counter((costs[seat], len(self.racks[seat])) for seat in seats)
        best = min(standing)
        lowest = [s for s in seats if (costs[s], len(self.racks[s])) == best]
        winner = lowest[0] if standing[best] == 1 else None
        if self.edition.blocked is Blocked.OWN_SUMS:
            return self._close(winner, "block", [-cost for cost in costs])
        if winner is None:
            return self._close(None, "block", [0 for _ in seats])
        scores = [costs[winner] - cost for cost in costs]
        scores[winner] = sum(cost - costs[winner] for cost in costs)
        return self._close(winner, "block", scores)

    def _close(self, winner: int | None, by: str, scores: list[int]) -> TrueGame:
        name = None if winner is None else self.players[winner]
        game = TrueGame(name, by, dict(zip(self.players, scores, strict=True)))
        self.games.append(game)
        self.is_open = False
        return game

    @property
    def totals(self) -> dict[str, int]:
        return {name: sum(game.scores[name] for game in self.games) for name in self.players}

    @property
    def wins(self) -> dict[str, int]:
        return {name: sum(game.winner == name for game in self.games) for name in self.players}

    @property
    def winner(self) -> str | None:
        """Most points, or most games and then points; nobody if two are equal."""
        totals, wins = self.totals, self.wins if self.edition.counts_games else {}
        standing = {name: (wins.get(name, 0), totals[name]) for name in self.players}
        best = [name for name in self.players if standing[name] == max(standing.values())]
        return best[0] if len(best) == 1 else None
