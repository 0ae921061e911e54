"""SQLite or PostgreSQL behind one door: a connection that comes back, one transaction at a time.

An error of a database is one of two kinds, and everything hangs on telling them apart. One that
says that the database is away (`DatabaseError`) goes away by itself: the caller tries again. One
that says that it does not take what it was given (`NotTaken`) comes again each time: whoever tries
on waits for ever, and everybody behind waits too. PostgreSQL says which by the class of its
SQLSTATE.
"""

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from turbo.errors import TurboError
from turbo.hall import schema

if TYPE_CHECKING:
    import psycopg

LOCK = 0x54_55_52_42
"""The number of PostgreSQL's advisory lock that the gathering hall holds, together with its schema:
many halls may share a server, each in a schema of its own."""

LASTING = ("0A", "21", "22", "23", "42", "44")
"""Classes of SQLSTATE that trying again does not mend: what was given does not fit (21, 22, 23,
44), or the statement is none (0A, 42). Others speak of the connection, of room, of an operator."""


class DatabaseError(TurboError, OSError):
    """The database cannot be used now; trying again may help."""


class NotTaken(TurboError, ValueError):
    """The database does not take this, neither now nor later."""


class DatabaseEngine:
    """Use from any thread; calls take turns."""

    def __init__(self, address: str) -> None:
        self.is_postgres = address.startswith(("postgresql://", "postgres://"))
        # Else a slip of the pen would be the name of a file, and an evening kept beside the others.
        if "://" in address and not self.is_postgres and not address.startswith("sqlite:///"):
            raise TurboError(f"expected postgresql://... or sqlite:///FILE, got {address!r}")
        self.address = address
        self._lock = threading.RLock()
        self._connection: Any = None
        self._leading: psycopg.Connection[Any] | None = None
        with self._turn() as run:
            if self.is_postgres:
                # Two halls that start at once would both make the tables; another number than that
                # of leading, which is held for an evening.
                run("SELECT pg_advisory_xact_lock(?, hashtext(current_schema()))", LOCK + 1)
            schema.prepare(run)

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
                if (kind := _kind_of(error)) is not None:
                    raise kind(f"the hall's database: {_first_line(error)}") from error
                raise

    def _run(self, sql: str, *values: Any) -> list[Any]:
        """The rows of one statement, in a transaction of its own."""
        with self._turn() as run:
            return run(sql, *values)

    def _recover(self) -> None:
        try:
            if self._connection is not None:
                self._connection.execute("ROLLBACK")
        except Exception:
            with suppress(Exception):
                self._connection.close()
            self._connection = None

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
                    self._leading = self._locked()
                else:
                    # Held is only what still answers: a server that restarted forgets it.
                    self._leading.execute("SELECT 1")
            except Exception:
                with suppress(Exception):
                    if self._leading is not None:
                        self._leading.close()
                self._leading = None
            return self._leading is not None

    def _locked(self) -> "psycopg.Connection[Any] | None":
        # A connection of its own: the lock lives as long as it does; the other is renewed.
        found = _postgres(self.address)
        sql = "SELECT pg_try_advisory_lock(%s, hashtext(current_schema()))"
        row = found.execute(sql, (LOCK,)).fetchone()
        if row is not None and row[0]:
            return found
        found.close()
        return None


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
            with closing(self.connection.cursor()) as cursor:
                cursor.executemany(self._sql(sql), rows)


def _postgres(address: str) -> "psycopg.Connection[Any]":
    try:
        import psycopg
    except ImportError as error:
        raise TurboError(
            "expected psycopg for PostgreSQL: pip install 'turbo-referee[hall]'"
        ) from error
    # Transactions are begun by hand here as well; five seconds, since every caller waits.
    return psycopg.connect(address, autocommit=True, connect_timeout=5)


_LASTING_KINDS = {"DataError", "IntegrityError", "NotSupportedError", "ProgrammingError"}
"""Both drivers have them (PEP 249), for what they refuse before a server has said anything."""


def _kind_of(error: BaseException) -> type[DatabaseError] | type[NotTaken] | None:
    """Which kind an error of a driver is; None where it is none of a driver."""
    # A number or a text that the driver cannot even write down: it says so in Python's own words.
    if isinstance(error, OverflowError | UnicodeError):
        return NotTaken
    # By its name: a hall with SQLite has no psycopg that could be imported for it.
    if type(error).__module__.partition(".")[0] not in ("sqlite3", "psycopg"):
        return None
    state = getattr(error, "sqlstate", None)
    if state is not None:
        return NotTaken if state[:2] in LASTING else DatabaseError
    names = {one.__name__ for one in type(error).__mro__}
    return NotTaken if names & _LASTING_KINDS else DatabaseError


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
