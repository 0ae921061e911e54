"""What the tests of the firmware share: the tools they need, and the firmware's logic in Python."""

import ctypes
import subprocess
from functools import cache
from typing import Any

import pytest

from turbo.board.emulator import firmware_folder, missing_tools

MISSING = missing_tools()
REASON = f"the firmware cannot be built, missing: {', '.join(MISSING)} (see firmware/tools.sh)"

needs_tools = pytest.mark.skipif(bool(MISSING), reason=REASON)


def make(*targets: str) -> str:
    """What `make -C firmware` says; a failure is the test's."""
    command = ["make", "-C", str(firmware_folder()), *targets]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def skipped_line(skipped: list[Any]) -> str:
    """A loud line for the end of a run in which tests of the firmware were left out, or nothing."""
    count = sum("the firmware cannot be built" in str(report.longrepr) for report in skipped)
    return f"{count} TESTS OF THE FIRMWARE WERE SKIPPED: {REASON}" if count else ""


def pytest_terminal_summary(terminalreporter: Any) -> None:
    line = skipped_line(terminalreporter.stats.get("skipped", []))
    if line:
        terminalreporter.write_line(line, red=True, bold=True)


class Page(ctypes.Structure):
    """`struct notebook` of firmware/tests/notebook.h: what the paper board shows."""

    _fields_ = (
        ("lamps", ctypes.c_uint8),
        ("tone_hz", ctypes.c_uint16),
        ("ring", ctypes.c_uint8 * 3),
        ("ring_writes", ctypes.c_uint32),
        ("tones", ctypes.c_uint32),
    )


class DecoderInC(ctypes.Structure):
    """`struct decoder` of firmware/src/frame.h."""

    _fields_ = (
        ("bytes", ctypes.c_uint8 * 33),
        ("count", ctypes.c_uint8),
        ("overflow", ctypes.c_bool),
        ("bad", ctypes.c_uint16),
    )


class FrameInC(ctypes.Structure):
    """`struct frame` of firmware/src/frame.h."""

    _fields_ = (
        ("sequence", ctypes.c_uint8),
        ("kind", ctypes.c_uint8),
        ("size", ctypes.c_uint8),
        ("payload", ctypes.c_uint8 * 24),
    )


@cache
def logic() -> ctypes.CDLL:
    """The firmware's logic as a library for this computer."""
    make("-s", "library")
    library = ctypes.CDLL(str(firmware_folder() / "build" / "liblogic.so"))
    library.message_table.restype = ctypes.c_char_p
    library.notebook_page.restype = ctypes.POINTER(Page)
    library.notebook_take.restype = ctypes.c_uint32
    library.frame_decode.restype = ctypes.c_bool
    return library


class PaperBoard:
    """The firmware's logic, run by hand: one board at a time, for the logic has one memory."""

    def __init__(self) -> None:
        self.library = logic()
        self.retained = ctypes.create_string_buffer(self.library.retained_size())
        self.power_on(b"\xa7")

    def power_on(self, chance: bytes) -> None:
        """Off and on: the memory holds whatever chance brings."""
        size = len(self.retained)
        self.retained.raw = (chance * size)[:size]
        self.library.notebook_clear()
        self.library.board_init(self.retained, 1)

    def reset(self) -> None:
        """As by the reset pin or the watchdog: the memory stays."""
        self.library.notebook_clear()
        self.library.board_init(self.retained, 8)

    def receive(self, data: bytes) -> None:
        for byte in data:
            self.library.board_receive(byte)

    def tick(self, contacts: int = 0, reading: int = 0) -> bytes:
        """One millisecond; what the board sent in it."""
        self.library.board_tick(contacts, reading)
        line = ctypes.create_string_buffer(4096)
        count = self.library.notebook_take(line, len(line))
        return line.raw[:count]

    @property
    def page(self) -> Any:
        return self.library.notebook_page().contents
