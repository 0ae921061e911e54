"""Ten things that people do at a table, in a real Chromium, each with its number of taps."""

from collections.abc import Iterator
from typing import Any

import pytest

from tools.trials.browser_support import Browser, LiveSite, Watched
from tools.trials.waiting import wait_until
from tools.trials.web_support import OPENING, PIN


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveSite]:
    found = LiveSite(tmp_path_factory.mktemp("tasks"), "simulated")
    yield found
    found.stop()


def _start(site: LiveSite, *more: str) -> None:
    site.tell({"notice": [], "question": False, "camera": None, "called": False})
    site.tell({"start": ["Ann", "Bob"]})
    site.say(*OPENING.splitlines(), *more)


class Taps:
    """A finger that counts."""

    def __init__(self, watched: Watched) -> None:
        self.page, self.count = watched.page, 0

    def __call__(self, where: str) -> None:
        self.count += 1
        self.page.click(where)

    def done(self) -> int:
        found, self.count = self.count, 0
        return found


def test_ten_tasks_by_their_taps(browser: Browser, site: LiveSite) -> None:
    _start(site)
    with browser.page(site.address, 390, 844, is_mobile=True, has_touch=True) as watched:
        page, tap = watched.go("/"), Taps(watched)
        watched.sign_in_by_hand(PIN)
        tap("#seat-0 .die[data-face=k12]")
        page.wait_for_selector("#likely button")
        tap("#likely button:nth-child(1)")
        page.wait_for_selector("#seat-0 .die[data-face=k12]", state="detached")
        assert tap.done() == 2, "correct a die"
        tap("#undo")
        page.wait_for_selector("#toast >> text=Taken back")
        page.wait_for_selector("#seat-0 .die[data-face=k12]")
        assert tap.done() == 1, "undo"
        page.click("#toast-act")
        page.wait_for_selector("#seat-0 .die[data-face=k12]", state="detached")
        site.tell({"question": True})
        page.wait_for_selector("#table .die.asked")
        tap("#questions .face-button[data-face=k9]")
        wait_until(lambda: ["set_face", 7, "?", "k9", "Cleo"] in site.tell({})["asked"])
        assert tap.done() == 1, "answer a doubt"
        site.tell({"question": False})
        watched.desk("Pause")
        page.wait_for_selector("#resume")
        tap("#resume")
        page.wait_for_selector("#resume", state="detached")
        assert tap.done() == 1, "go on"
        tap("#call")
        page.wait_for_selector(".called")
        assert tap.done() == 1, "call the referee"
        with page.expect_download() as kept:
            tap(".desk-toggle")
            tap("#save-evidence")
        assert kept.value.suggested_filename == "match-1-entry-007.zip"
        assert tap.done() == 2, "save the evidence"
        tap("#preferences-button")
        tap("#languages >> text=Deutsch")
        page.wait_for_selector("html[lang=de] #status strong >> text=Ann legt")
        assert tap.done() == 2, "another language"


def test_a_win_fills_the_screen_and_a_rematch_is_one_tap(browser: Browser, site: LiveSite) -> None:
    _start(site)
    with browser.page(site.address, 390, 844, is_mobile=True) as watched:
        page, tap = watched.go("/"), Taps(watched)
        watched.sign_in_by_hand(PIN)
        site.say("score Bob 34 out")
        page.wait_for_selector("dialog.winning .won-score .leads >> text=Bob")
        assert page.locator("dialog.winning").bounding_box()["height"] >= 840
        site.say("round Bob")
        page.wait_for_selector("dialog.winning", state="detached")
        site.say("resign Ann")
        page.wait_for_selector("dialog.winning.over h2 >> text=Bob wins the match!")
        assert page.get_attribute("#score-1 .score-of", "aria-pressed") == "true", "the winner's"
        assert "round 2 of 6" in page.inner_text("#status")
        with page.expect_download() as kept:
            tap("#share-result")
        assert kept.value.suggested_filename == "turbo.png"
        tap.done()
        # A phone has a sheet of its own, in which the second tap chooses who gets it.
        page.evaluate(SHARES)
        tap("#share-result")
        page.wait_for_function("() => window.shared.length")
        assert page.evaluate("window.shared[0]") == ["turbo.png", "image/png"]
        assert tap.done() + 1 == 2, "share the result"
        tap("#rematch")
        page.wait_for_selector("dialog.winning", state="detached")
        page.wait_for_selector("#score-0 .total >> text=0")
        assert tap.done() == 1, "rematch"


def test_a_won_round_is_counted_die_by_die(browser: Browser, site: LiveSite) -> None:
    """What Bob has left is added up; whoever asked for less motion sees the sum at once."""
    table = "b3 b4 b5 b6 b7 / r3 . . . . / k3 . . . . | k9 r9 o9"
    for motion in ("no-preference", "reduce"):
        _start(site)
        with browser.page(site.address, 960, 540, reduced_motion=motion) as watched:
            page = watched.go("/tv", "#table .die")
            page.evaluate(NOTE_SUMS)
            site.say("correct Ann o7 o8 r* o9", f"table {table} | o7 o8 o9 r*")
            page.wait_for_selector(".won-left output >> text=34")
            page.wait_for_selector(".won-score .leads >> text=34")
            assert page.locator(".winning .die.fresh").count() == 4, "the set that won is lit"
            sums = page.evaluate("window.sums")
            assert sums == (["0", "12", "25", "29", "34"] if motion != "reduce" else ["34"])


SHARES = """() => {
  window.shared = [];
  navigator.canShare = ({ files }) => files.length === 1;
  navigator.share = async ({ files: [file] }) => { shared.push([file.name, file.type]); };
}"""

NOTE_SUMS = """() => {
  window.sums = [];
  new MutationObserver(() => {
    const sum = document.querySelector('.won-left output')?.textContent;
    if (sum && sums.at(-1) !== sum) sums.push(sum);
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""


def test_a_player_answers_where_the_referee_allowed_it(browser: Browser, site: LiveSite) -> None:
    _start(site)
    site.tell({"question": True})
    with browser.page(site.address) as watched, browser.page(site.address) as other:
        page = watched.go("/", "#questions .face-button")
        page.click("#questions .face-button[data-face=k6]")
        page.wait_for_selector("#pin")
        page.keyboard.press("Escape")
        other.go("/", "#table .die")
        other.sign_in_by_hand(PIN)
        other.desk("Let players answer doubts")
        other.page.wait_for_selector("#desk-always >> text=Only the referee", state="attached")
        page.click("#questions .face-button[data-face=k6]")
        wait_until(lambda: _was_told(site, "player"))
        site.tell({"question": False})


def _was_told(site: LiveSite, by: str) -> bool:
    asked: list[Any] = site.tell({})["asked"]
    return ["set_face", 7, "?", "k6", by] in asked


def test_a_new_match_with_names_is_three_taps(browser: Browser, site: LiveSite) -> None:
    _start(site)
    with browser.page(site.address) as watched:
        page, tap = watched.go("/"), Taps(watched)
        watched.sign_in_by_hand(PIN)
        tap(".desk-toggle")
        tap("#desk-always >> text=New match")
        page.fill("#player-0", "Ada")
        page.fill("#player-1", "Ben")
        tap("dialog button[type=submit]")
        page.wait_for_selector("#score-0 .who >> text=Ada")
        assert tap.done() == 3
