"""A telephone without one: `turbo run --camera phone`, and a real Chromium with a film as its
camera, which trusts the referee's certificate or does not."""

import base64
import hashlib
import http.cookiejar
import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import cv2
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tools.trials.browser_support import ROOT, chromium, driver, wait_for
from tools.trials.waiting import LONG_S, free_port
from turbo.app.telephone import SECURE_BEYOND
from vision.pictures.loading import Image
from web.auth.keys import Door, Keys
from web.settings import DEFAULTS

HOUSE = "kitchen.local"

FLAGS = (
    f"--host-resolver-rules=MAP {HOUSE} 127.0.0.1",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--use-fake-ui-for-media-stream",
    "--use-fake-device-for-media-stream",
)


def write_film(path: Path, pictures: Iterable[Image], fps: int) -> None:
    """As Chromium's camera takes it: raw, so that it keeps its rate on any machine."""
    with path.open("wb") as file:
        for number, picture in enumerate(pictures):
            if number == 0:
                high, wide = picture.shape[:2]
                file.write(f"YUV4MPEG2 W{wide} H{high} F{fps}:1 C420jpeg\n".encode())
            raw = cv2.cvtColor(picture, cv2.COLOR_BGR2YUV_I420)
            file.write(b"FRAME\n" + raw.tobytes())


class House:
    """What a telephone is told of who asks it to be the camera."""

    store: Path

    @property
    def code(self) -> str:
        keys = Keys.load(Keys.path_beside(self.store))
        assert keys is not None
        return Door(keys, DEFAULTS).camera_code

    @property
    def fingerprint(self) -> str:
        """Of the certificate's key: what a browser that is to trust it is told."""
        found = x509.load_pem_x509_certificate(Path(f"{self.store}.certificate").read_bytes())
        key = found.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        return base64.b64encode(hashlib.sha256(key).digest()).decode("ascii")


class Referee(House):
    """`turbo run --camera phone`, as somebody starts it; it can be stopped and started again."""

    def __init__(self, folder: Path, *options: str) -> None:
        # HTTPS has the port beside: outside of every block of ports that tests take.
        self.folder, self.port, self.options = folder, free_port(), options
        self.store = folder / "matches.db"
        self._cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self._token = ""
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-c", "from turbo.commands.cli import main; main()", "run"]
        command += ["--camera", "phone", "--host", "127.0.0.1", "--port", str(self.port)]
        command += ["--store", str(self.store), "--no-pictures", *self.options]
        kept = {"TURBO_PIN_FILE": str(self.folder / "pin"), "PYTHONPATH": str(ROOT)}
        with (self.folder / "referee.log").open("ab") as log:
            self.process = subprocess.Popen(
                command, cwd=ROOT, stdout=log, stderr=subprocess.STDOUT, env=os.environ | kept
            )
        wait_for(self.address, self.said)

    def said(self) -> str:
        return (self.folder / "referee.log").read_text(encoding="utf-8")

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(LONG_S)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def in_the_house(self) -> str:
        """As a telephone knows it: to this machine itself plain HTTP would be safe enough."""
        return f"http://{HOUSE}:{self.port}"

    @property
    def secure(self) -> str:
        return f"https://{HOUSE}:{self.port + SECURE_BEYOND}"

    @property
    def pin(self) -> str:
        return (self.folder / "pin").read_text(encoding="ascii").strip()

    # As the referee's own page

    def get(self, path: str) -> Any:
        with urllib.request.urlopen(f"{self.address}{path}", timeout=LONG_S) as answer:
            return json.load(answer)

    def post(self, path: str, body: Any) -> Any:
        headers = {"Content-Type": "application/json", "X-Turbo-Token": self._token}
        data = json.dumps(body).encode()
        request = urllib.request.Request(f"{self.address}{path}", data, headers)
        with urllib.request.build_opener(self._cookies).open(request, timeout=LONG_S) as answer:
            return json.load(answer)

    def sign_in(self) -> None:
        self._token = self.post("/api/sign-in", {"pin": self.pin})["token"]

    def comes(self, question: Callable[[Any], bool], within_s: float = LONG_S) -> Any:
        """The state as soon as it is so."""
        until_s = time.monotonic() + within_s
        while not question(state := self.get("/api/state")):
            assert time.monotonic() < until_s, f"{state['notices']}\n{self.said()}"
            time.sleep(0.1)
        return state


@contextmanager
def telephone(film: Path | None, referee: House | None, *flags: str) -> Iterator[Any]:
    """A browser whose camera shows the film; it trusts this referee's certificate, or none."""
    arguments = [*FLAGS, *flags]
    if film is not None:
        arguments.append(f"--use-file-for-fake-video-capture={film}")
    if referee is not None:
        arguments.append(f"--ignore-certificate-errors-spki-list={referee.fingerprint}")
    with driver() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=arguments)
        try:
            yield _context(browser)
        finally:
            browser.close()


def _context(browser: Any) -> Any:
    found = browser.new_context(viewport={"width": 390, "height": 780}, locale="en-GB")
    found.set_default_timeout(1000 * LONG_S)
    return found


def another(context: Any) -> Any:
    """A second telephone: it shares neither cookie nor code with the first."""
    return _context(context.browser)
