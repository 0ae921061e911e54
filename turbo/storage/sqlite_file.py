"""A database in one file: threads take turns, and what is written is written whole or not.

Nobody opens such a file by hand while this process may hold it: whoever closes a file gives up all
the locks that the process has on it (POSIX, and 2.2 of https://sqlite.org/howtocorrupt.html).
Another program would then take its log for left behind and delete it under whoever writes there.
"""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Self

from turbo.errors import TurboError


class SqliteFile:
    """Use as a context manager, or call `close`."""

    _connection: sqlite3.Connection

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self._lock = threading.RLock()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """The last one to close a file leaves it whole, without a log beside it."""
        with self._lock:
            self._connection.close()

    def _error(self, error: Exception) -> TurboError:
        """What SQLite complains of, as one line that says which file and what to do."""
        raise NotImplementedError

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction; whatever goes wrong in it, nothing of it is kept."""
        connection = self._connection
        try:
            with self._lock:
                # Not at the first write: what is read before that could be old by then.
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

    def _reading(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        try:
            with self._lock:
                return self._connection.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise self._error(error) from error


def is_database(path: Path) -> bool:
    """By its header, an empty file included. It is left as it is, and so is a log beside it."""
    try:
        with closing(_as_it_is(path)) as connection:
            connection.execute("PRAGMA schema_version").fetchone()
    except sqlite3.DatabaseError as error:
        # Whatever else is wrong with it is told where it is used.
        return error.sqlite_errorname != "SQLITE_NOTADB"
    return True


def bytes_of(path: Path) -> bytes:
    """All that is in a file, be it a database or not."""
    if not is_database(path):
        return path.read_bytes()
    # SQLite has no words for a file without a page.
    if not path.stat().st_size:
        return b""
    with closing(_as_it_is(path)) as connection:
        return connection.serialize()


def _as_it_is(path: Path) -> sqlite3.Connection:
    """Without locks of its own, and without its log."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
