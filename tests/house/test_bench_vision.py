"""How the benchmark counts what the reader says: which seen die is which true one."""

import pytest

from turbo.game.dice import Colour, Face
from turbo.game.observation import Doubt, Observation, Reading, SeenDie
from vision.training.samples import matched


def seen_at(x: float, *doubts: Doubt) -> SeenDie:
    corners = ((x - 10, 0.0), (x + 10, 0.0), (x + 10, 20.0), (x - 10, 20.0))
    return SeenDie(corners, (Reading(Face(Colour.RED, 5), 0.5),), 0.0, doubts)


def true_at(x: float, cocked: bool = False) -> dict[str, object]:
    corners = [[x - 10, 0], [x + 10, 0], [x + 10, 20], [x - 10, 20]]
    return {"corners": corners, "cocked": cocked, "stacked": False, "hidden": 0.0, "cut": False}


@pytest.mark.parametrize(
    ("away", "cocked", "doubts", "same"),
    [
        (8, False, (), True),
        (12, False, (), False),
        (12, False, (Doubt.COCKED,), False),
        (12, True, (), False),
        (12, True, (Doubt.COCKED,), True),
        (19, True, (Doubt.COCKED,), False),
    ],
    ids=[
        "a top face a little beside",
        "beside a die that lies well",
        "the same, told as doubtful",
        "a leaning die's second side, not told",
        "a leaning die's second side, told",
        "too far from a leaning die",
    ],
)
def test_which_die_is_meant(
    away: float, cocked: bool, doubts: tuple[Doubt, ...], same: bool
) -> None:
    one = seen_at(100 + away, *doubts)
    (found,) = matched(Observation((one,), 640, 480), [true_at(100, cocked)])
    assert (found is one) is same


def test_each_seen_die_is_one_true_die() -> None:
    near, nearer = seen_at(104), seen_at(101)
    seen = Observation((near, nearer), 640, 480)
    assert matched(seen, [true_at(100)]) == [nearer]
    assert matched(seen, [true_at(100), true_at(106)]) == [nearer, near]
