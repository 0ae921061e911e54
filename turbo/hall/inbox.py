"""What came and waits for the writer: a line for each table, and every table in its turn.

A table that tells a thousand messages a second, out of malice or by mistake, waits behind itself
and not before the others. Within a table the order stays.
"""

import threading
from collections import deque
from itertools import islice

from turbo.mqtt.messages import ROOT


class Inbox:
    """Bounded, in all and for each table. Threads may share it."""

    def __init__(self, most: int, each: int) -> None:
        self._most, self._each = most, each
        self._lines: dict[str, deque[tuple[str, bytes]]] = {}
        self._count = 0
        self._came = threading.Condition()

    def put(self, topic: str, payload: bytes) -> bool:
        """False where there is no room; whatever matters is told again."""
        name = topic.removeprefix(f"{ROOT}/").rpartition("/")[0]
        with self._came:
            line = self._lines.setdefault(name, deque())
            if self._count >= self._most or len(line) >= self._each:
                return False
            line.append((topic, payload))
            self._count += 1
            self._came.notify()
        return True

    def take(self, most: int, wait_s: float) -> list[tuple[str, bytes]]:
        """Up to so many, one of each table after the other; empty if nothing came."""
        found: list[tuple[str, bytes]] = []
        with self._came:
            self._came.wait_for(lambda: self._count > 0, wait_s)
            while self._lines and len(found) < most:
                for name in list(islice(self._lines, most - len(found))):
                    # To the end: who was taken from waits for all others.
                    line = self._lines.pop(name)
                    found.append(line.popleft())
                    if line:
                        self._lines[name] = line
            self._count -= len(found)
        return found

    def wake(self) -> None:
        with self._came:
            self._came.notify_all()
