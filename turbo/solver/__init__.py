"""The solver: the best play, and the proof that there is none."""

from turbo.solver.play import Play, any_play, best_play, can_play, hand_set, ruling_play
from turbo.solver.position import BadPosition
from turbo.solver.tile_play import best_tiles, in_order

__all__ = [
    "BadPosition", "Play", "any_play", "best_play", "best_tiles", "can_play", "hand_set",
    "in_order", "ruling_play",
]  # fmt: skip
