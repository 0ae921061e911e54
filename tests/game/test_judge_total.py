"""The judge is total: whatever is said in whatever state, there is a ruling and a match after it;
and what waits or was rejected is not lost by a correction of something else."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.examples import examples
from tools.trials.strategies import NAMES, beginnings, events, options
from turbo.game.events import Event, Ruling, Verdict
from turbo.game.layout import EMPTY
from turbo.game.match import DEFAULTS, Match, Options
from turbo.game.record import Record, parse_statement
from turbo.game.referee import judge
from turbo.solver import ruling_play
from turbo.storage.history import History, judge_record

MOVES = (
    "round Ann",
    "throw Ann b3 b4 b5 r1 k2 o7 o8 r* k12",
    "throw Bob b6 k9 k9 o1 r12 b13 o4 r5 k1",
    "throw Bob b6 k9 ? o1 r12 b13 o4 r5 k1",
    "throw Ann r1 k2 ? o8 r* k12",
    "table b3 b4 b5",
    "table b3 b4",
    "table b3 ? b5",
    "table b3 b4 b5 r1 k2 o7 o8 r* k12",
    "pass",
    "correct Ann b3 b4 b5 r1 k2 o7 o8 r* k13",
    "correct Bob b6 k9 k8 o1 r12 b13 o4 r5 k1",
    "correct table b3 b4 b5",
    "overrule so be it",
    "score Ann 5 out",
    "round Bob",
)
"""Statements that often fit one after another, so that many states are reached."""

plausible = st.sampled_from(MOVES).map(lambda text: parse_statement(text, NAMES).event)


@examples(300)
@given(st.lists(plausible | plausible | events | beginnings, max_size=25), options)
def test_anything_said_in_any_state_gets_a_ruling(log: list[Event], chosen: Options) -> None:
    match = Match(NAMES, chosen)
    for event in log:
        ruling = judge(match, event, ruling_play)
        assert isinstance(ruling, Ruling)
        match = match.after(event, ruling)


def rulings(*lines: str, options: Options = DEFAULTS) -> History:
    text = "\n".join(("players Ann, Bob", *lines))
    return judge_record(Record.parse(text), options, ruling_play)


ANN = "throw Ann b3 b4 b5 r1 k2 o7 o8 r* k12"
BOB = "throw Bob b6 k9 k9 o1 r12 b13 o4 r5 k1"
OTHER_ANN = "correct Ann b3 b4 b5 r1 k2 o7 o8 r* k13"


@pytest.mark.parametrize("chosen", [Options(advice=True), Options(strict_block=True)])
def test_an_illegal_table_that_was_let_stand_has_no_advice_and_raises_nothing(
    chosen: Options,
) -> None:
    lines = ("round Ann", ANN, "table b3 b4", "overrule x", BOB, "pass")
    history = rulings(*lines, options=chosen)
    last = history.judged[-1].ruling
    assert last.verdict is Verdict.ACCEPTED and last.proved is False
    assert not [one for one in last.advice if one.rule == "missed-play"]


@pytest.mark.parametrize("chosen", [Options(advice=True), Options(strict_block=True)])
def test_without_a_search_a_pass_is_ruled_all_the_same(chosen: Options) -> None:
    match = judge_record(Record.parse(f"players Ann, Bob\nround Ann\n{ANN}")).match
    ruling = judge(replace(match, options=chosen), parse_statement("pass", NAMES).event)
    assert ruling.verdict is Verdict.ACCEPTED and ruling.proved is False


def test_that_a_search_was_exhaustive_reaches_the_ruling() -> None:
    advised = rulings("round Ann", ANN, "pass", options=Options(advice=True)).judged[-1].ruling
    assert advised.proved is True and advised.advice[-1].rule == "missed-play"
    assert rulings("round Ann", ANN, "pass").judged[-1].ruling.proved is None


KEPT = {
    "a throw that waits": (
        (
            "throw Bob b6 k9 ? o1 r12 b13 o4 r5 k1",
            OTHER_ANN,
            "correct Bob b6 k9 k9 o1 r12 b13 o4 r5 k1",
        ),
        ["unsure", "accepted", "accepted"],
    ),
    "a hand-over that waits": (
        ("table b3 ? b5", OTHER_ANN, "correct table b3 b4 b5"),
        ["unsure", "accepted", "accepted"],
    ),
    "a table that may be overruled": (
        ("table b3 b4", OTHER_ANN, "overrule we agreed on it"),
        ["rejected", "accepted", "accepted"],
    ),
    "a throw that waits while a correction is in doubt itself": (
        (
            "throw Bob b6 k9 ? o1 r12 b13 o4 r5 k1",
            "correct Ann b3 b4 b5 r1 k2 o7 o8 r* ?",
            "correct Bob b6 k9 k9 o1 r12 b13 o4 r5 k1",
        ),
        ["unsure", "unsure", "accepted"],
    ),
}


@pytest.mark.parametrize(("lines", "verdicts"), KEPT.values(), ids=KEPT.keys())
def test_what_waits_survives_a_correction_of_something_else(
    lines: tuple[str, ...], verdicts: list[str]
) -> None:
    judged = rulings("round Ann", ANN, *lines).judged[2:]
    assert [str(one.ruling.verdict) for one in judged] == verdicts


def test_a_play_before_any_throw_that_was_overruled_asks_for_the_dice_that_are_left() -> None:
    lines = ("round Ann", "table b3 b4 b5", "overrule the camera slept", BOB, "pass")
    history = rulings(*lines, "throw Ann r1 k2 o7 o8 r* k12")
    assert [str(one.ruling.verdict) for one in history.judged][-1] == "accepted"
    nine = rulings(*lines, ANN).judged[-1].ruling
    assert nine.faults[0].rule == "hand-count" and nine.faults[0].values == ("6", "9")


def test_nine_dice_laid_before_any_throw_are_all_there_were() -> None:
    lines = ("round Ann", "table b3 b4 b5 | k3 k4 k5 | r3 r4 r5", "overrule the camera slept", BOB)
    match = rulings(*lines).match
    assert match.results[0].winner == 0


def test_a_table_begun_illegally_is_taken_with_a_word() -> None:
    begun = rulings("round Ann", "begin table b3 b4").judged[-1].ruling
    assert begun.verdict is Verdict.ACCEPTED
    assert [one.rule for one in begun.advice] == ["touching"]
    assert not rulings("round Ann", "begin table b3 b4 b5").judged[-1].ruling.advice


def test_an_unread_die_is_not_made_known_by_overruling() -> None:
    history = rulings("round Ann", "throw Bob b6 ?", "overrule it is fine")
    assert [str(one.ruling.verdict) for one in history.judged][1:] == ["rejected", "unsure"]
    assert history.match.round is not None and history.match.round.table == EMPTY
