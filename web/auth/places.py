"""Places for who watches: so many in all, and so many from one address."""

import threading
from collections import Counter
from collections.abc import Callable

from web.auth.hosts import is_here
from web.auth.tries import neighbourhood
from web.settings import WebSettings


class TooManyStreams(Exception):
    """As many watch already as can be served."""


class Places:
    """Threads may share it. `staff` is called with how many watch, whenever that changes."""

    def __init__(self, settings: WebSettings) -> None:
        self._settings = settings
        self._addresses: Counter[str] = Counter()
        self._lock = threading.RLock()
        self._closed = False
        self.staff: Callable[[int], None] = lambda streams: None

    @property
    def taken(self) -> int:
        return self._addresses.total()

    def enter(self, address: str) -> None:
        # Behind a proxy of this machine everybody has its address.
        own = self._settings.streams if is_here(address) else self._settings.streams_per_address
        by = neighbourhood(address)
        with self._lock:
            if self.taken >= self._settings.streams or self._addresses[by] >= own:
                raise TooManyStreams
            self._count(by, 1)

    def leave(self, address: str) -> None:
        self._count(neighbourhood(address), -1)

    def close(self) -> None:
        self._closed = True

    def _count(self, by: str, change: int) -> None:
        with self._lock:
            self._addresses[by] += change
            # A counter keeps its noughts, and addresses come and go as long as the site runs.
            if not self._addresses[by]:
                del self._addresses[by]
            # A server that stops has let its threads go: more staff would start them again.
            if not self._closed:
                self.staff(self.taken)
