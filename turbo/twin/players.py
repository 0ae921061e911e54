"""Two players of chosen skill. They know the game; what the referee thinks they are only told.

- `simple`: lays the first sets that it sees in the hand, lengthens runs, completes groups, hangs a
  group from the end of a run, throws everything again. Costs microseconds.
- `good`: mostly searches for a play with the solver, sometimes looks no further than `simple`;
  keeps jokers and promising pairs.
- `best`: the best play there is, each time.
"""

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

from turbo.game.dice import NUMBERED_FACES, NUMBERS, Face, without
from turbo.game.events import Verdict
from turbo.game.layout import Layout
from turbo.game.sets import REMEMBERED, SHORTEST_SET, Faces, set_in
from turbo.solver import best_play
from turbo.twin.habits import Habits, Skill


class Feedback(Protocol):
    """What players can see or hear of the referee: lamps, voice, dashboard."""

    def rulings(self) -> int:
        """How many rulings there have been; it grows with each."""

    def verdict(self) -> Verdict | None:
        """The last verdict."""

    def turn(self) -> str | None:
        """Whose turn the referee thinks it is."""


class TwinPlayer:
    """Decides what to throw and what to play."""

    def __init__(self, name: str, habits: Habits, chance: random.Random) -> None:
        self.name, self.habits, self.chance = name, habits, chance

    def to_throw(self, hand: Faces) -> list[int]:
        """The places in the hand that go into the cup; never none."""
        if self.habits.skill is Skill.SIMPLE or len(hand) < 2:
            return list(range(len(hand)))
        kept = promising(hand)
        thrown = [place for place in range(len(hand)) if place not in kept]
        # A turn is a throw: whoever would keep everything must throw one die all the same.
        return thrown or [self.chance.randrange(len(hand))]

    def play(self, table: Layout, hand: Faces) -> Layout | None:
        """The table after the play; None to pass."""
        habits = self.habits
        is_shallow = habits.skill is Skill.GOOD and self.chance.random() < habits.shallow
        if habits.skill is Skill.SIMPLE or is_shallow:
            return simple_play(table, hand)
        found = best_play(table, hand, nodes=habits.search_nodes)
        return found.layout if found.played else None


def places_of(faces: Faces, hand: Faces) -> list[int]:
    """Where these lie in the hand."""
    left, places = list(faces), []
    for place, face in enumerate(hand):
        if face in left:
            left.remove(face)
            places.append(place)
    return places


def promising(hand: Faces) -> set[int]:
    """Jokers, and the pair that one more die would make a set."""
    kept = {place for place, face in enumerate(hand) if face.is_joker}
    for one in range(len(hand)):
        for other in range(one):
            if _are_near(hand[one], hand[other]):
                return kept | {one, other}
    return kept


def _are_near(one: Face, other: Face) -> bool:
    if one.is_joker or other.is_joker:
        return False
    if one.colour == other.colour:
        # With a gap of two the die between them makes a run.
        return 1 <= abs((one.number or 0) - (other.number or 0)) <= 2
    return one.number == other.number


Rows = list[list[Face | None]]


class Openings(NamedTuple):
    """What a line can be given by whoever only looks at it."""

    behind: frozenset[Face] = frozenset()
    before: frozenset[Face] = frozenset()
    hung: frozenset[Face] = frozenset()
    """A group of two of these and its first die."""
    any: frozenset[Face] = frozenset()
    """All of them."""


@lru_cache(maxsize=REMEMBERED)
def openings(line: tuple[Face | None, ...]) -> Openings:
    """Only lines without jokers: with one, what it stands for would have to be thought about."""
    dice = [face for face in line if face is not None]
    if len(dice) < SHORTEST_SET or any(face.is_wild for face in dice):
        return Openings()
    first, last, step = dice[0], dice[-1], (dice[1].number or 0) - (dice[0].number or 0)
    same = frozenset(face for face in NUMBERED_FACES if face.number == first.number)
    if not step:
        inks = {face.colour for face in dice}
        behind = frozenset(face for face in same if face.colour not in inks)
        return Openings(behind, any=behind)
    ends = (last, step), (first, -step)
    behind, before = (
        frozenset(Face(die.colour, n) for n in [(die.number or 0) + by] if n in NUMBERS)
        for die, by in ends
    )
    return Openings(behind, before, same - {first}, behind | before | same - {first})


def simple_play(table: Layout, hand: Faces) -> Layout | None:
    """What a player sees at a glance; None if that is nothing."""
    found = set_in(hand)
    # Most turns end here: nothing is laid out for those who cannot play.
    if not found and all(openings(rows[0]).any.isdisjoint(hand) for rows in table.islands):
        return None
    islands: list[Rows] = [[list(row) for row in rows] for rows in table.islands]
    left = list(hand)
    while found:
        islands.append([list(found)])
        left = list(without(left, found))
        found = set_in(left)
    # Only plain lines: to add to a cross, what touches it would have to be thought about.
    while any(_add_to(rows, left) for rows in islands if len(rows) == 1):
        pass
    if len(left) == len(hand):
        return None
    return Layout(tuple(tuple(tuple(row) for row in rows) for rows in islands))


def _add_to(rows: Rows, hand: list[Face]) -> bool:
    line = rows[0]
    behind, before, hung, _ = openings(tuple(line))
    for face in hand:
        if face in behind:
            line.append(face)
        elif face in before:
            line.insert(0, face)
        else:
            continue
        hand.remove(face)
        return True
    # Each once, and in the order of the colours.
    held = sorted(hung.intersection(hand))[:2]
    if len(held) < 2:
        return False
    for face in held:
        hand.remove(face)
        rows.append([face, *[None] * (len(line) - 1)])
    return True


def two_players(
    names: tuple[str, ...], habits: Sequence[Habits], chance: random.Random
) -> tuple[TwinPlayer, TwinPlayer]:
    # Each their own: what one draws must not change what the other does.
    seeds = [random.Random(chance.random()) for _ in names]
    one, other = (TwinPlayer(n, h, s) for n, h, s in zip(names, habits, seeds, strict=True))
    return one, other
