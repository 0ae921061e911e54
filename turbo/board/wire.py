"""What the host and the board say to each other, as values and as bytes. No port, no clock.

A frame on the line is ``00 COBS(sequence kind fields CRC-32) 00``: a zero byte always and only ends
a frame, so that whatever was lost, doubled or garbled before it, the next frame is read whole.
`firmware/src/messages.h` holds the same table in C; a test holds the two together.

>>> line = encode(Acknowledge(next=7), sequence=3)
>>> line.hex(" ")
'00 04 03 03 07 05 6c 58 f6 7e 00'
>>> Decoder().feed(b"rubbish" + line)
(WireFrame(sequence=3, message=Acknowledge(next=7)),)
"""

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from enum import IntEnum, IntFlag
from functools import partial
from typing import Any, ClassVar, NamedTuple

from turbo.errors import TurboError

PROTOCOL = 1
"""Of the table of messages below; a board of another one is refused, and told to be flashed."""
BAUD = 250_000
"""16 MHz divide to it without a rest, where the usual 115,200 are two per cent off."""
PAYLOAD_MAX = 24
"""The longest message has 19 bytes; the firmware's buffers are of this size."""
FRAME_MAX = 1 + 1 + 2 + PAYLOAD_MAX + 4 + 1
"""The bytes of the longest frame between its two zeros, with one to spare."""

NUMBERS = 1 << 16
"""Event numbers wrap here."""


class Button(IntEnum):
    PLAYER_1 = 0
    PLAYER_2 = 1
    REFEREE = 2

    @property
    def word(self) -> str:
        return self.name.lower().replace("_", " ")


class Pattern(IntEnum):
    """What a lamp does."""

    OFF = 0
    ON = 1
    SLOW = 2
    FAST = 3


class TrayState(IntEnum):
    REST = 0
    SHAKING = 1
    POURING = 2


class Capability(IntFlag):
    LAMPS = 1
    RING = 2
    TONE = 4
    TRAY = 8


class ResetCause(IntFlag):
    """Why the board started last; 0 where its boot loader does not pass it on."""

    POWER = 1
    RESET_PIN = 2
    BROWN_OUT = 4
    WATCHDOG = 8


SIZES = {"B": "u8", "H": "u16", "I": "u32"}


def _whole(code: str, says: str) -> Any:
    return field(metadata={"code": code, "says": says})


_u8, _u16, _u32 = (partial(_whole, code) for code in SIZES)


@dataclass(frozen=True, slots=True)
class Message:
    """One message; the fields of each kind are packed in the order written, little-endian."""

    KIND: ClassVar[int]
    ANSWER: ClassVar[str] = ""

    def __post_init__(self) -> None:
        for part in fields(self):
            value, limit = getattr(self, part.name), 1 << 8 * struct.calcsize(part.metadata["code"])
            if not 0 <= value < limit:
                raise TurboError(f"expected {part.name} from 0 to {limit - 1}, got {value}")

    def payload(self) -> bytes:
        values = (int(getattr(self, part.name)) for part in fields(self))
        return LAYOUTS[type(self)].pack(*values)


@dataclass(frozen=True, slots=True)
class Hello(Message):
    """Who I am and which event I expect next; begins every talk."""

    KIND: ClassVar[int] = 0x01
    ANSWER: ClassVar[str] = "welcome"
    host: int = _u32("drawn when the host's program starts, never 0")
    next: int = _u16("the number of the event that is expected next")


@dataclass(frozen=True, slots=True)
class Show(Message):
    """The lamps, ring and tone that are wished for."""

    KIND: ClassVar[int] = 0x02
    ANSWER: ClassVar[str] = "done"
    player_1: int = _u8("lamp: 0 off, 1 on, 2 slow, 3 fast")
    player_2: int = _u8("as above")
    status: int = _u8("as above")
    ring_red: int = _u8("0 to 255")
    ring_green: int = _u8("0 to 255")
    ring_blue: int = _u8("0 to 255")
    tone_number: int = _u8("another number than before: sound the tone, once")
    tone_hz: int = _u16("31 to 8000")
    tone_ms: int = _u16("at most 3000")


@dataclass(frozen=True, slots=True)
class Acknowledge(Message):
    """All events before `next` have come. Twice a second also without events: I live."""

    KIND: ClassVar[int] = 0x03
    ANSWER: ClassVar[str] = "done"
    next: int = _u16("the number of the event that is expected next")


@dataclass(frozen=True, slots=True)
class Tune(Message):
    """The levels of the tray's sensor."""

    KIND: ClassVar[int] = 0x04
    ANSWER: ClassVar[str] = "done"
    shake_level: int = _u16("a knock that counts, 0 to 1023")
    pour_level: int = _u16("a knock as hard as a die that lands, 0 to 1023")
    rest_ms: int = _u16("so long without a knock is rest")


@dataclass(frozen=True, slots=True)
class Ask(Message):
    """How are you?"""

    KIND: ClassVar[int] = 0x05
    ANSWER: ClassVar[str] = "report"


@dataclass(frozen=True, slots=True)
class Pressed(Message):
    """Event: a button was pressed."""

    KIND: ClassVar[int] = 0x41
    number: int = _u16("of the event")
    age_ms: int = _u32("how long ago it happened")
    button: int = _u8("0 player 1, 1 player 2, 2 referee")


@dataclass(frozen=True, slots=True)
class Tray(Message):
    """Event: the cup is shaken, poured or at rest."""

    KIND: ClassVar[int] = 0x42
    number: int = _u16("of the event")
    age_ms: int = _u32("how long ago it happened")
    state: int = _u8("0 rest, 1 shaking, 2 pouring")
    strength: int = _u16("the hardest knock so far, 0 to 1023")


@dataclass(frozen=True, slots=True)
class Welcome(Message):
    """Answer: what I am."""

    KIND: ClassVar[int] = 0x81
    protocol: int = _u8("the number of this table; 1")
    version_major: int = _u8("of the firmware")
    version_minor: int = _u8("of the firmware")
    capabilities: int = _u8("1 lamps, 2 ring, 4 tone, 8 tray, added up")
    ring_pixels: int = _u8("how many the ring has")
    ring_milliamperes: int = _u16("the ring is dimmed to stay below")
    host: int = _u32("as in hello; 0: I know nobody, greet me")
    next: int = _u16("the number of the oldest event that waits")


@dataclass(frozen=True, slots=True)
class Done(Message):
    """Answer: it is so."""

    KIND: ClassVar[int] = 0x82


@dataclass(frozen=True, slots=True)
class Report(Message):
    """Answer: how I am."""

    KIND: ClassVar[int] = 0x83
    uptime_ms: int = _u32("since the power came on; wraps after 49 days")
    loop_worst_us: int = _u16("the longest turn of the main loop")
    frames_bad: int = _u16("frames that came damaged")
    bytes_lost: int = _u16("bytes that came too fast")
    events_dropped: int = _u8("events that found sixteen others waiting")
    reset_cause: int = _u8("1 power, 2 reset pin, 4 brown-out, 8 watchdog, 0 not known")
    buttons: int = _u8("one bit each: down")
    state: int = _u8("of the tray, as in its event")
    tray_level: int = _u16("at this moment, above rest")
    tray_peak: int = _u16("the highest since the last report")
    waiting: int = _u8("events that are not acknowledged")


REQUESTS: tuple[type[Message], ...] = (Hello, Show, Acknowledge, Tune, Ask)
EVENTS: tuple[type[Message], ...] = (Pressed, Tray)
ANSWERS: tuple[type[Message], ...] = (Welcome, Done, Report)
MESSAGES = (*REQUESTS, *EVENTS, *ANSWERS)
BY_KIND = {message.KIND: message for message in MESSAGES}


LAYOUTS = {
    message: struct.Struct("<" + "".join(part.metadata["code"] for part in fields(message)))
    for message in MESSAGES
}


class WireFrame(NamedTuple):
    sequence: int
    message: Message


def cobs(plain: bytes) -> bytes:
    """The bytes without a zero in them: each zero becomes the distance to the next one."""
    # Frames are so short that no distance needs more than a byte.
    parts = plain.split(b"\0")
    return b"".join(bytes([len(part) + 1]) + part for part in parts)


def uncobs(line: bytes) -> bytes | None:
    """What `cobs` was given, or nothing if the distances do not fit."""
    parts, at = [], 0
    # It ends: a line is cut at its zeros, so every distance is at least 1.
    while at < len(line):
        end = at + line[at]
        if end > len(line):
            return None
        parts.append(line[at + 1 : end])
        at = end
    return b"\0".join(parts)


def encode(message: Message, sequence: int) -> bytes:
    """The frame as it goes over the line."""
    plain = bytes([sequence % 256, message.KIND]) + message.payload()
    return b"\0" + cobs(plain + zlib.crc32(plain).to_bytes(4, "little")) + b"\0"


def _frame(line: bytes) -> WireFrame | None:
    plain = uncobs(line) if len(line) < FRAME_MAX else None
    if plain is None or len(plain) < 6:
        return None
    body, check = plain[:-4], plain[-4:]
    kind = BY_KIND.get(body[1])
    if zlib.crc32(body).to_bytes(4, "little") != check or kind is None:
        return None
    # Another version's message of the same kind: its fields would be read into each other.
    if len(body) != 2 + LAYOUTS[kind].size:
        return None
    return WireFrame(body[0], kind(*LAYOUTS[kind].unpack(body[2:])))


@dataclass(slots=True)
class Decoder:
    """Finds the frames in whatever comes, in pieces of any size; nothing makes it raise."""

    bad: int = 0
    """Stretches between zeros that were no frame."""
    _rest: bytes = b""

    def feed(self, data: bytes) -> tuple[WireFrame, ...]:
        return tuple(self._frames(data))

    def _frames(self, data: bytes) -> Iterator[WireFrame]:
        # What follows the last zero is not over yet.
        *lines, rest = (self._rest + data).split(b"\0")
        # A line that never ends must not fill the memory; what is longer is no frame in any case.
        self._rest = rest[:FRAME_MAX]
        for line in filter(None, lines):
            frame = _frame(line)
            if frame is None:
                self.bad += 1
            else:
                yield frame


def _rows(messages: tuple[type[Message], ...], sender: str) -> Iterator[str]:
    for message in messages:
        doc = " ".join((message.__doc__ or "").split())
        answer = f" Answered by `{message.ANSWER}`." if message.ANSWER else ""
        parts = [
            f"`{SIZES[part.metadata['code']]} {part.name}` {part.metadata['says']}"
            for part in fields(message)
        ]
        size = LAYOUTS[message].size
        yield (
            f"| `{message.__name__.lower()}` | {message.KIND:#04x} | {sender} | {size} |"
            f" {doc}{answer} | {'<br>'.join(parts) or 'none'} |"
        )


def table() -> str:
    """The messages as a Markdown table; hardware.md holds exactly this.

    >>> print(table().splitlines()[0])
    | message | kind | from | bytes | meaning | fields, in this order |
    """
    head = "| message | kind | from | bytes | meaning | fields, in this order |"
    rows = [head, "|---|---|---|---|---|---|"]
    rows += _rows(REQUESTS, "host")
    rows += _rows(EVENTS, "board")
    rows += _rows(ANSWERS, "board")
    return "\n".join(rows)
