"""Puzzles over the web. An answer is judged like the play of a turn; nothing of it is kept."""

from datetime import date
from typing import Annotated, Any

from flask import Response

from turbo.game.dice import parse_hand
from turbo.game.editions import EDITIONS, TURBO
from turbo.game.events import Verdict
from turbo.game.layout import Layout
from turbo.games import game_of
from turbo.i18n.messages import fill
from turbo.partner.puzzle_games import LEVELS, Goal
from turbo.partner.puzzles import Puzzle, answered, puzzle_of, puzzles_in
from web.api import operations as api
from web.api.files import file_of
from web.api.refused import Refused
from web.api.schemas import LAYOUT
from web.context import LANG, desk, language
from web.history.views import any_history_of
from web.match.documents import face_list, layout_document
from web.match.live import EditionName
from web.puzzles.sheet import puzzle_text, puzzles_pdf
from web.texts import text

blueprint = api.ApiRoom("puzzles")

_PUZZLE = api.document(
    goal=Goal,
    edition=EditionName,
    sentence=str,
    level=api.Count,
    entry=api.said(api.optional(api.Count), "The play of a match that it comes from."),
    table=LAYOUT,
    hand=[api.FACE],
    solution=LAYOUT,
    steps=[str],
)
Day = Annotated[str, api.said(api.letters(10), "As 2026-11-18; by default today.")]
Box = Annotated[str, api.said(api.one_of(*EDITIONS), "By default the dice's.")]


def _of_the_day(day: str | None, edition: str) -> tuple[date, list[Puzzle]]:
    try:
        asked = desk().session.now().date() if day is None else date.fromisoformat(day)
    except ValueError:
        raise Refused(400, f"expected a day such as 2026-11-18, got {day!r}") from None
    return asked, [puzzle_of(asked, level, EDITIONS[edition]) for level in LEVELS]


def goal_sentence(puzzle: Puzzle) -> str:
    edition, count = puzzle.edition, len(puzzle.hand)
    said = puzzle_text(edition, puzzle.goal, language())
    return fill(said, language(), count=count, worth=edition.first_meld)


@blueprint.viewer("GET /api/puzzles", api.document(day=str, puzzles=[_PUZZLE]), query=LANG)
def puzzles(day: Day | None = None, edition: Box = TURBO.name) -> Any:
    """The puzzles of a day, one a level; the same ones at every table."""
    asked, found = _of_the_day(day, edition)
    return {"day": asked.isoformat(), "puzzles": [_document(one) for one in found]}


@blueprint.viewer("GET /api/puzzles.pdf", api.PDF, query=LANG)
def puzzles_file(day: Day | None = None, edition: Box = TURBO.name) -> Response:
    """The puzzles of a day to print, their solutions on a page of their own."""
    asked, found = _of_the_day(day, edition)
    data = puzzles_pdf(asked, [(goal_sentence(one), one) for one in found], language())
    return file_of(data, f"puzzles-{asked.isoformat()}.pdf", "application/pdf")


@blueprint.viewer(
    "GET /api/matches/<int:number>/puzzles",
    api.document(puzzles=[_PUZZLE]),
    query=LANG,
    errors=(409, 503),
)
def match_puzzles(number: int) -> Any:
    """What a match that is over left to find, one puzzle a level at most."""
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
    api.document(solved=bool, legal=bool, sentence=str),
    query=LANG,
    # It changes nothing: whoever may look may ask, also without a session.
    needs_token=False,
)
def answer(
    goal: Goal, table: api.Line, hand: api.Line, layout: api.Line, edition: EditionName = TURBO.name
) -> Any:
    """Judge an answer: the referee says whether it is legal, and it is told whether it is
    solved."""
    box = EDITIONS[edition]
    special, speak = box.has_special, game_of(box).speak
    lay, laid = (Layout.parse(one, special=special) for one in (table, layout))
    found = answered(goal, lay, parse_hand(hand, special=special), laid, box)
    told = " ".join(speak(fault, box, language()) for fault in found.ruling.faults)
    if found.is_solved:
        told = str(text("puzzles.solved", language()))
    elif not told:
        told = str(puzzle_text(box, f"not-{goal}", language()))
    is_legal = found.ruling.verdict is Verdict.ACCEPTED
    return {"solved": found.is_solved, "legal": is_legal, "sentence": told}
