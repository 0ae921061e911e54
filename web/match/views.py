"""Changing the open match: statements, taps on dice, answers, undo, overruling, pause, new ones."""

from typing import Any

from flask import Blueprint, g

from turbo.errors import TurboError
from turbo.game.dice import Face
from turbo.game.events import Amended, BackTo, Overruled, RoundStarted, Undone
from turbo.game.match import Options
from turbo.game.messages import message
from turbo.game.record import check_name, parse_statement
from turbo.keeping.session import Session
from turbo.tiles.transcript import any_record
from web.api.operations import (
    BOOLEAN,
    COUNT,
    FACE,
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
from web.match.corrections import Action, Place, answered, correction, likely_faces
from web.match.documents import last_ruling, questions
from web.match.preview import after, preview_document, worsened
from web.match.shown import shown
from web.match.versions import check_seen, redoable

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
    check_seen(open_session(), g.body.get("seen"))
    reason = " ".join(g.body["reason"].replace("#", " ").split())
    open_session().feed(Overruled(reason), who())
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
    session = open_session()
    check_seen(session, g.body.get("seen"))
    session.change(_undone(session, g.body["entry"], g.body.get("back_to", False)), who())
    return _last()


def _undone(session: Session, entry: int, is_far: bool) -> Undone | BackTo:
    change: Undone | BackTo = BackTo(entry) if is_far else Undone(entry)
    session.history.check(change)
    return change


@api(
    blueprint,
    "POST",
    "/api/match/redo",
    _referee("Do again what was taken back last.", document({}, _SEEN)),
)
def redo() -> Any:
    session = open_session()
    check_seen(session, g.body.get("seen"))
    session.change(Undone(_redoable(session)), who())
    return _last()


def _redoable(session: Session) -> int:
    entry = redoable(session.history)
    if entry is None:
        raise Refused(409, "nothing was taken back last", "nothing-to-redo")
    return entry


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
    session, body = open_session(), g.body
    history = session.history
    if body["change"] == "redo":
        entry = _redoable(session)
        change: Undone | BackTo = Undone(entry)
    else:
        entry = body.get(
            "entry", history.judged[-1].effective.entry.number if history.judged else 0
        )
        change = _undone(session, entry, body.get("back_to", False))
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


_DIE = {"cell": CELL, "player": NAME, "index": {"type": "integer", "minimum": 0, "maximum": 99}}


def _place() -> Place:
    body = g.body
    if ("cell" in body) == ("player" in body):
        raise TurboError("expected either a cell of the table or a player's hand")
    if "cell" in body:
        island, row, column = body["cell"]
        return Place(cell=(island, row, column))
    seat = open_session().history.match.seat(body["player"])
    return Place(player=body["player"], index=body.get("index", 0), seat=seat)


@api(
    blueprint,
    "POST",
    "/api/match/dice",
    _referee(
        "Change, add or remove a die of the table or of a hand as they are shown.",
        document({"action": one_of("set", "add", "remove")}, {"face": FACE, **_DIE, **_SEEN}),
    ),
)
def correct_die() -> Any:
    session, body = open_session(), g.body
    check_seen(session, body.get("seen"), dice=True)
    action, place = Action(body["action"]), _place()
    face = Face.parse(body["face"]) if "face" in body else None
    now = shown(session)
    controls = desk().controls
    if now.source == "live" and action is Action.SET and controls is not None and face is not None:
        number = _reading_order(place)
        controls.set_face(place.player, number, str(face), who())
        return _last()
    change = correction(session.history, now, action, place, face)
    if isinstance(change, Amended):
        if place.player is not None:
            _check_harmless(session, change)
        session.change(change, who())
    else:
        session.feed(change, who())
    return _last()


def _check_harmless(session: Session, change: Amended) -> None:
    """A die more or less that makes what was accepted a fault is another mistake: it is refused,
    instead of throwing out the throw or a correction that was made before."""
    history = session.history
    harmed = worsened(history, after(history, change, desk().hints.finder))
    if harmed is not None:
        said = [message(fault, language()) for fault in harmed.ruling.faults]
        raise Refused(
            409, "this would make a ruling that stands a fault", "harms", why=" ".join(said)
        )


def _reading_order(place: Place) -> int:
    if place.cell is None:
        return place.index
    cells = list(shown(desk().session).table.dice)
    if place.cell not in cells:
        raise Refused(400, "expected a cell of the table", "cell")
    return cells.index(place.cell)


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
    now, place = shown(open_session()), _place()
    number = _reading_order(place) if place.cell in now.table.dice or not place.cell else -1
    known: tuple[Face, ...] = ()
    for one in questions(desk().session):
        if (one.player, one.place) == (place.player, number):
            known = tuple(Face.parse(face) for face, _ in one.faces)
    return {"faces": [str(face) for face in likely_faces(now, place, known)]}


@api(
    blueprint,
    "POST",
    "/api/questions/<number:question>",
    _referee("Say which face a doubtful die shows.", document({"face": FACE})),
)
def answer(question: int) -> Any:
    session, controls = open_session(), desk().controls
    if question not in {one.id for one in questions(session)}:
        raise Refused(404, "this question is not open any more", "question")
    if question < 0:
        session.feed(answered(session.history, question, Face.parse(g.body["face"])), who())
    elif controls is None:
        raise Refused(409, "expected a live table to answer to", "no-table")
    else:
        controls.answer(question, g.body["face"], who())
    return _last()
