"""A tile table of the twin under the referee's eye: the live table as it runs before people, as
fast as it goes."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from turbo.app.sight import TileSight
from turbo.app.tile_twin import SimulatedTiles
from turbo.errors import TurboError
from turbo.game.tile_options import TileOptions
from turbo.live.tiles.runner import TileRunner
from turbo.storage.session import Session
from turbo.storage.store import Store
from turbo.twin.camera import TwinCamera
from turbo.twin.tile_acting import Acted, acted_match
from turbo.twin.tile_people import TileHabits
from vision.cameras.frames import Camera
from vision.cameras.source import CameraEnded
from vision.mat.calibration import Calibration
from vision.mat.card_fit import calibrate_cards

BEGAN = datetime(2026, 1, 1, 20, tzinfo=UTC)
"""When a simulated evening begins that nobody watches as it goes."""


class WatchedTwin(SimulatedTiles):
    """A whole match, in a store of its own."""

    def __init__(
        self,
        seed: int,
        options: TileOptions,
        players: tuple[str, ...],
        habits: TileHabits | None = None,
        *,
        games: int = 1,
        acted: Acted | None = None,
        rate_hz: float = 10.0,
    ) -> None:
        self._folder = TemporaryDirectory()
        self.store = Store(Path(self._folder.name) / "matches.db")
        session = Session(self.store, now=self._now)
        acted = acted or acted_match(seed, options.edition, players, habits, games)
        super().__init__(acted, session, seed)
        session.new_match(players, options)
        self.rate_hz = rate_hz
        self.camera = TwinCamera(self, rate_hz=rate_hz, speed=None)
        self.sight = TileSight(found_cards(self.camera))
        self.watch(
            TileRunner(
                session, self.camera, self.sight.perception(self.sight.plan), self.sight.plan,
                ended=(CameraEnded,), now=self._now,
            )
        )  # fmt: skip

    def _now(self) -> datetime:
        return BEGAN + timedelta(seconds=getattr(self, "clock_s", 0.0))

    def run(self) -> "WatchedTwin":
        self.runner.run()
        return self

    def close(self) -> None:
        self.store.close()
        self._folder.cleanup()


def found_cards(camera: Camera) -> Calibration:
    """The field by its cards, as soon as a picture shows all four."""
    missing = "no picture came"
    for _ in range(40):
        frame = camera.read(0.5)
        try:
            if frame is not None:
                return calibrate_cards(frame.image)
        except TurboError as error:
            missing = str(error)
    raise TurboError(missing)
