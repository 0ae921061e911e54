"""What every history does, whichever game is played: what was undone or amended is resolved, the
rest is judged in order.

The log itself is never edited. Taking back and amending are entries of their own, with their own
author and time, so the history shows both what was said first and what it should have been.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Generic, Self, TypeVar, cast

from turbo.errors import TurboError
from turbo.game.events import Act, Amended, BackTo, Change, Entry, Event, Note, Noted, Ruling
from turbo.game.referee import FindPlay

NOTHING_ISSUED: Mapping[int, Ruling] = MappingProxyType({})

What = TypeVar("What", bound=Event | Act)
"""What can happen in the game."""
State = TypeVar("State")
"""The match as a value."""


@dataclass(frozen=True, slots=True)
class Effective:
    """An entry that counts, with the event that counts for it and the entry that amended it."""

    entry: Entry
    event: Event | Act
    amended_by: Entry | None = None


@dataclass(frozen=True, slots=True)
class JudgedIn(Generic[What, State]):
    """An effective entry with the ruling on it and the match that followed."""

    effective: Effective
    ruling: Ruling
    match: State

    @property
    def event(self) -> What:
        return cast(What, self.effective.event)


One = TypeVar("One", bound=JudgedIn[Any, Any])


class Folded(Generic[One]):
    """A whole log judged: every entry as it was written, and what it all comes to. A ruling that
    was issued stays as it was issued; only where a change makes earlier entries count otherwise is
    judged again."""

    __slots__ = ()
    entries: tuple[Entry, ...]
    judged: tuple[One, ...]

    def _with(self, **fields: Any) -> Self:
        raise NotImplementedError

    def _judge_on(
        self, kept: tuple[One, ...], events: Iterable[Effective], find_play: FindPlay | None
    ) -> Iterable[One]:
        """What follows on what was judged already."""
        raise NotImplementedError

    def followed_by(self, entry: Entry, find_play: FindPlay | None = None) -> Self:
        """The history with one more entry. Only a change judges again, from what it changes on."""
        entries = (*self.entries, entry)
        event = entry.event
        if isinstance(event, Noted):
            return self._with(entries=entries, is_paused=event.what is Note.PAUSE)
        if isinstance(event, Change):
            return self._changed(entries, find_play)
        newest = self._judge_on(self.judged, [Effective(entry, event)], find_play)
        return self._with(entries=entries, judged=(*self.judged, *newest))

    def _changed(self, entries: tuple[Entry, ...], find_play: FindPlay | None) -> Self:
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
            replace(judged, effective=one)
            for one, judged in zip(now[:same], self.judged[:same], strict=True)
        )
        again = self._judge_on(kept, now[same:], find_play)
        return self._with(entries=entries, judged=(*kept, *again))

    def issued_since(self, before: "Folded[Any]") -> dict[int, Ruling]:
        """The rulings, by entry, that were issued when this history followed on that one."""
        known = before.judged
        # Only a change touches earlier rulings; an event must not cost more in a longer match.
        same = 0 if isinstance(self.entries[-1].event, Change) else len(known)
        while same < min(len(known), len(self.judged)) and known[same] is self.judged[same]:
            same += 1
        old = {one.effective.entry.number: one.ruling for one in known[same:]}
        new = ((one.effective.entry.number, one.ruling) for one in self.judged[same:])
        return {number: ruling for number, ruling in new if old.get(number) != ruling}

    def superseded(self) -> dict[int, Entry]:
        """The entries that no longer count as written, each with the entry that saw to it."""
        return _superseded(self.entries)

    def check(self, change: Change) -> None:
        """Refuse to take back or amend what is not there; a taking back can be taken back."""
        named = {entry.number: entry for entry in self.entries}.get(change.entry)
        if named is None:
            raise TurboError(f"expected the number of an entry of this match, got {change.entry}")
        # A correction is taken back, and said anew.
        if isinstance(change, Amended) and isinstance(named.event, Change):
            raise TurboError(f"expected the number of an event, got {change.entry}: a correction")
        if isinstance(named.event, Noted) and not isinstance(change, BackTo):
            kind = named.event.what
            raise TurboError(f"expected the number of an event, got {change.entry}: a {kind}")


def rests(entries: Iterable[Entry]) -> bool:
    """Whether somebody has paused the match and nobody has gone on with it since."""
    notes = [one.event.what for one in entries if isinstance(one.event, Noted)]
    return bool(notes) and notes[-1] is Note.PAUSE


def _superseded(entries: Sequence[Entry]) -> dict[int, Entry]:
    """Read backwards: what was itself taken back takes nothing back, and the last word counts."""
    over: dict[int, Entry] = {}
    back_to: Entry | None = None
    for entry in reversed(entries):
        if isinstance(entry.event, Noted):
            continue
        # Read backwards, its stretch ends where it went back to.
        if back_to is not None and entry.number < _target(back_to):
            back_to = None
        if back_to is not None:
            over.setdefault(entry.number, back_to)
        elif entry.number not in over and isinstance(entry.event, BackTo):
            # One that names itself or what comes after it goes back to nothing.
            back_to = entry if entry.event.entry < entry.number else None
        elif entry.number not in over and isinstance(entry.event, Change):
            # Met first, since it is read backwards: the last word about an entry counts.
            over.setdefault(entry.event.entry, entry)
    return over


def _target(entry: Entry) -> int:
    assert isinstance(entry.event, Change)
    return entry.event.entry


def effective(entries: Sequence[Entry]) -> list[Effective]:
    """The entries that count, in order, each with what it should have been."""
    over = _superseded(entries)
    found = []
    for entry in entries:
        event = entry.event
        if isinstance(event, Change | Noted):
            continue
        by = over.get(entry.number)
        if by is None:
            found.append(Effective(entry, event))
        elif isinstance(by.event, Amended):
            found.append(Effective(entry, by.event.event, by))
    return found
