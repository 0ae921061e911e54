"""A round of the twin, recognised by the referee as it runs before people, watched in Chromium.

A whole match of six rounds takes a quarter of an hour: `python -m tests.browser_match` does it with
the same checks.
"""

from pathlib import Path

import pytest

pytest.importorskip("mujoco", reason="the twin's mechanics need mujoco")

from tests.browser_match import TwinRun, check, follow
from tests.browser_support import running_browser

SHORT = 7
"""The seed of a short round: 99 seconds of table."""


def test_a_recognised_round_is_watched_to_its_end(tmp_path: Path) -> None:
    run = TwinRun(tmp_path, SHORT, rounds=1)
    try:
        with running_browser() as browser, browser.page(run.address) as watched:
            counts = check(watched, run, follow(watched, run, 900.0))
    finally:
        run.stop()
    assert counts["rounds"] == 1
    assert counts["throws with a picture"] >= counts["throws"] >= 2
    assert counts["rulings seen"] >= counts["rulings"] / 2
    assert counts["pictures drawn"] >= 10
