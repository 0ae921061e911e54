"""Copies of a store, and what can be saved of a damaged one.

A copy is made by SQLite itself while others may write. To save, the file is read in every way that
might show more: as SQLite reads it, with all pages of the log laid over it whatever their checksums
say, and without the log. The hashes tell which entries are as they were written, so the longest
right beginning of each match is taken, and what is lost is said.
"""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from turbo.storage import schema
from turbo.storage.files import OWN, free_beside, put_in_place
from turbo.storage.log_file import frames, log_of
from turbo.storage.store import Store, StoreError

MOST_GAP = 50
"""Numbers without a match after which a damaged list of matches is taken to be over."""

_HEAD = ", ".join(schema.HEAD)


@dataclass(frozen=True, slots=True)
class Kept:
    """What was read of a match: its head, its rows as far as they are right, and how many it should
    have had, if that is known."""

    head: tuple[Any, ...]
    rows: tuple[tuple[Any, ...], ...]
    expected: int | None


@dataclass(frozen=True, slots=True)
class Saved:
    """What came over: matches and entries, and a sentence for everything that did not."""

    matches: int
    entries: int
    lost: tuple[str, ...]


def backup(store: Path, target: Path) -> int:
    """A whole copy of a store, put in place in one step; the answer is how many matches it has."""
    with Store(store, create=False) as source, _in_place_of(target) as beside:
        with source._lock:
            _copied(source._connection, beside)
        with Store(beside, create=False) as made:
            # Before it takes the place of an older copy, which may be the last good one.
            troubles = made.check()
        if troubles:
            raise StoreError(f"{troubles[0]} (the copy was not made)")
        return len(source.matches())


def restore(source: Path, store: Path) -> tuple[Saved, Path | None]:
    """Put what can be read of a copy, or of the damaged store itself, in the place of a store. What
    was there before is put aside; the answer says where."""
    if not source.is_file():
        raise StoreError(f"{source}: expected a store of matches, found no file")
    with _in_place_of(store) as beside:
        saved = salvage(source, beside)
        # Only when everything that can be saved is on the disk beside it.
        return saved, _put_aside(store)


def salvage(source: Path, target: Path) -> Saved:
    """A new store with everything that is right in an old one."""
    best: dict[int, Kept] = {}
    with tempfile.TemporaryDirectory() as name:
        for candidate in _candidates(source, Path(name)):
            for number, kept in _read(candidate):
                known = best.get(number)
                # Of equally long ones the first stays: as SQLite reads it goes before all else.
                if known is None or len(kept.rows) > len(known.rows):
                    best[number] = kept
    if not best:
        raise StoreError(f"{source}: nothing in it can be read as a store of matches")
    target.unlink(missing_ok=True)
    with Store(target) as made, made._writing() as connection:
        for number in sorted(best):
            # With its old number, which evidence and pictures name; the standing is found out anew.
            schema.insert_match(connection, best[number].head, best[number].rows, None)
    with Store(target) as made:
        unfit = made.unreadable()
        lost = [*_losses(best), *unfit.values()]
        found = made.matches()
        return Saved(len(found), sum(head.entries for head in found), tuple(lost))


def _losses(best: dict[int, Kept]) -> Iterator[str]:
    for number in range(1, max(best) + 1):
        kept = best.get(number)
        if kept is None:
            yield f"match {number} is lost"
        elif kept.expected is not None and kept.expected > len(kept.rows):
            yield f"match {number}: {len(kept.rows)} of {kept.expected} entries could be saved"


def _candidates(source: Path, folder: Path) -> Iterator[Path]:
    """The file as it may be meant, in ways that may each show more than the others."""
    plain, alone, forced = (folder / name for name in ("plain.db", "alone.db", "forced.db"))
    data = source.read_bytes()
    plain.write_bytes(data)
    with suppress(OSError):
        shutil.copyfile(log_of(source), log_of(plain))
    # As SQLite reads it comes first: of equally long readings it is the likeliest.
    yield plain
    alone.write_bytes(data)
    yield alone
    for log in (log_of(source), source.with_name(f"{source.name}-wal.left-behind")):
        with suppress(OSError):
            forced.write_bytes(_laid_over(data, log.read_bytes()))
            yield forced


def _laid_over(data: bytes, log: bytes) -> bytes:
    """The file with every page of the log in its place."""
    # SQLite writes 65536 as 1. A 0 is damage; 4096 is what it takes by itself.
    size = int.from_bytes(data[16:18], "big") or 4096
    size = 65536 if size == 1 else size
    whole = bytearray(data)
    for page, held in frames(log, size):
        at = (page - 1) * size
        if 0 <= at <= len(whole) + 1024 * size:  # a number that a flipped bit made is left out
            whole.extend(b"\0" * max(0, at + size - len(whole)))
            whole[at : at + size] = held
    # The header says that there is a log; this copy has none.
    whole[18:20] = b"\1\1"
    return bytes(whole)


def _read(path: Path) -> Iterator[tuple[int, Kept]]:
    """Every match of a file, each as far as its rows can be read and follow on each other."""
    # A damaged schema makes SQLite's own complaint unreadable as text.
    with suppress(sqlite3.Error, ValueError), closing(sqlite3.connect(path)) as connection:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        for number in _numbers(connection):
            # A row that is gone is None, which cannot be taken apart.
            with suppress(sqlite3.Error, ValueError, TypeError):
                kept = _old(connection, number) if version == 1 else _new(connection, number)
                if kept is not None:
                    yield number, kept


def _numbers(connection: sqlite3.Connection) -> Iterator[int]:
    """The numbers of matches, also where their list is damaged: then one after another is asked."""
    try:
        yield from [row[0] for row in connection.execute("SELECT id FROM matches ORDER BY id")]
        return
    except (sqlite3.Error, ValueError):
        pass
    number = missed = 0
    while missed < MOST_GAP:
        number += 1
        missed += 1
        with suppress(sqlite3.Error, ValueError):
            sql = "SELECT 1 FROM matches WHERE id = ?"
            if connection.execute(sql, (number,)).fetchone():
                missed = 0
                yield number


def _new(connection: sqlite3.Connection, number: int) -> Kept | None:
    sql = f"SELECT {_HEAD}, entries, tail, standing, seal FROM matches WHERE id = ?"
    *head, count, tail, standing, seal = connection.execute(sql, (number,)).fetchone()
    is_sealed = seal == schema.seal_of(head, count, tail, standing)
    link = schema.first_hash(head)
    right: list[tuple[Any, ...]] = []
    sql = "SELECT number, at, by, event, rulings, hash FROM entries WHERE match = ? ORDER BY number"
    for *row, kept in _as_far_as_it_goes(connection, sql, number):
        link = schema.next_hash(link, row)
        # A right beginning is a match; anything behind a gap could follow on anything.
        if row[0] != len(right) + 1 or link != kept:
            break
        right.append(tuple(row))
    if not right and not is_sealed:
        return None
    # A row whose seal is wrong may say any number.
    return Kept(tuple(head), tuple(right), count if is_sealed else None)


def _old(connection: sqlite3.Connection, number: int) -> Kept | None:
    """A match of the first schema, which had no hashes: what is there is taken for right."""
    sql = "SELECT created, players, options FROM matches WHERE id = ?"
    created, players, options = connection.execute(sql, (number,)).fetchone()
    sql = "SELECT number, at, by, event FROM entries WHERE match = ? ORDER BY number"
    rows: list[tuple[Any, ...]] = []
    for row in _as_far_as_it_goes(connection, sql, number):
        if row[0] != len(rows) + 1:
            break
        rows.append((*row, None))
    # No tags and the first rules: what that schema knew. How many there should be, nobody wrote
    # down.
    return Kept((number, created, 1, players, options, "[]", 1), tuple(rows), None)


def _as_far_as_it_goes(
    connection: sqlite3.Connection, sql: str, number: int
) -> Iterator[Sequence[Any]]:
    with suppress(sqlite3.Error, ValueError):
        yield from connection.execute(sql, (number,))


@contextmanager
def _in_place_of(target: Path) -> Iterator[Path]:
    """A file that takes the place of another once it is whole; else nothing of it is left."""
    # Root could put a file in the place of a device.
    if target.exists() and not target.is_file():
        raise StoreError(f"{target}: expected the name of a file")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
        os.close(handle)
        beside = Path(name)
        try:
            beside.chmod(OWN)
            yield beside
            _drop_log(beside)
            put_in_place(beside, target)
        finally:
            _drop_log(beside)
            beside.unlink(missing_ok=True)
    except (sqlite3.Error, OSError) as error:
        if isinstance(error, StoreError):
            raise
        why = getattr(error, "strerror", None) or error
        raise StoreError(f"{target}: cannot be written: {why}") from error


def _copied(source: sqlite3.Connection, target: Path) -> None:
    """By SQLite's own copying: a file that is copied by hand while others write is of no one
    moment."""
    with closing(sqlite3.connect(target)) as copy:
        source.backup(copy)
        # One file that is whole by itself, wherever it is carried.
        copy.execute("PRAGMA journal_mode = DELETE")
    with target.open("rb") as file:
        os.fsync(file.fileno())


def _drop_log(path: Path) -> None:
    for name in ("-wal", "-shm"):
        Path(f"{path}{name}").unlink(missing_ok=True)


def _put_aside(store: Path) -> Path | None:
    """Out of the way, under the first name that is free, with its log."""
    if not store.exists():
        return None
    aside = free_beside(store, "before-restore")
    # The log first: left behind alone, it would be read into the store that comes here.
    for name in ("-wal", ""):
        with suppress(FileNotFoundError):
            os.replace(Path(f"{store}{name}"), Path(f"{aside}{name}"))
    Path(f"{store}-shm").unlink(missing_ok=True)
    return aside


def copy_beside(source: Path, target: Path) -> bool:
    """A file that belongs to a store, such as its throws, copied the same way; False if none."""
    if not source.is_file():
        return False
    with closing(sqlite3.connect(source)) as found, _in_place_of(target) as beside:
        _copied(found, beside)
    return True
