"""What every history does, whichever game is played: what was undone or amended is resolved, the
rest is judged in order.

The log itself is never edited. Taking back and amending are entries of their own, with their own
author and time, so the history shows both what was said first and what it should have been.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, Self, TypeVar, cast

from turbo.errors import TurboError
from turbo.game import events
from turbo.game.dice import UNREAD
from turbo.game.match import DEFAULTS
from turbo.game.pauses import Noting
from turbo.game.protocol import GameRules, JudgedAt
from turbo.game.record import Players, Record, Said, Statement, Tag, option_first, statement_text
from turbo.game.referee import FindPlay
from turbo.games import game_of

NOTHING_ISSUED: Mapping[int, events.Ruling] = MappingProxyType({})

What = TypeVar("What", bound=events.Event | events.Act)
"""What can happen in the game."""
_UNJUDGED = frozenset((events.Amended, events.BackTo, events.Noted, events.Undone))
"""What no referee sees. By its very type: to ask a union takes three times as long, and every entry
is asked."""

State = TypeVar("State")
"""The match as a value."""
Chosen = TypeVar("Chosen", bound=Any)
"""What it is played under."""


# No dataclasses: a tuple is made in half the time, and each entry of a log asks for both.
class Effective(NamedTuple):
    """An entry that counts, with the event that counts for it and the entry that amended it."""

    entry: events.Entry
    event: events.Event | events.Act
    amended_by: events.Entry | None = None


class JudgedIn(NamedTuple, Generic[What, State]):
    """An effective entry with the ruling on it and the match that followed."""

    effective: Effective
    ruling: events.Ruling
    match: State

    @property
    def event(self) -> What:
        return cast(What, self.effective.event)


# Without slots: Python notes on each value by which types it was asked for.
@dataclass(frozen=True)
class HistoryOf(Generic[What, State, Chosen]):
    """A whole log judged: every entry as it was written, and what it all comes to. A ruling that
    was issued stays as it was issued; only where a change makes earlier entries count otherwise is
    judged again. `at` is when the match was started, if somebody said so."""

    players: Players
    options: Chosen = DEFAULTS  # type: ignore[assignment]
    entries: tuple[events.Entry, ...] = ()
    judged: tuple[JudgedIn[What, State], ...] = ()
    at: datetime | None = None
    tags: tuple[Tag, ...] = ()
    is_paused: bool = False
    """Whether somebody has paused the match and nobody has gone on with it since."""

    @property
    def rules(self) -> GameRules:
        return game_of(self.options.edition)

    @property
    def fresh(self) -> State:
        """The match before anything happened."""
        return cast(State, self.rules.fresh(self.players, self.options))

    @property
    def match(self) -> State:
        return self.judged[-1].match if self.judged else self.fresh

    @classmethod
    def of(
        cls,
        players: Players,
        entries: Sequence[events.Entry],
        options: Chosen = DEFAULTS,  # type: ignore[assignment]
        find_play: FindPlay | None = None,
        *,
        issued: Mapping[int, events.Ruling] = NOTHING_ISSUED,
        at: datetime | None = None,
        tags: tuple[Tag, ...] = (),
    ) -> Self:
        """The log folded. An entry whose ruling was issued already, by its number, is not judged
        again: whatever machine and whatever version reads the log, it comes to the same."""
        empty = cls(players, options, tuple(entries), (), at, tags, rests(entries))
        return replace(
            empty, judged=tuple(empty._judged_on((), effective(entries), find_play, issued))
        )

    @property
    def notes(self) -> list[Noting]:
        """When the match rested and went on."""
        return [
            (one.event.what, one.at) for one in self.entries if isinstance(one.event, events.Noted)
        ]

    def _judged_on(
        self,
        kept: tuple[JudgedIn[What, State], ...],
        counting: Iterable[Effective],
        find_play: FindPlay | None,
        issued: Mapping[int, events.Ruling] = NOTHING_ISSUED,
    ) -> Iterator[JudgedIn[What, State]]:
        """What follows on what was judged already."""
        rules, notes = self.rules, self.notes
        match = kept[-1].match if kept else self.fresh
        moment = JudgedAt(None, notes, find_play)
        for one in counting:
            at = one.entry.at
            # A typed record tells no times: one moment does for all of it.
            if at is not moment.at:
                moment = JudgedAt(at, notes, find_play)
            ruling = issued.get(one.entry.number)
            if ruling is None:
                ruling = rules.judge(match, one.event, moment)
            match = rules.after(match, one.event, ruling, at)
            yield JudgedIn(one, ruling, match)

    def followed_by(self, entry: events.Entry, find_play: FindPlay | None = None) -> Self:
        """The history with one more entry. Only a change judges again, from what it changes on."""
        entries = (*self.entries, entry)
        event = entry.event
        if isinstance(event, events.Noted):
            return replace(self, entries=entries, is_paused=event.what is events.Note.PAUSE)
        if isinstance(event, events.Change):
            return self._changed(entries, find_play)
        newest = self._judged_on(self.judged, [Effective(entry, event)], find_play)
        return replace(self, entries=entries, judged=(*self.judged, *newest))

    def _changed(self, entries: tuple[events.Entry, ...], find_play: FindPlay | None) -> Self:
        """What counts now, with the rulings before the first difference as they were."""
        now = effective(entries)
        same = 0
        # By identity: every history hands on the same entries, and what amends brings its own
        # event.
        for one, judged in zip(now, self.judged, strict=False):
            if one.entry is not judged.effective.entry or one.event is not judged.event:
                break
            same += 1
        kept = tuple(
            # The ruling stays as it was issued, but who amended what may be told otherwise now.
            judged._replace(effective=one)
            for one, judged in zip(now[:same], self.judged[:same], strict=True)
        )
        again = self._judged_on(kept, now[same:], find_play)
        return replace(self, entries=entries, judged=(*kept, *again))

    def issued_since(self, before: "HistoryOf[Any, Any, Any]") -> dict[int, events.Ruling]:
        """The rulings, by entry, that were issued when this history followed on that one."""
        known = before.judged
        # Only a change touches earlier rulings; an event must not cost more in a longer match.
        same = 0 if isinstance(self.entries[-1].event, events.Change) else len(known)
        while same < min(len(known), len(self.judged)) and known[same] is self.judged[same]:
            same += 1
        old = {one.effective.entry.number: one.ruling for one in known[same:]}
        new = ((one.effective.entry.number, one.ruling) for one in self.judged[same:])
        return {number: ruling for number, ruling in new if old.get(number) != ruling}

    def superseded(self) -> dict[int, events.Entry]:
        """The entries that no longer count as written, each with the entry that saw to it."""
        return _superseded(self.entries)

    def check(self, change: events.Change) -> None:
        """Refuse to take back or amend what is not there; a taking back can be taken back."""
        named = {entry.number: entry for entry in self.entries}.get(change.entry)
        if named is None:
            raise TurboError(f"expected the number of an entry of this match, got {change.entry}")
        # A correction is taken back, and said anew.
        if isinstance(change, events.Amended) and isinstance(named.event, events.Change):
            raise TurboError(f"expected the number of an event, got {change.entry}: a correction")
        if isinstance(named.event, events.Noted) and not isinstance(change, events.BackTo):
            kind = named.event.what
            raise TurboError(f"expected the number of an event, got {change.entry}: a {kind}")

    def record_text(self) -> str:
        """The record as it is exported. Read back, it comes to the same text again."""
        return f"{self.record()}\n"

    def record(self) -> Record:
        """The effective history as a record, which gives the same score when read back."""
        kept = {one.effective.entry.number: one.event for one in self._typed()}
        said: list[Statement[Said]] = [
            Statement(event, entry.at)
            for entry in self.entries
            if (event := _to_say(entry, kept)) is not None
        ]
        options, rest = option_first(self.options, said)
        return Record(self.players, rest, self.at, options, self.tags)

    def _typed(self) -> Iterator[JudgedIn[What, State]]:
        """What a record can hold. A rejection that rests on what only a live match knows would be
        none there, so it is left out, unless a person overruled it. What waits because of a die
        that cannot be read waits there too, and stays: the answer would come to nothing without
        it."""
        for place, one in enumerate(self.judged):
            verdict = one.ruling.verdict
            if self.rules.is_unwritten(one.event) and verdict is not events.Verdict.ACCEPTED:
                continue
            # Another doubt of a live table, such as a die out of sight, a record cannot say.
            waits = verdict is events.Verdict.UNSURE and str(UNREAD) in statement_text(one.event)
            stands = verdict is events.Verdict.ACCEPTED or waits or not events.is_live(one.event)
            if stands or (verdict is events.Verdict.REJECTED and _is_overruled(self.judged, place)):
                yield one


def _to_say(entry: events.Entry, kept: Mapping[int, events.Event | events.Act]) -> Said | None:
    """What a record says for an entry. That the match was started is its first line."""
    if isinstance(entry.event, events.Noted):
        return None if entry.event.what is events.Note.START else entry.event
    return kept.get(entry.number)


def _is_overruled(judged: Sequence[JudgedIn[Any, Any]], place: int) -> bool:
    """Whether what was rejected here is what a person accepted later all the same."""
    rejected = judged[place].match.rejected
    for one in judged[place + 1 :]:
        if (
            isinstance(one.event, events.Overruled)
            and one.ruling.verdict is events.Verdict.ACCEPTED
        ):
            return True
        # By identity: something else was rejected since, and an overruling means that.
        if one.match.rejected is not rejected:
            return False
    return False


def rests(entries: Iterable[events.Entry]) -> bool:
    """Whether somebody has paused the match and nobody has gone on with it since."""
    notes = [one.event.what for one in entries if isinstance(one.event, events.Noted)]
    return bool(notes) and notes[-1] is events.Note.PAUSE


def _superseded(entries: Sequence[events.Entry]) -> dict[int, events.Entry]:
    """Read backwards: what was itself taken back takes nothing back, and the last word counts."""
    over: dict[int, events.Entry] = {}
    back_to: events.Entry | None = None
    for entry in reversed(entries):
        if type(entry.event) not in _UNJUDGED and back_to is None:
            continue
        if isinstance(entry.event, events.Noted):
            continue
        # Read backwards, its stretch ends where it went back to.
        if back_to is not None and entry.number < _target(back_to):
            back_to = None
        if back_to is not None:
            over.setdefault(entry.number, back_to)
        elif entry.number not in over and isinstance(entry.event, events.BackTo):
            # One that names itself or what comes after it goes back to nothing.
            back_to = entry if entry.event.entry < entry.number else None
        elif entry.number not in over and isinstance(entry.event, events.Change):
            # Met first, since it is read backwards: the last word about an entry counts.
            over.setdefault(entry.event.entry, entry)
    return over


def _target(entry: events.Entry) -> int:
    assert isinstance(entry.event, events.Change)
    return entry.event.entry


def effective(entries: Sequence[events.Entry]) -> list[Effective]:
    """The entries that count, in order, each with what it should have been."""
    over = _superseded(entries)
    found = []
    for entry in entries:
        event = entry.event
        if type(event) in _UNJUDGED:
            continue
        by = over.get(entry.number)
        if by is None:
            found.append(Effective(entry, event))  # type: ignore[arg-type]
        elif isinstance(by.event, events.Amended):
            found.append(Effective(entry, by.event.event, by))
    return found
