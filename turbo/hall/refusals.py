"""What was refused: told on the page, kept aside to look at; when it comes again only counted."""

import logging
import threading
from dataclasses import dataclass, replace
from datetime import datetime

LOG = logging.getLogger(__name__)

EACH = 50
"""Refusals of one table that are told one by one; more are only counted."""

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
    def what(self) -> "What":
        return self.place, self.kind, self.why

    def after(self, before: "RefusedMessage") -> "RefusedMessage":
        return replace(self, times=self.times + before.times)


What = tuple[str, str, str]
"""What makes two refusals the same: the table, the kind, the reason."""


class Refusals:
    """The newest of them, and those that wait to be laid aside. Threads may share it."""

    def __init__(self, most: int) -> None:
        self._newest: dict[What, RefusedMessage] = {}
        self._aside: dict[What, RefusedMessage] = {}
        self._laid: dict[str, set[What]] = {}
        self._most = most
        self._lock = threading.Lock()

    def add(self, one: RefusedMessage) -> bool:
        """Whether it is a new one that is worth a word: of one table there is an end to it."""
        with self._lock:
            same = self._newest.pop(one.what, None)
            self._newest[one.what] = one if same is None else one.after(same)
            if len(self._newest) > self._most:
                del self._newest[next(iter(self._newest))]
            known = self._laid.setdefault(one.place, set())
            is_new = one.what not in known and len(known) < EACH
            if is_new:
                known.add(one.what)
            if one.what in known:
                waiting = self._aside.get(one.what)
                self._aside[one.what] = one if waiting is None else one.after(waiting)
        if is_new:
            LOG.warning("refused: %s %s: %s", one.place or "?", one.kind, one.why)
        return is_new

    def newest(self) -> list[RefusedMessage]:
        """The newest first."""
        with self._lock:
            return list(reversed(self._newest.values()))

    def to_lay_aside(self) -> list[RefusedMessage]:
        """Those that came since this was asked last."""
        with self._lock:
            found, self._aside = list(self._aside.values()), {}
        return found
