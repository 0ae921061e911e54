"""Matches at the height of events: the referee's match equals the ledger, mischief is named."""

import pytest

from turbo.commands.twin import judged
from turbo.errors import TurboError
from turbo.game.events import Thrown
from turbo.game.record import Record
from turbo.storage.history import judge_record
from turbo.twin import Skill, events_match
from turbo.twin.mischief import IN_EVENTS, MISCHIEF, mischief_named

LOTS = [
    (Skill.SIMPLE, 0.0, 12),
    (Skill.SIMPLE, 0.3, 12),
    (Skill.GOOD, 0.2, 3),
    (Skill.BEST, 0.1, 2),
]


@pytest.mark.parametrize(("skill", "mischief", "seeds"), LOTS)
def test_referee_agrees_with_the_ledger(skill: Skill, mischief: float, seeds: int) -> None:
    for seed in range(seeds):
        played = events_match(seed, skill, mischief)
        match, right, wrong = judged(played)
        assert played.ledger.differences(match) == []
        assert (right, wrong) == (len(played.told), 0)
        assert match.is_finished


@pytest.mark.parametrize("name", IN_EVENTS)
def test_each_mischief_is_done_and_named(name: str) -> None:
    done = 0
    for seed in range(4):
        played = events_match(seed, Skill.SIMPLE, 0.5, [name])
        bad = [told for told in played.told if told.rule is not None]
        assert {told.rule for told in bad} <= {MISCHIEF[name].rule}
        assert judged(played)[2] == 0
        assert [d.text for d in played.ledger.deeds if d.what == "mischief"] == [name] * len(bad)
        done += len(bad)
    assert done > 0


def test_same_seed_same_match() -> None:
    one, same, other = (events_match(seed, Skill.SIMPLE, 0.2) for seed in (5, 5, 6))
    assert one.events == same.events
    assert one.events != other.events


def test_record_is_judged_to_the_same_score() -> None:
    """A typed record leaves out what only a live match knows, and still comes to the same."""
    played = events_match(3, Skill.SIMPLE)
    record = Record.parse(str(played.record))
    totals = judge_record(record).match.totals
    assert totals == (played.ledger.total(0), played.ledger.total(1))
    assert sum(totals) > 0


def test_first_throws_are_nine_and_later_ones_say_what_was_in_the_cup() -> None:
    throws = [event for event in events_match(1, Skill.GOOD).events if isinstance(event, Thrown)]
    assert all(len(event.hand) == 9 for event in throws if event.cup is None)
    cups = [event for event in throws if event.cup is not None]
    assert cups
    assert all(1 <= len(event.cup or ()) <= len(event.hand) for event in cups)


def test_unknown_mischief_is_refused_with_the_known_ones() -> None:
    with pytest.raises(TurboError, match=r"expected a mischief: turn-die, .*got 'dance'"):
        mischief_named("dance")


def test_a_mischief_is_named_by_its_rule_or_by_its_word() -> None:
    turned = MISCHIEF["turn-die"]
    assert turned.is_named({"die-turned"}, set())
    assert turned.is_named(set(), {"table-die-turned"})
    assert not turned.is_named({"touching"}, {"too-dark"})
    assert not MISCHIEF["wrong-run"].is_named(set(), {""} - {""})
