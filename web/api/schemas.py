"""The documents of the API, described field by field."""

from turbo.storage.heads import options_schema
from web.api.operations import (
    FACE,
    Count,
    array,
    document,
    fields_of,
    one_of,
    optional,
    said,
    whole,
)
from web.ports import TwinState
from web.setup.ports import Health
from web.statistics.fairness import Fairness

CELL = array(int, 3, 3)
SEAT = whole(0, 5)
TIME = said(str, "ISO 8601")
COUNTS = array(int | None, 2, 6)
PIECE = one_of("die", "tile")

FAULT = document(rule=str, faces=[FACE], cells=[CELL], message=str)

LAYOUT = document(
    piece=PIECE,
    text=str,
    islands=[document(rows=Count, columns=Count)],
    places=[tuple[float, float, float]],
    dice=[document(id=int | None, cell=CELL, face=FACE, stands=[FACE])],
    sets=[document(kind=one_of("group", "run"), cells=[CELL])],
    faults=[FAULT],
)

HAND = document(
    faces=[FACE],
    count=said(Count | None, "Null where nobody knows."),
    points=int | None,
    unread=Count,
    laid=[Count],
    ids=[int],
)

SHOWN = document(
    source=one_of("live", "waiting", "rejected", "match", "last-round", "empty"),
    table=LAYOUT,
    hands=array(optional(HAND), 2, 6),
)

OPTIONS = document(
    {"simulated": bool},
    {**options_schema()["properties"], **dict.fromkeys(("time", "blocked", "meld_then"), str)},
)

CARD = array(
    document(white=COUNTS, grey=COUNTS, by=optional(one_of("out", "block")), winner=optional(SEAT))
)

TILES = document(
    pool=Count | None,
    last_turns=Count | None,
    out=optional(SEAT),
    is_blind=bool,
    melded=array(bool, 2, 6),
    gone=[SEAT],
    wins=optional(array(Count, 2, 6)),
    jokers=said([str], "The signs of the kinds that have no colour, such as `*d`."),
    time_s=Count | None,
    penalty=Count,
    can_redeal=bool,
    can_return=bool,
)

MATCH = document(
    edition=str,
    piece=PIECE,
    players=array(str, 2, 6),
    options=OPTIONS,
    phase=one_of("between_rounds", "to_throw", "to_play", "to_count", "over"),
    round=Count,
    rounds=said(Count | None, "Null: until somebody ends the match."),
    turn=optional(SEAT),
    starter=optional(SEAT),
    next_starter=str | None,
    blanks=array(Count, 2, 6),
    blanks_each=Count,
    card=CARD,
    totals=array(int, 2, 6),
    winner=str | None,
    finished=bool,
    ended=str | None,
    can_overrule=bool,
    is_waiting=bool,
    tiles=said(optional(TILES), "What only a match of tiles has."),
)

VERDICT = one_of("accepted", "rejected", "unsure")

RULING = document(
    entry=Count,
    statement=str,
    player=str | None,
    verdict=VERDICT,
    title=str,
    sentence=str,
    ending=str | None,
    faults=[FAULT],
    advice=[FAULT],
    at=optional(TIME),
    by=str,
    amended_by=Count | None,
)

LIKELY = document(face=FACE, confidence=float)

QUESTION = document(id=int, player=str | None, place=Count, faces=[LIKELY])

TWIN = fields_of(TwinState)

MOMENT = document(
    level=one_of("quiet", "good", "word", "fault", "ask", "round", "match", "alarm"),
    kind=one_of("ruling", "notice", "question", "mended", "partner"),
    key=str | None,
    title=str,
    sentence=str,
    faults=[str],
    folded=[str],
    entry=Count | None,
    told=str,
)

STANDING = document(totals=array(int, 2, 6), turn=str)

PREVIEW = document(
    entry=Count,
    sentence=str,
    before=STANDING,
    after=STANDING,
    changed=[document(entry=Count, sentence=str)],
)

STORY = document(
    key=one_of("store", "table", "first", "second"),
    sentence=said(str | None, "What happened by this story, where two may have."),
    places=array(document(player=str | None, faces=[str], differs=[Count]), 3, 3),
)

PARTNER = document(
    player=str,
    level=Count,
    kind=said(optional(one_of("throw", "lay", "pass")), "What it wants now."),
    faces=[FACE],
    sentences=[str],
    layout=optional(LAYOUT),
    added=[CELL],
)

SITTING = document(sitting=str, by=str, wants=optional(one_of("throw", "lay")))

STATE = document(
    boot=str,
    version=Count,
    match_number=Count | None,
    entries=Count,
    seen=str,
    can_redo=bool,
    moment=MOMENT,
    match=optional(MATCH),
    shown=SHOWN,
    ruling=optional(RULING),
    turn_since=optional(TIME),
    deadline=said(optional(TIME), "When the time of the turn is up."),
    paused=bool,
    called=said(bool | None, "Whether the hall's referee was called."),
    simulated=bool,
    settled=bool,
    has_camera=bool,
    questions=[QUESTION],
    stories=[STORY],
    notices=[str],
    notice_keys=[str],
    open_answers=said(bool, "Whether who may look may also say what a doubtful die shows."),
    has_controls=bool,
    twin=optional(TWIN),
    seats=said(array(optional(SITTING)), "Who plays from a page, by seat."),
    partner=optional(PARTNER),
    language=str,
)

SEEN = document(
    picture=Count,
    width=Count,
    height=Count,
    settled=bool,
    dice=[
        document(
            id=int | None,
            corners=array(tuple[float, float], 4, 4),
            face=FACE,
            confidence=float,
            also=[LIKELY],
            doubts=[str],
        )
    ],
)

ME = document(
    role=one_of("stranger", "viewer", "referee"),
    name=str | None,
    token=str | None,
    viewing_pin=bool,
    pictures=bool,
)

HEAD = document(
    match=Count,
    created=TIME,
    edition=str,
    piece=PIECE,
    players=array(str, 2, 6),
    totals=array(int, 2, 6),
    rounds=Count,
    of=Count | None,
    finished=bool,
    winner=str | None,
    entries=Count,
    simulated=bool,
    is_open=bool,
)

LOGGED = document(
    entry=Count,
    at=optional(TIME),
    by=str,
    statement=str,
    sentence=str,
    superseded_by=Count | None,
    why=[str],
)

STEP = document(ruling=RULING, shown=SHOWN, match=MATCH)

HISTORY = document(
    match_number=Count,
    created=TIME,
    match=MATCH,
    log=[LOGGED],
    rulings=[RULING],
    pictures=[Count],
)

PLAY = document(
    played=[FACE],
    layout=LAYOUT,
    added=[CELL],
    proved=bool,
    steps=said([str], "What to do at the table, in words, in order."),
)

FAIRNESS = fields_of(Fairness, freedom=Count, p_value=float | None, thrown=Count, is_enough=bool)

TILE_STATISTICS = document(
    matches=Count,
    people=[
        document(
            name=str,
            games=Count,
            wins=Count,
            points=int,
            average_rack=float | None,
            penalties=Count,
            penalty_tiles=Count,
            average_meld=float | None,
        )
    ],
    words=said(document(group=str, run=str, set=str, sets=str), "The rulebook's own."),
)

STATISTICS = document(
    matches=Count,
    pending=Count,
    throws=Count,
    players=[
        document(
            name=str,
            throws=Count,
            played=Count,
            blank=Count,
            rejected=Count,
            turn_s=document(count=Count, mean=float | None, median=float | None, each=[float]),
        )
    ],
    points=[document(match=Count, round=Count, winner=str | None, points=Count, by=str)],
    faults=[document(rule=str, count=Count)],
    faces=[document(face=FACE, count=Count, expected=float)],
    fairness=document(
        numbers=optional(FAIRNESS), colours=optional(FAIRNESS), faces=optional(FAIRNESS)
    ),
    tiles=TILE_STATISTICS,
)

HEALTH = fields_of(Health, has_table=bool, is_ready=bool, todo=[str])
