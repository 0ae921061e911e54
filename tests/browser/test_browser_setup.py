"""Setting up in a real Chromium: own dice and self-test, meters, corners by hand, seats."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tools.trials.browser_support import (
    Browser,
    LiveSite,
    Watched,
    findings_by_day_and_night,
)
from tools.trials.web_support import OPENING, PIN
from turbo.game.dice import DiceSet, hand_text, sort_key
from turbo.twin.inventory import Inventory


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveSite]:
    found = LiveSite(tmp_path_factory.mktemp("setup"), "simulated", "lessons")
    found.tell({"start": ["Ann", "Bob"]})
    found.say(*OPENING.splitlines())
    found.tell({"camera": True})
    yield found
    found.stop()


def _sign_in(watched: Watched, site: LiveSite) -> Any:
    """On the set-up page, with no lesson going on and the dice as they lie at first."""
    site.tell({"lesson": "anew"})
    watched.sign_in(PIN)
    page = watched.go("/setup", "#meters meter")
    page.wait_for_selector("#begin-enrol, .guide button:has-text('Stop')")
    if not page.locator("#begin-enrol").count():
        page.click("text=Stop")
        page.wait_for_selector("#begin-enrol")
    return page


def _known(page: Any, known: int, looks: int) -> None:
    page.wait_for_selector(f".progress >> text={known} of 36 faces known, {looks} looks")


def test_own_dice_are_learned_look_by_look(browser: Browser, site: LiveSite) -> None:
    """Six dice of the twin, tipped as the page asks for, the first of which carries a face twice:
    what is kept is what they carry."""
    truth = [die.faces for die in Inventory.dealt(3).dice[:6]]
    with browser.page(site.address) as watched:
        page = watched.go("/setup", "#meters meter")
        assert page.locator("#begin-enrol").count() == 0
        page = _sign_in(watched, site)
        page.click("#begin-enrol")
        page.wait_for_selector("text=Lay the dice in the middle")
        page.click("#look")
        page.wait_for_selector("text=Tip every die away from you once, in its place")
        assert page.locator(".learned li").count() == 6
        page.click("#look")
        page.wait_for_selector("text=which face is up?")
        assert page.locator("#look").count() == 0
        page.locator(".question .face-button").first.click()
        page.wait_for_selector("#look")
        for looks in range(2, 6):
            page.click("#look")
            page.wait_for_selector(f".progress >> text={looks + 1} looks")
        _known(page, 35, 6)
        assert "Die 1 has shown" in page.inner_text("[data-controls=dice]")
        page.click("text=It carries it twice")
        _known(page, 36, 6)
        assert page.locator(".learned li.whole").count() == 6
        page.click("#keep-dice")
        page.wait_for_selector("text=6 dice are known now, kept in dice.txt")
    kept = DiceSet.parse((site.folder / "dice.txt").read_text())
    expected = [hand_text(sorted(faces, key=sort_key)) for faces in truth]
    assert [hand_text(sorted(die.faces, key=sort_key)) for die in kept.dice] == expected


def test_a_learned_face_is_corrected_by_tapping(browser: Browser, site: LiveSite) -> None:
    with browser.page(site.address) as watched:
        page = _sign_in(watched, site)
        page.click("#begin-enrol")
        page.click("#look")
        page.wait_for_selector(".learned li")
        page.locator(".learned .face-button").first.click()
        page.click("dialog .pad button[data-face='o*']")
        page.wait_for_selector(".learned li:first-child .face-button[data-face='o*']")
        page.click("text=Stop")
        page.wait_for_selector("#begin-enrol")


def test_the_self_test_counts_what_a_person_says(browser: Browser, site: LiveSite) -> None:
    with browser.page(site.address) as watched:
        page = _sign_in(watched, site)
        page.click("#begin-selftest")
        page.wait_for_selector("text=Throw all dice and spread them")
        page.click("#look")
        page.wait_for_selector(".tested li")
        assert page.locator(".tested li").count() == 6
        page.locator(".tested .face-button").first.click()
        page.click("dialog .pad button[data-face='k*']")
        page.wait_for_selector(".tested li.wrong")
        page.click("text=A die was missed")
        page.click("dialog .pad button[data-face=b13]")
        page.wait_for_selector("text=Missed: blue 13")
        page.click("#next-layout")
        page.wait_for_selector("text=5 of 7 faces right (71.4 %), wrong but sure: 1.")
        page.wait_for_selector("text=Lay sets in the middle as in a game")
        assert page.locator(".groups li.weak").count() >= 1


def test_the_referee_rests_during_a_lesson(browser: Browser, site: LiveSite) -> None:
    with browser.page(site.address) as watched:
        page = _sign_in(watched, site)
        page.click("#begin-enrol")
        page.wait_for_selector("#look")
        page.goto(site.address)
        page.wait_for_selector(".paused")
        page.goto(f"{site.address}/setup")
        page.click("text=Stop")
        page.wait_for_selector("#begin-enrol")
        page.goto(site.address)
        page.wait_for_selector(".seat")
        assert page.locator(".paused").count() == 0


TICKED = "all => all.map(one => one.dataset.step)"


def test_meters_and_the_seats(browser: Browser, site: LiveSite) -> None:
    with browser.page(site.address) as watched:
        page = watched.go("/setup", "#meters meter")
        values = page.eval_on_selector_all("#meters meter", "all => all.map(x => x.value)")
        assert values == [0.4, 0.8]
        assert "It hangs well." in page.inner_text("#mount")
        page.wait_for_selector(".camera-frame polygon.mat-field", state="attached")
        watched.sign_in_by_hand(PIN)
        page.click("button:has-text('Swap the seats')")
        page.wait_for_timeout(300)
        assert ["swap_seats"] in site.tell({})["asked"]
        watched.allowed = ("400",)
        page.click("button:has-text('Find the mat anew')")
        page.wait_for_selector("#toast >> text=expected the mat in the picture")


def test_a_step_is_ticked_when_it_was_done_and_not_before(browser: Browser, site: LiveSite) -> None:
    """Steps had been ticked that nobody ever did, and the first page said 'Ready'."""
    site.tell({"done": ["camera", "light"]})
    with browser.page(site.address) as watched:
        page = watched.go("/setup", "#ready >> text=3 steps are left. Next: Lay the mat")
        assert page.eval_on_selector_all(".guide li:has(.tick)", TICKED) == ["camera", "light"]
        watched.sign_in_by_hand(PIN)
        page.click("#seats-right")
        page.wait_for_selector("[data-step=zones] .tick")
        site.tell({"done": ["camera", "light", "mat", "zones", "test"]})
        page.wait_for_selector("#ready >> text=The table is ready to play.")
        site.tell({"done": ["camera", "light"], "start": ["Ann", "Bob"]})
        watched.go("/", "#status strong >> text=Not ready yet: 3 steps are left.")
        site.tell({"done": ["camera", "light", "mat", "zones", "dice", "test"]})
        page.wait_for_selector("#status strong >> text=Ready for the first round")
    site.tell({"start": ["Ann", "Bob"]})
    site.say(*OPENING.splitlines())


MOUNTS: dict[str, dict[str, Any]] = {
    "Hang it higher by 4 cm.": {"is_high": False, "higher_by_mm": 41.0},
    "The picture is not sharp": {"is_sharp": False},
    "Too bright.": {"light": "too bright"},
    "It looks too far aslant": {"is_straight": False},
    "In the farthest corner the dice are too small": {"is_near": False},
    "It looks aslant, 35° from the vertical": {"tilt_deg": 34.6},
    "not in the pict": {"markers": 0, "field_mm": None, "outline_px": []},
}


def test_the_page_says_what_to_do_with_the_camera(browser: Browser, site: LiveSite) -> None:
    """One after the other, while it stays open: whoever turns the camera looks at it."""
    with browser.page(site.address) as watched:
        page = watched.go("/setup", "#mount")
        for words, found in MOUNTS.items():
            site.tell({"mount": found})
            page.wait_for_selector(f"#mount >> text={words}")
        site.tell({"mount": {}})
        page.wait_for_selector("#mount >> text=It hangs well.")


def test_the_light_meter_waits_for_its_answer(browser: Browser, site: LiveSite) -> None:
    """On a slow line it had asked again and again beside what it had not been told yet."""
    with browser.page(site.address) as watched:
        page = watched.go("/setup", "#meters meter")
        asked: list[Any] = []
        page.route("**/api/setup/camera-mount*", lambda route: asked.append(route))
        page.wait_for_timeout(2200)  # three times as long as it rests between two looks
        assert len(asked) == 1
        asked[0].continue_()
        page.wait_for_timeout(1200)
        assert len(asked) == 2
        page.unroute_all(behavior="ignoreErrors")


def test_every_page_says_how_the_table_is(browser: Browser, site: LiveSite) -> None:
    """In figures where there is room for them, in a word and a colour where there is less."""
    site.tell({"health": {}})
    with browser.page(site.address, 1600) as watched:
        for path in ("/", "/setup", "/history", "/statistics", "/rules", "/doctor"):
            page = watched.go(path, "#health:not([hidden])")
            assert "10 pictures/s" in page.inner_text("#health"), path
            assert "20 GB free" in page.get_attribute("#health", "aria-label"), path
        watched.go("/")
        # A slow machine looks once in a while: the line stood empty for a rate that is no number
        # of pictures.
        site.tell({"health": {"frames_per_s": 1.4}})
        page.wait_for_selector("#health >> text=1.4 pictures/s")
        site.tell({"health": {"camera": False, "picture_age_s": 9.0, "mat": None, "light": None}})
        page.wait_for_selector("#health[data-level=bad] >> text=No picture")
        site.tell({"health": {"is_disk_good": False, "disk_mb": 90}})
        page.wait_for_selector("#health[data-level=bad] >> text=Disk full")
        # A Pi without a network or a clock chip: said where people play, and no fault of the table.
        site.tell({"health": {"is_clock_told": False}})
        page.wait_for_selector("#health[data-level=good] >> text=the date is a guess")
        site.tell({"health": {}})
        page.wait_for_selector("#health[data-level=good]")


def test_camera_mat_codes_and_doctor_need_no_terminal(browser: Browser, site: LiveSite) -> None:
    with browser.page(site.address) as watched:
        page = watched.go("/setup", "#join img")
        papers = page.eval_on_selector_all(
            "[data-controls=mat] a", "all => all.map(one => one.getAttribute('href'))"
        )
        assert [one.partition("paper=")[2] for one in papers] == ["a3", "a4", "letter"]
        assert page.evaluate(f"fetch('{papers[2]}').then((one) => one.status)") == 200
        watched.sign_in_by_hand(PIN)
        page.select_option("#which", index=1)
        page.click("#choose-camera button")
        page.wait_for_timeout(300)
        assert ["camera", "/dev/v4l/by-id/usb-C920-video-index0"] in site.tell({})["asked"]
        watched.go("/doctor", ".doctor tbody tr")
        assert page.locator(".doctor tbody tr").first.get_attribute("data-state") == "bad"
        assert "make room" in page.inner_text(".doctor")
        # As a file: over plain HTTP, as at home, a browser lets no page copy anything.
        with page.expect_download() as kept:
            page.click("button:has-text('Send this page')")
        assert "make room" in kept.value.path().read_text("utf-8")
        assert kept.value.suggested_filename == "turbo-doctor.txt"
        # The program itself, too: from a stick, from an address, and back.
        assert page.locator("#update button").count() == 3


def test_a_scanned_invitation_makes_a_phone_the_referees(browser: Browser, site: LiveSite) -> None:
    with browser.page(site.address) as watched, browser.page(site.address, 360, 740) as phone:
        watched.sign_in(PIN)
        page = watched.go("/setup", "#join img")
        with page.expect_response("**/invitation*") as answer:
            page.click("#invite")
        code = answer.value.json()["address"].partition("#")[2]
        page.wait_for_selector("dialog .code img")
        other = phone.go(f"/#{code}", "body[data-role=referee]")
        assert "#" not in other.url
        other.wait_for_selector("#toast >> text=This device is the referee's now.")


def test_corners_are_set_by_hand(browser: Browser, site: LiveSite) -> None:
    with browser.page(site.address) as watched:
        watched.sign_in(PIN)
        page = watched.go("/setup", ".camera-frame")
        page.wait_for_selector(".camera-frame .seen")
        page.click("button:has-text('Set the corners by hand')")
        page.wait_for_selector(".corner")
        box = page.locator(".camera-frame svg").bounding_box()
        first = page.locator(".corner").first.bounding_box()
        page.mouse.move(first["x"] + first["width"] / 2, first["y"] + first["height"] / 2)
        page.mouse.down()
        page.mouse.move(box["x"] + 0.25 * box["width"], box["y"] + 0.5 * box["height"])
        page.mouse.up()
        page.locator(".corner").nth(2).focus()
        page.keyboard.press("ArrowLeft")
        page.click("button:has-text('Use these corners')")
        page.wait_for_selector(".corner", state="detached")
        asked = [one for one in site.tell({})["asked"] if one[0] == "set_corners"]
        (x, y), second, third, _ = asked[-1][1]
        assert (round(x), round(y)) == (160, 200)
        assert (round(second[0]), round(second[1])) == (576, 40)
        assert third[0] < 576


def test_without_a_camera_the_guide_says_what_to_do(browser: Browser, tmp_path: Path) -> None:
    site = LiveSite(tmp_path)
    with browser.page(site.address) as watched:
        page = watched.go("/setup", ".picture svg")
        assert page.locator(".guide > li").count() == 6
        assert "turbo run --camera 0" in page.inner_text("#no-camera")
        watched.sign_in_by_hand(PIN)
        assert page.locator("#begin-enrol, #begin-selftest").count() == 0
        assert page.locator("#health").is_hidden()
    site.stop()


SLOW_TO_STOP = """() => {
  const fetched = window.fetch;
  window.answered = 0;
  window.fetch = async (address, asked) => {
    if (asked?.body?.includes("stop")) await new Promise((done) => setTimeout(done, 500));
    const answer = await fetched(address, asked);
    if (asked?.body) window.answered += 1;
    return answer;
  };
}"""
"""A network on which that word comes late."""


def test_a_lesson_begun_right_after_another_was_stopped_goes_on(
    browser: Browser, site: LiveSite
) -> None:
    with browser.page(site.address, bypass_csp=True) as watched:
        page = _sign_in(watched, site)
        page.click("#begin-enrol")
        page.wait_for_selector("#look")
        page.evaluate(SLOW_TO_STOP)
        page.click("text=Stop")
        page.click("#begin-selftest")
        page.wait_for_function("window.answered >= 2")
        page.wait_for_selector('[data-controls="test"] #look')
        assert page.locator("#begin-enrol").count() == 1
        page.click("text=Stop")


def test_enrolment_and_everything_a_live_table_shows_are_accessible(
    browser: Browser, site: LiveSite, axe: str
) -> None:
    site.tell({"question": True, "notice": ["die-swapped", "b3", "k7"], "throws": [2, 4]})
    with browser.page(site.address, bypass_csp=True) as watched:
        page = _sign_in(watched, site)
        page.click("#begin-enrol")
        page.click("#look")
        page.wait_for_selector(".learned li")
        assert findings_by_day_and_night(page, axe) == []
        page.click("text=Stop")
        page.click("#begin-selftest")
        page.click("#look")
        page.wait_for_selector(".tested li")
        assert findings_by_day_and_night(page, axe) == []
        page.click("#next-layout")
        page.wait_for_selector(".groups li")
        assert findings_by_day_and_night(page, axe) == []
        watched.go("/", "#message .audit img")
        page.click("#log-panel summary")
        page.wait_for_selector("#log .thumbnail")
        page.wait_for_timeout(600)
        assert findings_by_day_and_night(page, axe) == []
