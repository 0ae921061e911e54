"""Replay, undo and amending: the log is never edited, and what it comes to always follows."""

import random
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.examples import examples
from tools.trials.random_match import RandomMatch
from tools.trials.strategies import NAMES, beginnings, events
from turbo.errors import TurboError
from turbo.game.dice import parse_hand
from turbo.game.events import (
    Amended,
    Entry,
    Event,
    HandedOver,
    Overruled,
    Passed,
    RoundStarted,
    Thrown,
    Undone,
    Verdict,
)
from turbo.game.layout import Layout
from turbo.game.match import Match
from turbo.game.record import Record, parse_statement
from turbo.storage.history import History, judge_record

NOON = datetime(2026, 11, 15, 12)

logs = st.lists(events | beginnings, max_size=12)


def entries(found: list[Event]) -> list[Entry]:
    return [
        Entry(number, event, NOON + timedelta(seconds=number), "Ann")
        for number, event in enumerate(found, 1)
    ]


def grown(log: list[Entry]) -> History:
    history = History(NAMES)
    for entry in log:
        history = history.followed_by(entry)
    return history


@given(logs)
def test_a_log_judged_at_once_and_entry_by_entry_gives_the_same_history(log: list[Event]) -> None:
    assert History.of(NAMES, entries(log)) == grown(entries(log))


@given(logs.filter(bool))
def test_undo_of_the_last_event_gives_the_match_before_it(log: list[Event]) -> None:
    history = grown(entries(log))
    undone = history.followed_by(Entry(len(log) + 1, Undone(len(log)), NOON, "Bob"))
    assert undone.match == grown(entries(log[:-1])).match
    redone = undone.followed_by(Entry(len(log) + 2, Undone(len(log) + 1), NOON, "Bob"))
    assert redone.match == history.match


@given(logs.filter(bool), events, st.randoms())
def test_an_amended_log_is_judged_as_if_it_had_been_so_from_the_start(
    log: list[Event], event: Event, chance: random.Random
) -> None:
    place = chance.randrange(len(log))
    amended = grown(entries(log)).followed_by(Entry(99, Amended(place + 1, event), NOON, "Bob"))
    straight = grown(entries([*log[:place], event, *log[place + 1 :]]))
    assert amended.match == straight.match
    assert [one.ruling for one in amended.judged] == [one.ruling for one in straight.judged]
    assert amended.entries[place].event == log[place], "what was said first stays in the log"


@examples(40)  # whole matches, of a hundred statements and more each
@given(st.integers(0, 10_000), st.floats(0, 0.5))
def test_a_match_exported_and_read_back_has_the_same_rulings_and_score(
    seed: int, mistakes: float
) -> None:
    history = judge_record(Record.parse(RandomMatch(seed, mistakes).play()))
    again = judge_record(Record.parse(str(history.record())))
    assert again.match == history.match
    assert [one.ruling for one in again.judged] == [one.ruling for one in history.judged]


def test_a_correction_in_the_first_round_changes_every_score_after_it() -> None:
    text = RandomMatch(7).play()
    history = judge_record(Record.parse(text))
    log = entries([one.event for one in history.judged])
    last = max(
        number
        for number, entry in enumerate(log, 1)
        if isinstance(entry.event, Thrown) and number < first_end(history)
    )
    thrown = log[last - 1].event
    assert isinstance(thrown, Thrown)
    other = Thrown(thrown.player, parse_hand("k13 " * len(thrown.hand)))
    amended = History.of(NAMES, log).followed_by(Entry(len(log) + 1, Amended(last, other)))
    assert amended.match.totals != history.match.totals
    assert amended.superseded()[last].number == len(log) + 1


def first_end(history: History) -> int:
    return next(number for number, one in enumerate(history.judged, 1) if one.match.results)


def test_random_matches_are_scored_as_their_players_scored_them() -> None:
    for seed in range(40):
        played = RandomMatch(seed, mistakes=0.2)
        match = judge_record(Record.parse(played.play())).match
        won = [None if one.winner is None else NAMES[one.winner] for one in match.results]
        seen = [(w, one.points, str(one.by)) for w, one in zip(won, match.results, strict=True)]
        assert seen == played.score.rounds
        assert match.is_finished


BAD_CHANGES = {
    "undo of what is not there": Undone(9),
    "amending what is not there": Amended(9, Passed()),
    "amending a correction": Amended(2, Passed()),
}


@pytest.mark.parametrize("change", BAD_CHANGES.values(), ids=BAD_CHANGES.keys())
def test_a_change_must_name_an_entry(change: Undone | Amended) -> None:
    history = grown([Entry(1, RoundStarted("Ann")), Entry(2, Undone(1))])
    with pytest.raises(TurboError, match="expected the number of"):
        history.check(change)


HAND = parse_hand("b3 b4 b5 r1 k2 o7 o8 r* k12")


def live(*more: Event) -> History:
    start: list[Event] = [RoundStarted("Ann"), Thrown("Ann", HAND)]
    wrong = HandedOver(Layout.parse("b3 b4 b5"), "Ann", parse_hand("r1 k2 o7 o8 r* k13"))
    return grown(entries([*start, wrong, *more]))


def test_a_rejection_that_a_record_cannot_express_is_left_out_of_it() -> None:
    history = live()
    assert history.judged[-1].ruling.verdict is Verdict.REJECTED
    again = judge_record(Record.parse(str(history.record())))
    assert again.match.round == history.match.round


def test_a_live_rejection_that_was_overruled_counts_in_the_record_too() -> None:
    history = live(Overruled("a sleeve touched it"))
    again = judge_record(Record.parse(str(history.record())))
    assert again.match.round == history.match.round != live().match.round


def test_the_statement_of_an_amendment_keeps_its_author_and_time() -> None:
    event = parse_statement("pass", NAMES).event
    history = live().followed_by(Entry(4, Amended(3, event), NOON, "Bob"))
    judged = history.judged[-1]
    assert judged.effective.amended_by is not None
    assert (judged.effective.amended_by.by, judged.effective.amended_by.at) == ("Bob", NOON)
    assert judged.effective.entry.by == "Ann"


def test_a_new_match_is_empty() -> None:
    assert History(NAMES).match == Match(NAMES)


def test_the_example_is_a_whole_match_with_a_few_mistakes_in_it() -> None:
    example = Path(__file__).parents[2] / "examples" / "evening.turbo"
    history = judge_record(Record.parse(example.read_text()))
    assert history.match.is_finished
    assert {one.ruling.verdict for one in history.judged} == set(Verdict)
