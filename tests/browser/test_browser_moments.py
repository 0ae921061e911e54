"""The moments that matter, in a real Chromium: a fault, its end, a dead line, a win."""

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tools.trials.browser_support import Browser, LiveSite
from tools.trials.web_support import OPENING

SIZES = {"phone": (390, 844), "tablet": (820, 1180), "desk": (1440, 900), "wide": (1920, 1080)}

TABLE = "b3 b4 b5 b6 b7 / r3 . . . . / k3 . . . . | k9 r9 o9"
FAULTS = "b3 b4 b5 b6 / r3 . . . / k3 . . . | k9 r9 | o7 o8 | k12"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveSite]:
    found = LiveSite(tmp_path_factory.mktemp("moments"), "simulated")
    yield found
    found.stop()


def _start(site: LiveSite, *more: str) -> None:
    site.tell({"notice": [], "question": False, "camera": None})
    site.tell({"live": {"table": "", "settled": False}})
    site.tell({"start": ["Ann", "Bob"]})
    site.say(*OPENING.splitlines(), *more)


WHOLE = """
  () => {
    const box = document.querySelector('.message');
    const [own, words] = [box, box.querySelector('.said')].map(x => x.getBoundingClientRect());
    return box.scrollHeight <= box.clientHeight + 1 && own.bottom <= innerHeight
      && words.top >= own.top && words.bottom <= own.bottom + 1;
  }
"""


@pytest.mark.parametrize("path", ["/", "/tv"])
def test_a_message_is_as_tall_as_its_words(browser: Browser, site: LiveSite, path: str) -> None:
    """It had one height: of four faults the first was cut in half, and 'Accepted' stood in the same
    box, empty."""
    for size, locale in (("phone", "en-GB"), ("tablet", "de-DE"), ("desk", "de-DE"), ("wide", "")):
        _start(site)
        with browser.page(site.address, *SIZES[size], locale=locale or "fr-FR") as watched:
            page = watched.go(path, "#message .yes")
            assert page.locator("#message .message").bounding_box()["height"] < (
                120 if path == "/tv" else 60
            ), size
            site.say(f"table {FAULTS}")
            page.wait_for_selector("#message li:nth-child(4)")
            page.wait_for_timeout(100)
            assert page.locator("#message li").count() == 4
            assert page.evaluate(WHOLE), size


def test_what_is_put_right_is_told_at_once_and_in_green(browser: Browser, site: LiveSite) -> None:
    """'Not accepted' had stayed, red, beside a table that was in order. While dice are moved
    nothing else is said."""
    _start(site)
    site.tell({"camera": True, "live": {"table": TABLE, "settled": True}})
    site.say(f"table {FAULTS}")
    site.tell({"live": {"table": FAULTS, "settled": True}})
    with browser.page(site.address) as watched:
        page = watched.go("/", "#message[data-level=fault] li:nth-child(4)")
        site.tell({"live": {"table": f"{TABLE} | o7 o8", "settled": True}})
        page.wait_for_selector("#message[data-level=fault] li:nth-child(2)", state="detached")
        assert page.locator("#table .fault").count() == 1, "words and dice say the same"
        told = page.inner_text("#message")
        site.tell({"live": {"table": TABLE, "settled": False}})
        page.wait_for_function("() => document.querySelectorAll('#table .die').length === 10")
        assert page.inner_text("#message") == told, "dice are still in somebody's hand"
        site.tell({"live": {"table": TABLE, "settled": True}})
        page.wait_for_selector("#message[data-level=good] >> text=Put right")
        assert page.locator(".fault").count() == 0
        assert page.inner_text("#health b") == "All is well"


def test_a_silent_server_is_no_good_news(browser: Browser, tmp_path: Path) -> None:
    """A server that stands still had left everything green, for as long as it stood."""
    site = LiveSite(tmp_path, "simulated")
    _start(site)
    with browser.page(site.address) as watched:
        page = watched.go("/", "#health[data-level=good]")
        site.signal(signal.SIGSTOP)
        page.wait_for_selector("#connection:not([hidden])")
        assert "Last heard at" in page.inner_text("#connection")
        assert page.inner_text("#health b") == "Connection lost"
        assert _dimmed(page) < 0.6
        site.signal(signal.SIGCONT)
        page.wait_for_selector("#connection", state="hidden")
        page.wait_for_selector("#health[data-level=good]")
        site.tell({"notice": ["die-swapped", "b3", "k7"]})
        page.wait_for_selector("#health[data-level=bad] >> text=Put this right")
        site.tell({"notice": [], "question": True})
        page.wait_for_selector("#health[data-level=todo] >> text=A question")
    site.stop()


def _dimmed(page: Any) -> float:
    return float(page.eval_on_selector("#table", "one => getComputedStyle(one).opacity"))
