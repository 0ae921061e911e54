"""The tables of a store, the hashes that chain them, and how an older file becomes a newer one.

Every entry carries a hash over itself and the hash before it; the first follows on the head of its
match. The row of a match holds how many entries it has, the last of these hashes, the standing that
lists show, and a seal over all of it. So a flipped bit, a changed row and a lost tail are all told
from what was written, whatever the disk did.
"""

import hashlib
import json
import sqlite3
from collections.abc import Sequence
from typing import Any

SCHEMA_VERSION = 2
"""2 since entries carry hashes and rulings; the first schema is migrated when it is opened."""

HEAD = ("id", "created", "stated", "players", "options", "tags", "rules")
"""What a match was begun as; `stated` says that its time was given and not only noted."""

SCHEMA = (
    """CREATE TABLE matches (
        id INTEGER PRIMARY KEY,
        created TEXT NOT NULL,
        stated INTEGER NOT NULL,
        players TEXT NOT NULL,
        options TEXT NOT NULL,
        tags TEXT NOT NULL,
        rules INTEGER NOT NULL,
        entries INTEGER NOT NULL,
        tail TEXT NOT NULL,
        standing TEXT,
        seal TEXT NOT NULL
    ) STRICT""",
    # Without rowid, rows lie in the order of their key: a log is read from one place of the disk.
    """CREATE TABLE entries (
        match INTEGER NOT NULL REFERENCES matches (id),
        number INTEGER NOT NULL,
        at TEXT,
        by TEXT NOT NULL,
        event TEXT NOT NULL,
        rulings TEXT,
        hash TEXT NOT NULL,
        PRIMARY KEY (match, number)
    ) STRICT, WITHOUT ROWID""",
    # Hashes tell of a disk that changed an entry; these keep our own mistakes from doing so.
    """CREATE TRIGGER entries_stay BEFORE UPDATE ON entries
        BEGIN SELECT RAISE(ABORT, 'entries are never changed'); END""",
    """CREATE TRIGGER entries_are_kept BEFORE DELETE ON entries
        BEGIN SELECT RAISE(ABORT, 'entries are never deleted'); END""",
)

KEEPER = "entries_are_kept"
"""The last of them. It steps aside in one place only: where somebody is taken out of the store."""


def digest(*values: object) -> str:
    """A hash over values as they are kept. Half of its letters would do against a disk; all of
    them do against a person, too."""
    # As JSON, so that the values of one list cannot be cut otherwise into those of another.
    return hashlib.sha256(json.dumps(values).encode()).hexdigest()


def first_hash(head: Sequence[Any]) -> str:
    """What the first entry of a match follows on."""
    return digest("match", *head)


def next_hash(before: str, row: Sequence[Any]) -> str:
    """The hash of an entry: number, time, author, event, rulings."""
    return digest(before, *row)


def seal_of(head: Sequence[Any], entries: int, tail: str, standing: str | None) -> str:
    return digest("seal", *head, entries, tail, standing)


def set_seal(
    connection: sqlite3.Connection,
    head: Sequence[Any],
    entries: int,
    tail: str,
    standing: str | None,
) -> str:
    """What the entries of a match come to now."""
    seal = seal_of(head, entries, tail, standing)
    connection.execute(
        "UPDATE matches SET entries = ?, tail = ?, standing = ?, seal = ? WHERE id = ?",
        (entries, tail, standing, seal, head[0]),
    )
    return seal


def create(connection: sqlite3.Connection) -> None:
    for statement in SCHEMA:
        connection.execute(statement)


def migrate(connection: sqlite3.Connection) -> None:
    """From the first schema, inside a transaction: nothing of what was said changes; hashes, and
    the version of the rules of its time, come to it."""
    matches = connection.execute("SELECT id, created, players, options FROM matches").fetchall()
    rows = connection.execute(
        # In order, since each hash follows on the one before.
        "SELECT match, number, at, by, event FROM entries ORDER BY match, number"
    ).fetchall()
    connection.execute("DROP TABLE entries")
    connection.execute("DROP TABLE matches")
    create(connection)
    told: dict[int, list[tuple[Any, ...]]] = {}
    for match, *row in rows:
        told.setdefault(match, []).append((*row, None))
    for number, created, players, options in matches:
        head = (number, created, 1, players, options, "[]", 1)
        # Without a standing, for which every match would have to be judged: it is found out when
        # the match is first listed.
        insert_match(connection, head, told.get(number, []), None)


def replace_match(
    connection: sqlite3.Connection,
    head: Sequence[Any],
    rows: Sequence[Sequence[Any]],
    standing: str | None,
) -> None:
    """Another text of a match in the place of the one that is there; both or neither."""
    connection.execute(f"DROP TRIGGER {KEEPER}")
    connection.execute("DELETE FROM entries WHERE match = ?", (head[0],))
    connection.execute("DELETE FROM matches WHERE id = ?", (head[0],))
    connection.execute(SCHEMA[-1])
    insert_match(connection, head, rows, standing)


def insert_match(
    connection: sqlite3.Connection,
    head: Sequence[Any],
    rows: Sequence[Sequence[Any]],
    standing: str | None,
) -> None:
    """A whole match with its entries: number, time, author, event, rulings."""
    chain = [first_hash(head)]
    for row in rows:
        chain.append(next_hash(chain[-1], row))
    seal = seal_of(head, len(rows), chain[-1], standing)
    values = (*head, len(rows), chain[-1], standing, seal)
    connection.execute(f"INSERT INTO matches VALUES ({', '.join('?' * len(values))})", values)
    connection.executemany(
        "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(head[0], *row, link) for row, link in zip(rows, chain[1:], strict=True)],
    )
