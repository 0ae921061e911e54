"""Memory of a referee that watches for hours: what nobody uses goes back, pictures have one place.

Pictures of several megabytes come and go between small things that stay, so the C library's heap is
full of holes, and over the minutes more and more of its pages have been written to once: the
process grows, though nothing is kept. Where the C library can hand free pages back, it is asked to,
and to keep one heap for all threads.

>>> thrift = Thrift(every_s=60.0, trim=lambda: print("given back"))
>>> for at_s in (0.0, 30.0, 70.0, 100.0, 140.0):
...     thrift.rest(at_s)
given back
given back

Hundreds of packed pictures, each of another size, would leave such holes as well: they are kept in
one piece of memory, in which the newest push out the oldest.

>>> ring = FrameRing(10)
>>> for at_s, jpeg in enumerate((b"one", b"two", b"three", b"four")):
...     ring.add(at_s, jpeg)
>>> list(ring)
[(2, b'three'), (3, b'four')]
"""

import ctypes
import mmap
import sys
from collections import deque
from collections.abc import Callable, Iterator

EVERY_S = 60.0
"""How often: it takes some hundredths of a second, in which nothing is looked at."""


M_ARENA_MAX = -8
"""As glibc's malloc.h numbers it."""


def _c(name: str) -> Callable[..., int]:
    """A call of the C library; one that does nothing where it has none (all but glibc)."""
    # None opens the program itself, and with it the C library that it was linked with.
    library = ctypes.CDLL(None) if sys.platform.startswith("linux") else None
    found: Callable[..., int] = getattr(library, name, lambda *_: 0)
    return found


def share_heap() -> None:
    """One heap for all threads, asked for before the first of them begins. With one of its own,
    the camera's thread keeps room for its pictures and the one that looks at them as much again."""
    _c("mallopt")(M_ARENA_MAX, 1)


def give_back() -> None:
    """Free pages of the heap to the system."""
    _c("malloc_trim")(0)


class Thrift:
    """`rest` whenever the table lies still: nobody waits then."""

    def __init__(self, every_s: float = EVERY_S, trim: Callable[[], None] = give_back) -> None:
        self._every_s, self._trim = every_s, trim
        self._last_s: float | None = None

    def rest(self, at_s: float) -> None:
        # A film that is played again begins with an earlier time.
        if self._last_s is None or at_s < self._last_s:
            self._last_s = at_s
        elif at_s - self._last_s >= self._every_s:
            self._last_s = at_s
            self._trim()


class FrameRing:
    """Pictures with their times, the oldest first."""

    def __init__(self, most_bytes: int) -> None:
        # Pages that no picture was ever written to take no memory, which those of a bytearray do.
        self._buffer = mmap.mmap(-1, most_bytes)
        self._next = 0
        self._places: deque[tuple[float, int, int]] = deque()

    def __len__(self) -> int:
        return len(self._places)

    def __iter__(self) -> Iterator[tuple[float, bytes]]:
        for at_s, start, end in self._places:
            yield at_s, bytes(self._buffer[start:end])

    @property
    def size_bytes(self) -> int:
        return sum(end - start for _, start, end in self._places)

    def clear(self) -> None:
        self._places.clear()
        self._next = 0

    def add(self, at_s: float, jpeg: bytes) -> None:
        """Keep a picture; one that is larger than all the memory is left out."""
        if len(jpeg) > len(self._buffer):
            return
        # A picture is never cut in two: what is left at the end stays unused for a round.
        start = self._next if self._next + len(jpeg) <= len(self._buffer) else 0
        end = start + len(jpeg)
        # The oldest lie just where the newest comes: they go until it has room.
        while any(first < end and start < last for _, first, last in self._places):
            self._places.popleft()
        self._buffer[start:end] = jpeg
        self._places.append((at_s, start, end))
        self._next = end
