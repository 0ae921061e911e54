"""Two to six people at a tile table, at the height of acts: no picture, whole matches at once.

They lay first melds, add and rearrange, draw, run out of time, lose tiles, ask for a new deal and
now and then misbehave. Each deed says what is told to the referee and what it ought to answer, how
the table lies at that moment and when all is put right: pictures can be drawn from it.

>>> match = tile_match(3, "original-goliath", players=("Ann", "Bob", "Cid"))
>>> match.ledger.winner in match.players
True
>>> str(match.record).splitlines()[1]
'players Ann, Bob, Cid'
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from turbo.game import events
from turbo.game.dice import NUMBERS, SPECIAL
from turbo.game.editions import Edition, Unfinished, edition
from turbo.game.layout import Layout, Rule
from turbo.game.record import Record, Statement
from turbo.game.sets import Faces
from turbo.game.tile_options import TileOptions
from turbo.solver.play import Play
from turbo.solver.tile_play import best_tiles
from turbo.twin.tile_ledger import TileLedger, box
from turbo.twin.tile_mischief import AT_THE_END, MISDEEDS, Misdeed, TileScene, at_the_end

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")


@dataclass(frozen=True, slots=True)
class TileHabits:
    """How these people play: chances at every turn, from 0 to 1."""

    mischief: float = 0.15
    """That something wrong is handed over first."""
    late: float = 0.05
    """That time runs out over a table that is not finished, or over one that nobody touched."""
    lost: float = 0.3
    """That after such a turn tiles cannot be put back any more."""
    holds_back: float = 0.05
    """That nothing is laid although something could be."""
    sees: float = 0.7
    """How much of the rack somebody thinks of. With everything they lay what the solver lays."""
    work: int = 150_000
    """How long they think, in steps of the search. Nobody looks through a whole table: with so many
    steps a thousand matches take minutes, and plays still rearrange several sets."""
    most_turns: int = 400
    """No game goes on for ever; of 360 the longest had 128 turns."""


@dataclass(frozen=True, slots=True)
class TileDeed:
    """One thing that was done, and the answer it deserves."""

    player: str
    act: events.Act
    rule: Rule | None
    """What the referee must name; None: it is accepted."""
    mischief: str
    """Its name in `MISDEEDS`; empty if it was honest."""
    table: Layout
    """How the table lies when it is told."""
    after: Layout
    """How it lies when all is put right."""
    racks: tuple[Faces, ...]
    """Everybody's tiles afterwards, in the order of the seats."""
    pool: int


@dataclass(frozen=True, slots=True)
class PlayedTiles:
    """A match that was played at the twin's tile table."""

    edition: Edition
    players: tuple[str, ...]
    deeds: tuple[TileDeed, ...]
    ledger: TileLedger

    @property
    def record(self) -> Record:
        """As a typed record."""
        said = tuple(Statement(deed.act) for deed in self.deeds)
        return Record(self.players, said, options=TileOptions(self.edition.name))


class TilePeople:
    """One match. `deeds` grows while it is played."""

    tempting = tuple(MISDEEDS)
    """What they may do wrong in a turn."""

    def __init__(
        self, seed: int, chosen: Edition, players: tuple[str, ...], habits: TileHabits
    ) -> None:
        chosen.seats(len(players))
        self.chance = random.Random(f"tiles {chosen.name} {seed}")
        self.edition, self.players, self.habits = chosen, players, habits
        self.ledger = TileLedger(chosen, players)
        self.deeds: list[TileDeed] = []
        self.done: Counter[str] = Counter()
        """How often each mischief was done."""

    def play(self, games: int) -> PlayedTiles:
        for number in range(games):
            for _ in self.turns(number % len(self.players)):
                pass
        self.end(games)
        return PlayedTiles(self.edition, self.players, tuple(self.deeds), self.ledger)

    def end(self, games: int) -> None:
        if self.edition.games(len(self.players)) != games:
            self.tell(events.Ended("enough for tonight"))

    def tell(
        self,
        act: events.Act,
        rule: Rule | None = None,
        mischief: str = "",
        *,
        seat: int | None = None,
        table: Layout | None = None,
    ) -> None:
        """After the ledger has been written. `table`: how it lies if that is not what counts."""
        ledger = self.ledger
        player = self.players[ledger.turn if seat is None else seat]
        racks = tuple(map(tuple, ledger.racks))
        lies = ledger.table if table is None else table
        deed = TileDeed(player, act, rule, mischief, lies, ledger.table, racks, len(ledger.pool))
        self.deeds.append(deed)

    # A game.

    def turns(self, starter: int) -> Iterator[None]:
        """One game, turn by turn."""
        self._deal(starter)
        self.tell(events.RoundStarted(self.players[starter]), seat=starter)
        yield
        while self.ledger.is_open and self.ledger.turns < self.habits.most_turns:
            self.take_turn()
            yield
        self._show_racks()
        yield

    def _deal(self, starter: int) -> None:
        tiles = box(self.edition)
        self.chance.shuffle(tiles)
        self.ledger.dealt(tiles, starter)

    def take_turn(self) -> None:
        if self._asks_for_new_deal():
            return
        if self.chance.random() < self.habits.mischief:
            self._misbehave()
        if self.ledger.pool and self.chance.random() < self.habits.late:
            self._too_late()
            return
        holds_back = self.chance.random() < self.habits.holds_back
        play = None if holds_back else self._thought()
        self._end_turn(play)

    def _end_turn(self, play: Play | None) -> None:
        seat = self.ledger.turn
        if play:
            self.ledger.played(play.layout, play.played)
            self._done(seat, events.HandedOver(play.layout))
        elif self.ledger.pool:
            self.ledger.drew()
            self._done(seat, events.Drawn())
        else:
            self.ledger.passed()
            self._done(seat, events.Passed())

    def _done(self, seat: int, act: events.Act) -> None:
        """A turn has ended like this."""
        self.tell(act, seat=seat)

    def _thought(self) -> Play:
        """The best play with those tiles of the rack that somebody thinks of. Special jokers are
        thought of seldom: to try them takes long."""
        rack = list(self.ledger.rack)
        seen = [face for face in rack if self.chance.random() < self.habits.sees]
        if self.chance.random() < self.habits.sees:
            seen = [face for face in seen if face.number not in SPECIAL]
        melded = self.ledger.melded[self.ledger.turn]
        chosen = seen or rack[:1]
        return best_tiles(
            self.ledger.table, chosen, self.edition, melded=melded, work=self.habits.work
        )

    def _misbehave(self, asked: Sequence[str] = ()) -> str:
        """What was asked for; else what was done least comes first, so that what is seldom possible
        is done when it is. Answers what it was; nothing where nothing is possible."""
        scene = TileScene(self.ledger, self.chance)
        names = self.chance.sample(self.tempting, len(self.tempting))
        for name in asked or sorted(names, key=lambda name: self.done[name]):
            misdeed = MISDEEDS[name](scene)
            if misdeed is not None:
                self._tell_misdeed(name, misdeed, self.ledger.turn)
                return name
        return ""

    def _tell_misdeed(self, name: str, misdeed: Misdeed, seat: int) -> None:
        self.done[name] += 1
        self.tell(misdeed.act, misdeed.rule, name, seat=seat, table=misdeed.table)

    # Time runs out.

    def _too_late(self) -> None:
        """Over an untouched table, over one that stays as far as it is finished, or over one that
        is put back; then tiles may be lost."""
        seat = self.ledger.turn
        play = self._thought()
        keeps = self.edition.unfinished is Unfinished.OWN_BACK
        if not play or self.chance.random() < 0.3:
            self._penalise(seat, self.edition.late_untouched)
        elif keeps and len(play.played) < len(self.ledger.rack) and self.chance.random() < 0.5:
            many = self.edition.late_unfinished
            self.ledger.penalised(many, play.layout, play.played)
            self.tell(events.Penalised(many, play.layout), seat=seat)
        else:
            self._penalise(seat, self.edition.late_unfinished)
            if self.chance.random() < self.habits.lost:
                self._lose_tiles(seat)

    def _penalise(self, seat: int, many: int) -> None:
        self.ledger.penalised(many)
        self._done(seat, events.Penalised(many))

    def _lose_tiles(self, seat: int) -> None:
        """A whole set that nobody knows the place of any more."""
        rows = [tuple(f for f in row if f) for isle in self.ledger.table.islands for row in isle]
        if not rows or not self.ledger.is_open:
            return
        lost = rows.pop(self.chance.randrange(len(rows)))
        self.ledger.returned(Layout(tuple((row,) for row in rows)), lost, seat)
        self.tell(events.Returned(lost), seat=seat)

    # The beginning and the end of a game.

    def _asks_for_new_deal(self) -> bool:
        ledger, wanted = self.ledger, self.edition.redeal_pairs
        if wanted is None or ledger.turns >= len(self.players) or len(ledger.rack) != 14:
            return False
        counts = Counter(face for face in ledger.rack if face.number in NUMBERS)
        pairs = [face for face, many in counts.items() if many > 1]
        if len(pairs) < wanted:
            return False
        seat, starter = ledger.turn, ledger.starter
        self._deal(starter)
        self.tell(
            events.Redealt(self.players[seat], tuple(f for f in pairs for _ in "12")), seat=seat
        )
        return True

    def _show_racks(self) -> None:
        """Everybody but who is out; in a blocked game the winner, too."""
        ledger = self.ledger
        seats = [seat for seat in range(len(self.players)) if seat != ledger.out]
        for seat in self.chance.sample(seats, len(seats)):
            if self.chance.random() < self.habits.mischief:
                name = self.chance.choice(AT_THE_END)
                misdeed = at_the_end(name, TileScene(ledger, self.chance), seat)
                if misdeed is not None:
                    self._tell_misdeed(name, misdeed, seat)
            self.tell(events.RackShown(self.players[seat], tuple(ledger.racks[seat])), seat=seat)
        ledger.counted()


def tile_match(
    seed: int,
    name: str | Edition = "original-goliath",
    *,
    players: tuple[str, ...] = NAMES[:4],
    games: int = 1,
    habits: TileHabits | None = None,
) -> PlayedTiles:
    """A whole match. The same seed gives the same one on every machine."""
    chosen = edition(name) if isinstance(name, str) else name
    return TilePeople(seed, chosen, players, habits or TileHabits()).play(games)
