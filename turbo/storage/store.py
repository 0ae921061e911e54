"""The store: an append-only log of events in one SQLite file, for any number of matches.

A match is what its entries fold to (`turbo.storage.history`). Beside each entry stand the rulings
that it brought, as they were issued, and beside each match its standing, so that nothing is judged
to be read. An entry that `append` has returned is on the disk: write-ahead log, full
synchronisation. Nothing that was said is ever changed or deleted, hashes tell if a disk did so all
the same (`turbo.storage.schema`), and one match that cannot be read never hides the others. A file
that is not ours, or comes from a newer version, is left as it is.
"""

import json
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from turbo.errors import TurboError
from turbo.game.events import Change, Entry, Noted, Ruling
from turbo.game.match import DEFAULTS, Options
from turbo.game.record import AnyOptions, Record, Tag, check_names, check_tag
from turbo.game.referee import RULES_VERSION, FindPlay
from turbo.storage import schema
from turbo.storage.forgetting import Forgotten, forget_in, mentions, new_alias
from turbo.storage.heads import MatchHead, head_from, names_from, options_text
from turbo.storage.history import AnyHistory, History, TileHistory, dice_of, history_of, tiles_of
from turbo.storage.imports import entry_rows, imported
from turbo.storage.rows import entry_from, entry_row, rulings_from, rulings_text
from turbo.storage.standing import MatchStanding
from turbo.storage.store_file import (
    APPLICATION_ID,
    CannotKeep,
    StoreError,
    StoreFile,
    default_store,
)

__all__ = [
    "APPLICATION_ID", "AnyHistory", "AnyOptions", "CannotKeep", "MatchHead", "Overtaken", "Store",
    "StoreError", "default_store", "entry_from", "entry_row",
]  # fmt: skip

MOST = (1 << 63) - 1
"""The largest number that a database knows: a number from a page may be larger."""

FEW = 20
"""Matches of a list that are new or changed: so many are asked for one by one, more all at once."""

_HEAD = ", ".join(schema.HEAD)
_ROW = f"SELECT {_HEAD}, entries, tail, standing, seal FROM matches WHERE id"


class Overtaken(StoreError):
    """Somebody else wrote to the match meanwhile: read it again, and judge on what it is now."""


class Store(StoreFile):
    """One file of matches. Use as a context manager, or call `close`.

    A path that does not exist is created, unless `create` is off. A file that may only be read can
    be read; writing to it is an error. Threads may share a store; they take turns. A store that is
    forgotten closes by itself. `troubles` says what was found amiss when it was opened.
    """

    def __init__(self, path: Path | str, *, create: bool = True) -> None:
        super().__init__(path, create=create)
        self._known: dict[int, tuple[str, MatchHead]] = {}
        self._unreadable: dict[int, str] = {}

    # Writing.

    def new_match(
        self,
        players: tuple[str, ...],
        created: datetime,
        options: AnyOptions = DEFAULTS,
        *,
        tags: Sequence[Tag] = (),
        is_stated: bool = True,
    ) -> int:
        """Start a match; the answer is its number."""
        standing = str(MatchStanding(totals=(0,) * len(players)))
        return self._insert(players, created, options, tags, is_stated, (), standing)

    def _insert(
        self,
        players: tuple[str, ...],
        created: datetime,
        options: AnyOptions,
        tags: Sequence[Tag],
        is_stated: bool,
        rows: Sequence[Sequence[Any]],
        standing: str,
    ) -> int:
        # Before anything is written: two players of one name once made a match unreadable for good.
        players = check_names(players)
        options.edition.seats(len(players))
        kept = json.dumps([check_tag(tag) for tag in tags])
        chosen = options_text(options)
        with self._writing() as connection:
            # The number is a part of what is hashed: it must be known before the row is written.
            sql = "SELECT coalesce(max(id), 0) + 1 FROM matches"
            number = int(connection.execute(sql).fetchone()[0])
            head = (number, created.isoformat(), int(is_stated), json.dumps(players), chosen, kept)
            schema.insert_match(connection, (*head, RULES_VERSION), rows, standing)
        return number

    def append(self, match: int, entry: Entry) -> Entry:
        """Add an entry that nobody has ruled on yet; it is given the next number of its match and
        is on the disk on return."""
        return self.append_all(match, [entry])[0]

    def keep(self, match: int, before: AnyHistory, *grown: AnyHistory) -> None:
        """Add the last entry of each history that followed on the one before, with what it brought:
        all of them, or none."""
        rows = []
        for was, then in zip((before, *grown), grown, strict=False):
            entry = then.entries[-1]
            rulings = None if isinstance(entry.event, Noted) else then.issued_since(was)
            rows.append((entry, rulings))
        last = grown[-1]
        self._append(match, rows, last, before)
        # A copy of the file alone, without its log, then has every finished round.
        if len(last.match.results) != len(before.match.results) or last.match.is_finished:
            self.checkpoint()

    def append_all(self, match: int, entries: list[Entry]) -> list[Entry]:
        """Add several entries, all or none, that nobody has ruled on yet."""
        return self._append(match, [(entry, None) for entry in entries], None, None)

    def _append(
        self,
        match: int,
        entries: Sequence[tuple[Entry, Mapping[int, Ruling] | None]],
        grown: AnyHistory | None,
        before: AnyHistory | None,
    ) -> list[Entry]:
        kept = []
        with self._writing() as connection:
            head, last, tail = self._head_row(connection, match)
            # Entries are only ever added: their number says whether somebody else was first. Only
            # players may change, where one of them was taken out of the store.
            was = None if before is None else (len(before.entries), before.players)
            if was not in (None, (last, names_from(head[3]))):
                raise Overtaken(f"{self.path}: somebody else wrote to match {match}")
            for number, (entry, rulings) in enumerate(entries, last + 1):
                kept.append(entry._replace(number=number))
                issued = None if rulings is None else rulings_text(rulings)
                row = (*entry_row(kept[-1]), issued)
                tail = schema.next_hash(tail, row)
                values = (match, *row, tail)
                connection.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)", values)
            standing = None if grown is None else str(MatchStanding.of(grown))
            schema.set_seal(connection, head, last + len(kept), tail, standing)
        return kept

    def _head_row(
        self, connection: sqlite3.Connection, match: int
    ) -> tuple[tuple[Any, ...], int, str]:
        """What a match is, how many entries it has, and the hash of the last one."""
        row = connection.execute(f"{_ROW} = ?", (match,)).fetchone()
        *head, count, tail, _, _ = self._sealed(match, row)
        return tuple(head), count, tail

    def _sealed(self, match: int, row: tuple[Any, ...] | None) -> tuple[Any, ...]:
        """The row of a match: one that was changed by anything but us is not built on."""
        if row is None:
            raise StoreError(f"there is no match {match} in {self.path} (see 'turbo matches')")
        *head, count, tail, standing, seal = row
        if seal != schema.seal_of(head, count, tail, standing):
            raise self._broken(match, "its row is damaged")
        return row

    def _broken(self, match: int, why: str) -> StoreError:
        return StoreError(
            f"{self.path}: match {match} cannot be read: {why}; 'turbo restore {self.path}' saves"
            " what can be"
        )

    def drop_empty(self, match: int) -> bool:
        """Leave no ghost of a match in which nothing ever happened. One that has a single entry
        stays for good."""
        with self._writing() as connection:
            sql = (
                "DELETE FROM matches WHERE id = ?1 AND entries = 0"
                " AND NOT EXISTS (SELECT 1 FROM entries WHERE match = ?1)"
                # A number missing before others would be taken for a match that the disk lost.
                " AND id = (SELECT max(id) FROM matches)"
            )
            return connection.execute(sql, (match,)).rowcount > 0

    def forget(self, name: str) -> Forgotten:
        """Take a person out of every match for good (`turbo.storage.forgetting`): what is left in
        the file afterwards holds no byte of the name. A match that cannot be read is left alone."""
        changed, troubles = [], []
        # What is deleted is written over, and not only given free.
        self._reading("PRAGMA secure_delete = ON")
        with self._writing() as connection:
            alias = new_alias(connection)
            for match in mentions(connection, name):
                try:
                    self._checked_rows(match)
                except StoreError as error:
                    troubles.append(str(error))
                    continue
                sql = f"SELECT {_HEAD}, standing FROM matches WHERE id = ?"
                *head, standing = connection.execute(sql, (match,)).fetchone()
                forget_in(connection, head, standing, name, alias)
                changed.append(match)
            # What was counted follows from the log, and is counted again.
            connection.execute("DROP TABLE IF EXISTS tallies")
        self._known.clear()
        return Forgotten(alias, tuple(changed), (*troubles, *self._wiped()))

    def checkpoint(self) -> None:
        """Bring what is in the log into the file itself, as far as no reader stands in the way: a
        copy of the file alone is then whole."""
        with self._lock, suppress(sqlite3.Error):
            self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()

    def import_record(
        self, record: Record, now: datetime, options: Options = DEFAULTS, by: str = ""
    ) -> int:
        """Take over a record as a new match, whole or not at all. It comes into the list by the
        time it gives, else by this one; times that it does not give are not made up."""
        history = imported(record, options, by)
        return self._insert(
            record.players,
            record.at or now,
            history.options,
            record.tags,
            record.at is not None,
            entry_rows(history),
            str(MatchStanding.of(history)),
        )

    # Reading.

    def matches(self) -> list[MatchHead]:
        """Every match that can be read, with its standing; nothing is judged for it, but where a
        standing was never kept, once."""
        return self._heads(self._reading("SELECT id, seal FROM matches ORDER BY id"))

    def newest(self, count: int, before: int | None = None) -> list[MatchHead]:
        """So many of the newest matches, or of those before one, the newest first. What is not
        asked for is not read: a page costs the same in a store of ten thousand."""
        sql = "SELECT id, seal FROM matches WHERE id < ? ORDER BY id DESC LIMIT ?"
        last = MOST if before is None else min(before, MOST)
        return self._heads(self._reading(sql, last, count))

    def _heads(self, rows: Sequence[tuple[Any, ...]]) -> list[MatchHead]:
        # A seal is over all that a head says: one that is the same needs no reading.
        stale = [number for number, seal in rows if self._known.get(number, ("",))[0] != seal]
        # One question for a whole list: ten thousand matches were once asked for one by one.
        found = self._head_rows(min(stale), max(stale)) if len(stale) > FEW else {}
        for number in stale:
            self._read_head(number, found.get(number))
        return [self._known[number][1] for number, _ in rows if number not in self._unreadable]

    def unreadable(self) -> dict[int, str]:
        """The matches that cannot be read, each with the reason."""
        self.matches()
        return dict(self._unreadable)

    def _head_rows(self, first: int, last: int) -> dict[int, tuple[Any, ...]]:
        rows = self._reading(f"{_ROW} BETWEEN ? AND ?", first, last)
        return {row[0]: row for row in rows}

    def _read_head(self, number: int, row: tuple[Any, ...] | None) -> None:
        try:
            seal, head = self._head_of(number, row)
            self._unreadable.pop(number, None)
        except StoreError as error:
            self._unreadable[number] = str(error)
            # Asked again each time: a card that failed once may be read the next.
            self._known.pop(number, None)
            return
        self._known[number] = seal, head

    def __contains__(self, match: int) -> bool:
        known = 0 < match <= MOST
        return known and bool(self._reading("SELECT 1 FROM matches WHERE id = ?", match))

    def head(self, match: int) -> MatchHead:
        return self._head_of(match)[1]

    def _head_of(self, match: int, row: tuple[Any, ...] | None = None) -> tuple[str, MatchHead]:
        if row is None and match in self:
            row = next(iter(self._reading(f"{_ROW} = ?", match)), None)
        *head, count, tail, standing, seal = self._sealed(match, row)
        found = self._parsed(head, count, standing)
        if standing is None:
            # Once: a match of the first schema has no standing until somebody lists it.
            history = self._folded(found, None)
            seal, found = self._remember(found, history, (count, tail, seal))
        return seal, found

    def _parsed(self, head: Sequence[Any], count: int, standing: str | None) -> MatchHead:
        try:
            return head_from(head, count, standing)
        except (ValueError, TypeError, TurboError) as error:
            raise self._broken(head[0], str(error)) from error

    def _remember(
        self, head: MatchHead, history: AnyHistory, was: tuple[int, str, str]
    ) -> tuple[str, MatchHead]:
        """Keep a standing that had to be found out; where it cannot be written it is only known."""
        standing, seal = MatchStanding.of(history), was[2]
        with suppress(StoreError), self._writing() as connection:
            row, count, tail = self._head_row(connection, head.id)
            # Somebody may have gone on with the match meanwhile: then this standing is old.
            if (count, tail) == was[:2]:
                seal = schema.set_seal(connection, row, count, tail, str(standing))
        return seal, replace(head, standing=standing)

    def entries(self, match: int) -> list[Entry]:
        return self._entries(self.head(match))[0]

    def _entries(self, head: MatchHead) -> tuple[list[Entry], dict[int, Ruling]]:
        """The log as it was written, and the newest ruling that was issued on each entry."""
        found: list[Entry] = []
        issued: dict[int, Ruling] = {}
        for row in self._checked_rows(head.id):
            try:
                found.append(entry_from(row[:4], head.players, head.rules, piece=head.piece))
                if row[4] is not None:
                    # Later ones replace earlier: a change issues rulings anew for what it made
                    # count otherwise.
                    issued |= rulings_from(row[4])
                elif isinstance(found[-1].event, Change):
                    issued.clear()  # a change that nobody has ruled on yet: all is judged again
            except (ValueError, KeyError, TypeError, TurboError) as error:
                raise self._broken(head.id, f"entry {row[0]}: {error}") from error
        return found, issued

    def _checked_rows(self, match: int) -> list[tuple[Any, ...]]:
        """The rows of a log, if each follows on the one before and none is missing."""
        with self._at_one_moment() as connection:
            head, count, tail = self._head_row(connection, match)
            rows = self._reading(
                "SELECT number, at, by, event, rulings, hash FROM entries WHERE match = ?"
                " ORDER BY number",
                match,
            )
        link = schema.first_hash(head)
        for place, (*row, kept) in enumerate(rows, 1):
            link = schema.next_hash(link, row)
            # Both: a row that is missing breaks the count, one that was changed the chain.
            if row[0] != place or link != kept:
                raise self._broken(match, f"entry {place} of {count} is damaged or missing")
        if len(rows) != count or link != tail:
            raise self._broken(match, f"{count - len(rows)} entries at its end are missing")
        return [tuple(row[:5]) for row in rows]

    def seal(
        self, match: int, number: int
    ) -> tuple[str, str | None, tuple[Any, ...] | None] | None:
        """What stands beside an entry, for whoever keeps the log elsewhere too: its hash, the
        rulings that it brought, and beside the first one the row of the match that the chain begins
        with. None if there is no such entry."""
        sql = "SELECT hash, rulings FROM entries WHERE match = ? AND number = ?"
        rows = self._reading(sql, match, number)
        if not rows:
            return None
        head = f"SELECT {_HEAD} FROM matches WHERE id = ?"
        first = tuple(self._reading(head, match)[0]) if number == 1 else None
        return rows[0][0], rows[0][1], first

    # Tallies: what somebody has counted of a match, kept so that it need not be counted again. They
    # follow from the log, and are no part of it.

    def tallies(self) -> dict[int, tuple[int, str]]:
        """By match: how many entries it had when it was counted, and what was counted."""
        known = "SELECT 1 FROM sqlite_master WHERE name = 'tallies'"
        if not self._reading(known):
            return {}
        rows = self._reading("SELECT match, entries, tally FROM tallies")
        return {match: (entries, tally) for match, entries, tally in rows}

    def keep_tallies(self, rows: Sequence[tuple[int, int, str]]) -> None:
        with self._writing() as connection:
            connection.execute(
                "CREATE TABLE IF NOT EXISTS tallies (match INTEGER PRIMARY KEY,"
                " entries INTEGER NOT NULL, tally TEXT NOT NULL) STRICT"
            )
            connection.executemany("INSERT OR REPLACE INTO tallies VALUES (?, ?, ?)", rows)

    def history(self, match: int, find_play: FindPlay | None = None) -> History:
        """A match of dice as its entries fold to it, with the rulings as they were issued."""
        return dice_of(self.folded(match, find_play), f"one of dice, but match {match} is of tiles")

    def tiles(self, match: int) -> TileHistory:
        """A match of tiles, likewise."""
        return tiles_of(self.folded(match), f"one of tiles, but match {match} is of dice")

    def folded(self, match: int, find_play: FindPlay | None = None) -> AnyHistory:
        """Either of them."""
        return self._folded(self.head(match), find_play)

    def _folded(self, head: MatchHead, find_play: FindPlay | None) -> AnyHistory:
        # Here and not above: who lists matches judges nothing, and needs no search.
        from turbo.solver import ruling_play

        entries, issued = self._entries(head)
        at = head.created if head.is_stated else None
        try:
            return history_of(
                head.players,
                entries,
                head.options,
                find_play or ruling_play,
                issued=issued,
                at=at,
                tags=head.tags,
            )
        except TurboError as error:
            raise self._broken(head.id, str(error)) from error

    def check(self) -> list[str]:
        """Everything that is amiss: the file, every match, every entry; empty if all is well."""
        found = list(self.troubles)
        try:
            told = self._reading("PRAGMA integrity_check(5)")
            found += [f"{self.path}: {row[0]}" for row in told if row[0] != "ok"]
            heads = self.matches()
        except StoreError as error:
            return [*found, str(error)]
        found += self._unreadable.values()
        for head in heads:
            try:
                self._entries(head)
            except StoreError as error:
                found.append(str(error))
        numbers = {head.id for head in heads} | set(self._unreadable)
        # Numbers are given one after another and no match is deleted: a gap is a loss.
        gaps = set(range(1, max(numbers, default=0) + 1)) - numbers
        return found + [f"{self.path}: match {one} is missing" for one in sorted(gaps)]
