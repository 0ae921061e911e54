"""A match against the machine in a real Chromium: started from the dialog, what it wants is told
and drawn, and the match goes on as it is laid."""

from collections.abc import Iterator

import pytest

from tools.trials.browser_support import Browser, LiveSite
from tools.trials.web_support import PIN


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveSite]:
    found = LiveSite(tmp_path_factory.mktemp("solo"))
    yield found
    found.stop()


def test_the_machine_is_chosen_and_its_wish_is_drawn(browser: Browser, site: LiveSite) -> None:
    with browser.page(site.address) as watched:
        watched.sign_in(PIN)
        page = watched.go("/", "#welcome:not([hidden]) button")
        page.click("#welcome button")
        page.fill("#player-0", "Ann")
        page.fill("#player-1", "Bob")
        page.select_option("#machine", "5")
        page.select_option("#starter", "1")
        page.click("dialog button[type=submit]")
        page.wait_for_selector("text=Throw all nine dice for Bob")
        site.say("throw Bob b3 b4 b5 r1 k2 o7 o8 r12 k12")
        page.wait_for_selector("#table .die.fresh")
        assert page.locator("#table .die.fresh").count() == 3
        assert page.locator("#seat-1 .die.fresh").count() == 3
        assert "Bob lays the blue 3" in page.inner_text("#message")
        site.tell({"live": {"table": "b3 b4 o8", "settled": True}})
        page.wait_for_selector("#message >> text=Bob also wants the blue 5 on the table")
        page.wait_for_selector("#message >> text=orange 8")
        site.tell({"live": {"table": "b3 b4 b5", "settled": True}})
        page.wait_for_selector("#message >> text=All that Bob wants lies there")
        site.tell({"live": {"table": "", "settled": False}})
        site.say("table b3 b4 b5")
        page.wait_for_selector("#table .die.fresh", state="detached")
        assert page.locator("#table .die").count() == 3
