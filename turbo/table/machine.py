"""The live table as one machine: a state, a match and an input in; a state and an event out. Pure.

What a person would see who stood behind it: dice roll, a hand comes and goes, and now and then
everything lies still. Only then is anything believed, so every input first leads into a *phase*,
and events are told in two of them, once the table lies still:

    UNSEEN ----- a table is believed ------> RESTING, or DIFFERENT where it is not as the match says
    RESTING ---- a hand, a die that moves -> MOVING
    MOVING ----- a table is believed ------> RESTING, or EMPTIED where the dice are in the bag
    any of both - no picture for a second -> BLIND: dice may have been thrown meanwhile
    BLIND ------ a course is found, or none after a while -> RESTING
    DIFFERENT -- people say which is right -> RESTING
    EMPTIED ---- the dice lie there as before -> RESTING; a new round begins -> RESTING

`LEADS` is that table. A press, an answer, the cup or the clock change no phase: they are noted
(`NOTED`), and the deciders see them. A new situation is a row here and a function.

An input comes to at most one event. Whoever drives the machine feeds that event to the referee and
steps on with `Changed` and the new match, until there is no event left: so every event is decided
on the match that the one before has led to. `DECIDERS` are asked in their order, each only when the
one before had nothing to say: is a doubt answered? did somebody throw for the first time? did
somebody throw again? was something missed? is the table handed over?

What lies there is explained from the last time that every die was explained (`State.agreed`), and
not from the half tables that are seen under a hand on the way: what was mistaken there is forgotten
as soon as the dice lie open.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from turbo.game.dice import HAND
from turbo.game.events import (
    Event,
    HandBegun,
    HandCorrected,
    RoundStarted,
    TableBegun,
    TableCorrected,
)
from turbo.game.match import Match, Round
from turbo.game.match import Phase as MatchPhase
from turbo.game.sets import Faces
from turbo.keeping.session import DieNumbers, Notice, Question
from turbo.table.account import faces_of, has_unread
from turbo.table.audit import differences
from turbo.table.inputs import (
    Answered,
    BeginHere,
    Changed,
    Choice,
    CupHeard,
    Decided,
    Input,
    Pressed,
    Tick,
)
from turbo.table.known import Known
from turbo.table.questions import is_due, questions
from turbo.table.recognising import expect, recognise
from turbo.table.recovery import catch_up, find_back, is_lost, reconcile, take_up_again, turn_ended
from turbo.table.rethrow_tellings import told_again
from turbo.table.scene import Scene, Setting, own_dice
from turbo.table.settling import Cause, TableDisturbed, TableSettled
from turbo.table.state import TELLING, Phase, Ready, State
from turbo.table.throw_tellings import complete, first_throws, start, throws
from turbo.table.throws import first_throwers
from turbo.table.turn_tellings import goes_on, hand_over, waiting
from turbo.table.words import Words
from vision.mat.plan import Zone


@dataclass(frozen=True, slots=True)
class Step:
    """What one input comes to: at most one event, and all words and questions that stand now.

    `take_back`: the last hand-over was made by itself, and the player has gone on playing.
    """

    state: State = field(default_factory=State)
    event: Event | None = None
    take_back: bool = False
    notices: tuple[Notice, ...] = ()
    questions: tuple[Question, ...] = ()
    table: str = ""
    hands: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    numbers: DieNumbers = field(default_factory=DieNumbers)
    """Of the dice of `table` and `hands`."""
    landed: tuple[int, ...] = ()
    """The dice of a throw, by number, when the event is one."""


def step(state: State, match: Match, happened: Input, setting: Setting) -> Step:
    """The one door: from a state and what happened to the next state and what there is to tell."""
    scene = Scene(match, state, setting, state.account.copy(), state.laid)
    _pass_time(scene, happened)
    _follow(scene)
    lead = LEADS[scene.state.phase].get(type(happened)) or NOTED.get(type(happened))
    if lead is not None:
        lead(scene, happened)
    event = _decide(scene) if _can_decide(scene) else _begin_at_once(scene)
    take_back = event is None and _can_decide(scene) and goes_on(scene)
    scene.note(tries=scene.state.tries + (event is not None))
    is_out = (scene.state.is_still or scene.state.lost) and is_lost(scene)
    by_itself = scene.state.by_itself and not take_back
    scene.note(lost=is_out, by_itself=by_itself)
    if scene.account.is_explained:
        scene.agree()
    return _shown(scene, event, take_back)


def _shown(scene: Scene, event: Event | None, take_back: bool) -> Step:
    account, laid = scene.account, scene.laid
    words = tuple(word for word in scene.state.words if word[0] >= scene.state.at_s)
    asked = _questions(scene)
    numbers = frozenset(question.id for question in asked)
    state = replace(scene.state, account=account, laid=laid, words=words, asked=numbers)
    one, other = (own_dice(account, laid, seat) for seat in (0, 1))
    return Step(
        state,
        event,
        take_back,
        tuple(Words(account, laid, state, scene.tuning).all(scene.match)),
        asked,
        str(laid.layout),
        (tuple(str(face) for face in faces_of(one)), tuple(str(face) for face in faces_of(other))),
        DieNumbers(_numbers(laid.dice), (_numbers(one), _numbers(other))),
        scene.landed,
    )


def _numbers(dice: Iterable[Known]) -> tuple[int, ...]:
    return tuple(known.id for known in dice)


def _questions(scene: Scene) -> tuple[Question, ...]:
    """What is asked once stays asked until it is read or answered, whatever moves meanwhile."""
    state, account = scene.state, scene.account

    def due(known: Known) -> bool:
        is_needed = scene.match.waiting is not None or known in scene.laid.dice
        is_new = state.is_still and is_due(
            account, known, state.quiet_s, scene.tuning, is_needed=is_needed
        )
        return known.id in state.asked or is_new

    return questions(scene.match, account, scene.laid, scene.setting.own, due)


def _pass_time(scene: Scene, happened: Input) -> None:
    """Between two pictures more than a second went by: dice may have been thrown meanwhile. A press
    in the dark is no sight of them, however often it is repeated: it waits for pictures."""
    at_s, phase = happened.at_s, scene.state.phase
    is_gap = at_s - scene.state.at_s >= scene.tuning.blind_s
    is_dark = phase is Phase.BLIND and isinstance(happened, Pressed) and at_s > scene.state.at_s
    if is_dark or (is_gap and phase in (Phase.MOVING, Phase.RESTING, Phase.BLIND)):
        scene.note(phase=Phase.BLIND, sight_s=at_s)
    scene.note(at_s=max(at_s, scene.state.at_s))  # a press may be told late, with its own time


# What the match changes in what is known.


def _follow(scene: Scene) -> None:
    before, match = scene.state.match, scene.match
    scene.note(match=match)
    if before is None or before == match:
        return
    if (before.round, before.results) != (match.round, match.results) or match.waiting:
        scene.note(tries=0, pleas=0)
    if (before.round is None) != (match.round is None) or before.results != match.results:
        _new_round(scene)
    elif match.round is not None and before.round is not None:
        _adopt(scene, before.round, match.round)


def _new_round(scene: Scene) -> None:
    state, account = scene.state, scene.account
    scene.note(
        perhaps=(None, None), pushed=False, by_itself=False, short=0, press=None, told=None,
        ready=None, again=None, kept=(None, None), taking_up=False,
    )  # fmt: skip
    if state.phase is Phase.EMPTIED:
        account.begin_bare()
        scene.note(phase=Phase.RESTING if state.is_still else Phase.MOVING, cleared=True)
    elif scene.match.round is None or not (state.cleared or state.taking_up):
        account.restart(stale=True)
        scene.note(cleared=False)
    scene.agree()
    scene.look()


def _adopt(scene: Scene, before: Round, now: Round) -> None:
    """People's corrections tell what dice show that lie there."""
    account = scene.account
    for seat in (0, 1):
        hand = now.hands[seat]
        if hand is not None and hand != before.hands[seat]:
            account.adopt(scene.own(seat), hand)
    if now.table != before.table:
        account.adopt(list(scene.laid.dice), now.table.faces)
        account.close_pairs(before.turn)
    if before.turn != now.turn:
        scene.note(pushed=False, again=None)
        scene.note_perhaps(before.turn, None)
        scene.note_kept(before.turn, None)
    if now.taken_up and not before.taken_up:
        account.restart(stale=False)
    scene.look()
    _settle_turned(scene, now)
    scene.agree()


def _settle_turned(scene: Scene, rnd: Round) -> None:
    """What was turned is settled where the match has accepted what lies there."""
    if scene.laid.layout.count == rnd.table.count:
        scene.account.agree(Zone.TABLE)
    for seat in (0, 1):
        if Counter(faces_of(scene.own(seat))) == Counter(rnd.hands[seat] or ()):
            scene.account.agree(Zone.hand(seat))


# Inputs that lead from one phase to another.


def _take(scene: Scene, table: TableSettled) -> None:
    """What lies there, explained from the last time that all was explained."""
    still_s = scene.state.still_s  # a table told again for its faces lies still as before
    still_s = table.at_s if still_s is None else still_s
    scene.note(still_s=still_s, hand_s=None, hidden=table.hidden)
    agreed = scene.state.agreed
    scene.account = (scene.account if agreed is None else agreed).copy()
    scene.account.take(table)
    is_bare = len(scene.account.lying) <= scene.tuning.bare_table
    if scene.match.round is None and is_bare:
        scene.note(cleared=True)
    if table.bump_mm:
        scene.say(Notice("camera-bumped", (f"{table.bump_mm:.0f}",)))


def _rest(scene: Scene, table: TableSettled) -> None:
    _take(scene, table)
    if _is_emptied(scene):
        _forget_dice(scene)
        scene.note(phase=Phase.EMPTIED)
    else:
        scene.look()
        scene.note(phase=_resting(scene.state.phase))


def _resting(phase: Phase) -> Phase:
    return Phase.RESTING if phase is Phase.MOVING else phase


def _is_emptied(scene: Scene) -> bool:
    """Eighteen dice were in the round, and now they are in the bag."""
    rnd = scene.match.round
    if rnd is None or None in rnd.hands:
        return False
    return len(scene.account.lying) <= scene.tuning.bare_table


def _forget_dice(scene: Scene) -> None:
    """What lies there is compared with the match anew."""
    scene.account = scene.setting.account()
    scene.note(agreed=None)
    scene.look()


def _join(scene: Scene, table: TableSettled) -> None:
    """The first look. In an open round the dice are those of the match, not new ones."""
    _take(scene, table)
    account, rnd = scene.account, scene.match.round
    is_bare = len(account.lying) <= scene.tuning.bare_table
    if rnd is None:
        is_first = len(account.lying) == HAND
        if not is_first:
            account.restart(stale=True)
        scene.note(cleared=is_bare or is_first)
    else:
        scene.note(cleared=is_bare)
        if rnd.hands != (None, None):
            _claim(scene, rnd)
    scene.agree()
    scene.look()
    is_other = bool(differences(scene.match, account, scene.laid))
    scene.note(phase=Phase.DIFFERENT if is_other else Phase.RESTING)


def _claim(scene: Scene, rnd: Round) -> None:
    """Nine dice before a player who has not thrown yet are a throw; all others are known."""
    awaited, account = [Zone.hand(seat) for seat in first_throwers(rnd)], scene.account
    account.strangers = [id_ for id_ in account.strangers if account.lying[id_].die.zone in awaited]


def _rejoin(scene: Scene, table: TableSettled) -> None:
    """The dice were in the bag, and some lie there again: are they the ones of the match?"""
    _forget_dice(scene)
    _take(scene, table)
    if _is_emptied(scene):
        _forget_dice(scene)
        return
    _join(scene, table)
    if scene.state.phase is Phase.DIFFERENT:
        scene.note(phase=Phase.EMPTIED)


def _compare(scene: Scene, table: TableSettled) -> None:
    """While people are asked which is right, the dice are followed and nothing is told."""
    _take(scene, table)
    scene.look()


def _move(scene: Scene, disturbed: TableDisturbed) -> None:
    is_hand = disturbed.cause is Cause.HAND
    reach = scene.state.reach if disturbed.side is None else disturbed.side
    scene.note(still_s=None, hand_s=disturbed.at_s if is_hand else None, reach=reach)
    if scene.state.phase is Phase.RESTING:
        scene.note(phase=Phase.MOVING)


def _decided_different(scene: Scene, decided: Decided) -> None:
    """People have said whether the match or the table is right."""
    rnd = scene.match.round
    if decided.choice in AGAIN or rnd is None:
        _decided(scene, decided)
        return
    scene.note(phase=Phase.RESTING if scene.state.is_still else Phase.MOVING)
    compare = expect if decided.choice is Choice.STORE else recognise
    for dice, faces in _parts(scene, rnd):
        compare(scene.account, dice, faces)
    scene.agree()
    scene.look()
    if decided.choice is Choice.TABLE:
        scene.note(queue=(*scene.state.queue, *_corrections(scene, rnd)))


def _parts(scene: Scene, rnd: Round) -> list[tuple[list[Known], Faces]]:
    """The dice of each place that lie there, and the faces that the match has there. In a play
    dice of the hand may lie on the table already."""
    hands = [(scene.own(seat), rnd.hands[seat] or ()) for seat in (0, 1)]
    table = (list(scene.laid.dice), rnd.table.faces)
    if rnd.phase is not MatchPhase.TO_PLAY:
        return [*hands, table]
    mine, faces = hands[rnd.turn]
    return [hands[1 - rnd.turn], ([*mine, *table[0]], (*faces, *table[1]))]


def _corrections(scene: Scene, rnd: Round) -> Iterator[Event]:
    """What lies there is right: the match is set to it."""
    table = scene.laid.layout
    if Counter(table.faces) != rnd.table.count:
        yield TableCorrected(table)
    for seat in (0, 1):
        seen, hand = faces_of(scene.own(seat)), rnd.hands[seat]
        if hand is not None and seen and Counter(seen) != Counter(hand):
            yield HandCorrected(scene.match.players[seat], seen)


# Inputs that change no phase.


def _pressed(scene: Scene, press: Pressed) -> None:
    state, match, rnd = scene.state, scene.match, scene.match.round
    if state.at_s - press.at_s > scene.tuning.press_s:
        scene.say(Notice("press-old"))
        return
    if state.again is not None:
        _decide_again(scene, lay_badly=press.seat != 1 - state.again.seat)
        return
    if press.seat is None and state.lost and turn_ended(scene):
        return
    if press.seat is None and rnd is not None:  # the referee presses for who is in turn then
        press = replace(press, seat=rnd.turn)
    scene.note(presser=press.seat)
    if rnd is not None and press.seat == 1 - rnd.turn and not _has_acted(scene, press.seat):
        scene.say(Notice("not-your-turn", (match.players[rnd.turn],)))
        scene.note(pleas=scene.state.pleas + 1)
    elif waiting(scene) is not None:
        scene.say(Notice("answer-first"))
        scene.note(tries=scene.state.tries + 1)
    else:
        scene.note(press=press, pressed_on=None)


def _has_acted(scene: Scene, seat: int) -> bool:
    """Who presses after a throw that came up as before acts on it: the other's turn was over
    before that."""
    rnd, perhaps = scene.rnd, scene.state.perhaps
    is_over = rnd.phase is MatchPhase.TO_PLAY or perhaps[rnd.turn] is not None
    mine = perhaps[seat]
    if mine is None or not is_over:
        return False
    scene.note(ready=Ready(seat, mine.cup, ()))
    return True


def _decide_again(scene: Scene, *, lay_badly: bool) -> None:
    """The thrower's button says so, the other player's objects."""
    if scene.state.again is not None:
        scene.note(again=replace(scene.state.again, lay_badly=lay_badly))


AGAIN = (Choice.COCKED, Choice.AGAIN)


def _decided(scene: Scene, decided: Decided) -> None:
    if decided.choice in AGAIN:
        _decide_again(scene, lay_badly=decided.choice is Choice.COCKED)


def _heard(scene: Scene, heard: CupHeard) -> None:
    scene.note(heard_s=heard.at_s)


def _answered(scene: Scene, answered: Answered) -> None:
    """A person's word on a die stays, however its place is explained later."""
    scene.account.answer(answered.question, answered.face)
    if scene.state.agreed is not None:
        agreed = scene.state.agreed.copy()
        agreed.answer(answered.question, answered.face)
        agreed.answers[answered.question] = answered.face
        scene.note(agreed=agreed)
    scene.look()


def _begin_here(scene: Scene, begin: BeginHere) -> None:
    """Take up a round from what lies there, if all of it can be read."""
    match, account = scene.match, scene.account
    if match.round is not None:
        if not take_up_again(scene, begin.starter):
            scene.say(Notice("cannot-begin"))
        return
    dice = list(account.lying.values())
    account.restart(stale=False)
    scene.agree()
    scene.look()
    table, hands = scene.laid.layout, [faces_of(scene.own(seat)) for seat in (0, 1)]
    is_fit = all(1 <= len(hand) <= HAND for hand in hands) and not has_unread(dice)
    if not table.is_legal or not is_fit:
        scene.say(Notice("cannot-begin"))
        return
    begun = [TableBegun(table)] if table.islands else []
    named = zip(match.players, hands, strict=True)
    events = [RoundStarted(begin.starter), *begun, *(HandBegun(n, h) for n, h in named)]
    scene.note(taking_up=True, queue=(*scene.state.queue, *events))


Lead = Callable[[Scene, Any], None]

LEADS: dict[Phase, dict[type[Input], Lead]] = {
    Phase.UNSEEN: {TableSettled: _join, TableDisturbed: _move},
    Phase.MOVING: {TableSettled: _rest, TableDisturbed: _move},
    Phase.RESTING: {TableSettled: _rest, TableDisturbed: _move},
    Phase.BLIND: {TableSettled: _rest, TableDisturbed: _move},
    Phase.DIFFERENT: {
        TableSettled: _compare,
        TableDisturbed: _move,
        Decided: _decided_different,
    },
    Phase.EMPTIED: {TableSettled: _rejoin, TableDisturbed: _move},
}
"""In which phase which input does what, and leads where."""

NOTED: dict[type[Input], Lead] = {
    Pressed: _pressed,
    CupHeard: _heard,
    Answered: _answered,
    Decided: _decided,
    BeginHere: _begin_here,
}
"""What is noted in every phase. The clock (`Tick`) and the match (`Changed`) only let the deciders
look again."""

DECIDERS: tuple[Callable[[Scene], Event | None], ...] = (
    complete,
    told_again,
    first_throws,
    throws,
    complete,  # dice that were moved are explained now
    reconcile,
    find_back,
    hand_over,
)


def _begin_at_once(scene: Scene) -> Event | None:
    """Who starts was answered while a hand is over the table: nobody waits for it to go. The first
    throw is told by what was believed of it before."""
    state, match = scene.state, scene.match
    if state.phase is not Phase.MOVING or not state.cleared:
        return None
    if match.round is None:
        return start(scene) if state.press is not None else None
    is_begun = match.round.turns == 0 and match.round.hands == (None, None)
    is_whole = len(scene.account.strangers) == HAND
    return first_throws(scene) if is_begun and is_whole else None


def _can_decide(scene: Scene) -> bool:
    return (
        scene.state.is_still
        and scene.state.phase in TELLING
        and len(scene.account.lying) <= scene.tuning.most_dice
        and scene.match.phase is not MatchPhase.OVER
    )


def _decide(scene: Scene) -> Event | None:
    state = scene.state
    if state.queue:
        scene.note(queue=state.queue[1:])
        return state.queue[0]
    if scene.match.round is None:
        return start(scene)
    if state.phase is Phase.BLIND:
        event = catch_up(scene)
        if event is not None or scene.state.phase is Phase.BLIND:
            return event
    for decider in DECIDERS:
        event = decider(scene)
        if event is not None:
            return event
    return None


__all__ = ["Changed", "Setting", "State", "Step", "Tick", "step"]
