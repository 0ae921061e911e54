"""What systemd is told of a table that it has started: that it is ready, and that it lives.

Each turn of the live loop feeds the watchdog. A loop that hangs, in a driver or in a mistake of
ours, feeds it no more, and systemd starts the table anew: the match is in the store and goes on.
"""

import os
import socket
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Protocol


class ServiceNotifier:
    """Speaks to the socket in NOTIFY_SOCKET; without one, as in a terminal, to nobody."""

    def __init__(
        self,
        environment: Mapping[str, str] = os.environ,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._path, self._clock = environment.get("NOTIFY_SOCKET", ""), clock
        # Three times within the time: one that comes late is no reason to kill a table.
        self._pause_s = int(environment.get("WATCHDOG_USEC") or 0) / 3e6
        self._fed_s = -1e9

    def ready(self) -> None:
        self._tell("READY=1")
        self.alive()

    def alive(self) -> None:
        """Called at each turn, which may be thirty a second."""
        now_s = self._clock()
        if self._pause_s and now_s - self._fed_s >= self._pause_s:
            self._fed_s = now_s
            self._tell("WATCHDOG=1")

    def stopping(self) -> None:
        self._tell("STOPPING=1")

    def _tell(self, word: str) -> None:
        if not self._path:
            return
        # A name with an at sign is none of a file: such a socket begins with a zero byte.
        address = "\0" + self._path[1:] if self._path.startswith("@") else self._path
        # Nobody who listens is no reason to end a match.
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
            told.sendto(word.encode(), address)


class Turning(Protocol):
    turned: Callable[[], None]


@contextmanager
def watched_over(loop: Turning, service: ServiceNotifier | None = None) -> Iterator[None]:
    """By systemd, where it has started this table: each turn of the loop says that it lives."""
    service = service or ServiceNotifier()
    loop.turned = service.alive
    service.ready()
    try:
        yield
    finally:
        service.stopping()
