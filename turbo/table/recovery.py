"""Getting back into step: what happened unseen, and what people say where nobody can tell."""

from collections.abc import Sequence

from turbo.game.dice import DICE, hand_text
from turbo.game.events import Event, Thrown
from turbo.game.match import Phase
from turbo.keeping.session import Notice
from turbo.table import state as states
from turbo.table.courses import course_to, is_in_step, is_whole, missed
from turbo.table.scene import Scene


def is_lost(scene: Scene) -> bool:
    """Nothing counts any more, and what lies there, whole and legal, does not follow from the
    match; or it does, but who is not in turn insists."""
    state, tries = scene.state, scene.tuning.tries
    if state.tries + state.pleas < tries or scene.match.round is None or state.again is not None:
        return False
    hands, table = scene.as_it_lies()
    if not is_whole(hands, table) or not table.is_legal:
        return False
    return state.pleas >= tries or not is_in_step(scene.match, hands, table)


def take_up_again(scene: Scene, starter: str) -> bool:
    """People say who throws next: what lies there counts, if there is a course to it."""
    events = course_to(scene.match, *scene.as_it_lies(), scene.match.seat(starter))
    if events:
        _forget_moves(scene)
        scene.note(queue=(*scene.state.queue, *events))
    return bool(events)


def turn_ended(scene: Scene) -> bool:
    """The same by the referee's button: the turn of whoever pressed last is over. A player's own is
    not enough: who turned a die would have it counted by pressing once more."""
    seat = scene.state.presser
    ended = scene.rnd.turn if seat is None else seat
    return take_up_again(scene, scene.match.players[1 - ended])


def _forget_moves(scene: Scene) -> None:
    """What lies there lies where it belongs."""
    scene.account.place_moved()
    scene.agree()
    scene.look()
    scene.note(
        phase=_seeing(scene), ready=None, perhaps=(None, None), kept=((), ()),
        thrown_s=scene.state.at_s, press=None,
    )  # fmt: skip


def _seeing(scene: Scene) -> states.Phase:
    """The phase once it no longer matters that nothing was seen for a while."""
    phase = scene.state.phase
    return states.Phase.RESTING if phase is states.Phase.BLIND else phase


def reconcile(scene: Scene) -> None:
    """Dice are missed and others came that nobody missed, but all eighteen lie where the match
    has them: nothing was added or lost, it was not followed."""
    state, account, match = scene.state, scene.account, scene.match
    is_odd = bool(account.strangers) and bool(account.table_away)
    is_busy = state.ready is not None or state.again is not None or match.waiting is not None
    if not is_odd or is_busy or len(account.lying) != DICE:
        return
    hands, table = scene.as_it_lies()
    if is_in_step(match, hands, table) and table.count == scene.rnd.table.count:
        account.place_moved()
        scene.agree()
        scene.look()


def catch_up(scene: Scene) -> Event | None:
    """Nothing was seen for a while: what moved meanwhile is not judged by when it went and came,
    but by where it has led to."""
    state, account, tuning = scene.state, scene.account, scene.tuning
    if state.at_s - state.sight_s < tuning.catch_up_s:
        return None
    if not account.has_moved or scene.match.phase is Phase.TO_COUNT:
        scene.note(phase=states.Phase.RESTING)
        return None
    hands, table = scene.as_it_lies()
    if is_in_step(scene.match, hands, table):
        account.place_moved()
        scene.agree()
        scene.note(phase=states.Phase.RESTING)
        scene.look()
        return None
    events = missed(scene.match, hands, table) if state.quiet_s >= tuning.catch_up_s else ()
    if events:
        return _tell_missed(scene, events)
    if state.quiet_s >= tuning.give_up_s:
        scene.note(phase=states.Phase.RESTING)
    return None


def find_back(scene: Scene) -> Event | None:
    """What nobody took for a throw, once everything lies still and can be read."""
    state, account = scene.state, scene.account
    is_due = state.press is not None or state.quiet_s >= scene.tuning.lost_s
    is_odd = scene.match.rejected is not None or bool(account.turned)
    is_odd = is_odd or state.again is not None
    if not is_due or is_odd or len(account.lying) != DICE:
        return None
    events = missed(scene.match, *scene.as_it_lies())
    if not events or not all(_came_since(scene, event) for event in events):
        return None
    return _tell_missed(scene, events)


def _came_since(scene: Scene, event: Event) -> bool:
    """A throw that nobody saw has brought dice that lie there only since the last one: what lay
    wrong before that came otherwise."""
    if not isinstance(event, Thrown):
        return True
    dice = [*scene.account.zone(scene.match.seat(event.player)), *scene.by_zones().dice]
    return any(known.die.since_s > scene.state.thrown_s for known in dice)


def _tell_missed(scene: Scene, events: Sequence[Event]) -> Event:
    press = scene.state.press
    _forget_moves(scene)
    for event in events:
        if isinstance(event, Thrown):
            scene.say(Notice("throw-unseen", (event.player, hand_text(event.hand))))
    scene.note(queue=(*scene.state.queue, *events[1:]), press=press)
    return events[0]
