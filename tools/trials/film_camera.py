"""A film as the camera of another process: what decodes it stands on no table.

A film's decoder keeps a dozen pictures and has threads of its own. Who watches the film through
this gets one JPEG after another at the film's own pace, as from a web camera.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import cv2

QUALITY = 90
"""As web cameras pack: below it small numerals suffer."""


def packed(film: Path) -> Iterator[tuple[float, bytes]]:
    """Its pictures, with the time at which each is due."""
    capture = cv2.VideoCapture(str(film))
    fps, number = capture.get(cv2.CAP_PROP_FPS), 0
    try:
        while (found := capture.read())[0]:
            _, data = cv2.imencode(".jpg", found[1], [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
            yield number / fps, bytes(data)
            number += 1
    finally:
        capture.release()


@contextmanager
def shown(film: Path) -> Iterator[str]:
    """The address of the camera. Who asks sees the film from its beginning."""

    class Showing(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=picture")
            self.end_headers()
            began_s = time.monotonic()
            # Who has seen enough closes the line.
            with suppress(OSError):
                for due_s, data in packed(film):
                    time.sleep(max(0.0, began_s + due_s - time.monotonic()))
                    head = f"--picture\r\nContent-Length: {len(data)}\r\n\r\n"
                    self.wfile.write(head.encode() + data + b"\r\n")

        def log_message(self, *said: object) -> None:
            """Nothing: the figures stand alone."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Showing)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/film"
    finally:
        server.shutdown()
        server.server_close()
