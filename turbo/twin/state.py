"""Which die is where and what it shows: the table as it truly is, without poses.

Dice are numbered 0 to 17. A die is in a hand, on a cell of the table or in the bag; it shows one of
its six sides. Nothing here knows a rule.
"""

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from turbo.game.dice import DICE, HAND, Face
from turbo.game.layout import Layout, layout_of
from turbo.game.sets import Cell, Faces
from turbo.twin.inventory import SIDES, Inventory

Cells = dict[Cell, int]


@dataclass(frozen=True, slots=True)
class KeptState:
    """A new island that stays where an old one lies, its cells counted from elsewhere."""

    island: int
    rows: int
    columns: int


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Dice for every cell of a new table, and which islands stay where they are."""

    cells: Mapping[Cell, int]
    kept: Mapping[int, KeptState]


@dataclass
class TableState:
    """The truth about all dice."""

    inventory: Inventory
    sides: list[int] = field(default_factory=lambda: [0] * DICE)
    hands: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))
    cells: Cells = field(default_factory=dict)

    def face(self, die: int) -> Face:
        return self.inventory.dice[die].faces[self.sides[die]]

    def faces(self, dice: Iterable[int]) -> Faces:
        made, sides = self.inventory.dice, self.sides
        return tuple([made[die].faces[sides[die]] for die in dice])

    def hand(self, seat: int) -> Faces:
        return self.faces(self.hands[seat])

    def layout(self) -> Layout:
        return layout_of({cell: self.face(die) for cell, die in self.cells.items()})

    def deal(self, chance: random.Random) -> None:
        """All dice in the bag; nine for each player, unseen."""
        dealt = chance.sample(range(DICE), DICE)
        self.hands = (dealt[:HAND], dealt[HAND:])
        self.cells = {}

    def roll(self, dice: Iterable[int], chance: random.Random) -> None:
        """Throw dice where no mechanics are wanted: every side is as likely as another."""
        bits = chance.getrandbits
        for die in dice:
            # What `randrange` draws, in a third of its time: matches are thrown by the thousand.
            while (side := bits(SIDES.bit_length())) >= SIDES:
                pass
            self.sides[die] = side

    def arranged(self, target: Layout, seat: int) -> Arrangement:
        """Which die goes where: dice that can stay do, the others come from table and hand."""
        shown = self.faces(range(DICE))
        kept, cells = self._staying(target, shown)
        staying = set(cells.values())
        table = [die for die in self.cells.values() if die not in staying]
        pool = [*table, *self.hands[seat]]
        for cell, face in target.dice.items():
            if cell not in cells:
                die = next(die for die in pool if shown[die] == face)
                pool.remove(die)
                cells[cell] = die
        return Arrangement(cells, kept)

    def _staying(self, target: Layout, shown: Faces) -> tuple[dict[int, KeptState], Cells]:
        kept: dict[int, KeptState] = {}
        cells: Cells = {}
        used: set[int] = set()
        votes = self._shifts(target, shown)
        for (new, old, rows, columns), _ in votes.most_common():
            if new in kept or old in used:
                continue
            kept[new] = KeptState(old, rows, columns)
            used.add(old)
            for cell, face in target.dice.items():
                if cell[0] == new:
                    die = self.cells.get((old, cell[1] + rows, cell[2] + columns))
                    if die is not None and shown[die] == face:
                        cells[cell] = die
        return kept, cells

    def _shifts(self, target: Layout, shown: Faces) -> Counter[tuple[int, int, int, int]]:
        """How many dice would stay for every pair of new and old island and every shift."""
        by_face: dict[Face, list[Cell]] = {}
        for cell, die in self.cells.items():
            by_face.setdefault(shown[die], []).append(cell)
        return Counter(
            (new, old, old_row - row, old_column - column)
            for (new, row, column), face in target.dice.items()
            for old, old_row, old_column in by_face.get(face, ())
        )

    def lay(self, arrangement: Arrangement, seat: int) -> list[int]:
        """Put the dice there; answers those that came from the hand. What lay on the table and has
        no cell is in the hand from then on."""
        laid = set(arrangement.cells.values())
        played = [die for die in self.hands[seat] if die in laid]
        self.hands[seat].extend(self.taken_back(arrangement))
        for die in played:
            self.hands[seat].remove(die)
        self.cells = dict(arrangement.cells)
        return played

    def taken_back(self, arrangement: Arrangement) -> list[int]:
        """Dice of the table that lie there no more."""
        laid = set(arrangement.cells.values())
        return [die for die in self.cells.values() if die not in laid]
