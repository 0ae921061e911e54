"""What commands answer to programs: rulings, scores and histories as JSON documents."""

from typing import Any

from turbo.game.answers import check_json as check_json
from turbo.game.answers import fault_json as fault_json
from turbo.game.events import Amended, BackTo, Entry, Noted, Undone
from turbo.game.layout import Fault
from turbo.game.match import RoundScore
from turbo.game.messages import Language
from turbo.game.record import statement_text
from turbo.storage.history import AnyHistory, AnyJudged
from turbo.storage.standing import MatchStanding


def ruling_json(judged: AnyJudged, history: AnyHistory, language: Language) -> dict[str, Any]:
    ruling = judged.ruling
    # Only where there was a search: a program must not take 'not asked' for 'not proved'.
    searched = {} if ruling.proved is None else {"proved": ruling.proved}
    return searched | {
        "line": judged.effective.entry.number,
        "player": ruling.player,
        "verdict": str(ruling.verdict),
        "faults": [spoken_json(fault, history, language) for fault in ruling.faults],
        "advice": [spoken_json(fault, history, language) for fault in ruling.advice],
    }


def spoken_json(fault: Fault, history: AnyHistory, language: Language) -> dict[str, Any]:
    """A fault in the words of the game that was played."""
    said = history.rules.speak(fault, history.options.edition, language)
    return fault_json(fault, language, said)


def rulings(history: AnyHistory) -> list[AnyJudged]:
    """What gets exactly one ruling in a record."""
    is_told = history.rules.is_told
    return [one for one in history.judged if is_told(one.event, one.ruling)]


def history_json(history: AnyHistory, language: Language) -> dict[str, Any]:
    """A match as it stands, with its rulings."""
    return {
        "edition": history.options.edition.name,
        "players": list(history.players),
        "rulings": [ruling_json(one, history, language) for one in rulings(history)],
        **standing_json(history.players, MatchStanding.of(history)),
    }


def standing_json(players: tuple[str, ...], standing: MatchStanding) -> dict[str, Any]:
    """The score of a match; where everybody scores, nobody's points are the points of the round."""
    everybody = standing.scores or (None,) * len(standing.rounds)
    return {
        "rounds": [
            _round_json(players, won, scores)
            for won, scores in zip(standing.rounds, everybody, strict=True)
        ],
        "totals": dict(zip(players, standing.totals, strict=True)),
        "wins": {
            name: sum(won == seat for won, _, _ in standing.rounds)
            for seat, name in enumerate(players)
        },
        "winner": standing.winner,
        "finished": standing.is_finished,
    }


def _round_json(
    players: tuple[str, ...], won: RoundScore, scores: tuple[int, ...] | None
) -> dict[str, Any]:
    seat, points, by = won
    # Also for dice, where only the winner scores: programs read both games alike.
    each = scores or tuple(points if one == seat else 0 for one in range(len(players)))
    return {
        "winner": None if seat is None else players[seat],
        **({} if scores is not None else {"points": points}),
        "by": by,
        "scores": dict(zip(players, each, strict=True)),
    }


def log_json(history: AnyHistory) -> list[dict[str, Any]]:
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
            return f"amend {number} {statement_text(event)}"
        case Noted(what):
            return str(what)
        case event:
            return statement_text(event)
