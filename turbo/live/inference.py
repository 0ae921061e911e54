"""Inference: what must have happened, from the match and from what lies there now.

A machine too slow, a lamp switched off, a hand before the lens for the whole throw: the players go
on, and the referee must not stay out of step. When all eighteen dice lie read, and only one honest
sequence of events leads from the match to them, that sequence is told, and said aloud. A table die
that is gone, a hand that changed out of turn or dice that moved without a throw have no such
sequence: they stay what the audit calls them.

Where people say who throws next, the dice tell what was laid, and what must have lain between is
told to the referee event by event, each of them judged.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations

from turbo.game.dice import DICE, HAND, UNREAD, without
from turbo.game.events import Event, HandCorrected, HandedOver, Passed, Thrown, Verdict
from turbo.game.layout import Layout
from turbo.game.match import Match, Phase, Round
from turbo.game.sets import Faces
from turbo.live.state import foreseen

Hands = tuple[Faces, Faces]


def missed(match: Match, hands: Hands, table: Layout) -> tuple[Event, ...]:
    """The events that lead from the match to what lies there; none if it is in step, or if no
    sequence, or more than one, would explain it."""
    rnd = match.round
    if rnd is None or UNREAD in (*hands[0], *hands[1], *table.faces) or not table.is_legal:
        return ()
    if rnd.table.count - table.count:
        return ()
    sequence = _Unseen(match, rnd, hands, table)
    if not sequence.adds_up:
        return ()
    if rnd.phase is Phase.TO_THROW:
        return sequence.from_throw()
    return sequence.from_play() if rnd.phase is Phase.TO_PLAY else ()


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


def is_accepted(match: Match, events: Iterable[Event]) -> bool:
    """Whether the referee would accept each of them, one after the other."""
    for event in events:
        ruling = foreseen(match, event)
        if ruling.verdict is not Verdict.ACCEPTED:
            return False
        match = match.after(event, ruling)
    return True


class _Unseen:
    """One turn of the player in turn, and after it perhaps one of the other."""

    def __init__(self, match: Match, rnd: Round, hands: Hands, table: Layout) -> None:
        self.rnd, self.table, turn = rnd, table, rnd.turn
        self.player, self.other = match.players[turn], match.players[1 - turn]
        self.before, self.others_before = rnd.hands[turn], rnd.hands[1 - turn]
        self.now, self.others_now = hands[turn], hands[1 - turn]
        self.added = tuple((table.count - rnd.table.count).elements())

    @property
    def adds_up(self) -> bool:
        """No hand has gained dice, and what the hands have lost lies on the table."""
        lost, others = self._lost
        return lost >= 0 and others >= 0 and lost + others == len(self.added)

    @property
    def _lost(self) -> tuple[int, int]:
        # Whose nine are still in the bag has lost none of them.
        others = 0 if self._other_waits else _size(self.others_before) - len(self.others_now)
        return _size(self.before) - len(self.now), others

    @property
    def _other_waits(self) -> bool:
        """The other player has not thrown yet, in truth as in the match."""
        return self.others_before is None and not self.others_now

    @property
    def _other_has_thrown(self) -> bool:
        return not self._other_waits and not _same(self.others_before, self.others_now)

    def from_throw(self) -> tuple[Event, ...]:
        """The player in turn has thrown unseen, at least."""
        lost, others = self._lost
        thrown = (*self.now, *self.added) if lost else self.now
        # Where both have laid, nobody can say which of the new dice is whose: there are several.
        if _same(self.before, thrown) or (lost and others):
            return ()
        throw = Thrown(self.player, thrown)
        if not self._other_has_thrown and not others:
            return (throw,)
        return throw, self._over(), self._others_throw(self.added if others else ())

    def from_play(self) -> tuple[Event, ...]:
        """The throw was seen; the turn was handed over and the other player has thrown."""
        lost, others = self._lost
        played = without(self.before or (), self.now)
        if not (self._other_has_thrown or others):
            return ()
        if len(played) != lost:
            # The hand shows other dice than a play would leave: it was thrown again since.
            return () if others else self._around()
        if without(self.now, self.before or ()) or without(played, self.added):
            return ()
        # Who laid nothing left the table as it was; the other may have laid it all anew since.
        between = self._part((*self.rnd.table.faces, *played)) if lost and others else self.table
        if between is None:
            return ()
        over = HandedOver(between, self.player, self.now) if lost else Passed(self.player)
        rest = without(self.added, played)
        if self._is_known((*self.others_now, *rest)):
            return (over,)
        return over, self._others_throw(rest)

    def _is_known(self, hand: Faces) -> bool:
        """The other player's throw was told before this turn was over: it is not told again."""
        is_early = self.rnd.early and self.rnd.turns == 0
        return is_early and _same(self.others_before, hand)

    def _around(self) -> tuple[Event, ...]:
        """The turn was handed over, the other player threw and passed, and the first threw again:
        all that lies new on the table is of the hand that was seen."""
        if without(self.added, self.before or ()):
            return ()
        over = HandedOver(self.table, self.player) if self.added else Passed(self.player)
        return over, self._others_throw(), Passed(self.other), Thrown(self.player, self.now)

    def _part(self, faces: Faces) -> Layout | None:
        """The islands of the table as it lies that these dice make up, if they do: as the table lay
        between two plays."""
        # By whole islands: a player who lays across the other's new set leaves no such trace.
        left, islands = list(faces), []
        for rows in self.table.islands:
            dice = [face for row in rows for face in row if face is not None]
            if not without(dice, left):
                islands.append(rows)
                left = list(without(left, dice))
        return None if left else Layout(tuple(islands))

    def _over(self) -> HandedOver | Passed:
        lost, _ = self._lost
        return HandedOver(self.table, self.player, self.now) if lost else Passed(self.player)

    def _others_throw(self, played: Faces = ()) -> Thrown:
        return Thrown(self.other, (*self.others_now, *played))


def _size(hand: Faces | None) -> int:
    return HAND if hand is None else len(hand)


def _same(one: Faces | None, other: Faces) -> bool:
    return one is not None and Counter(one) == Counter(other)


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
