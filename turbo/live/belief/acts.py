"""What people may have done between two tables at rest, and whose dice that moved."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from turbo.game.dice import HAND, Face
from turbo.game.events import Rethrown, Thrown
from turbo.game.match import Phase
from turbo.live.belief.hypothesis import Hypothesis
from turbo.live.belief.model import Model
from turbo.live.belief.turns import implied, unseen_end
from turbo.live.body import BAG, TABLE, Body


@dataclass(frozen=True, slots=True)
class Act:
    name: str
    thrower: int | None
    cost: float
    then: int | None = None
    """Who threw after that, before anybody looked."""


def acts(story: Hypothesis, model: Model) -> Iterator[Act]:
    rnd = story.match.round
    assert rnd is not None
    yield Act("none", None, 0.0)
    turn, other = rnd.turn, 1 - rnd.turn
    waiting = story.match.waiting
    if isinstance(waiting, Thrown | Rethrown):
        seat = story.match.seat(waiting.player)
        yield Act("again", seat, model.due if _may_lie_badly(story, seat) else model.again)
        is_early = rnd.may_throw_early(1 - seat)
        ends = model.early if is_early else model.ends_turn
        if seat == turn:
            yield Act("throw", 1 - seat, ends)
        else:
            yield Act("around", turn, model.due)  # the second threw early, and both are done
    elif rnd.phase is Phase.TO_COUNT:
        yield Act("throw", turn, model.due)
    elif rnd.phase is Phase.TO_PLAY:
        is_early = rnd.may_throw_early(other)
        is_second = rnd.early and rnd.turns == 0  # who has thrown already
        first = model.early if is_early else model.ends_turn
        yield Act("throw", other, first + (model.fault if is_second else 0.0))
        if not rnd.early:
            yield Act("throw", other, model.ends_turn + model.due + model.fault, turn)
        is_on = story.open is not None and story.open.seat == turn
        is_on = is_on or _was_refused(story, turn)
        if story.open is not None and story.open.seat == other and not story.open.is_again:
            # The throw that is open has ended the turn; an early one ends when it is played.
            yield Act("around" if is_early else "throw", turn, model.ends_turn)
        elif _has_gone_around(story):
            yield Act("around", turn, model.due)
        else:
            yield Act("again", turn, model.due if is_on else model.again)
        if is_second:
            yield Act("again", other, model.again)
            yield Act("around", turn, model.around)
    else:
        yield Act("around" if _has_gone_around(story) else "throw", turn, model.due)
        is_early = rnd.may_throw_early(other)
        yield Act("throw", other, model.ahead if is_early else model.out_of_turn)
        if not rnd.early:
            yield Act("throw", turn, model.due + model.ends_turn + model.fault, other)


def passed(story: Hypothesis, model: Model) -> Iterator[Hypothesis]:
    """Somebody may have ended the turn without a sign, where the other lays: who started, before
    one who has thrown already; and whoever, before one who threw what came up as before."""
    rnd = story.match.round
    is_open = story.open is not None or story.pending or story.match.waiting is not None
    if rnd is None or is_open or rnd.phase is not Phase.TO_PLAY:
        return
    other, is_early = 1 - rnd.turn, rnd.early and not rnd.turns
    after = story.after(unseen_end(story, rnd), model.fault)
    if is_early:
        yield replace(after, log_weight=after.log_weight - model.early)
    perhaps = story.perhaps[other]
    if is_early or perhaps is None or perhaps.at_s <= story.cast_s[rnd.turn]:
        return
    thrown = None if after.match.round is None else implied(after, after.match.round, other)
    if thrown is not None:
        yield replace(thrown, log_weight=thrown.log_weight - model.ends_turn)


def _has_gone_around(story: Hypothesis) -> bool:
    """Whether the other, and where it was due who is to throw, threw what came up as before: each
    after the other's last throw."""
    rnd = story.match.round
    assert rnd is not None
    mine, other = story.perhaps[rnd.turn], story.perhaps[1 - rnd.turn]
    if other is None or rnd.hands[1 - rnd.turn] is None or (rnd.early and rnd.turns == 0):
        return False
    if rnd.phase is Phase.TO_PLAY:
        return other.at_s > story.cast_s[rnd.turn]
    return mine is not None and story.cast_s[1 - rnd.turn] < mine.at_s < other.at_s


def _may_lie_badly(story: Hypothesis, seat: int) -> bool:
    return any(not (body.is_seen and body.lies_well) for body in story.of(seat))


def _was_refused(story: Hypothesis, seat: int) -> bool:
    """Whether this player has just thrown what may not be thrown."""
    refused = story.match.rejected
    return isinstance(refused, Thrown) and story.match.seat(refused.player) == seat


def roller_of(story: Hypothesis, act: Act) -> int | None:
    """Who throws: by this act, or because a die of the open throw is still to come."""
    if act.thrower is not None or story.open is None:
        return act.thrower
    seat, rnd = story.open.seat, story.match.round
    is_whole = not story.open.owed and dice_of(story, seat) >= HAND
    is_first = rnd is not None and rnd.hands[seat] is None
    return seat if story.open.owed or (is_first and not is_whole) else None


def wanted_by(story: Hypothesis) -> dict[int, Counter[Face]]:
    """What a hand showed before a throw of it did not count, and shows no more."""
    refused, waiting, rnd = story.match.rejected, story.match.waiting, story.match.round
    if not isinstance(refused, Thrown | Rethrown) or rnd is None:
        return {}
    seat = story.match.seat(refused.player)
    hand = rnd.hands[seat] or ()
    if isinstance(waiting, Thrown | Rethrown) and waiting.player == refused.player:
        hand = waiting.hand
    return {seat: Counter(hand) - Counter(b.face for b in story.of(seat))}


def set_back_to(story: Hypothesis, body: Body) -> Counter[Face]:
    """What dice of a player's throw have shown since it was thrown, and none shows now: it has hit
    one, and one that came later, or was hit, may be set back to that; any of them, where none is
    known to have come later."""
    if body.owner not in (0, 1):
        return Counter()
    mine = [b for b in story.of(body.owner) if b.hit or b.cast_s > story.cast_s[body.owner]]
    if mine and body not in mine:
        return Counter()
    laid = (b for b in story.of(TABLE) if b.laid_by == body.owner)
    here = Counter(b.face for b in (*story.of(body.owner), *laid))
    return Counter(story.showed[body.owner]) - here


def is_of_act(story: Hypothesis, act: Act, i: int) -> bool:
    """Whether a thrown die belongs to this act, and not to a throw that is still coming out."""
    if act.thrower is None or thrower_of(story, act, i) != act.thrower:
        return False
    if story.bodies[i].owner == BAG and hidden_for(story) == act.thrower:
        return False
    return story.open is None or story.open.seat != act.thrower or story.bodies[i].owner != BAG


def thrower_of(story: Hypothesis, act: Act, i: int) -> int | None:
    """Who may have thrown this die: by this act, or by the throw that is still coming out."""
    body, rnd, now = story.bodies[i], story.match.round, story.open
    assert rnd is not None
    if body.owner == BAG:
        before = sum(b.owner == BAG for b in story.bodies[:i])
        if act.thrower is not None and rnd.hands[act.thrower] is None:
            room = max(0, HAND - dice_of(story, act.thrower))
            if before < room:
                return act.thrower
            before -= room  # the others are still to come of a throw before
        if now is not None and now.cup is None:
            room = max(0, HAND - dice_of(story, now.seat))
            if before < room:
                return now.seat
            before -= room
        return hidden_for(story, before)
    if body.owner in (act.thrower, act.then):
        return body.owner
    return now.seat if now is not None and i in now.owed else None


def dice_of(story: Hypothesis, seat: int) -> int:
    """How many dice are this player's, with those that were laid since the throw."""
    return len(story.of(seat)) + sum(body.laid_by == seat for body in story.of(TABLE))


def hidden_for(story: Hypothesis, before: int = 0) -> int | None:
    """Whose first throw was told with a die that nobody had seen, and more than these."""
    waiting = story.match.waiting
    if not isinstance(waiting, Thrown | Rethrown):
        return None
    seat = story.match.seat(waiting.player)
    return seat if dice_of(story, seat) + before < len(waiting.hand) else None
