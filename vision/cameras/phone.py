"""A telephone that sends its pictures itself: `--camera phone`.

Its page takes a picture, sends it, and takes the next when this one has arrived: whatever the line,
nothing waits in between, and only the newest picture counts. One telephone at a time is the camera;
who that is, is known by a key that it got when it joined.
"""

import hmac
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from turbo.errors import TurboError
from vision.cameras.frames import PhoneAway
from vision.cameras.source import CameraSettings, Facts, Locked
from vision.pictures.headers import BadPicture, check_whole
from vision.pictures.loading import Image
from vision.pictures.pixels import decoded

PHONE = "phone"
"""The camera's name."""

LONGEST_SIDE_PX = 4096
"""More is no table's picture: some bytes can claim one that fills the memory."""

LEAST_S = 0.02
"""Pictures that follow sooner are refused: ten a second are asked for."""

ALIVE_S = 10.0
"""So long a telephone may be silent and still be the camera: a call, a step out of the Wi-Fi."""

CLOCKS_S = 60.0
"""So long a picture counts that came fast: no two clocks drift apart by a millisecond meanwhile."""

OLDEST_S = 6.0
"""A page gives up a picture that is under way for so long: one that seems older is by a clock that
has stood still, as a telephone's does while it sleeps."""

PHONE_SETTINGS = CameraSettings(fps=60.0, retry_s=(0.1, 0.1))
"""It sends no more pictures than are wanted, so all are decoded; and one that comes is seen at
once."""


class PhoneBusy(TurboError):
    """Another telephone is the camera."""


class NotTheCamera(TurboError):
    """Whoever sent this is not the camera, or not any more."""


class TooFast(TurboError):
    """Pictures come faster than anybody could want."""


@dataclass(frozen=True, slots=True)
class PhoneTold:
    """What a telephone says of itself."""

    model: str = ""
    held: tuple[str, ...] = ()
    refused: tuple[str, ...] = ("exposure", "white balance", "focus")


@dataclass(frozen=True, slots=True)
class SentPicture:
    """A picture as it came, and its size as its header says."""

    jpeg: bytes
    size_px: tuple[int, int]
    number: int
    at_s: float
    """When it was taken, by our clock."""


class TakenClock:
    """When a telephone's pictures were taken, by our clock. How far its clock is from ours tells
    the picture that came fastest: a busy machine and a bad line make others late, by as much as
    dice need to roll.

    >>> clock = TakenClock()
    >>> [clock.at_s(taken_s, came_s) for taken_s, came_s in ((1, 101), (2, 102.75), (3, 103.5))]
    [101, 102, 103]
    """

    def __init__(self) -> None:
        self._apart: deque[tuple[float, float]] = deque()
        """When each picture came, and the clocks' difference as it would have it."""

    def at_s(self, taken_s: float, came_s: float) -> float:
        while self._apart and came_s - self._apart[0][0] > CLOCKS_S:
            self._apart.popleft()
        self._apart.append((came_s, came_s - taken_s))
        at_s = taken_s + min(apart for _, apart in self._apart)
        if came_s - at_s <= OLDEST_S:
            return at_s
        self._apart = deque([self._apart[-1]])
        return came_s


class PhoneInbox:
    """The newest picture of the one telephone that is the camera. Safe with threads."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.is_wanted = False
        """Whether the table looks through a telephone now, and not through another camera."""
        self.relights = 0
        """How often the light was to be measured anew: a telephone that sees it grow does so."""
        self.told = PhoneTold()
        self._clock = clock
        self._changed = threading.Condition()
        self._key = ""
        self._newest: SentPicture | None = None
        self._count, self._heard_s, self._came_s = 0, -1e9, -1e9
        self._taken = TakenClock()

    def join(self, *, instead: bool = False) -> str:
        """The key of a telephone that is the camera from now on. One that is sending keeps its
        place, unless another is to be the camera `instead`."""
        with self._changed:
            if self._is_alive() and not instead:
                raise PhoneBusy("expected one telephone: another is the camera")
            self._key, self._heard_s = secrets.token_urlsafe(24), self._clock()
            self.told, self._taken = PhoneTold(), TakenClock()
            return self._key

    def _is_alive(self) -> bool:
        return self._key != "" and self._clock() - self._heard_s < ALIVE_S

    def leave(self, key: str) -> None:
        """This telephone is put away: another need not wait."""
        with self._changed:
            self._check(key)
            self._key = ""

    def check(self, key: str) -> None:
        with self._changed:
            self._check(key)

    def _check(self, key: str) -> None:
        if self._key and hmac.compare_digest(self._key.encode(), key.encode()):
            return
        # Who was the camera before must not take its place back by itself: the two would fight.
        if key and self._is_alive():
            raise PhoneBusy("expected one telephone: another is the camera now")
        raise NotTheCamera("expected the key of the telephone that is the camera")

    def take(self, key: str, jpeg: bytes, taken_s: float | None = None) -> SentPicture:
        """A picture has come, `taken_s` by the telephone's clock; it is looked at no further than
        its header, and no older one is kept beside it."""
        self.check(key)
        size = checked_jpeg(jpeg)
        with self._changed:
            self._check(key)
            now = self._clock()
            if now - self._came_s < LEAST_S:
                raise TooFast("expected ten pictures a second")
            self._count, self._heard_s, self._came_s = self._count + 1, now, now
            at_s = now if taken_s is None else self._taken.at_s(taken_s, now)
            if self._newest is not None:
                at_s = max(at_s, self._newest.at_s)
            self._newest = SentPicture(jpeg, size, self._count, at_s)
            self._changed.notify_all()
            return self._newest

    def tell(self, key: str, told: PhoneTold) -> None:
        with self._changed:
            self._check(key)
            self.told = told

    def newest(self) -> SentPicture | None:
        return self._newest

    @property
    def silent_s(self) -> float:
        """Since a picture came."""
        return self._clock() - self._came_s

    def wait(self, after: int, timeout_s: float) -> SentPicture | None:
        """The newest picture once it is another than that of this number; None if none came."""
        with self._changed:
            self._changed.wait_for(lambda: self._count > after, timeout_s)
            return self._newest if self._count > after else None


def checked_jpeg(data: bytes) -> tuple[int, int]:
    """The picture's size; `BadPicture` if it is no whole JPEG, or one that nobody should decode."""
    if not data.startswith(b"\xff\xd8"):
        raise BadPicture("expected a JPEG")
    size = check_whole(data)
    if not 16 <= min(size) <= max(size) <= LONGEST_SIDE_PX:
        raise BadPicture(f"expected at most {LONGEST_SIDE_PX} pixels a side, got {max(size)}")
    return size


class PhoneSource:
    """A source (`vision.cameras.source.Source`) of what the inbox gets."""

    def __init__(self, inbox: PhoneInbox) -> None:
        self.inbox = inbox
        self._seen, self._new = 0, False
        self._jpeg, self.taken_s = b"", 0.0

    def open(self, wanted: Mapping[str, float]) -> Locked:
        if self.inbox.wait(self._seen, 0.5) is None:
            raise PhoneAway("no telephone sends pictures yet: scan its code")
        return self._locked()

    def _locked(self) -> Locked:
        return Locked(refused=self.inbox.told.refused)

    def grab(self) -> None:
        """Shorter than the silence that counts as a loss, so that whoever closes need not wait."""
        sent = self.inbox.wait(self._seen, 0.5)
        self._new = sent is not None
        if sent is not None:
            self._seen, self._jpeg, self.taken_s = sent.number, sent.jpeg, sent.at_s
            return
        if self.inbox.silent_s > PHONE_SETTINGS.silence_s:
            raise PhoneAway("the telephone sends no pictures any more: wake it up")

    def picture(self) -> Image | None:
        return decoded(self._jpeg) if self._new else None

    def lock(self, wanted: Mapping[str, float]) -> Locked:
        """The telephone measures the light anew when it sends its next picture."""
        self.inbox.relights += 1
        return self._locked()

    def facts(self) -> Facts:
        newest = self.inbox.newest()
        return Facts(self.inbox.told.model, newest.size_px if newest else ())

    def close(self) -> None:
        self._new = False
