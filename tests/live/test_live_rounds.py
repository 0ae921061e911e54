"""Whole rounds acted out before the live table: its match must equal the truth."""

from typing import Any

import pytest

from tools.trials.acted_match import ActedMatch, Habits
from tools.trials.table_acts import ImperfectCamera
from turbo.game.dice import DICE

MISSES = ImperfectCamera(missed=0.02)
ERRS = ImperfectCamera(missed=0.01, misread=0.01, jitter_mm=0.5)

ROUNDS: dict[str, tuple[int, int, dict[str, Any]]] = {
    "dice are missed": (0, 1, {"camera": MISSES}),
    "as usual": (1, 1, {}),
    "two in a row, and the camera errs more": (100, 2, {"camera": ERRS}),
    "dice are missed again": (2, 1, {"camera": MISSES}),
    "dice are missed once more": (1, 1, {"camera": MISSES}),
    "nobody presses unless they must": (7, 1, {"habits": Habits(forget_button=1.0)}),
    "dark moments": (
        4,
        1,
        {"habits": Habits(waits_s=5.0), "camera": ImperfectCamera(blind_every_s=25.0)},
    ),
    **{f"as usual, {seed}": (seed, 1, {}) for seed in (0, 2, 3)},
}
"""A seed, how many rounds, and how they are played and seen."""


@pytest.mark.sampled(5)
@pytest.mark.parametrize(("seed", "rounds", "how"), ROUNDS.values(), ids=ROUNDS)
def test_a_round_is_told_as_it_was(seed: int, rounds: int, how: dict[str, Any]) -> None:
    """And a hypothesis is made at every step: what broke its eighteen dice would end the round
    with an error."""
    match = ActedMatch(seed, **how)
    match.play(rounds)
    is_right, why = match.outcome()
    assert is_right, why
    assert len(match.watched.table.state.stories[0].bodies) == DICE
    assert match.acts.blinds >= (3 if match.acts.camera.blind_every_s else 0)
