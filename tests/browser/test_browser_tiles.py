"""The score keeper in a real Chromium: a game of four by hand and by keyboard, on a phone and at a
desk, in every language, live on a second screen."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tools.trials.browser_support import (
    Browser,
    LiveSite,
    axe_text,
    findings,
    running_browser,
)
from tools.trials.web_support import PIN

FOUR = ["Ann", "Bob", "Cid", "Dik van Dam"]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with running_browser() as found:
        yield found


@pytest.fixture
def site(tmp_path: Path) -> Iterator[LiveSite]:
    found = LiveSite(tmp_path)
    yield found
    found.stop()


@pytest.fixture(scope="module")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    return axe_text(tmp_path_factory.mktemp("npm"))


def sideways(page: Any) -> int:
    """How many pixels the page is wider than its screen."""
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


def whose(page: Any, name: str) -> None:
    page.wait_for_selector(f"#keeper-turn h2:has-text('{name}')")


def begun(
    watched: Any, edition: str, names: list[str], time: str = "0", first: str = "#start-next"
) -> Any:
    """A match by the form; `first` is what is there then."""
    page = watched.go("/tiles", "#keeper-welcome h2")
    watched.sign_in(PIN)
    page.click("#new-match")
    page.select_option("#edition", edition)
    for seat, name in enumerate(names):
        page.fill(f"#player-{seat}", name)
    page.fill("#time", time)
    page.click("dialog button[type=submit]")
    # The match is shown at once, and then the page of the table is gone to.
    page.wait_for_url("**/")
    page.wait_for_selector(first)
    return page


def test_a_game_of_four_is_kept_on_a_phone_and_seen_on_another_screen(
    browser: Browser, site: LiveSite, axe: str
) -> None:
    with (
        browser.page(site.address, 360, 740, bypass_csp=True, has_touch=True) as watched,
        browser.page(site.address, 1280, 800, color_scheme="dark", bypass_csp=True) as other,
    ):
        page = begun(watched, "original-goliath", FOUR)
        seen = other.go("/", "#keeper-seats li")
        page.click("#start-next")
        whose(page, "Ann")
        assert sideways(page) <= 0 and findings(page, axe) == []
        played = page.locator("#played").bounding_box()
        assert played["height"] >= 48 and played["y"] + played["height"] < 740
        page.click("#which")
        page.fill("#sets", "k9 r9 o9")
        page.wait_for_selector("dialog [role=status]:has-text('27')")
        assert sideways(page) <= 0 and findings(page, axe) == []
        page.click("dialog button[type=submit]")
        page.wait_for_selector("#keeper-message.rejected")
        page.click("#which")
        page.fill("#sets", "k10 r10 o10 | b4 b5 b6")
        page.click("dialog button[type=submit]")
        whose(page, "Bob")
        page.click("#draw")
        whose(page, "Cid")
        page.click("#penalty")
        whose(page, "Dik van Dam")
        page.click("#played")
        whose(page, "Ann")
        seen.wait_for_selector("#keeper-turn h2:has-text('Ann')")
        racks = [one.strip() for one in page.locator("#keeper-seats .rack").all_inner_texts()]
        assert [one.split(" ")[0] for one in racks] == ["8", "15", "17", "?"]
        page.click("#undo")
        page.click("dialog button:not(.quiet)")
        whose(page, "Dik van Dam")
        page.click("#out")
        page.wait_for_selector(".counting")
        assert sideways(page) <= 0 and findings(page, axe) == []
        for seat, rack in {0: "23", 1: "5", 2: "11"}.items():
            page.fill(f"#rack-{seat}", rack)
        page.click(".counting button[type=submit]")
        page.wait_for_selector("#start-next:has-text('Bob')")
        totals = page.locator("#keeper-card tfoot td").all_inner_texts()
        assert totals == ["\u221223", "\u22125", "\u221211", "+39"]
        page.click("#keeper-statistics-panel summary")
        page.wait_for_selector("#keeper-statistics td")
        assert sideways(page) <= 0 and findings(page, axe) == []
        seen.wait_for_selector("#keeper-card td.won")
        assert findings(seen, axe) == []
        assert seen.locator("#played").count() == 0, "who has no PIN only looks"


def test_turns_are_taken_by_keyboard(browser: Browser, site: LiveSite) -> None:
    with browser.page(site.address) as watched:
        page = begun(watched, "six", [*FOUR, "Eva", "Fay"])
        page.focus("#start-next")
        page.keyboard.press("Enter")
        whose(page, "Ann")
        for key, name in {"p": "Bob", "d": "Cid", "x": "Dik van Dam"}.items():
            page.keyboard.press(key)
            whose(page, name)
        page.keyboard.press("t")
        page.wait_for_selector("dialog #sets")
        page.keyboard.type("3 ")
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")
        whose(page, "Dik van Dam")
        page.keyboard.press("o")
        page.wait_for_selector(".counting")


def test_the_clock_of_a_turn_runs_down_where_everybody_sees_it(
    browser: Browser, site: LiveSite
) -> None:
    with browser.page(site.address, 360, 740) as watched:
        page = begun(watched, "original-jumbo", FOUR[:2], "600")
        page.click("#start-next")
        page.wait_for_selector(".clock .digits")
        page.click("#keeper-more")
        page.click("#keeper-always button:has-text('Change the clock')")
        page.fill("dialog #time", "0")
        page.click("dialog button[type=submit]")
        page.wait_for_selector(".clock.none")


@pytest.mark.parametrize(
    ("lang", "played"),
    [("en", "Played"), ("nl", "Gelegd"), ("fr", "A joué"), ("de", "Gelegt")],
)
def test_every_language_fits_a_phone_with_six_players(
    browser: Browser, site: LiveSite, lang: str, played: str
) -> None:
    long = [f"Maximiliane {letter}" for letter in "ABCDEF"]
    with browser.page(site.address, 360, 740, locale=f"{lang}-{lang.upper()}") as watched:
        page = begun(watched, "six", long)
        assert sideways(page) <= 0
        page.click("#start-next")
        page.wait_for_selector(f"#played:has-text('{played}')")
        page.click("#keeper-more")
        assert sideways(page) <= 0
        page.click("#played")
        page.wait_for_selector("#keeper-turn h2:has-text('Maximiliane B')")
        page.click("#out")
        page.wait_for_selector(".counting")
        assert sideways(page) <= 0
        assert "tiles." not in page.inner_text("main"), "a text is missing"


def test_a_match_that_is_over_is_looked_back_at(browser: Browser, site: LiveSite) -> None:
    with browser.page(site.address) as watched:
        page = begun(watched, "original-goliath", FOUR)
        page.click("#start-next")
        whose(page, "Ann")
        page.click("#draw")
        whose(page, "Bob")
        watched.go("/history", ".standing li")
        assert page.locator(".standing li").count() == 4
        watched.go("/history/1", "#keeper-log li")
        assert "Ann draws one." in page.inner_text("#keeper-log")
        with page.expect_download() as caught:
            page.click("a:has-text('PDF')")
        assert Path(caught.value.path()).read_bytes().startswith(b"%PDF")


def test_a_watched_table_asks_on_the_page_and_is_shown_on_the_big_screen(
    browser: Browser, tmp_path: Path, axe: str
) -> None:
    site = LiveSite(tmp_path, "simulated")
    try:
        with browser.page(site.address, 1280, 900, bypass_csp=True) as watched:
            watched.allowed = ("404",)  # the test's table has no picture of a tile
            page = begun(watched, "original-goliath", FOUR, first="#press")
            page.click("#keeper-more")
            page.click("#start-next")
            whose(page, "Ann")
            site.tell({"camera": True, "question": True, "notice": ["restore", "b13", "k5"]})
            page.wait_for_selector("#keeper-camera img[src*='picture.jpg']")
            page.wait_for_selector(".notices:has-text('Missing: b13. Too much: k5.')")
            assert findings(page, axe) == []
            page.click(".question .answers button:first-child")
            page.click("#press")
            page.wait_for_function("document.querySelector('#toast').hidden")
            page.click("#draw")
            whose(page, "Bob")
            page.click("#undo")
            page.click("dialog button:not(.quiet)")
            whose(page, "Ann")
            page.click("#redo")
            whose(page, "Bob")
            assert page.locator("#call").count() == 0, "there is no hall to call"
            site.tell({"called": False})
            page.click("#call:has-text('Call the referee')")
            page.wait_for_selector("#keeper-turn .called:has-text('referee called')")
            page.click("#call:has-text('The referee was here')")
            page.wait_for_selector("#keeper-turn .called", state="detached")
            asked = site.tell({})["asked"]
            assert ["set_face", 7, "?", "k6", "Cleo"] in asked and ["hand_over", "Cleo"] in asked
            big = watched.go("/tv", "#tv-turn h2:has-text('Bob')")
            assert big.locator("#tv-side .seat-list li").count() == 4
            assert findings(big, axe) == []
    finally:
        site.stop()


def test_a_match_is_looked_back_at_step_by_step(browser: Browser, site: LiveSite) -> None:
    with browser.page(site.address, 360, 740) as watched:
        page = begun(watched, "original-goliath", FOUR)
        page.click("#start-next")
        for sets, name in {"k10 r10 o10": "Bob", "b10 b11 b12": "Cid"}.items():
            page.click("#which")
            page.fill("#sets", sets)
            page.click("dialog button[type=submit]")
            whose(page, name)
        watched.go("/history/1", "#step-back")
        assert page.locator("#keeper-table .tile").count() == 6
        page.click("#step-back")
        page.wait_for_selector("#keeper-table :text('2 / 3')")
        assert page.locator("#keeper-table .tile").count() == 3
        assert sideways(page) <= 0
        page.locator("#step").fill("3")
        page.wait_for_selector("#keeper-table :text('3 / 3')")
