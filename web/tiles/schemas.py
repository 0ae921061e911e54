"""The shape of what the score keeper's page is told."""

from web.api.operations import BOOLEAN, COUNT, INTEGER, STRING, array, document, optional

RULING = document(
    {
        "entry": COUNT,
        "player": optional(STRING),
        "verdict": STRING,
        "sentence": STRING,
        "ending": STRING,
        "faults": array(STRING),
        "advice": array(STRING),
        "at": optional(STRING),
        "by": STRING,
        "is_clock": BOOLEAN,
        "is_rack": BOOLEAN,
        "tried": array(array(STRING)),
    },
    {"rows": optional(array(array(STRING)))},
)

WORDS = document({"group": STRING, "run": STRING, "set": STRING, "sets": STRING})
"""The rulebook's own."""

SEAT = document(
    {
        "name": STRING,
        "total": INTEGER,
        "wins": COUNT,
        "count": optional(COUNT),
        "melded": BOOLEAN,
        "gone": BOOLEAN,
        "rack": optional(STRING),
        "points": optional(INTEGER),
    }
)

WATCHED = document(
    {
        "has_camera": BOOLEAN,
        "notices": array(STRING),
        "questions": array(document({"id": COUNT, "faces": array(STRING)})),
    }
)

TILES = document(
    {
        "number": optional(COUNT),
        "seen": STRING,
        "edition": STRING,
        "words": WORDS,
        "players": array(STRING, 2, 6),
        "stage": STRING,
        "game": COUNT,
        "games": optional(COUNT),
        "counts_games": BOOLEAN,
        "time_s": optional(COUNT),
        "deadline": optional(STRING),
        "penalty": COUNT,
        "can_redeal": BOOLEAN,
        "can_return": BOOLEAN,
        "can_overrule": BOOLEAN,
        "can_undo": BOOLEAN,
        "can_redo": BOOLEAN,
        "next_starter": STRING,
        "turn": optional(COUNT),
        "pool": optional(COUNT),
        "last_turns": optional(COUNT),
        "out": optional(COUNT),
        "is_blind": BOOLEAN,
        "table": STRING,
        "rows": array(array(STRING)),
        "seats": array(SEAT, 2, 6),
        "card": array(
            document({"winner": optional(COUNT), "by": STRING, "points": array(INTEGER, 2, 6)})
        ),
        "winner": optional(STRING),
        "finished": BOOLEAN,
        "ended": optional(STRING),
        "paused": BOOLEAN,
        "simulated": BOOLEAN,
        "ruling": optional(RULING),
        "watched": optional(WATCHED),
        "log": array(RULING),
    }
)
