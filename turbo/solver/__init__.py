"""The solver: the best play, and the proof that there is none."""

from turbo.solver.play import Play, any_play, best_play, can_play, hand_set, ruling_play
from turbo.solver.position import BadPosition

__all__ = [
    "BadPosition",
    "Play",
    "any_play",
    "best_play",
    "can_play",
    "hand_set",
    "ruling_play",
]
