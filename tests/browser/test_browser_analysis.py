"""The analysis in the replay, in a real Chromium: the curve is clicked, a moment shown, a picture
saved; and while a match goes on it is not even offered."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.trials.browser_support import Browser, LiveSite
from tools.trials.web_support import OPENING, Site


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveSite]:
    folder = tmp_path_factory.mktemp("analysed")
    before = Site(folder)
    before.import_evening()
    before.store.close()
    found = LiveSite(folder)
    found.tell({"start": ["Ann", "Bob"]})
    found.say(*OPENING.splitlines())
    yield found
    found.stop()


def test_the_curve_leads_to_its_step_and_is_kept_as_a_picture(
    browser: Browser, site: LiveSite
) -> None:
    with browser.page(site.address) as watched:
        page = watched.go("/history/1", "#ruling .sentence")
        page.click("#analysis button")
        page.wait_for_selector(".curve polyline")
        page.click(".curve", position={"x": 3, "y": 20})
        first = page.inner_text("#where")
        box = page.locator(".curve").bounding_box()
        assert box is not None
        page.click(".curve", position={"x": box["width"] / 2, "y": 20})
        assert page.inner_text("#where") != first
        page.click("#analysis ol button")
        assert page.inner_text("#where") != first
        with page.expect_download() as waiting:
            page.click("#analysis >> text=Picture of the analysis")
        data = Path(waiting.value.path()).read_bytes()
        assert data.startswith(b"\x89PNG") and len(data) > 5000


def test_a_match_that_goes_on_offers_none(browser: Browser, site: LiveSite) -> None:
    with browser.page(site.address) as watched:
        page = watched.go("/history/2", "#ruling .sentence")
        assert page.locator("#analysis").is_hidden()
