"""The file of a store: opened, checked, made and brought up to date; read, and written in whole
transactions.

A file that is not ours, or comes from a newer version, is left as it is. Whatever SQLite complains
of is told as one line that says which file and what to do.
"""

import os
import shutil
import sqlite3
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from turbo.data_folder import data_file
from turbo.errors import TurboError
from turbo.storage import schema
from turbo.storage.files import close_to_others, make_own
from turbo.storage.log_file import left_behind
from turbo.storage.sqlite_file import SqliteFile, is_database

APPLICATION_ID = 0x54_55_52_42
"""The letters TURB in the file's header: says that the file is ours."""

BUSY_TIMEOUT_S = 10.0
"""How long a writer waits for another one; a commit takes milliseconds, a slow card a second."""

CACHE_KB = 256
"""What is kept of the file in memory: a match has about 20 kB, and a log is read once. Without this
it would grow to 2 MB over a hundred matches."""


class StoreError(TurboError, OSError):
    """The store cannot be used: the text says which file and why."""


class CannotKeep(StoreError):
    """What should be kept could not be: a full disk, a read-only one, another writer. Nothing has
    happened; it may be tried again when that is better."""


def default_store() -> Path:
    """Where matches are kept unless the user says otherwise."""
    return data_file("TURBO_STORE", "matches.db")


class StoreFile(SqliteFile):
    """A database of matches, whatever they are. Threads may share it; they take turns."""

    def __init__(self, path: Path | str, *, create: bool = True) -> None:
        super().__init__(path)
        self.troubles: list[str] = []
        self._is_read_only = False
        self._connection = self._open(create)
        # Newer Pythons complain of a connection that nobody closed.
        weakref.finalize(self, self._connection.close)

    def _open(self, create: bool) -> sqlite3.Connection:
        self._check_path(create)
        try:
            connection = self._connect()
            try:
                connection = self._check_file(connection)
            except BaseException:
                connection.close()
                raise
        except sqlite3.Error as error:
            raise self._error(error) from error
        except UnicodeDecodeError as error:  # SQLite's own complaint about a damaged schema
            raise self._damaged() from error
        return connection

    def _check_path(self, create: bool) -> None:
        """The header tells first whether this is a database at all: then nobody touches it."""
        try:
            if not self.path.exists():
                if not create:
                    raise StoreError(
                        f"{self.path}: no such file, so there are no matches yet; 'turbo run',"
                        " 'turbo serve' or 'turbo import RECORD' makes it"
                    )
                self.path.parent.mkdir(parents=True, exist_ok=True)
                make_own(self.path)
                return
            if self.path.is_dir():
                raise StoreError(f"{self.path} is a folder: expected the name of a file")
        except OSError as error:
            if isinstance(error, StoreError):
                raise
            raise StoreError(f"{self.path}: cannot be opened: {error.strerror}") from error
        # An empty file is one that a process was killed over before it wrote: it is made anew.
        if not is_database(self.path):
            raise StoreError(f"{self.path}: expected a store of matches, found no database")
        close_to_others(self.path)

    def _connect(self) -> sqlite3.Connection:
        uri = self.path.absolute().as_uri()
        try:
            return _connect(uri)
        except sqlite3.OperationalError as error:
            log = Path(f"{self.path}-wal")
            if not self.path.exists() or (log.exists() and log.stat().st_size):
                raise
            # A full disk refuses the shared memory as well, and must not be taken for a read-only
            # one: there what is read would be true, and what is written would be refused wrongly.
            if error.sqlite_errorname not in ("SQLITE_CANTOPEN", "SQLITE_READONLY_DIRECTORY"):
                raise
            if os.access(self.path.parent, os.W_OK):
                raise
        # A read-only folder has no room for the shared memory of a write-ahead log; where there is
        # no such log the file itself is complete and can be read alone.
        self._is_read_only = True
        return _connect(f"{uri}?mode=ro&immutable=1")

    def _check_file(self, connection: sqlite3.Connection) -> sqlite3.Connection:
        if _is_blank(connection):
            self._create(connection)
        application = connection.execute("PRAGMA application_id").fetchone()[0]
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if application != APPLICATION_ID:
            raise StoreError(f"{self.path}: expected a store of matches, found another database")
        if version > schema.SCHEMA_VERSION:
            raise StoreError(
                f"{self.path}: made by a newer version of this program (schema {version}, expected"
                f" at most {schema.SCHEMA_VERSION}): update the program"
            )
        # Before anything is changed: a migration of a damaged file would seal the damage.
        if connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise self._damaged()
        if version < schema.SCHEMA_VERSION:
            connection = self._migrated(connection)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute(f"PRAGMA cache_size = -{CACHE_KB}")
        self.troubles += left_behind(self.path, connection)
        return connection

    def _damaged(self) -> StoreError:
        return StoreError(
            f"{self.path}: the file is damaged: 'turbo restore {self.path}' saves what can be read,"
            " or restore it from a copy"
        )

    def _create(self, connection: sqlite3.Connection) -> None:
        """All or nothing: a process killed here leaves a blank file, which is made anew."""
        # Outside the transaction, where alone it can be set.
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("BEGIN IMMEDIATE")
        # Asked again: another process may have made it since.
        if _is_blank(connection):
            schema.create(connection)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {schema.SCHEMA_VERSION}")
        connection.execute("COMMIT")

    def _migrated(self, connection: sqlite3.Connection) -> sqlite3.Connection:
        """An older file becomes a newer one in one step, with a copy of the old one beside it. One
        that may only be read stays as it is, and is read from a newer copy in memory."""
        if not self._is_read_only:
            try:
                self._migrate(connection)
                return connection
            except sqlite3.OperationalError as error:
                if "readonly" not in str(error):
                    raise
        self._is_read_only = True
        copy = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        connection.backup(copy)
        connection.close()
        self._migrate(copy)
        return copy

    def _migrate(self, connection: sqlite3.Connection) -> None:
        connection.execute("BEGIN IMMEDIATE")
        try:
            # Asked again within the transaction: another process may have been first.
            if connection.execute("PRAGMA user_version").fetchone()[0] < schema.SCHEMA_VERSION:
                if not self._is_read_only:
                    self._copy_aside()
                schema.migrate(connection)
                connection.execute(f"PRAGMA user_version = {schema.SCHEMA_VERSION}")
            connection.execute("COMMIT")
        except BaseException:
            connection.execute("ROLLBACK")
            raise

    def _copy_aside(self) -> None:
        # One copy for good: a second migration must not write over the only old file.
        aside = self.path.with_name(f"{self.path.name}.schema-1")
        if aside.exists():
            return
        make_own(aside)
        with (
            sqlite3.connect(f"{self.path.absolute().as_uri()}?mode=ro", uri=True) as source,
            sqlite3.connect(aside) as target,
        ):
            source.backup(target)
        # `with` only ends the transaction of a connection.
        source.close()
        target.close()

    def _error(self, error: Exception) -> StoreError:
        name, text = getattr(error, "sqlite_errorname", ""), str(error)
        if name.startswith("SQLITE_READONLY") or "readonly" in text:
            return CannotKeep(
                f"{self.path}: cannot be written: the file or its folder is read-only"
            )
        if name.startswith(("SQLITE_FULL", "SQLITE_IOERR")) or self._has_no_room(name):
            return CannotKeep(
                f"{self.path}: cannot be written: the disk is full or failing; make room"
            )
        if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            return CannotKeep(
                f"{self.path}: another program holds it for longer than {BUSY_TIMEOUT_S:.0f} s:"
                " close that, then try again"
            )
        if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")) or "malformed" in text:
            return self._damaged()
        return StoreError(f"{self.path}: cannot be used: {text}")

    def _has_no_room(self, name: str) -> bool:
        """Where not even a file can be made, SQLite says only that it cannot open one."""
        if name != "SQLITE_CANTOPEN":
            return False
        with suppress(OSError):
            # The shared memory of a write-ahead log begins with half of that.
            return shutil.disk_usage(self.path.parent).free < 1 << 16
        return False

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        if self._is_read_only:
            raise self._error(sqlite3.OperationalError("attempt to write a readonly database"))
        try:
            with super()._writing() as connection:
                yield connection
        except UnicodeEncodeError as error:  # bytes of a name that were never text
            raise StoreError(f"{self.path}: expected text, got {error.object!r}") from error

    @contextmanager
    def _at_one_moment(self) -> Iterator[sqlite3.Connection]:
        """Several questions that belong together: another program may write in between, and what it
        adds would look like damage."""
        connection = self._connection
        with self._lock:
            is_begun = connection.in_transaction  # one of our own is of one moment already
            try:
                if not is_begun:
                    connection.execute("BEGIN")
                try:
                    yield connection
                finally:
                    if not is_begun:
                        connection.execute("COMMIT")
            except sqlite3.Error as error:
                raise self._error(error) from error

    def _wiped(self) -> list[str]:
        """Write the file anew and empty its log, so that nothing of what was deleted stays in
        them; a sentence if another program stands in the way."""
        self._reading("VACUUM")
        if self._reading("PRAGMA wal_checkpoint(TRUNCATE)")[0][0] == 0:
            return []
        return [f"{self.path}: another program reads it: its log is emptied when that one ends"]


def _connect(uri: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        uri, uri=True, timeout=BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False
    )
    try:
        # Connecting opens nothing yet: the first question tells whether it can be read.
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except BaseException:
        connection.close()
        raise
    return connection


def _is_blank(connection: sqlite3.Connection) -> bool:
    """A database in which nobody has made anything yet."""
    made = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    return not made and not connection.execute("PRAGMA application_id").fetchone()[0]
