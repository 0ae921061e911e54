"""The camera that is there: on the Pi's own connector, or else the first one on USB.

Which it is, is asked at each opening: who plugs another one in need not say so.
"""

from collections.abc import Callable, Mapping
from pathlib import Path

from vision.cameras.frames import CameraLost
from vision.cameras.pi import PiSource, own_cameras
from vision.cameras.source import CameraSettings, Facts, Locked
from vision.cameras.usb import UsbSource
from vision.pictures.loading import Image

NONE = "no camera is there, neither on the Pi's connector nor on USB: is the ribbon in?"


def usb_nodes(root: Path = Path("/")) -> tuple[str, ...]:
    """Cameras on USB by names that stay. Not by number: on a Pi the first numbers are its own
    sockets and coders, also where nothing is plugged in."""
    found = sorted((root / "dev/v4l/by-id").glob("usb-*-video-index0"))
    return tuple(f"/{path.relative_to(root)}" for path in found)


class AutoSource:
    """Hands everything on to the source that it has chosen."""

    def __init__(
        self,
        settings: CameraSettings,
        own: Callable[[], tuple[int, ...]] = own_cameras,
        nodes: Callable[[], tuple[str, ...]] = usb_nodes,
    ) -> None:
        self._settings, self._own, self._nodes = settings, own, nodes
        self._chosen: PiSource | UsbSource = PiSource(settings)
        self._name = ""

    def open(self, wanted: Mapping[str, float]) -> Locked:
        name = self._which()
        # Other cameras count in other units: what was held of another one means nothing here.
        known = wanted if self._name in ("", name) else {}
        self._chosen = PiSource(self._settings) if name == "pi" else UsbSource(name, self._settings)
        locked = self._chosen.open(known)
        self._name = name
        return locked

    def _which(self) -> str:
        nodes = self._nodes()
        try:
            if self._own():
                return "pi"
        # Without picamera2 there is none of the Pi's own: a fault where there is no other.
        except CameraLost:
            if not nodes:
                raise
        if not nodes:
            raise CameraLost(NONE)
        return nodes[0]

    def lock(self, wanted: Mapping[str, float]) -> Locked:
        return self._chosen.lock(wanted)

    def grab(self) -> None:
        self._chosen.grab()

    def picture(self) -> Image | None:
        return self._chosen.picture()

    def facts(self) -> Facts:
        return self._chosen.facts()

    def close(self) -> None:
        self._chosen.close()
