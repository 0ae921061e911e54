"""What other threads want of a live table: orders, and the board that rings.

Orders may come from any thread: each is carried out at once, one after the other.

The loop that looks carries them out between two pictures; while it waits for one, a second thread
does. Whoever changes the table holds the lock.

A board's link rings from its first moment on, in a thread of its own; what it says before anybody
listens is kept.
"""

import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from turbo.board.link import BoardEvent

Answer = TypeVar("Answer")
Hear = Callable[[BoardEvent], None]


class CommandQueue:
    """A queue of things to do. `done` is called after some were done."""

    def __init__(self, done: Callable[[], None]) -> None:
        # May be taken twice by one thread: an order may ask for something itself.
        self.lock = threading.RLock()
        self._done = done
        self._waiting: deque[Callable[[], None]] = deque()
        self._rung = threading.Event()
        self._failure: BaseException | None = None

    def put(self, what: Callable[[], None]) -> None:
        self._waiting.append(what)
        self._rung.set()

    def obey(self) -> None:
        """Carry out all that wait."""
        with self.lock:
            if not self._waiting:
                return
            # Not a loop over them: an order may leave another one.
            while self._waiting:
                self._waiting.popleft()()
            self._done()

    def ask(self, what: Callable[[], Answer]) -> Answer:
        """Have something done now, in the thread of who asks, and hear what came of it."""
        with self.lock:
            answer = what()
            self._done()
            return answer

    @contextmanager
    def attended(self, stop: Callable[[], None]) -> Iterator[None]:
        """Orders are carried out while this lasts, whatever else is waited for. An order that
        fails stops it all and is raised here: no press is ever lost in silence."""
        closing = threading.Event()
        thread = threading.Thread(
            target=self._attend, args=(closing, stop), name="orders", daemon=True
        )
        thread.start()
        try:
            yield
        finally:
            closing.set()
            # Wakes the thread, which waits without end, so that it sees that it is over.
            self._rung.set()
            thread.join()
        if self._failure is not None:
            raise self._failure

    def _attend(self, closing: threading.Event, stop: Callable[[], None]) -> None:
        while not closing.is_set():
            self._rung.wait()
            # Before they are carried out: what is put meanwhile rings anew.
            self._rung.clear()
            try:
                self.obey()
            # Kept for the thread that looks, which alone can end the watching in order.
            except BaseException as failure:
                self._failure = failure
                stop()
                return


class EventRelay:
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
            # Under the lock: what rings meanwhile must not come before what was rung earlier.
            for event in self._waiting:
                hear(event)
            self._waiting, self._hear = [], hear
