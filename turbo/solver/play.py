"""The best play, any play, a set from the hand alone, and whether one very die can be played.

Choices of hand dice are tried from the best down: most dice, then most points. A choice that some
die rules out because it could be in no set at all costs a few bit operations; of the rest each is
answered by the search for a cover and a place on the grid, so the first that succeeds is the best.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, product

from turbo.dice import Face, points
from turbo.rules import Layout
from turbo.solver.clock import EFFORT, Clock, OutOfNodes, OutOfTime
from turbo.solver.engine import Engine, Found, Kept, can_support
from turbo.solver.placing import DOWN, Grid
from turbo.solver.position import BadPosition, Position, first_identities
from turbo.solver.shapes import (
    FACE_OF,
    SHAPE_BY_MASK,
    Shape,
    code_of,
    largest_supported,
    mask_of,
)

Choice = tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Play:
    """Hand dice to play, none if there is no play, and the table with them. `proved` says that the
    search was exhaustive: no play has more dice, or as many and more points."""

    played: tuple[Face, ...]
    layout: Layout
    proved: bool

    def __bool__(self) -> bool:
        return bool(self.played)


def best_play(
    table: Layout, hand: Sequence[Face], *, budget_s: float = 2.0, crossings: bool = True
) -> Play:
    """The play that lays most dice, of those the one with most points, and of those one that
    disturbs few table dice. Without `crossings` sets lie apart from each other, old and new.

    >>> from turbo.dice import hand_text, parse_hand
    >>> play = best_play(Layout.parse("b3 b4 b5"), parse_hand("r3 k3 o9"))
    >>> hand_text(play.played), play.proved
    ('r3 k3', True)
    """
    return _Solver(Position(table, tuple(hand)), budget_s, crossings).best()


def any_play(table: Layout, hand: Sequence[Face], *, budget_s: float = 2.0) -> Play:
    """The first play found; the proof that there is none is as good as that of `best_play`."""
    return _Solver(Position(table, tuple(hand)), budget_s).any()


def can_play(table: Layout, hand: Sequence[Face], face: Face, *, budget_s: float = 2.0) -> Play:
    """The best play that lays this very face of the hand."""
    if face not in hand:
        raise BadPosition(f"expected a face of the hand, got {face}")
    return _Solver(Position(table, tuple(hand)), budget_s, must=face).best()


def hand_set(hand: Sequence[Face]) -> Play:
    """The set of most dice, then most points, that the hand holds by itself.

    >>> from turbo.dice import parse_hand
    >>> str(hand_set(parse_hand("b3 r* b5 k1")).layout)
    'b3 r* b5'
    """
    position = Position(Layout(), tuple(hand))
    found = max(_hand_sets(position.hand), key=lambda line: (len(line), points(line)), default=())
    return Play(found, Layout(((found,),)) if found else Layout(), True)


def _hand_sets(hand: Choice) -> Iterator[Choice]:
    jokers = [face for face in hand if face.is_joker]
    held = mask_of(code_of(face) for face in hand if not face.is_joker)
    for mask, shape in SHAPE_BY_MASK.items():
        if mask & held and (mask & ~held).bit_count() <= len(jokers):
            spare = iter(jokers)
            yield tuple(
                FACE_OF[code] or next(spare) if held >> code & 1 else next(spare)
                for code in shape.codes
            )


class _Solver:
    def __init__(
        self, position: Position, budget_s: float, crossings: bool = True, must: Face | None = None
    ) -> None:
        self.position = position
        self.clock = Clock(budget_s)
        self.crossings = crossings
        self.must = must
        hand = mask_of(code_of(face) for face in position.hand if not face.is_joker)
        hand_jokers = sum(face.is_joker for face in position.hand)
        self._jokers = position.table_jokers + hand_jokers
        self._useful = largest_supported(position.table_mask, hand, self._jokers)
        self._supportable: dict[int, bool] = {}
        self.engine = Engine(self.clock, position.table_mask | self._useful, self._jokers, {})

    def best(self) -> Play:
        return self._first(self._choices(largest_first=True))

    def any(self) -> Play:
        return self._first(self._choices(largest_first=False))

    def _first(self, choices: Iterable[Choice]) -> Play:
        """The first choice that can be laid. What was given up on the way there is taken up again
        with more nodes, until it is settled or time is over."""
        doubtful: list[Choice] = []
        answer: Play | None = None
        try:
            for choice in choices:
                answer, is_settled = self._try(choice, EFFORT.first_nodes)
                if answer:
                    break
                if not is_settled:
                    doubtful.append(choice)
            nodes = EFFORT.first_nodes
            while doubtful:
                nodes *= EFFORT.more
                still = []
                for choice in doubtful:
                    better, is_settled = self._try(choice, nodes)
                    if better:
                        answer = better
                        break
                    if not is_settled:
                        still.append(choice)
                doubtful = still
        except OutOfTime:
            return self._unproved(answer)
        return answer or Play((), self.position.table, True)

    def _unproved(self, answer: Play | None) -> Play:
        if answer:
            return Play(answer.played, answer.layout, False)
        return Play((), self.position.table, False)

    def _try(self, choice: Choice, nodes: int) -> tuple[Play | None, bool]:
        self.clock.allow(nodes)
        try:
            layout = self._lay(choice)
        except OutOfTime:
            raise
        except OutOfNodes:
            return None, False
        return (Play(self._in_hand_order(choice), layout, True) if layout else None), True

    def _in_hand_order(self, choice: Choice) -> Choice:
        left = list(choice)
        played = []
        for face in self.position.hand:
            if face in left:
                left.remove(face)
                played.append(face)
        return tuple(played)

    def _choices(self, *, largest_first: bool) -> Iterator[Choice]:
        """Choices of hand dice that bit arithmetic does not rule out, best first."""
        position = self.position
        hand = [f for f in position.hand if f.is_joker or self._useful >> code_of(f) & 1]
        hand.sort(key=lambda face: -face.points)
        sizes = range(1, len(hand) + 1)
        for size in reversed(sizes) if largest_first else sizes:
            yield from self._choices_of(hand, size)

    def _choices_of(self, hand: list[Face], size: int) -> list[Choice]:
        """The choices of so many dice that might be laid, most points first."""
        codes = [0 if face.is_joker else code_of(face) for face in hand]
        found: dict[tuple[int, ...], Choice] = {}
        for places in combinations(range(len(hand)), size):
            kind = tuple([codes[place] for place in places])
            if kind not in found and self._might_be_laid(kind):
                found[kind] = tuple([hand[place] for place in places])
        chosen = [c for c in found.values() if self.must is None or self.must in c]
        return sorted(chosen, key=points, reverse=True) if len(chosen) > 1 else chosen

    def _might_be_laid(self, kind: tuple[int, ...]) -> bool:
        faces, jokers = self.position.table_mask, self.position.table_jokers
        for code in kind:
            if code:
                faces |= 1 << code
            else:
                jokers += 1
        key = faces << 5 | jokers
        known = self._supportable.get(key)
        if known is None:
            known = self._supportable[key] = bool(faces) and can_support(faces, jokers)
        return known

    def _lay(self, choice: Choice) -> Layout | None:
        if not self.crossings:
            return self._lay_apart(choice)
        return self._lay_beside(choice) or self._lay_anew(choice)

    def _lay_apart(self, choice: Choice) -> Layout | None:
        """Every set by itself."""
        codes, jokers = self._everything(choice)
        lines = self.engine.part(codes, len(jokers))
        if lines is None:
            return None
        spare = iter(jokers)
        return Layout(tuple([(_line(shape, wild, spare),) for shape, wild in lines]))

    def _everything(self, choice: Choice) -> tuple[list[int], list[Face]]:
        """The codes and the jokers of the table and the choice."""
        position = self.position
        codes = [*position.table_codes, *(code_of(f) for f in choice if not f.is_joker)]
        jokers = [f for f in (*position.table_faces, *choice) if f.is_joker]
        return codes, jokers

    def _lay_beside(self, choice: Choice) -> Layout | None:
        """Everything on the table stays as it lies."""
        codes = [code_of(face) for face in choice if not face.is_joker]
        jokers = [face for face in choice if face.is_joker]
        for kept in self._ways_to_keep():
            found = self.engine.cover(kept, codes, len(jokers), may_touch=False)
            if found is not None:
                return _layout(found, [face for part, _ in kept for face in part.faces], jokers)
        return None

    def _ways_to_keep(self) -> Iterator[tuple[Kept, ...]]:
        """The table as it lies, with the first few identities of its jokers."""
        parts = self.position.parts
        ways = [first_identities(part, EFFORT.readings) for part in parts]
        for identities in islice(product(*ways), EFFORT.readings):
            yield tuple(zip(parts, identities, strict=True))

    def _lay_anew(self, choice: Choice) -> Layout | None:
        """Everything may be moved."""
        codes, jokers = self._everything(choice)
        found = self.engine.cover((), codes, len(jokers), may_touch=True)
        return None if found is None else _layout(found, [], jokers)


def _layout(found: Found, kept: Sequence[Face], jokers: Sequence[Face]) -> Layout:
    """The dice as faces: kept ones show what they showed, new jokers are taken in order."""
    spare = iter(jokers)
    faces: list[Face | None] = [*kept]
    for die in range(len(kept), len(found.codes)):
        faces.append(next(spare) if found.jokers[die] else FACE_OF[found.codes[die]])
    return Layout(tuple([_rows(grid, faces) for grid in found.grids]))


def _line(shape: Shape, wild: int, jokers: Iterator[Face]) -> tuple[Face | None, ...]:
    return tuple([next(jokers) if wild >> code & 1 else FACE_OF[code] for code in shape.codes])


def _rows(grid: Grid, faces: Sequence[Face | None]) -> tuple[tuple[Face | None, ...], ...]:
    placed = {divmod(cell, DOWN): faces[die] for cell, die in grid.items()}
    top, bottom = min(placed)[0], max(placed)[0]
    left, right = min(x for _, x in placed), max(x for _, x in placed)
    return tuple(
        tuple([placed.get((y, x)) for x in range(left, right + 1)]) for y in range(top, bottom + 1)
    )
