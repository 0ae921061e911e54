"""The stage in a real Chromium: nothing moves, nothing is lost, all is seen at every size."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tools.trials.browser_support import MOVING, SHIFTS, Browser, LiveSite
from tools.trials.web_support import OPENING, PIN

SIZES = [(360, 740), (768, 1024), (1280, 800), (1920, 1080)]
LOCALES = ["en-GB", "nl-NL", "fr-FR", "de-DE"]

SIX_FAULTS = "table b3 b4 b5 b6 / r3 . . . / k3 . . . | k9 r9 | o7 o8 | k12"
"""A play that breaks six rules at once: dice gone, dice that touch, one that lies alone."""

NOTICES = [
    [],
    ["camera-lost"],
    ["out-of-step"],
    ["was-it-cocked", "Bob", "Ann", "k8"],
    ["table-die-turned", "b5", "r8"],
]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveSite]:
    found = LiveSite(tmp_path_factory.mktemp("stage"), "simulated")
    yield found
    found.stop()


def _start(site: LiveSite, *more: str) -> None:
    site.tell({"notice": []})
    site.tell({"start": ["Ann", "Bob"]})
    site.say(*OPENING.splitlines(), *more)


def _settled(page: Any) -> None:
    page.wait_for_selector("#table .die")
    page.wait_for_timeout(500)


def test_focus_survives_a_hundred_states(browser: Browser, site: LiveSite) -> None:
    """And the region that is read aloud is not touched by states that say nothing new."""
    _start(site)
    with browser.page(site.address) as watched:
        watched.sign_in(PIN)
        page = watched.go("/")
        page.focus("#desk button:has-text('Hand over')")
        page.wait_for_timeout(600)
        page.evaluate(
            "() => { window.held = document.activeElement; window.read = 0;"
            " const box = document.querySelector('#message');"
            " const all = { subtree: true, childList: true, characterData: true };"
            " new MutationObserver(() => { read += 1; }).observe(box, all); }"
        )
        for number in range(100):
            site.tell({"settled": number % 2 == 0})
        page.wait_for_timeout(400)
        assert page.evaluate("document.activeElement === held && held.isConnected")
        assert page.evaluate("read") == 0


def test_no_press_is_lost_between_states(browser: Browser, site: LiveSite) -> None:
    """100 presses at random moments, the button held as a finger does, while states come twenty
    times a second: each is heard. Two of five are held while a state comes."""
    _start(site)
    chance = random.Random(26)
    with browser.page(site.address, **MOVING) as watched:
        watched.sign_in(PIN)
        page = watched.go("/")
        page.wait_for_selector(".desk-toggle")
        page.evaluate(
            "() => { window.heard = 0; document.querySelector('.desk-toggle')"
            ".addEventListener('click', () => { heard += 1; }); }"
        )
        site.tell({"flood": True})
        try:
            box = page.locator(".desk-toggle").bounding_box()
            page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            for _ in range(100):
                page.mouse.down()
                page.wait_for_timeout(chance.uniform(1, 40))
                page.mouse.up()
        finally:
            site.tell({"flood": False})
        assert page.evaluate("heard") == 100


def test_nothing_moves_while_a_match_is_played(browser: Browser, site: LiveSite) -> None:
    """Rulings, faults, a lost camera and its return, a question: the layout stays as it is."""
    _start(site)
    with browser.page(site.address, 1280, 800, **MOVING) as watched:
        watched.page.add_init_script(SHIFTS)
        page = watched.go("/")
        _settled(page)
        page.evaluate("window.shift = 0")
        site.say(SIX_FAULTS)
        for notice in NOTICES:
            site.tell({"notice": notice})
            page.wait_for_timeout(150)
        site.tell({"notice": []})
        site.say("pass", "throw Bob r12 b12 o4 r5", "pass")
        page.wait_for_timeout(400)
        assert page.evaluate("window.shift") < 0.02
        watched.sign_in_by_hand(PIN)
        page.wait_for_selector("#desk button")
        page.evaluate("window.shift = 0")
        site.tell({"question": True})
        page.wait_for_selector("#questions .face-button")
        page.wait_for_timeout(400)
        ends, begins = (page.locator(one).bounding_box() for one in (".message", "#desk .desk-now"))
        assert ends["y"] + ends["height"] <= begins["y"], "what can be done lies on nothing else"
        assert page.evaluate("window.shift") < 0.02
        page.set_viewport_size({"width": 768, "height": 1024})
        page.wait_for_timeout(200)
        box = page.locator("#desk .desk-now").bounding_box()
        assert box["y"] + box["height"] <= 1024, "on a tablet neither"
        site.tell({"question": False})


REGIONS = ("#score-0", "#score-1", "#status", "#table", ".message", "#actions")

IN_VIEW = """
  (ids) => ids.filter((id) => {
    const box = document.querySelector(id).getBoundingClientRect();
    return box.width < 1 || box.left < -1 || box.top < -1 || box.right > innerWidth + 1
      || box.bottom > innerHeight + 1;
  })
"""

DICE_IN_FELT = """
  () => {
    const felt = document.querySelector('#table').getBoundingClientRect();
    return [...document.querySelectorAll('#table .die .body')].every((die) => {
      const box = die.getBoundingClientRect();
      return box.left >= felt.left && box.right <= felt.right && box.top >= felt.top
        && box.bottom <= felt.bottom;
    });
  }
"""


@pytest.mark.sampled(5)  # each size and each language once
@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_whole_table_is_seen_whatever_is_said(
    browser: Browser, site: LiveSite, width: int, height: int, locale: str
) -> None:
    _start(site, SIX_FAULTS)
    with browser.page(site.address, width, height, locale=locale) as watched:
        watched.sign_in(PIN)
        page = watched.go("/")
        _settled(page)
        for notice in NOTICES:
            site.tell({"notice": notice})
            page.wait_for_timeout(150)
            assert page.evaluate(IN_VIEW, list(REGIONS)) == [], notice
            assert page.evaluate(DICE_IN_FELT), notice
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.sampled(3)
@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(("width", "height"), [*SIZES, (3840, 2160)])
def test_the_television_keeps_its_felt(
    browser: Browser, site: LiveSite, width: int, height: int, locale: str
) -> None:
    """Six faults in German had left it 77 pixels, and on an upright phone it was gone."""
    _start(site, SIX_FAULTS)
    with browser.page(site.address, width, height, locale=locale) as watched:
        page = watched.go("/tv")
        _settled(page)
        felt = page.locator("#table").bounding_box()
        assert felt["height"] >= 0.3 * height
        assert page.evaluate(DICE_IN_FELT)
        assert page.evaluate("document.documentElement.scrollHeight") <= height


def test_dice_are_never_smaller_than_a_finger_on_a_phone(browser: Browser, site: LiveSite) -> None:
    _start(site)
    with browser.page(site.address, 360, 740, is_mobile=True, has_touch=True) as watched:
        page = watched.go("/")
        _settled(page)
        for where in ("#table", "#seat-0"):
            sizes = page.eval_on_selector_all(
                f"{where} .die .ring", "all => all.map(one => one.getBoundingClientRect().width)"
            )
            assert sizes and min(sizes) >= 43.5, where


def test_badges_of_faults_never_cover_each_other(browser: Browser, site: LiveSite) -> None:
    _start(site, "table b3 b4 b5 b6 b8 / r3 . . . k9 / k3 . . . r9")
    with browser.page(site.address) as watched:
        page = watched.go("/")
        _settled(page)
        boxes = page.eval_on_selector_all(
            ".fault-badge circle",
            "all => all.map(one => one.getBoundingClientRect()).map(b => [b.x, b.y, b.width])",
        )
        assert len(boxes) >= 2
        for at, (x, y, wide) in enumerate(boxes):
            for ox, oy, _ in boxes[at + 1 :]:
                assert abs(x - ox) >= 0.9 * wide or abs(y - oy) >= 0.9 * wide


def test_a_picture_that_stands_still_says_so(browser: Browser, site: LiveSite) -> None:
    """'Dice seen' and the running clock had stayed as if the camera still saw."""
    _start(site)
    site.tell({"camera": True})
    with browser.page(site.address) as watched:
        watched.sign_in(PIN)
        page = watched.go("/")
        # One picture was given and no more: how soon it is old depends on no clock of the test.
        page.wait_for_selector(".camera-words >> text=The picture stands still")
        assert page.inner_text("#elapsed") == ""
        site.tell({"camera": None})  # the same picture again would be no news
        site.tell({"camera": True})
        page.wait_for_selector(".camera-words >> text=2 dice seen")


def test_a_tap_without_a_connection_opens_the_sheet_and_says_why(
    browser: Browser, site: LiveSite
) -> None:
    _start(site)
    with browser.page(site.address) as watched:
        watched.sign_in(PIN)
        page = watched.go("/")
        watched.allowed = ("ERR_FAILED",)
        page.route("**/api/match/likely*", lambda route: route.abort())
        page.click("#table .die[data-face=b3]")
        page.wait_for_selector("dialog .pad, dialog details")
        page.wait_for_selector("#toast >> text=cannot be reached")


def test_a_face_is_named_by_keys_alone(browser: Browser, site: LiveSite) -> None:
    _start(site)
    with browser.page(site.address) as watched:
        watched.sign_in(PIN)
        page = watched.go("/")
        page.focus("#seat-0 .die[data-face=k12]")
        page.keyboard.press("Enter")
        page.wait_for_selector("#likely button")
        page.keyboard.type("k13")
        page.wait_for_selector("#seat-0 .die[data-face=k13]")


def test_the_live_page_is_light(browser: Browser, site: LiveSite) -> None:
    """At most twelve requests and 60 kB until the table is drawn, and a moment after; also at the
    end of an evening on which the audit found much, all of which had been told at once."""
    for _ in range(100):
        site.tell({"notice": ["die-swapped", "b3", "k7"]})
    _start(site)
    site.tell({"camera": None})
    with browser.page(site.address, is_cold=True) as watched:
        asked: list[str] = []
        watched.page.on("request", lambda request: asked.append(request.url))
        page = watched.go("/")
        page.wait_for_timeout(500)
        sizes = page.evaluate(
            "[...performance.getEntriesByType('resource'),"
            " ...performance.getEntriesByType('navigation')].map(one => one.transferSize)"
        )
        assert len(asked) <= 12, asked
        assert sum(sizes) <= 60_000, sum(sizes)


FLOWN = """() => {
  window.flown = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (steps, how) {
    flown.push([this.tagName, this.parentElement.className, steps[0].transform.split("(")[0]]);
    return animate.call(this, steps, how);
  };
}"""
AT_REST = (
    "() => !document.querySelector('.sky > div')"
    " && [...document.querySelectorAll('.stage .die')].every((one) => !one.style.opacity)"
)


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_dice_slide_in_layers_of_their_own(browser: Browser, site: LiveSite, motion: str) -> None:
    """The drawing itself is not touched while they slide, and in the end nothing is left of it."""
    _start(site)
    with browser.page(site.address, reduced_motion=motion) as watched:
        page = watched.go("/")
        _settled(page)
        page.evaluate(FLOWN)
        for table in ("b3 b4 b5 b6 | k9 r9 o9", "k9 r9 o9 | b3 b4 b5 b6"):
            site.tell({"say": f"table {table}"})
        page.wait_for_selector("#table .dice:has([data-face=k9])")
        if motion == "reduce":
            page.wait_for_timeout(300)
            assert page.evaluate("flown") == []
            return
        page.wait_for_function("flown.length > 0")
        page.wait_for_function(AT_REST)
        assert {tuple(one) for one in page.evaluate("flown")} == {("DIV", "sky", "translate")}
