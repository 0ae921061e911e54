"""A round of the twin, recognised by the referee as it runs before people, watched in Chromium.

A whole match of six rounds takes a quarter of an hour: `python -m tests.support.browser_match` does
it with the same checks.
"""

from pathlib import Path

from tests.support.browser_match import AT_ONCE, TwinRun, check, follow
from tests.support.thrown import many_sets
from tools.trials.browser_support import Browser
from turbo.game.events import Verdict
from turbo.partner.solo import MachineSeat


def test_a_solo_match_is_watched_from_the_first_throw_to_the_result(
    browser: Browser, tmp_path: Path
) -> None:
    """Somebody at the twin's table throws and lays for the machine what it says; recognition reads
    it, and the page tells its wishes, the rulings and how it ended."""
    tags = (MachineSeat("Bob", 5).tag,)
    run = TwinRun(tmp_path, 12, rounds=1, speed=AT_ONCE, tags=tags, dice=many_sets())
    try:
        with browser.page(run.address) as watched:
            seen = follow(watched, run, 1200.0)
            counts = check(watched, run, seen)
        judged, partner = run.history().judged, run.json("/api/state")["partner"]
    finally:
        run.stop()
    assert counts["rounds"] == 1 and (partner["player"], partner["level"]) == ("Bob", 5)
    assert counts["throws with a picture"] >= counts["throws"] >= 2
    assert counts["rulings seen"] >= counts["rulings"] / 2
    assert counts["pictures drawn"] >= 10
    own = [one.ruling.verdict for one in judged if one.ruling.player == "Bob"]
    assert len(own) >= 2 and set(own) == {Verdict.ACCEPTED}
    said = " ".join(seen.words)
    assert "Bob lays" in said, "what the machine wants is told"
