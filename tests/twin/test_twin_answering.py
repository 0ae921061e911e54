"""Doubts before the twin: its players say what the die shows, and wait until that is heard."""

from dataclasses import replace
from typing import Any

import pytest

from tests.support.thrown import ByHand
from tools.trials.perfect_eye import PerfectWatch, observation
from tools.trials.watched import Watched
from turbo.game.dice import UNREAD, hand_text, sort_key
from turbo.game.match import Match
from turbo.game.observation import Observation, Reading
from turbo.live.perception import Perception
from turbo.twin.answering import Answering
from turbo.twin.habits import Habits, Skill
from turbo.twin.table import TwinSettings

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
    table.script.mechanics = ByHand()
    watch = PerfectWatch(table, watched.runner.settler.plan)
    watched.runner.perception = Perception(lambda _: half_blind(table), watch)
    table.script.answering = Answering(table, watched.runner) if answers else None
    while table.clock_s < 25.0 and not _hands(watched.match):
        watched.look()
    verdicts, thrown = [str(one.ruling.verdict) for one in watched.said], _hands(watched.match)
    truth = [hand_text(sorted(hand, key=sort_key)) for hand in table.ledger.hands if hand]
    watched.close()
    assert "unsure" in verdicts
    assert thrown == (truth if answers else [])


def flat_sighted(table: Any) -> Observation:
    """A perfect eye, but for dice that lean: it takes their upper side for one that lies flat."""
    seen = observation(table)
    sure = [(Reading(die.readings[0].face, 0.999),) for die in seen.dice]
    dice = (replace(d, doubts=(), readings=r) for d, r in zip(seen.dice, sure, strict=True))
    return replace(seen, dice=tuple(dice))


@pytest.mark.parametrize(
    ("is_honest", "told"), [(True, "Rethrown accepted"), (False, "Thrown rejected")]
)
def test_players_say_truly_whether_a_die_had_lain_badly(is_honest: bool, told: str) -> None:
    """A die of the first throw leans, apart from others, and is thrown again."""
    settings = TwinSettings(habits=(HABITS, HABITS), rounds=1)
    watched = Watched(51, settings, perfect=True, rate_hz=5.0)
    table = watched.table
    table.script.mechanics = ByHand({1: (4,)})
    watch = PerfectWatch(table, watched.runner.settler.plan)
    watched.runner.perception = Perception(lambda _: flat_sighted(table), watch)
    while table.clock_s < 30.0 and not _is_asked(watched):
        watched.look()
    assert _is_asked(watched) and table.script.is_rethrow
    table.script.is_rethrow, heard = is_honest, len(watched.said)
    while table.clock_s < 40.0 and len(watched.said) == heard:
        watched.look()
    answer = watched.said[heard]
    watched.close()
    assert f"{type(answer.event).__name__} {answer.ruling.verdict}" == told
    assert not _is_asked(watched)


def _is_asked(watched: Watched) -> bool:
    return any(notice.key == "was-it-cocked" for notice in watched.session.view.notices)


def _hands(match: Match) -> list[str]:
    hands = () if match.round is None else match.round.hands
    return [hand_text(sorted(hand, key=sort_key)) for hand in hands if hand]
