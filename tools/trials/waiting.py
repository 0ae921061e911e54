"""How long tests wait for what must come. A test that waits ends as soon as it has come, so this is
only for what never does: no machine is so busy that an answer takes longer."""

import atexit
import socket
import time
from collections.abc import Callable, Iterator
from functools import cache
from itertools import cycle

LONG_S = 300.0

FIRST_PORT, LAST_PORT = 20_000, 32_000
"""Below those that the system gives away: nobody takes one between its choice and its use."""

BLOCK, GIVEN = 800, 300
"""Each process that runs tests has a block of ports of its own, also beside another run of them,
and gives away the first of them: the port of HTTPS lies some hundreds beyond that of HTTP, and is
to be in the same block."""


def free_port() -> int:
    return next(port for port in _own_ports() if _is_free(port))


@cache
def _own_ports() -> Iterator[int]:
    first = _guard().getsockname()[1]
    return cycle(range(first + 1, first + GIVEN))


@cache
def _guard() -> socket.socket:
    """The first port of a block, held for as long as this process lives: whose it is, has the rest.
    Between two that come at once the system decides."""
    for first in range(FIRST_PORT, LAST_PORT, BLOCK):
        place = socket.socket()
        try:
            place.bind(("127.0.0.1", first))
        except OSError:
            place.close()
        else:
            atexit.register(place.close)
            return place
    raise AssertionError("expected a block of ports that no other run of the tests has")


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def wait_until(is_so: Callable[[], bool]) -> None:
    limit = time.monotonic() + LONG_S
    while not is_so():
        assert time.monotonic() < limit, "it never came"
        time.sleep(0.02)
