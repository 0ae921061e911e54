"""What each input does to the stories: a table at rest, a press, an answer, a decision."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from turbo.game.dice import DICE, HAND, Face
from turbo.game.events import Event, HandedOver, Passed, Thrown
from turbo.game.match import Phase, Round
from turbo.live import resuming
from turbo.live.audit import differences
from turbo.live.belief.disorder import from_order
from turbo.live.belief.explain import expanded, far_behind
from turbo.live.belief.hypothesis import Hypothesis, standing
from turbo.live.belief.neighbours import clear_of, rest_of
from turbo.live.belief.state import FRESH, Belief, Order
from turbo.live.belief.tell import next_end, stepped
from turbo.live.body import BAG, TABLE, Body
from turbo.live.inputs import (
    Answered,
    BeginHere,
    Changed,
    Choice,
    CupHeard,
    Decided,
    Input,
    PressedButton,
    Tick,
)
from turbo.live.recovery import turn_ended
from turbo.live.settling import Cause, Snapshot, TableDisturbed
from turbo.live.snapshot import RestingDie
from turbo.live.state import Again, TablePhase


def pass_time(belief: Belief, happened: Input) -> None:
    at_s, phase = happened.at_s, belief.state.phase
    is_gap = at_s - belief.state.at_s >= belief.setting.tuning.blind_s
    is_gap = is_gap and not (isinstance(happened, Tick) and happened.is_as_before)
    if is_gap and phase in (TablePhase.MOVING, TablePhase.RESTING, TablePhase.BLIND):
        belief.note(phase=TablePhase.BLIND, still_s=None)
    belief.note(at_s=max(at_s, belief.state.at_s))


def _rest(belief: Belief, table: Snapshot) -> None:
    state = belief.state
    still_s = table.at_s if state.still_s is None else state.still_s
    belief.note(still_s=still_s, hand_s=None, hidden=table.hidden, seen=table, taken=())
    if table.bump_mm:
        belief.say("camera-bumped", f"{table.bump_mm:.0f}")
    left = state.left & {die.id for die in table.dice}
    bare = len(table.dice) <= belief.setting.tuning.bare_table
    belief.note(left=left)
    if belief.match.round is None and bare:
        belief.note(is_left=False, left=frozenset())
    if state.phase in (TablePhase.UNSEEN, TablePhase.DIFFERENT):
        _join(belief, table)
        return
    rnd = belief.match.round
    is_emptied = rnd is not None and None not in rnd.hands and bare
    if is_emptied:
        belief.note(phase=TablePhase.EMPTIED)
        return
    rest, grown = rest_of(table, left, belief.setting.layouts, belief.model), list[Hypothesis]()
    rest = replace(rest, covers=any(one.covers for one in (*state.hidden, *table.hidden)))
    for one in state.stories:
        grown += expanded(one, rest, belief.model, far_behind(grown, belief.model))
    grown += from_order(belief, rest, state.seen, far_behind(grown, belief.model))
    before = belief.state
    belief.keep(grown)
    is_back = all(b.is_seen or b.owner == BAG for b in belief.best.bodies)
    if state.phase is TablePhase.EMPTIED and not is_back:
        belief.state = before
        return  # Still being laid back, or another round has begun.
    if state.phase in (TablePhase.MOVING, TablePhase.EMPTIED):
        belief.note(phase=TablePhase.RESTING)
    if _is_in_order(belief):
        likely = (one for one in belief.state.stories if one.log_weight >= -belief.model.likely)
        belief.note(order=Order(tuple(likely)))
    else:
        since = (*state.order.since, table)[-belief.model.past :]
        belief.note(order=replace(belief.state.order, since=since))


def _is_in_order(belief: Belief) -> bool:
    """Whether nearly all of the weight has every die lie where it belongs: none was hit, is out of
    sight or too many. What is not told yet is no disorder, nor is a doubt of how it came about."""
    best, model = belief.best, belief.model
    weights = [(math.exp(one.log_weight), one.lying) for one in belief.state.stories]
    same = sum(weight for weight, lying in weights if lying == best.lying)
    is_clear = same >= model.waited * sum(weight for weight, _ in weights)
    is_left = all(b.is_there or b.owner == BAG for b in best.bodies)
    is_whole = not any(b.was is not None or b.tipped for b in best.bodies)
    return is_clear and is_left and is_whole and not best.odd and not best.extra


def _join(belief: Belief, table: Snapshot) -> None:
    """The first look. In an open round the dice are those of the match."""
    rnd, dice = belief.match.round, clear_of(table)
    bare = len(dice) <= belief.setting.tuning.bare_table
    if rnd is None or rnd.hands == (None, None):
        # Nearly nine are a throw that goes on, unless a round before has left them.
        least = HAND if belief.match.results else belief.setting.tuning.short_start
        is_first = least <= len(dice) <= HAND and rnd is None
        is_left = not (bare or is_first)
        left = frozenset(die.id for die in dice) if is_left else frozenset[int]()
        belief.note(is_left=is_left, left=left, phase=TablePhase.RESTING)
        story = belief.story(FRESH, extra=tuple(dice))
        belief.note(stories=(story,))
        return
    belief.note(stories=(belief.story(_claimed(dice, rnd)),))
    is_other = any(differences(belief.match, belief.state.view))
    belief.note(phase=TablePhase.DIFFERENT if is_other else TablePhase.RESTING)


def _claimed(
    dice: Sequence[RestingDie], rnd: Round | None = None, faces: Mapping[int, Face] | None = None
) -> tuple[Body, ...]:
    """Whose dice lie there, by their zones; what the match has in a hand and lies in the middle has
    rolled there. `faces`: what people say that dice show, by number."""
    found, known = list[Body](), faces or {}
    for die in dice[:DICE]:
        owner = die.zone.seat if die.zone.seat is not None else TABLE
        found.append(_counted(Body(owner, die.face, die, is_seen=True), known.get(die.id)))
    hands = () if rnd is None else enumerate(rnd.hands)
    for seat, hand in hands:
        over = _shown(found, TABLE) - (Counter() if rnd is None else rnd.table.count)
        lacks = Counter(hand or ()) - _shown(found, seat)
        for i, body in enumerate(found):
            if body.owner == TABLE and (over & lacks)[body.face] > 0:
                found[i] = replace(body, owner=seat, landed=body.place)
                over[body.face] -= 1
                lacks[body.face] -= 1
    return (*found, *[Body(BAG)] * (DICE - len(found)))


def _shown(bodies: Sequence[Body], owner: int) -> Counter[Face]:
    return Counter(body.face for body in bodies if body.owner == owner)


def _counted(body: Body, face: Face | None) -> Body:
    """It counts as people say; one that was read otherwise is to be set back."""
    if face in (None, body.face):
        return body
    tipped = not body.face.is_unread
    return replace(body, face=face, said_of=body.face if tipped else None, tipped=tipped)


def _move(belief: Belief, disturbed: TableDisturbed) -> None:
    is_hand = disturbed.cause is Cause.HAND
    reach = belief.state.reach
    if disturbed.side is not None:
        before = reach if belief.match.round is None else ()
        reach = (*before, (disturbed.at_s, disturbed.side))
    hand_s = belief.state.hand_s if disturbed.taken else None
    hand_s = (disturbed.at_s if hand_s is None else hand_s) if is_hand else None
    belief.note(still_s=None, hand_s=hand_s, reach=reach, taken=disturbed.taken)
    if belief.state.phase is TablePhase.RESTING:
        belief.note(phase=TablePhase.MOVING)


def _press(belief: Belief, press: PressedButton) -> None:
    state, rnd = belief.state, belief.match.round
    if state.at_s - press.at_s > belief.setting.tuning.press_s:
        belief.say("press-old")
        return
    if state.again is not None:
        objects = press.seat == 1 - state.again.seat
        _say_again(belief, Again.WELL if objects else Again.BADLY)
        return
    if press.seat is None and state.lost and turn_ended(belief):
        return
    if press.seat is None and rnd is not None:
        press = replace(press, seat=rnd.turn)
    belief.note(presser=press.seat)
    if rnd is not None and press.seat == 1 - rnd.turn and _may_be_due(belief, press.seat):
        belief.note(press=press)
    elif rnd is not None and press.seat == 1 - rnd.turn and _has_thrown(belief, press.seat):
        throws = tuple(_unseen_throws(belief, press.seat))
        belief.enqueue(throws, "as-before", belief.match.players[press.seat])
        belief.note(press=press)
    elif rnd is not None and press.seat == 1 - rnd.turn:
        belief.say("not-your-turn", belief.match.players[rnd.turn])
        belief.note(pleas=belief.state.pleas + 1)
    elif belief.match.waiting is not None and not (
        isinstance(belief.match.waiting, HandedOver) and belief.match.rejected is not None
    ):
        belief.say("answer-first")
        belief.note(tries=belief.state.tries + 1)
    else:
        belief.note(press=press, emitted=None)


def _has_thrown(belief: Belief, seat: int) -> bool:
    """Whether this player threw what came up as before: who presses acts on it."""
    rnd, perhaps = belief.match.round, belief.best.perhaps
    is_over = rnd is not None and (rnd.phase is Phase.TO_PLAY or perhaps[rnd.turn] is not None)
    return is_over and perhaps[seat] is not None


def _unseen_throws(belief: Belief, seat: int) -> Iterator[Event]:
    """Each throw that came up as before, and the passes between."""
    rnd, players = belief.match.round, belief.match.players
    assert rnd is not None
    for one in (rnd.turn, seat):
        perhaps, hand = belief.best.perhaps[one], rnd.hands[one]
        if perhaps is not None and hand is not None:
            yield Thrown(players[one], hand, perhaps.cup)
        if one != seat:
            yield Passed(players[one])


def _may_be_due(belief: Belief, seat: int) -> bool:
    """Whether it is this player's turn by a story; those in which it is not weigh less by it."""
    rounds = [story.match.round for story in belief.state.stories]
    is_due = [rnd is not None and rnd.turn == seat for rnd in rounds]
    if not any(is_due):
        return False
    heard = (
        replace(story, log_weight=story.log_weight - (0.0 if due else belief.model.pressed))
        for story, due in zip(belief.state.stories, is_due, strict=True)
    )
    belief.keep(list(heard))
    return True


def _answer(belief: Belief, answered: Answered) -> None:
    stories = []
    for story in belief.state.stories:
        bodies = tuple(
            b.said(answered.face) if b.id == answered.question else b for b in story.bodies
        )
        stories.append(replace(story, bodies=bodies))
    belief.note(stories=tuple(stories))


def _choose(belief: Belief, decided: Decided) -> None:
    if decided.choice in (Choice.COCKED, Choice.AGAIN):
        _say_again(belief, Again.BADLY if decided.choice is Choice.COCKED else Again.WELL)
        return
    if decided.choice in (Choice.FIRST, Choice.SECOND):
        _say_which(belief, int(decided.choice is Choice.SECOND))
        return
    if belief.state.phase is not TablePhase.DIFFERENT:
        return
    faces = resuming.decided_different(belief, decided.choice)
    assert belief.state.seen is not None  # what differs was seen
    bodies = _claimed(clear_of(belief.state.seen), belief.match.round, faces)
    belief.trust((belief.story(bodies),))


def _say_again(belief: Belief, said: Again) -> None:
    """People's word: dice were thrown again, and the stories without that are over."""
    thrown = tuple(s for s in belief.state.stories if s.open is not None and s.open.is_again)
    belief.note(said=said, stories=thrown or belief.state.stories)


def _say_which(belief: Belief, chosen: int) -> None:
    """People's word between two things that may have happened: the other stories are over."""
    if not belief.state.rivals:
        return  # what was asked is decided already
    rival, now, match = belief.state.rivals[chosen], belief.moment(), belief.match
    end = None if rival.event is None else standing(rival.match)
    kept = [s for s in belief.state.stories if next_end(stepped(s, now)[1], match) == end]
    belief.trust(kept or belief.state.stories)
    belief.note(rivals=())


def _begin(belief: Belief, begin: BeginHere) -> None:
    resuming.begin_here(belief, begin)
    if belief.state.queue:
        dice = [] if belief.state.seen is None else clear_of(belief.state.seen)
        belief.trust((belief.story(_claimed(dice)),))
        belief.note(claims=True, left=frozenset())


HEARD: dict[type, Any] = {
    Snapshot: _rest,
    TableDisturbed: _move,
    PressedButton: _press,
    CupHeard: lambda belief, heard: belief.note(heard_s=heard.at_s),
    Answered: _answer,
    Decided: _choose,
    BeginHere: _begin,
    Tick: lambda belief, _: None,
    Changed: lambda belief, _: None,
}
