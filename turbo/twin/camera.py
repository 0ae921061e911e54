"""The twin's camera, `--camera twin[:SEED,...]`. It drives the simulated table by being read."""

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from turbo.errors import TurboError
from turbo.twin.options import twin_named
from turbo.twin.table import TwinSettings
from turbo.twin.tile_table import TileTwin
from turbo.twin.world import TwinTable
from vision.cameras.frames import CameraLost, Frame

MOST_PERIODS = 2.0
"""A reader that is slow, or a machine that is busy, finds the table only so many pictures further
on: then the table's clock goes slower, and nothing happens unseen."""

_BLANK = np.zeros((8, 8, 3), np.uint8)


class TwinCamera:
    """Pictures of a SIMULATED table, so many a second of its own clock. `speed` is 1 in real time;
    None goes as fast as it is read."""

    simulated = True

    def __init__(
        self,
        table: TwinTable | TileTwin,
        *,
        rate_hz: float = 10.0,
        speed: float | None = 1.0,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        if not 0.1 <= rate_hz <= 120.0:
            raise TurboError(f"expected a rate of 0.1 to 120 pictures a second, got {rate_hz}")
        self.table: Any = table
        self.rate_hz, self.speed = rate_hz, speed
        self._clock, self._sleep = clock, sleep
        self.draws = True
        """Off: blank pictures, for eyes that do not need them."""
        self._last_s: float | None = None
        self._number = 0

    @staticmethod
    def named(
        name: str, settings: TwinSettings | None = None, *, speed: float | None = 1.0
    ) -> "TwinCamera":
        """`twin`, `twin:SEED` or `twin:SEED,KEY=VALUE,...`: see `turbo.twin.options`."""
        seed, chosen = twin_named(name, settings)
        return TwinCamera(TwinTable(seed, chosen), speed=speed)

    def read(self, timeout_s: float) -> Frame | None:
        """The next picture; `CameraLost` while its plug is pulled."""
        step_s = self._next_step(timeout_s)
        if step_s is None:
            return None
        self.table.step(step_s)
        if self.table.camera_is_out:
            raise CameraLost("the twin's camera was unplugged by mischief")
        self._number += 1
        image = self.table.frame() if self.draws else _BLANK
        return Frame(image, self.table.clock_s, self._number)

    def _next_step(self, timeout_s: float) -> float | None:
        """How far the table goes on for the next picture; None if it does not come in time."""
        period_s = 1.0 / self.rate_hz
        if self.speed is None:
            return period_s
        now_s, wall_s = self._clock(), period_s / self.speed
        # The first picture is due at once.
        last_s = now_s - wall_s if self._last_s is None else self._last_s
        wait_s = last_s + wall_s - now_s
        if wait_s > timeout_s:
            self._sleep(max(0.0, timeout_s))
            return None
        if wait_s > 0.0:
            self._sleep(wait_s)
            now_s += wait_s
        self._last_s = now_s
        # By the time that really passed: a reader a little late does not slow the table down.
        return min((now_s - last_s) * self.speed, MOST_PERIODS * period_s)

    def close(self) -> None:
        self.table.close()
