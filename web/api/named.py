"""The documents that have a name: described once, and referred to wherever they are meant.

Their examples are no inventions: a short match is played, and what the pages would be told of it is
the example.
"""

from functools import cache
from typing import Any

from web.api import schemas
from web.api.operations import COUNT, FACE, Schema, document
from web.api.problems import PROBLEM

_TABLE: dict[str, tuple[Schema, str]] = {
    "Face": (FACE, ""),
    "Cell": (schemas.CELL, "Where a die lies: island, row, column, from 0."),
    "Fault": (
        schemas.FAULT,
        "A rule that was broken, by which dice, and a sentence for the players.",
    ),
    "Layout": (schemas.LAYOUT, "The sets on the table, in notation and die by die."),
    "Hand": (
        schemas.HAND,
        "A player's dice that are not on the table; `laid` lie there though it is not ruled."
        " Of a rack only the number is known until it is laid open.",
    ),
    "Shown": (
        schemas.SHOWN,
        "The table and the hands as a page should draw them, and where that comes from.",
    ),
    "Options": (schemas.OPTIONS, ""),
    "ScoreCard": (schemas.CARD, "A row a round: white are its points, grey the totals."),
    "Tiles": (schemas.TILES, "Pool, first melds and the clock of a match of tiles."),
    "Match": (schemas.MATCH, "How a match stands."),
    "Ruling": (schemas.RULING, "What somebody did, and what the referee says to it."),
    "Question": (schemas.QUESTION, "A die that nobody could read."),
    "Moment": (
        schemas.MOMENT,
        "The one thing that is said now; what follows from it is folded behind it.",
    ),
    "Twin": (schemas.TWIN, ""),
    "Preview": (schemas.PREVIEW, ""),
    "State": (
        schemas.STATE,
        "All that the live page shows. `seen` is its version: a change names it.",
    ),
    "Seen": (schemas.SEEN, "What was recognised on a camera picture."),
    "Me": (schemas.ME, ""),
    "MatchHead": (schemas.HEAD, "A match in a list."),
    "LogEntry": (schemas.LOGGED, ""),
    "StepResult": (schemas.STEP, "One step of a match, and what lay there after it."),
    "History": (schemas.HISTORY, ""),
    "Play": (schemas.PLAY, ""),
    "Fairness": (schemas.FAIRNESS, ""),
    "Statistics": (schemas.STATISTICS, ""),
    "Health": (schemas.HEALTH, "How a table is, and what is to do before it is ready."),
    "Problem": (PROBLEM, "What was refused, as RFC 9457 has it."),
}

NAMED = {name: schema for name, (schema, _) in _TABLE.items()}
MEANING = {name: words for name, (_, words) in _TABLE.items() if words}


def _event(name: str, data: Schema, words: str) -> Schema:
    """A server-sent event of that type; `data` is JSON."""
    told = {"type": "string", "contentMediaType": "application/json", "contentSchema": data}
    return {
        "type": "object",
        "description": words,
        "required": ["event", "data"],
        "properties": {"id": {"type": "string"}, "event": {"const": name}, "data": told},
    }


EVENTS = {
    "StateEvent": _event("state", schemas.STATE, "The complete state, after every change."),
    "PictureEvent": _event(
        "picture", document(picture=COUNT), "There is a new camera picture of that number."
    ),
    "HealthEvent": _event("health", schemas.HEALTH, "The table is otherwise than before."),
}

# By reference: a generated client gets a class for each kind of event, not one of all fields.
STREAM: Schema = {"oneOf": [{"$ref": f"#/components/schemas/{name}"} for name in EVENTS]}

TAGS = {
    "auth": "Who you are, keys for programs, and this description.",
    "live": "What happens now.",
    "match": "Changing the open match.",
    "history": "Looking back.",
    "analysis": "What a match would have allowed.",
    "seats": "Seats at a simulated table: throw and lay for one of its players.",
    "people": "Who plays here.",
    "puzzles": "Something to find, by day or from a match.",
    "setup": "Setting a table up.",
    "camera_mount": "The camera, the machine, and how the table is.",
    "enrolment": "The table's own dice, and the self-test.",
    "audit": "What the audit found, with pictures.",
    "hooks": "Telling other programs.",
    "phone": "A telephone that is the camera.",
}

PLAYED = """players Ann, Bob
round Ann
throw Ann b3 b4 b5 r1 k2 o7 o8 r* k12
table b3 b4
table b3 b4 b5
"""


@cache
def examples() -> dict[str, Any]:
    """By name; made of a match when somebody asks for the description first."""
    # Here and not above: the rooms that are asked for examples import the API's schemas themselves.
    from turbo.game.messages import Language
    from turbo.game.record import Record
    from turbo.storage.history import History
    from web.match.documents import match_document, ruling_document, shown_document
    from web.match.shown import shown_in
    from web.setup.health import health_document

    record = Record.parse(PLAYED)
    history = History(record.players)
    for statement in record.statements:
        history = history.followed_by(_entry(history, statement.event), None)
    # The table of two dice, which is rejected: an example of a ruling should have a fault.
    english, judged = Language.ENGLISH, history.judged[-2]
    shown = shown_document(shown_in(history), english)
    ruling = ruling_document(judged, history.fresh, history.options, english)
    return {
        "Face": "b3",
        "Cell": [0, 0, 2],
        "Fault": ruling["faults"][0],
        "Layout": shown["table"],
        "Shown": shown,
        "Match": match_document(history.match, history.options),
        "Ruling": ruling,
        "Health": health_document(None),
    }


def _entry(history: Any, event: Any) -> Any:
    from turbo.game.events import Entry

    return Entry(len(history.entries) + 1, event)
