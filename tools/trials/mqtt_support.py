"""A table that tells: a store, a session and a feed; and somebody who listens."""

import json
import threading
from pathlib import Path
from typing import Any

from turbo.game.events import Event
from turbo.mqtt.feed import Feed
from turbo.mqtt.line import Address, FeedLine
from turbo.mqtt.outbox import OutboxTuning
from turbo.storage.session import Session
from turbo.storage.store import Store
from turbo.twin.event_match import events_match

QUICK = OutboxTuning(ask_s=0.3)
"""Asks soon, so that a test need not wait."""


def address(port: int, table: str = "", hall: str = "club", key: str = "") -> Address:
    return Address("127.0.0.1", port, hall, table, key=key)


class Told:
    """Everything that a listener hears under the hall's topics."""

    def __init__(self, port: int, topic: str = "turbo/1/#", **more: Any) -> None:
        self.heard: list[tuple[str, Any, bool]] = []
        self._lock = threading.Lock()
        self.line = FeedLine(
            more.pop("address", address(port)),
            f"listener-{id(self)}",
            listens=(topic,),
            heard=self._hear,
            **more,
        )
        self.line.open()
        assert self.line.connected.wait(20)

    def _hear(self, topic: str, payload: bytes, retained: bool) -> None:
        try:
            found = json.loads(payload)
        except ValueError:  # a button is pressed with a plain word
            found = payload.decode()
        with self._lock:
            self.heard.append((topic, found, retained))

    def of(self, kind: str) -> list[Any]:
        with self._lock:
            return [found for topic, found, _ in self.heard if topic.endswith(f"/{kind}")]

    def last(self, kind: str) -> Any:
        found = self.of(kind)
        return found[-1] if found else None

    def close(self) -> None:
        self.line.close()


class Playing:
    """One table: events are fed as if a camera had seen them."""

    def __init__(self, folder: Path, at: Address, seed: int = 1, **more: Any) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.store = Store(folder / "matches.db")
        self.session = Session(self.store)
        self.events: list[Event] = list(events_match(seed).events)
        self.address, self.more = at, {"tuning": QUICK, **more}
        self.feed: Feed | None = None

    def start(self) -> "Playing":
        self.feed = Feed(self.store, self.session, self.address, **self.more)
        self.feed.start()
        return self

    def new_match(self) -> None:
        self.session.new_match(("Ann", "Bob"))

    def play(self, count: int) -> None:
        if self.session.match_number is None:
            self.new_match()
        begin = len(self.session.history.entries)
        for event in self.events[begin : begin + count]:
            self.session.feed(event, "camera")

    @property
    def entries(self) -> int:
        return len(self.session.history.entries)

    def stop(self) -> None:
        if self.feed is not None:
            self.feed.close()
            self.feed = None

    def close(self) -> None:
        self.stop()
        self.store.close()


HEAD = {"id": "20261116-1-0123456789ab", "created": "2026-11-16T20:00:00+00:00"}


def state(table: str = "bad", **more: Any) -> dict[str, Any]:
    known: dict[str, Any] = {"v": 1, "table": table, "at": "2026-11-16T20:00:00+00:00"}
    known |= {"match": HEAD["id"], "players": ["Ann", "Bob"], "entries": 1, "round": 1}
    known |= {"rounds": 6, "phase": "to-throw", "turn": "Bob", "totals": [0, 0], "winner": None}
    known |= {"finished": True, "layout": "", "hands": [], "ruling": None, "questions": 0}
    known |= {"notices": [], "called": False, "paused": False, "simulated": False}
    return {**known, "camera": True, "board": None, **more}
