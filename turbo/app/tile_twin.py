"""A twin's tile table put together with the referee: people, camera, cards, eyes and machine."""

from collections.abc import Callable

from turbo.errors import named
from turbo.game.dice import UNREAD, Face
from turbo.live.tiles.runner import TileRunner
from turbo.storage.session import Session
from turbo.twin.tile_acting import IN_SIGHT, Acted, Heard, differences
from turbo.twin.tile_table import Asked, TileTwin


class SimulatedTiles(TileTwin):
    """A simulated match in the session that is open, and what its people hear of the referee."""

    mischief = IN_SIGHT

    def __init__(self, acted: Acted, session: Session, seed: int) -> None:
        super().__init__(seed=seed)
        self.acted, self.session = acted, session
        self.play(acted.beats)

    def watch(self, runner: TileRunner, press: Callable[[], None] | None = None) -> None:
        """Its people act in a circle with the referee, each hearing the other."""
        self.runner = runner
        self.press, self.heard = press or runner.press, lambda: len(self.rulings)
        self.asked, self.answer = self._asked, self._answer

    def _asked(self) -> list[Asked]:
        return [(tile.id, tile.centre_px) for tile in self.runner.asked]

    def _answer(self, tile: int, face: Face) -> None:
        self.runner.set_face(tile, UNREAD, face)

    @property
    def rulings(self) -> list[Heard]:
        return [(one.event, one.ruling) for one in self.session.tiles.judged]

    def do_mischief(self, name: str) -> None:
        self.acted.people.pending.append(named(dict.fromkeys(IN_SIGHT, name), name, "a mischief"))

    def differences(self) -> list[str]:
        """Where the referee's match is not the ledger's: act by act, and the points."""
        found = differences(self.acted.deeds, self.rulings)
        match, ledger = self.session.tiles.match, self.acted.people.ledger
        seen = [dict(zip(match.players, one.points, strict=True)) for one in match.results]
        true = [dict(game.scores) for game in ledger.games]
        if seen != true:
            found.append(f"expected the points {true}, got {seen}")
        return found
