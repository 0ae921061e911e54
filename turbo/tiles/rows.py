"""Sets of the tile editions: rows of tiles, special jokers included.

A row is expanded into the *places* that its pieces stand for: a double joker takes two, a mirror
none, all others one. A row is a set if some expansion is a run or a group; where a mirror lies in
it, both halves must stand for the same places, mirrored. Tile rulebooks know no crossword: rows
never form columns.

>>> from functools import partial
>>> from turbo.game.dice import parse_hand
>>> parse = partial(parse_hand, special=True)
>>> from turbo.game.editions import edition
>>> row = RowReader(edition("special"))
>>> row.worth(parse("r2 *d r5"))
14
>>> row.kinds(parse("o2 *c o4 o5"))
frozenset()
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import permutations, product

from turbo.game.dice import CHANGE, DOUBLE, JOKER, MIRROR, NUMBERS, UNREAD, Colour, Face
from turbo.game.editions import Edition
from turbo.game.layout import Fault, Layout, Rule
from turbo.game.sets import SHORTEST_SET, Cell, Faces, Kind

Place = tuple[Colour | None, int]
"""A number in a colour; None: where the colour changes, which is no tile's place."""

Places = tuple[Place, ...]

LAST = NUMBERS[-1]

MOST_UNREAD = 3
"""Unread tiles of a row up to which it is tried whether it can be sets at all."""


def _runs(faces: Faces) -> Iterator[Places]:
    """Every way to read these pieces, in this order, as consecutive places of rising numbers."""
    for first in NUMBERS:
        for ink in Colour:
            yield from _run_from(faces, first, ink)


def _run_from(faces: Faces, number: int, ink: Colour) -> Iterator[Places]:
    if not faces:
        yield ()
        return
    face, rest = faces[0], faces[1:]
    if number > LAST:
        return
    if face.number == DOUBLE:
        # Behind a 12 there is only one number left for its two places.
        if number < LAST:
            for tail in _run_from(rest, number + 2, ink):
                yield ((ink, number), (ink, number + 1), *tail)
    elif face.number == CHANGE:
        # The parts on both sides must differ in colour: that is what it changes.
        for other in (colour for colour in Colour if colour is not ink):
            for tail in _run_from(rest, number + 1, other):
                yield ((None, number), *tail)
    elif face.is_wild or (face.colour, face.number) == (ink, number):
        for tail in _run_from(rest, number + 1, ink):
            yield ((ink, number), *tail)


def _groups(faces: Faces) -> Iterator[Places]:
    """Every way to read these pieces as one number in different colours, in this order."""
    fixed = [face for face in faces if face.number in NUMBERS]
    # A change of colour belongs to runs; halves of a mirrored group are read without their mirror.
    if any(face.number in (CHANGE, MIRROR) for face in faces):
        return
    numbers = {face.number for face in fixed} or set(NUMBERS)
    inks = {face.colour for face in fixed}
    size = sum(2 if face.number == DOUBLE else 1 for face in faces)
    # Four at most also in the box for six: a third copy of a tile brings no fifth colour.
    if (len(numbers) > 1 and fixed) or len(inks) < len(fixed) or size > len(Colour):
        return
    free = [ink for ink in Colour if ink not in inks]
    for number in sorted(n for n in numbers if n):
        for chosen in permutations(free, size - len(fixed)):
            yield _filled(faces, number, chosen)


def _filled(faces: Faces, number: int, inks: tuple[Colour, ...]) -> Places:
    fill, places = iter(inks), []
    for face in faces:
        own = [face.colour] if face.number in NUMBERS else [next(fill)]
        if face.number == DOUBLE:
            own.append(next(fill))
        places += [(ink, number) for ink in own]
    return tuple(places)


@dataclass(frozen=True, slots=True)
class RowReading:
    """One way to read a row: what it stands for, piece after piece."""

    kind: Kind
    places: Places

    @property
    def worth(self) -> int:
        return sum(number for _, number in self.places)


@lru_cache(maxsize=4096)
def _readings(faces: Faces, mirror_half: int) -> tuple[RowReading, ...]:
    # Pieces are counted, not places: a double joker and one tile are two, and no set.
    if len(faces) < SHORTEST_SET or not any(_may_be_numbered(face) for face in faces):
        return ()
    mirrors = [at for at, face in enumerate(faces) if face.number == MIRROR]
    # No rulebook gives two mirrors in a set a meaning.
    if len(mirrors) > 1:
        return ()
    if mirrors:
        return tuple(_mirrored(faces[: mirrors[0]], faces[mirrors[0] + 1 :], mirror_half))
    back = faces[::-1]
    # Either way along the row: players sit on all sides.
    runs = [*_runs(faces), *(places[::-1] for places in _runs(back))]
    found = [RowReading(Kind.GROUP, places) for places in _groups(faces)]
    return (*found, *(RowReading(Kind.RUN, places) for places in dict.fromkeys(runs)))


def _may_be_numbered(face: Face) -> bool:
    """Jokers alone make no set; an unread tile may well be a numbered one."""
    return face.is_unread or face.number in NUMBERS


def _mirrored(left: Faces, right: Faces, half: int) -> Iterator[RowReading]:
    """Both halves read alike, one backwards: rising towards the mirror or away from it."""
    if min(len(left), len(right)) < 1:
        return
    for kind, read in ((Kind.GROUP, _groups), (Kind.RUN, _runs)):
        back = right[::-1]
        pairs = [(set(read(left)), set(read(back)))]
        if kind is Kind.RUN:
            falling = {places[::-1] for places in read(left[::-1])}
            pairs.append((falling, {places[::-1] for places in read(right)}))
        alike = {places for one, other in pairs for places in one & other}
        # In a fixed order: that of a set differs from run to run, and a record is judged alike
        # everywhere.
        for places in sorted(alike, key=str):
            if len(places) >= half:
                yield RowReading(kind, (*places, *places[::-1]))


@dataclass(frozen=True, slots=True)
class RowReader:
    """What a row of an edition's tiles is."""

    edition: Edition

    def readings(self, faces: Faces) -> tuple[RowReading, ...]:
        return _readings(faces, self.edition.mirror_half)

    def kinds(self, faces: Faces) -> frozenset[Kind]:
        return frozenset(reading.kind for reading in self.readings(faces))

    def worth(self, faces: Faces) -> int | None:
        """The most that the row can be worth as a set; None if it is none."""
        return max((reading.worth for reading in self.readings(faces)), default=None)

    def cut(self, faces: Faces) -> tuple[Faces, ...] | None:
        """The row as sets: itself if it is one, else the fewest that it can be cut into."""
        # A row that is one set is that one, also where it could be cut.
        if self.readings(faces):
            return (faces,)
        best: list[tuple[Faces, ...] | None] = [()]
        for end in range(1, len(faces) + 1):
            ways = [
                (*best[start], faces[start:end])  # type: ignore[misc]
                for start in range(end - SHORTEST_SET + 1)
                if best[start] is not None and self.readings(faces[start:end])
            ]
            # The fewest sets, by the best cut of every beginning: long rows would have too many
            # ways to try.
            best.append(min(ways, key=len, default=None))
        return best[-1]

    def cuts(self, faces: Faces) -> list[tuple[Faces, ...]]:
        """Every way to cut the row into sets; a row that is one is that one."""
        if self.readings(faces) or self.cut(faces) is None:
            return [(faces,)] if self.readings(faces) else []
        return list(self._cuts(faces))

    def _cuts(self, faces: Faces) -> Iterator[tuple[Faces, ...]]:
        if not faces:
            yield ()
        for end in range(SHORTEST_SET, len(faces) + 1):
            if self.readings(faces[:end]):
                yield from ((faces[:end], *rest) for rest in self._cuts(faces[end:]))


@dataclass(frozen=True)
class TileLayout:
    """A layout judged by the rules of a tile edition: rows, each a set or cut into sets."""

    layout: Layout
    edition: Edition

    @cached_property
    def rows(self) -> tuple[tuple[tuple[Cell, ...], Faces], ...]:
        """Every row: its cells and its tiles. An empty cell ends one."""
        found: list[tuple[tuple[Cell, ...], Faces]] = []
        cells: list[Cell] = []
        dice = self.layout.dice
        for cell in dice:
            island, row, column = cell
            # Rows alone: tiles below each other form no column, whatever they show.
            if cells and cells[-1] != (island, row, column - 1):
                found.append((tuple(cells), tuple(dice[c] for c in cells)))
                cells = []
            cells.append(cell)
        if cells:
            found.append((tuple(cells), tuple(dice[c] for c in cells)))
        return tuple(found)

    def sets(self) -> tuple[tuple[Faces, tuple[RowReading, ...]], ...]:
        reader = RowReader(self.edition)
        parts = (part for _, faces in self.rows for part in reader.cut(faces) or ())
        return tuple((part, reader.readings(part)) for part in parts)

    def faults(self) -> tuple[Fault, ...]:
        """Everything that is wrong whatever the unread tiles show, in reading order."""
        found = [fault for row in self.rows for fault in self._row_faults(*row)]
        return (*found, *self._box_faults())

    def hints(self) -> tuple[Fault, ...]:
        """Rows that are several sets: legal, but better with a gap between them."""
        reader = RowReader(self.edition)
        return tuple(
            Fault(Rule.TOUCHING, faces, cells, "cut")
            for cells, faces in self.rows
            if len(reader.cut(faces) or ()) > 1
        )

    @property
    def is_legal(self) -> bool:
        return not self.layout.has_unread and not self.faults()

    def _row_faults(self, cells: tuple[Cell, ...], faces: Faces) -> Iterator[Fault]:
        if len(faces) == 1:
            yield Fault(Rule.LONE_DIE, faces, cells)
        elif len(faces) == 2:
            yield Fault(Rule.TOUCHING, faces, cells)
        elif not self._may_be_sets(faces):
            yield Fault(Rule.NOT_A_SET, faces, cells, "row")

    def _may_be_sets(self, faces: Faces) -> bool:
        """Whether the row is sets, whatever its unread tiles show: a number, which may stand
        anywhere as a joker does, or a special joker. With many unread nothing is said."""
        unread = [at for at, face in enumerate(faces) if face.is_unread]
        # Every one multiplies the tries by the kinds of jokers, and with so many nothing can be
        # proved.
        if len(unread) > MOST_UNREAD:
            return True
        reader, special = RowReader(self.edition), [k for k in self.edition.jokers if k != JOKER]
        for shown in product([UNREAD, *(Face(None, kind) for kind in special)], repeat=len(unread)):
            row = list(faces)
            for at, face in zip(unread, shown, strict=True):
                row[at] = face
            if reader.cut(tuple(row)):
                return True
        return False

    def _box_faults(self) -> Iterator[Fault]:
        """No tile lies there more often than the box holds it."""
        # What the box does not hold was nearly always misread: said of the faces, for somebody to
        # look.
        lying = Counter(kind_of(face) for face in self.layout.faces if not face.is_unread)
        for face, many in sorted(lying.items(), key=str):
            most = copies_of(face, self.edition)
            if many > most:
                same = tuple(f for f in self.layout.faces if kind_of(f) == face)
                cells = tuple(c for c, f in self.layout.dice.items() if kind_of(f) == face)
                yield Fault(Rule.NOT_IN_BOX, same, cells, values=(str(most), str(many)))


def kind_of(face: Face) -> Face:
    """A joker's colour means nothing: all classic ones are the same piece."""
    return Face(Colour.BLACK, JOKER) if face.number == JOKER else face


def copies_of(face: Face, edition: Edition) -> int:
    """How many of this piece the box holds."""
    return edition.copies if face.number in NUMBERS else edition.jokers.get(face.number or 0, 0)


def difference(before: Layout, after: Layout) -> tuple[Faces, Faces]:
    """What is new on the table, and what is gone from it. A joker is the same in any colour."""
    was, now = (Counter(map(kind_of, layout.faces)) for layout in (before, after))
    added, gone = now - was, was - now
    return sorted_tiles(added), sorted_tiles(gone)


def sorted_tiles(tiles: Counter[Face]) -> Faces:
    return tuple(sorted(tiles.elements(), key=lambda face: (face.number or 0, face.colour or 0)))


Rows = tuple[tuple[str, ...], ...]


def rows_of(layout: Layout) -> Rows:
    """The rows without order and direction, a joker in any colour: equal ones are one table."""
    rows = []
    for island in layout.islands:
        for row in island:
            faces = tuple("?" if f is None or f.is_unread else str(kind_of(f)) for f in row)
            # A row turned round is the same row to people, who sit on all sides of it.
            rows.append(min(faces, faces[::-1]))
    return tuple(sorted(rows))


def is_same_table(one: Layout, other: Layout) -> bool:
    return rows_of(one) == rows_of(other)
