"""The page of set-up asks how the camera hangs: what a live table answers, over HTTP."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.support.simulated_sensor import SimulatedSensor
from tools.trials.web_support import Site
from turbo.app.arriving import Lighting
from turbo.app.doctor import Machine
from turbo.app.setting_up import RunnerSetup
from turbo.game.editions import PieceKind
from turbo.storage.session import Session
from turbo.storage.store import Store
from turbo.twin.tile_drawing import TileLook, TileRenderer
from vision.cameras.exposure import Exposure
from vision.cameras.frames import Frame
from vision.cameras.source import Facts
from web.settings import WebSettings
from web.setup import camera_mount


class Device:
    """A Module 3 that remembers how often its light was measured."""

    relocked = 0

    def facts(self) -> Facts:
        return Facts("imx708")

    def relock(self) -> None:
        self.relocked += 1


@pytest.fixture
def device() -> Device:
    return Device()


@pytest.fixture
def runner() -> Any:
    return SimpleNamespace(frame=None, words=(), link=None)


@pytest.fixture
def site(tmp_path: Path, device: Device, runner: Any) -> Site:
    with Store(tmp_path / "light.db") as store:
        lighting = Lighting(Session(store), device)
    machine = Machine(root=tmp_path, told=lambda words: None, has=lambda name: False)
    setup = RunnerSetup(cast(Any, runner), device, lighting, tmp_path / "m.db", machine)
    return Site(tmp_path, setup=setup)


def seen_at(field_mm: tuple[float, float], number: int) -> Frame:
    sensor = SimulatedSensor(field_mm=field_mm, size_px=(1920, 1080))
    return Frame(sensor.picture(Exposure(8000.0)), float(number), number)


def test_each_step_says_by_itself_when_it_is_good(site: Site, runner: Any) -> None:
    viewer = site.client()
    first = viewer.get("/api/setup/camera-mount").get_json()
    assert (first["has_picture"], first["camera"], first["is_good"]) == (False, "imx708", False)
    runner.frame = seen_at((440.0, 254.0), 1)
    low = viewer.get("/api/setup/camera-mount").get_json()
    assert not low["is_high"] and low["higher_by_mm"] == pytest.approx(120, abs=10)
    runner.frame = seen_at((597.0, 344.0), 2)
    good = viewer.get("/api/setup/camera-mount").get_json()
    assert good["is_good"] and good["light"] == "good"
    assert good["white_from"] <= good["white"] <= good["white_to"]
    assert viewer.get("/api/setup/hanging").get_json() == good, "its address of before"


def test_a_table_of_tiles_hangs_well_too(tmp_path: Path, device: Device, runner: Any) -> None:
    """By its four cards, its light included; and the field is drawn where it is seen."""
    machine = Machine(root=tmp_path, told=lambda words: None, has=lambda name: False)
    runner.frame = Frame(TileRenderer(TileLook(), 1).draw(()), 1.0, 1)
    setup = RunnerSetup(
        cast(Any, runner), device, None, tmp_path / "m.db", machine, piece=PieceKind.TILE
    )
    found = Site(tmp_path, setup=setup).client().get("/api/setup/camera-mount").get_json()
    assert (found["marks"], found["markers"], found["of"]) == ("cards", 4, 4)
    assert found["is_good"] and len(found["outline_px"]) == 4 and not found["zones_px"]
    assert found["white_from"] <= found["white"] <= found["white_to"]


def test_a_camera_that_is_not_there_says_why(
    site: Site, device: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Device, "lost", "the Pi's camera is busy", raising=False)
    told = site.client().get("/api/setup/camera-mount").get_json()
    assert told["camera"] == "the Pi's camera is busy"


def test_the_light_is_measured_anew_when_a_referee_asks(site: Site, device: Device) -> None:
    assert site.client().post("/api/setup/relight", {}).status_code in (401, 403)
    assert site.referee().post("/api/setup/relight", {}).status_code == 200
    assert device.relocked == 1


def test_the_doctor_looks_through_the_table_at_its_camera(site: Site, runner: Any) -> None:
    """It is in use: nobody else can open it."""
    referee = site.referee()

    def camera() -> dict[str, str]:
        found = referee.get("/api/setup/doctor").get_json()["findings"]
        return {one["check"]: f"{one['state']} {one['found']}" for one in found}

    assert camera()["camera"] == "bad no picture came"
    runner.frame = seen_at((597.0, 344.0), 1)
    runner.words, runner.link = ("board-lost",), SimpleNamespace(name="/dev/ttyUSB0")
    told = camera()
    assert told["camera"] == "good imx708, 1920 x 1080" and told["mat"] == "good 8/8"
    assert told["board"] == "bad /dev/ttyUSB0"
    runner.link.name = "auto"
    assert camera()["board"] == "not there "


def test_the_doctor_speaks_the_readers_language(site: Site) -> None:
    told = site.referee().get("/api/setup/doctor?lang=nl").get_json()["findings"]
    assert {"computer", "klok"} <= {one["name"] for one in told}


def test_without_a_table_there_is_nothing_to_tell(tmp_path: Path) -> None:
    assert Site(tmp_path).client().get("/api/setup/camera-mount").status_code == 409


def test_the_address_is_told_with_a_code_to_scan(tmp_path: Path) -> None:
    told = Site(tmp_path).client().get("/api/setup/address").get_json()
    assert told["address"].startswith("http://") and told["svg"].startswith("<svg")


def test_another_machine_is_invited_only_where_it_is_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who opens the page at the table's own machine reads the address that works for others,
    unless there is none."""
    monkeypatch.setattr(camera_mount, "own_address", lambda: "192.168.1.20")
    told = [
        Site(tmp_path / str(is_alone), settings=WebSettings(is_alone=is_alone))
        .client()
        .get("/api/setup/address", headers={"Host": "127.0.0.1:8080"})
        .get_json()
        for is_alone in (False, True)
    ]
    assert [one["is_alone"] for one in told] == [False, True]
    assert [one["address"] for one in told] == [
        "http://192.168.1.20:8080/",
        "http://127.0.0.1:8080/",
    ]
