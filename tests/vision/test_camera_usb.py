"""USB cameras against the control tables of common ones, and V4L2's numbers against the header."""

import shutil
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import cv2
import numpy as np
import pytest

from tests.support.simulated_sensor import SimulatedSensor
from vision.cameras import v4l2
from vision.cameras.by_name import open_camera
from vision.cameras.exposure import Exposure, ExposureVerdict
from vision.cameras.frames import CameraLost
from vision.cameras.newest import NewestCamera
from vision.cameras.source import UNLOCKABLE, CameraSettings
from vision.cameras.usb import UsbSource
from vision.cameras.v4l2 import Knob
from vision.pictures.loading import Image

HD = ((640, 480), (800, 600), (1280, 720))
FULL_HD = (*HD, (1920, 1080))


@dataclass(frozen=True)
class Model:
    """A camera as `v4l2-ctl -l` lists it: least, most, step, default."""

    knobs: Mapping[str, Knob]
    sizes: tuple[tuple[int, int], ...]
    manual: int = 1
    """The mode of exposure in which the time is ours."""


AUTOMATIC = {
    "automatic exposure": Knob(0, 3, 1, 3),
    "automatic white balance": Knob(0, 1, 1, 1),
    "mains": Knob(0, 2, 1, 2),
}

MODELS = {
    "C920": Model(
        AUTOMATIC
        | {
            "exposure": Knob(3, 2047, 1, 250),
            "gain": Knob(0, 255, 1, 0),
            "white balance": Knob(2000, 6500, 1, 4000),
            "focus": Knob(0, 250, 5, 0),
            "automatic focus": Knob(0, 1, 1, 1),
            "varying frame rate": Knob(0, 1, 1, 0),
        },
        (*FULL_HD, (2304, 1536)),
    ),
    "C270": Model(
        AUTOMATIC
        | {
            "exposure": Knob(1, 10000, 1, 166),
            "gain": Knob(0, 255, 1, 64),
            "white balance": Knob(0, 10000, 10, 4000),
        },
        (*HD, (1280, 960)),
    ),
    "LifeCam": Model(
        AUTOMATIC
        | {"exposure": Knob(5, 20000, 1, 156), "white balance": Knob(2500, 10000, 1, 4500)},
        HD,
    ),
    "no-name full HD": Model(
        AUTOMATIC
        | {
            "exposure": Knob(1, 5000, 1, 157),
            "gain": Knob(0, 100, 1, 0),
            "white balance": Knob(2800, 6500, 1, 4600),
        },
        FULL_HD,
    ),
    "Facecam": Model(
        AUTOMATIC
        | {"exposure": Knob(1, 2500, 1, 156), "white balance": Knob(2800, 12500, 100, 5000)},
        FULL_HD,
        manual=2,
    ),
}


@dataclass
class Bench:
    """A camera of a model over the simulated table: what is turned holds some pictures later, and
    while it regulates itself it tells its driver's defaults."""

    model: Model
    light: float = 1.0
    warm_k: float = 4300.0
    is_present: bool = True
    set_values: dict[str, int] = field(default_factory=dict)
    asked: dict[int, float] = field(default_factory=dict)
    lag: int = 3

    def close(self) -> None:
        """As a node of its own beside the pictures: nothing is held open."""

    def __post_init__(self) -> None:
        self.values = {name: knob.default for name, knob in self.model.knobs.items()}
        self._late = [dict(self.values)] * self.lag
        self._shown = dict(self.values)
        self._sensor = SimulatedSensor(self.light, lag=0)

    def table(self) -> Mapping[str, Knob]:
        return self.model.knobs

    def sizes(self) -> tuple[tuple[int, int], ...]:
        return self.model.sizes

    def read(self, name: str) -> int | None:
        automatic = {"exposure": not self._is_manual(), "gain": not self._is_manual()}
        is_default = automatic.get(name, False)
        return self.model.knobs[name].default if is_default else self.values[name]

    def _is_manual(self) -> bool:
        return self.values["automatic exposure"] == self.model.manual

    def turn(self, name: str, value: int) -> bool:
        knob = self.model.knobs[name]
        if name == "automatic exposure" and value in (1, 2) and value != self.model.manual:
            return False
        if name in ("exposure", "gain") and not self._is_manual():
            return False
        assert knob.least <= value <= knob.most
        self.values[name] = value
        return True

    def grab(self) -> bool:
        self._late.append(dict(self.values))
        self._shown = self._late.pop(0)
        return self.is_present

    def exposure(self) -> Exposure:
        gain = self.model.knobs.get("gain")
        part = (self._shown["gain"] - gain.least) / (gain.most - gain.least) if gain else 0.0
        # Its gain is not what we take it for.
        return Exposure(self._shown["exposure"] * 100.0, 1.0 + 11.0 * part)

    def retrieve(self) -> tuple[bool, Image]:
        grey = self._sensor.picture(self.exposure()).astype(np.float32)
        redder = (self._shown["white balance"] / self.warm_k) ** 0.5
        tint = np.array([1 / max(1.0, redder), 1.0, min(1.0, redder)], np.float32)
        return True, np.clip(grey * tint, 0, 255).astype(np.uint8)

    def white(self) -> float:
        return self._sensor.dice_white(self.retrieve()[1])

    def isOpened(self) -> bool:
        return self.is_present

    def set(self, which: int, value: float) -> bool:
        self.asked[which] = value
        return True

    def get(self, which: int) -> float:
        return self.asked.get(which, 0.0)

    def release(self) -> None:
        pass


@pytest.fixture
def plug(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Bench]]:
    there: list[Bench] = []
    monkeypatch.setattr(cv2, "VideoCapture", lambda path: there[-1])
    yield there


def source_of(
    there: list[Bench], bench: Bench, settings: CameraSettings | None = None
) -> UsbSource:
    there.append(bench)
    knobs = cast(v4l2.Device, bench)
    return UsbSource("/dev/video0", settings or CameraSettings(), knobs=lambda path: knobs)


@pytest.mark.parametrize("light", [1 / 8, 1.0, 8.0], ids=lambda light: f"light {light:.2g}")
@pytest.mark.parametrize("name", MODELS)
def test_common_cameras_are_exposed_for_the_dice(
    plug: list[Bench], name: str, light: float
) -> None:
    bench = Bench(MODELS[name], light)
    source = source_of(plug, bench)
    locked = source.open({})
    has_gain = "gain" in bench.model.knobs
    if not has_gain and light < 1:
        # Without a gain an eighth of the light is more than 66 ms can make up for: it says so.
        assert source.settled is not None and source.settled.verdict in (
            ExposureVerdict.DARK,
            ExposureVerdict.GOOD,
        )
    else:
        assert 0.70 <= bench.white() <= 0.92
    assert locked.values["exposure"] == bench.values["exposure"]
    assert not locked.refused


@pytest.mark.parametrize("name", MODELS)
def test_the_defaults_of_the_automatic_are_not_locked(plug: list[Bench], name: str) -> None:
    """Read while it regulates itself, the exposure is the driver's default in any light."""
    bench = Bench(MODELS[name], light=6.0)
    before = bench.read("exposure")
    assert source_of(plug, bench).open({}).values["exposure"] != before


def test_the_paper_is_made_white(plug: list[Bench]) -> None:
    bench = Bench(MODELS["C920"], warm_k=3200.0)
    locked = source_of(plug, bench).open({})
    assert locked.values["white balance"] == pytest.approx(3200, rel=0.12)
    assert bench.values["automatic white balance"] == 0


@pytest.mark.parametrize(
    ("name", "size"),
    [("C920", (1920, 1080)), ("C270", (1280, 960)), ("LifeCam", (1280, 720))],
)
def test_the_largest_useful_picture_is_asked_for(
    plug: list[Bench], name: str, size: tuple[int, int]
) -> None:
    bench = Bench(MODELS[name])
    source_of(plug, bench, CameraSettings(lock=False)).open({})
    asked = bench.asked[cv2.CAP_PROP_FRAME_WIDTH], bench.asked[cv2.CAP_PROP_FRAME_HEIGHT]
    assert asked == size


def test_values_of_before_a_loss_are_set_again(plug: list[Bench]) -> None:
    bench = Bench(MODELS["C920"])
    locked = source_of(plug, bench).open({"exposure": 77.0, "gain": 30.0})
    assert (locked.values["exposure"], locked.values["gain"]) == (77.0, 30.0)


def test_the_mains_are_told_to_the_camera(plug: list[Bench]) -> None:
    bench = Bench(MODELS["C270"])
    source_of(plug, bench, CameraSettings(mains_hz=50)).open({})
    assert bench.values["mains"] == 1


def test_without_knobs_nothing_is_claimed(plug: list[Bench]) -> None:
    bench = Bench(MODELS["C920"])
    plug.append(bench)

    def refuse(path: str) -> v4l2.Device:
        raise OSError("no such node")

    assert UsbSource("/dev/video0", CameraSettings(), knobs=refuse).open({}) == UNLOCKABLE


@pytest.mark.parametrize(
    ("path", "told"), [("/dev/video97", "plugged in"), ("/dev/null", "another program")]
)
def test_a_camera_that_cannot_be_opened_says_why(path: str, told: str) -> None:
    with pytest.raises(CameraLost, match=told):
        UsbSource(path, CameraSettings()).open({})


@pytest.mark.parametrize(
    "name", ["0", "/dev/video0", "/dev/v4l/by-id/usb-046d_HD_Pro_Webcam_C920-video-index0"]
)
def test_names_of_usb_cameras_are_accepted(name: str) -> None:
    camera = open_camera(name, CameraSettings(retry_s=(5.0, 5.0)))
    assert isinstance(camera, NewestCamera)
    camera.close()


HEADER = r"""
#include <linux/videodev2.h>
#include <stdio.h>
int main(void) {
    printf("%lx %lx %lx %lx %lx\n", (long)VIDIOC_QUERYCAP, (long)VIDIOC_QUERYCTRL,
        (long)VIDIOC_G_CTRL, (long)VIDIOC_S_CTRL, (long)VIDIOC_ENUM_FRAMESIZES);
    printf("%zu %zu %zu %zu\n", sizeof(struct v4l2_capability), sizeof(struct v4l2_queryctrl),
        sizeof(struct v4l2_control), sizeof(struct v4l2_frmsizeenum));
    printf("%x %x %x %x %x %x %x %x %x\n", V4L2_CID_GAIN, V4L2_CID_AUTO_WHITE_BALANCE,
        V4L2_CID_POWER_LINE_FREQUENCY, V4L2_CID_WHITE_BALANCE_TEMPERATURE,
        V4L2_CID_EXPOSURE_AUTO, V4L2_CID_EXPOSURE_ABSOLUTE, V4L2_CID_EXPOSURE_AUTO_PRIORITY,
        V4L2_CID_FOCUS_ABSOLUTE, V4L2_CID_FOCUS_AUTO);
    return 0;
}
"""


@pytest.mark.skipif(
    shutil.which("gcc") is None or not Path("/usr/include/linux/videodev2.h").exists(),
    reason="no C compiler or no kernel headers",
)
def test_numbers_and_structures_are_those_of_the_header(tmp_path: Path) -> None:
    (tmp_path / "v4l2.c").write_text(HEADER)
    subprocess.run(["gcc", "v4l2.c", "-o", "v4l2"], cwd=tmp_path, check=True)
    told = subprocess.run([tmp_path / "v4l2"], capture_output=True, text=True, check=True).stdout
    calls, sizes, controls = (line.split() for line in told.splitlines())
    ours = (v4l2.QUERYCAP, v4l2.QUERYCTRL, v4l2.G_CTRL, v4l2.S_CTRL, v4l2.ENUM_FRAMESIZES)
    assert [int(one, 16) & 0xFFFFFFFF for one in calls] == list(ours)
    structures = (v4l2.CAPABILITY, v4l2.QUERY, v4l2.CONTROL, v4l2.FRAME_SIZE)
    assert [int(one) for one in sizes] == [one.size for one in structures]
    assert [int(one, 16) for one in controls] == list(v4l2.CONTROLS.values())
