"""What people say of the whole table: which is right, the match or what lies there; and that a
round begins with what lies there."""

from collections import Counter
from collections.abc import Iterator

from turbo.game.dice import HAND, Face
from turbo.game.events import (
    Event,
    HandBegun,
    HandCorrected,
    RoundStarted,
    TableBegun,
    TableCorrected,
    Verdict,
)
from turbo.game.match import Phase, Round
from turbo.game.sets import Faces
from turbo.live.inputs import BeginHere, Choice, Decided
from turbo.live.recovery import take_up_again
from turbo.live.state import Ground, StepContext, TablePhase, foreseen
from turbo.live.tracked_dice import TrackedDice
from turbo.live.tracked_die import TrackedDie, faces_of, has_unread
from turbo.storage.session import Notice


def decided_different(scene: StepContext, decided: Decided) -> None:
    """People have said whether the match or the table is right."""
    rnd = scene.match.round
    if rnd is None:
        return
    scene.note(phase=TablePhase.RESTING if scene.state.is_still else TablePhase.MOVING)
    compare = expect if decided.choice is Choice.STORE else recognise
    for dice, faces in _parts(scene, rnd):
        compare(scene.tracked, dice, faces)
    scene.look()
    if decided.choice is Choice.TABLE:
        scene.enqueue(_corrections(scene, rnd), "said-table")


def _parts(scene: StepContext, rnd: Round) -> list[tuple[list[TrackedDie], Faces]]:
    """The dice of each place that lie there, and the faces that the match has there. In a play
    dice of the hand may lie on the table already."""
    hands = [(scene.own(seat), rnd.hands[seat] or ()) for seat in (0, 1)]
    table = (list(scene.laid.dice), rnd.table.faces)
    if rnd.phase is not Phase.TO_PLAY:
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
    if rnd.phase is Phase.TO_PLAY and table.count >= rnd.table.count:
        laid = table.count - rnd.table.count
    elif table.count != rnd.table.count:
        yield TableCorrected(table)
    for seat in (0, 1):
        held = laid.elements() if seat == rnd.turn else ()
        seen, hand = (*faces_of(scene.own(seat)), *held), rnd.hands[seat]
        if hand is not None and seen and Counter(seen) != Counter(hand):
            yield HandCorrected(scene.match.players[seat], seen)


def begin_here(scene: StepContext, begin: BeginHere) -> None:
    """Take up a round from what lies there, if all of it can be read."""
    match, tracked = scene.match, scene.tracked
    if match.round is not None:
        if not take_up_again(scene, begin.starter):
            scene.say(Notice("cannot-begin"))
        return
    dice = list(tracked.lying.values())
    tracked.restart()
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
