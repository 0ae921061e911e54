"""The board's twin: the firmware that is flashed, in an emulator behind a pseudo-terminal.

The emulator (`firmware/sim`) takes orders on its standard input, so that a test or the twin's
players press its buttons, shake its cup and spoil its line.
"""

import contextlib
import os
import shutil
import subprocess
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from turbo.board.wire import Button
from turbo.errors import TurboError

NEEDED = {
    "make": "make",
    "gcc": "gcc",
    "pkg-config": "pkg-config",
    "avr-gcc": "gcc-avr and avr-libc",
}

ANSWER_S = 60.0
"""An emulator that says nothing for so long has hung; a machine that is busy may need seconds."""


def firmware_folder() -> Path:
    """`firmware/` beside the packages, or where TURBO_FIRMWARE points."""
    named = os.environ.get("TURBO_FIRMWARE")
    return Path(named) if named else Path(__file__).resolve().parents[2] / "firmware"


def missing_tools() -> tuple[str, ...]:
    """The packages that are missing to build the twin, by their Debian names."""
    missing = [package for tool, package in NEEDED.items() if shutil.which(tool) is None]
    folders = (Path("/usr/include"), Path("/usr/local/include"))
    if not any((folder / "simavr" / "sim_avr.h").exists() for folder in folders):
        missing.append("simavr and libsimavr-dev")
    if not any((folder / "libelf.h").exists() for folder in folders):
        missing.append("libelf-dev")
    return tuple(missing)


def build_twin() -> tuple[Path, Path]:
    """The emulator and the firmware's ELF, built if they are not there or not new."""
    folder = firmware_folder()
    built = (folder / "build" / "twin", folder / "build" / "nano.elf")
    if not (folder / "Makefile").exists():
        raise TurboError(f"expected the firmware's sources in {folder}: set TURBO_FIRMWARE")
    if missing := missing_tools():
        # Built once, it needs no tools to run.
        if all(path.exists() for path in built):
            return built
        raise TurboError(f"the twin board cannot be built, missing: {', '.join(missing)}")
    done = subprocess.run(
        # Asked each time: make itself knows whether the firmware's sources are newer.
        ["make", "-s", "-C", str(folder), "twin"],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise TurboError(f"the twin board cannot be built: {_first_error(done.stderr)}")
    return built


def _first_error(text: str) -> str:
    errors = [line for line in text.splitlines() if "error" in line.lower()] or text.splitlines()
    return errors[0] if errors else "no word from make"


@dataclass(frozen=True, slots=True)
class Press:
    """A contact that closed: the twin's own ledger of the truth."""

    button: Button
    at_s: float
    """By the same clock as `time.monotonic`."""
    board_s: float
    """By the board's own crystal, which may lag behind on a busy machine."""


@dataclass(slots=True)
class SeenBoard:
    """What the twin's lamps, ring and buzzer do, and what became of its line."""

    port: str | None = None
    lamps: str = "000"
    ring: str = ""
    tone_hz: int = 0
    tones: list[int] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    presses: list[Press] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)
    states: int = 0


class TwinBoard:
    """The running emulator. Orders return at once; `seen` follows what it tells."""

    def __init__(self, emulator: Path, elf: Path) -> None:
        self.seen = SeenBoard()
        self._asked = 0
        self._orders = threading.Lock()
        self._process = subprocess.Popen(
            [str(emulator), str(elf)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            # A line at a time: an order that waits in a buffer comes too late.
            bufsize=1,
        )
        self._reader = threading.Thread(target=self._read, name="twin board", daemon=True)
        self._reader.start()
        # Its pseudo-terminal is named only when it runs.
        if not wait_for(lambda: self.seen.port is not None, ANSWER_S):
            self.close()
            raise TurboError("the twin board did not start")

    def order(self, *words: object) -> None:
        """One order, as listed at the head of firmware/sim/twin.c."""
        try:
            with self._orders:
                _pipe(self._process.stdin).write(" ".join(map(str, words)) + "\n")
        except (OSError, ValueError) as error:
            raise TurboError("the twin board is not running") from error

    def press(self, button: Button, hold_ms: int = 30, bounces: int = 0) -> None:
        self.order("press", int(button), hold_ms, bounces)

    def shake(self, length_ms: int = 1500, millivolts: int = 600) -> None:
        self.order("shake", length_ms, millivolts)

    def pour(self, length_ms: int = 300, millivolts: int = 3000) -> None:
        self.order("pour", length_ms, millivolts)

    def noise(self, drop: float, garble: float, twice: float = 0.0) -> None:
        self.order("noise", drop, garble, twice)

    def state(self) -> dict[str, int]:
        """Counts of the line and the ring, asked for now."""
        self._asked += 1
        self.order("state", self._asked)
        if not wait_for(lambda: self.seen.states == self._asked, ANSWER_S):
            raise TurboError("the twin board does not answer")
        return dict(self.seen.numbers)

    def ports(self) -> tuple[str, ...]:
        return (self.seen.port,) if self.seen.port else ()

    def close(self) -> None:
        # Before its pipes are closed: the reader ends when it does.
        self._process.terminate()
        self._process.wait(timeout=ANSWER_S)
        self._reader.join(timeout=ANSWER_S)
        _pipe(self._process.stdout).close()
        with contextlib.suppress(OSError):
            _pipe(self._process.stdin).close()

    def _read(self) -> None:
        for line in _pipe(self._process.stdout):
            self._note(line.split())
        self.seen.port = None

    def _note(self, words: list[str]) -> None:
        seen = self.seen
        # The emulator's library prints on the same pipe: what is no word of ours is passed over.
        match words:
            case ["port", name]:
                seen.port = name
            case ["unplugged"]:
                seen.port = None
            case ["pressed", button, at_ns, board_us]:
                press = Press(Button(int(button)), int(at_ns) / 1e9, int(board_us) / 1e6)
                seen.presses.append(press)
            case ["lamps", bits, _]:
                seen.lamps = bits
            case ["ring", colours, _]:
                seen.ring = colours
            case ["tone", hz, _]:
                seen.tone_hz = int(hz)
                seen.tones.append(int(hz))
            case ["started", cause]:
                seen.starts.append(int(cause))
            case ["state-line" | "state-pins", *pairs]:
                named = zip(pairs[::2], pairs[1::2], strict=True)
                seen.numbers |= {name: int(n) for name, n in named if n.isdecimal()}
            case ["state-end", number]:
                seen.states = int(number)
            case ["error", *text]:
                seen.errors.append(" ".join(text))


def _pipe(pipe: IO[str] | None) -> IO[str]:
    assert pipe is not None
    return pipe


def wait_for(is_so: Callable[[], bool], timeout_s: float) -> bool:
    """Whether it became so in time."""
    end_s = time.monotonic() + timeout_s
    while not is_so():
        if time.monotonic() > end_s:
            return False
        # Short: a test that waits for a lamp should not be slower than the lamp.
        time.sleep(0.001)
    return True
