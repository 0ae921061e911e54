"""What is told before a throw: the turn of the player before it is handed over, or passed."""

from collections import Counter
from dataclasses import replace

from turbo.game.events import Event, Passed
from turbo.game.match import Phase
from turbo.live.laying import same_layout
from turbo.live.state import Again, Over, Ready, StepContext
from turbo.live.throws import has_thrown, rethrown
from turbo.live.tracked_die import faces_of
from turbo.live.turn_tellings import (
    as_it_lies,
    implied_throw,
    over_before,
    over_if_played,
    rolled_in,
)


def emit_before(scene: StepContext, ready: Ready) -> Event | None:
    seat, rnd, again = ready.seat, scene.rnd, scene.state.again
    # Who threw again met no objection, since the other plays on: that was a rethrow.
    if again is not None and again.seat != seat:
        return rethrown(scene, again)
    if seat == rnd.turn and rnd.phase is Phase.TO_THROW and scene.state.came_around(seat):
        return implied_throw(scene)
    is_early_again = ready.again is not Again.NO and seat != rnd.turn and has_thrown(rnd, seat)
    # A rethrow before the own turn ends nobody's turn.
    if is_early_again or not (seat != rnd.turn or _other_may_have_thrown(scene, ready)):
        return None
    return _before_throw(scene)


def _other_may_have_thrown(scene: StepContext, ready: Ready) -> bool:
    """A second throw in one turn is none if the other player's turn may lie between: who threw
    first after a pass that nobody saw seemed to throw early."""
    rnd = scene.rnd
    is_second = rnd.phase is Phase.TO_PLAY and not rnd.may_repeat
    is_second = is_second and ready.again is Again.NO
    has_thrown = rnd.early and rnd.turns == 0
    return is_second and (has_thrown or scene.state.perhaps[1 - rnd.turn] is not None)


def _before_throw(scene: StepContext) -> Event | None:
    """The other player throws: the table is handed over as it lies, or else passed."""
    rnd, state = scene.rnd, scene.state
    if rnd.may_throw_early(1 - rnd.turn):
        return over_if_played(scene)
    if rnd.phase is Phase.TO_THROW:
        return implied_throw(scene)
    if rnd.phase is not Phase.TO_PLAY:
        return None
    if (rolled := rolled_in(scene)) is not None:
        return rolled
    # Before the table is looked at: it may be broken up by the very throw that comes.
    if _has_passed(scene) or has_other_laid(scene):
        return Passed(scene.match.players[rnd.turn])
    if (before := over_before(scene)) is not None:
        return before
    if _is_only_shoved(scene):
        return Passed(scene.match.players[rnd.turn])
    # Handed over once as it lies; where that is refused it was a pass, by the rule of the game.
    if state.over is not Over.PUSHED:
        scene.note(over=Over.PUSHED)
        own = state.ready is not None and state.ready.seat == rnd.turn
        own = own or scene.tracked.owed(rnd.turn) > 0  # out of sight is no proof of a fault
        over = as_it_lies(scene)
        return replace(over, hand=None) if own else over
    return Passed(scene.match.players[rnd.turn])


def has_other_laid(scene: StepContext) -> bool:
    """What lies new on the table is of the other's hand, and none of it of who was in turn: that
    turn was over before, by a pass."""
    rnd, layout = scene.rnd, scene.laid.layout
    added = layout.count - rnd.table.count
    mine, others = (Counter(rnd.hands[seat] or ()) for seat in (rnd.turn, 1 - rnd.turn))
    is_theirs = bool(added) and not added - others and bool(added - mine)
    return rnd.early and rnd.turns == 0 and is_theirs and not rnd.table.count - layout.count


def _is_only_shoved(scene: StepContext) -> bool:
    """The same dice lie on the table, otherwise than they lay: the other's throw has shoved them,
    or somebody moved them in vain. Either way nothing was laid, whatever is seen of the hand."""
    laid, table = scene.laid.layout, scene.rnd.table
    is_other = scene.state.ready is not None and scene.state.ready.seat != scene.rnd.turn
    return is_other and laid.count == table.count and not same_layout(laid, table)


def _has_passed(scene: StepContext) -> bool:
    """The whole hand lies there still: nothing was laid. What lies otherwise in the middle is the
    other's throw, which rolls among the sets and breaks them up; a die that is gone from there has
    its own word."""
    turn = scene.rnd.turn
    is_other = scene.state.ready is not None and scene.state.ready.seat != turn
    return is_other and Counter(faces_of(scene.own(turn))) == Counter(scene.rnd.hands[turn] or ())
