"""Were these dice thrown? From what went out of sight and what came to light.

A throw is told from a die that is laid elsewhere, nudged or turned by three things: its dice were
out of sight long enough to be in a cup, they show other faces, and they lie loose. Where the faces
are the same as before, nobody can tell by looking: such a throw is kept as possible, and it counts
as soon as the player acts as if it had been one.

And dice thrown again at once: is that a rethrow, or a second throw? A die that lies cocked, on
another or off the mat is thrown again. Where the referee had seen that itself, it waits for the
rethrow. Where it had not, a few of the dice just thrown go back into the cup all the same, and
nobody can tell by looking whether that was right: so it asks. "Yes" is a rethrow, "no" a second
throw. Who plays on without an answer met no objection: a rethrow. Nobody is convicted on doubt, and
nothing waits for ever.
"""

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum

from turbo.game.dice import DICE, HAND, UNREAD, without
from turbo.game.events import Event, Reason, Rethrown, Thrown
from turbo.game.match import Match, Phase, Round, expected_dice
from turbo.game.reasons import seconds
from turbo.game.sets import Faces
from turbo.live.laying import Laid
from turbo.live.state import Again, Ready, StepContext
from turbo.live.tracked_dice import TrackedDice
from turbo.live.tracked_die import Episode, TrackedDie, faces_of
from turbo.live.tuning import LiveTuning
from vision.mat.plan import Zone

TICK_S = 1e-6
"""Times of frames are sums of many parts."""

STRAY = 2
"""Of nine dice poured out before a player, so many may roll elsewhere."""


ROW = 3
"""As many dice make a set: two may touch after a throw, too."""


class Act(Enum):
    """What a player did with dice that went out of sight and came to light."""

    NOTHING = "nothing that is finished"
    LAID = "laid elsewhere, or nudged"
    MAYBE = "thrown perhaps: all faces came up as before"
    THROWN = "thrown"
    TURNED = "turned"


@dataclass(frozen=True, slots=True)
class Moment:
    """All that the judgement of an act rests on."""

    tracked: TrackedDice
    laid: Laid
    tuning: LiveTuning
    at_s: float
    heard_s: float | None = None
    """When the cup was heard last."""

    def act(
        self, seat: int, *, may_throw: bool, in_turn: bool = True, is_again: bool = False
    ) -> Act:
        """Who is not in turn has thrown only where a face was read for sure: the rest is asked.
        `is_again`: these dice were thrown just now, so that it may be a quick rethrow, which is
        asked about."""
        episode = self.tracked.episodes[seat]
        if not episode.arrived or not self._is_complete(seat):
            return Act.NOTHING
        changed, surely = self.tracked.changed(seat), self.tracked.surely_changed(seat)
        if not self._was_in_cup(seat, is_due=is_again or (may_throw and in_turn)):
            return self._quick(surely, changed)
        if surely:
            is_plain = may_throw or len(surely) >= self.tuning.many_changed
            return Act.THROWN if is_plain or self._lie_loose(seat, surely) else Act.LAID
        # Unread ones alone: dice of who is to throw were thrown; of who is not, nobody knows.
        if changed:
            return Act.THROWN if may_throw and in_turn else Act.NOTHING
        # Before a set is laid dice are often lined up with the faces they have.
        if not may_throw or self._lie_in_a_row(seat):
            return Act.LAID
        return Act.THROWN if self._is_clear(seat) else Act.MAYBE

    @staticmethod
    def _quick(surely: list[int], changed: list[int]) -> Act:
        """Too quick for a throw."""
        if surely:
            return Act.TURNED
        return Act.NOTHING if changed else Act.LAID

    def _is_complete(self, seat: int) -> bool:
        """All have come, or the others were waited for long enough."""
        waited_s = self.at_s - self.tracked.episodes[seat].arrived_s
        return self.tracked.owed(seat) <= 0 or waited_s >= self.tuning.patience_s

    def _was_in_cup(self, seat: int, *, is_due: bool) -> bool:
        """By the first die that shows another face: whether as many as came had gone long enough
        before. Others may have gone later, to be thrown again, or under a die that rolled onto
        them. Who is to throw may be quick: what lies elsewhere with another face was hardly
        turned."""
        episode = self.tracked.episodes[seat]
        # The tray has heard them: no time has to prove it.
        if self.heard_s is not None and self.heard_s >= episode.left_s:
            return True
        changed, surely = self.tracked.changed(seat), self.tracked.surely_changed(seat)
        came = surely or changed or episode.arrived
        came_s = min(self.tracked.lying[id_].die.since_s for id_ in came)
        gone_s = sorted(away.left_s for away in episode.taken if away.left_s <= came_s)[: len(came)]
        # Quick hands are believed only where it is their throw that is waited for.
        is_hasty = is_due and bool(surely) and self._lie_elsewhere(seat, surely)
        least_s = self.tuning.hasty_s if is_hasty else self.tuning.in_cup_s
        return bool(gone_s) and came_s - max(gone_s) >= least_s - TICK_S

    def _lie_elsewhere(self, seat: int, ids: list[int]) -> bool:
        """Whether none of these lies where one of those lay that went."""
        places = [away.known.place for away in self.tracked.episodes[seat].taken]
        aside_mm = self.tuning.aside * self.tracked.edge_mm
        found = (self.tracked.lying[id_].place for id_ in ids)
        return all(math.dist(one, other) > aside_mm for one in found for other in places)

    def _lie_loose(self, seat: int, ids: list[int]) -> bool:
        """Nothing was laid with them: they touch no other dice than those that came with them, and
        make no set with these."""
        came = {*ids, *self.tracked.episodes[seat].arrived}
        order = dict(zip(self.laid.layout.dice, self.laid.dice, strict=True))
        for chain in self.laid.layout.chains:
            dice = {order[cell].id for cell in chain.cells}
            if dice & set(ids) and (dice - came or chain.readings):
                return False
        return True

    def _lie_in_a_row(self, seat: int) -> bool:
        """Three dice or more that all show what they showed, and lie in one row: who throws so has
        yet to be seen."""
        came = set(self.tracked.episodes[seat].arrived)
        order = dict(zip(self.laid.layout.dice, self.laid.dice, strict=True))
        rows = ({order[cell].id for cell in chain.cells} for chain in self.laid.layout.chains)
        return len(came) >= ROW and any(came <= row for row in rows)

    def _is_clear(self, seat: int) -> bool:
        """Same faces, but thrown for sure: the cup was heard, or a die lies where none is put."""
        episode = self.tracked.episodes[seat]
        if self.heard_s is not None and self.heard_s >= episode.left_s:
            return True
        middle = [i for i in episode.arrived if self.tracked.lying[i].die.zone is Zone.TABLE]
        return bool(middle) and self._lie_loose(seat, middle)


def may_throw(match: Match, seat: int) -> bool:
    """Whether dice of this player that come out of a cup now are a throw to be reckoned with."""
    rnd = match.round
    if rnd is None:
        return False
    if seat != rnd.turn:
        return rnd.hands[seat] is not None or rnd.may_throw_early(seat)
    return rnd.phase in (Phase.TO_THROW, Phase.TO_COUNT) or rnd.may_repeat


def hand_after(tracked: TrackedDice, seat: int, rnd: Round) -> Faces:
    """The whole hand as it lies: what is off the mat or still out of sight is unread. What cannot
    be read and is one too many is no die: the side of one that leans looks like another."""
    seen = [
        UNREAD if known.die.zone is Zone.OUTSIDE else known.face for known in tracked.hand(seat)
    ]
    seen += [UNREAD] * max(0, tracked.owed(seat))
    # Only unread ones go: a readable die too many is told, and is a fault.
    surplus = max(0, len(seen) - max(expected_dice(rnd, seat)))
    return without(seen, [UNREAD] * surplus)


def whole_hand(tracked: TrackedDice, seat: int, rnd: Round, laid: Faces = ()) -> Faces:
    """The hand after a throw, with what was laid of it before it could be told. One that has too
    few dice has others that are not found yet, unless all dice of the round lie open and are read:
    nobody is convicted by what is out of sight."""
    hand = (*hand_after(tracked, seat, rnd), *laid)
    missing = max(0, min(expected_dice(rnd, seat)) - len(hand))
    # Before the other's first throw nine are in the bag.
    others = HAND if rnd.hands[1 - seat] is None else 0
    is_open = sum(map(_is_open, tracked.lying.values())) >= DICE - others
    return hand if is_open else (*hand, *[UNREAD] * missing)


def _is_open(known: TrackedDie) -> bool:
    """What cannot be read may be no die at all."""
    return known.die.zone is not Zone.OUTSIDE and not known.face.is_unread


def first_throwers(rnd: Round) -> list[int]:
    """The players whose first throw of the round is due, the one in turn first."""
    due = [rnd.turn] if rnd.phase is not Phase.TO_PLAY and rnd.hands[rnd.turn] is None else []
    other = 1 - rnd.turn
    return [*due, other] if rnd.may_throw_early(other) else due


def first_throw(tracked: TrackedDice, seats: list[int]) -> tuple[int, list[int]] | None:
    """Whose nine dice came to lie, and which: None while that cannot be told."""
    dice = list(tracked.unmatched)
    # Nine, or eighteen where both have thrown: any other number is still being poured or counted.
    if not seats or len(dice) not in (HAND, DICE):
        return None
    if len(dice) == HAND:
        return thrower_of(tracked, dice, seats), dice
    mine = [id_ for id_ in dice if tracked.lying[id_].die.zone is Zone.hand(seats[0])]
    others = [id_ for id_ in dice if tracked.lying[id_].die.zone is Zone.hand(1 - seats[0])]
    if len(mine) != HAND or len(others) != HAND:
        return None
    return seats[0], mine


def thrower_of(tracked: TrackedDice, dice: list[int], seats: list[int]) -> int:
    """Whose throw is due first, unless nearly all dice lie before another one who may throw: dice
    roll far, and the cup is poured out over the middle."""
    zones = [tracked.lying[id_].die.zone for id_ in dice]
    clear = [seat for seat in seats if zones.count(Zone.hand(seat)) >= len(dice) - STRAY]
    return clear[0] if clear else seats[0]


def starter_of(tracked: TrackedDice, reach: int | None = None) -> int | None:
    """Before whom nearly all of the first dice lie; where they scattered, from whose side the hand
    came that poured them; else before whom clearly more of them lie: a throw rolls away from who
    throws, and seldom into the other's zone."""
    zones = [tracked.lying[id_].die.zone for id_ in tracked.unmatched]
    # Both have thrown: places alone do not say who was first.
    if len(zones) > HAND:
        return None
    counts = [zones.count(Zone.hand(seat)) for seat in (0, 1)]
    clear = [seat for seat in (0, 1) if counts[seat] >= len(zones) - STRAY]
    if len(clear) == 1:
        return clear[0]
    if reach is not None:
        return reach
    one, other = counts
    return int(other > one) if abs(one - other) > STRAY and min(counts) <= 1 else None


def readied(scene: StepContext, seat: int) -> Ready:
    """What the player has thrown, before it is told."""
    episode = scene.tracked.episodes[seat]
    again = Again.NO
    if may_be_again(scene, seat, episode.cup):
        again = Again.BADLY if lay_badly(episode) else Again.PERHAPS
    left_s = episode.left_s if episode.taken else math.inf
    why = tuple(_why_thrown(scene, seat))
    return Ready(seat, episode.cup, tuple(episode.arrived), again, left_s=left_s, why=why)


def _why_thrown(scene: StepContext, seat: int) -> Iterator[Reason]:
    """How long the dice were gone, how many of them show other faces, and whether the cup was
    heard."""
    episode, lying = scene.tracked.episodes[seat], scene.tracked.lying
    came_s = min((lying[id_].die.since_s for id_ in episode.arrived), default=0.0)
    gone_s = max(0.0, came_s - min((away.left_s for away in episode.taken), default=came_s))
    changed = len(scene.tracked.surely_changed(seat))
    yield Reason("thrown", (str(len(episode.arrived)), seconds(gone_s), str(changed)))
    heard_s = scene.state.heard_s
    if heard_s is not None and heard_s >= episode.left_s:
        yield Reason("heard")


def may_be_again(scene: StepContext, seat: int, cup: Faces) -> bool:
    """A few of the dice just thrown, and nothing else, where a throw would be at fault."""
    rnd, again = scene.rnd, scene.state.again
    hand, kept = rnd.hands[seat], scene.state.kept[seat]
    # The hand as it is now: a die may be thrown again twice.
    if again is not None and again.seat == seat:
        hand = again.hand
    if hand is None or kept is None or not has_thrown(rnd, seat) or _has_laid(scene, seat):
        return False
    other = scene.state.perhaps[1 - seat]
    if other is not None and other.at_s > scene.state.thrown_s:
        return False  # the other's turn lay between, with a throw that came up as before
    is_fresh = not Counter(cup) - (Counter(hand) - Counter(kept))
    return is_fresh and 0 < len(cup) <= scene.tuning.cocked_at_once


def _has_laid(scene: StepContext, seat: int) -> bool:
    """Whether dice were laid since the throw: then it is too late for a rethrow. One that cannot be
    read proves nothing: the die that was thrown again may have lain on it. Nor does one that came
    to lie there since: it was pushed aside, or hit."""
    episode = scene.tracked.episodes[seat]
    before = (known for known in scene.laid.dice if known.die.since_s <= episode.left_s)
    laid = Counter(known.face for known in before if known.id not in episode.arrived)
    del laid[UNREAD]
    return bool(laid - scene.rnd.table.count)


def keep(scene: StepContext, seat: int, thrown: tuple[int, ...]) -> None:
    """Which dice of the hand a throw left alone: they cannot lie badly."""
    mine = (known for known in scene.tracked.hand(seat) if known.id not in thrown)
    scene.note_kept(seat, faces_of(mine))


def ask_again(scene: StepContext, ready: Ready) -> Event | None:
    """Perhaps these dice had lain badly: only people know, where the camera did not see it."""
    before = scene.state.again
    # What people have said of the first try holds for the next: nobody is asked twice.
    if before is not None:
        ready = replace(ready, again=before.again)
    scene.note(again=ready)
    return emit_again(scene)


def emit_again(scene: StepContext) -> Event | None:
    """People have said what it was, or play on: nobody objects to a rethrow then."""
    again = scene.state.again
    if again is None or scene.tracked.episodes[again.seat].arrived:
        return None
    hand, before = _hand_again(scene, again), scene.rnd.hands[again.seat] or ()
    laid = _laid_since(scene, again)
    if len(hand) + len(laid) == len(before):
        again = replace(again, hand=(*hand, *laid))
        scene.note(again=again)
    # It came up as before, or was put back: nothing to tell, unless it had surely lain badly.
    if Counter(hand) == Counter(before) and again.again is not Again.BADLY:
        scene.note(again=None)
        return None
    # An objection counts also where the thrower plays on.
    if again.again is Again.WELL:
        return _second_throw(scene, again)
    is_laid = again.hand is not None and len(hand) < len(before)
    plays_on = is_laid and scene.tracked.owed(again.seat) <= 0
    return rethrown(scene, again) if again.again is Again.BADLY or plays_on else None


def _laid_since(scene: StepContext, again: Ready) -> Faces:
    """What the player has laid in sets, before or after it was seen which die was thrown: one that
    was pushed into the middle makes none."""
    layout, before = scene.laid.layout, scene.rnd.table.count
    if again.seat != scene.rnd.turn or not layout.is_legal or before - layout.count:
        return ()
    return tuple((layout.count - before).elements())


def _second_throw(scene: StepContext, again: Ready) -> Thrown:
    seat = again.seat
    scene.note(again=None)
    scene.why = again.why
    scene.because("objected")
    scene.note_kept(seat, None)
    scene.landed = again.dice
    hand = again.hand or whole_hand(scene.tracked, seat, scene.rnd)
    return Thrown(scene.match.players[seat], hand, again.cup)


def _hand_again(scene: StepContext, again: Ready) -> Faces:
    """What is off the mat is unread: it is thrown once more."""
    mine = scene.own(again.seat)
    return tuple(UNREAD if k.die.zone is Zone.OUTSIDE else k.face for k in mine)


def rethrown(scene: StepContext, again: Ready) -> Rethrown:
    scene.note(again=None)
    scene.why = again.why
    scene.because("cocked")
    scene.landed = again.dice
    hand = again.hand or hand_after(scene.tracked, again.seat, scene.rnd)
    # A rethrow changes no count: one that rolled among the sets is not found yet.
    owed = max(0, len(scene.rnd.hands[again.seat] or ()) - len(hand))
    return Rethrown(scene.match.players[again.seat], (*hand, *[UNREAD] * owed))


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
    """What the camera saw of the dice that went: all of them lay badly, or seemed to."""
    return all(away.known.die.seems_badly for away in episode.taken)
