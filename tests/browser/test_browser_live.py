"""The dashboard in a real Chromium: a whole match watched, dice set right, doubts, reconnection."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tools.trials.browser_support import Browser, LiveSite
from tools.trials.web_support import OPENING, PIN
from turbo.game.record import Record
from turbo.storage.history import judge_record
from turbo.twin.event_match import EventMatch
from turbo.twin.habits import Skill

TABLE = "table b3 b4 b5 b6 b7 / r3 . . . . / k3 . . . . | k9 r9 o9 | o7 o8"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveSite]:
    found = LiveSite(tmp_path_factory.mktemp("live"))
    yield found
    found.stop()


def _start(site: LiveSite, statements: str = OPENING) -> None:
    site.tell({"start": ["Ann", "Bob"]})
    site.say(*statements.splitlines())


def _faces(page: Any, where: str) -> list[str]:
    found: list[str] = page.eval_on_selector_all(
        f"{where} .die", "dice => dice.map(die => die.dataset.face)"
    )
    return found


MISCHIEF = ("wrong-run", "lone-die", "leave-touching", "turn-die", "add-die", "take-back")


def test_a_whole_match_is_watched(browser: Browser, site: LiveSite) -> None:
    """Six rounds of the twin's players, with mischief of each kind, told as events: the page
    follows without a reload, and ends with the score that the twin's own ledger has."""
    played = EventMatch(44, Skill.GOOD, 0.2, MISCHIEF).play()
    text = str(played.record)
    truth = judge_record(Record.parse(text))
    assert played.ledger.differences(truth.match) == []
    site.tell({"start": list(played.players)})
    with browser.page(site.address) as watched:
        page = watched.go("/", "#status strong")
        page.evaluate("window.notReloaded = true")
        for number, (line, judged) in enumerate(
            zip(text.splitlines()[1:], truth.judged, strict=True), 1
        ):
            site.say(line)
            if number % 6 == 0:
                page.wait_for_function(
                    "([total, other]) => {"
                    " const found = document.querySelectorAll('.score-of .total');"
                    " return found[0]?.textContent === total && found[1]?.textContent === other; }",
                    arg=[str(total) for total in judged.match.totals],
                )
                if judged.match.round is not None and judged.ruling.verdict == "accepted":
                    page.wait_for_function(
                        "count => document.querySelectorAll('#table .die').length === count",
                        arg=len(judged.match.round.table.dice),
                    )
        winner = truth.match.winner or ""
        page.wait_for_function(
            "name => document.querySelector('#status strong').textContent.includes(name)",
            arg=winner,
        )
        page.wait_for_function(
            "totals => [...document.querySelectorAll('table.card tfoot td')]"
            ".map(cell => +cell.innerText).join() === totals",
            arg=",".join(map(str, truth.match.totals)),
        )
        grey = page.eval_on_selector_all("table.card td.grey", "all => all.map(x => x.innerText)")
        assert [int(one) for one in grey[-2:]] == list(truth.match.totals)
        assert page.evaluate("window.notReloaded")


def test_a_misread_die_is_corrected_by_tapping(browser: Browser, site: LiveSite) -> None:
    _start(site)
    site.say(TABLE + " k12")
    with browser.page(site.address) as watched:
        page = watched.go("/", ".ruling.rejected")
        assert page.locator(".fault").count() == 1
        assert "neither a group nor a run" in page.inner_text("#ruling")
        watched.sign_in_by_hand(PIN)
        page.click("#table .die[data-face=k12]")
        page.wait_for_selector("#likely")
        first = page.eval_on_selector_all("#likely button", "all => all.map(x => x.dataset.face)")
        assert {"o6", "o9"} & set(first[:2]), first
        page.click("dialog summary")
        page.click("dialog .pad button[data-face='r*']")
        page.wait_for_selector(".ruling.accepted")
        assert page.locator(".fault").count() == 0
        joker = page.get_attribute("#table .die[data-face='r*']", "aria-label")
        assert joker is not None and joker.startswith("joker = orange")
        page.click("#log-panel summary")
        page.wait_for_selector("#log li")
        assert "Cleo" in page.inner_text("#log li >> nth=0")


CONTRAST = """
  (where) => {
    const parts = (text) => text.match(/[\\d.]+/g).map(Number);
    const over = ([r, g, b, a = 1], below) =>
      [r, g, b].map((one, at) => one * a + below[at] * (1 - a));
    const light = (rgb) => {
      const [r, g, b] = rgb.map((one) => one / 255)
        .map((one) => (one <= .04045 ? one / 12.92 : ((one + .055) / 1.055) ** 2.4));
      return .2126 * r + .7152 * g + .0722 * b;
    };
    const fill = (name) => getComputedStyle(document.querySelector(`${where} ${name}`)).fill;
    const ground = parts(getComputedStyle(document.querySelector(where)).backgroundColor);
    const below = over(parts(fill(".adding")), ground.slice(0, 3));
    const sign = over(parts(fill(".adding-sign")), below);
    const [dark, bright] = [light(sign), light(below)].sort((a, b) => a - b);
    return (bright + .05) / (dark + .05);
  }
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_plus_of_a_hand_is_seen(browser: Browser, site: LiveSite, scheme: str) -> None:
    """It had been white on cream. 3:1 is what a sign needs (WCAG 1.4.11)."""
    _start(site)
    with browser.page(site.address, color_scheme=scheme) as watched:
        watched.sign_in(PIN)
        page = watched.go("/")
        watched.desk("Correct dice")
        page.wait_for_selector("#seat-0 .adding-sign")
        assert page.evaluate(CONTRAST, "#seat-0") >= 3


def test_a_die_is_added_and_removed(browser: Browser, site: LiveSite) -> None:
    _start(site, "round Ann\nthrow Ann b3 b4 b5 r3 k3 o7 o8 r* k12\ntable b3 b4 b5")
    with browser.page(site.address) as watched:
        watched.sign_in(PIN)
        page = watched.go("/")
        watched.desk("Correct dice")
        page.locator("#table .adding").first.click(force=True)
        page.wait_for_selector("#likely")
        page.click("dialog summary")
        page.click("dialog .pad button[data-face='r*']")
        page.wait_for_function("() => document.querySelectorAll('#table .die').length === 4")
        page.click("#table .die[data-face='r*']")
        page.click("text=There is no such die")
        page.wait_for_function("() => document.querySelectorAll('#table .die').length === 3")


def test_undo_back_to_an_earlier_point(browser: Browser, site: LiveSite) -> None:
    _start(site)
    with browser.page(site.address) as watched:
        page = watched.go("/")
        assert len(_faces(page, "#table")) == 10
        watched.sign_in_by_hand(PIN)
        page.click("#undo")
        page.wait_for_function(
            "() => document.querySelector('#status strong').innerText == 'Ann throws'"
        )
        page.click("#log-panel summary")
        page.wait_for_selector("#log li[data-entry='4']")
        page.locator("#log li[data-entry='4'] button", has_text="Back to before this").click()
        page.locator("dialog button", has_text="Back to before this").click()
        page.wait_for_function("() => document.querySelectorAll('#table .die').length === 5")
        assert page.inner_text("#status strong") == "Bob throws"


def test_overruling_with_a_reason(browser: Browser, site: LiveSite) -> None:
    _start(site)
    site.say(TABLE)
    with browser.page(site.address) as watched:
        watched.sign_in(PIN)
        page = watched.go("/", ".ruling.rejected")
        page.click("#desk >> text=Accept all the same")
        page.fill("#reason", "both agree")
        page.click("dialog button[type=submit]")
        page.wait_for_selector(".ruling.accepted")
        assert "both agree" in page.inner_text("#ruling")


def test_a_doubt_is_answered(browser: Browser, site: LiveSite) -> None:
    _start(site, "round Ann\nthrow Ann b3 b4 b5 ? k3 o7 o8 r* k12")
    with browser.page(site.address) as watched:
        page = watched.go("/", "#questions:not([hidden]) button")
        assert "die 4 from the left" in page.inner_text("#message")
        assert page.locator("#seat-0 .die.doubtful").count() == 1
        watched.sign_in_by_hand(PIN)
        page.click("#questions >> text=Choose the face")
        page.click("dialog summary")
        page.click("dialog .pad button[data-face=k9]")
        page.wait_for_selector("#questions", state="hidden")
        page.wait_for_selector(".ruling.accepted")
        assert _faces(page, "#seat-0")[3] == "k9"


def test_a_match_is_kept_by_hand(browser: Browser, tmp_path: Path) -> None:
    """Without a camera: start, throw by tapping faces, lay, pass, score, end."""
    site = LiveSite(tmp_path)
    with browser.page(site.address) as watched:
        watched.sign_in(PIN)
        page = watched.go("/", "#welcome:not([hidden]) button")
        page.click("#welcome button")
        page.fill("#player-0", "Ada")
        page.fill("#player-1", "Ben")
        page.click("dialog button[type=submit]")
        page.wait_for_selector("#live:not([hidden])")
        page.click("#desk >> text=Enter the throw")
        for face in ("b3", "b4", "b5", "k1", "k2", "r9", "o9", "o12", "r1"):
            page.click(f"dialog .pad button[data-face={face}]")
        page.click("dialog button[type=submit]")
        page.wait_for_selector("text=Ada plays")
        page.click("#desk >> text=Hand over")
        page.fill("#layout", "b3 b4 b5")
        page.wait_for_selector("dialog .die")
        page.click("dialog button[type=submit]")
        page.wait_for_selector("text=Ben throws")
        assert _faces(page, "#table") == ["b3", "b4", "b5"]
        watched.desk("Enter the score")
        page.fill("#points", "42")
        page.click("dialog button[type=submit]")
        page.wait_for_selector("text=Ben starts the next round")
        assert "42" in page.inner_text("table.card")
    site.stop()


def test_it_connects_again_after_the_server_was_killed(browser: Browser, tmp_path: Path) -> None:
    site = LiveSite(tmp_path)
    _start(site)
    with browser.page(site.address) as watched:
        watched.allowed = (
            "ERR_CONNECTION_REFUSED",
            "ERR_INCOMPLETE_CHUNKED",
            "ERR_CONNECTION_RESET",
        )
        watched.allowed += ("ERR_EMPTY_RESPONSE",)
        page = watched.go("/")
        page.evaluate("window.notReloaded = true")
        site.stop()
        page.wait_for_selector("#connection:not([hidden])")
        assert "trying again" in page.inner_text("#connection")
        site.start()
        page.wait_for_selector("#connection", state="hidden")
        site.say("pass")
        page.wait_for_selector("text=Bob throws")
        assert len(_faces(page, "#table")) == 10
        assert page.evaluate("window.notReloaded")
    site.stop()


def test_a_simulated_table_says_so_everywhere(browser: Browser, tmp_path: Path) -> None:
    site = LiveSite(tmp_path, "simulated")
    _start(site)
    site.tell({"camera": True})
    site.tell({"question": True})
    with browser.page(site.address) as watched:
        page = watched.go("/", "#simulated:not([hidden])")
        assert "SIMULATED TABLE" in page.inner_text("#simulated").upper()
        page.wait_for_selector(".camera-words >> text=PIN")
        assert page.locator(".camera-frame").count() == 0
        watched.sign_in_by_hand(PIN)
        page.wait_for_selector(".camera-frame .seen.doubtful")
        assert page.locator(".camera-frame .seen").count() == 2
        assert "k6/k9?" in page.inner_html(".camera-frame svg")
        page.click("#questions .face-button[data-face=k9]")
        page.wait_for_timeout(300)
        assert ["set_face", 7, "?", "k9", "Cleo"] in site.tell({})["asked"]
        for path in ("/tv", "/history", "/statistics", "/setup", "/rules"):
            watched.go(path, "#simulated:not([hidden])")
        page.goto(site.address + "/setup")
        page.wait_for_selector("#meters meter")
    site.stop()


def test_a_viewer_who_taps_is_asked_to_sign_in(browser: Browser, site: LiveSite) -> None:
    _start(site)
    with browser.page(site.address) as watched:
        page = watched.go("/")
        assert page.is_hidden("#desk")
        page.click("#table .die[data-face=b3]")
        page.wait_for_selector("#pin")
        watched.allowed = ("401",)
        page.fill("#pin", "000000")
        page.click("dialog button[type=submit]")
        page.wait_for_selector("text=This PIN is wrong")
        assert page.is_hidden("#desk")


def test_the_keyboard_is_enough(browser: Browser, site: LiveSite) -> None:
    _start(site)
    with browser.page(site.address) as watched:
        watched.sign_in(PIN)
        page = watched.go("/")
        page.focus("#seat-0 .die[data-face=k12]")
        page.keyboard.press("Enter")
        page.wait_for_selector("#likely button")
        page.focus("#likely button >> nth=0")
        chosen = page.get_attribute("#likely button >> nth=0", "data-face")
        page.keyboard.press("Enter")
        page.wait_for_selector(f"#seat-0 .die[data-face='{chosen}']")
