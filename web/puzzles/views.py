"""Puzzles over the web. An answer is judged like the play of a turn; nothing of it is kept."""

from datetime import date
from typing import Any

from flask import Response, g, request

from turbo.game.dice import parse_hand
from turbo.game.editions import EDITIONS, TURBO, Edition
from turbo.game.events import Verdict
from turbo.game.layout import Layout
from turbo.games import game_of
from turbo.i18n.messages import fill
from turbo.partner.puzzle_games import LEVELS, Goal
from turbo.partner.puzzles import Puzzle, answered, puzzle_of, puzzles_in
from web.api.files import file_of
from web.api.operations import (
    BOOLEAN,
    COUNT,
    FACE,
    LINE,
    STRING,
    ApiRoom,
    Schema,
    array,
    document,
    one_of,
    optional,
)
from web.api.refused import Refused
from web.api.schemas import LAYOUT
from web.context import desk, language
from web.history.views import any_history_of
from web.match.documents import face_list, layout_document
from web.match.live import LANG
from web.puzzles.sheet import puzzle_text, puzzles_pdf
from web.texts import text

blueprint = ApiRoom("puzzles")

_GOAL = one_of(*Goal)
_PUZZLE = document(
    goal=_GOAL,
    edition=one_of(*EDITIONS),
    sentence=STRING,
    level=COUNT,
    entry={**optional(COUNT), "description": "The play of a match that it comes from."},
    table=LAYOUT,
    hand=array(FACE),
    solution=LAYOUT,
    steps=array(STRING),
)
_DAY: dict[str, Schema] = {
    "day": {"type": "string", "description": "As 2026-11-18; by default today.", "maxLength": 10}
}
_EDITION: dict[str, Schema] = {
    "edition": {**one_of(*EDITIONS), "description": "By default the dice's."}
}


def _edition(name: str) -> Edition:
    if name not in EDITIONS:
        raise Refused(400, f"expected an edition ({', '.join(EDITIONS)}), got {name!r}")
    return EDITIONS[name]


def _of_the_day() -> tuple[date, list[Puzzle]]:
    day, edition = _day(), _edition(request.args.get("edition", TURBO.name))
    return day, [puzzle_of(day, level, edition) for level in LEVELS]


def _day() -> date:
    asked = request.args.get("day")
    try:
        return desk().session.now().date() if asked is None else date.fromisoformat(asked)
    except ValueError:
        raise Refused(400, f"expected a day such as 2026-11-18, got {asked!r}") from None


def goal_sentence(puzzle: Puzzle) -> str:
    edition, count = puzzle.edition, len(puzzle.hand)
    said = puzzle_text(edition, puzzle.goal, language())
    return fill(said, language(), count=count, worth=edition.first_meld)


@blueprint.viewer(
    "GET /api/puzzles",
    "The puzzles of a day, one a level; the same ones at every table.",
    document(day=STRING, puzzles=array(_PUZZLE)),
    query={**_DAY, **_EDITION, **LANG},
    errors=(400,),
)
def puzzles() -> Any:
    day, found = _of_the_day()
    return {"day": day.isoformat(), "puzzles": [_document(one) for one in found]}


@blueprint.viewer(
    "GET /api/puzzles.pdf",
    "The puzzles of a day to print, their solutions on a page of their own.",
    STRING,
    media="application/pdf",
    query={**_DAY, **_EDITION, **LANG},
    errors=(400,),
)
def puzzles_file() -> Response:
    day, found = _of_the_day()
    data = puzzles_pdf(day, [(goal_sentence(one), one) for one in found], language())
    return file_of(data, f"puzzles-{day.isoformat()}.pdf", "application/pdf")


@blueprint.viewer(
    "GET /api/matches/<int:number>/puzzles",
    "What a match that is over left to find, one puzzle a level at most.",
    document(puzzles=array(_PUZZLE)),
    query=LANG,
    errors=(404, 409, 503),
)
def match_puzzles(number: int) -> Any:
    history = any_history_of(number)
    # While it goes on it would be a hint.
    if not history.match.is_finished:
        raise Refused(409, "expected a match that is over", "match-goes-on")
    with desk().heavy.turn():
        return {"puzzles": [_document(puzzle, entry) for entry, puzzle in puzzles_in(history)]}


def _document(puzzle: Puzzle, entry: int | None = None) -> dict[str, Any]:
    said, edition = language(), puzzle.edition
    steps = game_of(edition).hint(puzzle.table, puzzle.solution, puzzle.hand, edition, said)
    return {
        "goal": str(puzzle.goal),
        "edition": edition.name,
        "sentence": goal_sentence(puzzle),
        "level": puzzle.level,
        "entry": entry,
        "table": layout_document(puzzle.table, said, edition=edition),
        "hand": face_list(puzzle.hand),
        "solution": layout_document(puzzle.solution, said, edition=edition),
        "steps": list(steps),
    }


@blueprint.viewer(
    "POST /api/puzzles/answer",
    "Judge an answer: the referee says whether it is legal, and it is told whether it is solved.",
    document(solved=BOOLEAN, legal=BOOLEAN, sentence=STRING),
    document(
        {"goal": _GOAL, "table": LINE, "hand": LINE, "layout": LINE},
        {"edition": one_of(*EDITIONS)},
    ),
    query=LANG,
    errors=(400,),
    # It changes nothing: whoever may look may ask, also without a session.
    needs_token=False,
)
def answer() -> Any:
    goal, body = Goal(g.body["goal"]), g.body
    edition = EDITIONS[body.get("edition", TURBO.name)]
    special = edition.has_special
    table, layout = (Layout.parse(body[key], special=special) for key in ("table", "layout"))
    found = answered(goal, table, parse_hand(body["hand"], special=special), layout, edition)
    speak = game_of(edition).speak
    said = " ".join(speak(fault, edition, language()) for fault in found.ruling.faults)
    if found.is_solved:
        said = str(text("puzzles.solved", language()))
    elif not said:
        said = str(puzzle_text(edition, f"not-{goal}", language()))
    return {
        "solved": found.is_solved,
        "legal": found.ruling.verdict is Verdict.ACCEPTED,
        "sentence": said,
    }
