"""What goes wrong with a Pi's camera after the first evening: faults, lamps, other cameras."""

import concurrent.futures
import queue
import struct
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.support import standin_libcamera as standin
from tests.support.pi_connector import (
    QUICK,
    Scene,
    connector,  # noqa: F401
    lost,
    named,
    opened,
    plugged,
)
from tools.trials.waiting import LONG_S
from vision.cameras.auto import NONE, AutoSource, usb_nodes
from vision.cameras.frames import CameraLost, Frame
from vision.cameras.newest import NewestCamera
from vision.cameras.optics import SENSORS, Mode, Sensor
from vision.cameras.pi import PiSource

pytestmark = [
    # picamera2 calls setDaemon, which Python finds old.
    pytest.mark.filterwarnings("ignore:setDaemon"),
    # A request that a failure took from picamera2 is never given back to it.
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.usefixtures("connector"),
]

UNLOCKED = replace(QUICK, lock=False)

KINDS: tuple[BaseException, ...] = (
    KeyError("AnalogueGain"),
    AttributeError("'NoneType' object has no attribute 'get'"),
    ValueError("numpy.dtype size changed"),
    TypeError("cannot unpack non-iterable NoneType object"),
    IndexError("list index out of range"),
    RuntimeError("Failed to queue request"),
    OSError(5, "Input/output error"),
    BrokenPipeError(32, "Broken pipe"),
    PermissionError(13, "Permission denied"),
    MemoryError(),
    AssertionError(),
    ZeroDivisionError("division by zero"),
    BufferError("memoryview: underlying buffer is not C-contiguous"),
    EOFError(),
    StopIteration(),
    RecursionError("maximum recursion depth exceeded"),
    SystemError("error return without exception set"),
    NotImplementedError("format"),
    UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte"),
    struct.error("unpack requires a buffer of 4 bytes"),
    queue.Empty(),
    concurrent.futures.CancelledError(),
    SystemExit(1),
)
"""What Python, numpy, libcamera and the kernel raise, and what ends a thread in silence."""

CALLS = ("capture_request", "configure", "start", "set_controls", "camera_configuration")
PLACES = (*CALLS, "make_array", "get_metadata")
"""Where it is raised: what is asked of the camera, and of a picture that it took."""


def faults() -> Iterator[Any]:
    """Every kind at one place or another, and at every place one that ends a call and one that ends
    a thread."""
    for number, error in enumerate(KINDS):
        is_everywhere = isinstance(error, KeyError | SystemExit)
        places = PLACES if is_everywhere else PLACES[number % len(PLACES) :][:1]
        yield pytest.param(error, places, id=type(error).__name__)


def next_picture(camera: NewestCamera) -> Frame:
    """The next picture, however often it is lost meanwhile."""
    until_s = time.monotonic() + LONG_S
    while time.monotonic() < until_s:
        try:
            frame = camera.read(0.2)
        except CameraLost:
            continue
        if frame is not None:
            return frame
    raise AssertionError("no picture came back")


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("error", "places"), list(faults()))
def test_pictures_come_back_after_any_fault(
    monkeypatch: pytest.MonkeyPatch, error: BaseException, places: Sequence[str]
) -> None:
    """Any of them ended the thread for good, and the process lived on without a camera."""
    import picamera2
    from picamera2.request import CompletedRequest

    plugged("imx219", Scene())
    fails = True

    def failing(whole: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **more: Any) -> Any:
            if fails:
                raise error
            return whole(*args, **more)

        return call

    with named(UNLOCKED) as camera:
        assert camera.read(LONG_S) is not None
        for name in places:
            kind: Any = picamera2.Picamera2 if name in CALLS else CompletedRequest
            with monkeypatch.context() as patch:
                fails = True
                patch.setattr(kind, name, failing(getattr(kind, name)))
                # Whoever asks ends by what ends a program; the camera's thread does not.
                if isinstance(error, Exception):
                    camera.facts()
                if name in ("capture_request", "make_array", "get_metadata"):
                    assert "camera" in lost(camera)
                fails = False
            assert next_picture(camera).image.any()
    camera._thread.join(LONG_S)  # closing waits two seconds for it, a busy machine longer
    assert camera._thread.is_alive() is False


def test_a_fault_is_told_to_the_page_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    from picamera2.request import CompletedRequest

    plugged("imx219", Scene())
    with named(UNLOCKED) as camera:
        assert camera.read(LONG_S) is not None

        def fail(*_: Any, **__: Any) -> Any:
            raise KeyError("main\nstream")

        monkeypatch.setattr(CompletedRequest, "make_array", fail)
        assert "KeyError" in lost(camera) and "KeyError" in camera.lost
        assert "\n" not in camera.lost
        monkeypatch.undo()


def test_a_usb_camera_is_not_taken_for_the_pis_own() -> None:
    """picamera2 lists it, but it has no gain: KeyError, and the thread was gone."""
    standin.plug("imx219", Scene().behaviour, on_usb=True)
    with named() as camera:
        told = lost(camera)
    assert "no camera on the Pi's connector" in told and "auto" in told


def test_the_pis_own_camera_is_taken_beside_one_on_usb() -> None:
    usb = standin.plug("imx219", Scene().behaviour, on_usb=True)
    own = plugged("imx708", Scene())
    standin.manager.cameras = [usb, own]
    with opened(UNLOCKED) as source:
        assert source.facts().model == "imx708"


@pytest.mark.parametrize(
    ("own", "nodes", "told"),
    [
        ((0,), ("/dev/v4l/by-id/usb-a-video-index0",), "pi"),
        ((), ("/dev/v4l/by-id/usb-a-video-index0",), "usb-a"),
        (None, ("/dev/v4l/by-id/usb-a-video-index0",), "usb-a"),
        ((), (), NONE),
        (None, (), "needs picamera2"),
    ],
    ids=["both", "usb alone", "usb, no picamera2", "none", "none, no picamera2"],
)
def test_auto_takes_the_camera_that_is_there(
    own: tuple[int, ...] | None, nodes: tuple[str, ...], told: str
) -> None:
    def cameras() -> tuple[int, ...]:
        if own is None:
            raise CameraLost("the Pi's camera needs picamera2")
        return own

    source = AutoSource(UNLOCKED, cameras, lambda: nodes)
    if own:
        plugged("imx708", Scene())
        source.open({})
        source.grab()
        assert source.facts().model == "imx708" and source.picture() is not None
        source.close()
        return
    with pytest.raises(CameraLost, match=told.replace("?", ".")):
        source.open({})
    source.close()


def test_usb_cameras_are_found_by_names_that_stay(tmp_path: Path) -> None:
    """On a Pi 5 the first eight numbers are its own sockets, with nothing plugged in."""
    folder = tmp_path / "dev/v4l/by-id"
    folder.mkdir(parents=True)
    (tmp_path / "dev/video0").touch()
    for name in ("usb-c920-video-index0", "usb-c920-video-index1"):
        (folder / name).touch()
    assert usb_nodes(tmp_path) == ("/dev/v4l/by-id/usb-c920-video-index0",)


LAMPS = {"bulb": (1.2, 2.9), "daylight": (2.3, 1.4), "as before": (1.6, 1.9)}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("lamp", LAMPS.values(), ids=LAMPS.keys())
def test_measured_anew_the_white_balance_is_that_of_the_lamp(lamp: tuple[float, float]) -> None:
    """libcamera follows a lamp a twentieth of the way with each picture, and only at its first
    start quickly. Read after a few pictures, it had hardly moved."""
    scene = Scene()
    plugged("imx708", scene)
    with opened() as source:
        first = source.lock({"focus": 2.2})
        assert first.values["white balance"] == pytest.approx(1.6, rel=0.02)
        scene.behaviour.lamp = lamp
        found = source.lock({"focus": 2.2}).values
    assert found["white balance"] == pytest.approx(lamp[0], rel=0.02)
    assert found["white balance blue"] == pytest.approx(lamp[1], rel=0.02)


def test_also_after_the_camera_was_opened_anew() -> None:
    scene = Scene()
    plugged("imx708", scene)
    with opened():
        pass
    scene.behaviour.lamp = LAMPS["bulb"]
    with opened() as source:
        assert source.facts().model == "imx708"
        gains = source._gains()
    assert gains == pytest.approx(LAMPS["bulb"], rel=0.02)


def test_only_pictures_that_are_looked_at_are_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    from picamera2.request import CompletedRequest

    plugged("imx219", Scene())
    copied = 0
    whole = CompletedRequest.make_array

    def make_array(self: Any, name: str) -> Any:
        nonlocal copied
        copied += 1
        return whole(self, name)

    monkeypatch.setattr(CompletedRequest, "make_array", make_array)
    with opened(UNLOCKED) as source:
        for _ in range(9):
            source.grab()
        assert copied == 0 and source.picture() is not None and copied == 1


@pytest.mark.parametrize("model", ["imx708_noir", "imx708_wide_noir", "imx500", "imx519", "ov9999"])
def test_sensors_that_no_shop_of_ours_sells_show_all_they_have(model: str) -> None:
    """Without the filter, with a network inside, by another maker, or not known at all."""
    sensor = SENSORS.get(model.removesuffix("_noir")) or Sensor(
        model,
        (4000, 3000),
        1.0,
        (
            Mode((1920, 1080), (1040, 960, 1920, 1080), 10, 60.0),
            Mode((2000, 1500), (0, 0, 4000, 3000), 10, 40.0),
            Mode((4000, 3000), (0, 0, 4000, 3000), 10, 10.0),
        ),
        16.0,
    )
    camera = standin.Camera(replace(sensor, model=model), Scene().behaviour)
    standin.manager.cameras = [camera]
    with opened(UNLOCKED) as source:
        source.grab()
        facts = source.facts()
    assert facts.shown is not None and min(facts.shown) > 0.97
    assert camera.mode.fps >= 30 and facts.model == model


def test_a_camera_that_is_closed_while_it_is_asked_about_itself() -> None:
    plugged("imx219", Scene())
    source = PiSource(UNLOCKED)
    source.open({})
    source.close()
    assert source.facts().model == "pi" and source.picture() is None
