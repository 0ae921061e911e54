"""When a turn is over: by a button, by the other's throw, or by itself when all lies still."""

from collections import Counter

from turbo.game.dice import UNREAD
from turbo.game.events import Event, HandedOver, Passed, Thrown, Verdict
from turbo.game.match import Match, Phase, Round
from turbo.game.referee import judge
from turbo.table.account import faces_of
from turbo.table.knowing import Knowing
from turbo.table.laying import same_layout


class HandingOver(Knowing):
    """Tells tables that were handed over, and passes."""

    def _waiting(self, match: Match) -> Event | None:
        """What waits for a doubt to be answered: a table that was read and refused since then does
        not, its player mends it and hands it over again."""
        waiting, told = match.waiting, self._memory.told
        is_refused = isinstance(waiting, HandedOver) and told == (match.rejected, waiting)
        return None if is_refused else waiting

    def _over_if_played(self, match: Match, rnd: Round) -> Event | None:
        """The second player may throw before the first hand-over; after a play that is one."""
        over = self._over(match, rnd)
        is_play = rnd.phase is Phase.TO_PLAY and isinstance(over, HandedOver)
        accepted = is_play and judge(match, over).verdict is Verdict.ACCEPTED
        return over if accepted else None

    def _implied_throw(self, match: Match, rnd: Round) -> Event | None:
        """A throw whose faces all came up as before, once the player acts on it."""
        cup = self._memory.maybe[rnd.turn]
        hand = rnd.hands[rnd.turn]
        if cup is None or hand is None:
            return None
        self._memory.maybe[rnd.turn] = None
        self._memory.kept[rnd.turn] = ()
        return Thrown(match.players[rnd.turn], hand, cup)

    def _over(self, match: Match, rnd: Round) -> HandedOver | Passed:
        """As it lies. A hand with a doubtful die is not held against the player."""
        player, seen = match.players[rnd.turn], faces_of(self._own(rnd.turn))
        hand = None if UNREAD in seen else seen
        if same_layout(self._laid.layout, rnd.table):
            return Passed(player, hand)
        return HandedOver(self._laid.layout, player, hand)

    def _hand_over(self, match: Match, rnd: Round) -> Event | None:
        memory = self._memory
        if memory.press is not None and memory.pressed_on is None:
            memory.pressed_on = self._laid.layout
        if rnd.phase is Phase.TO_COUNT or self._waiting(match) is not None:
            return None
        if memory.press is not None and memory.press.seat == 1 - rnd.turn:
            memory.press = None  # that turn has ended meanwhile by the other's throw
        if memory.press is not None:
            return self._press_over(match, rnd)
        over = self._over(match, rnd)
        if not isinstance(over, HandedOver):
            return None
        if rnd.phase is Phase.TO_THROW:
            return self._implied_throw(match, rnd) if self._is_play(rnd) else None
        if judge(match, over).verdict is not Verdict.ACCEPTED or not self._is_time(rnd, over):
            return None
        memory.auto = True
        return over

    def _is_play(self, rnd: Round) -> bool:
        return bool(rnd.played_from(self._laid.layout)) and self._laid.layout.is_legal

    def _is_time(self, rnd: Round, over: HandedOver) -> bool:
        """By itself: the table lies still for a while, or the other player takes up dice."""
        memory, tuning = self._memory, self.tuning
        if self.account.owed(rnd.turn) > 0 or self.account.table_away:
            return False
        other = self.account.episodes[1 - rnd.turn]
        if self.account.owed(1 - rnd.turn) > 0:
            return memory.at_s - other.left_s >= tuning.taken_s
        still_s = memory.at_s - memory.quiet_s
        if tuning.hand_over_s is None:
            return False
        return still_s >= (tuning.hand_over_s if over.hand else tuning.out_s)

    def _press_over(self, match: Match, rnd: Round) -> Event | None:
        memory = self._memory
        press = memory.press
        assert press is not None
        if memory.at_s - press.at_s > self.tuning.press_s:
            memory.press = None
            return None
        missing = self.account.owed(rnd.turn) > 0 or bool(self.account.table_away)
        waited_s = memory.at_s - max(press.at_s, memory.quiet_s)
        if missing and waited_s < self.tuning.patience_s:
            return None
        if rnd.phase is Phase.TO_THROW and (thrown := self._implied_throw(match, rnd)):
            return thrown
        over = self._over(match, rnd)
        if self._has_passed(rnd):
            over = Passed(match.players[rnd.turn], over.hand)
        if self._laid.doubtful and judge_is_bad(match, over):
            return None
        memory.press, memory.auto = None, False
        return over

    def _has_passed(self, rnd: Round) -> bool:
        """A press that had to wait was made over the table as it was accepted, and the player has
        laid nothing since: what lies there now is the other's doing."""
        table, hand = self._memory.pressed_on, rnd.hands[rnd.turn] or ()
        is_whole = Counter(faces_of(self._own(rnd.turn))) == Counter(hand)
        return table is not None and same_layout(table, rnd.table) and is_whole

    def _goes_on(self, match: Match) -> bool:
        """After a hand-over by itself the same player lays more: it was no hand-over yet."""
        rnd = match.round
        if not self._memory.auto or rnd is None or rnd.phase is not Phase.TO_THROW:
            return False
        added = self._laid.layout.count - rnd.table.count
        hand = Counter(rnd.hands[1 - rnd.turn] or ())
        return bool(added) and not added - hand and not self.account.episodes[rnd.turn].taken


def judge_is_bad(match: Match, over: HandedOver | Passed) -> bool:
    """Whether a hand-over would be rejected; a pass is left to the referee."""
    return isinstance(over, HandedOver) and judge(match, over).verdict is Verdict.REJECTED
