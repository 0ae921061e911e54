"""Simulated tables for `bench.hall`, many in one process: real stores, sessions and feeds.

    python -m bench.hall_tables FOLDER FIRST COUNT ENTRIES RATE

Each table plays random matches until its log has so many entries, at about RATE entries a second,
and notes when each entry was in its store. It may be killed at any moment and started again; it
goes on where its log ends, and the feed tells what had not been kept.
"""

import random
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from turbo.game.events import Event
from turbo.mqtt.feed import Feed
from turbo.mqtt.line import Address
from turbo.mqtt.messages import match_id
from turbo.storage.session import Session
from turbo.storage.store import Store
from turbo.twin.event_match import events_match

POOL = [events_match(seed).events for seed in range(12)]


class Table:
    def __init__(self, folder: Path, name: str, entries: int) -> None:
        self.folder, self.name, self.wanted = folder / name, name, entries
        self.folder.mkdir(parents=True, exist_ok=True)
        self.store = Store(self.folder / "matches.db")
        known = self.store.matches()
        self.count = sum(head.entries for head in known)
        self.session = Session(self.store)
        self.chance = random.Random(f"{name} {len(known)}")
        self.feed = Feed(self.store, self.session, Address.parse(str(folder / f"{name}.json")))
        self.times = (self.folder / "times").open("a", buffering=1)
        self.events: Iterator[Event] = iter(())
        self.match = ""

    def step(self) -> bool:
        """One more entry; False when the log is long enough."""
        if self.count >= self.wanted:
            return False
        event = next(self.events, None)
        while event is None:
            number = self.session.new_match(("Ann", "Bob"))
            self.match = match_id(self.store.head(number))
            self.events = iter(self.chance.choice(POOL))
            event = next(self.events, None)
        self.session.feed(event, "camera")
        self.count += 1
        number = len(self.session.history.entries)
        self.times.write(f"{self.match} {number} {time.time():.6f}\n")
        return True


def main() -> None:
    folder, first, count, entries = Path(sys.argv[1]), *map(int, sys.argv[2:5])
    rate = float(sys.argv[5])
    tables = [Table(folder, f"t{number}", entries) for number in range(first, first + count)]
    for table in tables:
        table.feed.start()
    pause_s = 1 / (rate * count)
    chance, due_s = random.Random(first), time.monotonic()
    playing = list(tables)
    while playing:
        table = chance.choice(playing)
        if not table.step():
            playing.remove(table)
            continue
        due_s = max(due_s + pause_s, time.monotonic() - 1)
        time.sleep(max(0.0, due_s - time.monotonic()))
    (folder / f"played-{first}").touch()
    threading.Event().wait()


if __name__ == "__main__":
    main()
