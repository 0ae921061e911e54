"""Stands in for libcamera's Python binding, so that picamera2's real code can run off a Pi.

Only what lies below picamera2 is made up here: sensors with the mode tables of their drivers, a
pipeline that validates and crops as the Pi's does, requests that come back later, a lens that
starts in manual mode at one dioptre. `install()` puts it into `sys.modules`.
"""

import os
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import numpy as np

from vision.cameras.optics import SENSORS, Mode, Sensor

FIRST_DIOPTRE = 1.0
"""libcamera: the lens stands here until somebody focuses."""


@dataclass(eq=True, frozen=True)
class Size:
    width: int = 0
    height: int = 0


@dataclass(eq=True, frozen=True)
class Rectangle:
    x: int = 0
    y: int = 0
    width: int = 0
    height: int = 0


class Transform:
    def __init__(self, other: Any = None, **flips: int) -> None:
        for name in ("hflip", "vflip", "transpose"):
            setattr(self, name, bool(flips.get(name, getattr(other, name, False))))

    # picamera2 sets __eq__ and takes __str__ for __repr__.
    __hash__ = object.__hash__

    def __str__(self) -> str:
        return "identity"


class ColorSpace:
    YcbcrEncoding = Enum("YcbcrEncoding", "Null Rec601 Rec709")
    Range = Enum("Range", "Full Limited")

    def __init__(self, other: "ColorSpace | str") -> None:
        self.primaries = self.transferFunction = getattr(other, "primaries", other)
        self.ycbcrEncoding, self.range = self.YcbcrEncoding.Rec709, self.Range.Limited

    __hash__ = object.__hash__

    def __str__(self) -> str:
        return str(self.primaries)


for _name in ("Sycc", "Smpte170m", "Rec709", "Raw"):
    setattr(ColorSpace, _name, staticmethod(lambda name=_name: ColorSpace(name)))

Orientation = Enum(
    "Orientation",
    "Rotate0 Rotate0Mirror Rotate180 Rotate180Mirror"
    " Rotate90 Rotate90Mirror Rotate270 Rotate270Mirror",
)
StreamRole = Enum("StreamRole", "StillCapture Raw VideoRecording Viewfinder")
ControlType = Enum("ControlType", "Null Bool Integer32 Float Rectangle Size")


@dataclass(frozen=True)
class ControlId:
    name: str
    type: Any = ControlType.Float


@dataclass(frozen=True)
class ControlInfo:
    min: Any
    max: Any
    default: Any = None


class AfModeEnum(IntEnum):
    Manual, Auto, Continuous = range(3)


class AfTriggerEnum(IntEnum):
    Start, Cancel = range(2)


class AfStateEnum(IntEnum):
    Idle, Scanning, Focused, Failed = range(4)


NAMES = """AeEnable AwbEnable ExposureTime ExposureTimeMode AnalogueGain AnalogueGainMode
    ColourGains FrameDurationLimits NoiseReductionMode AfMode AfTrigger AfState LensPosition
    SensorTimestamp"""
NOISE_REDUCTION = IntEnum("NOISE_REDUCTION", "Fast HighQuality Minimal")

controls = SimpleNamespace(
    **{name: ControlId(name) for name in NAMES.split()},
    ScalerCrop=ControlId("ScalerCrop", ControlType["Rectangle"]),
    AfModeEnum=AfModeEnum,
    AfTriggerEnum=AfTriggerEnum,
    AfStateEnum=AfStateEnum,
    draft=SimpleNamespace(NoiseReductionModeEnum=NOISE_REDUCTION),
)
FILTERS = SimpleNamespace(MONO=4)
properties = SimpleNamespace(draft=SimpleNamespace(ColorFilterArrangementEnum=FILTERS))


class PixelFormat(str):
    pass


@dataclass
class SensorConfiguration:
    bit_depth: int = 0
    output_size: Size = Size()


class Stream:
    configuration: Any = None


@dataclass
class StreamConfiguration:
    formats: Any
    size: Size = Size(640, 480)
    pixel_format: str = "XBGR8888"
    stride: int = 0
    frame_size: int = 0
    buffer_count: int = 4
    color_space: Any = None
    stream: Stream = field(default_factory=Stream)


class Formats:
    """The raw formats of a sensor, as the pipeline names those of its modes."""

    def __init__(self, sensor: Sensor) -> None:
        self._modes = sensor.modes

    @property
    def pixel_formats(self) -> list[PixelFormat]:
        depths = sorted({mode.bits for mode in self._modes})
        return [PixelFormat(f"SRGGB{bits}_CSI2P") for bits in depths]

    def sizes(self, pixel_format: str) -> list[Size]:
        bits = int(pixel_format.split("_")[0][5:])
        return [Size(*mode.size_px) for mode in self._modes if mode.bits == bits]


class CameraConfiguration:
    Status = Enum("Status", "Valid Adjusted Invalid")

    def __init__(self, sensor: Sensor, roles: list[Any]) -> None:
        self._streams = [StreamConfiguration(Formats(sensor)) for _ in roles]
        self.sensor_config: SensorConfiguration | None = None
        self.orientation = Orientation["Rotate0"]

    def at(self, index: int) -> StreamConfiguration:
        return self._streams[index]

    def __iter__(self) -> Iterator[StreamConfiguration]:
        return iter(self._streams)

    def validate(self) -> Any:
        for one in self._streams:
            one.stride = -(-one.size.width * 3 // 64) * 64
            one.frame_size = one.stride * one.size.height
        return self.Status["Valid"]


class FrameMetadata:
    Status = Enum("Status", "Success Error Cancelled")

    def __init__(self) -> None:
        self.status = self.Status["Success"]


class FrameBuffer:
    class Plane:
        fd, offset, length = -1, 0, 0

    def __init__(self, planes: "list[FrameBuffer.Plane]") -> None:
        self.planes, self.metadata = planes, FrameMetadata()


class Request:
    Status = Enum("Status", "Pending Complete Cancelled")

    def __init__(self, cookie: int) -> None:
        self.cookie, self.status = cookie, self.Status["Pending"]
        self.buffers: dict[Stream, FrameBuffer] = {}
        self.controls: dict[str, Any] = {}
        self.metadata: dict[ControlId, Any] = {}

    def add_buffer(self, stream: Stream, buffer: FrameBuffer) -> None:
        self.buffers[stream] = buffer

    def set_control(self, control: ControlId, value: Any) -> None:
        self.controls[control.name] = value

    def reuse(self) -> None:
        self.controls, self.metadata = {}, {}


Draw = Callable[[tuple[int, int], dict[str, Any]], np.ndarray[Any, Any]]
"""Draws what the sensor sees: the picture's size, and what it is taken with."""


@dataclass
class Behaviour:
    """What this camera does, good and bad; a test changes it while the camera runs."""

    draw: Draw
    sharp_at: float = 2.2
    """Where the table is in focus, in dioptres."""
    can_focus: bool = True
    lamp: tuple[float, float] = (1.6, 1.9)
    """The gains of red and blue under which the light in the room is white."""
    is_busy: bool = False
    hangs: bool = False
    lag: int = 3
    period_s: float = 0.004
    """Between pictures: quicker than a real one, so that tests are."""
    started_with: dict[str, Any] = field(default_factory=dict)


class WhiteBalance:
    """libcamera's own (src/ipa/rpi/controller/rpi/awb.cpp): the light is judged at each tenth
    picture, and with each picture the gains go a twentieth of the way to what was found. Only the
    first ten pictures after it was loaded are quick, and it stays loaded when a camera is closed.
    """

    PERIOD, STARTUP, SPEED = 10, 10, 0.05

    def __init__(self) -> None:
        self.gains = self._aim = (1.0, 1.0)
        self._found: tuple[float, float] | None = None
        self._count = self._phase = 0

    def hold(self, gains: tuple[float, float]) -> None:
        self.gains = self._aim = gains
        self._found = None

    def picture(self, lamp: tuple[float, float], *, is_auto: bool) -> None:
        self._count = min(self._count + 1, self.STARTUP)
        speed = 1.0 if self._count < self.STARTUP else self.SPEED
        if self._found is not None and is_auto:
            self._aim, self._found = self._found, None
        red, blue = (
            speed * aim + (1 - speed) * now for aim, now in zip(self._aim, self.gains, strict=True)
        )
        self.gains = (red, blue)
        self._phase = min(self._phase + 1, self.PERIOD)
        if is_auto and (self._phase >= self.PERIOD or self._count < self.STARTUP):
            self._found, self._phase = lamp, 0


class Camera:
    """One sensor on the Pi's connector, or one on USB: without a gain, and by another name."""

    def __init__(self, sensor: Sensor, behaviour: Behaviour, *, on_usb: bool = False) -> None:
        self.sensor, self.behaviour, self.on_usb = sensor, behaviour, on_usb
        usb = "/base/scb/pcie@7d500000/pci@0,0/usb@0,0-1:1.0-046d:0825"
        self.id = usb if on_usb else "/base/soc/i2c0mux/i2c@1/sensor@1a"
        self.balance = WhiteBalance()
        self.mode: Mode = sensor.modes[0]
        self.config: CameraConfiguration | None = None
        self._queue: deque[Request] = deque()
        self._is_running = False
        self._thread: threading.Thread | None = None

    @property
    def properties(self) -> dict[ControlId, Any]:
        found = {
            "Model": self.sensor.model,
            "Location": 2,
            "Rotation": 0,
            "PixelArraySize": Size(*self.sensor.pixels),
            "ColorFilterArrangement": 0,
            "ScalerCropMaximum": Rectangle(*self.mode.crop_px),
        }
        return {ControlId(name): value for name, value in found.items()}

    @property
    def controls(self) -> dict[ControlId, ControlInfo]:
        crop = Rectangle(*self.mode.crop_px)
        found = {
            controls.AeEnable: ControlInfo(False, True, True),
            controls.AwbEnable: ControlInfo(False, True, True),
            controls.ExposureTime: ControlInfo(29, 2_000_000, 20_000),
            controls.ExposureTimeMode: ControlInfo(0, 1, 0),
            controls.AnalogueGain: ControlInfo(1.0, self.sensor.most_gain, 1.0),
            controls.AnalogueGainMode: ControlInfo(0, 1, 0),
            controls.ColourGains: ControlInfo(0.0, 32.0),
            controls.NoiseReductionMode: ControlInfo(0, 4, 0),
            controls.FrameDurationLimits: ControlInfo(round(1e6 / self.mode.fps), 10**8, 33_333),
            controls.ScalerCrop: ControlInfo(Rectangle(0, 0, 64, 64), crop, self._crop()),
        }
        if self.on_usb:
            del found[controls.AnalogueGain]
        if self.sensor.has_lens:
            found |= {
                controls.AfMode: ControlInfo(0, 2, 0),
                controls.AfTrigger: ControlInfo(0, 1, 0),
                controls.LensPosition: ControlInfo(0.0, 32.0, 1.0),
            }
        return found

    def _crop(self) -> Rectangle:
        """What the pipeline cuts out for the main stream: its shape, as much as possible, from the
        middle of what the sensor's mode shows."""
        x, y, width, height = self.mode.crop_px
        if self.config is None:
            return Rectangle(x, y, width, height)
        size = self.config.at(0).size
        scale = min(width / size.width, height / size.height)
        wide, high = round(size.width * scale), round(size.height * scale)
        return Rectangle(x + (width - wide) // 2, y + (height - high) // 2, wide, high)

    def generate_configuration(self, roles: list[Any]) -> CameraConfiguration:
        return CameraConfiguration(self.sensor, roles)

    def acquire(self) -> None:
        if self.behaviour.is_busy:
            raise RuntimeError("Failed to acquire camera: Device or resource busy")

    def release(self) -> None:
        pass

    def configure(self, config: CameraConfiguration) -> int:
        assert config.sensor_config is not None
        wanted = config.sensor_config
        size = (wanted.output_size.width, wanted.output_size.height)
        self.mode = next(
            mode
            for mode in self.sensor.modes
            if mode.size_px == size and mode.bits == wanted.bit_depth
        )
        self.config = config
        return 0

    def create_request(self, cookie: int) -> Request:
        return Request(cookie)

    def queue_request(self, request: Request) -> None:
        self._queue.append(request)

    def start(self, given: dict[ControlId, Any]) -> None:
        named = {control.name: value for control, value in given.items()}
        self.behaviour.started_with = named
        self._is_running = True
        self._thread = threading.Thread(target=self._run, args=(named,), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._is_running = False
        if self._thread is not None:
            self._thread.join()
        self._queue.clear()

    def _run(self, given: dict[str, Any]) -> None:
        state = Pipeline(self, given)
        while self._is_running:
            time.sleep(self.behaviour.period_s)
            if self._queue and not self.behaviour.hangs:
                state.complete(self._queue.popleft())


class Pipeline:
    """What goes on inside a camera that was started."""

    def __init__(self, camera: Camera, given: dict[str, Any]) -> None:
        self.camera, self.behaviour = camera, camera.behaviour
        self.now: dict[str, Any] = {
            "ExposureTime": 20_000,
            "AnalogueGain": 1.0,
            "AwbEnable": True,
        } | given
        if "ColourGains" in given:
            camera.balance.hold(given["ColourGains"])
        self.late: deque[dict[str, Any]] = deque([{}] * camera.behaviour.lag)
        self.lens, self.state, self.scan = FIRST_DIOPTRE, AfStateEnum.Idle, 0
        if "LensPosition" in given:
            self.lens = given["LensPosition"]

    def complete(self, request: Request) -> None:
        self.late.append(dict(request.controls))
        self._focus(request.controls)
        self._obey(self.late.popleft())
        self._draw(request)
        self._tell(request)
        request.status = request.Status["Complete"]
        manager.ready.append(request)
        os.write(manager.write_fd, b"\0")

    def _focus(self, wanted: dict[str, Any]) -> None:
        """Some pictures of scanning, and then where it is sharp, or failed at the default."""
        if wanted.get("AfMode") == AfModeEnum.Manual:
            self.state, self.scan = AfStateEnum.Idle, 0
            self.lens = wanted.get("LensPosition", self.lens)
        elif wanted.get("AfTrigger") == AfTriggerEnum.Start:
            self.state, self.scan = AfStateEnum.Scanning, 12
        elif self.scan:
            self.scan -= 1
            if not self.scan:
                is_found = self.behaviour.can_focus
                self.state = AfStateEnum.Focused if is_found else AfStateEnum.Failed
                self.lens = self.behaviour.sharp_at if is_found else FIRST_DIOPTRE

    def _obey(self, wanted: dict[str, Any]) -> None:
        self.now |= wanted
        balance = self.camera.balance
        if "ColourGains" in wanted:
            balance.hold(wanted["ColourGains"])
        balance.picture(self.behaviour.lamp, is_auto=bool(self.now["AwbEnable"]))
        self.now["ColourGains"] = balance.gains

    def _draw(self, request: Request) -> None:
        assert self.camera.config is not None
        main = self.camera.config.at(0)
        size = (main.size.width, main.size.height)
        image = self.behaviour.draw(size, self.now | {"LensPosition": self.lens})
        beyond = main.stride - 3 * size[0]
        rows = image.reshape(size[1], -1)
        if beyond:  # copied only where rows end before their place in memory does
            rows = np.pad(rows, ((0, 0), (0, beyond)))
        os.pwrite(request.buffers[main.stream].planes[0].fd, rows.data, 0)

    def _tell(self, request: Request) -> None:
        told = {
            controls.ExposureTime: int(self.now["ExposureTime"]),
            controls.AnalogueGain: float(self.now["AnalogueGain"]),
            controls.ColourGains: tuple(self.now["ColourGains"]),
            controls.SensorTimestamp: time.monotonic_ns(),
            controls.ScalerCrop: self.camera._crop(),
        }
        if self.camera.sensor.has_lens:
            told |= {controls.LensPosition: self.lens, controls.AfState: self.state}
        request.metadata = told


class CameraManager:
    """One for all: which cameras are there, and which requests are done."""

    def __init__(self) -> None:
        self.cameras: list[Camera] = []
        self.ready: deque[Request] = deque()
        self.event_fd, self.write_fd = os.pipe2(os.O_NONBLOCK)

    @staticmethod
    def singleton() -> "CameraManager":
        return manager

    def get_ready_requests(self) -> list[Request]:
        with suppress(BlockingIOError):
            os.read(self.event_fd, 4096)
        return [self.ready.popleft() for _ in range(len(self.ready))]


manager = CameraManager()


class MemoryHeap:
    """Stands in for the kernel's heap of buffers that devices share."""

    def alloc(self, name: str, size: int) -> Any:
        from picamera2.dma_heap import UniqueFD

        fd = os.memfd_create(name)
        os.truncate(fd, size)
        return UniqueFD(fd)

    def close(self) -> None:
        pass


NEEDLESS = ("kms", "prctl", "pidng", "pidng.camdefs", "pidng.core")
"""What picamera2 imports for screens, child processes and raw files: compiled, and not used."""


def install(patch: Callable[[Any, str, Any], None]) -> None:
    """Let picamera2 find this module as libcamera. `patch(where, name, value)` undoes it later."""
    module = sys.modules[__name__]
    needless = {name: ModuleType(name) for name in NEEDLESS}
    needless["kms"].PixelFormats = MagicMock()  # type: ignore[attr-defined]
    needless["pidng.camdefs"].Picamera2Camera = object  # type: ignore[attr-defined]
    needless["pidng.core"].PICAM2DNG = object  # type: ignore[attr-defined]
    for name, one in (needless | {"libcamera": module, "libcamera._libcamera": module}).items():
        sys.modules.setdefault(name, one)
    module._libcamera = module  # type: ignore[attr-defined]
    from picamera2.allocators import dmaallocator

    patch(dmaallocator, "DmaHeap", MemoryHeap)
    patch(dmaallocator, "fcntl", SimpleNamespace(ioctl=lambda *_: 0))


def plug(model: str, behaviour: Behaviour, *, on_usb: bool = False) -> Camera:
    """Put one camera onto the connector, instead of any other."""
    camera = Camera(SENSORS[model], behaviour, on_usb=on_usb)
    manager.cameras = [camera]
    return camera
