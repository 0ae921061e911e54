"""Where a match stands, as the engine sees it: counts, hands and the score, no layout."""

from dataclasses import dataclass
from functools import cached_property

from turbo.game.dice import HAND
from turbo.game.match import Match
from turbo.solver.counts import Codes, TableCounts, codes_of, cost_of


# Without slots: cached properties need a dictionary.
@dataclass(frozen=True)
class Standing:
    """A player's view of an open round: `mine` is the hand of the one who thinks. A hand that was
    not thrown yet is None; it has nine dice."""

    table: TableCounts
    mine: Codes | None
    theirs: Codes | None
    blanks: int = 0
    """Blank turns in a row so far."""
    lead: int = 0
    """Points by which the one who thinks is ahead."""
    rounds_left: int = 0
    """Rounds after this one."""
    block_at: int = 6
    """Blank turns in a row that end the round."""

    @staticmethod
    def of(match: Match, seat: int) -> "Standing":
        """The open round as this seat sees it."""
        rnd = match.round
        if rnd is None:
            raise ValueError("expected an open round")
        mine, theirs = (
            None if hand is None else codes_of(hand)
            for hand in (rnd.hands[seat], rnd.hands[1 - seat])
        )
        return Standing(
            TableCounts.of(rnd.table.faces),
            mine,
            theirs,
            rnd.blanks,
            match.totals[seat] - match.totals[1 - seat],
            match.options.rounds - len(match.results) - 1,
            match.options.blank_turns,
        )

    @cached_property
    def up(self) -> Codes:
        """Every code that lies up somewhere."""
        jokers = (0,) * self.table.jokers
        return (*self.table.codes, *jokers, *(self.mine or ()), *(self.theirs or ()))

    @cached_property
    def other(self) -> "Standing":
        """The same as the other player sees it."""
        return self._with(self.table, self.theirs, self.mine, self.blanks, -self.lead)

    @property
    def dice(self) -> tuple[int, int]:
        """How many dice each has left, the one who thinks first."""
        mine, theirs = self.mine, self.theirs
        return (HAND if mine is None else len(mine), HAND if theirs is None else len(theirs))

    def thrown(self, hand: Codes) -> "Standing":
        return self._with(self.table, hand, self.theirs, self.blanks, self.lead)

    def played(self, played: Codes) -> "Standing":
        """After laying these of the own hand; nothing laid is a blank turn."""
        left = list(self.mine or ())
        for code in played:
            left.remove(code)
        blanks = 0 if played else self.blanks + 1
        mine = tuple(left) if played else self.mine
        return self._with(self.table.after(played), mine, self.theirs, blanks, self.lead)

    def _with(
        self, table: TableCounts, mine: Codes | None, theirs: Codes | None, blanks: int, lead: int
    ) -> "Standing":
        # Not `replace`: it takes three times as long, and the engine asks by the thousand.
        return Standing(table, mine, theirs, blanks, lead, self.rounds_left, self.block_at)

    @property
    def is_blocked(self) -> bool:
        return self.blanks >= self.block_at and self.mine is not None and self.theirs is not None

    @property
    def points(self) -> int | None:
        """What the round is worth to the one who thinks, if it is over: negative if it is lost."""
        if self.mine == ():
            return cost_of(self.theirs or ()) if self.theirs is not None else UNSEEN_HAND
        if self.theirs == ():
            return -cost_of(self.mine or ()) if self.mine is not None else -UNSEEN_HAND
        if self.is_blocked:
            return cost_of(self.theirs or ()) - cost_of(self.mine or ())
        return None


UNSEEN_HAND = 64
"""What nine dice that were not thrown yet cost: nine times the mean face, 7 and a little more."""
