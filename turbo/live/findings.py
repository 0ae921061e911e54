"""What the audit found, each with two pictures: the place as it lay when all was well, and now.

Where throws are kept with their pictures these are too, so that a restart loses none of them.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import astuple, dataclass, replace
from datetime import datetime

from turbo.errors import BadNotation
from turbo.game.dice import Face, parse_hand
from turbo.live.perception import Image, crop_of
from turbo.live.settling import RestingDie, Snapshot
from turbo.live.tracking import Corners
from turbo.storage.roll_book import Finding, Rolls, RollsError
from turbo.storage.session import Notice, utc_now

AUDITED = frozenset(
    {
        "die-added",
        "die-missing",
        "die-swapped",
        "hand-changed",
        "hand-die-turned",
        "table-die-turned",
    }
)
"""Words of the audit: a die was added, lost, swapped or turned."""

MOST = 40
"""Findings that are kept in memory; two crops of a few dice have about 30 kB."""

NOT_KEPT = 1_000_000_000
"""Where numbers begin of findings that could not be written: no file holds as many."""


@dataclass(frozen=True, slots=True)
class PicturedFinding(Finding):
    """A word of the audit with its pictures, as far as no file has them."""

    before: bytes = b""
    after: bytes = b""

    @property
    def notice(self) -> Notice:
        return Notice(self.key, self.values)


@dataclass(frozen=True, slots=True)
class ConfirmedTable:
    """A table that was confirmed, and the picture of it."""

    table: Snapshot
    image: Image


class Findings:
    """Remembers the last table at which nothing was amiss. `look` at every confirmed table."""

    def __init__(
        self,
        encode: Callable[[Image], bytes],
        now: Callable[[], datetime] = utc_now,
        book: Rolls | None = None,
    ) -> None:
        self._encode, self._now, self._book = encode, now, book
        self._well: ConfirmedTable | None = None
        self._number = 0 if book is None else NOT_KEPT
        self.kept: deque[PicturedFinding] = deque(maxlen=MOST)
        # The book tells the newest first; here the newest stands last, and pushes out the oldest.
        for one in reversed(() if book is None else _known(book)):
            self.kept.append(PicturedFinding(*astuple(one)))

    def look(self, notices: Iterable[Notice], now: ConfirmedTable, match: int) -> None:
        """What the audit says of this table of a match."""
        standing = [notice for notice in notices if notice.key in AUDITED]
        # Only open ones: the same die that is turned once more in an evening is found once more.
        known = {finding.notice for finding in self.kept if finding.is_open}
        for place, finding in enumerate(self.kept):
            self.kept[place] = replace(finding, is_open=finding.notice in standing)
        for notice in standing:
            if notice not in known and not self._opened_again(notice, match):
                self.kept.append(self._finding(notice, now, match))
        # What was well must be surely so: it is the picture that people are shown as 'before'.
        if not standing and not self._is_doubtful(now.table):
            self._well = now

    def _opened_again(self, notice: Notice, match: int) -> bool:
        """Whether it was found before a restart and stands still: nothing was well since."""
        if self._well is not None:
            return False
        for place, finding in enumerate(self.kept):
            if (finding.notice, finding.match) == (notice, match):
                self.kept[place] = replace(finding, is_open=True)
                return True
        return False

    def _is_doubtful(self, now: Snapshot) -> bool:
        """Whether a die cannot be read that was: it may have been turned, which is told later."""
        read = set[int]() if self._well is None else _read(self._well.table)
        return not read.isdisjoint(die.id for die in now.dice if die.face.is_unread)

    def _finding(self, notice: Notice, now: ConfirmedTable, match: int) -> PicturedFinding:
        well = self._well or now
        corners = list(concerned(notice, well.table, now.table))
        # A copy: the crop alone would keep the whole picture in memory.
        before, after = (self._encode(crop_of(one.image, corners).copy()) for one in (well, now))
        found = Finding(self._now(), match, notice.key, notice.values)
        number = self._keep(found, before, after)
        if self._book is not None and number < NOT_KEPT:
            before = after = b""  # the file has them
        words = (notice.key, notice.values, number)
        return PicturedFinding(found.at, match, *words, True, before, after)

    def _keep(self, found: Finding, before: bytes, after: bytes) -> int:
        """Its number. What cannot be kept does not stop the match."""
        if self._book is not None:
            try:
                return self._book.add_finding(found, before, after)
            except RollsError as error:
                print(f"turbo: {error}", flush=True)
        self._number += 1
        return self._number

    def picture(self, number: int, side: str) -> bytes | None:
        for finding in self.kept:
            if finding.id == number and finding.after:
                return finding.before if side == "before" else finding.after
        return None


def _known(book: Rolls) -> list[Finding]:
    try:
        return book.findings(most=MOST)
    except RollsError as error:
        print(f"turbo: {error}", flush=True)
        return []


def concerned(notice: Notice, before: Snapshot, now: Snapshot) -> Iterator[Corners]:
    """Where the dice lie that the word is about: those of its faces that are not as they were, or
    else all that are not as they were."""
    changed = [*_not_in(before, now), *_not_in(now, before)]
    faces = {face for value in notice.values for face in _faces(value)}
    named = [die for die in changed if die.face in faces]
    yield from (die.corners_px for die in named or changed)


def _read(table: Snapshot) -> set[int]:
    return {die.id for die in table.dice if not die.face.is_unread}


def _not_in(one: Snapshot, other: Snapshot) -> list[RestingDie]:
    known = {(die.id, die.face) for die in other.dice}
    return [die for die in one.dice if (die.id, die.face) not in known]


def _faces(value: str) -> tuple[Face, ...]:
    try:
        return parse_hand(value)
    except BadNotation:
        return ()
