"""What the hall keeps: the entries of all tables, tournaments, and who did what.

One set of tables, in SQLite (a club evening with nothing installed) or in PostgreSQL. Entries have
the key (table, match, number), so an entry counts once however often it is told. They are taken in
only in order, so what is there of a match has no gap, and `have` says with one number how far it
goes. Nothing is changed or deleted; one match that cannot be read never hides the others, and an
organiser can set it aside.

A database that is gone comes back: `Database` connects anew at the next call, and the caller tries
again. What was not committed is not there, and the tables tell it again.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from turbo.errors import TurboError
from turbo.game.events import Entry as MatchEntry
from turbo.hall import happenings
from turbo.hall.engine import DatabaseEngine, DatabaseError, Run
from turbo.hall.happenings import HallEntry, Written
from turbo.hall.refusals import RefusedMessage
from turbo.hall.seals import SealReport, broken_in
from turbo.hall.taking import TakenIn, take_in
from turbo.hall.told import UNREADABLE, ToldTable, head_of, piece_of
from turbo.storage.heads import options_from
from turbo.storage.history import AnyHistory, history_of
from turbo.storage.rows import entry_from

ASIDE_EACH, ASIDE_ALL = 50, 2_000
"""Refused messages that are kept to look at, of one table and in all: a flood of rubbish must not
fill a disk."""


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
    trouble: str = ""
    """Why it cannot be read; empty if it can."""
    aside: str = ""
    """Who set it aside, and when; empty if nobody did."""


class Database(DatabaseEngine):
    """Use from any thread; calls take turns."""

    # Entries

    def have(self, place: str, matches: Sequence[str]) -> dict[str, int]:
        """How many entries of each match are here, without a gap."""
        marks = ", ".join("?" for _ in matches) or "NULL"
        sql = f"SELECT match, entries FROM matches WHERE place = ? AND match IN ({marks})"
        known = dict(self._run(sql, place, *matches))
        # 0 for one that is not known: the table then begins with its first entry.
        return {match: known.get(match, 0) for match in matches}

    def keep(self, told: Iterable[ToldTable]) -> TakenIn:
        """Take in what follows on what is here: all of it, or nothing."""
        with self._turn() as run:
            return take_in(run, list(told))

    def entries(self, place: str, match: str) -> list[MatchEntry]:
        return self._entries(self.match(place, match))

    def _entries(self, found: KeptMatch) -> list[MatchEntry]:
        sql = "SELECT number, at, by, event FROM entries WHERE place = ? AND match = ?"
        rows = self._run(f"{sql} ORDER BY number", found.place, found.match)
        piece = piece_of(json.dumps(found.options))
        return [entry_from(tuple(row), found.players, piece=piece) for row in rows]

    def history(self, place: str, match: str) -> AnyHistory:
        """The match as its entries fold to it."""
        found = self.match(place, match)
        if found.trouble:
            raise TurboError(f"{place}: {match} cannot be read: {found.trouble}")
        try:
            options = options_from(json.dumps(found.options))
            return history_of(found.players, self._entries(found), options)
        except DatabaseError:
            raise
        # Whatever a fold of what strangers told comes to: this match, and no other.
        except Exception as error:
            raise TurboError(f"{place}: {match} cannot be read: {error!r}") from error

    def match(self, place: str, match: str) -> KeptMatch:
        rows = self._run(f"{_MATCHES} WHERE place = ? AND match = ?", place, match)
        if not rows:
            raise TurboError(f"expected a match of table {place!r}, got {match!r}")
        return _kept_match(rows[0])

    def matches(
        self,
        words: str = "",
        *,
        place: str = "",
        limit: int = 200,
        offset: int = 0,
        aside: bool = False,
    ) -> list[KeptMatch]:
        """The newest first; `words` are looked for in the players' names. Those that were set
        aside only where they are asked for."""
        # So that there is always something that the words can be added to.
        where, values = ["TRUE" if aside else "aside IS NULL"], []
        for word in words.split():
            where.append("lower(players) LIKE ? ESCAPE '!'")
            # A name may hold what LIKE reads as 'anything'. The escape is named: SQLite knows none
            # by itself, and PostgreSQL the backslash.
            values.append(f"%{re.sub('[!%_]', lambda found: '!' + found[0], word.lower())}%")
        if place:
            where.append("place = ?")
            values.append(place)
        # By place too: matches of a round begin in the same second, and pages must not overlap.
        sql = f"{_MATCHES} WHERE {' AND '.join(where)} ORDER BY created DESC, place"
        rows = self._run(f"{sql} LIMIT ? OFFSET ?", *values, limit, offset)
        return [_kept_match(row) for row in rows]

    def set_aside(self, place: str, match: str, why: str | None) -> None:
        """Leave a match out of lists and exports, or take it back (None). Its log stays, and goes
        on."""
        with self._turn() as run:
            sql = "UPDATE matches SET aside = ? WHERE place = ? AND match = ?"
            if not run.count(sql, why, place, match):
                raise TurboError(f"expected a match of table {place!r}, got {match!r}")

    # Seals

    def verify(self) -> SealReport:
        """Hold everything against its seals, some matches at a time: others have their turns in
        between."""
        matches = entries = sealed = 0
        broken: list[str] = []
        for head in self._heads():
            rows = self._run(_SEALED, head[0], head[1])
            matches, entries = matches + 1, entries + len(rows)
            sealed += sum(row[5] is not None for row in rows)
            why = _read_broken(head, rows)
            broken += [] if why is None else [why]
        return SealReport(matches, entries, sealed, tuple(broken))

    def _heads(self) -> Iterator[Any]:
        rows = self._run(_HEADS, "", "", AT_ONCE)
        while rows:
            yield from rows
            rows = self._run(_HEADS, rows[-1][0], rows[-1][1], AT_ONCE)

    # What was refused

    def lay_aside(self, refused: Sequence[RefusedMessage]) -> None:
        """Keep refused messages to look at. The same again is only counted, and of each table, and
        in all, there is an end to it."""
        if refused:
            with self._turn() as run:
                for one in refused:
                    self._lay_aside(run, one)

    def _lay_aside(self, run: Run, one: RefusedMessage) -> None:
        again = (
            "UPDATE refused SET times = times + ?, at = ? WHERE place = ? AND kind = ? AND why = ?"
        )
        at = one.at.isoformat()
        if run.count(again, one.times, at, one.place, one.kind, one.why):
            return
        counts = "SELECT count(*), coalesce(sum((place = ?)::int), 0) FROM refused"
        counts = counts if self.is_postgres else counts.replace("(place = ?)::int", "place = ?")
        every, own = run(counts, one.place)[0]
        if every < ASIDE_ALL and own < ASIDE_EACH:
            run(
                "INSERT INTO refused (at, place, kind, why, payload, times)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                *(at, one.place, one.kind, one.why, one.payload, one.times),
            )

    def refused(self, limit: int = 200) -> list[RefusedMessage]:
        sql = "SELECT at, place, kind, why, payload, times FROM refused ORDER BY at DESC LIMIT ?"
        rows = self._run(sql, limit)
        return [RefusedMessage(datetime.fromisoformat(row[0]), *row[1:]) for row in rows]

    def summarise(self, place: str, match: str, summary: dict[str, Any]) -> None:
        text = json.dumps(summary, ensure_ascii=False)
        self._run(
            "UPDATE matches SET summary = ? WHERE place = ? AND match = ?", text, place, match
        )

    def counts(self) -> tuple[int, int]:
        """Matches and entries in all."""
        rows = self._run("SELECT count(*), coalesce(sum(entries), 0) FROM matches")
        return int(rows[0][0]), int(rows[0][1])

    # Tournaments

    def tournaments(self) -> list[str]:
        sql = "SELECT tournament, min(at) FROM happenings GROUP BY tournament ORDER BY 2"
        return [row[0] for row in self._run(sql)]

    def log(self, tournament: str) -> list[HallEntry]:
        sql = "SELECT number, at, by, happening FROM happenings WHERE tournament = ?"
        return [
            HallEntry(number, happenings.parse(text), datetime.fromisoformat(at), by)
            for number, at, by, text in self._run(f"{sql} ORDER BY number", tournament)
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

    # Sessions of people that were signed out of, with when their cookies are too old anyway

    def end_session(self, session: str, until: float, now: float) -> None:
        with self._turn() as run:
            run("DELETE FROM ended WHERE until < ?", now)
            run("INSERT INTO ended VALUES (?, ?) ON CONFLICT DO NOTHING", session, until)

    def ended_sessions(self, now: float) -> set[str]:
        return {row[0] for row in self._run("SELECT session FROM ended WHERE until >= ?", now)}

    # Who did what

    def note(self, at: datetime, who: str, role: str, what: str) -> None:
        sql = "INSERT INTO audit (at, who, role, what) VALUES (?, ?, ?, ?)"
        self._run(sql, at.isoformat(), who, role, what)

    def audit(self, limit: int = 500) -> list[tuple[str, str, str, str]]:
        rows = self._run("SELECT at, who, role, what FROM audit ORDER BY id DESC LIMIT ?", limit)
        return [(row[0], row[1], row[2], row[3]) for row in rows]


_MATCHES = "SELECT place, match, created, players, options, entries, summary, aside FROM matches"

_HEADS = (
    "SELECT place, match, created, players, entries, head, tail FROM matches"
    " WHERE (place, match) > (?, ?) ORDER BY place, match LIMIT ?"
)
_SEALED = (
    "SELECT number, at, by, event, rulings, hash FROM entries"
    " WHERE place = ? AND match = ? ORDER BY number"
)
AT_ONCE = 200
"""Matches that are held against their seals in one turn."""

_UNKNOWN = datetime.fromtimestamp(0, UTC)
"""The time of a match whose own cannot be read."""


def _kept_match(row: Sequence[Any]) -> KeptMatch:
    """A match, also one that cannot be read: it says so itself, and hides no other."""
    place, match, created, players, options, entries, summary, aside = row
    try:
        names, chosen = tuple(json.loads(players)), json.loads(options)
        head_of(names, options, created)
        when = datetime.fromisoformat(created)
        known = None if summary is None else json.loads(summary)
    except UNREADABLE as error:
        return KeptMatch(place, match, _UNKNOWN, (), {}, entries, None, str(error), aside or "")
    return KeptMatch(place, match, when, names, chosen, entries, known, "", aside or "")


def _read_broken(head: Sequence[Any], rows: Sequence[Any]) -> str | None:
    try:
        return broken_in(head, rows)
    except UNREADABLE as error:
        return f"{head[0]}: {head[1]}: {error}"
