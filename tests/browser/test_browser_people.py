"""The players' page in a real Chromium: what it tells, a colour chosen, and somebody deleted."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from tools.trials.browser_support import Browser, LiveSite
from tools.trials.web_support import PIN, Site
from turbo.game.record import Record


@pytest.fixture
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveSite]:
    folder = tmp_path_factory.mktemp("players")
    before = Site(folder)
    before.import_evening()
    for day, (one, other) in enumerate([("Ann", "Zoe"), ("Ann", "Bob"), ("Zoe", "Ann")]):
        text = f"players {one}, {other}\nround {one}\nscore {one} 30 out\nend late"
        at = datetime(2026, 11, 16, tzinfo=UTC) + timedelta(days=day)
        before.store.import_record(Record.parse(text), at)
    before.store.close()
    found = LiveSite(folder)
    yield found
    found.stop()


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 800)], ids=["phone", "desk"])
def test_a_person_is_shown_coloured_and_deleted(
    browser: Browser, site: LiveSite, width: int, height: int
) -> None:
    with browser.page(site.address, width, height) as watched:
        page = watched.go("/people", ".person")
        zoe = page.locator(".person", has_text="Zoe").filter(has=page.locator("h2:has-text('Zoe')"))
        assert zoe.locator("tbody tr").inner_text().split() == ["Ann", "1", "0", "1"]
        assert page.locator(".person .dice").count() == 2, "best throws of the evening"
        assert page.locator("select").count() == 0, "who only looks changes nothing"
        watched.sign_in_by_hand(PIN)
        zoe.locator("select").select_option("pink")
        page.wait_for_selector("h2:has-text('Zoe') .person-pink")
        zoe.get_by_role("button", name="Delete for good").click()
        page.get_by_role("button", name="Delete Zoe").click()
        page.wait_for_selector("#toast:not([hidden])")
        page.wait_for_selector("#people:has-text('Zoe')", state="detached")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page = watched.go("/history", ".match")
        assert "Zoe" not in page.inner_text("#matches")
