"""From a log to a match: what was undone or amended is resolved, the rest is judged in order.

The log itself is never edited. Taking back and amending are entries of their own, with their own
author and time, so the history shows both what was said first and what it should have been.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from turbo.errors import TurboError
from turbo.game.dice import UNREAD
from turbo.game.events import (
    Amended,
    Entry,
    Event,
    Note,
    Noted,
    Overruled,
    Ruling,
    Undone,
    Verdict,
    is_live,
)
from turbo.game.match import DEFAULTS, Match, Options
from turbo.game.record import Players, Record, Statement, statement_text
from turbo.game.referee import FindPlay, judge


@dataclass(frozen=True, slots=True)
class Effective:
    """An entry that counts, with the event that counts for it and the entry that amended it."""

    entry: Entry
    event: Event
    amended_by: Entry | None = None


@dataclass(frozen=True, slots=True)
class Judged:
    """An effective entry with the ruling on it and the match that followed."""

    effective: Effective
    ruling: Ruling
    match: Match

    @property
    def event(self) -> Event:
        return self.effective.event


@dataclass(frozen=True, slots=True)
class History:
    """A whole log judged: every entry as it was written, and what it all comes to."""

    players: Players
    options: Options = DEFAULTS
    entries: tuple[Entry, ...] = ()
    judged: tuple[Judged, ...] = field(default=())

    @property
    def match(self) -> Match:
        return self.judged[-1].match if self.judged else Match(self.players, self.options)

    @staticmethod
    def of(
        players: Players,
        entries: Sequence[Entry],
        options: Options = DEFAULTS,
        find_play: FindPlay | None = None,
    ) -> "History":
        judged = _judge_all(Match(players, options), effective(entries), find_play)
        return History(players, options, tuple(entries), tuple(judged))

    def followed_by(self, entry: Entry, find_play: FindPlay | None = None) -> "History":
        """The history with one more entry. Only taking back and amending judge it all again."""
        entries = (*self.entries, entry)
        if isinstance(entry.event, Undone | Amended):
            return History.of(self.players, entries, self.options, find_play)
        if isinstance(entry.event, Noted):
            return replace(self, entries=entries)
        newest = _judge_all(self.match, [Effective(entry, entry.event)], find_play)
        return History(self.players, self.options, entries, (*self.judged, *newest))

    @property
    def is_paused(self) -> bool:
        """Whether somebody has paused the match and nobody has gone on with it since."""
        notes = [entry.event.what for entry in self.entries if isinstance(entry.event, Noted)]
        return bool(notes) and notes[-1] is Note.PAUSE

    def record_text(self) -> str:
        """The record as it is exported, with a comment where the match was not a usual one."""
        chosen = [name for name in ("strict", "strict_block") if getattr(self.options, name)]
        notes = [f"# options: {', '.join(chosen)}\n"] if chosen else []
        if self.options.simulated:
            notes.append("# SIMULATED: played without real dice\n")
        return f"{''.join(notes)}{self.record()}\n"

    def record(self) -> Record:
        """The effective history as a record, which gives the same score when read back."""
        kept = (Statement(one.event, one.effective.entry.at) for one in _typed(self.judged))
        return Record(self.players, tuple(kept))

    def superseded(self) -> dict[int, Entry]:
        """The entries that no longer count as written, each with the entry that saw to it."""
        return _superseded(self.entries)

    def check(self, change: Undone | Amended) -> None:
        """Refuse to take back or amend what is not there; a taking back can be taken back."""
        named = {entry.number: entry for entry in self.entries}.get(change.entry)
        if named is None:
            raise TurboError(f"expected the number of an entry of this match, got {change.entry}")
        if isinstance(change, Amended) and isinstance(named.event, Undone | Amended):
            raise TurboError(f"expected the number of an event, got {change.entry}: a correction")
        if isinstance(named.event, Noted):
            kind = named.event.what
            raise TurboError(f"expected the number of an event, got {change.entry}: a {kind}")


def _typed(judged: Sequence[Judged]) -> Iterator[Judged]:
    """What a record can hold. A rejection that rests on what only a live match knows would be none
    there, so it is left out, unless a person overruled it. What waits because of a die that cannot
    be read waits there too, and stays: the answer would come to nothing without it."""
    for place, one in enumerate(judged):
        verdict = one.ruling.verdict
        waits = verdict is Verdict.UNSURE and str(UNREAD) in statement_text(one.event)
        stands = verdict is Verdict.ACCEPTED or waits or not is_live(one.event)
        if stands or isinstance(_next_accepted(judged[place + 1 :]), Overruled):
            yield one


def _next_accepted(judged: Sequence[Judged]) -> Event | None:
    return next((one.event for one in judged if one.ruling.verdict is Verdict.ACCEPTED), None)


def _judge_all(
    match: Match, events: Iterable[Effective], find_play: FindPlay | None
) -> Iterable[Judged]:
    for one in events:
        ruling = judge(match, one.event, find_play)
        match = match.after(one.event, ruling)
        yield Judged(one, ruling, match)


def _superseded(entries: Sequence[Entry]) -> dict[int, Entry]:
    """Read backwards: what was itself taken back takes nothing back, and the last word counts."""
    over: dict[int, Entry] = {}
    for entry in reversed(entries):
        if isinstance(entry.event, Undone | Amended) and entry.number not in over:
            over.setdefault(entry.event.entry, entry)
    return over


def effective(entries: Sequence[Entry]) -> list[Effective]:
    """The entries that count, in order, each with what it should have been."""
    over = _superseded(entries)
    found = []
    for entry in entries:
        if isinstance(entry.event, Undone | Amended | Noted):
            continue
        by = over.get(entry.number)
        if by is None:
            found.append(Effective(entry, entry.event))
        elif isinstance(by.event, Amended):
            found.append(Effective(entry, by.event.event, by))
    return found


def judge_record(
    record: Record,
    options: Options = DEFAULTS,
    find_play: FindPlay | None = None,
) -> History:
    """A record judged with the same code as a live match; entries are numbered by line."""
    entries = [Entry(one.line, one.event, one.at) for one in record.statements]
    return History.of(record.players, entries, options, find_play)
