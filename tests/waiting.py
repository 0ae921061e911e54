"""How long tests wait for what must come. A test that waits ends as soon as it has come, so this is
only for what never does: no machine is so busy that an answer takes longer."""

import os
import socket
import time
from collections.abc import Callable
from itertools import count

LONG_S = 300.0

_PORTS = count(20_000 + 1_000 * int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:]))
"""Each process that runs tests has a thousand of its own, below those that the system gives away:
so nobody else takes one between its choice and its use."""


def free_port() -> int:
    for port in _PORTS:
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise AssertionError("expected a free port")


def wait_until(is_so: Callable[[], bool]) -> None:
    limit = time.monotonic() + LONG_S
    while not is_so():
        assert time.monotonic() < limit, "it never came"
        time.sleep(0.02)
