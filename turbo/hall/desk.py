"""The organiser's desk: the tournament that is played in this hall, and its tables.

Whatever is done here is checked against the log as it is, written with who and when, and noted for
the audit. Results come by themselves: when a table says that its match is finished, and all of its
log is in the database, the match is folded from that log, not from what the table says, and its
totals become the result of the board where these players sit.
"""

import io
import json
import logging
import threading
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import islice
from typing import Any

from turbo.errors import TurboError
from turbo.game.digest import sealed
from turbo.game.editions import EDITIONS, TURBO
from turbo.game.places import places_of
from turbo.hall import happenings
from turbo.hall.database import Database
from turbo.hall.engine import DatabaseError
from turbo.hall.gather import Hall
from turbo.hall.pairing import draw
from turbo.hall.standings import TIE_BREAKS, StandingsLine, cross_rows, standings
from turbo.hall.tournament import Tournament, check
from turbo.mqtt.messages import EDITIONS_TOLD
from turbo.storage.files import csv_text
from turbo.storage.history import AnyHistory

LOG = logging.getLogger(__name__)


class TournamentDesk:
    """One tournament at a time: the one that was founded last."""

    def __init__(self, database: Database, hall: Hall | None = None) -> None:
        self.database, self.hall = database, hall
        self.now: Callable[[], datetime] = lambda: datetime.now(UTC)
        self._lock = threading.RLock()
        self._known: tuple[str, int, Tournament] = ("", 0, Tournament())
        self._folded: dict[tuple[str, str], int] = {}

    # What is

    @property
    def current(self) -> str | None:
        found = self.database.tournaments()
        return found[-1] if found else None

    def log(self) -> list[happenings.HallEntry]:
        return self.database.log(self.current) if self.current else []

    def tournament(self) -> Tournament:
        """Folded anew only when the log has grown."""
        name, entries = self.current or "", self.log()
        with self._lock:
            # A log only grows: its name and length say all.
            if self._known[:2] != (name, len(entries)):
                self._known = (name, len(entries), Tournament.of(entries))
            return self._known[2]

    # What is done

    def found(self, event: happenings.Founded, by: str, role: str) -> happenings.HallEntry:
        """Another tournament; the one before stays as it is."""
        # Not the name that people give it, which may come again; and as text it sorts by time.
        name = f"{self.now():%Y%m%dT%H%M%S%f}"
        return self._write(name, event, by, role)

    def write(self, happening: happenings.Written, by: str, role: str) -> happenings.HallEntry:
        if isinstance(happening, happenings.Founded):
            return self.found(happening, by, role)
        if self.current is None:
            raise TurboError("expected a tournament to be founded first")
        return self._write(self.current, happening, by, role)

    def _write(
        self, name: str, happening: happenings.Written, by: str, role: str
    ) -> happenings.HallEntry:
        entry = self.database.write(name, happening, self.now(), by, check)
        what = json.dumps(happenings.document(happening), ensure_ascii=False)
        # After the log: what was refused was not done, and is in no audit.
        self.database.note(self.now(), by, role, f"tournament {name}, entry {entry.number}: {what}")
        if self.hall is not None:
            self.hall.poke()
        return entry

    def draw(self, by: str, role: str) -> happenings.HallEntry:
        return self.write(draw(self.tournament()), by, role)

    def begin(self, by: str, role: str) -> happenings.HallEntry:
        """Start the clock, and every table of the round that can be told to."""
        rnd = self.tournament().round
        if rnd is None:
            raise TurboError("expected a round that was paired")
        # The clock before the tables: an order that gets lost must not keep a round from beginning.
        entry = self.write(happenings.Begun(rnd.number), by, role)
        for board in rnd.boards:
            self._start_table(board, by)
        return entry

    def _start_table(self, board: happenings.PairedBoard, by: str) -> None:
        """A table that does not answer is no reason to hold the round: its result comes by hand."""
        tournament = self.tournament()
        assert tournament.founded is not None
        order = started(tournament.founded, [tournament.names[one] for one in board.players])
        # More than the edition has seats for: scored by hand.
        if self.hall is None or order is None or self.hall.keys(board.table) is None:
            return
        self.hall.order(board.table, "start", by, **order)

    # Results from the tables

    def conclude(self, hall: Hall, table: str, match: str) -> None:
        """A table's match may be finished: its log decides. Called by the hall's writer."""
        try:
            found = self.database.match(table, match)
            seen = next((one for one in hall.tables() if one.table == table), None)
            # A summary is written once: a state that is told again gives no second result.
            if found.summary is not None or seen is None or seen.state is None:
                return
            # All of its log must be here first: the last entry may still be an undo.
            if found.entries < seen.state["entries"]:
                return
            # Nor is the same log folded twice, however often a table says that it is finished.
            if self._folded.get((table, match)) == found.entries:
                return
            self._folded = {(table, match): found.entries} | dict(islice(self._folded.items(), 999))
            history = self.database.history(table, match)
            if history.match.is_finished:
                self.database.summarise(table, match, summary_of(history))
                self._take_result(table, history)
        except DatabaseError:
            LOG.warning("%s: the result of %s waits for the database", table, match)
        # Shown on the page: somebody types that result, and the others go on.
        except TurboError as error:
            hall.refuse(f"the result of {match}: {error}", table, "result")

    def _take_result(self, table: str, history: AnyHistory) -> None:
        result = self.result_for(table, history)
        if result is not None:
            self.write(result, f"table {table}", "table")

    def result_for(self, table: str, history: AnyHistory) -> happenings.ResultGiven | None:
        """The result for the board where these players sit now; None where nobody waits for one."""
        rnd = self.tournament().round if self.current else None
        board = next((b for b in (rnd.open_boards if rnd else ()) if b.table == table), None)
        if rnd is None or board is None:
            return None
        names = self.tournament().names
        seats = [names[one] for one in board.players]
        match = history.match
        # Whatever else was played at that table is nobody's result.
        if sorted(seats) != sorted(match.players):
            return None
        order = [match.players.index(name) for name in seats]
        scores = tuple(match.totals[seat] for seat in order)
        # From the match's own places: who leads and resigns has lost.
        places, usual = tuple(match.places[seat] for seat in order), places_of(scores)
        return happenings.ResultGiven(rnd.number, table, scores, () if places == usual else places)

    # What leaves

    def standings_csv(self) -> str:
        tournament = self.tournament()
        heads = ["place", "player", "club", "points", *TIE_BREAKS]
        return csv_text(heads, [_standing(tournament, line) for line in standings(tournament)])

    def pairings_csv(self) -> str:
        tournament = self.tournament()
        rows = []
        for rnd in tournament.rounds:
            for board in rnd.boards:
                outcome = rnd.outcome(board.table)
                scores = outcome.scores or ("",) * len(board.players)
                for seat, player in enumerate(board.players):
                    absent = "absent" if player in outcome.absent else ""
                    name = tournament.names[player]
                    rows.append([rnd.number, board.table, seat + 1, name, scores[seat], absent])
            # In the same list: everybody is in every round once.
            rows += [[rnd.number, "", "", tournament.names[one], "", "bye"] for one in rnd.byes]
        return csv_text(["round", "table", "seat", "player", "score", "note"], rows)

    def cross_csv(self) -> str:
        tournament = self.tournament()
        heads = ["place", "player", *(f"round {rnd.number}" for rnd in tournament.rounds), "points"]
        return csv_text(heads, cross_rows(tournament))

    def export_json(self) -> str:
        """The whole log, and what it comes to."""
        tournament = self.tournament()
        lines = [
            dict(zip(("place", "player", "club", "points", *TIE_BREAKS), row, strict=True))
            for row in (_standing(tournament, line) for line in standings(tournament))
        ]
        log = [
            {
                "entry": entry.number,
                "at": entry.at.isoformat(),
                "by": entry.by,
                **happenings.document(entry.happening),
            }
            for entry in self.log()
        ]
        found = {"name": tournament.name, "standings": lines, "log": log}
        return json.dumps(found, ensure_ascii=False, indent=1)

    def records_zip(self) -> bytes:
        """Every match that the hall has, as a record that `turbo import` takes."""
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
            unread = []
            for match in self.database.matches(limit=10_000):
                try:
                    history = self.database.history(match.place, match.match)
                    name = f"{match.place}-{match.match}.turbo"
                    archive.writestr(name, sealed(history.record_text()))
                except DatabaseError:
                    raise
                # One that cannot be read must not keep the others back.
                except TurboError as error:
                    unread.append(str(error))
            if unread:
                archive.writestr("unreadable.txt", "\n".join(unread) + "\n")
        return data.getvalue()

    def corrected(self) -> dict[int, int]:
        """Entries that no longer count as written, with the entry that saw to it."""
        return {number: entry.number for number, entry in happenings.superseded(self.log()).items()}


def started(founded: happenings.Founded, players: list[str]) -> dict[str, Any] | None:
    """What the order to start says; None where so many cannot play what is played there."""
    edition = EDITIONS[founded.edition]
    low, high = edition.players
    if not low <= len(players) <= high:
        return None
    if edition is TURBO:
        return {"players": players}
    # A match of tiles goes on until somebody ends it, unless it was said how long it is.
    games = founded.games or edition.rounds or 1
    return {"v": EDITIONS_TOLD, "players": players, "edition": edition.name, "rounds": games}


def summary_of(history: AnyHistory) -> dict[str, Any]:
    match = history.match
    return {
        "totals": list(match.totals),
        "winner": match.winner,
        "rounds": len(match.results),
        "finished": match.is_finished,
    }


def _standing(tournament: Tournament, line: StandingsLine) -> list[Any]:
    player = tournament.player(line.player)
    return [line.place, player.name, player.club, *map(str, line.told.values())]
