"""Between a board that rings and a table that is not laid yet.

A link rings from its first moment on, in a thread of its own; what it says before anybody listens
is kept.
"""

import threading
from collections.abc import Callable

from turbo.board.link import BoardEvent

Hear = Callable[[BoardEvent], None]


class Bell:
    """Give `ring` to a link, and somebody who hears it later."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: list[BoardEvent] = []
        self._hear: Hear | None = None

    def ring(self, event: BoardEvent) -> None:
        with self._lock:
            if self._hear is None:
                self._waiting.append(event)
            else:
                self._hear(event)

    def rings(self, hear: Hear) -> None:
        """From now on; what was rung before comes first."""
        with self._lock:
            for event in self._waiting:
                hear(event)
            self._waiting, self._hear = [], hear
