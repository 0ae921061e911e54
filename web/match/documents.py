"""What the page is told: a session, a layout, a match and its steps as JSON documents."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, replace
from itertools import zip_longest
from typing import Any, cast

from turbo.game.answers import fault_json
from turbo.game.dice import Face, points
from turbo.game.editions import TURBO, Edition
from turbo.game.events import HandedOver, Rethrown, Thrown, Verdict
from turbo.game.layout import Fault, Layout
from turbo.game.match import Match
from turbo.game.messages import Language
from turbo.game.observation import SeenDie
from turbo.game.pauses import rested
from turbo.game.record import AnyOptions, statement_text
from turbo.game.sets import Cell
from turbo.games import game_of
from turbo.storage.history import AnyHistory, AnyJudged
from turbo.storage.session import (
    Instant,
    IslandPlace,
    LiveView,
    Notice,
    Question,
    Session,
)
from turbo.storage.turn_clock import deadline
from turbo.tiles.match import TileMatch
from web.match.game_page import page_of
from web.match.moment import moment_document
from web.match.partner import MachineWord, machine_word
from web.match.sentences import verdict_title
from web.match.shown import (
    Shown,
    faults_told,
    is_put_right,
    is_simulated,
    live_table,
    shown,
    shown_in,
)
from web.match.stories import stories_document
from web.match.versions import Version, redoable
from web.ports import TableControls, TwinControls

AnyMatch = Match | TileMatch
Document = dict[str, Any]


def face_list(faces: Sequence[Face]) -> list[str]:
    return [str(face) for face in faces]


def layout_document(
    layout: Layout,
    language: Language,
    faults: Sequence[Fault] = (),
    places: Sequence[IslandPlace] = (),
    numbers: Sequence[int] = (),
    edition: Edition = TURBO,
) -> Document:
    """Pieces by cell, what jokers stand for, the sets, and the faults that are to be marked. A
    piece has an `id` where it can be corrected."""
    sets = list(page_of(edition).sets(layout, edition))
    stands = _stands_for([stands for _, _, stands in sets])
    ids: Sequence[int | None] = numbers or [None] * len(layout.dice)
    return {
        "piece": str(edition.piece),
        "text": str(layout),
        "islands": [{"rows": len(rows), "columns": len(rows[0])} for rows in layout.islands],
        "places": [list(one) for one in places],
        "dice": [
            {"id": id_, "cell": list(cell), "face": str(face), "stands": stands.get(cell, [])}
            for id_, (cell, face) in zip(ids, layout.dice.items(), strict=True)
        ],
        "sets": [
            {"kind": kind, "cells": [list(cell) for cell in cells]} for kind, cells, _ in sets
        ],
        "faults": _faults_document(faults, edition, language),
    }


def _stands_for(each: Sequence[dict[Cell, list[str]]]) -> dict[Cell, list[str]]:
    """For every joker that lies in a set, the faces that it can stand for in all of them."""
    found: dict[Cell, list[str]] = {}
    for one in each:
        for cell, offered in one.items():
            known = found.get(cell)
            found[cell] = offered if known is None else [f for f in known if f in offered]
    return found


def _faults_document(
    faults: Sequence[Fault], edition: Edition, language: Language
) -> list[Document]:
    """In the words of the game that is played."""
    speak = game_of(edition).speak
    return [fault_json(one, language, speak(one, edition, language)) for one in faults]


def added_cells(layout: Layout, played: Sequence[Face]) -> list[list[int]]:
    """Cells of the new table with dice of the hand: of two equal dice, the later one."""
    left, found = list(played), []
    for cell, face in reversed(list(layout.dice.items())):
        if face in left:
            left.remove(face)
            found.append(list(cell))
    return found


def partner_document(partner: MachineWord, language: Language) -> Document:
    """Who the machine is, and its wish where it is its turn; a table only where it lays."""
    wish = partner.wish
    laid = None if wish is None or wish.after == wish.before else wish.after
    return {
        "player": partner.machine.player,
        "level": partner.machine.level,
        "kind": None if wish is None else str(wish.kind),
        "faces": [] if wish is None else face_list(wish.faces),
        "sentences": list(partner.sentences(language)),
        "layout": None if laid is None else layout_document(laid, language),
        "added": [] if laid is None or wish is None else added_cells(laid, wish.faces),
    }


def hands_document(found: Shown) -> list[Document | None]:
    """Everybody's hand; `laid` are the places of dice that lie on the table that is drawn, `ids`
    name each piece where it can be corrected. Of hidden ones the number is told alone."""
    documents: list[Document | None] = []
    for seat, hand in enumerate(found.hands):
        if hand is None and not found.counts:
            documents.append(None)
            continue
        faces = hand or ()
        documents.append(
            {
                "faces": face_list(faces),
                "count": found.counts[seat] if found.counts else len(faces),
                "points": found.worth[seat] if found.worth else points(faces),
                "unread": sum(face.is_unread for face in faces),
                "laid": list(found.laid[1]) if seat == found.laid[0] else [],
                "ids": list(found.numbers.hands[seat]) if found.numbers.hands[seat:] else [],
            }
        )
    return documents


def card_document(match: AnyMatch, options: AnyOptions) -> list[Document]:
    """The score card: white boxes hold the points of a round, grey ones the running total."""
    won, seats = page_of(options.edition).won, range(len(match.players))
    rows: list[Document] = []
    totals = [0 for _ in seats]
    for number in range(max(options.edition.games(len(seats)) or 0, len(match.results))):
        result = match.results[number] if number < len(match.results) else None
        white = [None for _ in seats] if result is None else won(result)
        totals = [total + (points or 0) for total, points in zip(totals, white, strict=True)]
        grey = list(totals) if result is not None else [None for _ in seats]
        by = None if result is None else str(result.by)
        winner = None if result is None else result.winner
        rows.append({"white": white, "grey": grey, "by": by, "winner": winner})
    return rows


def match_document(match: AnyMatch, options: AnyOptions, rounds: int | None = None) -> Document:
    """`rounds`: how many were begun, where that is known better than by those that were counted."""
    rnd, own = match.round, page_of(options.edition).match(match, options)
    return {
        "edition": options.edition.name,
        "piece": str(options.edition.piece),
        "players": list(match.players),
        "round": len(match.results) + (rnd is not None) if rounds is None else rounds,
        "rounds": options.edition.games(len(match.players)),
        "turn": None if rnd is None else rnd.turn,
        "starter": None if rnd is None else rnd.starter,
        "next_starter": match.next_starter,
        "card": card_document(match, options),
        "totals": list(match.totals),
        "winner": match.winner,
        "finished": match.is_finished,
        "ended": match.ended,
        "can_overrule": match.rejected is not None and own["phase"] != "over",
        "is_waiting": match.waiting is not None,
        **own,
    }


def ruling_document(
    judged: AnyJudged, before: AnyMatch, options: AnyOptions, lang: Language
) -> Document:
    """One ruling in plain words, with its statement, its author and its time."""
    entry, ruling, edition = judged.effective.entry, judged.ruling, options.edition
    amended, page = judged.effective.amended_by, page_of(edition)
    return {
        "entry": entry.number,
        "statement": statement_text(judged.event),
        "player": ruling.player,
        "verdict": str(ruling.verdict),
        "title": verdict_title(judged, lang),
        "sentence": page.sentence(judged, before, lang),
        "ending": page.ending(before, judged.match, lang),
        "faults": _faults_document(ruling.faults, edition, lang),
        "advice": _faults_document(ruling.advice, edition, lang),
        "at": None if entry.at is None else entry.at.isoformat(),
        "by": entry.by,
        "amended_by": None if amended is None else amended.number,
    }


def rulings_document(history: AnyHistory, language: Language) -> list[Document]:
    """Every ruling in words, in the order of the log."""
    return [
        ruling_document(one, before, history.options, language) for before, one in walked(history)
    ]


def walked(history: AnyHistory) -> Iterator[tuple[AnyMatch, AnyJudged]]:
    """Everything that was judged, with the match as it was before it."""
    before: AnyMatch = history.fresh
    for one in history.judged:
        yield before, one
        before = one.match


def last_ruling(history: AnyHistory, language: Language) -> Document | None:
    if not history.judged:
        return None
    before = history.judged[-2].match if len(history.judged) > 1 else history.fresh
    return ruling_document(history.judged[-1], before, history.options, language)


def shown_document(
    found: Shown,
    language: Language,
    places: Sequence[IslandPlace] = (),
    edition: Edition = TURBO,
) -> Document:
    numbers = found.numbers.table
    return {
        "source": found.source,
        "table": layout_document(found.table, language, found.faults, places, numbers, edition),
        "hands": hands_document(found),
    }


def steps_document(history: AnyHistory, language: Language) -> list[Document]:
    """Every step of a match for a replay: what was said, how it was ruled, what lay there then."""
    steps, options = [], history.options
    for number, (before, judged) in enumerate(walked(history), 1):
        # Rulings as they were issued, and no entries: a replay shows them and judges nothing anew.
        upto: Any = replace(cast(Any, history), entries=(), judged=history.judged[:number])
        steps.append(
            {
                "ruling": ruling_document(judged, before, options, language),
                "shown": shown_document(shown_in(upto), language, (), options.edition),
                "match": match_document(judged.match, options),
            }
        )
    return steps


def questions(now: Instant) -> tuple[Question, ...]:
    """What a person is asked: by the live table, else by a throw or a table with unread dice.

    The second kind has numbers below zero: -1 is the first unread die.
    """
    # The live table knows which die it means; the match only knows that one is unread.
    if now.view.questions:
        return now.view.questions
    if now.log is None:
        return ()
    waiting = now.log.match.waiting
    faces: Sequence[Face] = ()
    player = None
    # In the order of the dice as they are shown: a question is answered by that place.
    if isinstance(waiting, Thrown | Rethrown):
        faces, player = waiting.hand, waiting.player
    elif isinstance(waiting, HandedOver):
        faces = waiting.layout.faces
    unread = [place for place, face in enumerate(faces) if face.is_unread]
    return tuple(Question(-1 - n, player, place, ()) for n, place in enumerate(unread))


def questions_document(now: Instant) -> list[Document]:
    return [
        {
            "id": one.id,
            "player": one.player,
            "place": one.place,
            "faces": [{"face": face, "confidence": round(sure, 3)} for face, sure in one.faces],
        }
        for one in questions(now)
    ]


def _question_sentence(now: Instant, language: Language) -> str | None:
    """Which die is asked for, in words: the first one."""
    for one in questions(now):
        return page_of(edition_of(now)).question(now, one, language)
    return None


def state_document(
    session: Session,
    boot: str,
    language: Language,
    controls: TableControls | None = None,
    twin: TwinControls | None = None,
    *,
    open_answers: bool = False,
) -> Document:
    """Everything that the live page shows, complete, and all of it of one moment."""
    now = session.instant
    view, history = now.view, now.log
    found, edition = shown(now), edition_of(now)
    # The camera's places fit the table that it sees, and no other one of the same shape.
    lies_so = str(live_table(view)) == str(found.table)
    places = view.places if lies_so else ()
    ruling = None if history is None else last_ruling(history, language)
    is_over = history is not None and history.match.is_finished
    asked = _question_sentence(now, language)
    mended = _whose_turn(history) if is_put_right(now, found) else None
    partner = machine_word(now, found)
    wrong = faults_told(now, found) if ruling and ruling["verdict"] == "rejected" else None
    notices = _noticed(view.notices, edition, language)
    due = None if history is None else deadline(history)
    return {
        "match_number": now.number,
        "entries": 0 if history is None else len(history.entries),
        "seen": str(Version.of(now, boot)),
        "can_redo": history is not None and redoable(history) is not None,
        "moment": moment_document(
            notices,
            asked,
            ruling,
            language,
            is_over=is_over,
            mended=mended,
            partner=None if partner is None else partner.told(language),
            wrong=None
            if wrong is None
            else [game_of(edition).speak(one, edition, language) for one in wrong],
        ),
        "match": None
        if history is None
        else match_document(history.match, history.options, _rounds(history)),
        "shown": shown_document(found, language, places, edition),
        "ruling": ruling,
        "turn_since": None if history is None else _turn_since(history),
        "deadline": None if due is None else due.isoformat(),
        "paused": session.paused,
        "called": view.called,
        "simulated": is_simulated(now),
        "settled": view.settled,
        "has_camera": view.picture_jpeg is not None,
        "questions": questions_document(now),
        "stories": stories_document(
            None if now.history is None else now.history.match, view, language
        ),
        "notices": [said for _, said in notices],
        "notice_keys": [key for key, _ in notices],
        "open_answers": open_answers,
        "has_controls": controls is not None,
        "twin": None if twin is None else asdict(twin.state()),
        "seats": [
            one and {"sitting": one.id, "by": one.by, "wants": one.wants} for one in view.seats
        ],
        "partner": None if partner is None else partner_document(partner, language),
        "language": str(language),
    }


def edition_of(now: Instant) -> Edition:
    """What is played; the dice's where nothing is."""
    return TURBO if now.log is None else now.log.options.edition


def _noticed(
    notices: Iterable[Notice], edition: Edition, language: Language
) -> list[tuple[str, str]]:
    """What the table says, with its keys; what the game has no word for is left out."""
    say = page_of(edition).notice
    told = ((one.key, say(one, language)) for one in notices)
    return [(key, said) for key, said in told if said is not None]


def _rounds(history: AnyHistory) -> int:
    """How many rounds were begun: who resigns in the third has not ended the second again."""
    begun = (len(one.match.results) + (one.match.round is not None) for one in history.judged)
    return max(begun, default=0)


def _whose_turn(history: AnyHistory | None) -> str | None:
    """Whose turn it is."""
    rnd = None if history is None else history.match.round
    return None if history is None or rnd is None else history.players[rnd.turn]


def _turn_since(history: AnyHistory) -> str | None:
    """When the turn that goes on now began: with the last accepted hand-over, pass or round, and
    later by as long as the match was paused since."""
    since = None
    turn: object = None
    for one in history.judged:
        rnd = one.match.round
        now = None if rnd is None else (len(one.match.results), rnd.turns)
        # By the count of turns: a correction is accepted as well, and begins none.
        if now != turn and one.ruling.verdict is Verdict.ACCEPTED:
            turn, since = now, one.effective.entry.at
    if since is None or turn is None:
        return None
    return (since + rested(history.notes, since)).isoformat()


def view_document(number: int, view: LiveView) -> Document:
    """A camera picture's number and what was recognised on it."""
    seen = view.observation
    dice = () if seen is None else seen.dice
    return {
        "picture": number,
        "width": 0 if seen is None else seen.width_px,
        "height": 0 if seen is None else seen.height_px,
        "settled": view.settled,
        # The tracker may not follow all of them yet: those have no number and cannot be tapped.
        "dice": [_seen_document(*one) for one in zip_longest(dice, view.followed[: len(dice)])],
    }


def _seen_document(die: SeenDie, number: int | None) -> Document:
    first = die.readings[0] if die.readings else None
    return {
        "id": number,
        "corners": [[round(x, 1), round(y, 1)] for x, y in die.corners_px],
        "face": "?" if first is None else str(first.face),
        "confidence": round(die.confidence, 3),
        "also": [
            {"face": str(one.face), "confidence": round(one.confidence, 3)}
            for one in die.readings[1:4]
        ],
        "doubts": [str(doubt) for doubt in die.doubts],
    }
