"""An honest start: a step is done when somebody did it, cameras are chosen on the page, a phone is
made the referee's by a code, and every page knows how the table is."""

import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from tools.trials.web_support import Client, FakeSetup, Site
from turbo.app.arriving import Arriving
from turbo.app.doctor import Machine
from turbo.app.setting_up import (
    NotedStep,
    Pulse,
    RunnerSetup,
    TableNotes,
    cameras,
    check_choice,
    notes_path,
)
from turbo.commands.run_web import say_where
from turbo.errors import TurboError
from vision.cameras.frames import CameraLost, Frame
from web.auth.keys import Door, make_keys
from web.auth.tries import TooManyTries
from web.settings import WebSettings
from web.setup.ports import Health, SetUpStep

BLANK = np.zeros((4, 4, 3), np.uint8)


class Plugged:
    """A camera that gives what it is told to."""

    simulated = False

    def __init__(self, *frames: int) -> None:
        self.frames = [Frame(BLANK, float(number), number) for number in frames]
        self.is_closed = False

    def read(self, timeout_s: float) -> Frame | None:
        if self.is_closed:
            raise CameraLost("the camera was closed")
        return self.frames.pop(0) if self.frames else None

    def close(self) -> None:
        self.is_closed = True


def table(**words: object) -> Any:
    showing = SimpleNamespace(words=dict(words), link=None)
    return SimpleNamespace(
        frame=None, looks=0, showing=showing, words=dict(words), link=None, camera=Plugged()
    )


def setup_of(tmp_path: Path, runner: Any, device: Any = None, **more: Any) -> RunnerSetup:
    machine = Machine(root=tmp_path, told=lambda words: None, has=lambda name: False)
    return RunnerSetup(runner, device, None, tmp_path / "m.db", machine, **more)


def test_nothing_is_done_before_it_was_done(tmp_path: Path) -> None:
    """A camera that was never calibrated had said 'Ready for the first round'."""
    runner, known = table(), {"mat": False}
    setup = setup_of(tmp_path, runner, knows_mat=lambda: known["mat"])
    assert setup.health().todo == ("camera", "light", "mat", "zones", "test")
    runner.frame = Frame(BLANK, 0.0, 1)
    assert setup.health().todo == ("mat", "zones", "test")
    known["mat"] = True
    setup.seats_are_right()
    assert setup.health().todo == ("test",)
    TableNotes(notes_path(tmp_path / "m.db")).note(right=17, of=18)
    again = setup_of(tmp_path, runner, knows_mat=lambda: True)
    found = again.health()
    assert found.todo == () and found.steps[-1].found == "17/18"


@pytest.mark.parametrize(
    ("word", "lost"),
    [
        ("camera-lost", ("camera", "light", "mat")),
        ("camera-frozen", ("camera", "light", "mat")),
        ("too-dark", ("light",)),
        ("too-bright", ("light",)),
    ],
)
def test_what_is_lost_is_to_do_again(tmp_path: Path, word: str, lost: tuple[str, ...]) -> None:
    runner = table(**{word: object()})
    runner.frame = Frame(BLANK, 0.0, 1)
    found = setup_of(tmp_path, runner, knows_mat=lambda: True).health()
    assert found.todo[: len(lost)] == lost


def test_simulated_dice_need_no_test(tmp_path: Path) -> None:
    runner = table()
    runner.frame, runner.camera.simulated = Frame(BLANK, 0.0, 1), True
    assert setup_of(tmp_path, runner, knows_mat=lambda: True).health().todo == ()


def test_a_clock_that_nobody_has_told_is_told_of_and_asked_about_seldom(tmp_path: Path) -> None:
    """A Pi without a network and without a clock chip begins where the power was cut."""
    asked: list[list[str]] = []
    model = tmp_path / "proc/device-tree/model"
    model.parent.mkdir(parents=True)
    model.write_bytes(b"Raspberry Pi 4 Model B Rev 1.5\0")

    def told(words: list[str]) -> str:
        asked.append(words)
        return "no"

    machine = Machine(root=tmp_path, told=told, has=lambda name: False)
    setup = RunnerSetup(table(), None, None, tmp_path / "m.db", machine)
    assert not setup.health().is_clock_told and not setup.health().is_clock_told
    assert len(asked) == 1 and setup_of(tmp_path, table()).health().is_clock_told


def test_pictures_are_counted_and_grow_old() -> None:
    clock = {"s": 0.0}
    pulse = Pulse(lambda: clock["s"])
    for second in range(4):
        clock["s"] = float(second)
        pulse.beat(10 * second)
    assert pulse.rate == pytest.approx(10.0) and pulse.age_s == 0.0
    clock["s"] = 9.0
    pulse.beat(30)
    assert pulse.age_s == 6.0


def test_a_slow_machine_tells_how_often_it_looks_and_not_how_fast_the_camera_is(
    tmp_path: Path,
) -> None:
    runner, clock = table(), {"s": 0.0}
    setup = setup_of(tmp_path, runner, knows_mat=lambda: True)
    setup._pulse = Pulse(lambda: clock["s"])
    for second in range(4):
        clock["s"], runner.looks = float(second), 2 * second
        runner.frame = Frame(BLANK, float(second), 30 * second)
        found = setup.health()
    assert found.frames_per_s == pytest.approx(2.0)


def test_the_command_line_wins_when_it_names_another_camera(tmp_path: Path) -> None:
    path = tmp_path / "m.db.table"
    TableNotes(path).note(camera="/dev/v4l/by-id/c920", instead_of="0")
    notes = TableNotes(path)
    assert notes.camera_for(None) == "/dev/v4l/by-id/c920"
    assert notes.camera_for("0") == "/dev/v4l/by-id/c920"
    assert notes.camera_for("pi") == "pi"


@pytest.mark.parametrize("text", ["", "{", "[]", '{"colour": 1}', '{"right": 3, "of": 1}'])
def test_notes_that_cannot_be_read_are_none(tmp_path: Path, text: str) -> None:
    path = tmp_path / "m.db.table"
    path.write_text(text)
    assert TableNotes(path).noted == NotedStep()


def test_cameras_are_named_as_they_stay(tmp_path: Path) -> None:
    by_id = tmp_path / "dev/v4l/by-id"
    by_id.mkdir(parents=True)
    for name in ("usb-046d_HD_Pro_C920-video-index0", "usb-046d_HD_Pro_C920-video-index1"):
        (by_id / name).touch()
    found = cameras("0", tmp_path, lambda name: None)
    assert [(one.name, one.words, one.is_chosen) for one in found] == [
        ("/dev/v4l/by-id/usb-046d_HD_Pro_C920-video-index0", "046d HD Pro C920", False),
        ("phone", "telephone", False),
        ("0", "0", True),
    ]
    assert cameras("pi", tmp_path, lambda name: name)[0].is_chosen


@pytest.mark.parametrize(
    ("name", "is_ours"),
    [
        ("pi", True),
        ("0", True),
        ("/dev/video2", True),
        ("/dev/v4l/by-id/usb-046d_HD-video-index0", True),
        ("http://192.168.1.7:8080/video", True),
        ("/etc/passwd", False),
        ("/dev/v4l/../../etc/passwd", False),
        ("film.mp4", False),
        ("twin:7", False),
        ("file:///etc/passwd", False),
    ],
)
def test_a_page_chooses_cameras_and_no_files(name: str, is_ours: bool) -> None:
    if is_ours:
        assert check_choice(name) == name
    else:
        with pytest.raises(TurboError, match="expected a camera"):
            check_choice(name)


def test_another_camera_takes_the_place_of_the_first(tmp_path: Path) -> None:
    first, second = Plugged(1, 2), Plugged(1)
    told: list[int] = []

    def come(frame: Frame) -> bool:
        told.append(frame.number)
        return True

    device = Arriving(first, come)
    notes = TableNotes(tmp_path / "m.db.table")
    notes.note(right=18, of=18)
    setup = setup_of(
        tmp_path, table(), device, notes=notes, camera="0", open_camera=lambda name: second
    )
    device.read(0.1)
    setup.choose_camera("/dev/video2")
    assert first.is_closed and notes.noted.of == 0
    newest = device.read(0.1)
    assert newest is not None and newest.number == 2 and told == [1, 2]
    assert TableNotes(tmp_path / "m.db.table").camera_for(None) == "/dev/video2"


def test_a_simulated_table_keeps_its_camera(tmp_path: Path) -> None:
    with pytest.raises(TurboError, match="real camera"):
        setup_of(tmp_path, table()).choose_camera("0")


def test_the_page_is_told_how_the_table_is(tmp_path: Path) -> None:
    setup = FakeSetup(done=("camera", "light"))
    viewer = Site(tmp_path, setup=setup).client()
    told = viewer.get("/api/health").get_json()
    assert (told["has_table"], told["is_ready"]) == (True, False)
    assert told["todo"] == ["mat", "zones", "test"] and told["frames_per_s"] == 10.0
    bare = tmp_path / "bare"
    bare.mkdir()
    assert Site(bare).client().get("/api/health").get_json()["has_table"] is False


def test_who_comes_is_told_how_the_table_is_now(tmp_path: Path) -> None:
    """The page ticked for a second what had been done before, after it had asked for the truth."""
    setup = FakeSetup()
    viewer = Site(tmp_path, setup=setup, settings=WebSettings(health_s=900.0)).client()
    assert '"todo": []' in viewer.get("/api/events?once=true").data.decode()
    setup.done = ("camera", "light")
    assert '"todo": ["mat", "zones", "test"]' in viewer.get("/api/events?once=true").data.decode()


def test_who_comes_while_health_is_found_is_told_it(tmp_path: Path) -> None:
    """The hub's own thread finds it in between, and comes to tell it only later."""
    site = Site(tmp_path, setup=FakeSetup(), settings=WebSettings(health_s=900.0))
    hub = site.app.extensions["turbo"].hub
    look, tell = hub._look, hub._tell

    def look_and_find() -> None:
        look()
        hub._tell = lambda: None
        hub._look_at_health(at_once=True)
        hub._tell = tell

    hub._start, hub._look = (lambda: None), look_and_find
    assert '"todo": []' in site.client().get("/api/events?once=true").data.decode()


def test_the_stream_tells_health_when_it_changes(tmp_path: Path) -> None:
    site = Site(tmp_path, setup=FakeSetup())
    stream = site.app.extensions["turbo"].hub.stream(cast(Any, "en"))
    told = b""
    while b"event: health" not in told:
        told += next(stream)
    stream.close()
    data = told.split(b"event: health\ndata: ")[1].split(b"\n")[0]
    assert json.loads(data)["is_ready"] is True


@pytest.mark.parametrize("paper", ["a3", "a4", "letter"])
def test_the_mat_is_printed_from_the_page(tmp_path: Path, paper: str) -> None:
    answer = Site(tmp_path).client().get(f"/api/setup/mat.pdf?paper={paper}")
    assert answer.mimetype == "application/pdf" and answer.data.startswith(b"%PDF")
    assert answer.data.count(b"/MediaBox") == {"a3": 1, "a4": 2, "letter": 4}[paper]


def test_an_invitation_makes_one_phone_the_referees(tmp_path: Path) -> None:
    site = Site(tmp_path)
    assert site.client().post("/api/setup/invitation", {}).status_code == 401
    told = site.referee().post("/api/setup/invitation", {}).get_json()
    code = told["address"].partition("#referee=")[2]
    phone, late = site.client(), site.client()
    found = phone.post("/api/accept-invitation", {"code": code, "name": "Dora"}).get_json()
    assert (found["role"], found["name"]) == ("referee", "Dora")
    refused = late.post("/api/accept-invitation", {"code": code})
    assert refused.status_code == 401 and refused.get_json()["code"] == "invitation"


def test_a_terminal_is_told_an_address_that_is_signed_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    site, server = Site(tmp_path), SimpleNamespace(port=8080)
    say_where(site.app, "127.0.0.1", server)  # type: ignore[arg-type]
    # A journal is read by others.
    assert capsys.readouterr().out == "http://127.0.0.1:8080/\n"
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    say_where(site.app, "127.0.0.1", server)  # type: ignore[arg-type]
    code = capsys.readouterr().out.strip().partition("http://127.0.0.1:8080/#referee=")[2]
    assert site.client().post("/api/accept-invitation", {"code": code}).status_code == 200
    assert site.client().post("/api/accept-invitation", {"code": code}).status_code == 401


def test_an_invitation_grows_old_and_wrong_ones_are_counted() -> None:
    clock = {"s": 0.0}
    door = Door(make_keys("123456"), WebSettings(), lambda: clock["s"])
    code = door.invite()
    clock["s"] = WebSettings().invitation_s + 1
    assert not door.is_invited(code, "a phone")
    for _ in range(WebSettings().pin_tries - 1):
        assert not door.is_invited("guess", "a phone")
    with pytest.raises(TooManyTries):
        door.is_invited("guess", "a phone")


def test_what_is_not_needed_does_not_keep_the_table_waiting() -> None:
    steps = (SetUpStep("camera", True), SetUpStep("dice", False, is_needed=False))
    assert Health(steps=steps).todo == ()


def test_cameras_are_chosen_by_the_referee_alone(tmp_path: Path) -> None:
    setup = FakeSetup()
    site = Site(tmp_path, setup=setup)
    viewer: Client = site.client()
    assert viewer.post("/api/setup/camera", {"name": "pi"}).status_code == 401
    assert site.referee().post("/api/setup/camera", {"name": "pi"}).status_code == 200
    assert setup.chosen == "pi"
