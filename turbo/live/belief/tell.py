"""What a story has to tell next: a throw, a completed doubt, the end of a turn."""

from collections import Counter
from dataclasses import dataclass, replace

from turbo.game.dice import HAND, UNREAD
from turbo.game.events import (
    Event,
    HandCorrected,
    HandedOver,
    Passed,
    Rethrown,
    Thrown,
    Verdict,
)
from turbo.game.layout import Layout
from turbo.game.match import Phase, Round
from turbo.game.sets import Faces
from turbo.live.belief.hypothesis import TABLE, Body, Hypothesis, OpenThrow
from turbo.live.belief.model import SOMETIMES
from turbo.live.belief.view import seen_in, table_of
from turbo.live.inputs import PressedButton
from turbo.live.laying import in_sets, laid_of, same_layout
from turbo.live.occlusion import StandingOccluder
from turbo.live.state import Again, foreseen, own_dice, with_seat
from turbo.live.tracked_die import faces_of
from turbo.live.tuning import LiveTuning
from vision.mat.plan import Zone


@dataclass(frozen=True, slots=True)
class Moment:
    """What is known beside the dice."""

    at_s: float
    quiet_s: float
    tuning: LiveTuning
    press: PressedButton | None = None
    hidden: tuple[StandingOccluder, ...] = ()
    heard_s: float | None = None
    again: Again = Again.NO
    """What people said of dice that were thrown again."""
    short: int = 0

    @property
    def covers(self) -> bool:
        return any(one.covers for one in self.hidden)


def told(story: Hypothesis, now: Moment) -> Hypothesis:
    """The story with all that it has to tell at this moment."""
    for _ in range(8):
        grown = _next(story, now)
        if grown is None:
            return story
        story = grown
    return story


def stepped(story: Hypothesis, now: Moment) -> tuple[Hypothesis, Hypothesis]:
    """The story just before it tells something at this moment, and just after. A pass that nobody
    saw is told with what shows it."""
    rnd = story.match.round
    is_due = rnd is not None and rnd.phase is Phase.TO_PLAY and story.open is None
    if is_due and story.pending and isinstance(story.pending[-1], Passed):
        is_shown = told(story, now).pending != story.pending
        return story, story if is_shown else replace(story, pending=())
    for _ in range(8):
        grown = None if story.pending else _next(story, now)
        if grown is None:
            return story, story
        if grown.pending:
            return story, grown
        story = grown
    return story, story


def _next(story: Hypothesis, now: Moment) -> Hypothesis | None:
    rnd = story.match.round
    if rnd is None or story.match.is_finished:
        return None
    waiting, seat = story.match.waiting, None if story.open is None else story.open.seat
    if isinstance(waiting, Thrown | Rethrown) and story.match.seat(waiting.player) != seat:
        return _completed(story, rnd, now)  # nothing else counts before that
    for teller in (_open_throw, _set_back, _completed, _as_before, _turn_over):
        grown = teller(story, rnd, now)
        if grown is not None:
            return grown
    return None


# Throws.


def _open_throw(story: Hypothesis, rnd: Round, now: Moment) -> Hypothesis | None:
    thrown = story.open
    if thrown is None or _is_strewn(story, rnd, thrown, now):
        return None
    is_as_told = not thrown.lay_badly and _is_as_told(story, rnd, thrown.seat)
    if thrown.is_again and is_as_told:
        return settled(story, thrown.seat)
    if thrown.seat != rnd.turn and rnd.phase is Phase.TO_PLAY and not thrown.is_again:
        ended = _ended_by(story, rnd, thrown)  # whatever it shows in the end
        if ended is not None:
            return ended
    if not _may_tell(story, rnd, thrown, now):
        return None
    if thrown.is_around:
        gone = _gone_around(story, rnd)
        if gone is not None:
            return gone
    if thrown.seat != rnd.turn and rnd.phase is Phase.TO_THROW:
        mine = story.perhaps[rnd.turn]
        if mine is not None and not rnd.may_throw_early(thrown.seat):
            return implied(story, rnd, rnd.turn)
    again = _again(story, rnd, thrown, now)
    if again is Again.PERHAPS and not thrown.was_unseen:
        return None
    player, hand = (
        story.match.players[thrown.seat],
        _hand(story, rnd, thrown.seat, covers=now.covers),
    )
    event: Event = Thrown(player, hand, _cup(story, thrown))
    if thrown.is_again and thrown.was_unseen:
        event = HandCorrected(player, hand)
    elif again is Again.BADLY:
        event = Rethrown(player, hand)
    return settled(story.after(event), thrown.seat, now.hidden)


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


def unseen_end(story: Hypothesis, rnd: Round) -> Event:
    """How a turn ended that is over without a sign: with what was laid, or by a pass."""
    player, mine = story.match.players[rnd.turn], story.of(rnd.turn)
    laid = [b for b in mine if b.landed is None and b.die and b.die.zone is Zone.TABLE]
    layout = table_of([b for b in (*story.of(TABLE), *laid) if b.is_there], story.layouts)
    over = HandedOver(layout, player, tuple(b.face for b in mine if b not in laid))
    is_play = not same_layout(layout, rnd.table) and _is_new_table(story, layout)
    if is_play and foreseen(story.match, over).verdict is Verdict.ACCEPTED:
        return over
    return Passed(player)


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
            die = replace(body.die, face=UNREAD, readings=())
            bodies[i] = replace(body, face=UNREAD, die=die, landed=None, behind=behind)
    return replace(story, open=None, perhaps=perhaps, bodies=tuple(bodies))


def _is_as_told(story: Hypothesis, rnd: Round, seat: int) -> bool:
    hand = [b.face for b in story.of(seat)]
    return Counter((*hand, *_laid_faces(story, rnd))) == Counter(rnd.hands[seat] or ())


def _may_tell(story: Hypothesis, rnd: Round, thrown: OpenThrow, now: Moment) -> bool:
    """Whether all of its dice are seen, or have been waited for long enough."""
    hand = story.of(thrown.seat)
    laid = len(_laid_faces(story, rnd)) if thrown.seat == rnd.turn else 0
    lacks = _expected(rnd, thrown.seat) - len(hand) - laid
    away = sum(not b.is_there for b in hand)
    if thrown.cup is None:
        if lacks > 0 and rnd.taken_up:
            return now.quiet_s >= now.tuning.patience_s
        if lacks > 0:
            return _may_tell_short(len(hand), rnd, thrown, now)
    if away + max(0, lacks) == 0:
        return True
    # Who carries what had been seen of the throw, or of the table, is not done yet.
    lies = (b.is_there for i, b in enumerate(story.bodies) if b.die and i not in thrown.owed)
    is_behind = now.covers and all(lies)
    return now.quiet_s >= (now.tuning.lift_s if is_behind else now.tuning.patience_s)


def _may_tell_short(count: int, rnd: Round, thrown: OpenThrow, now: Moment) -> bool:
    tuning, is_early = now.tuning, thrown.seat != rnd.turn
    if now.covers:
        return count >= tuning.short_start and now.quiet_s >= tuning.lift_s
    least = tuning.short_start if is_early else tuning.short_throw
    return least <= count != now.short and now.quiet_s >= tuning.short_s


def _expected(rnd: Round, seat: int) -> int:
    hand = rnd.hands[seat]
    return HAND - rnd.laid[seat] if hand is None else len(hand)


def _hand(story: Hypothesis, rnd: Round, seat: int, *, covers: bool = False) -> Faces:
    """The whole hand after a throw, with what is unknown of it."""
    mine = sorted((b for b in story.of(seat) if b.is_there), key=lambda b: b.place or (0.0, 0.0))
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
    return body.die is not None and body.die.lies_badly


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


def forced(story: Hypothesis) -> Hypothesis:
    """The other throws before this throw could be told: it is told with what is known of it."""
    rnd, thrown = story.match.round, story.open
    if rnd is None or thrown is None:
        return story
    player, hand = story.match.players[thrown.seat], _hand(story, rnd, thrown.seat)
    if not hand:
        return settled(story, thrown.seat)
    if thrown.is_again and _is_as_told(story, rnd, thrown.seat):
        return settled(story, thrown.seat)  # whether it was thrown again or moved is all one now
    if thrown.is_again:
        return settled(story.after(Rethrown(player, hand)), thrown.seat)
    if thrown.seat != rnd.turn and rnd.phase is Phase.TO_PLAY:
        ended = _ended_by(story, rnd, thrown)
        story = story if ended is None else ended
        if story.match.round is None:
            return settled(story, thrown.seat)
    return settled(story.after(Thrown(player, hand, thrown.cup)), thrown.seat)


def asks_again(story: Hypothesis, now: Moment) -> OpenThrow | None:
    """Dice thrown again of which people are asked whether they had lain badly."""
    rnd, thrown = story.match.round, story.open
    if rnd is None or thrown is None or not thrown.is_again:
        return None
    is_open = _again(story, rnd, thrown, now) is Again.PERHAPS
    return thrown if is_open and _may_tell(story, rnd, thrown, now) else None


def _ended_by(story: Hypothesis, rnd: Round, thrown: OpenThrow) -> Hypothesis | None:
    """The other's throw ends the turn; before the first hand-over only a play shows that."""
    player, hand = story.match.players[rnd.turn], _own(story, rnd.turn)
    layout = thrown.before
    rolled = _rolled_in(story, rnd)
    is_early = rnd.early and rnd.turns == 0
    if rolled is not None and same_layout(layout, rnd.table) and not is_early:
        return story.after(rolled)
    over: Event = HandedOver(layout, player, hand)
    if same_layout(layout, rnd.table):
        over = unseen_end(story, rnd)  # who laid before the own turn was told has laid it in that
    verdict = foreseen(story.match, over).verdict
    if rnd.may_throw_early(thrown.seat):
        is_play = isinstance(over, HandedOver) and verdict is Verdict.ACCEPTED
        return story.after(over) if is_play else None
    if verdict is not Verdict.REJECTED:
        return story.after(over)
    if isinstance(over, HandedOver) and not _is_new_table(story, layout):
        return story.after(Passed(player), SOMETIMES)
    return story.after(over, SOMETIMES).after(Passed(player), SOMETIMES)


def _is_new_table(story: Hypothesis, layout: Layout) -> bool:
    """Whether somebody laid what lies there, or the throw has broken it up."""
    rnd = story.match.round
    return rnd is not None and bool(rnd.played_from(layout)) and not rnd.table.count - layout.count


# What waits, and what came up as before.


def _completed(story: Hypothesis, rnd: Round, now: Moment) -> Hypothesis | None:
    waiting = story.match.waiting
    if isinstance(waiting, Thrown | Rethrown):
        seat = story.match.seat(waiting.player)
        hand = _hand(story, rnd, seat)
        if (
            UNREAD in hand
            or len(hand) != _expected(rnd, seat)
            or not all(b.is_there for b in story.of(seat))
        ):
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
        layout = seen_in(story)[1].layout
        over = HandedOver(layout, waiting.player, _own(story, rnd.turn))
        # What was read and refused waits for a press.
        if layout.has_unread or isinstance(story.match.rejected, HandedOver):
            return None
        return story.after(over)
    return None


def _set_back(story: Hypothesis, rnd: Round, now: Moment) -> Hypothesis | None:
    """What its own throw had hit was set back as it lay: the hand is told anew."""
    seat = next((b.owner for b in story.bodies if b.is_back and b.owner in (0, 1)), story.differs)
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


def implied(story: Hypothesis, rnd: Round, seat: int) -> Hypothesis | None:
    perhaps, hand = story.perhaps[seat], rnd.hands[seat]
    if perhaps is None or not hand:
        return None
    event = Thrown(story.match.players[seat], hand, perhaps.cup)
    return replace(story.after(event), perhaps=with_seat(story.perhaps, seat, None))


def _as_before(story: Hypothesis, rnd: Round, now: Moment) -> Hypothesis | None:
    """A throw that came up as before counts at once where the cup was heard."""
    one = story.perhaps[rnd.turn]
    if one is None or rnd.phase is not Phase.TO_THROW:
        return None
    is_heard = now.heard_s is not None and one.at_s - now.heard_s < 6.0
    layout = seen_in(story)[1].layout
    has_played = bool(rnd.played_from(layout)) and layout.is_legal
    return implied(story, rnd, rnd.turn) if is_heard or has_played else None


# The end of a turn.


def _own(story: Hypothesis, seat: int) -> Faces | None:
    account, laid = seen_in(story)
    faces = faces_of(own_dice(account, laid, seat))
    return None if UNREAD in faces else faces


def as_it_lies(story: Hypothesis, rnd: Round) -> HandedOver | Passed:
    layout, player = seen_in(story)[1].layout, story.match.players[rnd.turn]
    hand = _own(story, rnd.turn)
    if same_layout(layout, rnd.table):
        return _rolled_in(story, rnd) or Passed(player, hand)
    return HandedOver(layout, player, hand)


def _rolled_in(story: Hypothesis, rnd: Round) -> HandedOver | None:
    """Thrown dice that lie in a row with a set: when the turn ends they are of the table."""
    account, laid = seen_in(story)
    mine = own_dice(account, laid, rnd.turn)
    middle = [known for known in mine if known.die.zone is Zone.TABLE]
    if rnd.phase is not Phase.TO_PLAY or not middle or any(k.face.is_unread for k in mine):
        return None
    ids = in_sets(laid_of([*laid.dice, *middle], story.layouts))
    rolled = [known for known in middle if known.id in ids]
    table = laid_of([*laid.dice, *rolled], story.layouts)
    hand = faces_of(known for known in mine if known not in rolled)
    over = HandedOver(table.layout, story.match.players[rnd.turn], hand)
    is_accepted = foreseen(story.match, over).verdict is Verdict.ACCEPTED
    return over if rolled and is_accepted and not table.doubtful else None


def _turn_over(story: Hypothesis, rnd: Round, now: Moment) -> Hypothesis | None:
    is_refused = isinstance(story.match.waiting, HandedOver) and story.match.rejected is not None
    if rnd.phase is Phase.TO_COUNT or (story.match.waiting is not None and not is_refused):
        return None
    if story.open is not None:
        return None
    mine = [b for b in story.bodies if b.owner in (rnd.turn, TABLE)]
    lacks = any(not b.is_there for b in mine)
    if now.press is not None and now.press.seat == rnd.turn:
        return _by_press(story, rnd, now, lacks)
    if rnd.phase is not Phase.TO_PLAY or lacks:
        return None
    over = as_it_lies(story, rnd)
    if foreseen(story.match, over).verdict is not Verdict.ACCEPTED:
        return None
    is_play = isinstance(over, HandedOver)
    if _is_taken_up(story, rnd, now):
        is_last = rnd.blanks + (not is_play) >= story.match.options.blank_turns
        return None if is_last else story.after(over)
    after_s = now.tuning.hand_over_s if over.hand else now.tuning.out_s
    theirs = all(b.is_there for b in story.of(1 - rnd.turn))
    is_new = not same_layout(seen_in(story)[1].layout, rnd.table) or not over.hand
    if is_play and is_new and theirs and now.tuning.hand_over_s is not None and after_s is not None:
        return story.after(over) if now.quiet_s >= after_s else None
    return None


def _is_taken_up(story: Hypothesis, rnd: Round, now: Moment) -> bool:
    """The other player has taken up dice, to throw them."""
    theirs = story.of(1 - rnd.turn)
    gone = [b for b in theirs if not b.is_there]
    least = min(now.tuning.taken_up, len(theirs))
    is_long = all(now.at_s - b.left_s >= now.tuning.taken_s for b in gone)
    return 0 < least <= len(gone) and is_long


def _by_press(story: Hypothesis, rnd: Round, now: Moment, lacks: bool) -> Hypothesis | None:
    assert now.press is not None
    waited_s = min(now.at_s - now.press.at_s, now.quiet_s)
    if lacks and (now.hidden or waited_s < now.tuning.patience_s):
        return None
    if rnd.phase is Phase.TO_THROW and story.perhaps[rnd.turn] is not None:
        thrown = implied(story, rnd, rnd.turn)
        if thrown is not None:
            assert thrown.match.round is not None
            return thrown.after(as_it_lies(thrown, thrown.match.round))
    pressed = _as_pressed(story, rnd, now.press)
    over = as_it_lies(pressed, rnd)
    laid = seen_in(pressed)[1]
    is_bad = foreseen(story.match, over).verdict is Verdict.REJECTED
    if laid.doubtful and isinstance(over, HandedOver) and is_bad:
        return None
    return story.after(over)


def _as_pressed(story: Hypothesis, rnd: Round, press: PressedButton) -> Hypothesis:
    """Without what the other has laid since."""
    later = [
        body.die is not None and body.owner == 1 - rnd.turn and body.die.since_s > press.at_s
        for body in story.bodies
    ]
    if not any(later):
        return story
    both = zip(story.bodies, later, strict=True)
    bodies = tuple(replace(body, is_seen=False) if is_later else body for body, is_later in both)
    return replace(story, bodies=bodies)
