"""What is a set: groups, runs, and every reading that jokers allow.

A chain of dice in the order in which they lie either has readings, each saying what every die of it
stands for, or it is no set.

>>> from turbo.game.dice import hand_text
>>> for reading in readings((Face.parse("b12"), Face.parse("r*"), Face.parse("o12"))):
...     print(reading.kind, hand_text(reading.faces))
group b12 k12 o12
group b12 r12 o12
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache, reduce
from itertools import combinations, permutations
from operator import or_

from turbo.game.dice import JOKERS, NUMBERED_FACES, NUMBERS, UNREAD, Colour, Face

Cell = tuple[int, int, int]
"""Island, row and column, each from 0, as the layout is written."""

Faces = tuple[Face, ...]

SHORTEST_SET = 3
LONGEST_GROUP = len(Colour)
LONGEST_RUN = len(NUMBERS)


class Kind(StrEnum):
    GROUP = "group"
    RUN = "run"


@dataclass(frozen=True, slots=True)
class SetReading:
    """One way to read a chain as a set: what every die of it stands for."""

    kind: Kind
    faces: Faces


@dataclass(frozen=True, slots=True)
class Chain:
    """A maximal line of touching dice, left to right or top to bottom."""

    cells: tuple[Cell, ...]
    faces: Faces

    @property
    def readings(self) -> tuple[SetReading, ...]:
        return readings(self.faces)


REMEMBERED = 1024
"""Chains whose readings are remembered: those of the last hundred matches, in about a megabyte. The
same few are asked for again and again while a table is laid."""


@dataclass(frozen=True, slots=True)
class TableSet:
    """A chain that is a set, with every reading that its jokers allow where they lie."""

    chain: Chain
    readings: tuple[SetReading, ...]

    @property
    def kind(self) -> Kind:
        """A chain that could be both kinds is called a group."""
        return Kind.GROUP if any(r.kind is Kind.GROUP for r in self.readings) else Kind.RUN


@lru_cache(maxsize=REMEMBERED)
def readings(faces: Faces) -> tuple[SetReading, ...]:
    """Every way in which these dice, in this order, are a set; none if they are no set."""
    # Jokers alone stand for nothing: a set has at least one numbered die.
    if len(faces) < SHORTEST_SET or all(face.is_joker for face in faces):
        return ()
    return (*_groups(faces), *_runs(faces))


def _groups(faces: Faces) -> Iterator[SetReading]:
    """Group: 3 or 4 dice, one number, all colours different, in any order."""
    fixed = [face for face in faces if not face.is_wild]
    # Without one numbered die some are unread, and these can be any number.
    numbers = {face.number for face in fixed} or set(NUMBERS)
    inks = {face.colour for face in fixed}
    if len(faces) > LONGEST_GROUP or len(inks) < len(fixed) or (fixed and len(numbers) > 1):
        return
    free = [colour for colour in Colour if colour not in inks]
    # In order: a record must print the same readings on every machine.
    for number in sorted(n for n in numbers if n):
        for chosen in permutations(free, len(faces) - len(fixed)):
            fill = iter(chosen)
            identity = tuple(Face(next(fill), number) if f.is_wild else f for f in faces)
            yield SetReading(Kind.GROUP, identity)


def _runs(faces: Faces) -> Iterator[SetReading]:
    """Run: 3 to 13 dice of one colour, consecutive, in order, up or down; 13 has no successor."""
    fixed = [(place, face) for place, face in enumerate(faces) if not face.is_wild]
    inks = {face.colour for _, face in fixed if face.colour is not None} or set(Colour)
    if len(faces) > LONGEST_RUN or (fixed and len(inks) > 1):
        return
    for step in (1, -1):
        # Every numbered die says where the run would begin; all must say the same.
        starts = {(face.number or 0) - step * place for place, face in fixed} or set(NUMBERS)
        for start in sorted(starts) if len(starts) == 1 or not fixed else ():
            end = start + step * (len(faces) - 1)
            if start in NUMBERS and end in NUMBERS:
                line = range(start, end + step, step)
                for ink in sorted(inks):
                    yield SetReading(Kind.RUN, tuple(Face(ink, number) for number in line))


def set_in(faces: Collection[Face]) -> Faces:
    """A set of three made of these dice alone, with few jokers; empty if there is none.

    >>> from turbo.game.dice import hand_text, parse_hand
    >>> hand_text(set_in(parse_hand("k1 b13 r7 r* b12")))
    'r* b12 b13'
    """
    bits = reduce(or_, map(_BITS.__getitem__, faces), 0)
    if wanted := _three_with(bits, SHORTEST_SET):
        return wanted
    if not bits & _ALL_JOKERS:
        return ()
    jokers = [face for face in faces if face.is_joker]
    # Fewer than all three are filled up: three jokers are no set.
    for missing in range(1, min(len(jokers), SHORTEST_SET - 1) + 1):
        if wanted := _three_with(bits, SHORTEST_SET - missing):
            fill = iter(jokers)
            return tuple([face if _BITS[face] & bits else next(fill) for face in wanted])
    return ()


LANE = 16
"""Bits for each colour: nothing follows 13 in a lane, as in the game."""

_BITS = {UNREAD: 0} | {
    face: 1 << (LANE * (face.colour or 0) + (face.number or 0)) for face in NUMBERED_FACES + JOKERS
}
_ALL_JOKERS = sum(map(_BITS.__getitem__, JOKERS))


def _three_with(bits: int, held: int) -> Faces:
    """A set of three of which just so many faces are held, where none has more of them: the first
    run, else the first group. All runs are asked at once, and all groups: every turn asks."""
    at_least = _AT_LEAST[held]
    if starts := at_least(bits, bits >> 1, bits >> 2, 0) & _STARTS:
        return _RUNS[starts & -starts]
    numbers = _OF_GROUPS & at_least(bits, bits >> LANE, bits >> 2 * LANE, bits >> 3 * LANE)
    for mask, wanted in _GROUPS[numbers & -numbers] if numbers else ():
        if (mask & bits).bit_count() == held:
            return wanted
    return ()


_AT_LEAST: dict[int, Callable[[int, int, int, int], int]] = {
    1: lambda a, b, c, d: a | b | c | d,
    2: lambda a, b, c, d: a & (b | c | d) | b & (c | d) | c & d,
    3: lambda a, b, c, d: a & b & (c | d) | c & d & (a | b),
}
"""The bits that so many of four numbers have."""

_RUNS = {
    _BITS[faces[0]]: faces
    for ink in Colour
    for first in NUMBERS[:-2]
    for faces in [tuple(Face(ink, first + step) for step in range(SHORTEST_SET))]
}
"""Three are enough: a longer set holds a set of three that has a numbered die."""

_STARTS = sum(_RUNS)

_GROUPS = {
    1 << number: [
        (sum(map(_BITS.__getitem__, faces)), faces)
        for inks in combinations(Colour, SHORTEST_SET)
        for faces in [tuple(Face(ink, number) for ink in inks)]
    ]
    for number in NUMBERS
}

_OF_GROUPS = sum(_GROUPS)


def why_no_set(faces: Faces) -> str:
    """The one reason that a player would give, as the detail of a `not-a-set` fault."""
    fixed = [face for face in faces if not face.is_wild]
    numbers, inks = {f.number for f in fixed}, {f.colour for f in fixed}
    if not fixed:
        return "jokers"
    if len(numbers) == 1 and len(fixed) > 1:
        return "colour-twice" if len(inks) < len(fixed) else "too-long"
    if len(inks) == 1:
        return "not-in-order"
    return ""
