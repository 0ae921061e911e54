"""Eighteen dice, each in one place: what cannot be is refused at birth."""

from collections import Counter

import pytest

from tests.support.live_game import ANN, BOB, Game
from turbo.errors import TurboError
from turbo.game.dice import DICE, HAND, Face
from turbo.live.body import BAG
from turbo.live.snapshot import RestingDie, Snapshot
from vision.mat.plan import Zone

CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def _die(id_: int) -> RestingDie:
    face = Face.parse("b3")
    return RestingDie(id_, 20.0 * id_, 9.0, 0.0, Zone.TABLE, face, (), (), CORNERS, CORNERS, 0.0)


def test_a_snapshot_has_each_die_once() -> None:
    assert [die.id for die in Snapshot(1.0, (_die(2),), covered=(_die(1),)).dice] == [1, 2]
    with pytest.raises(TurboError):
        Snapshot(1.0, (_die(1),), covered=(_die(1),))


def _where(game: Game) -> Counter[str]:
    """How many dice are in each place, by the best hypothesis."""
    places = (
        "bag" if body.owner == BAG else "open" if body.is_seen else "gone"
        for body in game.watched.table.state.stories[0].bodies
    )
    return Counter(places)


def test_dice_are_in_the_bag_on_the_table_and_in_the_cup() -> None:
    game = Game().start()
    assert _where(game) == {"bag": DICE}
    game.throw(ANN, "b3 b4 b5 r1 k2 o7 o8 r13 k12")
    assert _where(game) == {"open": HAND, "bag": HAND}
    game.press(ANN)
    game.throw(BOB, "b6 k9 k8 o1 r12 b13 o4 r5 k1")
    assert _where(game) == {"open": DICE}
    assert game.watched.table.state.view.are_all_there
    game.acts.collect([9, 10])
    game.rest(1.0)
    assert _where(game) == {"open": DICE - 2, "gone": 2}
    bodies = game.watched.table.state.stories[0].bodies
    assert {str(body.face) for body in bodies if not body.is_seen} == {"b6", "k9"}
