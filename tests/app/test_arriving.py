"""A camera that comes late, and a table whose light is watched."""

import threading
from argparse import ArgumentParser
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from tests.support.simulated_sensor import FULL_US, SimulatedSensor
from tools.trials.web_support import comes_true
from turbo.app.arriving import Arriving, Lighting
from turbo.board.link import BoardJoined
from turbo.board.wire import Capability
from turbo.commands import run
from turbo.live.command_queue import EventRelay
from turbo.storage.session import Session
from turbo.storage.store import Store
from vision.cameras.exposure import Exposure, Light
from vision.cameras.frames import CameraLost, Frame
from vision.pictures.loading import Image

BLANK = np.zeros((4, 4, 3), np.uint8)


class Late:
    """A camera that is absent, silent, and then there."""

    simulated = False

    def __init__(self) -> None:
        self.steps: list[Frame | None] = [None, Frame(BLANK, 1.0, 1), Frame(BLANK, 2.0, 2)]
        self.is_lost = True

    def read(self, timeout_s: float) -> Frame | None:
        if self.is_lost:
            self.is_lost = False
            raise CameraLost("not there yet")
        return self.steps.pop(0)

    def close(self) -> None: ...


def test_the_first_picture_is_told_before_it_is_given_and_only_once() -> None:
    told: list[int] = []

    def come(frame: Frame) -> bool:
        told.append(frame.number)
        return True

    camera = Arriving(Late(), come)
    with pytest.raises(CameraLost):
        camera.read(0.1)
    assert camera.read(0.1) is None and told == []
    first = camera.read(0.1)
    assert first is not None and told == [1]
    camera.read(0.1)
    assert told == [1]


class Relocked:
    count = 0

    def relock(self) -> None:
        self.count += 1


def picture(times: float) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """The mat with its white so many times what fills the scale."""
    return SimulatedSensor().picture(Exposure(FULL_US * times))


def test_too_bright_is_believed_after_some_looks_and_taken_back(tmp_path: Path) -> None:
    now_s = 0.0
    with Store(tmp_path / "m.db") as store:
        light = Lighting(Session(store), None, lambda: now_s)
        seen = []
        for times in (0.6, 2.0, 2.0, 2.0, 0.6):
            now_s += 3.0
            light.look(picture(times))
            seen.append(light.is_bright)
    assert seen == [False, False, False, True, False]


def joined(capabilities: Capability) -> BoardJoined:
    return BoardJoined("nano", "1", capabilities, False, datetime(2026, 11, 15, tzinfo=UTC))


def test_a_board_that_joins_with_a_ring_has_the_light_measured_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match that began in the dark of the room would be too bright once the ring shines."""
    measured: list[str] = []
    waiting = threading.Event()

    def later(seconds: float, measure: Callable[[], None]) -> threading.Timer:
        assert seconds == run.RING_S, "the ring shines, and pictures show it, before it is measured"
        waiting.set()
        return threading.Timer(0.0, measure)

    timers = SimpleNamespace(Timer=later)
    with Store(tmp_path / "m.db") as store:
        parser = ArgumentParser()
        run.add_arguments(parser)
        table = run.Table(parser.parse_args(["--camera", "0", "--no-web"]), store)
        table._lighting = SimpleNamespace(  # type: ignore[assignment]
            relock=lambda: measured.append("anew")
        )
        monkeypatch.setattr(run, "threading", timers)
        table._ring(EventRelay(), joined(Capability(0)))
        assert not waiting.is_set(), "nothing shines, nothing is measured"
        table._ring(EventRelay(), joined(Capability.RING))
        assert waiting.is_set() and comes_true(lambda: measured == ["anew"])


def test_between_looks_nothing_is_measured(tmp_path: Path) -> None:
    with Store(tmp_path / "m.db") as store:
        light = Lighting(Session(store), None, lambda: 1.0)
        for _ in range(5):
            light.look(picture(2.0))
        assert not light.is_bright


def test_a_mat_that_is_not_there_is_searched_for_seldom(tmp_path: Path) -> None:
    now_s = 0.0
    searched = 0
    with Store(tmp_path / "m.db") as store:
        light = Lighting(Session(store), None, lambda: now_s)
        look = light._meter.by_mat_alone

        def counted(image: Image) -> Light | None:
            nonlocal searched
            searched += 1
            return look(image)

        light._meter.by_mat_alone = counted  # type: ignore[method-assign]
        for _ in range(60):
            now_s += 1.0
            light.look(BLANK)
    assert searched == 1


def test_light_is_measured_anew_at_each_match(tmp_path: Path) -> None:
    camera = Relocked()
    with Store(tmp_path / "m.db") as store:
        session = Session(store)
        session.new_match(("Ann", "Bob"))
        light = Lighting(session, camera)
        light.look(BLANK)
        assert camera.count == 0
        session.new_match(("Ann", "Bob"))
        light.look(BLANK)
        light.look(BLANK)
        assert camera.count == 1


def test_a_camera_that_is_turned_is_known_anew() -> None:
    """A telephone upright sees another picture than across: the plan of before is none of it."""
    told: list[tuple[int, ...]] = []

    def come(frame: Frame) -> bool:
        told.append(frame.image.shape)
        return True

    late = Late()
    late.is_lost = False
    upright = np.zeros((6, 3, 3), np.uint8)
    late.steps = [Frame(BLANK, 1.0, 1), Frame(BLANK, 2.0, 2), Frame(upright, 3.0, 3)]
    camera = Arriving(late, come)
    assert all(camera.read(0.1) for _ in range(3))
    assert told == [BLANK.shape, upright.shape]
