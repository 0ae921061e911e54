"""A play as steps that a person can do, in the four languages.

First the table dice that must move are taken out of their sets, then one set after the other grows,
is laid, or is laid across a die that lies already.

>>> from turbo.dice import parse_hand
>>> before, after = Layout.parse("b3 b4 b5"), Layout.parse("b3 b4 b5 / r3 . . / k3 . .")
>>> for language in Language:
...     print(*hint(before, after, parse_hand("r3 k3"), language))
Lay red 3 and black 3 across blue 3: together they are a group.
Leg rode 3 en zwarte 3 dwars op blauwe 3: samen zijn ze een rijtje.
Posez 3 rouge et 3 noir en travers de 3 bleu : ensemble, ils forment une rangée.
Rote 3 und schwarze 3 quer an blaue 3 legen: zusammen sind sie eine Reihe.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from turbo.dice import Face
from turbo.messages import Language, faces_words, word
from turbo.rules import Layout
from turbo.sets import Cell, Kind, TableSet


class Act(StrEnum):
    TAKE = "take"
    CLEAR = "clear"
    ADD = "add"
    LAY = "lay"
    ACROSS = "across"


SENTENCES: dict[Act, tuple[str, str, str, str]] = {
    Act.TAKE: (
        "Take {faces} from the {kind} {others}.",
        "Neem {faces} uit {the_kind} {others}.",
        "Prenez {faces} dans la {kind} {others}.",
        "{faces} aus der {kind} {others} nehmen.",
    ),
    Act.CLEAR: (
        "Take the {kind} {faces} apart.",
        "Haal {the_kind} {faces} uit elkaar.",
        "Séparez les dés de la {kind} {faces}.",
        "Die {kind} {faces} auseinandernehmen.",
    ),
    Act.ADD: (
        "Add {faces} to {others}: a {kind}.",
        "Leg {faces} aan bij {others}: een {kind}.",
        "Ajoutez {faces} à {others} : une {kind}.",
        "{faces} an {others} anlegen: eine {kind}.",
    ),
    Act.LAY: (
        "Lay {faces} as a {kind} apart from the rest.",
        "Leg {faces} als {kind} los van de rest.",
        "Posez {faces} à part : une {kind}.",
        "{faces} getrennt vom Rest als {kind} legen.",
    ),
    Act.ACROSS: (
        "Lay {faces} across {others}: together they are a {kind}.",
        "Leg {faces} dwars op {others}: samen zijn ze een {kind}.",
        "Posez {faces} en travers de {others} : ensemble, ils forment une {kind}.",
        "{faces} quer an {others} legen: zusammen sind sie eine {kind}.",
    ),
}
"""One sentence an act, in the order of the languages."""

DUTCH_WITH_ARTICLE = {Kind.GROUP: "het rijtje", Kind.RUN: "de serie"}

NO_PLAY = (
    "No die of the hand can be played.",
    "Geen enkele steen uit de hand kan gespeeld worden.",
    "Aucun dé de la main ne peut être joué.",
    "Kein Würfel der Hand kann gespielt werden.",
)


@dataclass(frozen=True, slots=True)
class Step:
    """Something to do with some dice, beside or across others, which concerns a set of a kind."""

    act: Act
    faces: tuple[Face, ...]
    kind: Kind
    others: tuple[Face, ...] = ()

    def text(self, language: Language) -> str:
        template = SENTENCES[self.act][list(Language).index(language)]
        said = template.format(
            faces=faces_words(self.faces, language),
            others=faces_words(self.others, language),
            kind=word(self.kind, language),
            the_kind=DUTCH_WITH_ARTICLE[self.kind],
        )
        return said[0].upper() + said[1:]


def hint(
    before: Layout, after: Layout, played: Sequence[Face], language: Language = Language.ENGLISH
) -> tuple[str, ...]:
    """The steps from one table to the other in words; one sentence if there is no play."""
    if not played:
        return (NO_PLAY[list(Language).index(language)],)
    return tuple(step.text(language) for step in steps(before, after))


@dataclass(frozen=True, slots=True)
class Rest:
    """What stays together of a set of the old table: from where to where in its line, and the cells
    in which those dice lie on the new table."""

    old: TableSet
    start: int
    end: int
    cells: tuple[Cell, ...]


def steps(before: Layout, after: Layout) -> tuple[Step, ...]:
    """Takes first, then the sets that grow, new ones, and those across what lies by then."""
    rests = _rests(before, after)
    lying = {cell for rest in rests for cell in rest.cells}
    return (*_takes(rests), *_lays(after, lying))


def _rests(before: Layout, after: Layout) -> list[Rest]:
    """For each old set its longest part that still lies side by side, none if it is torn apart. Of
    two sets that could stay in the same dice the longer one does."""
    taken: list[set[Cell]] = []
    rests = []
    for old in sorted(before.sets(), key=lambda found: -len(found.chain.faces)):
        parts = (part for part in _parts(old, after) if not _is_taken(part.cells, taken))
        rest = max(parts, key=lambda part: len(part.cells), default=Rest(old, 0, 0, ()))
        taken.append(set(rest.cells))
        rests.append(rest)
    return sorted(rests, key=lambda rest: rest.old.chain.cells)


def _is_taken(cells: Sequence[Cell], taken: Sequence[set[Cell]]) -> bool:
    """Crossing sets share one die; whoever shares more is the same set."""
    return any(len(other.intersection(cells)) > 1 for other in taken)


def _parts(old: TableSet, after: Layout) -> Iterator[Rest]:
    """Every part of the old line that lies in one piece on the new table, in either direction."""
    faces = old.chain.faces
    for chain in after.chains:
        for line in (chain.cells, chain.cells[::-1]):
            for start, end in combinations(range(len(faces) + 1), 2):
                for at in range(len(line) - (end - start) + 1) if end - start > 1 else ():
                    cells = line[at : at + end - start]
                    if faces[start:end] == tuple(after.dice[cell] for cell in cells):
                        yield Rest(old, start, end, cells)


def _takes(rests: Sequence[Rest]) -> Iterator[Step]:
    """One step a set that loses dice. A die that another set keeps is not taken away."""
    kept = Counter(cell for rest in rests for cell in rest.old.chain.cells[rest.start : rest.end])
    for rest in rests:
        chain, kind = rest.old.chain, rest.old.kind
        gone = [
            face for cell, face in zip(chain.cells, chain.faces, strict=True) if cell not in kept
        ]
        if len(gone) == len(chain.faces):
            yield Step(Act.CLEAR, chain.faces, kind)
        elif gone:
            yield Step(Act.TAKE, tuple(gone), kind, chain.faces)


def _lays(after: Layout, lying: set[Cell]) -> Iterator[Step]:
    """Sets that hold dice which do not lie yet, those that have most to lie on first."""
    waiting = list(after.sets())
    while waiting:
        now = max(waiting, key=lambda found: _readiness(found.chain.cells, lying))
        waiting.remove(now)
        cells = now.chain.cells
        fresh = tuple(after.dice[cell] for cell in cells if cell not in lying)
        there = tuple(after.dice[cell] for cell in cells if cell in lying)
        if fresh:
            yield Step(_act(cells, lying), fresh, now.kind, there)
        lying = lying.union(cells)


def _readiness(cells: Sequence[Cell], lying: set[Cell]) -> int:
    """Growing comes before laying anew, and that before laying across."""
    return {Act.ADD: 2, Act.LAY: 1, Act.ACROSS: 0}[_act(cells, lying)]


def _act(cells: Sequence[Cell], lying: set[Cell]) -> Act:
    places = [place for place, cell in enumerate(cells) if cell in lying]
    if not places:
        return Act.LAY
    is_line = len(places) > 1 and places[-1] - places[0] == len(places) - 1
    return Act.ADD if is_line else Act.ACROSS
