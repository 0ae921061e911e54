"""Looks at the dashboard with WebKit, which is in Safari.

Run: xvfb-run -s "-screen 0 2000x1300x24" python -m tests.support.browser_webkit [FOLDER]

It takes the looks of `tests.support.browser_firefox`; the window's least width is 447. WebKit is
spoken to over WebDriver, so nothing but the browser itself is needed: `apt-get install
webkit2gtk-driver xvfb`. No test of `make test`, which has Chromium alone.
"""

import argparse
import base64
import json
import shutil
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.support.browser_firefox import FITS, SETTLE_S, look
from tools.trials.browser_support import LiveSite
from tools.trials.waiting import LONG_S, free_port, wait_until

OPTIONS = {"args": ["--automation"]}


class WebKit:
    """One window, as WebDriver knows it."""

    def __init__(self, port: int) -> None:
        self._root = f"http://127.0.0.1:{port}/session"
        patient = dict.fromkeys(("script", "pageLoad"), int(LONG_S * 1000))
        always = {"webkitgtk:browserOptions": OPTIONS, "timeouts": patient}
        wanted = {"capabilities": {"alwaysMatch": always}}
        self._root += f"/{self._ask('', wanted)['sessionId']}"

    def _ask(self, path: str, body: Any) -> Any:
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(f"{self._root}{path}", data, timeout=LONG_S) as answer:
            return json.load(answer)["value"]

    def size(self, width: int, height: int) -> None:
        """Of what is shown: the window has a bar besides."""
        self._ask("/window/rect", {"width": width, "height": height})
        inner = json.loads(self.run("JSON.stringify([innerWidth, innerHeight])"))
        around = [outer - own for outer, own in zip((width, height), inner, strict=True)]
        self._ask("/window/rect", {"width": width + around[0], "height": height + around[1]})

    def go(self, address: str) -> None:
        self._ask("/url", {"url": address})
        time.sleep(SETTLE_S)

    def run(self, script: str) -> Any:
        told = f"const done = arguments[0]; Promise.resolve({script}).then(done);"
        found = self._ask("/execute/async", {"script": told, "args": []})
        time.sleep(SETTLE_S)
        return found

    def shoot(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self._ask("/screenshot", None)))
        print(f"{path.name:24} {self.run(FITS)}", flush=True)


@contextmanager
def running_webkit() -> Iterator[WebKit]:
    path, port = shutil.which("WebKitWebDriver"), free_port()
    assert path is not None, "expected WebKit: apt-get install webkit2gtk-driver"
    with subprocess.Popen([path, f"--port={port}"]) as process:
        try:
            wait_until(lambda: _listens(port))
            yield WebKit(port)
        finally:
            process.terminate()


def _listens(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/status", timeout=LONG_S):
            return True
    except OSError:
        return False


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=Path("build/webkit"))
    out: Path = parser.parse_args().folder
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as store:
        site = LiveSite(Path(store), "simulated")
        try:
            with running_webkit() as webkit:
                look(site, webkit, out)
        finally:
            site.stop()


if __name__ == "__main__":
    main()
