"""Every page in a language that is two fifths longer, on a phone: nothing is cut off.

Pictures of it: PSEUDO_PICTURES=folder pytest tests/browser/test_browser_pseudo.py
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.browser.test_browser_hall import DemoHall
from tests.support.pseudo import CODE, write_pseudo
from tools.trials.browser_support import Browser, LiveSite
from tools.trials.web_support import OPENING, Site

FAULT = "table b3 b4 b5 b6 b7 / r3 . . . . / k3 . . . . | k9 r9 o9 | o7 o8 k12"

CUT = """() => {
  const seen = (element) => {
    const style = getComputedStyle(element);
    return style.visibility !== "hidden" && element.offsetParent !== null;
  };
  const said = (element) => element.textContent.trim().slice(0, 60);
  const found = [];
  if (document.documentElement.scrollWidth > innerWidth + 1) found.push("the page is too wide");
  for (const element of document.querySelectorAll("body *")) {
    const words = [...element.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
    if (!words || element.closest("svg, script, select, .sr-only") || !seen(element)) continue;
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue;
    const cutAcross = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
    const cutDown = element.scrollHeight > element.clientHeight + 2 && element.clientHeight > 0;
    const hides = (overflow) => overflow === "hidden" || overflow === "clip";
    if ((cutAcross && hides(style.overflowX)) || (cutDown && hides(style.overflowY)))
      found.push(`${element.tagName}.${element.className}: ${said(element)}`);
    const scrolls = element.closest("[class*=scroll], .plot, table, nav, ol, ul");
    if (box.right > innerWidth + 1 && !scrolls) found.push(`beyond the edge: ${said(element)}`);
  }
  return found;
}"""


@contextmanager
def spoken_in(folder: Path) -> Iterator[None]:
    """What is started meanwhile speaks it."""
    write_pseudo(folder)
    os.environ["TURBO_LOCALE"] = str(folder)
    try:
        yield
    finally:
        del os.environ["TURBO_LOCALE"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveSite]:
    folder = tmp_path_factory.mktemp("pseudo")
    before = Site(folder)
    before.import_evening()
    before.store.close()
    with spoken_in(folder):
        found = LiveSite(folder)
    yield found
    found.stop()


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DemoHall]:
    folder = tmp_path_factory.mktemp("hall")
    with spoken_in(folder):
        found = DemoHall(folder)
    yield found
    found.stop()


PAGES = {
    "/": "#table .die",
    "/history": ".match",
    "/history/1": "#ruling .sentence",
    "/people": ".person",
    "/puzzles": ".puzzle .die",
    "/statistics": ".plot svg",
    "/setup": ".picture svg",
    "/rules": "[data-rule=end] svg",
    "/camera": "#words",
}
TILES = {
    "/": "#table .die",
    "/history": ".match",
    "/history/3": "#ruling .sentence",
    "/statistics": "#statistics table",
    "/setup": ".picture svg",
    "/rules": "[data-rule=meld] svg",
}
HALL = {"/": ".board .die", "/tournament": "#standings tbody tr", "/history": "#matches tbody tr"}


def cut_off(browser: Browser, address: str, pages: dict[str, str], kind: str) -> dict[str, Any]:
    """What does not fit on each page."""
    pictures, cut = os.environ.get("PSEUDO_PICTURES"), {}
    is_seen = pictures is not None
    with browser.page(address, 390, 844, has_touch=True, is_seen=is_seen) as watched:
        for path, wait_for in pages.items():
            page = watched.go(f"{path}?lang={CODE}", wait_for)
            assert page.evaluate("document.documentElement.lang") == CODE
            assert "[" in page.inner_text("body"), "it is spoken here"
            if pictures:
                name = f"{kind}{path.replace('/', '-')}.png"
                page.screenshot(path=Path(pictures) / name, full_page=True)
            if found := page.evaluate(CUT):
                cut[path] = found
    return cut


def test_nothing_is_cut_off_in_longer_words(browser: Browser, site: LiveSite) -> None:
    site.tell({"start": ["Ann", "Bob"]})
    site.say(*OPENING.splitlines(), FAULT)
    assert cut_off(browser, site.address, PAGES, "dice") == {}


def test_nothing_of_a_tile_table_is_cut_off(browser: Browser, site: LiveSite) -> None:
    site.tell({"start": ["Ann", "Bob", "Cid", "Dik"], "edition": "original-jumbo"})
    site.say("round Ann", "played k10 r10 o10", "draw", "penalty 3", "played k9 r9 o9")
    assert cut_off(browser, site.address, TILES, "tiles") == {}


def test_nothing_of_a_hall_is_cut_off(browser: Browser, hall: DemoHall) -> None:
    assert cut_off(browser, hall.address, HALL, "hall") == {}
