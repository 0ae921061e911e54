"""From a log to a match of tiles (`turbo.storage.folding` says how), and back to a record."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, cast

from turbo.game.events import Act, Change, Entry, Note, Noted, Retimed, Ruling
from turbo.game.pauses import Noting, rested
from turbo.game.record import Tag
from turbo.game.referee import FindPlay
from turbo.storage.folding import NOTHING_ISSUED, Effective, Folded, JudgedIn, effective, rests
from turbo.tiles.contest import Contest
from turbo.tiles.documents import ruled
from turbo.tiles.options import TileOptions
from turbo.tiles.transcript import Said, Told, Transcript


class TileJudged(JudgedIn[Act, Contest]):
    """An effective entry of a match of tiles, with its ruling and the match that followed."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class TileHistory(Folded[TileJudged]):
    """A whole log of tiles judged. `at` is when the match was started, if somebody said so."""

    players: tuple[str, ...]
    options: TileOptions
    entries: tuple[Entry, ...] = ()
    judged: tuple[TileJudged, ...] = field(default=())
    at: datetime | None = None
    tags: tuple[Tag, ...] = ()
    is_paused: bool = False

    @property
    def match(self) -> Contest:
        return self.judged[-1].match if self.judged else self.fresh

    @property
    def fresh(self) -> Contest:
        """The match before anything happened."""
        return Contest(self.players, self.options.edition)

    @staticmethod
    def of(
        players: tuple[str, ...],
        entries: Sequence[Entry],
        options: TileOptions,
        *,
        issued: Mapping[int, Ruling] = NOTHING_ISSUED,
        at: datetime | None = None,
        tags: tuple[Tag, ...] = (),
    ) -> "TileHistory":
        """The log folded; what was ruled on already is not judged again."""
        empty = TileHistory(players, options, tuple(entries), (), at, tags, rests(entries))
        judged = _judge_all(empty.fresh, effective(entries), _notes(entries), issued)
        return replace(empty, judged=tuple(judged))

    def _with(self, **fields: Any) -> "TileHistory":
        return replace(self, **fields)

    def _judge_on(
        self, kept: tuple[TileJudged, ...], events: Iterable[Effective], _: FindPlay | None
    ) -> Iterator[TileJudged]:
        contest = kept[-1].match if kept else self.fresh
        return _judge_all(contest, events, _notes(self.entries))

    @property
    def turn_since(self) -> datetime | None:
        """From when on the time of the open turn counts: its beginning, later by what was rested.
        Who sets something right gives the turn its whole time again."""
        game = self.match.game
        if game is None or game.is_over or game.since is None:
            return None
        since = game.since + rested(_notes(self.entries), game.since)
        for entry in reversed(self.entries):
            if isinstance(entry.event, Change) and entry.at is not None:
                is_like = (entry.at.tzinfo is None) == (since.tzinfo is None)
                # Times with and without a zone cannot be compared: the turn then counts from its
                # own beginning.
                return max(since, entry.at) if is_like else since
        return since

    def record_text(self) -> str:
        """The record as it is exported. Read back, it comes to the same text again."""
        return f"{self.record()}\n"

    def record(self) -> Transcript:
        """The effective history as a record, which gives the same score when read back. A time that
        was chosen before anything happened is one of the options there."""
        kept = {one.effective.entry.number: one.event for one in self.judged}
        said = [
            Said(act, entry.at)
            for entry in self.entries
            if (act := _to_say(entry, kept)) is not None
        ]
        options = dict(self.options.chosen)
        # Else it would be an option there and a statement here: read back and exported again,
        # another text.
        while said and isinstance(first := said[0].act, Retimed):
            options["time"] = "off" if first.time_s is None else str(first.time_s)
            said.pop(0)
        edition = replace(self.options, chosen=tuple(options.items())).edition
        chosen = tuple(options.items())
        return Transcript(edition, self.players, tuple(said), chosen, self.tags, self.at)


def _to_say(entry: Entry, kept: Mapping[int, Act]) -> Told | None:
    """What a record says for an entry. That the match was started is its first line."""
    if isinstance(entry.event, Noted):
        return None if entry.event.what is Note.START else entry.event
    return kept.get(entry.number)


def _notes(entries: Iterable[Entry]) -> list[Noting]:
    return [(one.event.what, one.at) for one in entries if isinstance(one.event, Noted)]


def _judge_all(
    contest: Contest,
    events: Iterable[Effective],
    notes: Sequence[Noting],
    issued: Mapping[int, Ruling] = NOTHING_ISSUED,
) -> Iterator[TileJudged]:
    for one in events:
        act, at = cast(Act, one.event), one.entry.at  # a log of tiles holds nothing else
        ruling, after = ruled(contest, act, at, notes, issued.get(one.entry.number))
        contest = after
        yield TileJudged(one, ruling, contest)
