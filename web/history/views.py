"""Looking back: matches, their history, replay, hints, statistics, and exports of all of it."""

import json
from collections.abc import Iterable
from typing import Annotated, Any

from flask import Response

from turbo.game.dice import hand_text, parse_hand
from turbo.game.digest import sealed
from turbo.game.editions import PieceKind
from turbo.game.events import Rethrown, Thrown
from turbo.game.layout import Fault
from turbo.game.record import AnyOptions, statement_text
from turbo.games import game_of
from turbo.storage.answers import history_json, log_json
from turbo.storage.files import csv_text
from turbo.storage.history import AnyJudged, History, are_dice
from turbo.storage.store import AnyHistory, MatchHead
from web.api import operations as api
from web.api.files import file_of, picture
from web.api.refused import Refused, needed
from web.api.schemas import HEAD, HISTORY, LAYOUT, PLAY, STATISTICS, STEP
from web.context import LANG, desk, language
from web.history.card_pdf import card_pdf
from web.history.log import log_document
from web.match.documents import (
    AnyMatch,
    added_cells,
    face_list,
    layout_document,
    match_document,
    rulings_document,
    steps_document,
    walked,
)
from web.match.game_page import page_of, phase_of
from web.match.open_match import open_session
from web.match.shown import shown_in
from web.statistics.tallies import TALLIES
from web.statistics.tally import statistics_document

blueprint = api.ApiRoom("history")

KEPT_S = 3600
"""How long a browser may keep the picture of a throw, which never changes: a log is drawn often."""


MOST_MATCHES = 50
"""On a page, unless somebody asks for more or fewer."""

# The page of statistics asks for so many at once, to choose one of them.
Limit = Annotated[int, api.whole(1, 500)]

Rack = Annotated[str, api.letters(400)]
"""What is on a hidden rack, as its owner tells it."""

CSV = api.FileKind("text/csv", api.STRING)


def history_of(number: int) -> History:
    """A match of the store; the open one is at hand already."""
    found = any_history_of(number)
    if not are_dice(found):
        raise Refused(404, f"expected a match of dice, got match {number}", "not-found")
    return found


def any_history_of(number: int) -> AnyHistory:
    """A match of whichever game."""
    session = desk().session
    if number == session.match_number:
        return session.log
    found = desk().shelf.history(number)
    if found is None:
        raise Refused(404, f"expected the number of a match, got {number}", "not-found")
    return found


@blueprint.viewer("GET /api/matches", api.document(matches=[HEAD], next=api.optional(api.Count)))
def matches(limit: Limit = MOST_MATCHES, before: api.Count | None = None) -> Any:
    """Matches, the newest first, a page at a time: `next` is the `before` of the next page."""
    # One more than is shown says whether there is a next page, without counting all of them.
    heads = desk().store.newest(limit + 1, before)
    found = []
    for head in heads[:limit]:
        # As it was kept with the match: a list judges nothing, however many matches there are.
        standing = head.standing
        found.append(
            {
                "match": head.id,
                "edition": head.edition,
                "piece": str(head.piece),
                "created": head.created.isoformat(),
                "players": list(head.players),
                "totals": list(standing.totals),
                "rounds": len(standing.rounds),
                # None: until somebody ends it.
                "of": head.options.edition.games(len(head.players)),
                "finished": standing.is_finished,
                "winner": standing.winner,
                "entries": head.entries,
                "simulated": head.options.simulated,
                "is_open": head.id == desk().session.match_number,
            }
        )
    return {"matches": found, "next": found[-1]["match"] if len(heads) > limit else None}


@blueprint.viewer("GET /api/matches/<int:number>/last", LAYOUT, query=LANG)
def last_table(number: int) -> Any:
    """The table as it lay last in a match: for a picture of it."""
    history = any_history_of(number)
    return layout_document(shown_in(history).table, language(), edition=history.options.edition)


@blueprint.viewer("GET /api/matches/<int:number>", HISTORY, query=LANG)
def one_match(number: int) -> Any:
    """A match: its score card, every ruling, and its log as it was written."""
    history, pictures = any_history_of(number), desk().pictures
    return {
        "match_number": number,
        "created": desk().store.head(number).created.isoformat(),
        "match": match_document(history.match, history.options),
        "log": log_document(history, language()),
        "rulings": rulings_document(history, language()),
        "pictures": [] if pictures is None else list(pictures.entries(number)),
    }


@blueprint.viewer("GET /api/matches/<int:number>/steps", api.document(steps=[STEP]), query=LANG)
def steps(number: int) -> Any:
    """Every step of a match with the table and the hands after it, for a replay."""
    return {"steps": steps_document(any_history_of(number), language())}


@blueprint.viewer(
    "GET /api/matches/<int:number>/hints/<int:entry>", PLAY, errors=(409,), query=LANG
)
def past_hint(number: int, entry: int, hand: Rack = "") -> Any:
    """What could have been played in a turn that is over; tiles: from the rack that is told."""
    history = any_history_of(number)
    steps = ((one, before) for before, one in walked(history))
    found = next((step for step in steps if step[0].effective.entry.number == entry), None)
    expected = f"expected the number of an entry, got {entry}"
    judged, before = needed(found, 404, expected, "not-found")
    # Whoever looks on may ask this: a hint for the turn that goes on could be whispered.
    if _turn_of(before) is not None and _turn_of(before) == _turn_of(judged.match):
        raise Refused(409, "the turn is not over yet", "turn-goes-on")
    return _play(before, history.options, hand)


def _turn_of(match: AnyMatch) -> tuple[int, int] | None:
    """Which turn of which round it is."""
    return None if match.round is None else (len(match.results), match.round.turns)


@blueprint.referee("GET /api/match/hint", PLAY, errors=(409,), query=LANG)
def hint(hand: Rack = "") -> Any:
    """What could be played now, with tiles from the rack that is told; for whoever asks for it."""
    history = open_session().log
    return _play(history.match, history.options, hand)


def _play(match: AnyMatch, options: AnyOptions, rack: str) -> dict[str, Any]:
    edition, rnd = options.edition, match.round
    if rnd is None or phase_of(match, options) != "to_play":
        raise _no_throw()
    told = parse_hand(rack, special=edition.has_special)
    # A hand that lies open needs no telling, and one that is hidden cannot do without.
    hand, own = rnd.hands[rnd.turn] or told, page_of(edition).search(match)
    if not hand:
        raise _no_throw()
    if own is None and not desk().hints.can_search:
        raise Refused(409, "expected a search for plays: none is installed", "no-search")
    found = desk().hints.play(rnd.table, hand, own)
    steps = game_of(edition).hint(rnd.table, found.layout, found.played, edition, language())
    return {
        "played": face_list(found.played),
        "layout": layout_document(found.layout, language(), edition=edition),
        "added": added_cells(found.layout, found.played),
        # A search that somebody plugs in may not know whether it has seen everything: then it has
        # not.
        "proved": bool(getattr(found, "proved", False)),
        "steps": list(steps),
    }


def _no_throw() -> Refused:
    return Refused(409, "expected a throw that can be played from", "no-throw")


@blueprint.viewer("GET /api/statistics", STATISTICS, query=LANG, errors=(404, 503))
def statistics(match: api.Count | None = None) -> Any:
    """Numbers of all matches, or of one; those of tiles for themselves. Of all of them the newest
    turns and rounds are told each; `pending` matches are still being counted."""
    if match is not None:
        # Who asks for one gets it, simulated or not: only over all of them they must not mix.
        history = any_history_of(match)
        own = history.options.edition.piece
        found = {piece: (make(), int(piece is own), 0) for piece, make in TALLIES.items()}
        found[own][0].add(match, history)
    else:
        with desk().heavy.turn():
            found = {piece: _counted(piece) for piece in TALLIES}
    dice, count, pending = found[PieceKind.DIE]
    tiles, tile_count, more = found[PieceKind.TILE]
    return {
        **{"matches": count, "pending": pending + more, **statistics_document(dice)},
        "tiles": {"matches": tile_count, **tiles.document(language())},
    }


def _counted(piece: PieceKind) -> tuple[Any, int, int]:
    """Of all matches of a game, how many were counted, and how many still are to be: those that are
    over were counted before, the open one is at hand."""
    heads, number = _to_count(piece), desk().session.match_number
    simulated = bool(heads) and heads[0].options.simulated
    rest = [head for head in heads if head.id != number]
    tally, count, pending = desk().tallies.of(rest, piece, simulated)
    if len(rest) < len(heads) and number is not None:
        tally.add(number, any_history_of(number))
    return tally, count + len(heads) - len(rest), pending


def _to_count(piece: PieceKind) -> list[MatchHead]:
    """Simulated ones never mix with real ones: alone they count where nothing else is there."""
    heads = [head for head in desk().store.matches() if head.piece is piece]
    return [head for head in heads if not head.options.simulated] or heads


@blueprint.viewer(
    "GET /api/matches/<int:number>/match.turbo", api.FileKind("text/plain", api.STRING), query=LANG
)
def record_file(number: int) -> Response:
    """The match record."""
    text = sealed(any_history_of(number).record_text())
    return file_of(text, f"match-{number}.turbo", "text/plain")


@blueprint.viewer("GET /api/matches/<int:number>/match.json", {"type": "object"}, query=LANG)
def json_file(number: int) -> Response:
    """The match as JSON."""
    history = any_history_of(number)
    found = {**history_json(history, language()), "log": log_json(history)}
    text = json.dumps(found, ensure_ascii=False, indent=1)
    return file_of(text, f"match-{number}.json", "application/json")


@blueprint.viewer("GET /api/matches/<int:number>/match.csv", CSV, query=LANG)
def csv_file(number: int) -> Response:
    """Every entry with its ruling, as a table."""
    history = any_history_of(number)
    rows = []
    for one in history.judged:
        words = [_sentences(faults, history) for faults in (one.ruling.faults, one.ruling.advice)]
        row = [one.effective.entry.by, one.ruling.player, statement_text(one.event)]
        rows.append([*_entry_cells(one), *row, str(one.ruling.verdict), *words])
    heads = ["entry", "at", "by", "player", "statement", "verdict", "faults", "advice"]
    return file_of(csv_text(heads, rows), f"match-{number}.csv", "text/csv")


def _entry_cells(one: AnyJudged) -> list[Any]:
    entry = one.effective.entry
    return [entry.number, None if entry.at is None else entry.at.isoformat()]


@blueprint.viewer("GET /api/matches/<int:number>/throws.csv", CSV, query=LANG)
def throws_file(number: int) -> Response:
    """Every throw with its faces, as a table."""
    rows = []
    for one in history_of(number).judged:
        if isinstance(one.event, Thrown | Rethrown):
            kind = "throw" if isinstance(one.event, Thrown) else "rethrow"
            rounds = len(one.match.results) + (one.match.round is not None)
            row = [rounds, one.event.player, kind, hand_text(one.event.hand)]
            rows.append([*_entry_cells(one), *row, str(one.ruling.verdict)])
    heads = ["entry", "at", "round", "player", "kind", "faces", "verdict"]
    return file_of(csv_text(heads, rows), f"match-{number}-throws.csv", "text/csv")


def _sentences(faults: Iterable[Fault], history: AnyHistory) -> str:
    speak, edition = history.rules.speak, history.options.edition
    return " ".join(speak(fault, edition, language()) for fault in faults)


@blueprint.viewer("GET /api/matches/<int:number>/card.pdf", api.PDF, query=LANG)
def card_file(number: int) -> Response:
    """The score card, ready to print."""
    # When it was started, from its head: a match that was imported has its own date.
    history, played = any_history_of(number), desk().store.head(number).created
    data = card_pdf(history.match, history.options, played, language())
    return file_of(data, f"match-{number}.pdf", "application/pdf")


@blueprint.viewer("GET /api/matches/<int:number>/pictures/<int:entry>.jpg", api.JPEG)
def throw_picture(number: int, entry: int) -> Response:
    """The picture of a throw, if one was kept."""
    # So that a match which is not there is not told as a picture that was not kept.
    any_history_of(number)
    pictures = desk().pictures
    response = picture(None if pictures is None else pictures.picture(number, entry))
    # Private: a proxy on the way must not keep a picture of somebody's room for others.
    response.headers["Cache-Control"] = f"private, max-age={KEPT_S}"
    return response
