"""A twin's tile table put together with the referee: people, camera, cards, eyes and machine."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime

from turbo.app.tile_sight import TileSight, found_cards
from turbo.board.link import Link
from turbo.game.events import Act, Ruling
from turbo.live.tiles.dispatcher import TileKeeper
from turbo.live.tiles.machine import TileStep
from turbo.live.tiles.runner import TileRunner
from turbo.tiles.match import TileMatch
from turbo.twin.tile_acting import Acted, Heard, differences
from turbo.twin.tile_drawing import TileLook
from turbo.twin.tile_table import Asked, TileTwin, TileTwinCamera
from vision.cameras.source import CameraEnded


@dataclass
class WatchedTwin:
    """A simulated match and the referee who watches it. `heard`: every act with its ruling."""

    acted: Acted
    keeper: TileKeeper
    seed: int = 0
    rate_hz: float = 10.0
    look: TileLook = field(default_factory=TileLook)
    wait: Callable[[float], None] | None = None
    told: Callable[[Act, Ruling, TileMatch], None] | None = None
    shown: Callable[[TileStep], None] | None = None
    link: Link | None = None
    now: Callable[[], datetime] = lambda: datetime.now(UTC)

    def __post_init__(self) -> None:
        self.heard: list[Heard] = []
        self.twin = TileTwin(self.look, self.seed, rate_hz=self.rate_hz)
        self.twin.play(self.acted.beats)
        self.camera = TileTwinCamera(self.twin, self.wait)
        self.sight = TileSight.of(found_cards(self.camera))
        self.runner = TileRunner(
            self.keeper,
            self.camera,
            self.sight.perception(),
            self.sight.plan,
            link=self.link,
            told=self._hear,
            shown=self.shown,
            starter=self.acted.played.players[0],
            ended=(CameraEnded,),
            now=self.now,
        )
        # After the runner: its people act in a circle with it, each hearing the other.
        self.twin.press, self.twin.heard = self.runner.press, lambda: len(self.heard)
        self.twin.asked, self.twin.answer = self._asked, self.runner.answer

    def _asked(self) -> list[Asked]:
        return [(tile.id, tile.centre_px) for tile in self.runner.asked]

    def _hear(self, act: Act, ruling: Ruling, before: TileMatch) -> None:
        self.heard.append((act, ruling))
        if self.told is not None:
            self.told(act, ruling, before)

    def differences(self) -> list[str]:
        """Where the referee's match is not the ledger's: act by act, and the points."""
        found = differences(self.acted.deeds, self.heard)
        contest, ledger = self.keeper.contest, self.acted.played.ledger
        names = contest.players
        seen = [dict(zip(names, result.points, strict=True)) for result in contest.results]
        true = [dict(game.scores) for game in ledger.games]
        if seen != true:
            found.append(f"expected the points {true}, got {seen}")
        return found
