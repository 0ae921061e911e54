"""Dice that make short rounds, for throws that are put together by hand."""

from tools.trials.by_hand import ByHand
from turbo.game.dice import DICE, parse_hand
from turbo.twin.inventory import Inventory, TwinDie

__all__ = ["ByHand", "many_sets"]

SETS = parse_hand("b3 r3 k3 o3 b4 r4 k4 o4 b5 r5 k5 o5")
"""With these faces alone a hand is nearly always full of sets, and a round is short."""


def many_sets() -> Inventory:
    dice = (tuple(SETS[(5 * die + side) % len(SETS)] for side in range(6)) for die in range(DICE))
    return Inventory(tuple(TwinDie(faces) for faces in dice))
