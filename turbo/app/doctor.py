"""Checks of this machine: what is good, bad or not there, each with what to do about it.

Every check is a function from what the machine tells (`Machine`) to findings, so that each can be
tested with a machine made of files. The camera and the board are in `turbo.app.patients`.
"""

import grp
import importlib
import os
import platform
import pwd
import shutil
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path

from turbo.board.lgpio_folder import load_lgpio
from turbo.errors import TurboError
from turbo.i18n.catalogue import SentenceTable
from turbo.i18n.languages import Language


class HealthState(StrEnum):
    GOOD = "good"
    BAD = "bad"
    ABSENT = "not there"
    """Nothing is wrong with that: not everybody has a Pi, or a board."""


@dataclass(frozen=True, slots=True)
class HealthFinding:
    """One line: what was looked at, how it is, what was found, and the key of the advice
    (`ADVICE`)."""

    check: str
    state: HealthState
    found: str = ""
    advice: str = ""


def good(check: str, found: str = "", advice: str = "") -> HealthFinding:
    return HealthFinding(check, HealthState.GOOD, found, advice)


def bad(check: str, found: str, advice: str = "") -> HealthFinding:
    return HealthFinding(check, HealthState.BAD, found, advice)


def absent(check: str, found: str = "", advice: str = "") -> HealthFinding:
    return HealthFinding(check, HealthState.ABSENT, found, advice)


def judged(check: str, is_good: bool, found: str, advice: str = "") -> HealthFinding:
    """Good, or bad with the advice."""
    return good(check, found) if is_good else bad(check, found, advice)


STATES, CHECKS, ADVICE = (
    SentenceTable("checkup.state."),
    SentenceTable("checkup.check."),
    SentenceTable("checkup.advice."),
)


def document(finding: HealthFinding, language: Language) -> dict[str, str]:
    """A finding as programs take it."""
    return {
        "check": finding.check,
        "name": CHECKS[finding.check][language],
        "state": str(finding.state),
        "found": finding.found,
        "advice": ADVICE[finding.advice][language] if finding.advice else "",
    }


def line(finding: HealthFinding, language: Language = Language.ENGLISH) -> str:
    """A finding in one line, with what to do about it.

    >>> line(HealthFinding("temperature", HealthState.BAD, "84 °C", "hot"))
    'BAD        temperature: 84 °C: too hot: more air, or a cooler'
    """
    state, told = STATES[finding.state][language], document(finding, language)
    words = [told["name"], told["found"], told["advice"]]
    # 'not there' is the longest of them in English: what was looked at stands in a column.
    return f"{state:<10} {': '.join(word for word in words if word)}"


HOT_C = 80.0
"""A Pi slows down by itself from here on."""
FREE_MB = 500.0
"""An evening with pictures writes 20 MB; below this the system itself gets into trouble."""
MEMORY_MB = 150.0
"""The referee with its dashboard takes below 250, and most of it is taken when it asks."""
OLDEST = datetime(2026, 1, 1, tzinfo=UTC)
"""A clock before this was never set."""


def _told(words: list[str]) -> str | None:
    """What a program says; None if it is not there or fails."""
    # Looked for first: off a Pi there is no vcgencmd, and that is no fault.
    program = shutil.which(words[0])
    if program is None:
        return None
    try:
        # Five seconds: a firmware that hangs must not hang the doctor who should tell of it.
        done = subprocess.run([program, *words[1:]], capture_output=True, text=True, timeout=5)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def _groups() -> set[str]:
    names = set()
    for number in {os.getgid(), *os.getgroups()}:
        try:
            names.add(grp.getgrgid(number).gr_name)
        # A container may be in groups that have no name there.
        except KeyError:
            continue
    return names


def _load(name: str) -> object:
    # lgpio fails in a folder that cannot be written to, and nothing is wrong with it.
    return load_lgpio() if name == "lgpio" else importlib.import_module(name)


@dataclass(frozen=True, slots=True)
class Machine:
    """What a machine tells about itself."""

    root: Path = Path("/")
    told: Callable[[list[str]], str | None] = _told
    groups: Callable[[], set[str]] = _groups
    known_groups: Callable[[], set[str]] = lambda: {one.gr_name for one in grp.getgrall()}
    load: Callable[[str], object] = _load
    has: Callable[[str], bool] = lambda name: find_spec(name) is not None
    bits: int = struct.calcsize("P") * 8
    now: Callable[[], datetime] = lambda: datetime.now(UTC)

    def text(self, path: str) -> str | None:
        try:
            # A device tree ends its texts with a zero byte.
            return (self.root / path).read_text(errors="replace").strip("\0\n ")
        except OSError:
            return None


def checks(machine: Machine, store: Path) -> Iterator[HealthFinding]:
    """All that can be told without a camera and a board."""
    yield _system(machine)
    yield _python()
    yield _environment(machine)
    yield _numpy(machine)
    yield _module(machine, "picamera2", "camera-pi")
    yield _module(machine, "lgpio", "pins")
    yield from _groups_of(machine)
    yield _power(machine)
    yield _temperature(machine)
    yield _memory(machine)
    yield _disk(machine, store)
    yield clock(machine)
    yield _store(store)


def model(machine: Machine) -> str | None:
    """As a Pi names itself; None elsewhere."""
    return machine.text("proc/device-tree/model")


def _system(machine: Machine) -> HealthFinding:
    found = f"{model(machine) or platform.machine()}, {machine.bits} bit"
    # Python's own size, not the processor's: a 64-bit Pi may run a 32-bit system.
    return judged("system", machine.bits >= 64, found, "64-bit")


def _python() -> HealthFinding:
    """An older one does not come so far: the installation refuses it."""
    return good("python", platform.python_version())


def _environment(machine: Machine) -> HealthFinding:
    """An environment of its own that still sees the system's packages: picamera2 and lgpio come
    with the system and with nothing else."""
    if sys.prefix == sys.base_prefix:
        return good("environment", "none")
    settings = Path(sys.prefix, "pyvenv.cfg")
    try:
        sees = "include-system-site-packages = true" in settings.read_text().lower()
    except OSError:
        sees = False
    # Elsewhere nothing of the system is needed, and an environment of its own is good.
    is_enough = sees or model(machine) is None
    return judged("environment", is_enough, sys.prefix, "environment")


def _numpy(machine: Machine) -> HealthFinding:
    """The system's simplejpeg may be compiled for numpy 1: then picamera2 cannot be loaded."""
    version = str(getattr(machine.load("numpy"), "__version__", "?"))
    if not machine.has("simplejpeg"):
        return good("numpy", version)
    try:
        machine.load("simplejpeg")
    # A ValueError, as numpy says it: 'numpy.dtype size changed'.
    except (ImportError, ValueError) as error:
        return bad("numpy", f"{version}: {_line(error)}", "numpy")
    return good("numpy", version)


def _module(machine: Machine, name: str, advice: str) -> HealthFinding:
    is_pi = model(machine) is not None
    # On a Pi somebody may want its camera or its pins; on a PC neither can be there.
    state = HealthState.BAD if is_pi else HealthState.ABSENT
    if not machine.has(name):
        return HealthFinding(name, state, "", advice if is_pi else "")
    try:
        module = machine.load(name)
    except (ImportError, ValueError, OSError) as error:
        return HealthFinding(name, state, _line(error), advice if is_pi else "")
    version = getattr(module, "__version__", None)
    return good(name, str(version or ""))


def _line(error: Exception) -> str:
    # One line: what a linker says about a missing symbol goes on for a page.
    return " ".join(str(error).split())[:120]


NEEDED_GROUPS = {"video": "camera", "dialout": "board", "gpio": "pins"}
"""To whom Debian gives cameras, serial ports and the Pi's pins."""


def _groups_of(machine: Machine) -> Iterator[HealthFinding]:
    if os.geteuid() == 0:
        yield good("groups", "root")
        return
    # Where a group does not exist, as `gpio` off a Pi, nobody has to be in it.
    needed = set(NEEDED_GROUPS) & machine.known_groups()
    missing = sorted(needed - machine.groups())
    user = pwd.getpwuid(os.geteuid()).pw_name
    told = f"{user}: -{', -'.join(missing)}" if missing else ", ".join(sorted(needed))
    yield judged("groups", not missing, told, "groups")


UNDERVOLTAGE, SLOWED = 0x10001, 0xE000E
"""Bits that a Pi tells: now, and since it was started."""


def _power(machine: Machine) -> HealthFinding:
    told = machine.told(["vcgencmd", "get_throttled"])
    try:
        bits = int((told or "").partition("=")[2], 16)
    except ValueError:
        return absent("power")
    # Before slowing: a weak supply is often what slows it down.
    advice = "undervoltage" if bits & UNDERVOLTAGE else "throttled"
    return judged("power", not bits & (UNDERVOLTAGE | SLOWED), f"{bits:#x}", advice)


def _temperature(machine: Machine) -> HealthFinding:
    told = machine.text("sys/class/thermal/thermal_zone0/temp")
    if told is None or not told.lstrip("-").isdigit():
        return absent("temperature")
    degrees = int(told) / 1000
    return judged("temperature", degrees < HOT_C, f"{degrees:.0f} °C", "hot")


def _memory(machine: Machine) -> HealthFinding:
    lines = (machine.text("proc/meminfo") or "").splitlines()
    found = dict(line.split(":", 1) for line in lines if ":" in line)
    try:
        # What could be had, not what is free: the system fills all free memory with files.
        free_mb = int(found["MemAvailable"].split()[0]) / 1024
    except (KeyError, ValueError, IndexError):
        return absent("memory")
    return judged("memory", free_mb >= MEMORY_MB, f"{free_mb:.0f} MB", "memory")


def _disk(machine: Machine, store: Path) -> HealthFinding:
    folder = store.parent
    # Before the first match the folder is not there yet.
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    free_mb = shutil.disk_usage(folder).free / 1e6
    found = f"{free_mb / 1000:.1f} GB"
    if free_mb < FREE_MB:
        return bad("disk", found, "disk")
    if not os.access(folder, os.W_OK):
        return bad("disk", str(folder), "read-only")
    return good("disk", found)


def clock(machine: Machine) -> HealthFinding:
    """A Pi without a network does not know the time: the referee works, with dates that are
    wrong."""
    now = machine.now()
    found = f"{now:%Y-%m-%d %H:%M} UTC"
    # A network may bring the time later: a clock that was never set is told all the same.
    if now < OLDEST:
        return bad("clock", found, "clock")
    told = machine.told(["timedatectl", "show", "--property=NTPSynchronized", "--value"])
    # Neither a network nor a chip has told it: it is the time at which the power was cut, or near.
    if told == "no" and not (machine.root / "dev/rtc0").exists() and model(machine) is not None:
        return bad("clock", found, "clock-guess")
    return good("clock", found + (", NTP" if told == "yes" else ""))


def _store(path: Path) -> HealthFinding:
    from turbo.storage.store import Store

    if not path.exists():
        return absent("store", str(path))
    try:
        with Store(path) as store:
            # Every entry by its hash: a flipped bit shows nowhere else before it is read.
            count, troubles = len(store.matches()), store.check()
    except TurboError as error:
        return bad("store", _line(error), "store")
    if troubles:
        more = f" (+{len(troubles) - 1})" if len(troubles) > 1 else ""
        return bad("store", f"{' '.join(troubles[0].split())}{more}", "damaged")
    return good("store", f"{path}: {count}")
