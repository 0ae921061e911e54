"""The hall gathers: every table's entries into the database, every table's state onto the page.

    line ──> inbox ──> one writer: check, keep in the database, then say what is kept ──> table
                                 ├──> whoever watches the page is woken
                                 └──> matches that are finished are concluded, by another thread

The line's thread only puts what came into the inbox. The writer takes in as much as is there at
once, commits it in one transaction, and only then tells the tables `kept`. If the database is gone
the batch waits; if the inbox is full what comes is dropped. Neither loses anything: a table tells
again what the hall has not said it has (`turbo.mqtt.outbox`). So the hall may be killed at any
moment, and a second one on the same PostgreSQL takes over when the first has gone
(`Database.leads`): both see all states, only one writes and answers.

Every message stands alone. What does not fit, comes from another version, cannot be read here or
tells of another table than the topic's is refused, told on the page with its table, kept aside to
look at, and changes nothing for any other. Whatever a message makes of a thread, the thread goes on
with the next one.
"""

import logging
import queue
import secrets
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from typing import Any, TypeVar

from turbo.errors import TurboError
from turbo.hall.database import Database
from turbo.hall.engine import DatabaseError, NotTaken
from turbo.hall.inbox import Inbox
from turbo.hall.pairing import natural
from turbo.hall.refusals import Refusals, RefusedMessage
from turbo.hall.seen import SeenTable
from turbo.hall.taking import TakenIn
from turbo.hall.told import ToldTable
from turbo.mqtt.line import Address, FeedLine
from turbo.mqtt.messages import (
    ROOT,
    VERSION,
    BadMessage,
    Topics,
    kinds,
    read,
    signed,
    table_and_kind,
)

LOG = logging.getLogger(__name__)

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class HallTuning:
    """How much is taken in at once."""

    inbox: int = 20_000
    """Messages that wait while the database is away; what comes then is dropped, and told again by
    its table. About 20 MB."""
    share: int = 1_000
    """Of these as many of one table: more than one that has a whole evening to tell has under way
    (`turbo.mqtt.outbox`)."""
    batch: int = 1_000
    """Messages in one transaction: beyond that PostgreSQL gets no faster (`bench.hall`)."""
    retry_s: float = 0.5
    """How soon a database that is gone is tried again."""
    refused: int = 200
    """Refusals that are remembered for the page."""
    tables: int = 5_000
    """Tables that are shown; where the door stands open, anybody can make up another name."""
    answers: int = 1_000
    """What became of orders: so many are remembered."""
    lay_s: float = 1.0
    """How often what was refused is laid aside: a flood of it must not become one of writing."""
    lead_s: float = 1.0
    """How often a hall that does not gather looks whether it should."""


@dataclass(slots=True)
class GatheredCounts:
    """What came in since the hall began."""

    entries: int = 0
    repeated: int = 0
    ahead: int = 0
    dropped: int = 0
    refused: int = 0
    stumbled: int = 0
    """How often a thread met what it should not have, and went on."""


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
        self.refusals = Refusals(self.tuning.refused)
        self.waits = ""
        """What the writer waits for, in the words of the database; empty while it gathers."""
        self._finished: queue.SimpleQueue[tuple[str, str]] = queue.SimpleQueue()
        self._finishing: set[tuple[str, str]] = set()
        self.boot = secrets.token_hex(4)
        self.told: dict[int, Mapping[str, Any]] = {}
        """What tables said of orders, by number."""
        self._kept_hook = kept
        self._seen: dict[str, SeenTable] = {}
        self._changed = threading.Condition()
        self._version = 0
        self.leads = False
        self._order = 0
        self._inbox = Inbox(self.tuning.inbox, self.tuning.share)
        self._laid_s = float("-inf")
        self._closing = threading.Event()
        # With the boot in its name: two halls of one name would throw each other off the broker.
        self.line = FeedLine(
            address,
            f"turbo-{address.hall}-hall-{self.boot}",
            listens=tuple(f"{ROOT}/{address.hall}/+/{kind}" for kind in kinds(heard_by="hall")),
            heard=self._hear,
            joined=self._joined,
        )
        self._threads = [
            threading.Thread(target=self._always, args=(work,), name=name, daemon=True)
            for name, work in (
                ("hall", self._write),
                ("hall-lead", self._lead),
                ("hall-conclude", self._conclude),
            )
        ]

    def start(self) -> None:
        self.line.open()
        for thread in self._threads:
            thread.start()

    def _always(self, work: Callable[[], None]) -> None:
        """A thread's work, again and again: one that stumbles is noticed, and goes on."""
        while not self._closing.is_set():
            self._guarded(work)

    def _guarded(self, work: Callable[[], None]) -> None:
        try:
            work()
        # Whatever it is, also an exit that some library asked for: an evening hangs on the thread.
        except BaseException:
            if not self._closing.is_set():
                self.counts.stumbled += 1
                LOG.exception("the hall stumbled, and goes on")
                self._closing.wait(min(1.0, self.tuning.retry_s))

    def close(self) -> None:
        self._closing.set()
        self._finished.put(("", ""))
        self._inbox.wake()
        for thread in self._threads:
            thread.join(5)
        if self.leads and self.line.connected.is_set():
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
        if self.leads:
            self._birth(online=True)

    def _birth(self, *, online: bool) -> None:
        document = {"v": VERSION, "online": online, "boot": self.boot}
        # Retained: a table that joins later must learn which boot gathers now.
        self.line.publish(f"{ROOT}/{self.address.hall}/hall", document, retain=True)

    def _hear(self, topic: str, payload: bytes, _: bool) -> None:
        if not self._inbox.put(topic, payload):
            self.counts.dropped += 1

    def _lead(self) -> None:
        """Take over where nobody gathers; a new boot makes every table say what it has."""
        leads = self.database.leads()
        if leads and not self.leads:
            self.leads = True
            self.boot = secrets.token_hex(4)
            if self.line.connected.is_set():
                self._birth(online=True)
        self.leads = leads
        self._closing.wait(self.tuning.lead_s)

    # The writer

    def _write(self) -> None:
        batch = _Batch()
        for topic, payload in self._inbox.take(self.tuning.batch, wait_s=1.0):
            self._sort(topic, payload, batch)
        self._settle(batch)

    def _sort(self, topic: str, payload: bytes, batch: _Batch) -> None:
        table = kind = ""
        try:
            table, kind = table_and_kind(topic, self.address.hall)
            # The subscriptions ask for nothing else; a broker may still send it.
            if kind in kinds(heard_by="hall"):
                self._take(table, kind, read(kind, payload, table), batch)
        except TurboError as error:
            self.refuse(str(error), table, kind, payload)
        # A mistake of ours, which one message has brought to light: it must stop no other.
        except Exception as error:
            LOG.exception("the hall stumbled over a message of %s", topic)
            self.counts.stumbled += 1
            self.refuse(f"cannot be read here: {error!r}"[:200], table, kind, payload)

    def _take(self, table: str, kind: str, document: dict[str, Any], batch: _Batch) -> None:
        # Another hall keeps them; should this one take over, the tables tell it what is missing.
        if kind in ("entry", "ask") and not self.leads:
            return
        if kind == "entry":
            batch.told.append(ToldTable.of(document))
        elif kind == "ask":
            batch.asked.append(document)
        elif kind == "told":
            self.told[document["order"]] = document
            if len(self.told) > self.tuning.answers:
                del self.told[next(iter(self.told))]
        else:
            self._show(table, kind, document)

    def refuse(self, why: str, table: str = "", kind: str = "", payload: bytes = b"") -> None:
        """Told on the page and kept aside; the same again is only counted."""
        self.counts.refused += 1
        if self.refusals.add(RefusedMessage.of(datetime.now(UTC), table, kind, why, payload)):
            self.poke()

    def _show(self, table: str, kind: str, document: Mapping[str, Any]) -> None:
        if table not in self._seen and len(self._seen) >= self.tuning.tables:
            raise BadMessage(f"expected at most {self.tuning.tables} tables")
        if kind == "state":
            self._heard_of(table, state=document)
            self._finish(table, document)
        else:
            self._heard_of(table, online=document["online"])

    def _heard_of(self, table: str, **fields: Any) -> SeenTable:
        """Something of a table is another than before: who watches is woken."""
        with self._changed:
            self._version += 1
            fields |= {"version": self._version, "at": time.monotonic()}
            seen = replace(self._seen.get(table, SeenTable(table)), **fields)
            self._seen[table] = seen
            self._changed.notify_all()
        return seen

    def _settle(self, batch: _Batch) -> None:
        """Into the database, then to the tables. Without the lock another hall does this."""
        if not self.leads:
            return
        self._settle_told(batch.told)
        for question in batch.asked:
            # After what came before it was kept: a question counts what was told before it.
            self._guarded(partial(self._answer, question))
        # Now and then, and not waited for: it is only to be looked at.
        if time.monotonic() - self._laid_s > self.tuning.lay_s:
            self._laid_s = time.monotonic()
            with suppress(DatabaseError, NotTaken):
                self.database.lay_aside(self.refusals.to_lay_aside())

    def _settle_told(self, told: list[ToldTable]) -> None:
        taken = self._keep(told)
        for one, why in taken.refused:
            self.refuse(why, one.place, "entry", one.event.encode("utf-8", "backslashreplace"))
        self._count(told, taken.have)
        tables: dict[str, dict[str, int]] = {}
        # Only after the commit: what a table hears as kept it never tells again.
        for (table, match), number in taken.have.items():
            tables.setdefault(table, {})[match] = number
        for table, matches in tables.items():
            self._guarded(partial(self._tell_kept, table, matches))

    def _tell_kept(self, table: str, matches: Mapping[str, int]) -> None:
        self._say_kept(table, matches, answer=False)
        self._note_kept(table, matches)

    def _answer(self, question: Mapping[str, Any]) -> None:
        table, matches = question["table"], list(question["matches"])
        have = self._patiently(lambda: self.database.have(table, matches))
        self._say_kept(table, have, answer=True)

    def _count(self, told: list[ToldTable], have: Mapping[tuple[str, str], int]) -> None:
        self.counts.entries += len(told)
        self.counts.ahead += sum(one.number > have.get(one.key, 0) for one in told)

    def _keep(self, told: Sequence[ToldTable]) -> TakenIn:
        """All of it; where the database does not take that, by halves until the one is found that
        it does not take."""
        if not told:
            return TakenIn()
        try:
            return self._patiently(lambda: self.database.keep(told))
        except NotTaken as error:
            if len(told) == 1:
                return TakenIn(refused=[(told[0], str(error))])
        middle = len(told) // 2
        first, second = self._keep(told[:middle]), self._keep(told[middle:])
        return TakenIn(first.have | second.have, first.refused + second.refused)

    def _patiently(self, do: Callable[[], Answer]) -> Answer:
        """Until the database is there again; meanwhile the inbox fills."""
        while True:
            try:
                found = do()
                self.waits = ""
                return found
            except DatabaseError as error:
                LOG.warning("%s; trying again", error)
                self.waits = str(error)
                # Given up only when the hall ends: what is lost so was never receipted.
                if self._closing.wait(self.tuning.retry_s):
                    raise

    def _say_kept(self, table: str, matches: Mapping[str, int], *, answer: bool) -> None:
        document = {"v": VERSION, "answer": answer, "matches": dict(matches)}
        self.line.publish(Topics(self.address.hall, table).of("kept"), document)

    def _note_kept(self, table: str, matches: Mapping[str, int]) -> None:
        # By number: as text match 9 of a day would be newer than match 10.
        newest = max(matches, key=natural)
        seen = self._heard_of(table, kept=matches[newest], match=newest)
        if seen.state is not None and seen.state["match"] in matches:
            self._finish(table, seen.state)

    # Matches that are over

    def _finish(self, table: str, state: Mapping[str, Any]) -> None:
        """Have a match concluded, by a thread that nobody waits for: folding a log takes as long as
        the log is, and a table may say that it is finished as often as it likes."""
        key = (table, str(state["match"]))
        if state["finished"] and state["match"] and self.leads and key not in self._finishing:
            self._finishing.add(key)
            self._finished.put(key)

    def _conclude(self) -> None:
        table, match = self._finished.get()
        # Before it is looked at: what is told from now on must be looked at again.
        self._finishing.discard((table, match))
        if table:
            self._kept_hook(self, table, match)
