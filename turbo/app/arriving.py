"""A camera that may come later, and its light: the dashboard does not wait for either."""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Protocol

from turbo.errors import TurboError
from turbo.storage.session import Session
from vision.cameras.exposure import ExposureVerdict
from vision.cameras.frames import Camera, CameraLost, Frame
from vision.cameras.light import MatMeter
from vision.cameras.newest import NewestCamera
from vision.cameras.source import Facts, Locked, facts_of
from vision.mat.calibration import Calibration
from vision.mat.markers import calibrate, movement
from vision.pictures.loading import Image


class Arriving:
    """Gives a camera's pictures; whoever must know the table by the first of them is told before
    that picture is given. Another camera may take its place: it arrives in the same way, and the
    numbers of pictures go on."""

    def __init__(self, camera: Camera, first: Callable[[Frame], bool]) -> None:
        """`first` says whether the table is known by that picture; those before are held back."""
        self.camera, self._first = camera, first
        self.simulated = camera.simulated
        self._has_come = False
        self._shape: tuple[int, ...] = ()
        self._given = self._before = 0

    def read(self, timeout_s: float) -> Frame | None:
        # Held on to: another thread may exchange it while this one waits for a picture.
        camera = self.camera
        try:
            frame = camera.read(timeout_s)
        except CameraLost:
            if camera is not self.camera:  # it was closed because another has its place
                return None
            raise
        if frame is None or camera is not self.camera:
            return None
        # Numbers go on over an exchange: who counts looks by them must see none twice.
        self._given = self._before + frame.number
        frame = replace(frame, number=self._given)
        # A telephone that is turned gives another picture: nothing of the one before is true of it.
        if not self._has_come or frame.image.shape != self._shape:
            self._has_come, self._shape = self._first(frame), frame.image.shape
        return frame if self._has_come else None

    def exchange(self, camera: Camera) -> None:
        """From now on this one."""
        old, self._before, self._has_come = self.camera, self._given, False
        # Before the old one is closed: who waits on that one sees then that it is replaced.
        self.camera = camera
        old.close()

    def facts(self) -> Facts | None:
        return facts_of(self.camera)

    @property
    def lost(self) -> str:
        return str(getattr(self.camera, "lost", ""))

    @property
    def locked(self) -> Locked | None:
        return getattr(self.camera, "locked", None)

    def relock(self) -> None:
        relock = getattr(self.camera, "relock", None)
        if relock is not None:
            relock()

    def close(self) -> None:
        self.camera.close()


class Relockable(Protocol):
    def relock(self) -> None: ...


@dataclass(frozen=True, slots=True)
class LightingTuning:
    look_s: float = 2.0
    """Between looks at the light: a cloud takes longer, and a look costs a few milliseconds."""
    no_mat_s: float = 60.0
    """Between searches for a mat that is not there: each costs a third of a second on a Pi."""
    in_a_row: int = 3
    """So many looks must be too bright: a sleeve over the patches is not."""


class Lighting:
    """Watches the light of a table: measured anew at each match, and told when it is too bright."""

    def __init__(
        self,
        session: Session,
        camera: Relockable | None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._session, self._camera, self._clock = session, camera, clock
        self._tuning, self._meter = LightingTuning(), MatMeter()
        # Long ago: the first picture is looked at, whatever the clock says.
        self._match, self._looked_s, self._bright = session.match_number, -1e9, 0
        self._has_mat = False

    @property
    def is_bright(self) -> bool:
        return self._bright >= self._tuning.in_a_row

    def look(self, image: Image) -> None:
        if self._session.match_number != self._match:
            self._match = self._session.match_number
            self.relock()
        pause_s = self._tuning.look_s if self._has_mat else self._tuning.no_mat_s
        if self._clock() - self._looked_s < pause_s:
            return
        self._looked_s = self._clock()
        light = self._meter.by_mat_alone(image)
        self._has_mat = light is not None
        is_bright = light is not None and light.verdict is ExposureVerdict.BRIGHT
        self._bright = self._bright + 1 if is_bright else 0

    def relock(self) -> None:
        # What was told of the light before is not true of the new exposure.
        self._bright, self._looked_s = 0, -1e9
        self._meter.forget()
        if self._camera is not None:
            self._camera.relock()


def relockable(camera: Camera) -> Relockable | None:
    """The camera if its light is ours to regulate."""
    return camera if isinstance(camera, NewestCamera) else None


STEADY_S = 0.6
"""So long the mat must lie still in the picture: a hand that leans a telephone against a mug
shakes, and a table that is known by a picture in between would be known wrongly."""


class Steady:
    """Whether the mat is seen, and where it was seen just before; or what else tells where the
    table is, in the order given."""

    def __init__(self, *locate: Callable[[Image], Calibration]) -> None:
        self._locate = locate or (calibrate,)
        self._known: Calibration | None = None
        self._since_s = 0.0

    def look(self, frame: Frame) -> bool:
        if self._known is not None and self._stands(frame):
            return frame.at_s - self._since_s >= STEADY_S
        self._known, self._since_s = None, frame.at_s
        for locate in self._locate:
            with suppress(TurboError):
                self._known = self._known or locate(frame.image)
        return False

    def _stands(self, frame: Frame) -> bool:
        assert self._known is not None
        moved = movement(self._known, frame.image)
        return moved is not None and not moved.has_moved
