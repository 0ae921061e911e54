"""What all tests in a browser share: one Chromium, and the text of the accessibility check."""

from collections.abc import Iterator

import pytest

from tools.trials.browser_support import Browser, axe_text, running_browser


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Of somebody who asked for less motion: a tenth of all processor time was dice that slide and
    dialogs that rise, and a seventh of the rest was paint. Where it is about motion, a test asks
    for `MOVING`, and for `is_seen` where it is about what is painted."""
    with running_browser(reduced_motion="reduce", is_seen=False) as found:
        yield found


@pytest.fixture(scope="package")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    return axe_text(tmp_path_factory.mktemp("axe"))
