"""The match as a whole: started, taken over, gone on with, paused, and a referee called to it."""

from collections.abc import Mapping
from typing import Annotated, Any

from turbo.game.editions import EDITIONS, TURBO, Edition
from turbo.game.events import RoundStarted
from turbo.game.match import CHOICES
from turbo.game.record import AnyOptions, Record, Tag, check_name
from turbo.games import game_of
from turbo.partner.levels import LEVELS
from turbo.partner.solo import MachineSeat
from turbo.storage.heads import options_schema
from turbo.storage.session import utc_now
from web.api.operations import NAME, Count, Name, array, document, letters, said, whole
from web.api.refused import Refused
from web.context import desk, who
from web.match.live import EditionName
from web.match.open_match import RULED, blueprint, last_ruled, open_session

__all__ = ["blueprint"]

_NUMBERED = document(match=Count)

_CHOSEN = options_schema(CHOICES)["properties"]
_OPTIONS = document({}, {**_CHOSEN, **dict.fromkeys(("time", "blocked", "meld_then"), NAME)})
Options = Annotated[dict[str, object], _OPTIONS]
# Six, as the largest box seats; what an edition seats is looked at below.
Players = Annotated[list[str], array(NAME, 2, 6)]
_MACHINE = "The second player is the machine, so strong: a person acts for it."
Level = Annotated[int, said(whole(1, len(LEVELS)), _MACHINE)]
Simulated = Annotated[bool, said(bool, "Played from seats on pages, by no real dice.")]


@blueprint.referee(
    "POST /api/matches",
    "Start a match, by default with the dice, and its first round if somebody is named to start"
    " it. Options are those of records; of tiles such as `time`: `90`.",
    _NUMBERED,
)
def new_match(
    players: Players,
    edition: EditionName = TURBO.name,
    options: Options | None = None,
    starter: Name | None = None,
    machine: Level | None = None,
    simulated: Simulated = False,
) -> Any:
    names = tuple(map(check_name, players))
    if len(set(names)) < len(names) or starter not in (None, *names):
        raise Refused(400, "expected different names, one of them to start", "names")
    # What the table says counts, whatever the page does: a match of the twin is never a real one.
    simulated = desk().session.view.simulated or simulated
    chosen = _chosen(EDITIONS[edition], options or {}, simulated)
    # Raises where the edition seats fewer, before anything is kept.
    chosen.edition.seats(len(names))
    tags = () if machine is None else _machine(names, machine, chosen.edition)
    number = desk().session.new_match(names, chosen, who(), tags)
    if starter is not None:
        desk().session.feed(RoundStarted(starter), who())
    return {"match": number}


def _machine(names: tuple[str, ...], level: int, edition: Edition) -> tuple[Tag, ...]:
    """That the second player is the machine: a match says so by a tag."""
    if not game_of(edition).has_open_hands:
        raise Refused(400, "expected dice: the machine cannot play with hidden racks")
    return (MachineSeat(names[1], level).tag,)


def _chosen(edition: Edition, options: Mapping[str, object], simulated: bool) -> AnyOptions:
    """What is played, under what the request chose."""
    chosen: AnyOptions = game_of(edition).options(
        edition.name,
        tuple((key, _word(value)) for key, value in options.items()),
        simulated,
    )
    return chosen


def _word(value: object) -> str:
    """A choice as a command line has it, which has words only."""
    return {"True": "on", "False": "off"}.get(str(value), str(value))


# Half of what a request may have, and fifty times a whole match.
RecordText = Annotated[str, letters(500_000)]


@blueprint.referee(
    "POST /api/matches/import", "Take over a match record (.turbo) as a new match.", _NUMBERED
)
def import_match(record: RecordText) -> Any:
    # Into the store and not into the session: the match that is played goes on meanwhile.
    return {"match": desk().store.import_record(Record.parse(record), utc_now(), by=who())}


@blueprint.referee("POST /api/match/open", "Go on with a match of the store.", RULED)
def open_match(match: Count) -> Any:
    if match not in desk().store:
        raise Refused(400, f"expected the number of a match, got {match}", "not-found")
    desk().session.open_match(match)
    return last_ruled()


@blueprint.referee("POST /api/match/pause", "Pause the live table, or go on.")
def pause(paused: bool) -> None:
    """Going on ends a lesson too, for which the match rests: else it would rest on and on."""
    session, lessons = open_session(), desk().lessons
    if not paused and session.paused and lessons is not None:
        lessons.stop_lesson(who())
    session.pause(paused, who())


@blueprint.referee(
    "POST /api/match/call",
    "Call the hall's referee to this table, or say that the call was heard.",
)
def call(called: bool) -> None:
    # None and not False: False is a table of a hall that nobody was called to.
    if desk().session.view.called is None:
        raise Refused(409, "expected a table that feeds a hall: there is nobody to call", "no-hall")
    desk().session.show(called=called)
