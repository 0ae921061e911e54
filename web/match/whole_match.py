"""The match as a whole: started, taken over, gone on with, paused, and a referee called to it."""

from typing import Any

from flask import g

from turbo.game.editions import EDITIONS, TURBO, Edition
from turbo.game.events import RoundStarted
from turbo.game.match import CHOICES
from turbo.game.record import AnyOptions, Record, Tag, check_name
from turbo.games import game_of
from turbo.partner.levels import LEVELS
from turbo.partner.solo import MachineSeat
from turbo.storage.heads import options_schema
from turbo.storage.session import utc_now
from web.api.operations import BOOLEAN, COUNT, DONE, NAME, array, document, one_of
from web.api.refused import Refused
from web.context import desk, who
from web.match.open_match import ANSWER, blueprint, changing, last_ruled, open_session

__all__ = ["blueprint"]

_NUMBERED = document(match=COUNT)

_CHOSEN = options_schema(CHOICES)["properties"]
_OPTIONS = document({}, {**_CHOSEN, **dict.fromkeys(("time", "blocked", "meld_then"), NAME)})


_LEVEL = {
    "type": "integer",
    "minimum": 1,
    "maximum": len(LEVELS),
    "description": "The second player is the machine, so strong: a person acts for it.",
}


@changing(
    "POST /api/matches",
    "Start a match, by default with the dice, and its first round if somebody is named to start"
    " it. Options are those of records; of tiles such as `time`: `90`.",
    document(
        # Six, as the largest box seats; what an edition seats is looked at below.
        {"players": array(NAME, 2, 6)},
        {
            "edition": one_of(*EDITIONS),
            "options": _OPTIONS,
            "starter": NAME,
            "machine": _LEVEL,
            "simulated": {**BOOLEAN, "description": "Played from seats on pages, by no real dice."},
        },
    ),
    _NUMBERED,
)
def new_match() -> Any:
    names = tuple(check_name(name) for name in g.body["players"])
    starter = g.body.get("starter")
    if len(set(names)) < len(names) or starter not in (None, *names):
        raise Refused(400, "expected different names, one of them to start", "names")
    # What the table says counts, whatever the page does: a match of the twin is never a real one.
    simulated = desk().session.view.simulated or g.body.get("simulated", False)
    options = _chosen(EDITIONS[g.body.get("edition", TURBO.name)], simulated)
    # Raises where the edition seats fewer, before anything is kept.
    options.edition.seats(len(names))
    number = desk().session.new_match(names, options, who(), _machine(names, options.edition))
    if starter is not None:
        desk().session.feed(RoundStarted(starter), who())
    return {"match": number}


def _machine(names: tuple[str, ...], edition: Edition) -> tuple[Tag, ...]:
    """The second player, where that is the machine: a match says so by a tag."""
    level = g.body.get("machine")
    if level is None:
        return ()
    if not game_of(edition).has_open_hands:
        raise Refused(400, "expected dice: the machine cannot play with hidden racks")
    return (MachineSeat(names[1], level).tag,)


def _chosen(edition: Edition, simulated: bool) -> AnyOptions:
    """What is played, under what the request chose."""
    chosen: AnyOptions = game_of(edition).options(
        edition.name,
        tuple((key, _word(value)) for key, value in g.body.get("options", {}).items()),
        simulated,
    )
    return chosen


def _word(value: object) -> str:
    """A choice as a command line has it, which has words only."""
    return {"True": "on", "False": "off"}.get(str(value), str(value))


@changing(
    "POST /api/matches/import",
    "Take over a match record (.turbo) as a new match.",
    # Half of what a request may have, and fifty times a whole match.
    document(record={"type": "string", "maxLength": 500_000}),
    _NUMBERED,
)
def import_match() -> Any:
    # Into the store and not into the session: the match that is played goes on meanwhile.
    record = Record.parse(g.body["record"])
    return {"match": desk().store.import_record(record, utc_now(), by=who())}


@changing("POST /api/match/open", "Go on with a match of the store.", _NUMBERED, ANSWER)
def open_match() -> Any:
    number = g.body["match"]
    if number not in desk().store:
        raise Refused(400, f"expected the number of a match, got {number}", "not-found")
    desk().session.open_match(number)
    return last_ruled()


@changing(
    "POST /api/match/pause", "Pause the live table, or go on.", document(paused=BOOLEAN), DONE
)
def pause() -> None:
    """Going on ends a lesson too, for which the match rests: else it would rest on and on."""
    session, lessons = open_session(), desk().lessons
    if not g.body["paused"] and session.paused and lessons is not None:
        lessons.stop_lesson(who())
    session.pause(g.body["paused"], who())


@changing(
    "POST /api/match/call",
    "Call the hall's referee to this table, or say that the call was heard.",
    document(called=BOOLEAN),
    DONE,
)
def call() -> None:
    # None and not False: False is a table of a hall that nobody was called to.
    if desk().session.view.called is None:
        raise Refused(409, "expected a table that feeds a hall: there is nobody to call", "no-hall")
    desk().session.show(called=g.body["called"])
