"""A story after an act: every die where it lies now, and what is open by that."""

import math
from collections import Counter
from dataclasses import replace

from turbo.game.dice import HAND, UNREAD, Face
from turbo.game.events import Rethrown, Thrown
from turbo.game.match import Phase
from turbo.game.sets import Faces
from turbo.live.belief.acts import Act, dice_of, roller_of, set_back_to, thrower_of, wanted_by
from turbo.live.belief.attempt import Attempt
from turbo.live.belief.hypothesis import Hypothesis, OpenThrow, Perhaps
from turbo.live.belief.measurement import bare_for, is_hidden
from turbo.live.belief.model import Model
from turbo.live.belief.neighbours import Neighbours
from turbo.live.belief.throws import forced
from turbo.live.body import BAG, TABLE, Body, chance_of
from turbo.live.laying import in_sets, laid_of
from turbo.live.snapshot import RestingDie, Snapshot
from turbo.live.state import with_seat
from vision.mat.plan import Zone


def followed_by(
    attempt: Attempt, pairs: dict[int, int], thrown: set[int], cost: float
) -> Hypothesis:
    """The story when each die is the detection that `pairs` says and these were thrown."""
    story, act = attempt.story, attempt.act
    if act.then is None:
        return _after(story, act, attempt, pairs, thrown, cost)
    later = {i for i in thrown if story.bodies[i].owner == act.then}
    first, then = Act(act.name, act.thrower, 0.0), Act(act.name, act.then, act.cost)
    seen = {i: k for i, k in pairs.items() if i not in later}
    story = _after(story, first, attempt, seen, thrown - later, 0.0)
    if story.match.round is None:
        return replace(story, log_weight=story.log_weight - cost)
    return _after(story, then, attempt, pairs, later, cost)


def _after(
    story: Hypothesis, act: Act, attempt: Attempt, pairs: dict[int, int], thrown: set[int],
    cost: float,
) -> Hypothesis:  # fmt: skip
    snapshot, dice, left = attempt.rest.snapshot, attempt.rest.dice, attempt.rest.left_s
    places, model = attempt.places, attempt.model
    throwers = {i: thrower_of(story, act, i) for i in thrown}
    if story.open is not None and act.thrower == 1 - story.open.seat:
        story = forced(_read_by_now(story, attempt), covers=attempt.rest.covers)
        if story.match.round is None:
            return replace(story, log_weight=story.log_weight - cost)
    at_s, now = snapshot.at_s, list[Body]()
    rnd = story.match.round
    assert rnd is not None
    rollers, in_lines = set(throwers.values()), places.rows | places.chains
    lost = _shown_before(story, dice)
    shaken = [[b for i in thrown if (b := story.bodies[i]).owner == seat] for seat in (0, 1)]
    for i, body in enumerate(story.bodies):
        if i not in pairs:
            now.append(_unseen(body, snapshot, left, model))
            continue
        die = dice[pairs[i]]
        if i in thrown:
            seat = throwers[i]
            assert seat is not None
            left_s = left.get(body.id, body.left_s)
            landed = die.x_mm, die.y_mm
            came = Body(seat, die.face, die, landed, True, cast_s=at_s, left_s=left_s)
            came = replace(came, seemed_badly=die.seems_badly)
            hit = _showed(story, body, shaken[seat], die, model)
            if hit is None and lost:
                hit = min(lost, key=lambda face: lost[face].apart_mm(die))
            now.append(replace(came, hit=hit))
        else:
            ranked = sorted(body.variants, key=lambda b: (b.id != die.id, b.face != die.face))
            one = ranked[0]
            if one.others or one.behind:
                one = replace(one, others=(), behind=())
            one = _placed(one, die, act, story, places, model)
            if act.name != "again" and attempt.may_have_rolled(i, pairs[i], act.thrower):
                one = replace(one, landed=one.place, cast_s=at_s)  # it came up as before
            elif one.owner in rollers and body.landed and die.id not in in_lines:
                one = replace(one, landed=one.place)  # where the throw has driven it
            now.append(one)
    extra = tuple(die for k, die in enumerate(dice) if k not in pairs.values())
    weight = story.log_weight - cost
    grown = replace(story, bodies=tuple(now), extra=extra, log_weight=weight)
    grown = _opened(story, grown, act, thrown, at_s)
    showed = _showing(story, grown)
    if lost and act.thrower is not None:
        showed = with_seat(showed, act.thrower, (*showed[act.thrower], *lost))
    grown = _put_right(_with_laid(replace(grown, showed=showed)))
    grown = _perhaps(story, grown, attempt, pairs, thrown)
    odd = _odd(grown)
    weight = grown.log_weight - model.unruly * max(0, odd - story.odd)
    return replace(grown, odd=odd, log_weight=weight)


def _read_by_now(story: Hypothesis, attempt: Attempt) -> Hypothesis:
    """With what can be read by now of dice that lie as they lay."""
    bodies, dice = list(story.bodies), attempt.rest.dice
    for i, k in attempt.sure.items():
        if bodies[i].face.is_unread and not dice[k].face.is_unread:
            bodies[i] = replace(bodies[i], face=dice[k].face, die=dice[k])
    return replace(story, bodies=tuple(bodies))


def _showing(before: Hypothesis, now: Hypothesis) -> tuple[Faces, Faces]:
    """What dice showed that lay well, while their player's throw is under way or played; also one
    before the own first turn."""
    rnd = now.match.round
    assert rnd is not None
    both = []
    for seat in (0, 1):
        is_due = rnd.phase is Phase.TO_PLAY and (rnd.turn == seat or (rnd.early and not rnd.turns))
        is_on = _is_coming(now, seat) or is_due
        is_same = before.cast_s[seat] == now.cast_s[seat]
        dice = (b for b in now.of(seat) if b.is_seen and b.die and not b.die.seems_badly)
        shown = Counter(b.face for b in dice if not b.face.is_unread)
        shown |= Counter(before.showed[seat] if is_same else ())
        both.append(tuple(shown.elements()) if is_on else ())
    return both[0], both[1]


def _showed(
    story: Hypothesis, body: Body, thrown: list[Body], die: RestingDie, model: Model
) -> Face | None:
    """What a die showed that lies where it lay, whichever of those thrown it was: the throw may
    have hit it and left it there."""
    lay = [(one.face, one.place, one.id == die.id) for one in thrown]  # never lost: in no cup
    if body.owner == BAG:
        lay = [(one.face, (one.x_mm, one.y_mm), False) for one in story.poured]
    for face, place, is_same in lay:
        is_near = place and math.dist(place, (die.x_mm, die.y_mm)) <= model.edge_mm
        if not face.is_unread and face != die.face and (is_same or is_near):
            return face
    return None


def _shown_before(story: Hypothesis, dice: list[RestingDie]) -> dict[Face, RestingDie]:
    """What lay well before the round's first throw could be told, and shows nowhere now: the throw
    has hit it since, and it may lie elsewhere."""
    if any(body.owner != BAG for body in story.bodies):
        return {}
    shown = {UNREAD, *(one.face for one in dice)}
    return {d.face: d for d in story.poured if d.face not in shown and not d.seems_badly}


def _unseen(body: Body, snapshot: Snapshot, left: dict[int, float], model: Model) -> Body:
    hidden = is_hidden(body, snapshot, model)
    left_s = left.get(body.id, snapshot.at_s) if body.is_there else body.left_s
    is_covered = body.is_there and hidden
    if body.is_covered and is_covered:
        return body
    may_be_gone = bare_for(body, snapshot, left_s, model) >= model.in_cup_s
    return replace(
        body, is_seen=False, is_covered=is_covered, left_s=left_s,
        may_be_gone=may_be_gone,
    )  # fmt: skip


def _placed(
    body: Body, die: RestingDie, act: Act, story: Hypothesis, places: Neighbours, model: Model
) -> Body:
    """Not thrown: it lies there still, or was moved."""
    roller = roller_of(story, act)
    rnd = story.match.round
    assert rnd is not None
    landed, owner, turn = body.landed, body.owner, rnd.turn
    flat = _if_flat(body, die, model)
    if not flat.is_unread:
        die = replace(die, face=flat, doubts=())
    if landed is not None and math.dist(landed, (die.x_mm, die.y_mm)) > 0.6 * model.edge_mm:
        landed = None
    may_lay = rnd.phase is Phase.TO_PLAY
    if owner == BAG:
        owner = die.zone.seat if die.zone.seat is not None else TABLE
    elif landed is None and die.zone is Zone.TABLE and owner == turn and may_lay:
        # One that lies alone makes no set: it was pushed there, or more will be laid beside it.
        owner = TABLE if act.thrower != turn and die.id not in places.lone else owner
    elif act.thrower is None and _may_lay_early(story, owner):
        # By a hand that is seen: from the own hand to a set, when nothing is thrown.
        is_laid = body.zone is Zone.hand(owner) and die.zone is Zone.TABLE
        owner = TABLE if is_laid and die.id in places.rows | places.chains else owner
    elif owner == TABLE and die.zone is Zone.hand(turn) and may_lay:
        owner = turn  # laid and taken back in the same turn, or taken from the table
    face, was, lost = body.face, body.was, body.lost
    shown = die.face
    is_said = body.said_of is not None and shown == body.said_of
    is_stranger = body.id != die.id and not body.is_covered and not is_said
    if shown.is_unread and not face.is_unread and is_stranger:
        # Nobody followed it: it may be another one.
        if chance_of(die, face) < model.again_read:
            face, lost = UNREAD, face
    elif shown.is_unread or shown == body.said_of or _is_side(body, die):
        pass
    elif shown == was:
        face, was = shown, None  # turned back, whatever else was thrown
    elif face.is_unread:
        face, was = shown, lost if owner == TABLE and lost not in (None, shown) else was
    elif shown != face and roller == owner and _is_untold(body, story):
        # Hit before the throw counts: it is of the throw as it lies.
        body, face = replace(body, hit=face), shown
    elif shown != face and {shown, UNREAD} & wanted_by(story).get(owner, Counter()).keys():
        face, was = shown, None
    elif shown != face and (shown == body.hit or shown in set_back_to(story, body)):
        body, face = replace(body, hit=None, is_back=True), shown
    elif shown != face and roller is not None and _is_tipped(body, die, model):
        return replace(body, die=die, is_seen=True, is_covered=False, said_of=shown, tipped=True)
    elif shown != face:
        was = face if was is None else was
        face, was = shown, None if shown == was else was
    if shown == face and (body.tipped or body.said_of == UNREAD):
        body = replace(body, tipped=False, said_of=None)  # the eye says the same by now
    seemed_badly = landed is not None and (body.seemed_badly or die.seems_badly)
    return replace(
        body, owner=owner, face=face, die=die, landed=landed, is_seen=True, is_covered=False,
        was=was, lost=None if not face.is_unread else lost, laid_by=_laid_by(body, owner),
        seemed_badly=seemed_badly,
    )  # fmt: skip


def _may_lay_early(story: Hypothesis, seat: int) -> bool:
    """Whether this player has thrown, and that the other's turn is over was not told yet."""
    rnd, thrown = story.match.round, story.open
    if rnd is None or thrown is None or thrown.seat != seat or seat == rnd.turn:
        return False
    return rnd.phase is Phase.TO_PLAY and thrown.cup is not None and not thrown.owed


def _if_flat(body: Body, die: RestingDie, model: Model) -> Face:
    """What a die shows that only seems to lean, since nobody has thrown it after it lay well: it
    shows what it showed, or lies where it lay; in the hand it may be a 6 that looks like a 9.
    Unread if it leans."""
    if not die.lies_badly or body.die is None or body.die.seems_badly or die.zone is Zone.OUTSIDE:
        return UNREAD
    is_near = body.die.apart_mm(die) <= model.aside * model.edge_mm
    if body.known.is_unread:
        return die.supposed if is_near else UNREAD
    is_tidied = body.seat is not None and die.zone is Zone.hand(body.seat)
    # Half of the confidence is lost by that it seems to lean.
    is_like = is_tidied and chance_of(die, body.known) >= model.again_read / 2
    return body.known if is_like or die.supposed == body.known else UNREAD


def _is_side(body: Body, die: RestingDie) -> bool:
    """Whether what is read may be a side: nobody has thrown it, it was moved and could not be read
    then, and it seems to lean and shows something else than before."""
    is_lost = body.lost is not None and body.face.is_unread and body.landed is None
    return is_lost and die.seems_badly and die.face != body.lost


def _is_untold(body: Body, story: Hypothesis) -> bool:
    """Whether it is of a throw that does not count yet."""
    waiting, thrown = story.match.waiting, story.open
    if isinstance(waiting, Thrown | Rethrown):
        return story.match.seat(waiting.player) == body.owner
    is_open = thrown is not None and thrown.seat == body.owner
    return is_open and body.cast_s >= story.cast_s[body.owner]


def _is_tipped(body: Body, die: RestingDie, model: Model) -> bool:
    """Whether a throw has tipped it and it counts as before: a die of the table that was driven
    away is set back first."""
    if body.owner in (0, 1):
        return True
    place = body.place or (math.inf, math.inf)
    return math.dist(place, (die.x_mm, die.y_mm)) <= model.edge_mm


def _laid_by(body: Body, owner: int) -> int | None:
    if owner != TABLE:
        return None
    return body.owner if body.owner in (0, 1) else body.laid_by


def _opened(
    before: Hypothesis, now: Hypothesis, act: Act, thrown: set[int], at_s: float
) -> Hypothesis:
    """A throw begins, or more of one comes out of the cup."""
    if act.thrower is None:
        return now if now.open is None else replace(now, open=_uncovered(before, now, now.open))
    seat, rnd = act.thrower, before.match.round
    assert rnd is not None
    old = [before.bodies[i] for i in thrown if before.bodies[i].owner == seat]
    owed = frozenset(
        i for i, b in enumerate(now.bodies) if b.owner == seat and not b.is_there and b.die
    )
    gone = [
        b for i, b in enumerate(before.bodies)
        if b.owner == seat and i not in thrown and not (b.is_there and now.bodies[i].is_there)
    ]  # fmt: skip
    same = before.open if before.open is not None and before.open.seat == seat else None
    last_s = before.cast_s[seat]
    is_first = rnd.hands[seat] is None
    cup: Faces | None = tuple(b.known for b in (*old, *gone))
    if is_first and act.name == "throw":
        cup = None
    elif same is not None and same.cup is not None:
        came = (before.bodies[i] for i in thrown if i not in same.owed)
        cup = (*same.cup, *(b.known for b in came if b.owner == seat and b.cast_s < last_s))
    opened = OpenThrow(
        seat,
        at_s,
        cup,
        owed,
        before.bodies if same is None else same.before,
        len(thrown),
        act.name == "again" and (same is None or same.is_again),
        act.name == "around" or (same is not None and same.is_around),
        any(b.cast_s < last_s for b in old),
        bool(old) and all(b.may_lie_badly for b in old),
        any(b.laid_by == seat for b in before.bodies),
        bool(old) and all(b.is_covered and b.left_s <= last_s for b in old),
    )
    shaken = tuple(b.die for b in old if b.die is not None and not b.face.is_unread)
    bodies = (
        replace(b, others=(*b.others, *shaken)) if i in owed else b
        for i, b in enumerate(now.bodies)
    )
    now = replace(now, bodies=tuple(bodies))
    if same is not None or act.name == "again":
        # What lay there before belongs to the same throw, and nobody else has thrown since.
        others = None if not opened.is_around else now.perhaps[1 - seat]
        return replace(now, open=opened, perhaps=with_seat(now.perhaps, 1 - seat, others))
    return replace(now, open=opened, cast_s=with_seat(now.cast_s, seat, at_s))


def _uncovered(before: Hypothesis, now: Hypothesis, thrown: OpenThrow) -> OpenThrow:
    """What lay behind a thing when the throw came out, as it seemed, and lies there no more now
    that it can be seen, was in the cup with the others."""
    out = [
        i for i, b in enumerate(before.bodies)
        if b.is_covered and b.owner == thrown.seat and b.cast_s < thrown.at_s
        and not now.bodies[i].is_there
    ]  # fmt: skip
    cup = thrown.cup
    if cup is None or thrown.is_again:
        out = []
    else:
        cup = (*cup, *(before.bodies[i].known for i in out))
    owed = frozenset(i for i in (*thrown.owed, *out) if not now.bodies[i].is_seen)
    return replace(thrown, owed=owed, cup=cup)


def _with_laid(story: Hypothesis) -> Hypothesis:
    """Two dice of a throw that lie in sets when it is first seen were laid since: one may roll so,
    unless somebody has carried it there. Of one who is not to play yet they stay in the hand until
    that is told."""
    rnd, waiting = story.match.round, story.match.waiting
    assert rnd is not None
    throws = set[int]() if story.open is None else {story.open.seat}
    seats = set(throws)
    if isinstance(waiting, Thrown | Rethrown):
        seats.add(story.match.seat(waiting.player))
    elif story.open is None and rnd.phase is Phase.TO_PLAY:
        seats.add(rnd.turn)
    for seat in seats:
        laid = _in_sets(story, seat)
        lacks = rnd.table.count - Counter(b.face for b in story.of(TABLE))  # may be set back
        is_new = story.open is not None and story.open.seat == seat and not story.open.is_again
        opened_s = 0.0 if story.open is None else story.open.at_s
        is_carried = (
            is_new
            and not lacks
            and any(
                b.landed is None and b.lies.since_s > opened_s
                for b in story.of(seat)
                if b.is_seen and b.id in laid
            )
        )
        if len(laid) >= 2 or is_carried:
            owner = TABLE if seat in throws or seat == rnd.turn else seat
            bodies = (
                replace(b, owner=owner, landed=None, laid_by=_laid_by(b, owner))
                if b.is_seen and b.id in laid
                else b
                for b in story.bodies
            )
            story = replace(story, bodies=tuple(bodies))
    return story


def _put_right(story: Hypothesis) -> Hypothesis:
    """What lies as the match has it was not turned, whichever die it is."""
    rnd, right = story.match.round, set[int]()
    assert rnd is not None
    for owner, faces in ((0, rnd.hands[0]), (1, rnd.hands[1]), (TABLE, rnd.table.faces)):
        if faces is not None and Counter(faces) == Counter(b.face for b in story.of(owner)):
            right.add(owner)
    if not any(b.was is not None and b.owner in right for b in story.bodies):
        return story
    bodies = (replace(b, was=None) if b.owner in right else b for b in story.bodies)
    return replace(story, bodies=tuple(bodies))


def _in_sets(story: Hypothesis, seat: int) -> set[int]:
    """Dice of this player, by number, that lie in sets with those of the table."""
    seen = [b for b in story.bodies if b.is_seen]
    middle = [b for b in seen if b.owner == seat and b.zone is Zone.TABLE]
    table = [b for b in seen if b.owner == TABLE]
    sets = in_sets(laid_of([*table, *middle], story.layouts)) if middle else set[int]()
    return {b.id for b in middle if b.id in sets}


def _perhaps(
    before: Hypothesis, now: Hypothesis, attempt: Attempt, pairs: dict[int, int], thrown: set[int]
) -> Hypothesis:
    """Dice that were gone for long enough and show what they showed may have been thrown, unless
    they lie in a line."""
    rnd, at_s = now.match.round, attempt.rest.snapshot.at_s
    assert rnd is not None
    for seat in (0, 1):
        if rnd.hands[seat] is None or any(before.bodies[i].owner == seat for i in thrown):
            continue
        if (seat == rnd.turn and rnd.phase is not Phase.TO_THROW) or _is_coming(now, seat):
            continue
        back = [i for i, k in pairs.items() if attempt.may_have_rolled(i, k, seat)]
        if back:
            one = Perhaps(tuple(before.bodies[i].face for i in back), at_s)
            sets = _in_sets(now, seat)
            # Not in a set, it may have rolled there: nobody has laid it.
            bodies = tuple(
                replace(b, landed=b.place, cast_s=at_s) if i in back and b.id not in sets else b
                for i, b in enumerate(now.bodies)
            )
            perhaps = with_seat(now.perhaps, seat, one)
            now = replace(now, bodies=bodies, perhaps=perhaps)
    return now


def _is_coming(story: Hypothesis, seat: int) -> bool:
    """Whether a throw of that player is still to be told, or to be completed."""
    waiting = story.match.waiting
    waits = isinstance(waiting, Thrown | Rethrown) and story.match.seat(waiting.player) == seat
    return waits or (story.open is not None and story.open.seat == seat)


def _odd(story: Hypothesis) -> int:
    """How many dice are not where the match of this very story has them."""
    rnd = story.match.round
    if rnd is None:
        return 0
    # What the other has laid before this turn was told to be over is of the next.
    laid = sum(b.laid_by != 1 - rnd.turn for b in story.of(TABLE)) - len(rnd.table.dice)
    found, waits = 0, isinstance(story.match.waiting, Thrown | Rethrown)
    for seat in (0, 1):
        hand, has = rnd.hands[seat], len(story.of(seat))
        if story.open is not None and story.open.seat == seat:
            found += sum(lies_laid(b) for b in story.of(seat))  # before the throw could be told
            continue
        if hand is None:
            found += max(0, dice_of(story, seat) - HAND)  # nobody has more than nine
            continue
        may_lay = rnd.phase is Phase.TO_PLAY or waits or _may_have_thrown(story, seat)
        if seat == rnd.turn and may_lay:
            found += abs(len(hand) - has - laid)
        else:
            found += abs(len(hand) - has) + sum(lies_laid(b) for b in story.of(seat))
    return found


def _may_have_thrown(story: Hypothesis, seat: int) -> bool:
    """Whether a throw came up as before, by which the player may lay."""
    return story.perhaps[seat] is not None and all(b.was is None for b in story.of(seat))


def lies_laid(body: Body) -> bool:
    """Whether somebody has carried it to the middle."""
    is_there = body.is_seen and body.die is not None and body.die.zone is Zone.TABLE
    return is_there and body.landed is None
