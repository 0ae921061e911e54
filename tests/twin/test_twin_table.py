"""The table on its clock: rounds are played to the end, nothing gets lost, mischief is mended."""

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from tests.support.thrown import ByHand, many_sets
from turbo.errors import TurboError
from turbo.game.dice import HAND
from turbo.twin.camera import TwinCamera
from turbo.twin.draw import Look
from turbo.twin.habits import Habits, Skill
from turbo.twin.inventory import Inventory
from turbo.twin.ledger import Deed, TrueResult, lines
from turbo.twin.lens import TwinCameraSettings
from turbo.twin.mischief import MISCHIEF
from turbo.twin.physics import Pour, PouredThrow, throw
from turbo.twin.players import TwinPlayer
from turbo.twin.table import Pace, TwinSettings
from turbo.twin.world import TwinTable
from vision.cameras.frames import CameraLost

QUICK = Pace(
    before_s=0.2, unheard_s=0.5, look_s=0.4, between_rounds_s=0.5, trouble_s=1.0, rest_s=1.0
)
BRISK = Habits(Skill.SIMPLE, think_s=0.2)
SETTINGS = TwinSettings(
    look=Look(TwinCameraSettings(320, 240)), habits=(BRISK, BRISK), rounds=1, pace=QUICK
)


@pytest.fixture(name="table")
def _table() -> Iterator[TwinTable]:
    table = TwinTable(11, SETTINGS)
    table.script.mechanics = ByHand()
    yield table
    table.close()


def _faces(table: TwinTable) -> tuple[str, ...]:
    return lines(table.things.state.layout().dice)


def test_a_round_is_played_to_its_end_and_no_die_is_lost() -> None:
    """With the mechanics themselves, wherever the dice roll. Of dice that make short rounds, since
    it is the mechanics that take their time."""
    most, stills = 0, 0
    table = TwinTable(16, replace(SETTINGS, inventory=many_sets()))
    table.script.mechanics = throw
    while not table.is_over and table.clock_s < 900:
        table.step(0.25)
        state = table.things.state
        where = [*state.cells.values(), *state.hands[0], *state.hands[1]]
        assert sorted(where) == list(range(18))
        if table.is_still:
            stills += 1
            spots = [(*pose.spot, pose.position[2]) for pose in table.things.poses.values()]
            apart = [math.dist(a, b) for i, a in enumerate(spots) for b in spots[:i]]
            assert min(apart, default=99) > 14.5
            most = max(most, len(spots))
    assert table.is_over and stills > 10 and most == 18
    assert len(table.ledger.results) == 1
    assert not table.things.poses
    table.close()


def test_what_lies_on_the_table_is_what_the_ledger_says(table: TwinTable) -> None:
    seen = 0
    while not table.is_over and table.clock_s < 900:
        table.step(0.5)
        ledger = table.ledger
        if table.is_still and ledger.is_round_open and table.things.poses:
            top = {die["die"]: (die["colour"], die["number"]) for die in table.truth()["dice"]}
            for die in table.things.state.cells.values():
                face = table.things.state.face(die)
                assert face.colour is not None
                assert top[die] == (face.colour.word, face.number or "joker")
            seen += lines(ledger.table) == _faces(table)
    assert seen > 5


Mechanics = Callable[..., PouredThrow]


def _played(
    seed: int, mechanics: Mechanics, inventory: Inventory | None = None
) -> tuple[list[str], list[TrueResult]]:
    """A round of good players with some mischief, told by what counted."""
    good = Habits(Skill.GOOD, think_s=0.2)
    settings = replace(SETTINGS, habits=(good, good), mischief=0.2, inventory=inventory)
    table = TwinTable(seed, settings)
    table.script.mechanics = mechanics
    while not table.is_over and table.clock_s < 900:
        table.step(0.5)
    table.close()
    return table.ledger.story(), table.ledger.results


def _elsewhere(seed: int, count: int, pour: Pour, **how: Any) -> PouredThrow:
    """What another processor might make of it: other dice roll elsewhere and lie badly."""
    return throw(seed + 1000, count, pour, **how)


LEAN = ByHand({number: (0,) for number in range(1, 400, 2)})
"""Of every other throw a die leans, and is thrown again."""


OTHERWISE: dict[str, tuple[int, Mechanics, Inventory | None]] = {
    "leaning": (4, LEAN, None),
    "real, elsewhere": (25, _elsewhere, many_sets()),
}
"""A seed, other mechanics, and the dice. That of the second has six acts of mischief on four
throws, which the real mechanics take their time for; the first has thirteen on twenty-nine."""


@pytest.mark.parametrize(("seed", "other", "dice"), OTHERWISE.values(), ids=OTHERWISE)
def test_the_same_seed_is_the_same_match_whatever_the_mechanics(
    seed: int, other: Mechanics, dice: Inventory | None
) -> None:
    story, results = _played(seed, ByHand(), dice)
    assert len(results) == 1
    assert sum(line.startswith("mischief") for line in story) >= 6
    assert _played(seed, other, dice) == (story, results)


def test_another_seed_is_another_match() -> None:
    assert _played(4, ByHand()) != _played(5, ByHand())


@pytest.mark.parametrize("name", [name for name in MISCHIEF if name != "pull-board"])
def test_each_mischief_can_be_asked_for_and_leaves_the_table_as_it_was(
    table: TwinTable, name: str
) -> None:
    table.do_mischief(name)
    deed = _first(table, "mischief")
    assert (deed.text, deed.rule) == (name, MISCHIEF[name].expected)
    before = _faces(table), [sorted(map(str, table.things.state.hand(s))) for s in (0, 1)]
    assert _first(table, "mended").text == name
    after = _faces(table), [sorted(map(str, table.things.state.hand(s))) for s in (0, 1)]
    if name != "short-throw":
        assert after == before
    assert len(table.things.poses) <= 18


def _first(table: TwinTable, what: str) -> Deed:
    while table.clock_s < 400 and not table.is_over:
        table.step(0.2)
        for deed in table.ledger.deeds:
            if deed.what == what:
                return deed
    raise AssertionError(f"nothing {what}")


def test_pulling_the_board_needs_a_board() -> None:
    pulls: list[bool] = []
    table = TwinTable(2, SETTINGS, unplug_board=pulls.append)
    table.script.mechanics = ByHand()
    table.do_mischief("pull-board")
    _first(table, "mended")
    table.close()
    assert pulls == [True, False]


def test_of_a_second_throw_too_what_lies_badly_is_thrown_again() -> None:
    """Asked whether it was a rethrow, the players say no: the throw was none."""
    table = TwinTable(8, SETTINGS)
    table.script.mechanics = ByHand({2: (3,)})
    table.do_mischief("throw-twice")
    _first(table, "mischief")
    before = table.script.throws
    _first(table, "mended")
    table.close()
    assert (before, table.script.throws) == (1, 3) and not table.script.is_rethrow


def test_of_a_short_throw_too_what_lies_badly_is_thrown_again() -> None:
    """A die that leans twice: it would show two faces, and nobody could count it."""
    table = TwinTable(12, SETTINGS)
    table.script.mechanics = ByHand({1: (2,), 2: (0,)})
    table.do_mischief("short-throw")
    _first(table, "mended")
    table.close()
    assert len(table.things.poses) == HAND - 1 and table.script.throws == 3
    assert table.script.lying_badly(list(table.things.poses)) == []


@pytest.mark.parametrize("name", ["throw-out-of-turn", "play-unthrown"])
@pytest.mark.parametrize(
    ("forgets", "last"), [(0.0, "pass"), (1.0, "play")], ids=["seen", "unseen"]
)
def test_what_needs_the_others_turn_follows_no_pass_that_nobody_saw(
    name: str, forgets: float, last: str
) -> None:
    """For whoever watches it would be the other's turn still, and another act. Both players pass
    once, and play from then on."""
    habits = Habits(Skill.SIMPLE, think_s=0.1, forgets_button=forgets)
    settings = TwinSettings(habits=(habits, habits), rounds=1, pace=QUICK, inventory=many_sets())
    table = TwinTable(1, settings)
    table.script.mechanics = ByHand()
    for player in table.script.players:
        _let_pass_once(player)
    table.do_mischief(name)
    _first(table, "mischief")
    table.close()
    ends = [deed.what for deed in table.ledger.deeds if deed.what in ("play", "pass")]
    assert "pass" in ends and ends[-1] == last


def _let_pass_once(player: TwinPlayer) -> None:
    turns = count()
    play = player.play
    player.play = lambda *dice: None if next(turns) == 0 else play(*dice)  # type: ignore[method-assign]


def test_buttons_are_pressed_or_forgotten() -> None:
    presses: list[int] = []
    for forgets, some in ((0.0, True), (1.0, False)):
        habits = Habits(Skill.SIMPLE, think_s=0.1, forgets_button=forgets)
        settings = TwinSettings(habits=(habits, habits), rounds=1, pace=QUICK)
        table = TwinTable(3, settings, press=presses.append)
        table.script.mechanics = ByHand()
        while table.clock_s < 16:
            table.step(0.5)
        table.close()
        assert bool(presses) is some
        assert set(presses) <= {0, 1}
        presses.clear()


def test_a_paused_table_stands_still(table: TwinTable) -> None:
    table.step(3.0)
    table.paused = True
    table.step(5.0)
    assert table.clock_s == pytest.approx(3.0)


def test_the_cup_is_heard_shaking_and_pouring() -> None:
    heard: list[str] = []
    table = TwinTable(2, SETTINGS, sound=heard.append)
    while table.clock_s < 4:
        table.step(0.1)
    table.close()
    assert heard[:2] == ["shake", "pour"]


def test_the_camera_goes_as_fast_as_it_is_read(table: TwinTable) -> None:
    camera = TwinCamera(table, rate_hz=10.0, speed=None)
    frames = [camera.read(1.0) for _ in range(3)]
    assert [frame.number for frame in frames if frame] == [1, 2, 3]
    assert [frame.at_s for frame in frames if frame] == pytest.approx([0.1, 0.2, 0.3])
    assert camera.simulated and all(
        frame and frame.image.shape == (240, 320, 3) for frame in frames
    )


def test_the_camera_keeps_real_time_and_the_table_waits_for_a_slow_reader(
    table: TwinTable,
) -> None:
    now = [100.0]

    def sleep(seconds: float) -> None:
        now[0] += seconds

    camera = TwinCamera(table, rate_hz=10.0, speed=2.0, clock=lambda: now[0], sleep=sleep)
    assert camera.read(1.0) is not None
    assert camera.read(0.02) is None
    assert camera.read(0.2) is not None
    assert now[0] == pytest.approx(100.05)
    now[0] += 0.07
    assert camera.read(0.2) is not None
    assert table.clock_s == pytest.approx(0.1 + 0.1 + 2.0 * 0.07)
    now[0] += 3.0
    assert camera.read(0.2) is not None
    assert table.clock_s == pytest.approx(0.34 + 0.2)


def test_a_pulled_camera_says_so_and_comes_back(table: TwinTable) -> None:
    camera = TwinCamera(table, rate_hz=2.0, speed=None)
    table.do_mischief("pull-camera")
    lost = 0
    for _ in range(60):
        try:
            camera.read(1.0)
        except CameraLost as error:
            assert "unplugged" in str(error)
            lost += 1
    assert 1 <= lost <= 4


@pytest.mark.parametrize("name", ["twin:", "twin:7", "twin"])
def test_cameras_by_name(name: str) -> None:
    camera = TwinCamera.named(name, SETTINGS)
    assert camera.table.seed == (7 if name == "twin:7" else 0)
    camera.close()


@pytest.mark.parametrize("name", ["twin:x", "0", "twin:-1"])
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(TurboError, match="expected the camera 'twin'"):
        TwinCamera.named(name)
