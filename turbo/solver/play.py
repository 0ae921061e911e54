"""The best play, any play, a set from the hand alone, and whether one very die can be played.

Choices of hand dice are tried from the best down: most dice, then most points. A choice that some
die rules out because it could be in no set at all costs a few bit operations; of the rest each is
answered by the search for a cover and a place on the grid, so the first that succeeds is the best.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from turbo.errors import expect
from turbo.game.dice import Face, points
from turbo.game.layout import Layout
from turbo.solver.choices import Choice, Choices
from turbo.solver.clock import EFFORT, Clock, OutOfNodes, OutOfTime
from turbo.solver.engine import MOST_DICE, Engine
from turbo.solver.laying import Laying
from turbo.solver.position import BadPosition, Position
from turbo.solver.shapes import FACE_OF, SHAPE_BY_MASK, code_of, mask_of


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
    table: Layout,
    hand: Sequence[Face],
    *,
    budget_s: float = 2.0,
    crossings: bool = True,
    nodes: int | None = None,
) -> Play:
    """The play that lays most dice, of those the one with most points, and of those one that
    disturbs few table dice. Without `crossings` sets lie apart from each other, old and new. With
    `nodes` it ends after so many instead of after a time: the same answer on every machine.

    >>> from turbo.game.dice import hand_text, parse_hand
    >>> play = best_play(Layout.parse("b3 b4 b5"), parse_hand("r3 k3 o9"))
    >>> hand_text(play.played), play.proved
    ('r3 k3', True)
    """
    expect(table, Layout, "a Layout as table (see Layout.parse)")
    for face in hand:
        expect(face, Face, "faces as hand (see parse_hand)")
    budget = Clock(budget_s) if nodes is None else Clock(math.inf, most_nodes=nodes)
    return _Solver(Position(table, tuple(hand)), budget, crossings).best()


def ruling_play(table: Layout, hand: Sequence[Face]) -> Play:
    """The search behind a ruling: bounded by work alone, so that every machine rules the same."""
    return best_play(table, hand, nodes=EFFORT.ruling_nodes)


def any_play(table: Layout, hand: Sequence[Face], *, budget_s: float = 2.0) -> Play:
    """A play of few dice, the first found; that there is none is proved as in `best_play`."""
    return _Solver(Position(table, tuple(hand)), Clock(budget_s)).any()


def can_play(table: Layout, hand: Sequence[Face], face: Face, *, budget_s: float = 2.0) -> Play:
    """The best play that lays this very face of the hand."""
    if face not in hand:
        raise BadPosition(f"expected a face of the hand, got {face}")
    return _Solver(Position(table, tuple(hand)), Clock(budget_s), must=face).best()


def hand_set(hand: Sequence[Face]) -> Play:
    """The set of most dice, then most points, that the hand holds by itself.

    >>> from turbo.game.dice import parse_hand
    >>> str(hand_set(parse_hand("b3 r* b5 k1")).layout)
    'b3 r* b5'
    """
    position = Position(Layout(), tuple(hand))
    # By dice before points, as plays are compared.
    found = max(_hand_sets(position.hand), key=lambda line: (len(line), points(line)), default=())
    return Play(found, Layout(((found,),)) if found else Layout(), True)


def _hand_sets(hand: Choice) -> Iterator[Choice]:
    jokers = [face for face in hand if face.is_joker]
    held = mask_of(code_of(face) for face in hand if not face.is_joker)
    for mask, shape in SHAPE_BY_MASK.items():
        # At least one numbered die of the hand: jokers alone are no set.
        if mask & held and (mask & ~held).bit_count() <= len(jokers):
            spare = iter(jokers)
            yield tuple(FACE_OF[code] if held >> code & 1 else next(spare) for code in shape.codes)


class _Solver:
    """Goes through the choices until one can be laid."""

    def __init__(
        self, position: Position, clock: Clock, crossings: bool = True, must: Face | None = None
    ) -> None:
        dice = len(position.table_faces) + len(position.hand)
        # Before anything is allocated: the kernel's arrays have no more room.
        if dice > MOST_DICE:
            raise BadPosition(f"expected at most {MOST_DICE} dice on table and hand, got {dice}")
        self.position = position
        self.crossings = crossings
        self.clock = clock
        self.choices = Choices(position, must)
        engine = Engine(self.clock, self.choices.faces, self.choices.jokers)
        self.laying = Laying(position, engine, self.clock)
        self.doubtful: list[Choice] = []
        self.best_so_far: tuple[Choice, Layout] | None = None
        self.is_beside = False

    def best(self) -> Play:
        """The best choice, and of choices as good as it one that leaves the table as it lies."""
        return self._answer(self.choices.largest_first(), is_best=True)

    def any(self) -> Play:
        return self._answer(self.choices.smallest_first(), is_best=False)

    def _answer(self, choices: Iterable[Choice], *, is_best: bool) -> Play:
        try:
            self._first_pass(choices)
            self._settle()
        except OutOfTime:
            self._rescue()
            return self._play(is_proved=False)
        # A play that leaves the table as it lies cannot disturb it less.
        if is_best and self.crossings and not self.is_beside:
            self._tidy()
        return self._play(is_proved=True)

    def _play(self, *, is_proved: bool) -> Play:
        if self.best_so_far is None:
            return Play((), self.position.table, is_proved)
        choice, layout = self.best_so_far
        return Play(self._in_hand_order(choice), layout, is_proved)

    def _in_hand_order(self, choice: Choice) -> Choice:
        left = list(choice)
        played = []
        for face in self.position.hand:
            # In the order of the hand: the words of a hint follow what the player sees.
            if face in left:
                left.remove(face)
                played.append(face)
        return tuple(played)

    def _first_pass(self, choices: Iterable[Choice]) -> None:
        """The first choice that can be laid with few nodes; what was given up is noted."""
        for choice in choices:
            if self._try(choice, EFFORT.first_nodes):
                return

    def _settle(self) -> None:
        """Take up what was given up with more and more nodes: all of it was better."""
        nodes = EFFORT.first_nodes
        while self.doubtful:
            nodes *= EFFORT.more
            waiting, self.doubtful = self.doubtful, []
            for choice in waiting:
                # What comes after it is worse and dropped; what was given up before it stays open.
                if self._try(choice, nodes):
                    break

    def _rescue(self) -> None:
        """Nothing was found in time: a play that moves nothing is better than none."""
        if self.best_so_far is not None or not self.crossings:
            return
        self.clock.rescue()
        try:
            for choice in self.choices.smallest_first():
                layout = self.laying.beside(choice, EFFORT.tidy_nodes)
                if layout is not None:
                    # No return: from the smallest on, the last one that is found is the largest.
                    self.best_so_far = choice, layout
        except OutOfTime:
            return

    def _try(self, choice: Choice, nodes: int) -> bool:
        try:
            layout = self._lay(choice, nodes)
        except OutOfTime:
            raise
        except OutOfNodes:
            self.doubtful.append(choice)
            return False
        if layout is None:
            return False
        self.best_so_far = choice, layout
        return True

    def _lay(self, choice: Choice, nodes: int) -> Layout | None:
        if self.crossings:
            # Tried first: it costs few nodes, and a person moves nothing.
            layout = self.laying.beside(choice, EFFORT.tidy_nodes)
            self.is_beside = layout is not None
            if layout is not None:
                return layout
        self.clock.allow(nodes)
        return self.laying.anew(choice) if self.crossings else self.laying.apart(choice)

    def _tidy(self) -> None:
        """The play is settled and disturbs the table: look for one that does so less."""
        if self.best_so_far is None:
            return
        choice, layout = self.best_so_far
        try:
            for other in self.choices.of_size(len(choice)):
                # As many dice and as many points are as good: then the table decides.
                if other != choice and points(other) == points(choice):
                    beside = self.laying.beside(other, EFFORT.tidy_nodes)
                    if beside is not None:
                        self.best_so_far = other, beside
                        return
            self.best_so_far = choice, self.laying.tidied(choice, layout)
        except OutOfTime:
            pass
