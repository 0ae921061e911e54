"""The doctor asks a table that runs: its camera and its board are in use, and nobody else can open
them.

A socket in the machine itself, which only the table's own user and root can reach. Whoever connects
is told what was found, as one JSON document.
"""

import json
import os
import socket
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from turbo.app.doctor import HealthFinding, HealthState, bad
from turbo.errors import TurboError

PATIENCE_S = 20.0
"""To look at one picture takes a second on the slowest Pi, and a look may be under way."""


def table_socket() -> Path | None:
    """Where the installed table is asked: $TURBO_TABLE_SOCKET."""
    named = os.environ.get("TURBO_TABLE_SOCKET")
    return Path(named) if named else None


class FindingsSocket:
    """Answers whoever asks, one after the other, in a thread of its own."""

    def __init__(self, path: Path, look: Callable[[], Iterable[HealthFinding]]) -> None:
        self._path, self._look = path, look
        self._listening = _listen(path)
        self._thread = threading.Thread(target=self._run, name="findings", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while True:
            try:
                caller, _ = self._listening.accept()
            # Closed: the table ends.
            except OSError:
                return
            with caller, suppress(OSError):
                caller.settimeout(PATIENCE_S)
                caller.sendall(json.dumps(self._told()).encode())

    def _told(self) -> list[dict[str, str]]:
        """Never without an answer: whoever asks wants to know what is wrong."""
        try:
            return [asdict(one) for one in self._look()]
        except Exception as error:
            return [asdict(bad("camera", repr(error), "camera"))]

    def close(self) -> None:
        # Shut down first: closing alone does not wake whoever waits for a caller.
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self._path.unlink(missing_ok=True)


def answering(look: Callable[[], Iterable[HealthFinding]]) -> Callable[[], None]:
    """Answers where the installation says; what ends it again."""
    path = table_socket()
    return (lambda: None) if path is None else FindingsSocket(path, look).close


def _listen(path: Path) -> socket.socket:
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        # Left behind by one that was killed.
        path.unlink(missing_ok=True)
        listening.bind(str(path))
        path.chmod(0o600)
        listening.listen(2)
    except OSError as error:
        listening.close()
        raise TurboError(f"{path}: cannot be listened on: {error.strerror}") from error
    return listening


def ask_table(path: Path | None) -> tuple[HealthFinding, ...] | None:
    """What the table that runs finds; None where none runs."""
    if path is None:
        return None
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as asking:
            asking.settimeout(PATIENCE_S)
            asking.connect(str(path))
            told = b"".join(iter(lambda: asking.recv(65536), b""))
        rows = json.loads(told)
        return tuple(HealthFinding(**row | {"state": HealthState(row["state"])}) for row in rows)
    except (OSError, ValueError, TypeError, KeyError):
        return None
