"""How a turn ends: by a press, by the other's throw, by dice taken up, or unseen."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from turbo.game.dice import UNREAD
from turbo.game.events import Event, HandedOver, Passed, Thrown, Verdict
from turbo.game.layout import Layout
from turbo.game.match import Phase, Round
from turbo.game.sets import Faces
from turbo.live.belief.hypothesis import Hypothesis, OpenThrow
from turbo.live.belief.model import SOMETIMES
from turbo.live.belief.moment import Moment
from turbo.live.belief.view import laid_before, table_of, view_of
from turbo.live.body import TABLE, faces_of
from turbo.live.inputs import PressedButton
from turbo.live.laying import in_sets, laid_of, same_layout
from turbo.live.snapshot import RestingDie
from turbo.live.state import foreseen, with_seat
from vision.mat.plan import Zone


def implied(story: Hypothesis, rnd: Round, seat: int) -> Hypothesis | None:
    perhaps, hand = story.perhaps[seat], rnd.hands[seat]
    if perhaps is None or not hand:
        return None
    event = Thrown(story.match.players[seat], hand, perhaps.cup)
    return replace(story.after(event), perhaps=with_seat(story.perhaps, seat, None))


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


def as_it_lies(story: Hypothesis, rnd: Round) -> HandedOver | Passed:
    layout, player = view_of(story).laid.layout, story.match.players[rnd.turn]
    hand = own_faces(story, rnd.turn)
    if same_layout(layout, rnd.table):
        return _rolled_in(story, rnd) or Passed(player, hand)
    return HandedOver(layout, player, hand)


def own_faces(story: Hypothesis, seat: int) -> Faces | None:
    return _read(faces_of(view_of(story).own(seat)))


def _read(faces: Faces) -> Faces | None:
    return None if UNREAD in faces else faces


def _rolled_in(story: Hypothesis, rnd: Round) -> HandedOver | None:
    """Thrown dice that lie in a row with a set: when the turn ends they are of the table."""
    view = view_of(story)
    mine, laid = view.own(rnd.turn), view.laid.dice
    middle = [body for body in mine if body.zone is Zone.TABLE]
    if rnd.phase is not Phase.TO_PLAY or not middle or any(b.face.is_unread for b in mine):
        return None
    ids = in_sets(laid_of([*laid, *middle], story.layouts))
    rolled = [body for body in middle if body.id in ids]
    table = laid_of([*laid, *rolled], story.layouts)
    hand = faces_of(body for body in mine if body not in rolled)
    over = HandedOver(table.layout, story.match.players[rnd.turn], hand)
    is_accepted = foreseen(story.match, over).verdict is Verdict.ACCEPTED
    return over if rolled and is_accepted and not table.doubtful else None


def ended_by(story: Hypothesis, rnd: Round, thrown: OpenThrow) -> Hypothesis | None:
    """The other's throw ends the turn; before the first hand-over only a play shows that. What was
    not laid is in the hand still, whether anybody sees it or not."""
    view, player, layout = view_of(story), story.match.players[rnd.turn], laid_before(story, thrown)
    away = (body.known for body in view.away if body.owner == rnd.turn)
    hand = _read((*faces_of(view.own(rnd.turn)), *away))
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
        # Who has laid of the early throw is in turn by now.
        has_laid = any(body.laid_by == thrown.seat for body in story.of(TABLE))
        return story.after(over) if is_play or has_laid else None
    if verdict is not Verdict.REJECTED:
        return story.after(over)
    whole = next(_seen_since(story, rnd, thrown.seat), None)
    if whole is not None:
        return whole
    if isinstance(over, HandedOver) and not _is_new_table(story, layout):
        return story.after(Passed(player), SOMETIMES)
    return story.after(over, SOMETIMES).after(Passed(player), SOMETIMES)


def _seen_since(story: Hypothesis, rnd: Round, other: int) -> Iterator[Hypothesis]:
    """The table was not seen whole before, but what is seen since may be handed over. Or a row has
    a gap as wide as a die, and one die is nowhere in sight with which it may: it lies there, seen
    by no look between the others."""
    mine = [b for b in story.bodies if b.owner in (rnd.turn, TABLE) and b.die is not None]
    missed = [b for b in mine if not b.is_there and not b.face.is_unread]
    lying = [b for b in mine if b.is_there and b.zone is Zone.TABLE and b.landed is None]
    if len(missed) > 1:
        return
    for one in _gaps([b.lies for b in lying]) if missed else (None,):
        laid = [b for b in lying if b.laid_by != other]
        if one is not None:
            was = missed[0]
            die = replace(one, id=was.id, face=was.face, readings=was.lies.readings)
            laid.append(replace(was, die=die, landed=None, is_covered=True))
        hand = [b for b in mine if b.owner == rnd.turn and b not in (*laid, *missed)]
        player = story.match.players[rnd.turn]
        over = HandedOver(table_of(laid, story.layouts), player, _read(faces_of(hand)))
        if foreseen(story.match, over).verdict is Verdict.ACCEPTED:
            now = {b.id: replace(b, owner=TABLE, laid_by=None) for b in laid}
            bodies = tuple(now.get(b.id, b) if b in mine else b for b in story.bodies)
            yield replace(story, bodies=bodies).after(over)


def _gaps(dice: Sequence[RestingDie]) -> Iterator[RestingDie]:
    """Where one more would lie between two of these that are as far apart as two."""
    for one, other in combinations(dice, 2):
        x_mm, y_mm = (one.x_mm + other.x_mm) / 2, (one.y_mm + other.y_mm) / 2
        side_mm = math.dist(*one.corners_mm[:2])
        (x1, y1), (x2, y2) = one.corners_mm[:2]
        dx, dy = other.x_mm - one.x_mm, other.y_mm - one.y_mm
        ways = abs(dx * (x2 - x1) + dy * (y2 - y1)), abs(dx * (y2 - y1) - dy * (x2 - x1))
        is_gap = 1.8 <= max(ways) / side_mm**2 <= 2.3 and min(ways) / side_mm**2 <= 0.3
        middle = one.moved(x_mm - one.x_mm, y_mm - one.y_mm)
        if is_gap and all(die.apart_mm(middle) > 0.7 * side_mm for die in dice):
            yield middle


def _is_new_table(story: Hypothesis, layout: Layout) -> bool:
    """Whether somebody laid what lies there, or the throw has broken it up."""
    rnd = story.match.round
    return rnd is not None and bool(rnd.played_from(layout)) and not rnd.table.count - layout.count


def as_before(story: Hypothesis, rnd: Round, now: Moment) -> Hypothesis | None:
    """A throw that came up as before counts at once where the cup was heard."""
    one = story.perhaps[rnd.turn]
    if one is None or rnd.phase is not Phase.TO_THROW:
        return None
    is_heard = now.heard_s is not None and one.at_s - now.heard_s < 6.0
    layout = view_of(story).laid.layout
    has_played = bool(rnd.played_from(layout)) and layout.is_legal
    return implied(story, rnd, rnd.turn) if is_heard or has_played else None


def turn_over(story: Hypothesis, rnd: Round, now: Moment) -> Hypothesis | None:
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
    is_new = not same_layout(view_of(story).laid.layout, rnd.table) or not over.hand
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
    laid = view_of(pressed).laid
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
