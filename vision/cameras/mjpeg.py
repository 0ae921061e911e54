"""A camera that sends JPEG after JPEG over HTTP, as telephones and web cameras in a network do.

Read by hand, since OpenCV's decoder waits long for a server that is gone.
"""

import base64
import http.client
import urllib.error
import urllib.request
from collections.abc import Mapping
from typing import IO, Any
from urllib.parse import unquote, urlsplit, urlunsplit

from vision.cameras.frames import CameraLost
from vision.cameras.source import UNLOCKABLE, CameraSettings, Locked
from vision.pictures.loading import Image
from vision.pictures.pixels import decoded

MOST_BYTES = 16_000_000
"""No single JPEG of a camera is larger; a stream without end would fill the memory."""

LINE_BYTES = 4096
"""Read at once: a picture without line ends must not come as one line of any length."""


class MjpegSource:
    """A `multipart/x-mixed-replace` stream at an HTTP address; a name and password may stand in
    the address."""

    def __init__(self, address: str, settings: CameraSettings) -> None:
        self.settings = settings
        self.address, self._headers = _without_login(address)
        self._response: Any = None
        self._parts: Parts | None = None
        self._data = b""

    def open(self, wanted: Mapping[str, float]) -> Locked:
        request = urllib.request.Request(self.address, headers=self._headers)
        try:
            self._response = urllib.request.urlopen(request, timeout=self.settings.silence_s)
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise CameraLost(f"no camera at {self.address}: {_cause(error)}") from None
        kind = self._response.headers.get_content_type()
        boundary = self._response.headers.get_param("boundary")
        if kind != "multipart/x-mixed-replace" or not boundary:
            raise CameraLost(
                f"{self.address}: expected a stream (multipart/x-mixed-replace), got {kind}"
            )
        # Some servers name it with the dashes that stand before it in the stream.
        self._parts = Parts(self._response, str(boundary).strip('"').removeprefix("--").encode())
        return UNLOCKABLE

    def grab(self) -> None:
        try:
            assert self._parts is not None
            self._data = self._parts.next()
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise CameraLost(f"the stream at {self.address} has stopped: {_cause(error)}") from None

    def picture(self) -> Image | None:
        return decoded(self._data)

    def close(self) -> None:
        if self._response is not None:
            self._response.close()
            self._response = None


def _without_login(address: str) -> tuple[str, dict[str, str]]:
    """The address as it may be shown, and the header that lets us in."""
    parts = urlsplit(address)
    if parts.username is None:
        return address, {}
    login = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
    # Errors name the address, and errors end up in logs: a password has no place there.
    plain = urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))
    return plain, {"Authorization": f"Basic {base64.b64encode(login.encode()).decode()}"}


def _cause(error: Exception) -> str:
    if isinstance(error, urllib.error.HTTPError):
        error.close()
        return f"the server answers {error.code} {error.reason}"
    if isinstance(error, urllib.error.URLError):
        error = error.reason if isinstance(error.reason, Exception) else error
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    return str(error) or type(error).__name__


class Parts:
    """The bodies of a multipart stream, one by one: as long as they say, or up to the boundary."""

    def __init__(self, stream: IO[bytes], boundary: bytes) -> None:
        self._stream, self._boundary = stream, b"--" + boundary
        self._is_at_headers = False

    def next(self) -> bytes:
        if not self._is_at_headers:
            self._up_to_boundary()
        self._is_at_headers = False
        length = self._length()
        # Then the boundary was read with the picture, and the next part begins with its headers.
        if length is None:
            self._is_at_headers = True
            return self._up_to_boundary()
        if not 0 < length <= MOST_BYTES:
            raise ValueError(f"a picture of {length} bytes")
        data = self._stream.read(length)
        if len(data) < length:
            raise ValueError("the server has hung up")
        return data

    def _length(self) -> int | None:
        length = None
        while line := self._line().strip():
            name, _, value = line.partition(b":")
            if name.strip().lower() == b"content-length":
                length = int(value)
        return length

    def _up_to_boundary(self) -> bytes:
        """What stands before the next line that is a boundary; that line is read away."""
        data, is_new_line = bytearray(), True
        while True:
            line = self._line()
            # At the start of a line only: within a picture the same bytes may stand by chance.
            if is_new_line and line.startswith(self._boundary):
                return bytes(data)
            is_new_line = line.endswith(b"\n")
            data += line
            if len(data) > MOST_BYTES:
                raise ValueError(f"more than {MOST_BYTES} bytes without a boundary")

    def _line(self) -> bytes:
        line = self._stream.readline(LINE_BYTES)
        if not line:
            raise ValueError("the server has hung up")
        return line
