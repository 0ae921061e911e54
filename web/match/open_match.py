"""The open match, and everything that a person may say of it as a whole: started, taken over, gone
on with, paused; what happened, in words; taken back and done again.

Who says something has looked before. What they say counts for the match that they saw, or it is
refused; nothing that was said meanwhile is overwritten.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, Literal

from turbo.game import events
from turbo.game.editions import EDITIONS, TURBO, Edition
from turbo.game.match import CHOICES
from turbo.game.protocol import JudgedAt
from turbo.game.record import AnyOptions, Record, Tag, check_name, parse_event
from turbo.games import game_of
from turbo.partner.levels import LEVELS
from turbo.partner.solo import MachineSeat
from turbo.storage.heads import options_schema
from turbo.storage.history import AnyHistory
from turbo.storage.session import Instant, Outdated, Session, utc_now
from web.api import operations as api
from web.api.refused import Refused
from web.api.schemas import PREVIEW, RULING
from web.context import LANG, desk, language, who
from web.match.documents import last_ruling
from web.match.game_page import page_of
from web.match.live import EditionName
from web.match.preview import after, preview_document
from web.match.versions import Version, changed, taken_back

blueprint = api.ApiRoom("match", 400, 409)
"""One for all routes of the match: its name is the first part of their operation ids, which
programs are generated from. Parted by files they would get other names. What cannot be meant at
all is refused with 400, and what cannot be done now with 409: a person mends the first and looks
again after the second."""

# Two numbers, eight and twelve hex digits with dashes between them: at most 43 letters.
Seen = Annotated[str, api.said(api.letters(60), "The state's `seen`.")]
RULED = api.document(ruling=api.optional(RULING))


def open_session() -> Session:
    session = desk().session
    if session.match_number is None:
        raise Refused(409, "expected an open match: start one first", "no-match")
    return session


def open_instant() -> Instant:
    """The match and what is seen of it, both of one moment: what is said is about that."""
    now = desk().session.instant
    if now.log is None:
        raise Refused(409, "expected an open match: start one first", "no-match")
    return now


def history_of(now: Instant) -> AnyHistory:
    assert now.log is not None, "open_instant has looked"
    return now.log


def seen_now(seen: str | None) -> Instant:
    """The match now, if its log is still the one that was looked at."""
    now = open_instant()
    check_seen(now, seen)
    return now


def check_seen(now: Instant, seen: str | None) -> None:
    """Refuse who speaks of another log than there is."""
    # A program that only speaks and never looks need not name what it saw.
    if seen is None:
        return
    if not Version.parse(seen).is_same_log(Version.of(now, desk().hub.boot)):
        raise changed(now)


def kept(now: Instant, *words: events.AnyEvent | events.Change, by: str = "") -> dict[str, Any]:
    """Keep what is said of the match as it was looked at: the live table may have told something
    between the look and the word. The answer is what came of it."""
    try:
        desk().session.say_all(words, by or who(), seen=now.log)
    except Outdated:
        raise changed(desk().session.instant) from None
    return last_ruled()


def last_ruled() -> dict[str, Any]:
    return {"ruling": last_ruling(desk().session.log, language())}


_NUMBERED = api.document(match=api.Count)

_CHOSEN = options_schema(CHOICES)["properties"]
_OPTIONS = api.document(
    {}, {**_CHOSEN, **dict.fromkeys(("time", "blocked", "meld_then"), api.NAME)}
)
Options = Annotated[dict[str, object], _OPTIONS]
# Six, as the largest box seats; what an edition seats is looked at below.
Players = Annotated[list[str], api.array(api.NAME, 2, 6)]
_MACHINE = "The second player is the machine, so strong: a person acts for it."
Level = Annotated[int, api.said(api.whole(1, len(LEVELS)), _MACHINE)]
Simulated = Annotated[bool, api.said(bool, "Played from seats on pages, by no real dice.")]


@blueprint.referee("POST /api/matches", _NUMBERED)
def new_match(
    players: Players,
    edition: EditionName = TURBO.name,
    options: Options | None = None,
    starter: api.Name | None = None,
    machine: Level | None = None,
    simulated: Simulated = False,
) -> Any:
    """Start a match, by default with the dice, and its first round if somebody is named to start
    it. Options are those of records; of tiles such as `time`: `90`."""
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
        desk().session.feed(events.RoundStarted(starter), who())
    return {"match": number}


def _machine(names: tuple[str, ...], level: int, edition: Edition) -> tuple[Tag, ...]:
    """That the second player is the machine: a match says so by a tag."""
    if not game_of(edition).has_open_hands:
        raise Refused(400, "expected dice: the machine cannot play with hidden racks")
    return (MachineSeat(names[1], level).tag,)


def _chosen(edition: Edition, options: Mapping[str, object], simulated: bool) -> AnyOptions:
    """What is played, under what the request chose."""
    chosen: AnyOptions = game_of(edition).options(
        edition.name, tuple((key, _word(value)) for key, value in options.items()), simulated
    )
    return chosen


def _word(value: object) -> str:
    """A choice as a command line has it, which has words only."""
    return {"True": "on", "False": "off"}.get(str(value), str(value))


# Half of what a request may have, and fifty times a whole match.
RecordText = Annotated[str, api.letters(500_000)]


@blueprint.referee("POST /api/matches/import", _NUMBERED)
def import_match(record: RecordText) -> Any:
    """Take over a match record (.turbo) as a new match."""
    # Into the store and not into the session: the match that is played goes on meanwhile.
    return {"match": desk().store.import_record(Record.parse(record), utc_now(), by=who())}


@blueprint.referee("POST /api/match/open", RULED)
def open_match(match: api.Count) -> Any:
    """Go on with a match of the store."""
    if match not in desk().store:
        raise Refused(400, f"expected the number of a match, got {match}", "not-found")
    desk().session.open_match(match)
    return last_ruled()


@blueprint.referee("POST /api/match/pause")
def pause(paused: bool) -> None:
    """Pause the live table, or go on.

    Going on ends a lesson too, for which the match rests: else it would rest on and on.
    """
    session, lessons = open_session(), desk().lessons
    if not paused and session.paused and lessons is not None:
        lessons.stop_lesson()
    session.pause(paused, who())


@blueprint.referee("POST /api/match/call")
def call(called: bool) -> None:
    """Call the hall's referee to this table, or say that the call was heard."""
    # None and not False: False is a table of a hall that nobody was called to.
    if desk().session.view.called is None:
        raise Refused(409, "expected a table that feeds a hall: there is nobody to call", "no-hall")
    desk().session.show(called=called)


JUDGED = api.document(legal=api.optional(bool), worth=api.Count, messages=[str])


@blueprint.referee("POST /api/match/statements", RULED)
def state_something(statement: api.Line, seen: Seen | None = None) -> Any:
    """Say what happened, in the notation of match records, such as `throw Ann b3 b4 b5`, or with
    tiles `played k10 r10 o10`, `draw` and `rack Bob 23`."""
    event = _said(open_session().log, statement)

    def choose(history: AnyHistory, _: datetime) -> events.AnyEvent:
        # Two phones may press at once: the second has not seen what the first has said, and its
        # turn is another player's. Looked at while nobody else can speak.
        check_seen(desk().session.instant, seen)
        return event

    # A program may speak without a version: of the table, not of what a page shows.
    desk().session.decide(choose, who())
    return last_ruled()


def _said(history: AnyHistory, statement: str) -> events.AnyEvent:
    """What a statement says, in the notation of the game that is open."""
    return parse_event(statement, history.players, history.options.edition.piece)


@blueprint.viewer("POST /api/match/judge", JUDGED, query=LANG, needs_token=False)
def judge_something(statement: api.Line) -> Any:
    """What the referee would say of a statement in the open match; nothing is kept. `worth` is what
    is laid by it, where a first meld must be worth something."""
    history = open_session().log
    event = _said(history, statement)
    ruling = history.rules.judge(history.match, event, JudgedAt())
    worth = page_of(history.options.edition).worth(history.match, event)
    return judged_document(history, ruling, worth)


def judged_document(history: AnyHistory, ruling: events.Ruling, worth: int = 0) -> Any:
    # Nobody knows yet where a piece is unread: neither legal nor against the rules.
    verdict = ruling.verdict
    legal = None if verdict is events.Verdict.UNSURE else verdict is events.Verdict.ACCEPTED
    speak, edition = history.rules.speak, history.options.edition
    said = [speak(one, edition, language()) for one in (*ruling.faults, *ruling.advice)]
    return {"legal": legal, "worth": worth, "messages": said}


@blueprint.referee("POST /api/match/amend", RULED)
def amend(entry: api.Count, statement: api.Line, seen: Seen | None = None) -> Any:
    """Say what an earlier entry should have been."""
    now = seen_now(seen)
    change = events.Amended(entry, _said(history_of(now), statement))
    history_of(now).check(change)
    return kept(now, change)


@blueprint.referee("POST /api/match/overrule", RULED)
def overrule(reason: api.Line, seen: Seen | None = None) -> Any:
    """Accept what was rejected last, with a reason."""
    now = seen_now(seen)
    # In a record '#' begins a comment: the reason would be cut short when it is read back.
    told = " ".join(reason.replace("#", " ").split())
    return kept(now, events.Overruled(told))


@blueprint.referee("POST /api/match/undo", RULED)
def undo(entry: api.Count | None = None, back_to: bool = False, seen: Seen | None = None) -> Any:
    """Take back one entry, by default the last one that counts, or with `back_to` that entry and
    everything after it."""
    now = seen_now(seen)
    history = history_of(now)
    change = _undone(history, _last(history) if entry is None else entry, back_to)
    return kept(now, change)


def _last(history: AnyHistory) -> int:
    """What counts last, not what was written last: a pause is nothing to take back."""
    if not history.judged:
        raise Refused(409, "expected something to undo", "nothing-to-undo")
    return history.judged[-1].effective.entry.number


def _undone(history: AnyHistory, entry: int, is_far: bool) -> events.Undone | events.BackTo:
    change: events.Undone | events.BackTo = events.BackTo(entry) if is_far else events.Undone(entry)
    # Here and not only when it is kept: a preview of what cannot be done is refused like the deed.
    history.check(change)
    return change


@blueprint.referee("POST /api/match/redo", RULED)
def redo(seen: Seen | None = None) -> Any:
    """Do again what was taken back last."""
    now = seen_now(seen)
    return kept(now, events.Undone(taken_back(history_of(now))))


@blueprint.referee("POST /api/match/preview", PREVIEW)
def preview(
    change: Literal["undo", "redo"], entry: api.Count | None = None, back_to: bool = False
) -> Any:
    """What undo (of an entry, by default the last; `back_to`: and all after it) or redo would
    change. Nothing is kept."""
    history = open_session().log
    if change == "redo":
        number = taken_back(history)
        meant: events.Undone | events.BackTo = events.Undone(number)
    else:
        number = _last(history) if entry is None else entry
        meant = _undone(history, number, back_to)
    then = after(history, meant, desk().hints.finder)
    return preview_document(history, then, number, language())
