"""What is a legal layout, and everything that can be wrong with one.

A layout is a crossword of dice: every chain of two or more touching dice along a row or a column
must be a set, every die must lie in one, and a joker that lies in two has one identity for both.
`Layout.faults()` collects every defect; `Layout.is_legal` is one line over it.

>>> figure_2 = Layout.parse("b3 b4 b5 / r3 . . / k3 . .")
>>> figure_2.is_legal
True
>>> [str(found.kind) for found in figure_2.sets()]
['run', 'group']
>>> [fault.rule.value for fault in Layout.parse("b12 b13 b1 | k5 k6 | r7").faults()]
['not-a-set', 'touching', 'lone-die']

An unread die may be anything: what is wrong whatever it shows is a fault, the rest stays open.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import chain as joined

from turbo.errors import BadNotation, TurboError, expect
from turbo.game.dice import UNREAD, Face, Word, surplus, words, written_faces
from turbo.game.identity import Knot
from turbo.game.sets import REMEMBERED, Cell, Chain, Faces, TableSet, why_no_set

Rows = tuple[tuple[Face | None, ...], ...]


class Rule(StrEnum):
    """Every rule that a ruling can name; the list is closed."""

    NOT_A_SET = "not-a-set"
    TOUCHING = "touching"
    LONE_DIE = "lone-die"
    JOKER_IDENTITY = "joker-identity"
    NO_HAND_DIE = "no-hand-die"
    DIE_REMOVED = "die-removed"
    DIE_TURNED = "die-turned"
    DIE_ADDED = "die-added"
    HAND_COUNT = "hand-count"
    NOT_THROWN = "not-thrown"
    THROWN_TWICE = "thrown-twice"
    FIRST_THROW = "first-throw"
    OUT_OF_TURN = "out-of-turn"
    OUT_OF_ORDER = "out-of-order"
    MUST_LAY_SET = "must-lay-set"
    MISSED_PLAY = "missed-play"
    FIRST_MELD = "first-meld"
    BEFORE_MELD = "before-meld"
    NOT_IN_BOX = "not-in-box"
    NO_REDEAL = "no-redeal"
    LATE = "late"


@dataclass(frozen=True, slots=True)
class Fault:
    """One breach of a rule, or one piece of advice: where, which dice, and what makes it so.

    `detail` picks the sentence among those that the rule has; `values` fill its blanks.
    """

    rule: Rule
    faces: Faces = ()
    cells: tuple[Cell, ...] = ()
    detail: str = ""
    values: tuple[str, ...] = ()


# Without slots: what is worked out once is kept in the instance's own dictionary.
@dataclass(frozen=True)
class Layout:
    """Dice on the table: islands, each a grid of rows in which None is an empty cell."""

    islands: tuple[Rows, ...] = field(default=())

    def __post_init__(self) -> None:
        for rows in self.islands:
            if not any(map(any, rows)):
                raise TurboError("expected at least one die in every island")
            if len({len(row) for row in rows}) > 1:
                raise TurboError("expected rows of one length in an island")

    @staticmethod
    def parse(text: str, *, line: int = 1, column: int = 1, special: bool = False) -> "Layout":
        """Read a layout: ``.`` is an empty cell, ``/`` or a line break ends a row, ``|`` parts
        islands. Short rows are filled up with empty cells."""
        expect(text, str, "a text such as 'b3 b4 b5'")
        islands = () if "\n" in text else tuple(map(_as_written, text.split("|")))
        known = tuple(rows for rows in islands if rows is not None)
        # Whatever is written otherwise than we write it is read word by word.
        if known and len(known) == len(islands):
            return Layout(known)
        return _LayoutParser(special).parse(text, line, column)

    def __str__(self) -> str:
        return " | ".join(" / ".join(map(_row_text, rows)) for rows in self.islands)

    @cached_property
    def dice(self) -> Mapping[Cell, Face]:
        """Every die by its cell, in reading order."""
        return {
            (island, row, column): face
            for island, rows in enumerate(self.islands)
            for row, cells in enumerate(rows)
            for column, face in enumerate(cells)
            if face is not None
        }

    @property
    def faces(self) -> Faces:
        return tuple(self.dice.values())

    @property
    def count(self) -> Counter[Face]:
        return Counter(self.dice.values())

    @cached_property
    def tally(self) -> Mapping[Face, int]:
        """The same, counted once, for whoever only reads it: in half of a `Counter`'s time."""
        tally: dict[Face, int] = {}
        for face in joined.from_iterable(joined.from_iterable(self.islands)):
            if face is not None:
                tally[face] = tally.get(face, 0) + 1
        return tally

    @property
    def size(self) -> int:
        """How many dice lie there."""
        return sum(self.tally.values())

    def joined_since(self, before: "Layout") -> Mapping[Face, int]:
        """By how many of each face it holds more than an earlier table."""
        return surplus(self.tally, before.tally)

    def played_since(self, before: "Layout", hand: Faces) -> Faces:
        """What of the dice that joined an earlier table is of this hand. The check of a play, the
        advice on it and its effect all ask, one after the other: it is worked out once."""
        known: tuple[Layout, Faces, Faces] | None = self.__dict__.get("_played")
        if known is None or known[0] is not before or known[1] is not hand:
            played = list[Face]()
            # Only as many as the hand holds: what else is new came from elsewhere, and is a fault
            # of its own.
            for face, times in self.joined_since(before).items():
                played += [face] * min(times, hand.count(face))
            known = self.__dict__["_played"] = before, hand, tuple(played)
        return known[2]

    @property
    def has_unread(self) -> bool:
        return UNREAD in self.tally

    @cached_property
    def chains(self) -> tuple[Chain, ...]:
        """Every chain of two or more dice; in an island the rows come first, then the columns."""
        found = [*self._lines(0, 1), *self._lines(1, 0)]
        # Sorting keeps the order within an island: people read rows before columns.
        return tuple(sorted(found, key=lambda chain: chain.cells[0][0]))

    def _lines(self, down: int, right: int) -> Iterator[Chain]:
        dice = self.dice
        for cell in dice:
            island, row, column = cell
            if (island, row - down, column - right) in dice:
                continue
            cells = [cell]
            while (following := (island, row + down, column + right)) in dice:
                cells.append(following)
                _, row, column = following
            if len(cells) > 1:
                yield Chain(tuple(cells), tuple(dice[at] for at in cells))

    @cached_property
    def _knots(self) -> tuple[Knot, ...]:
        """The chains that could be sets, tied together where they share a wild die."""
        # A chain that is no set has its own fault, and would take the others' identity from them.
        alone = [chain for chain in self.chains if chain.readings]
        return tuple(Knot(linked) for linked in _linked_by_wild_dice(alone))

    @cached_property
    def _faults(self) -> tuple[Fault, ...]:
        found = list[Fault]()
        for number, rows in enumerate(self.islands):
            for fault in island_faults(rows):
                cells = tuple([(number, *cell[1:]) for cell in fault.cells])
                found.append(replace(fault, cells=cells) if number else fault)
        return tuple(found)

    def found_faults(self) -> tuple[Fault, ...]:
        """The same, looked for and not remembered."""
        faults = list(self._lone_dice())
        for chain in self.chains:
            # A rule of its own, so that its words can be a hint to move them apart.
            if len(chain.faces) == 2:
                faults.append(Fault(Rule.TOUCHING, chain.faces, chain.cells))
            elif not chain.readings:
                why = why_no_set(chain.faces)
                faults.append(Fault(Rule.NOT_A_SET, chain.faces, chain.cells, why))
        if any(face.is_wild for face in self.dice.values()):
            faults += [_no_identity(knot.chains) for knot in self._knots if not knot.has_identity()]
        return tuple(self._in_reading_order(faults)) if faults else ()

    def _in_reading_order(self, faults: list[Fault]) -> list[Fault]:
        return sorted(_one_per_island(faults, self._parts), key=lambda fault: fault.cells[0])

    @cached_property
    def _parts(self) -> Mapping[Cell, int]:
        """Which dice hang together: the dice between two ``|`` need not."""
        part: dict[Cell, int] = {}
        for chain in self.chains:
            known = {part[cell] for cell in chain.cells if cell in part}
            # Every chain adds cells, so this length was no label before.
            label = min(known, default=len(part))
            part.update(dict.fromkeys(chain.cells, label))
            if len(known) > 1:
                part.update({cell: label for cell, old in part.items() if old in known})
        return part

    def _lone_dice(self) -> Iterator[Fault]:
        """Every die must lie in at least one set."""
        chained = {cell for chain in self.chains for cell in chain.cells}
        for cell, face in self.dice.items():
            if cell not in chained:
                yield Fault(Rule.LONE_DIE, (face,), (cell,))

    def faults(self) -> tuple[Fault, ...]:
        """Everything that is wrong whatever the unread dice show, in reading order."""
        return self._faults

    @property
    def is_legal(self) -> bool:
        return not self.faults() and not self.has_unread

    def sets(self) -> tuple[TableSet, ...]:
        """The chains that are sets for sure: those with an unread die are left out. Where the
        jokers of a knot have no common identity, each chain is read for itself."""
        found = {}
        for knot in self._knots:
            for place, chain in enumerate(knot.chains):
                if not any(face.is_unread for face in chain.faces):
                    # At odds with another set it is a set still: the fault is told apart, by its
                    # own rule.
                    kept = knot.readings(place) or chain.readings
                    found[chain.cells] = TableSet(chain, kept)
        return tuple(found[chain.cells] for chain in self.chains if chain.cells in found)


def rows_of(cells: Mapping[tuple[int, int], Face]) -> Rows:
    """An island from its rows and columns, whatever they are counted from."""
    rows, columns = [row for row, _ in cells], [column for _, column in cells]
    across = range(min(columns), max(columns) + 1)
    down = range(min(rows), max(rows) + 1)
    return tuple(tuple([cells.get((row, column)) for column in across]) for row in down)


def layout_of(cells: Mapping[Cell, Face]) -> Layout:
    """A layout from its cells, whatever numbers islands, rows and columns have."""
    islands: dict[int, dict[tuple[int, int], Face]] = {}
    for island, row, column in sorted(cells):
        islands.setdefault(island, {})[row, column] = cells[island, row, column]
    return Layout(tuple(map(rows_of, islands.values())))


# Bounded as the readings of chains are, and for the same reason.
@lru_cache(maxsize=REMEMBERED)
def island_faults(rows: Rows) -> tuple[Fault, ...]:
    """What is wrong with an island, its cells as if it were the first: no rule looks past its edge,
    and from one turn to the next most islands lie as they lay."""
    return Layout((rows,)).found_faults()


@lru_cache(maxsize=REMEMBERED)
def _as_written(text: str) -> Rows | None:
    """An island written as we write it ourselves; None where it is not, or is none at all."""
    rows = [row.split() for row in text.split("/")]
    faces = written_faces(word for row in rows for word in row if word != ".")
    if not faces or not all(rows):
        return None
    left, width = iter(faces), max(map(len, rows))
    # Nobody types the empty cells behind the last die of a row.
    return tuple(
        tuple(None if word == "." else next(left) for word in (row + ["."] * width)[:width])
        for row in rows
    )


def _row_text(row: tuple[Face | None, ...]) -> str:
    return " ".join("." if face is None else str(face) for face in row)


def _no_identity(linked: Sequence[Chain]) -> Fault:
    seen = Counter(cell for chain in linked for cell in chain.cells)
    dice = {c: f for chain in linked for c, f in zip(chain.cells, chain.faces, strict=True)}
    shared = sorted(cell for cell, times in seen.items() if times > 1 and dice[cell].is_wild)
    at_odds = _at_odds(linked, shared)
    return Fault(
        Rule.JOKER_IDENTITY,
        tuple(dice[cell] for cell in shared),
        tuple(shared),
        "stands" if at_odds else "",
        at_odds,
    )


MOST_NAMED = 2
"""Faces that a joker may stand for in a set and that a sentence still names."""


def _at_odds(linked: Sequence[Chain], shared: Sequence[Cell]) -> tuple[str, ...]:
    """What one joker would be in each of its two sets, where that is soon said; else nothing."""
    if len(shared) != 1:
        return ()
    found = []
    for chain in linked:
        if shared[0] in chain.cells:
            place = chain.cells.index(shared[0])
            faces = dict.fromkeys(str(reading.faces[place]) for reading in chain.readings)
            # In the order of reading, each once: the sentence names what it would be here and
            # there.
            found.append(faces)
    if len(found) != 2 or not all(0 < len(faces) <= MOST_NAMED for faces in found):
        return ()
    return " ".join(found[0]), " ".join(found[1])


def _one_per_island(faults: list[Fault], parts: Mapping[Cell, int]) -> Iterator[Fault]:
    """An island has at most one `joker-identity` fault, which names all its jokers at odds."""
    at_odds: dict[int, Fault] = {}
    for fault in faults:
        if fault.rule is not Rule.JOKER_IDENTITY:
            yield fault
            continue
        label = parts[fault.cells[0]]
        known = at_odds.get(label)
        at_odds[label] = fault if known is None else _merged(known, fault)
    yield from at_odds.values()


def _merged(one: Fault, other: Fault) -> Fault:
    both = sorted(
        zip(one.cells + other.cells, one.faces + other.faces, strict=True), key=lambda pair: pair[0]
    )
    return Fault(one.rule, tuple(face for _, face in both), tuple(cell for cell, _ in both))


def _linked_by_wild_dice(chains: list[Chain]) -> list[list[Chain]]:
    """Chains that share a joker or an unread die, directly or through others, together."""
    groups: list[tuple[set[Cell], list[Chain]]] = []
    for chain in chains:
        wild = {c for c, f in zip(chain.cells, chain.faces, strict=True) if f.is_wild}
        linked = [chain]
        apart = []
        for cells, members in groups:
            # Through a numbered die nothing is passed on: it stands for itself in both sets.
            if cells & wild:
                wild |= cells
                linked = members + linked
            else:
                apart.append((cells, members))
        groups = [*apart, (wild, linked)]
    return [members for _, members in groups]


class _LayoutParser:
    """Collects rows and islands word by word; a row that nothing was written in is no row."""

    def __init__(self, special: bool = False) -> None:
        self.special = special
        self.islands: list[Rows] = []
        self.rows: list[list[Face | None]] = []
        self.row: list[Face | None] = []
        self.waiting: Word | None = None
        self.row_line = 0

    def parse(self, text: str, line: int, column: int) -> Layout:
        last = Word("", line, column)
        for last in words(text, r"[/|]|[^\s/|]+", line=line, column=column):
            if last.line != self.row_line:
                self.end_row()
                self.row_line = last.line
            self.take(last)
        # A '/' at the end is let pass: nothing is missing then. After '|' an island is.
        if self.waiting is not None and self.waiting.text == "|":
            raise self.waiting.bad("expected another island after '|'")
        if self.row or self.rows:
            self.end_island(last)
        return Layout(tuple(self.islands))

    def take(self, word: Word) -> None:
        if word.text == "/":
            # A '/' before or behind a line break ends the same row: people write both.
            if not self.row and (self.waiting is not None or not self.rows):
                raise word.bad("expected a face or '.' before the row ends")
            self.end_row()
            self.waiting = word
        elif word.text == "|":
            self.end_island(word)
            self.waiting = word
        else:
            self.waiting = None
            self.row.append(None if word.text == "." else self.face(word))

    def face(self, word: Word) -> Face:
        try:
            return word.face(special=self.special)
        except BadNotation:
            raise word.bad("expected a face such as b3, k13, r* or ?, '.', '/' or '|'") from None

    def end_row(self) -> None:
        if self.row:
            self.rows.append(self.row)
            self.row = []

    def end_island(self, word: Word) -> None:
        self.end_row()
        if not any(face for row in self.rows for face in row):
            raise word.bad("expected at least one die in the island")
        # Nobody types the empty cells behind the last die of a row.
        width = max(map(len, self.rows))
        self.islands.append(tuple((*row, *[None] * (width - len(row))) for row in self.rows))
        self.rows = []


EMPTY = Layout()
