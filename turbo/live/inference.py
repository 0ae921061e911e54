"""What must have happened where people say who throws next: the dice tell what was laid, and what
must have lain between is told to the referee event by event, each of them judged.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

from turbo.game.dice import DICE, HAND, UNREAD
from turbo.game.events import Event, HandCorrected, HandedOver, Passed, Thrown, Verdict
from turbo.game.layout import Layout
from turbo.game.match import Match, Phase, Round
from turbo.game.sets import Faces
from turbo.live.state import foreseen

Hands = tuple[Faces, Faces]


def is_in_step(match: Match, hands: Hands, table: Layout) -> bool:
    """Whether what lies there is where the match stands, or a play that is being laid."""
    rnd = match.round
    if rnd is None or UNREAD in (*hands[0], *hands[1], *table.faces):
        return False
    mine, other = Counter(hands[rnd.turn]), Counter(hands[1 - rnd.turn])
    before, others_before = (Counter(rnd.hands[seat] or ()) for seat in (rnd.turn, 1 - rnd.turn))
    if other != others_before:
        return False
    if rnd.phase is Phase.TO_PLAY:
        return mine + table.count == before + rnd.table.count and not mine - before
    return mine == before and table.count == rnd.table.count


def _size(hand: Faces | None) -> int:
    return HAND if hand is None else len(hand)


MOST_TURNS = 4
"""A sequence has no more turns than this: more would be another game."""


def events_to(match: Match, hands: Hands, table: Layout, starter: int) -> tuple[Event, ...]:
    """The events after which the dice lie as they lie and this player throws next, or the round is
    over; none if there is no such sequence."""
    rnd = match.round
    if rnd is None or rnd.phase is Phase.TO_COUNT or not is_whole(hands, table):
        return ()
    if not table.is_legal or rnd.table.count - table.count:
        return ()
    sequences = (_Sequence(match, hands, starter, plays) for plays in _plays(rnd, hands, table))
    return next((sequence.events for sequence in sequences if sequence.leads_there()), ())


def is_whole(hands: Hands, table: Layout) -> bool:
    """All eighteen dice lie there and are read."""
    dice = (*hands[0], *hands[1], *table.faces)
    return len(dice) == DICE and UNREAD not in dice


@dataclass(frozen=True, slots=True)
class _Play:
    """What one player has laid, and the table then."""

    faces: Faces
    table: Layout


Plays = dict[int, _Play]


def _plays(rnd: Round, hands: Hands, table: Layout) -> Iterator[Plays]:
    """Who may have laid what, so that every table between is a legal one."""
    turn, added = rnd.turn, table.count - rnd.table.count
    laid = [_size(rnd.hands[seat]) - len(hands[seat]) for seat in (0, 1)]
    if min(laid) < 0 or sum(laid) != added.total():
        return
    if not all(laid):
        yield {seat: _Play(tuple(added.elements()), table) for seat in (0, 1) if laid[seat]}
        return
    for between in _parts(table):
        first = between.count - rnd.table.count
        if not rnd.table.count - between.count and first.total() == laid[turn]:
            rest = tuple((added - first).elements())
            yield {turn: _Play(tuple(first.elements()), between), 1 - turn: _Play(rest, table)}


def _parts(table: Layout) -> Iterator[Layout]:
    """Some of the islands that lie there."""
    for count in range(len(table.islands)):
        for islands in combinations(table.islands, count):
            yield Layout(islands)


@dataclass(slots=True)
class _Sequence:
    match: Match
    hands: Hands
    starter: int
    plays: Plays
    found: list[Event] = field(default_factory=list)

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(self.found)

    def leads_there(self) -> bool:
        """Turn by turn, until the dice lie as they do and the right player is to throw."""
        # A turn is a throw and a play.
        for _ in range(2 * MOST_TURNS):
            rnd = self.match.round
            if rnd is None or self._is_there(rnd):
                break
            if not self._move(rnd):
                return False
        rnd = self.match.round
        if rnd is None:
            # A round that ended on the way is right only where a hand is really empty.
            return () in self.hands
        return self._is_there(rnd) and all(self._correct(seat) for seat in (0, 1))

    def _is_there(self, rnd: Round) -> bool:
        return not self.plays and (rnd.turn, rnd.phase) == (self.starter, Phase.TO_THROW)

    def _move(self, rnd: Round) -> bool:
        seat, player = rnd.turn, self.match.players[rnd.turn]
        if rnd.phase is Phase.TO_THROW:
            return self._tell(Thrown(player, self._hand(seat)))
        # Before a play that ends the round the other hand must be right as well: it is the score.
        if not self._correct(seat) or not (self.hands[seat] or self._correct(1 - seat)):
            return False
        play = self.plays.pop(seat, None)
        return self._tell(Passed(player) if play is None else HandedOver(play.table, player))

    def _hand(self, seat: int) -> Faces:
        """The hand, with what the player is going to lay."""
        play = self.plays.get(seat)
        return (*self.hands[seat], *(() if play is None else play.faces))

    def _correct(self, seat: int) -> bool:
        """What the match believes of a hand is set right."""
        rnd, hand = self.match.round, self._hand(seat)
        known = None if rnd is None else rnd.hands[seat]
        if known is None or Counter(known) == Counter(hand):
            return True
        return self._tell(HandCorrected(self.match.players[seat], hand))

    def _tell(self, event: Event) -> bool:
        # Without a search: advice is for people who play, not for what must have happened.
        ruling = foreseen(self.match, event)
        self.found.append(event)
        self.match = self.match.after(event, ruling)
        return ruling.verdict is Verdict.ACCEPTED
