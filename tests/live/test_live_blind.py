"""Presses while no picture comes, and while nothing can be seen; what the audit found."""

import threading
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.live.test_live_runner import AT, Running
from tools.trials.table_acts import TableActs
from turbo.board.link import BoardJoined, BoardParted, ButtonPressed
from turbo.board.wire import Button, Capability, Pattern
from turbo.errors import TurboError
from turbo.game.dice import Face
from turbo.game.observation import Reading
from turbo.live.command_queue import EventRelay
from turbo.live.findings import ConfirmedTable, Findings
from turbo.live.inputs import Choice
from turbo.live.memory import FrameRing
from turbo.live.presenter import UNSURE
from turbo.live.settling import RestingDie, Snapshot
from turbo.storage.session import Notice
from turbo.storage.store import Store
from vision.cameras.frames import Frame
from vision.mat.plan import Zone

PATIENCE_S = 20.0
"""Only how long a failing test waits before it says so."""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "matches.db") as opened:
        yield opened


class Hanging:
    """A camera that gives no picture and says nothing, until it is let go."""

    simulated = True

    def __init__(self) -> None:
        self.is_asked, self.may_go = threading.Event(), threading.Event()

    def read(self, timeout_s: float) -> Frame | None:
        self.is_asked.set()
        assert self.may_go.wait(PATIENCE_S)
        return None

    def close(self) -> None: ...


def wait_for(running: Running, has_happened: Callable[[], bool]) -> None:
    version = 0
    while not has_happened():
        seen = running.session.wait(version, PATIENCE_S)
        assert seen > version, "nothing happened"
        version = seen


def test_a_press_is_answered_while_the_camera_hangs(store: Store) -> None:
    running = Running(store).open()
    camera = running.runner.camera = Hanging()
    loop = threading.Thread(target=running.runner.run, daemon=True)
    loop.start()
    assert camera.is_asked.wait(PATIENCE_S)
    running.runner.hear(ButtonPressed(Button.PLAYER_2, 0, AT))
    wait_for(running, lambda: running.record()[-1].startswith("pass"))
    with running.runner.commands.lock:
        assert running.link.panels[-1].player_1 is Pattern.ON, "Ann's lamp says that she throws"
    running.runner.stop()
    camera.may_go.set()
    loop.join(PATIENCE_S)
    assert not loop.is_alive()


def test_an_order_that_fails_is_not_lost(store: Store) -> None:
    running = Running(store)

    def fail() -> None:
        raise TurboError("no such thing")

    running.runner.order(fail)
    with pytest.raises(TurboError, match="no such thing"):
        running.runner.run()


def pull_the_camera(running: Running, is_out: bool) -> None:
    running.camera.is_out = is_out


def switch_the_light(running: Running, is_off: bool) -> None:
    running.watch.dark = is_off


BLINDED = [
    pytest.param(pull_the_camera, "camera-lost", id="the camera is gone"),
    pytest.param(switch_the_light, "too-dark", id="the light is off"),
]


@pytest.mark.parametrize(("blind", "word"), BLINDED)
def test_nothing_is_judged_by_what_was_seen_before(
    store: Store,
    blind: Callable[[Running, bool], None],
    word: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    running = Running(store).open()
    blind(running, True)
    running.acts.rest(0.3)
    before, tones = running.record(), len(running.link.tones)
    running.press(Button.PLAYER_2)
    assert running.record() == before
    assert {word, "press-waits"} <= running.notices()
    assert running.link.tones[tones:] == [UNSURE.hz], "the press is answered by a sound"
    assert running.link.panels[-1].status is Pattern.FAST
    blind(running, False)
    running.acts.rest(1.0)
    assert running.record()[-1].startswith("pass"), "the press counts once the table is seen"
    assert running.notices() == set()
    told = capsys.readouterr().out.count("The camera gives no picture")
    assert told == (word == "camera-lost"), "the terminal says it too, once"


@pytest.mark.parametrize(("blind", "word"), BLINDED)
def test_dice_that_are_laid_meanwhile_count(
    store: Store, blind: Callable[[Running, bool], None], word: str
) -> None:
    """Bob lays his b6 against the run in the dark and presses: it is a play, not a pass."""
    running = Running(store).open()
    blind(running, True)
    running.acts.carry(9, 109.8, 140.0)
    running.press(Button.PLAYER_2)
    blind(running, False)
    running.acts.rest(2.0)
    assert running.record()[-1].startswith("table b3 b4 b5 b6")


def test_a_press_is_not_judged_by_a_table_that_was_seen_seconds_ago(store: Store) -> None:
    """The camera says nothing at all for three seconds, in which Bob lays his b6 and presses."""
    running = Running(store).open()
    running.camera.simulated = False
    before, silent_s = running.record(), 3.0
    running.acts.blind_until_s = running.acts.at_s + silent_s
    running.acts.carry(9, 109.8, 140.0)
    running.now = AT + timedelta(seconds=silent_s)
    running.runner.hear(ButtonPressed(Button.PLAYER_2, 0, running.now))
    running.runner.commands.obey()
    assert running.record() == before and "press-waits" in running.notices()
    running.acts.rest(silent_s + 2.0)
    assert running.record()[-1].startswith("table b3 b4 b5 b6")


def test_what_a_board_says_before_anybody_listens_is_kept() -> None:
    relay, heard = EventRelay(), list[object]()
    early = BoardJoined("pins", "1.0", Capability.LAMPS, True, AT)
    relay.ring(early)
    relay.rings(heard.append)
    late = BoardParted("unplugged", AT)
    relay.ring(late)
    assert heard == [early, late]


# The audit's two pictures.


def lying(id_: int, face: str, x: float, y: float) -> RestingDie:
    corners = ((x, y), (x + 20, y), (x + 20, y + 20), (x, y + 20))
    read = (Reading(Face.parse(face), 0.99),)
    shown = Face.parse(face)
    return RestingDie(id_, x, y, 0.0, Zone.TABLE, shown, read, (), corners, corners, 0.0)


def test_the_two_pictures_show_the_same_place_when_all_was_well_and_now() -> None:
    findings = Findings(lambda image: bytes([*image.shape[:2], image[0, 0, 0]]))
    images = [np.full((240, 250, 3), level, np.uint8) for level in (10, 20, 30)]
    well = Snapshot(0.0, (lying(1, "b3", 40, 40), lying(2, "r7", 200, 40)))
    lacking = Snapshot(1.0, (lying(2, "r7", 200, 40),))
    swapped = Snapshot(2.0, (lying(2, "r7", 200, 40), lying(3, "k9", 60, 100)))
    lost, changed = Notice("die-missing", ("b3",)), Notice("die-swapped", ("b3", "k9"))
    findings.look([], ConfirmedTable(well, images[0]), 1)
    findings.look([lost, Notice("mend-table")], ConfirmedTable(lacking, images[1]), 1)
    findings.look([changed], ConfirmedTable(swapped, images[2]), 1)
    assert [(one.notice, one.is_open) for one in findings.kept] == [(lost, False), (changed, True)]
    assert [one.before for one in findings.kept] == [bytes((44, 44, 10)), bytes((104, 64, 10))]
    assert [one.after for one in findings.kept] == [bytes((44, 44, 20)), bytes((104, 64, 30))]
    assert findings.picture(2, "before") == bytes((104, 64, 10))
    assert findings.picture(9, "before") is None


def add(acts: TableActs, face: str) -> None:
    acts.put(30, Face.parse(face), 300.0, 200.0)


FINDINGS = [
    pytest.param(
        lambda acts: acts.turn(2, Face.parse("r8")), "table-die-turned", ("b5", "r8"), id="turned"
    ),
    pytest.param(lambda acts: acts.collect([1]), "die-missing", ("b4",), id="lost"),
    pytest.param(lambda acts: add(acts, "k11"), "die-added", ("k11",), id="added"),
]


@pytest.mark.parametrize(("deed", "key", "values"), FINDINGS)
def test_what_the_audit_finds_has_two_pictures(
    store: Store, deed: Callable[[TableActs], None], key: str, values: tuple[str, ...]
) -> None:
    running = Running(store).open()
    running.press(Button.PLAYER_2)
    deed(running.acts)
    running.acts.rest(2.0)
    kept = [one for one in running.runner.findings.kept if one.notice.key == key]
    assert [(one.notice.values, one.is_open) for one in kept] == [(values, True)]
    assert kept[0].before and kept[0].after


def test_a_finding_that_is_put_right_is_closed(store: Store) -> None:
    running = Running(store).open()
    running.press(Button.PLAYER_2)
    running.acts.turn(2, Face.parse("r8"))
    running.acts.rest(2.0)
    running.acts.turn(2, Face.parse("b5"))
    running.acts.rest(2.0)
    assert not any(one.is_open for one in running.runner.findings.kept)
    assert "table-die-turned" in {one.notice.key for one in running.runner.findings.kept}


@given(st.lists(st.integers(0, 40), max_size=60))
def test_a_ring_of_frames_holds_the_newest_as_they_were(sizes: list[int]) -> None:
    ring = FrameRing(100)
    given_frames = [(float(at), bytes([at]) * size) for at, size in enumerate(sizes)]
    for frame in given_frames:
        ring.add(*frame)
        assert ring.size_bytes <= 100
    kept = list(ring)
    assert kept == given_frames[len(given_frames) - len(kept) :]
    rest = given_frames[: len(given_frames) - len(kept)]
    if rest:
        assert sum(len(jpeg) for _, jpeg in (rest[-1], *kept)) > 100 - 40, "room is not wasted"


@pytest.mark.parametrize("what", ["decide", "begin"])
def test_what_people_say_carries_its_own_time(store: Store, what: str) -> None:
    """Not that of a picture from before, as if they had said it then."""
    running = Running(store).open()
    running.camera.simulated = False
    seen_s, heard = running.runner._at_s, list[Any]()
    running.now = AT + timedelta(seconds=3.0)
    running.runner._drive_input = lambda *told: heard.append(told[0])  # type: ignore
    if what == "decide":
        running.runner.decide(Choice.AGAIN)
    else:
        running.runner.begin_here("Ann")
    running.runner.commands.obey()
    assert [one.at_s for one in heard] == [pytest.approx(seen_s + 3.0)]


@pytest.mark.parametrize(("light", "word"), [("bright", "too-bright"), ("grey", "no-colour")])
def test_light_in_which_dice_are_read_wrongly_is_said_while_it_lasts(
    store: Store, light: str, word: str
) -> None:
    running = Running(store).open()
    assert word not in running.notices()
    setattr(running.watch, light, True)
    running.acts.rest(0.3)
    assert word in running.notices()
    setattr(running.watch, light, False)
    running.acts.rest(0.3)
    assert word not in running.notices()
