"""The state of a table as it is told: complete, and what a stranger needs to show it."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from turbo.game.dice import hand_text
from turbo.game.editions import PieceKind
from turbo.game.events import Rethrown, RoundStarted, Ruling, Thrown, Verdict
from turbo.game.match import Match, Phase
from turbo.game.messages import Language
from turbo.mqtt.messages import EDITIONS_TOLD, VERSION, match_id
from turbo.storage.history import AnyHistory, AnyJudged
from turbo.storage.session import NO_PICTURE, LiveView, Session
from turbo.storage.store import MatchHead
from turbo.tiles.match import TileMatch, TilePhase

Document = dict[str, Any]

PHASES = {
    Phase.BETWEEN_ROUNDS: "between-rounds",
    Phase.TO_THROW: "to-throw",
    Phase.TO_PLAY: "to-play",
    Phase.TO_COUNT: "to-count",
    Phase.OVER: "over",
    TilePhase.BETWEEN: "between-rounds",
    TilePhase.TO_PLAY: "to-play",
    TilePhase.TO_COUNT: "to-count",
    TilePhase.OVER: "over",
}

EMPTY: Document = {
    "match": None,
    "players": [],
    "entries": 0,
    "round": 0,
    "rounds": 0,
    "phase": "none",
    "turn": None,
    "totals": [],
    "finished": False,
    "winner": None,
    "layout": "",
    "hands": [],
    "ruling": None,
}


def state_document(
    table: str,
    session: Session,
    head: MatchHead | None,
    at: datetime,
    *,
    called: bool = False,
    board: bool | None = None,
) -> Document:
    view = session.view
    log = None if head is None else session.instant.log
    found = EMPTY if head is None or log is None else EMPTY | _match_state(head, log, view)
    return {
        "v": VERSION,
        "table": table,
        "at": at.isoformat(),
        **found,
        # Without a camera nobody asks, but a typed throw may wait for a die.
        "questions": len(view.questions) or int(log is not None and log.match.waiting is not None),
        # So many does the schema allow.
        "notices": [notice.key for notice in view.notices][:50],
        "called": called,
        "paused": log is not None and session.paused,
        "simulated": view.simulated or (head is not None and head.options.simulated),
        "camera": _camera(view),
        "board": None if board is None else board and "board-lost" not in _keys(view),
    }


def _keys(view: LiveView) -> set[str]:
    return {notice.key for notice in view.notices}


def _camera(view: LiveView) -> bool | None:
    """None where a match is only typed in."""
    if NO_PICTURE & _keys(view):
        return False
    return True if view.picture_jpeg is not None else None


def _match_state(head: MatchHead, log: AnyHistory, view: LiveView) -> Document:
    match = log.match
    return {
        "match": match_id(head),
        "players": list(match.players),
        "entries": len(log.entries),
        "totals": list(match.totals),
        "finished": match.is_finished,
        "winner": match.winner,
        "ruling": _ruling(log),
        **PLAYED[head.piece](match, view),
    }


def _dice(match: Match, view: LiveView) -> Document:
    rnd = match.round
    return {
        "round": len(match.results) + match.is_playing,
        "rounds": match.options.rounds,
        "phase": PHASES[match.phase],
        "turn": None if rnd is None else match.players[rnd.turn],
        # What lies there now, if a camera sees it: the match knows it only from the last hand-over.
        "layout": "" if rnd is None else view.table or str(rnd.table),
        "hands": [] if rnd is None else [hand_text(hand or ()) for hand in rnd.hands],
    }


def _tiles(match: TileMatch, view: LiveView) -> Document:
    """Racks as counts: what is on them nobody is shown."""
    game, seats = match.game, range(len(match.players))
    return {
        "v": EDITIONS_TOLD,
        "edition": match.edition.name,
        "round": len(match.results) + match.is_playing,
        # 0: until somebody ends it.
        "rounds": match.edition.games(len(match.players)) or 0,
        "phase": PHASES[match.stage],
        "turn": None if game is None or game.is_over else match.players[game.turn],
        "layout": "" if game is None else view.table or str(game.table),
        "racks": [] if game is None else [game.count(seat) for seat in seats],
        "pool": None if game is None else game.pool,
    }


PLAYED: dict[PieceKind, Callable[[Any, LiveView], Document]] = {
    PieceKind.DIE: _dice,
    PieceKind.TILE: _tiles,
}
"""What is on the table, and whose turn it is."""


def _ruling(history: AnyHistory) -> Document | None:
    """The last one, with its sentence in every language: who shows it need not know the rules."""
    if not history.judged:
        return None
    last = history.judged[-1]
    # Faults before advice: of both only one sentence has room.
    said = last.ruling.faults or last.ruling.advice
    speak, edition = history.rules.speak, history.options.edition
    return {
        "number": last.effective.entry.number,
        "verdict": str(last.ruling.verdict),
        "player": last.ruling.player,
        "rules": [str(fault.rule) for fault in said],
        "message": {str(one): speak(said[0], edition, one) for one in Language} if said else {},
    }


def happened(before: Any, judged: AnyJudged) -> list[Document]:
    """What a step of a match means to an automation."""
    after, ruling = judged.match, judged.ruling
    rounds = len(before.results) if before is not None else 0
    found: list[Document] = []
    if isinstance(judged.event, RoundStarted) and ruling.verdict is Verdict.ACCEPTED:
        found.append({"event_type": "round_started", "player": judged.event.starter})
    # Whatever the verdict: a lamp that follows the dice follows them, not the referee.
    elif isinstance(judged.event, Thrown | Rethrown):
        found.append({"event_type": "thrown", "player": ruling.player})
    else:
        found.append(_ruled(ruling))
    if len(after.results) > rounds:
        winner, points, _ = after.rounds_won[-1]
        who = None if winner is None else after.players[winner]
        found.append({"event_type": "round_ended", "player": who, "points": points})
    if after.is_finished and not (before is not None and before.is_finished):
        found.append({"event_type": "match_ended", "player": after.winner})
    number = len(after.results) + after.is_playing
    return [{**one, "round": number} for one in found]


def _ruled(ruling: Ruling) -> Document:
    rule = {"rule": str(ruling.faults[0].rule)} if ruling.faults else {}
    return {"event_type": str(ruling.verdict), "player": ruling.player, **rule}
