"""`turbo hall demo`: eight simulated tables at the height of events, a Swiss evening at speed.

Everything but the players is real: each table has its own store, session and feed, the hall starts
their matches by signed orders, and their results come back without typing.
"""

import argparse
import random
import tempfile
import threading
import time
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from turbo.commands.hall import Running
from turbo.game.events import Event
from turbo.hall.happenings import Entered, Founded, TableOpened
from turbo.mqtt.feed import Feed
from turbo.storage.session import Session
from turbo.storage.store import Store
from turbo.twin.event_match import NAMES, events_match
from web.serve import addresses

TABLES = 8
"""Two players for each of them below, so that nobody has to sit out."""
PLAYERS = (
    "Ann Peeters",
    "Bob de Wit",
    "Cleo Martin",
    "Dirk Sommer",
    "Eva Jansen",
    "Félix Roux",
    "Greta Wolf",
    "Hugo Smit",
    "Ida Lambert",
    "Jan Kowalski",
    "Käthe Braun",
    "Leo Dubois",
    "Mila Visser",
    "Noé Petit",
    "Ole Fischer",
    "Pia Bakker",
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


class SimulatedTable:
    """A table that plays whatever match the hall starts."""

    def __init__(self, folder: Path, address: Any, pace_s: float, seed: int) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.store = Store(folder / "matches.db")
        self.session = Session(self.store)
        self.session.show(simulated=True)
        self.feed = Feed(self.store, self.session, address)
        self.pace_s, self.chance = pace_s, random.Random(f"table {seed}")
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
            self.play_match(self.session.history.players)

    def play_match(self, players: tuple[str, ...]) -> None:
        """The match that the hall has started, to its end, with one call for the referee."""
        call = self.chance.randrange(*CALLS_AT)
        # Little mischief: most of an evening goes well, and now and then a table needs a referee.
        events = events_match(self.chance.randrange(10**9), mischief=0.01).events
        for place, event in enumerate(events):
            while self.session.paused and not self._closing.is_set():
                time.sleep(0.1)
            if place in (call, call + CALLED_FOR):
                self.feed.call(place == call)
            # Uneven, or eight tables would change on the page at the same moments.
            if self._closing.wait(self.pace_s * self.chance.uniform(0.4, 1.6)):
                return
            self.session.feed(named(event, players), "twin")

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
        self.tables = [
            SimulatedTable(
                args.folder / f"t{number}",
                door.credential(f"t{number}", "127.0.0.1", port),
                args.pace,
                number,
            )
            for number in range(1, TABLES + 1)
        ]
        self.finished = threading.Event()

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
            print("the evening is over: the page stays; stop with Ctrl-C", flush=True)
            while not self.args.once:
                time.sleep(1)
        finally:
            self.close()

    def evening(self) -> None:
        """Found, enter, draw, start, wait for the results; five times."""
        desk = self.running.desk
        # A round of three minutes: the page's clock is seen to run.
        desk.write(Founded("Demo Swiss", rounds=self.args.rounds, minutes=3), "demo", "organiser")
        for number, name in enumerate(PLAYERS, 1):
            desk.write(Entered(number, name), "demo", "organiser")
        for number in range(1, TABLES + 1):
            desk.write(TableOpened(f"t{number}"), "demo", "organiser")
        for number in range(1, self.args.rounds + 1):
            self._wait(
                # A table that is not online yet could not be told to start its match.
                lambda: all(one.online for one in self.seen()) and len(self.seen()) >= TABLES
            )
            desk.draw("demo", "organiser")
            desk.begin("demo", "organiser")
            print(f"round {number} of {self.args.rounds}", flush=True)
            self._wait(self._round_is_over)
        self.finished.set()

    def _round_is_over(self) -> bool:
        rnd = self.running.desk.tournament().round
        return rnd is not None and rnd.is_complete

    def seen(self) -> list[Any]:
        return self.running.hall.tables()

    def _wait(self, true: Any) -> None:
        while not true():
            time.sleep(0.2)

    def close(self) -> None:
        for table in self.tables:
            table.close()
        self.running.server.stop()
        self.running.close()
        self._folder.cleanup()
