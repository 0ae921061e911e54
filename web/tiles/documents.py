"""What the score keeper's page is told: a match of tiles as a JSON document."""

from typing import Any

from turbo.game.dice import hand_text
from turbo.game.events import HandedOver, Played, Rack, RackShown, Verdict
from turbo.game.layout import Layout
from turbo.game.messages import Language
from turbo.live.tiles.words import SENTENCES, tile_word
from turbo.storage.history import TileHistory, TileJudged
from turbo.storage.session import LiveView, Session
from turbo.storage.turn_clock import BY, deadline
from turbo.tiles.documents import fault_document
from turbo.tiles.match import Game, TileMatch, TilePhase
from turbo.tiles.score import rack_points
from turbo.tiles.speech import set_words
from web.match.versions import redoable
from web.tiles.sentences import act_sentence, ending_sentence
from web.tiles.undoing import last_entry

Document = dict[str, Any]

SHOWN = 40
"""Rulings of the log that go with every state: a few turns of everybody; the page of the match that
is over shows all of them."""


def version(history: TileHistory, number: int | None) -> str:
    """What somebody saw who says something now."""
    # Enough here: the log says everything, and no dice are named by a camera's numbers.
    return f"{number or 0}-{len(history.entries)}"


def tiles_document(
    session: Session, language: Language, *, is_watched: bool = False
) -> Document | None:
    """The open match; None if none of tiles is open. `is_watched`: by a camera, at a table that
    takes a hand-over and answers."""
    if not session.has_tiles:
        return None
    history = session.tiles
    found = match_document(history, session.match_number, language, most=SHOWN)
    return {**found, "watched": watched_document(session.view, language) if is_watched else None}


def watched_document(view: LiveView, language: Language) -> Document:
    """What the table says and asks beside its rulings."""
    return {
        "has_camera": view.picture_jpeg is not None,
        # What the dice's table says beside these has no sentence about tiles.
        "notices": [tile_word(one, language) for one in view.notices if one.key in SENTENCES],
        "questions": [
            {"id": one.id, "faces": [face for face, _ in one.faces]} for one in view.questions
        ],
    }


def match_document(
    history: TileHistory, number: int | None, language: Language, *, most: int | None = None
) -> Document:
    contest = history.match
    due = deadline(history)
    # Tables after every step only to look back: a state is sent at every change, to everybody.
    told = rulings(history, language, with_rows=most is None)
    return {
        **contest_document(contest, language),
        "number": number,
        "seen": version(history, number),
        "paused": history.is_paused,
        "simulated": history.options.simulated,
        "deadline": None if due is None else due.isoformat(),
        "can_undo": last_entry(history) is not None,
        "can_redo": redoable(history) is not None,
        "ruling": told[-1] if told else None,
        "watched": None,
        "log": told[::-1] if most is None else told[-most:][::-1],
    }


def contest_document(contest: TileMatch, language: Language) -> Document:
    edition, game = contest.edition, contest.game
    return {
        "edition": edition.name,
        "words": set_words(edition, language),
        "players": list(contest.players),
        "stage": contest.stage.name.lower(),
        "game": len(contest.results) + (game is not None),
        "games": edition.games(len(contest.players)),
        "counts_games": edition.counts_games,
        "time_s": edition.time_s,
        "penalty": edition.late_unfinished,
        "can_redeal": edition.redeal_pairs is not None and _is_fresh(contest),
        "can_return": game is not None and game.penalised is not None,
        "can_overrule": contest.rejected is not None and contest.stage is not TilePhase.OVER,
        "next_starter": contest.next_starter,
        **_game_document(game),
        "seats": [_seat(contest, seat) for seat in range(len(contest.players))],
        "card": [
            {"winner": one.winner, "by": str(one.by), "points": list(one.points)}
            for one in contest.results
        ],
        "winner": contest.winner,
        "finished": contest.is_finished,
        "ended": contest.ended,
    }


def _is_fresh(contest: TileMatch) -> bool:
    """Somebody has not had the first turn yet: only then a new deal may be asked for."""
    game = contest.game
    return game is not None and game.turns < len(contest.players) and not game.is_over


def _game_document(game: Game | None) -> Document:
    if game is None:
        nothing = dict.fromkeys(("turn", "pool", "last_turns", "out"))
        return {**nothing, "is_blind": False, "table": "", "rows": []}
    return {
        # When a game is over racks are counted: then it is everybody's word and nobody's turn.
        "turn": None if game.is_over else game.turn,
        "pool": game.pool,
        "last_turns": game.last_turns,
        "out": game.out,
        "is_blind": game.is_blind,
        "table": "" if game.is_blind else str(game.table),
        "rows": _rows(game) or [],
    }


def _row(island: Any) -> list[str]:
    return [str(face) for row in island for face in row if face is not None]


def _seat(contest: TileMatch, seat: int) -> Document:
    game = contest.game
    shown = None if game is None or not game.is_over else game.shown[seat]
    return {
        "name": contest.players[seat],
        "total": contest.totals[seat],
        "wins": contest.wins[seat],
        "count": None if game is None else game.count(seat),
        "melded": game is not None and game.melded[seat],
        "gone": seat in contest.gone,
        "rack": None if shown is None else _rack_text(shown),
        "points": None if shown is None else rack_points(contest.edition, shown),
    }


def _rack_text(rack: Rack) -> str:
    return str(rack) if isinstance(rack, int) else hand_text(rack)


def rulings(history: TileHistory, language: Language, *, with_rows: bool = False) -> list[Document]:
    """Every ruling in words, in the order of the log; to look back, with the table after it."""
    found, before = [], history.fresh
    for one in history.judged:
        rows = {"rows": _rows(one.match.game)} if with_rows else {}
        found.append({**ruling_document(one, before, language), **rows})
        before = one.match
    return found


def _rows(game: Game | None) -> list[list[str]] | None:
    """None where nobody knows what lies there."""
    if game is None:
        return []
    return None if game.is_blind else [_row(island) for island in game.table.islands]


def _tried(judged: TileJudged) -> list[list[str]]:
    """The rows of a table that was not accepted: it lies nowhere else on the page."""
    if judged.ruling.verdict is Verdict.ACCEPTED:
        return []
    match judged.event:
        case HandedOver(layout) | Played(sets=Layout() as layout):
            return [_row(island) for island in layout.islands]
    return []


def ruling_document(judged: TileJudged, before: TileMatch, language: Language) -> Document:
    entry, ruling, edition = judged.effective.entry, judged.ruling, before.edition
    return {
        "entry": entry.number,
        "player": ruling.player,
        "verdict": str(ruling.verdict),
        "sentence": act_sentence(judged, before, language),
        "ending": ending_sentence(before, judged.match, language),
        "faults": [fault_document(one, edition, language)["message"] for one in ruling.faults],
        "advice": [fault_document(one, edition, language)["message"] for one in ruling.advice],
        "at": None if entry.at is None else entry.at.isoformat(),
        "by": entry.by,
        "is_clock": entry.by == BY,
        "is_rack": isinstance(judged.event, RackShown),
        "tried": _tried(judged),
    }
