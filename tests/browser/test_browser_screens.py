"""Unusual screens in a real Chromium: a phone on its side, text at twice its size, and each
language's own words, down to the screen of a victory."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.test_browser_pseudo import CUT, FAULT
from tests.support.browser_looks import SCREENS, opened
from tools.trials.browser_support import (
    PAGES,
    Browser,
    LiveSite,
    findings,
)
from tools.trials.web_support import OPENING, PIN, Site
from turbo.i18n.languages import Language

UNUSUAL = [name for name, (width, height, percent) in SCREENS.items() if percent > 100]
UNUSUAL.append("landscape")

COLLIDING = """() => {
  const parts = [...document.querySelectorAll("header button, #score-0, #score-1, #status > *,"
    + " #table, #message .message, #actions button, #decisions button, .seat.in-view")];
  const seen = parts.filter((one) => {
    const box = one.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && getComputedStyle(one).visibility !== "hidden"
      && one.offsetParent !== null && !one.closest(".menu, [hidden]");
  });
  const found = [];
  seen.forEach((one, at) => seen.slice(at + 1).forEach((other) => {
    if (one.contains(other) || other.contains(one)) return;
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    const named = (each) => `#${each.id}.${each.className} ${each.textContent.slice(0, 20)}`;
    if (across > 3 && down > 3) found.push(`${named(one)} over ${named(other)}`);
  }));
  return found;
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveSite]:
    folder = tmp_path_factory.mktemp("screens")
    before = Site(folder)
    before.import_evening()
    before.store.close()
    found = LiveSite(folder, "simulated")
    yield found
    found.stop()


def start(site: LiveSite, *more: str) -> None:
    site.tell({"notice": [], "question": False, "called": False})
    site.tell({"start": ["Ann", "Bob"]})
    site.say(*OPENING.splitlines(), *more)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("screen", UNUSUAL)
def test_nothing_is_cut_and_nothing_collides(browser: Browser, site: LiveSite, screen: str) -> None:
    start(site, FAULT)
    wrong: dict[str, Any] = {}
    with opened(browser, site, screen, "light") as watched:
        watched.sign_in(PIN)
        page = watched.go("/", ".message[data-level=fault]")
        page.wait_for_selector("#undo")
        wrong["live"] = page.evaluate(CUT) + page.evaluate(COLLIDING)
        for path, there in PAGES.items():
            watched.go(path, there)
            wrong[path] = page.evaluate(CUT)
    assert {path: found for path, found in wrong.items() if found} == {}


@pytest.mark.parametrize("language", list(Language))
def test_every_language_fits_a_phone_and_one_is_accessible(
    browser: Browser, site: LiveSite, axe: str, language: Language
) -> None:
    start(site, FAULT)
    with browser.page(site.address, 360, 740, has_touch=True, bypass_csp=True) as watched:
        page = watched.go(f"/?lang={language}", ".message[data-level=fault]")
        assert page.evaluate(CUT) == []
        if language is Language.ENGLISH:  # the same parts in other words
            assert findings(page, axe) == []
        start(site)
        page.wait_for_selector(".message:not([data-level=fault])")
        site.say("score Bob 34 out")
        page.wait_for_selector("dialog.winning .won-score .leads >> text=34")
        page.wait_for_timeout(500)
        assert page.evaluate(CUT) == []
        if language is Language.ENGLISH:
            assert findings(page, axe) == [], "the screen of a victory"
        site.say("round Bob")
        page.wait_for_selector("dialog.winning", state="detached")
        site.say("resign Ann")
        page.wait_for_selector("dialog.winning.over")
        page.wait_for_timeout(500)
        assert page.evaluate(CUT) == []
        if language is Language.ENGLISH:
            assert findings(page, axe) == [], "the screen of the match's end"
