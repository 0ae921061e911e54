"""A board behind a serial port: found by its USB id or named, greeted, and greeted again.

Wiring: the board's own USB cable. From Python:

>>> from turbo.board import open_link
>>> link = open_link("auto")  # doctest: +SKIP
>>> link.show(Panel(player_1=Pattern.ON))  # doctest: +SKIP
>>> for event in link.events(timeout_s=10):  # doctest: +SKIP
...     print(event)
"""

import contextlib
import errno
import os
import re
import secrets
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import serial
from serial.tools import list_ports

from turbo.board.conversation import Conversation
from turbo.board.link import BoardEvent, BoardJoined, BoardParted, Clock, Levels, Mailbox, Panel
from turbo.board.wire import BAUD, Report
from turbo.errors import TurboError

USB_IDS = {
    (0x2341, 0x0001): "Arduino Uno",
    (0x2341, 0x0043): "Arduino Uno R3",
    (0x2341, 0x0243): "Arduino Uno R3",
    (0x2A03, 0x0043): "Arduino Uno R3",
    (0x0403, 0x6001): "FTDI, on older Arduino Nanos",
    (0x0403, 0x6015): "FTDI, on some Nanos",
    (0x1A86, 0x7523): "CH340, on most Nanos and Unos sold today",
    (0x1A86, 0x5523): "CH341",
    (0x10C4, 0xEA60): "CP2102",
}


REPORT_S = 1.0
"""How long a board is waited for that was asked how it is."""

CFLAG = 2
"""The place of the control flags in what `termios` tells."""


@dataclass(frozen=True, slots=True)
class Waits:
    """How long the link waits for its port, in seconds."""

    read_s: float = 0.01
    """For a byte: short enough to see an answer that stays out, long enough to sleep."""
    retry_s: float = 0.5
    """Before a port that could not be opened is tried again."""
    greet_s: float = 3.0
    """Before the next of several ports is tried: boot loaders hold a board for up to two."""


def find_ports() -> tuple[str, ...]:
    """The ports whose USB id is that of a board we know, in a steady order."""
    found = (port for port in list_ports.comports() if (port.vid, port.pid) in USB_IDS)
    # Sorted: with two boards plugged in the same one is greeted first every evening.
    return tuple(sorted(port.device for port in found))


def open_port(url: str, read_s: float) -> Any:
    """The port, with DTR up and left up when it is closed. Linux raises DTR at the first opening,
    which resets an Arduino once; every later opening, of ours or of another program, would do it
    again in the middle of a match if closing had lowered it."""
    port = serial.serial_for_url(url, do_not_open=True, baudrate=BAUD, timeout=read_s)
    with contextlib.suppress(AttributeError, ValueError, OSError):
        # Two programs on one port would take each other's answers.
        port.exclusive = True
    port.open()
    with contextlib.suppress(AttributeError, ValueError, OSError, NotImplementedError):
        # Some converters hold bytes back for 16 ms otherwise.
        port.set_low_latency_mode(True)
    keep_dtr(port)
    # What lies there is of another program's talk.
    port.reset_input_buffer()
    return port


def keep_dtr(port: Any) -> None:
    """Clear HUPCL, where the port is a terminal: a closed port then keeps its DTR."""
    try:
        import termios

        settings = termios.tcgetattr(port.fd)
        settings[CFLAG] &= ~termios.HUPCL
        termios.tcsetattr(port.fd, termios.TCSANOW, settings)
    except (ImportError, AttributeError, TypeError, OSError, ValueError):
        return
    # No OSError, and not even a name where the module is missing.
    except termios.error:
        return


def check_url(url: str) -> None:
    try:
        serial.serial_for_url(url, do_not_open=True)
    except ValueError as error:
        raise TurboError(f"expected a serial port or URL, got {url!r}: {error}") from error


class SerialLink:
    """Talks in a thread of its own; the port may come and go."""

    def __init__(
        self,
        name: str,
        ports: Callable[[], Iterable[str]],
        mailbox: Mailbox,
        *,
        clock: Clock,
        levels: Levels,
        waits: Waits | None = None,
        is_simulated: bool = False,
    ) -> None:
        self.name = name
        self.mailbox = mailbox
        self.talk = Conversation(
            # Never 0, by which a board says that it knows nobody.
            secrets.randbelow(2**32 - 1) + 1,
            name,
            levels=levels,
            is_simulated=is_simulated,
        )
        self._ports, self._clock, self._waits = ports, clock, waits or Waits()
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._port: Any = None
        self._said = ""
        self._thread = threading.Thread(target=self._run, name=f"board {name}", daemon=True)
        self._thread.start()

    def events(self, timeout_s: float = 0.0) -> tuple[BoardEvent, ...]:
        return self.mailbox.take(timeout_s)

    def show(self, panel: Panel) -> None:
        with self._lock:
            self.talk.show(panel)
        self._wake()

    def beep(self, hz: int, length_ms: int) -> None:
        with self._lock:
            self.talk.beep(hz, length_ms)
        self._wake()

    def tune(self, levels: Levels) -> None:
        with self._lock:
            self.talk.levels = levels
        self._wake()

    def report(self) -> Report | None:
        """How the board is, or nothing if it did not say so in time."""
        with self._lock:
            self.talk.ask()
        self._wake()
        end_s = time.monotonic() + REPORT_S
        while (report := self.talk.report) is None and time.monotonic() < end_s:
            time.sleep(0.002)
        return report

    def close(self) -> None:
        self._closing.set()
        self._wake()
        self._thread.join(timeout=5)

    def _wake(self) -> None:
        """Ends a wait for bytes, where the port can do that; else it ends by itself soon."""
        with contextlib.suppress(AttributeError, TypeError, ValueError, OSError):
            self._port.cancel_read()

    def _run(self) -> None:
        while not self._closing.is_set():
            ports = tuple(self._ports())
            if not ports:
                self._say("no board found: is its cable plugged in?")
            for port in ports:
                # The only port is never left: opening it anew may reset the board.
                self._visit(port, self._waits.greet_s if len(ports) > 1 else None)
            self._closing.wait(self._waits.retry_s)

    def _visit(self, url: str, patience_s: float | None) -> None:
        """Talks through this port until it fails, or until nobody answered for so long."""
        try:
            with open_port(url, self._waits.read_s) as self._port:
                self._talk(patience_s)
            if not self._closing.is_set():
                self._say(f"nobody answers on {url}")
        except (OSError, ValueError, TypeError) as error:
            # pyserial reads a port that is closed under it with a TypeError.
            self._say(f"{url}: {_reason(error)}")
        finally:
            self._port = None
            # Before the next port: the board behind that one has its own numbers.
            self.talk.interrupted()

    def _talk(self, patience_s: float | None) -> None:
        began_s = time.monotonic()
        while not self._closing.is_set():
            self._step(b"")
            # All that is there, or the first byte: one at a time would cost a wake-up for each.
            data = self._port.read(max(1, self._port.in_waiting))
            if data:
                self._step(data)
            waited_s = time.monotonic() - began_s
            if patience_s is not None and not self.talk.joined and waited_s > patience_s:
                return

    def _step(self, data: bytes) -> None:
        now_s, at = time.monotonic(), self._clock()
        with self._lock:
            heard = self.talk.receive(data, now_s, at) if data else ()
            line, parted = self.talk.due(now_s, at)
        # Outside the lock: whoever changes the panel does not wait for the line.
        if line:
            self._port.write(line)
        for event in (*heard, *parted):
            self._tell(event)

    def _tell(self, event: BoardEvent) -> None:
        if isinstance(event, BoardJoined):
            self._said = ""
        self.mailbox.put(event)

    def _say(self, reason: str) -> None:
        """Tells once what is wrong, not at every try."""
        # A cable that is out is tried twice a second.
        if reason != self._said:
            self._said = reason
            self.mailbox.put(BoardParted(reason, self._clock()))


IN_WORDS = {
    errno.ENOTTY: "this is no serial port",
    errno.EAGAIN: "another program has it",
    errno.EBUSY: "another program has it",
    errno.EACCES: "not allowed: whoever may use ports is in the group dialout",
}


def _reason(error: Exception) -> str:
    """In words: the serial library packs what the system said, with its number, into a text."""
    text = getattr(error, "strerror", None) or str(error) or type(error).__name__
    told = re.search(r"\[Errno (\d+)\]|\((\d+), '", str(text))
    if told is not None:
        number = int(told[1] or told[2])
        return IN_WORDS.get(number, os.strerror(number))
    return " ".join(str(text).split())
