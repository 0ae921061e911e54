"""A table of tiles in a real Chromium: a game of four by hand and by keyboard, on phone, desk
and on a television, in every language, before a camera, and looked back at."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tools.trials.browser_support import (
    SHIFTS,
    Browser,
    LiveSite,
    Watched,
    findings,
)
from tools.trials.waiting import wait_until
from tools.trials.web_support import PIN

FOUR = ["Ann", "Bob", "Cid", "Dik van Dam"]
TABLE = "k10 r10 o10 | b4 b5 b6"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveSite]:
    """For all that begin a match of their own."""
    found = LiveSite(tmp_path_factory.mktemp("tiles"))
    yield found
    found.stop()


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[LiveSite]:
    """Where nothing was played before."""
    found = LiveSite(tmp_path)
    yield found
    found.stop()


@pytest.fixture(scope="module")
def camera(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveSite]:
    """A table that is watched."""
    found = LiveSite(tmp_path_factory.mktemp("watched"), "simulated")
    yield found
    found.stop()


def sideways(page: Any) -> int:
    """How many pixels the page is wider than its screen."""
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


def whose(page: Any, name: str) -> None:
    page.wait_for_selector(f"#status strong:has-text('{name} plays')")


def begun(watched: Watched, edition: str, names: list[str], time: str = "0") -> Any:
    """A match by the form, signed in."""
    watched.sign_in(PIN)
    page = watched.go("/", "#welcome h2")
    page.click("#welcome button:has-text('New match')")
    page.select_option("#edition", edition)
    for seat, name in enumerate(names):
        page.fill(f"#player-{seat}", name)
    page.fill("#time", time)
    page.click("dialog button[type=submit]")
    page.wait_for_selector("#start-next", state="attached")
    # It is told to all before it is answered: the form may still close, and take the focus with it.
    page.wait_for_selector("dialog", state="detached")
    return page


def started(site: LiveSite, *statements: str, names: list[str] = FOUR) -> None:
    """A match as a table tells it."""
    site.tell({"start": names, "edition": "original-goliath"})
    site.say("round Ann", *statements)


def test_a_game_of_four_is_kept_on_a_phone_and_seen_on_another_screen(
    browser: Browser, bare: LiveSite, axe: str
) -> None:
    with (
        browser.page(bare.address, 360, 740, bypass_csp=True, has_touch=True) as watched,
        browser.page(bare.address, 1280, 800, color_scheme="dark", bypass_csp=True) as other,
    ):
        page = begun(watched, "original-goliath", FOUR)
        seen = other.go("/", "#score-3")
        page.click("#start-next")
        whose(page, "Ann")
        assert sideways(page) <= 0 and findings(page, axe) == []
        played = page.locator("#played").bounding_box()
        assert played["height"] >= 44 and played["y"] + played["height"] < 740
        page.click("#which")
        page.fill("#sets", "k9 r9 o9")
        page.wait_for_selector("dialog [role=status]:has-text('27')")
        assert sideways(page) <= 0 and findings(page, axe) == []
        page.click("dialog button[type=submit]")
        page.wait_for_selector("#message[data-level=fault] >> text=worth 27")
        assert page.locator("#table .die").count() == 3, "what was refused lies there"
        page.click("#which")
        page.fill("#sets", TABLE)
        page.click("dialog button[type=submit]")
        whose(page, "Bob")
        page.click("#draw")
        whose(page, "Cid")
        page.click("#penalty")
        whose(page, "Dik van Dam")
        page.click("#played")
        whose(page, "Ann")
        whose(seen, "Ann")
        racks = [one.strip() for one in page.locator("#score .rack").all_inner_texts()]
        assert [one.split(" ")[0] for one in racks] == ["8", "15", "17", "?"]
        page.click("#undo")
        whose(page, "Dik van Dam")
        page.click("#toast-act")
        whose(page, "Ann")
        page.click("#undo")
        whose(page, "Dik van Dam")
        page.click("#out")
        page.click("#count")
        assert sideways(page) <= 0 and findings(page, axe) == []
        for seat, rack in {0: "k1 k2 k3 k4 r1 r2 r3 o7", 1: "5", 2: "11"}.items():
            page.fill(f"#rack-{seat}", rack)
        page.click("dialog button[type=submit]")
        # It makes room again by itself, after some seconds.
        page.wait_for_selector("dialog.winning .won-left .die")
        assert findings(page, axe) == [] and sideways(page) <= 0
        page.wait_for_selector("dialog.winning", state="detached")
        page.wait_for_selector("#start-next:has-text('Bob')")
        totals = page.locator("#card tfoot td").all_inner_texts()
        assert totals == ["\u221223", "\u22125", "\u221211", "+39"]
        seen.wait_for_selector("#card td.won")
        seen.wait_for_selector("dialog.winning", state="detached")
        assert findings(seen, axe) == []
        assert seen.locator("#played").count() == 0, "who has no PIN only looks"


def test_turns_are_taken_by_keyboard(browser: Browser, bare: LiveSite) -> None:
    with browser.page(bare.address) as watched:
        page = begun(watched, "six", [*FOUR, "Eva", "Fay"])
        page.focus("#start-next")
        page.keyboard.press("Enter")
        whose(page, "Ann")
        for key, name in {"p": "Bob", "d": "Cid", "x": "Dik van Dam"}.items():
            page.keyboard.press(key)
            whose(page, name)
        page.keyboard.press("u")
        whose(page, "Cid")
        page.keyboard.press("r")
        whose(page, "Dik van Dam")
        page.keyboard.press("t")
        page.wait_for_selector("dialog #sets")
        page.keyboard.type("3 ")
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")
        whose(page, "Dik van Dam")
        page.keyboard.press("o")
        page.wait_for_selector("#count")


def test_a_turn_has_a_clock_and_a_hint_for_who_tells_the_rack(
    browser: Browser, bare: LiveSite
) -> None:
    with browser.page(bare.address, 360, 740) as watched:
        page = begun(watched, "original-jumbo", FOUR[:2], "600")
        page.click("#start-next")
        page.wait_for_selector("#elapsed:has-text(':')")
        watched.desk("Change the clock")
        page.fill("dialog #time", "0")
        page.click("dialog button[type=submit]")
        page.wait_for_selector("#message >> text=takes as long as it takes")
        watched.desk("Hint")
        for face in ("k10", "k11", "k12"):
            page.click(f"dialog .pad [data-face={face}]")
        page.click("dialog button[type=submit]")
        page.wait_for_selector("#table .die.fresh[data-face=k11]")


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("lang", "played"),
    [("en", "Played"), ("nl", "Gelegd"), ("fr", "A joué"), ("de", "Gelegt")],
)
def test_every_language_fits_a_phone_with_six_players(
    browser: Browser, site: LiveSite, lang: str, played: str
) -> None:
    long = [f"Maximiliane {letter}" for letter in "ABCDEF"]
    site.tell({"start": long, "edition": "six"})
    with browser.page(site.address, 360, 740, locale=f"{lang}-{lang.upper()}") as watched:
        watched.sign_in(PIN)
        page = watched.go("/", "#score-5")
        page.click("#start-next")
        page.wait_for_selector(f"#played:has-text('{played}')")
        page.click(".desk-toggle")
        assert sideways(page) <= 0
        page.click("#status")
        page.click("#played")
        page.wait_for_selector("#status strong:has-text('Maximiliane B')")
        page.click("#out")
        page.wait_for_selector("#count")
        assert sideways(page) <= 0
        assert "tiles." not in page.inner_text("main"), "a text is missing"


SIZES = {
    "phone": (390, 844),
    "narrow phone": (320, 640),
    "phone on its side": (740, 360),
    "tablet": (820, 1180),
    "desk": (1280, 800),
    "wide": (1920, 1080),
}
REGIONS = ("#score", "#table", ".message", "#actions")
BOXES = """(names) => names.map((name) => {
  const { left, top, right, bottom } = document.querySelector(name).getBoundingClientRect();
  return [left, top, right, bottom].map(Math.round); })"""


@pytest.mark.sampled(2)
@pytest.mark.parametrize("size", SIZES)
def test_the_stage_keeps_its_places(browser: Browser, site: LiveSite, size: str) -> None:
    """Nothing lies upon anything else, all is in sight, and the felt has most of the room."""
    started(site, f"played {TABLE}", "draw", "played k1 k2 k3 k4 | r8 b8 o8 k8", "draw")
    width, height = SIZES[size]
    with browser.page(site.address, width, height) as watched:
        watched.sign_in(PIN)
        page = watched.go("/")
        page.wait_for_selector("#played")
        names = page.locator(".score-of .who").all_inner_texts()
        widths = page.locator(".score-of .who").evaluate_all("all => all.map(e => e.clientWidth)")
        assert names == FOUR and min(widths) > 40, "who sits there can be read"
        is_low = height < 400
        for statement in ("table k10 r10 | o10 b4 b5 b6 | k1 k2 k3 k4 | r8 b8 o8 k8", "draw"):
            boxes = page.evaluate(BOXES, list(REGIONS))
            for at, one in enumerate(boxes):
                assert one[2] <= width and one[3] <= height, REGIONS[at]
                if is_low and REGIONS[at] == ".message":
                    continue  # its end is scrolled to, behind what can be done
                for other in boxes[at + 1 :]:
                    apart = one[2] <= other[0] or other[2] <= one[0]
                    assert apart or one[3] <= other[1] or other[3] <= one[1], (size, boxes)
            undo = page.locator("#undo").bounding_box()
            assert undo["x"] + undo["width"] <= width and undo["y"] + undo["height"] <= height
            left, top, right, bottom = boxes[1]
            share = 0.18 if width < 390 else 0.25
            assert (right - left) * (bottom - top) > share * width * height
            site.say(statement)


def test_a_tile_is_set_right_by_a_tap_and_by_dragging(browser: Browser, site: LiveSite) -> None:
    started(site, f"played {TABLE}", "draw")
    with browser.page(site.address, 390, 844, has_touch=True) as watched:
        watched.sign_in(PIN)
        page = watched.go("/")
        page.click("#table .die[data-face=o10]")
        page.wait_for_selector("dialog >> text=What does this tile show?")
        page.click("#likely .face-button[data-face=b10]")
        page.wait_for_selector("#table .die[data-face=b10]")
        page.click("#undo")
        page.wait_for_selector("#table .die[data-face=o10]")
        watched.desk("Rearrange the table")
        page.wait_for_selector(".editor [data-face=b6]")
        six = page.locator(".editor [tabindex][data-face=b6]").bounding_box()
        page.mouse.move(six["x"] + 10, six["y"] + 10)
        page.mouse.down()
        page.mouse.move(six["x"] + 10, six["y"] + 3.4 * six["height"], steps=4)
        page.mouse.up()
        page.wait_for_selector("#arranged >> text=lies alone")
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")
        watched.desk("Rearrange the table")
        page.wait_for_selector(".editor [data-face=k10]")
        black, orange = (
            page.locator(f".editor [tabindex][data-face={face}]").bounding_box()
            for face in ("k10", "o10")
        )
        page.mouse.move(black["x"] + 10, black["y"] + 10)
        page.mouse.down()
        page.mouse.move(orange["x"] + 10, orange["y"] + 10, steps=4)
        page.mouse.up()
        page.click("#save-arranged")
        page.wait_for_selector("dialog", state="detached")
        text = "fetch('/api/state').then((one) => one.json()).then((one) => one.shown.table.text)"
        assert page.evaluate(text) == "o10 r10 k10 | b4 b5 b6", "they have changed places"


def test_a_watched_table_asks_with_the_reason_and_is_answered_by_a_tap(
    browser: Browser, camera: LiveSite, axe: str
) -> None:
    started(camera, f"played {TABLE}")
    with browser.page(camera.address, 1280, 900, bypass_csp=True) as watched:
        watched.allowed = ("404",)  # the test's table has no picture of a tile
        watched.sign_in(PIN)
        page = watched.go("/")
        page.wait_for_selector("#press")
        lying = f"{TABLE} | k6 r6 o6 | k6 b6 o6 | b7 k6 b8"
        camera.tell({"camera": True, "question": True, "live": {"table": lying, "settled": True}})
        page.wait_for_selector(
            "#message[data-level=ask] >> text=the box holds 2, but 3 are in sight"
        )
        page.wait_for_selector("#camera img[src*='picture.jpg']")
        assert findings(page, axe) == []
        page.click("#questions .face-button[data-face=k9]")
        page.click("#press")
        asked = [["set_face", 7, "?", "k9", "Cleo"], ["hand_over", "Cleo"]]
        wait_until(lambda: all(one in camera.tell({})["asked"] for one in asked))
        camera.tell({"question": False, "notice": ["restore", "b13", "k5"]})
        page.wait_for_selector("#message[data-level=fault] >> text=Missing: b13. Too much: k5.")


def test_the_television_shows_the_table_and_every_rack(
    browser: Browser, camera: LiveSite, axe: str
) -> None:
    started(camera, f"played {TABLE}")
    with browser.page(camera.address, 1920, 1080, bypass_csp=True) as watched:
        page = watched.go("/tv", "#table .die")
        whose(page, "Bob")
        assert page.locator(".tv-player").count() == 4
        assert page.locator("#tv-player-0 .backs i").count() == 8
        assert "50 tiles in the pool" in page.inner_text("#status")
        assert findings(page, axe) == [] and sideways(page) <= 0
        camera.say("played out", "rack Ann 10", "rack Cid 3", 'rack "Dik van Dam" 4')
        page.wait_for_selector("dialog.winning .won-score")
        assert findings(page, axe) == []


def test_six_full_racks_stay_on_their_cards_on_a_television(
    browser: Browser, camera: LiveSite
) -> None:
    names = [*FOUR, "Eva", "Fay"]
    camera.tell({"start": names, "edition": "six"})
    camera.say("round Ann", *(f'correct "{name}" 40' for name in names))
    with browser.page(camera.address, 1920, 1080) as watched:
        page = watched.go("/tv", "#tv-player-5 .backs i >> nth=39")
        below = "all => all.map((one) => one.scrollHeight - one.clientHeight)"
        assert page.eval_on_selector_all(".tv-player", below) == [0] * 6


def test_the_narrowest_phone_holds_the_head_of_a_page(browser: Browser, camera: LiveSite) -> None:
    """In the longest words, with and without a name: the menu is whole and in sight."""
    started(camera, "draw")
    with browser.page(camera.address, 320, 640, locale="de-DE") as watched:
        page = watched.go("/history", "#health:not([hidden])")
        for name in ("", "Maximiliane"):
            if name:
                watched.sign_in(PIN, name)
            menu = page.locator(".menu > summary").bounding_box()
            assert sideways(page) <= 0 and menu["x"] + menu["width"] <= 320


def test_the_television_names_who_plays_in_full(browser: Browser, site: LiveSite) -> None:
    """Beside the game, the pool and the clock, in the longest words."""
    site.tell({"start": ["Ann", "Dik van Dam", "Cid"], "edition": "special"})
    site.say("round Ann", "draw")
    with browser.page(site.address, locale="de-DE") as watched:
        page = watched.go("/tv", "#status strong")
        assert "Steine im Pool" in page.inner_text("#status")
        cut = "document.querySelector('#status strong')"
        for width, height in ((1280, 900), (1920, 1080)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(f"{cut}.scrollWidth - {cut}.clientWidth") <= 0, width


APART = """(card) => {
  const parts = [".who", ".total", ".flag span", ".rack"].map((one) => card.querySelector(one));
  const boxes = parts.filter(Boolean).map((one) => one.getBoundingClientRect());
  const whole = card.getBoundingClientRect();
  const isOut = (one) => one.bottom > whole.bottom || one.right > whole.right;
  const isUpon = (one, other) => one !== other
    && one.left < other.right && other.left < one.right
    && one.top < other.bottom - 6 && other.top < one.bottom - 6;
  return boxes.some((one) => isOut(one) || boxes.some((other) => isUpon(one, other))); }"""
"""Whether what a card of the big screen says lies upon something else or outside; six pixels are
the room between two lines."""


def test_a_phone_shows_the_big_screen_of_six(browser: Browser, site: LiveSite) -> None:
    names = [f"Marianne {letter}" for letter in "ABCDEF"]
    site.tell({"start": names, "edition": "six"})
    site.say('round "Marianne A"', f"played {TABLE}", "draw")
    with browser.page(site.address, locale="de-DE") as watched:
        page = watched.go("/tv", "#tv-player-5 .rack")
        cut = "all => all.map(one => one.scrollWidth - one.clientWidth)"
        for width, height in ((390, 844), (320, 640), (740, 360)):
            page.set_viewport_size({"width": width, "height": height})
            lies_upon = page.locator(".tv-player").evaluate_all(f"all => all.map({APART})")
            assert lies_upon == [False] * 6, width
            assert max(page.locator(".tv-player .who").evaluate_all(cut)) <= 0, width


def test_what_a_joker_may_stand_for_is_read_beside_its_own_mark(
    browser: Browser, site: LiveSite
) -> None:
    """Two numbers of two digits are the widest."""
    started(site, "table k10 r10 k* | b11 r* b13")
    with browser.page(site.address) as watched:
        page = watched.go("/", "#table .tag-text")
        inside = """all => all.map(text => {
          const [mine, tag] = [text.getBBox(), text.previousElementSibling.getBBox()];
          const mark = text.nextElementSibling.getBBox();
          return mine.x >= tag.x && mine.x + mine.width <= mark.x + 1
            && mark.x + mark.width <= tag.x + tag.width; })"""
        assert page.locator("#table .tag-text").evaluate_all(inside) == [True] * 3
        # Its ink is told by a mark, for whoever sees no colours: no tag lies upon it.
        seen = """all => all.map(one => {
          const { x, y, width, height } = one.getBoundingClientRect();
          return document.elementFromPoint(x + width / 2, y + height / 2) === one; })"""
        marks = page.locator("#table .die[data-face='r*'] path.ink-r")
        assert marks.evaluate_all(seen) == [True]


def test_a_match_is_looked_back_at_step_by_step(browser: Browser, bare: LiveSite, axe: str) -> None:
    started(bare, "played k10 r10 o10", "played b10 b11 b12", "played k9 r9 o8")
    with browser.page(bare.address, 360, 740, bypass_csp=True) as watched:
        page = watched.go("/history", ".standing li")
        page.wait_for_selector(".last .die")
        assert page.locator(".standing li").count() == 4 and findings(page, axe) == []
        watched.go("/history/1#3", "#table .die")
        assert page.locator("#table .die").count() == 6 and sideways(page) <= 0
        assert findings(page, axe) == []
        page.click("#back")
        page.wait_for_selector("#where:has-text('step 2 of 4')")
        assert page.locator("#table .die").count() == 3
        page.keyboard.press("PageDown")
        page.wait_for_selector(
            "#ruling.rejected >> text=wanted to lay black 9, red 9 and orange 8."
        )
        assert "14 tiles" in page.inner_text("#seat-0")
        with page.expect_download() as caught:
            page.click("a:has-text('PDF')")
        assert Path(caught.value.path()).read_bytes().startswith(b"%PDF")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("size", SIZES)
def test_nothing_jumps_while_a_tile_page_comes_up(
    browser: Browser, bare: LiveSite, size: str
) -> None:
    started(bare, f"played {TABLE}", "draw")
    with browser.page(bare.address, *SIZES[size], is_cold=True, is_seen=True) as watched:
        watched.page.add_init_script(SHIFTS)
        for path in ("/", "/tv", "/history/1#2"):
            page = watched.go(path)
            page.wait_for_timeout(400)
            assert page.evaluate("window.shift") < 0.05, path
