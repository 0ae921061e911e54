"""A twin's tile table put together with the referee: people, camera, cards, eyes and machine."""

from collections.abc import Callable

from turbo.errors import TurboError
from turbo.game.dice import UNREAD, Face
from turbo.live.tiles.runner import TileRunner
from turbo.storage.session import Session
from turbo.twin.tile_acting import IN_SIGHT, Acted, Heard, differences
from turbo.twin.tile_drawing import TileLook
from turbo.twin.tile_table import Asked, TileTwin


class SimulatedTiles:
    """A simulated match in the session that is open, and what its people hear of the referee."""

    mischief = IN_SIGHT

    def __init__(
        self, acted: Acted, session: Session, seed: int, look: TileLook | None = None
    ) -> None:
        self.acted, self.session = acted, session
        self.twin = TileTwin(look or TileLook(), seed)
        self.twin.play(acted.beats)

    def watch(self, runner: TileRunner, press: Callable[[], None] | None = None) -> None:
        """Its people act in a circle with the referee, each hearing the other."""
        self.runner = runner
        self.twin.press = runner.press if press is None else press
        self.twin.heard = lambda: len(self.heard)
        self.twin.asked, self.twin.answer = self._asked, self._answer

    def _asked(self) -> list[Asked]:
        return [(tile.id, tile.centre_px) for tile in self.runner.asked]

    def _answer(self, tile: int, face: Face) -> None:
        self.runner.set_face(tile, UNREAD, face)

    @property
    def heard(self) -> list[Heard]:
        return [(one.event, one.ruling) for one in self.session.tiles.judged]

    @property
    def is_over(self) -> bool:
        return self.twin.is_over

    @property
    def paused(self) -> bool:
        return self.twin.paused

    @paused.setter
    def paused(self, paused: bool) -> None:
        self.twin.paused = paused

    def do_mischief(self, name: str) -> None:
        if name not in IN_SIGHT:
            raise TurboError(f"expected one of {', '.join(IN_SIGHT)}, got {name!r}")
        self.acted.people.pending.append(name)

    def differences(self) -> list[str]:
        """Where the referee's match is not the ledger's: act by act, and the points."""
        found = differences(self.acted.deeds, self.heard)
        match, ledger = self.session.tiles.match, self.acted.people.ledger
        seen = [dict(zip(match.players, one.points, strict=True)) for one in match.results]
        true = [dict(game.scores) for game in ledger.games]
        if seen != true:
            found.append(f"expected the points {true}, got {seen}")
        return found
