"""Whole rounds acted out before the live table: its match must equal the truth."""

import pytest

from tools.trials.acted_match import ActedMatch, Habits
from tools.trials.table_acts import ImperfectCamera


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", range(4))
def test_a_round_is_told_as_it_was(seed: int) -> None:
    match = ActedMatch(seed)
    match.play(1)
    is_right, why = match.outcome()
    assert is_right, why


def test_two_rounds_in_a_row_with_a_camera_that_errs_more() -> None:
    match = ActedMatch(100, camera=ImperfectCamera(missed=0.01, misread=0.01, jitter_mm=0.5))
    match.play(2)
    is_right, why = match.outcome()
    assert is_right, why


def test_a_round_in_which_nobody_ever_presses_a_button_unless_they_must() -> None:
    match = ActedMatch(7, habits=Habits(forget_button=1.0))
    match.play(1)
    is_right, why = match.outcome()
    assert is_right, why
