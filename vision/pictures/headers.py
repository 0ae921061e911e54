"""What a picture file says about itself before anybody decodes it: its size, and its end.

OpenCV decodes half a file without a word and fills the rest with grey, and a few bytes can claim a
picture that fills all memory. Both show in the file's own structure, which is cheap to walk.
"""

import re
import zlib
from collections.abc import Callable, Iterator
from struct import error as StructError
from struct import unpack_from

from turbo.errors import TurboError

Size = tuple[int, int]
"""Width and height in pixels."""

EXPECTED = "expected a JPEG, PNG, WebP, BMP, PBM, PGM or PPM picture"
PNG = b"\x89PNG\r\n\x1a\n"


class BadPicture(TurboError, ValueError):
    """A picture that cannot be used; the text says why."""


def check_whole(data: bytes) -> Size:
    """The size that the file claims; `BadPicture` if it is no picture, or not all of one."""
    if not data:
        raise BadPicture("the file is empty")
    try:
        return _checker(data)(data)
    except (StructError, IndexError):
        raise BadPicture("the file is truncated") from None


def _checker(data: bytes) -> Callable[[bytes], Size]:
    if data.startswith(b"\xff\xd8"):
        return _check_jpeg
    if data.startswith(PNG):
        return _check_png
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return _check_webp
    if data.startswith(b"BM"):
        return _check_bmp
    if re.match(rb"P[1-6]\s", data):
        return _check_pnm
    raise BadPicture(EXPECTED)


MARKER = re.compile(rb"\xff+([^\x00\xff\xd0-\xd7])", re.DOTALL)
"""The next marker behind a scan: ff 00 is data there, ff d0 to ff d7 only restart it."""

# Those left out are tables and a number that is kept free: they say no size.
FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
ALONE, END = (0x01, 0xD8), 0xD9


def _check_jpeg(data: bytes) -> Size:
    """Walk from marker to marker up to the end; what follows it is no part of the picture."""
    size: Size | None = None
    for marker, place in _jpeg_segments(data):
        # The first counts: a thumbnail in the header is inside a segment, and is passed over with
        # it.
        if marker in FRAMES and size is None:
            height, width = unpack_from(">HH", data, place + 3)
            size = (width, height)
        if marker == END:
            return _size_in_header(size)
    raise BadPicture("the file is truncated: the JPEG has no end marker")


def _jpeg_segments(data: bytes) -> Iterator[tuple[int, int]]:
    """Every marker with the place of its length; a scan lasts until the next marker."""
    place = 2
    while (found := MARKER.search(data, place)) is not None:
        marker, place = found.group(1)[0], found.end()
        yield marker, place
        if marker not in ALONE:
            place += unpack_from(">H", data, place)[0]


def _check_png(data: bytes) -> Size:
    place, size = len(PNG), None
    while True:
        length, kind = unpack_from(">I4s", data, place)
        (checksum,) = unpack_from(">I", data, place + 8 + length)
        # Through a view: a slice would copy parts of many megabytes just to sum them up.
        if zlib.crc32(memoryview(data)[place + 4 : place + 8 + length]) != checksum:
            raise BadPicture(f"the file is damaged: wrong checksum in its part {kind!r}")
        if kind == b"IHDR":
            size = unpack_from(">II", data, place + 8)
        if kind == b"IEND":
            return _size_in_header(size)
        place += 12 + length


def _check_webp(data: bytes) -> Size:
    if unpack_from("<I", data, 4)[0] + 8 > len(data):
        raise BadPicture("the file is truncated")
    kind = data[12:16]
    if kind == b"VP8X":
        return _three_bytes(data, 24) + 1, _three_bytes(data, 27) + 1
    if kind == b"VP8L":
        (bits,) = unpack_from("<I", data, 21)
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    width, height = unpack_from("<HH", data, 26)
    # The two bits above are a scale for showing it: they are no size.
    return width & 0x3FFF, height & 0x3FFF


def _three_bytes(data: bytes, place: int) -> int:
    low, high = unpack_from("<HB", data, place)
    return int(low) + (int(high) << 16)


def _check_bmp(data: bytes) -> Size:
    start, header, width, height = unpack_from("<IIii", data, 10)
    if header < 40:
        raise BadPicture("expected a BMP picture of Windows 3 or later")
    bits, packing = unpack_from("<HI", data, 28)
    # Every row is filled up to four bytes.
    row_bytes = (width * bits + 31) // 32 * 4
    # Packed rows have no length that could be told beforehand. A height below nought only says that
    # the rows come from above.
    if packing == 0 and len(data) < start + row_bytes * abs(height):
        raise BadPicture("the file is truncated")
    return _size_in_header((width, abs(height)))


PNM = re.compile(rb"P([1-6])(?:\s|#[^\n]*\n)+(\d+)(?:\s|#[^\n]*\n)+(\d+)(?:\s|#[^\n]*\n)+(\d*)")


def _check_pnm(data: bytes) -> Size:
    # The pattern passes over comments of any length: a file that is one long comment ends here.
    found = PNM.match(data[:4096])
    if found is None:
        raise BadPicture("the file is truncated")
    kind, width, height = (int(found.group(place)) for place in (1, 2, 3))
    # The others are written in digits, whose length nobody knows, or are single bits.
    if kind in (5, 6):
        samples = width * height * (3 if kind == 6 else 1)
        sample_bytes = 2 if int(found.group(4) or 255) > 255 else 1
        if len(data) < found.end() + 1 + samples * sample_bytes:
            raise BadPicture("the file is truncated")
    return _size_in_header((width, height))


def _size_in_header(size: Size | None) -> Size:
    if size is None or min(size) <= 0:
        raise BadPicture("the file is damaged: its header gives no size")
    return size
