"""Whose is what lies there, by places, sets and counts alone: no history of how it came about.

Dice under a hand are mixed up, a set is shoved by a throw, a die rolls among the sets. But a rest
at which all eighteen lie open can be read without any of that: what makes legal sets in the middle
is the table, what lies before a player is of that hand, and loose dice in the middle are of whoever
lacks as many. Hands only shrink, and the dice that a hand has lost lie on the table.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from turbo.game.dice import DICE, HAND, Face
from turbo.game.layout import Layout
from turbo.game.match import Round
from turbo.game.sets import Faces
from turbo.live.laying import Laid, laid_of, laid_table
from turbo.live.tracked_dice import TrackedDice
from turbo.live.tracked_die import WORTH_NAMING, TrackedDie
from vision.mat.plan import Zone
from vision.reading.grid import LayoutTuning

MOST_LOOSE = 2
"""Dice that may have rolled against one island: more would be a guess."""


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Who has which dice, and the table that the rest of them make."""

    hands: tuple[tuple[TrackedDie, ...], tuple[TrackedDie, ...]]
    table: Laid

    @property
    def faces(self) -> tuple[Faces, Faces]:
        one, other = (tuple(known.face for known in hand) for hand in self.hands)
        return one, other

    @property
    def layout(self) -> Layout:
        return self.table.layout

    @property
    def is_whole(self) -> bool:
        return sum(map(len, self.hands)) + len(self.table.dice) == DICE

    @property
    def loose(self) -> dict[int, tuple[int, ...]]:
        """Dice in the middle that are of a hand, by seat."""
        return {
            seat: tuple(known.id for known in hand if known.die.zone is Zone.TABLE)
            for seat, hand in enumerate(self.hands)
        }


def whereabouts(tracked: TrackedDice, rnd: Round, tuning: LayoutTuning) -> Iterator[Whereabouts]:
    """Every way to share out what lies there that adds up: hands of which none has grown, and a
    legal table that has what they have lost. Mostly one, or none."""
    dice = _open_dice(tracked)
    table = _sets(tracked, tuning)
    before = [known for known in dice if known not in table.dice]
    zones = [[known for known in before if known.die.zone is Zone.hand(seat)] for seat in (0, 1)]
    loose = [known for known in before if known.die.zone is Zone.TABLE]
    laid = len(table.dice) - len(rnd.table.dice)
    # A die of the table is missing: no sharing out brings it back.
    if laid < 0:
        return
    seen = set[tuple[int, int]]()
    # Either of both has laid all that is new: where they shared it, nobody could say who laid
    # which.
    for mine in {laid, 0}:
        sizes = _sizes(rnd, mine, laid - mine)
        if sizes in seen:
            continue
        seen.add(sizes)
        missing = [sizes[seat] - len(zones[seat]) for seat in (0, 1)]
        # All loose ones are of one player, or nobody knows whose is which.
        if sum(missing) == len(loose) and min(missing) == 0:
            one, other = (
                tuple([*zones[seat], *(loose if missing[seat] else ())]) for seat in (0, 1)
            )
            yield Whereabouts((one, other), table)


def _sizes(rnd: Round, mine: int, others: int) -> tuple[int, int]:
    """How many dice the hands have once the player in turn and the other have laid so many."""
    laid = (mine, others) if rnd.turn == 0 else (others, mine)
    full = [HAND if hand is None else len(hand) for hand in rnd.hands]
    return full[0] - laid[0], full[1] - laid[1]


def _open_dice(tracked: TrackedDice) -> list[TrackedDie]:
    return [
        replace(known, landed=None)
        for known in tracked.lying.values()
        if known.id not in tracked.leftover and known.die.zone is not Zone.OUTSIDE
    ]


def _sets(tracked: TrackedDice, tuning: LayoutTuning) -> Laid:
    """The dice in the middle that make legal sets; of an island that is none, what is left of it
    when a die or two that rolled against it are left out."""
    laid = laid_table(tracked, tuning, by_zones=True)
    kept: list[TrackedDie] = []
    for island in _islands(laid):
        kept += next(_legal_parts(island, tuning), [])
    return laid_of(kept, tuning)


def _islands(laid: Laid) -> list[list[TrackedDie]]:
    islands: dict[int, list[TrackedDie]] = {}
    for (island, _, _), known in zip(laid.layout.dice, laid.dice, strict=True):
        islands.setdefault(island, []).append(known)
    return list(islands.values())


def _legal_parts(island: list[TrackedDie], tuning: LayoutTuning) -> Iterator[list[TrackedDie]]:
    """As much of it as can be; who came last is left out first."""
    # A throw comes last: what lay there before it is the set.
    latest = sorted(island, key=lambda known: -known.die.since_s)
    for count in range(MOST_LOOSE + 1):
        for left_out in combinations(latest, count):
            part = [known for known in island if known not in left_out]
            if len(part) >= 3 and laid_of(part, tuning).layout.is_legal:
                yield part


def left_over(tracked: TrackedDice, rnd: Round, seat: int) -> Faces | None:
    """The player's hand by what is left over of all dice, which lie open and flat, when the
    table and the other's hand show what they showed: no place and no history is asked for. None
    where they do not, or where a die cannot be read. Before the other's first throw there are
    nine dice less."""
    others, dice = rnd.hands[1 - seat] or (), list(tracked.lying.values())
    expected = DICE if rnd.hands[1 - seat] is not None else DICE - HAND
    if len(dice) != expected or any(_is_doubtful(known) for known in dice):
        return None
    before = [known for known in dice if known.die.zone is Zone.hand(1 - seat)]
    seen, known = Counter(one.face for one in dice), rnd.table.count + Counter(others)
    is_there = not Counter(others) - Counter(one.face for one in before)
    return tuple((seen - known).elements()) if is_there and not known - seen else None


def _is_doubtful(known: TrackedDie) -> bool:
    return known.face.is_unread or known.die.lies_badly


def table_dice(tracked: TrackedDice, rnd: Round) -> set[int]:
    """The dice of the table as it was accepted, by number: of two that show the same, the one that
    was there."""
    missing, found = rnd.table.count, set[int]()
    is_there = {known.id: known.owner is Zone.TABLE for known in tracked.lying.values()}
    # Sorting is stable: among those that were there their own order decides, on every machine.
    for known in sorted(tracked.lying.values(), key=lambda known: not is_there[known.id]):
        if missing[known.face] and known.die.zone is Zone.TABLE:
            missing[known.face] -= 1
            found.add(known.id)
    return found


def named(tracked: TrackedDice, expected: Counter[Face]) -> TrackedDice | None:
    """The same dice with those that cannot be read, where nothing was thrown: they are what is
    missing of all that is known to lie there, if they look like it. None if that does not work."""
    dice = [known for known in tracked.lying.values() if known.id not in tracked.leftover]
    missing = expected - Counter(known.face for known in dice if not known.face.is_unread)
    filled = tracked.copy()
    for known in (known for known in dice if known.face.is_unread):
        looks = (r.face for r in known.die.readings if r.confidence >= WORTH_NAMING)
        face = next((face for face in looks if missing[face]), None)
        if face is None:
            return None
        missing[face] -= 1
        filled.answer(known.id, face)
    # The plus leaves only what is really missing: a count may have fallen to nothing.
    return None if +missing else filled
