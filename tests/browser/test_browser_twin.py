"""A round of the twin, recognised by the referee as it runs before people, watched in Chromium.

A whole match of six rounds takes a quarter of an hour: `python -m tests.support.browser_match` does
it with the same checks.
"""

from pathlib import Path

from tests.support.browser_match import TwinRun, check, follow
from tests.support.thrown import ByHand, many_sets
from tools.trials.browser_support import running_browser
from turbo.game.events import Verdict
from turbo.partner.solo import MachineSeat
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


def test_a_solo_match_is_watched_from_the_first_throw_to_the_result(tmp_path: Path) -> None:
    """Somebody at the twin's table throws and lays for the machine what it says; recognition reads
    it, and the page tells its wishes, the rulings and how it ended."""
    tags = (MachineSeat("Bob", 5).tag,)
    run = TwinRun(tmp_path, 3, rounds=1, tags=tags, dice=many_sets())
    try:
        with running_browser() as browser, browser.page(run.address) as watched:
            seen = follow(watched, run, 1200.0)
            counts = check(watched, run, seen)
        judged, partner = run.history().judged, run.json("/api/state")["partner"]
    finally:
        run.stop()
    assert counts["rounds"] == 1 and (partner["player"], partner["level"]) == ("Bob", 5)
    own = [one.ruling.verdict for one in judged if one.ruling.player == "Bob"]
    assert len(own) >= 2 and set(own) == {Verdict.ACCEPTED}
    said = " ".join(seen.words)
    assert "Bob lays" in said, "what the machine wants is told"
