"""What people say of the whole table: which is right, the match or what lies there; and that a
round begins with what lies there."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

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
from turbo.game.match import Match, Phase, Round
from turbo.game.sets import Faces
from turbo.live.belief.state import Belief
from turbo.live.belief.view import TableView
from turbo.live.body import Body, faces_of
from turbo.live.inputs import BeginHere, Choice
from turbo.live.recovery import take_up_again
from turbo.live.state import TablePhase, foreseen


def decided_different(belief: Belief, choice: Choice) -> dict[int, Face]:
    """People have said whether the match or the table is right: what each die counts as, by number.
    If it is the match, those that show something else were turned."""
    rnd, view = belief.match.round, belief.state.view
    if rnd is None:
        return {}
    is_still = belief.state.is_still
    belief.note(phase=TablePhase.RESTING if is_still else TablePhase.MOVING)
    faces = {id_: body.face for id_, body in view.lying.items()}
    for dice, expected in _parts(view, rnd):
        named, odd, left = recognised(dice, expected)
        faces |= named
        if choice is Choice.STORE:
            # Noted, not told: who turns it back has done nothing.
            readable = (body.id for body in odd if not body.face.is_unread)
            faces |= zip(readable, left, strict=False)
    if choice is Choice.TABLE:
        belief.enqueue(list(_corrections(belief, view.named(faces), rnd)), "said-table")
    return faces


def _parts(view: TableView, rnd: Round) -> list[tuple[list[Body], Faces]]:
    """The dice of each place that lie there, and the faces that the match has there. In a play
    dice of the hand may lie on the table already."""
    hands = [(view.own(seat), rnd.hands[seat] or ()) for seat in (0, 1)]
    table = (list(view.laid.dice), rnd.table.faces)
    if rnd.phase is not Phase.TO_PLAY:
        return [*hands, table]
    mine, faces = hands[rnd.turn]
    return [hands[1 - rnd.turn], ([*mine, *table[0]], (*faces, *table[1]))]


def recognised(dice: list[Body], faces: Faces) -> tuple[dict[int, Face], list[Body], list[Face]]:
    """Which unread dice show which of these faces, since they look like one of them; and the dice
    and faces that are left over."""
    named, left, odd = dict[int, Face](), list(faces), []
    for body in dice:
        looks = (r.face for r in body.lies.readings if body.face.is_unread)
        shown = next((face for face in (body.face, *looks) if face in left), None)
        if shown is None:
            odd.append(body)
            continue
        left.remove(shown)
        if body.face.is_unread:
            named[body.id] = shown
    return named, odd, left


def _corrections(belief: Belief, view: TableView, rnd: Round) -> Iterator[Event]:
    """What lies there is right: the match is set to it, as far as the referee will have it."""
    match = belief.match
    for event in _corrected(match, view, rnd):
        ruling = foreseen(match, event)
        if ruling.verdict is Verdict.ACCEPTED:
            match = match.after(event, ruling)
            yield event
        else:
            # No correction leads there: people are asked who throws next, and it counts as it lies.
            belief.note(tries=belief.setting.tuning.tries)


def _corrected(match: Match, view: TableView, rnd: Round) -> Iterator[Event]:
    """In the middle of a play dice of the hand lie on the table already: they count as held."""
    table, laid = view.laid.layout, Counter[Face]()
    if rnd.phase is Phase.TO_PLAY and table.count >= rnd.table.count:
        laid = table.count - rnd.table.count
    elif table.count != rnd.table.count:
        yield TableCorrected(table)
    for seat in (0, 1):
        held = laid.elements() if seat == rnd.turn else ()
        seen, hand = (*faces_of(view.own(seat)), *held), rnd.hands[seat]
        if hand is not None and seen and Counter(seen) != Counter(hand):
            yield HandCorrected(match.players[seat], seen)


def begin_here(belief: Belief, begin: BeginHere) -> None:
    """Take up a round from what lies there, if all of it can be read."""
    match = belief.match
    if match.round is not None:
        if not take_up_again(belief, begin.starter):
            belief.say("cannot-begin")
        return
    view = replace(belief.state.view, leftover=frozenset())
    table, hands = view.laid.layout, [faces_of(view.own(seat)) for seat in (0, 1)]
    is_read = not any(body.face.is_unread for body in view.lying.values())
    # A beginning waits for nothing: what is not read now nobody could complete later.
    is_fit = is_read and all(1 <= len(hand) <= HAND for hand in hands)
    if not table.is_legal or not is_fit:
        belief.say("cannot-begin")
        return
    begun = [TableBegun(table)] if table.islands else []
    named = zip(match.players, hands, strict=True)
    hands_begun = (HandBegun(name, hand) for name, hand in named)
    events: list[Event] = [RoundStarted(begin.starter), *begun, *hands_begun]
    belief.note(is_left=False)
    belief.enqueue(events, "said-begin", begin.starter)
