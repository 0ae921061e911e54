"""The next event that holds nearly all of the weight, and how a round starts."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from turbo.game.dice import HAND, hand_text
from turbo.game.events import (
    Event,
    HandCorrected,
    HandedOver,
    Passed,
    Reason,
    Rethrown,
    RoundStarted,
    Thrown,
    Verdict,
)
from turbo.game.match import Match, Phase, Round
from turbo.live.belief.hypothesis import Hypothesis, standing
from turbo.live.belief.moment import Moment
from turbo.live.belief.state import Belief
from turbo.live.belief.tell import led_to, next_end, stepped, told
from turbo.live.belief.throws import settled
from turbo.live.belief.turns import as_it_lies, implied
from turbo.live.body import BAG, TABLE, faces_of
from turbo.live.snapshot import RestingDie
from turbo.live.state import Again, TablePhase, foreseen
from turbo.storage.session import Rival

STRAY = 2
"""Of nine dice poured out before a player, so many may roll elsewhere."""


def may_tell(belief: Belief) -> bool:
    state = belief.state
    lying = sum(b.is_there for b in belief.best.bodies) + len(belief.best.extra)
    is_dark = state.phase is TablePhase.BLIND and state.quiet_s < belief.setting.tuning.catch_up_s
    return (
        state.is_still
        and state.phase in (TablePhase.RESTING, TablePhase.BLIND)
        and not is_dark
        and lying <= belief.setting.tuning.most_dice
        and belief.match.phase is not Phase.OVER
    )


def decide(belief: Belief) -> Event | None:
    state = belief.state
    if state.queue and state.is_still:
        belief.note(queue=state.queue[1:])
        return state.queue[0]
    if state.phase is TablePhase.MOVING or state.phase is TablePhase.EMPTIED:
        return _at_once(belief)
    if not may_tell(belief):
        return None
    is_dark = state.phase is TablePhase.BLIND
    if is_dark:
        belief.note(phase=TablePhase.RESTING)
    if belief.match.round is None:
        return _start(belief)
    now = belief.moment()
    event = _tell(belief, now)
    if isinstance(event, Thrown) and (is_dark or _is_unseen(belief, event)):
        belief.say("throw-unseen", event.player, hand_text(event.hand))
    return event


def _is_unseen(belief: Belief, event: Thrown) -> bool:
    """Whether its dice came to lie elsewhere in less time than a cup needs."""
    seat = belief.match.seat(event.player)
    came = [b for b in belief.best.of(seat) if b.die and b.cast_s >= belief.best.cast_s[seat]]
    gone_s = [b.die.since_s - b.left_s for b in came if b.die is not None]
    return event.cup is not None and max(gone_s, default=0.0) < belief.model.in_cup_s


def _at_once(belief: Belief) -> Event | None:
    """What is told while a hand is over the table, or when no dice are left."""
    rnd, state = belief.match.round, belief.state
    if state.phase is TablePhase.EMPTIED:
        return _cleared(belief) if state.is_still else None
    if rnd is None:
        return _start(belief) if state.press is not None else None
    if rnd.turns == 0 and rnd.hands == (None, None):
        now = replace(belief.moment(), quiet_s=0.0)
        return _tell(belief, now)
    if belief.best.open is not None or belief.best.pending:
        return None
    event = _over_at_once(belief, rnd)
    if event is not None:
        belief.note(is_over=True, taken=())
    return event


def _over_at_once(belief: Belief, rnd: Round) -> Event | None:
    """The other player takes up dice while the hand is there still: they go into the cup. If
    nothing was laid that is a pass, and who goes on laying takes it back. The last pass of a block
    ends the round, so that it waits for what comes after it."""
    state, match = belief.state, belief.match
    is_busy = match.waiting is not None or state.again is not None or state.press is not None
    least = min(belief.setting.tuning.taken_up, len(rnd.hands[1 - rnd.turn] or ()))
    if rnd.phase is not Phase.TO_PLAY or is_busy or not 0 < least <= len(state.taken):
        return None
    view = state.view
    if not view.is_explained or view.laid.doubtful:
        return None
    theirs = {body.id for body in view.hand(1 - rnd.turn)}
    is_theirs = theirs.issuperset(state.taken)
    over = as_it_lies(belief.best, rnd)
    is_last = rnd.blanks + isinstance(over, Passed) >= match.options.blank_turns
    is_accepted = foreseen(match, over).verdict is Verdict.ACCEPTED
    return over if is_theirs and is_accepted and not is_last else None


def goes_on(belief: Belief) -> bool:
    """After a hand-over by itself the same player lays more: it was no hand-over yet. What came to
    the table is gone from that hand; a die of the other's throw may show the same face."""
    rnd = belief.match.round
    if not belief.state.is_over or rnd is None or rnd.phase is not Phase.TO_THROW:
        return False
    view, before = belief.state.view, 1 - rnd.turn
    added = view.laid.layout.count - rnd.table.count
    gone = Counter(rnd.hands[before] or ()) - Counter(faces_of(view.own(before)))
    is_thrown = any(view.lying[id_].owner == rnd.turn for id_ in view.arrived)
    return bool(added) and added <= gone and not view.owed(rnd.turn) and not is_thrown


def _cleared(belief: Belief) -> Event | None:
    """All dice were cleared away. Where passes end the round, with throws between them that came up
    as before, so it was: nobody sees a pass but by what comes after it."""
    story: Hypothesis | None = replace(belief.best, match=belief.match, pending=(), open=None)
    while story is not None and story.match.round is not None and story.match.waiting is None:
        rnd = story.match.round
        if rnd.phase is Phase.TO_PLAY:
            story = story.after(Passed(story.match.players[rnd.turn]))
        else:
            story = implied(story, rnd, rnd.turn) if rnd.phase is Phase.TO_THROW else None
    if story is None or story.match.round is not None:
        return None
    belief.note(queue=story.pending[1:], queue_why=(Reason("cleared"),))
    return story.pending[0]


def _tell(belief: Belief, now: Moment) -> Event | None:
    """The next event that holds nearly all of the weight. What is not told yet is no part of a
    story: with the next table at rest it may be told otherwise."""
    steps = [stepped(story, now) for story in belief.state.stories]
    belief.keep([before for before, _ in steps])
    both, model = [(after, told(after, now)) for _, after in steps], belief.model
    votes = _Votes(next_ends(both, belief.match))
    for (after, at_last), end in zip(both, votes.ends, strict=True):
        votes.add(end, after, math.exp(_aged(at_last, belief)))
    end = max(votes.share, key=lambda one: (one is not None, votes.share[one]))
    least = model.tell if belief.state.quiet_s < model.waited_s else model.waited
    belief.note(rivals=())
    if end is None or votes.part(end) < least:
        is_long = belief.state.quiet_s >= now.tuning.again_s
        belief.note(rivals=_rivals(belief.match, votes, model.waited) if is_long else ())
        return None
    event, belief.share = votes.event(end), votes.part(end)
    assert event is not None
    is_refused = isinstance(event, HandCorrected) and event == belief.match.rejected
    if is_refused or belief.state.emitted == (event, belief.state.still_s):
        # Nothing is told twice for as long as everything lies as it lay.
        dumb = (replace(s, pending=(), open=None, match=belief.match) for s, _ in steps)
        belief.keep(list(dumb))
        belief.note(press=None)
        return None
    kept = []
    seat = belief.match.seat(event.player) if isinstance(event, Thrown | Rethrown) else None
    for (_, after), one in zip(steps, votes.ends, strict=True):
        if one == end:
            kept.append(after)
        elif seat is not None and _throws(after, seat):
            # It stays, and corrects what was told once it is the likelier one.
            kept.append(replace(settled(after, seat), differs=seat))
    belief.keep(kept)
    belief.note(emitted=(event, belief.state.still_s))
    if isinstance(event, HandCorrected) and belief.match.waiting is None:
        belief.say("set-back", event.player, hand_text(event.hand))
    if isinstance(event, HandedOver | Passed):
        press = belief.state.press
        is_other = press is not None and press.seat == 1 - belief.match.seat(event.player or "")
        belief.note(press=press if is_other else None, is_over=press is None)
    else:
        belief.note(said=Again.NO)
    return event


@dataclass(slots=True)
class _Votes:
    """What the stories tell next, by where it leads (None: nothing), and how much they weigh."""

    ends: list[object]
    share: dict[object, float] = field(default_factory=dict)
    events: dict[object, dict[Event | None, float]] = field(default_factory=dict)
    waits: bool = False
    """Whether a story without an event has a throw that is still coming out."""

    def add(self, end: object, story: Hypothesis, weight: float) -> None:
        event = story.pending[0] if story.pending else None
        self.share[end] = self.share.get(end, 0.0) + weight
        told = self.events.setdefault(end, {})
        told[event] = told.get(event, 0.0) + weight
        self.waits = self.waits or (event is None and story.open is not None)

    def part(self, end: object) -> float:
        return self.share[end] / sum(self.share.values())

    def event(self, end: object) -> Event | None:
        return max(self.events[end], key=self.events[end].__getitem__)


def next_ends(stories: Sequence[tuple[Hypothesis, Hypothesis]], match: Match) -> list[object]:
    """What each tells next, by where it leads. Where two tell of one player's throw, or end of a
    turn, and come to the same with all that they have to tell, it is all one how the one has it
    first: it was told with a die unread that can be read by now."""
    found, known = list[object](), dict[object, object]()
    for story, at_last in stories:
        end = next_end(story, match)
        if end is not None:
            first = story.pending[0]
            same = type(first), getattr(first, "player", None), standing(at_last.match)
            end = known.setdefault(same, end)
        found.append(end)
    return found


def _rivals(match: Match, votes: _Votes, most: float) -> tuple[Rival, ...]:
    """The two likeliest things that may have happened, where waiting does not decide between them:
    people are asked which."""
    likely = sorted(votes.share, key=votes.share.__getitem__, reverse=True)[:2]
    parts = [votes.part(end) for end in likely]
    if votes.waits or len(likely) < 2 or parts[0] >= most or sum(parts) < most:
        return ()
    both = (votes.event(end) for end in likely)
    rivals = tuple(Rival(event, led_to(match, event)) for event in both)
    return rivals if all(one.match.round is not None for one in rivals) else ()


def _throws(story: Hypothesis, seat: int) -> bool:
    """Whether this story has the throw of that player too, told otherwise or not told yet."""
    if not story.pending:
        return story.open is not None and story.open.seat == seat
    first = story.pending[0]
    return isinstance(first, Thrown | Rethrown) and story.match.seat(first.player) == seat


def _aged(story: Hypothesis, belief: Belief) -> float:
    """What lies nowhere for long, while everything lies still, or where it does not belong, is less
    and less likely."""
    is_behind = any(one.covers for one in belief.state.hidden)  # where a thrown die may lie
    away = (b.owner for b in story.bodies if not b.is_there and b.owner != BAG)
    gone = story.odd + sum(owner == TABLE or not is_behind for owner in away)
    quiet_s = min(belief.state.quiet_s, belief.model.absent_s)
    return story.log_weight - belief.model.absent * quiet_s * gone


def _start(belief: Belief) -> Event | None:
    """The next round: by a button, or when nine dice come out on a cleared table."""
    state, match = belief.state, belief.match
    due = match.next_starter
    if state.press is not None:
        seat = state.press.seat
        belief.note(press=None)
        due = match.players[seat] if due is None and seat is not None else due
        return None if due is None else RoundStarted(due)
    behind = () if state.seen is None else state.seen.covered
    dice = (*belief.best.extra, *(die for die in behind if die.id not in state.left))
    tuning = belief.setting.tuning
    wait_s = tuning.lift_s if state.covering else tuning.short_start_s
    is_short = len(dice) >= tuning.short_start and state.quiet_s >= wait_s
    is_poured = len(dice) >= HAND or is_short
    if state.is_left or not is_poured:
        return None
    if due is None:
        # Who reaches in once dice lie there has not poured them.
        first_s = min(die.since_s for die in dice)
        seat = _starter(dice, [side for at_s, side in state.reach if at_s <= first_s])
        due = None if seat is None else match.players[seat]
    return None if due is None else RoundStarted(due)


def _starter(dice: Sequence[RestingDie], reached: Sequence[int]) -> int | None:
    """Before whom nearly all of the first dice lie; where they scattered, from whose side the hand
    came that poured them, the last before they lay; else before whom most of them lie: those that
    rolled on into the other's zone are few."""
    if len(dice) > HAND:
        return None  # both have thrown: places alone do not say who was first
    counts = [sum(die.zone.seat == seat for die in dice) for seat in (0, 1)]
    clear = [seat for seat in (0, 1) if counts[seat] >= len(dice) - STRAY]
    if len(clear) == 1:
        return clear[0]
    if reached:
        return reached[-1]
    is_clear = max(counts) > len(dice) / 2 and min(counts) <= 1
    return int(counts[1] > counts[0]) if is_clear else None
