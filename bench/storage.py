"""What keeping costs: lists of many matches, events fed to long ones.

python -m bench.storage [--matches 10000] [--entries 5000]
"""

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from tools.trials.random_match import RandomMatch
from turbo.game.events import Passed, RoundStarted
from turbo.game.record import Record
from turbo.storage import schema
from turbo.storage.answers import standing_json
from turbo.storage.session import Session
from turbo.storage.standing import MatchStanding
from turbo.storage.store import Store
from web import create_app
from web.auth.keys import make_keys

NOW = datetime(2026, 11, 15, 20, tzinfo=UTC)
FED = 200
"""Events fed to a match of each length; the median is told, since a disk now and then pauses."""

LIST_LIMIT_S = 0.2
"""What the project promises for the list of ten thousand matches."""


def timed_s(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def many(path: Path, count: int) -> None:
    """A store of so many matches of a round: twenty played ones, again and again under new
    numbers."""
    with Store(path) as store:
        for seed in range(20):
            first, _, _ = RandomMatch(seed).play().partition("\nround Bob")
            store.import_record(Record.parse(first), NOW)
        heads = ", ".join(schema.HEAD)
        with store._writing() as connection:
            played = [
                connection.execute(f"SELECT {heads} FROM matches WHERE id = ?", (n,)).fetchone()
                for n in range(1, 21)
            ]
            rows = [
                connection.execute(
                    "SELECT number, at, by, event, rulings FROM entries WHERE match = ?", (n,)
                ).fetchall()
                for n in range(1, 21)
            ]
            standings = [str(MatchStanding.of(store.history(n))) for n in range(1, 21)]
            for number in range(21, count + 1):
                which = number % 20
                head = (number, *played[which][1:])
                schema.insert_match(connection, head, rows[which], standings[which])


def bench_list(folder: Path, count: int) -> None:
    path = folder / "many.db"
    many(path, count)
    size = path.stat().st_size / 1e6
    opened = timed_s(lambda: Store(path).close())
    with Store(path) as store:
        first = timed_s(store.matches)
        again = timed_s(store.matches)

        def page() -> list[object]:
            return [
                {"match": head.id, "at": head.created.isoformat()}
                | standing_json(head.players, head.standing)
                for head in store.matches()
            ]

        document = timed_s(page)
        one = timed_s(lambda: store.history(count))
    listed, shown = answered_s(path)
    print(f"{count} matches, {size:.0f} MB: opened in {opened:.3f} s")
    print(f"  list of all, read for the first time  {first:.3f} s")
    print(f"  list of all, again                    {again:.3f} s")
    print(f"  the same as documents                 {document:.3f} s")
    print(f"  GET /api/matches, for the first time  {listed:.3f} s (limit {LIST_LIMIT_S} s)")
    print(f"  GET /history                          {shown:.3f} s (limit {LIST_LIMIT_S} s)")
    print(f"  one whole match with its rulings      {one:.3f} s")


def answered_s(path: Path) -> tuple[float, float]:
    """What the list and the page cost over the dashboard, with a store that was just opened."""
    with Store(path) as store:
        app = create_app(Session(store), store, keys=make_keys("271828"))
        client = app.test_client()
        client.get("/")  # the first page of all compiles its template
        return timed_s(lambda: client.get("/api/matches")), timed_s(lambda: client.get("/history"))


def fed_ms(folder: Path, entries: int) -> float:
    with Store(folder / f"long-{entries}.db") as store:
        session = Session(store)
        session.new_match(("Ann", "Bob"))
        session.feed(RoundStarted("Ann"), "bench")
        while len(session.history.entries) < entries:
            session.feed(Passed(), "bench")
        took = [timed_s(lambda: session.feed(Passed(), "bench")) for _ in range(FED)]
        return 1e3 * statistics.median(took)


def main() -> None:
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--entries", type=int, default=5_000)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        bench_list(Path(name), args.matches)
        short, long = fed_ms(Path(name), 50), fed_ms(Path(name), args.entries)
    print(f"an event to a match of 50 entries: {short:.2f} ms, of {args.entries}: {long:.2f} ms")
    print(f"  {long / short:.1f} times (limit 10)")


if __name__ == "__main__":
    main()
