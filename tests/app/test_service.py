"""What systemd is told: ready, alive at each turn of the loop, and nothing by one that hangs."""

import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.trials.waiting import LONG_S
from turbo.app.service import ServiceNotifier, watched_over

TOOLS = Path(__file__).parents[2] / "tools/pi"


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[socket.socket]:
    """Where systemd listens."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.settimeout(LONG_S)
        yield listening


def environment(tmp_path: Path, watchdog_s: float = 30.0) -> dict[str, str]:
    return {
        "NOTIFY_SOCKET": str(tmp_path / "notify"),
        "WATCHDOG_USEC": str(int(watchdog_s * 1e6)),
    }


class Loop:
    turned = staticmethod(lambda: None)


def test_a_loop_that_turns_is_alive_and_one_that_hangs_is_not(
    tmp_path: Path, manager: socket.socket
) -> None:
    now_s = 0.0
    loop = Loop()
    told: list[bytes] = []
    with watched_over(loop, ServiceNotifier(environment(tmp_path), lambda: now_s)):
        for _ in range(300):
            loop.turned()
            now_s += 0.1
        # It hangs from here on: the clock goes on, and no turn comes.
        now_s += 100.0
    manager.setblocking(False)
    with pytest.raises(BlockingIOError):
        while True:
            told.append(manager.recv(64))
    assert told[:2] == [b"READY=1", b"WATCHDOG=1"] and told[-1] == b"STOPPING=1"
    # Three times within each thirty seconds, and not at each of three hundred turns.
    assert told.count(b"WATCHDOG=1") == 3


def test_a_socket_without_a_file_is_spoken_to(tmp_path: Path) -> None:
    name = f"turbo-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind("\0" + name)
        ServiceNotifier({"NOTIFY_SOCKET": f"@{name}"}).ready()
        listening.settimeout(LONG_S)
        assert listening.recv(64) == b"READY=1"


def test_in_a_terminal_nobody_is_told(tmp_path: Path) -> None:
    ServiceNotifier({}).ready()
    # Nor does a table end because systemd does not listen.
    ServiceNotifier(environment(tmp_path)).ready()


@pytest.mark.parametrize(
    "words", [("--camera", "twin"), ("--camera", "twin", "--edition", "original-jumbo")]
)
def test_a_table_says_that_it_is_ready_and_that_it_lives(
    tmp_path: Path, manager: socket.socket, words: tuple[str, ...]
) -> None:
    """Dice and tiles, as the service runs them; however slowly, it goes on saying so."""
    command = [sys.executable, "-m", "turbo", "run", "--port", "0", *words]
    env = os.environ | environment(tmp_path, 0.3) | {"TURBO_STORE": str(tmp_path / "m.db")}
    table = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL)
    try:
        assert [manager.recv(64) for _ in range(4)] == [b"READY=1", *[b"WATCHDOG=1"] * 3]
        table.terminate()
        while manager.recv(64) != b"STOPPING=1":
            pass
    finally:
        table.kill()
        table.wait()


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd here")
@pytest.mark.parametrize("unit", sorted(TOOLS.glob("*.service")), ids=lambda path: path.name)
def test_systemd_understands_each_unit(tmp_path: Path, unit: Path) -> None:
    text = re.sub(r"@[A-Z]+@", "/tmp", unit.read_text())
    # What it calls is not installed here.
    text = re.sub(r"^(Exec\w+=[+-]?)\S+", r"\1/bin/true", text, flags=re.MULTILINE)
    (tmp_path / unit.name).write_text(re.sub(r"User=turbo", "User=root", text))
    done = subprocess.run(
        ["systemd-analyze", "verify", str(tmp_path / unit.name)],
        capture_output=True,
        text=True,
        check=False,
    )
    # Keys of a newer systemd are passed over by an older one, and said.
    complaints = [
        line for line in done.stderr.splitlines() if unit.name in line and "Restart" not in line
    ]
    assert complaints == []
