"""The links: the talk in virtual time against the firmware's own logic, the pins, the names."""

import random
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from gpiozero import LED  # type: ignore[import-untyped]
from hypothesis import given
from hypothesis import strategies as st

from tests.support.firmware_support import PaperBoard, needs_tools
from turbo.board import emulator, open_link, serial_port
from turbo.board.conversation import Conversation, Timing
from turbo.board.levels import levels_text, load_levels, parse_levels, save_levels
from turbo.board.link import (
    BoardEvent,
    BoardJoined,
    BoardParted,
    ButtonPressed,
    CupPoured,
    CupRested,
    CupShaken,
    Levels,
    Mailbox,
    Panel,
)
from turbo.board.pins import FirstEdge, PinsLink
from turbo.board.wire import (
    Acknowledge,
    Button,
    Decoder,
    Done,
    Hello,
    Message,
    Pattern,
    Pressed,
    Show,
    Tray,
    Tune,
    Welcome,
    WireFrame,
    encode,
)
from turbo.errors import BadNotation, TurboError

START = datetime(2026, 1, 1, tzinfo=UTC)
WELCOME = Welcome(1, 1, 0, 15, 24, 400, 5, 1)


def at(now_s: float) -> datetime:
    return START + timedelta(seconds=now_s)


@dataclass
class FarEnd:
    """A conversation whose board is played by the test."""

    talk: Conversation = field(default_factory=lambda: Conversation(5))
    now_s: float = 10.0
    told: list[BoardEvent] = field(default_factory=list)
    line: Decoder = field(default_factory=Decoder)

    def hear(self, wait_s: float = 0.0) -> WireFrame | None:
        self.now_s += wait_s
        data, told = self.talk.due(self.now_s, at(self.now_s))
        self.told += told
        frames = self.line.feed(data)
        return frames[0] if frames else None

    def say(self, message: Message, sequence: int = 200) -> None:
        line = encode(message, sequence)
        self.told += self.talk.receive(line, self.now_s, at(self.now_s))

    def settle(self) -> list[Message]:
        """Answers everything until the host has no more to ask."""
        asked = list[Message]()
        while frame := self.hear():
            asked.append(frame.message)
            hello = isinstance(frame.message, Hello)
            welcome = replace(WELCOME, next=self.talk.next)
            self.say(welcome if hello else Done(), frame.sequence)
        return asked


def test_a_talk_begins_with_hello_and_what_is_wished_for() -> None:
    far = FarEnd()
    asked = far.settle()
    assert [type(message) for message in asked] == [Hello, Show, Tune]
    assert asked[0] == Hello(5, 1)
    assert [type(event) for event in far.told] == [BoardJoined]


def test_one_request_at_a_time() -> None:
    far = FarEnd()
    far.settle()
    far.talk.show(Panel(ring=(1, 2, 3)))
    assert isinstance(far.hear().message, Show)  # type: ignore[union-attr]
    far.talk.show(Panel(ring=(4, 5, 6)))
    far.say(Pressed(1, 0, 2))
    assert far.hear(0.02) is None
    assert isinstance(far.hear(0.01).message, Acknowledge)  # type: ignore[union-attr]


def test_an_unanswered_wish_is_wished_again_and_the_newest_wins() -> None:
    far = FarEnd()
    far.settle()
    far.talk.show(Panel(player_1=Pattern.ON))
    first = far.hear()
    far.talk.show(Panel(player_2=Pattern.FAST))
    second = far.hear(0.03)
    assert first is not None and second is not None
    assert isinstance(second.message, Show)
    assert (second.message.player_1, second.message.player_2) == (Pattern.OFF, Pattern.FAST)
    far.say(Done(), first.sequence)
    assert far.hear(0.03) is not None, "the answer to the first does not count for the second"


def test_a_press_is_told_once_and_acknowledged_each_time() -> None:
    far = FarEnd()
    far.settle()
    for _ in range(3):
        far.say(Pressed(1, 40, Button.PLAYER_2))
        frame = far.hear()
        assert frame is not None and frame.message == Acknowledge(2)
        far.say(Done(), frame.sequence)
    pressed = [event for event in far.told if isinstance(event, ButtonPressed)]
    assert pressed == [ButtonPressed(Button.PLAYER_2, 1, at(far.now_s - 0.04))]


def test_an_event_ahead_waits_for_the_one_before() -> None:
    far = FarEnd()
    far.settle()
    far.say(Pressed(2, 0, 0))
    assert far.hear() is None
    far.say(Pressed(1, 0, 1))
    far.say(Pressed(2, 0, 0))
    told = [event.number for event in far.told if isinstance(event, ButtonPressed)]
    assert told == [1, 2]


def test_numbers_wrap() -> None:
    far = FarEnd(Conversation(5, next=65535))
    far.settle()
    for number in (65534, 65535, 0, 65535, 1):
        far.say(Pressed(number, 0, 0))
    told = [event.number for event in far.told if isinstance(event, ButtonPressed)]
    assert told == [65535, 0, 1]


def test_a_press_from_before_the_program_is_taken_and_not_told() -> None:
    far = FarEnd()
    far.settle()
    far.say(Pressed(1, 60_000, 0))
    frame = far.hear()
    assert frame is not None and frame.message == Acknowledge(2)
    assert not [event for event in far.told if isinstance(event, ButtonPressed)]


@pytest.mark.parametrize(
    ("state", "kind"),
    [(0, CupRested), (1, CupShaken), (2, CupPoured)],
    ids=["rest", "shake", "pour"],
)
def test_the_cup(state: int, kind: type[BoardEvent]) -> None:
    far = FarEnd()
    far.settle()
    far.say(Tray(1, 0, state, 300))
    assert isinstance(far.told[-1], kind)


def test_a_button_of_a_newer_board_is_passed_over() -> None:
    far = FarEnd()
    far.settle()
    far.say(Pressed(1, 0, 9))
    far.say(Pressed(2, 0, 0))
    assert [event.number for event in far.told if isinstance(event, ButtonPressed)] == [2]


def test_a_silent_board_is_told_once_and_greeted() -> None:
    far = FarEnd()
    far.settle()
    asked = [frame.message for _ in range(200) if (frame := far.hear(0.026))]
    assert isinstance(asked[-1], Hello)
    assert [type(event) for event in far.told] == [BoardJoined, BoardParted]


def test_a_restarted_board_is_greeted_at_once() -> None:
    far = FarEnd()
    far.settle()
    far.talk.show(Panel(player_1=Pattern.SLOW))
    frame = far.hear()
    assert frame is not None
    far.say(replace(WELCOME, host=0), frame.sequence)
    assert [type(message) for message in far.settle()] == [Hello, Show, Tune]
    assert [type(event) for event in far.told] == [BoardJoined, BoardParted, BoardJoined]


def test_the_host_gives_signs_of_life() -> None:
    far, asked = FarEnd(), list[Message]()
    far.settle()
    for _ in range(100):
        far.now_s += 0.1
        asked += far.settle()
    assert len(asked) >= 16, "at least every 0.6 s"
    assert any(isinstance(message, Show) for message in asked), "a panel is repeated now and then"


def test_another_protocol_is_said_in_one_line() -> None:
    far = FarEnd()
    frame = far.hear()
    assert frame is not None
    far.say(Welcome(9, 1, 0, 15, 24, 400, 5, 1), frame.sequence)
    assert isinstance(far.told[0], BoardParted)
    assert "protocol 9, expected 1" in far.told[0].reason
    assert not far.talk.joined


def test_a_tone_before_the_first_panel_still_sounds() -> None:
    far = FarEnd()
    frame = far.hear()
    assert frame is not None
    far.say(WELCOME, frame.sequence)
    far.talk.beep(440, 100)
    shows = [message for message in far.settle() if isinstance(message, Show)]
    assert [show.tone_hz for show in shows] == [0, 440]
    assert shows[0].tone_number != shows[1].tone_number


@dataclass
class PaperTable:
    """The firmware's logic and the host's talk, joined by a bad line, a millisecond at a time."""

    chance: random.Random
    harm: float = 0.01
    now_ms: int = 0
    cut_until_ms: int = 0
    pressed: list[Button] = field(default_factory=list)
    told: list[Button] = field(default_factory=list)
    down: dict[Button, int] = field(default_factory=dict)
    excused: set[int] = field(default_factory=set)
    settled: int = 0
    settled_told: int = 0

    def __post_init__(self) -> None:
        self.board = PaperBoard()
        self.new_host()
        self.pass_some_ms(30)

    def new_host(self) -> None:
        timing = Timing(hello_s=0.03, failures=6)
        self.talk = Conversation(self.chance.randrange(1, 2**32), timing=timing)

    def spoil(self, line: bytes) -> bytes:
        spoiled = bytearray()
        for byte in line if self.now_ms >= self.cut_until_ms else b"":
            lot = self.chance.random() / self.harm
            if lot < 1:
                continue
            spoiled.append(byte ^ self.chance.randrange(1, 256) if lot < 2 else byte)
            if 2 < lot < 2.3:
                spoiled.append(byte)
        return bytes(spoiled)

    def press(self, button: Button) -> None:
        self.down[button] = self.now_ms + self.chance.randrange(5, 30)
        self.pressed.append(button)

    def can_press(self, button: Button) -> bool:
        return self.now_ms > self.down.get(button, 0) + 45

    def pass_ms(self) -> None:
        self.now_ms += 1
        contacts = sum(1 << button for button, until in self.down.items() if until > self.now_ms)
        sent = self.spoil(self.board.tick(contacts))
        now_s = self.now_ms / 1000
        heard = self.talk.receive(sent, now_s, at(now_s)) if sent else ()
        line, _ = self.talk.due(now_s, at(now_s))
        self.board.receive(self.spoil(line))
        self.told += [event.button for event in heard if isinstance(event, ButtonPressed)]

    def pass_some_ms(self, count: int) -> None:
        for _ in range(count):
            self.pass_ms()

    def play(self, presses: int) -> Iterator[int]:
        """Presses at random, one number for each; whoever iterates may do harm in between."""
        for number in range(presses):
            for _ in range(self.chance.randrange(1, 120)):
                self.pass_ms()
            free = [button for button in Button if self.can_press(button)]
            if free:
                self.press(self.chance.choice(free))
            yield number

    def forgive(self) -> None:
        """What the host does not have yet may be gone: nobody could have kept it. One that is on
        the line just now may come later, and then one less of the next seems to be missing."""
        missing = len(self.pressed) - self.settled - (len(self.told) - self.settled_told)
        self.excused |= set(range(len(self.pressed) - missing - 1, len(self.pressed)))
        self.settled, self.settled_told = len(self.pressed), len(self.told)

    def is_explained(self) -> bool:
        """Whether each press was told once and in order, those that may be gone at most once."""
        told_so_far = {0}
        for number, button in enumerate(self.pressed):
            missed = told_so_far if number in self.excused else set()
            told_so_far = missed | {
                count + 1
                for count in told_so_far
                if count < len(self.told) and self.told[count] == button
            }
        return len(self.told) in told_so_far


@needs_tools
@pytest.mark.parametrize("seed", range(5))
def test_no_press_is_lost_or_doubled_on_a_bad_line(seed: int) -> None:
    table = PaperTable(random.Random(seed))
    for number in table.play(500):
        if number % 17 == 5:
            table.pass_ms()
            table.board.reset()
        if number % 23 == 7:
            table.cut_until_ms = table.now_ms + table.chance.randrange(1, 60)
    table.pass_some_ms(3000)
    assert table.told == table.pressed
    assert len(table.told) > 400


@needs_tools
@pytest.mark.parametrize("seed", range(5))
def test_a_board_that_loses_its_power_doubles_nothing(seed: int) -> None:
    table = PaperTable(random.Random(seed))
    for number in table.play(500):
        if number % 29 == 11:
            table.pass_ms()
            table.board.power_on(table.chance.randbytes(64))
            table.down.clear()
            table.forgive()
            # A contact must have been seen open before it can be pressed.
            table.pass_some_ms(30)
    table.pass_some_ms(3000)
    assert table.is_explained()
    assert len(table.told) > 400


@needs_tools
@pytest.mark.parametrize("seed", range(5))
def test_a_new_host_gets_no_old_press(seed: int) -> None:
    table = PaperTable(random.Random(seed))
    for number in table.play(500):
        if number % 41 == 11:
            table.new_host()
            for _ in range(2000):
                table.pass_ms()
                if table.talk.joined:
                    break
            table.forgive()
    table.pass_some_ms(3000)
    assert table.is_explained()
    assert len(table.told) > 400


def _pins(deliver: Any = None) -> PinsLink:
    link = open_link("pins:mock", clock=lambda: START, deliver=deliver)
    assert isinstance(link, PinsLink)
    return link


def test_pins_press_and_lamps() -> None:
    link = _pins()
    try:
        assert isinstance(link.events()[0], BoardJoined)
        link.factory.pin(27).drive_low()
        link.factory.pin(27).drive_high()
        assert link.events(1) == (ButtonPressed(Button.PLAYER_2, 1, START),)
        link.show(Panel(player_1=Pattern.ON, status=Pattern.OFF))
        assert [lamp.value for lamp in link.lamps] == [1, 0, 0]
        link.beep(880, 50)
        assert link.buzzer.frequency == 880
        assert link.buzzer.value == 0.5
    finally:
        link.close()


class LgpioError(Exception):
    """lgpio's own is a plain Exception, too."""


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (LgpioError("'GPIO busy'"), "in use: another program has them"),
        (LgpioError("'unknown handle'"), "cannot be used: 'unknown handle'"),
        (OSError("no chip"), "no pins here"),
    ],
    ids=["busy", "other", "none"],
)
def test_pins_that_cannot_be_had_are_a_sentence(
    monkeypatch: pytest.MonkeyPatch, error: Exception, told: str
) -> None:
    """'GPIO busy' was a traceback; and what was open by then stayed open."""
    opened: list[Any] = []

    class Refusing(LED):  # type: ignore[misc]
        def __init__(self, pin: int, **more: Any) -> None:
            if len(opened) == 2:
                raise error
            super().__init__(pin, **more)
            opened.append(self)

    monkeypatch.setattr("turbo.board.pins.LED", Refusing)
    with pytest.raises(TurboError, match=told):
        open_link("pins:mock")
    assert all(lamp.closed for lamp in opened)


def test_pins_blink_and_go_on_blinking_when_shown_again() -> None:
    link = _pins()
    try:
        link.show(Panel(player_1=Pattern.FAST))
        blinker = link.lamps[0]._blink_thread
        link.show(Panel(player_1=Pattern.FAST, player_2=Pattern.ON))
        assert link.lamps[0]._blink_thread is blinker
        link.show(Panel())
        assert [lamp.value for lamp in link.lamps] == [0, 0, 1]
    finally:
        link.close()


def test_a_link_may_deliver_by_a_call() -> None:
    told = list[BoardEvent]()
    _pins(told.append).close()
    assert [type(event) for event in told] == [BoardJoined]


@pytest.mark.parametrize(
    ("edges", "presses"),
    [
        ([(0, True)], 1),
        ([(0, True), (1, False), (2, True), (3, False), (4, True)], 1),
        ([(0, True), (50, False), (55, True), (56, False)], 1),
        ([(0, True), (50, False), (75, True)], 2),
        ([(0, False)], 0),
    ],
    ids=["first edge", "bounces closing", "bounces opening", "pressed again", "opened"],
)
def test_first_edge(edges: list[tuple[int, bool]], presses: int) -> None:
    contact = FirstEdge(0.02)
    assert sum(contact.edge(closed, ms / 1000) for ms, closed in edges) == presses


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("", "expected a board: auto, twin, pins, pins:mock or a serial port"),
        ("carrier-pigeon://loft", "expected a serial port or URL"),
    ],
)
def test_a_name_that_is_none(name: str, expected: str) -> None:
    with pytest.raises(TurboError, match=expected):
        open_link(name)


@pytest.mark.parametrize(
    ("port", "told"),
    [("/dev/null", "this is no serial port"), ("/dev/no-such-port", "No such file or directory")],
)
def test_what_is_wrong_with_a_port_is_told_in_words(port: str, told: str) -> None:
    """Not as `(25, 'Inappropriate ioctl for device')` and `[Errno 2]`."""
    link = open_link(port)
    try:
        (event,) = link.events(60)
        assert isinstance(event, BoardParted) and event.reason == f"{port}: {told}"
    finally:
        link.close()


def test_a_port_that_is_not_there_is_told_and_tried_again(tmp_path: Any) -> None:
    link = open_link(str(tmp_path / "no-port"))
    try:
        (event,) = link.events(5)
        assert isinstance(event, BoardParted)
        assert "No such file" in event.reason
        assert link.events(1.2) == (), "told once, not at every try"
    finally:
        link.close()


def test_boards_are_found_by_their_usb_id(monkeypatch: pytest.MonkeyPatch) -> None:
    ports = [
        SimpleNamespace(device="/dev/ttyUSB1", vid=0x1A86, pid=0x7523),
        SimpleNamespace(device="/dev/ttyS0", vid=None, pid=None),
        SimpleNamespace(device="/dev/ttyACM0", vid=0x2341, pid=0x0043),
        SimpleNamespace(device="/dev/ttyUSB7", vid=0x1234, pid=0x5678),
    ]
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: ports)
    assert serial_port.find_ports() == ("/dev/ttyACM0", "/dev/ttyUSB1")


def test_what_the_twin_lacks_is_said_in_one_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    monkeypatch.setenv("TURBO_FIRMWARE", str(tmp_path))
    with pytest.raises(TurboError, match="expected the firmware's sources in"):
        open_link("twin")
    (tmp_path / "Makefile").write_text("twin:\n\tfalse\n")
    monkeypatch.setattr(emulator, "missing_tools", lambda: ("gcc-avr and avr-libc", "libelf-dev"))
    with pytest.raises(TurboError, match="missing: gcc-avr and avr-libc, libelf-dev"):
        open_link("twin")


def test_missing_tools_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda tool: None)
    assert "gcc-avr and avr-libc" in emulator.missing_tools()


@pytest.mark.parametrize("module", ["turbo.board", "turbo.board.wire", "turbo.commands.board"])
def test_the_command_starts_without_the_drivers(module: str) -> None:
    code = f"import sys, {module}; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert not {"serial", "gpiozero"} & set(loaded.stdout.split())


def test_a_panel_out_of_range_is_refused() -> None:
    with pytest.raises(TurboError, match="from 0 to 255"):
        Panel(ring=(0, 256, 0))


@pytest.mark.parametrize(("hz", "length_ms"), [(30, 100), (8001, 100), (440, 0), (440, 3001)])
def test_a_tone_out_of_range_is_refused(hz: int, length_ms: int) -> None:
    with pytest.raises(TurboError, match="expected a tone of"):
        Conversation(5).beep(hz, length_ms)
    link = _pins()
    with pytest.raises(TurboError, match="expected a tone of"):
        link.beep(hz, length_ms)
    link.close()


def test_levels_out_of_range_are_refused() -> None:
    with pytest.raises(TurboError, match="expected levels"):
        Levels(shake_level=70_000)
    with pytest.raises(TurboError, match="expected a rest"):
        Levels(rest_ms=-1)


def test_the_mailbox_gives_everything_in_order() -> None:
    mailbox = Mailbox()
    events = tuple(ButtonPressed(Button.REFEREE, number, START) for number in range(3))
    for event in events:
        mailbox.put(event)
    assert mailbox.take(1) == events
    assert mailbox.take() == ()


@given(st.builds(Levels, st.integers(1, 1023), st.integers(1, 1023), st.integers(1, 60_000)))
def test_levels_print_and_parse_back(levels: Levels) -> None:
    assert parse_levels(levels_text(levels)) == levels


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("", "line 1"),
        ("shake 1\npour 2", "line 1"),
        ("shake 1\npour 2000\nrest 600", "line 2, .*got 'pour 2000'"),
        ("shake 1\nshake 2\npour 3\nrest 9", "line 2"),
        ("shake x\npour 3\nrest 9", "line 1"),
        ("shake 1 2\npour 3\nrest 9", "line 1"),
    ],
    ids=["nothing", "one missing", "too high", "twice", "no number", "two numbers"],
)
def test_levels_that_cannot_be_read(text: str, where: str) -> None:
    with pytest.raises(BadNotation, match=where):
        parse_levels(text)


LEVELS_FILES = {
    "not UTF-8": (b"shake 40\npour \xff\xfe\nrest 600\n", "bytes that are no text"),
    "wrong": (b"shake 40\npour\n", "line 2"),
}


@pytest.mark.parametrize(("data", "told"), LEVELS_FILES.values(), ids=LEVELS_FILES.keys())
def test_a_file_of_levels_that_cannot_be_used_is_named(
    tmp_path: Path, data: bytes, told: str
) -> None:
    """Bytes that are no UTF-8 were a traceback."""
    path = tmp_path / "tray.txt"
    path.write_bytes(data)
    with pytest.raises(TurboError, match=rf"tray\.txt: .*{told}") as raised:
        load_levels(path)
    assert "\n" not in str(raised.value)
    with pytest.raises(TurboError, match="cannot be read: Is a directory"):
        load_levels(tmp_path)


def test_levels_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TURBO_TRAY", str(tmp_path / "new" / "tray.txt"))
    assert load_levels() == Levels()
    assert save_levels(Levels(1, 2, 3)) == tmp_path / "new" / "tray.txt"
    assert load_levels() == Levels(1, 2, 3)


def test_the_levels_go_to_the_board() -> None:
    far = FarEnd(Conversation(5, levels=Levels(11, 22, 33)))
    assert far.settle()[-1] == Tune(11, 22, 33)
