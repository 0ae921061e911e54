"""A thread that reads a source and keeps the newest picture, and nothing but the newest.

Whoever is slow sees fewer pictures, never late ones, and memory holds one picture however long
nobody looks. A source that is lost is opened again, with growing pauses, for ever.
"""

import logging
import threading

import numpy as np

from turbo.errors import TurboError
from vision.cameras.frames import CameraFrozen, CameraLost, Frame
from vision.cameras.source import CameraEnded, CameraSettings, Facts, Locked, Source, facts_of
from vision.pictures.loading import Image

LOG = logging.getLogger(__name__)

SOON = 0.9
"""Of the time from one look to the next, as long as the last one was: before so much of it nobody
comes for a picture, and none is unpacked,"""
BUSY_S = 0.5
"""but for no longer: who was held up once comes soon the next time."""

FLAT_LEVELS = 16
"""A picture whose lightest and darkest pixel differ by less shows nothing."""


def _is_same(one: Image, other: Image) -> bool:
    """Byte for byte; a few of them tell in no time that it is not."""
    if one.shape != other.shape or not np.array_equal(one[::16, ::16], other[::16, ::16]):
        return False
    return np.array_equal(one, other)


class NewestCamera:
    """A camera (`vision.cameras.frames.Camera`) over a source."""

    simulated = False

    def __init__(self, source: Source, settings: CameraSettings) -> None:
        self.locked: Locked | None = None
        """What is fixed; None until the camera was opened."""
        self._source, self._settings = source, settings
        self._changed = threading.Condition()
        self._newest: Frame | None = None
        self._lost: CameraLost | None = None
        self._is_told, self._count = False, 0
        self._last: Image | None = None
        self._news_s = 0.0
        """The last picture, and when it was another than the one before."""
        self._heard_s = self._taken_s = settings.clock()
        self._idle_s, self._is_awaited = self._taken_s, False
        """Until when nobody comes for a picture, and whether somebody waits for one."""
        self._closing, self._relock = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, name="camera", daemon=True)
        self._thread.start()

    def read(self, timeout_s: float) -> Frame | None:
        """The newest picture that was not given yet; `CameraLost` while there is no camera: at
        once when it is lost, then after the time has passed."""
        with self._changed:
            self._is_awaited = self._newest is None
            self._changed.wait_for(self._has_news, timeout_s)
            self._is_awaited = False
            frame, self._newest = self._newest, None
            if frame is not None:
                before_s, self._taken_s = self._taken_s, self._settings.clock()
                self._idle_s = self._taken_s + SOON * min(BUSY_S, self._taken_s - before_s)
                return frame
            if self._lost is not None:
                self._is_told = True
                raise self._lost
            self._check_silence()
        return None

    def _has_news(self) -> bool:
        is_news = self._lost is not None and not self._is_told
        return self._newest is not None or is_news or self._closing.is_set()

    def _check_silence(self) -> None:
        """A driver that hangs says nothing: it is the silence that tells."""
        if self._closing.is_set():
            raise CameraLost("the camera was closed")
        silent_s = self._settings.clock() - self._heard_s
        if silent_s > self._settings.silence_s + self._settings.warm_up_s:
            raise CameraLost(f"the camera has sent no picture for {silent_s:.0f} s")

    def relock(self) -> None:
        """Measure the light anew before the next picture: lamps are switched between matches."""
        self._relock.set()

    def facts(self) -> Facts | None:
        """What the camera tells about itself; None if it tells nothing."""
        try:
            return facts_of(self._source)
        # Asked from another thread, it may be about a camera that is being closed.
        except Exception as error:
            LOG.warning("the camera tells nothing of itself: %r", error)
            return None

    @property
    def lost(self) -> str:
        """Why there are no pictures now; empty while there are."""
        with self._changed:
            return "" if self._lost is None else str(self._lost)

    def close(self) -> None:
        self._closing.set()
        with self._changed:
            self._changed.notify_all()
        # A driver that hangs is left behind: the thread is a daemon, and the program must end.
        self._thread.join(timeout=2.0)

    def _run(self) -> None:
        first_s, longest_s = self._settings.retry_s
        pause_s = first_s
        while not self._closing.is_set():
            before = self._count
            try:
                self._read_until_lost()
            except CameraLost as lost:
                self._lose(lost)
                if isinstance(lost, CameraEnded):
                    return
            except TurboError as error:
                self._lose(CameraLost(str(error)))
            # Whatever a driver raises, this thread is the only one that gets pictures: it goes on.
            except (Exception, SystemExit) as error:
                self._fail(error)
            # A camera that gave pictures was there: after a loose plug it is tried again soon.
            pause_s = first_s if self._count > before else min(longest_s, pause_s * 2)
            self._closing.wait(pause_s)

    def _fail(self, error: BaseException) -> None:
        """What nobody foresaw: to the page in a line, and to the log with where it happened."""
        told = f"{type(error).__name__} {error}".strip()
        lost = CameraLost(f"the camera failed: {' '.join(told.split())[:200]}")
        if str(lost) != self.lost:
            LOG.error("%s", lost, exc_info=error)
        self._lose(lost)

    def _read_until_lost(self) -> None:
        try:
            # Lost and found again it hangs as it hung: the values of before hold.
            known = self.locked.values if self.locked else self._settings.locked
            self.locked = self._source.open(known)
            self._relock.clear()
            due_s = self._settings.clock()
            while not self._closing.is_set():
                self._lock_again()
                # Every picture is grabbed, or the driver hands out old ones; decoding is seldom.
                self._source.grab()
                now_s = self._settings.clock()
                self._heard_s = now_s
                is_wanted = self._is_awaited or now_s >= self._idle_s
                if is_wanted and now_s >= due_s and self._publish(now_s):
                    # What a pause left out is not made up for.
                    due_s = max(due_s + 1 / self._settings.fps, now_s)
        finally:
            self._source.close()

    def _lock_again(self) -> None:
        lock = getattr(self._source, "lock", None)
        if self._relock.is_set() and lock is not None and self.locked is not None:
            self._relock.clear()
            # The lamp was switched, not the height of the camera: the focus stays right.
            self.locked = lock({k: v for k, v in self.locked.values.items() if k == "focus"})

    def _publish(self, now_s: float) -> bool:
        image = self._source.picture()
        if image is None:
            return False
        self._check_frozen(image, now_s)
        # A picture that was on its way for long shows what was then.
        taken_s = getattr(self._source, "taken_s", now_s)
        with self._changed:
            self._count += 1
            self._newest = Frame(image, taken_s, self._count)
            self._lost, self._is_told = None, False
            self._changed.notify_all()
        return True

    def _check_frozen(self, image: Image, now_s: float) -> None:
        """A driver that hangs may send its last picture for ever. One without any structure, as
        under a lens cap, is no sign of that: its noise is cut off."""
        last, self._last = self._last, image
        if last is None or not _is_same(last, image) or int(np.ptp(image)) < FLAT_LEVELS:
            self._news_s = now_s
        elif now_s - self._news_s > self._settings.frozen_s:
            # Opened anew it must send another picture before anything is given again.
            raise CameraFrozen(
                f"the camera sends the same picture for {now_s - self._news_s:.0f} s"
            )

    def _lose(self, lost: CameraLost) -> None:
        """The last picture before the loss is still given: it comes first."""
        with self._changed:
            # The same cause again is no news: whoever was told need not be told at every try.
            if self._lost is None or str(self._lost) != str(lost):
                self._lost, self._is_told = lost, False
            self._changed.notify_all()
