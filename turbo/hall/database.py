"""What the hall keeps: the entries of all tables, tournaments, and who did what.

One set of tables, in SQLite (a club evening with nothing installed) or in PostgreSQL. Entries have
the key (table, match, number), so an entry counts once however often it is told. They are taken in
only in order, so what is there of a match has no gap, and `have` says with one number how far it
goes. Nothing is changed or deleted.

A database that is gone comes back: `Database` connects anew at the next call, and the caller tries
again. What was not committed is not there, and the tables tell it again.
"""

import json
import re
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from turbo.errors import TurboError
from turbo.game.events import Entry as MatchEntry
from turbo.game.match import Options
from turbo.hall import happenings
from turbo.hall.happenings import HallEntry, Written
from turbo.storage.history import History
from turbo.storage.store import entry_from

if TYPE_CHECKING:
    import psycopg

VERSION = 1
"""Of the schema below; a database of a later one is refused, not guessed at."""

SCHEMA = (
    "CREATE TABLE hall (version INTEGER NOT NULL)",
    """CREATE TABLE matches (
        place TEXT NOT NULL,
        match TEXT NOT NULL,
        created TEXT NOT NULL,
        players TEXT NOT NULL,
        options TEXT NOT NULL,
        entries INTEGER NOT NULL DEFAULT 0,
        summary TEXT,
        PRIMARY KEY (place, match)
    )""",
    """CREATE TABLE entries (
        place TEXT NOT NULL,
        match TEXT NOT NULL,
        number INTEGER NOT NULL,
        at TEXT,
        by TEXT NOT NULL,
        event TEXT NOT NULL,
        PRIMARY KEY (place, match, number)
    )""",
    """CREATE TABLE happenings (
        tournament TEXT NOT NULL,
        number INTEGER NOT NULL,
        at TEXT NOT NULL,
        by TEXT NOT NULL,
        happening TEXT NOT NULL,
        PRIMARY KEY (tournament, number)
    )""",
    """CREATE TABLE audit (
        id {serial},
        at TEXT NOT NULL,
        who TEXT NOT NULL,
        role TEXT NOT NULL,
        what TEXT NOT NULL
    )""",
    "CREATE INDEX matches_by_time ON matches (created)",
)
"""`place` is a table of the hall: the word `table` means something else to a database."""

LOCK = 0x54_55_52_42
"""The number of PostgreSQL's advisory lock that the gathering hall holds, together with its schema:
many halls may share a server, each in a schema of its own."""


class DatabaseError(TurboError, OSError):
    """The database cannot be used now; trying again may help."""


@dataclass(frozen=True, slots=True)
class ToldTable:
    """An entry as it came from a table."""

    place: str
    match: str
    created: str
    players: tuple[str, ...]
    options: str
    number: int
    at: str | None
    by: str
    event: str

    @staticmethod
    def of(document: dict[str, Any]) -> "ToldTable":
        match = document["match"]
        return ToldTable(
            document["table"],
            match["id"],
            match["created"],
            tuple(match["players"]),
            # In one order: the same entry told again must be the same text, or it would count as
            # another.
            json.dumps(match["options"], sort_keys=True),
            document["number"],
            document["at"],
            document["by"],
            json.dumps(document["event"], sort_keys=True, ensure_ascii=False),
        )

    @property
    def key(self) -> tuple[str, str]:
        return self.place, self.match

    @property
    def row(self) -> tuple[Any, ...]:
        return self.place, self.match, self.number, self.at, self.by, self.event


@dataclass(frozen=True, slots=True)
class KeptMatch:
    """A match in the hall's book."""

    place: str
    match: str
    created: datetime
    players: tuple[str, ...]
    options: dict[str, Any]
    entries: int
    summary: dict[str, Any] | None


class Database:
    """Use from any thread; calls take turns."""

    def __init__(self, address: str) -> None:
        self.is_postgres = address.startswith(("postgresql://", "postgres://"))
        self.address = address
        self._lock = threading.RLock()
        self._connection: Any = None
        self._leading: psycopg.Connection[Any] | None = None
        with self._turn() as run:
            self._create(run)

    def close(self) -> None:
        for connection in (self._connection, self._leading):
            if connection is not None:
                with suppress(Exception):
                    connection.close()
        self._connection = self._leading = None

    # One connection, renewed when it is lost

    def _connect(self) -> Any:
        if self.is_postgres:
            return _postgres(self.address)
        path = Path(self.address.removeprefix("sqlite:///"))
        path.parent.mkdir(parents=True, exist_ok=True)
        # Transactions are begun by hand, and threads take turns by our own lock.
        found = sqlite3.connect(path, timeout=10, isolation_level=None, check_same_thread=False)
        found.execute("PRAGMA journal_mode = WAL")
        # A table forgets what the hall says it has: that must survive a power cut.
        found.execute("PRAGMA synchronous = FULL")
        return found

    @contextmanager
    def _turn(self) -> Iterator["Run"]:
        """One transaction: all of it is kept, or nothing."""
        with self._lock:
            try:
                if self._connection is None:
                    self._connection = self._connect()
                run = Run(self._connection, self.is_postgres)
                # SQLite must be asked for the right to write at once: taking it later can fail with
                # what was read already out of date.
                run("BEGIN" if self.is_postgres else "BEGIN IMMEDIATE")
                yield run
                run("COMMIT")
            # Also Ctrl-C: a transaction that is left open would lock every other hall out.
            except BaseException as error:
                self._recover()
                if _is_database_error(error):
                    raise DatabaseError(f"the hall's database: {_first_line(error)}") from error
                raise

    def _recover(self) -> None:
        try:
            if self._connection is not None:
                self._connection.execute("ROLLBACK")
        except Exception:
            with suppress(Exception):
                self._connection.close()
            self._connection = None

    def _create(self, run: "Run") -> None:
        if self.is_postgres:
            # Two halls that start at once would both make the tables; another number than that of
            # leading, which is held for an evening.
            run("SELECT pg_advisory_xact_lock(?, hashtext(current_schema()))", LOCK + 1)
            exists = run("SELECT to_regclass('hall') IS NOT NULL")[0][0]
        else:
            exists = run("SELECT count(*) FROM sqlite_master WHERE name = 'hall'")[0][0]
        if not exists:
            serial = (
                "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY"
                if self.is_postgres
                else "INTEGER PRIMARY KEY"
            )
            for statement in SCHEMA:
                run(statement.format(serial=serial))
            run("INSERT INTO hall VALUES (?)", VERSION)
        version = run("SELECT version FROM hall")[0][0]
        if version > VERSION:
            raise TurboError(
                "the hall's database was made by a newer version of this program (schema"
                f" {version}, expected at most {VERSION}): update the program"
            )

    # Leading: of several halls on one database, one gathers

    def leads(self) -> bool:
        """Whether this hall gathers: where several stand side by side, the one that holds the lock.
        It falls to another when this one, or its connection, is gone."""
        # With SQLite one hall is all there is: several side by side share a PostgreSQL.
        if not self.is_postgres:
            return True
        with self._lock:
            try:
                if self._leading is None:
                    # A connection of its own: the lock lives as long as it does, and the other one
                    # is renewed at will.
                    self._leading = _postgres(self.address)
                    sql = "SELECT pg_try_advisory_lock(%s, hashtext(current_schema()))"
                    row = self._leading.execute(sql, (LOCK,)).fetchone()
                    if row is None or not row[0]:
                        self._leading.close()
                        self._leading = None
                else:
                    # Held is only what still answers: a server that restarted has forgotten the
                    # lock.
                    self._leading.execute("SELECT 1")
            except Exception:
                with suppress(Exception):
                    if self._leading is not None:
                        self._leading.close()
                self._leading = None
            return self._leading is not None

    # Entries

    def have(self, place: str, matches: Sequence[str]) -> dict[str, int]:
        """How many entries of each match are here, without a gap."""
        with self._turn() as run:
            rows = run("SELECT match, entries FROM matches WHERE place = ?", place)
        known = dict(rows)
        # 0 for one that is not known: the table then begins with its first entry.
        return {match: known.get(match, 0) for match in matches}

    def keep(self, told: Iterable[ToldTable]) -> tuple[dict[tuple[str, str], int], list[str]]:
        """Take in what follows on what is here; the answer is how far each match goes now, and what
        was refused because it says otherwise than what is here."""
        batch = list(told)
        with self._turn() as run:
            have = _have(run, {one.key for one in batch})
            new: list[ToldTable] = []
            again: list[ToldTable] = []
            for one in batch:
                number = have.setdefault(one.key, 0)
                if one.number == number + 1:
                    new.append(one)
                    have[one.key] = one.number
                # What lies further ahead is left out in silence: the table tells the gap, and this,
                # again.
                elif one.number <= number:
                    again.append(one)
            # Before the new ones are written, among which the same entry may come twice.
            refused = _differing(run, again, new)
            _insert(run, new, have)
        return have, refused

    def entries(self, place: str, match: str) -> list[MatchEntry]:
        players = self.match(place, match).players
        with self._turn() as run:
            rows = run(
                "SELECT number, at, by, event FROM entries WHERE place = ? AND match = ?"
                " ORDER BY number",
                place,
                match,
            )
        return [entry_from(tuple(row), players) for row in rows]

    def history(self, place: str, match: str) -> History:
        """The match as its entries fold to it."""
        found = self.match(place, match)
        options = Options(**found.options)
        # Dice alone have reached the hall so far, and their histories are of two.
        players: Any = found.players
        return History.of(players, self.entries(place, match), options)

    def match(self, place: str, match: str) -> KeptMatch:
        with self._turn() as run:
            rows = run(f"{_MATCHES} WHERE place = ? AND match = ?", place, match)
        if not rows:
            raise TurboError(f"expected a match of table {place!r}, got {match!r}")
        return _kept_match(rows[0])

    def matches(
        self, words: str = "", *, place: str = "", limit: int = 200, offset: int = 0
    ) -> list[KeptMatch]:
        """The newest first; `words` are looked for in the players' names."""
        # So that there is always something that the words can be added to.
        where, values = ["TRUE"], []
        for word in words.split():
            where.append("lower(players) LIKE ? ESCAPE '!'")
            # A name may hold what LIKE reads as 'anything'. The escape is named: SQLite knows none
            # by itself, and PostgreSQL the backslash.
            values.append(f"%{re.sub('[!%_]', lambda found: '!' + found[0], word.lower())}%")
        if place:
            where.append("place = ?")
            values.append(place)
        sql = (
            # By place too: many matches of a round begin in the same second, and pages must not
            # overlap.
            f"{_MATCHES} WHERE {' AND '.join(where)} ORDER BY created DESC, place LIMIT ? OFFSET ?"
        )
        with self._turn() as run:
            rows = run(sql, *values, limit, offset)
        return [_kept_match(row) for row in rows]

    def summarise(self, place: str, match: str, summary: dict[str, Any]) -> None:
        with self._turn() as run:
            run(
                "UPDATE matches SET summary = ? WHERE place = ? AND match = ?",
                json.dumps(summary, ensure_ascii=False),
                place,
                match,
            )

    def counts(self) -> tuple[int, int]:
        """Matches and entries in all."""
        with self._turn() as run:
            rows = run("SELECT count(*), coalesce(sum(entries), 0) FROM matches")
        return int(rows[0][0]), int(rows[0][1])

    # Tournaments

    def tournaments(self) -> list[str]:
        with self._turn() as run:
            rows = run("SELECT tournament, min(at) FROM happenings GROUP BY tournament ORDER BY 2")
        return [row[0] for row in rows]

    def log(self, tournament: str) -> list[HallEntry]:
        with self._turn() as run:
            rows = run(
                "SELECT number, at, by, happening FROM happenings WHERE tournament = ?"
                " ORDER BY number",
                tournament,
            )
        return [
            HallEntry(number, happenings.parse(text), datetime.fromisoformat(at), by)
            for number, at, by, text in rows
        ]

    def write(
        self,
        tournament: str,
        happening: Written,
        at: datetime,
        by: str,
        check: Callable[[Sequence[HallEntry], Written, datetime, str], HallEntry],
    ) -> HallEntry:
        """One more entry, checked against the log as it is. Two halls that write at once take
        turns: the second reads what the first has written, and is checked against that."""
        # Each time somebody else has written first: 20 in a row is no chance any more.
        for _ in range(20):
            entry = check(self.log(tournament), happening, at, by)
            row = (tournament, entry.number, at.isoformat(), by, happenings.text(happening))
            with self._turn() as run:
                sql = "INSERT INTO happenings VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
                if run.count(sql, *row):
                    return entry
        raise DatabaseError("the hall's database: others write all the time; try again")

    # Who did what

    def note(self, at: datetime, who: str, role: str, what: str) -> None:
        with self._turn() as run:
            run(
                "INSERT INTO audit (at, who, role, what) VALUES (?, ?, ?, ?)",
                at.isoformat(),
                who,
                role,
                what,
            )

    def audit(self, limit: int = 500) -> list[tuple[str, str, str, str]]:
        with self._turn() as run:
            rows = run("SELECT at, who, role, what FROM audit ORDER BY id DESC LIMIT ?", limit)
        return [(row[0], row[1], row[2], row[3]) for row in rows]


class Run:
    """Statements in one dialect: `?` for a value, for both kinds of database."""

    def __init__(self, connection: Any, is_postgres: bool) -> None:
        self.connection, self.is_postgres = connection, is_postgres

    def _sql(self, sql: str) -> str:
        # No statement here holds a '?' or a '%' of its own; values never stand in the text.
        return sql.replace("?", "%s") if self.is_postgres else sql

    def __call__(self, sql: str, *values: Any) -> list[Any]:
        found = self.connection.execute(self._sql(sql), values)
        return list(found.fetchall()) if found.description else []

    def count(self, sql: str, *values: Any) -> int:
        return int(self.connection.execute(self._sql(sql), values).rowcount)

    def many(self, sql: str, rows: Sequence[tuple[Any, ...]]) -> None:
        if rows:
            with _closing(self.connection.cursor()) as cursor:
                cursor.executemany(self._sql(sql), rows)


@contextmanager
def _closing(cursor: Any) -> Iterator[Any]:
    try:
        yield cursor
    finally:
        cursor.close()


def _postgres(address: str) -> "psycopg.Connection[Any]":
    try:
        import psycopg
    except ImportError as error:
        raise TurboError(
            "expected psycopg for PostgreSQL: pip install 'turbo-referee[hall]'"
        ) from error
    # Transactions are begun by hand here as well; five seconds, since every caller waits for its
    # turn.
    return psycopg.connect(address, autocommit=True, connect_timeout=5)


def _is_database_error(error: BaseException) -> bool:
    if isinstance(error, sqlite3.Error):
        return True
    # By its name: a hall with SQLite has no psycopg that could be imported for it.
    return type(error).__module__.startswith("psycopg")


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


_MATCHES = "SELECT place, match, created, players, options, entries, summary FROM matches"


def _kept_match(row: Sequence[Any]) -> KeptMatch:
    place, match, created, players, options, entries, summary = row
    return KeptMatch(
        place,
        match,
        datetime.fromisoformat(created),
        tuple(json.loads(players)),
        json.loads(options),
        entries,
        None if summary is None else json.loads(summary),
    )


def _have(run: Run, keys: set[tuple[str, str]]) -> dict[tuple[str, str], int]:
    have: dict[tuple[str, str], int] = {}
    for place in {place for place, _ in keys}:
        wanted = [match for its, match in keys if its == place]
        marks = ", ".join("?" for _ in wanted)
        sql = f"SELECT match, entries FROM matches WHERE place = ? AND match IN ({marks})"
        have |= {(place, match): count for match, count in run(sql, place, *wanted)}
    return have


def _insert(run: Run, new: Sequence[ToldTable], have: dict[tuple[str, str], int]) -> None:
    # The last of each match: its head is the same in all of them.
    grown = {one.key: one for one in new}
    run.many(
        "INSERT INTO matches (place, match, created, players, options) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT DO NOTHING",
        [
            (*key, one.created, json.dumps(one.players, ensure_ascii=False), one.options)
            for key, one in grown.items()
        ],
    )
    run.many("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)", [one.row for one in new])
    run.many(
        "UPDATE matches SET entries = ? WHERE place = ? AND match = ?",
        [(have[key], *key) for key in grown],
    )


def _differing(run: Run, again: Sequence[ToldTable], new: Sequence[ToldTable]) -> list[str]:
    """A table that tells an entry otherwise than before is not believed; what is here stays."""
    here = {(*one.key, one.number): one.row for one in new}
    for key in {one.key for one in again}:
        numbers = [one.number for one in again if one.key == key]
        sql = (
            "SELECT place, match, number, at, by, event FROM entries"
            " WHERE place = ? AND match = ? AND number BETWEEN ? AND ?"
        )
        here |= {
            (row[0], row[1], row[2]): tuple(row)
            for row in run(sql, *key, min(numbers), max(numbers))
        }
    return [
        f"{one.place}: entry {one.number} of {one.match}: expected what was told before"
        for one in again
        if here.get((*one.key, one.number), one.row) != one.row
    ]
