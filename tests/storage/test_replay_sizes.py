"""A bundle of evidence comes from somebody else: what its frames claim is looked at first."""

import struct
import zlib
from types import SimpleNamespace
from typing import Any

import pytest

from turbo.commands.replay import look_of
from turbo.errors import TurboError
from turbo.game.match import DEFAULTS


def claiming(width: int, height: int) -> bytes:
    """A PNG of some hundred bytes that says how large it is: decoded it would fill the memory."""

    def part(name: bytes, body: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(name + body))
        return struct.pack(">I", len(body)) + name + body + check

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    rows = zlib.compress(b"\0" * 1000)
    body = part(b"IHDR", head) + part(b"IDAT", rows) + part(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


@pytest.mark.parametrize(
    ("frame", "why"),
    [
        (claiming(30_000, 30_000), "huge"),
        (claiming(65_000, 2_000), "huge"),
        (b"\xff\xd8 no picture", "frames can be read"),
        (b"", "empty"),
    ],
    ids=["square", "wide", "rubbish", "nothing"],
)
def test_a_frame_is_looked_at_before_it_is_decoded(
    frame: bytes, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import cv2

    def decoding(*_: Any) -> Any:
        raise AssertionError("it was decoded")

    if why == "huge":
        monkeypatch.setattr(cv2, "imdecode", decoding)
    bundle: Any = SimpleNamespace(calibration=None, dice=None, options=DEFAULTS)
    with pytest.raises(TurboError, match=why):
        look_of(bundle, reader=SimpleNamespace())(frame)
