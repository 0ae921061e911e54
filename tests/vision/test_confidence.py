"""How confidence is fitted: the weights, the point from which an answer is sure, the counts."""

import numpy as np

from vision.reading.evidence import weighed
from vision.training.confidence import Weighed, counted, die_weights, sure_from


def faces(count: int = 4000) -> list[Weighed]:
    """Things of which the first sign alone tells whether they are dice, as often as odds say."""
    chance = np.random.default_rng(1)
    found = []
    for first, second in chance.uniform(-4, 4, (count, 2)):
        is_die = chance.random() < weighed((0.5, 1.5, 0.0), (first, second))
        found.append(Weighed("a", "plain" if is_die else "phantom", (first, second), 1.0, is_die))
    return found


def test_weights_are_those_that_made_the_dice() -> None:
    constant, first, second = die_weights(faces())
    assert abs(constant - 0.5) < 0.15 and abs(first - 1.5) < 0.15 and abs(second) < 0.1


def test_sure_begins_above_the_mistakes() -> None:
    weights = (0.0, 1.0)
    right = [Weighed("a", "plain", (8.0,), 0.9 + i / 20000, True) for i in range(1500)]
    wrong = [Weighed("a", "plain", (8.0,), chance, False) for chance in (0.95, 0.91, 0.905)]
    least = sure_from([*right, *wrong], weights)
    # One of a thousand may be wrong: the first mistake is let through, the second is not.
    assert 0.905 < least < 0.911
    counts = counted([*right, *wrong], weights, 0.5, least)
    assert counts["wrong and sure"] == 1


def test_what_is_not_asked_for_is_no_mistake() -> None:
    six = Weighed("a", "unmarked", (8.0,), 0.99, False)
    missed = Weighed("a", "plain")
    counts = counted([six, missed], (0.0, 1.0), 0.5, 0.9)
    assert counts == {"dice": 1, "lost": 1, "sure": 0, "wrong and sure": 0, "let through": 0}
