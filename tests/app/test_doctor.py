"""The doctor: machines made of files, cameras and boards that are well and ill, all words there."""

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tests.support.simulated_sensor import SimulatedSensor
from turbo.app.asked import FindingsSocket, ask_table
from turbo.app.doctor import (
    ADVICE,
    CHECKS,
    STATES,
    HealthFinding,
    HealthState,
    Machine,
    checks,
    line,
)
from turbo.app.patients import (
    all_findings,
    board_findings,
    camera_findings,
    surveyed,
)
from turbo.commands.cli import main
from turbo.errors import TurboError
from turbo.game.messages import Language
from turbo.twin.draw import Look, picture_of
from turbo.twin.lens import TwinCameraSettings
from turbo.twin.tile_drawing import TileLook, TileRenderer
from vision.cameras.exposure import Exposure, ExposureVerdict
from vision.cameras.survey import SurveyTuning, survey, survey_cards, survey_either
from vision.pictures.loading import Image


def pi(tmp_path: Path, **changes: Any) -> Machine:
    """A Pi 4 on which all is well."""
    files = {
        "proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.5\0",
        "sys/class/thermal/thermal_zone0/temp": "48200\n",
        "proc/meminfo": "MemTotal: 1900000 kB\nMemAvailable: 1500000 kB\n",
    }
    for name, text in files.items():
        path = tmp_path / "root" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    told = {"vcgencmd": "throttled=0x0", "timedatectl": "yes"}
    machine = Machine(
        root=tmp_path / "root",
        told=lambda words: told.get(words[0]),
        groups=lambda: {"video", "dialout", "gpio"},
        known_groups=lambda: {"video", "dialout", "gpio", "users"},
        load=lambda name: type(name, (), {"__version__": "9.9"}),
        has=lambda name: True,
        bits=64,
        now=lambda: datetime(2026, 11, 1, 20, 0, tzinfo=UTC),
    )
    return replace(machine, **changes)


def found(machine: Machine, tmp_path: Path) -> dict[str, HealthFinding]:
    return {one.check: one for one in checks(machine, tmp_path / "m.db")}


def test_a_good_pi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.prefix", "/usr")
    monkeypatch.setattr("sys.base_prefix", "/usr")
    seen = found(pi(tmp_path), tmp_path)
    assert {one.check for one in seen.values() if one.state is HealthState.BAD} == set()
    assert seen["system"].found == "Raspberry Pi 4 Model B Rev 1.5, 64 bit"
    assert seen["temperature"].found == "48 °C"
    assert seen["clock"].found.endswith("NTP")


def fails(error: Exception) -> Callable[[str], object]:
    def load(name: str) -> object:
        if name == "numpy":
            return np
        raise error

    return load


ILL: dict[str, tuple[str, dict[str, Any], str]] = {
    "32 bit": ("system", {"bits": 32}, "64-bit"),
    "numpy": (
        "numpy",
        {"load": fails(ValueError("numpy.dtype size changed"))},
        "numpy",
    ),
    "no picamera2": ("picamera2", {"has": lambda name: name != "picamera2"}, "camera-pi"),
    "broken picamera2": ("picamera2", {"load": fails(ImportError("libcamera"))}, "camera-pi"),
    "no lgpio": ("lgpio", {"has": lambda name: name != "lgpio"}, "pins"),
    "weak supply": ("power", {"told": lambda words: "throttled=0x50005"}, "undervoltage"),
    "weak before": ("power", {"told": lambda words: "throttled=0x10000"}, "undervoltage"),
    "slowed down": ("power", {"told": lambda words: "throttled=0x80008"}, "throttled"),
    "guessed clock": ("clock", {"told": lambda words: "no"}, "clock-guess"),
    "old clock": ("clock", {"now": lambda: datetime(1970, 1, 1, tzinfo=UTC)}, "clock"),
}


@pytest.mark.parametrize(("check", "change", "advice"), ILL.values(), ids=ILL.keys())
def test_what_is_bad_is_told(
    tmp_path: Path, check: str, change: dict[str, Any], advice: str
) -> None:
    seen = found(pi(tmp_path, **change), tmp_path)[check]
    assert (seen.state, seen.advice) == (HealthState.BAD, advice)


def test_a_hot_pi(tmp_path: Path) -> None:
    machine = pi(tmp_path)
    (tmp_path / "root/sys/class/thermal/thermal_zone0/temp").write_text("84100")
    assert found(machine, tmp_path)["temperature"].advice == "hot"


def test_groups_that_a_user_lacks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 0)
    assert found(pi(tmp_path), tmp_path)["groups"].state is HealthState.GOOD
    monkeypatch.setattr("os.geteuid", lambda: 1)
    lacking = found(pi(tmp_path, groups=lambda: {"video"}), tmp_path)["groups"]
    assert lacking.state is HealthState.BAD and "-dialout, -gpio" in lacking.found


def test_off_a_pi_nothing_of_a_pi_is_missed(tmp_path: Path) -> None:
    machine = Machine(root=tmp_path, told=lambda words: None, has=lambda name: False)
    seen = found(machine, tmp_path)
    absent = {one.check for one in seen.values() if one.state is HealthState.ABSENT}
    assert absent >= {"picamera2", "lgpio", "power", "temperature", "store"}


def test_an_environment_that_hides_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.prefix", str(tmp_path))
    settings = tmp_path / "pyvenv.cfg"
    settings.write_text("include-system-site-packages = false\n")
    assert found(pi(tmp_path), tmp_path)["environment"].advice == "environment"
    settings.write_text("include-system-site-packages = true\n")
    assert found(pi(tmp_path), tmp_path)["environment"].state is HealthState.GOOD


def test_a_store_with_a_damaged_match_is_told(tmp_path: Path) -> None:
    """Every entry is checked, and not only whether the file can be opened."""
    from turbo.game.events import Entry, Passed
    from turbo.storage.store import Store

    with Store(tmp_path / "m.db") as store:
        for _ in range(2):
            number = store.new_match(("Ann", "Bob"), datetime(2026, 11, 15, tzinfo=UTC))
            store.append(number, Entry(0, Passed()))
    assert found(pi(tmp_path), tmp_path)["store"].state is HealthState.GOOD
    raw = sqlite3.connect(tmp_path / "m.db")
    raw.execute("DROP TRIGGER entries_stay")
    raw.execute("UPDATE entries SET by = 'Eve' WHERE match = 2")
    raw.commit()
    raw.close()
    told = found(pi(tmp_path), tmp_path)["store"]
    assert told.state is HealthState.BAD and "match 2 cannot be read" in told.found
    assert told.advice == "damaged"


def test_a_store_that_is_no_store(tmp_path: Path) -> None:
    (tmp_path / "m.db").write_text("nothing of the kind" * 100)
    assert found(pi(tmp_path), tmp_path)["store"].state is HealthState.BAD


def stills(tmp_path: Path, image: Image) -> str:
    folder = tmp_path / "stills"
    folder.mkdir(exist_ok=True)
    for number in range(3):
        cv2.imwrite(str(folder / f"{number}.png"), image)
    return str(folder)


def test_a_camera_over_a_mat(tmp_path: Path) -> None:
    image = SimulatedSensor(size_px=(1920, 1080)).picture(Exposure(8000.0))
    seen = {one.check: one for one in camera_findings(stills(tmp_path, image))}
    assert {check for check, one in seen.items() if one.state is HealthState.BAD} == set()
    assert seen["mat"].found == "8/8" and seen["die"].found.endswith("px")


def test_a_camera_that_hangs_low_in_bad_light(tmp_path: Path) -> None:
    low = SimulatedSensor(field_mm=(440.0, 254.0), size_px=(1920, 1080))
    image = cv2.GaussianBlur(low.picture(Exposure(20000.0)), (0, 0), 4)
    seen = {one.check: one for one in camera_findings(stills(tmp_path, np.asarray(image)))}
    assert seen["field"].advice == "higher" and "cm" in seen["field"].found
    assert seen["focus"].advice == "focus" and seen["exposure"].advice == "brighter"


def test_a_camera_that_is_not_there_and_a_name_that_is_none() -> None:
    quick = 1.0
    (absent,) = camera_findings("/dev/video97", quick)
    assert absent.state is HealthState.BAD and "plugged in" in absent.found
    (nonsense,) = all_findings("nonsense", None)
    assert nonsense.state is HealthState.BAD


def test_boards() -> None:
    (well,) = board_findings("pins:mock")
    assert well.state is HealthState.GOOD
    (silent,) = board_findings("/dev/null", 1.0)
    assert silent.state is HealthState.BAD and silent.advice == "board"


@pytest.mark.parametrize(
    ("field_mm", "higher_cm"), [((597.0, 344.0), 0), ((500.0, 288.0), 7), ((440.0, 254.0), 12)]
)
def test_how_much_higher(field_mm: tuple[float, float], higher_cm: int) -> None:
    picture = SimulatedSensor(field_mm=field_mm, size_px=(1920, 1080)).picture(Exposure(8000.0))
    seen = survey(picture, "imx708")
    assert seen.higher_by_mm is not None
    assert seen.higher_by_mm / 10 == pytest.approx(higher_cm, abs=1)
    assert seen.field_mm == pytest.approx(field_mm, rel=0.03)


@pytest.mark.parametrize(
    ("tilt_deg", "state", "advice"),
    [(8.0, "good", ""), (35.0, "good", ""), (46.0, "good", "steep"), (57.0, "bad", "straighter")],
)
def test_the_angle_is_told_with_what_to_expect_of_it(
    tilt_deg: float, state: str, advice: str
) -> None:
    seen = replace(
        survey(SimulatedSensor(field_mm=(597.0, 344.0)).picture(Exposure(8000.0))),
        tilt_deg=tilt_deg,
        is_straight=tilt_deg <= SurveyTuning().most_tilt_deg,
    )
    (told,) = (one for one in surveyed(seen) if one.check == "view")
    assert (told.state, told.found, told.advice) == (state, f"{tilt_deg:.0f}°", advice)


@pytest.mark.parametrize(
    ("wide_px", "state", "advice"),
    [(1600, "good", ""), (1330, "bad", "far"), (1200, "bad", "nearer")],
)
def test_dice_are_judged_where_they_are_seen_smallest(
    wide_px: int, state: str, advice: str
) -> None:
    """From beside the table the far corner of the mat is seen a quarter smaller than its middle."""
    camera = TwinCameraSettings(wide_px, 3 * wide_px // 4, tilt_deg=50.0)
    seen = survey(picture_of(Look(camera=camera), ()))
    (told,) = (one for one in surveyed(seen) if one.check == "die")
    assert (told.state, told.advice) == (state, advice)
    assert told.found == f"{seen.die_px:.0f} px, ≥ {seen.far_px:.0f} px"
    assert seen.far_px is not None and seen.die_px is not None and seen.far_px < 0.8 * seen.die_px


@cache
def bare_field() -> Image:
    """Of tiles, between its corner cards."""
    return TileRenderer(TileLook(), 1).draw(())


def cards_seen(light: float) -> Image:
    """That field in so many times the light."""
    return np.asarray(np.clip(light * bare_field(), 0, 255), np.uint8)


@pytest.mark.parametrize(
    ("light", "told"), [(0.3, "bad darker"), (1.0, "good "), (2.2, "bad brighter")]
)
def test_a_table_of_tiles_is_surveyed_by_its_cards(light: float, told: str) -> None:
    seen = survey_either(cards_seen(light))
    found = {one.check: one for one in surveyed(seen)}
    assert found["cards"].found == "4/4" and "mat" not in found and "die" not in found
    assert found["tile"].state == "good"
    assert f"{found['exposure'].state} {found['exposure'].advice}" == told
    assert seen.is_good is (light == 1.0)


def test_without_all_cards_the_doctor_says_to_lay_them() -> None:
    whole = cards_seen(1.0)
    cut = whole[: whole.shape[0] // 2]
    (told,) = surveyed(survey_cards(cut))
    assert (told.check, told.found, told.advice) == ("cards", "2/4", "cards")
    for language in Language:
        assert not {"dice", "mat", "Würfel", "dés"} & set(line(told, language).split())


def test_a_picture_without_a_mat_tells_its_light_only() -> None:
    seen = survey(np.full((540, 960, 3), 255, np.uint8))
    assert (seen.markers, seen.field_mm, seen.light) == (0, None, ExposureVerdict.BRIGHT)
    assert not seen.is_good


def test_every_word_is_there_in_every_language() -> None:
    assert {str(state) for state in HealthState} == set(STATES)
    assert len(CHECKS) > 20
    for language in Language:
        for advice in ADVICE:
            assert ADVICE[advice][language] in line(
                HealthFinding("camera", HealthState.BAD, "", advice), language
            )


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    main(["doctor", "--store", str(tmp_path / "m.db")])
    assert "Python" in capsys.readouterr().out
    status = main(["doctor", "--json", "--lang", "nl", "--store", str(tmp_path / "m.db")])
    told = json.loads(capsys.readouterr().out)["findings"]
    assert status == int(any(one["state"] == "bad" for one in told))
    assert {"check", "name", "state", "found", "advice"} == set(told[0])


LGPIO = """
import os
made = os.path.join(os.environ.get("LG_WD") or os.getcwd(), ".lgd-nfy0")
os.mkfifo(made)
if "LG_WD" in os.environ:
    os.chdir(os.environ["LG_WD"])
class error(Exception):
    pass
"""
"""What lgpio 0.2.2 does as it is loaded, seen with its own wheel: a pipe where it stands."""


@pytest.mark.parametrize("is_own", [False, True], ids=["bare", "ours"])
def test_lgpio_is_well_in_a_folder_that_cannot_be_written_to(tmp_path: Path, is_own: bool) -> None:
    """The doctor called a good one bad, wherever it was asked in a folder of somebody else."""
    (tmp_path / "lgpio.py").write_text(LGPIO)
    load = "load_lgpio()" if is_own else "import lgpio"
    code = f"""
import os
from turbo.board.lgpio_folder import load_lgpio
here = os.getcwd()
{load}
print(os.getcwd() == here, os.path.exists(".lgd-nfy0"))
"""
    # Nobody can make a file in /proc, not even root.
    env = {"PYTHONPATH": f"{tmp_path}:{Path(__file__).parents[2]}", "PATH": os.environ["PATH"]}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd="/proc", env=env, capture_output=True, text=True
    )
    assert (done.returncode == 0) is is_own
    assert not is_own or done.stdout.split() == ["True", "False"]


def test_pins_are_not_told_to_be_flashed(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(name: str) -> Any:
        raise TurboError("no pins here")

    monkeypatch.setattr("turbo.app.patients.open_link", fail)
    (told,) = all_findings(None, "pins")
    assert told.advice == "board-pins"


def test_a_table_that_runs_is_asked_and_its_camera_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It found the camera busy, by the very table that the installer had started."""
    path = tmp_path / "table.sock"
    monkeypatch.setenv("TURBO_TABLE_SOCKET", str(path))
    assert ask_table(path) is None
    well = HealthFinding("camera", HealthState.GOOD, "imx708")
    desk = FindingsSocket(path, lambda: iter([well]))
    try:
        assert path.stat().st_mode & 0o077 == 0
        assert ask_table(path) == (well,)
        main(["doctor", "--camera", "nonsense", "--store", str(tmp_path / "m.db")])
        assert "camera: imx708" in capsys.readouterr().out
    finally:
        desk.close()
    assert ask_table(path) is None and not path.exists()


def test_a_table_that_fails_to_look_says_so(tmp_path: Path) -> None:
    def fail() -> Any:
        raise KeyError("frame")

    desk = FindingsSocket(tmp_path / "table.sock", fail)
    try:
        told = ask_table(tmp_path / "table.sock")
        assert told is not None and told[0].state is HealthState.BAD
    finally:
        desk.close()
