"""The Pi's own camera, through picamera2, which comes with the Pi's system and is loaded here only.

sudo apt install python3-picamera2       and a .venv made with --system-site-packages
"""

import importlib
import time
from collections.abc import Mapping
from typing import Any

import numpy as np

from vision.cameras.frames import CameraLost
from vision.cameras.source import CameraSettings, Locked
from vision.pictures.loading import Image

MANUAL_FOCUS = 0
"""libcamera's AfMode in which the lens stays where it is."""

METADATA = {
    "exposure": ("ExposureTime",),
    "gain": ("AnalogueGain",),
    "white balance": ("ColourGains", 0),
    "white balance blue": ("ColourGains", 1),
    "focus": ("LensPosition",),
}
"""Where each value stands in what the camera says about a picture."""


class PiSource:
    """The first camera on the Pi's own connector."""

    def __init__(self, settings: CameraSettings) -> None:
        self.settings = settings
        self._camera: Any = None
        self._image: Image | None = None

    def open(self, wanted: Mapping[str, float]) -> Locked:
        camera = self._camera = _camera()
        try:
            size = (self.settings.width_px, self.settings.height_px)
            # What libcamera calls RGB888 lies in memory as blue, green, red.
            main = {"size": size, "format": "RGB888"}
            camera.configure(camera.create_video_configuration(main=main))
            camera.start()
            return self._lock(wanted) if self.settings.lock else Locked()
        except (RuntimeError, OSError) as error:
            raise CameraLost(f"the Pi's camera does not start: {error}") from None

    def _lock(self, wanted: Mapping[str, float]) -> Locked:
        if not wanted:
            time.sleep(self.settings.warm_up_s)
        fixed = values_of(self._camera.capture_metadata()) | dict(wanted)
        self._camera.set_controls(controls_for(fixed))
        # Controls hold from a later picture on; three are under way.
        for _ in range(4):
            found = values_of(self._camera.capture_metadata())
        refused = [
            name
            for name, value in fixed.items()
            if abs(found.get(name, -1.0) - value) > 0.05 * max(1.0, abs(value))
        ]
        kept = {name: value for name, value in fixed.items() if name not in refused}
        return Locked(kept, tuple(refused))

    def grab(self) -> None:
        try:
            self._image = np.asarray(self._camera.capture_array("main"), dtype=np.uint8)
        except (RuntimeError, OSError, TimeoutError) as error:
            raise CameraLost(f"the Pi's camera gives no picture: {error}") from None

    def picture(self) -> Image | None:
        return self._image

    def close(self) -> None:
        if self._camera is not None:
            self._camera.stop()
            self._camera.close()
            self._camera = None


def _camera() -> Any:
    try:
        module = importlib.import_module("picamera2")
    except ImportError:
        raise CameraLost(
            "the Pi's camera needs picamera2: sudo apt install python3-picamera2"
        ) from None
    try:
        return module.Picamera2()
    except (RuntimeError, OSError, IndexError):
        raise CameraLost("no camera on the Pi's connector: is the ribbon in?") from None


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

    >>> controls_for({"exposure": 8000.0})
    {'AeEnable': False, 'AwbEnable': False, 'ExposureTime': 8000}
    """
    controls: dict[str, Any] = {"AeEnable": False, "AwbEnable": False}
    if "exposure" in values:
        controls["ExposureTime"] = int(values["exposure"])
    if "gain" in values:
        controls["AnalogueGain"] = values["gain"]
    if "white balance" in values and "white balance blue" in values:
        controls["ColourGains"] = (values["white balance"], values["white balance blue"])
    if "focus" in values:
        controls |= {"AfMode": MANUAL_FOCUS, "LensPosition": values["focus"]}
    return controls
