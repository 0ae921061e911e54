"""The analysis: refused while a match goes on, legal best plays that are no worse than what was
played, chances that end where the match ended, and sentences in every language."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from tools.trials.partner_matches import Greedy, PartnerMatch, pair_of
from turbo.commands.cli import main
from turbo.game.dice import without
from turbo.game.events import HandedOver, Verdict
from turbo.game.match import Match
from turbo.game.record import Record
from turbo.game.referee import judge
from turbo.i18n.languages import Language
from turbo.partner.analysis import HiddenHands, MatchAnalysis, MatchGoesOn, analyse
from turbo.partner.documents import moment_sentence
from turbo.partner.engine import PartnerEngine
from turbo.partner.position import Standing
from turbo.solver.counts import codes_of
from turbo.storage.history import History, judge_any, judge_record

SEEDS = (3, 4)
PAIRS = ((0, 0), (1, 0), (2, 3), (5, 4))
"""Of levels; 0 lays most and throws all that is left."""


def record_of(seed: int) -> Record:
    """As it was typed: every statement has its line."""
    played = PartnerMatch(seed, (Greedy(), Greedy())).play()
    return Record.parse(str(played.record))


@pytest.fixture(scope="module", params=SEEDS)
def analysed(request: pytest.FixtureRequest) -> tuple[History, MatchAnalysis]:
    history = judge_record(record_of(request.param))
    return history, analyse(history)


@pytest.mark.sampled(10)
@pytest.mark.parametrize("seed", range(20))
def test_every_best_play_is_legal_and_no_worse(seed: int) -> None:
    """Of twenty recorded matches, of good players and bad: the referee accepts it, it lays what it
    says, and an engine that is asked anew finds it no worse than what was played."""
    pair = pair_of(*PAIRS[seed % len(PAIRS)])
    history = judge_record(Record.parse(str(PartnerMatch(seed, pair(seed)).play().record)))
    engine, match, before = PartnerEngine(), history.fresh, dict[int, Match]()
    for judged in history.judged:
        before[judged.effective.entry.number] = match
        match = judged.match
    better = 0
    for one in analyse(history).events:
        choice, was = one.choice, before[one.entry]
        if choice is None:
            continue
        assert was.round is not None and one.seat is not None
        at, hand = Standing.of(was, one.seat), was.round.hands[one.seat] or ()
        if one.kind == "throw":
            assert choice.best and not without(choice.best, hand), "some dice of the own hand"
            kept = [codes_of(without(hand, faces)) for faces in (choice.best, choice.chosen)]
            best, chosen = engine.compared(at, kept)
        else:
            if choice.layout is not None:
                ruling = judge(was, HandedOver(choice.layout))
                assert ruling.verdict is Verdict.ACCEPTED, (one, ruling)
                assert Counter(was.round.played_from(choice.layout)) == Counter(choice.best)
            best, chosen = (
                engine.answered(at, codes_of(faces)) for faces in (choice.best, choice.chosen)
            )
        assert best.chance >= chosen.chance, one
        assert choice.cost == pytest.approx(best.chance - chosen.chance)
        better += choice.cost > 0
    assert better > 5, "something could be done better in every match"


def test_chances_end_where_the_match_ended(analysed: tuple[History, MatchAnalysis]) -> None:
    history, analysis = analysed
    winner = history.match.winner
    assert analysis.events[-1].chance == {None: 0.5, "Ann": 1.0, "Bob": 0.0}[winner]
    assert all(0 <= one.chance <= 1 for one in analysis.events)
    assert len(analysis.events) == len(history.judged)


def test_luck_and_skill_together_are_the_result(analysed: tuple[History, MatchAnalysis]) -> None:
    """What nobody chose is luck: both sums lead from an even start to the result, but for what the
    engine does not know of the game."""
    _, analysis = analysed
    luck = analysis.luck(0) - analysis.luck(1)
    skill = analysis.cost(1) - analysis.cost(0)
    assert luck + skill == pytest.approx(analysis.events[-1].chance - 0.5, abs=0.3)


def test_the_costliest_moments_are_told_in_every_language(
    analysed: tuple[History, MatchAnalysis],
) -> None:
    _, analysis = analysed
    costs = [one.cost for one in analysis.costliest]
    assert costs == sorted(costs, reverse=True) and len(costs) == 3
    for language in Language:
        assert str(analysis.costliest[0].round) in moment_sentence(
            analysis.costliest[0], analysis, language
        )


def test_a_match_that_goes_on_is_not_analysed() -> None:
    history = judge_record(record_of(3))
    some = replace(history, judged=history.judged[:40])
    with pytest.raises(MatchGoesOn):
        analyse(some)


def test_tiles_are_told_to_have_hidden_racks() -> None:
    record = Record.parse("edition original-goliath\nplayers Ann, Bob")
    with pytest.raises(HiddenHands):
        analyse(judge_any(record))


def test_the_command_tells_programs_and_people(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "evening.turbo"
    file.write_text(str(record_of(3)), encoding="utf-8")
    assert main(["analyse", str(file), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [one["player"] for one in told["summary"]] == ["Ann", "Bob"]
    assert len(told["costliest"]) == 3 and told["events"][-1]["chance"] in (0, 50, 100)
    assert main(["analyse", str(file), "--lang", "de"]) == 0
    assert "Glück" in capsys.readouterr().out


def test_the_command_refuses_a_match_that_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "open.turbo"
    lines = str(record_of(3)).splitlines()
    file.write_text("\n".join(lines[:20]), encoding="utf-8")
    assert main(["analyse", str(file)]) == 2
    assert "that is over" in capsys.readouterr().err
