"""The score keeper: new matches of tiles, what happens in them, and looking back at them."""

from datetime import datetime
from typing import Any

from flask import Blueprint, g, request

from turbo.game.dice import UNREAD
from turbo.game.editions import EDITIONS, PieceKind, edition
from turbo.game.events import Act, Amended, BackTo, RoundStarted, Undone, Verdict
from turbo.game.layout import Layout
from turbo.game.record import check_name, parse_event
from turbo.game.tile_options import TileOptions
from turbo.storage.history import TileHistory, are_tiles
from turbo.storage.session import utc_now
from turbo.storage.store import AnyHistory
from turbo.storage.tile_tally import Person, tallied
from turbo.tiles.documents import check_document
from turbo.tiles.melds import meld_worth
from turbo.tiles.referee import judge_tiles, laid_worth
from turbo.tiles.speech import set_words, tile_message
from web.api.operations import (
    BOOLEAN,
    COUNT,
    INTEGER,
    LINE,
    NAME,
    NUMBER,
    STRING,
    Operation,
    Schema,
    api,
    array,
    document,
    one_of,
    optional,
)
from web.api.refused import Refused
from web.api.schemas import DONE
from web.auth.keys import Role
from web.context import desk, language, who
from web.history.views import any_history_of, counted_matches
from web.match.live import LANG
from web.match.open_match import as_looked_at
from web.match.versions import changed, taken_back
from web.tiles.documents import match_document, rulings, version
from web.tiles.schemas import RULING, TILES, WORDS
from web.tiles.undoing import last_entry

blueprint = Blueprint("tiles", __name__)

# Turbo is thrown, and has routes of its own.
TILE_EDITIONS = [name for name, one in EDITIONS.items() if not one.is_thrown]

_SEEN = {"seen": {"type": "string", "maxLength": 60, "description": "The match's `seen`."}}
_ANSWER = document({"ruling": optional(RULING)})
_CONFLICT = (400, 409)


def _referee(summary: str, body: Schema, answer: Schema = _ANSWER) -> Operation:
    return Operation(summary, Role.REFEREE, answer, body, errors=_CONFLICT)


def open_tiles() -> TileHistory:
    session = desk().session
    if not session.has_tiles:
        raise Refused(409, "expected an open match of tiles: start one first", "no-match")
    return session.tiles


def _last() -> dict[str, Any]:
    told = rulings(open_tiles(), language())
    return {"ruling": told[-1] if told else None}


def _act(history: TileHistory) -> Act:
    """What the statement of a request says."""
    found = parse_event(g.body["statement"], history.players, PieceKind.TILE)
    assert isinstance(found, Act), "the table of tiles reads nothing else"
    return found


def _check_seen(history: AnyHistory) -> None:
    """Two phones may press at once: the second has not seen what the first has said, and its turn
    is another player's."""
    seen = g.body.get("seen")
    assert are_tiles(history)
    if seen is not None and seen != version(history, desk().session.match_number):
        raise changed(desk().session.instant)


@api(
    blueprint,
    "POST",
    "/api/tiles/matches",
    _referee(
        "Start a match of tiles, and its first game if somebody is named to start it. Options are"
        " those of records, such as `time`: `90`.",
        document(
            # Six, as the largest box seats; what an edition seats is looked at below.
            {"edition": one_of(*TILE_EDITIONS), "players": array(NAME, 2, 6)},
            {
                "options": document(
                    {}, {"time": NAME, "rounds": NAME, "blocked": NAME, "meld_then": NAME}
                ),
                "starter": NAME,
            },
        ),
        document({"match": COUNT}),
    ),
)
def new_match() -> Any:
    names = tuple(check_name(name) for name in g.body["players"])
    starter = g.body.get("starter")
    if len(set(names)) < len(names) or starter not in (None, *names):
        raise Refused(400, "expected different names, one of them to start", "names")
    chosen = tuple(g.body.get("options", {}).items())
    # Raises where the edition seats fewer, before anything is kept.
    edition(g.body["edition"], dict(chosen)).seats(len(names))
    options = TileOptions(g.body["edition"], chosen, desk().session.view.simulated)
    number = desk().session.new_match(names, options, who())
    if starter is not None:
        desk().session.feed(RoundStarted(starter), who())
    return {"match": number}


@api(
    blueprint,
    "POST",
    "/api/tiles/statements",
    _referee(
        "Say what happened, in the notation of records of tiles, such as `played k10 r10 o10`,"
        " `draw`, `penalty 3` or `rack Bob 23`.",
        document({"statement": LINE}, _SEEN),
    ),
)
def state_something() -> Any:
    act = _act(open_tiles())

    def choose(history: AnyHistory, _: datetime) -> Act:
        _check_seen(history)
        return act

    # Looked at under the session's own lock: another phone may speak between a look and a word.
    desk().session.decide(choose, who())
    return _last()


@api(
    blueprint,
    "POST",
    "/api/tiles/undo",
    _referee(
        "Take back an entry, by default the last one that counts, or everything from an entry on.",
        document({}, {"entry": COUNT, "back_to": COUNT, **_SEEN}),
    ),
)
def undo() -> Any:
    history = open_tiles()
    _check_seen(history)
    # What counts last, and not what was written last: a pause or an undo is no turn to take back.
    entry = g.body.get("entry", last_entry(history))
    if entry is None:
        raise Refused(409, "expected something to undo", "nothing-to-undo")
    back = g.body.get("back_to")
    change = Undone(entry) if back is None else BackTo(back)
    history.check(change)
    with as_looked_at():
        desk().session.change(change, who(), seen=history)
    return _last()


@api(
    blueprint,
    "POST",
    "/api/tiles/redo",
    _referee("Do again what was taken back last.", document({}, _SEEN)),
)
def redo() -> Any:
    history = open_tiles()
    _check_seen(history)
    with as_looked_at():
        desk().session.change(Undone(taken_back(history)), who(), seen=history)
    return _last()


@api(
    blueprint,
    "POST",
    "/api/tiles/questions/<number:question>",
    _referee("Say what a tile shows that the table asks about.", document({"face": NAME}), DONE),
)
def answer(question: int) -> Any:
    # Refuses where no match of tiles is open, before the table is asked.
    open_tiles()
    controls = desk().controls
    if controls is None:
        raise Refused(409, "expected a live table to answer to", "no-table")
    if not controls.set_face(question, str(UNREAD), g.body["face"], who()):
        raise Refused(404, "this question is not open any more", "question")
    return {"done": True}


@api(
    blueprint,
    "POST",
    "/api/tiles/amend",
    _referee(
        "Say what an entry should have been; everything after it is judged again.",
        document({"entry": COUNT, "statement": LINE}, _SEEN),
    ),
)
def amend() -> Any:
    history = open_tiles()
    _check_seen(history)
    change = Amended(g.body["entry"], _act(history))
    history.check(change)
    with as_looked_at():
        desk().session.change(change, who(), seen=history)
    return _last()


@api(
    blueprint,
    "POST",
    "/api/tiles/pause",
    _referee("Pause the match, or go on with it.", document({"paused": BOOLEAN})),
)
def pause() -> Any:
    open_tiles()
    desk().session.pause(g.body["paused"], who())
    return _last()


@api(
    blueprint,
    "POST",
    "/api/tiles/check",
    Operation(
        "Judge sets of an edition in notation: whether they are legal, and worth what in a first"
        " meld.",
        Role.VIEWER,
        document({"legal": optional(BOOLEAN), "worth": INTEGER, "messages": array(STRING)}),
        document(
            {"edition": one_of(*TILE_EDITIONS), "layout": {"type": "string", "maxLength": 2000}}
        ),
        query=LANG,
        needs_token=False,
    ),
)
def check_sets() -> Any:
    chosen = EDITIONS[g.body["edition"]]
    layout = Layout.parse(g.body["layout"], special=True)
    found = check_document(layout, chosen, language())
    said = [one["message"] for one in (*found["faults"], *found["advice"])]
    # A tile that nobody read is worth nothing yet: the first meld counts what lies there.
    worth = 0 if layout.has_unread else meld_worth(chosen, layout, layout.faces)
    return {"legal": found["legal"], "worth": worth, "messages": said}


@api(
    blueprint,
    "POST",
    "/api/tiles/preview",
    Operation(
        "What the referee would say of a turn in the open match, without keeping anything.",
        Role.VIEWER,
        document({"legal": optional(BOOLEAN), "worth": INTEGER, "messages": array(STRING)}),
        document({"statement": LINE}),
        query=LANG,
        needs_token=False,
        errors=_CONFLICT,
    ),
)
def preview() -> Any:
    history = open_tiles()
    act, contest = _act(history), history.match
    ruling = judge_tiles(contest, act)
    said = [
        tile_message(one, contest.edition, language()) for one in (*ruling.faults, *ruling.advice)
    ]
    # Nobody knows yet where a tile is unread: neither legal nor against the rules.
    legal = None if ruling.verdict is Verdict.UNSURE else ruling.verdict is Verdict.ACCEPTED
    return {"legal": legal, "worth": laid_worth(contest, act), "messages": said}


@api(
    blueprint,
    "GET",
    "/api/tiles/clock",
    Operation(
        "What time it is here: deadlines are told by this clock.",
        Role.VIEWER,
        document({"now": STRING}),
    ),
)
def clock() -> Any:
    # A phone's clock may be minutes off, and a turn has one.
    return {"now": utc_now().isoformat()}


def tiles_of(number: int) -> TileHistory:
    found = any_history_of(number)
    if not are_tiles(found):
        raise Refused(404, f"expected a match of tiles, got match {number}", "not-found")
    return found


@api(
    blueprint,
    "GET",
    "/api/tiles/matches/<int:number>",
    Operation(
        "A match of tiles: its card, and every ruling, the newest first.",
        Role.VIEWER,
        TILES,
        query=LANG,
    ),
)
def one_match(number: int) -> Any:
    return match_document(tiles_of(number), number, language())


PERSON = document(
    {
        "name": STRING,
        "games": COUNT,
        "wins": COUNT,
        "points": INTEGER,
        "average_rack": optional(NUMBER),
        "penalties": COUNT,
        "penalty_tiles": COUNT,
        "average_meld": optional(NUMBER),
    }
)


@api(
    blueprint,
    "GET",
    "/api/tiles/statistics",
    Operation(
        "Numbers of everybody over all matches of tiles, or in one.",
        Role.VIEWER,
        document({"matches": COUNT, "people": array(PERSON), "words": WORDS}),
        query={"match": COUNT, **LANG},
        errors=(404, 503),
    ),
)
def statistics() -> Any:
    wanted = request.args.get("match", type=int)
    with desk().heavy.turn():
        numbers = counted_matches(PieceKind.TILE) if wanted is None else [wanted]
        people = tallied(map(tiles_of, numbers))
    # Of one match its rulebook's own; of all of them any: the tables' heads name sets alike.
    edition = tiles_of(numbers[0]).options.edition if numbers else desk().session.edition
    return {
        "matches": len(numbers),
        "people": [_person(one) for one in people],
        "words": set_words(edition, language()),
    }


def _person(one: Person) -> dict[str, Any]:
    rack, meld = one.average_rack, one.average_meld
    return {
        "name": one.name,
        "games": one.games,
        "wins": one.wins,
        "points": one.points,
        "average_rack": None if rack is None else round(rack, 1),
        "penalties": one.penalties,
        "penalty_tiles": one.penalty_tiles,
        "average_meld": None if meld is None else round(meld, 1),
    }
