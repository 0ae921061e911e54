"""Match and table have parted: when that is said, and what people's word on it leads to."""

from turbo.game.events import Rethrown, Thrown
from turbo.live.belief.state import Belief
from turbo.live.inference import events_to, is_in_step, is_whole
from turbo.live.state import TablePhase


def is_lost(belief: Belief) -> bool:
    """Nothing counts any more, and what lies there, whole and legal, does not follow from the
    match; or it does, but who is not in turn insists."""
    state, tries = belief.state, belief.setting.tuning.tries
    in_vain = _waits_in_vain(belief)
    is_due = in_vain or state.tries + state.pleas >= tries
    # While something is asked already, nobody is asked a second thing.
    if not is_due or belief.match.round is None or state.again is not None:
        return False
    hands, table = belief.state.view.by_zones()
    # Only where an answer would help: from half a table nobody could go on.
    if not is_whole(hands, table) or not table.is_legal:
        return False
    return in_vain or state.pleas >= tries or not is_in_step(belief.match, hands, table)


def _waits_in_vain(belief: Belief) -> bool:
    """A throw waits for a die, but every die lies open since: whatever completes it would have been
    told by now, so that it was played on unseen."""
    is_throw = isinstance(belief.match.waiting, Thrown | Rethrown)
    is_long = belief.state.lost or belief.state.quiet_s >= belief.setting.tuning.lost_s
    return is_throw and is_long and belief.state.view.are_all_there


def take_up_again(belief: Belief, starter: str) -> bool:
    """People say who throws next: what lies there counts, if there is a sequence to it."""
    events = events_to(belief.match, *belief.state.view.by_zones(), belief.match.seat(starter))
    if events:
        is_dark = belief.state.phase is TablePhase.BLIND
        belief.note(phase=TablePhase.RESTING if is_dark else belief.state.phase, press=None)
        belief.enqueue(events, "said-next", starter)
    return bool(events)


def turn_ended(belief: Belief) -> bool:
    """The same by the referee's button: the turn of whoever pressed last is over. A player's own is
    not enough: who turned a die would have it counted by pressing once more."""
    seat = belief.state.presser
    ended = belief.rnd.turn if seat is None else seat
    return take_up_again(belief, belief.match.players[1 - ended])
