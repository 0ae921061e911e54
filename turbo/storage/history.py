"""From a log to a match of dice (`turbo.storage.folding` says how), and back to a record."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, cast

from turbo.errors import expect
from turbo.game.dice import UNREAD
from turbo.game.events import (
    Entry,
    Event,
    HandBegun,
    Note,
    Noted,
    Overruled,
    Ruling,
    TableBegun,
    Verdict,
    is_live,
)
from turbo.game.match import DEFAULTS, Match, Options
from turbo.game.record import Players, Record, Said, Statement, Tag, statement_text
from turbo.game.referee import FindPlay, judge
from turbo.storage.folding import NOTHING_ISSUED, Effective, Folded, JudgedIn, effective, rests


class Judged(JudgedIn[Event, Match]):
    """An effective entry of a match of dice, with its ruling and the match that followed."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class History(Folded[Judged]):
    """A whole log of dice judged. `at` is when the match was started, if somebody said so."""

    players: Players
    options: Options = DEFAULTS
    entries: tuple[Entry, ...] = ()
    judged: tuple[Judged, ...] = field(default=())
    at: datetime | None = None
    tags: tuple[Tag, ...] = ()
    is_paused: bool = False
    """Whether somebody has paused the match and nobody has gone on with it since."""

    @property
    def match(self) -> Match:
        return self.judged[-1].match if self.judged else Match(self.players, self.options)

    @staticmethod
    def of(
        players: Players,
        entries: Sequence[Entry],
        options: Options = DEFAULTS,
        find_play: FindPlay | None = None,
        *,
        issued: Mapping[int, Ruling] = NOTHING_ISSUED,
        at: datetime | None = None,
        tags: tuple[Tag, ...] = (),
    ) -> "History":
        """The log folded. An entry whose ruling was issued already, by its number, is not judged
        again: whatever machine and whatever version reads the log, it comes to the same."""
        judged = _judge_all(Match(players, options), effective(entries), find_play, issued)
        paused = rests(entries)
        return History(players, options, tuple(entries), tuple(judged), at, tags, paused)

    def _with(self, **fields: Any) -> "History":
        return replace(self, **fields)

    def _judge_on(
        self, kept: tuple[Judged, ...], events: Iterable[Effective], find_play: FindPlay | None
    ) -> Iterator[Judged]:
        match = kept[-1].match if kept else Match(self.players, self.options)
        return _judge_all(match, events, find_play)

    def record_text(self) -> str:
        """The record as it is exported. Read back, it comes to the same text again."""
        return f"{self.record()}\n"

    def record(self) -> Record:
        """The effective history as a record, which gives the same score when read back."""
        kept = {one.effective.entry.number: one.event for one in _typed(self.judged)}
        said = (
            Statement(event, entry.at)
            for entry in self.entries
            if (event := _to_say(entry, kept)) is not None
        )
        return Record(self.players, tuple(said), self.at, self.options, self.tags)


def _to_say(entry: Entry, kept: Mapping[int, Event]) -> Said | None:
    """What a record says for an entry. That the match was started is its first line."""
    if isinstance(entry.event, Noted):
        return None if entry.event.what is Note.START else entry.event
    return kept.get(entry.number)


def _typed(judged: Sequence[Judged]) -> Iterator[Judged]:
    """What a record can hold. A rejection that rests on what only a live match knows would be none
    there, so it is left out, unless a person overruled it. What waits because of a die that cannot
    be read waits there too, and stays: the answer would come to nothing without it. A beginning
    that came too late changed nothing, and a record has no place for it."""
    for place, one in enumerate(judged):
        verdict = one.ruling.verdict
        if isinstance(one.event, TableBegun | HandBegun) and verdict is not Verdict.ACCEPTED:
            continue
        # Another doubt of a live table, such as a die out of sight, a record cannot say.
        waits = verdict is Verdict.UNSURE and str(UNREAD) in statement_text(one.event)
        stands = verdict is Verdict.ACCEPTED or waits or not is_live(one.event)
        if stands or (verdict is Verdict.REJECTED and _is_overruled(judged, place)):
            yield one


def _is_overruled(judged: Sequence[Judged], place: int) -> bool:
    """Whether what was rejected here is what a person accepted later all the same."""
    rejected = judged[place].match.rejected
    for one in judged[place + 1 :]:
        if isinstance(one.event, Overruled) and one.ruling.verdict is Verdict.ACCEPTED:
            return True
        # By identity: something else was rejected since, and an overruling means that.
        if one.match.rejected is not rejected:
            return False
    return False


def _judge_all(
    match: Match,
    events: Iterable[Effective],
    find_play: FindPlay | None,
    issued: Mapping[int, Ruling] = NOTHING_ISSUED,
) -> Iterator[Judged]:
    for one in events:
        known = issued.get(one.entry.number)
        event = cast(Event, one.event)  # the log of a match of dice holds nothing else
        ruling = judge(match, event, find_play) if known is None else known
        match = match.after(event, ruling)
        yield Judged(one, ruling, match)


def judge_record(
    record: Record,
    options: Options = DEFAULTS,
    find_play: FindPlay | None = None,
) -> History:
    """A record judged with the same code as a live match; entries are numbered by line. What is
    chosen here comes on top of what the record says that it was played under."""
    expect(record, Record, "a Record (see Record.parse)")
    # By line, so that a ruling names the place where somebody can look it up.
    entries = [Entry(one.line, one.event, one.at) for one in record.statements]
    joined = record.options.joined(options)
    return History.of(record.players, entries, joined, find_play, at=record.at, tags=record.tags)
