"""Eighteen dice, each in one place: what cannot be is refused at birth."""

import pytest

from tests.support.live_game import ANN, BOB, Game
from tools.trials.acted_match import ActedMatch
from tools.trials.table_acts import ImperfectCamera
from turbo.errors import TurboError
from turbo.game.dice import DICE, HAND, Face
from turbo.live.eighteen import Dice
from turbo.live.snapshot import RestingDie, Snapshot
from turbo.live.tracked_die import MissingDie, TrackedDie
from vision.mat.plan import Zone

CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def _die(id_: int) -> RestingDie:
    face = Face.parse("b3")
    return RestingDie(id_, 20.0 * id_, 9.0, 0.0, Zone.TABLE, face, (), (), CORNERS, CORNERS, 0.0)


def _known(*ids: int) -> tuple[TrackedDie, ...]:
    return tuple(TrackedDie(_die(id_), Face.parse("b3"), Zone.TABLE) for id_ in ids)


@pytest.mark.parametrize(
    ("lying", "missing", "in_bag", "covered"),
    [
        pytest.param((), 0, 17, (), id="one too few"),
        pytest.param(range(18), 1, 0, (), id="one too many"),
        pytest.param(range(18), 1, -1, (), id="a bag cannot lack dice"),
        pytest.param((1, 1), 0, 16, (), id="one in two places"),
        pytest.param((1,), 0, 17, (2,), id="covered, and not there"),
    ],
)
def test_what_cannot_be_is_refused(
    lying: tuple[int, ...], missing: int, in_bag: int, covered: tuple[int, ...]
) -> None:
    away = tuple(MissingDie(known, 0.0) for known in _known(*range(100, 100 + missing)))
    with pytest.raises(TurboError):
        Dice(_known(*lying), away, in_bag, frozenset(covered))


def test_a_snapshot_has_each_die_once() -> None:
    assert [die.id for die in Snapshot(1.0, (_die(2),), covered=(_die(1),)).dice] == [1, 2]
    with pytest.raises(TurboError):
        Snapshot(1.0, (_die(1),), covered=(_die(1),))


def test_what_is_shared_out_makes_eighteen() -> None:
    away = [MissingDie(known, 0.0) for known in _known(50, 51)]
    dice = Dice.of(_known(*range(17)), away, frozenset({3}), [])
    assert [one.known.id for one in dice.missing] == [51], "the first has come to light"
    dice = Dice.of(_known(*range(19)), [], frozenset(), [4])
    assert [known.id for known in dice.foreign] == [4] and not dice.are_all_there


def test_dice_are_in_the_bag_on_the_table_and_in_the_cup() -> None:
    game = Game().start()
    state = game.watched.table
    assert state.state.dice.in_bag == DICE
    game.throw(ANN, "b3 b4 b5 r1 k2 o7 o8 r13 k12")
    assert (len(state.state.dice.lying), state.state.dice.in_bag) == (HAND, HAND)
    game.press(ANN)
    game.throw(BOB, "b6 k9 k8 o1 r12 b13 o4 r5 k1")
    assert state.state.dice.are_all_there
    game.acts.collect([9, 10])
    game.rest(1.0)
    missing = {str(one.known.face) for one in state.state.dice.missing}
    assert missing == {"b6", "k9"}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", range(3))
def test_a_whole_round_keeps_eighteen(seed: int) -> None:
    """`Dice` is made at every step: what broke it would end the round with an error."""
    acted = ActedMatch(seed, camera=ImperfectCamera(missed=0.02))
    acted.play(1)
    dice = acted.watched.table.state.dice
    assert len(dice.lying) + len(dice.missing) + dice.in_bag == DICE
