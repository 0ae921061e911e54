"""Physical throws: repeatable, at rest in the end, and fair."""

import math
from collections import Counter
from functools import cache

import numpy as np
import pytest

from tools.trials.chance import chi_square_chance
from turbo.errors import TurboError
from turbo.twin.physics import Pour, PouredThrow, StandingBody, throw

POUR = Pour(118.0, -103.0, math.pi)


@cache
def thrown(seed: int) -> PouredThrow:
    return throw(seed, 9, POUR)


def test_the_same_seed_gives_the_same_throw() -> None:
    one, same = thrown(0), throw(0, 9, POUR)
    assert np.array_equal(one.positions_mm, same.positions_mm)
    assert one.rests == same.rests
    assert one.rests != thrown(1).rests


def test_dice_begin_in_the_cup_and_end_at_rest_on_the_table() -> None:
    for seed in range(3):
        one = thrown(seed)
        assert 1.0 < one.length_s < 5.0
        start = one.positions_mm[0] - one.cup_mm[0]
        assert (np.hypot(start[:, 0], start[:, 1]) < 31.0).all()
        last, before = one.positions_mm[-1], one.positions_mm[-4]
        assert np.abs(last - before).max() < 0.5
        for rest in one.rests:
            assert rest.is_cocked or (rest.lean_deg < 6.0 and abs(rest.z_mm - 8.0) < 0.3)


def test_dice_do_not_go_through_each_other_or_through_what_stands_there() -> None:
    standing = [StandingBody(x, -103.0, 0.4) for x in (-40.0, 0.0)]
    one = throw(3, 9, POUR, standing=standing)
    spots = [(rest.x_mm, rest.y_mm, rest.z_mm) for rest in one.rests]
    where = {place: (block.x_mm, block.y_mm, 8.0) for place, block in enumerate(standing)}
    where |= {place: tuple(shove.positions_mm[-1]) for place, shove in one.shoved.items()}
    spots += [(float(x), float(y), float(z)) for x, y, z in where.values()]
    apart = [math.dist(a, b) for i, a in enumerate(spots) for b in spots[:i]]
    assert min(apart) > 15.0


def test_the_other_player_pours_from_the_other_side() -> None:
    mirrored = throw(5, 3, Pour(-118.0, 103.0, 0.0))
    assert all(rest.y_mm > 20.0 for rest in mirrored.rests)


def test_every_side_comes_up_and_none_rules() -> None:
    """Bounds of six standard deviations: whatever a processor makes of these seeds, a fair throw
    does not fail here. How fair the throws are is counted by `bench.twin`."""
    counts = Counter(rest.side for seed in range(8) for rest in thrown(seed).rests)
    assert sum(counts.values()) == 72 and set(counts) == set(range(6))
    assert max(counts.values()) <= 12 + 6 * math.sqrt(72 * 5 / 36)


def test_the_chi_square_is_that_of_the_tables() -> None:
    assert chi_square_chance(11.07, 5) == pytest.approx(0.05, abs=0.002)
    assert chi_square_chance(20.5, 5) == pytest.approx(0.001, abs=0.0003)


@pytest.mark.parametrize("count", [0, 19])
def test_no_cup_holds_so_many(count: int) -> None:
    with pytest.raises(TurboError, match="expected 1 to 18 dice"):
        throw(1, count, POUR)
