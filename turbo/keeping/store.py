"""The store: an append-only log of events in one SQLite file, for any number of matches.

A match is what its entries fold to (`turbo.keeping.history`); nothing else is kept. An entry that
`append` has returned is on the disk: write-ahead log, full synchronisation. Nothing is ever changed
or deleted, and a file that is not ours, is damaged or comes from a newer version is left as it is.
"""

import json
import os
import sqlite3
import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from turbo.errors import TurboError
from turbo.game.dice import hand_text, parse_hand
from turbo.game.events import (
    Amended,
    BackTo,
    Entry,
    HandedOver,
    Logged,
    Note,
    Noted,
    Passed,
    Thrown,
    Undone,
)
from turbo.game.match import DEFAULTS, Options
from turbo.game.record import Players, Record, check_name, parse_statement, statement_text
from turbo.game.referee import FindPlay
from turbo.keeping.history import History

APPLICATION_ID = 0x54_55_52_42
"""The letters TURB in the file's header: says that the file is ours."""

SCHEMA_VERSION = 1

BUSY_TIMEOUT_S = 10.0
"""How long a writer waits for another one; a commit takes milliseconds, a slow card a second."""

CACHE_KB = 256
"""What is kept of the file in memory: a match has about 20 kB, and a log is read once. Without this
it would grow to 2 MB over a hundred matches."""

_SCHEMA = (
    """CREATE TABLE matches (
        id INTEGER PRIMARY KEY,
        created TEXT NOT NULL,
        players TEXT NOT NULL,
        options TEXT NOT NULL
    ) STRICT""",
    """CREATE TABLE entries (
        match INTEGER NOT NULL REFERENCES matches (id),
        number INTEGER NOT NULL,
        at TEXT,
        by TEXT NOT NULL,
        event TEXT NOT NULL,
        PRIMARY KEY (match, number)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TRIGGER entries_stay BEFORE UPDATE ON entries
        BEGIN SELECT RAISE(ABORT, 'entries are never changed'); END""",
    """CREATE TRIGGER entries_are_kept BEFORE DELETE ON entries
        BEGIN SELECT RAISE(ABORT, 'entries are never deleted'); END""",
)


class StoreError(TurboError, OSError):
    """The store cannot be used: the text says which file and why."""


def default_store() -> Path:
    """Where matches are kept unless the user says otherwise."""
    if named := os.environ.get("TURBO_STORE"):
        return Path(named)
    data = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return data / "turbo" / "matches.db"


@dataclass(frozen=True, slots=True)
class MatchHead:
    """What is known of a match before its log is read."""

    id: int
    created: datetime
    players: Players
    options: Options
    entries: int


class Store:
    """One file of matches. Use as a context manager, or call `close`.

    A path that does not exist is created, unless `create` is off. A file that may only be read can
    be read; writing to it is an error. Threads may share a store; they take turns. A store that is
    forgotten closes by itself.
    """

    def __init__(self, path: Path | str, *, create: bool = True) -> None:
        self.path = Path(path)
        self._lock = threading.RLock()
        self._connection = self._open(create)
        weakref.finalize(self, self._connection.close)

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._connection.close()

    def _open(self, create: bool) -> sqlite3.Connection:
        self._check_path(create)
        try:
            connection = self._connect()
            try:
                self._check_file(connection)
            except BaseException:
                connection.close()
                raise
        except sqlite3.Error as error:
            raise self._error(error) from error
        return connection

    def _check_path(self, create: bool) -> None:
        """The header tells first whether this is a database at all: then nobody touches it."""
        try:
            if not self.path.exists():
                if not create:
                    raise StoreError(f"{self.path}: expected a store of matches, found no file")
                self.path.parent.mkdir(parents=True, exist_ok=True)
                return
            with self.path.open("rb") as file:
                header = file.read(16)
        except OSError as error:
            if isinstance(error, StoreError):
                raise
            raise StoreError(f"{self.path}: cannot be opened: {error.strerror}") from error
        if header and header != b"SQLite format 3\0":
            raise StoreError(f"{self.path}: expected a store of matches, found no database")

    def _connect(self) -> sqlite3.Connection:
        uri = self.path.absolute().as_uri()
        try:
            return _connect(uri)
        except sqlite3.OperationalError:
            log = Path(f"{self.path}-wal")
            if not self.path.exists() or (log.exists() and log.stat().st_size):
                raise
        # A read-only folder has no room for the shared memory of a write-ahead log; where there is
        # no such log the file itself is complete and can be read alone.
        return _connect(f"{uri}?mode=ro&immutable=1")

    def _check_file(self, connection: sqlite3.Connection) -> None:
        if _is_blank(connection):
            self._create(connection)
        application = connection.execute("PRAGMA application_id").fetchone()[0]
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if application != APPLICATION_ID:
            raise StoreError(f"{self.path}: expected a store of matches, found another database")
        if version > SCHEMA_VERSION:
            raise StoreError(
                f"{self.path}: made by a newer version of this program (schema {version}, expected"
                f" at most {SCHEMA_VERSION}): update the program"
            )
        if connection.execute("PRAGMA quick_check").fetchone()[0] != "ok":
            raise StoreError(f"{self.path}: the file is damaged: restore it from a copy")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute(f"PRAGMA cache_size = -{CACHE_KB}")

    def _create(self, connection: sqlite3.Connection) -> None:
        """All or nothing: a process killed here leaves a blank file, which is made anew."""
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("BEGIN IMMEDIATE")
        if _is_blank(connection):
            for statement in _SCHEMA:
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        connection.execute("COMMIT")

    def _error(self, error: sqlite3.Error) -> StoreError:
        text = str(error)
        if "readonly" in text:
            return StoreError(
                f"{self.path}: cannot be written: the file or its folder is read-only"
            )
        if "full" in text or "I/O" in text:
            return StoreError(f"{self.path}: cannot be written: the disk is full or failing")
        if "malformed" in text or "not a database" in text:
            return StoreError(f"{self.path}: the file is damaged: restore it from a copy")
        return StoreError(f"{self.path}: {text}")

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction; whatever goes wrong in it, nothing of it is kept."""
        connection = self._connection
        self._lock.acquire()
        try:
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
        except sqlite3.Error as error:
            raise self._error(error) from error
        finally:
            self._lock.release()

    def _reading(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        try:
            with self._lock:
                return self._connection.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise self._error(error) from error

    def new_match(self, players: Players, created: datetime, options: Options = DEFAULTS) -> int:
        """Start a match; the answer is its number."""
        for name in players:
            check_name(name)
        row = (created.isoformat(), json.dumps(players), json.dumps(asdict(options)))
        with self._writing() as connection:
            sql = "INSERT INTO matches (created, players, options) VALUES (?, ?, ?)"
            number = connection.execute(sql, row).lastrowid
        assert number is not None
        return number

    def append(self, match: int, entry: Entry) -> Entry:
        """Add an entry; it is given the next number of its match and is on the disk on return."""
        return self.append_all(match, [entry])[0]

    def append_all(self, match: int, entries: list[Entry]) -> list[Entry]:
        """Add several entries, all or none."""
        kept = []
        with self._writing() as connection:
            sql = "SELECT coalesce(max(number), 0) FROM entries WHERE match = ?"
            last = connection.execute(sql, (match,)).fetchone()[0]
            for number, entry in enumerate(entries, last + 1):
                kept.append(replace(entry, number=number))
                connection.execute(
                    "INSERT INTO entries VALUES (?, ?, ?, ?, ?)", (match, *entry_row(kept[-1]))
                )
        return kept

    def matches(self) -> list[MatchHead]:
        rows = self._reading(
            "SELECT id, created, players, options,"
            " (SELECT count(*) FROM entries WHERE match = id) FROM matches ORDER BY id"
        )
        return [self._head(row) for row in rows]

    def _head(self, row: tuple[Any, ...]) -> MatchHead:
        number, created, players, options, entries = row
        try:
            one, other = json.loads(players)
            chosen = Options(**json.loads(options))
            return MatchHead(number, datetime.fromisoformat(created), (one, other), chosen, entries)
        except (ValueError, TypeError) as error:
            raise StoreError(f"{self.path}: match {number} cannot be read: {error}") from error

    def head(self, match: int) -> MatchHead:
        for head in self.matches():
            if head.id == match:
                return head
        raise StoreError(f"{self.path}: expected the number of a match, got {match}")

    def entries(self, match: int) -> list[Entry]:
        players = self.head(match).players
        rows = self._reading(
            "SELECT number, at, by, event FROM entries WHERE match = ? ORDER BY number", match
        )
        try:
            return [entry_from(row, players) for row in rows]
        except (ValueError, KeyError, TypeError) as error:
            raise StoreError(f"{self.path}: match {match} cannot be read: {error}") from error

    def history(self, match: int, find_play: FindPlay | None = None) -> History:
        """The match as its entries fold to it."""
        head = self.head(match)
        return History.of(head.players, self.entries(match), head.options, find_play)

    def import_record(
        self, record: Record, now: datetime, options: Options = DEFAULTS, by: str = ""
    ) -> int:
        """Take over a record as a new match; statements without a time are given this one."""
        match = self.new_match(record.players, record.at or now, options)
        entries = [Entry(0, one.event, one.at or now, by) for one in record.statements]
        self.append_all(match, entries)
        return match


def _connect(uri: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        uri, uri=True, timeout=BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False
    )
    try:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except BaseException:
        connection.close()
        raise
    return connection


def _is_blank(connection: sqlite3.Connection) -> bool:
    """A database in which nobody has made anything yet."""
    made = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    return not made and not connection.execute("PRAGMA application_id").fetchone()[0]


def entry_row(entry: Entry) -> tuple[int, str | None, str, str]:
    """An entry as the store keeps it: number, time, author, event."""
    at = None if entry.at is None else entry.at.isoformat()
    return entry.number, at, entry.by, json.dumps(_event_json(entry.event))


def _event_json(event: Logged) -> dict[str, Any]:
    """An event as its statement, with what only a live match knows beside it."""
    match event:
        case Undone(entry):
            return {"undo": entry}
        case BackTo(entry):
            return {"back_to": entry}
        case Noted(what):
            return {"note": str(what)}
        case Amended(entry, amended):
            return {"amend": entry, **_event_json(amended)}
    found: dict[str, Any] = {"statement": statement_text(event)}
    if isinstance(event, Thrown) and event.cup is not None:
        found["cup"] = hand_text(event.cup)
    if isinstance(event, HandedOver | Passed):
        found |= {} if event.player is None else {"player": event.player}
        found |= {} if event.hand is None else {"hand": hand_text(event.hand)}
    return found


def entry_from(row: tuple[Any, ...], players: Players) -> Entry:
    """The entry that was kept as this row."""
    number, at, by, event = row
    when = None if at is None else datetime.fromisoformat(at)
    return Entry(number, _event(json.loads(event), players), when, by)


def _event(found: dict[str, Any], players: Players) -> Logged:
    if "undo" in found:
        return Undone(int(found["undo"]))
    if "back_to" in found:
        return BackTo(int(found["back_to"]))
    if "note" in found:
        return Noted(Note(found["note"]))
    event = parse_statement(found["statement"], players).event
    live: dict[str, Any] = {k: parse_hand(found[k]) for k in ("cup", "hand") if k in found}
    live |= {"player": found["player"]} if "player" in found else {}
    event = replace(event, **live)
    return Amended(int(found["amend"]), event) if "amend" in found else event
