"""The door on port 80: who types the table's name alone, or is on its hotspot, is led to its page.

On the hotspot every name leads here. Telephones ask for a page of their maker to see whether they
are on the internet; the answer that leads elsewhere is what opens the table's page on them. Nothing
is kept and nothing is asked: the page itself has its own doors.

    python3 door.py PORT PAGE_PORT
"""

import ipaddress
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

OWN = (".local", ".lan", ".home", ".home.arpa", ".internal", ".fritz.box")
"""Names that only a house's own network gives."""


def is_own(host: str) -> bool:
    """Whether a name is one of the house's own network.

    >>> is_own("table.local"), is_own("10.42.0.1"), is_own("connectivitycheck.gstatic.com")
    (True, True, False)
    """
    try:
        ipaddress.ip_address(host)
        return True
    except ValueError:
        return bool(host) and ("." not in host or host.endswith(OWN))


def place(host: str, path: str, here: str, port: int) -> str:
    """Where to: the same place of our page under our own name, or the page as such.

    >>> place("table.local", "/setup?x=1", "10.42.0.1", 8080)
    'http://table.local:8080/setup?x=1'
    >>> place("captive.apple.com", "/hotspot-detect.html", "10.42.0.1", 8080)
    'http://10.42.0.1:8080/'
    """
    name = host.partition(":")[0].lower().rstrip(".")
    # A line's end in a path would be a header of its own.
    is_clean = path.startswith("/") and path.isprintable()
    if is_own(name) and is_clean:
        return f"http://{name}:{port}{path}"
    return f"http://{here}:{port}/"


class Door(BaseHTTPRequestHandler):
    page_port = 8080
    timeout = 10
    """Seconds: who connects and says nothing must not keep a thread."""

    def do_GET(self) -> None:
        # The address under which the caller has reached us: right on every network.
        here = self.connection.getsockname()[0].removeprefix("::ffff:")
        self.send_response(302)
        to = place(self.headers.get("Host", ""), self.path, here, self.page_port)
        self.send_header("Location", to)
        self.send_header("Cache-Control", "no-store")
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_HEAD = do_POST = do_GET

    def log_message(self, *_: object) -> None:
        """Nothing: a telephone asks every few seconds, and the card is worn by each line."""


def serve(port: int, page_port: int) -> ThreadingHTTPServer:
    handler = type("Door", (Door,), {"page_port": page_port})
    return ThreadingHTTPServer(("", port), handler)


if __name__ == "__main__":
    serve(int(sys.argv[1]), int(sys.argv[2])).serve_forever()
