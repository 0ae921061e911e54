"""Hands and darkness in pictures."""

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.mat.plan import Plan
from vision.reading.motion import Motion

Image = NDArray[np.uint8]


def table(level: int = 120, seed: int = 0) -> Image:
    noise = np.random.default_rng(seed).normal(0, 4, (480, 640, 3))
    return np.asarray(np.clip(level + noise, 0, 255), dtype=np.uint8)


def with_patch(image: Image, x: int, y: int, wide: int, high: int, level: int = 200) -> Image:
    image = image.copy()
    image[y : y + high, x : x + wide] = level
    return image


def at_rest() -> Motion:
    motion = Motion()
    motion.look(table(), 0.0)
    motion.rest()
    return motion


@pytest.mark.parametrize(
    ("image", "hand"),
    [
        pytest.param(table(seed=1), False, id="the same table"),
        pytest.param(with_patch(table(seed=1), 500, 200, 140, 90), True, id="an arm"),
        pytest.param(with_patch(table(seed=1), 0, 0, 60, 200, 60), True, id="a dark sleeve"),
        pytest.param(with_patch(table(seed=1), 300, 200, 90, 90), False, id="dice in the middle"),
        pytest.param(with_patch(table(seed=1), 0, 100, 18, 18), False, id="one die at the edge"),
        pytest.param(
            with_patch(with_patch(table(seed=1), 0, 100, 60, 30), 60, 90, 120, 60),
            False,
            id="a die at the edge that touches others",
        ),
        pytest.param(
            with_patch(
                with_patch(with_patch(table(seed=1), 100, 0, 36, 60), 180, 0, 36, 60),
                *(60, 60, 240, 60),
            ),
            False,
            id="two dice at the edge that touch others",
        ),
        pytest.param(with_patch(table(seed=1), 0, 0, 45, 45), True, id="an arm over a corner"),
        pytest.param(table(170, seed=1), False, id="more light"),
        pytest.param(with_patch(table(seed=1), 0, 0, 640, 400), False, id="all is new"),
    ],
)
def test_hand(image: Image, hand: bool) -> None:
    assert at_rest().look(image, 0.1).hand is hand


def test_a_hand_in_dim_light_differs_by_less() -> None:
    motion = Motion()
    motion.look(table(60), 0.0)
    motion.rest()
    assert motion.look(with_patch(table(60, seed=1), 500, 200, 140, 90, 75), 0.1).hand


def test_a_hand_as_bright_as_the_mat_is_seen_by_its_colour() -> None:
    motion, image = at_rest(), table(seed=1)
    image[200:290, 500:] = (75, 125, 165)
    assert motion.look(image, 0.1).hand


def test_what_lies_still_for_long_is_no_hand() -> None:
    motion = at_rest()
    cup = with_patch(table(), 0, 100, 120, 120)
    assert motion.look(cup, 0.1).hand
    assert motion.look(cup, 5.0).hand
    assert not motion.look(cup, 9.0).hand
    assert not motion.look(cup, 9.1).hand


def test_a_hand_that_moves_is_not_forgotten() -> None:
    motion = at_rest()
    hands = [with_patch(table(), 0, y, 160, 120) for y in (100, 140)]
    for step in range(120):
        assert motion.look(hands[step % 2], 0.1 + step / 10).hand


def test_a_hand_beside_the_mat_does_not_matter() -> None:
    corners = ((150.0, 60.0), (600.0, 60.0), (600.0, 440.0), (150.0, 440.0))
    motion = Motion(plan=Plan.from_corners(corners, 420.0, 297.0))
    motion.look(table(), 0.0)
    motion.rest()
    assert not motion.look(with_patch(table(), 0, 100, 140, 200), 0.1).hand
    assert motion.look(with_patch(table(), 0, 100, 260, 200), 0.2).hand


def test_darkness() -> None:
    motion = at_rest()
    assert motion.look(table(4), 0.1).dark
    assert not motion.look(table(60), 0.2).dark
