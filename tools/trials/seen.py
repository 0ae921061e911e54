"""Which die that was seen is which true one."""

import numpy as np

from turbo.game.observation import Observation, SeenDie

SAME, SIDE = 0.5, 0.9


"""How many widths a seen die may lie from a true one's top; and from that of a leaning one, if it
is told as doubtful: of a die that leans, who knows which side is the top?"""


def matched(seen: Observation, dice: list[dict[str, object]]) -> list[SeenDie | None]:
    """For each true die the nearest seen one, each used once."""
    pairs = []
    for i, die in enumerate(dice):
        corners, width = np.asarray(die["corners"], dtype=float), width_px(die)
        for j, one in enumerate(seen.dice):
            gap = float(np.linalg.norm(corners.mean(axis=0) - one.centre_px)) / width
            if gap < (SIDE if die["cocked"] and one.doubts else SAME):
                pairs.append((gap, i, j))
    taken: dict[int, int] = {}
    for _, i, j in sorted(pairs):
        if i not in taken and j not in taken.values():
            taken[i] = j
    return [seen.dice[taken[i]] if i in taken else None for i in range(len(dice))]


def width_px(die: dict[str, object]) -> float:
    corners = np.asarray(die["corners"], dtype=float)
    return float(np.linalg.norm(corners - np.roll(corners, 1, 0), axis=1).mean())
