"""The Pi's camera: picamera2's real code over a stand-in for libcamera with real sensors' modes."""

import gc
import importlib
import os
import sys
from dataclasses import replace
from typing import Any

import pytest

from tests.support import standin_libcamera as standin
from tests.support.pi_connector import (
    PATIENT,
    QUICK,
    Scene,
    connector,  # noqa: F401
    lost,
    named,
    opened,
    plugged,
    white_until,
)
from tools.trials.waiting import LONG_S, wait_until
from vision.cameras.exposure import ExposureVerdict
from vision.cameras.frames import CameraLost
from vision.cameras.newest import NewestCamera
from vision.cameras.optics import CAMERAS, DIE_MM, MAT_MM, SPARE_MM, hang_mm
from vision.cameras.pi import PiSource

# picamera2 calls setDaemon, which Python finds old.
pytestmark = [
    pytest.mark.filterwarnings("ignore:setDaemon"),
    pytest.mark.usefixtures("connector"),
]

PI_CAMERAS = [camera for camera in CAMERAS.values() if camera.model]


@pytest.mark.parametrize("camera", PI_CAMERAS, ids=lambda camera: camera.name)
def test_each_sensor_shows_all_it_has(camera: Any) -> None:
    """The mode is chosen by picamera2's own code; field and pixels follow from what it cut out."""
    scene = Scene()
    plugged(camera.model, scene)
    with opened(replace(QUICK, lock=False)) as source:
        source.grab()
        facts, image = source.facts(), source.picture()
    assert image is not None and image.shape[1::-1] == camera.picture_px == facts.picture_px
    assert facts.shown is not None and min(facts.shown) > 0.97
    for height_mm in (hang_mm(camera), hang_mm(camera) * 5 / 4):
        across, along = camera.at(height_mm).field_mm
        field = (across * facts.shown[0], along * facts.shown[1])
        assert field[0] > MAT_MM[0] + 1.5 * SPARE_MM and field[1] > MAT_MM[1] + 1.5 * SPARE_MM
        assert DIE_MM * image.shape[1] / field[0] > 35


def test_what_picamera2_would_choose_by_itself_shows_half_the_mat() -> None:
    """The fault that the choice of the mode mends; it comes back if the stand-in gets kinder."""
    camera = plugged("imx708", Scene())
    picamera2 = importlib.import_module("picamera2")
    found = picamera2.Picamera2()
    found.configure(found.create_video_configuration(main={"size": (1280, 960)}))
    found.close()
    assert camera.mode.size_px == (1536, 864)
    seen = [597 * camera._crop().width / 4608, 344 * camera._crop().height / 2592]
    assert seen == pytest.approx([299, 229], abs=1)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("light", [1 / 30, 1.0, 30.0], ids=lambda light: f"light {light:.2g}")
@pytest.mark.parametrize("model", ["imx708", "imx219"])
def test_light_and_focus_are_found_and_held(model: str, light: float) -> None:
    scene = Scene(light)
    plugged(model, scene)
    source = PiSource(QUICK, PATIENT)
    locked = source.open({})
    source.grab()
    image = source.picture()
    source.close()
    assert image is not None and 0.70 <= scene.white(image) <= 0.92
    assert not locked.refused
    assert locked.values["white balance"] == pytest.approx(1.6)
    assert locked.values.get("focus") == (pytest.approx(2.2) if model == "imx708" else None)
    assert source.settled is not None and source.settled.verdict is ExposureVerdict.GOOD


def test_a_lens_that_does_not_focus_is_told() -> None:
    scene = Scene()
    scene.behaviour.can_focus = False
    plugged("imx708", scene)
    source = PiSource(QUICK, PATIENT)
    assert source.open({}).refused == ("focus",)
    source.close()


def test_known_values_hold_from_the_first_picture() -> None:
    """After a lost ribbon in a match nothing is measured anew: the dice lie there."""
    scene = Scene()
    plugged("imx708", scene)
    known = {
        "exposure": 8000.0,
        "gain": 1.5,
        "white balance": 1.4,
        "white balance blue": 2.0,
        "focus": 2.0,
    }
    with opened(wanted=known):
        began = scene.behaviour.started_with
    assert (began["ExposureTime"], began["AnalogueGain"]) == (8000, 1.5)
    assert began["ColourGains"] == (1.4, 2.0) and began["AwbEnable"] is False
    assert (began["AfMode"], began["LensPosition"]) == (0, 2.0)


def test_the_exposure_is_of_whole_flickers() -> None:
    plugged("imx708", Scene(light=0.2))
    with opened(replace(QUICK, mains_hz=60)) as source:
        assert source.settled is not None
        flickers = source.settled.exposure.time_us * 120 / 1e6
        assert flickers == pytest.approx(round(flickers), abs=0.01) and flickers > 0.9


def test_a_camera_that_hangs_is_told_and_picked_up_again() -> None:
    scene = Scene()
    plugged("imx219", scene)
    with named(replace(QUICK, lock=False, silence_s=0.5)) as camera:
        wait_until(lambda: _gives(camera))
        scene.behaviour.hangs = True
        assert "ribbon loose" in lost(camera)
        scene.behaviour.hangs = False
        wait_until(lambda: _gives(camera))


def _gives(camera: NewestCamera) -> bool:
    """A busy machine, too, may give no picture for half a second."""
    try:
        return camera.read(0.2) is not None
    except CameraLost:
        return False


def test_a_driver_that_fails_while_its_camera_is_closed_is_told_in_a_line(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """No traceback of a thread; and it is closed all the same."""
    import picamera2

    stopped = picamera2.Picamera2.stop

    def stop(self: Any) -> None:
        stopped(self)
        raise RuntimeError("camera frontend has timed out")

    plugged("imx219", Scene())
    with named(replace(QUICK, lock=False)) as camera:
        assert camera.read(LONG_S) is not None
        monkeypatch.setattr(picamera2.Picamera2, "stop", stop)
    assert "not closed cleanly: camera frontend has timed out" in caplog.text


@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_busy_is_told_as_busy_and_absent_as_absent() -> None:
    """A Picamera2 that cannot take its camera leaves a pipe open, until it is collected."""
    scene = Scene()
    scene.behaviour.is_busy = True
    plugged("imx708", scene)
    with named() as camera:
        assert "busy" in lost(camera)
    standin.manager.cameras = []
    with named() as camera:
        assert "ribbon in" in lost(camera)
    gc.collect()


@pytest.mark.parametrize("is_busy", [True, False], ids=["busy", "absent"])
def test_a_camera_that_is_tried_for_hours_uses_up_no_files(is_busy: bool) -> None:
    if is_busy:
        scene = Scene()
        scene.behaviour.is_busy = True
        plugged("imx708", scene)

    def attempt() -> None:
        with pytest.raises(CameraLost):
            PiSource(QUICK).open({})

    attempt()
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(5):
        attempt()
    assert len(os.listdir("/proc/self/fd")) <= before


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (ModuleNotFoundError("no", name="picamera2"), "apt install python3-picamera2"),
        (ModuleNotFoundError("No module named 'libcamera'", name="libcamera"), "libcamera"),
        (ValueError("numpy.dtype size changed, may indicate"), "turbo doctor"),
    ],
    ids=["not installed", "half installed", "for another numpy"],
)
def test_what_is_missing_is_named(
    monkeypatch: pytest.MonkeyPatch, error: Exception, told: str
) -> None:
    def fail(name: str) -> Any:
        raise error

    monkeypatch.setattr(importlib, "import_module", fail)
    with named() as camera:
        assert told in lost(camera)


def test_light_is_measured_again_when_asked() -> None:
    """At each match: the ring is on now, or it is evening."""
    scene = Scene()
    plugged("imx708", scene)
    with named() as camera:
        white_until(camera, scene, lambda white: white < 0.92)
        scene.sensor.light = 3.0
        white_until(camera, scene, lambda white: white > 0.99)
        camera.relock()
        assert white_until(camera, scene, lambda white: white < 0.99) == pytest.approx(
            0.81, abs=0.1
        )


def test_it_runs_with_the_real_picamera2() -> None:
    module = sys.modules["picamera2"]
    assert "site-packages" in str(module.__file__) or "dist-packages" in str(module.__file__)
