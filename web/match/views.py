"""Changing the open match: statements, taps on dice, answers, undo, overruling, pause, new ones."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flask import Blueprint, Response, g

from turbo.errors import TurboError
from turbo.game.dice import HAND, UNREAD, Face
from turbo.game.events import Amended, BackTo, Overruled, RoundStarted, Undone
from turbo.game.layout import Layout
from turbo.game.match import Options
from turbo.game.naming import name
from turbo.game.record import check_name, parse_statement
from turbo.keeping.history import History
from turbo.keeping.session import Instant, Outdated, Session
from turbo.tiles.transcript import any_record
from web.api.operations import (
    BOOLEAN,
    COUNT,
    FACE,
    INTEGER,
    LINE,
    NAME,
    Operation,
    api,
    array,
    document,
    one_of,
    optional,
)
from web.api.refused import Refused
from web.api.schemas import CELL, DONE, PREVIEW, RULING
from web.desk import desk, language, who
from web.door.keys import Role
from web.match.arranging import LaidOut, words_for
from web.match.corrections import (
    Action,
    Place,
    answered,
    correction,
    face_at,
    likely_faces,
    place_asked,
    place_of,
)
from web.match.documents import last_ruling, questions
from web.match.preview import after, preview_document, worsened
from web.match.shown import shown
from web.match.versions import Version, changed, harm, taken_back

blueprint = Blueprint("match", __name__)

_SEEN = {"seen": {"type": "string", "maxLength": 60, "description": "The state's `seen`."}}
_ANSWER = document({"ruling": optional(RULING)})
_NUMBERED = document({"match": COUNT})
_CONFLICT = (400, 409)


def _referee(summary: str, body: Any, answer: Any = _ANSWER) -> Operation:
    return Operation(summary, Role.REFEREE, answer, body, errors=_CONFLICT)


def open_session() -> Session:
    session = desk().session
    if not session.has_match:
        raise Refused(409, "expected an open match: start one first", "no-match")
    return session


def open_instant() -> Instant:
    """The match and what is seen of it, both of one moment: what is said is about that."""
    now = desk().session.instant
    if now.history is None:
        raise Refused(409, "expected an open match: start one first", "no-match")
    return now


def _history(now: Instant) -> History:
    assert now.history is not None, "open_instant has looked"
    return now.history


def _seen_now() -> Instant:
    """The match now, if its log is still the one that was looked at."""
    now, version = open_instant(), g.body.get("seen")
    if version is not None:
        was = Version.parse(version)
        if not was.is_same_log(Version.of(now, desk().hub.boot)):
            raise changed(now)
    return now


@contextmanager
def _first(now: Instant) -> Iterator[None]:
    """What is kept must be about the match as it was looked at: the live table may have told
    something between the look and the word."""
    try:
        yield
    except Outdated:
        raise changed(desk().session.instant) from None


def _last() -> dict[str, Any]:
    return {"ruling": last_ruling(desk().session.history, language())}


_OPTIONS = document(
    {},
    {
        "strict": BOOLEAN,
        "strict_block": BOOLEAN,
        "advice": BOOLEAN,
        "rounds": {"type": "integer", "minimum": 1, "maximum": 24},
    },
)


@api(
    blueprint,
    "POST",
    "/api/matches",
    _referee(
        "Start a match, and its first round if somebody is named to start it.",
        document({"players": array(NAME, 2, 2)}, {"options": _OPTIONS, "starter": NAME}),
        _NUMBERED,
    ),
)
def new_match() -> Any:
    one, other = (check_name(name) for name in g.body["players"])
    starter = g.body.get("starter")
    if one == other or starter not in (None, one, other):
        raise Refused(400, "expected two different names, one of them to start", "names")
    simulated = desk().session.view.simulated
    options = Options(**g.body.get("options", {}), simulated=simulated)
    number = desk().session.new_match((one, other), options, who())
    if starter is not None:
        desk().session.feed(RoundStarted(starter), who())
    return {"match": number}


@api(
    blueprint,
    "POST",
    "/api/matches/import",
    _referee(
        "Take over a match record (.turbo) as a new match.",
        document({"record": {"type": "string", "maxLength": 500_000}}),
        _NUMBERED,
    ),
)
def import_match() -> Any:
    from turbo.keeping.session import utc_now

    record = any_record(g.body["record"])
    return {"match": desk().store.import_record(record, utc_now(), by=who())}


@api(
    blueprint,
    "POST",
    "/api/match/open",
    _referee("Go on with a match of the store.", _NUMBERED, _ANSWER),
)
def open_match() -> Any:
    number = g.body["match"]
    if number not in desk().store:
        raise Refused(400, f"expected the number of a match, got {number}", "not-found")
    desk().session.open_match(number)
    return _last() if desk().session.has_match else {"ruling": None}


@api(
    blueprint,
    "POST",
    "/api/match/statements",
    _referee(
        "Say what happened, in the notation of match records, such as `throw Ann b3 b4 b5`.",
        document({"statement": LINE}),
    ),
)
def state_something() -> Any:
    session = open_session()
    session.feed(parse_statement(g.body["statement"], session.history.players).event, who())
    return _last()


@api(
    blueprint,
    "POST",
    "/api/match/overrule",
    _referee("Accept what was rejected last, with a reason.", document({"reason": LINE}, _SEEN)),
)
def overrule() -> Any:
    now = _seen_now()
    reason = " ".join(g.body["reason"].replace("#", " ").split())
    with _first(now):
        desk().session.feed(Overruled(reason), who(), seen=now.history)
    return _last()


@api(
    blueprint,
    "POST",
    "/api/match/undo",
    _referee(
        "Take back one entry, or with `back_to` that entry and everything after it.",
        document({"entry": COUNT}, {"back_to": BOOLEAN, **_SEEN}),
    ),
)
def undo() -> Any:
    now = _seen_now()
    change = _undone(_history(now), g.body["entry"], g.body.get("back_to", False))
    with _first(now):
        desk().session.change(change, who(), seen=now.history)
    return _last()


def _undone(history: History, entry: int, is_far: bool) -> Undone | BackTo:
    change: Undone | BackTo = BackTo(entry) if is_far else Undone(entry)
    history.check(change)
    return change


@api(
    blueprint,
    "POST",
    "/api/match/redo",
    _referee("Do again what was taken back last.", document({}, _SEEN)),
)
def redo() -> Any:
    now = _seen_now()
    with _first(now):
        desk().session.change(Undone(taken_back(_history(now))), who(), seen=now.history)
    return _last()


@api(
    blueprint,
    "POST",
    "/api/match/preview",
    _referee(
        "What undo (of an entry, by default the last; `back_to`: and all after it) or redo would"
        " change. Nothing is kept.",
        document({"change": one_of("undo", "redo")}, {"entry": COUNT, "back_to": BOOLEAN}),
        PREVIEW,
    ),
)
def preview() -> Any:
    history, body = open_session().history, g.body
    if body["change"] == "redo":
        entry = taken_back(history)
        change: Undone | BackTo = Undone(entry)
    else:
        entry = body.get(
            "entry", history.judged[-1].effective.entry.number if history.judged else 0
        )
        change = _undone(history, entry, body.get("back_to", False))
    then = after(history, change, desk().hints.finder)
    return preview_document(history, then, entry, language())


@api(
    blueprint,
    "POST",
    "/api/match/amend",
    _referee(
        "Say what an earlier entry should have been.",
        document({"entry": COUNT, "statement": LINE}),
    ),
)
def amend() -> Any:
    session = open_session()
    event = parse_statement(g.body["statement"], session.history.players).event
    session.change(Amended(g.body["entry"], event), who())
    return _last()


@api(
    blueprint,
    "POST",
    "/api/match/pause",
    _referee("Pause the live table, or go on.", document({"paused": BOOLEAN}), DONE),
)
def pause() -> Any:
    """Going on ends a lesson too, for which the match rests: else it would rest on and on."""
    session, lessons = open_session(), desk().lessons
    if not g.body["paused"] and session.paused and lessons is not None:
        lessons.stop_lesson(who())
    session.pause(g.body["paused"], who())
    return {"done": True}


@api(
    blueprint,
    "POST",
    "/api/match/call",
    _referee(
        "Call the hall's referee to this table, or say that the call was heard.",
        document({"called": BOOLEAN}),
        DONE,
    ),
)
def call() -> Any:
    if desk().session.view.called is None:
        raise Refused(409, "expected a table that feeds a hall: there is nobody to call", "no-hall")
    desk().session.show(called=g.body["called"])
    return {"done": True}


_FREE = {"cell": CELL, "player": NAME, "index": {"type": "integer", "minimum": 0, "maximum": 99}}
_DIE = {"die": {**INTEGER, "description": "Its `id` as it is shown."}, **_FREE}


def _place(now: Instant) -> Place:
    """The die, or the free place, that the request names."""
    body = g.body
    if sum(one in body for one in ("die", "cell", "player")) != 1:
        raise TurboError("expected one of a die, a cell of the table and a player's hand")
    if "die" in body:
        place = place_of(shown(now), body["die"], _history(now).players)
        if place is None:
            raise _gone()
        return place
    if "cell" in body:
        island, row, column = body["cell"]
        return Place(cell=(island, row, column))
    seat = _history(now).match.seat(body["player"])
    return Place(player=body["player"], index=body.get("index", 0), seat=seat)


def _gone() -> Refused:
    return Refused(409, "expected a die that lies there now: look again", "die-gone")


@api(
    blueprint,
    "POST",
    "/api/match/dice",
    _referee(
        "Change or remove the die of this `id`, or add one at a free place, as they are shown."
        " `was` is the face that was shown: with it a face may be set though other dice were moved"
        " since.",
        document(
            {"action": one_of("set", "add", "remove"), **_SEEN},
            {"face": FACE, "was": FACE, **_DIE},
        ),
    ),
)
def correct_die() -> Any:
    now, body = open_instant(), g.body
    action = Action(body["action"])
    if (action is Action.ADD) == ("die" in body):
        raise TurboError("expected a die to set or remove, or a free place to add one to")
    face = Face.parse(body["face"]) if "face" in body else None
    place = _place_seen(now, action)
    if shown(now).source == "live" and action is Action.SET and face is not None:
        _set_face(now, place, face)
    else:
        _keep(now, action, place, face)
    return _last()


def _place_seen(now: Instant, action: Action) -> Place:
    """The place that is named, if it is still what was seen there. The face of a die that the
    camera follows may be told though others were moved meanwhile: its number names no other."""
    boot, body = desk().hub.boot, g.body
    was, current = Version.parse(body["seen"]), Version.of(now, boot)
    is_followed = body.get("die", 0) > 0 and was.is_same_table(current)
    if was != current and not (is_followed and action is Action.SET and "was" in body):
        raise changed(now)
    place = _place(now)
    face = face_at(shown(now), place)
    if was != current and face != Face.parse(body["was"]):
        told = name(face or UNREAD, language())
        raise Refused(409, "expected the die as it was seen: look again", "die-other", face=told)
    return place


def _set_face(now: Instant, place: Place, face: Face) -> None:
    """The camera sees it otherwise than the match: the live table is told, which settles it."""
    controls, was = desk().controls, face_at(shown(now), place)
    if controls is None:
        raise Refused(409, "expected a live table to correct", "no-table")
    if not controls.set_face(g.body["die"], str(was), str(face), who()):
        raise _gone()


def _keep(now: Instant, action: Action, place: Place, face: Face | None) -> None:
    session, history = desk().session, _history(now)
    change = correction(history, shown(now), action, place, face)
    if isinstance(change, Amended) and place.player is not None:
        _check_harmless(history, change)
    with _first(now):
        if isinstance(change, Amended):
            session.change(change, who(), seen=history)
        else:
            session.feed(change, who(), seen=history)


@api(
    blueprint,
    "POST",
    "/api/match/arrange",
    _referee(
        "The whole table as it really lies, in notation, and both hands where `hands` tells them in"
        " the players' order: dice moved, swapped, added and removed in one change, of what was"
        " `seen`. Dice that whose turn it is puts from the hand to the table are that player's"
        " play.",
        document(
            {"layout": {"type": "string", "maxLength": 2000}, **_SEEN},
            {"hands": array(optional(array(FACE, 0, HAND)), 2, 2)},
        ),
    ),
)
def arrange() -> Any:
    now = open_instant()
    if Version.parse(g.body["seen"]) != Version.of(now, desk().hub.boot):
        raise changed(now)
    history, finder = _history(now), desk().hints.finder
    one, other = g.body.get("hands", (None, None))
    meant = LaidOut(Layout.parse(g.body["layout"]), (_faces(one), _faces(other)))
    words = words_for(history, shown(now), meant, finder)
    with _first(now):
        desk().session.say_all(words, who(), seen=history)
    return _last()


def _faces(hand: list[str] | None) -> tuple[Face, ...] | None:
    return None if hand is None else tuple(Face.parse(face) for face in hand)


@api(
    blueprint,
    "GET",
    "/api/match/dice/<number:die>.jpg",
    Operation(
        "The camera's picture of the die of this `id`, as it lies now.",
        Role.VIEWER,
        {"type": "string", "format": "binary"},
        media="image/jpeg",
        is_picture=True,
        errors=(404, 409),
    ),
)
def die_picture(die: int) -> Response:
    controls = desk().controls
    if controls is None:
        raise Refused(409, "expected a live table: there is no camera", "no-table")
    data = controls.crop(die)
    if data is None:
        raise Refused(404, "there is no picture of this die", "no-picture")
    return Response(data, mimetype="image/jpeg")


def _check_harmless(history: History, change: Amended) -> None:
    """A die more or less that makes what was accepted a fault is another mistake: it is refused,
    instead of throwing out the throw or a correction that was made before."""
    harmed = worsened(history, after(history, change, desk().hints.finder))
    if harmed is not None:
        raise harm(harmed)


@api(
    blueprint,
    "POST",
    "/api/match/likely",
    Operation(
        "All faces that a die may show, the likely ones first.",
        Role.VIEWER,
        document({"faces": array(FACE)}),
        document({}, _DIE),
        needs_token=False,
        errors=_CONFLICT,
    ),
)
def likely() -> Any:
    now = open_instant()
    place, found = _place(now), shown(now)
    players = _history(now).players
    asked = next((q for q in questions(now) if place_asked(found, q, players) == place), None)
    known = () if asked is None else tuple(Face.parse(face) for face, _ in asked.faces)
    return {"faces": [str(face) for face in likely_faces(found, place, known)]}


@api(
    blueprint,
    "POST",
    "/api/questions/<number:question>",
    _referee("Say which face a doubtful die shows.", document({"face": FACE})),
)
def answer(question: int) -> Any:
    now, controls = open_instant(), desk().controls
    if question not in {one.id for one in questions(now)}:
        raise Refused(404, "this question is not open any more", "question")
    if question < 0:
        event = answered(_history(now), question, Face.parse(g.body["face"]))
        with _first(now):
            desk().session.feed(event, who(), seen=now.history)
    elif controls is None:
        raise Refused(409, "expected a live table to answer to", "no-table")
    elif not controls.set_face(question, str(UNREAD), g.body["face"], who()):
        raise Refused(404, "this question is not open any more", "question")
    return _last()
