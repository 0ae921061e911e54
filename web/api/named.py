"""The documents that have a name: described once, and referred to wherever they are meant.

Their examples are no inventions: a short match is played, and what the pages would be told of it is
the example.
"""

from functools import cache
from typing import Any

from web.api import schemas
from web.api.operations import COUNT, FACE, Schema, document
from web.api.problems import PROBLEM

NAMED: dict[str, Schema] = {
    "Face": FACE,
    "Cell": schemas.CELL,
    "Fault": schemas.FAULT,
    "Layout": schemas.LAYOUT,
    "Hand": schemas.HAND,
    "Shown": schemas.SHOWN,
    "Options": schemas.OPTIONS,
    "ScoreCard": schemas.CARD,
    "Tiles": schemas.TILES,
    "Match": schemas.MATCH,
    "Ruling": schemas.RULING,
    "Question": schemas.QUESTION,
    "Moment": schemas.MOMENT,
    "Twin": schemas.TWIN,
    "Preview": schemas.PREVIEW,
    "State": schemas.STATE,
    "Seen": schemas.SEEN,
    "Me": schemas.ME,
    "MatchHead": schemas.HEAD,
    "LogEntry": schemas.LOGGED,
    "StepResult": schemas.STEP,
    "History": schemas.HISTORY,
    "Play": schemas.PLAY,
    "Fairness": schemas.FAIRNESS,
    "Statistics": schemas.STATISTICS,
    "Health": schemas.HEALTH,
    "Problem": PROBLEM,
}

PICTURED = document(picture=COUNT)


def _event(name: str, data: Schema | None, words: str) -> Schema:
    """A server-sent event of that type; `data` is JSON."""
    told: Schema = {"type": "string", "contentMediaType": "application/json"}
    if data is not None:
        told["contentSchema"] = data
    return {
        "type": "object",
        "description": words,
        "required": ["event", "data"],
        "properties": {"id": {"type": "string"}, "event": {"const": name}, "data": told},
    }


STATE_EVENT = _event("state", schemas.STATE, "The complete state, after every change.")
PICTURE_EVENT = _event("picture", PICTURED, "There is a new camera picture of that number.")
HEALTH_EVENT = _event("health", schemas.HEALTH, "The table is otherwise than before.")

EVENTS: dict[str, Schema] = {
    "StateEvent": STATE_EVENT,
    "PictureEvent": PICTURE_EVENT,
    "HealthEvent": HEALTH_EVENT,
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

MEANING = {
    "Cell": "Where a die lies: island, row, column, from 0.",
    "Fault": "A rule that was broken, by which dice, and a sentence for the players.",
    "Layout": "The sets on the table, in notation and die by die.",
    "Hand": "A player's dice that are not on the table; `laid` lie there though it is not ruled."
    " Of a rack only the number is known until it is laid open.",
    "Shown": "The table and the hands as a page should draw them, and where that comes from.",
    "ScoreCard": "A row a round: white are its points, grey the totals.",
    "Match": "How a match stands.",
    "Tiles": "Pool, first melds and the clock of a match of tiles.",
    "Ruling": "What somebody did, and what the referee says to it.",
    "Question": "A die that nobody could read.",
    "Moment": "The one thing that is said now; what follows from it is folded behind it.",
    "State": "All that the live page shows. `seen` is its version: a change names it.",
    "Seen": "What was recognised on a camera picture.",
    "MatchHead": "A match in a list.",
    "StepResult": "One step of a match, and what lay there after it.",
    "Health": "How a table is, and what is to do before it is ready.",
    "Problem": "What was refused, as RFC 9457 has it.",
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
