"""The Raspberry Pi's own camera, by picamera2, which comes with the Pi's system.

sudo apt install python3-picamera2       and a .venv made with --system-site-packages

What picamera2 chooses by itself shows half the mat (a cropped mode), never focuses (the lens stands
at one metre in manual mode) and exposes for the mean of the picture. So here the sensor's mode is
asked for by its size, in the sensor's own shape; the exposure is regulated by `vision.cameras
.exposure`; and a cycle of autofocus runs before the lens is held.
"""

import contextlib
import importlib
import logging
import os
import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from vision.cameras.exposure import Exposure, Limits, Settled, settle
from vision.cameras.frames import CameraLost
from vision.cameras.light import MatMeter
from vision.cameras.optics import SENSORS, Mode, Sensor, picture_px
from vision.cameras.source import CameraSettings, Facts, Locked
from vision.pictures.loading import Image

LOG = logging.getLogger(__name__)

MANUAL_FOCUS = 0
"""The AfMode of libcamera in which the lens stays where it is."""

METADATA = {
    "exposure": ("ExposureTime",),
    "gain": ("AnalogueGain",),
    "white balance": ("ColourGains", 0),
    "white balance blue": ("ColourGains", 1),
    "focus": ("LensPosition",),
}
"""Where each value stands in what the camera says about a picture."""


SENSOR_FPS = 30.0
"""How fast the sensor itself runs: no picture waits for longer than its period."""

START = Exposure(10_000.0, 2.0)

NO_CAMERA = (
    "no camera on the Pi's connector: is the ribbon in, and the right way round? A USB camera is"
    " named 0, or auto"
)


@dataclass(frozen=True, slots=True)
class PiTuning:
    start: Exposure = START
    """Before the light was measured: right for a living room in the evening."""
    longest_us: float = 66_000.0
    """Fifteen pictures a second at least: a longer exposure would smear every hand."""
    focus_s: float = 6.0
    """A cycle of autofocus scans for two seconds or less; three times that means that it hangs."""
    obey_pictures: int = 10
    """Controls hold some pictures after they were asked for: two in the sensor, up to six that are
    under way."""
    balance_pictures: int = 120
    """For so many the white balance is waited for: four seconds."""
    still_pictures: int = 20
    """So many in a row without a change are rest: libcamera looks at each tenth only, and obeys
    some pictures after it was asked."""
    still: float = 0.001
    """A change of a gain that is none. libcamera goes a twentieth of the way with each picture, so
    what is left then is a fiftieth at most."""
    near: float = 0.05
    """Sensors round to whole lines and steps of gain: a twentieth off is the same value."""
    buffers: int = 4
    """Pictures under way: fewer stall, more cost memory that a Zero does not have."""


class PiSource:
    """The first camera on the Pi's own connectors."""

    def __init__(self, settings: CameraSettings, tuning: PiTuning | None = None) -> None:
        self.settings, self.tuning = settings, tuning or PiTuning()
        self.settled: Settled | None = None
        self._camera: Any = None
        self._request: Any = None
        """The newest picture, still in the camera's own memory."""
        self._metadata: Mapping[str, Any] = {}
        self._meter = MatMeter()

    def open(self, wanted: Mapping[str, float]) -> Locked:
        self._camera = _camera()
        try:
            self._configure(wanted)
            self._camera.start()
            if not self.settings.lock:
                return Locked()
            return self._obeyed(wanted) if "exposure" in wanted else self.lock(wanted)
        except CameraLost:
            raise
        # Whatever it is: picamera2 raises what libcamera, numpy and the kernel do.
        except Exception as error:
            raise CameraLost(f"the Pi's camera does not start: {_cause(error)}") from error

    def _configure(self, wanted: Mapping[str, float]) -> None:
        """All of the sensor, and the controls before the start, so that the first picture has
        them."""
        camera = self._camera
        size, mode = self._sizes()
        # What libcamera calls RGB888 lies in memory as blue, green, red.
        made = camera.create_video_configuration(
            main={"size": size, "format": "RGB888"},
            # No raw stream: it would take memory that a Zero does not have, and nobody reads it.
            raw=None,
            # Named: picamera2 would choose by the picture's size, and some modes show a part.
            sensor={"output_size": mode},
            buffer_count=self.tuning.buffers,
            controls=self._allowed(self._controls(wanted)),
        )
        camera.configure(made)

    def _sizes(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """The picture's size and the mode's, by the sensor's model or, for a sensor that we do not
        know, by what it says of its modes."""
        model = str(self._camera.camera_properties.get("Model", ""))
        # Without the filter against infrared it is the same sensor, with the same modes.
        sensor = SENSORS.get(model.removesuffix("_noir")) or described(model, self._camera)
        return picture_px(sensor.pixels), sensor.table_mode.size_px

    def _controls(self, wanted: Mapping[str, float]) -> dict[str, Any]:
        start = self.tuning.start
        first = {"exposure": start.time_us, "gain": start.gain} | dict(wanted)
        controls = controls_for(first)
        # Until it is locked, the white balance finds itself.
        controls["AwbEnable"] = "white balance" not in wanted
        fastest_us = round(1e6 / SENSOR_FPS)
        slowest_us = max(fastest_us, round(self.tuning.longest_us))
        controls["FrameDurationLimits"] = (fastest_us, slowest_us)
        return controls

    def _allowed(self, controls: Mapping[str, Any]) -> dict[str, Any]:
        """Without those that this camera does not have: a fixed lens has no LensPosition."""
        has = self._camera.camera_controls
        return {name: value for name, value in controls.items() if name in has}

    def lock(self, wanted: Mapping[str, float]) -> Locked:
        """Measure the light, focus, measure again, and hold everything as it is then."""
        self._set({"AwbEnable": True})
        self._expose()
        self._balance()
        # Between two measurements: a lens finds nothing in the dark, and changes the picture.
        focus = self._focus(wanted.get("focus"))
        self._expose()
        fixed = values_of(self._metadata) | focus
        # A lens whose cycle failed is not told as locked.
        if not focus:
            fixed.pop("focus", None)
        self._set(controls_for(fixed))
        found = self._obeyed(fixed)
        if self._has_lens and not focus:
            return Locked(found.values, (*found.refused, "focus"))
        return found

    @property
    def _has_lens(self) -> bool:
        return "LensPosition" in self._camera.camera_controls

    def _expose(self) -> None:
        self.settled = settle(
            self._look, self._wish, self._meter, self._limits(), self.settings.mains_hz
        )

    def _balance(self) -> None:
        """Wait until the white balance stands still. It sets out quickly only once, when libcamera
        has loaded it: lamps that are switched later are followed slowly."""
        before, still = self._gains(), 0
        for _ in range(self.tuning.balance_pictures):
            self.grab()
            now = self._gains()
            changes = [abs(new / old - 1.0) for new, old in zip(now, before, strict=False) if old]
            still = still + 1 if max(changes, default=0.0) <= self.tuning.still else 0
            if still == self.tuning.still_pictures:
                return
            before = now

    def _gains(self) -> tuple[float, ...]:
        return tuple(self._metadata.get("ColourGains", ()))

    def _look(self) -> tuple[Image, Exposure]:
        self.grab()
        told = values_of(self._metadata)
        return self._array(), Exposure(told.get("exposure", 1.0), told.get("gain", 1.0))

    def _wish(self, exposure: Exposure) -> None:
        self._set(controls_for({"exposure": exposure.time_us, "gain": exposure.gain}))

    def _set(self, controls: Mapping[str, Any]) -> None:
        self._camera.set_controls(self._allowed(controls))

    def _limits(self) -> Limits:
        has = self._camera.camera_controls
        shortest_us, longest_us, _ = has.get("ExposureTime", (1, self.tuning.longest_us, 0))
        least, most, _ = has.get("AnalogueGain", (1.0, 1.0, 1.0))
        # Some drivers name no end, as 0.
        longest_us = min(longest_us or self.tuning.longest_us, self.tuning.longest_us)
        return Limits(max(1.0, shortest_us), longest_us, max(1.0, least), max(1.0, most))

    def _focus(self, known: float | None) -> dict[str, float]:
        """Where the lens is to stand: as it stood at the calibration, or where a cycle of
        autofocus finds it; nothing if it finds nothing, or if the lens cannot be moved."""
        if not self._has_lens:
            return {}
        if known is not None:
            self._set(controls_for({"focus": known}))
            return {"focus": known}
        try:
            if not self._camera.autofocus_cycle(wait=self.tuning.focus_s):
                return {}
        except TimeoutError:
            self._camera.cancel_all_and_flush()
            return {}
        self.grab()
        found = values_of(self._metadata).get("focus")
        return {} if found is None else {"focus": found}

    def _obeyed(self, fixed: Mapping[str, float]) -> Locked:
        """What holds of it, once the pictures that were under way have passed."""
        refused = tuple(fixed)
        for _ in range(self.tuning.obey_pictures):
            self.grab()
            found = values_of(self._metadata)
            refused = tuple(
                name
                for name, value in fixed.items()
                # What it does not tell at all is far from everything, and counts as refused.
                if abs(found.get(name, -1e9) - value) > self.tuning.near * max(1.0, abs(value))
            )
            if not refused:
                break
        kept = {name: value for name, value in fixed.items() if name not in refused}
        return Locked(kept, refused)

    def grab(self) -> None:
        """One picture with what it says about itself, within a time: a camera whose ribbon came
        loose would be waited for for ever."""
        self._release()
        try:
            # The request, not an array alone: exposure and time must be those of this very picture.
            self._request = self._camera.capture_request(wait=self.settings.silence_s)
            self._metadata = self._request.get_metadata()
        except TimeoutError:
            self._camera.cancel_all_and_flush()
            silent = f"{self.settings.silence_s:g} s"
            raise CameraLost(
                f"the Pi's camera has given no picture for {silent}: is the ribbon loose?"
            ) from None
        except Exception as error:
            raise CameraLost(f"the Pi's camera gives no picture: {_cause(error)}") from error

    def _release(self) -> None:
        """A request that is kept takes one of few buffers, and after some the camera stands
        still."""
        request, self._request = self._request, None
        if request is not None:
            request.release()

    def _array(self) -> Image:
        """Copied out of the camera's memory only where it is looked at: six megabytes each."""
        return np.asarray(self._request.make_array("main"), dtype=np.uint8)

    def picture(self) -> Image | None:
        return None if self._request is None else self._array()

    def facts(self) -> Facts:
        """What this camera is and how much of its sensor it shows."""
        # Held on to: whoever asks is another thread than the one that closes it.
        camera = self._camera
        if camera is None:
            return Facts("pi")
        properties = camera.camera_properties
        configuration = camera.camera_configuration()
        wide, high = properties.get("PixelArraySize", (0, 0))
        crop = self._metadata.get("ScalerCrop", (0, 0, wide, high))
        return Facts(
            model=str(properties.get("Model", "pi")),
            picture_px=tuple(configuration["main"]["size"]),
            mode_px=tuple((configuration.get("sensor") or {}).get("output_size") or ()),
            shown=(crop[2] / wide, crop[3] / high) if wide and high else None,
            taken_s=self._metadata.get("SensorTimestamp", 0) / 1e9 or None,
            light=None if self.settled is None else self.settled.verdict,
            white=None if self.settled is None else self.settled.white,
        )

    def close(self) -> None:
        """Within a time: to stop a camera that hangs may hang."""
        camera, self._camera = self._camera, None
        self._request = None
        if camera is None:
            return
        # A daemon: if it hangs for good the program can still end.
        closing = threading.Thread(target=_close, args=(camera,), daemon=True)
        closing.start()
        closing.join(timeout=self.settings.silence_s)


def _close(camera: Any) -> None:
    """Both, whatever the first says. It runs in a thread of its own, and often after its camera is
    lost: what a driver raises then can be acted on by nobody, so it goes to the log."""
    for part in (camera.stop, camera.close):
        try:
            part()
        except Exception as error:
            LOG.warning("the camera was not closed cleanly: %s", error)


def _module() -> Any:
    try:
        return importlib.import_module("picamera2")
    except ImportError as error:
        raise CameraLost(_missing(error)) from None
    # A module compiled for another numpy: 'numpy.dtype size changed'.
    except ValueError as error:
        raise CameraLost(
            f"picamera2 does not fit to numpy ({error}): run 'turbo doctor', it says what to do"
        ) from None
    except Exception as error:
        raise CameraLost(f"picamera2 cannot be loaded: {_cause(error)}") from error


def own_cameras() -> tuple[int, ...]:
    """The numbers of the cameras on the Pi's own connectors, as picamera2 counts. It lists those on
    USB as well, which have neither gain nor modes: they are read by their node."""
    try:
        listed = _module().Picamera2.global_camera_info()
    except CameraLost:
        raise
    except Exception as error:
        raise CameraLost(_refused(error)) from error
    return tuple(number for number, one in enumerate(listed) if "/usb" not in str(one["Id"]))


def _camera() -> Any:
    numbers, kind = own_cameras(), _module().Picamera2
    if not numbers:
        raise CameraLost(NO_CAMERA)
    # In two steps: what a start that failed has opened can then be closed.
    camera = kind.__new__(kind)
    try:
        camera.__init__(numbers[0])
    except Exception as error:
        _discard(camera)
        raise CameraLost(_refused(error)) from error
    return camera


def _discard(camera: Any) -> None:
    """Close the pipe of a camera that did not open: picamera2 leaves it, and a camera that is tried
    again every few seconds would use up all files of the process within hours."""
    with contextlib.suppress(AttributeError, OSError):
        camera.notifymeread.close()
        os.close(camera.notifyme_w)


def _missing(error: ImportError) -> str:
    if (error.name or "picamera2").partition(".")[0] == "picamera2":
        return (
            "the Pi's camera needs picamera2: sudo apt install python3-picamera2, and an"
            " environment that sees it (install-pi.sh makes one)"
        )
    return f"picamera2 is there, but cannot be loaded: {error}"


def _refused(error: BaseException) -> str:
    told = _cause(error)
    if "busy" in told.lower():
        return "the Pi's camera is busy: another program has it (another 'turbo run', rpicam-...)"
    if "No camera number" in told or isinstance(error, IndexError):
        return NO_CAMERA
    return f"the Pi's camera does not open: {told}"


def _cause(error: BaseException) -> str:
    """The first cause: picamera2 wraps what libcamera says into words that say nothing."""
    while error.__cause__ is not None:
        error = error.__cause__
    return " ".join(str(error).split()) or type(error).__name__


def described(model: str, camera: Any) -> Sensor:
    """A sensor that we have no table of, as picamera2 finds it by trying all of its modes."""
    modes = tuple(
        Mode(tuple(one["size"]), tuple(one["crop_limits"]), one["bit_depth"], one["fps"])
        for one in camera.sensor_modes
        # One that is no raw sensor has none of these.
        if "crop_limits" in one
    )
    pixels = tuple(camera.camera_properties.get("PixelArraySize") or camera.sensor_resolution)
    whole = Mode(tuple(camera.sensor_resolution), (0, 0, *pixels), 10, 30.0)
    sensor = Sensor(model, pixels, 0.0, modes or (whole,), 0.0)
    return sensor if sensor.full_modes else replace(sensor, modes=(whole,))


def values_of(metadata: Mapping[str, Any]) -> dict[str, float]:
    """What the camera says about a picture, as far as it is to be locked.

    >>> values_of({"ExposureTime": 8000, "ColourGains": (1.5, 2.0)})
    {'exposure': 8000.0, 'white balance': 1.5, 'white balance blue': 2.0}
    """
    values = {}
    for name, (key, *place) in METADATA.items():
        value = metadata.get(str(key))
        if value is not None:
            values[name] = float(value[place[0]] if place else value)
    return values


def controls_for(values: Mapping[str, float]) -> dict[str, Any]:
    """The controls that fix these values and switch off what would change them.

    >>> controls_for({"exposure": 8000.0, "gain": 2.0})
    {'AeEnable': False, 'ExposureTime': 8000, 'AnalogueGain': 2.0}
    """
    controls: dict[str, Any] = {}
    if "exposure" in values:
        controls |= {"AeEnable": False, "ExposureTime": round(values["exposure"])}
    if "gain" in values:
        controls["AnalogueGain"] = values["gain"]
    if "white balance" in values and "white balance blue" in values:
        controls["AwbEnable"] = False
        controls["ColourGains"] = (values["white balance"], values["white balance blue"])
    if "focus" in values:
        controls |= {"AfMode": MANUAL_FOCUS, "LensPosition": values["focus"]}
    return controls
