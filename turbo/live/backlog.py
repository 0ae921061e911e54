"""What happens while nothing can be written down waits here, in order, and is told afterwards.

A full disk must not make the referee forget what it saw: dice that were thrown meanwhile would lie
there as if nobody had thrown them, and whoever laid them would be accused.

>>> backlog = Backlog[Tick]()
>>> for at in range(100):
...     backlog.put(Tick(at / 10), "table")
>>> len(backlog), backlog.first
(30, (Tick(at_s=0.0, is_as_before=False), 'table'))
>>> backlog.fail(Tick(0.0), 1.2)
>>> [backlog.is_due(at_s) for at_s in (1.3, 2.3, 0.0)]
[False, True, True]
"""

from collections import deque
from typing import Generic, TypeVar

from turbo.live.inputs import Tick

Waiting = TypeVar("Waiting")
"""What a table is told of: a table of dice and one of tiles each have their own."""

MOST = 5000
"""Inputs that wait: about an hour of play. A table takes some kB, a tick next to nothing."""

TICKS = 30
"""Ticks in a row that are kept, of three seconds: the table decides within that whatever it decides
when nothing happens. Of more the last is enough, which says how long that was."""

RETRY_S = 1.0
"""Between two tries to write: whoever makes room waits no longer, and a Pi is not kept busy."""


class Backlog(Generic[Waiting]):
    """Inputs that are still to be told, the oldest first, each with who is named for it."""

    def __init__(self) -> None:
        self._inputs: deque[tuple[Waiting, str]] = deque()
        self._ticks = 0
        self._failed_s: float | None = None

    def __len__(self) -> int:
        return len(self._inputs)

    @property
    def first(self) -> tuple[Waiting, str]:
        return self._inputs[0]

    @property
    def is_overfull(self) -> bool:
        return len(self._inputs) > MOST

    def put(self, happened: Waiting, by: str) -> None:
        self._ticks = self._ticks + 1 if isinstance(happened, Tick) else 0
        # The last one is replaced: it says how long nothing happened.
        if self._ticks > TICKS and self._inputs:
            self._inputs.pop()
        self._inputs.append((happened, by))

    def done(self) -> None:
        """The first was told, and what came of it is kept."""
        self._inputs.popleft()
        self._failed_s = None

    def fail(self, again: Waiting, at_s: float) -> None:
        """It could not be kept; this is to be told first when it can."""
        self._inputs[0], self._failed_s = (again, self._inputs[0][1]), at_s

    def is_due(self, at_s: float) -> bool:
        """Whether it is time for a try. A camera's clock may start anew."""
        failed_s = self._failed_s
        return failed_s is None or not failed_s <= at_s < failed_s + RETRY_S

    def clear(self) -> None:
        self._inputs.clear()
        self._failed_s = None
