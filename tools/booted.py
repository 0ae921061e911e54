"""A root of Debian with a systemd that runs, the referee at its page, and releases for it: what
`evening.py` stands on."""

import http.cookiejar
import json
import os
import platform
import re
import shutil
import subprocess
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PAGE = "http://127.0.0.1:8080"
PACKAGES = "systemd,systemd-sysv,dbus,procps,iproute2,sudo"
CERTIFICATES = "etc/ssl/certs/ca-certificates.crt"
INSIDE = {
    "HOME": "/root",
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "LANG": "C.UTF-8",
    "PIP_CERT": f"/{CERTIFICATES}",
}


class Otherwise(Exception):
    """Something was not as it should be."""


def until(what: str, is_so: Callable[[], bool], seconds: float = 300) -> None:
    end = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > end:
            raise Otherwise(f"{what}: not within {seconds:.0f} s")
        time.sleep(0.5)


# Releases


def _commit(folder: Path, what: str) -> None:
    who = ["-c", "user.name=evening", "-c", "user.email=evening@example.org"]
    git = ["git", "-C", str(folder), *who, "commit", "-qam", what]
    subprocess.run(git, check=True)


def _newer_store(text: str) -> str:
    """A schema more, to which a store is brought by doing nothing."""
    version = re.search(r"^SCHEMA_VERSION = (\d+)$", text, re.M)
    assert version is not None
    text = text.replace(version[0], f"SCHEMA_VERSION = {int(version[1]) + 1}")
    nothing = "def migrate(connection: object) -> None: ...\n\n\ndef _older("
    return text.replace("def migrate(", nothing)


RELEASES: dict[str, tuple[str, Callable[[str], str]]] = {
    "good": ("turbo/__init__.py", lambda text: f"{text}\n# the next one\n"),
    "strange": ("turbo/__init__.py", lambda text: f"{text}\n# somebody else's\n"),
    "bad": ("turbo/commands/run.py", lambda text: f"{text}\nraise SystemError('to be shown')\n"),
    "newer": ("turbo/storage/schema.py", _newer_store),
    "whole": ("turbo/__init__.py", lambda text: f"{text}\n# with all that pip would fetch\n"),
}
"""What is changed in each, in which file."""


def make_release(folder: Path, name: str) -> None:
    file, change = RELEASES[name]
    clone, key = folder / f"clone-{name}", "strange.pem" if name == "strange" else "maker.pem"
    subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True)
    path = clone / file
    path.write_text(change(path.read_text()))
    _commit(clone, name)
    script = ["sh", str(clone / "tools/release-file.sh"), str(folder / key)]
    if name == "whole":
        script += ["wheels", platform.machine()]
    subprocess.run(script, check=True, stdout=subprocess.DEVNULL)
    (made,) = (clone / "dist").glob("*.tar.gz")
    shutil.move(made, folder / f"{name}.tar.gz")
    shutil.move(f"{made}.sig", folder / f"{name}.tar.gz.sig")
    shutil.rmtree(clone)


@contextmanager
def served(folder: Path) -> Iterator[str]:
    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


# The page


class Page:
    """The referee at the dashboard."""

    def __init__(self, pin: str) -> None:
        jar = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self._opener, self._more = urllib.request.build_opener(jar), {"Origin": PAGE}
        me = self.ask("/api/sign-in", {"pin": pin, "name": "owner"})
        self._more["X-Turbo-Token"] = me["token"]

    def ask(self, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", **self._more}
        request = urllib.request.Request(f"{PAGE}{path}", data=data, headers=headers)
        return json.loads(self._opener.open(request, timeout=30).read())

    def update(self, wanted: str) -> str:
        """How it ended, as the page tells it."""
        self.ask("/api/setup/update", {"from": wanted})
        told: dict[str, str] = {}

        def has_ended() -> bool:
            with suppress(OSError):
                told.update(self.ask("/api/setup/update"))
            return told.get("state") in ("finished", "failed")

        until("the update", has_ended, 900)
        return f"{told['state']}: {told['text']}"


def answers(address: str = PAGE) -> bool:
    with suppress(OSError):
        return bool(urllib.request.urlopen(f"{address}/", timeout=5).status == 200)
    return False


# The machine


class Machine:
    """A root of Debian with a systemd that runs."""

    def __init__(self, suite: str, folder: Path, releases: Path) -> None:
        self.suite, self.root, self.releases = suite, folder / suite, releases
        self._nspawn: subprocess.Popen[bytes] | None = None
        self.matches = ""

    def make(self) -> None:
        base = self.root.with_suffix(".base")
        if not base.exists():
            script = ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", self.suite]
            subprocess.run([*script, str(base)], check=True, stdout=subprocess.DEVNULL)
        subprocess.run(["rm", "-rf", str(self.root)], check=True)
        subprocess.run(["cp", "-a", str(base), str(self.root)], check=True)
        # How this machine reaches the package index, where it has a way of its own.
        own = Path("/usr/local/share/ca-certificates")
        for path in (*own.glob("*.crt"), *map(Path, ("/etc/pip.conf", f"/{CERTIFICATES}"))):
            if path.exists():
                target = self.root / str(path).lstrip("/")
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(path, target)
        (self.root / "etc/hostname").write_text("speeltafel\n")

    def lay(self, name: str) -> None:
        """A release file, unpacked as an owner does it."""
        source = self.root / "srv/turbo"
        shutil.rmtree(source, ignore_errors=True)
        source.parent.mkdir(exist_ok=True)
        file = str(self.releases / f"{name}.tar.gz")
        unpack = ["tar", "-xzf", file, "-C", str(source.parent), "--no-same-owner"]
        subprocess.run(unpack, check=True)

    def boot(self) -> None:
        command = ["systemd-nspawn", "-q", "-b", "-D", str(self.root), "--register=no"]
        with open(self.root.with_suffix(".boot.log"), "ab") as log:
            self._nspawn = subprocess.Popen(
                [*command, "--keep-unit", "--console=pipe", "--bind-ro=/etc/resolv.conf"],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        up = ("running", "degraded")
        until("systemd", lambda: self.tell("systemctl is-system-running") in up)

    def halt(self) -> None:
        if self._nspawn is not None and self._nspawn.poll() is None:
            with suppress(Otherwise):
                self.tell("systemctl poweroff")
                until("halt", lambda: self._nspawn is None or self._nspawn.poll() is not None, 90)
            self._nspawn.kill()
            self._nspawn.wait()

    @property
    def _leader(self) -> str:
        assert self._nspawn is not None
        children = Path(f"/proc/{self._nspawn.pid}/task/{self._nspawn.pid}/children").read_text()
        return children.split()[0] if children else ""

    def begin(self, command: str) -> "subprocess.Popen[str]":
        words = ["nsenter", "-t", self._leader, "-a", "sh", "-c", command]
        return subprocess.Popen(
            words, env=INSIDE, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )

    def run(self, command: str) -> tuple[int, str]:
        if not self._leader:
            return 1, ""
        done = self.begin(command)
        told = done.communicate()[0]
        return done.returncode, told.strip()

    def tell(self, command: str) -> str:
        return self.run(command)[1]

    def must(self, command: str) -> str:
        code, told = self.run(command)
        if code:
            raise Otherwise(f"{command}: {told.splitlines()[-1:]}")
        return told

    # What is asked of it again and again

    @property
    def current(self) -> str:
        return Path(os.readlink(self.root / "opt/turbo/current")).name

    @property
    def previous(self) -> str:
        return Path(os.readlink(self.root / "opt/turbo/previous")).name

    def page(self) -> Page:
        return Page((self.root / "var/lib/turbo/pin").read_text().strip())

    def is_well(self, what: str = "") -> None:
        """The table runs, its page answers, and the match is there."""
        until("the page", answers, 120)
        if (state := self.tell("systemctl is-active turbo")) != "active":
            raise Otherwise(f"{what} the service is {state}")
        if (found := self.tell("turbo matches")) != self.matches:
            raise Otherwise(f"{what} expected the matches {self.matches!r}, got {found!r}")

    def refused(self, command: str) -> str:
        """An installation that does not come to its end changes nothing; its last line."""
        before = self.current
        code, told = self.run(command)
        if not code or self.current != before:
            raise Otherwise(f"{command}: {told[-200:]}")
        self.is_well()
        return told.splitlines()[-1]
