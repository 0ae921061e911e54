"""What to tell the referee: at most one event at a time, from the dice and the match.

The order of the questions, each only when the one before had nothing to say: is a doubt answered?
did somebody throw for the first time? did somebody throw again? is the table handed over? Before a
throw by the other player the table is handed over, or passed, as it lies.
"""

from collections.abc import Sequence
from dataclasses import replace

from turbo.game.dice import DICE, HAND, UNREAD, Face, without
from turbo.game.events import (
    Event,
    HandCorrected,
    HandedOver,
    Passed,
    Rethrown,
    RoundStarted,
    Thrown,
)
from turbo.game.layout import Layout
from turbo.game.match import Match, Phase, Round
from turbo.game.sets import Faces
from turbo.table.catching import Catching
from turbo.table.handing_over import HandingOver
from turbo.table.knowing import open_round
from turbo.table.memory import Ready
from turbo.table.rethrows import Rethrowing, has_thrown, waits_for
from turbo.table.throws import (
    Act,
    Moment,
    first_throw,
    first_throwers,
    hand_after,
    may_throw,
    starter_of,
)


class Telling(HandingOver, Rethrowing, Catching):
    """Decides on events."""

    def _can_decide(self, match: Match) -> bool:
        memory = self._memory
        return (
            memory.settled
            and not memory.asking
            and not memory.emptied
            and len(self.account.lying) <= self.tuning.most_dice
            and match.phase is not Phase.OVER
        )

    def _decide(self, match: Match) -> Event | None:
        memory = self._memory
        if memory.queue:
            return memory.queue.pop(0)
        if match.round is None:
            return self._start(match)
        if memory.blind:
            event = self._catch_up(match)
            if event is not None or memory.blind:
                return event
        self._reconcile(match)
        return (
            self._complete(match)
            or self._told_again(match, match.round)
            or self._first_throw(match, match.round)
            or self._throw(match, match.round)
            or self._complete(match)  # dice that were moved are explained now
            or self._find_back(match)
            or self._hand_over(match, match.round)
        )

    def _start(self, match: Match) -> Event | None:
        """The next round: by a button, or when nine dice come out on a cleared table."""
        memory, due = self._memory, match.next_starter
        if memory.press is not None:
            seat, memory.press = memory.press.seat, None
            if due is None and seat is not None:
                due = match.players[seat]
            return None if due is None else RoundStarted(due)
        are_all = len(self.account.strangers) in (HAND, DICE)
        if not memory.cleared or not (are_all or self._is_short_pour()):
            return None
        seat = starter_of(self.account)
        if due is None and seat is not None:
            due = match.players[seat]
        return None if due is None else RoundStarted(due)

    def _is_short_pour(self) -> bool:
        """Nearly nine dice lie there and no more come: a first throw that went wrong."""
        memory, tuning = self._memory, self.tuning
        if not tuning.short_start <= len(self.account.strangers) < HAND:
            return False
        return memory.at_s - memory.quiet_s >= tuning.short_start_s

    def _complete(self, match: Match) -> Event | None:
        """A doubt that held something up is answered, or was read after all."""
        waiting = self._waiting(match)
        if isinstance(waiting, Thrown | Rethrown):
            return self._complete_throw(match, waiting)
        if isinstance(waiting, HandedOver):
            over = self._over(match, open_round(match))
            known = (over, waiting)
            if _is_readable(over) and over != waiting and self._memory.told != known:
                self._memory.told = known
                return over
        return None

    def _complete_throw(self, match: Match, waiting: Thrown | Rethrown) -> Event | None:
        seat = match.seat(waiting.player)
        if self.account.episodes[seat].arrived:
            return None
        hand = hand_after(self.account, seat, open_round(match))
        known = (waiting, hand)
        if UNREAD in hand or len(hand) != len(waiting.hand) or self._memory.told == known:
            return None
        if isinstance(match.rejected, Thrown) and not _fit(hand, waiting.hand):
            return None
        self._memory.told = known
        return HandCorrected(waiting.player, hand)

    def _first_throw(self, match: Match, rnd: Round) -> Event | None:
        seats = first_throwers(rnd)
        found = first_throw(self.account, seats)
        if found is not None:
            seat, ids = found
            return self._land(match, rnd, Ready(seat, None, tuple(ids)))
        short = len(self.account.strangers)
        if not seats or not self._has_waited():
            return None
        is_early = seats[0] != rnd.turn
        if rnd.taken_up and 0 < short <= HAND and not is_early:
            dice = tuple(self.account.strangers)
            return self._land(match, rnd, Ready(seats[0], None, dice))
        least = self.tuning.short_start if is_early else self.tuning.short_throw
        if least <= short < HAND and short != self._memory.short:
            self._memory.short = short
            lying = self.account.lying
            faces = tuple(lying[id_].face for id_ in self.account.strangers)
            return Thrown(match.players[seats[0]], faces)
        return None

    def _has_waited(self) -> bool:
        return self._memory.at_s - self._memory.quiet_s >= self.tuning.patience_s

    def _land(self, match: Match, rnd: Round, ready: Ready) -> Event | None:
        """Dice were thrown: they are of the hand now, wherever they lie."""
        self.account.land(ready.seat, ready.dice)
        self._memory.ready = ready
        self._look()
        return self._tell_throw(match, rnd, ready)

    def _throw(self, match: Match, rnd: Round) -> Event | None:
        if self._memory.ready is not None:
            return self._tell_throw(match, rnd, self._memory.ready)
        for seat in (rnd.turn, 1 - rnd.turn):
            event = self._thrown_by(match, rnd, seat)
            if event is not None:
                return event
        return None

    def _thrown_by(self, match: Match, rnd: Round, seat: int) -> Event | None:
        can = may_throw(match, seat)
        if can:
            self.account.close_laid(seat, waits=waits_for(match, seat))
            self.account.turn_early(seat)
        else:
            self.account.close_pairs(seat)
        memory = self._memory
        moment = Moment(self.account, self._laid, self.tuning, memory.at_s, memory.heard_s)
        act = moment.act(seat, may_throw=can, in_turn=seat == rnd.turn)
        if act is Act.THROWN and not self._is_put_back(match, seat):
            ready = self._readied(rnd, seat)
            self.account.land_all(seat)
            return self._land(match, rnd, ready)
        if act is Act.MAYBE and (rnd.phase is Phase.TO_THROW or seat != rnd.turn):
            memory.maybe[seat] = self.account.episodes[seat].cup
            memory.maybe_s[seat] = memory.at_s
        if act is not Act.NOTHING:
            self.account.settle_up(seat)
            self._look()
        return None

    def _is_put_back(self, match: Match, seat: int) -> bool:
        """After a throw that did not count, dice that are turned back are not thrown again."""
        rejected = match.rejected
        if not isinstance(rejected, Thrown) or match.seat(rejected.player) != seat:
            return False
        arrived = set(self.account.episodes[seat].arrived)
        kept = [k.face for k in self._own(seat) if k.id not in arrived]
        back = [self.account.lying[id_].face for id_ in arrived]
        return _fit(back, without(_hand_told(match, seat), kept))

    def _tell_throw(self, match: Match, rnd: Round, ready: Ready) -> Event | None:
        """The throw, or what must be told before it: the hand-over of the player before."""
        memory, seat = self._memory, ready.seat
        waiting = self._waiting(match)
        if waiting is not None and _player_of(waiting) != match.players[seat]:
            return None
        before = self._told_before(match, rnd, ready)
        if before is not None:
            return before
        memory.ready, memory.landed = None, ready.dice
        memory.pushed, memory.maybe[seat], memory.auto = False, None, False
        return self._thrown(match, rnd, ready)

    def _told_before(self, match: Match, rnd: Round, ready: Ready) -> Event | None:
        seat, again = ready.seat, self._memory.again
        if again is not None and again.seat != seat:
            return self._rethrown(match)
        if seat == rnd.turn and rnd.phase is Phase.TO_THROW and self._memory.came_around(seat):
            return self._implied_throw(match, rnd)
        is_early_again = ready.is_again and seat != rnd.turn and has_thrown(rnd, seat)
        if is_early_again or not (seat != rnd.turn or self._other_may_have_thrown(rnd)):
            return None
        return self._before_throw(match, rnd)

    def _thrown(self, match: Match, rnd: Round, ready: Ready) -> Event | None:
        memory, seat = self._memory, ready.seat
        hand = hand_after(self.account, seat, rnd)
        if isinstance(match.waiting, Thrown | Rethrown) and self._is_second(match, ready):
            return Thrown(match.players[seat], hand, ready.cup)
        if isinstance(match.waiting, Thrown | Rethrown):
            # A rethrow changes no count: one that rolled among the sets is not found yet.
            owed = max(0, len(match.waiting.hand) - len(hand))
            return Rethrown(match.players[seat], (*hand, *[UNREAD] * owed))
        if ready.is_again and has_thrown(rnd, seat):
            return self._ask_again(match, rnd, ready)
        memory.again, memory.thrown_s, memory.early = None, memory.at_s, seat != rnd.turn
        self._keep(seat, ready.dice)
        in_doubt = UNREAD in (*(ready.cup or ()), *(memory.kept[seat] or ()))
        # Nobody is convicted on doubt: what was thrown and what was kept may be mixed up.
        return Thrown(match.players[seat], hand, None if in_doubt else ready.cup)

    def _is_second(self, match: Match, ready: Ready) -> bool:
        """Beside dice that could not be read, others went into the cup again that lay well: more
        than lie badly at once, or all there are; who tidies them lays them down as they were. A
        throw before the own turn may be repeated."""
        cup, hand = ready.cup or (), _hand_told(match, ready.seat)
        most = 1 if len(cup) >= len(hand) else self.tuning.cocked_at_once
        came = [known.face for known in self.account.hand(ready.seat) if known.id in ready.dice]
        is_new = len(without(came, cup)) > cup.count(UNREAD)
        return len(cup) - cup.count(UNREAD) > most and is_new and not self._memory.early

    def _other_may_have_thrown(self, rnd: Round) -> bool:
        """A second throw in one turn is none if the other player's turn may lie between."""
        is_second = rnd.phase is Phase.TO_PLAY and not rnd.may_repeat
        return is_second and self._memory.maybe[1 - rnd.turn] is not None

    def _before_throw(self, match: Match, rnd: Round) -> Event | None:
        """The other player throws: the table is handed over as it lies, or else passed."""
        memory, player = self._memory, match.players[rnd.turn]
        if rnd.may_throw_early(1 - rnd.turn):
            return self._over_if_played(match, rnd)
        if rnd.phase is Phase.TO_THROW:
            return self._implied_throw(match, rnd)
        if rnd.phase is not Phase.TO_PLAY:
            return None
        if not memory.pushed:
            memory.pushed = True
            own = memory.ready is not None and memory.ready.seat == rnd.turn
            own = own or self.account.owed(rnd.turn) > 0  # out of sight is no proof of a fault
            return replace(self._over(match, rnd), hand=None) if own else self._over(match, rnd)
        return Passed(player)


def _hand_told(match: Match, seat: int) -> Faces:
    """The hand as it was told last, whether that counts already or waits for a die to be read."""
    waiting = match.waiting
    if isinstance(waiting, Thrown | Rethrown) and match.seat(waiting.player) == seat:
        return waiting.hand
    return open_round(match).hands[seat] or ()


def _fit(faces: Sequence[Face], told: Faces) -> bool:
    """Whether these are among those that were told; one that was unread then may be any."""
    return len(without(faces, told)) <= told.count(UNREAD)


def _player_of(event: Event) -> str | None:
    return getattr(event, "player", None)


def _is_readable(over: HandedOver | Passed) -> bool:
    layout = over.layout if isinstance(over, HandedOver) else Layout()
    return not layout.has_unread and UNREAD not in (over.hand or ())
