"""Faces as bits: every set there is, and which dice could be in one at all.

A code is 16 times the colour plus the number, so that a collection of different faces is one 64-bit
mask with a lane of 16 bits for each colour. Shifting by one goes to the next number, shifting by 16
to the next colour, and no shift by one or two ever reaches another lane's numbers.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from turbo.game.dice import NUMBERS, Colour, Face
from turbo.game.sets import LONGEST_GROUP, LONGEST_RUN, SHORTEST_SET

LANE = 16
"""13 numbers, and room on both sides so that shifts fall into nothing."""
CODES = LANE * len(Colour)

_LANE_BITS = (1 << LANE) - 1
_EVERY_LANE = sum(1 << LANE * colour for colour in Colour)


def code_of(face: Face) -> int:
    """The code of a numbered face."""
    colour, number = face.colour, face.number
    if colour is None or number is None:
        raise ValueError("expected a face that was read")
    return LANE * colour + number


FACE_OF = {LANE * colour + number: Face(colour, number) for colour in Colour for number in NUMBERS}
"""The face of every code."""


# Every shape exists once: they are told apart by identity.
@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """A set by what its dice stand for. The codes of a run lie in order, those of a group may lie
    in any."""

    codes: tuple[int, ...]
    is_run: bool
    mask: int

    @property
    def size(self) -> int:
        return len(self.codes)


def mask_of(codes: Iterable[int]) -> int:
    mask = 0
    for code in codes:
        mask |= 1 << code
    return mask


def _runs() -> Iterable[Shape]:
    for colour in Colour:
        for first in NUMBERS:
            # 13 is not followed by 1.
            for size in range(SHORTEST_SET, min(LONGEST_RUN, 14 - first) + 1):
                codes = tuple(LANE * colour + first + step for step in range(size))
                yield Shape(codes, True, mask_of(codes))


def _groups() -> Iterable[Shape]:
    for number in NUMBERS:
        for size in range(SHORTEST_SET, LONGEST_GROUP + 1):
            for inks in combinations(Colour, size):
                codes = tuple(LANE * ink + number for ink in inks)
                yield Shape(codes, False, mask_of(codes))


SHAPES = (*_groups(), *_runs())
SHAPES_WITH = tuple(
    tuple(shape for shape in SHAPES if shape.mask >> code & 1) for code in range(CODES)
)
"""For every code the sets that it can be in."""

SHAPE_BY_MASK = {shape.mask: shape for shape in SHAPES}

WINDOWS = tuple(
    tuple(shape.mask for shape in SHAPES_WITH[code] if shape.size == SHORTEST_SET)
    for code in range(CODES)
)
"""For every code the sets of three that it can be in: a longer set always holds one of them."""


def supported(faces: int) -> int:
    """The faces that lie in some set made of these faces, all of them at once by bit arithmetic."""
    run = faces & faces >> 1 & faces >> 2
    black, red = faces & _LANE_BITS, faces >> LANE & _LANE_BITS
    blue, orange = faces >> 2 * LANE & _LANE_BITS, faces >> 3 * LANE
    group = black & red & (blue | orange) | blue & orange & (black | red)
    # The multiplication copies the one lane of numbers into all four.
    return run | run << 1 | run << 2 | faces & group * _EVERY_LANE


def largest_supported(table: int, hand: int, jokers: int) -> int:
    """The hand faces that can be of any use: what is left when those in no set are struck out."""
    # Again and again: a face that is struck out may have been all that held up another.
    while True:
        faces = table | hand
        # Without jokers all faces at once, in a few operations; that is most positions.
        kept = hand & supported(faces) if not jokers else _reachable(faces, hand, jokers)
        if kept == hand:
            return hand
        hand = kept


def _reachable(faces: int, hand: int, jokers: int) -> int:
    kept = 0
    for code in bits(hand):
        if any((window & ~faces).bit_count() <= jokers for window in WINDOWS[code]):
            kept |= 1 << code
    return kept


def bits(mask: int) -> Iterable[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
