"""Which sets can hold all these dice: a search for covers in which a die lies in one set or two.

A cover says for every set which dice it holds and thereby where sets cross; where on the grid they
lie is the business of `placing`. The search takes an uncovered die, tries every set that it can be
in, and goes on until no die is left. It is exhaustive: in any legal layout some of the sets cover
all dice, and whatever die is taken next, one of those sets holds it.

Dice of one face are the same to a layout, and so is a joker and the die it stands for; so a slot is
filled with one kind of die at a time: an uncovered one, a die of a set that is crossed there, or a
joker.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TypeVar

from turbo.solver.clock import Clock
from turbo.solver.shapes import CODES, LONGER, SHAPES, WINDOWS, Shape, bits, mask_of

UNCOVERED = -1
NEW_JOKER = -2

JOKERS_FOR_A_SET_OF_ONE = 3
"""With fewer jokers than this in all, a joker and the die it stands for may always change places:
one of the two sets would have to hold no other numbered die, hence two jokers more."""

NOTHING_BARRED: list[int] = []

Found = TypeVar("Found")
Accept = Callable[["Cover"], Found | None]


@dataclass(frozen=True, slots=True)
class Piece:
    """Sets that lie on the table already and stay as they lie: cells of the dice and axis (0 along
    a row, 1 along a column) of the sets, by their numbers in the cover."""

    cells: dict[int, tuple[int, int]]
    axes: dict[int, int]


@dataclass(slots=True)
class Cover:
    """Dice, sets and crossings. Everything is a list by number of die or number of set."""

    codes: list[int]
    jokers: list[bool]
    owners: list[list[int]]
    """For every die the one or two sets that hold it."""
    sets: list[tuple[Shape, tuple[int, ...]]]
    parts: tuple[int, ...]
    """For every set the part that it hangs together with."""
    axes: tuple[int, ...]
    """For every set its axis; only the difference between sets of one part means anything."""
    pieces: list[Piece]
    kept: int
    """How many sets, the first ones, come from pieces."""
    longer: set[int]
    """Kept sets that grew."""

    @staticmethod
    def empty() -> "Cover":
        return Cover([], [], [], [], (), (), [], 0, set())

    def add_die(self, code: int, joker: bool, owners: list[int]) -> int:
        self.codes.append(code)
        self.jokers.append(joker)
        self.owners.append(owners)
        return len(self.codes) - 1

    def drop_die(self) -> None:
        self.codes.pop()
        self.jokers.pop()
        self.owners.pop()


class CoverSearch:
    """One question: can these dice be covered, and the cover be accepted?

    Two rules keep it from finding a cover twice or in vain. Once all covers with a set through some
    die are done, that set is barred from the die for the rest of the node. And a set all of whose
    dice lie in other sets as well is not needed: such a cover is left out, since the same dice are
    covered without it.
    """

    def __init__(
        self,
        cover: Cover,
        uncovered: Sequence[int],
        jokers: int,
        clock: Clock,
        choices: Callable[[int], list[Shape]],
    ) -> None:
        self.cover = cover
        self.jokers = jokers
        self.has_many_jokers = jokers >= JOKERS_FOR_A_SET_OF_ONE
        self.clock = clock
        self.left = [0] * CODES
        self.once: list[list[int]] = [[] for _ in range(CODES)]
        self.left_mask = self.once_mask = 0
        for code in uncovered:
            self.left[code] += 1
            self.left_mask |= 1 << code
        for die, owners in enumerate(cover.owners):
            if len(owners) == 1:
                self.once[cover.codes[die]].append(die)
                self.once_mask |= 1 << cover.codes[die]
        self.barred: list[list[int]] = [[] for _ in cover.codes]
        self.private = [sum(len(cover.owners[die]) == 1 for die in dice) for _, dice in cover.sets]
        self.choices = choices
        self.kept_mask = mask_of(cover.codes)

    def run(self, accept: Accept[Found]) -> Found | None:
        """The first thing that `accept` makes of a cover, or None: then there is none."""
        return self._search(accept)

    def _search(self, accept: Accept[Found]) -> Found | None:
        self.clock.tick()
        if not self.left_mask:
            return self._spend_jokers(accept)
        lacking = ~(self.left_mask | self.once_mask)
        code = self._hardest(lacking & ~self.kept_mask)
        if code is None:
            return None
        if found := self._grow_any(code, accept):
            return found
        tried: list[int] = []
        for shape in self._promising(code, lacking):
            for filling in self._fillings(shape, code):
                if found := self._lay(shape, filling, accept, code, tried):
                    return found
            tried.append(shape.mask)
        return None

    def _grow_any(self, code: int, accept: Accept[Found]) -> Found | None:
        """The code makes a kept set longer."""
        for number in range(self.cover.kept):
            for shape in self.choices(code):
                if found := self._grow(number, shape, accept):
                    return found
        return None

    def _promising(self, code: int, lacking: int) -> list[Shape]:
        """The sets that the code can be in now: few jokers, few crossings and many dice first."""
        crossed, jokers = ~self.left_mask, self.jokers
        ranked = []
        for rank, shape in enumerate(self.choices(code)):
            missing = (shape.mask & lacking).bit_count()
            if missing <= jokers:
                covers = len(shape.codes) - (shape.mask & crossed).bit_count()
                ranked.append((3 * missing - 2 * covers, rank, shape))
        ranked.sort()
        return [shape for _, _, shape in ranked]

    def _hardest(self, lacking: int) -> int | None:
        """The uncovered code with the fewest sets of three to be in; None if one has none."""
        fewest, hardest, jokers = 99, 0, self.jokers
        for code in bits(self.left_mask):
            ways = 0
            for window in WINDOWS[code]:
                missing = window & lacking
                if not missing or (jokers and missing.bit_count() <= jokers):
                    ways += 1
            if ways < fewest:
                if not ways:
                    return None
                fewest, hardest = ways, code
        return hardest

    def _fillings(self, shape: Shape, code: int) -> Iterator[tuple[int, ...]]:
        """Every way to find dice for the set; the die in question comes from the uncovered."""
        options = []
        for slot in shape.codes:
            if slot == code:
                options.append([UNCOVERED])
                continue
            sources = [UNCOVERED] if self.left[slot] else []
            sources += [die for die in self.once[slot] if shape.mask not in self.barred[die]]
            if self.jokers and (self.has_many_jokers or not self.left[slot]):
                sources.append(NEW_JOKER)
            if not sources:
                return
            options.append(sources)
        yield from product(*options)

    def _lay(
        self,
        shape: Shape,
        filling: tuple[int, ...],
        accept: Accept[Found],
        pivot: int = 0,
        barred: list[int] = NOTHING_BARRED,
        link: int | None = None,
    ) -> Found | None:
        """A new set with these dice, and on with the search, or if the set only links others, with
        the completion of the cover."""
        cover = self.cover
        if self.jokers and filling.count(NEW_JOKER) > self.jokers:
            return None
        links = self._links(filling, is_link=link is not None)
        if links is None:
            return None
        before = cover.parts, cover.axes
        number = len(cover.sets)
        self.private.append(0)
        dice = []
        for slot, source in zip(shape.codes, filling, strict=True):
            dice.append(self._take(slot, source, number))
            if slot == pivot:
                self.barred[-1] = barred
        cover.sets.append((shape, tuple(dice)))
        cover.parts, cover.axes = links
        found = self._search(accept) if link is None else self._complete(accept, link)
        if found is None:
            cover.sets.pop()
            cover.parts, cover.axes = before
            for slot, source in zip(reversed(shape.codes), reversed(filling), strict=True):
                self._give_back(slot, source, number)
            self.private.pop()
        return found

    def _links(
        self, filling: tuple[int, ...], *, is_link: bool
    ) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """Parts and axes with the new set; None if two sets would cross twice or lie askew, or if
        one of them were not needed any more. A link is not needed itself and joins two parts."""
        cover = self.cover
        number = len(cover.sets)
        crossed = [cover.owners[die][0] for die in filling if die >= 0]
        if not crossed:
            return (*cover.parts, number), (*cover.axes, 0)
        if len(crossed) > 1 and len(set(crossed)) < len(crossed):
            return None
        turn: dict[int, int] = {}
        for other in crossed:
            flip = cover.axes[other] ^ 1
            if turn.setdefault(cover.parts[other], flip) != flip:
                return None
            if self.private[other] == 1 and other >= cover.kept and not is_link:
                return None
        if is_link and len(turn) < 2:
            return None
        parts = [number if part in turn else part for part in cover.parts]
        axes = [
            axis ^ turn[part] if part in turn else axis
            for axis, part in zip(cover.axes, cover.parts, strict=True)
        ]
        return (*parts, number), (*axes, 0)

    def _take(self, slot: int, source: int, number: int) -> int:
        cover = self.cover
        if source >= 0:
            self.private[cover.owners[source][0]] -= 1
            cover.owners[source].append(number)
            self.once[slot].remove(source)
            if not self.once[slot]:
                self.once_mask ^= 1 << slot
            return source
        if source == NEW_JOKER:
            self.jokers -= 1
        else:
            self.left[slot] -= 1
            if not self.left[slot]:
                self.left_mask ^= 1 << slot
        die = cover.add_die(slot, source == NEW_JOKER, [number])
        self.once[slot].append(die)
        self.once_mask |= 1 << slot
        self.barred.append(NOTHING_BARRED)
        self.private[number] += 1
        return die

    def _give_back(self, slot: int, source: int, number: int) -> None:
        cover = self.cover
        if source >= 0:
            cover.owners[source].pop()
            self.private[cover.owners[source][0]] += 1
            self.once[slot].append(source)
            self.once_mask |= 1 << slot
            return
        if source == NEW_JOKER:
            self.jokers += 1
        else:
            self.left[slot] += 1
            self.left_mask |= 1 << slot
        cover.drop_die()
        self.barred.pop()
        self.private[number] -= 1
        self.once[slot].remove(len(cover.codes))
        if not self.once[slot]:
            self.once_mask ^= 1 << slot

    def _grow(self, number: int, shape: Shape, accept: Accept[Found]) -> Found | None:
        """A kept set becomes this longer one where it lies, with uncovered dice and jokers."""
        old, dice = self.cover.sets[number]
        if old.mask & ~shape.mask or shape.size <= old.size or number in self.cover.longer:
            return None
        added = [slot for slot in shape.codes if not old.mask >> slot & 1]
        if sum(not self.left[slot] for slot in added) > self.jokers:
            return None
        filling = [UNCOVERED if self.left[slot] else NEW_JOKER for slot in added]
        known = dict(zip(old.codes, dice, strict=True))
        for slot, source in zip(added, filling, strict=True):
            known[slot] = self._take(slot, source, number)
        self.cover.sets[number] = shape, tuple(known[slot] for slot in shape.codes)
        self.cover.longer.add(number)
        found = self._search(accept)
        if found is None:
            self.cover.longer.discard(number)
            self.cover.sets[number] = old, dice
            for slot, source in zip(reversed(added), reversed(filling), strict=True):
                self._give_back(slot, source, number)
        return found

    def _spend_jokers(self, accept: Accept[Found]) -> Found | None:
        """All numbered dice are covered: put jokers that are left over at the end of sets, or make
        sets of them with dice that are crossed; then the cover is complete."""
        if not self.jokers:
            return self._complete(accept, 0)
        for number in self._sets_by_freedom():
            if found := self._lengthen(number, accept):
                return found
        for shape in SHAPES:
            if found := self._cross_with_jokers(shape, accept):
                return found
        return None

    def _complete(self, accept: Accept[Found], start: int) -> Found | None:
        """The cover is complete. If it is not accepted as it is, perhaps it is with parts side by
        side: then dice of several parts touch and make sets of their own, which link the parts."""
        if (found := accept(self.cover)) or self.cover.kept or len(set(self.cover.parts)) < 2:
            return found
        for number in range(start, len(SHAPES)):
            shape = SHAPES[number]
            if not shape.mask & ~self.once_mask:
                for filling in product(*(self.once[slot] for slot in shape.codes)):
                    if found := self._lay(shape, filling, accept, link=number):
                        return found
        return None

    def _sets_by_freedom(self) -> list[int]:
        """Sets that cross least come first: there is room at their ends."""
        parts = self.cover.parts
        return sorted(range(len(parts)), key=lambda number: parts.count(parts[number]))

    def _lengthen(self, number: int, accept: Accept[Found]) -> Found | None:
        cover = self.cover
        old, dice = cover.sets[number]
        for shape in LONGER[old.mask]:
            self.clock.tick()
            slot = next(slot for slot in shape.codes if slot not in old.codes)
            known = dict(zip(old.codes, dice, strict=True))
            known[slot] = self._take(slot, NEW_JOKER, number)
            cover.sets[number] = shape, tuple(known[slot] for slot in shape.codes)
            was_longer = number in cover.longer
            if number < cover.kept:
                cover.longer.add(number)
            if found := self._spend_jokers(accept):
                return found
            if not was_longer:
                cover.longer.discard(number)
            cover.sets[number] = old, dice
            self._give_back(slot, NEW_JOKER, number)
        return None

    def _cross_with_jokers(self, shape: Shape, accept: Accept[Found]) -> Found | None:
        if sum(not self.once[slot] for slot in shape.codes) > self.jokers:
            return None
        options = [[*self.once[slot], NEW_JOKER] for slot in shape.codes]
        for filling in product(*options):
            fresh = filling.count(NEW_JOKER)
            if not 0 < fresh <= self.jokers:
                continue
            if all(die < 0 or self.cover.jokers[die] for die in filling):
                continue
            if found := self._lay(shape, filling, accept):
                return found
        return None
