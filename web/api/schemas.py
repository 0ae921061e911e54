"""The documents of the API, described field by field."""

from turbo.storage.heads import options_schema
from web.api.operations import (
    BOOLEAN,
    COUNT,
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

CELL = array(INTEGER, 3, 3)
SEAT: Schema = {"type": "integer", "minimum": 0, "maximum": 5}
TIME: Schema = {"type": "string", "description": "ISO 8601"}
COUNTS = array(optional(INTEGER), 2, 6)
PIECE = one_of("die", "tile")

FAULT = document(rule=STRING, faces=array(FACE), cells=array(CELL), message=STRING)

LAYOUT = document(
    piece=PIECE,
    text=STRING,
    islands=array(document(rows=COUNT, columns=COUNT)),
    places=array(array(NUMBER, 3, 3)),
    dice=array(document(id=optional(INTEGER), cell=CELL, face=FACE, stands=array(FACE))),
    sets=array(document(kind=one_of("group", "run"), cells=array(CELL))),
    faults=array(FAULT),
)

HAND = document(
    faces=array(FACE),
    count={**optional(COUNT), "description": "Null where nobody knows."},
    points=optional(INTEGER),
    unread=COUNT,
    laid=array(COUNT),
    ids=array(INTEGER),
)

SHOWN = document(
    source=one_of("live", "waiting", "rejected", "match", "last-round", "empty"),
    table=LAYOUT,
    hands=array(optional(HAND), 2, 6),
)

OPTIONS = document(
    {"simulated": BOOLEAN},
    {
        **options_schema()["properties"],
        **dict.fromkeys(("time", "blocked", "meld_then"), STRING),
    },
)

CARD = array(
    document(white=COUNTS, grey=COUNTS, by=optional(one_of("out", "block")), winner=optional(SEAT))
)

TILES = document(
    pool=optional(COUNT),
    last_turns=optional(COUNT),
    out=optional(SEAT),
    is_blind=BOOLEAN,
    melded=array(BOOLEAN, 2, 6),
    gone=array(SEAT),
    wins=optional(array(COUNT, 2, 6)),
    time_s=optional(COUNT),
    penalty=COUNT,
    can_redeal=BOOLEAN,
    can_return=BOOLEAN,
)

MATCH = document(
    edition=STRING,
    piece=PIECE,
    players=array(STRING, 2, 6),
    options=OPTIONS,
    phase=one_of("between_rounds", "to_throw", "to_play", "to_count", "over"),
    round=COUNT,
    rounds={**optional(COUNT), "description": "Null: until somebody ends the match."},
    turn=optional(SEAT),
    starter=optional(SEAT),
    next_starter=optional(STRING),
    blanks=array(COUNT, 2, 6),
    blanks_each=COUNT,
    card=CARD,
    totals=array(INTEGER, 2, 6),
    winner=optional(STRING),
    finished=BOOLEAN,
    ended=optional(STRING),
    can_overrule=BOOLEAN,
    is_waiting=BOOLEAN,
    tiles={**optional(TILES), "description": "What only a match of tiles has."},
)

VERDICT = one_of("accepted", "rejected", "unsure")

RULING = document(
    entry=COUNT,
    statement=STRING,
    player=optional(STRING),
    verdict=VERDICT,
    title=STRING,
    sentence=STRING,
    ending=optional(STRING),
    faults=array(FAULT),
    advice=array(FAULT),
    at=optional(TIME),
    by=STRING,
    amended_by=optional(COUNT),
)

LIKELY = document(face=FACE, confidence=NUMBER)

QUESTION = document(id=INTEGER, player=optional(STRING), place=COUNT, faces=array(LIKELY))

TWIN = document(speed=NUMBER, paused=BOOLEAN, mischief=array(STRING))

MOMENT = document(
    level=one_of("quiet", "good", "word", "fault", "ask", "round", "match", "alarm"),
    kind=one_of("ruling", "notice", "question", "mended", "partner"),
    key=optional(STRING),
    title=STRING,
    sentence=STRING,
    faults=array(STRING),
    folded=array(STRING),
    entry=optional(COUNT),
    told=STRING,
)

STANDING = document(totals=array(INTEGER, 2, 6), turn=STRING)

PREVIEW = document(
    entry=COUNT,
    sentence=STRING,
    before=STANDING,
    after=STANDING,
    changed=array(document(entry=COUNT, sentence=STRING)),
)

STORY = document(
    key=one_of("store", "table", "first", "second"),
    sentence={
        **optional(STRING),
        "description": "What happened by this story, where two may have.",
    },
    places=array(
        document(player=optional(STRING), faces=array(STRING), differs=array(COUNT)),
        3,
        3,
    ),
)

PARTNER = document(
    player=STRING,
    level=COUNT,
    kind={**optional(one_of("throw", "lay", "pass")), "description": "What it wants now."},
    faces=array(FACE),
    sentences=array(STRING),
    layout=optional(LAYOUT),
    added=array(CELL),
)

SITTING = document(sitting=STRING, by=STRING, wants=optional(one_of("throw", "lay")))

STATE = document(
    boot=STRING,
    version=COUNT,
    match_number=optional(COUNT),
    entries=COUNT,
    seen=STRING,
    can_redo=BOOLEAN,
    moment=MOMENT,
    match=optional(MATCH),
    shown=SHOWN,
    ruling=optional(RULING),
    turn_since=optional(TIME),
    deadline={**optional(TIME), "description": "When the time of the turn is up."},
    paused=BOOLEAN,
    called={**optional(BOOLEAN), "description": "Whether the hall's referee was called."},
    simulated=BOOLEAN,
    settled=BOOLEAN,
    has_camera=BOOLEAN,
    questions=array(QUESTION),
    stories=array(STORY),
    notices=array(STRING),
    notice_keys=array(STRING),
    open_answers={
        **BOOLEAN,
        "description": "Whether who may look may also say what a doubtful die shows.",
    },
    has_controls=BOOLEAN,
    twin=optional(TWIN),
    seats={**array(optional(SITTING)), "description": "Who plays from a page, by seat."},
    partner=optional(PARTNER),
    language=STRING,
)

SEEN = document(
    picture=COUNT,
    width=COUNT,
    height=COUNT,
    settled=BOOLEAN,
    dice=array(
        document(
            {
                "id": optional(INTEGER),
                "corners": array(array(NUMBER, 2, 2), 4, 4),
                "face": FACE,
                "confidence": NUMBER,
                "also": array(LIKELY),
                "doubts": array(STRING),
            }
        )
    ),
)

ME = document(
    role=one_of("stranger", "viewer", "referee"),
    name=optional(STRING),
    token=optional(STRING),
    viewing_pin=BOOLEAN,
    pictures=BOOLEAN,
)

HEAD = document(
    match=COUNT,
    created=TIME,
    edition=STRING,
    players=array(STRING, 2, 6),
    totals=array(INTEGER, 2, 6),
    rounds=COUNT,
    of=optional(COUNT),
    finished=BOOLEAN,
    winner=optional(STRING),
    entries=COUNT,
    simulated=BOOLEAN,
    is_open=BOOLEAN,
)

LOGGED = document(
    entry=COUNT,
    at=optional(TIME),
    by=STRING,
    statement=STRING,
    sentence=STRING,
    superseded_by=optional(COUNT),
    why=array(STRING),
)

STEP = document(ruling=RULING, shown=SHOWN, match=MATCH)

HISTORY = document(
    match_number=COUNT,
    created=TIME,
    match=MATCH,
    log=array(LOGGED),
    rulings=array(RULING),
    pictures=array(COUNT),
)

PLAY = document(
    played=array(FACE),
    layout=LAYOUT,
    added=array(CELL),
    proved=BOOLEAN,
    steps={**array(STRING), "description": "What to do at the table, in words, in order."},
)

FAIRNESS = document(
    chi_square=NUMBER,
    freedom=COUNT,
    p_value=optional(NUMBER),
    thrown=COUNT,
    least=NUMBER,
    power=NUMBER,
    is_enough=BOOLEAN,
)

TILE_STATISTICS = document(
    matches=COUNT,
    people=array(
        document(
            name=STRING,
            games=COUNT,
            wins=COUNT,
            points=INTEGER,
            average_rack=optional(NUMBER),
            penalties=COUNT,
            penalty_tiles=COUNT,
            average_meld=optional(NUMBER),
        )
    ),
    words={
        **document(group=STRING, run=STRING, set=STRING, sets=STRING),
        "description": "The rulebook's own.",
    },
)

STATISTICS = document(
    matches=COUNT,
    pending=COUNT,
    throws=COUNT,
    players=array(
        document(
            name=STRING,
            throws=COUNT,
            played=COUNT,
            blank=COUNT,
            rejected=COUNT,
            turn_s=document(
                count=COUNT, mean=optional(NUMBER), median=optional(NUMBER), each=array(NUMBER)
            ),
        )
    ),
    points=array(
        document(match=COUNT, round=COUNT, winner=optional(STRING), points=COUNT, by=STRING)
    ),
    faults=array(document(rule=STRING, count=COUNT)),
    faces=array(document(face=FACE, count=COUNT, expected=NUMBER)),
    fairness=document(
        numbers=optional(FAIRNESS), colours=optional(FAIRNESS), faces=optional(FAIRNESS)
    ),
    tiles=TILE_STATISTICS,
)

HEALTH = document(
    has_table=BOOLEAN,
    frames_per_s=optional(NUMBER),
    picture_age_s=optional(NUMBER),
    camera=BOOLEAN,
    mat=optional(BOOLEAN),
    light=optional(BOOLEAN),
    board=optional(BOOLEAN),
    disk_mb=optional(INTEGER),
    is_disk_good=BOOLEAN,
    is_clock_told=BOOLEAN,
    is_ready=BOOLEAN,
    todo=array(STRING),
    steps=array(document(key=STRING, is_done=BOOLEAN, is_needed=BOOLEAN, found=STRING)),
)
