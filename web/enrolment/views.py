"""Learning the user's own dice and the self-test, where a table with a camera offers them."""

from dataclasses import asdict
from typing import Any

from flask import g

from web.api.operations import (
    BOOLEAN,
    COUNT,
    FACE,
    NUMBER,
    STRING,
    ApiRoom,
    Put,
    Schema,
    array,
    document,
    one_of,
    optional,
)
from web.api.refused import Refused
from web.context import at_table, desk, who
from web.enrolment.ports import Enrolled, TableLessons, Tested

blueprint = ApiRoom("enrolment")

_LEARNED = document(
    faces=array(FACE), up=FACE, likely=array(FACE), is_asked=BOOLEAN, repeated=array(FACE)
)
_ENROLLED = document(
    looks=COUNT,
    steps=COUNT,
    dice=array(_LEARNED),
    refused=STRING,
    is_whole=BOOLEAN,
    mark=STRING,
    kept=STRING,
    remarks=array(STRING),
    inks=array(STRING),
)
_TESTED = document(
    layout=COUNT,
    layouts=COUNT,
    dice=array(document(read=FACE, truth=STRING, confidence=NUMBER)),
    missed=array(FACE),
    right=COUNT,
    of=COUNT,
    wrong_but_sure=COUNT,
    groups=array(document(word=STRING, right=COUNT, of=COUNT)),
    advice=array(STRING),
)
_LESSONS = document(available=BOOLEAN, enrolled=optional(_ENROLLED), tested=optional(_TESTED))
# A bound for what cannot be meant; which dice there are is the lesson's own to say.
_DIE = {"type": "integer", "minimum": 0, "maximum": 99}


def _lessons() -> TableLessons:
    return at_table(desk().lessons)


def _state() -> dict[str, Any]:
    found = desk().lessons
    if found is None:
        # No error: the page of set-up asks at every table, also at one without a camera.
        return {"available": False, "enrolled": None, "tested": None}
    return {
        "available": True,
        "enrolled": _enrolled(found.enrolled()),
        "tested": _tested(found.tested()),
    }


def _enrolled(found: Enrolled | None) -> dict[str, Any] | None:
    return None if found is None else asdict(found)


def _tested(found: Tested | None) -> dict[str, Any] | None:
    if found is None:
        return None
    # By name: three values in a row say nothing to who reads the API.
    groups = [{"word": word, "right": right, "of": of} for word, right, of in found.groups]
    return {**asdict(found), "groups": groups}


@blueprint.viewer("GET /api/lessons", "The lesson or self-test that goes on.", _LESSONS)
def lessons() -> Any:
    return _state()


def _referee(way: str, summary: str, body: Schema) -> Put:
    return blueprint.referee(way, summary, _LESSONS, body, errors=(409,))


@_referee(
    "POST /api/lessons",
    "Begin to learn the dice (`add`: besides those known), begin the self-test, look at what"
    " lies there, go on to the next layout of the self-test, or stop.",
    document({"action": one_of("enrol", "selftest", "look", "next", "stop")}, {"add": BOOLEAN}),
)
def act() -> Any:
    found, action = _lessons(), g.body["action"]
    if action == "enrol":
        found.begin_enrolment(who(), add=g.body.get("add", False))
    elif action == "selftest":
        found.begin_selftest(who())
    elif action == "look":
        _look(found)
    elif action == "next":
        found.next_layout()
    else:
        found.stop_lesson(who())
    return _state()


def _look(found: TableLessons) -> None:
    # One button for both lessons: which of them goes on is known here, not by the page.
    if found.tested() is None:
        found.look_at_dice()
    else:
        found.look_at_layout()


@_referee(
    "POST /api/lessons/dice",
    "Say what a die shows that is being learned, from 0; with `instead_of` what an earlier"
    " look misread, with `twice` that it carries this face twice.",
    document({"die": _DIE, "face": FACE}, {"instead_of": FACE, "twice": BOOLEAN}),
)
def name_face() -> Any:
    body = g.body
    if body.get("twice", False):
        _lessons().carries_twice(body["die"], body["face"])
    else:
        _lessons().name_face(body["die"], body["face"], body.get("instead_of"))
    return _state()


@_referee(
    "POST /api/lessons/keep",
    "Keep the dice that were learned.",
    document(mark=one_of("bar", "dot", "none", "unknown")),
)
def keep() -> Any:
    _lessons().keep_dice(g.body["mark"], who())
    return _state()


@_referee(
    "POST /api/lessons/judge",
    "Say what a die of the self-test shows, from 0; without a face it is no die, without a die"
    " the face was not seen.",
    document({}, {"die": _DIE, "face": FACE}),
)
def judge() -> Any:
    # An empty word would count a face as missed that nobody named.
    if not g.body:
        raise Refused(400, "expected a die, a face, or both")
    _lessons().judge_die(g.body.get("die"), g.body.get("face"))
    return _state()
