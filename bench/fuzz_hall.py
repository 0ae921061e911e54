"""A hall among strangers: does one message ever stop it, and are all good entries gathered?

    python -m bench.fuzz_hall                 10 minutes on a real mosquitto and PostgreSQL
    python -m bench.fuzz_hall --minutes 60 --seed 7 --sqlite

Four honest tables with stores and feeds of their own play; beside them as many strangers tell what
`tools.trials.fuzz_messages` makes up, retained and not, as fast as the hall takes it. All the while
the hall's page is asked. At the end every honest log must be in the database, entry for entry and
by its seals, no thread of the hall may have stumbled, and no page may have answered with a 500.
"""

import argparse
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

from flask import Flask

from tools.trials.engines import Mosquitto, Postgres, wait_until
from tools.trials.fuzz_messages import Fuzzer
from tools.trials.mqtt_support import Playing, address
from turbo.hall.database import Database
from turbo.hall.desk import TournamentDesk
from turbo.hall.gather import Hall
from turbo.mqtt.line import FeedLine
from turbo.mqtt.messages import match_id
from web.hall import create_hall_app
from web.hall.door import Pins

HONEST, STRANGERS = 4, 4
AT_ONCE = 50
"""Messages of a stranger under way: the hall, and not the broker, should be what is tried."""

PAGES = ("/api/hall", "/api/matches", "/api/events?once=1", "/api/tournament", "/")


def say(text: str) -> None:
    print(text, flush=True)


def strangers(port: int, seed: int) -> None:
    """In a process of its own, until it is told to end: they share no processor with the hall but
    the machine's."""
    fuzzers = [Fuzzer(seed * 1000 + n, f"h{n}") for n in range(STRANGERS)]
    lines = [FeedLine(address(port), f"stranger-{one.table}") for one in fuzzers]
    counts: Counter[str] = Counter()
    for line in lines:
        line.open()
        line.connected.wait(20)
    ended = threading.Event()
    threading.Thread(target=_ends, args=(ended,), daemon=True).start()
    while not ended.is_set():
        told = [tell(line, one, counts) for line, one in zip(lines, fuzzers, strict=True)]
        for last in told:
            last.wait_for_publish(20)
    print(json.dumps(counts), flush=True)


def _ends(ended: threading.Event) -> None:
    sys.stdin.read()
    ended.set()


def tell(line: FeedLine, fuzzer: Fuzzer, counts: Counter[str]) -> Any:
    for _ in range(AT_ONCE):
        way, kind, payload = fuzzer.message()
        retain = kind in ("state", "online") or fuzzer.chance.random() < 0.1
        topic = f"turbo/1/club/{fuzzer.table}/{kind}"
        last = line._client.publish(topic, payload, qos=1, retain=retain)
        counts[way] += 1
    return last


class HonestTable(Playing):
    """Plays one match after the other, and notes how long the hall took."""

    def step(self) -> None:
        if self.session.match_number is None or self.entries >= len(self.events):
            self.new_match()
        self.play(1)

    @property
    def place(self) -> str:
        return self.address.table

    @property
    def logs(self) -> dict[str, int]:
        return {match_id(head): head.entries for head in self.store.matches()}


def is_gathered(database: Database, table: HonestTable) -> bool:
    return database.have(table.place, list(table.logs)) == table.logs


def fuzz(minutes: float, seed: int, *, sqlite: bool) -> bool:
    base = Path(tempfile.mkdtemp(prefix="turbo-fuzz-"))
    broker = Mosquitto(base / "broker").start()
    postgres = None if sqlite else Postgres(base / "postgres").start()
    database = Database(str(base / "hall.db") if postgres is None else postgres.url)
    desk = TournamentDesk(database)
    hall = Hall(database, address(broker.port), kept=desk.conclude)
    desk.hall = hall
    hall.start()
    app = create_hall_app(hall, desk, Pins.make("482913", "771204"))
    honest = [
        HonestTable(base / f"t{n}", address(broker.port, f"t{n}"), seed=seed + n)
        for n in range(HONEST)
    ]
    for table in honest:
        table.start()
    command = [sys.executable, "-m", "bench.fuzz_hall", "--stranger", str(broker.port)]
    crowd = subprocess.Popen(
        [*command, "--seed", str(seed)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    answers, late = watch(hall, honest, app, time.monotonic() + minutes * 60)
    sent: Counter[str] = Counter(json.loads(crowd.communicate(timeout=60)[0]))
    entries = sum(sum(table.logs.values()) for table in honest)
    kept = sum(sum(database.have(one.place, list(one.logs)).values()) for one in honest)
    broken = [line for line in database.verify().broken if line.startswith("t")]
    say(f"{minutes:g} minutes, seed {seed}, {'SQLite' if sqlite else 'PostgreSQL'}")
    told = ", ".join(f"{count:,} {way}" for way, count in sorted(sent.items()))
    say(f"strangers told {sent.total():,} messages: {told}")
    say(f"refused: {hall.counts.refused:,}; dropped unread: {hall.counts.dropped:,}")
    say(f"kept aside to look at: {len(database.refused(10_000))}")
    say(f"honest entries: {entries:,} told, {kept:,} in the database, {len(broken)} broken seals")
    cuts = statistics.quantiles(late, n=100) if len(late) > 1 else [0.0] * 99
    most = f"p99 {cuts[98]:.2f} s, most {max(late):.2f} s"
    say(f"until an entry of all four was kept: p50 {cuts[49]:.2f} s, {most}")
    say(f"pages: {dict(answers)}; threads that stumbled: {hall.counts.stumbled}")
    for table in honest:
        table.close()
    hall.close()
    broker.stop()
    if postgres is not None:
        postgres.stop()
    shutil.rmtree(base, ignore_errors=True)
    return entries == kept and not broken and set(answers) == {200} and not hall.counts.stumbled


def watch(
    hall: Hall, honest: list[HonestTable], app: Flask, end_s: float
) -> tuple[Counter[int], list[float]]:
    """Play, one entry at each table at a time, and look at the page in between."""
    answers: Counter[int] = Counter()
    late: list[float] = []
    while time.monotonic() < end_s:
        begin = time.monotonic()
        for table in honest:
            table.step()
        wait_until(
            lambda: all(is_gathered(hall.database, table) for table in honest), "good entries", 300
        )
        late.append(time.monotonic() - begin)
        answers += Counter(app.test_client().get(page).status_code for page in PAGES)
    return answers, late


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sqlite", action="store_true")
    parser.add_argument("--stranger", type=int, metavar="PORT", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.stranger is not None:
        strangers(args.stranger, args.seed)
        return 0
    return 0 if fuzz(args.minutes, args.seed, sqlite=args.sqlite) else 1


if __name__ == "__main__":
    raise SystemExit(main())
