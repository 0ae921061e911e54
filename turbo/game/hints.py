"""A play as steps that a person can do, in every language.

First the table dice that must move are taken out of their sets, then one set after the other grows,
is laid, or is laid across a die that lies already. Where islands join, it is said which set is
moved where before anything is laid between them.

>>> from turbo.game.dice import parse_hand
>>> before, after = Layout.parse("b3 b4 b5"), Layout.parse("b3 b4 b5 / r3 . . / k3 . .")
>>> for language in list(Language)[:4]:
...     print(hint(before, after, parse_hand("r3 k3"), language)[0].replace(chr(0x202F), " "))
Lay the red 3 and the black 3 across the blue 3: together they are a group.
Leg de rode 3 en de zwarte 3 haaks aan de blauwe 3: samen zijn ze een rijtje.
Posez le 3 rouge et le 3 noir en croix sur le 3 bleu : ensemble, ils forment une rangée.
Die rote 3 und die schwarze 3 quer an die blaue 3 legen: zusammen sind sie eine Reihe.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from turbo.game.dice import Face
from turbo.game.joining import TURNS, Piece, Side, nearest, pieces, room_between, side_of
from turbo.game.layout import Layout
from turbo.game.messages import word
from turbo.game.naming import Language, Named
from turbo.game.sets import Cell, Kind, TableSet
from turbo.i18n.catalogue import say


class HintedAct(StrEnum):
    TAKE = "take"
    CLEAR = "clear"
    ADD = "add"
    REPLACE = "replace"
    MOVE = "move"
    TURN = "turn"
    BETWEEN = "between"
    LAY = "lay"
    ACROSS = "across"


@dataclass(frozen=True, slots=True)
class HintStep:
    """Something to do with some dice, beside or across others, which concerns a set of a kind."""

    act: HintedAct
    faces: tuple[Face, ...]
    kind: Kind
    others: tuple[Face, ...] = ()
    side: Side | None = None
    room: int = 0

    def text(self, language: Language, words: Mapping[str, str] | None = None) -> str:
        """The step as a sentence; `words` are the rulebook's own for group and run."""
        said = say(
            f"step.{self.act}",
            language,
            side="" if self.side is None else say(f"side.{self.side}", language),
            room=say("step.room", language, count=self.room) if self.room else "",
            faces=Named(self.faces, language),
            others=Named(self.others, language),
            kind=word(self.kind, language) if words is None else words[self.kind],
            the_kind=word(f"the-{self.kind}", language),
        )
        return said[0].upper() + said[1:]


def hint(
    before: Layout, after: Layout, played: Sequence[Face], language: Language = Language.ENGLISH
) -> tuple[str, ...]:
    """The steps from one table to the other in words; one sentence if there is no play."""
    if not played:
        return (say("step.no-play", language),)
    return tuple(step.text(language) for step in steps(before, after))


Moves = dict[Cell, Cell]
"""Where dice of the old table lie on the new one, for those that stay with their neighbours."""


def steps(before: Layout, after: Layout) -> tuple[HintStep, ...]:
    """Takes first, then the sets that grow, new ones, and those across what lies by then."""
    stays = _staying(before, after)
    swaps = _swaps(before, after, stays)
    return (
        *_takes(before, stays, swaps),
        *_places(before, after, swaps),
        *_lays(after, pieces(stays | swaps)),
    )


def _staying(before: Layout, after: Layout) -> Moves:
    """Of each old set at most one part stays, two dice or more side by side, the longest parts
    first. A die that two sets share stays if it stays in both, and where both agree on."""
    parts = [(old, moves) for old in before.sets() for moves in _parts(old, after)]
    # The longest first: what stays together in one piece is less to move.
    parts.sort(key=lambda part: -len(part[1]))
    stays: Moves = {}
    leaves: set[Cell] = set()
    done = set()
    for old, moves in parts:
        others = {cell for cell in old.chain.cells if cell not in moves}
        # A die that has left with one set cannot stay with another that shares it.
        is_torn = not leaves.isdisjoint(moves) or not others.isdisjoint(stays)
        if old not in done and not is_torn and _agree(stays, moves):
            stays |= moves
            leaves |= others
            done.add(old)
    return stays


def _swaps(before: Layout, after: Layout, stays: Moves) -> Moves:
    """Jokers whose place another die takes, in a set that stays as it lies otherwise. Where a die
    lies there that stays itself, sets were pushed together and nothing is put."""
    found: Moves = {}
    for old in before.sets():
        jokers = [cell for cell in old.chain.cells if before.dice[cell].is_joker]
        others = [cell for cell in old.chain.cells if cell not in jokers]
        if not jokers or not all(cell in stays for cell in others):
            continue
        for there in _lines(after, len(old.chain.cells)):
            moved = dict(zip(old.chain.cells, there, strict=True))
            if all(moved[cell] == stays[cell] for cell in others):
                # Asked anew for each: a cell may be promised to another joker by now.
                taken = {*stays.values(), *found.values()}
                found |= {
                    cell: moved[cell]
                    for cell in jokers
                    if cell not in stays
                    and cell not in found
                    and moved[cell] not in taken
                    and not after.dice[moved[cell]].is_joker
                }
    return found


def _lines(after: Layout, length: int) -> Iterator[tuple[Cell, ...]]:
    """Every piece of a line of the new table that is so long, in either direction."""
    for chain in after.chains:
        for line in (chain.cells, chain.cells[::-1]):
            for at in range(len(line) - length + 1):
                yield line[at : at + length]


def _places(before: Layout, after: Layout, swaps: Moves) -> Iterator[HintStep]:
    for joker, cell in swaps.items():
        kind = next(old.kind for old in before.sets() if joker in old.chain.cells)
        yield HintStep(HintedAct.REPLACE, (after.dice[cell],), kind, (before.dice[joker],))


def _agree(stays: Moves, moves: Moves) -> bool:
    """Whether every die lies in one cell and every cell holds one die."""
    origins = {cell: die for die, cell in stays.items()}
    return all(
        stays.get(die, cell) == cell and origins.get(cell, die) == die
        for die, cell in moves.items()
    )


def _parts(old: TableSet, after: Layout) -> Iterator[Moves]:
    """Every part of the old line that lies in one piece on the new table, in either direction."""
    cells, faces = old.chain.cells, old.chain.faces
    for chain in after.chains:
        for line in (chain.cells, chain.cells[::-1]):
            for start, end in combinations(range(len(faces) + 1), 2):
                # One die alone always lies somewhere: staying means to keep a neighbour.
                for at in range(len(line) - (end - start) + 1) if end - start > 1 else ():
                    there = line[at : at + end - start]
                    if faces[start:end] == tuple(after.dice[cell] for cell in there):
                        yield dict(zip(cells[start:end], there, strict=True))
    yield from _but_jokers(old, after)


def _but_jokers(old: TableSet, after: Layout) -> Iterator[Moves]:
    """The whole line where only jokers have made room, each for a face that it stood for."""
    cells, faces = old.chain.cells, old.chain.faces
    for there in _lines(after, len(cells)) if any(face.is_joker for face in faces) else ():
        now = tuple(after.dice[cell] for cell in there)
        # Only a face that the joker stood for can take its place where it lies.
        if any(one.is_joker for one in now) or now not in {one.faces for one in old.readings}:
            continue
        moved = zip(cells, there, faces, strict=True)
        yield {cell: place for cell, place, face in moved if not face.is_joker}


def _takes(before: Layout, stays: Moves, swaps: Moves) -> Iterator[HintStep]:
    """One step a set that loses dice, each die named once. A joker whose place another die takes is
    taken in that step."""
    named = {*stays, *swaps}
    for old in before.sets():
        gone = [cell for cell in old.chain.cells if cell not in named]
        faces = tuple(before.dice[cell] for cell in gone)
        if len(gone) == len(old.chain.cells):
            yield HintStep(HintedAct.CLEAR, faces, old.kind)
        elif gone:
            yield HintStep(HintedAct.TAKE, faces, old.kind, old.chain.faces)
        # A die that two sets share is taken once: the second sentence must not name it again.
        named.update(gone)


def _lays(after: Layout, lying: list[Piece]) -> Iterator[HintStep]:
    """Sets that hold dice which do not lie yet, those that have most to lie on first; before that,
    what lies and is to be joined is moved together."""
    waiting = list(after.sets())
    while waiting:
        # Asked anew after each: what was laid is what the next one can lie on.
        now = max(waiting, key=lambda found: _readiness(found.chain.cells, lying))
        waiting.remove(now)
        cells = frozenset(now.chain.cells)
        touched = sorted((one for one in lying if one.cells & cells), key=_weight)
        lying = [one for one in lying if not one.cells & cells]
        home, *others = touched or [Piece(frozenset())]
        for other in others:
            yield _moved(after, now, home, other)
            home = home.with_cells(other.cells)
        yield from _laid(after, now, home.cells)
        lying.append(home.with_cells(cells))


def _weight(piece: Piece) -> tuple[int, int, list[Cell]]:
    """What need not be turned stays as it lies, then what is larger; of two alike the upper one."""
    return TURNS.index(piece.turn), -len(piece.cells), sorted(piece.cells)


def _moved(after: Layout, joint: TableSet, home: Piece, moved: Piece) -> HintStep:
    cells = joint.chain.cells
    one, other = nearest(moved.cells.intersection(cells), home.cells.intersection(cells))
    act = HintedAct.MOVE if moved.turns & home.turns else HintedAct.TURN
    kind, named = _named(after, joint, moved, one)
    faces = tuple(after.dice[cell] for cell in named)
    side, room = side_of(one, other, home.turn), room_between(one, other)
    return HintStep(act, faces, kind, (after.dice[one], after.dice[other]), side, room)


def _named(after: Layout, joint: TableSet, moved: Piece, at: Cell) -> tuple[Kind, tuple[Cell, ...]]:
    """What is moved by the name of a set of it, best of all one with the die that leads; else by
    what it gives to the set that is made."""
    whole = [one for one in after.sets() if moved.cells.issuperset(one.chain.cells)]
    if whole:
        best = max(whole, key=lambda one: at in one.chain.cells)
        return best.kind, best.chain.cells
    return joint.kind, tuple(cell for cell in joint.chain.cells if cell in moved.cells)


def _laid(after: Layout, now: TableSet, lying: frozenset[Cell]) -> Iterator[HintStep]:
    cells = now.chain.cells
    fresh = tuple(after.dice[cell] for cell in cells if cell not in lying)
    if fresh:
        act = _act(cells, lying)
        beside = _beside(cells, lying) if act is HintedAct.BETWEEN else cells
        there = tuple(after.dice[cell] for cell in beside if cell in lying)
        yield HintStep(act, fresh, now.kind, there)


def _beside(cells: Sequence[Cell], lying: frozenset[Cell]) -> tuple[Cell, ...]:
    """The two that lie at the ends of the gap."""
    gap = [place for place, cell in enumerate(cells) if cell not in lying]
    return cells[gap[0] - 1], cells[gap[-1] + 1]


def _readiness(cells: Sequence[Cell], lying: list[Piece]) -> tuple[bool, int]:
    """Growing comes before laying anew, and that before laying across. What joins pieces waits; so
    does a set that touches nothing on an island of which some lies: it would lie in no right place.
    """
    touched = [one for one in lying if not one.cells.isdisjoint(cells)]
    act = _act(cells, frozenset().union(*(one.cells for one in touched)))
    is_lost = not touched and any(cell[0] == cells[0][0] for one in lying for cell in one.cells)
    # As a person would: what is easy first, and across only when there is something to lie across.
    ranks = {HintedAct.ADD: 2, HintedAct.LAY: 1, HintedAct.ACROSS: 0, HintedAct.BETWEEN: 0}
    return len(touched) < 2 and not is_lost, -1 if is_lost else ranks[act]


def _act(cells: Sequence[Cell], lying: frozenset[Cell]) -> HintedAct:
    places = [place for place, cell in enumerate(cells) if cell in lying]
    gaps = [place for place, cell in enumerate(cells) if cell not in lying]
    if not places:
        return HintedAct.LAY
    if len(places) == 1:
        return HintedAct.ACROSS
    is_gap = bool(gaps) and gaps[-1] - gaps[0] == len(gaps) - 1
    return HintedAct.BETWEEN if is_gap and places[0] < gaps[0] < places[-1] else HintedAct.ADD
