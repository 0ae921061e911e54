"""Whole matches between deciders, at the height of events: what the bench of the partner plays.

The twin's event match deals, throws and keeps the ledger; here sit players who decide by where the
match stands. Every match is judged by the referee if asked, as any record is.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from turbo.game.dice import Face
from turbo.game.layout import Layout
from turbo.game.sets import Faces
from turbo.partner.engine import PartnerEngine
from turbo.partner.position import Standing
from turbo.solver import best_play
from turbo.solver.choices import JOKER_CODE
from turbo.solver.counts import Codes, TableCounts, codes_of
from turbo.twin.event_match import ROUNDS, EventMatch
from turbo.twin.habits import Habits, Skill
from turbo.twin.ledger import Ledger
from turbo.twin.players import TwinPlayer


class Decider(Protocol):
    def to_keep(self, at: Standing) -> Codes: ...

    def to_play(self, at: Standing) -> Codes: ...


class Greedy:
    """Lays most, throws all that is left."""

    def to_keep(self, at: Standing) -> Codes:
        return ()

    def to_play(self, at: Standing) -> Codes:
        return at.table.most(at.mine or ())


def standing(ledger: Ledger, seat: int) -> Standing:
    """Where the match stands by the twin's own ledger."""
    mine, theirs = (
        None if hand is None else codes_of(hand)
        for hand in (ledger.hands[seat], ledger.hands[1 - seat])
    )
    return Standing(
        TableCounts.of(ledger.table.values()),
        mine,
        theirs,
        ledger.blanks,
        ledger.total(seat) - ledger.total(1 - seat),
        ROUNDS - len(ledger.results) - 1,
    )


@dataclass(frozen=True)
class Moment:
    """A position before a throw, who threw, and in which round."""

    at: Standing
    seat: int
    round: int


class Seated(TwinPlayer):
    """A player of the twin's event match who asks a decider."""

    def __init__(self, match: "PartnerMatch", seat: int, decider: Decider) -> None:
        super().__init__("", Habits(Skill.BEST), match.chance)
        self.match, self.seat, self.decider = match, seat, decider

    def to_throw(self, hand: Faces) -> list[int]:
        kept = list(self.decider.to_keep(standing(self.match.ledger, self.seat)))
        thrown = []
        for place, code in enumerate(codes_of(hand)):
            if code in kept:
                kept.remove(code)
            else:
                thrown.append(place)
        return thrown

    def play(self, table: Layout, hand: Faces) -> Layout | None:
        chosen = self.decider.to_play(standing(self.match.ledger, self.seat))
        if not chosen:
            return None
        found = best_play(table, faces_of(chosen, hand), nodes=1_000_000)
        assert len(found.played) == len(chosen), (table, hand, chosen)
        return found.layout


def faces_of(codes: Codes, hand: Iterable[Face]) -> Faces:
    """The dice of the hand that these codes are; of jokers any will do."""
    left, found = list(hand), []
    for code in codes:
        face = next(f for f in left if (JOKER_CODE if f.is_joker else codes_of([f])[0]) == code)
        left.remove(face)
        found.append(face)
    return tuple(found)


class PartnerMatch(EventMatch):
    """One match between two deciders; `moments` are the positions before each throw."""

    def __init__(self, seed: int, deciders: tuple[Decider, Decider]) -> None:
        super().__init__(seed, Skill.BEST)
        one, other = (Seated(self, seat, decider) for seat, decider in enumerate(deciders))
        self.players = (one, other)
        self.moments: list[Moment] = []

    def throw(self, seat: int) -> Faces:
        if self.ledger.out is None:
            number = len(self.ledger.results)
            self.moments.append(Moment(standing(self.ledger, seat), seat, number))
        return super().throw(seat)


Pair = Callable[[int], tuple[Decider, Decider]]


def pair_of(one: int, other: int) -> Pair:
    """Deciders by level, 0 for the greedy one; the seed decides who sits where."""

    def seated(seed: int) -> tuple[Decider, Decider]:
        first, second = decider(one, seed), decider(other, seed)
        return (first, second) if seed % 2 == 0 else (second, first)

    return seated


def decider(level: int, seed: int) -> Decider:
    from turbo.partner.levels import level as level_of

    return Greedy() if level == 0 else PartnerEngine(seed, level_of(level))


def played(pair: Pair, seeds: Iterable[int]) -> Iterator[PartnerMatch]:
    for seed in seeds:
        match = PartnerMatch(seed, pair(seed))
        match.play()
        yield match
