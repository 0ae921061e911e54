"""`turbo report-hardware`: what is in the bundle, and what is not."""

import getpass
import json
import platform
import zipfile
from pathlib import Path

import cv2
import pytest

from tests.support.simulated_sensor import SimulatedSensor
from turbo.commands.cli import main
from vision.cameras.exposure import Exposure


@pytest.fixture
def stills(tmp_path: Path) -> Path:
    folder = tmp_path / "stills"
    folder.mkdir()
    cv2.imwrite(str(folder / "one.png"), SimulatedSensor().picture(Exposure(8000.0)))
    return folder


def bundle(tmp_path: Path, *words: str) -> zipfile.ZipFile:
    out = tmp_path / "report.zip"
    store = str(tmp_path / "m.db")
    assert main(["report-hardware", "--out", str(out), "--store", store, *words]) == 0
    return zipfile.ZipFile(out)


def test_what_is_in_it(tmp_path: Path, stills: Path) -> None:
    with bundle(tmp_path, "--camera", str(stills), "--note", "a shelf") as found:
        assert set(found.namelist()) == {"report.json", "picture.jpg", "camera.json"}
        assert found.read("picture.jpg")[:2] == b"\xff\xd8"
        report = json.loads(found.read("report.json"))
    assert report["note"] == "a shelf" and "numpy" in report["packages"]
    assert {"system", "camera", "mat"} <= {one["check"] for one in report["findings"]}


def test_no_name_of_a_person_or_machine_is_in_it(tmp_path: Path, stills: Path) -> None:
    with bundle(tmp_path, "--camera", str(stills), "--no-picture") as found:
        assert found.namelist() == ["report.json"]
        report = json.loads(found.read("report.json"))
    told = json.dumps([one for one in report["findings"] if one["check"] != "camera"])
    assert str(tmp_path) not in told and platform.node() not in told.split('"')
    assert f'"{getpass.getuser()}"' not in told


def test_a_camera_that_fails_is_part_of_the_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with bundle(tmp_path, "--camera", "nonsense") as found:
        report = json.loads(found.read("report.json"))
    assert any(one["check"] == "camera" and one["state"] == "bad" for one in report["findings"])
    assert "no picture" in capsys.readouterr().err
