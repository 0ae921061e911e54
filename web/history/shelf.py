"""Matches that were looked at before: folding a log again costs, and most logs stay as they are.

A match that has grown by an entry is folded anew; nothing here is ever wrong, only forgotten.
"""

import threading
from collections import OrderedDict

from turbo.game.referee import FindPlay
from turbo.storage.store import AnyHistory, Store

REMEMBERED = 200
"""Matches; each has about 100 kB."""


class Shelf:
    """Histories of a store by the number of the match."""

    def __init__(self, store: Store, find_play: FindPlay) -> None:
        self._store = store
        self._find_play = find_play
        self._lock = threading.Lock()
        self._known: OrderedDict[int, tuple[int, AnyHistory]] = OrderedDict()

    def history(self, match: int) -> AnyHistory | None:
        """The match as it is now; None if there is none of that number."""
        if match not in self._store:
            return None
        entries = self._store.head(match).entries
        # Held while it is folded: two who open the same long match would fold it twice.
        with self._lock:
            known = self._known.get(match)
            # A log only grows: with as many entries it is the same log.
            if known is None or known[0] != entries:
                known = entries, self._store.folded(match, self._find_play)
                self._known[match] = known
            self._known.move_to_end(match)
            while len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
            return known[1]

    def forget(self) -> None:
        """Fold all matches again: somebody's name was taken out of them."""
        with self._lock:
            self._known.clear()
