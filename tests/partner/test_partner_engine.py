"""The partner's engine: by counts what the solver knows by layouts, chances that add up, and
decisions that are legal, the same for a seed, and better at a higher level."""

import random
from dataclasses import replace
from typing import Any

import pytest

from tools.trials.partner_matches import Greedy, PartnerMatch, pair_of
from turbo.errors import TurboError
from turbo.game.dice import DICE, PRESUMED_FACES, DiceSet, Die, parse_hand
from turbo.game.layout import Layout
from turbo.partner.dice_chances import DiceChances, known_dice
from turbo.partner.engine import PartnerEngine, legal_plays
from turbo.partner.levels import LEVELS, STRONGEST, level
from turbo.partner.position import Standing
from turbo.partner.value import features, fitted, match_chance, point_features, win_chance
from turbo.solver import best_play
from turbo.solver.counts import TableCounts, codes_of, cost_of, wanted
from turbo.solver.shapes import FACE_OF, SHAPES, mask_of
from turbo.storage.history import judge_record


def standing(table: str, mine: str, theirs: str, **more: Any) -> Standing:
    faces = Layout.parse(table).faces if table else ()
    one, other = codes_of(parse_hand(mine)), codes_of(parse_hand(theirs))
    return replace(Standing(TableCounts.of(faces), one, other), **more)


@pytest.mark.parametrize("seed", range(20))
def test_counts_find_as_much_as_the_search_with_layouts(seed: int) -> None:
    chance = random.Random(seed)
    faces = chance.sample(PRESUMED_FACES, 18)
    table = best_play(Layout(), faces, nodes=20_000).layout
    hand = chance.sample(PRESUMED_FACES, 5)
    found = best_play(table, hand, nodes=1_000_000)
    most = TableCounts.of(table.faces).most(codes_of(hand))
    assert (len(most), cost_of(most)) == (len(found.played), cost_of(codes_of(found.played)))


def test_wanted_is_what_two_dice_lack_of_a_set() -> None:
    chance = random.Random(1)
    threes = [shape for shape in SHAPES if shape.size == 3]
    for _ in range(50):
        held = set(chance.sample(sorted(FACE_OF), 7))
        lacking = {
            code
            for shape in threes
            for code in shape.codes
            if all(other in held for other in shape.codes if other != code)
        }
        assert wanted(mask_of(held)) == mask_of(lacking)


def test_chances_of_a_die_add_up_and_know_what_lies_up_elsewhere() -> None:
    up = codes_of(parse_hand("b3 b3 r* k1"))
    chances = DiceChances(up)
    weights = chances.of(up[0])
    assert sum(weights.values()) == pytest.approx(1)
    # Both blue threes lie up: this die shows it again once in six, and no other face is one.
    assert weights[up[0]] == pytest.approx(1 / 6)
    assert weights[codes_of(parse_hand("r7"))[0]] == pytest.approx(5 / 6 * 2 / 104)


def test_enrolled_dice_show_their_own_faces_only() -> None:
    dice = [Die(PRESUMED_FACES[at : at + 6]) for at in range(0, 108, 6)]
    own = DiceSet(dice=tuple(dice))
    known = known_dice(own)
    assert len(known) == DICE and known_dice(replace(own, dice=own.dice[1:])) == ()
    shown = codes_of(dice[0].faces)
    carried = {code for die in known if shown[2] in die for code in die}
    assert set(DiceChances(shown, known).of(shown[2])) == carried


def test_a_round_that_is_over_is_worth_its_points() -> None:
    over = standing("b3 b4 b5", "", "k9 r2", lead=-20)
    assert over.points == 11 and win_chance(over) == match_chance(-9, 0) == 0
    assert match_chance(0, 0) == 0.5 and match_chance(1, 0) == 1
    blocked = standing("", "k1", "k9", blanks=6)
    assert blocked.points == 8 and blocked.other.points == -8


def test_the_numbers_fit_the_features_and_say_where_they_come_from() -> None:
    at = standing("b3 b4 b5", "k9", "k1 r9")
    assert len(fitted().wins) == len(features(at))
    assert len(fitted().points_won) == len(fitted().points_lost) == len(point_features(at))
    assert "bench.partner_fit" in fitted().origin


def test_fewer_dice_and_more_points_are_better() -> None:
    one, four = (
        standing("b3 b4 b5", "k9", "k1 r9 o4 b12"),
        standing("b3 b4 b5", "k9 k1 r9 o4", "b12"),
    )
    assert win_chance(one) > 0.5 > win_chance(four)
    ahead = replace(one, lead=30)
    assert win_chance(ahead) > win_chance(one)


def test_a_joker_is_kept_and_a_set_is_laid() -> None:
    engine = PartnerEngine()
    at = standing("b3 b4 b5", "r* k7 k9 o1 r12", "k1 r9 o4 b12", rounds_left=3)
    assert 0 in engine.to_keep(at)
    at = standing("", "r5 r6 r7 k1", "k1 r9 o4 b12")
    assert set(codes_of(parse_hand("r5 r6 r7"))) <= set(engine.to_play(at))
    assert () not in legal_plays(at)


def test_a_set_of_one_s_own_is_found_where_the_search_gives_up() -> None:
    """Four jokers and fifteen dice are too many for the whole; the set lies beside them."""
    table = TableCounts((3, 5, 33, 34, 34, 35, 36, 36, 37, 50, 50, 52), 2)
    hand = codes_of(parse_hand("r* k* b8"))
    assert table.most(hand) == (0, 0, 40)
    assert PartnerEngine().to_play(Standing(table, hand, (1, 2))) == (0, 0, 40)


def test_the_last_die_is_laid_and_wins() -> None:
    at = standing("b3 b4 b5", "b6", "k9 k9")
    assert PartnerEngine().to_play(at) == codes_of(parse_hand("b6"))
    # One die: every face it may show is weighed, and no throw is drawn.
    ways = PartnerEngine(1).outcomes(at, (), 0, random.Random(0))
    assert sum(weight for _, weight in ways) == pytest.approx(1)


@pytest.mark.parametrize("one", LEVELS, ids=lambda one: f"level {one.number}")
def test_a_level_plays_a_whole_match_by_the_rules(one: object) -> None:
    assert isinstance(one, type(STRONGEST))
    match = PartnerMatch(7, (PartnerEngine(7, one), Greedy()))
    told = match.play()
    history = judge_record(told.record)
    assert all(judged.ruling.verdict == "accepted" for judged in history.judged)
    assert match.ledger.differences(history.match) == []
    rules = {fault.rule for judged in history.judged for fault in judged.ruling.advice}
    # Who overlooks plays may overlook a set as well; the best never does.
    assert one is not STRONGEST or not rules
    again = PartnerMatch(7, (PartnerEngine(7, one), Greedy())).play()
    assert again.events == told.events


def test_an_unknown_level_is_told() -> None:
    with pytest.raises(TurboError, match="from 1 to 5"):
        level(6)


def test_the_strongest_beats_the_weakest() -> None:
    leads = []
    for seed in range(8):
        match = PartnerMatch(seed, pair_of(5, 1)(seed))
        match.play()
        seat = seed % 2
        leads.append(match.ledger.total(seat) - match.ledger.total(1 - seat))
    assert sum(lead > 0 for lead in leads) >= 5, leads
