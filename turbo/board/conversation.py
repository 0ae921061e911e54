"""The host's side of the talk with a board: bytes and times in, events and bytes out. No port.

1. One request is under way at a time; the next goes out after its answer or after `answer_s`. The
   board writes its ring between a request and its answer and hears nothing meanwhile.
2. Requests are made from what is not yet so (an event to acknowledge, a panel to show): a lost one
   is simply made again.
3. Events are taken in order only. An old one is acknowledged again, one too far ahead is left for
   the board to send again.
4. A board that does not answer is greeted until it does; one that was restarted says so by a
   welcome that nobody asked for. It keeps what was pressed meanwhile.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import lru_cache

from turbo.board import link, wire

SILENCE = (0, 0, 0)
"""Number, hertz and milliseconds of no tone."""

CUP_EVENTS: dict[int, type[link.CupRested | link.CupShaken | link.CupPoured]] = {
    wire.TrayState.REST: link.CupRested,
    wire.TrayState.SHAKING: link.CupShaken,
    wire.TrayState.POURING: link.CupPoured,
}


@dataclass(frozen=True, slots=True)
class Timing:
    """The waits of the talk, in seconds."""

    answer_s: float = 0.025
    """Until a request is given up: a round trip takes 2 ms, through a slow converter 18 ms."""
    hello_s: float = 0.1
    """Between greetings: a boot loader listens for a second or two and should not be flooded."""
    alive_s: float = 0.5
    """Between signs of life; the board falls into its safe state after 3 s without one."""
    repeat_s: float = 2.0
    """Between repetitions of a panel that should stand already: a lamp wire may be loose."""
    failures: int = 10
    """So many unanswered requests in a row mean that the board is gone or was restarted. On a line
    that spoils two bytes in a hundred, four requests in ten fail: ten in a row are 1 in 10,000."""
    stale_s: float = 0.1
    """A press older than this program by more than this was meant for nobody."""


@dataclass(slots=True)
class _Pending:
    message: wire.Message
    sequence: int
    sent_s: float


def _ahead(number: int, of: int) -> int:
    """How far one event number is ahead of another, below 0 if it is behind."""
    # Numbers wrap: what is less than half of them away is ahead or behind by the shorter way.
    return (number - of + wire.NUMBERS // 2) % wire.NUMBERS - wire.NUMBERS // 2


@dataclass(slots=True)
class Conversation:
    host: int
    """Drawn once a program, not 0: by it the board knows a cut line from a new listener."""
    name: str = "board"
    is_simulated: bool = False
    levels: link.Levels = field(default_factory=link.Levels)
    timing: Timing = field(default_factory=Timing)
    next: int = 1
    joined: bool = False
    report: wire.Report | None = None
    decoder: wire.Decoder = field(default_factory=wire.Decoder)
    failed: int = 0
    """Requests without an answer, all in all."""
    _panel: link.Panel = field(default_factory=link.Panel)
    _tone: tuple[int, int, int] = SILENCE
    _shown: wire.Show | None = None
    _tuned: wire.Tune | None = None
    _asked: bool = False
    _acknowledge: bool = False
    _pending: _Pending | None = None
    _sequence: int = 0
    _failures: int = 0
    _began_s: float | None = None
    _sent_s: float = -1e9
    _answered_s: float = -1e9
    _shown_s: float = -1e9

    def show(self, panel: link.Panel) -> None:
        self._panel = panel

    def beep(self, hz: int, length_ms: int) -> None:
        link.check_tone(hz, length_ms)
        # From 1 to 255 and round again: 0 is the number of no tone.
        self._tone = (self._tone[0] % 255 + 1, hz, length_ms)

    def ask(self) -> None:
        """Wishes for a report; it will be in `report`."""
        # An old one must not be taken for the answer.
        self.report = None
        self._asked = True

    def interrupted(self) -> None:
        """The port was lost: what was under way is void, and the board is greeted again."""
        self.joined = False
        self._pending = None
        self._failures = 0
        self._sent_s = -1e9
        # Half a frame of the line before would spoil the first one of the next.
        self.decoder = wire.Decoder(bad=self.decoder.bad)

    def receive(self, data: bytes, now_s: float, at: datetime) -> tuple[link.BoardEvent, ...]:
        """What the bytes mean. `now_s` is a clock that never jumps, `at` the time of day."""
        heard = list[link.BoardEvent]()
        for frame in self.decoder.feed(data):
            message = frame.message
            if isinstance(message, wire.Pressed | wire.Tray):
                heard += self._event(message, now_s, at)
            # A board that has just started greets nobody: this can answer no request of ours.
            elif isinstance(message, wire.Welcome) and message.host == 0:
                heard += self._forgotten(at)
            # A late answer to a request that was given up has another number.
            elif self._pending is not None and frame.sequence == self._pending.sequence:
                heard += self._answer(message, self._pending.message, now_s, at)
        return tuple(heard)

    def due(self, now_s: float, at: datetime) -> tuple[bytes, tuple[link.BoardEvent, ...]]:
        """The bytes to send now, if any, and what the silence of the board means."""
        if self._began_s is None:
            self._began_s = now_s
        parted = self._give_up(now_s, at)
        request = None if self._pending else self._request(now_s)
        return (self._sent(request, now_s) if request else b""), parted

    def _event(
        self, message: wire.Pressed | wire.Tray, now_s: float, at: datetime
    ) -> Iterator[link.BoardEvent]:
        ahead = _ahead(message.number, self.next)
        # Only a welcome says which number comes next.
        if not self.joined or ahead > 0:
            return
        # Also an old one: the board sends it again only because our receipt was lost.
        self._acknowledge = True
        if ahead < 0:
            return
        self.next = (self.next + 1) % wire.NUMBERS
        age_s = message.age_ms / 1000
        # Pressed while no program listened: a match that starts now must not begin with it.
        if self._began_s is None or now_s - age_s < self._began_s - self.timing.stale_s:
            return
        told = _told(message, at - timedelta(seconds=age_s))
        if told is not None:
            yield told

    def _answer(
        self, answer: wire.Message, request: wire.Message, now_s: float, at: datetime
    ) -> Iterator[link.BoardEvent]:
        if isinstance(answer, wire.Welcome) and isinstance(request, wire.Hello):
            yield from self._welcome(answer, at)
        elif isinstance(answer, wire.Report) and isinstance(request, wire.Ask):
            self.report, self._asked = answer, False
        elif isinstance(answer, wire.Done):
            self._done(request, now_s)
        else:
            return
        self._pending = None
        self._failures = 0
        self._answered_s = now_s

    def _welcome(self, welcome: wire.Welcome, at: datetime) -> Iterator[link.BoardEvent]:
        version = f"{welcome.version_major}.{welcome.version_minor}"
        if welcome.protocol != wire.PROTOCOL:
            talks = f"the board speaks protocol {welcome.protocol}, expected {wire.PROTOCOL}"
            # Not joined, so that nothing is made of what it says; a new firmware is greeted.
            yield link.BoardParted(f"{talks}: flash it again (turbo board flash)", at)
            return
        # The board has dropped what lies between: waiting for it would never end.
        if _ahead(welcome.next, self.next) > 0:
            self.next = welcome.next
        # Whatever it showed before: after a restart lamps are dark and levels the usual ones.
        self.joined, self._shown, self._tuned, self._tone = True, None, None, SILENCE
        capabilities = wire.Capability(welcome.capabilities)
        yield link.BoardJoined(self.name, version, capabilities, self.is_simulated, at)

    def _forgotten(self, at: datetime) -> Iterator[link.BoardEvent]:
        """The board does not know us (any more): greet it now, unless a greeting is under way."""
        if self.joined:
            self.joined, self._pending, self._sent_s = False, None, -1e9
            yield link.BoardParted("the board was restarted", at)

    def _done(self, request: wire.Message, now_s: float) -> None:
        if isinstance(request, wire.Show):
            # What was asked for, not what is wished for now: a panel may have changed under way.
            self._shown, self._shown_s = request, now_s
        elif isinstance(request, wire.Acknowledge):
            # Another event may have come while this receipt was under way.
            self._acknowledge = self._acknowledge and request.next != self.next
        elif isinstance(request, wire.Tune):
            self._tuned = request

    def _give_up(self, now_s: float, at: datetime) -> tuple[link.BoardEvent, ...]:
        pending = self._pending
        if pending is None or now_s - pending.sent_s < self.timing.answer_s:
            return ()
        self._pending = None
        self.failed += 1
        self._failures += 1
        if not self.joined or self._failures < self.timing.failures:
            return ()
        self.joined = False
        return (link.BoardParted("the board does not answer", at),)

    def _request(self, now_s: float) -> wire.Message | None:
        if not self.joined:
            is_time = now_s - self._sent_s >= self.timing.hello_s
            return wire.Hello(self.host, self.next) if is_time else None
        # Before all else: the board repeats an event until then, and has room for 16 of them.
        if self._acknowledge:
            return wire.Acknowledge(self.next)
        # Lamps before levels: people look at them.
        if self._shown != (show := self._show()):
            return show
        if self._tuned != (tune := _tune_of(self.levels)):
            return tune
        if self._asked:
            return wire.Ask()
        if now_s - self._answered_s < self.timing.alive_s:
            return None
        # The shortest message is sign of life enough.
        return (
            show if now_s - self._shown_s >= self.timing.repeat_s else wire.Acknowledge(self.next)
        )

    def _show(self) -> wire.Show:
        """The first after a greeting only tells the tone's number: the board sounds no old one."""
        return _show_of(self._panel, self._tone if self._shown else SILENCE)

    def _sent(self, request: wire.Message, now_s: float) -> bytes:
        self._sequence = (self._sequence + 1) % 256
        self._pending = _Pending(request, self._sequence, now_s)
        self._sent_s = now_s
        return wire.encode(request, self._sequence)


# Both are asked for a hundred times a second and hardly ever change.
@lru_cache(maxsize=8)
def _show_of(panel: link.Panel, tone: tuple[int, int, int]) -> wire.Show:
    return wire.Show(panel.player_1, panel.player_2, panel.status, *panel.ring, *tone)


@lru_cache(maxsize=8)
def _tune_of(levels: link.Levels) -> wire.Tune:
    return wire.Tune(levels.shake_level, levels.pour_level, levels.rest_ms)


def _told(message: wire.Pressed | wire.Tray, at: datetime) -> link.BoardEvent | None:
    """Nothing for a button or state that only a newer board knows."""
    if isinstance(message, wire.Pressed):
        known = message.button < len(wire.Button)
        return (
            link.ButtonPressed(wire.Button(message.button), message.number, at) if known else None
        )
    kind = CUP_EVENTS.get(message.state)
    return kind(message.strength, message.number, at) if kind else None
