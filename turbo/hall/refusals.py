"""What was refused: told on the page, kept aside to look at; when it comes again only counted."""

import logging
import threading
from collections import deque
from dataclasses import dataclass, replace
from datetime import datetime

LOG = logging.getLogger(__name__)

EXCERPT = 2_000
"""Letters of a refused message that are kept: an entry has about 400."""


@dataclass(frozen=True, slots=True)
class RefusedMessage:
    """A message that was not taken in: of which table, what kind, why, and the message itself."""

    at: datetime
    place: str
    kind: str
    why: str
    payload: str
    times: int = 1

    @staticmethod
    def of(at: datetime, place: str, kind: str, why: str, payload: bytes) -> "RefusedMessage":
        """Whatever came, as text that a page can show and any database holds."""
        text = payload.decode("utf-8", "backslashreplace").replace("\0", "\\0")
        plain = [one.encode("utf-8", "backslashreplace").decode() for one in (place, kind, why)]
        place, kind, why = (one.replace("\0", "\\0") for one in plain)
        return RefusedMessage(at, place[:32], kind[:32], why[:500], text[:EXCERPT])

    @property
    def what(self) -> tuple[str, str, str]:
        return self.place, self.kind, self.why


class Refusals:
    """The newest of them, and those that wait to be laid aside. Threads may share it."""

    def __init__(self, most: int) -> None:
        self._newest: deque[RefusedMessage] = deque(maxlen=most)
        self._aside: deque[RefusedMessage] = deque(maxlen=most)
        self._lock = threading.Lock()

    def add(self, one: RefusedMessage) -> bool:
        """Whether it is a new one."""
        with self._lock:
            same = next((old for old in self._newest if old.what == one.what), None)
            if same is not None:
                self._newest.remove(same)
            self._newest.append(one if same is None else replace(one, times=same.times + 1))
            self._aside.append(one)
        if same is None:
            LOG.warning("refused: %s %s: %s", one.place or "?", one.kind, one.why)
        return same is None

    def newest(self) -> list[RefusedMessage]:
        """The newest first."""
        with self._lock:
            return list(reversed(self._newest))

    def to_lay_aside(self) -> list[RefusedMessage]:
        """Those that came since this was asked last."""
        with self._lock:
            found = list(self._aside)
            self._aside.clear()
        return found
