"""The hall under load: is anything lost, how late is a page, how many entries a second?

    python -m bench.hall              20 tables, 4,000 entries, nothing killed
    python -m bench.hall --torture    200 tables, 100,000 entries, while the broker, the database,
                                      the hall and some tables are killed and the line is cut
    python -m bench.hall --embedded   the same as the first, with the hall's own broker and SQLite

A real mosquitto with passwords and access list, a real PostgreSQL with its disk, the hall as
`turbo hall` in a process of its own, the tables in four others with stores, sessions and feeds of
their own. At the end every table's log is held against the database, entry for entry.
"""

import argparse
import json
import os
import platform
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from tools.trials.engines import Mosquitto, Postgres, Wire, wait_until
from tools.trials.waiting import free_port
from turbo.hall.database import Database
from turbo.hall.door import BrokerDoor
from turbo.mqtt.messages import match_id
from turbo.storage.store import Store

PROCESSES = 4
AWAY_S = 3.0
"""How long whoever was killed stays away."""


def say(*words: object) -> None:
    print(*words, flush=True)


class HallProcess:
    """`turbo hall` on the real engines."""

    def __init__(self, folder: Path, broker: int, database: str | None) -> None:
        self.port = free_port()
        self.command = [sys.executable, "-m", "turbo.commands.cli", "hall"]
        self.command += ["--folder", str(folder), "--host", "127.0.0.1", "--port", str(self.port)]
        if database is None:
            self.command += ["--mqtt-port", str(broker)]
        else:
            self.command += ["--broker", f"mqtt://127.0.0.1:{broker}", "--database", database]
        self.folder, self.process = folder, None

    def start(self) -> None:
        with (self.folder / "hall.log").open("ab") as log:
            self.process = subprocess.Popen(self.command, stdout=log, stderr=log)  # type: ignore[assignment]
        wait_until(self._answers, "the hall", 120)

    def _answers(self) -> bool:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{self.port}/api/me", timeout=2).close()
        except OSError:
            return False
        return True

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()


class Page:
    """A page that watches: when did it see each entry? It comes back as a browser does."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.seen: dict[tuple[str, str], list[tuple[int, float]]] = {}
        self.closing = False
        threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        while not self.closing:
            try:
                address = f"http://127.0.0.1:{self.port}/api/events?lang=en"
                with urllib.request.urlopen(address, timeout=30) as stream:
                    for line in stream:
                        if line.startswith(b'data: {"tables"'):
                            self._take(json.loads(line[6:]))
            except (OSError, ValueError):
                time.sleep(0.5)

    def _take(self, found: dict[str, list[dict[str, object]]]) -> None:
        now = time.time()
        for table in found["tables"]:
            key = (str(table["table"]), str(table["match"]))
            seen = self.seen.setdefault(key, [])
            if not seen or seen[-1][0] < int(str(table["kept"])):
                seen.append((int(str(table["kept"])), now))


class Tables:
    """The processes of simulated tables."""

    def __init__(self, folder: Path, count: int, entries: int, rate: float) -> None:
        self.folder, self.share = folder, count // PROCESSES
        self.words = [str(self.share), str(entries), str(rate)]
        self.processes: dict[int, subprocess.Popen[bytes]] = {}

    def start(self, first: int) -> None:
        with (self.folder / f"tables-{first}.log").open("ab") as log:
            command = [sys.executable, "-m", "bench.hall_tables", str(self.folder), str(first)]
            self.processes[first] = subprocess.Popen(
                [*command, *self.words], stdout=log, stderr=log
            )

    def start_all(self) -> None:
        for number in range(PROCESSES):
            self.start(1 + number * self.share)

    def kill(self, first: int) -> None:
        self.processes[first].send_signal(signal.SIGKILL)
        self.processes[first].wait()

    def close(self) -> None:
        for process in self.processes.values():
            process.kill()
            process.wait()

    def are_done(self) -> bool:
        return all((self.folder / f"played-{first}").exists() for first in self.processes)


def processor_s(process: int) -> float:
    """Of a process and of all that it has started, also of those that have ended."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:
        return 0.0
    own = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    return own + sum(processor_s(int(child)) for child in children)


class Spent:
    """Who needed the processor, whatever else the machine had to do: how many entries a second it
    can carry follows from it, and how long the others wait."""

    def __init__(self, **parts: Callable[[], list[int]]) -> None:
        self._parts = parts
        self._before = self._now()

    def _now(self) -> dict[str, float]:
        return {name: sum(map(processor_s, pids())) for name, pids in self._parts.items()}

    def report(self, entries: int) -> None:
        """Whoever was killed meanwhile counts from its last start."""
        used = {name: max(0.0, s - self._before[name]) for name, s in self._now().items()}
        total = sum(used.values())
        for name, seconds in used.items():
            each_ms = 1000 * seconds / entries
            say(f"processor, {name}: {seconds:.1f} s, {each_ms:.2f} ms an entry")
        cores = os.cpu_count() or 1
        say(
            f"processor, all: {1000 * total / entries:.2f} ms an entry: {cores} cores with nothing"
            f" else to do carry {cores * entries / max(total, 1e-9):,.0f} entries a second"
        )


def plain_rates(url: str, rows: int = 20_000) -> dict[str, float]:
    """What PostgreSQL does by itself with rows like ours: one a commit, and a thousand a commit."""
    import psycopg

    row = ("t1", "20261116-1-0123456789ab", 1, "2026-11-16T20:00:00+00:00", "camera", "x" * 120)
    sql = "INSERT INTO plain VALUES (%s, %s, %s, %s, %s, %s)"
    with psycopg.connect(url, autocommit=True) as found:
        found.execute(
            "CREATE TABLE plain (place TEXT, match TEXT, number INTEGER, at TEXT, by TEXT,"
            " event TEXT, PRIMARY KEY (place, match, number))"
        )
        begin = time.perf_counter()
        single = rows // 20
        for number in range(single):
            found.execute(sql, (*row[:2], -number, *row[3:]))
        one = single / (time.perf_counter() - begin)
        begin = time.perf_counter()
        for start in range(1, rows, 1000):
            with found.transaction(), found.cursor() as cursor:
                batch = [(*row[:2], start + n, *row[3:]) for n in range(1000)]
                cursor.executemany(sql, batch)
        many = rows / (time.perf_counter() - begin)
        found.execute("DROP TABLE plain")
    return {"one row a commit": one, "1,000 rows a commit": many}


def compare(folder: Path, tables: int, database: Database) -> Counter[str]:
    """Every table's log against the database, entry for entry."""
    found: Counter[str] = Counter()
    for number in range(1, tables + 1):
        name = f"t{number}"
        kept = {one.match: one for one in database.matches(place=name, limit=10_000)}
        with Store(folder / name / "matches.db") as store:
            for head in store.matches():
                log = store.entries(head.id)
                match = kept.pop(match_id(head), None)
                here = [] if match is None else database.entries(name, match.match)
                found["entries at the tables"] += len(log)
                found["entries in the database"] += len(here)
                found["lost"] += sum(one not in here for one in log) if here != log else 0
                found["doubled"] += len(here) - len({one.number for one in here})
                found["out of order or changed"] += sum(
                    a != b for a, b in zip(log, here, strict=False)
                )
        found["matches that no table has"] += len(kept)
    return found


def latencies(folder: Path, tables: int, page: Page) -> list[tuple[float, float]]:
    """When each entry was in its table's store, and how long after that the page had it."""
    found = []
    for number in range(1, tables + 1):
        by_match: dict[str, list[tuple[int, float]]] = {}
        for line in (folder / f"t{number}" / "times").read_text().splitlines():
            parts = line.split()
            if len(parts) == 3:
                by_match.setdefault(parts[0], []).append((int(parts[1]), float(parts[2])))
        for match, entries in by_match.items():
            seen = iter(page.seen.get((f"t{number}", match), []))
            kept, at = 0, 0.0
            for entry, told in entries:
                while kept < entry:
                    kept, at = next(seen, (10**9, 0.0))
                if at:
                    found.append((told, at - told))
    return found


def gather(tables: int, entries: int, rate: float, torture: bool) -> bool:
    base = Path(tempfile.mkdtemp(prefix="turbo-bench-hall-"))
    # The tables' own disks are not what is measured: two hundred Pis have two hundred cards.
    memory = Path("/dev/shm")
    folder = Path(tempfile.mkdtemp(dir=memory if memory.is_dir() else base, prefix="turbo-tables-"))
    postgres = Postgres(base / "postgres").start()
    say(f"{platform.machine()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the start")
    for name, figure in plain_rates(postgres.url).items():
        say(f"plain PostgreSQL inserts, {name}: {figure:,.0f} a second")
    door = BrokerDoor.open(base / "hall")
    port = free_port()
    wire = Wire(port)
    for number in range(1, tables + 1):
        found = door.credential(f"t{number}", "127.0.0.1", wire.port)
        (folder / f"t{number}.json").write_text(json.dumps(found.document()))
    door.mosquitto(base / "mosquitto", port)
    settings = (base / "mosquitto/mosquitto.conf").read_text() + "user root\n"
    broker = Mosquitto(base / "run", settings, port).start()
    hall = HallProcess(base / "hall", port, postgres.url)
    hall.start()
    page = Page(hall.port)
    playing = Tables(folder, tables, entries // tables, rate)
    begin = time.time()
    playing.start_all()
    spent = Spent(
        tables=lambda: [one.pid for one in playing.processes.values()],
        broker=lambda: [] if broker.process is None else [broker.process.pid],
        database=lambda: [] if postgres.process is None else [postgres.process.pid],
        hall=lambda: [] if hall.process is None else [hall.process.pid],
    )
    database = Database(postgres.url)

    def kept() -> int:
        time.sleep(0.5)  # asking is work for the database too
        try:
            return database.counts()[1]
        except OSError:
            return -1

    trouble: list[tuple[float, float]] = []

    def away(name: str, share: float, kill: Callable[[], None], back: Callable[[], None]) -> None:
        wait_until(lambda: kept() >= entries * share, f"{share:.0%}", 3600)
        say(f"{time.time() - begin:6.1f} s  {name}")
        start = time.time()
        kill()
        time.sleep(AWAY_S)
        back()
        trouble.append((start, time.time()))

    if torture:
        away("the broker is killed", 0.12, broker.kill, lambda: void(broker.start()))
        away("the database is killed", 0.27, postgres.kill, lambda: void(postgres.start()))
        away("the hall is killed", 0.42, hall.kill, hall.start)
        away("the line is cut", 0.57, wire.cut, wire.mend)
        away(
            "a quarter of the tables is killed",
            0.72,
            lambda: playing.kill(1),
            lambda: playing.start(1),
        )
        away("the broker is killed again", 0.85, broker.kill, lambda: void(broker.start()))
    wait_until(playing.are_done, "the tables to play", 3600)
    played_s = time.time() - begin
    wait_until(lambda: kept() >= entries, "the last entries", 600)
    all_s = time.time() - begin
    say(
        f"{tables} tables, {entries:,} entries: played in {played_s:.0f} s, kept after"
        f" {all_s:.0f} s: {entries / all_s:,.0f} entries a second"
    )
    spent.report(entries)
    time.sleep(2)
    page.closing = True
    playing.close()
    result = compare(folder, tables, database)
    for name, count in result.items():
        say(f"{name}: {count:,}")
    tell_latencies(latencies(folder, tables, page), trouble)
    bad = sum(result[name] for name in ("lost", "doubled", "out of order or changed"))
    database.close()
    hall.kill()
    broker.stop()
    wire.close()
    flood(base, folder, tables, door, port)
    postgres.stop()
    shutil.rmtree(folder, ignore_errors=True)
    shutil.rmtree(base, ignore_errors=True)
    return bad == 0 and result["entries in the database"] == entries


def void(_: object) -> None: ...


def tell_latencies(found: list[tuple[float, float]], trouble: list[tuple[float, float]]) -> None:
    """In peace, and over all of it: what waits for a broker that is gone is late by that."""
    calm = [
        late for at, late in found if not any(start - 1 < at < end + 20 for start, end in trouble)
    ]
    for name, figures in (("in peace", calm), ("all of it", [late for _, late in found])):
        if len(figures) > 1:
            cuts = statistics.quantiles(figures, n=100)
            say(
                f"entry to page, {name}: p50 {cuts[49] * 1000:,.0f} ms, p99 {cuts[98] * 1000:,.0f}"
                f" ms, most {max(figures):,.1f} s ({len(figures):,} entries)"
            )


def embedded(tables: int, entries: int, rate: float) -> bool:
    """A club evening: one process with a broker and SQLite of its own. No kills: only how late a
    page is, and whether everything arrives."""
    base = Path(tempfile.mkdtemp(prefix="turbo-bench-club-"))
    door, port = BrokerDoor.open(base / "hall"), free_port()
    for number in range(1, tables + 1):
        found = door.credential(f"t{number}", "127.0.0.1", port)
        (base / f"t{number}.json").write_text(json.dumps(found.document()))
    hall = HallProcess(base / "hall", port, None)
    hall.start()
    page, playing = Page(hall.port), Tables(base, tables, entries // tables, rate)
    begin = time.time()
    playing.start_all()
    wait_until(playing.are_done, "the tables to play", 3600)
    database = Database(str(base / "hall" / "hall.db"))
    wait_until(lambda: database.counts()[1] >= entries, "the last entries", 600)
    seconds = time.time() - begin
    say(f"embedded: {tables} tables, {entries:,} entries in {seconds:.0f} s")
    time.sleep(2)
    playing.close()
    result = compare(base, tables, database)
    for name, count in result.items():
        say(f"{name}: {count:,}")
    tell_latencies(latencies(base, tables, page), [])
    hall.kill()
    database.close()
    shutil.rmtree(base, ignore_errors=True)
    return result["lost"] == result["doubled"] == 0


def flood(base: Path, folder: Path, tables: int, door: BrokerDoor, port: int) -> None:
    """An empty hall meets tables that have everything still to tell: how fast is it taken in?"""
    postgres = Postgres(base / "flooded").start()
    broker = Mosquitto(
        base / "flood", (base / "mosquitto/mosquitto.conf").read_text() + "user root\n", port
    ).start()
    hall = HallProcess(door.folder, port, postgres.url)
    hall.start()
    for number in range(1, tables + 1):
        path = folder / f"t{number}.json"
        document = json.loads(path.read_text())
        document["broker"] = f"mqtt://127.0.0.1:{port}"
        path.write_text(json.dumps(document))
    database = Database(postgres.url)
    playing = Tables(folder, tables, 0, 1.0)
    begin = time.perf_counter()
    playing.start_all()
    wait_until(lambda: database.counts()[1] > 0, "the first", 600)
    begin = time.perf_counter()
    total = sum(_entries(folder / f"t{n}" / "matches.db") for n in range(1, tables + 1))
    wait_until(lambda: database.counts()[1] >= total, "all of it", 1800)
    seconds = time.perf_counter() - begin
    say(
        f"flood: {total:,} entries told again to an empty hall in {seconds:.0f} s:"
        f" {total / seconds:,.0f} a second"
    )
    playing.close()
    database.close()
    hall.kill()
    broker.stop()
    postgres.stop()


def _entries(path: Path) -> int:
    with Store(path) as store:
        return sum(head.entries for head in store.matches())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--torture", action="store_true")
    parser.add_argument("--embedded", action="store_true")
    parser.add_argument("--tables", type=int)
    parser.add_argument("--entries", type=int)
    parser.add_argument("--rate", type=float, help="entries a second at each table")
    args = parser.parse_args()
    tables = args.tables or (200 if args.torture else 20)
    # As many at each: a rest that nobody plays would be waited for in vain.
    entries = (args.entries or (100_000 if args.torture else 4_000)) // tables * tables
    if args.embedded:
        return 0 if embedded(tables, entries, args.rate or 2.0) else 1
    fine = gather(tables, entries, args.rate or (1.5 if args.torture else 5.0), args.torture)
    return 0 if fine else 1


if __name__ == "__main__":
    raise SystemExit(main())
