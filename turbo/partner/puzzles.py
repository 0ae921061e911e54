"""Puzzles: a table, some pieces, and what to do with them. Three a day in every edition, the same
ones everywhere, and those that a match left behind.

A puzzle is made together with one solution, so that there always is one; whoever finds another has
solved it as well, since the referee judges the answer and not a comparison. The levels differ in
how many sets go across others or are taken apart, and in how many sets a first meld needs.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from turbo.errors import TurboError
from turbo.game import events
from turbo.game.dice import JOKERS, Face
from turbo.game.editions import TURBO, Edition
from turbo.game.layout import Layout
from turbo.game.sets import Faces
from turbo.partner.puzzle_games import GAMES, LEVELS, Goal, PuzzleGame, faces_of
from turbo.solver.counts import Codes, TableCounts, codes_of, cost_of, face_of
from turbo.solver.shapes import FACE_OF, SHAPES, SHAPES_WITH, Shape
from turbo.storage.history import AnyHistory

SIX = 6
LONGEST = 5
"""Pieces of a set that a puzzle begins with."""
MELD_TABLE = 3
"""Sets that lie there when somebody else has come out already."""
TRIES = 3_000
"""Tables that are tried for a puzzle; of 4,500 of dice that might have more than 18 the worst took
51, of 6,012 of tiles 482 (a first meld of three sets)."""
BARE = TableCounts()


@dataclass(frozen=True, slots=True)
class Puzzle:
    """What lies there, the pieces in the hand, what is asked for, and how it can be done."""

    goal: Goal
    level: int
    table: Layout
    hand: Faces
    solution: Layout
    edition: Edition = TURBO


@dataclass(frozen=True, slots=True)
class PuzzleAnswer:
    """What the referee says to a table, and whether it is what was asked for."""

    ruling: events.Ruling
    is_solved: bool


def answered(
    goal: Goal, table: Layout, hand: Faces, layout: Layout, edition: Edition = TURBO
) -> PuzzleAnswer:
    """Judge an answer as the play of a turn."""
    if layout.has_unread:
        raise TurboError("expected an answer without '?'")
    game = GAMES[edition.piece]
    ruling = game.judged(edition, goal, table, hand, layout)
    match goal:
        case Goal.LAY_ALL:
            is_done = len(layout.dice) == len(table.dice) + len(hand)
        case Goal.FREE_JOKER:
            is_done = _is_freed(game.sets(edition, table), game.sets(edition, layout))
        case Goal.FIRST_MELD:  # what it must be worth is the referee's own rule
            is_done = True
    return PuzzleAnswer(ruling, ruling.verdict is events.Verdict.ACCEPTED and is_done)


def _is_freed(before: Iterable[Faces], after: Iterable[Faces]) -> bool:
    """Whether the joker lies with none of the pieces that it lay with."""
    return not set(_beside_joker(before)) & set(_beside_joker(after))


def _beside_joker(sets: Iterable[Faces]) -> Iterator[Face]:
    for faces in sets:
        if any(face.is_joker for face in faces):
            yield from (face for face in faces if not face.is_joker)


def puzzle_of(day: date, level: int, edition: Edition = TURBO) -> Puzzle:
    """The day's puzzle of a level; all kinds take turns."""
    if level not in LEVELS:
        raise TurboError(f"expected a level from 1 to {len(LEVELS)}, got {level}")
    name = "puzzle" if edition is TURBO else f"puzzle {edition.name}"
    chance = random.Random(f"{name} {day.isoformat()} {level}")
    maker = _Maker(GAMES[edition.piece], edition, chance)
    goals = maker.game.goals
    make = maker.made(goals[(day.toordinal() + level) % len(goals)])
    for _ in range(TRIES):
        found = make(level)
        if found is not None:
            return found
    raise AssertionError(f"no puzzle for {day}, level {level}")


def level_of(game: PuzzleGame, table: Layout, solution: Layout, hand: Faces) -> int:
    """How hard it is, within the levels that there are."""
    return min(max(game.level(table, solution, hand), LEVELS[0]), LEVELS[-1])


@dataclass(frozen=True, slots=True)
class _Maker:
    """Tries to make puzzles, by chance; what is no puzzle is None."""

    game: PuzzleGame
    edition: Edition
    chance: random.Random

    def made(self, goal: Goal) -> Callable[[int], Puzzle | None]:
        return {
            Goal.LAY_ALL: self.all_six,
            Goal.FREE_JOKER: self.freed_joker,
            Goal.FIRST_MELD: self.first_meld,
        }[goal]

    def all_six(self, level: int) -> Puzzle | None:
        """Some sets, and six pieces that fit: as many pairs as the level says make a set with a
        piece that lies there, the others lengthen a set."""
        sets = [self._short(SHAPES) for _ in range(self.game.rows(level))]
        hand: list[int] = []
        lent, wide = self.game.lent(self.chance, sets, level)
        for code in lent:
            across = self._short(SHAPES_WITH[code], 3)
            hand += [other for other in across.codes if other != code]
        while len(hand) < SIX:
            place = self.chance.randrange(len(sets))
            longer = [one for one in SHAPES if _lengthens(one, wide[place])]
            if not longer:
                return None
            grown = self.chance.choice(longer)
            hand += set(grown.codes) - set(wide[place].codes)
            wide[place] = grown
        table = [code for one in sets for code in one.codes]
        # What the hand holds by itself is seen at once.
        if not self._is_in_the_box((*table, *hand)) or BARE.most(tuple(hand)):
            return None
        lying, faces = _layout(sets), faces_of(tuple(hand))
        found = self.game.best(self.edition, Goal.LAY_ALL, lying, faces)
        if len(found.played) < SIX or level_of(self.game, lying, found.layout, faces) != level:
            return None
        return Puzzle(Goal.LAY_ALL, level, lying, faces, found.layout, self.edition)

    def freed_joker(self, level: int) -> Puzzle | None:
        """A joker holds a set of three. At the first level the piece that it stands for is in the
        hand; then one of the two others finds a place on the table, and in the end both do."""
        held = self._short(SHAPES, 3)
        gone = self.chance.choice(held.codes)
        beside = [code for code in held.codes if code != gone]
        # Two that make a set with the joker.
        new = self._short(SHAPES, 3)
        hand = self.chance.sample(new.codes, 2)
        hosts: list[Codes] = []
        if level == 1:
            hosts.append(self._short(SHAPES).codes)
            hand.append(gone)
        else:
            hosts += [host for code in beside[: level - 1] if (host := self._host(code))]
            if level == 2:
                other = self._short(SHAPES_WITH[beside[1]], 3)
                hand += [code for code in other.codes if code != beside[1]]
        whole = [*beside, *hand, *(code for host in hosts for code in host)]
        # What the joker lay with must be told apart from all other pieces.
        if not self._is_in_the_box((*whole, 0)) or any(whole.count(code) > 1 for code in beside):
            return None
        if len(hosts) < max(1, level - 1):
            return None
        return self._with_joker(level, held, gone, new, hosts, tuple(hand))

    def _with_joker(
        self, level: int, held: Shape, gone: int, new: Shape, hosts: list[Codes], hand: Codes
    ) -> Puzzle | None:
        joker = JOKERS[0]
        stuck = tuple(joker if code == gone else face_of(code) for code in held.codes)
        rows = [stuck, *(faces_of(host) for host in hosts)]
        table = Layout(tuple((row,) for row in rows))
        freed = tuple(face_of(code) if code in hand[:2] else joker for code in new.codes)
        used = Counter(codes_of(freed)) - Counter((0,))
        rest = Counter((*(code for row in rows for code in codes_of(row) if code), *hand)) - used
        half = self.game.apart(self.edition, faces_of(tuple(rest.elements())))
        faces = faces_of(hand)
        if half is None or not table.is_legal:
            return None
        solution = Layout((*half.islands, (freed,)))
        if not answered(Goal.FREE_JOKER, table, faces, solution, self.edition).is_solved:
            return None
        return Puzzle(Goal.FREE_JOKER, level, table, faces, solution, self.edition)

    def first_meld(self, level: int) -> Puzzle | None:
        """A whole rack, and sets of the others: as many own sets as the level says are needed."""
        lying = [self._short(SHAPES) for _ in range(MELD_TABLE)]
        codes = [code for _ in range(level) for code in self._short(SHAPES, 3).codes]
        codes += self.chance.choices(list(FACE_OF), k=self.edition.hand - len(codes))
        rack = tuple(sorted(codes))
        if not self._is_in_the_box((*rack, *(code for one in lying for code in one.codes))):
            return None
        if _fewest(rack, self.edition.first_meld) != level:
            return None
        table, faces = _layout(lying), faces_of(rack)
        found = self.game.best(self.edition, Goal.FIRST_MELD, table, faces)
        if not found:
            return None
        return Puzzle(Goal.FIRST_MELD, level, table, faces, found.layout, self.edition)

    def _is_in_the_box(self, codes: Codes) -> bool:
        return self.game.fits(self.edition, faces_of(codes))

    def _host(self, code: int) -> Codes:
        """A set on the table that takes this piece in; nothing if the one tried does not."""
        wide = self.chance.choice([one for one in SHAPES_WITH[code] if 4 <= one.size <= LONGEST])
        left = tuple(other for other in wide.codes if other != code)
        return left if any(one.codes == left for one in SHAPES_WITH[left[0]]) else ()

    def _short(self, shapes: Sequence[Shape], size: int | None = None) -> Shape:
        fit = [one for one in shapes if (one.size <= LONGEST if size is None else one.size == size)]
        return self.chance.choice(fit)


def _layout(sets: Iterable[Shape]) -> Layout:
    return Layout(tuple((faces_of(one.codes),) for one in sets))


def _lengthens(longer: Shape, shorter: Shape) -> bool:
    """Whether it is the same set with one piece more."""
    return longer.size == shorter.size + 1 and not shorter.mask & ~longer.mask


def _fewest(rack: Codes, worth: int) -> int | None:
    """How few sets of these are worth so much together; None: all of them are not."""
    left = Counter(rack)
    own = [one for one in SHAPES if all(left[code] for code in one.codes)]

    def reach(many: int, missing: int, sets: Sequence[Shape], left: Counter[int]) -> bool:
        for at, one in enumerate(sets):
            used = Counter(one.codes)
            if used <= left:
                short = missing - cost_of(one.codes)
                if short <= 0 or (many > 1 and reach(many - 1, short, sets[at:], left - used)):
                    return True
        return False

    return next((many for many in LEVELS if reach(many, worth, own, left)), None)


LEAST_LAID = 3
"""Pieces of a play that is worth a puzzle."""


def puzzles_in(history: AnyHistory) -> tuple[tuple[int, Puzzle], ...]:
    """The best puzzle of each level that a match left, with the entry of the play: rather one that
    was missed, then one of many pieces."""
    edition = history.options.edition
    best: dict[int, tuple[tuple[bool, int], int, Puzzle]] = {}
    judged: Sequence[Any] = history.judged
    before: Any = history.fresh
    for one in judged:
        rnd, event = before.round, before.meaning(one.event)
        if (
            rnd is not None
            and isinstance(event, events.HandedOver | events.Passed)
            and one.ruling.verdict is events.Verdict.ACCEPTED
        ):
            hand, laid = GAMES[edition.piece].held(rnd, event)
            found = _left_behind(edition, rnd.table, hand)
            if found is not None:
                rank = len(found.hand) > len(laid), len(found.hand)
                known = best.get(found.level)
                if known is None or rank > known[0]:
                    best[found.level] = rank, one.effective.entry.number, found
        before = one.match
    return tuple((entry, puzzle) for _, (_, entry, puzzle) in sorted(best.items()))


def _left_behind(edition: Edition, table: Layout, hand: Faces) -> Puzzle | None:
    game = GAMES[edition.piece]
    if len(hand) < LEAST_LAID or not table.islands:
        return None
    found = game.best(edition, Goal.LAY_ALL, table, hand)
    if len(found.played) < LEAST_LAID:
        return None
    # What lies in the hand as sets is seen at once.
    alone = game.best(edition, Goal.LAY_ALL, Layout(), found.played)
    if len(alone.played) == len(found.played):
        return None
    level = level_of(game, table, found.layout, found.played)
    return Puzzle(Goal.LAY_ALL, level, table, found.played, found.layout, edition)
