"""What one input does in one phase, and which phase follows: the functions that the tables
`TRANSITIONS` and `NOTED` of `turbo.live.machine` name.

A table that is confirmed, or disturbed, is taken in. What people press, answer and decide
comes in every phase: it is noted, and the deciders look at what was noted; one of these leads on:
which is right, the match or what lies there.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from turbo.game.dice import HAND, Face
from turbo.game.events import (
    Event,
    HandBegun,
    HandCorrected,
    Passed,
    Reason,
    RoundStarted,
    TableBegun,
    TableCorrected,
    Verdict,
)
from turbo.game.match import Phase as MatchPhase
from turbo.game.match import Round
from turbo.game.sets import Faces
from turbo.live.audit import differences
from turbo.live.before_throws import has_other_laid
from turbo.live.inputs import (
    Answered,
    BeginHere,
    Choice,
    CupHeard,
    Decided,
    PressedButton,
)
from turbo.live.recovery import take_up_again, turn_ended
from turbo.live.settling import Cause, Snapshot, TableDisturbed
from turbo.live.state import Again, Ground, Ready, StepContext, TablePhase, foreseen
from turbo.live.throws import first_throwers
from turbo.live.tracked_dice import TrackedDice
from turbo.live.tracked_die import TrackedDie, faces_of, has_unread
from turbo.live.turn_tellings import waiting
from turbo.storage.session import Notice
from vision.mat.plan import Zone

RESTS = 12
"""Tables that are kept: while a throw is put right, with dice tidied and read anew, five to eight
of them are believed in the twin's rounds."""


def _take(scene: StepContext, table: Snapshot) -> None:
    """What lies there, explained from the last time that all was explained."""
    still_s = scene.state.still_s  # a table told again for its faces lies still as before
    still_s = table.at_s if still_s is None else still_s
    rests = (*scene.state.rests, table)[-RESTS:]
    scene.note(still_s=still_s, hand_s=None, hidden=table.hidden, rests=rests, taken=())
    last_consistent = scene.state.last_consistent
    # From there, not from the half table under a hand: what was mistaken on the way is forgotten.
    scene.tracked = (scene.tracked if last_consistent is None else last_consistent).copy()
    scene.tracked.take(table)
    _remember_twins(scene)
    is_bare = len(scene.tracked.lying) <= scene.tuning.bare_table
    # One or two dice that are still being put into the bag are no table any more.
    if scene.match.round is None and is_bare:
        scene.note(ground=Ground.CLEARED, rests=())
    if table.bump_mm:
        scene.say(Notice("camera-bumped", (f"{table.bump_mm:.0f}",)))


def _remember_twins(scene: StepContext) -> None:
    """Which of two dice was left where it lay is seen while it lies there: a throw may shove it
    before all is explained again."""
    last_consistent, swapped = scene.state.last_consistent, scene.tracked.swapped
    if last_consistent is not None and swapped:
        last_consistent = last_consistent.copy()
        for one, other in swapped:
            last_consistent.swap_twins(one, other)
        scene.note(last_consistent=last_consistent)


def rest(scene: StepContext, table: Snapshot) -> None:
    # A throw that waits for a die has often broken up what lay there: then it is known no better.
    if not scene.state.is_still and not _is_thrown_at(scene):
        one, other = (faces_of(scene.own(seat)) for seat in (0, 1))
        # Before the new table is taken: a throw may have rolled into what lay there.
        scene.note(rested=(scene.laid.layout, (one, other)))
    _take(scene, table)
    if _is_emptied(scene):
        _forget_dice(scene)
        scene.note(phase=TablePhase.EMPTIED)
    else:
        scene.look()
        scene.note(phase=_resting(scene.state.phase))


def _is_thrown_at(scene: StepContext) -> bool:
    """Whether the other player's dice come out of the cup already, and are not told yet."""
    rnd, tracked = scene.match.round, scene.tracked
    came = rnd is not None and tracked.episodes[1 - rnd.turn].arrived
    return bool(tracked.unmatched or came)


def _resting(phase: TablePhase) -> TablePhase:
    return TablePhase.RESTING if phase is TablePhase.MOVING else phase


def _is_emptied(scene: StepContext) -> bool:
    """Eighteen dice were in the round, and now they are in the bag."""
    rnd = scene.match.round
    # Before both have thrown a bare table is only one that nobody has thrown on.
    if rnd is None or None in rnd.hands:
        return False
    return len(scene.tracked.lying) <= scene.tuning.bare_table


def _forget_dice(scene: StepContext) -> None:
    """What lies there is compared with the match anew."""
    scene.tracked = scene.setting.tracked()
    scene.note(last_consistent=None)
    scene.look()


def join(scene: StepContext, table: Snapshot) -> None:
    """The first look. In an open round the dice are those of the match, not new ones."""
    _take(scene, table)
    tracked, rnd = scene.tracked, scene.match.round
    is_bare = len(tracked.lying) <= scene.tuning.bare_table
    if rnd is None:
        # Nine dice at the first look are a throw that was made while the program started. Nearly
        # nine are one that goes on, unless a round before has left them.
        least = HAND if scene.match.results else scene.tuning.short_start
        is_first = least <= len(tracked.lying) <= HAND
        if not is_first:
            tracked.restart(leftover=True)
        scene.note(ground=Ground.CLEARED if is_bare or is_first else Ground.LEFT)
    else:
        scene.note(ground=Ground.CLEARED if is_bare else Ground.LEFT)
        # Before any throw all that lies there may be the first one.
        if rnd.hands != (None, None):
            _claim(scene, rnd)
    scene.agree()
    scene.look()
    # Of a round in which nobody has thrown nothing can differ: what lies there is no part of it.
    is_begun = rnd is not None and rnd.hands != (None, None)
    is_other = is_begun and bool(differences(scene.match, tracked, scene.laid))
    scene.note(phase=TablePhase.DIFFERENT if is_other else TablePhase.RESTING)


def _claim(scene: StepContext, rnd: Round) -> None:
    """Nine dice before a player who has not thrown yet are a throw; all others are known."""
    awaited, tracked = [Zone.hand(seat) for seat in first_throwers(rnd)], scene.tracked
    tracked.unmatched = [id_ for id_ in tracked.unmatched if tracked.lying[id_].die.zone in awaited]


def rejoin(scene: StepContext, table: Snapshot) -> None:
    """The dice were in the bag, and some lie there again: are they the ones of the match?"""
    _forget_dice(scene)
    _take(scene, table)
    if _is_emptied(scene):
        _forget_dice(scene)
        return
    join(scene, table)
    # Still being laid back: people have not finished, and are not asked which is right yet.
    if scene.state.phase is TablePhase.DIFFERENT:
        scene.note(phase=TablePhase.EMPTIED)


def compare(scene: StepContext, table: Snapshot) -> None:
    """While people are asked which is right, the dice are followed and nothing is told."""
    _take(scene, table)
    scene.look()


def move(scene: StepContext, disturbed: TableDisturbed) -> None:
    is_hand = disturbed.cause is Cause.HAND
    # What was told last stands: dice roll on when the hand that poured them is gone.
    reach = scene.state.reach if disturbed.side is None else disturbed.side
    hand_s = scene.state.hand_s if disturbed.taken else None  # the same hand as before
    hand_s = (disturbed.at_s if hand_s is None else hand_s) if is_hand else None
    scene.note(still_s=None, hand_s=hand_s, reach=reach, taken=disturbed.taken)
    if scene.state.phase is TablePhase.RESTING:
        scene.note(phase=TablePhase.MOVING)


def decided_different(scene: StepContext, decided: Decided) -> None:
    """People have said whether the match or the table is right."""
    rnd = scene.match.round
    # An answer to another question, which may stand beside this one.
    if decided.choice in AGAIN or rnd is None:
        chosen(scene, decided)
        return
    scene.note(phase=TablePhase.RESTING if scene.state.is_still else TablePhase.MOVING)
    compare = expect if decided.choice is Choice.STORE else recognise
    for dice, faces in _parts(scene, rnd):
        compare(scene.tracked, dice, faces)
    scene.agree()
    scene.look()
    if decided.choice is Choice.TABLE:
        scene.enqueue(_corrections(scene, rnd), "said-table")


def _parts(scene: StepContext, rnd: Round) -> list[tuple[list[TrackedDie], Faces]]:
    """The dice of each place that lie there, and the faces that the match has there. In a play
    dice of the hand may lie on the table already."""
    hands = [(scene.own(seat), rnd.hands[seat] or ()) for seat in (0, 1)]
    table = (list(scene.laid.dice), rnd.table.faces)
    if rnd.phase is not MatchPhase.TO_PLAY:
        return [*hands, table]
    mine, faces = hands[rnd.turn]
    return [hands[1 - rnd.turn], ([*mine, *table[0]], (*faces, *table[1]))]


def _corrections(scene: StepContext, rnd: Round) -> Iterator[Event]:
    """What lies there is right: the match is set to it, as far as the referee will have it."""
    match = scene.match
    for event in _corrected(scene, rnd):
        ruling = foreseen(match, event)
        if ruling.verdict is Verdict.ACCEPTED:
            match = match.after(event, ruling)
            yield event
        else:
            # No correction leads there: people are asked who throws next, and it counts as it lies.
            scene.note(tries=scene.tuning.tries)


def _corrected(scene: StepContext, rnd: Round) -> Iterator[Event]:
    """In the middle of a play dice of the hand lie on the table already: they count as held."""
    table, laid = scene.laid.layout, Counter[Face]()
    if rnd.phase is MatchPhase.TO_PLAY and table.count >= rnd.table.count:
        laid = table.count - rnd.table.count
    elif table.count != rnd.table.count:
        yield TableCorrected(table)
    for seat in (0, 1):
        held = laid.elements() if seat == rnd.turn else ()
        seen, hand = (*faces_of(scene.own(seat)), *held), rnd.hands[seat]
        if hand is not None and seen and Counter(seen) != Counter(hand):
            yield HandCorrected(scene.match.players[seat], seen)


# Inputs that change no phase.


def pressed(scene: StepContext, press: PressedButton) -> None:
    state, match, rnd = scene.state, scene.match, scene.match.round
    # A line that was cut for half a minute once ended the turn of who had thrown since.
    if state.at_s - press.at_s > scene.tuning.press_s:
        scene.say(Notice("press-old"))
        return
    if state.again is not None:
        objects = press.seat == 1 - state.again.seat
        _decide_again(scene, Again.WELL if objects else Again.BADLY)
        return
    # The referee's word first: where match and table have parted it is the one way back.
    if press.seat is None and state.lost and turn_ended(scene):
        return
    if press.seat is None and rnd is not None:  # the referee presses for who is in turn then
        press = replace(press, seat=rnd.turn)
    scene.note(presser=press.seat)
    if rnd is not None and press.seat == 1 - rnd.turn and not _has_acted(scene, press.seat):
        scene.say(Notice("not-your-turn", (match.players[rnd.turn],)))
        # Who insists may be right: then people are asked instead of being told the same again.
        scene.note(pleas=scene.state.pleas + 1)
    elif waiting(scene) is not None:
        scene.say(Notice("answer-first"))
        scene.note(tries=scene.state.tries + 1)
    else:
        # Who presses again over the same table wants to hear again what is wrong with it.
        scene.note(press=press, pressed_on=None, emitted=None)


def _has_acted(scene: StepContext, seat: int) -> bool:
    """Who presses after a throw that came up as before acts on it: the other's turn was over
    before that. So it was where who threw first before the own turn has laid dice since: a pass
    shows by nothing else then."""
    rnd, perhaps = scene.rnd, scene.state.perhaps
    if has_other_laid(scene):
        passed = Passed(scene.match.players[rnd.turn])
        scene.enqueue([passed], "next-laid", scene.match.players[seat])
        return True
    is_over = rnd.phase is MatchPhase.TO_PLAY or perhaps[rnd.turn] is not None
    mine = perhaps[seat]
    if mine is None or not is_over:
        return False
    why = (Reason("as-before", (scene.match.players[seat],)),)
    scene.note(ready=Ready(seat, mine.cup, (), why=why))
    return True


def _decide_again(scene: StepContext, again: Again) -> None:
    """The thrower's button says so, the other player's objects."""
    if scene.state.again is not None:
        scene.note(again=replace(scene.state.again, again=again))


AGAIN = {Choice.COCKED: Again.BADLY, Choice.AGAIN: Again.WELL}


def chosen(scene: StepContext, decided: Decided) -> None:
    if decided.choice in AGAIN:
        _decide_again(scene, AGAIN[decided.choice])


def heard(scene: StepContext, heard: CupHeard) -> None:
    scene.note(heard_s=heard.at_s)


def answered(scene: StepContext, answered: Answered) -> None:
    """A person's word on a die stays, however its place is explained later."""
    # Both the dice as tracked now and those that later tables are explained from.
    scene.tracked.answer(answered.question, answered.face)
    if scene.state.last_consistent is not None:
        last_consistent = scene.state.last_consistent.copy()
        last_consistent.answer(answered.question, answered.face)
        # Also where no such die lies there yet: it may come to light under the same number.
        last_consistent.answers[answered.question] = answered.face
        scene.note(last_consistent=last_consistent)
    scene.look()


def begin_here(scene: StepContext, begin: BeginHere) -> None:
    """Take up a round from what lies there, if all of it can be read."""
    match, tracked = scene.match, scene.tracked
    if match.round is not None:
        if not take_up_again(scene, begin.starter):
            scene.say(Notice("cannot-begin"))
        return
    dice = list(tracked.lying.values())
    tracked.restart(leftover=False)
    scene.agree()
    scene.look()
    table, hands = scene.laid.layout, [faces_of(scene.own(seat)) for seat in (0, 1)]
    # A beginning waits for nothing: what is not read now nobody could complete later.
    is_fit = all(1 <= len(hand) <= HAND for hand in hands) and not has_unread(dice)
    if not table.is_legal or not is_fit:
        scene.say(Notice("cannot-begin"))
        return
    begun = [TableBegun(table)] if table.islands else []
    named = zip(match.players, hands, strict=True)
    events: list[Event] = [
        RoundStarted(begin.starter),
        *begun,
        *(HandBegun(n, h) for n, h in named),
    ]
    scene.note(ground=Ground.TAKEN_UP)
    scene.enqueue(events, "said-begin", begin.starter)


def recognise(
    tracked: TrackedDice, dice: list[TrackedDie], faces: Faces
) -> tuple[list[TrackedDie], list[Face]]:
    """Which dice show which of these faces: a doubtful one that looks like one of them does. The
    answer are the dice and faces that are left over."""
    left, odd = list(faces), []
    for known in dice:
        may_show = [known.face, *(r.face for r in known.die.readings if known.face.is_unread)]
        shown = next((face for face in may_show if face in left), None)
        if shown is None:
            odd.append(known)
            continue
        left.remove(shown)
        if known.face.is_unread:
            tracked.answer(known.id, shown)
    return odd, left


def expect(tracked: TrackedDice, dice: list[TrackedDie], faces: Faces) -> None:
    """These dice are to show these faces: those that do not were turned."""
    odd, left = recognise(tracked, dice, faces)
    readable = (known for known in odd if not known.face.is_unread)
    for known, face in zip(readable, left, strict=False):
        # Noted, not told: who turns it back has done nothing.
        tracked.turned[known.id] = face
