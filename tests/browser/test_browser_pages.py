"""All pages in a real Chromium: sizes, languages, replay, exports, and an accessibility check."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.trials.browser_support import (
    Browser,
    LiveSite,
    findings,
    findings_by_day_and_night,
)
from tools.trials.web_support import OPENING, PIN, Site

FAULT = "table b3 b4 b5 b6 b7 / r3 . . . . / k3 . . . . | k9 r9 o9 | o7 o8 k12"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveSite]:
    folder = tmp_path_factory.mktemp("pages")
    before = Site(folder)
    before.import_evening()
    before.store.close()
    found = LiveSite(folder)
    found.tell({"start": ["Ann", "Bob"]})
    found.say(*OPENING.splitlines(), FAULT)
    yield found
    found.stop()


PAGES = [
    ("/", "#table .die"),
    ("/tv", ".die"),
    ("/history", ".match"),
    ("/history/1", "#ruling .sentence"),
    ("/people", ".person"),
    ("/puzzles", ".puzzle .die"),
    ("/statistics", ".plot svg"),
    ("/setup", ".picture svg"),
    ("/rules", "[data-rule=end] svg"),
    ("/rules?edition=special", "[data-rule=tile-score] .die"),
    ("/doctor", "#doctor p"),
    ("/camera", "#words[data-said=unwanted]"),
    ("/trust", "h1"),
    ("/developers", ".operations summary"),
]


def test_every_page_fits_a_phone_and_has_no_finding_of_the_accessibility_check(
    browser: Browser, site: LiveSite, axe: str
) -> None:
    with browser.page(site.address, bypass_csp=True) as watched:
        for path, wait_for in PAGES:
            watched.page.set_viewport_size({"width": 360, "height": 740})
            page = watched.go(path, wait_for)
            assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
            page.set_viewport_size({"width": 1366, "height": 850})
            page.wait_for_timeout(600)
            assert findings_by_day_and_night(page, axe) == [], path


def test_dialogs_and_the_desk_are_accessible_too(
    browser: Browser, site: LiveSite, axe: str
) -> None:
    with browser.page(site.address, bypass_csp=True) as watched:
        page = watched.go("/")
        page.click("#sign-button")
        page.wait_for_timeout(300)
        assert findings(page, axe) == []
        page.keyboard.press("Escape")
        watched.sign_in_by_hand(PIN)
        page.click("#log-panel summary")
        page.wait_for_selector("#log li")
        assert findings(page, axe) == []
        page.click("#table .die[data-face=k12]")
        page.wait_for_selector("#likely")
        page.wait_for_timeout(300)
        assert findings(page, axe) == []


def test_a_phone_shows_ruling_and_table_and_dice_can_be_touched(
    browser: Browser, site: LiveSite
) -> None:
    with browser.page(site.address, 360, 740, is_mobile=True, has_touch=True) as watched:
        page = watched.go("/")
        box = page.locator("#ruling").bounding_box()
        assert box["y"] + box["height"] < 740
        die = page.locator("#table .die .body").first.bounding_box()
        assert die["width"] >= 24
        page.locator("#table .die").first.tap()
        page.wait_for_selector("#pin")


def test_a_television_reads_from_three_metres(browser: Browser, site: LiveSite) -> None:
    """Letters of a fortieth of the picture's height and more: on a screen of 60 cm height that is
    15 mm, well above the 9 mm that a good eye needs. Nothing scrolls, nothing can be pressed."""
    with browser.page(site.address) as watched:
        page = watched.go("/tv")
        assert page.locator("button, input, a").count() == 0
        for width, height in ((1920, 1080), (1280, 720), (3840, 2160)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollHeight") <= height
            sizes = page.evaluate(
                "['.message .sentence', '.status strong', '.tv-player .who'].map(one =>"
                " parseFloat(getComputedStyle(document.querySelector(one)).fontSize))"
            )
            assert min(sizes) >= 0.025 * height, sizes
            die = page.locator("#table .die .body").first.bounding_box()
            assert die["height"] >= 0.06 * height


def test_the_overlay_is_see_through(browser: Browser, site: LiveSite) -> None:
    with browser.page(site.address, 1280, 720) as watched:
        page = watched.go("/tv?overlay=1", ".who")
        colour = "getComputedStyle(document.body).backgroundColor"
        assert page.evaluate(colour) == "rgba(0, 0, 0, 0)"
        assert page.is_hidden("#table") and page.is_visible("#message .message")


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        ("nl-NL", "Afgekeurd"),
        ("fr-FR", "Refusé"),
        ("de-DE", "Abgelehnt"),
        ("fi-FI", "Not accepted"),
    ],
)
def test_the_browser_chooses_the_language(
    browser: Browser, site: LiveSite, locale: str, words: str
) -> None:
    with browser.page(site.address, locale=locale) as watched:
        page = watched.go("/", ".ruling.rejected")
        assert words in page.inner_text("#ruling")


def test_a_language_can_be_chosen(browser: Browser, site: LiveSite) -> None:
    with browser.page(site.address) as watched:
        page = watched.go("/", ".ruling.rejected")
        page.click("footer >> text=Nederlands")
        page.wait_for_selector("html[lang=nl]")
        page.wait_for_selector("text=Afgekeurd")


def test_the_replay_moves_by_slider_and_keys_and_plays(browser: Browser, site: LiveSite) -> None:
    with browser.page(site.address) as watched:
        page = watched.go("/history/1", "#ruling .sentence")
        assert "Ann starts the round" in page.inner_text("#ruling")
        page.focus("#step")
        for _ in range(11):
            page.keyboard.press("ArrowRight")
        assert page.inner_text("#where").startswith("step 12 of")
        assert "move them apart" in page.inner_text("#ruling")
        assert page.locator("#table .fault").count() == 1
        page.keyboard.press("End")
        assert "wins the match" in page.inner_text("#ruling")
        page.click("#first")
        page.click("#play")
        page.wait_for_function("() => document.querySelector('#step').value > 0")


def test_the_replay_shows_what_could_have_been_played(browser: Browser, site: LiveSite) -> None:
    with browser.page(site.address) as watched:
        page = watched.go("/history/1", "#ruling .sentence")
        page.fill("#step", "12")
        page.click("#hint button")
        page.wait_for_selector("#hint h2")
        assert page.locator("#table .die.fresh").count() >= 1


def test_the_score_card_is_saved_as_a_picture(browser: Browser, site: LiveSite) -> None:
    with browser.page(site.address) as watched:
        page = watched.go("/history/1", "#exports button")
        with page.expect_download() as waiting:
            page.click("#exports >> text=PNG")
        data = Path(waiting.value.path()).read_bytes()
        assert data.startswith(b"\x89PNG") and len(data) > 5000


def test_preferences_are_kept(browser: Browser, site: LiveSite) -> None:
    with browser.page(site.address) as watched:
        page = watched.go("/")
        assert page.evaluate("localStorage.getItem('turbo')") is None
        page.click("#preferences-button")
        page.select_option("#theme", "dark")
        assert page.get_attribute("html", "data-theme") == "dark"
        assert not page.is_checked("label.check input >> nth=0")
        page.reload()
        page.wait_for_selector("html[data-theme=dark]")


NOTE_VOICE = """
  window.said = []; window.tones = 0;
  speechSynthesis.speak = (words) => said.push([words.lang, words.text]);
  const begin = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...at) { tones += 1; return begin.apply(this, at); };
"""


def test_rulings_are_spoken_and_sounded_only_when_wanted(browser: Browser, site: LiveSite) -> None:
    with browser.page(site.address, locale="nl-NL") as watched:
        watched.page.add_init_script(NOTE_VOICE)
        page = watched.go("/", ".ruling.rejected")
        site.say(FAULT)
        page.wait_for_timeout(600)
        assert page.evaluate("[said.length, tones]") == [0, 0]
        page.click("#preferences-button")
        for box in page.locator("dialog label.check input").all():
            box.check()
        page.keyboard.press("Escape")
        site.say(FAULT)
        page.wait_for_function("() => said.length === 1")
        (language, words), tones = page.evaluate("[said[0], tones]")
        assert language == "nl" and words.startswith("Afgekeurd") and tones == 2


HELD = """async () => [...Object.keys(localStorage), ...Object.keys(sessionStorage),
  ...document.cookie.split(';').filter(Boolean), ...await caches.keys()]"""


LEFT = {"one", "two", "three=3", "four"}


def test_a_page_of_these_tests_knows_nothing_of_the_one_before(
    browser: Browser, site: LiveSite
) -> None:
    for _ in range(2):
        with browser.page(site.address) as watched:
            page = watched.go("/")
            assert page.context.cookies() == [] and not LEFT & set(page.evaluate(HELD))
            watched.sign_in(PIN)
            page.evaluate("localStorage.one = sessionStorage.two = 1")
            page.evaluate("document.cookie = 'three=3'; caches.open('four')")
            assert len(page.context.cookies()) > 1 and set(page.evaluate(HELD)) >= LEFT


def test_inks_are_told_apart_by_a_mark(browser: Browser, site: LiveSite) -> None:
    """The four marks have four shapes, whatever the colours look like."""
    with browser.page(site.address) as watched:
        page = watched.go("/rules", "[data-rule=end] svg")
        shapes = page.evaluate(
            "['k8', 'r8', 'o8', 'b8'].map(face => { const mark ="
            " [...document.querySelectorAll(`[data-rule=end] .die[data-face=${face}] *`)].at(-1);"
            " return mark.tagName + (mark.getAttribute('d') ?? '').replace(/[^a-z]/gi, ''); })"
        )
        assert len(set(shapes)) == 4


def test_signing_in_shows_the_import(browser: Browser, site: LiveSite, tmp_path: Path) -> None:
    record = tmp_path / "short.turbo"
    record.write_text("players Eve, Max\nround Eve\n")
    with browser.page(site.address) as watched:
        watched.sign_in(PIN)
        page = watched.go("/history", ".match")
        page.click("#import-panel summary")
        page.set_input_files("#import-file", str(record))
        page.wait_for_selector("text=Eve")
