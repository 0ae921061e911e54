"""What all tests in a browser share: one Chromium, and the text of the accessibility check."""

from collections.abc import Iterator

import pytest

from tools.trials.browser_support import Browser, axe_text, running_browser


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with running_browser() as found:
        yield found


@pytest.fixture(scope="package")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    return axe_text(tmp_path_factory.mktemp("axe"))
