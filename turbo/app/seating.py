"""Who sits where at a simulated table (`web.ports.TableSeats`): the one place that knows.

A page at a seat is heard of again and again. One that is gone for a while has left its seat: a
phone that was put away keeps nobody waiting.
"""

import secrets
import time
from collections.abc import Callable
from dataclasses import replace
from threading import RLock

from turbo.errors import TurboError
from turbo.storage.session import Session, Sitting

GONE_S = 180.0
"""So long a phone may be locked, or without a net, before its seat is free."""


class Seating:
    """The two seats of a session's match; what sitting there means, a kind of table says."""

    def __init__(self, session: Session, clock: Callable[[], float] = time.monotonic) -> None:
        self._session, self._clock = session, clock
        self._sitting: dict[int, Sitting] = {}
        self._heard_s: dict[int, float] = {}
        # Pages take and leave seats while the table goes on.
        self._lock = RLock()

    # What pages may ask.

    def take(self, seat: int, by: str) -> str:
        with self._lock:
            if seat in self._sitting or not self._can_sit(seat):
                raise TurboError("expected a free seat of a simulated match")
            found = secrets.token_hex(8)
            self._sitting[seat], self._heard_s[seat] = Sitting(found, by), self._clock()
            self._sits(seat)
            self._show()
        return found

    def leave(self, seat: int) -> None:
        with self._lock:
            if self._sitting.pop(seat, None) is not None:
                self._stands(seat)
            self._show()

    def hear(self, sitting: str) -> int:
        with self._lock:
            for seat, found in self._sitting.items():
                if found.id == sitting:
                    self._heard_s[seat] = self._clock()
                    return seat
        raise TurboError("expected somebody who sits at this table")

    # What a kind of table says.

    def _can_sit(self, seat: int) -> bool:
        """Whether there is such a seat for people now."""
        return True

    def _sits(self, seat: int) -> None:
        """Somebody has sat down."""

    def _stands(self, seat: int) -> None:
        """Whoever sat there is gone."""

    def _wants(self, seat: int) -> str | None:
        """What is waited for at this seat."""
        return None

    def _free_gone(self) -> None:
        """The seats of pages that nothing was heard of for long."""
        with self._lock:
            for seat in [*self._sitting]:
                if self._clock() - self._heard_s[seat] > GONE_S:
                    self.leave(seat)

    def _show(self) -> None:
        with self._lock:
            seats = ((seat, self._sitting.get(seat)) for seat in (0, 1))
            shown = (one and replace(one, wants=self._wants(seat)) for seat, one in seats)
            self._session.show(seats=tuple(shown))
