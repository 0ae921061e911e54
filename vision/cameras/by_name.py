"""Cameras by name, one interface: `open_camera(name, settings)`.

0, 1, ...                 a USB camera, by the number of its node
/dev/v4l/by-id/...        a USB camera, by a name that stays when another is plugged in
pi                        the Pi's own camera
auto                      that one where it is there, else the first on USB
phone                     a telephone whose page sends pictures (`turbo.app.sight.open_named`)
http://192.168.1.7/video  a telephone or web camera that sends JPEGs (MJPEG)
rtsp://...                a network camera
table.mp4                 a video
pictures/                 a folder of stills, in the order of their names

camera = open_camera("0")
while frame := camera.read(timeout_s=1.0):
    print(frame.number, frame.image.shape)
"""

import os
from pathlib import Path

from turbo.errors import TurboError
from vision.cameras.auto import AutoSource
from vision.cameras.files import FileCamera
from vision.cameras.mjpeg import MjpegSource
from vision.cameras.newest import NewestCamera
from vision.cameras.phone import PHONE
from vision.cameras.pi import PiSource
from vision.cameras.source import CameraSettings, Source
from vision.cameras.streams import StreamSource
from vision.cameras.usb import UsbSource
from vision.pictures.given import one_line
from vision.pictures.loading import VIDEO_SUFFIXES

EXPECTED = (
    "expected a camera: 0, 1 ..., /dev/..., pi, auto, phone, an address (http://, rtsp://), a"
    " video, or a folder"
)


def open_camera(name: str, settings: CameraSettings | None = None) -> NewestCamera | FileCamera:
    """The camera of that name, opened. A device that is not there now is waited for: `read` says
    so; a name that means nothing is a `TurboError` at once."""
    if name == PHONE:
        # It sends to a page, which a camera alone does not serve.
        raise TurboError(
            "expected 'turbo run --camera phone': its page says how a telephone stands"
        )
    settings = settings or CameraSettings()
    source = _source(name, settings)
    if source is not None:
        return NewestCamera(source, settings)
    if os.path.isdir(name) or Path(name).suffix.lower() in VIDEO_SUFFIXES:
        if not os.path.exists(name):
            raise TurboError(one_line(f"{name}: no such video"))
        return FileCamera(name, settings)
    raise TurboError(one_line(f"{EXPECTED}, got {name!r}"))


def _source(name: str, settings: CameraSettings) -> Source | None:
    # A longer number is no node of a camera but somebody's file or a slip.
    if name.isdecimal() and len(name) <= 3:
        return UsbSource(f"/dev/video{int(name)}", settings)
    if name.startswith("/dev/"):
        return UsbSource(name, settings)
    if name == "pi":
        return PiSource(settings)
    if name == "auto":
        return AutoSource(settings)
    scheme = name.partition("://")[0].lower()
    if scheme in ("http", "https"):
        return MjpegSource(name, settings)
    if scheme in ("rtsp", "rtsps", "rtmp"):
        return StreamSource(name, settings)
    return None
