"""A small RTSP server that sends one picture again and again, as JPEG over RTP (RFC 2326, 2435).

Packets go through the control connection (interleaved), which is how the decoder asks for them.
"""

import contextlib
import socket
import struct
import threading
from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

CLOCK_HZ, RATE_HZ, PACKET = 90_000, 20, 1200
JPEG_420, OWN_TABLES, PAYLOAD = 1, 255, 26


class RtspServer:
    """Serves `rtsp://127.0.0.1:PORT/table` until it is closed."""

    def __init__(self, image: NDArray[np.uint8], port: int = 0) -> None:
        self.image = image
        self._closing = threading.Event()
        self._socket = socket.create_server(("127.0.0.1", port))
        self._clients: list[socket.socket] = []
        self.port = int(self._socket.getsockname()[1])
        self.address = f"rtsp://127.0.0.1:{self.port}/table"
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._closing.set()
        for one in (self._socket, *self._clients):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

    def _accept(self) -> None:
        while not self._closing.is_set():
            try:
                client, _ = self._socket.accept()
            except OSError:
                return
            self._clients.append(client)
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        try:
            for method, number in _requests(client):
                client.sendall(self._answer(method, number))
                if method == "PLAY":
                    threading.Thread(target=self._play, args=(client,), daemon=True).start()
        except OSError:
            return

    def _answer(self, method: str, number: str) -> bytes:
        head, body = [f"CSeq: {number}"], ""
        if method == "OPTIONS":
            head.append("Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN")
        elif method == "DESCRIBE":
            body = (
                "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=table\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\n"
                f"m=video 0 RTP/AVP {PAYLOAD}\r\na=framerate:{RATE_HZ}\r\na=control:track0\r\n"
            )
            head += ["Content-Type: application/sdp", f"Content-Length: {len(body)}"]
        elif method == "SETUP":
            head += ["Transport: RTP/AVP/TCP;unicast;interleaved=0-1", "Session: 1"]
        else:
            head.append("Session: 1")
        return ("\r\n".join(["RTSP/1.0 200 OK", *head, "", body])).encode()

    def _play(self, client: socket.socket) -> None:
        """A picture every twentieth of a second, until the client goes."""
        sequence, ticks = 0, 0
        try:
            while not self._closing.wait(1 / RATE_HZ):
                ticks += CLOCK_HZ // RATE_HZ
                for payload, is_last in _packets(self.image):
                    mark = PAYLOAD | (0x80 if is_last else 0)
                    rtp = struct.pack(">BBHII", 0x80, mark, sequence & 0xFFFF, ticks, 7) + payload
                    client.sendall(struct.pack(">cBH", b"$", 0, len(rtp)) + rtp)
                    sequence += 1
        except OSError:
            return


def _requests(client: socket.socket) -> Iterator[tuple[str, str]]:
    """Method and number of each request; what the client says about its own reception is none."""
    waiting = b""
    while data := client.recv(4096):
        waiting += data
        while b"\r\n\r\n" in waiting:
            text, _, waiting = waiting.partition(b"\r\n\r\n")
            lines = text[text.rfind(b"\x00") + 1 :].decode(errors="replace").split("\r\n")
            fields = dict(line.split(": ", 1) for line in lines[1:] if ": " in line)
            if lines[0].endswith("RTSP/1.0"):
                yield lines[0].split()[0], fields.get("CSeq", "0")


def _packets(image: NDArray[np.uint8]) -> Iterator[tuple[bytes, bool]]:
    tables, scan = _parts(bytes(cv2.imencode(".jpg", image)[1]))
    height, width = image.shape[:2]
    for at in range(0, len(scan), PACKET):
        head = struct.pack(">I", at) + bytes([JPEG_420, OWN_TABLES, width // 8, height // 8])
        if at == 0:
            head += struct.pack(">BBH", 0, 0, len(tables)) + tables
        yield head + scan[at : at + PACKET], at + PACKET >= len(scan)


def _parts(jpeg: bytes) -> tuple[bytes, bytes]:
    """The quantisation tables of a JPEG, and its entropy-coded scan."""
    tables, at = b"", 2
    while True:
        marker, length = jpeg[at + 1], struct.unpack(">H", jpeg[at + 2 : at + 4])[0]
        if marker == 0xDB:
            segment = jpeg[at + 4 : at + 2 + length]
            tables += b"".join(segment[i + 1 : i + 65] for i in range(0, len(segment), 65))
        at += 2 + length
        if marker == 0xDA:
            return tables, jpeg[at:-2]
