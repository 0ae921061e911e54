"""Puzzles: a table, some dice, and what to do with them. Three a day, the same ones everywhere, and
those that a match left behind.

A puzzle is made together with one solution, so that there always is one; whoever finds another has
solved it as well, since the referee judges the answer and not a comparison. The levels differ in
how many sets go across others, and how much of the table has to be moved.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from turbo.errors import TurboError
from turbo.game import events
from turbo.game.dice import DICE, JOKERS, Face
from turbo.game.layout import Layout
from turbo.game.match import Match
from turbo.game.referee import judge
from turbo.game.sets import Faces
from turbo.solver import best_play
from turbo.solver.choices import JOKER_CODE
from turbo.solver.counts import Codes, TableCounts, codes_of, face_of
from turbo.solver.disturbance import disturbed
from turbo.solver.shapes import SHAPES, SHAPES_WITH, Shape
from turbo.storage.history import History

LEVELS = (1, 2, 3)
SIX = 6
COPIES = 2
"""Of every numbered face there are two."""
LONGEST = 5
"""Dice of a set that a puzzle begins with."""
NODES = 20_000
"""For a layout that is known to exist, and as many for a search that may find none."""
TRIES = 1_000
"""Tables that are tried for a puzzle; of 4,500 that might have more than 18 dice the worst took
51."""
PLAYER, OTHER = "you", "other"
BARE = TableCounts()


class Goal(StrEnum):
    LAY_ALL = "lay-all"
    FREE_JOKER = "free-joker"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """What lies there, the dice in the hand, what is asked for, and how it can be done."""

    goal: Goal
    level: int
    table: Layout
    hand: Faces
    solution: Layout


@dataclass(frozen=True, slots=True)
class PuzzleAnswer:
    """What the referee says to a table, and whether it is what was asked for."""

    ruling: events.Ruling
    is_solved: bool


def answered(goal: Goal, table: Layout, hand: Faces, layout: Layout) -> PuzzleAnswer:
    """Judge an answer as the play of a turn."""
    ruling = judge(_position(table, hand), events.HandedOver(layout))
    is_done = (
        len(layout.dice) == len(table.dice) + len(hand)
        if goal is Goal.LAY_ALL
        else _is_freed(table, layout)
    )
    return PuzzleAnswer(ruling, ruling.verdict is events.Verdict.ACCEPTED and is_done)


def _position(table: Layout, hand: Faces) -> Match:
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


def _is_freed(before: Layout, after: Layout) -> bool:
    """Whether the joker lies with none of the dice that it lay with."""
    return not set(_beside_joker(before)) & set(_beside_joker(after))


def _beside_joker(layout: Layout) -> Iterator[Face]:
    for chain in layout.chains:
        if any(face.is_joker for face in chain.faces):
            yield from (face for face in chain.faces if not face.is_joker)


def puzzle_of(day: date, level: int) -> Puzzle:
    """The day's puzzle of a level; both kinds take turns."""
    if level not in LEVELS:
        raise TurboError(f"expected a level from 1 to {len(LEVELS)}, got {level}")
    chance = random.Random(f"puzzle {day.isoformat()} {level}")
    make = _all_six if (day.toordinal() + level) % 2 else _freed_joker
    for _ in range(TRIES):
        found = make(chance, level)
        if found is not None:
            return found
    raise AssertionError(f"no puzzle for {day}, level {level}")


def level_of(table: Layout, solution: Layout, hand: Faces) -> int:
    """How hard it is: by the dice that get a second set across, and those that must move."""
    crossed = _crossings(solution) - _crossings(table)
    return min(max(crossed + disturbed(table, solution, hand), LEVELS[0]), LEVELS[-1])


def _crossings(layout: Layout) -> int:
    """Dice that lie in two sets."""
    lying = Counter(cell for chain in layout.chains for cell in chain.cells)
    return sum(times > 1 for times in lying.values())


def _all_six(chance: random.Random, level: int) -> Puzzle | None:
    """Three sets, and six dice that fit: as many pairs as the level says go across a die that lies
    there, the others lengthen a set."""
    sets = [_short(chance, SHAPES) for _ in range(3)]
    table = [code for one in sets for code in one.codes]
    hand: list[int] = []
    wide = list(sets)
    for code in chance.sample(table, level):
        across = _short(chance, SHAPES_WITH[code], 3)
        hand += [other for other in across.codes if other != code]
    while len(hand) < SIX:
        place = chance.randrange(len(sets))
        longer = [one for one in SHAPES if _lengthens(one, wide[place])]
        if not longer:
            return None
        grown = chance.choice(longer)
        hand += set(grown.codes) - set(wide[place].codes)
        wide[place] = grown
    # What the hand holds by itself is seen at once.
    if not _is_in_the_box((*table, *hand)) or BARE.most(tuple(hand)):
        return None
    lying, faces = Layout(tuple((_faces(one.codes),) for one in sets)), _faces(tuple(hand))
    found = best_play(lying, faces, nodes=NODES)
    if len(found.played) < SIX or level_of(lying, found.layout, faces) != level:
        return None
    return Puzzle(Goal.LAY_ALL, level, lying, faces, found.layout)


def _freed_joker(chance: random.Random, level: int) -> Puzzle | None:
    """A joker holds a set of three. At the first level the die that it stands for is in the hand;
    then one of the two others finds a place on the table, and in the end both do."""
    held = _short(chance, SHAPES, 3)
    gone = chance.choice(held.codes)
    beside = [code for code in held.codes if code != gone]
    # Two that make a set with the joker.
    new = _short(chance, SHAPES, 3)
    hand = chance.sample(new.codes, 2)
    hosts: list[Codes] = []
    if level == 1:
        hosts.append(_short(chance, SHAPES).codes)
        hand.append(gone)
    else:
        hosts += [host for code in beside[: level - 1] if (host := _host(chance, code))]
        if level == 2:
            other = _short(chance, SHAPES_WITH[beside[1]], 3)
            hand += [code for code in other.codes if code != beside[1]]
    whole = [*beside, *hand, *(code for host in hosts for code in host)]
    # What the joker lay with must be told apart from all other dice.
    if not _is_in_the_box((*whole, JOKER_CODE)) or any(whole.count(code) > 1 for code in beside):
        return None
    if len(hosts) < max(1, level - 1):
        return None
    return _with_joker(level, held, gone, new, hosts, tuple(hand))


def _with_joker(
    level: int, held: Shape, gone: int, new: Shape, hosts: list[Codes], hand: Codes
) -> Puzzle | None:
    joker = JOKERS[0]
    stuck = tuple(joker if code == gone else face_of(code) for code in held.codes)
    rows = [stuck, *(_faces(host) for host in hosts)]
    table = Layout(tuple((row,) for row in rows))
    freed = tuple(face_of(code) if code in hand[:2] else joker for code in new.codes)
    used = Counter(codes_of(freed)) - Counter((0,))
    rest = Counter((*(code for row in rows for code in codes_of(row) if code), *hand)) - used
    half = _laid(tuple(rest.elements()))
    faces = _faces(hand)
    if half is None or not table.is_legal:
        return None
    solution = Layout((*half.islands, (freed,)))
    if not answered(Goal.FREE_JOKER, table, faces, solution).is_solved:
        return None
    return Puzzle(Goal.FREE_JOKER, level, table, faces, solution)


def _is_in_the_box(codes: Codes) -> bool:
    return len(codes) <= DICE and max(Counter(codes).values()) <= COPIES


def _lengthens(longer: Shape, shorter: Shape) -> bool:
    """Whether it is the same set with one die more."""
    return longer.size == shorter.size + 1 and not shorter.mask & ~longer.mask


def _host(chance: random.Random, code: int) -> Codes:
    """A set on the table that takes this die in; nothing if the one that was tried does not."""
    wide = chance.choice([one for one in SHAPES_WITH[code] if 4 <= one.size <= LONGEST])
    left = tuple(other for other in wide.codes if other != code)
    return left if any(one.codes == left for one in SHAPES_WITH[left[0]]) else ()


def _short(chance: random.Random, shapes: Sequence[Shape], size: int | None = None) -> Shape:
    fits = [one for one in shapes if (one.size <= LONGEST if size is None else one.size == size)]
    return chance.choice(fits)


def _faces(codes: Codes) -> Faces:
    return tuple(face_of(code) for code in codes)


def _laid(codes: Codes) -> Layout | None:
    """All of these as a table of sets that lie apart."""
    found = best_play(Layout(), _faces(codes), crossings=False, nodes=NODES)
    return found.layout if len(found.played) == len(codes) else None


LEAST_LAID = 3
"""Dice of a play that is worth a puzzle."""


def puzzles_in(history: History) -> tuple[tuple[int, Puzzle], ...]:
    """The best puzzle of each level that a match left, with the entry of the play: rather one that
    was missed, then one of many dice."""
    best: dict[int, tuple[tuple[bool, int], int, Puzzle]] = {}
    before = history.fresh
    for one in history.judged:
        rnd, event = before.round, before.meaning(one.event)
        if (
            rnd is not None
            and isinstance(event, events.HandedOver | events.Passed)
            and one.ruling.verdict is events.Verdict.ACCEPTED
        ):
            laid = rnd.played_from(event.layout) if isinstance(event, events.HandedOver) else ()
            found = _left_behind(rnd.table, rnd.hands[rnd.turn] or ())
            if found is not None:
                rank = len(found.hand) > len(laid), len(found.hand)
                known = best.get(found.level)
                if known is None or rank > known[0]:
                    best[found.level] = rank, one.effective.entry.number, found
        before = one.match
    return tuple((entry, puzzle) for _, (_, entry, puzzle) in sorted(best.items()))


def _left_behind(table: Layout, hand: Faces) -> Puzzle | None:
    found = best_play(table, hand, nodes=NODES) if hand and table.islands else None
    # What lies in the hand as sets is seen at once.
    if found is None or len(found.played) < LEAST_LAID or BARE.can_lay(codes_of(found.played)):
        return None
    level = level_of(table, found.layout, found.played)
    return Puzzle(Goal.LAY_ALL, level, table, found.played, found.layout)
