"""Writing the firmware to a board: the files that come with the package, by avrdude.

A Nano has one of two boot loaders, and nothing on its outside tells which: the new one listens at
115,200 baud, the old one at 57,600. They are tried in turn. The old one hangs after a reset by the
watchdog, so it gets a program without one.
"""

import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path

from turbo.errors import TurboError

PATIENCE_S = 60.0
"""Writing takes four seconds; a boot loader that does not answer is given up after ten tries."""


@dataclass(frozen=True, slots=True)
class BootLoader:
    word: str
    baud: int
    hex_file: str


BOOT_LOADERS = (
    BootLoader("new", 115_200, "nano.hex"),
    BootLoader("old", 57_600, "nano-old-boot-loader.hex"),
)

Run = Callable[[Sequence[str]], "subprocess.CompletedProcess[str]"]


def hex_text(name: str) -> str:
    """A file of the package, as avrdude reads it."""
    return files("turbo.board").joinpath("firmware", name).read_text(encoding="ascii")


def command(program: str, port: str, loader: BootLoader, path: Path) -> list[str]:
    return [
        program,
        # Its protocol lowers DTR, which resets the board into its boot loader.
        *("-q", "-c", "arduino", "-p", "atmega328p", "-P", port, "-b", str(loader.baud)),
        # -D: a boot loader cannot erase the whole chip, only the pages that it writes.
        *("-D", "-U", f"flash:w:{path}:i"),
    ]


def _run(words: Sequence[str]) -> "subprocess.CompletedProcess[str]":
    try:
        return subprocess.run(
            words, capture_output=True, text=True, timeout=PATIENCE_S, check=False
        )
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(words, 1, "", "avrdude did not come to an end")


def flash(port: str, hex_file: Path | None = None, *, run: Run = _run) -> BootLoader:
    """Write the firmware, or a hex file of one's own; the boot loader that took it. `TurboError`
    says what each of them answered."""
    program = shutil.which("avrdude")
    if program is None:
        raise TurboError("expected avrdude: sudo apt-get install avrdude")
    told = []
    for loader in BOOT_LOADERS:
        with as_file(files("turbo.board").joinpath("firmware", loader.hex_file)) as path:
            done = run(command(program, port, loader, hex_file or path))
        # The new one first: it answers at once or not at all, and most boards sold today have it.
        if done.returncode == 0:
            return loader
        told.append(f"at {loader.baud} baud: {_why(done.stderr or done.stdout)}")
    raise TurboError(f"{port}: no boot loader took the firmware; " + "; ".join(told))


def _why(text: str) -> str:
    """The first line that says something is wrong."""
    lines = [" ".join(line.split()) for line in text.splitlines() if line.strip()]
    # 'not in sync' and "can't open device" are what avrdude says without the word error.
    telling = [line for line in lines if "error" in line.lower() or "sync" in line or "can" in line]
    return (telling or lines or ["nothing"])[0].removeprefix("avrdude: ")
