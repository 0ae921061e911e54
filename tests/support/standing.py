"""Things that stand on the mat while a game is acted out."""

from dataclasses import replace

from tests.support.live_game import Game
from turbo.live.occlusion import StandingOccluder
from turbo.live.settling import Snapshot

CUP = StandingOccluder(((430.0, 380.0), (520.0, 380.0), (520.0, 440.0), (430.0, 440.0)), 0.0)


def stand(game: Game, *things: StandingOccluder, is_over: bool = False) -> None:
    """From now on these things stand on the mat in every table that is believed. `is_over`: like an
    arm, so that nobody sees of a die there that it was taken away."""
    settle = game.watched.settler.step

    def step(at_s: float, seen: object, **more: object) -> object:
        happened = settle(at_s, seen, **more)  # type: ignore[arg-type]
        if isinstance(happened, Snapshot):
            lifted = frozenset() if is_over else happened.lifted
            return replace(happened, hidden=things, lifted=lifted)
        return happened

    game.watched.settler.step = step  # type: ignore[method-assign, assignment]
