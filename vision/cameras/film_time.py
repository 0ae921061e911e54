"""When a film was taken, as its file tells. A throw in it happened then, and not when it was read.

An MP4 or MOV says in its header when it was begun. Others are written until their last picture: the
file's own time, less what they last. A copy that took the time of copying is as old as the copy.
"""

import struct
from datetime import UTC, datetime, timedelta
from pathlib import Path

EPOCH = datetime(1904, 1, 1, tzinfo=UTC)
"""From which QuickTime counts seconds."""

OLDEST = datetime(1990, 1, 1, tzinfo=UTC)
"""Before this nobody filmed dice: a header that says so was never filled in."""

HEADER_BYTES = 1 << 16
"""Of the box that holds the time: it stands first in it."""


def film_began(path: Path, lasts_s: float = 0.0) -> datetime:
    """Of a folder of stills, when its first one was taken."""
    if path.is_dir():
        # The earliest of them: a folder's own time is when something was last put into it.
        return min((_changed(one) for one in path.iterdir() if one.is_file()), default=EPOCH)
    told = _told_by_header(path)
    return told if told is not None else _changed(path) - timedelta(seconds=lasts_s)


def _changed(path: Path) -> datetime:
    return datetime.fromtimestamp(path.stat().st_mtime, UTC)


def _told_by_header(path: Path) -> datetime | None:
    """The creation time of `moov/mvhd`, which may stand before or after the pictures."""
    with path.open("rb") as file:
        size = path.stat().st_size
        at = 0
        while at + 16 <= size:
            file.seek(at)
            length, kind, longer = struct.unpack(">I4sQ", file.read(16))
            # A length of 1 says that the real one follows, in eight bytes.
            length = longer if length == 1 else length
            if kind == b"moov":
                file.seek(at)
                return _created(file.read(min(length, HEADER_BYTES)))
            # A box is at least its own head; less is no film, or one that means harm.
            if length < 8:
                return None
            at += length
    return None


def _created(box: bytes) -> datetime | None:
    place = box.find(b"mvhd")
    if not 0 <= place <= len(box) - 16:
        return None
    version = box[place + 4]
    (seconds,) = struct.unpack_from(">Q" if version == 1 else ">I", box, place + 8)
    try:
        told = EPOCH + timedelta(seconds=seconds)
    except OverflowError:
        return None
    # A time to come is that of a camera whose clock was never set.
    return told if OLDEST <= told <= datetime.now(UTC) else None
