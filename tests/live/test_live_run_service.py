"""`turbo run` as a service: the dashboard before the camera, stopped, killed, and started again."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tools.trials.waiting import LONG_S, free_port, wait_until
from turbo.game.dice import Face
from turbo.game.events import RoundStarted, Thrown
from turbo.storage.session import Session
from turbo.storage.store import Store

ABSENT = "/dev/v4l/by-id/usb-no_such_camera-video-index0"


class Service:
    """The command in a process of its own, as systemd starts it."""

    def __init__(self, store: Path, *words: str) -> None:
        self.port = free_port()
        command = [sys.executable, "-m", "turbo.commands.cli", "run", "--camera", ABSENT]
        command += ["--store", str(store), "--host", "127.0.0.1", "--port", str(self.port), *words]
        quiet = {**os.environ, "PYTHONUNBUFFERED": "1", "XDG_DATA_HOME": str(store.parent)}
        self.process = subprocess.Popen(
            command, env=quiet, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )

    def get(self, path: str) -> Any:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=5) as answer:
            return json.load(answer)

    def wait_for(self, path: str, most_s: float = LONG_S) -> Any:
        until_s = time.monotonic() + most_s
        while time.monotonic() < until_s:
            try:
                return self.get(path)
            except (urllib.error.URLError, OSError):
                assert self.process.poll() is None, self.process.communicate()[0]
                time.sleep(0.1)
        raise AssertionError(f"nobody answers at {path}")

    def ends_cleanly(self, status: int = 0) -> None:
        told, _ = self.process.communicate(timeout=LONG_S)
        assert self.process.returncode == status and "Traceback" not in told, told

    def notices(self) -> set[str]:
        return set(self.wait_for("/api/state")["notice_keys"])


@contextmanager
def service(store: Path, *words: str) -> Iterator[Service]:
    one = Service(store, *words)
    try:
        yield one
    finally:
        one.process.kill()
        one.process.communicate()


def test_a_service_without_a_camera_says_so_and_is_stopped_whoever_looks_on(
    tmp_path: Path,
) -> None:
    """Streams end first: what they still say must find the server's lines open."""
    with service(tmp_path / "m.db") as running:
        running.wait_for("/api/state")
        wait_until(lambda: "camera-lost" in running.notices())
        address = f"http://127.0.0.1:{running.port}/api/v1/events"
        streams = [urllib.request.urlopen(address, timeout=60) for _ in range(6)]
        assert all(stream.readline() for stream in streams)
        running.process.send_signal(signal.SIGTERM)
        running.ends_cleanly()
        for stream in streams:
            stream.close()


@pytest.mark.parametrize("blow", [signal.SIGTERM, signal.SIGKILL], ids=["stopped", "killed"])
def test_a_service_that_is_started_again_goes_on_with_its_match(
    tmp_path: Path, blow: signal.Signals
) -> None:
    path = tmp_path / "m.db"
    with Store(path) as store:
        session = Session(store)
        session.new_match(("Ann", "Bob"))
        session.feed(RoundStarted("Ann"), "test")
        hand = tuple(map(Face.parse, ["b3", "b4", "b5", "r1", "k2", "o7", "o8", "r*", "k12"]))
        session.feed(Thrown("Ann", hand), "test")
    with service(path) as first:
        before = first.wait_for("/api/state")["match"]
        first.process.send_signal(blow)
        first.ends_cleanly(0 if blow is signal.SIGTERM else -blow)
    with service(path) as second:
        assert second.wait_for("/api/state")["match"] == before
