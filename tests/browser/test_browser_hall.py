"""The demo of the hall in a real Chromium: eight tables play, an organiser signs in."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tools.trials.browser_support import (
    Browser,
    chromium,
    findings,
    sync_api,
    wait_for,
)
from tools.trials.waiting import free_port

ROOT = Path(__file__).parents[2]


class DemoHall:
    """`turbo hall demo` in a process of its own."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.port, self.log = free_port(), folder / "demo.log"
        command = [sys.executable, "-m", "turbo.commands.cli", "hall", "--host", "127.0.0.1"]
        command += ["--port", str(self.port), "--mqtt-port", str(free_port())]
        command += ["demo", "--pace", "1", "--rounds", "2", *options]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                command,
                cwd=ROOT,
                stdout=log,
                stderr=subprocess.STDOUT,
                env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"},
            )
        wait_for(self.address, self.log.read_text)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pin(self) -> str:
        found = re.search(r"organiser PIN: (\d+)", self.log.read_text())
        assert found is not None, self.log.read_text()
        return found[1]

    def stop(self) -> None:
        self.process.terminate()  # who was sent to the back by a shell is deaf to SIGINT
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DemoHall]:
    chromium()
    found = DemoHall(tmp_path_factory.mktemp("demo"))
    yield found
    found.stop()


def shows(page: Any, selector: str, count: int) -> None:
    sync_api.expect(page.locator(selector)).to_have_count(count, timeout=60_000)


NOBODY = """() => {
  const needs = document.querySelector("#needs");
  const line = needs.appendChild(document.createElement("li"));
  line.className = "soft";
  try { return getComputedStyle(line).listStyleType; } finally { line.remove(); }
}"""


@contextmanager
def tiles(folder: Path, *options: str) -> Iterator[DemoHall]:
    """A hall of tables of four. Its tests come first: the other hall, which would play all the
    while, has not begun yet."""
    found = DemoHall(folder, "--edition", "original-goliath", *options)
    try:
        yield found
    finally:
        found.stop()


def test_tables_of_four_with_tiles_have_room(browser: Browser, tmp_path: Path) -> None:
    with tiles(tmp_path) as demo, browser.page(demo.address, 1920, 1080) as watched:
        page = watched.go("/projector", ".board .die")
        felt = page.locator(".board .felt").first.bounding_box()
        assert felt["height"] >= 130, "four names leave the table half of its board"
        page = watched.go("/", ".points .turn")
        assert "Game 1" in page.locator(".board:has(.turn) .title").first.inner_text()
        page.locator(".board:has(.turn)").first.click()
        page.wait_for_selector("#racks >> text=tiles in the pool")


def test_who_won_with_tiles_is_told(browser: Browser, axe: str, tmp_path: Path) -> None:
    """Fast, since somebody has to win; what a page draws of many events that come at once it draws
    once."""
    with (
        tiles(tmp_path, "--tables", "1", "--rounds", "1", "--pace", "0.02") as demo,
        browser.page(demo.address, 1920, 1080) as watched,
    ):
        page = watched.go("/", ".board .die")
        page.wait_for_selector(".board .won", timeout=120_000)
        name, felt = page.evaluate(
            "['.won', '.felt'].map(part => document.querySelector(part).innerText)"
        )
        assert felt == f"{name} wins the match"
        assert findings(page, axe) == []


def test_all_boards_are_on_one_page_and_one_is_enlarged(
    demo: DemoHall, browser: Browser, axe: str
) -> None:
    with browser.page(demo.address) as watched:
        page = watched.go("/", ".board .die")
        shows(page, ".board", 8)
        assert page.locator(".board .title").first.inner_text().startswith("t1")
        assert page.evaluate(NOBODY) == "none", "nobody is not the first of a list"
        assert findings(page, axe) == []
        page.locator(".board").nth(2).click()
        page.wait_for_selector("dialog.large .felt")
        assert page.locator("dialog h2").inner_text() == "t3"


def test_the_projector_shows_boards_clock_and_standings(
    demo: DemoHall, browser: Browser, axe: str
) -> None:
    with browser.page(demo.address, 1600, 1000) as watched:
        page = watched.go("/projector?lang=nl", "#standings td")
        sync_api.expect(page.locator("#clock")).to_contain_text(":")
        shows(page, ".board", 8)
        assert page.locator("#name").inner_text() == "Demo Swiss"
        bottom = page.eval_on_selector_all(
            ".board", "all => Math.max(...all.map(one => one.getBoundingClientRect().bottom))"
        )
        assert 900 <= bottom <= 1000, "eight tables fill a wall, and not more than it"
        indents = page.eval_on_selector_all(
            ".points span", "all => all.map(one => getComputedStyle(one, '::before').width)"
        )
        assert len(set(indents)) == 1, "the names stand under each other, whoever is to play"
        assert findings(page, axe) == []


def test_an_organiser_signs_in_withdraws_a_player_and_takes_it_back(
    demo: DemoHall, browser: Browser, axe: str
) -> None:
    with browser.page(demo.address) as watched:
        page = watched.go("/tournament", "#standings tbody tr")
        shows(page, "#standings tbody tr", 16)
        assert "14+ won against the player in place 14" in page.inner_text("#tournament")
        assert page.get_by_role("button", name="withdraw").count() == 0
        page.click("#sign-button")
        page.fill("#pin", demo.pin)
        page.fill("#name", "Zoë")
        page.click("dialog button[type=submit]")
        page.wait_for_selector("input[name=points]")
        page.locator("input[name=points]").first.fill("7")
        page.get_by_role("button", name="withdraw").last.click()
        shows(page, "#standings tr.gone", 1)
        typed = page.locator("input[name=points]").first.input_value()
        assert typed == "7", "who types is not interrupted by what is drawn anew"
        page.get_by_role("button", name="take back", exact=True).first.click()
        shows(page, "#standings tr.gone", 0)
        assert findings(page, axe) == []


PHONE = [
    ("/", ".board .die"),
    ("/history", "#matches tbody tr"),
    ("/tournament", "#standings tbody tr"),
]
"""Nothing of the hall is read sideways on a phone, in the longest language."""


def test_matches_are_searched(demo: DemoHall, browser: Browser, axe: str) -> None:
    with browser.page(demo.address) as watched:
        page = watched.go("/history", "#matches tbody tr")
        page.fill("#words", "peeters nobody")
        shows(page, "#matches tbody tr", 0)
        page.fill("#words", "peeters")
        page.wait_for_selector("#matches tbody tr")
        assert "Peeters" in page.locator("#matches tbody tr").first.inner_text()
        assert findings(page, axe) == []
        page.set_viewport_size({"width": 360, "height": 740})
        for path, there in PHONE:
            watched.go(f"/language/de?back={path}", there)
            assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
        assert findings(page, axe) == []
