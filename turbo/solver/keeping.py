"""Which parts of the table to leave as they lie: all, all but a die at an end, or some of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, product

from turbo.game.dice import Face
from turbo.solver.engine import Kept
from turbo.solver.position import Part

MOST_PARTS = 6
"""With more parts than this only single ones are freed: two to the sixth are 64 tries."""


@dataclass(frozen=True, slots=True)
class KeepingPlan:
    """Parts that stay, with what their dice stand for, and the dice that are free to be moved."""

    kept: tuple[Kept, ...]
    freed: tuple[Face, ...] = ()

    @property
    def kept_faces(self) -> list[Face]:
        return [face for part, _ in self.kept for face in part.faces]


def whole(parts: Sequence[Part], most: int) -> Iterator[KeepingPlan]:
    """Everything stays, with the first few identities of its jokers."""
    ways = [list(islice(part.identities(), most)) for part in parts]
    # Bounded twice: each part has few identities, but several parts together could have many.
    for identities in islice(product(*ways), most):
        yield KeepingPlan(tuple(zip(parts, identities, strict=True)))


def _as_they_lie(parts: Sequence[Part]) -> list[Kept]:
    """With the first identity of their jokers."""
    return [(part, next(part.identities())) for part in parts]


def without_an_end(parts: Sequence[Part]) -> Iterator[KeepingPlan]:
    """One die is taken from the end of a set of four or more."""
    lie = _as_they_lie(parts)
    for place, (part, identity) in enumerate(lie):
        for die in _loose_ends(part):
            rest = _without(part, die), identity[:die] + identity[die + 1 :]
            yield KeepingPlan((*lie[:place], rest, *lie[place + 1 :]), (part.faces[die],))


def without_parts(parts: Sequence[Part]) -> Iterator[KeepingPlan]:
    """Some parts are taken up whole, those with fewest dice first, never all of them."""
    lie = _as_they_lie(parts)
    numbers = range(len(parts))
    most = len(parts) - 1 if len(parts) <= MOST_PARTS else 1
    choices = [freed for size in range(1, most + 1) for freed in combinations(numbers, size)]
    # Fewest dice first: a person would rather take up one short set than half of the table.
    choices.sort(key=lambda freed: sum([len(parts[n].faces) for n in freed]))
    for freed in choices:
        kept = tuple([lie[n] for n in numbers if n not in freed])
        yield KeepingPlan(kept, tuple([face for n in freed for face in parts[n].faces]))


def _loose_ends(part: Part) -> Iterator[int]:
    """Dice at the end of a set that is a set without them, too, and in no other set."""
    for chain in part.chains:
        # Of a set of three nothing can be taken, and it be a set still.
        if len(chain) > 3:
            for die in (chain[0], chain[-1]):
                # A die that two sets share holds both together.
                if sum(die in other for other in part.chains) == 1 and _is_set(part, chain, die):
                    yield die


def _is_set(part: Part, chain: tuple[int, ...], gone: int) -> bool:
    # Jokers alone are no set.
    return any(not part.wild[die] for die in chain if die != gone)


def _without(part: Part, gone: int) -> Part:
    """The part without one die; places behind it move up."""

    def fewer(chain: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(die - (die > gone) for die in chain if die != gone)

    return Part(
        part.cells[:gone] + part.cells[gone + 1 :],
        part.faces[:gone] + part.faces[gone + 1 :],
        tuple(map(fewer, part.chains)),
        part.axes,
        part.wild[:gone] + part.wild[gone + 1 :],
        part.columns[:gone] + part.columns[gone + 1 :],
        part.rows[:gone] + part.rows[gone + 1 :],
    )
