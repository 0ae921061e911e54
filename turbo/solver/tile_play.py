"""The best play of the tile editions, and how a table can be put in order again.

Most tiles, then most points; all that lay on the table stays there. Before a player's first meld
the play is one by the edition's own rule: own tiles worth enough, and nothing else in that turn
or whatever comes beside it.

>>> from turbo.game.dice import hand_text, parse_hand
>>> from turbo.game.editions import edition
>>> table = Layout.parse("r4 r5 r6 r7 r8 | k1 r1 o1")
>>> play = best_tiles(table, parse_hand("r6 b9"), edition("original-jumbo"))
>>> hand_text(play.played), str(play.layout), play.proved
('r6', 'k1 r1 o1 | r4 r5 r6 | r6 r7 r8', True)
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from turbo.game.dice import SPECIAL, Face, without
from turbo.game.editions import Edition, Meld
from turbo.game.layout import Layout
from turbo.game.sets import Faces
from turbo.solver.play import Play
from turbo.solver.position import BadPosition
from turbo.solver.tile_cores import cores
from turbo.solver.tile_engine import (
    A_JOKER,
    EFFORT,
    TILES,
    Codes,
    Stock,
    Work,
    WorkSpent,
    codes_of,
    lay,
)
from turbo.solver.tile_near import near, nearer
from turbo.solver.tile_special import freed_ways, special_ways
from turbo.tiles.melds import meld_worth
from turbo.tiles.rows import RowReader, TileLayout, copies_of, kind_of


def best_tiles(
    table: Layout,
    rack: Sequence[Face],
    edition: Edition,
    *,
    melded: bool = True,
    work: int = EFFORT.work,
) -> Play:
    """The play that lays most tiles, of those the one with most points. `melded`: whether the
    player has had the first meld. `work`: after how many steps the search is given up; what it
    has found then is legal, but not proved to be best."""
    position = TilePosition(table, tuple(rack), edition)
    search = _Search(position, Work(work))
    if melded:
        return search.after_meld()
    return search.apart() if edition.meld_then is Meld.APART else search.same_turn()


def in_order(tiles: Sequence[Face], before: Layout, edition: Edition) -> Layout | None:
    """These tiles as a legal table that is near to the one before; None if they make none. Sets
    with special jokers are left as they lay.

    >>> from turbo.game.dice import parse_hand
    >>> from turbo.game.editions import edition
    >>> before = Layout.parse("b3 b4 b5 | k8 r8 o8")
    >>> str(in_order(parse_hand("o8 b4 k8 b3 b5 r8 b8"), before, edition("six")))
    'b3 b4 b5 | k8 r8 b8 o8'
    """
    old = [faces for faces, _ in TileLayout(before, edition).sets()]
    fixed = [faces for faces in old if _is_special(faces)]
    left = without(map(kind_of, tiles), (kind_of(face) for faces in fixed for face in faces))
    # A set with a special joker that cannot lie as it lay: nothing here knows how else.
    if len(left) != len(tiles) - sum(map(len, fixed)) or _is_special(left):
        return None
    plain = [faces for faces in old if not _is_special(faces)]
    try:
        found = near([codes_of(faces) for faces in plain], Stock.of(left))
    except WorkSpent:
        return None
    if found is None:
        return None
    kept = [*fixed, *(plain[place] for place in found[0])]
    jokers = without([f for f in tiles if f.is_joker], [f for row in kept for f in row])
    return _layout(_in_old_order(old, kept), found[1], jokers)


def _is_special(faces: Sequence[Face]) -> bool:
    return any(face.number in SPECIAL for face in faces)


def _in_old_order(old: list[Faces], kept: list[Faces]) -> list[Faces]:
    left, rows = Counter(kept), []
    for faces in old:
        if left[faces]:
            left[faces] -= 1
            rows.append(faces)
    return rows


def _layout(rows: Sequence[Faces], sets: Sequence[Codes], jokers: Sequence[Face]) -> Layout:
    spare = iter(jokers)
    new = (tuple(next(spare) if c == A_JOKER else TILES[c] for c in codes) for codes in sets)
    return Layout(tuple((row,) for row in (*rows, *new)))


@dataclass(frozen=True, slots=True)
class TilePosition:
    """A legal table and a rack that the box of the edition holds, without unread tiles."""

    table: Layout
    rack: Faces
    edition: Edition

    def __post_init__(self) -> None:
        if self.table.has_unread or any(face.is_unread for face in self.rack):
            raise BadPosition("expected a table and a rack without unread tiles")
        faults = TileLayout(self.table, self.edition).faults()
        if faults:
            rules = ", ".join(dict.fromkeys(str(fault.rule) for fault in faults))
            raise BadPosition(f"expected a legal table, this one has: {rules}")
        for face, many in Counter(map(kind_of, (*self.table.faces, *self.rack))).items():
            most = copies_of(face, self.edition)
            if many > most:
                raise BadPosition(
                    f"expected at most {most} of {face} in {self.edition.name}, got {many}"
                )

    def sets(self) -> list[Faces]:
        return [faces for faces, _ in TileLayout(self.table, self.edition).sets()]


class _Search:
    """One position: all sets may be taken up, of those with special jokers one at a time."""

    def __init__(self, position: TilePosition, work: Work) -> None:
        self.position, self.work, self.edition = position, work, position.edition
        self.old = position.sets()
        self.plain = [faces for faces in self.old if not _is_special(faces)]
        self.is_plain = not _is_special((*position.table.faces, *position.rack))
        self.must = Stock.of(face for faces in self.plain for face in faces)
        self.may = Stock.of(position.rack)

    # The three questions.

    def after_meld(self) -> Play:
        best = self._best(self.must, 0, self.plain)
        return max([best, *self._freed()], key=self._rank)

    def apart(self) -> Play:
        """Own tiles only; the table stays as it lies."""
        return self._best(Stock(), self.edition.first_meld, [])

    def same_turn(self) -> Play:
        """Tiles that hold a first meld by themselves, and whatever goes with them: the best play of
        all if it holds one, else the best of those that hold one or the other core of one."""
        free = self.after_meld()
        # The best of all is the best here as well, where it happens to be a first meld.
        if not free or self._is_meld(free):
            return free
        best, is_proved = self.apart(), free.proved
        try:
            for core in cores(self.may, self.edition.first_meld):
                sets = self._lay(self.must + core, self.may - core, 0)
                if sets is not None:
                    play = self._play(sets, self.plain, is_proved=True)
                    best = max(best, play, key=self._rank)
                # Nothing that holds a first meld can be better than the best without one.
                if self._rank(best) == self._rank(free):
                    break
        except WorkSpent:
            is_proved = False
        # Of special jokers only some sets are tried.
        return Play(best.played, best.layout, is_proved and self.is_plain)

    # How they are answered.

    def _best(self, must: Stock, meld: int, taken_up: Sequence[Faces]) -> Play:
        try:
            sets = self._lay(must, self.may, meld)
            plays = [self._play(sets, taken_up, is_proved=True)] if sets else []
        except WorkSpent:
            plays = list(self._rescued(meld))
            return max([self._nothing(is_proved=False), *plays], key=self._rank)
        if not self.is_plain:
            plays += self._special(must, meld, taken_up)
        return max([self._nothing(), *plays], key=self._rank)

    def _lay(self, must: Stock, may: Stock, meld: int) -> list[Codes] | None:
        return lay(must, may, self.work, joker_points=self.edition.joker_points, meld=meld)

    def _rescued(self, meld: int) -> Iterator[Play]:
        """Sets of own tiles beside a table that stays: better than nothing, and soon found."""
        try:
            own = lay(Stock(), self.may, Work(EFFORT.tidy), meld=meld)
        except WorkSpent:
            return
        if own:
            yield self._play(own, [], is_proved=False)

    def _special(self, must: Stock, meld: int, taken_up: Sequence[Faces]) -> Iterator[Play]:
        """Plays with special jokers: legal ones, of which nothing is proved."""
        # Of its own: tries that prove nothing must not use up the work of the search that proves.
        work = Work(min(EFFORT.special, self.work.left))
        reader, most = RowReader(self.edition), 0
        for rows in special_ways(taken_up, self.position.rack, reader):
            used = Stock.of(face for row in rows for face in row)
            worth = sum(reader.worth(row) or 0 for row in rows)
            try:
                rest = _rest(must, self.may, used)
                sets = lay(
                    *rest, work, joker_points=self.edition.joker_points, meld=max(0, meld - worth)
                )
            except WorkSpent:
                return
            laid = sum(map(len, rows)) + sum(map(len, sets or ()))
            # Only better ones: each costs a table that is laid near to the old one.
            if sets is not None and laid > most:
                most = laid
                yield self._play(sets, taken_up, is_proved=False, special=rows)

    def _freed(self) -> Iterator[Play]:
        """Plays for which one set with special jokers is taken up, too: all its tiles are laid
        again, and each of its special jokers lies in a set again. Who thinks shortly, as the
        twin's people do, leaves such sets as they lie."""
        if self.work.left < EFFORT.special:
            return
        work = Work(EFFORT.special)
        reader = RowReader(self.edition)
        for row in (faces for faces in self.old if _is_special(faces)):
            must, most = self.must + Stock.of(row), 0
            for new in freed_ways(row, self.plain, self.position.rack, reader):
                rest = _rest(must, self.may, Stock.of(new))
                try:
                    sets = lay(*rest, work, joker_points=self.edition.joker_points)
                except WorkSpent:
                    return
                laid = len(new) + sum(map(len, sets or ()))
                if sets is not None and laid > most:
                    most = laid
                    yield self._play(sets, self.plain, is_proved=False, special=[new], freed=[row])

    def _play(
        self,
        sets: list[Codes],
        taken_up: Sequence[Faces],
        *,
        is_proved: bool,
        special: Sequence[Faces] = (),
        freed: Sequence[Faces] = (),
    ) -> Play:
        """The sets as a table: what can stay of the old one stays."""
        stays, new = nearer(
            [codes_of(faces) for faces in taken_up],
            Stock.of_codes(c for s in sets for c in s),
            sets,
        )
        kept = Counter(taken_up[place] for place in stays)
        kept += Counter(self.old) - Counter(taken_up) - Counter(freed)
        rows = [*_in_old_order(self.old, list(kept.elements())), *special]
        jokers = self._jokers(rows)
        layout = _layout(rows, new, jokers)
        return Play(self._played(layout), layout, is_proved and self.is_plain)

    def _jokers(self, rows: Sequence[Faces]) -> list[Face]:
        """Classic jokers that do not lie in these rows: those of the table first."""
        every = [*self.position.table.faces, *self.position.rack]
        lying = [face for row in rows for face in row]
        return [face for face in without(every, lying) if face.is_joker]

    def _played(self, layout: Layout) -> Faces:
        """What came from the rack, in its order; a joker is a joker in any colour."""
        new = Counter(map(kind_of, layout.faces)) - Counter(map(kind_of, self.position.table.faces))
        played = []
        for face in self.position.rack:
            if new[kind_of(face)]:
                new[kind_of(face)] -= 1
                played.append(face)
        return tuple(played)

    def _nothing(self, *, is_proved: bool = True) -> Play:
        return Play((), self.position.table, is_proved and self.is_plain)

    def _rank(self, play: Play) -> tuple[int, int]:
        jokers = self.edition.joker_points
        value = sum(jokers if _is_joker(face) else face.number or 0 for face in play.played)
        return len(play.played), value

    def _is_meld(self, play: Play) -> bool:
        return meld_worth(self.edition, play.layout, play.played) >= self.edition.first_meld


def _is_joker(face: Face) -> bool:
    return face.is_joker or face.number in SPECIAL


def _rest(must: Stock, may: Stock, used: Stock) -> tuple[Stock, Stock]:
    """What is left of both when these are used: of equal tiles those that must be laid go first,
    so that nobody has to lay the others."""
    counts = bytes(max(0, a - b) for a, b in zip(must.counts, used.counts, strict=True))
    left = Stock(counts, max(0, must.jokers - used.jokers))
    return left, must + may - used - left


__all__ = ["TilePosition", "best_tiles", "in_order"]
