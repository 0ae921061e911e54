"""A camera on the Pi's connector for tests: picamera2's real code over a stand-in for libcamera."""

import gc
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import cv2
import numpy as np
import pytest

from tests.support import standin_libcamera as standin
from tests.support.simulated_sensor import SimulatedSensor
from tools.trials.waiting import LONG_S
from vision.cameras.by_name import open_camera
from vision.cameras.exposure import Exposure
from vision.cameras.frames import CameraLost
from vision.cameras.newest import NewestCamera
from vision.cameras.pi import PiSource, PiTuning
from vision.cameras.source import CameraSettings
from vision.pictures.loading import Image

QUICK = CameraSettings(silence_s=60.0, warm_up_s=20.0, retry_s=(0.05, 0.2), fps=1000)
PATIENT = PiTuning(focus_s=LONG_S)
"""A scan of the lens takes as many pictures as ever, but a busy machine may draw them slowly."""


class Scene:
    """The simulated table as a sensor on the Pi's connector sees it, out of focus and all."""

    def __init__(self, light: float = 1.0) -> None:
        self.sensor = SimulatedSensor(light, lag=0)
        self.behaviour = standin.Behaviour(self.draw)

    def draw(self, size: tuple[int, int], taken: dict[str, Any]) -> Image:
        exposure = Exposure(float(taken["ExposureTime"]), float(taken["AnalogueGain"]))
        image = cv2.resize(self.sensor.picture(exposure), size, interpolation=cv2.INTER_NEAREST)
        return np.asarray(image, np.uint8)

    def white(self, image: Image) -> float:
        small = cv2.resize(image, self.sensor.size_px, interpolation=cv2.INTER_NEAREST)
        return self.sensor.dice_white(np.asarray(small, np.uint8))


@pytest.fixture
def connector(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    standin.install(monkeypatch.setattr)
    yield
    standin.manager.cameras = []
    for closing in threading.enumerate():
        if "(_close)" in closing.name:
            closing.join(LONG_S)
    # A Picamera2 that was closed late takes its successor out of picamera2's own list, and that one
    # fails in its `__del__`: here, and not in whatever test happens to run when it is collected.
    monkeypatch.setattr(sys, "unraisablehook", lambda _: None)
    gc.collect()


def plugged(model: str, scene: Scene) -> standin.Camera:
    return standin.plug(model, scene.behaviour)


@contextmanager
def opened(
    settings: CameraSettings = QUICK, wanted: dict[str, float] | None = None
) -> Iterator[PiSource]:
    source = PiSource(settings, PATIENT)
    try:
        source.open(wanted or {})
        yield source
    finally:
        source.close()


def lost(camera: NewestCamera, most_s: float = LONG_S) -> str:
    until_s = time.monotonic() + most_s
    while time.monotonic() < until_s:
        try:
            camera.read(0.2)
        except CameraLost as told:
            return str(told)
    raise AssertionError("the camera was never lost")


@contextmanager
def named(settings: CameraSettings = QUICK) -> Iterator[NewestCamera]:
    camera = open_camera("pi", settings)
    assert isinstance(camera, NewestCamera)
    try:
        yield camera
    finally:
        camera.close()


def white_until(
    camera: NewestCamera, scene: Scene, is_so: Callable[[float], bool], most_s: float = LONG_S
) -> float:
    """The dice's white in the first picture in which it is so."""
    until_s = time.monotonic() + most_s
    while time.monotonic() < until_s:
        frame = camera.read(1.0)
        if frame is not None and is_so(white := scene.white(frame.image)):
            return white
    raise AssertionError("no such picture came")
