"""Looks at every moment and page with the browsers that are there, and says what does not fit.

Run: python -m tests.support.browser_looks [FOLDER] [--engines chromium firefox] [--screens phone]

Keeps a picture of each moment (welcome, play, faults, doubt, silence, victory) and of each page, on
each screen, light and dark. Chromium is the tests' own; Firefox and WebKit are Playwright's
(`playwright install firefox webkit`): one that is not there is said and left out. Debian's Firefox
and WebKit cannot be told all that Playwright tells; `tests.support.browser_firefox` and
`browser_webkit` look with those.
"""

import argparse
import json
import signal
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.browser.test_browser_pseudo import CUT, FAULT
from tools.trials.browser_support import PAGES, Browser, LiveSite, Watched, engine
from tools.trials.web_support import OPENING, PIN, Site

SCREENS = {
    "phone": (390, 844, 100),
    "landscape": (844, 390, 100),
    "large-text": (390, 844, 200),
    "tablet": (820, 1180, 100),
    "desk": (1440, 900, 100),
    "desk-large-text": (1280, 800, 200),
    "tv": (1920, 1080, 100),
}
"""Width, height, and the size of the text in percent."""
SETTLE_MS = 800
"""For dice to arrive and for a dialog to rise."""


def _playing(site: LiveSite) -> None:
    site.tell({"notice": [], "question": False, "called": False, "camera": True})
    site.tell({"start": ["Ann", "Bob"]})
    site.say(*OPENING.splitlines())


def _faults(site: LiveSite) -> None:
    _playing(site)
    site.say(FAULT)


def _doubt(site: LiveSite) -> None:
    _playing(site)
    site.tell({"question": True, "notice": ["die-swapped", "b3", "k7"]})


MOMENTS: dict[str, tuple[Callable[[LiveSite], None], str]] = {
    "play": (_playing, "#table .die"),
    "faults": (_faults, ".message[data-level=fault]"),
    "doubt": (_doubt, "#table .die"),
}


@contextmanager
def opened(
    browser: Browser, site: LiveSite, screen: str, theme: str, **more: Any
) -> Iterator[Watched]:
    """A page on such a screen, with the theme and the size of text that somebody chose."""
    width, height, percent = SCREENS[screen]
    with browser.page(site.address, width, height, **more) as watched:
        chosen = json.dumps(json.dumps({"theme": theme}))
        watched.page.add_init_script(
            f"try {{ localStorage.setItem('turbo', {chosen}); }} catch {{ /* no page yet */ }}"
        )
        if percent != 100:  # as somebody sets it in the browser, which Chromium alone can be told
            session = watched.page.context.new_cdp_session(watched.page)
            sizes = {"standard": 16 * percent // 100, "fixed": 13 * percent // 100}
            session.send("Page.setFontSizes", {"fontSizes": sizes})
        yield watched


class Looker:
    """Pictures of what is on a screen now, and what of it does not fit."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder, self.name = folder, name
        self.cut: list[str] = []

    def shoot(self, watched: Watched, what: str) -> None:
        watched.page.wait_for_timeout(SETTLE_MS)
        name = f"{self.name}-{what.replace('/', '-').replace('?', '-')}"
        watched.page.screenshot(path=self.folder / f"{name}.png")
        found = watched.page.evaluate(CUT)
        self.cut += [f"{name}: {one}" for one in found]
        print(f"{name:48} {found or 'fits'}", flush=True)


def look(site: LiveSite, browser: Browser, look: Looker, screen: str, theme: str) -> None:
    live = "/tv" if screen == "tv" else "/"
    if screen != "tv":
        _playing(site)
        with opened(browser, site, screen, theme, new_here=True) as watched:
            watched.go("/", "#what-it-is")
            look.shoot(watched, "welcome")
    for name, (happen, there) in MOMENTS.items():
        happen(site)
        with opened(browser, site, screen, theme) as watched:
            if screen != "tv" and name != "play":
                watched.sign_in(PIN)
            watched.go(live)
            watched.page.wait_for_selector(there)
            look.shoot(watched, name)
    victory(site, browser, look, screen, theme)
    silence(site, browser, look, screen, theme)
    with opened(browser, site, screen, theme) as watched:
        for path, there in PAGES.items():
            if path not in ("/", "/tv"):
                watched.go(path, there)
                look.shoot(watched, path[1:])


def victory(site: LiveSite, browser: Browser, look: Looker, screen: str, theme: str) -> None:
    """An end fills the screen of those who saw it come."""
    _playing(site)
    with opened(browser, site, screen, theme) as watched:
        page = watched.go("/tv" if screen == "tv" else "/")
        site.say("score Bob 34 out")
        page.wait_for_selector(".winning .won-score .leads")
        look.shoot(watched, "round")
        site.say("round Bob")
        page.wait_for_selector(".winning", state="detached")
        site.say("resign Ann")
        page.wait_for_selector(".winning.over")
        look.shoot(watched, "match")


def silence(site: LiveSite, browser: Browser, look: Looker, screen: str, theme: str) -> None:
    _playing(site)
    with opened(browser, site, screen, theme) as watched:
        watched.go("/tv" if screen == "tv" else "/")
        site.signal(signal.SIGSTOP)
        try:
            watched.page.wait_for_selector("body.lost")
            look.shoot(watched, "silence")
        finally:
            site.signal(signal.SIGCONT)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=Path("build/looks"))
    parser.add_argument("--engines", nargs="+", default=["chromium", "firefox", "webkit"])
    parser.add_argument("--screens", nargs="+", default=list(SCREENS), choices=list(SCREENS))
    parser.add_argument("--themes", nargs="+", default=["light", "dark"])
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as store:
        before = Site(Path(store))
        before.import_evening()
        before.store.close()
        site = LiveSite(Path(store), "simulated")
        try:
            cut = [one for name in args.engines for one in _looked(site, name, args)]
        finally:
            site.stop()
    print(f"{len(cut)} do not fit" if cut else "everything fits")


def _looked(site: LiveSite, name: str, args: argparse.Namespace) -> list[str]:
    cut = []
    with engine(name) as browser:
        if browser is None:
            print(f"{name} is not installed here: not looked at with it")
            return []
        for screen in args.screens:
            for theme in args.themes:
                looker = Looker(args.folder, f"{name}-{screen}-{theme}")
                look(site, browser, looker, screen, theme)
                cut += looker.cut
    return cut


if __name__ == "__main__":
    main()
