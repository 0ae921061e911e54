"""JSON Schemas of what the commands print with `--json`."""

from typing import Any

from vision.reading.answer import SENTENCES
from web.api.operations import (
    BOOLEAN,
    FACE,
    INTEGER,
    NUMBER,
    STRING,
    Schema,
    array,
    document,
    one_of,
    optional,
)
from web.api.schemas import FAULT, VERDICT

_NUMBER_OR_JOKER: Schema = {
    "anyOf": [
        {"type": "integer", "minimum": 1, "maximum": 13},
        {"const": "joker"},
        {"type": "null"},
    ]
}
_POINT = array(NUMBER, 2, 2)
_FACES = array(FACE)
_READING = {
    "number": _NUMBER_OR_JOKER,
    "colour": optional(one_of("black", "red", "blue", "orange")),
    "confidence": NUMBER,
}
_COUNTS: Schema = {
    "type": "object",
    "description": "By the players' names.",
    "additionalProperties": INTEGER,
}
_ROUND = document(
    {"winner": optional(STRING), "by": one_of("out", "block"), "scores": _COUNTS},
    {"points": INTEGER},
)


def _said(schema: Schema, words: str) -> Schema:
    return {**schema, "description": words}


CHECK = document(
    {
        "legal": _said(optional(BOOLEAN), "null: only an unread die stands between it and legal."),
        "sets": array(
            document(
                kind=one_of("group", "run"),
                faces=_FACES,
                readings=_said(array(array(STRING)), "What every die of it may stand for."),
            )
        ),
        "faults": array(FAULT),
    },
    {"advice": _said(array(FAULT), "Editions with tiles only.")},
)
PLAY = document(
    played=_said(_FACES, "Empty when there is no play."),
    layout=_said(STRING, "The table after it, in the notation."),
    proved=_said(BOOLEAN, "The search was exhaustive."),
)
REFEREE = document(
    edition=STRING,
    players=array(STRING),
    rulings=array(
        document(
            {
                "line": INTEGER,
                "player": optional(STRING),
                "verdict": VERDICT,
                "faults": array(FAULT),
                "advice": array(FAULT),
            },
            {"proved": _said(BOOLEAN, "Of a pass over which a play was searched for.")},
        )
    ),
    rounds=_said(array(_ROUND), "The finished ones."),
    totals=_COUNTS,
    wins=_COUNTS,
    winner=_said(optional(STRING), "null until the match is finished, and for a draw."),
    finished=BOOLEAN,
)
READ = document(
    images=array(
        document(
            image=_said(STRING, "The path as it was given."),
            layout=_said(
                STRING, "The table's dice as they lie; all dice, where no zones are known."
            ),
            dice=array(
                document(
                    {
                        "x": NUMBER,
                        "y": NUMBER,
                        **_READING,
                        "corners": array(_POINT, 4, 4),
                        "also": _said(
                            array(document(_READING)),
                            "Other readings that are worth naming.",
                        ),
                    },
                )
            ),
            doubtful=array(
                document(
                    reason=one_of(*SENTENCES),
                    dice=_said(array(INTEGER), "Places in `dice`, from 0."),
                )
            ),
        )
    )
)

HINT = document(**PLAY["properties"], steps=_said(array(STRING), "What to do, in `--lang`."))
_LOGGED = document(
    entry=INTEGER,
    at=optional(STRING),
    by=STRING,
    statement=STRING,
    superseded_by=_said(optional(INTEGER), "The entry that took it back or amended it."),
    why=_said(array(array(STRING)), "What spoke for it: reasons, each a key and its values."),
)
_SCORE: dict[str, Any] = {
    name: REFEREE["properties"][name] for name in ("rounds", "totals", "wins", "winner", "finished")
}
SHOW = document(
    REFEREE["properties"], {"history": _said(array(_LOGGED), "With `--history`: the whole log.")}
)
MATCHES = document(
    matches=array(
        document(
            match=INTEGER,
            created=STRING,
            edition=STRING,
            players=array(STRING),
            simulated=BOOLEAN,
            **_SCORE,
        )
    )
)
IMPORT = document(match=INTEGER, statements=INTEGER)
WATCH: Schema = {
    "type": "object",
    "required": ["kind"],
    "properties": {
        "kind": one_of("told", "notices", "questions", "end"),
        "at": _said(NUMBER, "Seconds of the film's own clock."),
        "event": _said(STRING, "Of what was told: the event's name."),
        "player": optional(STRING),
        "hand": optional(STRING),
        "layout": optional(STRING),
        "verdict": optional(VERDICT),
        "faults": array(FAULT),
        "advice": array(FAULT),
        "entry": _said(INTEGER, "Of something taken back: which entry."),
        "what": _said(array(STRING), "Of notices and questions: all that stand now."),
        "frames": _said(INTEGER, "At the end: pictures looked at."),
        "cpu_s": NUMBER,
    },
    "additionalProperties": False,
}
"""One such document a line."""
