"""Dice set right by a person: one die, all of them at once, and answers about doubtful ones."""

from typing import Any

from flask import Response, g

from turbo.errors import TurboError
from turbo.game.dice import HAND, UNREAD, Face, parse_hand
from turbo.game.events import Amended
from turbo.game.layout import Layout
from turbo.game.naming import name
from turbo.storage.history import AnyHistory
from turbo.storage.session import Instant
from web.api.operations import (
    BOOLEAN,
    DONE,
    FACE,
    FILE,
    INTEGER,
    NAME,
    array,
    document,
    one_of,
    optional,
)
from web.api.refused import Refused
from web.api.schemas import CELL
from web.auth.guard import bearer, role
from web.auth.keys import Role
from web.auth.site import check_token
from web.context import at_table, desk, language, who
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
from web.match.documents import edition_of, questions
from web.match.open_match import (
    ANSWER,
    CONFLICT,
    SEEN,
    as_looked_at,
    blueprint,
    changing,
    history_of,
    last_ruled,
    open_instant,
)
from web.match.preview import after, worsened
from web.match.shown import shown
from web.match.versions import Version, changed, harm

__all__ = ["blueprint"]

_FREE = {"cell": CELL, "player": NAME, "index": {"type": "integer", "minimum": 0, "maximum": 99}}
_DIE = {"die": {**INTEGER, "description": "Its `id` as it is shown."}, **_FREE}


def parsed(word: str) -> Face:
    """A face of the game that is open."""
    (face,) = parse_hand(word, special=desk().session.edition.has_special)
    return face


def _place(now: Instant) -> Place:
    """The die, or the free place, that the request names."""
    body = g.body
    if sum(one in body for one in ("die", "cell", "player")) != 1:
        raise TurboError("expected one of a die, a cell of the table and a player's hand")
    if "die" in body:
        place = place_of(shown(now), body["die"], history_of(now).players)
        if place is None:
            raise _gone()
        return place
    if "cell" in body:
        island, row, column = body["cell"]
        return Place(cell=(island, row, column))
    seat = history_of(now).match.seat(body["player"])
    return Place(player=body["player"], index=body.get("index", 0), seat=seat)


def _gone() -> Refused:
    return Refused(409, "expected a die that lies there now: look again", "die-gone")


@changing(
    "POST /api/match/dice",
    "Change or remove the die of this `id`, or add one at a free place, as they are shown."
    " `was` is the face that was shown: with it a face may be set though other dice were moved"
    " since.",
    document(
        # Needed here, unlike with undo: which die is meant hangs on what was seen.
        {"action": one_of("set", "add", "remove"), **SEEN},
        {"face": FACE, "was": FACE, **_DIE},
    ),
)
def correct_die() -> Any:
    now, body = open_instant(), g.body
    action = Action(body["action"])
    # A die that is not there yet has no number, and one that is there needs no other name.
    if (action is Action.ADD) == ("die" in body):
        raise TurboError("expected a die to set or remove, or a free place to add one to")
    face = parsed(body["face"]) if "face" in body else None
    place = _place_seen(now, action)
    if shown(now).source == "live" and action is Action.SET and face is not None:
        _set_face(now, place, face)
    else:
        _keep(now, action, place, face)
    return last_ruled()


def _place_seen(now: Instant, action: Action) -> Place:
    """The place that is named, if it is still what was seen there. The face of a die that the
    camera follows may be told though others were moved meanwhile: its number names no other."""
    boot, body = desk().hub.boot, g.body
    was, current = Version.parse(body["seen"]), Version.of(now, boot)
    # Below nought a number is a place, where another die may lie by now.
    is_followed = body.get("die", 0) > 0 and was.is_same_table(current)
    if was != current and not (is_followed and action is Action.SET and "was" in body):
        raise changed(now)
    place = _place(now)
    face = face_at(shown(now), place)
    if was != current and face != parsed(body["was"]):
        told = name(face or UNREAD, language())
        raise Refused(409, "expected the die as it was seen: look again", "die-other", face=told)
    return place


def _set_face(now: Instant, place: Place, face: Face) -> None:
    """The camera sees it otherwise than the match: the live table is told, which settles it."""
    was = face_at(shown(now), place)
    if not at_table(desk().controls).set_face(g.body["die"], str(was), str(face), who()):
        raise _gone()


def _keep(now: Instant, action: Action, place: Place, face: Face | None) -> None:
    session, history = desk().session, history_of(now)
    change = correction(history, shown(now), action, place, face)
    # Of a hand only: a table that becomes a fault may really lie there, and the ruling says so.
    if isinstance(change, Amended) and place.player is not None:
        _check_harmless(history, change)
    with as_looked_at():
        if isinstance(change, Amended):
            session.change(change, who(), seen=history)
        else:
            session.feed(change, who(), seen=history)


def _check_harmless(history: AnyHistory, change: Amended) -> None:
    """A die more or less that makes what was accepted a fault is another mistake: it is refused,
    instead of throwing out the throw or a correction that was made before."""
    harmed = worsened(history, after(history, change, desk().hints.finder))
    if harmed is not None:
        raise harm(harmed, history)


@changing(
    "POST /api/match/arrange",
    "The whole table as it really lies, in notation, and both hands where `hands` tells them in"
    " the players' order: dice moved, swapped, added and removed in one change, of what was"
    " `seen`. Dice that whose turn it is puts from the hand to the table are that player's"
    " play.",
    document(
        {"layout": {"type": "string", "maxLength": 2000}, **SEEN},
        {"hands": array(optional(array(FACE, 0, HAND)), 2, 6)},
    ),
)
def arrange() -> Any:
    now = open_instant()
    if Version.parse(g.body["seen"]) != Version.of(now, desk().hub.boot):
        raise changed(now)
    history, finder = history_of(now), desk().hints.finder
    hands = g.body.get("hands", [None] * len(history.players))
    meant = LaidOut(
        Layout.parse(g.body["layout"], special=edition_of(now).has_special),
        tuple(map(_faces, hands)),
    )
    words = words_for(history, shown(now), meant, finder)
    with as_looked_at():
        desk().session.say_all(words, who(), seen=history)
    return last_ruled()


def _faces(hand: list[str] | None) -> tuple[Face, ...] | None:
    return None if hand is None else tuple(parsed(face) for face in hand)


@blueprint.viewer(
    "POST /api/match/likely",
    "All faces that a die may show, the likely ones first.",
    document(faces=array(FACE)),
    # Asked by POST, since it has a body; it changes nothing, so whoever may look may ask.
    document({}, _DIE),
    needs_token=False,
    errors=CONFLICT,
)
def likely() -> Any:
    now = open_instant()
    place, found = _place(now), shown(now)
    players = history_of(now).players
    asked = next((q for q in questions(now) if place_asked(found, q, players) == place), None)
    known = () if asked is None else tuple(parsed(face) for face, _ in asked.faces)
    return {"faces": [str(face) for face in likely_faces(found, place, known, edition_of(now))]}


@blueprint.viewer(
    "POST /api/questions/<number:question>",
    "Say which face a doubtful die shows. Who may look may, where the referee allowed it.",
    ANSWER,
    document(face=FACE),
    # Who has no session has no token; another site is kept out by its origin all the same.
    needs_token=False,
    errors=(*CONFLICT, 404),
)
def answer(question: int) -> Any:
    is_referee = role() >= Role.REFEREE
    if not is_referee and not desk().door.answers_open:
        raise Refused(401, "expected the referee PIN: sign in first", "sign-in")
    # Whoever is signed in could be made to answer by another site: as for every change, the token.
    if is_referee and bearer() is None:
        check_token()
    by = who() if is_referee else "player"
    now = open_instant()
    if question not in {one.id for one in questions(now)}:
        raise Refused(404, "this question is not open any more", "question")
    # The match asks below nought, the live table by the number of the die that it follows.
    if question < 0:
        event = answered(history_of(now), question, parsed(g.body["face"]))
        with as_looked_at():
            desk().session.feed(event, by, seen=now.log)
    # It must still be unread: if it was read meanwhile nobody asks any more.
    elif not at_table(desk().controls).set_face(question, str(UNREAD), g.body["face"], by):
        raise Refused(404, "this question is not open any more", "question")
    return last_ruled()


@changing(
    "POST /api/match/answers",
    "Let everybody who may look answer what is asked about a doubtful die, or only the referee.",
    document(open=BOOLEAN),
    DONE,
)
def open_answers() -> None:
    desk().door.answers_open = g.body["open"]
    desk().hub.poke()


@blueprint.viewer(
    "GET /api/match/dice/<number:die>.jpg",
    "The camera's picture of the die of this `id`, as it lies now.",
    FILE,
    media="image/jpeg",
    is_picture=True,
    errors=(404, 409),
)
def die_picture(die: int) -> Response:
    data = at_table(desk().controls).crop(die)
    if data is None:
        raise Refused(404, "there is no picture of this die", "no-picture")
    return Response(data, mimetype="image/jpeg")
