"""A film as a web camera of a machine that has no time to decode it: packed here, shown there.

python tools/pi/film.py pack FILM FOLDER       every second picture as a JPEG
python3 tools/pi/film.py show FOLDER SLOWER    at http://127.0.0.1:8000/film, so many times slower
"""

import sys
import time
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

QUALITY, STEP = 90, 2
"""As web cameras pack; and films are told at three pictures a second as at ten."""


def pack(film: str, folder: Path) -> None:
    import cv2

    capture = cv2.VideoCapture(film)
    fps, number = capture.get(cv2.CAP_PROP_FPS), 0
    while capture.grab():
        if number % STEP == 0:
            name = str(folder / f"{1000 * number / fps:08.0f}.jpg")
            cv2.imwrite(name, capture.retrieve()[1], [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        number += 1


def show(folder: Path, slower: float) -> None:
    class Showing(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=picture")
            self.end_headers()
            began_s = time.monotonic()
            # Who has seen enough closes the line.
            with suppress(OSError):
                for path in sorted(folder.glob("*.jpg")):
                    due_s = began_s + slower * int(path.stem) / 1000
                    time.sleep(max(0.0, due_s - time.monotonic()))
                    data = path.read_bytes()
                    head = f"--picture\r\nContent-Length: {len(data)}\r\n\r\n"
                    self.wfile.write(head.encode() + data + b"\r\n")

        def log_message(self, *said: object) -> None:
            """Nothing: the figures stand alone."""

    ThreadingHTTPServer(("127.0.0.1", 8000), Showing).serve_forever()


if __name__ == "__main__":
    what, given, more = sys.argv[1:]
    if what == "pack":
        pack(given, Path(more))
    else:
        show(Path(given), float(more))
