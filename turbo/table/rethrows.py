"""Dice thrown again at once: a rethrow, or a second throw?

A die that lies cocked, on another or off the mat is thrown again. Where the referee had seen that
itself, it waits for the rethrow. Where it had not, a few of the dice just thrown go back into the
cup all the same, and nobody can tell by looking whether that was right: so it asks. "Yes" is a
rethrow, "no" a second throw. Who plays on without an answer met no objection: a rethrow. Nobody is
convicted on doubt, and nothing waits for ever.
"""

from collections import Counter
from dataclasses import replace

from turbo.game.dice import UNREAD
from turbo.game.events import Event, Rethrown, Thrown
from turbo.game.match import Match, Phase, Round
from turbo.game.sets import Faces
from turbo.table.account import faces_of
from turbo.table.knowing import Knowing, open_round
from turbo.table.known import Episode
from turbo.table.memory import Ready
from turbo.table.throws import hand_after
from vision.mat.plan import Zone


class Rethrowing(Knowing):
    """Asks about dice that were thrown again, and tells what people say."""

    def _readied(self, rnd: Round, seat: int) -> Ready:
        """What the player has thrown, before it is told."""
        episode = self.account.episodes[seat]
        is_again = self._is_again(rnd, seat, episode.cup)
        badly = True if is_again and lay_badly(episode) else None
        return Ready(seat, episode.cup, tuple(episode.arrived), is_again, lay_badly=badly)

    def _is_again(self, rnd: Round, seat: int, cup: Faces) -> bool:
        """A few of the dice just thrown, and nothing else, where a throw would be at fault."""
        memory = self._memory
        hand, kept = rnd.hands[seat], memory.kept[seat]
        if memory.again is not None and memory.again.seat == seat:
            hand = memory.again.hand
        if hand is None or kept is None or not has_thrown(rnd, seat) or self._has_laid(rnd, seat):
            return False
        is_fresh = not Counter(cup) - (Counter(hand) - Counter(kept))
        return is_fresh and 0 < len(cup) <= self.tuning.cocked_at_once

    def _has_laid(self, rnd: Round, seat: int) -> bool:
        """Whether dice were laid since the throw: then it is too late for a rethrow. One that
        cannot be read proves nothing: the die that was thrown again may have lain on it. Nor does
        one that came to lie there since: it was pushed aside, or hit."""
        episode = self.account.episodes[seat]
        before = (known for known in self._laid.dice if known.die.since_s <= episode.left_s)
        laid = Counter(known.face for known in before if known.id not in episode.arrived)
        del laid[UNREAD]
        return bool(laid - rnd.table.count)

    def _keep(self, seat: int, thrown: tuple[int, ...]) -> None:
        """Which dice of the hand a throw left alone: they cannot lie badly."""
        mine = (known for known in self.account.hand(seat) if known.id not in thrown)
        self._memory.kept[seat] = faces_of(mine)

    def _ask_again(self, match: Match, rnd: Round, ready: Ready) -> Event | None:
        """Perhaps these dice had lain badly: only people know, where the camera did not see it."""
        before = self._memory.again
        if before is not None:
            ready = replace(ready, lay_badly=before.lay_badly)
        self._memory.again = ready
        return self._told_again(match, rnd)

    def _told_again(self, match: Match, rnd: Round) -> Event | None:
        """People have said what it was, or play on: nobody objects to a rethrow then."""
        memory, again = self._memory, self._memory.again
        if again is None or self.account.episodes[again.seat].arrived:
            return None
        hand, before = self._hand_again(again), rnd.hands[again.seat] or ()
        if len(hand) == len(before):
            memory.again = again = replace(again, hand=hand)
        if Counter(hand) == Counter(before):
            memory.again = None
            return None
        if again.lay_badly is False:
            return self._second_throw(match, rnd, again)
        is_laid = again.hand is not None and len(hand) < len(before)
        plays_on = is_laid and self.account.owed(again.seat) <= 0
        return self._rethrown(match) if again.lay_badly or plays_on else None

    def _second_throw(self, match: Match, rnd: Round, again: Ready) -> Thrown:
        memory, seat = self._memory, again.seat
        memory.again, memory.kept[seat], memory.landed = None, None, again.dice
        hand = again.hand or hand_after(self.account, seat, rnd)
        return Thrown(match.players[seat], hand, again.cup)

    def _hand_again(self, again: Ready) -> Faces:
        """What is off the mat is unread: it is thrown once more."""
        mine = self._own(again.seat)
        return tuple(UNREAD if k.die.zone is Zone.OUTSIDE else k.face for k in mine)

    def _rethrown(self, match: Match) -> Rethrown:
        memory, again = self._memory, self._memory.again
        assert again is not None, "only what is asked for can be told"
        memory.again, memory.landed = None, again.dice
        rnd = open_round(match)
        hand = again.hand or hand_after(self.account, again.seat, rnd)
        # A rethrow changes no count: one that rolled among the sets is not found yet.
        owed = max(0, len(rnd.hands[again.seat] or ()) - len(hand))
        return Rethrown(match.players[again.seat], (*hand, *[UNREAD] * owed))


def has_thrown(rnd: Round, seat: int) -> bool:
    """In the own turn, or before it where both throw first."""
    if seat != rnd.turn:
        return rnd.early and rnd.turns == 0
    return rnd.phase is Phase.TO_PLAY


def waits_for(match: Match, seat: int) -> bool:
    """Whether this player's throw waits for a die that could not be read."""
    waiting = match.waiting
    return isinstance(waiting, Thrown | Rethrown) and match.seat(waiting.player) == seat


def lay_badly(episode: Episode) -> bool:
    """What the camera saw of the dice that went: all of them lay badly."""
    return all(away.known.die.lies_badly for away in episode.taken)
