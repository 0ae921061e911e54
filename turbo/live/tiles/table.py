"""A live table with tiles: the machine with its state, as `turbo.live.dispatcher` drives it."""

from collections.abc import Callable
from dataclasses import replace

from turbo.game.dice import Face
from turbo.live.inputs import PressedButton, Tick
from turbo.live.tiles.laid import Laid
from turbo.live.tiles.machine import Input, TileState, TileStep, TileTuning, rested, shown, step
from turbo.storage.session import Notice
from turbo.tiles.match import TileMatch


class TileTable:
    """Watches one match at one table."""

    def __init__(
        self,
        tuning: TileTuning | None = None,
        *,
        is_paused: Callable[[], bool] = lambda: False,
    ) -> None:
        self.tuning, self._is_paused = tuning or TileTuning(), is_paused
        self.state = TileState()

    def step(self, match: TileMatch, happened: Input) -> TileStep:
        # Nobody hands over in a pause, and it is no part of the turn's time.
        if self._is_paused() and isinstance(happened, Tick | PressedButton):
            self.state = rested(self.state, happened.at_s)
            return shown(self.state, match)
        found = step(self.state, match, happened, self.tuning)
        self.state = found.state
        return found

    @property
    def asked(self) -> Laid:
        """The tiles that people are asked about now."""
        return tuple(tile for tile in self.state.laid or () if tile.id in self.state.asked)

    def face_of(self, tile: int) -> Face | None:
        """What a tile is believed to show; None if none of that number lies there."""
        return next((one.face for one in self.state.laid or () if one.id == tile), None)

    def say(self, notice: Notice, at_s: float | None = None) -> None:
        """A word about something that has just passed, or passed then."""
        until_s = (self.state.at_s if at_s is None else at_s) + self.tuning.word_s
        self.state = replace(self.state, words=(*self.state.words, (until_s, notice)))
