"""A puzzle solved by hand in a real Chromium: with keys, and dragged with a mouse."""

from collections.abc import Iterator
from typing import Any

import pytest

from tools.trials.browser_support import Browser, LiveSite
from tools.trials.web_support import Site

DAY = "2026-11-19"
"""Its first level: the black 13 takes the joker's place, and the joker lies with two 2s."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveSite]:
    folder = tmp_path_factory.mktemp("puzzled")
    before = Site(folder)
    before.import_evening()
    before.store.close()
    found = LiveSite(folder)
    yield found
    found.stop()


def chosen(page: Any) -> Any:
    page.fill("#day", DAY)
    page.wait_for_selector(".puzzle:has-text('Free the joker') .die[data-face=k13]")
    return page.locator(".puzzle").first


def drag_to_joker(page: Any, face: str) -> None:
    """A die dragged to where the joker lies: both change places."""
    die, joker = (
        page.locator(f"dialog .editor [data-face='{one}']").first.bounding_box()
        for one in (face, "k*")
    )
    page.mouse.move(die["x"] + die["width"] / 2, die["y"] + die["height"] / 2)
    page.mouse.down()
    page.mouse.move(joker["x"] + joker["width"] / 2, joker["y"] + joker["height"] / 2, steps=6)
    page.mouse.up()


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 800)], ids=["phone", "desk"])
def test_a_puzzle_is_solved_by_hand(
    browser: Browser, site: LiveSite, width: int, height: int
) -> None:
    with browser.page(site.address, width, height) as watched:
        page = watched.go("/puzzles", ".puzzle .die")
        first = chosen(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        first.get_by_role("button", name="Solve").click()
        drag_to_joker(page, "k13")
        page.wait_for_selector("dialog [data-face='k*'][data-zone='0']")
        page.click("#ask-referee")
        # The referee says what is missing: a joker never goes to a hand.
        page.wait_for_selector("#answered:has-text('joker')")
        for face in ("o2", "k2", "k*"):
            page.locator(f"dialog .editor [data-face='{face}']").first.focus()
            page.keyboard.press("ArrowUp")
            page.wait_for_selector(f"dialog [data-face='{face}'][data-zone='table']")
        page.click("#ask-referee")
        page.wait_for_selector("#answered:has-text('Solved!')")
        page.get_by_role("button", name="Close").click()
        assert page.locator(".puzzle.is-solved").count() == 1


TILE_DAY = "2026-11-20"
"""Jumbo's tiles, first level: the black 2 takes the joker's place, which lies with two 4s."""


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 800)], ids=["phone", "desk"])
def test_a_puzzle_of_tiles_is_solved_by_hand(
    browser: Browser, site: LiveSite, width: int, height: int
) -> None:
    with browser.page(site.address, width, height) as watched:
        page = watched.go("/puzzles", ".puzzle .die")
        page.select_option("#edition", "original-jumbo")
        page.fill("#day", TILE_DAY)
        page.wait_for_selector(".puzzle:has-text('tiles') [data-face=k2]")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.locator(".puzzle").count() == 3
        assert "edition=original-jumbo" in str(page.get_attribute("#print", "href"))
        page.locator(".puzzle").first.get_by_role("button", name="Solve").click()
        drag_to_joker(page, "k2")
        page.wait_for_selector("dialog [data-face='k*'][data-zone='0']")
        page.click("#ask-referee")
        page.wait_for_selector("#answered:has-text('joker')")
        for face in ("k4", "k*", "o4"):
            page.locator(f"dialog .editor [data-zone='0'][data-face='{face}']").focus()
            # Up to the last row of the table, where nothing lies.
            page.keyboard.press("ArrowUp")
        page.wait_for_selector("dialog .editor:not(:has([data-zone='0']))")
        page.click("#ask-referee")
        page.wait_for_selector("#answered:has-text('Solved!')")
        page.get_by_role("button", name="Close").click()
        assert page.locator(".puzzle.is-solved").count() == 1


def test_a_match_has_its_own(browser: Browser, site: LiveSite) -> None:
    with browser.page(site.address) as watched:
        page = watched.go("/puzzles", ".puzzle .die")
        page.select_option("#match", "1")
        page.wait_for_selector(".puzzle a[href^='/history/1#']")
        page.locator(".puzzle summary").first.click()
        assert page.locator(".puzzle details[open] .die").count() > 3
