"""A whole match by keyboard alone, in a real Chromium: no mouse, no finger, and the focus is never
lost."""

from pathlib import Path
from typing import Any

from tools.trials.browser_support import Browser, LiveSite
from tools.trials.web_support import PIN

MOST_TABS = 200
"""More than any page has places to stop at."""
ROUNDS = 2
"""One that is played, one that is started by hand; each further one would be the second again."""


WORDS = """() => {
  const held = document.activeElement;
  if (!held || ["BODY", "MAIN", "DIALOG", "OL"].includes(held.tagName)) return "";
  return `${held.textContent} ${held.getAttribute("aria-label") ?? ""}`;
}"""


def _to(page: Any, words: str) -> None:
    """Tab on until what has the focus says these words."""
    for _ in range(MOST_TABS):
        if words in page.evaluate(WORDS):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no key leads to {words!r}")


def _press(page: Any, words: str) -> None:
    _to(page, words)
    page.keyboard.press("Enter")


def _field(page: Any, name: str, text: str) -> None:
    for _ in range(MOST_TABS):
        if page.evaluate("document.activeElement?.id") == name:
            page.keyboard.press("Control+A")
            page.keyboard.type(text)
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no key leads to {name!r}")


def test_a_whole_match_by_keyboard_alone(browser: Browser, tmp_path: Path) -> None:
    """Sign in, choose, start, throw, correct a face, pass, and enter scores until somebody has
    won."""
    site = LiveSite(tmp_path)
    with browser.page(site.address) as watched:
        page = watched.go("/", "#welcome")
        _press(page, "Sign in")
        _field(page, "pin", PIN)
        _field(page, "name", "Cleo")
        page.keyboard.press("Enter")
        page.wait_for_selector("body[data-role=referee]")
        _press(page, "New match")
        _field(page, "player-0", "Ann")
        _field(page, "player-1", "Bob")
        _press(page, "Options")
        _field(page, "rounds", str(ROUNDS))
        page.keyboard.press("Enter")
        page.wait_for_selector("#status strong >> text=Ann throws")
        page.wait_for_selector("#desk button:has-text('Enter the throw')")
        _press(page, "Enter the throw")
        page.wait_for_selector("dialog .pad")
        for face in ("black 1", "black 2", "black 4", "red 1", "red 3", "red 5", "blue 7"):
            _press(page, face)
        for face in ("blue 9", "orange 11"):
            _press(page, face)
        page.keyboard.press("Tab")
        for _ in range(MOST_TABS):
            if page.evaluate("document.activeElement?.type") == "submit":
                break
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.wait_for_selector("#status strong >> text=Ann plays")
        _to(page, "orange 11")
        page.keyboard.press("Enter")
        page.wait_for_selector("dialog #likely button")
        page.keyboard.type("o12")
        page.wait_for_selector("#seat-0 .die[data-face=o12]")
        _press(page, "Pass")
        page.wait_for_selector("#status strong >> text=Bob throws")
        for number in range(ROUNDS):
            if number:
                page.wait_for_selector("#desk button:has-text('Start the round')")
                _press(page, "Start the round")
                page.wait_for_selector("#status strong >> text=throws")
            if page.get_attribute(".desk-toggle", "aria-expanded") == "false":
                _press(page, page.inner_text(".desk-toggle"))
            _press(page, "Enter the score")
            _field(page, "points", "7")
            page.keyboard.press("Enter")
            # Who has won is shown as soon as that is loaded: a round that was won makes room by
            # itself; the match waits for who wants another.
            page.wait_for_selector("dialog.winning")
            page.wait_for_selector("dialog:not(.winning)", state="detached")
            if number < ROUNDS - 1:
                page.wait_for_selector("dialog", state="detached")
            page.wait_for_selector(f".card tbody tr:nth-child({number + 1}) td.white >> text=7")
        page.wait_for_selector("#status strong >> text=Ann")
        assert page.evaluate("document.activeElement !== null")
        _to(page, "Rematch")
    site.stop()
