"""Which browser the tests take where a machine has several, or none."""

from pathlib import Path

import pytest

from tools.trials import browser_support

OWN = "/own/chrome"
ROWS = {
    "Debian's": ({"chromium": "/usr/bin/chromium"}, None, "/usr/bin/chromium"),
    "Chrome, where Chromium is a snap": (
        {"chromium": "/snap/bin/chromium", "google-chrome": "/usr/bin/google-chrome"},
        OWN,
        "/usr/bin/google-chrome",
    ),
    "the driver's own before Ubuntu's name of a snap": (
        {"chromium": "/snap/bin/chromium", "chromium-browser": "/usr/bin/chromium-browser"},
        OWN,
        OWN,
    ),
    "Raspberry Pi OS's": (
        {"chromium-browser": "/usr/bin/chromium-browser"},
        None,
        "/usr/bin/chromium-browser",
    ),
}


@pytest.mark.parametrize(("there", "own", "taken"), ROWS.values(), ids=ROWS)
def test_a_browser_is_taken_that_sees_our_folders(
    monkeypatch: pytest.MonkeyPatch, there: dict[str, str], own: str | None, taken: str
) -> None:
    monkeypatch.setattr("shutil.which", there.get)
    monkeypatch.setattr(browser_support, "_own_browser", lambda: own)
    assert browser_support.chromium() == taken


def test_without_a_browser_the_tests_say_that_they_did_not_run(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(browser_support, "_own_browser", lambda: None)
    with pytest.raises(pytest.skip.Exception, match="NO BROWSER TESTS"):
        browser_support.chromium()
