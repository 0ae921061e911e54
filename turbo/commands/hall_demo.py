"""`turbo hall demo`: eight simulated tables at the height of events, an evening at speed.

Everything but the players is real: each table has its own store, session and feed, the hall starts
their matches by signed orders, and their results come back without typing. At the end the hall's
database is held against the ledgers of those who played.

turbo hall demo                              a Swiss evening with dice
turbo hall demo --edition original-goliath   tables of four, with tiles and points 4-3-1-0
"""

import argparse
import random
import tempfile
import threading
import time
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from turbo.commands.hall import Running
from turbo.game.editions import EDITIONS, Edition, PieceKind
from turbo.game.events import Event
from turbo.hall.happenings import Entered, Founded, System, TableOpened
from turbo.mqtt.feed import Feed
from turbo.mqtt.messages import match_id
from turbo.storage.session import Session
from turbo.storage.store import Store
from turbo.twin.event_match import NAMES, events_match
from turbo.twin.tile_people import TileHabits, tile_match
from web.serve import addresses

SYSTEMS = {one.seats: one for one in System}

NAMED = (
    *("Ann Peeters", "Bob de Wit", "Cleo Martin", "Dirk Sommer", "Eva Jansen", "Félix Roux"),
    *("Greta Wolf", "Hugo Smit", "Ida Lambert", "Jan Kowalski", "Käthe Braun", "Leo Dubois"),
    *("Mila Visser", "Noé Petit", "Ole Fischer", "Pia Bakker"),
)

CALLS_AT = (5, 60)
"""In each match its players call the referee once, between these two events."""
CALLED_FOR = 10
"""After so many more the referee has been there."""


def named(event: Event, players: tuple[str, ...]) -> Event:
    """The event of the twin's two players, as these two would have made it."""
    seats = dict(zip(NAMES, players, strict=True))
    found: dict[str, Any] = {
        one.name: seats[value]
        for one in fields(event)
        if one.name in ("player", "starter") and (value := getattr(event, one.name)) is not None
    }
    return replace(event, **found)


@dataclass(frozen=True, slots=True)
class PlayedEvening:
    """What simulated people do in one match, and the totals that it truly comes to."""

    events: tuple[Any, ...]
    totals: tuple[int, ...]


def _dice(seed: int, players: tuple[str, ...], edition: Edition) -> PlayedEvening:
    # Little mischief: most of an evening goes well, and now and then a table needs a referee.
    played = events_match(seed, mischief=0.01)
    totals = tuple(played.ledger.total(seat) for seat in range(len(players)))
    return PlayedEvening(tuple(named(event, players) for event in played.events), totals)


def _tiles(seed: int, players: tuple[str, ...], edition: Edition) -> PlayedEvening:
    games = edition.games(len(players)) or 1
    habits = TileHabits(mischief=0.02)
    played = tile_match(seed, edition, players=players, games=games, habits=habits)
    totals = tuple(sum(dict(g.scores)[name] for g in played.ledger.games) for name in players)
    return PlayedEvening(tuple(deed.act for deed in played.deeds), totals)


PEOPLE = {PieceKind.DIE: _dice, PieceKind.TILE: _tiles}


class SimulatedTable:
    """A table that plays whatever match the hall starts."""

    def __init__(self, folder: Path, address: Any, pace_s: float, seed: int) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.store = Store(folder / "matches.db")
        self.session = Session(self.store)
        self.session.show(simulated=True)
        self.feed = Feed(self.store, self.session, address)
        self.pace_s, self.chance = pace_s, random.Random(f"table {seed}")
        self.true: dict[int, tuple[int, ...]] = {}
        """The totals of each match, by the ledger of who played it."""
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._play, name=f"table {seed}", daemon=True)

    def start(self) -> None:
        self.feed.start()
        self._thread.start()

    def _play(self) -> None:
        played: int | None = None
        while not self._closing.wait(0.1):
            number = self.session.match_number
            if number is None or number == played:
                continue
            played = number
            self.play_match(number)

    def play_match(self, number: int) -> None:
        """The match that the hall has started, to its end, with one call for the referee."""
        log = self.session.log
        edition, call = log.options.edition, self.chance.randrange(*CALLS_AT)
        people = PEOPLE[edition.piece](self.chance.randrange(10**9), log.players, edition)
        self.true[number] = people.totals
        for place, event in enumerate(people.events):
            while self.session.paused and not self._closing.is_set():
                time.sleep(0.1)
            if place in (call, call + CALLED_FOR):
                self.feed.call(place == call)
            # Uneven, or eight tables would change on the page at the same moments.
            if self._closing.wait(self.pace_s * self.chance.uniform(0.4, 1.6)):
                return
            self.session.feed(event, "twin")

    def close(self) -> None:
        self._closing.set()
        self._thread.join(5)
        # After its player and before its store, from which it tells.
        self.feed.close()
        self.store.close()


class Demo:
    """The hall, its tables, and an organiser who never sleeps."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        self._folder = tempfile.TemporaryDirectory(prefix="turbo-hall-")
        # A folder of its own: a demo leaves nothing in the hall that somebody has.
        args.folder = Path(self._folder.name)
        self.running = Running(args)
        door, port = self.running.door, self.running.mqtt_port
        self.edition = EDITIONS[args.edition]
        self.seats = self.edition.players[1]
        self.tables = [
            SimulatedTable(
                args.folder / f"t{number}",
                door.credential(f"t{number}", "127.0.0.1", port),
                args.pace,
                number,
            )
            for number in range(1, args.tables + 1)
        ]
        self.finished, self.is_equal = threading.Event(), False

    def run(self) -> None:
        server = self.running.server
        print("SIMULATED: these tables and their players do not exist")
        for address in addresses(self.args.host, server.port):
            print(address, flush=True)
        server.start()
        for table in self.tables:
            table.start()
        try:
            self.evening()
            found = self.differences()
            matches = sum(len(table.true) for table in self.tables)
            print("\n".join(found) or f"{matches} matches, all equal to the ledgers", flush=True)
            self.is_equal = not found
            print("the evening is over: the page stays; stop with Ctrl-C", flush=True)
            while not self.args.once:
                time.sleep(1)
        finally:
            self.close()

    def evening(self) -> None:
        """Found, enter, draw, start, wait for the results; five times."""
        desk = self.running.desk
        points = "2-1-0" if self.seats == 2 else "4-3-1-0"
        founded = Founded(
            f"Demo {SYSTEMS[self.seats]}".title(),
            SYSTEMS[self.seats],
            self.args.rounds,
            points,
            # A round of three minutes: the page's clock is seen to run.
            minutes=3,
            edition=self.edition.name,
        )
        desk.write(founded, "demo", "organiser")
        for number in range(self.args.tables * self.seats):
            # As many as sit at all tables, so that nobody has to sit out.
            again = "" if number < len(NAMED) else f" {number // len(NAMED) + 1}"
            name = f"{NAMED[number % len(NAMED)]}{again}"
            desk.write(Entered(number + 1, name), "demo", "organiser")
        for number in range(1, self.args.tables + 1):
            desk.write(TableOpened(f"t{number}"), "demo", "organiser")
        for number in range(1, self.args.rounds + 1):
            # A table that is not online yet could not be told to start its match.
            self._wait(
                lambda: sum(one.online for one in self.running.hall.tables()) >= self.args.tables
            )
            desk.draw("demo", "organiser")
            desk.begin("demo", "organiser")
            print(f"round {number} of {self.args.rounds}", flush=True)
            self._wait(self._round_is_over)
        self.finished.set()

    def differences(self) -> list[str]:
        """Where what the hall has of a match is not what the ledger of its people says."""
        found, database = [], self.running.hall.database
        for table in self.tables:
            heads = {head.id: head for head in table.store.matches()}
            for number, true in table.true.items():
                place, match = table.feed.address.table, match_id(heads[number])
                seen = tuple(database.history(place, match).match.totals)
                if seen != true:
                    found.append(f"{place}, {match}: expected the totals {true}, got {seen}")
        return found + [
            f"{board.table}, round {rnd.number}: no such result at its table"
            for rnd in self.running.desk.tournament().rounds
            for board in rnd.boards
            if not self._is_true(board.table, rnd.outcome(board.table).scores)
        ]

    def _is_true(self, place: str, scores: tuple[int, ...] | None) -> bool:
        table = next(one for one in self.tables if one.feed.address.table == place)
        return sorted(scores or ()) in [sorted(true) for true in table.true.values()]

    def _round_is_over(self) -> bool:
        rnd = self.running.desk.tournament().round
        return rnd is not None and rnd.is_complete

    def _wait(self, true: Any) -> None:
        while not true():
            time.sleep(0.2)

    def close(self) -> None:
        for table in self.tables:
            table.close()
        self.running.server.stop()
        self.running.close()
        self._folder.cleanup()
