"""Two players of chosen skill. They know the game; what the referee thinks they are only told.

- `simple`: lays the first sets that it sees in the hand, lengthens runs, completes groups, hangs a
  group from the end of a run, throws everything again. Costs microseconds.
- `good`: mostly searches for a play with the solver, sometimes looks no further than `simple`;
  keeps jokers and promising pairs.
- `best`: the best play there is, each time.
"""

import random
from collections.abc import Sequence
from typing import Protocol

from turbo.game.dice import JOKER, Face, without
from turbo.game.events import Verdict
from turbo.game.layout import Layout
from turbo.game.sets import Faces, set_in
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


def simple_play(table: Layout, hand: Faces) -> Layout | None:
    """What a player sees at a glance; None if that is nothing."""
    islands: list[Rows] = [[list(row) for row in rows] for rows in table.islands]
    left = list(hand)
    while found := set_in(left):
        islands.append([list(found)])
        left = list(without(left, found))
    # Only plain lines: to add to a cross, what touches it would have to be thought about.
    while any(_add_to(rows, left) for rows in islands if len(rows) == 1):
        pass
    if len(left) == len(hand):
        return None
    return Layout(tuple(tuple(tuple(row) for row in rows) for rows in islands))


def _add_to(rows: Rows, hand: list[Face]) -> bool:
    """Only lines without jokers: with one, what it stands for would have to be thought about."""
    line = [face for face in rows[0] if face is not None]
    if len(line) < 3 or JOKER in [face.number for face in line]:
        return False
    if line[0].number == line[1].number:
        return _complete(rows[0], line, hand)
    return _lengthen(rows[0], line, hand) or _cross(rows, line, hand)


def _complete(row: list[Face | None], line: list[Face], hand: list[Face]) -> bool:
    inks = {face.colour for face in line}
    for face in hand:
        if face.number == line[0].number and face.colour not in inks:
            hand.remove(face)
            row.append(face)
            return True
    return False


def _lengthen(row: list[Face | None], line: list[Face], hand: list[Face]) -> bool:
    first, last = line[0], line[-1]
    step = (last.number or 0) - (line[-2].number or 0)
    for face in hand:
        if face.colour != first.colour or face.is_joker:
            continue
        if face.number == (last.number or 0) + step:
            row.append(face)
        elif face.number == (first.number or 0) - step:
            row.insert(0, face)
        else:
            continue
        hand.remove(face)
        return True
    return False


def _cross(rows: Rows, line: list[Face], hand: list[Face]) -> bool:
    """A group hanging down from the first die of a run."""
    # Each once, and in the order of the colours.
    held = sorted({face for face in hand if face.number == line[0].number} - {line[0]})[:2]
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
