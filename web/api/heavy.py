"""Answers that take long, one at a time: whoever asks for many of them must not stop the page."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from web.api.refused import Refused

WAITING = 2
"""Who may wait for their turn; of a dozen threads three at most are taken up so."""

WAIT_S = 10.0
"""How long; the longest answer over ten thousand matches takes about as long, the first time."""


class OneAtATime:
    """A turn for something heavy. Who finds others waiting is asked to come back."""

    def __init__(self, waiting: int = WAITING, wait_s: float = WAIT_S) -> None:
        self._turn, self._places = threading.Lock(), threading.BoundedSemaphore(waiting + 1)
        self._wait_s = wait_s

    @contextmanager
    def turn(self) -> Iterator[None]:
        if not self._places.acquire(blocking=False):
            raise self._refused()
        try:
            if not self._turn.acquire(timeout=self._wait_s):
                raise self._refused()
            try:
                yield
            finally:
                self._turn.release()
        finally:
            self._places.release()

    def _refused(self) -> Refused:
        return Refused(503, "others ask for something heavy just now: come back", "busy")
