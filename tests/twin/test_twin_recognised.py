"""A whole round of the twin through real recognition: frames in, and the match equals the ledger.

The dice come to lie by hand. How well throws are read that end as the mechanics have it is counted
by `python -m bench.twin rounds match mischief`.
"""

from tests.support.thrown import ByHand, many_sets
from tools.trials.watched import Watched
from turbo.twin.habits import Habits, Skill
from turbo.twin.table import TwinSettings

BEST = Habits(Skill.BEST, think_s=0.2, forgets_button=0.0)

SEED = 12


def test_a_round_in_pictures_is_refereed_as_it_happened() -> None:
    """At 5 pictures a second, the least that is promised."""
    settings = TwinSettings(habits=(BEST, BEST), rounds=1, inventory=many_sets())
    watched = Watched(SEED, settings, rate_hz=5.0)
    watched.table.script.mechanics = ByHand()
    watched.run(300.0)
    true, false = watched.throws()
    differences, results = watched.differences(), watched.match.results
    watched.close()
    assert differences == []
    assert len(results) == 1 and true >= 2
    assert false == 0
