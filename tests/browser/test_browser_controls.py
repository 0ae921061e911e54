"""What a person can do at a table with a camera, in a real Chromium: decide, begin in the middle,
swap seats, keep evidence, see what the audit found and the picture of every throw, do mischief."""

import json
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tools.trials.browser_support import Browser, LiveSite, Watched
from tools.trials.waiting import wait_until
from tools.trials.web_support import OPENING, PIN

BUTTON = "button:has-text('{}')"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveSite]:
    found = LiveSite(tmp_path_factory.mktemp("controls"), "simulated")
    yield found
    found.stop()


def _start(site: LiveSite, text: str = OPENING) -> None:
    site.tell({"start": ["Ann", "Bob"]})
    site.say(*text.splitlines())
    site.tell({"notice": []})


def _press(page: Any, words: str) -> None:
    page.click(BUTTON.format(words))


def _asked(watched: Watched, site: LiveSite, what: list[Any]) -> None:
    watched.page.wait_for_timeout(400)
    assert what in site.tell({})["asked"]


def test_a_round_begins_in_the_middle(browser: Browser, site: LiveSite) -> None:
    _start(site, "")
    with browser.page(site.address) as watched:
        watched.sign_in(PIN)
        page = watched.go("/", "#status strong")
        _press(page, "Begin as it lies")
        assert "taken up in the middle" in page.inner_text("dialog")
        page.click("dialog " + BUTTON.format("Bob starts"))
        _asked(watched, site, ["begin_here", "Bob", "Cleo"])


DECISIONS = [
    pytest.param(["resume-differs"], "The match is right", ["decide", "store"], id="the match"),
    pytest.param(["resume-differs"], "The table is right", ["decide", "table"], id="the table"),
    pytest.param(["two-stories"], "It was the second", ["decide", "second"], id="two stories"),
    pytest.param(
        ["was-it-cocked", "Bob", "Ann", "k8"], "Yes: a rethrow", ["decide", "cocked"], id="cocked"
    ),
    pytest.param(
        ["was-it-cocked", "Bob", "Ann", "k8"], "No: a second throw", ["decide", "again"], id="again"
    ),
    pytest.param(["out-of-step"], "Bob throws next", ["begin_here", "Bob"], id="who throws next"),
]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("notice", "words", "asked"), DECISIONS)
def test_a_person_decides_what_only_people_know(
    browser: Browser, site: LiveSite, notice: list[str], words: str, asked: list[str]
) -> None:
    _start(site)
    site.tell({"notice": notice})
    with browser.page(site.address) as watched:
        page = watched.go("/", f"#message[data-key={notice[0]}]")
        # Whoever looks on sees what both say.
        stories = 2 if notice[0] in ("resume-differs", "two-stories") else 0
        page.wait_for_function(f"document.querySelectorAll('.story').length === {stories}")
        assert page.locator(".story button").count() == 0
        assert page.locator("#decisions button:not(#become-referee)").count() == 0
        watched.sign_in_by_hand(PIN)
        page.wait_for_selector(BUTTON.format(words))
        _press(page, words)
        _asked(watched, site, [*asked, "Cleo"])


IN_SIGHT = """buttons => buttons.map((one) => {
  const box = one.getBoundingClientRect();
  return [box.top + 2, box.bottom - 2].every((y) =>
    document.elementFromPoint(box.left + box.width / 2, y)?.closest("button") === one);
})"""


LOWEST = "all => Math.max(...all.map((one) => one.getBoundingClientRect().bottom))"


@pytest.mark.sampled(2)  # a telephone upright and on its side, and a desk
@pytest.mark.parametrize(
    ("width", "height"), [(360, 640), (390, 844), (1366, 850), (844, 390), (568, 320), (667, 375)]
)
def test_what_two_stories_differ_in_is_large_and_in_sight(
    browser: Browser, site: LiveSite, width: int, height: int
) -> None:
    """Whole hands had stood there, ten pixels a die, and the choice below the screen's edge."""
    _start(site)
    table = "b3 b4 b5 b6 b7 / r3 . . . . / k3 . . . . | k9 r9 o9"
    hands = [["o7", "o8", "r*", "k10"], ["r12", "b13", "o4", "r5"]]
    site.tell({"live": {"table": table, "hands": hands}})
    site.tell({"notice": ["resume-differs"]})
    with browser.page(site.address, width, height) as watched:
        watched.sign_in(PIN)
        page = watched.go("/", ".story")
        page.wait_for_selector(".story button")
        dice = page.locator(".story .die")
        assert [one.get_attribute("data-face") for one in dice.all()] == ["k12", "k10"]
        # Neither below the screen's edge nor cut off by the box that it stands in.
        assert all(page.locator(".story button").evaluate_all(IN_SIGHT))
        assert dice.first.bounding_box()["width"] >= (40 if height > 400 else 32)
        # The big screen has both stories too, and nothing to press.
        watched.go("/tv", ".story .die")
        assert page.locator(".story .die").count() == 2 and page.locator("button").count() == 0
    site.tell({"live": {"table": "", "hands": [[], []]}, "notice": []})


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("width", "height"), [(568, 320), (844, 390), (360, 640), (1280, 720)])
def test_two_stories_that_have_nothing_in_common_are_answered_in_sight(
    browser: Browser, site: LiveSite, width: int, height: int
) -> None:
    """Another table was built while the power was away: on a telephone on its side both buttons lay
    below the screen's edge, and the big screen cut off the second player's dice."""
    _start(site)
    hands = [["o1", "o2", "k*", "k11"], ["b1", "k13", "r4", "o5", "b2", "b6", "k6", "k7", "r7"]]
    site.tell({"live": {"table": "b8 b9 b10 | k9 r9 o9 | r1 r2 r3", "hands": hands}})
    site.tell({"notice": ["resume-differs"]})
    with browser.page(site.address, width, height) as watched:
        watched.sign_in(PIN)
        page = watched.go("/", ".story button")
        page.wait_for_timeout(300)
        assert page.locator(".story button").evaluate_all(IN_SIGHT) == [True, True]
        if width > 1000:
            watched.go("/tv", ".story .die")
            lowest = page.locator(".story .die").evaluate_all(LOWEST)
            assert lowest <= min(page.locator("#message .message").evaluate_all(LOWEST), height)
    site.tell({"live": {"table": "", "hands": [[], []]}, "notice": []})


def test_a_person_says_who_starts(browser: Browser, site: LiveSite) -> None:
    _start(site, "")
    site.tell({"notice": ["who-starts"]})
    with browser.page(site.address) as watched:
        watched.sign_in(PIN)
        page = watched.go("/", "#message[data-key=who-starts]")
        page.click("#decisions " + BUTTON.format("Bob starts"))
        page.wait_for_selector("text=Bob throws")


def test_seats_are_swapped_during_a_match(browser: Browser, site: LiveSite) -> None:
    _start(site)
    with browser.page(site.address) as watched:
        watched.sign_in(PIN)
        page = watched.go("/")
        watched.desk("Swap the seats")
        page.click("dialog " + BUTTON.format("Swap the seats"))
        _asked(watched, site, ["swap_seats"])


def test_what_can_always_be_done_covers_nothing_for_longer_than_needed(
    browser: Browser, site: LiveSite
) -> None:
    """It had stayed open above the log until its own button was pressed again."""
    _start(site)
    with browser.page(site.address) as watched:
        watched.sign_in(PIN)
        page = watched.go("/")
        watched.desk("Swap the seats")
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")
        assert page.evaluate("document.activeElement.className") == "quiet desk-toggle"
        for leave, where in ((page.keyboard.press, "Escape"), (page.click, "#status")):
            page.click(".desk-toggle")
            page.wait_for_selector("#desk-always.open")
            leave(where)
            page.wait_for_selector("#desk-always", state="hidden")


def test_hand_over_is_the_button_of_the_table(browser: Browser, site: LiveSite) -> None:
    _start(site)
    with browser.page(site.address) as watched:
        watched.sign_in(PIN)
        page = watched.go("/")
        page.click("#desk " + BUTTON.format("Hand over"))
        _asked(watched, site, ["hand_over", "Cleo"])


def test_evidence_is_kept_of_a_ruling(browser: Browser, site: LiveSite) -> None:
    _start(site)
    with browser.page(site.address) as watched:
        page = watched.go("/")
        assert page.locator("#save-evidence").count() == 0
        watched.sign_in_by_hand(PIN)
        watched.desk("Save the evidence")
        page.wait_for_selector("#toast >> text=match-1-entry-007.zip")
        assert site.tell({})["saved"] == ["match-1-entry-007.zip"]


def test_the_audit_shows_the_table_before_and_after(browser: Browser, site: LiveSite) -> None:
    _start(site)
    with browser.page(site.address) as watched:
        watched.sign_in(PIN)
        page = watched.go("/")
        site.tell({"notice": ["die-swapped", "b3", "k7"]})
        page.wait_for_selector("#message .audit figure.after img")
        assert "Instead of the blue 3 there lies a black 7" in page.inner_text("#message")
        page.wait_for_function(
            "() => [...document.querySelectorAll('.audit img')].every(one => one.naturalWidth > 0)"
        )
        assert page.locator(".audit img").count() == 2
        site.tell({"notice": []})
        page.wait_for_selector(".audit", state="detached")


def test_every_throw_has_its_picture(browser: Browser, site: LiveSite) -> None:
    """In the log of the live page, in the history, and at its step of a replay."""
    _start(site)
    site.tell({"throws": [2, 4, 6]})
    with browser.page(site.address) as watched:
        watched.sign_in(PIN)
        page = watched.go("/")
        page.click("#log-panel summary")
        page.wait_for_selector("#log .thumbnail img")
        entries = page.eval_on_selector_all(
            "#log li:has(.thumbnail)", "all => all.map(one => one.dataset.entry)"
        )
        assert entries == ["6", "4", "2"]
        page.locator("#log .thumbnail").first.click()
        page.wait_for_selector("dialog img.picture-throw")
        number = page.evaluate("fetch('/api/state').then(r => r.json()).then(s => s.match_number)")
        watched.go(f"/history/{number}", "#log .thumbnail")
        page.fill("#step", "3")
        page.wait_for_selector("#ruling img.picture-throw")
        page.wait_for_function("() => document.querySelector('.picture-throw').naturalWidth > 0")


def test_a_review_shows_what_was_found_and_keeps_log_and_slider_in_step(
    browser: Browser, site: LiveSite
) -> None:
    """Crops before and after at the step; keys go by steps and to what stands out; a link names a
    step; the log shows the entry that the slider stands at."""
    _start(site)
    site.tell({"notice": ["die-swapped", "b3", "k7"]})
    site.say("pass", "throw Bob r12 b12 o4 r5", "pass")
    with browser.page(site.address) as watched:
        watched.sign_in(PIN)
        page = watched.go("/")
        number = page.evaluate("fetch('/api/state').then(r => r.json()).then(s => s.match_number)")
        watched.go(f"/history/{number}", "#timeline .tick.found")
        page.keyboard.press("Home")
        assert page.locator("#ruling .audit").count() == 0
        for _ in range(page.locator("#timeline .tick").count()):
            if not page.locator("#timeline .tick.found.now").count():
                page.keyboard.press("PageDown")
        page.wait_for_selector("#timeline .tick.found.now")
        page.wait_for_function(
            "() => { const all = [...document.querySelectorAll('#ruling .audit img')];"
            " return all.length === 2 && all.every(one => one.naturalWidth > 0); }"
        )
        assert "Instead of the blue 3" in page.inner_text("#ruling")
        page.keyboard.press("ArrowRight")
        page.wait_for_selector("#ruling .audit", state="detached")
        entry = page.url.partition("#")[2]
        assert page.locator("#log li.now").get_attribute("data-entry") == entry
        assert page.evaluate(IN_BOX, "#log")
        watched.go("/history", ".match")
        watched.go(f"/history/{number}#{entry}", "#log li.now")
        assert page.locator("#log li.now").get_attribute("data-entry") == entry


IN_BOX = """
  (name) => {
    const [box, now] = [document.querySelector(name), document.querySelector(`${name} .now`)]
      .map((one) => one.getBoundingClientRect());
    return now.top >= box.top - 1 && now.bottom <= box.bottom + 1;
  }
"""


def test_the_simulated_table_is_steered_from_the_top(browser: Browser, site: LiveSite) -> None:
    _start(site)
    with browser.page(site.address) as watched:
        page = watched.go("/", "#twin:not([hidden])")
        banner = page.locator("#simulated").bounding_box()
        bar = page.locator("#twin").bounding_box()
        assert (
            banner["y"] <= bar["y"] and bar["y"] + bar["height"] <= banner["y"] + banner["height"]
        )
        assert page.locator("#twin select").count() == 0
        watched.sign_in_by_hand(PIN)
        page.click("#twin button[data-speed='4']")
        page.wait_for_selector("#twin button[data-speed='4'][aria-pressed=true]")
        page.click("#twin-pause")
        page.wait_for_selector("#twin-pause[aria-pressed=true]")
        assert page.inner_text("#mischief") == "turn a die on the table"
        page.click("#do-mischief")
        page.wait_for_timeout(300)
        assert site.tell({})["mischief"] == ["turn-die"]


REJECTED = "table b3 b4 b5 b6 b7 / r3 . . . . / k3 . . . . | k9 r9 o9 | o7 o8"


@pytest.mark.sampled(2)
@pytest.mark.parametrize("locale", ["en-GB", "nl-NL", "fr-FR", "de-DE"])
def test_all_controls_fit_on_a_phone_in_every_language(
    browser: Browser, site: LiveSite, locale: str
) -> None:
    _start(site)
    site.tell({"notice": ["die-swapped", "b3", "k7"]})
    size = {"is_mobile": True, "has_touch": True}
    with browser.page(site.address, 360, 740, locale=locale, **size) as watched:
        watched.sign_in(PIN)
        page = watched.go("/", "#message .said")
        page.wait_for_selector("#message .audit img")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        rights = page.eval_on_selector_all(
            ".top nav a, .tools button, #actions button",
            "all => all.map(one => one.getBoundingClientRect().right)",
        )
        assert len(rights) >= 5 and max(rights) <= 360
        site.tell({"notice": []})
        site.say(REJECTED)
        page.wait_for_selector(".desk-now .danger")
        over = page.eval_on_selector(".desk-now", "one => one.scrollWidth - one.clientWidth")
        assert over <= 0, "what can be done is not looked for sideways"
        lines = page.eval_on_selector(
            ".desk-now .short",
            "one => { const text = document.createRange(); text.selectNodeContents(one);"
            " return new Set([...text.getClientRects()].map(box => box.top)).size; }",
        )
        assert lines == 1, "a short word is not broken"
        page.click("#twin-open")
        page.wait_for_selector("dialog #mischief")


def test_a_pause_is_told_in_the_log_and_in_the_history(browser: Browser, site: LiveSite) -> None:
    _start(site)
    told = ["Cleo goes on with the match.", "Cleo pauses the match."]
    with browser.page(site.address) as watched:
        watched.sign_in(PIN)
        page = watched.go("/")
        watched.desk("Pause")
        page.wait_for_selector(".paused >> text=paused")
        assert page.inner_text("#elapsed") == ""
        watched.go("/tv", "#pause:not([hidden])")
        watched.go("/", "#desk")
        page.click("#resume")
        page.wait_for_selector(".paused", state="detached")
        page.click("#log-panel summary")
        number = page.evaluate("fetch('/api/state').then(r => r.json()).then(s => s.match_number)")
        for path in (None, f"/history/{number}"):
            page = page if path is None else watched.go(path, "#log li")
            page.wait_for_selector(f"#log >> text={told[0]}")
            lines = page.locator("#log li").all_inner_texts()
            assert [line.split("\n")[0] for line in lines[:2]] == told
            assert all("Cleo · " in line for line in lines[:2])


def test_a_hint_says_what_to_do_at_the_table_to_who_referees_alone(
    browser: Browser, site: LiveSite
) -> None:
    _start(site)
    with browser.page(site.address) as watched:
        page = watched.go("/")
        page.wait_for_selector("#become-referee")
        assert page.locator("button:has-text('Hint')").count() == 0, "no player is told"
        watched.sign_in_by_hand(PIN)
        page.click(".desk-now button:has-text('Hint')")
        page.wait_for_selector("#message li:has-text('Lay the orange 7 and the orange 8 across')")
        assert page.locator("#message ol li").count() == 2
        page.click("#decisions button")
        page.wait_for_selector("#message ol", state="detached")


def test_the_big_screen_asks_what_the_table_asks(browser: Browser, site: LiveSite) -> None:
    _start(site)
    site.tell({"question": True})
    with browser.page(site.address, 1920, 1080) as watched:
        page = watched.go("/tv", "#message[data-level=ask]")
        assert "On the table, die 1: what does it show?" in page.inner_text("#message")
        site.tell({"notice": ["die-swapped", "b3", "k7"]})
        page.wait_for_selector("#message >> text=Instead of the blue 3")
        site.tell({"notice": [], "question": False})
        site.say("resign Bob")
        page.wait_for_selector("#message[data-level=match] .ending")
        told, won = (
            page.eval_on_selector(
                f"#message {one}", "one => parseFloat(getComputedStyle(one).fontSize)"
            )
            for one in (".sentence", ".ending")
        )
        assert won > 1.5 * told, "a win is read from across the room"


def test_a_refusal_is_told_in_the_readers_language(browser: Browser, site: LiveSite) -> None:
    _start(site)
    with browser.page(site.address, locale="de-DE") as watched:
        page = watched.go("/")
        watched.allowed = ("401", "ERR_FAILED")
        page.click("#sign-button")
        page.fill("#pin", "000000")
        page.click("dialog button[type=submit]")
        page.wait_for_selector("dialog >> text=Diese PIN ist falsch.")
        page.keyboard.press("Escape")
        watched.sign_in_by_hand(PIN)
        page.route("**/api/match/undo*", lambda route: route.abort())
        page.click("#undo")
        page.wait_for_selector("#toast >> text=Der Schiedsrichter ist nicht zu erreichen.")


def test_a_finger_drags_a_die_from_the_hand_to_the_table(browser: Browser, site: LiveSite) -> None:
    """A browser that took the finger for scrolling would end the drag."""
    _start(site)
    with browser.page(site.address, 360, 740, is_mobile=True, has_touch=True) as watched:
        watched.sign_in(PIN)
        page = watched.go("/")
        watched.desk("Rearrange the table")
        page.wait_for_selector(".editor [data-zone='0'][data-face=o7]")
        one, to = (
            page.locator(".editor [data-zone='0'][data-face=o7]"),
            page.locator(".editor .spot").nth(5 * 7 + 5),
        )
        finger = page.context.new_cdp_session(page)
        start, end = one.bounding_box(), to.bounding_box()
        assert start["width"] >= 44, "a die that a finger finds"
        for part in range(9):
            at = [start[way] + (end[way] - start[way]) * part / 8 + 20 for way in ("x", "y")]
            kind = "touchMove" if part else "touchStart"
            points = [{"x": at[0], "y": at[1]}]
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        page.wait_for_selector(".editor [data-zone=table][data-face=o7]")


def _state(site: LiveSite) -> Any:
    with urllib.request.urlopen(f"{site.address}/api/v1/state") as answer:
        return json.load(answer)


def _lies(site: LiveSite, text: str) -> bool:
    return bool(_state(site)["shown"]["table"]["text"] == text)


def _drag(page: Any, one: Any, to: Any) -> None:
    start, end = one.bounding_box(), to.bounding_box()
    page.mouse.move(start["x"] + 20, start["y"] + 20)
    page.mouse.down()
    page.mouse.move(start["x"] + 60, start["y"] + 24)
    page.mouse.move(end["x"] + 20, end["y"] + 20)
    page.mouse.up()


def test_the_table_is_laid_out_by_dragging_and_by_keys(browser: Browser, tmp_path: Path) -> None:
    """Two dice change places by the mouse, an island moves by keys; dice go back to a hand, and
    from one to the table; each is one change, of what was seen."""
    site = LiveSite(tmp_path)
    site.tell({"start": ["Ann", "Bob"]})
    site.say(*OPENING.splitlines())
    with browser.page(site.address) as watched:
        watched.sign_in(PIN)
        page = watched.go("/")
        watched.desk("Rearrange the table")
        page.wait_for_selector("#arranged >> text=Legal.")
        one, other = (
            page.locator(f".editor g[role=button][data-face={face}]") for face in ("k9", "o9")
        )
        _drag(page, one, other)
        for face in ("o9", "r9", "k9"):
            page.focus(f".editor g[role=button][data-face={face}]")
            page.keyboard.press("ArrowDown")
            held = "document.activeElement.dataset.face"
            assert page.evaluate(held) == face, "the die that is moved keeps the focus"
        page.wait_for_selector("#arranged >> text=Legal.")
        page.click("#save-arranged")
        page.wait_for_selector("dialog", state="detached")
        wait_until(lambda: _lies(site, "b3 b4 b5 b6 b7 / r3 . . . . / k3 . . . . | o9 r9 k9"))
        watched.desk("Rearrange the table")
        page.focus(".editor g[role=button][data-face=b7]")
        page.keyboard.press("ArrowUp")
        page.wait_for_selector(".editor [data-zone='1'][data-face=b7]:focus")
        page.click("#save-arranged")
        page.wait_for_selector("dialog", state="detached")
        wait_until(lambda: _lies(site, "b3 b4 b5 b6 / r3 . . . / k3 . . . | o9 r9 k9"))
        assert "b7" in _state(site)["shown"]["hands"][1]["faces"], "who laid it has it back"
        watched.desk("Rearrange the table")
        spots, dice = page.locator(".editor .spot"), page.locator(".editor [data-zone='0']")
        _drag(page, dice.first, spots.nth(5 * 14))
        for face in ("o8", "r\\*"):
            page.focus(f".editor [data-zone='0'][data-face={face}]")
            page.keyboard.press("ArrowUp")
        page.wait_for_selector("#arranged >> text=Legal. These dice are Ann's play")
        page.click("#save-arranged")
        page.wait_for_selector("dialog", state="detached")
        wait_until(lambda: _lies(site, "b3 b4 b5 b6 / r3 . . . / k3 . . . | o9 r9 k9 | o7 o8 r*"))
        assert (_state(site)["match"]["turn"], _state(site)["shown"]["hands"][0]["faces"]) == (
            1,
            ["k12"],
        )
        site.say("throw Bob r12 b13 o4 r5 b7")
        watched.desk("Rearrange the table")
        page.focus(".editor g[role=button][data-face=b6]")
        page.keyboard.press("ArrowDown")
        page.wait_for_selector("#arranged >> text=alone")
        site.tell({"say": "pass"})
        watched.allowed = ("409",)
        page.click("#save-arranged")
        page.wait_for_selector("#arranged >> text=was first")
    site.stop()
