"""Packed pictures in one piece of memory: the newest push out the oldest.

Hundreds of pictures that come and go, each of another size, would leave holes between everything
else in memory; so does a referee grow that watches for hours.

>>> ring = FrameRing(10)
>>> for at_s, jpeg in enumerate((b"one", b"two", b"three", b"four")):
...     ring.add(at_s, jpeg)
>>> list(ring)
[(2, b'three'), (3, b'four')]
"""

from collections import deque
from collections.abc import Iterator


class FrameRing:
    """Pictures with their times, the oldest first."""

    def __init__(self, most_bytes: int) -> None:
        self._buffer = bytearray(most_bytes)
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
        start = self._next if self._next + len(jpeg) <= len(self._buffer) else 0
        end = start + len(jpeg)
        while any(first < end and start < last for _, first, last in self._places):
            self._places.popleft()
        self._buffer[start:end] = jpeg
        self._places.append((at_s, start, end))
        self._next = end
