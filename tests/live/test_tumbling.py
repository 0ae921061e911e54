"""Throws told by looking alone: what is thrown is told once and whole, what a hand moves is not."""

import math
import random
from collections.abc import Callable, Sequence

import pytest

from tools.trials.table_acts import EDGE_MM, PITCH_MM, PLAN, ImperfectCamera, TableActs
from turbo.game.dice import PRESUMED_FACES, Face, parse_hand
from turbo.game.observation import Doubt, Observation, Point
from turbo.live.settling import Settler, Snapshot
from turbo.live.tumbling import Tumbled, Tumbling, TumblingTuning
from vision.mat.occluders import Occluder

SHARP = ImperfectCamera(missed=0.0, misread=0.0)
LATER_S = TumblingTuning().found_s + 1.0
"""By then a throw is told that nobody has touched."""


class Free:
    """Dice that are thrown without a game. `hands`: whether those that cover dice are seen."""

    def __init__(self, seed: int = 1, *, hands: bool = True) -> None:
        self.settler, self.tumbling = Settler(PLAN), Tumbling(PLAN.edge_mm)
        self.told: list[str] = []
        self.hands, self.chance = hands, random.Random(seed)
        self.acts = TableActs(self._see, seed, SHARP)
        self.acts.rest(1.0)

    def _see(self, at_s: float, seen: Observation) -> None:
        things = tuple(map(self._hand, self.acts.covered)) if self.hands else ()
        happened = self.settler.step(at_s, seen, things=things)
        self.tumbling.look(at_s, self.settler.tracker.tracks.values(), things)
        if self.settler.is_settled:
            self._tell(self.tumbling.wait(at_s))
        if isinstance(happened, Snapshot):
            self._tell(self.tumbling.take(happened))

    def _hand(self, name: int) -> Occluder:
        die = self.acts.dice[name]
        around = [(die.x_mm + x * 25, die.y_mm + y * 25) for x, y in SQUARE]
        return Occluder(tuple(around), self.acts.at_s, disturbs=True)

    def _tell(self, throws: list[Tumbled]) -> None:
        self.told += [" ".join(sorted(str(die.face) for die in one.dice)) for one in throws]

    def throw(self, text: str, names: Sequence[int] | None = None) -> str:
        faces = parse_hand(text)
        names = range(len(faces)) if names is None else names
        self.acts.collect([name for name in names if name in self.acts.dice])
        self.acts.shake()
        return self.pour(dict(zip(names, faces, strict=True)))

    def pour(self, faces: dict[int, Face]) -> str:
        places = self.acts.scatter(len(faces), 40, 40, 560, 400)
        self.acts.pour(faces, dict(zip(faces, places, strict=True)))
        self.acts.rest(0.8)
        return " ".join(sorted(map(str, faces.values())))

    def end(self) -> list[str]:
        self.acts.rest(LATER_S)
        self._tell(self.tumbling.finish())
        return self.told


SQUARE: tuple[Point, ...] = ((-1, -1), (1, -1), (1, 1), (-1, 1))


def test_every_throw_without_a_game() -> None:
    free = Free()
    free.throw("b1 b2 b3")
    free.throw("k1")
    free.throw("k1 r5 o9 o9 r*")
    assert free.end() == ["b1 b2 b3", "k1", "k1 o9 o9 r* r5"]


def test_moving_dice_is_no_throw() -> None:
    free = Free()
    free.throw("b1 b2 b3")
    free.acts.carry(0, 300.0, 300.0)
    free.acts.slide(1, 200.0, 250.0)
    free.acts.rest(1.0)
    free.acts.covered = {2}
    free.acts.rest(4.0)
    free.acts.covered = set()
    free.acts.rest(1.0)
    assert free.end() == ["b1 b2 b3"]


def test_dice_that_lie_there_at_the_start_were_not_thrown() -> None:
    free = Free()
    free.tumbling = Tumbling(PLAN.edge_mm)
    free.acts.put(0, Face.parse("b3"), 100.0, 200.0)
    free.acts.rest(2.0)
    assert free.end() == []


def test_a_thrown_die_that_shows_what_it_showed_counts_with_the_others() -> None:
    free = Free()
    free.throw("b1 b2 b3 b4")
    free.throw("b1 k9 b3 o12")
    assert free.end() == ["b1 b2 b3 b4", "b1 b3 k9 o12"]


def test_a_die_that_lies_on_another_is_thrown_again_and_belongs_to_the_throw() -> None:
    free = Free()
    free.acts.odd[2] = ((Doubt.STACKED,), ())
    free.throw("b1 b2 b3")
    free.acts.rest(LATER_S)
    assert free.told == [], "it is waited for"
    free.acts.odd.clear()
    free.throw("k7", [2])
    assert free.end() == ["b1 b2 k7"]


def test_a_die_that_a_rethrow_drives_to_the_rim_is_taken_up_and_thrown_again_too() -> None:
    """The one that leant is thrown again; one of the others falls off, and one rolls to the rim,
    where it shows something else, flat as it lies there."""
    free = Free()
    free.acts.odd[3] = ((Doubt.COCKED,), ())
    free.throw("b1 b2 b3 b4")
    free.acts.rest(1.0)
    free.acts.lift([3])
    free.acts.shake()
    free.acts.odd.clear()
    hit = {1, 2}
    for name in hit:
        del free.acts.dice[name]
    free.acts.covered.add(2)
    free.acts.put(2, Face.parse("k9"), 560.0, 240.0)
    free.acts.pour({3: Face.parse("b4")}, {3: (300.0, 240.0)})
    free.acts.covered.clear()
    free.acts.rest(LATER_S / 2)
    free.acts.lift([2])
    free.acts.rest(LATER_S / 2)
    free.throw("b2 b3", [1, 2])
    assert free.end() == ["b1 b2 b3 b4"]


def test_a_die_that_cannot_be_read_at_once_is_waited_for() -> None:
    free = Free()
    free.acts.odd[1] = ((Doubt.COVERED,), ())
    free.throw("b1 b2 b3")
    free.acts.rest(3.0)
    free.acts.odd.clear()
    assert free.end() == ["b1 b2 b3"]


def test_a_throw_that_is_never_put_right_is_told_as_it_is() -> None:
    free = Free()
    free.acts.odd[2] = ((Doubt.COCKED,), ())
    free.throw("b1 b2 b3")
    free.acts.odd.clear()
    free.throw("k1 k2 k3")
    assert free.end() == ["? b1 b2", "k1 k2 k3"]


def test_a_die_that_fell_off_belongs_to_the_throw() -> None:
    free = Free()
    free.throw("b1 b2 b3")
    free.acts.rest(5.0)
    free.throw("k7", [3])
    assert free.end() == ["b1 b2 b3 k7"]


def test_a_die_that_a_hand_turns_is_no_throw() -> None:
    free = Free()
    free.throw("b1 b2 b3")
    free.acts.rest(LATER_S)
    free.acts.turn(1, Face.parse("r9"))
    free.acts.rest(1.0)
    die = free.acts.dice[2]
    free.acts.lift([2])
    free.acts.rest(2.0)
    free.acts.put(2, Face.parse("r10"), die.x_mm + 60, die.y_mm + 60)
    free.acts.reach([2], 4)
    assert free.end() == ["b1 b2 b3"]


def test_a_throw_is_told_when_its_dice_are_taken_up() -> None:
    free = Free()
    free.throw("b1 b2 b3")
    assert free.told == [], "one that fell off may still come"
    free.acts.collect([0, 1, 2])
    free.acts.rest(1.0)
    assert free.told == ["b1 b2 b3"]


def _carried(free: Free, names: list[int]) -> None:
    name = free.chance.choice(names)
    ((x, y),) = free.acts.scatter(1, 40, 40, 560, 400)
    free.acts.carry(name, x, y, free.chance.uniform(0, 90))


def _laid_in_a_row(free: Free, names: list[int]) -> None:
    row = free.chance.sample(names, min(3, len(names)))
    y = free.chance.choice([40.0, 220.0, 400.0])
    free.acts.carry_many({name: (450.0 + i * PITCH_MM, y) for i, name in enumerate(row)})


def _slid(free: Free, names: list[int]) -> None:
    name = free.chance.choice(names)
    die = free.acts.dice[name]
    others = [(d.x_mm, d.y_mm) for other, d in free.acts.dice.items() if other != name]
    if all(math.dist((die.x_mm + 10, die.y_mm), place) > 2 * EDGE_MM for place in others):
        free.acts.slide(name, die.x_mm + 10, die.y_mm)


def _covered(free: Free, names: list[int]) -> None:
    free.acts.reach(free.chance.sample(names, min(2, len(names))), 25)


def _held_long(free: Free, names: list[int]) -> None:
    """Some are taken up, weighed in the hand for seconds, and laid down elsewhere."""
    taken = free.chance.sample(names, min(2, len(names)))
    held = {name: free.acts.dice[name] for name in taken}
    free.acts.lift(taken)
    free.acts.rest(3.0)
    for name in taken:
        ((x, y),) = free.acts.scatter(1, 40, 40, 560, 400)
        free.acts.put(name, held[name].face, x, y, 45.0)
        free.acts.reach([name])


ACTS: tuple[Callable[[Free, list[int]], None], ...] = (
    _carried, _laid_in_a_row, _slid, _covered, _held_long,
)  # fmt: skip


def _thrown(free: Free, count: int) -> str:
    """Any of the dice; one at least shows what none of them showed, or nobody could tell."""
    names = free.chance.sample(range(9), count)
    before = {name: free.acts.dice[name].face for name in names if name in free.acts.dice}
    faces = [free.chance.choice(PRESUMED_FACES) for _ in names]
    new = [face for face in PRESUMED_FACES if face not in before.values()]
    faces[0] = free.chance.choice(new)
    return free.throw(" ".join(map(str, faces)), names)


@pytest.mark.parametrize("hands", [True, False], ids=["hands seen", "hands unseen"])
@pytest.mark.parametrize("seed", range(5))
def test_whatever_people_do_between_throws_is_none(seed: int, hands: bool) -> None:
    free = Free(seed, hands=hands)
    happened = [_thrown(free, 9)]
    for _ in range(4):
        for act in free.chance.sample(ACTS, 2):
            act(free, list(free.acts.dice))
            free.acts.rest(free.chance.choice([0.6, 1.5]))
        happened.append(_thrown(free, free.chance.randint(1, 8)))
    assert free.end() == happened
