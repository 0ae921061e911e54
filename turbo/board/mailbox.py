"""Where a link leaves its events until the session takes them."""

import queue
from collections.abc import Callable

from turbo.board.link import BoardEvent

Deliver = Callable[[BoardEvent], None]


class Mailbox:
    """A queue between a link's thread and the session's; or, with `deliver`, a call at once.

    `deliver` is called in the link's thread and must not take long.
    """

    def __init__(self, deliver: Deliver | None = None) -> None:
        self._queue: queue.SimpleQueue[BoardEvent] = queue.SimpleQueue()
        self._deliver = deliver or self._queue.put

    def put(self, event: BoardEvent) -> None:
        self._deliver(event)

    def take(self, timeout_s: float = 0.0) -> tuple[BoardEvent, ...]:
        """Everything that waits; if nothing does, the first that comes within the time."""
        events = list[BoardEvent]()
        try:
            if timeout_s > 0:
                events.append(self._queue.get(timeout=timeout_s))
            while True:
                events.append(self._queue.get_nowait())
        except queue.Empty:
            return tuple(events)
