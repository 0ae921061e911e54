"""A real Chromium in front of a real server in a process of its own."""

import atexit
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tools.trials.waiting import LONG_S, free_port, wait_until

ROOT = Path(__file__).parents[2]

sync_api = pytest.importorskip(
    "playwright.sync_api", reason="NO BROWSER TESTS: playwright is not installed"
)


NAMES = ("chromium-headless-shell", "chromium", "google-chrome", "chromium-browser")
"""What a Chromium is called here and there. The first is the same engine without windows, tabs and
menus: a test of a page costs half the processor time in it. Raspberry Pi OS says chromium-browser;
Ubuntu means its snap by that name, so Playwright's own browser, where it is installed, comes before
it."""


def chromium() -> str:
    """The browser's path; without one the tests say loudly that they did not run."""
    *real, last = (shutil.which(name) for name in NAMES)
    found = next(filter(_is_free, real), None) or _own_browser() or last
    if found is None:
        pytest.skip("NO BROWSER TESTS: chromium is not installed (apt-get install chromium)")
    return found


def _is_free(path: str | None) -> bool:
    """A snap's browser sees neither our folders nor the profile that it is told to use."""
    return path is not None and not path.startswith("/snap/")


_DRIVERS: list[Any] = []


@contextmanager
def driver() -> Iterator[Any]:
    """What drives browsers: one a process, since a second cannot be started beside it."""
    if _DRIVERS:
        yield _DRIVERS[0]
        return
    with sync_api.sync_playwright() as found:
        _DRIVERS.append(found)
        try:
            yield found
        finally:
            _DRIVERS.clear()


def _own_browser() -> str | None:
    with driver() as playwright:
        path = str(playwright.chromium.executable_path)
    return path if Path(path).exists() else None


def wait_for(address: str, said: Callable[[], str]) -> None:
    """Until the site answers; if it does not, the error is what its server has said."""
    limit = time.monotonic() + LONG_S
    while time.monotonic() < limit:
        try:
            with urllib.request.urlopen(f"{address}/api/me", timeout=30):
                return
        except OSError:
            time.sleep(0.1)
    raise AssertionError(said())


@cache
def _servers(locale: str | None) -> subprocess.Popen[str]:
    """The process whose copies are the servers that speak these languages, for as long as we run:
    `tools.trials.browser_server`."""
    found = subprocess.Popen(
        [sys.executable, "-m", "tools.trials.browser_server"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    atexit.register(found.communicate)
    return found


class LiveSite:
    """A served site over a store, which can be stopped and started again."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        self.options = options
        self.port = free_port()
        self.number = 0
        """Of its process."""
        self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        servers = _servers(os.environ.get("TURBO_LOCALE"))
        assert servers.stdin is not None and servers.stdout is not None
        print(json.dumps([str(self.folder), str(self.port), *self.options]), file=servers.stdin)
        servers.stdin.flush()
        self.number = int(servers.stdout.readline())
        wait_for(self.address, lambda: (self.folder / "server.log").read_text())

    def stop(self) -> None:
        """As a power cut would: without a word."""
        self.signal(signal.SIGKILL)
        wait_until(lambda: not Path(f"/proc/{self.number}").exists())

    def signal(self, number: int) -> None:
        os.kill(self.number, number)

    def say(self, *statements: str) -> Any:
        """What the camera would tell: through a door that only the test's server has."""
        answer = None
        for statement in statements:
            answer = self.tell({"say": statement})
        return answer

    def tell(self, body: dict[str, Any]) -> Any:
        data = json.dumps(body).encode()
        request = urllib.request.Request(f"{self.address}/for-tests", data, method="POST")
        with urllib.request.urlopen(request, timeout=LONG_S) as answer:
            return json.load(answer)


BLOCKED = "Service Worker registration blocked"
"""What the browser says of what `Browser.page` asks for."""


PAGES = {
    "/": "#table .die",
    "/tv": "#table .die",
    "/history": ".match",
    "/history/1": "#log li",
    "/people": ".person",
    "/puzzles": ".puzzle .die",
    "/statistics": ".plot svg",
    "/setup": "#set-up:not([hidden])",
    "/doctor": "#doctor p",
    "/rules": ".rule .die",
    "/rules?edition=special": ".rule .die",
    "/developers": ".operations summary",
}
"""Every page, and what stands on it once it is there."""

SHIFTS = """
  window.shift = window.unseen ? NaN : 0;
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (!one.hadRecentInput) window.shift += one.value;
  }).observe({ type: "layout-shift", buffered: true });
"""
"""How far what stands on a page has jumped since it was opened: `window.shift`. What is not painted
does not jump, and that is no number."""

GREETED = "try { localStorage.setItem('turbo-greeted', 'yes'); } catch { /* no page yet */ }"
"""Whoever opens a simulated table for the first time is greeted: once, not in each test."""

UNSEEN = """
  window.unseen = new CSSStyleSheet();
  unseen.replaceSync("html { opacity: 0 }");
  document.adoptedStyleSheets = [unseen];
"""
"""Where nobody looks at a page all on it is where it is, and can be pressed, but is not painted."""

MOVING: dict[str, Any] = {"reduced_motion": "no-preference", "is_seen": True}
"""How a page is opened by whoever did not ask for less motion, and looks at it."""


class Watched:
    """A page whose console must stay clean."""

    def __init__(self, page: Any, address: str) -> None:
        self.page = page
        self.address = address
        self.errors: list[str] = []
        self.allowed: tuple[str, ...] = ()
        page.on("console", self._on_console)
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def _on_console(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.errors.append(f"{message.type}: {message.text}")

    def go(self, path: str, wait_for: str = "#table .die") -> Any:
        self.page.goto(self.address + path)
        self.page.wait_for_selector(wait_for)
        return self.page

    def sign_in(self, pin: str, name: str = "Cleo") -> None:
        """For all pages from here on, as somebody who has signed in before."""
        data = {"pin": pin, "name": name}
        answer = self.page.request.post(f"{self.address}/api/sign-in", data=data)
        assert answer.ok, answer.text()

    def sign_in_by_hand(self, pin: str, name: str = "Cleo") -> None:
        """On the page that is open."""
        self.page.click("#sign-button")
        self.page.fill("#pin", pin)
        self.page.fill("#name", name)
        self.page.click("dialog button[type=submit]")
        self.page.wait_for_selector("body[data-role=referee]")

    def desk(self, words: str) -> None:
        """Press what can be done at any time: behind a button where there is little room."""
        toggle = self.page.locator(".desk-toggle")
        self.page.wait_for_selector("#desk-always", state="attached")
        if toggle.is_visible() and toggle.get_attribute("aria-expanded") == "false":
            toggle.click()
        self.page.click(f"#desk-always button:has-text('{words}')")

    def check_clean(self) -> None:
        allowed = (*self.allowed, BLOCKED)
        left = [one for one in self.errors if not any(part in one for part in allowed)]
        assert left == []


MOST_WINDOWS = 4
"""How many are kept for the next page, each with a process of its own."""


class Browser:
    """One Chromium for many tests. Half of what a page costs is a process of its own, with nothing
    in it yet: so a page opens in a window of before, which has forgotten who was there, but not the
    scripts that never change."""

    def __init__(self, browser: Any, **usual: Any) -> None:
        """What every page asks for that does not say otherwise."""
        self._browser = browser
        # What it keeps for later would be between a test and what it listens to.
        kept = {"locale": "en-GB", "service_workers": "block", "is_seen": True}
        self._usual: dict[str, Any] = {**kept, **usual}
        self._windows: list[tuple[str, Any]] = []
        """Those that are free, by how they were asked for; the one used last comes last."""

    @contextmanager
    def page(
        self,
        address: str,
        width: int = 1366,
        height: int = 850,
        *,
        new_here: bool = False,
        is_cold: bool = False,
        **more: Any,
    ) -> Iterator[Watched]:
        """A cold one has fetched nothing before, and is nobody's afterwards."""
        more = {**self._usual, "new_here": new_here, **more}
        kind = str(sorted(more.items()))
        window = self._opened(**more) if is_cold else self._free(kind) or self._opened(**more)
        watched = Watched(window.new_page(), address)
        try:
            watched.page.set_viewport_size({"width": width, "height": height})
            yield watched
        except BaseException:
            is_cold = True
            raise
        finally:
            if is_cold:
                window.close()
            else:
                self._keep(kind, window, address)
        watched.check_clean()

    def _opened(self, new_here: bool, is_seen: bool, **more: Any) -> Any:
        window = self._browser.new_context(**more)
        window.set_default_timeout(1000 * LONG_S)
        if not new_here:
            window.add_init_script(GREETED)
        if not is_seen:
            window.add_init_script(UNSEEN)
        # With a page that stays open its process stays too.
        window.new_page()
        return window

    def _free(self, kind: str) -> Any:
        """A window of that kind, or None."""
        found = next((one for one in self._windows if one[0] == kind), None)
        if found is not None:
            self._windows.remove(found)
        return found and found[1]

    def _keep(self, kind: str, window: Any, address: str) -> None:
        first, *others = window.pages
        for page in others:
            page.close()
        # Playwright's own way opens a page for it, which costs a quarter of a test's page.
        asked = window.new_cdp_session(first)
        asked.send("Storage.clearDataForOrigin", {"origin": address, "storageTypes": "all"})
        asked.detach()
        window.clear_cookies()
        self._windows.append((kind, window))
        if len(self._windows) > MOST_WINDOWS:
            self._windows.pop(0)[1].close()


@contextmanager
def running_browser(**usual: Any) -> Iterator[Browser]:
    path = chromium()
    with driver() as playwright:
        arguments = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]
        # One process for all pages: with one each, a page costs an eighth more when it is opened.
        arguments.append("--renderer-process-limit=1")
        browser = playwright.chromium.launch(executable_path=path, args=arguments)
        try:
            yield Browser(browser, **usual)
        finally:
            browser.close()


@contextmanager
def engine(name: str) -> Iterator["Browser | None"]:
    """Chromium as the tests have it, or Playwright's own Firefox or WebKit; None where that is not
    installed."""
    if name == "chromium":
        with running_browser() as browser:
            yield browser
        return
    with driver() as playwright:
        browser = _launched(playwright, name)
        try:
            yield browser and Browser(browser)
        finally:
            if browser is not None:
                browser.close()


def _launched(playwright: Any, name: str) -> Any:
    found = getattr(playwright, name)
    return found.launch() if Path(found.executable_path).exists() else None


def axe_text(folder: Path) -> str:
    """The text of axe-core: from a Python package that carries it, else fetched by npm."""
    try:
        import axe_playwright_python  # type: ignore[import-untyped, unused-ignore]

        carried = Path(axe_playwright_python.__file__).parent.rglob("axe.min.js")
        return next(carried).read_text(encoding="utf-8")
    except (ImportError, StopIteration):
        pass
    if shutil.which("npm") is None:
        pytest.skip("NO ACCESSIBILITY CHECK: neither axe-playwright-python nor npm is there")
    command = ["npm", "install", "--no-audit", "--no-fund", "--prefix", str(folder), "axe-core@4"]
    subprocess.run(command, check=True, capture_output=True, timeout=LONG_S)
    return (folder / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


ALIKE = ("#log > li:nth-child(n+13)", ".operations > details:nth-of-type(n+4)")
"""Of a hundred lines of a log, and of the operations of a chapter, the first are looked at: the
others are made in the same way, and took a third of the time for all pages."""


def findings(page: Any, axe: str, *rules: str) -> list[str]:
    """What the accessibility check finds on the page as it is now, of any weight; by these rules
    alone, where some are named."""
    # What is not painted has no colours, and what is still fading in none of its own yet.
    page.evaluate(
        "if (window.unseen) unseen.disabled = true; Promise.all(document.getAnimations()"
        ".filter(one => one.effect.getComputedTiming().endTime < 1e4).map(one => one.finished))"
    )
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe)
    asked: dict[str, Any] = {"resultTypes": ["violations"]}
    if rules:
        asked["runOnly"] = {"type": "rule", "values": rules}
    where = {"include": [["html"]], "exclude": [[one] for one in ALIKE]}
    found = page.evaluate("([where, asked]) => axe.run(where, asked)", [where, asked])
    return [
        f"{one['impact']} {one['id']}: {one['help']}: {one['nodes'][0]['html'][:160]}"
        for one in found["violations"]
    ]


def findings_by_day_and_night(page: Any, axe: str) -> list[str]:
    """The same in the light theme, and what the dark one changes: colours, and nothing else."""
    by_day = findings(page, axe)
    page.emulate_media(color_scheme="dark")
    by_night = findings(page, axe, "color-contrast", "link-in-text-block")
    page.emulate_media(color_scheme="light")
    return [*by_day, *(f"dark: {one}" for one in by_night)]
