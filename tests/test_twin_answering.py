"""Doubts before the twin: its players say what the die shows, and wait until that is heard."""

from dataclasses import replace
from typing import Any

import pytest

pytest.importorskip("mujoco", reason="the twin's mechanics need mujoco")

from turbo.dice import UNREAD, hand_text, sort_key
from turbo.live.runner import Eyes
from turbo.match import Match
from turbo.observation import Observation, Reading
from turbo.twin.answering import Answering
from turbo.twin.eye import PerfectWatch, observation
from turbo.twin.players import Habits, Skill
from turbo.twin.table import TwinSettings
from turbo.twin.watched import Watched

HABITS = Habits(Skill.GOOD, think_s=0.3)


def half_blind(table: Any) -> Observation:
    """A perfect eye that cannot read the leftmost die of each picture."""
    seen = observation(table)
    if not seen.dice:
        return seen
    leftmost = min(seen.dice, key=lambda die: die.centre_px[0])
    doubtful = replace(leftmost, readings=(Reading(UNREAD, 0.0),))
    return replace(seen, dice=tuple(doubtful if d is leftmost else d for d in seen.dice))


@pytest.mark.parametrize("answers", [True, False])
def test_a_doubt_holds_the_game_up_until_it_is_answered(answers: bool) -> None:
    settings = TwinSettings(habits=(HABITS, HABITS), rounds=1)
    watched = Watched(2, settings, perfect=True)
    table = watched.table
    watched.runner.eyes = Eyes(lambda _: half_blind(table), PerfectWatch(table))
    table.script.answering = Answering(table, watched.runner) if answers else None
    while table.clock_s < 25.0 and not _hands(watched.match):
        watched.look()
    verdicts, thrown = [str(one.ruling.verdict) for one in watched.said], _hands(watched.match)
    truth = [hand_text(sorted(hand, key=sort_key)) for hand in table.ledger.hands if hand]
    watched.close()
    assert "unsure" in verdicts
    assert thrown == (truth if answers else [])


def _hands(match: Match) -> list[str]:
    hands = () if match.round is None else match.round.hands
    return [hand_text(sorted(hand, key=sort_key)) for hand in hands if hand]
