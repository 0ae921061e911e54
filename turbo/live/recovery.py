"""Getting back into step: what happened unseen, and what people say where nobody can tell."""

import math
from collections import Counter
from collections.abc import Sequence

from turbo.game.dice import Face, hand_text, without
from turbo.game.events import Event, HandCorrected, Passed, Rethrown, Thrown, Verdict
from turbo.game.match import Phase, Round
from turbo.live import state as states
from turbo.live.inference import events_to, is_accepted, is_in_step, is_whole, missed
from turbo.live.laying import in_sets
from turbo.live.state import StepContext, foreseen
from turbo.live.tracked_dice import TrackedDice
from turbo.live.tracked_die import has_unread
from turbo.live.whereabouts import Whereabouts, left_over, named, table_dice, whereabouts
from turbo.storage.session import Notice
from vision.mat.plan import Zone


def is_lost(scene: StepContext) -> bool:
    """Nothing counts any more, and what lies there, whole and legal, does not follow from the
    match; or it does, but who is not in turn insists."""
    state, tries = scene.state, scene.tuning.tries
    in_vain = _waits_in_vain(scene)
    is_due = in_vain or state.tries + state.pleas >= tries
    # While something is asked already, nobody is asked a second thing.
    if not is_due or scene.match.round is None or state.again is not None:
        return False
    hands, table = scene.as_it_lies()
    # Only where an answer would help: from half a table nobody could go on.
    if not is_whole(hands, table) or not table.is_legal:
        return False
    return in_vain or state.pleas >= tries or not is_in_step(scene.match, hands, table)


def _waits_in_vain(scene: StepContext) -> bool:
    """A throw waits for a die, but every die lies open since: whatever completes it would have been
    told by now, so that it was played on unseen."""
    is_throw = isinstance(scene.match.waiting, Thrown | Rethrown)
    is_long = scene.state.lost or scene.state.quiet_s >= scene.tuning.lost_s
    return is_throw and is_long and scene.tracked.dice.are_all_there


def take_up_again(scene: StepContext, starter: str) -> bool:
    """People say who throws next: what lies there counts, if there is a sequence to it."""
    events = events_to(scene.match, *scene.as_it_lies(), scene.match.seat(starter))
    if events:
        _forget_moves(scene)
        scene.enqueue(events, "said-next", starter)
    return bool(events)


def turn_ended(scene: StepContext) -> bool:
    """The same by the referee's button: the turn of whoever pressed last is over. A player's own is
    not enough: who turned a die would have it counted by pressing once more."""
    seat = scene.state.presser
    ended = scene.rnd.turn if seat is None else seat
    return take_up_again(scene, scene.match.players[1 - ended])


def _forget_moves(scene: StepContext) -> None:
    """What lies there lies where it belongs."""
    scene.tracked.place_moved()
    scene.agree()
    scene.look()
    scene.note(
        phase=_seeing(scene), ready=None, perhaps=(None, None), kept=((), ()),
        thrown_s=scene.state.at_s, press=None,
    )  # fmt: skip


def _seeing(scene: StepContext) -> states.TablePhase:
    """The phase once it no longer matters that nothing was seen for a while."""
    phase = scene.state.phase
    return states.TablePhase.RESTING if phase is states.TablePhase.BLIND else phase


def reconcile(scene: StepContext) -> Event | None:
    """Dice were mixed up under a hand, or not followed; but all eighteen lie where the match has
    them, or where a play from it has led: nothing was turned, added or lost. Tells nothing."""
    state, tracked, match = scene.state, scene.tracked, scene.match
    # Something is about to be told: what lies there is not where the match is yet.
    is_busy = state.ready is not None or state.again is not None or match.waiting is not None
    if tracked.is_explained or is_busy or not tracked.dice.are_all_there:
        return None
    found = _in_step(scene)
    if found is not None:
        scene.tracked = found
        scene.tracked.place_moved(keep_landed=True)
        scene.agree()
        scene.look()
    return None


def _in_step(scene: StepContext) -> TrackedDice | None:
    """The dice with their faces, if all of them lie where the match has them. A die that lies loose
    in the middle must be known to have been thrown there: else a play is not finished."""
    if None in scene.rnd.hands:
        return None
    tracked: TrackedDice | None = scene.tracked
    if has_unread(scene.tracked.lying.values()):
        # One die that cannot be read is asked for. Where others are mixed up as well, what is
        # missing of all that is known tells which it is.
        tracked = named(scene.tracked, _known(scene.rnd)) if _is_mixed_up(scene.tracked) else None
    if tracked is None:
        return None
    # One way to share it out that is in step is enough: nothing is told by it.
    for found in whereabouts(tracked, scene.rnd, scene.setting.layouts):
        loose = (id_ for ids in found.loose.values() for id_ in ids)
        is_known = all(tracked.lying[id_].landed is not None for id_ in loose)
        if is_known and is_in_step(scene.match, found.faces, found.layout):
            return tracked
    return None


def _known(rnd: Round) -> Counter[Face]:
    """All that the match has on the table and in the hands."""
    one, other = (Counter(hand or ()) for hand in rnd.hands)
    return rnd.table.count + one + other


def _is_mixed_up(tracked: TrackedDice) -> bool:
    """Dice were followed in each other's stead."""
    return bool(tracked.turned) or bool(tracked.unmatched and tracked.table_away)


def _put_where_it_lies(scene: StepContext, found: Whereabouts) -> None:
    """What lies there belongs to whom it lies before; loose dice in the middle were thrown."""
    scene.tracked.place_moved()
    for seat, ids in found.loose.items():
        scene.tracked.land(seat, ids)
    scene.agree()
    scene.look()


def catch_up(scene: StepContext) -> Event | None:
    """Nothing was seen for a while: what moved meanwhile is not judged by when it went and came,
    but by where it has led to."""
    state, tracked, tuning = scene.state, scene.tracked, scene.tuning
    if state.at_s - state.seen_since_s < tuning.catch_up_s:
        return None
    tracked.uncover()
    # Nothing happened in the dark, or only what is counted: all goes on as if it had been seen.
    if not tracked.has_moved or scene.match.phase is Phase.TO_COUNT:
        scene.note(phase=states.TablePhase.RESTING)
        return None
    if has_unread(tracked.lying.values()):
        # What is missing of all that the match knows, if it looks like it: then it was only laid.
        scene.tracked = tracked = named(tracked, _known(scene.rnd)) or tracked
    hands, table = scene.as_it_lies()
    # By places alone, or with dice in the middle that are known to have been thrown there.
    found = _in_step(scene) if tracked.dice.are_all_there else None
    if found is not None or is_in_step(scene.match, hands, table):
        scene.tracked = found or tracked
        scene.tracked.place_moved(keep_landed=found is not None)
        scene.agree()
        scene.note(phase=states.TablePhase.RESTING)
        scene.look()
        return None
    if state.quiet_s >= tuning.catch_up_s:
        events = missed(scene.match, hands, table)
        if events and is_accepted(scene.match, events):
            return _tell_missed(scene, events)
        sequences = _sequences(scene) if tracked.dice.are_all_there else []
        if len(sequences) == 1:  # dice that were thrown unseen lie loose among the sets
            return _tell_missed(scene, sequences[0][1], sequences[0][0])
        if tracked.have_only_come:  # a first throw, seen or not: also one that is read in part
            scene.note(phase=states.TablePhase.RESTING)
    if state.quiet_s >= tuning.give_up_s:
        scene.note(phase=states.TablePhase.RESTING)
    return None


def whole_throw(scene: StepContext) -> Event | None:
    """A throw waits for a die, and the dice that were put right have shoved others, or were
    followed in each other's stead. But all eighteen lie open and flat: who has which is told by
    what is left over, however it came to lie there."""
    event = scene.match.waiting
    if not isinstance(event, Thrown | Rethrown) or scene.state.quiet_s < scene.tuning.whole_s:
        return None
    if isinstance(scene.match.rejected, Thrown):
        return None  # a second throw does not complete the first
    seat = scene.match.seat(event.player)
    hand = left_over(scene.tracked, scene.rnd, seat)
    known = (event, hand)
    if hand is None or len(hand) != len(event.hand) or scene.state.completed == known:
        return None
    scene.note(completed=known)
    # The smaller word first: a correction says only what lies there, a rethrow that dice were
    # thrown.
    tellings = HandCorrected(event.player, hand), Rethrown(event.player, hand)
    for telling in tellings:
        if foreseen(scene.match, telling).verdict is Verdict.ACCEPTED:
            land_left_over(scene, seat)
            scene.note(ready=None, again=None)
            scene.because("left-over")
            return telling
    return None


def land_left_over(scene: StepContext, seat: int) -> None:
    """What is neither of the table nor the other's is of who threw; what lies in sets, or lay
    before its player after the throw, was laid."""
    tracked, laid = scene.tracked, scene.by_zones()
    keeps = table_dice(tracked, scene.rnd) | {known.id for known in tracked.zone(1 - seat)}
    keeps |= in_sets(laid) | {id_ for id_ in tracked.lying if _was_carried(scene, seat, id_)}
    tracked.place_moved()
    tracked.land(seat, [id_ for id_ in tracked.lying if id_ not in keeps])
    scene.agree()
    scene.look()


def _was_carried(scene: StepContext, seat: int, id_: int) -> bool:
    """Whether it lies in the middle, and one with its face lay before the player since the throw
    and is gone from there."""
    known, lying = scene.tracked.lying[id_], scene.tracked.lying
    since = (one for one in scene.state.rests if one.at_s > scene.state.cast_s[seat])
    before = (die for table in since for die in table.dice if die.zone is Zone.hand(seat))
    gone = (die.face for die in before if die.id not in lying)
    return known.die.zone is Zone.TABLE and known.face in gone


def find_back(scene: StepContext) -> Event | None:
    """What nobody took for a throw, once everything lies still and can be read."""
    state, tracked = scene.state, scene.tracked
    is_due = state.press is not None or state.quiet_s >= scene.tuning.lost_s
    is_odd = _is_turned_in_place(scene) or state.again is not None
    if not is_due or is_odd or not tracked.dice.are_all_there:
        return None
    # Who was refused is given time to mend: what lies there then is no throw that nobody saw.
    if scene.match.rejected is not None and state.quiet_s < 2 * scene.tuning.lost_s:
        return None
    found = _sequences(scene)
    if not found:
        return _thrown_among_sets(scene)
    # Of two sequences none is told: people know which it was.
    if len(found) != 1 or not all(_came_since(scene, event) for event in found[0][1]):
        return None
    return _tell_missed(scene, found[0][1], found[0][0])


def _thrown_among_sets(scene: StepContext) -> Event | None:
    """A throw that nobody saw lies strewn among the sets, or has broken them up, so that no places
    tell whose is what; but nearly all of it shows other faces than before."""
    rnd, seat = scene.rnd, scene.rnd.turn
    if rnd.phase not in (Phase.TO_THROW, Phase.TO_PLAY) or scene.match.waiting is not None:
        return None
    # After a throw that was seen, the unseen one is the other's: a pass lies between.
    seat = seat if rnd.phase is Phase.TO_THROW else 1 - seat
    before, hand = rnd.hands[seat], left_over(scene.tracked, rnd, seat)
    if before is None or hand is None or len(hand) != len(before):
        return None
    if len(without(hand, before)) < scene.tuning.many_changed:
        return None  # so few may have been turned
    throw = Thrown(scene.match.players[seat], hand)
    if scene.state.completed == throw:
        return None  # it was refused
    scene.note(completed=throw)
    is_pass = rnd.phase is Phase.TO_PLAY
    event = _tell_missed(scene, (Passed(scene.match.players[rnd.turn]), throw)[not is_pass :])
    land_left_over(scene, seat)
    return event


def _sequences(scene: StepContext) -> list[tuple[Whereabouts, tuple[Event, ...]]]:
    """Every honest sequence that leads to what lies there."""
    found = []
    for one in whereabouts(scene.tracked, scene.rnd, scene.setting.layouts):
        events = missed(scene.match, one.faces, one.layout)
        if events and is_accepted(scene.match, events):
            found.append((one, events))
    return found


def _is_turned_in_place(scene: StepContext) -> bool:
    """A die shows another face where it lay all the time: that was no throw."""
    last_consistent, tracked = scene.state.last_consistent, scene.tracked
    known = {} if last_consistent is None else last_consistent.lying
    slack_mm = scene.tuning.aside * tracked.edge_mm
    return any(
        id_ in known and math.dist(known[id_].place, tracked.lying[id_].place) <= slack_mm
        for id_ in tracked.turned
        if id_ in tracked.lying
    )


def _came_since(scene: StepContext, event: Event) -> bool:
    """A throw that nobody saw has brought dice that lie there only since the last one: what lay
    wrong before that came otherwise."""
    if not isinstance(event, Thrown):
        return True
    dice = [*scene.tracked.zone(scene.match.seat(event.player)), *scene.by_zones().dice]
    return any(known.die.since_s > scene.state.thrown_s for known in dice)


def _tell_missed(
    scene: StepContext, events: Sequence[Event], found: Whereabouts | None = None
) -> Event:
    press = scene.state.press
    _forget_moves(scene)
    if found is not None:
        _put_where_it_lies(scene, found)
    for event in events:
        if isinstance(event, Thrown):
            scene.say(Notice("throw-unseen", (event.player, hand_text(event.hand))))
    # The press is kept: it was made over what lies there now, and ends that turn.
    scene.enqueue(events[1:], "only-course")
    scene.note(press=press)
    scene.because("only-course")
    return events[0]
