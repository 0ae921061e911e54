"""Scenes by true poses before the live table: in the end all is told line by line, and rightly."""

import pytest

pytest.importorskip("mujoco", reason="the twin's mechanics need mujoco")

from tools.trials.acted_scenes import RECORD, SCENES, put_on, scene_named, settings_of
from tools.trials.perfect_eye import observation
from tools.trials.scenes import Acted, acted
from tools.trials.stage import PlayedDice
from tools.trials.stories import aligned
from turbo.errors import TurboError
from turbo.twin.world import TwinTable


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", SCENES)
def test_a_scene_is_told_as_it_happened(name: str) -> None:
    one = acted(name)
    assert one.is_exact, (one.line, one.true, one.told, one.refused, one.differences)


@pytest.mark.parametrize("name", ["cup-in-zone", "knocks-a-die"])
def test_every_scene_is_acted_as_its_record_says(name: str) -> None:
    scene = scene_named(name)
    table = TwinTable(1, settings_of(scene))
    put_on(scene, table)
    while not table.is_over:
        table.step(0.2)
    table.close()
    assert [deed.what for deed in table.ledger.deeds] == [
        *("round", "throw", "play", "throw", "play", "throw", "play")
    ]


def test_behind_the_cup_a_die_is_out_of_sight() -> None:
    scene = scene_named("cup-in-zone")
    table = TwinTable(1, settings_of(scene))
    put_on(scene, table)
    hidden = set()
    while not table.is_over:
        table.step(0.2)
        if table.is_still:
            hidden.add(len(table.things.poses) - len(observation(table).dice))
    table.close()
    assert hidden == {0, 1}


def test_dice_are_made_for_a_record() -> None:
    played = PlayedDice(RECORD)
    assert played.names == ("Ann", "Bob") and len(played.inventory.dice) == 18
    thrown = [step.sides for step in played.steps if step.sides is not None]
    assert [len(sides) for sides in thrown] == [9, 9, 2]
    assert set(thrown[2].values()) == {1}
    with pytest.raises(TurboError, match="expected throws"):
        PlayedDice(RECORD + "overrule because\n")
    with pytest.raises(TurboError, match="expected 6 dice"):
        PlayedDice(RECORD.replace("throw Ann r1 k2 b6 o8 k12 r9", "throw Ann r1 k2 b6 o8 k12"))
    with pytest.raises(TurboError, match="expected a scene"):
        scene_named("nothing")


ALIGNED = {
    "all alike": ("abc", "abc", [(0, 0), (1, 1), (2, 2)]),
    "one is missed": ("abc", "ac", [(0, 0), (2, 1)]),
    "one is told twice": ("abc", "abbc", [(0, 0), (1, 1), (2, 3)]),
    "nothing fits": ("abc", "xy", []),
}


@pytest.mark.parametrize(("true", "told", "pairs"), ALIGNED.values(), ids=ALIGNED)
def test_stories_are_held_side_by_side(true: str, told: str, pairs: list[tuple[int, int]]) -> None:
    assert aligned(list(true), list(told)) == pairs


def test_a_scene_is_exact_only_if_nothing_is_missing_false_or_refused() -> None:
    story = [(1.0, "throw Ann b3"), (2.0, "pass Ann")]
    assert Acted("right", story, story, [], 0, []).is_exact
    for wrong in (
        Acted("missing", story, story[:1], [], 0, []),
        Acted("false", story, [*story, story[1]], [], 0, []),
        Acted("refused", story, story, ["first-throw"], 0, []),
        Acted("different", story, story, [], 0, ["on the table lie"]),
    ):
        assert not wrong.is_exact
