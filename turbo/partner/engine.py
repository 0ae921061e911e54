"""The engine: which dice to throw again, and what to lay, so that the match is won.

Every choice is weighed by the chance to win the match that it leaves (`turbo.partner.value`). A
throw of one die is weighed exactly, over all faces it may show; of more dice by throws that are
tried, the same ones for every choice, and the better half of the choices again and again. Nothing
looks at a clock, and every decision draws from a generator of its own, named by the seed and the
position: the same question has the same answer on every machine.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice

from turbo.partner.dice_chances import DiceChances
from turbo.partner.levels import STRONGEST, Level
from turbo.partner.position import Standing
from turbo.partner.value import win_chance
from turbo.solver.counts import Codes, TableCounts, cost_of, wanted
from turbo.solver.shapes import mask_of

MOST_PLAYS = 24
"""Plays that are weighed; in 4,147 turns there were 2.2 at the mean and 118 at most, and those with
most dice come first."""
MOST_KEPT = 4
"""Dice that are kept at most: of five or more nearly always some can be laid."""
BEST_PLAYS = 4
"""Plays after which the answer of the other player is looked at."""


COMPARED = 48
"""Throws that ways to keep dice are compared by."""

BARE = TableCounts()
"""A table on which nothing lies: what can be laid there is in sets of the hand alone."""


@dataclass(frozen=True, slots=True)
class Option:
    """A choice and the chance to win the match after it: codes that are kept, or laid."""

    codes: Codes
    chance: float


@dataclass(frozen=True)
class PartnerEngine:
    """Decides for one player. `dice` are the faces of every die where they were enrolled."""

    seed: int = 0
    level: Level = STRONGEST
    dice: tuple[Codes, ...] = field(default=())

    def to_keep(self, at: Standing) -> Codes:
        """The codes of the own hand that stay as they are; all others are thrown."""
        ways = self.throws(at)
        return self._picked(ways, at, "keep").codes

    def to_play(self, at: Standing) -> Codes:
        """The codes of the thrown hand that are laid; none to pass."""
        return self._picked(self._seen(self.plays(at), at), at, "play").codes

    def throws(self, at: Standing) -> list[Option]:
        """Ways to throw, best first."""
        hand = at.mine
        if hand is None:
            # All nine come from the bag: there is nothing to choose.
            return [Option((), win_chance(at))]
        ways = [(), *_keeps(at.table, hand, self.level.keeps)]
        return _halved(_Throwing(self, at, self._chance(at, "throws")), ways, self.level.throws)

    def plays(self, at: Standing) -> list[Option]:
        """Plays of the thrown hand, best first; to lay nothing is one of them where it may be."""
        found = [Option(way, 1 - win_chance(at.played(way).other)) for way in legal_plays(at)]
        found.sort(key=lambda option: -option.chance)
        near, far = found[:BEST_PLAYS], found[BEST_PLAYS:]
        if self.level.replies and len(near) > 1:
            near = [self.answered(at, option.codes) for option in near]
            near.sort(key=lambda option: -option.chance)
        return near + far

    def answered(self, at: Standing, played: Codes) -> Option:
        """A play with the chance once the other player has thrown everything and laid the most."""
        after = at.played(played)
        if after.points is not None or not self.level.replies:
            return Option(played, 1 - win_chance(after.other))
        # The same throws after every play: only the play makes the difference.
        chance = self._chance(at, "replies")
        return Option(played, 1 - self.throwing(after.other, (), self.level.replies, chance))

    def compared(self, at: Standing, ways: Sequence[Codes]) -> list[Option]:
        """Ways to keep dice, all weighed by the same throws: other ones than those that chose them,
        so that what was lucky then is not taken for better."""
        throwing = _Throwing(self, at, self._chance(at, "compared"))
        return [Option(way, throwing.weigh(way, COMPARED)) for way in ways]

    def throwing(self, at: Standing, kept: Codes, throws: int, chance: random.Random) -> float:
        """The chance of who throws all but the kept dice now, and then lays the most."""
        outcomes = list(self.outcomes(at, kept, throws, chance))
        whole = sum(weight for _, weight in outcomes)
        return sum(weight * self.thrown(at, hand) for hand, weight in outcomes) / whole

    def outcomes(
        self, at: Standing, kept: Codes, throws: int, chance: random.Random
    ) -> Sequence[tuple[Codes, float]]:
        """Hands after a throw with their weights: all of them for one die, else a sample."""
        dice = DiceChances(at.up, self.dice)
        if at.mine is None:
            return [(tuple(dice.fresh(at.dice[0], chance)), 1.0) for _ in range(throws)]
        cup = list(at.mine)
        for code in kept:
            cup.remove(code)
        if len(cup) == 1:
            return [((*kept, code), weight) for code, weight in dice.of(cup[0]).items()]
        return [((*kept, *dice.roll(cup, chance)), 1.0) for _ in range(throws)]

    def thrown(self, at: Standing, hand: Codes) -> float:
        """The chance with this hand, if the most is laid."""
        return 1 - win_chance(at.thrown(hand).played(at.table.most(hand)).other)

    def _chance(self, at: Standing, what: str) -> random.Random:
        return random.Random(f"{self.seed} {what} {at.table} {at.mine} {at.theirs} {at.blanks}")

    def _seen(self, plays: list[Option], at: Standing) -> list[Option]:
        """Those that a player of this level sees: to lay nothing is always seen, and where there
        is a play the last one is, too."""
        chance = self._chance(at, "seen")
        hard = self.level.overlooks
        seen = [one for one in plays if chance.random() >= hard * _difficulty(at.table, one.codes)]
        laid = [one for one in plays if one.codes]
        return seen or laid[-1:] or plays

    def _picked(self, options: list[Option], at: Standing, what: str) -> Option:
        if not self.level.misjudges:
            return options[0]
        chance, wide = self._chance(at, what), self.level.misjudges
        return max(options, key=lambda option: option.chance + chance.gauss(0, wide))


class _Throwing:
    """Ways to throw, weighed by the same throws: each sample throws every die of the hand, and a
    die that is kept leaves its own throw unused."""

    def __init__(self, engine: PartnerEngine, at: Standing, chance: random.Random) -> None:
        self.engine, self.at, self.chance = engine, at, chance
        self.dice = DiceChances(at.up, engine.dice)
        self.samples: list[list[int]] = []
        self.sums: dict[Codes, tuple[float, int]] = {}
        self.known: dict[Codes, float] = {}

    def weigh(self, kept: Codes, throws: int) -> float:
        """The chance with so many samples; those of before are counted in."""
        hand = self.at.mine
        if hand is None or len(hand) - len(kept) == 1:
            return self._exactly(kept, throws)
        while len(self.samples) < throws:
            self.samples.append(self.dice.roll(hand, self.chance))
        total, count = self.sums.get(kept, (0.0, 0))
        for sample in self.samples[count:throws]:
            total += self._value(_mixed(hand, sample, kept))
        self.sums[kept] = total, throws
        return total / throws

    def _exactly(self, kept: Codes, throws: int) -> float:
        """One die: every face that it may show. Nine from the bag: there is one way to throw."""
        if kept not in self.known:
            self.known[kept] = self.engine.throwing(self.at, kept, throws, self.chance)
        return self.known[kept]

    def _value(self, hand: Codes) -> float:
        value = self.known.get(hand)
        if value is None:
            value = self.known[hand] = self.engine.thrown(self.at, hand)
        return value


def _mixed(hand: Codes, sample: list[int], kept: Codes) -> Codes:
    """The kept dice as they lie, the others as they were thrown; sorted, to be remembered by."""
    left = list(kept)
    mixed = []
    for old, new in zip(hand, sample, strict=True):
        if old in left:
            left.remove(old)
            mixed.append(old)
        else:
            mixed.append(new)
    return tuple(sorted(mixed))


def _halved(throwing: _Throwing, ways: list[Codes], throws: int) -> list[Option]:
    """The ways, best first: again and again the better half with twice as many throws."""
    if throws == 0 or len(ways) == 1:
        return [Option(way, win_chance(throwing.at)) for way in ways]
    worse: list[Option] = []
    while True:
        found = [Option(way, throwing.weigh(way, throws)) for way in ways]
        found.sort(key=lambda option: -option.chance)
        half = (len(found) + 1) // 2
        if len(found) <= 2:
            return found + worse
        worse = found[half:] + worse
        ways, throws = [option.codes for option in found[:half]], throws * 2


def legal_plays(at: Standing) -> Sequence[Codes]:
    """What may be laid from the thrown hand, nothing included; if it holds a set by itself, only
    what holds one (`must-lay-set`)."""
    hand = at.mine or ()
    plays = at.table.plays(hand)
    if not BARE.most(hand):
        return [*islice(plays, MOST_PLAYS - 1), ()]
    return list(islice((play for play in plays if BARE.most(play)), MOST_PLAYS))


def _keeps(table: TableCounts, hand: Codes, most: int) -> list[Codes]:
    """The most promising ways to keep some dice, by a rough count of what would fit then."""
    sizes = range(1, min(MOST_KEPT, len(hand) - 1) + 1)
    ways = {kept for size in sizes for kept in combinations(sorted(hand), size)}
    outs = table.wanted
    return sorted(ways, key=lambda kept: (-_promise(table.mask, outs, hand, kept), kept))[:most]


def _promise(table: int, outs: int, hand: Codes, kept: Codes) -> float:
    held = mask_of(code for code in kept if code)
    more = wanted(table | held) & ~outs
    # One die that fits the table is one die laid; one that completes a pair lays three.
    fits = outs.bit_count() + 3 * more.bit_count() + 20 * kept.count(0)
    # Cheap dice cost little if the round is lost.
    return (len(hand) - len(kept)) * fits - 0.5 * cost_of(kept)


def _difficulty(table: TableCounts, play: Codes) -> float:
    """How hard a play is to see: one that is a set of the hand and single dice that fit what lies
    there is plain, and more dice are seen less easily."""
    rest = list(play)
    for code in BARE.most(play):
        rest.remove(code)
    return min(2.0, 0.5 + 0.5 * len(rest)) if play else 0.0
