"""A real broker and a real PostgreSQL for the tests and the bench, each on a port of its own.

`tools/engines.sh` installs them. Both can be killed as a power cut would, and started again with
what they had kept; the wire between can be cut.
"""

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tools.trials.waiting import LONG_S, free_port

DEADLINE_S = LONG_S


def wait_until(true: Callable[[], object], why: str, deadline_s: float = DEADLINE_S) -> None:
    """Until a question is answered with yes; how long that takes proves nothing."""
    end = time.monotonic() + deadline_s
    while not true():
        assert time.monotonic() < end, f"waited {deadline_s} s in vain: {why}"
        time.sleep(0.02)


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _found(name: str) -> str:
    path = shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/local/sbin")
    if path is None:
        pytest.skip(f"{name} is not installed: sh tools/engines.sh")
    return path


class Mosquitto:
    """The broker of Debian's package. It keeps what it is told only if it ends in peace, as most
    people have it set: a kill loses everything that it had receipted."""

    def __init__(self, folder: Path, settings: str = "", port: int | None = None) -> None:
        self.folder, self.port = folder, port or free_port()
        self.binary = _found("mosquitto")
        folder.mkdir(parents=True, exist_ok=True)
        self.config = folder / "mosquitto.conf"
        body = settings or f"listener {self.port} 127.0.0.1\nallow_anonymous true\n"
        self.config.write_text(f"{body}max_queued_messages 0\nmax_keepalive 60\n")
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> "Mosquitto":
        log = (self.folder / "mosquitto.log").open("ab")
        self.process = subprocess.Popen(
            [self.binary, "-c", str(self.config)], stdout=log, stderr=log
        )
        log.close()
        wait_until(lambda: listens(self.port), "the broker")
        return self

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    stop = kill


class Postgres:
    """A server in a folder of its own. It refuses to run as root, so root lends it a user."""

    def __init__(self, folder: Path) -> None:
        folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
        if not folders:
            pytest.skip("PostgreSQL is not installed: sh tools/engines.sh")
        self.bin, self.folder, self.port = folders[-1], folder, free_port()
        self.user = pwd.getpwnam("postgres") if os.getuid() == 0 else None
        folder.mkdir(parents=True, exist_ok=True)
        if self.user is not None:
            os.chown(folder, self.user.pw_uid, self.user.pw_gid)
            for parent in folder.parents:
                if parent.stat().st_uid == 0 and parent.is_relative_to(tempfile.gettempdir()):
                    parent.chmod(parent.stat().st_mode | 0o055)
        words = ["-U", "turbo", "-A", "trust", "-E", "UTF8", "--no-sync"]
        self._run("initdb", "-D", str(folder / "data"), *words)
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"postgresql://turbo@127.0.0.1:{self.port}/postgres"

    def _who(self) -> dict[str, int]:
        return {} if self.user is None else {"user": self.user.pw_uid, "group": self.user.pw_gid}

    def _run(self, name: str, *words: str) -> None:
        subprocess.run(
            [str(self.bin / name), *words],
            check=True,
            capture_output=True,
            cwd=self.folder,
            **self._who(),  # type: ignore[call-overload]
        )

    def start(self) -> "Postgres":
        settings = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1"
        log = (self.folder / "server.log").open("ab")
        self.process = subprocess.Popen(
            [str(self.bin / "postgres"), "-D", str(self.folder / "data"), *settings.split()],
            stdout=log,
            stderr=log,
            cwd=self.folder,
            **self._who(),  # type: ignore[call-overload]
        )
        log.close()
        ready = [str(self.bin / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        wait_until(lambda: subprocess.run(ready).returncode == 0, "the database")
        return self

    def kill(self) -> None:
        """At once, as a power cut: no checkpoint, no goodbye. Its children end with it."""
        if self.process is not None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait()
            self.process = None

    stop = kill


class Wire:
    """A wire between a port of its own and another: it can be cut, and mended."""

    def __init__(self, target: int) -> None:
        self.target, self.is_whole = target, True
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._server.getsockname()[1])
        self._ends: set[socket.socket] = set()
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        self.is_whole = False
        for end in list(self._ends):
            self._drop(end)

    def mend(self) -> None:
        self.is_whole = True

    def close(self) -> None:
        self.cut()
        self._server.close()

    def _drop(self, end: socket.socket) -> None:
        self._ends.discard(end)
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
        end.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._server.accept()
            except OSError:
                return
            try:
                if not self.is_whole:
                    raise OSError
                far = socket.create_connection(("127.0.0.1", self.target), 5)
            except OSError:
                near.close()
                continue
            self._ends |= {near, far}
            for pair in ((near, far), (far, near)):
                threading.Thread(target=self._carry, args=pair, daemon=True).start()

    def _carry(self, source: socket.socket, sink: socket.socket) -> None:
        try:
            while data := source.recv(65536):
                if not self.is_whole:
                    break
                sink.sendall(data)
        except OSError:
            pass
        for end in (source, sink):
            self._drop(end)
