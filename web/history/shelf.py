"""Matches that were looked at before: folding a log again costs, and most logs stay as they are.

A match that has grown by an entry is folded anew; nothing here is ever wrong, only forgotten.
"""

import threading
from functools import lru_cache

from turbo.game.referee import FindPlay
from turbo.storage.store import AnyHistory, Store

REMEMBERED = 200
"""Matches; each has about 100 kB."""


class Shelf:
    """Histories of a store by the number of the match."""

    def __init__(self, store: Store, find_play: FindPlay) -> None:
        self._store, self._lock = store, threading.Lock()
        # A log only grows: with as many entries it is the same log.
        self._folded = lru_cache(REMEMBERED)(lambda match, entries: store.folded(match, find_play))

    def history(self, match: int) -> AnyHistory | None:
        """The match as it is now; None if there is none of that number."""
        if match not in self._store:
            return None
        entries = self._store.head(match).entries
        # Held while it is folded: two who open the same long match would fold it twice.
        with self._lock:
            return self._folded(match, entries)

    def forget(self) -> None:
        """Fold all matches again: somebody's name was taken out of them."""
        self._folded.cache_clear()
