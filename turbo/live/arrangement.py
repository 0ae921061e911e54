"""Whether dice lie as others lay, only turned and shifted as a whole: the camera was bumped, or the
mat. No OpenCV here.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from turbo.game.dice import Face
from vision.mat.plan import Matrix, project

Spot = tuple[float, float, Face]


def same_arrangement(
    old: Sequence[Spot], new: Sequence[Spot], within_mm: float
) -> tuple[Matrix, dict[int, int]] | None:
    """The turn and shift that takes the new dice to where the old ones lay, and which is which.

    None unless every die of the one lies where a die with its face lies in the other: then it was
    the camera, or the mat as a whole, that moved.
    """
    # Fewer than four dice can lie so by chance, or because somebody laid them so.
    if len(old) != len(new) or len(old) < 4 or _faces(old) != _faces(new):
        return None
    # By the rarest face: it has the fewest dice that it could have been.
    rare = sorted(range(len(new)), key=lambda i: sum(spot[2] == new[i][2] for spot in new))
    first = rare[0]
    # The farthest from it: an error of a millimetre turns the whole least over a long way.
    second = max(range(len(new)), key=lambda i: math.dist(new[i][:2], new[first][:2]))
    for one in (o for o in old if o[2] == new[first][2]):
        for other in (o for o in old if o[2] == new[second][2] and o is not one):
            matrix = _rigid(new[first], new[second], one, other, within_mm)
            pairs = None if matrix is None else _all_meet(old, new, matrix, within_mm)
            if matrix is not None and pairs is not None:
                return matrix, pairs
    return None


def _faces(spots: Iterable[Spot]) -> Counter[Face]:
    return Counter(face for _, _, face in spots)


def _rigid(a: Spot, b: Spot, to_a: Spot, to_b: Spot, within_mm: float) -> Matrix | None:
    """The turn and shift that takes a to its place and b into its direction."""
    if abs(math.dist(a[:2], b[:2]) - math.dist(to_a[:2], to_b[:2])) > 2 * within_mm:
        return None
    turn = math.atan2(to_b[1] - to_a[1], to_b[0] - to_a[0]) - math.atan2(b[1] - a[1], b[0] - a[0])
    cos, sin = math.cos(turn), math.sin(turn)
    # Middle on middle, so that the error of both is shared between them.
    x = (to_a[0] + to_b[0] - cos * (a[0] + b[0]) + sin * (a[1] + b[1])) / 2
    y = (to_a[1] + to_b[1] - sin * (a[0] + b[0]) - cos * (a[1] + b[1])) / 2
    return ((cos, -sin, x), (sin, cos, y), (0.0, 0.0, 1.0))


def _all_meet(
    old: Sequence[Spot], new: Sequence[Spot], matrix: Matrix, within_mm: float
) -> dict[int, int] | None:
    pairs: dict[int, int] = {}
    for index, (x, y, face) in enumerate(new):
        at = project(matrix, (x, y))
        free = [i for i, spot in enumerate(old) if spot[2] == face and i not in pairs.values()]
        nearest = min(free, key=lambda i: math.dist(old[i][:2], at), default=None)
        if nearest is None or math.dist(old[nearest][:2], at) > within_mm:
            return None
        pairs[index] = nearest
    return pairs
