"""Players and the table's state: what they lay is legal and made of dice that are there."""

import random
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from tests.support.examples import examples
from turbo.game.dice import NUMBERED_FACES, PRESUMED_FACES, Face, parse_hand
from turbo.game.layout import Layout
from turbo.twin.habits import Habits, Skill
from turbo.twin.inventory import SIDE_AXES, SIDES, Inventory, lying, top_side, yaw_of
from turbo.twin.players import TwinPlayer, promising, simple_play
from turbo.twin.state import TableState

_HANDS = st.lists(st.sampled_from([*NUMBERED_FACES, *parse_hand("r* k*")]), min_size=1, max_size=9)
_TABLES = st.sampled_from(
    ["", "b3 b4 b5", "b5 b4 b3 | k8 r8 o8", "b3 b4 b5 / r3 . . / k3 . .", "k1 k* k3 | o12 b12 r12"]
)


@given(_TABLES, _HANDS)
@examples(150)
def test_a_simple_play_is_legal_and_keeps_the_table(table: str, hand: list[Face]) -> None:
    before, faces = Layout.parse(table), tuple(hand)
    after = simple_play(before, faces)
    if after is None:
        return
    assert after.is_legal
    added = after.count - before.count
    assert added and not before.count - after.count
    assert not added - Counter(faces)


def test_a_simple_player_sees_the_plain_things() -> None:
    seen = {
        ("", "b3 b4 b5 k1"): "b3 b4 b5",
        ("b3 b4 b5", "b6"): "b3 b4 b5 b6",
        ("b5 b4 b3", "b6"): "b6 b5 b4 b3",
        ("k8 r8 o8", "b8"): "k8 r8 o8 b8",
        ("b3 b4 b5", "k3 r3"): "b3 b4 b5 / k3 . . / r3 . .",
    }
    for (table, hand), expected in seen.items():
        assert str(simple_play(Layout.parse(table), parse_hand(hand))) == expected
    assert simple_play(Layout.parse("b3 b4 b5"), parse_hand("k9 o1")) is None


def test_something_is_always_thrown_and_pairs_are_kept() -> None:
    chance = random.Random(1)
    for skill in Skill:
        player = TwinPlayer("Ann", Habits(skill), chance)
        for hand in ("b3", "r* k*", "b3 b4", "b3 b4 k1 o9 r*"):
            places = player.to_throw(parse_hand(hand))
            assert places and set(places) <= set(range(len(parse_hand(hand))))
    assert promising(parse_hand("k1 b3 o9 b4 r*")) == {1, 3, 4}


def test_the_inventory_holds_every_presumed_face_once_for_each_die() -> None:
    inventory = Inventory.dealt(4)
    faces = [face for die in inventory.dice for face in die.faces]
    assert Counter(faces) == Counter(PRESUMED_FACES)
    assert inventory != Inventory.dealt(5)


@given(st.integers(0, SIDES - 1), st.floats(-3.1, 3.1))
def test_a_lying_die_shows_its_side(side: int, yaw: float) -> None:
    rotation = lying(side, yaw)
    top, lean = top_side(rotation)
    assert top == side and lean < 1e-3
    assert abs(yaw_of(rotation, side) - yaw) < 1e-6
    assert len(SIDE_AXES) == SIDES


def test_dice_that_can_stay_do_and_no_die_is_in_two_places() -> None:
    state = TableState(Inventory.dealt(1))
    chance = random.Random(2)
    plays = 0
    for _ in range(40):
        state.deal(chance)
        for seat in (0, 1, 0, 1):
            state.roll(state.hands[seat], chance)
            target = simple_play(state.layout(), state.hand(seat))
            if target is None:
                continue
            plays += 1
            before = dict(state.cells)
            arrangement = state.arranged(target, seat)
            dice = list(arrangement.cells.values())
            assert len(set(dice)) == len(dice)
            assert {c: state.face(d) for c, d in arrangement.cells.items()} == dict(target.dice)
            assert set(before.values()) <= set(dice)
            assert len(arrangement.kept) == len(Layout.parse(str(state.layout())).islands)
            state.lay(arrangement, seat)
            assert sorted([*state.cells.values(), *state.hands[0], *state.hands[1]]) == list(
                range(18)
            )
    assert plays > 20
