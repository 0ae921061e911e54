"""A round of the twin, recognised by the referee as it runs before people, watched in Chromium.

A whole match of six rounds takes a quarter of an hour: `python -m tests.support.browser_match` does
it with the same checks.
"""

from pathlib import Path

from tests.support.browser_match import TwinRun, check, follow
from tests.support.thrown import ByHand
from tools.trials.browser_support import running_browser
from turbo.twin.table import TwinSettings
from turbo.twin.world import TwinTable


def short_round() -> int:
    """A seed whose round has few turns. The table is as in `turbo run`; only the mechanics are left
    out, on which no turn hangs."""

    def turns(seed: int) -> int:
        table = TwinTable(seed, TwinSettings(rounds=1))
        table.script.mechanics = ByHand()
        while not table.is_over:
            table.step(1.0)
        table.close()
        return len(table.ledger.story())

    return min(range(24), key=turns)


def test_a_recognised_round_is_watched_to_its_end(tmp_path: Path) -> None:
    run = TwinRun(tmp_path, short_round(), rounds=1)
    try:
        with running_browser() as browser, browser.page(run.address) as watched:
            counts = check(watched, run, follow(watched, run, 1200.0))
    finally:
        run.stop()
    assert counts["rounds"] == 1
    assert counts["throws with a picture"] >= counts["throws"] >= 2
    assert counts["rulings seen"] >= counts["rulings"] / 2
    assert counts["pictures drawn"] >= 10
