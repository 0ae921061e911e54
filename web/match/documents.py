"""What the page is told: a session, a layout, a match and its steps as JSON documents."""

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Any

from turbo.game.dice import Face, points
from turbo.game.events import HandedOver, Rethrown, Thrown, Verdict
from turbo.game.layout import Fault, Layout
from turbo.game.match import Match, Phase
from turbo.game.messages import Language, message
from turbo.game.observation import Observation, SeenDie
from turbo.game.record import statement_text
from turbo.game.sets import Cell
from turbo.i18n.messages import fill
from turbo.storage.answers import fault_json
from turbo.storage.history import History, Judged
from turbo.storage.session import Instant, IslandPlace, LiveView, Question, Session
from web.match.moment import moment_document
from web.match.pauses import rested
from web.match.sentences import ending_sentence, event_sentence, notice_sentence, verdict_title
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
from web.texts import text

Document = dict[str, Any]


def face_list(faces: Sequence[Face]) -> list[str]:
    return [str(face) for face in faces]


def layout_document(
    layout: Layout,
    language: Language,
    faults: Sequence[Fault] = (),
    places: Sequence[IslandPlace] = (),
    numbers: Sequence[int] = (),
) -> Document:
    """Dice by cell, what jokers stand for, the sets, and the faults that are to be marked. A die
    has an `id` where it can be corrected."""
    stands = _stands_for(layout)
    ids: Sequence[int | None] = numbers or [None] * len(layout.dice)
    return {
        "text": str(layout),
        "islands": [{"rows": len(rows), "columns": len(rows[0])} for rows in layout.islands],
        "places": [list(one) for one in places],
        "dice": [
            {"id": id_, "cell": list(cell), "face": str(face), "stands": stands.get(cell, [])}
            for id_, (cell, face) in zip(ids, layout.dice.items(), strict=True)
        ],
        "sets": [
            {"kind": str(found.kind), "cells": [list(cell) for cell in found.chain.cells]}
            for found in layout.sets()
        ],
        "faults": [fault_json(fault, language) for fault in faults],
    }


def _stands_for(layout: Layout) -> dict[Cell, list[str]]:
    """For every joker that lies in a set, the faces that it can stand for in all of them."""
    found: dict[Cell, list[str]] = {}
    for one in layout.sets():
        for place, cell in enumerate(one.chain.cells):
            if one.chain.faces[place].is_joker:
                offered = list(dict.fromkeys(str(r.faces[place]) for r in one.readings))
                known = found.get(cell)
                found[cell] = offered if known is None else [f for f in known if f in offered]
    return found


def hands_document(found: Shown) -> list[Document | None]:
    """Both hands; `laid` are the places of dice that lie on the table that is drawn, `ids` name
    each die where it can be corrected."""
    documents: list[Document | None] = []
    for seat, hand in enumerate(found.hands):
        laid = list(found.laid[1]) if seat == found.laid[0] else []
        ids = list(found.numbers.hands[seat])
        if hand is None:
            documents.append(None)
            continue
        unread = sum(face.is_unread for face in hand)
        known = {"faces": face_list(hand), "points": points(hand), "unread": unread}
        documents.append({**known, "laid": laid, "ids": ids})
    return documents


def card_document(match: Match) -> list[Document]:
    """The score card: white boxes hold the points of a round, grey ones the running total."""
    rows: list[Document] = []
    totals = [0, 0]
    for number in range(max(match.options.rounds, len(match.results))):
        result = match.results[number] if number < len(match.results) else None
        white: list[int | None] = [None, None]
        if result is not None and result.winner is not None:
            totals[result.winner] += result.points
            white[result.winner] = result.points
        grey = list(totals) if result is not None else [None, None]
        by = None if result is None else str(result.by)
        winner = None if result is None else result.winner
        rows.append({"white": white, "grey": grey, "by": by, "winner": winner})
    return rows


def blanks_document(match: Match) -> list[int]:
    """Blank turns in a row by seat: they alternate, backwards from who is to come."""
    found = [0, 0]
    if match.round is not None:
        for number in range(match.round.blanks):
            found[(match.round.turn + 1 + number) % 2] += 1
    return found


def match_document(match: Match, rounds: int | None = None) -> Document:
    """`rounds`: how many were begun, where that is known better than by those that were counted."""
    rnd = match.round
    return {
        "players": list(match.players),
        "options": match.options.document(),
        "phase": match.phase.name.lower(),
        "round": len(match.results) + (rnd is not None) if rounds is None else rounds,
        "turn": None if rnd is None else rnd.turn,
        "starter": None if rnd is None else rnd.starter,
        "next_starter": match.next_starter,
        "blanks": blanks_document(match),
        # Blank turns alternate, so of six in a row each player has three: that is what people
        # count.
        "blanks_each": match.options.blank_turns // 2,
        "card": card_document(match),
        "totals": list(match.totals),
        "winner": match.winner,
        "finished": match.is_finished,
        "ended": match.ended,
        "can_overrule": match.rejected is not None and match.phase is not Phase.OVER,
        "is_waiting": match.waiting is not None,
    }


def ruling_document(judged: Judged, before: Match, language: Language) -> Document:
    """One ruling in plain words, with its statement, its author and its time."""
    entry, ruling = judged.effective.entry, judged.ruling
    amended = judged.effective.amended_by
    return {
        "entry": entry.number,
        "statement": statement_text(judged.event),
        "player": ruling.player,
        "verdict": str(ruling.verdict),
        "title": verdict_title(judged, language),
        "sentence": event_sentence(judged, before, language),
        "ending": ending_sentence(before, judged.match, language),
        "faults": [fault_json(fault, language) for fault in ruling.faults],
        "advice": [fault_json(fault, language) for fault in ruling.advice],
        "at": None if entry.at is None else entry.at.isoformat(),
        "by": entry.by,
        "amended_by": None if amended is None else amended.number,
    }


def last_ruling(history: History, language: Language) -> Document | None:
    if not history.judged:
        return None
    before = history.judged[-2].match if len(history.judged) > 1 else _fresh(history)
    return ruling_document(history.judged[-1], before, language)


def _fresh(history: History) -> Match:
    return Match(history.players, history.options)


def shown_document(
    found: Shown, language: Language, places: Sequence[IslandPlace] = ()
) -> Document:
    return {
        "source": found.source,
        "table": layout_document(found.table, language, found.faults, places, found.numbers.table),
        "hands": hands_document(found),
    }


def steps_document(history: History, language: Language) -> list[Document]:
    """Every step of a match for a replay: what was said, how it was ruled, what lay there then."""
    steps = []
    before = _fresh(history)
    for number, judged in enumerate(history.judged, 1):
        # Rulings as they were issued, and no entries: a replay shows them and judges nothing anew.
        upto = History(history.players, history.options, (), history.judged[:number])
        steps.append(
            {
                "ruling": ruling_document(judged, before, language),
                "shown": shown_document(shown_in(upto), language),
                "match": match_document(judged.match),
            }
        )
        before = judged.match
    return steps


def questions(now: Instant) -> tuple[Question, ...]:
    """What a person is asked: by the live table, else by a throw or a table with unread dice.

    The second kind has numbers below zero: -1 is the first unread die.
    """
    # The live table knows which die it means; the match only knows that one is unread.
    if now.view.questions:
        return now.view.questions
    if now.history is None:
        return ()
    waiting = now.history.match.waiting
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
        key = "question.table" if one.player is None else "question.hand"
        return fill(text(key, language), language, player=one.player or "", place=one.place + 1)
    return None


def twin_document(twin: TwinControls | None) -> Document | None:
    if twin is None:
        return None
    state = twin.state()
    return {"speed": state.speed, "paused": state.paused, "mischief": list(state.mischief)}


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
    view, history = now.view, now.history
    found = shown(now)
    # The camera's places fit the table that it sees, and no other one of the same shape.
    lies_so = str(live_table(view)) == str(found.table)
    places = view.places if lies_so else ()
    ruling = None if history is None else last_ruling(history, language)
    is_over = history is not None and history.match.is_finished
    asked = _question_sentence(now, language)
    mended = _whose_turn(history) if is_put_right(now, found) else None
    wrong = faults_told(now, found) if ruling and ruling["verdict"] == "rejected" else None
    return {
        "match_number": now.number,
        "entries": 0 if history is None else len(history.entries),
        "seen": str(Version.of(now, boot)),
        "can_redo": history is not None and redoable(history) is not None,
        "moment": moment_document(
            view.notices,
            asked,
            ruling,
            language,
            is_over=is_over,
            mended=mended,
            wrong=None if wrong is None else [message(one, language) for one in wrong],
        ),
        "match": None if history is None else match_document(history.match, _rounds(history)),
        "shown": shown_document(found, language, places),
        "ruling": ruling,
        "turn_since": None if history is None else _turn_since(history),
        "paused": session.paused,
        "called": view.called,
        "simulated": is_simulated(now),
        "settled": view.settled,
        "has_camera": view.picture_jpeg is not None,
        "questions": questions_document(now),
        "stories": stories_document(None if history is None else history.match, view),
        "notices": [notice_sentence(one, language) for one in view.notices],
        "notice_keys": [one.key for one in view.notices],
        "open_answers": open_answers,
        "has_controls": controls is not None,
        "twin": twin_document(twin),
        "language": str(language),
    }


def _rounds(history: History) -> int:
    """How many rounds were begun: who resigns in the third has not ended the second again."""
    begun = (len(one.match.results) + (one.match.round is not None) for one in history.judged)
    return max(begun, default=0)


def _whose_turn(history: History | None) -> str | None:
    """Whose turn it is."""
    rnd = None if history is None else history.match.round
    return None if history is None or rnd is None else history.players[rnd.turn]


def _turn_since(history: History) -> str | None:
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
    return (since + rested(history, since)).isoformat()


def view_document(number: int, view: LiveView) -> Document:
    """A camera picture's number and what was recognised on it."""
    seen = view.observation
    return {
        "picture": number,
        "width": 0 if seen is None else seen.width_px,
        "height": 0 if seen is None else seen.height_px,
        "settled": view.settled,
        "dice": [] if seen is None else [_seen_document(*one) for one in _followed(view, seen)],
    }


def _followed(view: LiveView, seen: Observation) -> Iterable[tuple[SeenDie, int | None]]:
    """Each die of a picture with the number under which it is followed, if it is."""
    # The tracker may not follow all of them yet: those have no number and cannot be tapped.
    return zip_longest(seen.dice, view.followed[: len(seen.dice)])


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
