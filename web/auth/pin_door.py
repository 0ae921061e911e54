"""The door of a site: PINs are tried here, counted and logged, and sessions end here.

Wrong PINs are counted by where they come from. Who was let in before has a cookie that says so
(`web.auth.site`), and is counted by that: neither a crowd of strangers nor somebody behind the same
address locks them out. Everybody else is counted by address, and all of them together.
"""

import logging
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import Generic, TypeVar

from werkzeug.security import check_password_hash

from web.auth.tries import Tries, neighbourhood
from web.settings import WebSettings

LOG = logging.getLogger(__name__)

Opened = TypeVar("Opened", bound=IntEnum)
Found = TypeVar("Found")


class PinDoor(ABC, Generic[Opened]):
    """What the table's door and the hall's have in common. Threads may share it."""

    def __init__(self, settings: WebSettings, now_s: Callable[[], float] = time.monotonic) -> None:
        self._settings, self._now_s = settings, now_s
        self._lock = threading.Lock()
        self._tries = Tries(settings, now_s)
        self._known: set[str] = set()

    @property
    @abstractmethod
    def _pins(self) -> Sequence[tuple[Opened, str | None]]:
        """What each PIN opens, by its hash, the most first: two of them may be the same."""

    @property
    @abstractmethod
    def open_to(self) -> Opened:
        """What everybody may do without a PIN."""

    @abstractmethod
    def end(self, session: str) -> None:
        """Nobody comes in with this session's cookie again, also after a restart."""

    @abstractmethod
    def has_ended(self, session: str) -> bool: ...

    def role_for(self, pin: str, address: str, device: str | None = None) -> Opened | None:
        """What the PIN opens."""
        return self._tried("PIN", lambda: self._opened(pin), address, device)

    def _opened(self, pin: str) -> Opened | None:
        fit = (role for role, kept in self._pins if kept and check_password_hash(kept, pin))
        return next(fit, None)

    def _tried(
        self, what: str, find: Callable[[], Found | None], address: str, device: str | None
    ) -> Found | None:
        """What is found; counted before it is looked for, since tries at the same moment must see
        each other, and forgiven if it was right."""
        by = neighbourhood(address) if device is None else f"device {device}"
        with self._lock:
            self._tries.check(by, is_known=by in self._known or device is not None)
            count = self._tries.count(by)
        # Outside of the lock: a hash is slow on purpose, and others sign in meanwhile.
        found = find()
        if found is None:
            LOG.warning("wrong %s from %s, the %d. of late", what, neighbourhood(address), count)
            return None
        with self._lock:
            self._tries.forgive(by)
            self._known.add(by)
        return found
