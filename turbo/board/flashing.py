"""Writing the firmware to a board: the files that come with the package, by avrdude.

A Nano has one of two boot loaders, and nothing on its outside tells which: the new one listens at
115,200 baud, the old one at 57,600. They are tried in turn. The old one hangs after a reset by the
watchdog, so it gets a program without one.

The port is taken as the table takes it: two programs on one port would take each other's answers,
and avrdude asks nobody.
"""

import errno
import fcntl
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
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


CHIP = "atmega328p"

CHIPS = {"1e9516": "atmega328pb", "1e9514": "atmega328"}
"""Others on Nanos that run the same program, by the signature that avrdude reads."""

OTHER_CHIPS = {
    "1e9406": "an ATmega168",
    "1e940b": "an ATmega168P",
    "1e9651": "an ATmega4808 (Nano Every)",
    "1e9587": "an ATmega32U4 (Leonardo, Micro)",
}


def command(program: str, port: str, loader: BootLoader, path: Path, chip: str = CHIP) -> list[str]:
    return [
        program,
        # Its protocol lowers DTR, which resets the board into its boot loader.
        *("-q", "-c", "arduino", "-p", chip, "-P", port, "-b", str(loader.baud)),
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
    with holding(port):
        for loader in BOOT_LOADERS:
            with as_file(files("turbo.board").joinpath("firmware", loader.hex_file)) as path:
                done = _write(run, program, port, loader, hex_file or path)
            # The new one first: it answers at once or not at all, and most boards have it today.
            if done.returncode == 0:
                return loader
            told.append(f"at {loader.baud} baud: {_why(done.stderr or done.stdout)}")
    raise TurboError(f"{port}: no boot loader took the firmware; " + "; ".join(told))


def _write(
    run: Run, program: str, port: str, loader: BootLoader, path: Path
) -> "subprocess.CompletedProcess[str]":
    done = run(command(program, port, loader, path))
    found = signature(done.stderr)
    if done.returncode == 0 or found is None:
        return done
    if found in CHIPS:
        return run(command(program, port, loader, path, CHIPS[found]))
    # It answered, so the other boot loader need not be tried.
    chip = OTHER_CHIPS.get(found, f"a chip with the signature {found}")
    raise TurboError(
        f"{port}: this board has {chip}; the firmware is for an ATmega328P, as on a Nano or Uno R3"
    )


def signature(text: str) -> str | None:
    """What the chip calls itself, where avrdude says that it is not the one that was expected.

    >>> signature("Device signature = 0x1e9516\\nexpected signature for ATmega328P is 1E 95 0F")
    '1e9516'
    """
    found = re.search(r"[Dd]evice signature = 0x([0-9a-fA-F]{6})", text)
    return found[1].lower() if found and "expected signature" in text.lower() else None


@contextmanager
def holding(port: str) -> Iterator[None]:
    """The port is ours, by the lock that the table's link takes; `TurboError` names who has it."""
    # A board need not be a device of this machine: a URL has no lock.
    if not port.startswith("/"):
        yield
        return
    try:
        fd = os.open(port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    except OSError as error:
        raise TurboError(f"{port}: {_refused(error)}") from None
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise TurboError(f"{port}: {in_use(port)}") from None
    finally:
        os.close(fd)


def _refused(error: OSError) -> str:
    if error.errno == errno.EACCES:
        return "not allowed: whoever may use ports is in the group dialout"
    return f"cannot be opened: {error.strerror}"


def in_use(port: str) -> str:
    holders = [f"{name} ({number})" for number, name in who_has(port)]
    by = f" by {', '.join(holders)}" if holders else ""
    return (
        f"the port is in use{by}. If it is the table: 'turbo board flash --stop-service' stops it,"
        " writes, and starts it again"
    )


def who_has(port: str, root: Path = Path("/proc")) -> list[tuple[int, str]]:
    """The processes that have the port open, as far as they may be seen; this one aside."""
    wanted, found = os.path.realpath(port), []
    for process in sorted(root.glob("[0-9]*"), key=lambda path: int(path.name)):
        try:
            links = [os.readlink(link) for link in (process / "fd").iterdir()]
            words = (process / "cmdline").read_bytes().split(b"\0")
        # Another user's process, or one that ended meanwhile.
        except OSError:
            continue
        if wanted in links and int(process.name) != os.getpid():
            found.append((int(process.name), _name(words)))
    return found


def _name(words: list[bytes]) -> str:
    """The program, and for Python what it runs, in a line."""
    named = [os.path.basename(word.decode(errors="replace")) for word in words if word]
    return " ".join(" ".join(named[:3]).split())[:60]


def _why(text: str) -> str:
    """The first line that says something is wrong."""
    lines = [" ".join(line.split()) for line in text.splitlines() if line.strip()]
    # 'not in sync' and "can't open device" are what avrdude says without the word error.
    telling = [line for line in lines if "error" in line.lower() or "sync" in line or "can" in line]
    return (telling or lines or ["nothing"])[0].removeprefix("avrdude: ")
