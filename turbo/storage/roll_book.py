"""Every throw that was seen: when, who, which faces, how sure, and a picture of the dice; and what
the audit found, with the place as it lay before and after.

One SQLite file beside the store. Throws are kept for good unless they are forgotten; pictures are
kept within a bound of bytes and, if wished, of days: the oldest go first. A throw that was none is
struck out, not deleted.
"""

import json
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from turbo.errors import TurboError
from turbo.game.dice import Face, hand_text, parse_hand
from turbo.storage.files import close_to_others, make_own
from turbo.storage.sqlite_file import SqliteFile

APPLICATION_ID = 0x54_52_4F_4C
"""The letters TROL in the file's header."""

CACHE_KB = 256
"""What is kept of the file in memory: a picture is written once and seldom read again."""

_FINDINGS = """CREATE TABLE IF NOT EXISTS findings (
        id INTEGER PRIMARY KEY,
        at TEXT NOT NULL,
        match INTEGER NOT NULL,
        key TEXT NOT NULL,
        told TEXT NOT NULL,
        before BLOB NOT NULL,
        after BLOB NOT NULL
    ) STRICT"""

_SCHEMA = (
    """CREATE TABLE rolls (
        id INTEGER PRIMARY KEY,
        at TEXT NOT NULL,
        label TEXT NOT NULL,
        match INTEGER,
        entry INTEGER,
        player TEXT,
        faces TEXT NOT NULL,
        confidences TEXT NOT NULL,
        struck TEXT,
        simulated INTEGER NOT NULL DEFAULT 0
    ) STRICT""",
    """CREATE TABLE pictures (
        roll INTEGER PRIMARY KEY REFERENCES rolls (id),
        at TEXT NOT NULL,
        jpeg BLOB NOT NULL
    ) STRICT""",
    "CREATE INDEX rolls_of_match ON rolls (match, entry)",
)


class RollsError(TurboError, OSError):
    """The file of throws cannot be used: the text says which and why."""


@dataclass(frozen=True, slots=True)
class Keeping:
    """How much is kept."""

    most_bytes: int = 256_000_000
    """Of pictures: a picture of nine dice has about 25 kB, so some ten thousand throws."""
    days: float | None = None
    """Pictures older than this are deleted; None keeps them as long as there is room."""
    most_findings: int = 1000
    """Of which the crops are kept, two of some 15 kB each: 30 MB. An evening that is played badly
    finds hundreds."""


@dataclass(frozen=True, slots=True)
class Roll:
    """One throw. `faces` are the dice that were thrown, each with its confidence."""

    at: datetime
    faces: tuple[Face, ...]
    confidences: tuple[float, ...]
    label: str = ""
    match: int | None = None
    entry: int | None = None
    player: str | None = None
    struck: str | None = None
    """Who struck it out."""
    simulated: bool = False
    """Thrown by the twin: it never counts among real ones."""
    id: int = 0
    has_picture: bool = False


@dataclass(frozen=True, slots=True)
class Finding:
    """A word of the audit: a die that was added, lost, swapped or turned in a match."""

    at: datetime
    match: int
    key: str
    values: tuple[str, ...]
    id: int = 0
    is_open: bool = False
    """It has not been put right yet."""


def rolls_path(store: Path) -> Path:
    """Where the throws of a store are kept."""
    return store.with_name(f"{store.stem}-rolls.db")


def evidence_folder(store: Path) -> Path:
    """Where the evidence of a store is kept unless the user says otherwise."""
    return store.with_name(f"{store.stem}-evidence")


def bundles_in(folder: Path, match: int | None) -> list[Path]:
    """The evidence of a match, or of all."""
    return list(folder.glob(f"match-{'*' if match is None else match}-entry-*.zip"))


def forget_evidence(store: Path, match: int | None, before: datetime | None = None) -> int:
    """Delete it, for it is pictures too; how many bundles."""
    found = [
        path
        for path in bundles_in(evidence_folder(store), match)
        if before is None or path.stat().st_mtime < before.timestamp()
    ]
    for path in found:
        # The running table makes room in the same folder.
        path.unlink(missing_ok=True)
    return len(found)


class Rolls(SqliteFile):
    """The throws of one file. Safe with threads."""

    def __init__(
        self, path: Path | str, keeping: Keeping | None = None, *, create: bool = True
    ) -> None:
        super().__init__(path)
        self.keeping = keeping or Keeping()
        if not create and not self.path.exists():
            raise RollsError(
                f"{self.path}: no such file, so there are no throws yet; 'turbo run' makes it"
            )
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            make_own(self.path)
            close_to_others(self.path)
            self._connection = self._open()
        except (sqlite3.Error, OSError) as error:
            raise self._error(error) from error

    def _open(self) -> sqlite3.Connection:
        # Our own lock lets one thread in at a time; transactions are begun by hand.
        connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
        try:
            is_new = not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
            if is_new:  # before the first page is written, which the journal's mode does
                connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute(f"PRAGMA cache_size = -{CACHE_KB}")
            if is_new:
                connection.execute("BEGIN IMMEDIATE")
                for statement in _SCHEMA:
                    connection.execute(statement)
                connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                connection.execute("COMMIT")
            if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
                raise RollsError(f"{self.path}: expected a file of throws, found another database")
            self._grow(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _grow(self, connection: sqlite3.Connection) -> None:
        """A file of an earlier version gets the column and the table that it lacks."""
        known = [row[1] for row in connection.execute("PRAGMA table_info(rolls)")]
        if "simulated" not in known:
            sql = "ALTER TABLE rolls ADD COLUMN simulated INTEGER NOT NULL DEFAULT 0"
            connection.execute(sql)
        connection.execute(_FINDINGS)

    def _error(self, error: Exception) -> RollsError:
        if isinstance(error, RollsError):
            return error
        name = getattr(error, "sqlite_errorname", "")
        if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            return RollsError(f"{self.path}: another program holds it: try again")
        if name.startswith(("SQLITE_FULL", "SQLITE_IOERR")):
            return RollsError(f"{self.path}: cannot be written: the disk is full or failing")
        why = error.strerror if isinstance(error, OSError) else str(error)
        return RollsError(f"{self.path}: cannot be used as a file of throws: {why}")

    def add(self, roll: Roll, jpeg: bytes | None = None) -> int:
        """Keep a throw; the answer is its number. Old pictures make room for its own."""
        at = roll.at.isoformat()
        who = (at, roll.label, roll.match, roll.entry, roll.player, int(roll.simulated))
        # In the notation and not as bytes: the file can be read with any tool in twenty years.
        row = (*who, hand_text(roll.faces), json.dumps(roll.confidences))
        with self._writing() as connection:
            sql = (
                "INSERT INTO rolls"
                " (at, label, match, entry, player, simulated, faces, confidences)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
            )
            number = connection.execute(sql, row).lastrowid
            if jpeg is not None:
                connection.execute("INSERT INTO pictures VALUES (?, ?, ?)", (number, at, jpeg))
        assert number is not None
        # By the time of the throw: that of a film is not now.
        # Afterwards, in a step of its own: a throw must be kept even where nothing can be deleted.
        self.tidy(roll.at)
        return number

    def tidy(self, now: datetime) -> int:
        """Delete the pictures that are too old or too many; the answer is how many."""
        deleted = 0
        if self.keeping.days is not None:
            limit = (now - timedelta(days=self.keeping.days)).isoformat()
            deleted += self._delete_pictures("at < ?", limit)
            deleted += self._empty_findings("at < ?", limit)
        while self.picture_bytes() > self.keeping.most_bytes:
            # A few at a time: room for some throws to come, and no more lost than that.
            oldest = "roll IN (SELECT roll FROM pictures ORDER BY at, roll LIMIT 16)"
            deleted += self._delete_pictures(oldest)
        return deleted

    def _delete_pictures(self, where: str, *values: object) -> int:
        with self._writing() as connection:
            count = connection.execute(f"DELETE FROM pictures WHERE {where}", values).rowcount
        if count:
            self._give_back_room()
        return count

    def _give_back_room(self) -> None:
        """What was deleted leaves the disk. A file of an earlier version has to be written anew."""
        # The pictures are gone in any case; room that is not given back now is at the next time.
        with self._lock, suppress(sqlite3.Error):
            if self._connection.execute("PRAGMA auto_vacuum").fetchone()[0] == 0:
                self._connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
                self._connection.execute("VACUUM")
            # A script, since this statement has to be stepped for every page, and gives no rows.
            self._connection.executescript("PRAGMA incremental_vacuum")
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()

    def picture_bytes(self) -> int:
        return int(self._reading("SELECT coalesce(sum(length(jpeg)), 0) FROM pictures")[0][0])

    def file_bytes(self) -> int:
        """What the file takes on the disk, with its log."""
        paths = (self.path, Path(f"{self.path}-wal"))
        return sum(path.stat().st_size for path in paths if path.exists())

    def rolls(self, *, label: str | None = None, match: int | None = None) -> list[Roll]:
        rows = self._reading(
            "SELECT id, at, label, match, entry, player, faces, confidences, struck, simulated,"
            " EXISTS (SELECT 1 FROM pictures WHERE roll = id) FROM rolls"
            " WHERE (?1 IS NULL OR label = ?1) AND (?2 IS NULL OR match = ?2) ORDER BY id",
            label,
            match,
        )
        return [self._roll(row) for row in rows]

    def _roll(self, row: tuple[Any, ...]) -> Roll:
        number, at, label, match, entry, player, faces, sure, struck, simulated, pictured = row
        try:
            return Roll(
                datetime.fromisoformat(at),
                parse_hand(faces),
                tuple(json.loads(sure)),
                label,
                match,
                entry,
                player,
                struck,
                bool(simulated),
                number,
                bool(pictured),
            )
        except (ValueError, TypeError) as error:
            raise RollsError(f"{self.path}: throw {number} cannot be read: {error}") from error

    def strike(self, number: int, by: str) -> None:
        """This was no throw: it stays in the list, struck out."""
        with self._writing() as connection:
            sql = "UPDATE rolls SET struck = ? WHERE id = ?"
            if connection.execute(sql, (by, number)).rowcount == 0:
                raise RollsError(f"{self.path}: expected the number of a throw, got {number}")

    def jpeg(self, number: int) -> bytes | None:
        rows = self._reading("SELECT jpeg FROM pictures WHERE roll = ?", number)
        return bytes(rows[0][0]) if rows else None

    def forget(self, *, before: datetime | None = None, match: int | None = None) -> int:
        """Delete the pictures of these throws, all of them if nothing is said; how many."""
        limit = None if before is None else before.isoformat()
        where = (
            "(?1 IS NULL OR at < ?1) AND"
            " (?2 IS NULL OR roll IN (SELECT id FROM rolls WHERE match = ?2))"
        )
        findings = "(?1 IS NULL OR at < ?1) AND (?2 IS NULL OR match = ?2)"
        return self._delete_pictures(where, limit, match) + self._empty_findings(
            findings, limit, match
        )

    def forget_person(self, name: str, alias: str) -> int:
        """Put another name in the place of somebody's, for good; in how many throws."""
        told = json.dumps(name)
        self._reading("PRAGMA secure_delete = ON")
        with self._writing() as connection:
            sql = "UPDATE rolls SET player = ? WHERE player = ?"
            count = connection.execute(sql, (alias, name)).rowcount
            connection.execute("UPDATE rolls SET struck = ? WHERE struck = ?", (alias, name))
            connection.execute(
                "UPDATE findings SET told = replace(told, ?1, ?2) WHERE instr(told, ?1)",
                (told, json.dumps(alias)),
            )
        self._reading("VACUUM")
        self._reading("PRAGMA wal_checkpoint(TRUNCATE)")
        return count

    # What the audit found.

    def add_finding(self, found: Finding, before: bytes, after: bytes) -> int:
        """Keep a finding with its two pictures; the answer is its number. The oldest pictures make
        room, the words stay."""
        row = (found.at.isoformat(), found.match, found.key, json.dumps(found.values))
        with self._writing() as connection:
            sql = "INSERT INTO findings (at, match, key, told, before, after)"
            number = connection.execute(f"{sql} VALUES (?, ?, ?, ?, ?, ?)", (*row, before, after))
        assert number.lastrowid is not None
        self._empty_findings("id <= ?", number.lastrowid - self.keeping.most_findings)
        return number.lastrowid

    def _empty_findings(self, where: str, *values: object) -> int:
        sql = f"UPDATE findings SET before = x'', after = x'' WHERE ({where}) AND length(after) > 0"
        with self._writing() as connection:
            count = connection.execute(sql, values).rowcount
        if count:
            self._give_back_room()
        # Each finding has two pictures, and pictures are what people are told was deleted.
        return 2 * count

    def findings(self, match: int | None = None, most: int = 40) -> list[Finding]:
        """What was found in a match, or in all; the newest first."""
        sql = "SELECT at, match, key, told, id FROM findings WHERE ?1 IS NULL OR match = ?1"
        rows = self._reading(f"{sql} ORDER BY id DESC LIMIT ?2", match, most)
        try:
            return [
                Finding(datetime.fromisoformat(at), number, key, tuple(json.loads(told)), found)
                for at, number, key, told, found in rows
            ]
        except (ValueError, TypeError) as error:
            raise RollsError(f"{self.path}: a finding cannot be read: {error}") from error

    def finding_picture(self, number: int, side: str) -> bytes | None:
        """The place as it lay `before`, when all was well, or `after`; None if that was deleted."""
        # Never the word itself: it comes from an address, and stands in a statement.
        column = "before" if side == "before" else "after"
        rows = self._reading(f"SELECT {column} FROM findings WHERE id = ?", number)
        return (bytes(rows[0][0]) or None) if rows else None

    # What the dashboard asks for.

    def entries(self, match: int) -> Sequence[int]:
        """The entries of the match of which a picture was kept."""
        rows = self._reading(
            "SELECT entry FROM rolls JOIN pictures ON roll = id"
            " WHERE match = ? AND entry IS NOT NULL ORDER BY entry",
            match,
        )
        return [int(row[0]) for row in rows]

    def picture(self, match: int, entry: int) -> bytes | None:
        """The JPEG of the throw that this entry of the match tells of, None if there is none."""
        rows = self._reading(
            "SELECT jpeg FROM pictures JOIN rolls ON roll = id WHERE match = ? AND entry = ?"
            # The newest: where a throw was told anew under the same entry, that one counts.
            " ORDER BY id DESC LIMIT 1",
            match,
            entry,
        )
        return bytes(rows[0][0]) if rows else None
