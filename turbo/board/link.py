"""What a board tells the session, and what the session wishes it to show."""

import queue
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol

from turbo.board.wire import Button, Capability, Pattern
from turbo.errors import TurboError

Clock = Callable[[], datetime]


def wall_clock() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class ButtonPressed:
    """A button went down at `at`; each press is told once, in the order of pressing."""

    button: Button
    number: int
    at: datetime


@dataclass(frozen=True, slots=True)
class _CupHeard:
    strength: int
    number: int
    at: datetime


class CupShaken(_CupHeard):
    __slots__ = ()


class CupPoured(_CupHeard):
    __slots__ = ()


class CupRested(_CupHeard):
    __slots__ = ()


@dataclass(frozen=True, slots=True)
class BoardJoined:
    """A board answered; `is_simulated` is for the screen, which must say so loudly."""

    name: str
    version: str
    capabilities: Capability
    is_simulated: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class BoardParted:
    """No board, or no longer; the link goes on trying by itself."""

    reason: str
    at: datetime


BoardEvent = ButtonPressed | CupShaken | CupPoured | CupRested | BoardJoined | BoardParted


@dataclass(frozen=True, slots=True)
class Panel:
    """What the lamps and the ring should show until further notice.

    >>> Panel(player_1=Pattern.ON, ring=(80, 80, 80))
    Panel(player_1=<Pattern.ON: 1>, player_2=<Pattern.OFF: 0>, status=<Pattern.ON: 1>, \
ring=(80, 80, 80))
    """

    player_1: Pattern = Pattern.OFF
    player_2: Pattern = Pattern.OFF
    status: Pattern = Pattern.ON
    ring: tuple[int, int, int] = (0, 0, 0)

    def __post_init__(self) -> None:
        if not all(0 <= level <= 255 for level in self.ring):
            raise TurboError(f"expected red, green and blue from 0 to 255, got {self.ring}")


@dataclass(frozen=True, slots=True)
class Levels:
    """When the tray's sensor speaks; `turbo board tune` finds the levels of the user's own tray."""

    shake_level: int = 40
    """A knock that counts, in 1/1024 of 5 V above rest: four times the emulated sensor's noise."""
    pour_level: int = 250
    """As hard as a die that lands on the tray: in the emulation half of one that does."""
    rest_ms: int = 600
    """So long without a knock is rest: dice settle within half a second."""

    def __post_init__(self) -> None:
        if not all(0 <= level < 1 << 16 for level in (self.shake_level, self.pour_level)):
            raise TurboError(f"expected levels from 0 to 65535, got {self}")
        if not 0 <= self.rest_ms < 1 << 16:
            raise TurboError(f"expected a rest of 0 to 65535 ms, got {self.rest_ms}")


Deliver = Callable[[BoardEvent], None]


class Mailbox:
    """Where a link leaves its events until the session takes them; with `deliver`, a call at once,
    in the link's thread, that must not take long."""

    def __init__(self, deliver: Deliver | None = None) -> None:
        self._queue: queue.SimpleQueue[BoardEvent] = queue.SimpleQueue()
        self._deliver = deliver or self._queue.put

    def put(self, event: BoardEvent) -> None:
        self._deliver(event)

    def take(self, timeout_s: float = 0.0) -> tuple[BoardEvent, ...]:
        """Everything that waits; if nothing does, the first that comes within the time."""
        events = list[BoardEvent]()
        try:
            if timeout_s > 0:
                events.append(self._queue.get(timeout=timeout_s))
            while True:
                events.append(self._queue.get_nowait())
        except queue.Empty:
            return tuple(events)


TONE_HZ = range(31, 8001)
TONE_MS = range(1, 3001)


def check_tone(hz: int, length_ms: int) -> None:
    """What the board's timer can sound, and no longer than anyone can bear."""
    if hz not in TONE_HZ:
        raise TurboError(f"expected a tone of 31 to 8000 Hz, got {hz}")
    if length_ms not in TONE_MS:
        raise TurboError(f"expected a tone of 1 to 3000 ms, got {length_ms}")


class Link(Protocol):
    """A board, however it is connected. Every method may be called from any thread."""

    name: str

    def events(self, timeout_s: float = 0.0) -> tuple[BoardEvent, ...]:
        """What happened since the last call; waits up to `timeout_s` if nothing did."""

    def show(self, panel: Panel) -> None: ...

    def beep(self, hz: int, length_ms: int) -> None:
        """Sounds a tone once, at most 3 seconds; lost if no board is there just now."""

    def close(self) -> None: ...
