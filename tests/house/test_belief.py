"""The filter's pieces, each without pictures."""

from itertools import permutations
from random import Random

import pytest

from bench.belief.assign import best, cheapest
from bench.belief.filter import pruned
from bench.belief.model import Model
from bench.belief.stories import BAG, Body, Story
from turbo.errors import TurboError
from turbo.game.match import Match


@pytest.mark.parametrize("seed", range(20))
def test_the_cheapest_assignment_is_the_cheapest(seed: int) -> None:
    random = Random(seed)
    size = random.randint(1, 6)
    cost = [[random.random() for _ in range(size)] for _ in range(size)]
    chosen = cheapest(cost)
    least = min(sum(cost[i][p[i]] for i in range(size)) for p in permutations(range(size)))
    assert sorted(chosen) == list(range(size))
    assert sum(cost[i][chosen[i]] for i in range(size)) == pytest.approx(least)


def test_the_next_ones_follow_in_order() -> None:
    cost = [[1.0, 2.0, 9.0], [2.0, 1.0, 9.0], [9.0, 9.0, 1.0]]
    found = best(cost, 3)
    assert [total for total, _ in found] == sorted(total for total, _ in found)
    assert found[0] == (3.0, [0, 1, 2]) and found[1] == (5.0, [1, 0, 2])


def test_a_story_has_eighteen_dice() -> None:
    with pytest.raises(TurboError):
        Story(Match(("Ann", "Bob")), (Body(BAG),) * 17)


def test_equal_stories_are_one_and_weak_ones_go() -> None:
    story = Story(Match(("Ann", "Bob")), (Body(BAG),) * 18)
    assert len(pruned([story, story], Model())) == 1
