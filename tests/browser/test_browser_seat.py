"""Seats in a real Chromium: people throw, drag and hand over on their phones, and are judged.

`turbo serve` has seats without a table. In the demo a simulated hand does before the camera what a
phone says, and the referee judges what recognition reads of it.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.browser_match import AT_ONCE, ServeRun, ShortRun, TwinRun
from tools.trials.browser_support import MOVING, Browser, Watched
from turbo.game.dice import Face
from turbo.game.sets import set_in

PHONE: dict[str, Any] = {"width": 360, "height": 740, "is_mobile": True, "has_touch": True}
COLUMNS = 7
"""Of the board on a phone."""


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Any]:
    served: list[ServeRun] = []

    def start(level: int | None = None, kind: type[ServeRun] = ServeRun) -> ServeRun:
        served.append(kind(tmp_path, level))
        return served[-1]

    yield start
    for one in served:
        one.stop()


def sit_down(watched: Watched, pin: str, name: str, seat: int) -> Any:
    watched.sign_in(pin, name)
    page = watched.go("/", "#take-seat")
    page.tap("#take-seat")
    page.tap(f"dialog [data-seat='{seat}']")
    page.wait_for_selector("#seat-lead")
    return page


def state_of(page: Any) -> Any:
    return page.evaluate("fetch('/api/state').then((answer) => answer.json())")


def drag(page: Any, face: str, spot: int, seat: int = 0) -> None:
    """By a finger, from the hand to a place of the board."""
    one = page.locator(f".editor [data-zone='{seat}'][data-face='{face}']").first
    start, end = one.bounding_box(), page.locator(".editor .spot").nth(spot).bounding_box()
    assert start["width"] >= 40, "a die that a finger finds"
    finger = page.context.new_cdp_session(page)
    for part in range(9):
        at = [start[way] + (end[way] - start[way]) * part / 8 + 20 for way in ("x", "y")]
        kind = "touchMove" if part else "touchStart"
        points = [{"x": at[0], "y": at[1]}]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    finger.detach()


FREE_ROW = """(seat) => {
  const all = (name) => [...document.querySelectorAll(name)];
  const tops = (name) => all(name).map((one) => one.getBoundingClientRect().top);
  const dice = tops('.editor [data-zone=table]');
  const hand = Math.min(...tops(`.editor [data-zone='${seat}']`)) - 20;
  const rows = [...new Set(tops('.editor .spot'))].filter((top) => top < hand);
  const isTaken = (top) => dice.some((one) => Math.abs(one - top) < 20);
  return rows.findIndex((_, at) => ![at - 1, at, at + 1].some((row) => isTaken(rows[row])));
}"""
"""The first row of the board that touches nothing; -1 on a full one."""


def play(page: Any, seat: int) -> None:
    """Whatever the page asks for, by touch: throw all; lay the set in the hand, or pass."""
    if page.is_visible("#seat-throw"):
        page.tap("#seat-throw")
        page.wait_for_selector("#seat-throw", state="detached")
    elif page.is_visible("#seat-lay"):
        words = state_of(page)["shown"]["hands"][seat]["faces"]
        found, row = set_in([Face.parse(one) for one in words]), page.evaluate(FREE_ROW, seat)
        if found and row >= 0 and len(found) <= COLUMNS:
            for place, face in enumerate(found):
                drag(page, str(face), row * COLUMNS + place, seat)
            page.tap("#seat-lay")
        else:
            page.tap("#seat-pass")
        page.wait_for_selector("#seat-pass", state="detached")


def test_a_match_against_the_machine_is_played_on_a_phone(browser: Browser, serve: Any) -> None:
    """By touch, from the seat to the result: a die alone is refused, taken back by a pass; then
    throws, sets that are dragged, and the machine's turns; and one tap begins the next match."""
    served = serve(1, ShortRun)
    with browser.page(served.address, **PHONE) as watched:
        page = sit_down(watched, served.pin, "Cleo", 0)
        assert page.locator("dialog [data-seat='1']").count() == 0
        page.tap("#seat-throw")
        page.wait_for_selector("#seat-lay")
        faces = state_of(page)["shown"]["hands"][0]["faces"]
        assert len(faces) == 9
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        drag(page, faces[0], COLUMNS + 1)
        page.wait_for_selector("#seat-lead >> text=alone")
        page.tap("#seat-lay")
        page.wait_for_selector(".ruling.rejected")
        page.tap("#seat-pass")
        page.wait_for_selector("#seat-throw, #rematch")
        if page.is_visible("#seat-throw"):
            page.locator("#seat-0 .die").first.tap()
            page.wait_for_selector("#seat-throw >> text=Throw again: 8")
        while not state_of(page)["match"]["finished"]:
            play(page, 0)
            page.wait_for_timeout(100)
        page.wait_for_selector("#rematch")
        judged = page.evaluate("fetch('/api/matches/1').then((answer) => answer.json())")
        assert [one["verdict"] for one in judged["rulings"]].count("rejected") == 1
        page.tap("#rematch")
        page.wait_for_selector("#seat-throw")
        again = state_of(page)
        assert again["match_number"] == 2 and again["partner"]["level"] == 1
        assert again["simulated"] and again["seats"][0]["by"] == "Cleo"


def test_two_phones_play_one_against_another(browser: Browser, serve: Any) -> None:
    served = serve(kind=ShortRun)
    with (
        browser.page(served.address, **PHONE) as one,
        browser.page(served.address, **PHONE) as other,
    ):
        pages = [sit_down(one, served.pin, "Cleo", 0), sit_down(other, served.pin, "Dan", 1)]
        while not (state := state_of(pages[0]))["match"]["finished"]:
            for seat, page in enumerate(pages):
                play(page, seat)
        assert [one["by"] for one in state["seats"]] == ["Cleo", "Dan"]
        for page in pages:
            page.wait_for_selector("#rematch")
        pages[1].tap("#rematch")
        for page in pages:
            page.wait_for_selector("#rematch", state="detached")
        state = state_of(pages[0])
        assert state["match_number"] == 2 and all(state["seats"]) and state["simulated"]


def test_a_seat_that_was_freed_is_told_on_both_phones(browser: Browser, serve: Any) -> None:
    """As a phone learns it that was away for long: when it is looked at again."""
    served = serve()
    with (
        browser.page(served.address, **PHONE) as one,
        browser.page(served.address, **PHONE) as other,
        browser.page(served.address, **PHONE) as third,
    ):
        away = sit_down(one, served.pin, "Cleo", 0)
        there = sit_down(other, served.pin, "Dan", 1)
        away.tap("#seat-throw")
        away.wait_for_selector("#seat-lay")
        referee = third.go("/", "#take-seat")
        third.sign_in_by_hand(served.pin, "Eve")
        referee.tap("#take-seat")
        referee.tap("dialog >> text=Cleo plays for")
        there.wait_for_selector("#seat-lead >> text=Nobody plays for")
        one.allowed = ("409",)
        away.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        away.wait_for_selector("#toast >> text=not sit at this table any more")
        away.wait_for_selector("#take-seat")


def test_who_sits_moves_dice_by_keys_and_leaves(browser: Browser, serve: Any) -> None:
    served = serve()
    with browser.page(served.address) as watched:
        watched.sign_in(served.pin, "Cleo")
        page = watched.go("/", "#take-seat")
        page.click("#take-seat")
        page.click("dialog [data-seat='0']")
        page.focus("#seat-throw")
        page.keyboard.press("Enter")
        page.wait_for_selector("#seat-lay")
        page.locator(".editor [data-zone='0']").first.focus()
        for _ in range(2):
            page.keyboard.press("ArrowUp")
        page.wait_for_selector(".editor [data-zone=table]")
        assert page.is_enabled("#seat-lay")
        watched.desk("Leave the seat")
        page.wait_for_selector("#take-seat")


def test_a_seat_of_the_demo_is_taken_over_on_a_phone(browser: Browser, tmp_path: Path) -> None:
    """Thrown by a tap and rolled by mechanics, laid by a finger and then by a simulated hand, read
    by recognition and refused; taken back and passed."""
    run = TwinRun(tmp_path, 2, rounds=1, speed=AT_ONCE)
    try:
        with browser.page(run.address, **PHONE, **MOVING) as watched:
            watched.sign_in(run.pin, "Cleo")
            page = watched.go("/", "#take-seat")
            page.tap("#take-seat")
            page.select_option("#against", "1")
            page.tap("dialog button[type=submit]")
            page.tap("#seat-throw")
            page.wait_for_selector("#seat-lay")
            # Until it is told, dice change places in the hand as they are read.
            page.wait_for_selector(".ruling >> text=has thrown")
            state = state_of(page)
            assert state["match"]["players"] == ["Cleo", "Machine"] and state["simulated"]
            faces = state["shown"]["hands"][0]["faces"]
            drag(page, faces[0], COLUMNS + 1)
            page.wait_for_selector("#seat-lead >> text=alone")
            page.tap("#seat-lay")
            page.wait_for_selector(".ruling.rejected")
            page.tap("#seat-pass")
            page.wait_for_selector("#seat-pass", state="detached")
            page.wait_for_selector("text=Machine plays")
    finally:
        run.stop()
