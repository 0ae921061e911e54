"""What puzzles ask of a game, whichever it is: how an answer is judged, the best play, what the box
holds, and how hard a way is. Each game is one row of `GAMES`.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from turbo.errors import TurboError
from turbo.game import events
from turbo.game.dice import DICE
from turbo.game.editions import Edition, PieceKind
from turbo.game.layout import Fault, Layout, Rule
from turbo.game.match import Match
from turbo.game.referee import judge
from turbo.game.sets import Faces
from turbo.solver import Play, best_play, best_tiles
from turbo.solver.counts import Codes, face_of
from turbo.solver.disturbance import disturbed
from turbo.solver.shapes import SHAPE_BY_MASK, Shape
from turbo.solver.tile_play import TilePosition
from turbo.tiles.match import TileMatch
from turbo.tiles.referee import judge_tiles
from turbo.tiles.rows import TileLayout, difference, kind_of

LEVELS = (1, 2, 3)
NODES = 20_000
"""For a layout that is known to exist, and as many for a search that may find none."""
WORK = 3_000_000
"""The same for tiles: steps of their search, a tenth of a second."""
PLAYER, OTHER = "you", "other"
LENT = 4
"""Tiles of a set that can spare one."""


class Goal(StrEnum):
    LAY_ALL = "lay-all"
    FREE_JOKER = "free-joker"
    FIRST_MELD = "first-meld"


@dataclass(frozen=True, slots=True)
class PuzzleGame:
    """What differs between the games; everything is asked of an edition."""

    goals: tuple[Goal, ...]
    """Day after day one of them."""
    judged: Callable[[Edition, Goal, Layout, Faces, Layout], events.Ruling]
    """The ruling on a table, where this one lay there before and these were in the hand."""
    best: Callable[[Edition, Goal, Layout, Faces], Play]
    apart: Callable[[Edition, Faces], Layout | None]
    """All of these as sets that lie apart."""
    sets: Callable[[Edition, Layout], Iterable[Faces]]
    fits: Callable[[Edition, Faces], bool]
    """Whether the box holds all of these."""
    level: Callable[[Layout, Layout, Faces], int]
    """What makes a way hard, counted."""
    lent: Callable[[random.Random, Sequence[Shape], int], tuple[Codes, list[Shape]]]
    """So many of these sets' pieces that get a second set, and the sets afterwards."""
    rows: Callable[[int], int]
    """Sets on the table of a level."""
    held: Callable[[Any, Any], tuple[Faces, Faces]]
    """What of a hand is known when a play of a match was made, and what was laid of it."""


def _whole(found: Play, faces: Faces) -> Layout | None:
    """The table of a play that lays all of these."""
    return found.layout if len(found.played) == len(faces) else None


def _most_alike(faces: Faces) -> int:
    return max(Counter(faces).values())


# Dice.


def _dice_position(table: Layout, hand: Faces) -> Match:
    """A match in which this hand was thrown over this table."""
    if not table.is_legal:
        raise TurboError("expected a legal table")
    match = Match((PLAYER, OTHER))
    told = (
        events.RoundStarted(PLAYER),
        *((events.TableBegun(table),) if table.islands else ()),
        events.HandBegun(PLAYER, hand),
        events.Thrown(PLAYER, hand),
    )
    for event in told:
        ruling = judge(match, event)
        if ruling.verdict is not events.Verdict.ACCEPTED:
            raise TurboError("expected a hand of one to nine dice, eighteen with the table at most")
        match = match.after(event, ruling)
    return match


def _dice_judged(
    _: Edition, goal: Goal, table: Layout, hand: Faces, layout: Layout
) -> events.Ruling:
    if goal is Goal.FIRST_MELD:
        raise TurboError("expected another goal: dice have no first meld")
    return judge(_dice_position(table, hand), events.HandedOver(layout))


def _dice_level(table: Layout, solution: Layout, hand: Faces) -> int:
    """By the dice that get a second set across, and those that must move."""
    return _crossings(solution) - _crossings(table) + disturbed(table, solution, hand)


def _crossings(layout: Layout) -> int:
    """Dice that lie in two sets."""
    lying = Counter(cell for chain in layout.chains for cell in chain.cells)
    return sum(times > 1 for times in lying.values())


def _crossed(chance: random.Random, sets: Sequence[Shape], many: int) -> tuple[Codes, list[Shape]]:
    """Any die can be crossed, and stays where it is."""
    return tuple(chance.sample([code for one in sets for code in one.codes], many)), list(sets)


def _dice_held(rnd: Any, event: Any) -> tuple[Faces, Faces]:
    laid = rnd.played_from(event.layout) if isinstance(event, events.HandedOver) else ()
    return rnd.hands[rnd.turn] or (), laid


# Tiles.


def _tiles_judged(
    edition: Edition, goal: Goal, table: Layout, hand: Faces, layout: Layout
) -> events.Ruling:
    """The referee knows how many tiles a rack has; here it is also known which."""
    TilePosition(table, hand, edition)  # raises where it cannot be
    match = TileMatch((PLAYER, OTHER), edition)
    is_melded = goal is not Goal.FIRST_MELD
    for event in (
        events.RoundStarted(PLAYER),
        events.TableBegun(table),
        events.RackBegun(PLAYER, len(hand), melded=is_melded),
    ):
        match = match.after(event, judge_tiles(match, event))
    ruling = judge_tiles(match, events.HandedOver(layout))
    own = Counter(difference(table, layout)[0])
    foreign = tuple((own - Counter(map(kind_of, hand))).elements())
    if not foreign:
        return ruling
    fault = Fault(Rule.DIE_ADDED, foreign)
    return events.Ruling(events.Verdict.REJECTED, PLAYER, (*ruling.faults, fault))


def _tiles_best(edition: Edition, goal: Goal, table: Layout, hand: Faces) -> Play:
    return best_tiles(table, hand, edition, melded=goal is not Goal.FIRST_MELD, work=WORK)


def _tiles_level(table: Layout, solution: Layout, hand: Faces) -> int:
    """By the sets that cannot stay together."""
    left = [Counter(map(kind_of, row)) for row in _rows(solution)]
    broken = 0
    for row in _rows(table):
        old = Counter(map(kind_of, row))
        whole = next((new for new in left if old <= new), None)
        if whole is None:
            broken += 1
        else:
            left.remove(whole)
    return broken


def _rows(layout: Layout) -> list[Faces]:
    return [tuple(f for f in row if f is not None) for rows in layout.islands for row in rows]


def _taken(chance: random.Random, sets: Sequence[Shape], many: int) -> tuple[Codes, list[Shape]]:
    """A tile lies in one set alone: it is taken from one that can spare it. Fewer where not so many
    sets can."""
    after, codes = list(sets), []
    able = [at for at, one in enumerate(sets) if one.size >= LENT]
    for at in chance.sample(able, min(many, len(able))):
        shape = sets[at]
        code = chance.choice((shape.codes[0], shape.codes[-1]) if shape.is_run else shape.codes)
        codes.append(code)
        after[at] = SHAPE_BY_MASK[shape.mask & ~(1 << code)]
    return tuple(codes), after


def _tiles_held(game: Any, event: Any) -> tuple[Faces, Faces]:
    """Racks are hidden: of a rack the tiles are known that were laid. A first meld is made of them
    alone, and nobody has to look for it."""
    if not isinstance(event, events.HandedOver) or game.is_blind or not game.melded[game.turn]:
        return (), ()
    laid, _ = difference(game.table, event.layout)
    return laid, laid


GAMES = {
    PieceKind.DIE: PuzzleGame(
        (Goal.FREE_JOKER, Goal.LAY_ALL),
        _dice_judged,
        lambda edition, goal, table, hand: best_play(table, hand, nodes=NODES),
        lambda _, faces: _whole(best_play(Layout(), faces, crossings=False, nodes=NODES), faces),
        lambda edition, layout: (chain.faces for chain in layout.chains),
        lambda edition, faces: len(faces) <= DICE and _most_alike(faces) <= edition.copies,
        _dice_level,
        _crossed,
        lambda level: 3,
        _dice_held,
    ),
    PieceKind.TILE: PuzzleGame(
        (Goal.FREE_JOKER, Goal.LAY_ALL, Goal.FIRST_MELD),
        _tiles_judged,
        _tiles_best,
        lambda edition, faces: _whole(best_tiles(Layout(), faces, edition, work=WORK), faces),
        lambda edition, layout: (faces for faces, _ in TileLayout(layout, edition).sets()),
        lambda edition, faces: _most_alike(faces) <= edition.copies,
        _tiles_level,
        _taken,
        lambda level: 2 + level,
        _tiles_held,
    ),
}


def faces_of(codes: Codes) -> Faces:
    return tuple(face_of(code) for code in codes)
