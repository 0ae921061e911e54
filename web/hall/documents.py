"""What the hall's pages are told: tables, the tournament, matches; and a delay for who only looks.

Whoever sees a board from the gallery could whisper to the players. So what is shown without a PIN
may come late: `Gallery` remembers what every table looked like for as long as the delay is, and
shows viewers the hall as it was then. Scorers and organisers see it as it is.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from turbo.errors import TurboError
from turbo.game.editions import EDITIONS, TURBO
from turbo.game.layout import Layout
from turbo.game.messages import Language
from turbo.hall.database import KeptMatch
from turbo.hall.desk import TournamentDesk
from turbo.hall.gather import Hall
from turbo.hall.happenings import document
from turbo.hall.points import SCHEMES
from turbo.hall.refusals import RefusedMessage
from turbo.hall.seen import NEEDS, SeenTable
from turbo.hall.standings import cross_table, standings
from turbo.hall.tournament import Tournament, TournamentRound
from web.match.documents import layout_document
from web.match.game_page import page_of

Document = dict[str, Any]


class Gallery:
    """The hall as it was `delay_s` ago."""

    def __init__(
        self, hall: Hall, delay_s: float = 0.0, now_s: Callable[[], float] = time.monotonic
    ) -> None:
        self.hall, self.delay_s, self._now_s = hall, delay_s, now_s
        self._past: deque[tuple[float, SeenTable]] = deque()
        self._shown: dict[str, SeenTable] = {}
        self._version = 0
        self._lock = threading.Lock()

    def look(self) -> None:
        """Take in what is new, and let come forward what is old enough."""
        with self._lock:
            now_s = self._now_s()
            newest, changed = self.hall.since(self._version)
            self._version = newest
            # In order: what comes forward last is what stays shown.
            self._past.extend((now_s, seen) for seen in sorted(changed, key=lambda s: s.version))
            while self._past and self._past[0][0] <= now_s - self.delay_s:
                _, seen = self._past.popleft()
                self._shown[seen.table] = seen

    def since(self, version: int) -> list[SeenTable]:
        """What has come forward since; the version of a table is the hall's own."""
        self.look()
        with self._lock:
            return [seen for seen in self._shown.values() if seen.version > version]


# 200 tables in four languages are 800; a table is told again at every change of anything else.
@lru_cache(maxsize=2000)
def _layout(text: str, name: str | None, language: Language) -> Document:
    # The dice's where a table of before, or one without a match, tells no edition.
    edition = EDITIONS.get(name or "", TURBO)
    try:
        layout = Layout.parse(text, special=edition.has_special)
    except TurboError:
        # A table that tells nonsense is shown bare: one of them must not empty the whole hall's
        # page.
        layout = Layout()
    faults = page_of(edition).faults(layout, edition)
    return layout_document(layout, language, faults, edition=edition)


def table_document(seen: SeenTable, language: Language) -> Document:
    state = dict(seen.state) if seen.state is not None else None
    ruling = None if state is None else state["ruling"]
    said = "" if ruling is None else ruling["message"].get(str(language), "")
    return {
        "table": seen.table,
        "online": seen.online,
        "need": seen.need,
        # As a number, so that a page puts who needs a referee most first without knowing the needs.
        "urgency": NEEDS.index(seen.need) if seen.need else None,
        "kept": seen.kept,
        "match": seen.match,
        "version": seen.version,
        "state": state,
        "said": said,
        "layout": _layout(
            "" if state is None else state["layout"],
            None if state is None else state.get("edition"),
            language,
        ),
    }


def tables_document(tables: Iterable[SeenTable], language: Language) -> list[Document]:
    return [table_document(seen, language) for seen in tables]


def hall_document(hall: Hall) -> Document:
    matches, entries = hall.database.counts()
    return {
        "hall": hall.address.hall,
        "leads": hall.leads,
        "connected": hall.line.connected.is_set(),
        "matches": matches,
        "entries": entries,
        "waits": hall.waits,
        "stumbled": hall.counts.stumbled,
        "refused": [refused_document(one) for one in hall.refusals.newest()],
    }


def refused_document(one: RefusedMessage) -> Document:
    # Without the message itself: that is for organisers (`/api/refused`).
    said = {"table": one.place, "kind": one.kind, "why": one.why, "times": one.times}
    return {"at": one.at.isoformat(), **said}


def tournament_document(desk: TournamentDesk) -> Document | None:
    if desk.current is None:
        return None
    found = desk.tournament()
    assert found.founded is not None
    return {
        "founded": document(found.founded),
        "schemes": list(SCHEMES),
        "finished": found.is_finished,
        "remaining_s": found.remaining_s(desk.now()),
        "held": found.round is not None and found.round.held is not None,
        "begun": found.round is not None and found.round.begun is not None,
        "complete": found.round is None or found.round.is_complete,
        "players": [
            {"id": one.id, "name": one.name, "club": one.club, "in": one.is_in}
            for one in found.players
        ],
        "tables": [
            {"table": one.name, "camera": one.camera, "open": one.is_open} for one in found.tables
        ],
        "rounds": [_round(found, rnd) for rnd in found.rounds],
        "standings": _standings(found),
        "log": _log(desk),
    }


def _round(tournament: Tournament, rnd: TournamentRound) -> Document:
    return {
        "round": rnd.number,
        "byes": [tournament.names[one] for one in rnd.byes],
        "boards": [
            {
                "table": board.table,
                "players": [
                    {
                        "id": one,
                        "name": tournament.names[one],
                        "absent": one in rnd.outcome(board.table).absent,
                    }
                    for one in board.players
                ],
                "scores": rnd.outcome(board.table).scores,
                "places": rnd.outcome(board.table).places,
                "complete": rnd.outcome(board.table).is_complete(board),
            }
            for board in rnd.boards
        ],
    }


def _standings(tournament: Tournament) -> list[Document]:
    rows = zip(standings(tournament), cross_table(tournament), strict=True)
    return [
        {
            "place": line.place,
            "player": tournament.names[line.player],
            "in": tournament.player(line.player).is_in,
            **line.told,
            "cross": cells,
        }
        for line, cells in rows
    ]


def _log(desk: TournamentDesk) -> list[Document]:
    over = desk.corrected()
    return [
        {
            "entry": entry.number,
            "at": entry.at.isoformat(),
            "by": entry.by,
            "superseded_by": over.get(entry.number),
            "happening": document(entry.happening),
        }
        for entry in desk.log()
    ]


def match_document(match: KeptMatch) -> Document:
    return {
        "table": match.place,
        "match": match.match,
        # Null for one that cannot be read: it stands in the list, and hides no other.
        "created": None if match.trouble else match.created.isoformat(),
        "players": list(match.players),
        "trouble": match.trouble,
        "aside": match.aside,
        "entries": match.entries,
        "simulated": bool(match.options.get("simulated")),
        "summary": match.summary,
    }
