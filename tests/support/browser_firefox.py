"""Looks at the dashboard with Firefox. Run: python -m tests.support.browser_firefox [FOLDER]

Opens live page, question, sheet of a die, editor, set-up and television at the sizes of a phone and
a desk, keeps a picture of each, and says what does not fit. Firefox is spoken to in its own way
(WebDriver BiDi over a socket), so nothing but the browser itself is needed:
`apt-get install firefox-esr`. No test of `make test`, which has Chromium alone.
"""

import argparse
import base64
import itertools
import json
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

from websockets.sync.client import ClientConnection, connect

from tools.trials.browser_support import LiveSite
from tools.trials.waiting import LONG_S, free_port
from tools.trials.web_support import OPENING, PIN

SIZES = ((360, 740), (768, 1024), (1280, 800), (1920, 1080))
SETTLE_S = 1.0
"""For dice to arrive and for a dialog to rise."""

FITS = """(() => {
  const all = document.querySelectorAll(".top *, #live > *, #actions button, dialog button");
  const out = [...all].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.width && !one.closest(".menu") && (box.right > innerWidth + 1 || box.left < -1);
  });
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  return JSON.stringify({ wide, out: out.map((one) => `${one.tagName}#${one.id}`).slice(0, 5) });
})()"""

TAP = """document.querySelector("#table .die")
  .dispatchEvent(new MouseEvent("click", { bubbles: true }))"""

SIGN_IN = f"""(async () => {{
  document.querySelector("#sign-button").click();
  document.querySelector("#pin").value = "{PIN}";
  document.querySelector("#name").value = "Cleo";
  document.querySelector("dialog form").requestSubmit();
}})()"""

EDITOR = """[...document.querySelectorAll("#desk-always button")]
  .find((one) => one.textContent.startsWith("Rearrange")).click()"""


class Window(Protocol):
    """Of any browser that looks."""

    def size(self, width: int, height: int) -> None: ...

    def go(self, address: str) -> None: ...

    def run(self, script: str) -> Any: ...

    def shoot(self, path: Path) -> None: ...


class Firefox:
    """One window, as BiDi knows it."""

    def __init__(self, line: ClientConnection) -> None:
        self._line, self._numbers = line, itertools.count(1)
        self.ask("session.new", capabilities={})
        self.window = self.ask("browsingContext.create", type="tab")["context"]

    def ask(self, method: str, **params: Any) -> Any:
        number = next(self._numbers)
        self._line.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            answer = json.loads(self._line.recv(LONG_S))
            if answer.get("id") == number:
                assert answer["type"] == "success", answer
                return answer["result"]

    def size(self, width: int, height: int) -> None:
        viewport = {"width": width, "height": height}
        self.ask("browsingContext.setViewport", context=self.window, viewport=viewport)

    def go(self, address: str) -> None:
        self.ask("browsingContext.navigate", context=self.window, url=address, wait="complete")
        time.sleep(SETTLE_S)

    def run(self, script: str) -> Any:
        found = self.ask(
            "script.evaluate",
            expression=script,
            target={"context": self.window},
            awaitPromise=True,
        )
        assert found["type"] == "success", found
        time.sleep(SETTLE_S)
        return found["result"].get("value")

    def shoot(self, path: Path) -> None:
        found = self.ask("browsingContext.captureScreenshot", context=self.window)
        path.write_bytes(base64.b64decode(found["data"]))
        told = self.run(FITS)
        print(f"{path.name:24} {told}", flush=True)


@contextmanager
def running_firefox(folder: Path) -> Iterator[Firefox]:
    path, port = shutil.which("firefox-esr") or shutil.which("firefox"), free_port()
    assert path is not None, "expected Firefox: apt-get install firefox-esr"
    command = [path, "--headless", "--no-remote", "--profile", str(folder)]
    command += ["--remote-debugging-port", str(port), "about:blank"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            line = _connected(f"ws://127.0.0.1:{port}/session")
            with line:
                yield Firefox(line)
        finally:
            process.terminate()


def _connected(address: str) -> ClientConnection:
    limit_s = time.monotonic() + LONG_S
    while time.monotonic() < limit_s:
        with suppress(OSError):
            return connect(address, max_size=None)
        time.sleep(0.5)
    raise AssertionError("expected Firefox to listen")


def look(site: LiveSite, window: Window, out: Path) -> None:
    for width, height in SIZES:
        site.tell({"start": ["Ann", "Bob"]})
        site.say(*OPENING.splitlines())
        site.tell({"notice": [], "camera": True})
        window.size(width, height)
        window.go(f"{site.address}/language/en?back=/")
        window.run("localStorage.setItem('turbo-greeted', 'yes')")
        window.go(f"{site.address}/")
        if window.run("document.body.dataset.role") != "referee":
            window.run(SIGN_IN)
        window.shoot(out / f"live-{width}.png")
        window.run(TAP)
        window.shoot(out / f"sheet-{width}.png")
        window.run("document.querySelector('dialog').close()")
        window.run(EDITOR)
        window.shoot(out / f"editor-{width}.png")
        window.run("document.querySelector('dialog').close()")
        site.tell({"question": True, "notice": ["die-swapped", "b3", "k7"]})
        window.shoot(out / f"asked-{width}.png")
        for page in ("tv", "setup", "history", "statistics"):
            window.go(f"{site.address}/{page}")
            window.shoot(out / f"{page}-{width}.png")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=Path("build/firefox"))
    out: Path = parser.parse_args().folder
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as store, tempfile.TemporaryDirectory() as profile:
        site = LiveSite(Path(store), "simulated")
        try:
            with running_firefox(Path(profile)) as firefox:
                look(site, firefox, out)
        finally:
            site.stop()


if __name__ == "__main__":
    main()
