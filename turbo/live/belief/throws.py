"""What a hypothesis tells of throws: once all dice are seen or waited for; again; completed."""

from collections import Counter
from dataclasses import replace

from turbo.game.dice import HAND, UNREAD
from turbo.game.events import Event, HandCorrected, HandedOver, Rethrown, Thrown, Verdict
from turbo.game.match import Phase, Round
from turbo.game.sets import Faces
from turbo.live.belief.hypothesis import Hypothesis, OpenThrow
from turbo.live.belief.moment import Moment
from turbo.live.belief.turns import ended_by, implied, own_faces, unseen_end
from turbo.live.belief.view import view_of
from turbo.live.body import TABLE, Body, from_left
from turbo.live.occlusion import StandingOccluder
from turbo.live.state import Again, foreseen, with_seat
from vision.mat.plan import Zone


def open_throw(story: Hypothesis, rnd: Round, now: Moment) -> Hypothesis | None:
    thrown = story.open
    if thrown is None or _is_strewn(story, rnd, thrown, now):
        return None
    is_as_told = not thrown.lay_badly and _is_as_told(story, rnd, thrown.seat)
    if thrown.is_again and is_as_told:
        return settled(story, thrown.seat)
    if thrown.seat != rnd.turn and rnd.phase is Phase.TO_PLAY and not thrown.is_again:
        if _may_have_laid_unseen(story, rnd, now):
            return None
        ended = ended_by(story, rnd, thrown)  # whatever it shows in the end
        if ended is not None:
            return ended
    if not _may_tell(story, rnd, thrown, now):
        return None
    if thrown.is_around:
        gone = _gone_around(story, rnd)
        if gone is not None:
            return gone
    unseen = _unseen_before(story, rnd, thrown)
    if unseen is not None:
        return unseen
    again = _again(story, rnd, thrown, now)
    if again is Again.PERHAPS and not thrown.was_unseen:
        return None
    player = story.match.players[thrown.seat]
    hand = _hand(story, rnd, thrown.seat, covers=now.covers)
    event: Event = Thrown(player, hand, _cup(story, thrown))
    if thrown.is_again and thrown.was_unseen:
        event = HandCorrected(player, hand)
    elif again is Again.BADLY:
        event = Rethrown(player, hand)
    after, refused = story.after(event), story.match.rejected
    if thrown.cup is not None or after.match.rejected != event:
        return settled(after, thrown.seat, now.hidden)
    # A first throw of too few dice goes on: others may lie somewhere. It is refused once.
    is_said = isinstance(refused, Thrown) and len(refused.hand) == len(hand)
    return None if is_said else after


def _may_have_laid_unseen(story: Hypothesis, rnd: Round, now: Moment) -> bool:
    """Whether a die of who is in turn is out of sight while something stands there: it may lie laid
    behind that, and what the table is shows when that is taken away."""
    is_away = any(not body.is_there for body in story.of(rnd.turn))
    return now.covers and is_away and now.quiet_s < now.tuning.patience_s


def _cup(story: Hypothesis, thrown: OpenThrow) -> Faces | None:
    """What may have been in the cup: also what a die showed that cannot be read any more, or lies
    behind a thing."""
    if thrown.cup is None:
        return None
    lost = (b.lost for b in story.of(thrown.seat) if b.lost is not None)
    hidden = (b.face for b in _may_be_thrown(story, thrown.seat) if not b.face.is_unread)
    return (*thrown.cup, *lost, *hidden)


def _gone_around(story: Hypothesis, rnd: Round) -> Hypothesis | None:
    """What nobody saw before this throw: throws that came up as before, and passes."""
    if rnd.phase is Phase.TO_THROW:
        return implied(story, rnd, rnd.turn)
    return story.after(unseen_end(story, rnd))


def _unseen_before(story: Hypothesis, rnd: Round, thrown: OpenThrow) -> Hypothesis | None:
    """Whose turn it was threw what came up as before, and the other goes on."""
    is_other = thrown.seat != rnd.turn and rnd.phase is Phase.TO_THROW
    if not is_other or rnd.may_throw_early(thrown.seat):
        return None
    return implied(story, rnd, rnd.turn)


def _is_strewn(story: Hypothesis, rnd: Round, thrown: OpenThrow, now: Moment) -> bool:
    """Whether it has hit dice of the table: people set them back before they go on."""
    seen = (b for b in story.of(TABLE) if b.is_seen and b.die is not None)
    hit = [b for b in seen if b.was is not None or (b.die and b.die.zone is not Zone.TABLE)]
    return bool(hit) and now.quiet_s < now.tuning.strewn_s


def settled(story: Hypothesis, seat: int, hidden: tuple[StandingOccluder, ...] = ()) -> Hypothesis:
    """Before the throw was told nobody could lay: what lies in the middle has rolled there. What
    has not come out of the cup lies behind what stands there, and nobody knows what it shows."""
    perhaps = with_seat(story.perhaps, seat, None)
    behind = tuple(one for one in hidden if one.covers)
    owed = story.open.owed if behind and story.open is not None else frozenset()
    bodies = list(story.bodies)
    for i, body in enumerate(bodies):
        if body.owner == seat and body.is_there:
            bodies[i] = replace(body, landed=body.place)
        elif body.owner == seat and i in owed and body.die is not None:
            bodies[i] = body.thrown_unseen(behind)
    return replace(story, open=None, perhaps=perhaps, bodies=tuple(bodies))


def _is_as_told(story: Hypothesis, rnd: Round, seat: int) -> bool:
    hand = [b.face for b in story.of(seat)]
    return Counter((*hand, *_laid_faces(story, rnd))) == Counter(rnd.hands[seat] or ())


def _may_tell(story: Hypothesis, rnd: Round, thrown: OpenThrow, now: Moment) -> bool:
    """Whether all of its dice are seen, or have been waited for long enough."""
    hand, tuning = story.of(thrown.seat), now.tuning
    laid = len(_laid_faces(story, rnd)) if thrown.seat == rnd.turn else 0
    lying = sum(body.is_there for body in hand)
    if max(len(hand), _expected(rnd, thrown.seat) - laid) <= lying:
        return True
    is_first = thrown.cup is None and not rnd.taken_up
    # Who carries what had been seen of the throw, or of the table, is not done yet.
    lies = (b.is_there for i, b in enumerate(story.bodies) if b.die and i not in thrown.owed)
    if now.covers and all(lies):
        return now.quiet_s >= tuning.lift_s and (not is_first or lying >= tuning.short_start)
    if is_first:
        least = tuning.short_start if thrown.seat != rnd.turn else tuning.short_throw
        return lying >= least and now.quiet_s >= tuning.short_s
    return now.quiet_s >= tuning.patience_s


def _expected(rnd: Round, seat: int) -> int:
    hand = rnd.hands[seat]
    return HAND - rnd.laid[seat] if hand is None else len(hand)


def _hand(
    story: Hypothesis, rnd: Round, seat: int, *, covers: bool = False, goes_on: bool = False
) -> Faces:
    """The whole hand after a throw, with what is unknown of it. When the other `goes_on` what a die
    has shown since counts, whether it is in sight or not."""
    mine = from_left(b for b in story.of(seat) if b.is_there or (goes_on and b.die))
    hidden = _may_be_thrown(story, seat)
    faces = [UNREAD if b in hidden or _is_doubtful(b) else b.face for b in mine]
    laid = _laid_faces(story, rnd) if seat == rnd.turn else ()
    faces += laid
    thrown = story.open
    is_short = thrown is not None and thrown.cup is None and not rnd.taken_up
    if not is_short or covers:
        faces += [UNREAD] * (_expected(rnd, seat) - len(faces))
    return tuple(faces)


def _may_be_thrown(story: Hypothesis, seat: int) -> list[Body]:
    """Dice behind a thing: one may have been thrown as well where some are out of sight, or where
    nobody looked for a while before the thing stood there."""
    mine = story.of(seat)
    lacks = not all(b.is_there for b in mine)
    return [b for b in mine if b.is_covered and (lacks or b.may_be_gone)]


def _is_doubtful(body: Body) -> bool:
    """Whether it is to be thrown again, since nobody has said what it shows."""
    return body.die is not None and body.die.lies_badly and body.said_of != body.die.face


def _laid_faces(story: Hypothesis, rnd: Round) -> Faces:
    """What lies on the table beyond what was accepted."""
    return tuple(body.face for body in story.of(TABLE) if body.laid_by == rnd.turn)


def _again(story: Hypothesis, rnd: Round, thrown: OpenThrow, now: Moment) -> Again:
    """By which right dice were thrown that had just been thrown."""
    waiting = story.match.waiting
    player = story.match.players[thrown.seat]
    waits = isinstance(waiting, Thrown | Rethrown) and waiting.player == player
    if not thrown.is_again and not waits:
        return Again.NO
    if thrown.seat != rnd.turn:
        said = Again.PERHAPS if now.again is Again.NO else now.again
        return Again.BADLY if waits or thrown.lay_badly else said
    if rnd.may_repeat and not waits:
        return Again.NO
    is_unread = thrown.cup is not None and all(face.is_unread for face in thrown.cup)
    is_part = is_unread or thrown.count < _expected(rnd, thrown.seat)
    few = thrown.count <= now.tuning.cocked_at_once and is_part
    if waits or thrown.lay_badly:
        return Again.BADLY if few else Again.NO
    if not few or thrown.was_kept or thrown.had_laid:
        return Again.NO
    refused = story.match.rejected
    if isinstance(refused, Thrown) and refused.player == player:
        return Again.NO
    if _laid_faces(story, rnd):
        return Again.BADLY  # who plays on met no objection
    if now.again is Again.NO:
        return Again.PERHAPS
    return Again.NO if now.again is Again.WELL else Again.BADLY


def forced(story: Hypothesis, *, covers: bool) -> Hypothesis:
    """The other throws before this throw could be told: it is told with what is known of it.
    `covers`: whether something has stood there behind which the rest of it may lie."""
    rnd, thrown = story.match.round, story.open
    if rnd is None or thrown is None:
        return story
    player, hand = story.match.players[thrown.seat], _hand(story, rnd, thrown.seat, covers=covers)
    if all(face.is_unread for face in hand):
        return settled(story, thrown.seat)
    if thrown.is_again and _is_as_told(story, rnd, thrown.seat):
        return settled(story, thrown.seat)  # whether it was thrown again or moved is all one now
    if thrown.is_again:
        return settled(story.after(Rethrown(player, hand)), thrown.seat)
    unseen = _unseen_before(story, rnd, thrown)
    if unseen is not None:
        return forced(unseen, covers=covers)
    if thrown.seat != rnd.turn and rnd.phase is Phase.TO_PLAY:
        ended = ended_by(story, rnd, thrown)
        story = story if ended is None else ended
        if story.match.round is None:
            return settled(story, thrown.seat)
        # What was laid of it before the turn was told to be over is of the throw as well.
        hand = _hand(story, story.match.round, thrown.seat, covers=covers)
    return settled(story.after(Thrown(player, hand, thrown.cup)), thrown.seat)


def asks_again(story: Hypothesis, now: Moment) -> OpenThrow | None:
    """Dice thrown again of which people are asked whether they had lain badly."""
    rnd, thrown = story.match.round, story.open
    if rnd is None or thrown is None or not thrown.is_again:
        return None
    is_open = _again(story, rnd, thrown, now) is Again.PERHAPS
    return thrown if is_open and _may_tell(story, rnd, thrown, now) else None


def completed(story: Hypothesis, rnd: Round, now: Moment) -> Hypothesis | None:
    waiting = story.match.waiting
    if isinstance(waiting, Thrown | Rethrown):
        seat = story.match.seat(waiting.player)
        goes_on = story.open is not None and story.open.seat != seat
        if goes_on:
            story = _stands(story, seat)
        hand = _hand(story, rnd, seat, goes_on=goes_on)
        is_there = goes_on or all(b.is_there for b in story.of(seat))
        if UNREAD in hand or len(hand) != _expected(rnd, seat) or not is_there:
            return None
        is_hit = any(b.was is not None for b in story.of(seat))
        # What was read of the throw stands, but where a die was set back that it had hit: those
        # that show something else were hit, or thrown.
        known = Counter(face for face in waiting.hand if not face.is_unread)
        back = [b.is_back for b in story.of(seat)]
        if is_hit or (known - Counter(hand)).total() > sum(back):
            return None
        event = HandCorrected(waiting.player, hand)
        if event == story.match.rejected:
            return None
        bodies = tuple(replace(b, is_back=False) if b.is_back else b for b in story.bodies)
        return replace(story, bodies=bodies).after(event)
    if isinstance(waiting, HandedOver):
        layout = view_of(story).laid.layout
        over = HandedOver(layout, waiting.player, own_faces(story, rnd.turn))
        # What was read and refused waits for a press.
        if layout.has_unread or isinstance(story.match.rejected, HandedOver):
            return None
        return story.after(over)
    return None


def put_right(story: Hypothesis, rnd: Round, now: Moment) -> Hypothesis | None:
    """A throw that was refused counts once its dice lie as they may: what it had turned was set
    back."""
    refused, seat = story.match.rejected, rnd.turn
    if not isinstance(refused, Thrown) or story.match.seat(refused.player) != seat:
        return None
    if rnd.phase is not Phase.TO_THROW or story.open is not None or refused.cup is None:
        return None
    hand = _hand(story, rnd, seat)
    if UNREAD in hand or not all(body.is_there for body in story.of(seat)):
        return None
    event = Thrown(refused.player, hand, refused.cup)
    is_fit = foreseen(story.match, event).verdict is Verdict.ACCEPTED
    return settled(story.after(event), seat) if is_fit else None


def _stands(story: Hypothesis, seat: int) -> Hypothesis:
    """The other has thrown since: what seemed to lie badly lay well, as it seems."""
    bodies = tuple(
        b.said(b.die.supposed)
        if b.owner == seat and b.die and _is_doubtful(b) and not b.die.supposed.is_unread
        else b
        for b in story.bodies
    )
    return replace(story, bodies=bodies)


def set_back(story: Hypothesis, rnd: Round, now: Moment) -> Hypothesis | None:
    """What its own throw had hit was set back as it lay: the hand is told anew."""
    owners = (b.owner if b.owner in (0, 1) else b.laid_by for b in story.bodies if b.is_back)
    seat = next((owner for owner in owners if owner is not None), story.differs)
    if seat is None or rnd.hands[seat] is None:
        return None
    hand = _hand(story, rnd, seat)
    is_turned = any(b.was is not None for b in story.of(seat))  # nothing is read away
    is_whole = UNREAD not in hand and all(b.is_there for b in story.of(seat))
    if not hand or not is_whole or (story.differs is not None and is_turned):
        return None  # it is told once all of it lies there
    bodies = tuple(replace(b, is_back=False) if b.is_back else b for b in story.bodies)
    event = HandCorrected(story.match.players[seat], hand)
    is_fit = foreseen(story.match, event).verdict is Verdict.ACCEPTED
    is_fit = is_fit and Counter(hand) != Counter(rnd.hands[seat] or ())
    return replace(story.after(event) if is_fit else story, bodies=bodies, differs=None)
