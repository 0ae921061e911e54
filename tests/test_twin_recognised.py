"""A whole round of the twin through real recognition: frames in, and the match equals the ledger.

Longer ones, and mischief, are counted by `python -m bench.twin rounds match mischief`.
"""

import pytest

pytest.importorskip("mujoco", reason="the twin's mechanics need mujoco")

from turbo.assembly.watched import Watched
from turbo.game.dice import DICE, parse_hand
from turbo.twin.inventory import Inventory, TwinDie
from turbo.twin.players import Habits, Skill
from turbo.twin.table import TwinSettings

BEST = Habits(Skill.BEST, think_s=0.2, forgets_button=0.0)

SEED = 3

FACES = parse_hand("b3 r3 k3 o3 b4 r4 k4 o4 b5 r5 k5 o5")
"""With these a hand is nearly always full of sets, and the round is short."""


def _inventory() -> Inventory:
    dice = (tuple(FACES[(5 * die + side) % len(FACES)] for side in range(6)) for die in range(DICE))
    return Inventory(tuple(TwinDie(faces) for faces in dice))


def test_a_round_in_pictures_is_refereed_as_it_happened() -> None:
    """At 5 pictures a second, the least that is promised."""
    settings = TwinSettings(habits=(BEST, BEST), rounds=1, inventory=_inventory())
    watched = Watched(SEED, settings, rate_hz=5.0)
    watched.run(300.0)
    true, false = watched.throws()
    differences, results = watched.differences(), watched.match.results
    watched.close()
    assert differences == []
    assert len(results) == 1 and true >= 2
    assert false == 0
