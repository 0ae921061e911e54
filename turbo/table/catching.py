"""Getting back into step: what happened unseen, and what people say where nobody can tell."""

from collections.abc import Sequence

from turbo.game.dice import DICE, hand_text
from turbo.game.events import Event, Thrown
from turbo.game.match import Match, Phase
from turbo.keeping.session import Notice
from turbo.table.finding import is_in_step, missed
from turbo.table.knowing import Knowing, open_round
from turbo.table.taking_up import course_to, is_whole


class Catching(Knowing):
    """Tells what was missed."""

    def _is_lost(self, match: Match) -> bool:
        """Nothing counts any more, and what lies there, whole and legal, does not follow from the
        match; or it does, but who is not in turn insists."""
        memory, tries = self._memory, self.tuning.tries
        if memory.tries + memory.pleas < tries or match.round is None or memory.again is not None:
            return False
        hands, table = self._as_it_lies()
        if not is_whole(hands, table) or not table.is_legal:
            return False
        return memory.pleas >= tries or not is_in_step(match, hands, table)

    def _take_up_again(self, match: Match, starter: str) -> bool:
        """People say who throws next: what lies there counts, if there is a course to it."""
        events = course_to(match, *self._as_it_lies(), match.seat(starter))
        if events:
            self._forget_moves()
            self._memory.queue += events
        return bool(events)

    def _turn_ended(self, match: Match) -> bool:
        """The same by the referee's button: the turn of whoever pressed last is over. A player's
        own is not enough: who turned a die would have it counted by pressing once more."""
        seat = self._memory.presser
        ended = open_round(match).turn if seat is None else seat
        return self._take_up_again(match, match.players[1 - ended])

    def _forget_moves(self) -> None:
        """What lies there lies where it belongs."""
        memory = self._memory
        self.account.place_moved()
        self._look()
        memory.blind, memory.ready, memory.maybe = False, None, [None, None]
        memory.kept, memory.thrown_s, memory.press = [(), ()], memory.at_s, None

    def _reconcile(self, match: Match) -> None:
        """Dice are missed and others came that nobody missed, but all eighteen lie where the match
        has them: nothing was added or lost, it was not followed."""
        memory, account, rnd = self._memory, self.account, match.round
        is_odd = bool(account.strangers) and bool(account.table_away)
        is_busy = memory.ready is not None or memory.again is not None or match.waiting is not None
        if rnd is None or not is_odd or is_busy or len(account.lying) != DICE:
            return
        hands, table = self._as_it_lies()
        if is_in_step(match, hands, table) and table.count == rnd.table.count:
            account.place_moved()
            self._look()

    def _catch_up(self, match: Match) -> Event | None:
        """Nothing was seen for a while: what moved meanwhile is not judged by when it went and
        came, but by where it has led to."""
        memory, account = self._memory, self.account
        if memory.at_s - memory.sight_s < self.tuning.catch_up_s:
            return None
        if not account.has_moved or match.phase is Phase.TO_COUNT:
            memory.blind = False
            return None
        hands, table = self._as_it_lies()
        if is_in_step(match, hands, table):
            memory.blind = False
            account.place_moved()
            self._look()
            return None
        still_s = memory.at_s - memory.quiet_s
        events = missed(match, hands, table) if still_s >= self.tuning.catch_up_s else ()
        if not events:
            memory.blind = still_s < self.tuning.give_up_s
            return None
        return self._tell_missed(events)

    def _find_back(self, match: Match) -> Event | None:
        """What nobody took for a throw, once everything lies still and can be read."""
        memory = self._memory
        is_due = memory.press is not None or memory.at_s - memory.quiet_s >= self.tuning.lost_s
        is_odd = match.rejected is not None or bool(self.account.turned)
        is_odd = is_odd or memory.again is not None
        if not is_due or is_odd or len(self.account.lying) != DICE:
            return None
        events = missed(match, *self._as_it_lies())
        if not events or not all(self._came_since(match, event) for event in events):
            return None
        return self._tell_missed(events)

    def _came_since(self, match: Match, event: Event) -> bool:
        """A throw that nobody saw has brought dice that lie there only since the last one: what lay
        wrong before that came otherwise."""
        if not isinstance(event, Thrown):
            return True
        dice = [*self.account.zone(match.seat(event.player)), *self._by_zones().dice]
        return any(known.die.since_s > self._memory.thrown_s for known in dice)

    def _tell_missed(self, events: Sequence[Event]) -> Event:
        press = self._memory.press
        self._forget_moves()
        self._say_missed(events)
        self._memory.queue += events[1:]
        self._memory.press = press
        return events[0]

    def _say_missed(self, events: Sequence[Event]) -> None:
        for event in events:
            if isinstance(event, Thrown):
                self.say(Notice("throw-unseen", (event.player, hand_text(event.hand))))
