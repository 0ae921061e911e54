"""What can be laid, by counts alone: which dice fit, not where they lie.

The table may be rearranged at will, so whether a choice of dice can be laid depends on which faces
lie there and not on how. To look ahead thousands of times no layout is built: faces are codes, a
joker is `JOKER_CODE`, and the compiled search answers yes or no.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from turbo.game.dice import JOKER_POINTS, JOKERS, Face
from turbo.solver.choices import JOKER_CODE
from turbo.solver.engine import KERNEL, OUT_OF_NODES, YES
from turbo.solver.shapes import FACE_OF, LANE, code_of, largest_supported, mask_of

Codes = tuple[int, ...]

NODES = 3_000
"""For one choice: as many as the search for a best play spends before it tries smaller ones. What
is not settled then counts as not to be laid, alike on every machine."""


def codes_of(faces: Iterable[Face]) -> Codes:
    """Faces as codes, in their order; the colour of a joker never matters."""
    return tuple([JOKER_CODE if face.is_joker else code_of(face) for face in faces])


def face_of(code: int) -> Face:
    """A face that has this code."""
    return FACE_OF[code] if code else JOKERS[0]


POINTS = {JOKER_CODE: JOKER_POINTS} | {code: code % LANE for code in FACE_OF}
"""What a code costs when it is left in a hand."""


def cost_of(codes: Iterable[int]) -> int:
    return sum([POINTS[code] for code in codes])


_VALID = mask_of(FACE_OF)
_LANE_BITS = (1 << LANE) - 1


def wanted(faces: int) -> int:
    """The faces that would make a set with two of these, all at once by bit arithmetic."""
    up, down = faces << 1, faces >> 1
    run = up & faces << 2 | down & faces >> 2 | up & down
    black, red = faces & _LANE_BITS, faces >> LANE & _LANE_BITS
    blue, orange = faces >> 2 * LANE & _LANE_BITS, faces >> 3 * LANE & _LANE_BITS
    dark, light = black & red, blue & orange
    dark_or, light_or = black | red, blue | orange
    group = red & light_or | light | (black & light_or | light) << LANE
    group |= (orange & dark_or | dark) << 2 * LANE | (blue & dark_or | dark) << 3 * LANE
    return (run | group) & _VALID


# Without slots: cached properties need a dictionary.
@dataclass(frozen=True)
class TableCounts:
    """The dice of a legal table: sorted codes of its numbered dice, and how many jokers."""

    codes: Codes = ()
    jokers: int = 0

    @staticmethod
    def of(faces: Iterable[Face]) -> "TableCounts":
        return TableCounts().after(codes_of(faces))

    def after(self, played: Codes) -> "TableCounts":
        """The table when these have been laid."""
        if not played:
            return self
        numbered = [code for code in played if code]
        jokers = self.jokers + len(played) - len(numbered)
        return TableCounts(tuple(sorted([*self.codes, *numbered])), jokers)

    @cached_property
    def mask(self) -> int:
        return mask_of(self.codes)

    @cached_property
    def wanted(self) -> int:
        """The faces that would make a set with two dice that lie here, as a mask."""
        return wanted(self.mask)

    def can_lay(self, played: Codes) -> bool:
        """Whether all of these and the table make a legal layout."""
        after = self.after(played)
        answer, _, _ = KERNEL.cover(
            (), after.codes, after.jokers, after.mask, after.jokers, True, NODES, math.inf
        )
        if answer == OUT_OF_NODES and self.codes:
            # With many jokers the whole is hard; sets of the hand alone lie beside all else.
            return TableCounts().can_lay(played)
        return bool(answer == YES)

    def plays(self, hand: Codes) -> Iterator[Codes]:
        """Every choice of hand dice that can be laid: most dice first, then most points."""
        useful = self._useful(hand)
        for size in range(len(useful), 0, -1):
            places = KERNEL.choices(self.mask, self.jokers, useful, size)
            choices = [tuple([useful[place] for place in some]) for some in places]
            for choice in sorted(choices, key=cost_of, reverse=True):
                if self.can_lay(choice):
                    yield choice

    def most(self, hand: Codes) -> Codes:
        """The choice that lays most dice, and of those most points; empty if there is none."""
        return next(self.plays(hand), ())

    def _useful(self, hand: Codes) -> Codes:
        """The hand without what could be in no set, equal dice side by side."""
        jokers = self.jokers + hand.count(JOKER_CODE)
        held = mask_of(code for code in hand if code)
        useful = largest_supported(self.mask, held, jokers)
        kept = [code for code in hand if not code or useful >> code & 1]
        return tuple(sorted(kept, key=lambda code: (-POINTS[code], code)))
