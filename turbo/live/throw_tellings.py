"""Throws as they come: the first ones of a round, and later ones, told when all lies still."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from turbo.game.dice import HAND, UNREAD, without
from turbo.game.events import (
    Event,
    Reason,
    Rethrown,
    RoundStarted,
    Thrown,
    Verdict,
)
from turbo.game.match import Match, Phase, expected_dice
from turbo.game.sets import Faces
from turbo.live.before_throws import emit_before
from turbo.live.laying import in_sets
from turbo.live.state import Again, Ground, Perhaps, Ready, StepContext, foreseen, with_seat
from turbo.live.throws import (
    Act,
    Moment,
    ask_again,
    first_throw,
    first_throwers,
    hand_after,
    has_thrown,
    keep,
    lay_badly,
    may_be_again,
    may_throw,
    readied,
    starter_of,
    thrower_of,
    waits_for,
    whole_hand,
)
from turbo.live.tracked_die import MissingDie, TrackedDie
from turbo.live.turn_tellings import waiting
from turbo.live.waiting_tellings import fits, laid_since
from vision.mat.plan import Zone


def start(scene: StepContext) -> Event | None:
    """The next round: by a button, or when nine dice come out on a cleared table."""
    state, match, tracked = scene.state, scene.match, scene.tracked
    due = match.next_starter
    if state.press is not None:
        seat = state.press.seat
        scene.note(press=None)
        if due is None and seat is not None:
            due = match.players[seat]
        scene.because("press", due or "")
        return None if due is None else RoundStarted(due)
    is_poured = len(tracked.unmatched) >= HAND or _is_short_pour(scene)
    # Nine dice of the last round that are pushed together are no throw.
    if state.ground is not Ground.CLEARED or not is_poured:
        return None
    seat = starter_of(tracked, state.reach)
    if due is None and seat is not None:
        due = match.players[seat]
    scene.because("poured", len(tracked.unmatched))
    return None if due is None else RoundStarted(due)


def _is_short_pour(scene: StepContext) -> bool:
    """Nearly nine dice lie there and no more come: a first throw that went wrong."""
    tuning = scene.tuning
    if not tuning.short_start <= len(scene.tracked.unmatched) < HAND:
        return False
    wait_s = tuning.lift_s if scene.state.covering else tuning.short_start_s
    return scene.state.quiet_s >= wait_s


def first_throws(scene: StepContext) -> Event | None:
    rnd, tracked = scene.rnd, scene.tracked
    seats = first_throwers(rnd)
    found = first_throw(tracked, seats)
    if found is not None:
        seat, ids = found
        tracked.tip(_tipped(scene, seat, ids))
        if _has_too_many(scene, seat, ids) and scene.state.quiet_s < scene.tuning.strewn_s:
            return None  # some of the table were driven there: people set them back
        return _land(scene, _first(seat, ids))
    short = len(tracked.unmatched)
    tuning, covering = scene.tuning, scene.state.covering
    if seats and covering and _is_short_pour(scene):
        # What stands there hides the rest: the throw is told with what is unknown of it.
        tracked.behind = covering
        seat = thrower_of(tracked, tracked.unmatched, seats)
        return _land(scene, _first(seat, tracked.unmatched))
    patience_s = tuning.patience_s if rnd.taken_up else tuning.short_s
    if not seats or scene.state.quiet_s < patience_s or scene.state.hidden:
        return None  # what is hidden, or rolled away, is no proof of a fault
    is_early = seats[0] != rnd.turn
    if rnd.taken_up and 0 < short <= HAND and not is_early:
        return _land(scene, _first(seats[0], tracked.unmatched))
    least = tuning.short_start if is_early else tuning.short_throw
    if least <= short < HAND and short != scene.state.short:
        scene.note(short=short)
        faces = tuple(tracked.lying[id_].face for id_ in tracked.unmatched)
        scene.because("short", short)
        return Thrown(scene.match.players[seats[0]], faces)
    return None


def _first(seat: int, dice: Sequence[int]) -> Ready:
    """A first throw of a round: nobody misses these dice."""
    return Ready(seat, None, tuple(dice), why=(Reason("first", (str(len(dice)),)),))


def _land(scene: StepContext, ready: Ready, hit: Faces = ()) -> Event | None:
    """Dice were thrown: they are of the hand now, wherever they lie, but for those that were laid
    in sets before the throw could be told. `hit`: what dice showed that they have hit."""
    ready = replace(ready, laid=_laid_already(scene, ready))
    # Where one rolled over the place of another, what seems to be tipped may be of the throw.
    tipped = (known.tipped for known in scene.tracked.lying.values())
    hit = (*hit, *(face for face in tipped if face is not None))
    scene.note(hit=with_seat(scene.state.hit, ready.seat, hit))
    for seat, id_ in list(_shoved(scene, ready.dice)):
        scene.tracked.land(seat, [id_])
    scene.tracked.land(ready.seat, ready.dice)
    scene.tracked.lay(ready.laid)
    if scene.tracked.owed(ready.seat) > 0:
        scene.tracked.behind = scene.state.covering
    scene.agree()
    scene.note(ready=ready)
    scene.look()
    return _tell_throw(scene, ready)


def throws(scene: StepContext) -> Event | None:
    if scene.state.ready is not None:
        return _tell_throw(scene, scene.state.ready)
    # Who is in turn first: where both may have thrown, that one's throw was waited for.
    for seat in (scene.rnd.turn, 1 - scene.rnd.turn):
        event = _thrown_by(scene, seat)
        if event is not None:
            return event
    return None


def _thrown_by(scene: StepContext, seat: int) -> Event | None:
    match, rnd, tracked, state = scene.match, scene.rnd, scene.tracked, scene.state
    can = may_throw(match, seat) or _are_thrown(scene, seat)
    hit = _hit(scene, seat)
    if waits_for(match, seat):
        tracked.close_sets(seat, in_sets(scene.laid))
    if can:
        tracked.close_laid(seat, waits=waits_for(match, seat))
        tracked.turn_early(seat)
    elif again := _thrown_as_before(scene, seat, tracked.close_pairs(seat)):
        return _land(scene, again)
    moment = Moment(tracked, scene.laid, scene.tuning, state.at_s, state.heard_s)
    is_again = may_be_again(scene, seat, tracked.episodes[seat].cup)
    act = moment.act(seat, may_throw=can, in_turn=seat == rnd.turn, is_again=is_again)
    if act is Act.THROWN and is_again and _may_lie_hidden(scene, seat):
        return None
    if act is Act.THROWN:
        tracked.tip(_tipped(scene, seat, tracked.episodes[seat].arrived))
    if act is Act.THROWN and (_has_tipped(scene, seat) or _is_strewn(scene, seat)):
        return None
    if act is Act.THROWN and not _is_put_back(scene, seat):
        ready = readied(scene, seat)
        tracked.land_all(seat)
        return _land(scene, ready, hit)
    # In the own turn after the throw, dice with their faces were only moved.
    if act is Act.MAYBE and (rnd.phase is Phase.TO_THROW or seat != rnd.turn):
        scene.note_perhaps(seat, Perhaps(tracked.episodes[seat].cup, state.at_s))
    if act is not Act.NOTHING:
        rolled = _rolled_perhaps(scene, seat) if act is Act.MAYBE else []
        tracked.settle_up(seat)
        tracked.land(seat, rolled)
        scene.look()
    return None


def _thrown_as_before(
    scene: StepContext, seat: int, moved: Sequence[tuple[MissingDie, int]]
) -> Ready | None:
    """Dice that seemed to lie badly, were missed while all lay still for as long as a throw takes,
    and came to lie elsewhere, in no set: they were thrown again, though they show what they showed.
    Who only takes such a die to a better place is quicker, or has the hand over the table."""
    tuning, lying, laid = scene.tuning, scene.tracked.lying, in_sets(scene.laid)
    found = [
        (away, id_)
        for away, id_ in moved
        if away.known.die.seems_badly
        and id_ not in laid
        and lying[id_].die.since_s - away.left_s >= tuning.in_cup_s
        and any(away.left_s < one.at_s < lying[id_].die.since_s for one in scene.state.rests)
    ]
    cup = tuple(away.known.face for away, _ in found)
    # What came beside them is explained first: it may be of another throw.
    if scene.tracked.episodes[seat].arrived or not may_be_again(scene, seat, cup):
        return None
    left_s = max(away.left_s for away, _ in found)
    return Ready(seat, cup, tuple(id_ for _, id_ in found), Again.BADLY, left_s=left_s)


def _rolled_perhaps(scene: StepContext, seat: int) -> list[int]:
    """What lies in the middle and in no set, where all of it came up as before: it may have been
    thrown there, so that it is missed in no hand."""
    came, laid = scene.tracked.episodes[seat].arrived, in_sets(scene.laid)
    lying = scene.tracked.lying
    return [id_ for id_ in came if lying[id_].die.zone is Zone.TABLE and id_ not in laid]


def _tipped(scene: StepContext, seat: int, thrown: Sequence[int]) -> list[int]:
    """Dice that lay there and show another face since just when these came out of the cup: they
    were hit. Who turned one by hand in that moment is asked for the same: to set it back. A die of
    the throw of which these are thrown again may lie as it came to lie."""
    lying, slack_s = scene.tracked.lying, scene.tuning.hit_s
    came_s = [lying[id_].die.since_s for id_ in thrown]
    first_s, last_s = min(came_s) - slack_s, max(came_s) + slack_s
    turned = [lying[id_] for id_ in scene.tracked.turned if id_ in lying and id_ not in thrown]
    hit = (known for known in turned if first_s <= known.die.since_s <= last_s)
    return [known.id for known in hit if not _is_of_throw(scene, seat, known)]


def _is_of_throw(scene: StepContext, seat: int, known: TrackedDie) -> bool:
    """Whether it was thrown in this very turn, of which a few are thrown again. More dice are the
    next throw, also where the passes between them are still to be told."""
    cup = scene.tracked.episodes[seat].cup
    is_again = may_be_again(scene, seat, cup) or waits_for(scene.match, seat)
    is_kept = scene.tracked.turned[known.id] in (scene.state.kept[seat] or ())
    return is_again and known.owner is Zone.hand(seat) and not is_kept


def _has_tipped(scene: StepContext, seat: int) -> bool:
    """More dice lie there than the player has, and some are gone from the table: the throw has
    tipped those of a set. Who sets them right shows which is which; until then nobody knows."""
    tracked, most = scene.tracked, max(expected_dice(scene.rnd, seat))
    mine = {known.id for known in tracked.hand(seat)} | set(tracked.episodes[seat].arrived)
    return bool(tracked.table_away) and len(mine) > most


def _is_strewn(scene: StepContext, seat: int) -> bool:
    """A throw has hit what lay there, and what is its own cannot be told yet: dice of the table are
    missed or show other faces since, others came that nobody misses, a kept die was tipped, or the
    player seems to have too many. People set right what was hit; until then nothing is told of
    it, for a while."""
    tracked, since_s = scene.tracked, scene.tracked.episodes[seat].left_s
    if scene.state.quiet_s >= scene.tuning.strewn_s:
        return False
    if _has_too_many(scene, seat, tracked.episodes[seat].arrived):
        return True
    lying = {id_: known for id_, known in tracked.lying.items() if not known.face.is_unread}
    tipped = [id_ for id_ in tracked.turned if tracked.lying[id_].owner is Zone.TABLE]
    new = (lying[id_] for id_ in (*tipped, *tracked.unmatched) if id_ in lying)
    is_hit = any(known.die.since_s > since_s for known in new) or _is_kept_hit(scene, seat)
    return is_hit or any(away.left_s > since_s for away in tracked.table_away)


def _has_too_many(scene: StepContext, seat: int, thrown: Sequence[int]) -> bool:
    """With these and those that are still out of sight; what cannot be read may be no die."""
    tracked = scene.tracked
    mine = {known.id for known in tracked.hand(seat)} | set(thrown)
    readable = sum(not tracked.lying[id_].face.is_unread for id_ in mine)
    return readable + max(0, tracked.owed(seat)) > max(expected_dice(scene.rnd, seat))


def _is_kept_hit(scene: StepContext, seat: int) -> bool:
    """A die that was kept and hit is not found with the face that it had, though all are there: it
    was tipped, and people turn it back."""
    episode, lying = scene.tracked.episodes[seat], scene.tracked.lying
    came = {lying[id_].face for id_ in episode.arrived}
    is_whole = len(episode.arrived) >= len(episode.taken)
    return is_whole and bool(set(_hit(scene, seat)) - came)


def _hit(scene: StepContext, seat: int) -> Faces:
    """What the player's dice showed that were kept and went only when the others came out of the
    cup. One that is said to have gone after they came lay at a place that another had taken: it was
    only moved."""
    episode, lying = scene.tracked.episodes[seat], scene.tracked.lying
    came_s = min((lying[id_].die.since_s for id_ in episode.arrived), default=0.0)
    late_s = came_s - scene.tuning.hasty_s
    late = (away.known.face for away in episode.taken if late_s < away.left_s <= came_s)
    return tuple(late)


def _may_lie_hidden(scene: StepContext, seat: int) -> bool:
    """A few dice of the throw are gone, others came, and something stands there since before they
    went: a cup that was not moved has thrown nothing, and they may lie behind it. It is to be
    lifted before anybody is asked whether they lay badly."""
    episode = scene.tracked.episodes[seat]
    went_s = min((away.left_s for away in episode.taken), default=0.0)
    return not lay_badly(episode) and any(one.since_s <= went_s for one in scene.state.covering)


def _are_thrown(scene: StepContext, seat: int) -> bool:
    """So many of the dice that came show other faces that all were thrown, allowed or not: one of
    them that came up as before was not laid there."""
    return len(scene.tracked.surely_changed(seat)) >= scene.tuning.many_changed


def _shoved(scene: StepContext, thrown: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Dice of a hand that lay in the middle where they had landed, and that moved just when others
    came out of the cup: those have hit them, and they are of that hand still. With their seat."""
    last_consistent, lying, laid = (
        scene.state.last_consistent,
        scene.tracked.lying,
        in_sets(scene.laid),
    )
    came_s = min((lying[id_].die.since_s for id_ in thrown), default=0.0)
    for id_, before in ({} if last_consistent is None else last_consistent.lying).items():
        seat, now = before.owner.seat, lying.get(id_)
        if seat is None or before.landed is None or now is None or id_ in laid:
            continue
        is_hit = abs(now.die.since_s - came_s) <= scene.tuning.together_s
        if now.landed is None and now.die.zone is Zone.TABLE and is_hit:
            yield seat, id_


def _laid_already(scene: StepContext, ready: Ready) -> tuple[int, ...]:
    """Of dice that came to light together, those that lie in sets: who throws so that three lie in
    a row and make a set has yet to be seen. One that lies at a set of before rolled there, unless
    it came when the others had lain for a while, that set was laid anew elsewhere, or the die had
    come to lie elsewhere before, or behind something that was lifted."""
    laid, thrown, was_hidden = scene.by_zones(), ready.dice, _was_hidden(scene, ready)
    cells, lying = dict(zip(laid.layout.dice, laid.dice, strict=True)), scene.tracked.lying
    first_s = min((lying[id_].die.since_s for id_ in thrown), default=0.0)
    found: set[int] = set()
    for chain in (chain for chain in laid.layout.chains if chain.readings):
        dice = {cells[cell].id for cell in chain.cells}
        new, others = dice & set(thrown), dice - set(thrown)
        is_late = all(lying[id_].die.since_s - first_s > scene.tuning.together_s for id_ in dice)
        is_anew = all(_lies_elsewhere(scene, lying[id_]) for id_ in others)
        was_moved = was_hidden or all(_was_moved(scene, id_) for id_ in new)
        if new and (is_late or is_anew or was_moved):
            found |= new
    return tuple(sorted(found))


def _was_hidden(scene: StepContext, ready: Ready) -> bool:
    """Whether the table lay still since these dice went into the cup, with something that had come
    to stand on the mat meanwhile, and none of them in sight: they lay behind it."""
    lying = scene.tracked.lying
    came_s = min((lying[id_].die.since_s for id_ in ready.dice), default=0.0)
    since = (one for one in scene.state.rests if ready.left_s < one.at_s < came_s)
    things = (thing for table in since for thing in table.hidden)
    return any(thing.covers and thing.since_s > ready.left_s for thing in things)


def _lies_elsewhere(scene: StepContext, known: TrackedDie) -> bool:
    """Whether no die of the table with this face lay here when all was explained last."""
    before = () if scene.state.last_consistent is None else scene.state.last_consistent.table()
    places = (one.place for one in before if one.face == known.face)
    aside_mm = scene.tuning.aside * scene.tracked.edge_mm
    return all(math.dist(known.place, place) > aside_mm for place in places)


def _was_moved(scene: StepContext, id_: int) -> bool:
    """Whether a die with this face came to lie elsewhere since all was explained last, and is gone
    from there: it was moved here."""
    last_consistent, lying = scene.state.last_consistent, scene.tracked.lying
    if last_consistent is None:
        return False
    arrived = {one for episode in last_consistent.episodes for one in episode.arrived}
    explained = (last_consistent.lying.keys() - arrived) | lying.keys()
    rests = (table for table in scene.state.rests if table.at_s >= last_consistent.taken_s)
    seen = (die for table in rests for die in table.dice if die.id not in explained)
    return any(die.face == lying[id_].face for die in seen)


def _is_put_back(scene: StepContext, seat: int) -> bool:
    """After a throw that did not count, dice that are turned back are not thrown again."""
    rejected = scene.match.rejected
    if not isinstance(rejected, Thrown) or scene.match.seat(rejected.player) != seat:
        return False
    arrived = set(scene.tracked.episodes[seat].arrived)
    kept = [k.face for k in scene.own(seat) if k.id not in arrived]
    back = [scene.tracked.lying[id_].face for id_ in arrived]
    return fits(back, without(_hand_emitted(scene.match, seat), kept))


def _tell_throw(scene: StepContext, ready: Ready) -> Event | None:
    """The throw, or what must be told before it: the hand-over of the player before."""
    seat, event = ready.seat, waiting(scene)
    if event is not None and getattr(event, "player", None) != scene.match.players[seat]:
        return None
    before = emit_before(scene, ready)
    if before is not None:
        scene.because("next-thrown", scene.match.players[seat])
        return before
    scene.why = ready.why
    scene.landed = ready.dice
    scene.note(ready=None, over=None)
    scene.note_perhaps(seat, None)
    return _thrown(scene, ready)


def _thrown(scene: StepContext, ready: Ready) -> Event | None:
    match, rnd, seat = scene.match, scene.rnd, ready.seat
    laid = tuple(scene.tracked.lying[id_].face for id_ in ready.laid if id_ in scene.tracked.lying)
    player, hand = match.players[seat], whole_hand(scene.tracked, seat, rnd, laid)
    if isinstance(match.waiting, Thrown | Rethrown) and _is_second(scene, ready):
        return Thrown(player, hand, ready.cup)
    if isinstance(match.waiting, Thrown | Rethrown):
        hand = hand_after(scene.tracked, seat, rnd)
        hand = (*hand, *laid_since(scene, match.waiting))
        # A rethrow changes no count: one that rolled among the sets is not found yet.
        owed = max(0, len(match.waiting.hand) - len(hand))
        return Rethrown(player, (*hand, *[UNREAD] * owed))
    if ready.again is not Again.NO and has_thrown(rnd, seat):
        return ask_again(scene, ready)
    scene.note(again=None, early=seat != rnd.turn)
    scene.note(cast_s=with_seat(scene.state.cast_s, seat, _cast_s(scene, ready)))
    keep(scene, seat, ready.dice)
    is_short = len(hand) > len(hand_after(scene.tracked, seat, rnd)) + len(laid)
    in_doubt = is_short or UNREAD in (*(ready.cup or ()), *(scene.state.kept[seat] or ()))
    # Nobody is convicted on doubt: what was thrown and what was kept may be mixed up.
    event = Thrown(player, hand, None if in_doubt else ready.cup)
    if foreseen(match, event).verdict is not Verdict.REJECTED:
        scene.note(thrown_s=scene.state.at_s)  # one that does not count explains no dice
    return event


def _cast_s(scene: StepContext, ready: Ready) -> float:
    """From when on what lay there is of this throw: some of it may have been thrown again or hit
    since, and a hand over a die makes it seem to have come later. Before a first throw none of its
    dice lay there: whatever of them was seen, on a cleared table, is of it."""
    if ready.cup is None:
        return 0.0
    since_s = (known.die.since_s for known in map(scene.tracked.lying.get, ready.dice) if known)
    return min(ready.left_s, min(since_s, default=scene.state.at_s))


def _is_second(scene: StepContext, ready: Ready) -> bool:
    """Beside dice that could not be read, others went into the cup again that lay well: more than
    lie badly at once, or all there are; who tidies them lays them down as they were, and no more
    are new than could not be read. A throw before the own turn may be repeated."""
    cup, hand = ready.cup or (), _hand_emitted(scene.match, ready.seat)
    most = 1 if len(cup) >= len(hand) else scene.tuning.cocked_at_once
    mine = scene.tracked.hand(ready.seat)
    came = [known.face for known in mine if known.id in ready.dice]
    badly = max(cup.count(UNREAD), hand.count(UNREAD))  # off the mat a face may well be read
    is_new = len(without(came, cup)) > badly
    return len(cup) - badly > most and is_new and not scene.state.early


def _hand_emitted(match: Match, seat: int) -> Faces:
    """The hand as it was told last, whether that counts already or waits for a die to be read."""
    event = match.waiting
    if isinstance(event, Thrown | Rethrown) and match.seat(event.player) == seat:
        return event.hand
    return (match.round.hands[seat] if match.round is not None else None) or ()
