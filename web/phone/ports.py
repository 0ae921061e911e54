"""What a table that may look through a telephone offers (`create_app(phone=...)`)."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from vision.cameras.advice import Advice
from vision.cameras.phone import PhoneInbox
from vision.pictures.loading import Image
from vision.pictures.pixels import decoded


@dataclass(slots=True)
class Telephone:
    """Where its pictures go, and who says how it stands."""

    inbox: PhoneInbox
    advise: Callable[[Image], Advice]
    _known: tuple[int, Advice] | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def advice(self) -> Advice | None:
        """By the newest picture; each is looked at once, however many ask. None without one."""
        with self._lock:
            newest = self.inbox.newest()
            if newest is None:
                return None
            if self._known is None or self._known[0] != newest.number:
                image = decoded(newest.jpeg)
                if image is None:
                    return None
                self._known = (newest.number, self.advise(image))
            return self._known[1]
