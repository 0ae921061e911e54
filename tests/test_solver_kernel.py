"""The compiled search and the Python search are twins: same answers, die by die and cell by cell.

Where the project was installed without a compiler there is nothing to compare, and a skip says so.
"""

from collections.abc import Callable
from random import Random

import pytest

import turbo.solver.choices
import turbo.solver.engine
from turbo.game.dice import PRESUMED_FACES, hand_text
from turbo.game.layout import Layout
from turbo.solver import Play, best_play
from turbo.solver.choices import Choices
from turbo.solver.clock import Clock
from turbo.solver.engine import Engine, Found
from turbo.solver.keeping import whole, without_an_end, without_parts
from turbo.solver.partition import Line
from turbo.solver.position import Position
from turbo.solver.samples import MAKERS, Sample, samples
from turbo.solver.shapes import code_of

needs_kernel = pytest.mark.skipif(
    turbo.solver.engine.KERNEL is None, reason="the solver was installed without its C part"
)

Answer = tuple[list[Found | None], list[list[Line] | None], list[list[tuple[int, ...]]], Play]


def answers(sample: Sample) -> Answer:
    """What the parts of the search say to one position."""
    position = Position(sample.table, sample.hand)
    choices = Choices(position)
    clock = Clock(600.0, limit=10**9)
    engine = Engine(clock, choices.faces, choices.jokers, {})
    sizes = [choices._places(size) for size in range(len(choices.hand), 0, -1)]
    numbered = [code_of(face) for face in choices.hand if not face.is_joker]
    wild = len(choices.hand) - len(numbered)
    parts = position.parts
    plans = [*whole(parts, 3), *without_an_end(parts), *list(without_parts(parts))[:2]]
    covers = []
    for plan in plans:
        freed = [code_of(face) for face in plan.freed if not face.is_joker]
        jokers = wild + len(plan.freed) - len(freed)
        for codes in (numbered, numbered[:2], numbered[2:4]):
            covers.append(engine.cover(plan.kept, [*freed, *codes], jokers, may_touch=False))
    parted = [
        engine.part([*position.table_codes, *codes], position.table_jokers + wild)
        for codes in (numbered, numbered[:3], numbered[3:])
    ]
    return covers, parted, sizes, best_play(sample.table, sample.hand, budget_s=60.0)


@pytest.fixture
def compare(monkeypatch: pytest.MonkeyPatch) -> Callable[[Sample], None]:
    def compared(sample: Sample) -> None:
        compiled = answers(sample)
        with monkeypatch.context() as patch:
            patch.setattr(turbo.solver.engine, "KERNEL", None)
            patch.setattr(turbo.solver.choices, "KERNEL", None)
            in_python = answers(sample)
        assert compiled == in_python, f"{sample.table} + {hand_text(sample.hand)}"

    return compared


@needs_kernel
@pytest.mark.parametrize("maker", MAKERS)
def test_twins_on_large_positions(maker: str, compare: Callable[[Sample], None]) -> None:
    for sample in samples(maker, 60, seed=21):
        compare(sample)


@needs_kernel
def test_twins_on_hands_with_many_jokers(compare: Callable[[Sample], None]) -> None:
    random = Random(22)
    wild = [face for face in PRESUMED_FACES if face.is_joker]
    numbered = [face for face in PRESUMED_FACES if not face.is_joker]
    for _ in range(60):
        table = random.choice(
            ("", "b3 b4 b5", "k7 r7 b7 | o1 o2 o3 o4", "b3 r* b5 / r3 . . / k3 . .")
        )
        jokers = random.randint(1, 3)
        hand = random.sample(wild, jokers) + random.sample(numbered, random.randint(2, 5))
        compare(Sample(Layout.parse(table), tuple(hand)))
