"""Memory that nobody uses goes back to the system now and then.

Pictures of several megabytes come and go between small things that stay, so the C library's heap is
full of holes, and over the minutes more and more of its pages have been written to once: the
process grows, though nothing is kept. Where the C library can hand free pages back, it is asked to.

>>> thrift = Thrift(every_s=60.0, trim=lambda: print("given back"))
>>> for at_s in (0.0, 30.0, 70.0, 100.0, 140.0):
...     thrift.rest(at_s)
given back
given back
"""

import ctypes
import sys
from collections.abc import Callable

EVERY_S = 60.0
"""How often: it takes some hundredths of a second, in which nothing is looked at."""


def give_back() -> None:
    """Free pages of the heap to the system, where the C library has a call for it (glibc)."""
    library = ctypes.CDLL(None) if sys.platform.startswith("linux") else None
    trim = getattr(library, "malloc_trim", None)
    if trim is not None:
        trim(0)


class Thrift:
    """`rest` whenever the table lies still: nobody waits then."""

    def __init__(self, every_s: float = EVERY_S, trim: Callable[[], None] = give_back) -> None:
        self._every_s, self._trim = every_s, trim
        self._last_s: float | None = None

    def rest(self, at_s: float) -> None:
        if self._last_s is None or at_s < self._last_s:
            self._last_s = at_s
        elif at_s - self._last_s >= self._every_s:
            self._last_s = at_s
            self._trim()
