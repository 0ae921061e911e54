"""A table at rest as hypotheses have to explain it: what is seen, and what lies beside what."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from turbo.live.belief.model import Model
from turbo.live.body import Body, lies_there
from turbo.live.laying import in_sets, laid_of
from turbo.live.snapshot import RestingDie, Snapshot
from vision.mat.plan import Zone
from vision.reading.grid import LayoutTuning


@dataclass(frozen=True, slots=True)
class Neighbours:
    """What the places of the dice say: which lie in a row with others, which lie alone, and which
    lie where another one lay."""

    rows: frozenset[int] = frozenset()
    chains: frozenset[int] = frozenset()
    """Three and more that lie side to side in one line, whether they make a set or not."""
    lone: frozenset[int] = frozenset()
    back: frozenset[int] = frozenset()
    followed: frozenset[int] = frozenset()
    """The same of one that lay there until just now."""


@dataclass(frozen=True, slots=True)
class TableAtRest:
    """A table at rest as it is to be explained: looked at once for all hypotheses."""

    snapshot: Snapshot
    dice: list[RestingDie]
    """Those that are seen and of this round."""
    places: Neighbours
    left_s: dict[int, float]
    """When dice went out of sight, by number."""
    covers: bool = False
    """Whether something hides a part of the mat, or did on the table before."""


def rest_of(
    snapshot: Snapshot, left: frozenset[int], layouts: LayoutTuning, model: Model
) -> TableAtRest:
    """`left`: dice of the last round, by number."""
    dice = [die for die in clear_of(snapshot) if die.id not in left]
    places = _neighbours((*dice, *snapshot.covered), layouts, model)
    return TableAtRest(snapshot, dice, places, dict(snapshot.left_s))


def with_gone(rest: TableAtRest, gone: Sequence[Body], model: Model) -> Neighbours:
    """Which dice lie where one of these lay. Where one lay until just now another one within an
    edge would have driven it away."""
    back, followed = set[int](), set[int]()
    for die in rest.dice:
        for body in gone:
            apart = math.dist((die.x_mm, die.y_mm), body.place or (math.inf, math.inf))
            if apart <= model.aside * model.edge_mm:
                back.add(die.id)
            if apart <= model.edge_mm and gone_for(body, die, rest.left_s) < model.in_cup_s:
                followed.add(die.id)
    return replace(rest.places, back=frozenset(back), followed=frozenset(followed))


def _neighbours(dice: Sequence[RestingDie], layouts: LayoutTuning, model: Model) -> Neighbours:
    """By the dice in the middle, under their numbers."""
    middle = [die for die in dice if die.zone is Zone.TABLE]
    laid = laid_of([lies_there(die) for die in middle], layouts)
    alone = (
        die.id
        for die in middle
        if not any(_is_beside(die, one, model) for one in middle if one is not die)
    )
    lines = frozenset(_in_lines(middle, model))
    return Neighbours(frozenset(in_sets(laid)), lines, frozenset(alone))


def _in_lines(dice: Sequence[RestingDie], model: Model) -> Iterator[int]:
    """Dice with one on each side, or beside such a one: people lay so, and no throw comes to lie
    so (each next one would have to touch within a fifth of an edge and a tenth of a turn)."""
    for die in dice:
        turn = math.radians(die.turn_deg)
        near = [one for one in dice if abs(one.x_mm - die.x_mm) <= 1.5 * model.edge_mm]
        for dx, dy in ((math.cos(turn), math.sin(turn)), (-math.sin(turn), math.cos(turn))):
            sides = [
                [one for one in near if _continues(die, one, way * dx, way * dy, model)]
                for way in (1, -1)
            ]
            if all(sides):
                yield from (die.id, *(one.id for side in sides for one in side))


def _continues(die: RestingDie, one: RestingDie, dx: float, dy: float, model: Model) -> bool:
    x, y = one.x_mm - die.x_mm, one.y_mm - die.y_mm
    along, across = (x * dx + y * dy) / model.edge_mm, (y * dx - x * dy) / model.edge_mm
    turn = (one.turn_deg - die.turn_deg + 45.0) % 90.0 - 45.0
    return 0.8 <= along <= 1.2 and abs(across) <= 0.2 and abs(turn) <= 9.0


def _is_beside(die: RestingDie, other: RestingDie, model: Model) -> bool:
    """Whether they lie side to side or across a gap, as people lay them."""
    turn = math.radians(die.turn_deg)
    dx, dy = other.x_mm - die.x_mm, other.y_mm - die.y_mm
    along = abs(dx * math.cos(turn) + dy * math.sin(turn))
    across = abs(dy * math.cos(turn) - dx * math.sin(turn))
    far, near = max(along, across), min(along, across)
    return far <= 1.8 * model.edge_mm and near <= 0.4 * model.edge_mm


def clear_of(snapshot: Snapshot) -> list[RestingDie]:
    """What is seen and lies there: beside the mat a cup may wait, with dice in it."""
    return [die for die in snapshot.seen if die.zone is not Zone.OUTSIDE or _lies(die, snapshot)]


def _lies(die: RestingDie, snapshot: Snapshot) -> bool:
    place = die.x_mm, die.y_mm
    return die.confidence >= 0.8 and not any(one.surrounds(place) for one in snapshot.hidden)


def gone_for(body: Body, die: RestingDie, left: dict[int, float]) -> float:
    """How long a die was out of sight. Another one may have taken over its number since."""
    left_s = left.get(body.id, die.since_s) if body.is_there else body.left_s
    return die.since_s - left_s
