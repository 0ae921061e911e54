"""A slow machine: its looks leave room for the rest, it says so, and tells the same story."""

import math
from pathlib import Path

import pytest

from tests.live.test_live_runner import Running
from tests.live.test_live_tiles_full_disk import Filling
from tests.support.live_game import ANN, ANNS, BOB, BOBS, Game
from turbo.game.observation import Observation
from turbo.live.governor import Governor, GovernorTuning
from turbo.storage.store import Store

LOOK_S = (0.01, 0.1, 0.24)
"""A fast machine, a Pi 4, and one held to a quarter of that: 3 looks a second."""


class Slow(Game):
    """The same people before a machine whose looks take long: it is given the newest picture."""

    def __init__(self, look_s: float) -> None:
        super().__init__()
        self.governor, self.looks = Governor(), 0
        at_once = self.watched.sees

        def sees(at_s: float, seen: Observation) -> None:
            # Up to rounding: pictures come every tenth of a second.
            if self.governor.pause_s(at_s + 1e-6) > 0:
                return
            self.looks += 1
            at_once(at_s, seen)
            self.governor.took(at_s, at_s + look_s)

        self.acts.sees = sees


def story(look_s: float) -> tuple[list[str], int]:
    game = Slow(look_s)
    game.rest(2.0)
    game.press(ANN)
    game.throw(ANN, ANNS)
    game.rest(2.0)
    game.lay([0, 1, 2])
    game.rest(2.0)
    game.press(ANN)
    game.throw(BOB, BOBS)
    game.rest(2.0)
    game.press(BOB)
    game.rest(2.0)
    return game.told(), game.looks


def test_the_same_story_is_told_on_a_slow_machine() -> None:
    told = {look_s: story(look_s) for look_s in LOOK_S}
    stories, looks = zip(*told.values(), strict=True)
    assert stories[0] == ["round Ann", "throw Ann", "table Ann", "throw Bob", "pass Bob"]
    assert stories[0] == stories[1] == stories[2]
    assert looks[0] > 3 * looks[2], "it looked less often"


@pytest.mark.parametrize("look_s", [0.02, 0.08, 0.5, 3.0])
def test_looking_never_takes_more_than_its_share(look_s: float) -> None:
    governor, now_s, busy_s = Governor(), 0.0, 0.0
    for _ in range(50):
        now_s += governor.pause_s(now_s)
        governor.took(now_s, now_s + look_s)
        now_s, busy_s = now_s + look_s, busy_s + look_s
    assert busy_s / (now_s + governor.pause_s(now_s)) == pytest.approx(GovernorTuning().share)


def test_a_camera_that_is_waited_for_is_rest_enough() -> None:
    governor = Governor()
    governor.took(5.0, 5.06)
    assert governor.pause_s(5.1) == 0.0


def test_a_look_that_waited_for_a_busy_machine_needs_no_rest_for_that() -> None:
    governor = Governor()
    governor.took(5.0, 8.0, 0.09)
    assert governor.pause_s(8.0) == pytest.approx(0.03)


def test_a_starved_machine_says_so_soon() -> None:
    """Three seconds a look: who had to wait for forty would have thrown three times."""
    governor = Governor()
    for number in range(5):
        governor.took(3.0 * number, 3.0 * number + 2.9, 0.1)
    assert governor.is_too_slow


def test_slowness_is_said_by_the_looks_that_cost() -> None:
    """Of ten looks nine see nothing new: how fast it can be shows by the tenth."""
    governor = Governor()
    for number in range(60):
        governor.took(number, number + (0.4 if number % 5 == 0 else 0.003))
    assert governor.is_slow and governor.pace_hz == pytest.approx(1.9)
    for number in range(60, 120):
        governor.took(number, number + 0.17)
    assert governor.is_slow, "hardly faster: what was said stands"
    for number in range(120, 180):
        governor.took(number, number + 0.1)
    assert not governor.is_slow


def test_it_is_said_on_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock, pause = [0.0], [0.8]
    monkeypatch.setattr("turbo.live.loop.time.monotonic", lambda: clock[0])
    with Store(tmp_path / "m.db") as store:
        running = Running(store)
        running.runner._governor = Governor(GovernorTuning(fewest=3, starting_s=0.0))
        running.runner._stopped.wait = lambda timeout=None: False  # type: ignore[method-assign]
        read = running.runner.perception.read

        def slow_read(image: object) -> Observation:
            clock[0] += pause[0]
            return read(image)  # type: ignore[arg-type]

        object.__setattr__(running.runner.perception, "read", slow_read)
        running.acts.rest(1.0)
        assert "looks-too-seldom" in running.notices()
        pause[0] = 0.3
        running.acts.rest(5.0)
        assert "looks-seldom" in running.notices() and len(running.runner.words) == 1
        object.__setattr__(running.runner.perception, "read", read)
        running.acts.rest(5.0)
        assert not {"looks-seldom", "looks-too-seldom"} & set(running.runner.words)


def test_pictures_that_come_seldom_while_something_moves_are_said_too() -> None:
    """A bad line: looking costs next to nothing, and yet the table is seen too seldom. At rest a
    telephone sends one a second, which is as it should be."""
    governor = Governor()
    for number in range(30):
        governor.took(number - 0.02, number)
    assert not governor.is_slow
    for number in range(30, 60):
        governor.took(number - 0.02, number, is_moving=True)
    assert governor.is_too_slow and governor.pace_hz == pytest.approx(1.0)


def test_a_tile_table_says_so_by_the_pictures_that_it_read(tmp_path: Path) -> None:
    slow = Governor(GovernorTuning(fewest=3, starting_s=0.0, seldom_hz=math.inf, often_hz=math.inf))
    with Store(tmp_path / "matches.db") as store:
        table = Filling(store, slow)
        assert "looks-seldom" not in table.rest(0.4), "nothing is read until it has lain still"
        assert "looks-seldom" in table.rest(2.0)
