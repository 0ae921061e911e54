"""The hall gathers: every table's entries into the database, every table's state onto the page.

    line ──> inbox ──> one writer: check, keep in the database, then say what is kept ──> table
                                 └──> whoever watches the page is woken

The line's thread only puts what came into the inbox. The writer takes in as much as is there at
once, commits it in one transaction, and only then tells the tables `kept`. If the database is gone
the batch waits; if the inbox is full what comes is dropped. Neither loses anything: a table tells
again what the hall has not said it has (`turbo.mqtt.outbox`). So the hall may be killed at any
moment, and a second one on the same PostgreSQL takes over when the first has gone
(`Database.leads`): both see all states, only one writes and answers.

What does not fit, comes from another version, or tells of another table than the topic's is
refused, remembered in `refused`, and changes nothing.
"""

import logging
import queue
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, TypeVar

from turbo.errors import TurboError
from turbo.hall.database import Database, DatabaseError, ToldTable
from turbo.hall.pairing import natural
from turbo.mqtt.line import Address, FeedLine
from turbo.mqtt.messages import (
    ROOT,
    VERSION,
    BadMessage,
    Topics,
    read,
    signed,
    table_and_kind,
)

LOG = logging.getLogger(__name__)

Answer = TypeVar("Answer")

HEARD = ("entry", "state", "online", "ask", "told")


@dataclass(frozen=True, slots=True)
class HallTuning:
    """How much is taken in at once."""

    inbox: int = 20_000
    """Messages that wait while the database is away; what comes then is dropped, and told again by
    its table. About 20 MB."""
    batch: int = 1_000
    """Messages in one transaction: beyond that PostgreSQL gets no faster (`bench.hall`)."""
    retry_s: float = 0.5
    """How soon a database that is gone is tried again."""
    refused: int = 200
    """Refusals that are remembered for the page."""
    lead_s: float = 1.0
    """How often a hall that does not gather looks whether it should."""


@dataclass(frozen=True, slots=True)
class SeenTable:
    """A table as the hall knows it: its last state, whether it is there, and how much is kept."""

    table: str
    state: Mapping[str, Any] | None = None
    online: bool = False
    kept: int = 0
    match: str | None = None
    version: int = 0
    at: float = 0.0
    """When this was heard, on the hall's own clock."""

    @property
    def need(self) -> str | None:
        """Why a referee should come: the first reason counts."""
        state = self.state
        # What a table said before it went says nothing of how it is now.
        if state is None or not self.online:
            return None if state is None else "offline"
        if state["called"]:
            return "protest"
        if state["questions"]:
            return "question"
        if state["camera"] is False or TROUBLES & set(state["notices"]):
            return "trouble"
        ruling = state["ruling"]
        if ruling is not None and ruling["verdict"] == "rejected":
            return "rejected"
        return None


NEEDS = ("protest", "question", "trouble", "rejected", "offline")
"""Who needs a referee, the most urgent first."""

TROUBLES = frozenset(
    {"camera-lost", "camera-frozen", "out-of-step", "resume-differs", "disk-full", "our-mistake"}
)
"""Notices after which a table cannot go on by itself."""


@dataclass(slots=True)
class GatheredCounts:
    """What came in since the hall began."""

    entries: int = 0
    repeated: int = 0
    ahead: int = 0
    dropped: int = 0
    refused: int = 0


@dataclass(slots=True)
class _Batch:
    told: list[ToldTable] = field(default_factory=list)
    asked: list[dict[str, Any]] = field(default_factory=list)


class Hall:
    """Gathers the tables of one hall. `keys` sign orders: the key of each table."""

    def __init__(
        self,
        database: Database,
        address: Address,
        *,
        keys: Callable[[str], str | None] = lambda table: None,
        tuning: HallTuning | None = None,
        kept: Callable[["Hall", str, str], None] = lambda hall, table, match: None,
    ) -> None:
        self.database, self.address, self.keys = database, address, keys
        self.tuning = tuning or HallTuning()
        self.counts = GatheredCounts()
        self.refused: deque[tuple[datetime, str]] = deque(maxlen=self.tuning.refused)
        self.boot = secrets.token_hex(4)
        self.told: dict[int, Mapping[str, Any]] = {}
        """What tables said of orders, by number."""
        self._kept_hook = kept
        self._seen: dict[str, SeenTable] = {}
        self._changed = threading.Condition()
        self._version = 0
        self._leads = False
        self._order = 0
        self._inbox: queue.Queue[tuple[str, bytes]] = queue.Queue(self.tuning.inbox)
        self._closing = threading.Event()
        # With the boot in its name: two halls of one name would throw each other off the broker.
        self.line = FeedLine(
            address,
            f"turbo-{address.hall}-hall-{self.boot}",
            listens=tuple(f"{ROOT}/{address.hall}/+/{kind}" for kind in HEARD),
            heard=self._hear,
            joined=self._joined,
        )
        self._threads = [
            threading.Thread(target=self._write, name="hall", daemon=True),
            threading.Thread(target=self._lead, name="hall-lead", daemon=True),
        ]

    def start(self) -> None:
        self.line.open()
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        self._closing.set()
        with suppress(queue.Full):
            # Wakes the writer, who waits without end; a full inbox wakes it by itself.
            self._inbox.put_nowait(("", b""))
        for thread in self._threads:
            thread.join(5)
        if self._leads and self.line.connected.is_set():
            self._birth(online=False)
            # Published is not sent: the line's own thread needs a moment before it is closed.
            time.sleep(0.05)
        self.line.close()
        self.database.close()
        with self._changed:
            self._changed.notify_all()

    # What the page asks

    @property
    def version(self) -> int:
        return self._version

    @property
    def leads(self) -> bool:
        return self._leads

    def tables(self) -> list[SeenTable]:
        with self._changed:
            return sorted(self._seen.values(), key=lambda one: natural(one.table))

    def since(self, version: int) -> tuple[int, list[SeenTable]]:
        """The tables that have changed since then."""
        with self._changed:
            return self._version, [one for one in self._seen.values() if one.version > version]

    def wait(self, version: int, timeout_s: float) -> int:
        """Sleep until there is something newer, or the time is up."""
        with self._changed:
            self._changed.wait_for(
                lambda: self._version > version or self._closing.is_set(), timeout_s
            )
            return self._version

    def poke(self) -> None:
        """Something that is shown has changed: a tournament."""
        with self._changed:
            self._version += 1
            self._changed.notify_all()

    # Orders

    def order(self, table: str, do: str, by: str, **more: Any) -> int:
        """Tell a table to start, pause or go on; the answer is the order's number."""
        key = self.keys(table)
        if key is None:
            raise TurboError(f"expected a table with a key, got {table!r}")
        with self._changed:
            # Numbers grow over restarts of the hall too: a table believes none that is not higher.
            self._order = max(self._order + 1, time.time_ns() // 1_000_000)
            number = self._order
        order = {"v": VERSION, "table": table, "number": number, "do": do, "by": by, **more}
        topic = Topics(self.address.hall, table).of("order")
        # Not retained: an order that a table hears an evening later is no order any more.
        self.line.publish(topic, signed(order, key))
        return number

    # The line

    def _joined(self) -> None:
        if self._leads:
            self._birth(online=True)

    def _birth(self, *, online: bool) -> None:
        document = {"v": VERSION, "online": online, "boot": self.boot}
        # Retained: a table that joins later must learn which boot gathers now.
        self.line.publish(f"{ROOT}/{self.address.hall}/hall", document, retain=True)

    def _hear(self, topic: str, payload: bytes, _: bool) -> None:
        try:
            self._inbox.put_nowait((topic, payload))
        except queue.Full:
            self.counts.dropped += 1

    def _lead(self) -> None:
        """Take over where nobody gathers; a new boot makes every table say what it has."""
        while not self._closing.is_set():
            leads = self.database.leads()
            if leads and not self._leads:
                self._leads = True
                self.boot = secrets.token_hex(4)
                if self.line.connected.is_set():
                    self._birth(online=True)
            self._leads = leads
            self._closing.wait(self.tuning.lead_s)

    # The writer

    def _write(self) -> None:
        while not self._closing.is_set():
            batch = _Batch()
            for topic, payload in self._taken():
                self._sort(topic, payload, batch)
            try:
                self._settle(batch)
            except Exception:  # one batch that goes wrong must not end the evening
                LOG.exception("the hall stumbled")

    def _taken(self) -> list[tuple[str, bytes]]:
        found = [self._inbox.get()]
        with suppress(queue.Empty):
            while len(found) < self.tuning.batch:
                found.append(self._inbox.get_nowait())
        return [one for one in found if one[0]]

    def _sort(self, topic: str, payload: bytes, batch: _Batch) -> None:
        try:
            table, kind = table_and_kind(topic, self.address.hall)
            # The subscriptions ask for nothing else; a broker may still send it.
            if kind not in HEARD:
                return
            document = read(kind, payload, table)
            if kind == "entry":
                batch.told.append(ToldTable.of(document))
            elif kind == "ask":
                batch.asked.append(document)
            elif kind == "told":
                self.told[document["order"]] = document
            else:
                self._show(table, kind, document)
        except BadMessage as error:
            self.refuse(f"{topic}: {error}")

    def refuse(self, why: str) -> None:
        LOG.warning("refused: %s", why)
        self.counts.refused += 1
        self.refused.append((datetime.now(UTC), why))
        self.poke()

    def _show(self, table: str, kind: str, document: Mapping[str, Any]) -> None:
        with self._changed:
            self._version += 1
            seen = replace(
                self._seen.get(table, SeenTable(table)), version=self._version, at=time.monotonic()
            )
            if kind == "state":
                seen = replace(seen, state=document)
            else:
                seen = replace(seen, online=document["online"])
            self._seen[table] = seen
            self._changed.notify_all()
        # Outside of the lock: concluding a match asks the database, and pages wait for the lock.
        if kind == "state" and document["finished"] and self._leads:
            self._kept_hook(self, table, str(document["match"]))

    def _settle(self, batch: _Batch) -> None:
        """Into the database, then to the tables. Without the lock another hall does this."""
        if not self._leads or not (batch.told or batch.asked):
            return
        have, refused = self._keep(batch.told)
        for why in refused:
            self.refuse(why)
        self._count(batch.told, have)
        tables: dict[str, dict[str, int]] = {}
        # Only after the commit: what a table hears as kept it never tells again.
        for (table, match), number in have.items():
            tables.setdefault(table, {})[match] = number
        for table, matches in tables.items():
            self._say_kept(table, matches, answer=False)
            self._note_kept(table, matches)
        for question in batch.asked:
            table = question["table"]
            # After what came before it was kept: a question counts what was told before it.
            self._say_kept(table, self._have(table, list(question["matches"])), answer=True)

    def _count(self, told: list[ToldTable], have: Mapping[tuple[str, str], int]) -> None:
        self.counts.entries += len(told)
        self.counts.ahead += sum(one.number > have[one.key] for one in told)

    def _keep(self, told: list[ToldTable]) -> tuple[dict[tuple[str, str], int], list[str]]:
        return self._patiently(lambda: self.database.keep(told)) if told else ({}, [])

    def _have(self, table: str, matches: list[str]) -> dict[str, int]:
        return self._patiently(lambda: self.database.have(table, matches))

    def _patiently(self, do: Callable[[], Answer]) -> Answer:
        """Until the database is there again; meanwhile the inbox fills."""
        while True:
            try:
                return do()
            except DatabaseError as error:
                LOG.warning("%s; trying again", error)
                # Given up only when the hall ends: what is lost so was never receipted.
                if self._closing.wait(self.tuning.retry_s):
                    raise

    def _say_kept(self, table: str, matches: Mapping[str, int], *, answer: bool) -> None:
        document = {"v": VERSION, "answer": answer, "matches": dict(matches)}
        self.line.publish(Topics(self.address.hall, table).of("kept"), document)

    def _note_kept(self, table: str, matches: Mapping[str, int]) -> None:
        # By number: as text match 9 of a day would be newer than match 10.
        newest = max(matches, key=natural)
        with self._changed:
            self._version += 1
            seen = self._seen.get(table, SeenTable(table))
            self._seen[table] = replace(
                seen,
                kept=matches[newest],
                match=newest,
                version=self._version,
                at=time.monotonic(),
            )
            self._changed.notify_all()
        state = seen.state
        if state is not None and state["finished"] and state["match"] in matches:
            self._kept_hook(self, table, str(state["match"]))
