"""What commands answer to programs: rulings, scores and histories as JSON documents."""

from collections.abc import Iterator
from typing import Any

from turbo.game.answers import check_json as check_json
from turbo.game.answers import fault_json as fault_json
from turbo.game.editions import TURBO
from turbo.game.events import (
    Amended,
    BackTo,
    Ended,
    Entry,
    HandBegun,
    Noted,
    Resigned,
    TableBegun,
    Undone,
)
from turbo.game.match import Match
from turbo.game.messages import Language
from turbo.storage.history import History, Judged
from turbo.storage.rows import said
from turbo.storage.standing import MatchStanding
from turbo.storage.tile_history import TileHistory
from turbo.tiles.documents import contest_document, is_told, ruling_document

UNRULED = (TableBegun, HandBegun, Resigned, Ended)
"""Statements that get no ruling of their own in a record."""


def ruling_json(judged: Judged, language: Language) -> dict[str, Any]:
    ruling = judged.ruling
    # Only where there was a search: a program must not take 'not asked' for 'not proved'.
    searched = {} if ruling.proved is None else {"proved": ruling.proved}
    return searched | {
        "line": judged.effective.entry.number,
        "player": ruling.player,
        "verdict": str(ruling.verdict),
        "faults": [fault_json(fault, language) for fault in ruling.faults],
        "advice": [fault_json(fault, language) for fault in ruling.advice],
    }


def rulings(history: History) -> Iterator[Judged]:
    """What gets exactly one ruling in a record."""
    return (one for one in history.judged if not isinstance(one.event, UNRULED))


def history_json(history: History | TileHistory, language: Language) -> dict[str, Any]:
    if isinstance(history, TileHistory):
        edition = history.match.edition
        told = [
            ruling_document(one.effective.entry.number, one.ruling, edition, language)
            for one in history.judged
            if is_told(one.event, one.ruling)
        ]
        return contest_document(history.match, told)
    found = [ruling_json(one, language) for one in rulings(history)]
    head = {"edition": TURBO.name, "players": list(history.players)}
    return {**head, "rulings": found, **score_json(history.match)}


def standing_json(players: tuple[str, ...], standing: MatchStanding) -> dict[str, Any]:
    """The score of a match that is only listed, as `score_json` says it; where everybody scores,
    nobody's points are the points of the round."""
    if standing.scores:
        return {
            "rounds": [
                {
                    "winner": None if seat is None else players[seat],
                    "by": by,
                    "scores": dict(zip(players, scores, strict=True)),
                }
                for (seat, _, by), scores in zip(standing.rounds, standing.scores, strict=True)
            ],
            **_end_json(players, standing),
        }
    return {
        "rounds": [
            {
                "winner": None if seat is None else players[seat],
                "points": points,
                "by": by,
                "scores": _scores(players, seat, points),
            }
            for seat, points, by in standing.rounds
        ],
        **_end_json(players, standing),
    }


def _end_json(players: tuple[str, ...], standing: MatchStanding) -> dict[str, Any]:
    return {
        "totals": dict(zip(players, standing.totals, strict=True)),
        "wins": _wins(players, [seat for seat, _, _ in standing.rounds]),
        "winner": standing.winner,
        "finished": standing.is_finished,
    }


def score_json(match: Match) -> dict[str, Any]:
    names = match.players
    return {
        "rounds": [
            {
                "winner": None if one.winner is None else names[one.winner],
                "points": one.points,
                "by": str(one.by),
                "scores": _scores(names, one.winner, one.points),
            }
            for one in match.results
        ],
        "totals": dict(zip(names, match.totals, strict=True)),
        "wins": _wins(names, [one.winner for one in match.results]),
        "winner": match.winner,
        "finished": match.is_finished,
    }


def _scores(players: tuple[str, ...], winner: int | None, points: int) -> dict[str, int]:
    """Everybody's points of a round: who lost keeps the total."""
    # Also for dice, where only the winner scores: programs read both games alike.
    return {name: points if seat == winner else 0 for seat, name in enumerate(players)}


def _wins(players: tuple[str, ...], winners: list[int | None]) -> dict[str, int]:
    return {name: winners.count(seat) for seat, name in enumerate(players)}


def log_json(history: History | TileHistory) -> list[dict[str, Any]]:
    over = history.superseded()
    return [
        {
            "entry": entry.number,
            "at": None if entry.at is None else entry.at.isoformat(),
            "by": entry.by,
            "statement": entry_text(entry),
            "superseded_by": over[entry.number].number if entry.number in over else None,
            "why": [[reason.key, *reason.values] for reason in entry.why],
        }
        for entry in history.entries
    ]


def entry_text(entry: Entry) -> str:
    """An entry of a log as a statement; taking back and amending have words of their own."""
    match entry.event:
        case Undone(number):
            return f"undo {number}"
        case BackTo(number):
            return f"back-to {number}"
        case Amended(number, event):
            return f"amend {number} {said(event)}"
        case Noted(what):
            return str(what)
        case event:
            return said(event)
