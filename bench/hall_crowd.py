"""A thousand tables, and two halls of which one is killed: is anything lost, how late is a page?

    python -m bench.hall_crowd                        1,000 tables for two minutes, then a flood
    python -m bench.hall_crowd --tables 200 --minutes 1

A real mosquitto, a real PostgreSQL, two `turbo hall` side by side. The tables are light clients, a
connection each: they tell sealed entries of a real match at people's pace, with a state each, and
again what no hall has kept; `bench.hall` has heavier ones. After a third of the time the hall that
gathers is killed, after two thirds it is started again. Then every table tells the rest at once.
At the end the chain of every table is held against the database.
"""

import argparse
import json
import os
import random
import selectors
import shutil
import statistics
import tempfile
import time
import urllib.request
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion

from bench.hall import HallProcess, Page, Spent, plain_rates, say
from tools.trials.engines import Mosquitto, Postgres, wait_until
from tools.trials.mqtt_support import state
from turbo.hall.database import Database
from turbo.hall.door import BrokerDoor
from turbo.mqtt.messages import entry_document, match_id, write
from turbo.storage import schema
from turbo.storage.heads import MatchHead, head_from
from turbo.storage.session import Session
from turbo.storage.store import Store
from turbo.twin.event_match import events_match

PACE = 0.083
"""Entries a second at a table where a match takes 35 minutes (docs/scale.md)."""
AGAIN_S = 3.0
WINDOW = 400


class PlayedMatch:
    """One real match, whose entries every table tells as its own."""

    def __init__(self, folder: Path) -> None:
        with Store(folder / "played.db") as store:
            session = Session(store)
            session.new_match(("Ann", "Bob"))
            for event in events_match(5).events:
                session.feed(event, "camera")
            self.entries = store.entries(1)
            self.head = store._head_row(store._connection, 1)[0]
            sql = "SELECT number, at, by, event, rulings FROM entries WHERE match = 1 ORDER BY 1"
            self.rows = store._reading(sql)


class CrowdTable:
    """A table of few words: what it has told, what a hall has kept, and when."""

    def __init__(self, number: int, played: PlayedMatch, port: int) -> None:
        self.name, self.played = f"c{number}", played
        created = datetime(2026, 11, 17, 20, tzinfo=UTC) + timedelta(seconds=number)
        self.row = (played.head[0], created.isoformat(), *played.head[2:])
        self.head: MatchHead = head_from(self.row, 0, None)
        self.match = match_id(self.head)
        self.chain = [schema.first_hash(self.row)]
        for row in played.rows:
            self.chain.append(schema.next_hash(self.chain[-1], row))
        self.wanted = self.told = self.kept = 0
        self.asked: int | None = None
        self.told_at: dict[int, float] = {}
        self.first_at: dict[int, float] = {}
        self.late: list[float] = []
        self.moved_s = time.monotonic()
        self.client = paho.Client(CallbackAPIVersion.VERSION2, client_id=self.name)
        self.client.max_queued_messages_set(0)
        self.client.on_message = self._hear
        self.client.on_connect = self._joined
        self.client.connect("127.0.0.1", port, 60)

    def _joined(self, *_: Any) -> None:
        topics = (f"turbo/1/club/{self.name}/kept", "turbo/1/club/hall")
        self.client.subscribe([(topic, 1) for topic in topics])

    def _hear(self, _: Any, __: Any, message: Any) -> None:
        found = json.loads(message.payload)
        if message.topic.endswith("/hall"):
            # Another hall gathers: what it has not said it has is told again.
            self.told, self.asked = self.kept, None
            return
        number = found["matches"].get(self.match, 0)
        now = time.time()
        # As a real feed: only an answer says that something was lost, and not a hall that is slow.
        if found["answer"] and self.asked is not None:
            self.told = self.told if number >= self.asked else number
            self.asked = None
        self.late += [now - self.told_at.pop(n) for n in range(self.kept + 1, number + 1)]
        self.kept, self.moved_s = max(self.kept, number), time.monotonic()

    def tell(self) -> None:
        """What is due, and again what nobody has kept for long."""
        if self.told > self.kept and time.monotonic() - self.moved_s > AGAIN_S:
            self.moved_s = time.monotonic()
            if self.asked is None:
                self.asked = self.told
                ask = {"v": 1, "table": self.name, "matches": {self.match: self.told}}
                self._publish("ask", ask)
        last = min(self.wanted, self.kept + WINDOW)
        if self.told >= last:
            return
        if self.told == self.kept:
            self.moved_s = time.monotonic()
        for number in range(self.told + 1, last + 1):
            rulings = self.played.rows[number - 1][4]
            seal = (self.chain[number], rulings, self.row if number == 1 else None)
            entry = self.played.entries[number - 1]
            document = entry_document(self.name, self.head, entry, seal)
            self.told_at.setdefault(number, time.time())
            self.first_at.setdefault(number, time.time())
            self._publish("entry", document)
        self.told = last
        told = state(self.name, match=self.match, entries=last, finished=False)
        self._publish("state", told, retain=True)

    def _publish(self, kind: str, document: dict[str, Any], *, retain: bool = False) -> None:
        topic = f"turbo/1/club/{self.name}/{kind}"
        self.client.publish(topic, write(document), qos=1, retain=retain)


class Crowd:
    """All tables in one thread: a thousand threads would only measure themselves."""

    def __init__(self, count: int, played: PlayedMatch, port: int) -> None:
        self.tables, self._select = [], selectors.DefaultSelector()
        for number in range(count):
            table = CrowdTable(number, played, port)
            self.tables.append(table)
            connection: Any = table.client.socket()
            self._select.register(connection, selectors.EVENT_READ, table)
            self.turn(0.0)
        self._looked_s = 0.0

    def turn(self, wait_s: float = 0.02) -> None:
        for key, _ in self._select.select(wait_s):
            key.data.client.loop_read(20)
        for table in self.tables:
            if table.client.want_write():
                table.client.loop_write()

    def serve(self) -> None:
        self.turn()
        if time.monotonic() - self._looked_s > 1.0:
            self._looked_s = time.monotonic()
            for table in self.tables:
                table.client.loop_misc()
                table.tell()

    @property
    def wanted(self) -> int:
        return sum(table.wanted for table in self.tables)

    @property
    def kept(self) -> int:
        return sum(table.kept for table in self.tables)

    def play(self, seconds: float, rate: float) -> None:
        """At a pace, each entry at some table or other."""
        chance, due_s = random.Random(43), time.monotonic()
        end_s, pause_s = due_s + seconds, 1 / (rate * len(self.tables))
        while time.monotonic() < end_s:
            while due_s < time.monotonic():
                due_s += pause_s
                table = chance.choice(self.tables)
                table.wanted = min(table.wanted + 1, len(table.played.rows))
                table.tell()
            self.serve()

    def rest(self, most_s: float) -> None:
        end_s = time.monotonic() + most_s
        while self.kept < self.wanted and time.monotonic() < end_s:
            self.serve()


def leads(hall: HallProcess) -> bool:
    address = f"http://127.0.0.1:{hall.port}/api/hall"
    with urllib.request.urlopen(address, timeout=30) as answer:
        return bool(json.loads(answer.read())["leads"])


def pid_of(hall: HallProcess) -> int:
    process: Any = hall.process
    return 0 if process is None else int(process.pid)


def memory_mb(process: int) -> float:
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


def tell(name: str, found: list[float]) -> None:
    cuts = statistics.quantiles(found, n=100)
    most = f"p99 {cuts[98]:.2f} s, most {max(found):.1f} s"
    say(f"{name}: p50 {cuts[49]:.3f} s, {most} ({len(found):,} entries)")


def page_lates(crowd: Crowd, pages: list[Page]) -> list[float]:
    """From the first telling to when a page that watches has seen the entry as kept: one of either
    hall, since what is kept is known to the one that gathers."""
    late = []
    for table in crowd.tables:
        key = (table.name, table.match)
        seen = sorted(one for page in pages for one in page.seen.get(key, []))
        for number, told in table.first_at.items():
            at = next((when for kept, when in seen if kept >= number), None)
            late += [] if at is None else [at - told]
    return late


def run(count: int, minutes: float, rate: float, flood: int) -> bool:
    base = Path(tempfile.mkdtemp(prefix="turbo-crowd-"))
    postgres = Postgres(base / "postgres").start()
    rates = plain_rates(postgres.url)
    say("PostgreSQL alone: " + ", ".join(f"{n}: {r:,.0f} a second" for n, r in rates.items()))
    broker = Mosquitto(base / "broker").start()
    BrokerDoor.open(base / "hall")
    halls = [HallProcess(base / "hall", broker.port, postgres.url) for _ in range(2)]
    for hall in halls:
        hall.start()
    wait_until(lambda: any(map(leads, halls)), "a hall that gathers")
    first, second = sorted(halls, key=leads, reverse=True)
    crowd = Crowd(count, PlayedMatch(base), broker.port)
    pages = [Page(first.port), Page(second.port)]
    assert broker.process is not None and postgres.process is not None
    processes = {"broker": broker.process.pid, "PostgreSQL": postgres.process.pid}
    spent = Spent(
        tables=lambda: [os.getpid()],
        broker=lambda: [processes["broker"]],
        database=lambda: [processes["PostgreSQL"]],
        halls=lambda: [pid for one in halls if (pid := pid_of(one))],
    )
    third_s = minutes * 60 / 3
    crowd.play(third_s, rate)
    crowd.rest(60)
    calm = [late for table in crowd.tables for late in table.late]
    peace = len(calm)
    tell(f"{count:,} tables at people's pace, told to kept", calm)
    tell("and told to a page", page_lates(crowd, pages))
    say("the hall that gathers is killed")
    begin = time.monotonic()
    first.kill()
    crowd.play(third_s, rate)
    wait_until(lambda: leads(second), "the other hall")
    crowd.rest(120)
    first.start()
    crowd.play(third_s, rate)
    crowd.rest(60)
    all_of_it = [late for table in crowd.tables for late in table.late]
    tell("with one hall killed and started again, told to kept", all_of_it)
    tell("and told to a page", page_lates(crowd, pages))
    say(f"since the kill {time.monotonic() - begin:.0f} s; in peace {peace:,} entries")
    spent.report(max(1, crowd.kept))
    for table in crowd.tables:
        table.late.clear()
        table.wanted = min(table.wanted + flood, len(table.played.rows))
    before, begin = crowd.kept, time.monotonic()
    crowd.rest(600)
    seconds = time.monotonic() - begin
    flooded = crowd.kept - before
    say(f"flood: {flooded:,} entries in {seconds:.0f} s: {flooded / seconds:,.0f} a second")
    for name, hall in (("first", first), ("second", second)):
        say(f"memory of the {name} hall: {memory_mb(pid_of(hall)):.0f} MB")
    say(f"memory of the broker: {memory_mb(processes['broker']):.0f} MB")
    return finish(base, crowd, pages, halls, postgres, broker)


def finish(
    base: Path,
    crowd: Crowd,
    pages: list[Page],
    halls: list[HallProcess],
    postgres: Postgres,
    broker: Mosquitto,
) -> bool:
    database = Database(postgres.url)
    tails = {one.match: one for one in database.matches(limit=100_000)}
    with database._turn() as ask:
        kept = dict(ask("SELECT match, tail FROM matches"))
    wrong = sum(kept.get(one.match) != one.chain[one.wanted] for one in crowd.tables)
    report = database.verify()
    say(
        f"told {crowd.wanted:,}, in the database {report.entries:,}, matches {len(tails):,},"
        f" ends that differ from their table's {wrong}, broken seals {len(report.broken)}"
    )
    for number, page in enumerate(pages, 1):
        boards = sum((table.name, table.match) in page.seen for table in crowd.tables)
        say(f"boards that the page of hall {number} has seen with what is kept: {boards:,}")
        page.closing = True
    database.close()
    for hall in halls:
        hall.kill()
    broker.stop()
    postgres.stop()
    shutil.rmtree(base, ignore_errors=True)
    return not wrong and not report.broken and report.entries == crowd.wanted


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=1_000)
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--rate", type=float, default=PACE, help="entries a second at each table")
    parser.add_argument("--flood", type=int, default=40, help="entries that each tells at once")
    args = parser.parse_args()
    return 0 if run(args.tables, args.minutes, args.rate, args.flood) else 1


if __name__ == "__main__":
    raise SystemExit(main())
