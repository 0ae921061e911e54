"""Which cameras there are to choose from, and which names a page may choose at all."""

import re
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from turbo.errors import TurboError
from web.setup.ports import CameraChoice

BY_PAGE = re.compile(r"pi|\d{1,3}|/dev/video\d{1,3}|/dev/v4l/[\w./:+-]+|(https?|rtsps?)://\S+")
"""A page chooses devices and addresses; files of the machine are none of its business."""


def cameras(
    current: str,
    root: Path = Path("/"),
    has: Callable[[str], object] = find_spec,
) -> tuple[CameraChoice, ...]:
    """Those that are plugged in, by names that stay when another is plugged in, and the one that is
    in use though it may be gone."""
    # A camera has several nodes; the first is the one with pictures.
    found = [_usb(path) for path in sorted((root / "dev/v4l/by-id").glob("*-video-index0"))]
    if has("picamera2"):
        found.insert(0, ("pi", "Raspberry Pi"))
    if not found:
        nodes = sorted((root / "dev").glob("video[0-9]*"))
        found += [(f"/dev/{path.name}", path.name) for path in nodes]
    if current not in {name for name, _ in found}:
        found.append((current, current))
    return tuple(CameraChoice(name, words, name == current) for name, words in found)


def _usb(path: Path) -> tuple[str, str]:
    words = path.name.removesuffix("-video-index0").removeprefix("usb-").replace("_", " ")
    return f"/dev/v4l/by-id/{path.name}", words


def check_choice(name: str) -> str:
    if ".." in name or BY_PAGE.fullmatch(name) is None:
        raise TurboError(
            "expected a camera: pi, a number, /dev/..., or an address (http://, rtsp://)"
        )
    return name
