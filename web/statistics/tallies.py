"""Statistics over all matches: each match is counted once, and its tally kept beside it.

Folding a match takes tens of milliseconds, and there may be ten thousand of them. So one thread
counts what has not been counted yet, the tallies stay in the store, and an answer is what all of
them come to, with the match that is being played on top. Where much is new the answer comes without
it, and says how much is still being counted.
"""

import copy
import json
import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from turbo.errors import TurboError
from turbo.game.editions import PieceKind
from turbo.storage.history import AnyHistory
from turbo.storage.store import MatchHead, Store
from web.statistics.tally import StatisticsTally
from web.statistics.tile_tally import TileTally

LOG = logging.getLogger(__name__)

WAIT_S = 3.0
"""How long an answer waits for what is being counted: some hundred matches take no longer."""

AT_ONCE = 50
"""Tallies that are kept in one go."""


TALLIES: dict[PieceKind, Callable[[], Any]] = {
    PieceKind.DIE: StatisticsTally,
    PieceKind.TILE: TileTally,
}
"""What is counted of each game; dice and tiles are never added up."""


def kept_text(tally: Any) -> str:
    """The tally of one match, to be kept: one of another version is counted anew."""
    return json.dumps({"v": tally.version, **tally.kept()}, separators=(",", ":"))


def join_kept(tally: Any, text: str) -> None:
    """Another match's, as it was kept; a `ValueError` or `KeyError` says that it is none."""
    found = json.loads(text)
    if found["v"] != tally.version:
        raise ValueError(f"expected version {tally.version} of a tally, got {found['v']!r}")
    tally.join(found)


class Tallies:
    """The tallies of a store's matches. Threads may share it."""

    def __init__(self, store: Store, fold: Callable[[int], AnyHistory]) -> None:
        self._store, self._fold = store, fold
        self._known: dict[int, int] = {}
        """Matches that are in the sums below, with how many entries they had."""
        self._unread: dict[int, int] = {}
        self._sums = _sums()
        self._counted = threading.Condition()
        self._thread: threading.Thread | None = None
        self._read: set[PieceKind] = set()
        """Of what games the kept tallies were looked for."""

    def of(
        self, heads: Sequence[MatchHead], piece: PieceKind, simulated: bool, wait_s: float = WAIT_S
    ) -> tuple[Any, int, int]:
        """What these matches with such pieces come to, how many were counted, and how many still
        are to be."""
        with self._counted:
            self._forget_changed(heads)
            if self._due(heads):
                self._start(heads)
                self._counted.wait_for(lambda: self._thread is None, wait_s)
            count = sum(head.id in self._known for head in heads)
            return copy.deepcopy(self._sums[piece, simulated]), count, len(self._due(heads))

    def _due(self, heads: Sequence[MatchHead]) -> list[MatchHead]:
        done = (self._known, self._unread)
        return [one for one in heads if all(each.get(one.id) != one.entries for each in done)]

    def _forget_changed(self, heads: Sequence[MatchHead]) -> None:
        """A match that went on since it was counted is in the sums as it was: they begin anew."""
        if any(self._known.get(one.id, one.entries) != one.entries for one in heads):
            self._begin_anew()

    @contextmanager
    def resting(self) -> Iterator[None]:
        """While somebody's name is taken out of the matches nothing is counted, or it would be kept
        again; then all of them are counted anew."""
        with self._counted:
            self._counted.wait_for(lambda: self._thread is None)
            try:
                yield
            finally:
                self._begin_anew()

    def _begin_anew(self) -> None:
        self._known, self._read, self._sums = {}, set(), _sums()

    def _start(self, heads: Sequence[MatchHead]) -> None:
        if self._thread is None:
            work = threading.Thread(target=self._count, args=(list(heads),), daemon=True)
            self._thread = work
            work.start()

    def _count(self, heads: Sequence[MatchHead]) -> None:
        try:
            self._read_kept(heads)
            with self._counted:
                due = self._due(heads)
            for at in range(0, len(due), AT_ONCE):
                self._count_some(due[at : at + AT_ONCE])
        except Exception:  # a thread that dies would leave every answer waiting
            LOG.exception("matches cannot be counted")
        finally:
            with self._counted:
                self._thread = None
                self._counted.notify_all()

    def _read_kept(self, heads: Sequence[MatchHead]) -> None:
        """What was counted before this program was started."""
        new = {head.piece for head in heads} - self._read
        kept = self._store.tallies() if new else {}
        for head in heads if new else ():
            entries, text = kept.get(head.id, (-1, ""))
            if entries == head.entries:
                self._add(head, text)
        self._read |= new

    def _count_some(self, heads: Sequence[MatchHead]) -> None:
        rows = []
        for head in heads:
            try:
                found = TALLIES[head.piece]()
                found.add(head.id, self._fold(head.id))
                rows.append((head.id, head.entries, kept_text(found)))
            # One that cannot be read hides no other.
            except TurboError:
                self._unread[head.id] = head.entries
                continue
            self._add(head, rows[-1][2])
        try:
            self._store.keep_tallies(rows)
        # A store that may only be read is counted at every start.
        except TurboError:
            LOG.info("tallies are not kept", exc_info=True)

    def _add(self, head: MatchHead, text: str) -> None:
        with self._counted:
            try:
                join_kept(self._sums[head.piece, head.options.simulated], text)
            except (ValueError, KeyError, TypeError, AttributeError, TurboError):
                return  # counted anew
            self._known[head.id] = head.entries


def _sums() -> dict[tuple[PieceKind, bool], Any]:
    """Of each game, of real matches and of simulated ones."""
    return {(piece, twin): make() for piece, make in TALLIES.items() for twin in (False, True)}
