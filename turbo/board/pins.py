"""Buttons, lamps and a buzzer on the Pi's own header, for those who want no second board.

Wiring (BCM numbers): each button between its pin and ground, each lamp from its pin through
330 ohms to ground, a passive buzzer between its pin and ground. The ring and the tray need the
board: the Pi has no converter, and its ring drivers want to be root.

>>> from turbo.board import open_link
>>> pins = open_link("pins:mock")
>>> pins.show(link.Panel(player_1=Pattern.ON))
>>> [type(event).__name__ for event in pins.events()]
['BoardJoined']
>>> pins.close()
"""

import contextlib
import threading
import time
import warnings
from dataclasses import dataclass
from typing import Any

from gpiozero import LED, Device, PWMOutputDevice  # type: ignore[import-untyped]
from gpiozero import Button as PinButton
from gpiozero.exc import GPIOZeroError  # type: ignore[import-untyped]
from gpiozero.pins.mock import MockFactory, MockPWMPin  # type: ignore[import-untyped]

from turbo.board import link
from turbo.board.lgpio_folder import load_lgpio
from turbo.board.wire import Button, Capability, Pattern
from turbo.errors import TurboError

VERSION = "pins"
"""There is no firmware whose version could be told."""
NO_PINS = "no pins here: on a Raspberry Pi install python3-lgpio, elsewhere use 'pins:mock'"


@dataclass(frozen=True, slots=True)
class PinNumbers:
    """BCM numbers of the header's pins; chosen in two neat rows and clear of I2C, SPI and UART."""

    player_1: int = 17
    player_2: int = 27
    referee: int = 22
    lamp_1: int = 23
    lamp_2: int = 24
    lamp_status: int = 25
    buzzer: int = 18

    @property
    def buttons(self) -> dict[Button, int]:
        pins = (self.player_1, self.player_2, self.referee)
        return dict(zip(Button, pins, strict=True))


@dataclass(frozen=True, slots=True)
class PinTiming:
    settle_s: float = 0.02
    """A contact must be open for so long before it can be pressed again; as in the firmware."""
    slow_s: float = 0.5
    """Half a period of slow blinking, as in the firmware."""
    fast_s: float = 0.125
    """Half a period of fast blinking, as in the firmware."""


@dataclass(slots=True)
class FirstEdge:
    """Debounces on the first edge: a press counts at once, bouncing is ignored after it."""

    settle_s: float
    is_closed: bool = False
    opened_s: float = -1e9

    def edge(self, closed: bool, at_s: float) -> bool:
        """Whether this change of the contact is a press."""
        # Bouncing takes milliseconds: only a contact that was open for long is pressed.
        pressed = closed and not self.is_closed and at_s - self.opened_s >= self.settle_s
        if self.is_closed and not closed:
            self.opened_s = at_s
        self.is_closed = closed
        return pressed


def pin_factory(kind: str) -> Any:
    """The way to the pins: the Pi's own, or pins that exist in memory only."""
    if kind == "mock":
        return MockFactory(pin_class=MockPWMPin)
    # Before gpiozero does it: where lgpio cannot make its pipe, slower drivers would be tried.
    with contextlib.suppress(ImportError, OSError):
        load_lgpio()
    with warnings.catch_warnings():
        # Each driver that is not installed would complain before the next is tried.
        warnings.simplefilter("ignore")
        Device.ensure_pin_factory()
    return Device.pin_factory


class PinsLink:
    """The same events and the same panel as a board, without a board."""

    def __init__(self, name: str, kind: str, mailbox: link.Mailbox, *, clock: link.Clock) -> None:
        self.name = name
        self.mailbox = mailbox
        self.numbers, self.timing = PinNumbers(), PinTiming()
        self._clock, self._number = clock, 0
        self._lock = threading.Lock()
        self._silence: threading.Timer | None = None
        self._patterns = dict[Any, Pattern]()
        self.lamps: list[Any] = []
        self.buttons: dict[Button, Any] = {}
        self.buzzer: Any = None
        try:
            self.factory = pin_factory(kind)
            self._open_devices()
        # Whatever it is: lgpio's own error is a plain Exception.
        except Exception as error:
            self.close()
            raise TurboError(_why(error)) from error
        self.show(link.Panel())
        capabilities = Capability.LAMPS | Capability.TONE
        mailbox.put(link.BoardJoined(name, VERSION, capabilities, kind == "mock", clock()))

    def _open_devices(self) -> None:
        numbers, factory = self.numbers, self.factory
        lamps = (numbers.lamp_1, numbers.lamp_2, numbers.lamp_status)
        # One by one: what is open when another is refused must be closed again.
        for pin in lamps:
            self.lamps.append(LED(pin, pin_factory=factory))
        # A passive buzzer needs its tone made for it.
        self.buzzer = PWMOutputDevice(numbers.buzzer, pin_factory=factory)
        for button, pin in numbers.buttons.items():
            self.buttons[button] = PinButton(pin, pull_up=True, pin_factory=factory)
        for button, device in self.buttons.items():
            self._watch(button, device)

    def _watch(self, button: Button, device: Any) -> None:
        # A finger that is on it at the start has pressed nothing.
        edges = FirstEdge(self.timing.settle_s, is_closed=device.is_pressed)
        device.when_pressed = lambda: self._edge(button, edges, True)
        device.when_released = lambda: self._edge(button, edges, False)

    def _edge(self, button: Button, edges: FirstEdge, closed: bool) -> None:
        with self._lock:
            if not edges.edge(closed, time.monotonic()):
                return
            self._number += 1
            event = link.ButtonPressed(button, self._number, self._clock())
        # Outside the lock, which a beep takes: whoever hears of a press may answer with one.
        self.mailbox.put(event)

    def events(self, timeout_s: float = 0.0) -> tuple[link.BoardEvent, ...]:
        return self.mailbox.take(timeout_s)

    def show(self, panel: link.Panel) -> None:
        wishes = (panel.player_1, panel.player_2, panel.status)
        for lamp, pattern in zip(self.lamps, wishes, strict=True):
            self._light(lamp, pattern)

    def _light(self, lamp: Any, pattern: Pattern) -> None:
        """Left alone if it does so already: blinking would begin anew."""
        if self._patterns.get(lamp) == pattern:
            return
        self._patterns[lamp] = pattern
        blink_s = {Pattern.SLOW: self.timing.slow_s, Pattern.FAST: self.timing.fast_s}.get(pattern)
        if blink_s:
            lamp.blink(on_time=blink_s, off_time=blink_s)
        elif pattern == Pattern.ON:
            lamp.on()
        else:
            lamp.off()

    def beep(self, hz: int, length_ms: int) -> None:
        link.check_tone(hz, length_ms)
        with self._lock:
            if self._silence:
                self._silence.cancel()
            self.buzzer.frequency = hz
            # A square wave is loudest where it is up half of the time.
            self.buzzer.value = 0.5
            self._silence = threading.Timer(length_ms / 1000, self.buzzer.off)
            self._silence.daemon = True
            self._silence.start()

    def close(self) -> None:
        if self._silence:
            self._silence.cancel()
        for device in (*self.lamps, *self.buttons.values(), self.buzzer):
            if device is not None:
                device.close()


def _why(error: Exception) -> str:
    """In words: the library says 'GPIO busy', or that it knows no pins at all."""
    told = " ".join(str(error).split())
    if "busy" in told.lower():
        return (
            "the Pi's pins are in use: another program has them ('sudo systemctl stop turbo' if it"
            " is the table, or an overlay in /boot/firmware/config.txt)"
        )
    if isinstance(error, GPIOZeroError | OSError):
        return NO_PINS
    return f"the Pi's pins cannot be used: {told or type(error).__name__}"
