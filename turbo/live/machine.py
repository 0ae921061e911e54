"""The live table as one machine: a state, a match and an input in; a state and an event out. Pure.

What a person would see who stood behind it: dice roll, a hand comes and goes, and now and then
everything lies still. Only then is anything confirmed, so every input first leads into a *phase*,
and events are told in two of them, once the table lies still:

    UNSEEN ----- a table is confirmed --> RESTING, or DIFFERENT where it is not as the match says
    RESTING ---- a hand, a die that moves -> MOVING
    MOVING ----- a table is confirmed --> RESTING, or EMPTIED where the dice are in the bag
    any of both - no picture for a second -> BLIND: dice may have been thrown meanwhile
    BLIND ------ the missed events are found, or none after a while -> RESTING
    DIFFERENT -- people say which is right -> RESTING
    EMPTIED ---- the dice lie there as before -> RESTING; a new round begins -> RESTING

`TRANSITIONS` is that table. A press, an answer, the cup or the clock change no phase: they are
noted (`NOTED`), and the deciders see them. A new situation is a row here and a function.

An input comes to at most one event. Whoever drives the machine feeds that event to the referee and
steps on with `Changed` and the new match, until there is no event left: so every event is decided
on the match that the one before has led to. `DECIDERS` are asked in their order, each only when the
one before had nothing to say: is a doubt answered? did somebody throw for the first time? did
somebody throw again? was something missed? is the table handed over?

What lies there is explained from the last time that every die was explained
(`State.last_consistent`), and not from the half tables that are seen under a hand on the way: what
was mistaken there is forgotten as soon as the dice lie open. Whatever is explained, there are
eighteen dice, each in one place (`State.dice`, which is checked at birth).
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from turbo.game.dice import HAND
from turbo.game.events import Event, Passed, Reason
from turbo.game.match import Match, Round
from turbo.game.match import Phase as MatchPhase
from turbo.live import transitions
from turbo.live.inputs import (
    Answered,
    BeginHere,
    Changed,
    CupHeard,
    Decided,
    Input,
    PressedButton,
    Tick,
)
from turbo.live.recovery import catch_up, find_back, is_lost, reconcile, whole_throw
from turbo.live.setting_back import put_back
from turbo.live.settling import Snapshot, TableDisturbed
from turbo.live.state import (
    TELLING,
    Ground,
    Over,
    Setting,
    State,
    StepContext,
    TablePhase,
    own_dice,
    with_seat,
)
from turbo.live.throw_tellings import first_throws, start, throws
from turbo.live.throws import emit_again
from turbo.live.tracked_die import TrackedDie, faces_of
from turbo.live.turn_tellings import goes_on, hand_over, in_a_row, over_at_once
from turbo.live.waiting_tellings import complete
from turbo.live.weighing import weighed
from turbo.live.words import Words, is_due, questions
from turbo.storage.session import DieNumbers, Notice, Question
from vision.mat.plan import Zone


@dataclass(frozen=True, slots=True)
class StepResult:
    """What one input comes to: at most one event, or else all words and questions that stand now.

    Beside an event nothing is said: the match that it leads to is another one, and whoever drives
    the machine steps on with that at once.

    `take_back`: the last hand-over was made by itself, and the player has gone on playing.
    """

    state: State = field(default_factory=State)
    event: Event | None = None
    take_back: bool = False
    landed: tuple[int, ...] = ()
    """The dice of a throw, by number, when the event is one."""
    notices: tuple[Notice, ...] = ()
    questions: tuple[Question, ...] = ()
    why: tuple[Reason, ...] = ()
    """What speaks for the event."""
    table: str = ""
    hands: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    numbers: DieNumbers = field(default_factory=DieNumbers)
    """Of the dice of `table` and `hands`."""


def step(state: State, match: Match, happened: Input, setting: Setting) -> StepResult:
    """The one door: from a state and what happened to the next state and what there is to tell."""
    scene = StepContext(match, state, setting, state.tracked.copy(), state.laid)
    _pass_time(scene, happened)
    # The match first: what it has accepted since must not be told once more by what is seen.
    _follow(scene)
    # The phase first: a decision means something else where people are asked which is right.
    transition = TRANSITIONS[scene.state.phase].get(type(happened)) or NOTED.get(type(happened))
    if transition is not None:
        transition(scene, happened)
    event = _unrefused(scene, _decide(scene) if _can_decide(scene) else _at_once(scene))
    # Only where there is nothing to tell: an event is decided on the match as it is.
    take_back = event is None and _can_decide(scene) and goes_on(scene)
    scene.note(tries=scene.state.tries + (event is not None))
    # Under a hand nothing new is believed; but a question that stands is not taken back by one.
    is_out = (scene.state.is_still or scene.state.lost) and is_lost(scene)
    scene.note(lost=is_out, over=None if take_back else scene.state.over)
    if scene.tracked.is_explained:
        scene.agree()
    scene.note(tracked=scene.tracked, dice=scene.tracked.dice, laid=scene.laid)
    if event is not None or take_back:
        return StepResult(scene.state, event, take_back, scene.landed, why=weighed(scene, event))
    return _shown(scene)


def _unrefused(scene: StepContext, event: Event | None) -> Event | None:
    """What the referee has refused is not emitted again for as long as everything lies as it lay:
    who would hear it twice would hear it for ever. What waited behind it cannot be told either."""
    if event is None:
        return None
    emitted = (event, scene.state.still_s)
    if event == scene.match.rejected and scene.state.emitted == emitted:
        scene.note(ready=None, queue=())
        return None
    scene.note(emitted=emitted)
    return event


def _shown(scene: StepContext) -> StepResult:
    """Nothing is left to tell: what is there to see, to say and to ask."""
    tracked, laid = scene.tracked, scene.laid
    words = tuple(word for word in scene.state.words if word[0] >= scene.state.at_s)
    asked = _questions(scene)
    scene.note(words=words, asked=frozenset(question.id for question in asked))
    one, other = (own_dice(tracked, laid, seat) for seat in (0, 1))
    return StepResult(
        scene.state,
        notices=tuple(Words(tracked, laid, scene.state, scene.tuning).all(scene.match)),
        questions=asked,
        table=str(laid.layout),
        hands=(_texts(one), _texts(other)),
        numbers=DieNumbers(_numbers(laid.dice), (_numbers(one), _numbers(other))),
    )


def _texts(dice: Iterable[TrackedDie]) -> tuple[str, ...]:
    return tuple(str(face) for face in faces_of(dice))


def _numbers(dice: Iterable[TrackedDie]) -> tuple[int, ...]:
    return tuple(known.id for known in dice)


def _questions(scene: StepContext) -> tuple[Question, ...]:
    """What is asked once stays asked until it is read or answered, whatever moves meanwhile."""
    state, tracked = scene.state, scene.tracked

    def due(known: TrackedDie) -> bool:
        is_needed = scene.match.waiting is not None or known in scene.laid.dice
        is_new = state.is_still and is_due(
            tracked, known, state.quiet_s, scene.tuning, is_needed=is_needed
        )
        return known.id in state.asked or is_new

    return questions(scene.match, tracked, scene.laid, scene.setting.own, due)


def _pass_time(scene: StepContext, happened: Input) -> None:
    """Between two pictures more than a second went by: dice may have been thrown meanwhile, unless
    all of them lie as before; a telephone sends no more pictures while nothing moves. A press in
    the dark is no sight of them, however often it is repeated: it waits for pictures."""
    at_s, phase = happened.at_s, scene.state.phase
    is_gap = at_s - scene.state.at_s >= scene.tuning.blind_s
    is_gap = is_gap and not (isinstance(happened, Tick) and happened.is_as_before)
    # A press that is older than the last picture was made while there was something to see.
    is_dark = (
        phase is TablePhase.BLIND
        and isinstance(happened, PressedButton)
        and at_s > scene.state.at_s
    )
    if is_dark or (is_gap and phase in (TablePhase.MOVING, TablePhase.RESTING, TablePhase.BLIND)):
        scene.note(phase=TablePhase.BLIND, seen_since_s=at_s)
    scene.note(at_s=max(at_s, scene.state.at_s))  # a press may be told late, with its own time


# What the match changes in what is known.


def _follow(scene: StepContext) -> None:
    before, match = scene.state.match, scene.match
    scene.note(match=match)
    if before is None or before == match:
        return
    # Something has counted, or waits to: nobody is out of step yet.
    if (before.round, before.results) != (match.round, match.results) or match.waiting:
        scene.note(tries=0, pleas=0)
    # By the results too: one round may end and the next begin between two looks.
    if (before.round is None) != (match.round is None) or before.results != match.results:
        _new_round(scene)
    elif match.round is not None and before.round is not None:
        _adopt(scene, before.round, match.round)


def _new_round(scene: StepContext) -> None:
    state, tracked = scene.state, scene.tracked
    scene.note(
        perhaps=(None, None), over=None, short=0, press=None, completed=None,
        ready=None, again=None, kept=(None, None),
    )  # fmt: skip
    if state.phase is TablePhase.EMPTIED:
        tracked.begin_bare()
        phase = TablePhase.RESTING if state.is_still else TablePhase.MOVING
        scene.note(phase=phase, ground=Ground.CLEARED)
    # Dice of the last round that nobody has cleared away are no throw of this one.
    elif scene.match.round is None or state.ground is Ground.LEFT:
        tracked.restart(leftover=True)
        scene.note(ground=Ground.LEFT)
    else:
        scene.note(ground=Ground.CLEARED)
    scene.agree()
    scene.look()


def _adopt(scene: StepContext, before: Round, now: Round) -> None:
    """People's corrections tell what dice show that lie there."""
    tracked = scene.tracked
    for seat in (0, 1):
        hand = now.hands[seat]
        if hand is not None and hand != before.hands[seat]:
            # What people say of a hand is no telling of ours, and nothing is set back against it.
            is_ours = Counter(faces_of(scene.own(seat))) == Counter(hand)
            emitted_s = scene.state.at_s if is_ours else 0.0
            scene.note(hand_emitted_s=with_seat(scene.state.hand_emitted_s, seat, emitted_s))
            tracked.adopt(scene.own(seat), hand)
    if now.table != before.table:
        _lay_rolled(scene, before.turn, now)
        tracked.adopt(list(scene.laid.dice), now.table.faces)
        # What was handed over lies where it lies: none of it is still on its way.
        tracked.close_pairs(before.turn)
    if before.turn != now.turn:
        over = None if scene.state.over is Over.PUSHED else scene.state.over
        scene.note(over=over, again=None)
        scene.note_perhaps(before.turn, None)
        scene.note_kept(before.turn, None)
    # People have said that it begins with what lies there: none of it is strange.
    if now.taken_up and not before.taken_up:
        tracked.restart(leftover=False)
    scene.look()
    _settle_turned(scene, now)
    scene.agree()


def _lay_rolled(scene: StepContext, seat: int, now: Round) -> None:
    """Thrown dice that were handed over where they lay are of the table now."""
    missing = now.table.count - scene.laid.layout.count
    laid = [known.id for known in in_a_row(scene, seat) if missing[known.face]] if missing else []
    if laid:
        scene.tracked.lay(laid)
        scene.look()


def _settle_turned(scene: StepContext, rnd: Round) -> None:
    """What was turned is settled where the match has accepted what lies there."""
    if scene.laid.layout.count == rnd.table.count:
        scene.tracked.agree(Zone.TABLE)
    for seat in (0, 1):
        if Counter(faces_of(scene.own(seat))) == Counter(rnd.hands[seat] or ()):
            scene.tracked.agree(Zone.hand(seat))


Transition = Callable[[StepContext, Any], None]

TRANSITIONS: dict[TablePhase, dict[type[Input], Transition]] = {
    TablePhase.UNSEEN: {Snapshot: transitions.join, TableDisturbed: transitions.move},
    TablePhase.MOVING: {Snapshot: transitions.rest, TableDisturbed: transitions.move},
    TablePhase.RESTING: {Snapshot: transitions.rest, TableDisturbed: transitions.move},
    TablePhase.BLIND: {Snapshot: transitions.rest, TableDisturbed: transitions.move},
    TablePhase.DIFFERENT: {
        Snapshot: transitions.compare,
        TableDisturbed: transitions.move,
        Decided: transitions.decided_different,
    },
    TablePhase.EMPTIED: {Snapshot: transitions.rejoin, TableDisturbed: transitions.move},
}
"""In which phase which input does what, and leads where."""

NOTED: dict[type[Input], Transition] = {
    PressedButton: transitions.pressed,
    CupHeard: transitions.heard,
    Answered: transitions.answered,
    Decided: transitions.chosen,
    BeginHere: transitions.begin_here,
}
"""What is noted in every phase. The clock (`Tick`) and the match (`Changed`) only let the deciders
look again."""

DECIDERS: tuple[Callable[[StepContext], Event | None], ...] = (
    complete,
    emit_again,
    put_back,
    first_throws,
    throws,
    complete,  # dice that were moved are explained now
    reconcile,
    whole_throw,
    find_back,
    hand_over,
)


def _at_once(scene: StepContext) -> Event | None:
    """What is told while a hand is over the table, or when no dice are left."""
    if scene.state.phase is not TablePhase.MOVING:
        return _blocked(scene)
    return _begin_at_once(scene) or over_at_once(scene)


def _begin_at_once(scene: StepContext) -> Event | None:
    """Who starts was answered while a hand is over the table: nobody waits for it to go. The first
    throw is told by what was believed of it before."""
    state, match = scene.state, scene.match
    if state.phase is not TablePhase.MOVING or state.ground is not Ground.CLEARED:
        return None
    if match.round is None:
        return start(scene) if state.press is not None else None
    is_begun = match.round.turns == 0 and match.round.hands == (None, None)
    is_whole = len(scene.tracked.unmatched) == HAND
    return first_throws(scene) if is_begun and is_whole else None


def _blocked(scene: StepContext) -> Event | None:
    """All dice were cleared away, and one more blank turn ends the round: so it was passed. Nobody
    sees a pass but by what comes after it."""
    rnd, state = scene.match.round, scene.state
    if rnd is None or state.phase is not TablePhase.EMPTIED or not state.is_still:
        return None
    is_last = rnd.blanks + 1 >= scene.match.options.blank_turns
    is_open = rnd.phase is MatchPhase.TO_PLAY and scene.match.waiting is None
    scene.because("cleared")
    return Passed(scene.match.players[rnd.turn]) if is_last and is_open else None


def _can_decide(scene: StepContext) -> bool:
    return (
        scene.state.is_still
        and scene.state.phase in TELLING
        # Two games on one table: nobody could say which dice are whose.
        and len(scene.tracked.lying) <= scene.tuning.most_dice
        and scene.match.phase is not MatchPhase.OVER
    )


def _decide(scene: StepContext) -> Event | None:
    state = scene.state
    # What was decided before goes out whole: one event after the other, each judged by itself.
    if state.queue:
        scene.note(queue=state.queue[1:])
        scene.why = state.queue_why
        return state.queue[0]
    if scene.match.round is None:
        return start(scene)
    if state.phase is TablePhase.BLIND:
        event = catch_up(scene)
        if event is not None or scene.state.phase is TablePhase.BLIND:
            return event
    for decider in DECIDERS:
        scene.why = ()  # what spoke for something that was not told in the end
        event = decider(scene)
        if event is not None:
            return event
    return None


__all__ = ["Changed", "Setting", "State", "StepResult", "Tick", "step"]
