"""Against `rummikub-solver`, an integer program that knows no crossings (extra `bench`)."""

from itertools import islice

import pytest

from tools.trials.samples import samples
from tools.trials.small_positions import check
from turbo.game.dice import hand_text
from turbo.solver import best_play

pytest.importorskip("rummikub_solver", reason="rummikub-solver is not installed (extra 'bench')")

from tools.trials.other_solvers import OtherSolver


@pytest.mark.sampled(3)
@pytest.mark.parametrize("part", range(3))
def test_never_fewer_dice_than_the_other_solver(part: int) -> None:
    """It may lay fewer: it leaves jokers that it can do without lying beside the table."""
    other = OtherSolver()
    for sample in islice(samples("apart", 150, seed=41), part, None, 3):
        _, dice = other.solved(sample, repeats=1)
        apart = best_play(sample.table, sample.hand, crossings=False)
        check(sample.table, sample.hand, apart)
        assert apart.proved
        assert len(apart.played) >= dice, f"{sample.table} + {hand_text(sample.hand)}"
        assert len(best_play(sample.table, sample.hand).played) >= dice
