"""Learning the user's own dice and the self-test, where a table with a camera offers them."""

from dataclasses import asdict
from typing import Annotated, Any, Literal

from web.api.operations import ApiRoom, Count, FaceWord, document, fields_of, optional, whole
from web.api.refused import Refused
from web.context import at_table, desk
from web.enrolment.ports import Enrolled, TableLessons, Tested

blueprint = ApiRoom("enrolment", 409)

_GROUPS = [document(word=str, right=Count, of=Count)]
_LESSONS = document(
    available=bool, enrolled=optional(Enrolled), tested=optional(fields_of(Tested, groups=_GROUPS))
)
# A bound for what cannot be meant; which dice there are is the lesson's own to say.
Die = Annotated[int, whole(0, 99)]


def _lessons() -> TableLessons:
    return at_table(desk().lessons)


def _state() -> dict[str, Any]:
    found = desk().lessons
    # No error: the page of set-up asks at every table, also at one without a camera.
    enrolled, tested = (None, None) if found is None else (found.enrolled(), found.tested())
    return {
        "available": found is not None,
        "enrolled": None if enrolled is None else asdict(enrolled),
        "tested": None if tested is None else _tested(tested),
    }


def _tested(found: Tested) -> dict[str, Any]:
    # By name: three values in a row say nothing to who reads the API.
    groups = [{"word": word, "right": right, "of": of} for word, right, of in found.groups]
    return {**asdict(found), "groups": groups}


@blueprint.viewer("GET /api/lessons", _LESSONS)
def lessons() -> Any:
    """The lesson or self-test that goes on."""
    return _state()


@blueprint.referee("POST /api/lessons", _LESSONS)
def act(action: Literal["enrol", "selftest", "look", "next", "stop"], add: bool = False) -> Any:
    """Begin to learn the dice (`add`: besides those known), begin the self-test, look at what lies
    there, go on to the next layout of the self-test, or stop."""
    found = _lessons()
    if action == "enrol":
        found.begin_enrolment(add=add)
    elif action == "selftest":
        found.begin_selftest()
    elif action == "look":
        _look(found)
    elif action == "next":
        found.next_layout()
    else:
        found.stop_lesson()
    return _state()


def _look(found: TableLessons) -> None:
    # One button for both lessons: which of them goes on is known here, not by the page.
    if found.tested() is None:
        found.look_at_dice()
    else:
        found.look_at_layout()


@blueprint.referee("POST /api/lessons/dice", _LESSONS)
def name_face(
    die: Die, face: FaceWord, instead_of: FaceWord | None = None, twice: bool = False
) -> Any:
    """Say what a die shows that is being learned, from 0; with `instead_of` what an earlier look
    misread, with `twice` that it carries this face twice."""
    if twice:
        _lessons().carries_twice(die, face)
    else:
        _lessons().name_face(die, face, instead_of)
    return _state()


@blueprint.referee("POST /api/lessons/keep", _LESSONS)
def keep(mark: Literal["bar", "dot", "none", "unknown"]) -> Any:
    """Keep the dice that were learned."""
    _lessons().keep_dice(mark)
    return _state()


@blueprint.referee("POST /api/lessons/judge", _LESSONS)
def judge(die: Die | None = None, face: FaceWord | None = None) -> Any:
    """Say what a die of the self-test shows, from 0; without a face it is no die, without a die the
    face was not seen."""
    # An empty word would count a face as missed that nobody named.
    if die is None and face is None:
        raise Refused(400, "expected a die, a face, or both")
    _lessons().judge_die(die, face)
    return _state()
