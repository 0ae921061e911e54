"""What people may have done between two tables at rest, and how well it explains what is seen."""

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from bench.belief.assign import best
from bench.belief.model import (
    Fit,
    Model,
    Places,
    clear_of,
    face_cost,
    fit,
    ghost_cost,
    gone_for,
    is_hidden,
    places_of,
    stands_over,
    unseen_cost,
)
from bench.belief.stories import BAG, TABLE, Body, OpenThrow, Story
from bench.belief.tell import forced, implied
from bench.belief.view import table_of
from turbo.game.dice import DICE, HAND, UNREAD, Face
from turbo.game.events import Passed, Rethrown, Thrown
from turbo.game.layout import Layout
from turbo.game.match import Phase
from turbo.game.sets import Faces
from turbo.live.laying import in_sets, laid_of
from turbo.live.snapshot import RestingDie, Snapshot
from turbo.live.state import Perhaps, with_seat
from turbo.live.tracked_die import TrackedDie, chance_of
from vision.mat.plan import Zone


@dataclass(frozen=True, slots=True)
class Act:
    name: str
    thrower: int | None
    cost: float
    then: int | None = None
    """Who threw after that, before anybody looked."""


def expanded(
    story: Story, snapshot: Snapshot, left: frozenset[int], model: Model, floor: float = -math.inf
) -> list[Story]:
    """Every way in which this story may go on, but those below `floor`, which is far behind what is
    known already. `left`: dice of the last round, by number."""
    dice = [die for die in clear_of(snapshot) if die.id not in left]
    if story.match.round is None:
        bag, still = (Body(BAG),) * DICE, {(die.id, die.face) for die in dice}
        gone = [die for die in (*story.poured, *story.extra) if (die.id, die.face) not in still]
        poured = tuple(gone) if dice else ()
        return [replace(story, bodies=bag, extra=tuple(dice), open=None, poured=poured)]
    found = list[Story]()
    for act in acts(story, model):
        found += explained(story, act, snapshot, dice, model, floor)
        floor = max(floor, far_behind(found, model))
    found += [
        new
        for start in _passed(story, model)
        for new in explained(start, Act("none", None, 0.0), snapshot, dice, model, floor)
        if any(b.laid_by is not None or (b.owner != TABLE and _lies_laid(b)) for b in new.bodies)
    ]
    return found if found or floor > -math.inf else [replace(story, extra=tuple(dice))]


def far_behind(stories: list[Story], model: Model) -> float:
    """The weight below which a story is not kept beside these."""
    return max((one.log_weight for one in stories), default=-math.inf) - model.window


def _passed(story: Story, model: Model) -> Iterator[Story]:
    """Somebody may have passed without a sign, where the other lays: who started, before one who
    has thrown already; and whoever, before one who threw what came up as before."""
    rnd = story.match.round
    is_open = story.open is not None or story.pending or story.match.waiting is not None
    if rnd is None or is_open or rnd.phase is not Phase.TO_PLAY:
        return
    other, is_early = 1 - rnd.turn, rnd.early and not rnd.turns
    after = story.after(Passed(story.match.players[rnd.turn]), model.fault)
    if is_early:
        yield replace(after, log_weight=after.log_weight - model.early)
    perhaps = story.perhaps[other]
    if is_early or perhaps is None or perhaps.at_s <= story.cast_s[rnd.turn]:
        return
    thrown = None if after.match.round is None else implied(after, after.match.round, other)
    if thrown is not None:
        yield replace(thrown, log_weight=thrown.log_weight - model.ends_turn)


def acts(story: Story, model: Model) -> Iterator[Act]:
    rnd = story.match.round
    assert rnd is not None
    yield Act("none", None, 0.0)
    turn, other = rnd.turn, 1 - rnd.turn
    waiting = story.match.waiting
    if isinstance(waiting, Thrown | Rethrown):
        seat = story.match.seat(waiting.player)
        yield Act("again", seat, 0.3)
        is_early = rnd.may_throw_early(1 - seat)
        ends = model.early if is_early else model.ends_turn
        yield Act("throw", 1 - seat, ends if seat == turn else model.due)
    elif rnd.phase is Phase.TO_COUNT:
        yield Act("throw", other, model.due)
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
            yield Act("throw", turn, model.ends_turn)  # the throw that is open has ended the turn
        elif _has_gone_around(story):
            yield Act("around", turn, model.due)
        else:
            yield Act("again", turn, 0.5 if is_on else model.again)
        if is_second:
            yield Act("again", other, model.again)
            yield Act("around", turn, model.around)
    else:
        yield Act("around" if _has_gone_around(story) else "throw", turn, model.due)
        is_early = rnd.may_throw_early(other)
        yield Act("throw", other, model.ahead if is_early else model.out_of_turn)
        if not rnd.early:
            yield Act("throw", turn, model.due + model.ends_turn + model.fault, other)


def _has_gone_around(story: Story) -> bool:
    """Whether the other, and where it was due who is to throw, threw what came up as before."""
    rnd = story.match.round
    assert rnd is not None
    mine, other = story.perhaps[rnd.turn], story.perhaps[1 - rnd.turn]
    if other is None or rnd.hands[1 - rnd.turn] is None or (rnd.early and rnd.turns == 0):
        return False
    if rnd.phase is Phase.TO_PLAY:
        return other.at_s > story.cast_s[rnd.turn]
    return mine is not None and mine.at_s < other.at_s


def explained(
    story: Story, act: Act, snapshot: Snapshot, dice: list[RestingDie], model: Model,
    floor: float = -math.inf,
) -> Iterator[Story]:  # fmt: skip
    """The best ways in which this act explains what is seen."""
    bodies = story.bodies
    sure = certain(bodies, dice)
    columns = [k for k in range(len(dice)) if k not in sure.values()]
    throwers = [_thrower_of(story, act, i) for i in range(DICE)]
    rows = [i for i in range(DICE) if i not in sure and bodies[i].owner != BAG]
    bag = [i for i in range(DICE) if bodies[i].owner == BAG]
    rows += bag[: len(columns)]
    if not columns and act.thrower is not None:
        return
    if act.then is not None and {0, 1} - {bodies[i].owner for i in rows}:
        return
    left = dict(snapshot.left_s)
    mine = (bodies[i] for i in rows if bodies[i].owner == act.thrower)
    gone = [body.place for body in mine if body.place is not None]
    places = places_of((*dice, *snapshot.covered), gone, model)
    free = replace(places, rows=frozenset(), chains=frozenset())  # who threw first may have laid
    held = {i for i in rows if stands_over(bodies[i], snapshot.hidden, model)}
    roller = _roller(story, act)
    followed = {body.id: i for i, body in enumerate(bodies) if body.is_seen}
    wanted, rnd = _wanted(story), story.match.round
    lays = rnd.turn if rnd is not None and rnd.phase is Phase.TO_PLAY else None
    came = [dice[k].since_s for k in columns]
    # Who throws one or two again has them in the hand: nothing else is in a cup then.
    in_cup = act.name != "again" and any(
        snapshot.at_s - left.get(b.id, b.left_s) >= 2 * model.in_cup_s
        for b in (bodies[i] for i in rows if bodies[i].owner == act.thrower)
        if not b.is_covered
    )
    fits: dict[tuple[int, int], Fit] = {
        (i, k): fit(
            bodies[i],
            dice[k],
            throwers[i],
            left,
            model,
            is_hit=_is_hit(bodies[i], dice[k], roller, came, left, model),
            places=free if act.then is not None and throwers[i] == act.thrower else places,
            is_held=i in held,
            other=bodies[followed[dice[k].id]] if followed.get(dice[k].id, i) != i else None,
            wanted=wanted.get(bodies[i].owner, ()),
            in_cup=in_cup,
            lays=lays,
        )
        for i in rows
        for k in columns
    }
    cost = _costs(story, act, snapshot, dice, rows, columns, fits, model)
    base = sum(face_cost(bodies[i], dice[k], model) for i, k in sure.items())
    known = set[object]()
    labels = [_labels(i, throwers[i], columns, fits, rows) for i in rows]
    for total, chosen in best(cost, model.ways, labels) if cost else [(0.0, [])]:
        if total >= 1e5:
            continue
        pairs, thrown = dict(sure), set[int]()
        for row, column in zip(rows, chosen, strict=False):
            if column < len(columns):
                pairs[row] = columns[column]
                if fits[row, columns[column]].is_thrown:
                    thrown.add(row)
        new = {i for i in thrown if _is_of_act(story, act, i)}
        if (act.thrower is not None) != bool(new):
            continue
        if act.then is not None and not any(bodies[i].owner == act.then for i in thrown):
            continue
        total += model.short * _short(story, act, len(new), snapshot)
        total += _unlikely(story, act, new, model)
        spent = total + base + act.cost
        one = _followed(story, act, pairs, thrown, snapshot, dice, places, spent, model)
        if act.name == "again" and _has_laid(one, act) and not _has_laid(story, act):
            # Both between two looks: who lays dice has no other thrown again.
            one = replace(one, log_weight=one.log_weight - model.fault)
        # Equal dice that change places are no second way.
        if one.key not in known:
            known.add(one.key)
            yield one


def _labels(
    i: int, thrower: int | None, columns: list[int], fits: dict[tuple[int, int], Fit],
    rows: list[int],
) -> list[int]:  # fmt: skip
    """What each pair of a die says: of those that were thrown it is all one which came up as
    which."""
    thrown = DICE + (thrower or 0)
    return [thrown if fits[i, k].is_thrown else i for k in columns] + [i] * len(rows)


def _roller(story: Story, act: Act) -> int | None:
    """Who throws: by this act, or because a die of the open throw is still to come."""
    if act.thrower is not None or story.open is None:
        return act.thrower
    seat, rnd = story.open.seat, story.match.round
    is_whole = not story.open.owed and _has(story, seat) >= HAND
    is_first = rnd is not None and rnd.hands[seat] is None
    return seat if story.open.owed or (is_first and not is_whole) else None


def _is_hit(
    body: Body, die: RestingDie, roller: int | None, came: list[float], left: dict[int, float],
    model: Model,
) -> bool:  # fmt: skip
    """Whether a throw may have hit it: it came to lie as that came out, and was in no cup itself.
    A cup or a hand may have hidden it for a while before."""
    if roller is None:
        return False
    if gone_for(body, die, left) < model.in_cup_s:
        return True
    near = sum(abs(one - die.since_s) <= model.in_cup_s for one in came)
    return body.owner != roller and near > 1


def _was_refused(story: Story, seat: int) -> bool:
    """Whether this player has just thrown what may not be thrown."""
    refused = story.match.rejected
    return isinstance(refused, Thrown) and story.match.seat(refused.player) == seat


def _wanted(story: Story) -> dict[int, Counter[Face]]:
    """What a hand showed before a throw of it did not count, and shows no more."""
    refused, waiting, rnd = story.match.rejected, story.match.waiting, story.match.round
    if not isinstance(refused, Thrown | Rethrown) or rnd is None:
        return {}
    seat = story.match.seat(refused.player)
    hand = rnd.hands[seat] or ()
    if isinstance(waiting, Thrown | Rethrown) and waiting.player == refused.player:
        hand = waiting.hand
    return {seat: Counter(hand) - Counter(b.face for b in story.of(seat))}


def _has_laid(story: Story, act: Act) -> bool:
    return any(body.laid_by == act.thrower for body in story.bodies)


def _short(story: Story, act: Act, count: int, snapshot: Snapshot) -> int:
    """How many dice a first throw lacks that do not lie behind a thing either."""
    rnd = story.match.round
    is_first = rnd is not None and act.thrower is not None and rnd.hands[act.thrower] is None
    if not is_first or act.name == "again" or act.thrower is None:
        return 0
    known = {body.id for body in story.bodies}
    behind = sum(die.id not in known for die in snapshot.covered)
    return max(0, HAND - _has(story, act.thrower) - count - behind)


def _unlikely(story: Story, act: Act, thrown: set[int], model: Model) -> float:
    """Few dice lie badly and are thrown again, as they must; many were thrown in a turn of their
    own."""
    is_few = len(thrown) <= model.few
    if act.name == "again":
        sound = sum(_lay_well(story.bodies[i]) for i in thrown)
        if not sound and is_few:
            return min(0.0, model.due - act.cost)
        return model.sound * sound + (0.0 if is_few else model.fault)
    return model.fault if act.name == "around" and act.cost > model.due and is_few else 0.0


def _lay_well(body: Body) -> bool:
    die = body.die
    return die is not None and not (die.face.is_unread or die.seems_badly)


def _is_of_act(story: Story, act: Act, i: int) -> bool:
    """Whether a thrown die belongs to this act, and not to a throw that is still coming out."""
    if act.thrower is None or _thrower_of(story, act, i) != act.thrower:
        return False
    if story.bodies[i].owner == BAG and _hidden_for(story) == act.thrower:
        return False
    return story.open is None or story.open.seat != act.thrower or story.bodies[i].owner != BAG


def _thrower_of(story: Story, act: Act, i: int) -> int | None:
    """Who may have thrown this die: by this act, or by the throw that is still coming out."""
    body, rnd, now = story.bodies[i], story.match.round, story.open
    assert rnd is not None
    if body.owner == BAG:
        before = sum(b.owner == BAG for b in story.bodies[:i])
        is_first = act.thrower is not None and rnd.hands[act.thrower] is None
        if is_first and act.thrower is not None and _has(story, act.thrower) + before < HAND:
            return act.thrower
        if now is not None and now.cup is None and _has(story, now.seat) + before < HAND:
            return now.seat
        return _hidden_for(story)
    if body.owner in (act.thrower, act.then):
        return body.owner
    return now.seat if now is not None and i in now.owed else None


def _has(story: Story, seat: int) -> int:
    """How many dice are this player's, with those that were laid since the throw."""
    return len(story.of(seat)) + sum(body.laid_by == seat for body in story.of(TABLE))


def _hidden_for(story: Story) -> int | None:
    """Whose first throw was told with a die that nobody had seen."""
    waiting = story.match.waiting
    if not isinstance(waiting, Thrown | Rethrown):
        return None
    seat = story.match.seat(waiting.player)
    return seat if _has(story, seat) < len(waiting.hand) else None


def _costs(
    story: Story, act: Act, snapshot: Snapshot, dice: list[RestingDie], rows: list[int],
    columns: list[int], fits: dict[tuple[int, int], Fit], model: Model,
) -> list[list[float]]:  # fmt: skip
    """Rows: dice and, for each detection, 'it is none of them'."""
    cost = []
    for i in rows:
        missing = unseen_cost(story.bodies[i], snapshot, act.thrower, model)
        cost.append([fits[i, k].cost for k in columns] + [missing if j == i else 1e5 for j in rows])
    paid = {die.id: ghost_cost(die, story.extra, (), model) for die in story.extra}
    bare = (story.bodies[i] for i in rows if not is_hidden(story.bodies[i], snapshot, model))
    gone = [body.place for body in bare if body.place is not None]
    for k in columns:
        ghost = max(0.0, ghost_cost(dice[k], dice, gone, model) - paid.get(dice[k].id, 0.0))
        cost.append([ghost if c == k else 1e5 for c in columns] + [0.0] * len(rows))
    return cost


def certain(bodies: tuple[Body, ...], dice: list[RestingDie]) -> dict[int, int]:
    """Dice that lie as they lay, under the number and with the face that they had."""
    by_id = {die.id: k for k, die in enumerate(dice)}
    found = {}
    for i, body in enumerate(bodies):
        k = None if body.die is None else by_id.get(body.die.id)
        if k is None or body.die is None:
            continue
        is_near = math.dist((body.die.x_mm, body.die.y_mm), (dice[k].x_mm, dice[k].y_mm)) < 8.0
        shown = dice[k].face
        # What cannot be read where it lay may be another one that has taken its place.
        is_like = shown.is_unread and chance_of(dice[k], body.face) >= 0.5
        is_same = shown in (body.face, body.said_of) or is_like or body.face.is_unread
        if is_near and is_same:
            found[i] = k
    # A die that is out of sight may have had the number of another one before.
    claims = Counter(found.values())
    return {i: k for i, k in found.items() if claims[k] == 1}


def _followed(
    story: Story, act: Act, pairs: dict[int, int], thrown: set[int], snapshot: Snapshot,
    dice: list[RestingDie], places: Places, cost: float, model: Model,
) -> Story:  # fmt: skip
    if act.then is not None:
        later = {i for i in thrown if story.bodies[i].owner == act.then}
        first, then = Act(act.name, act.thrower, 0.0), Act(act.name, act.then, act.cost)
        seen = {i: k for i, k in pairs.items() if i not in later}
        story = _followed(story, first, seen, thrown - later, snapshot, dice, places, 0.0, model)
        if story.match.round is None:
            return replace(story, log_weight=story.log_weight - cost)
        return _followed(story, then, pairs, later, snapshot, dice, places, cost, model)
    throwers = {i: _thrower_of(story, act, i) for i in thrown}
    if story.open is not None and act.thrower == 1 - story.open.seat:
        story = forced(story)
        if story.match.round is None:
            return replace(story, log_weight=story.log_weight - cost)
    at_s, now = snapshot.at_s, list[Body]()
    left = dict(snapshot.left_s)
    rnd = story.match.round
    assert rnd is not None
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
            now.append(replace(came, hit=_showed(story, body, shaken[seat], die, model)))
        else:
            ranked = sorted(body.variants, key=lambda b: (b.id != die.id, b.face != die.face))
            one = replace(ranked[0], others=(), behind=())
            now.append(_placed(one, die, act, story, places, model))
    extra = tuple(die for k, die in enumerate(dice) if k not in pairs.values())
    grown = replace(
        story, bodies=tuple(now), extra=extra, log_weight=story.log_weight - cost,
        terms=((act.name, act.cost), ("seen", cost - act.cost)),
    )  # fmt: skip
    grown = _opened(story, grown, act, thrown, at_s)
    grown = _put_right(_with_laid(grown))
    grown = _perhaps(story, grown, pairs, thrown, dice, snapshot, places, model)
    odd = _odd(grown)
    weight = grown.log_weight - model.unruly * max(0, odd - story.odd)
    return replace(grown, odd=odd, log_weight=weight)


def _showed(
    story: Story, body: Body, thrown: list[Body], die: RestingDie, model: Model
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


def _unseen(body: Body, snapshot: Snapshot, left: dict[int, float], model: Model) -> Body:
    hidden = is_hidden(body, snapshot, model)
    left_s = left.get(body.id, snapshot.at_s) if body.is_there else body.left_s
    is_covered = body.is_there and hidden
    covered_s = body.covered_s if body.is_covered and is_covered else snapshot.at_s
    return replace(body, is_seen=False, is_covered=is_covered, covered_s=covered_s, left_s=left_s)


def _placed(
    body: Body, die: RestingDie, act: Act, story: Story, places: Places, model: Model
) -> Body:
    """Not thrown: it lies there still, or was moved."""
    roller = _roller(story, act)
    rnd = story.match.round
    assert rnd is not None
    landed, owner, turn = body.landed, body.owner, rnd.turn
    if landed is not None and math.dist(landed, (die.x_mm, die.y_mm)) > 0.6 * model.edge_mm:
        landed = None
    may_lay = rnd.phase is Phase.TO_PLAY
    if owner == BAG:
        owner = die.zone.seat if die.zone.seat is not None else TABLE
    elif landed is None and die.zone is Zone.TABLE and owner == turn and may_lay:
        # One that lies alone makes no set: it was pushed there, or more will be laid beside it.
        owner = TABLE if act.thrower != turn and die.id not in places.lone else owner
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
    elif shown.is_unread or shown == body.said_of:
        pass
    elif face.is_unread:
        face, was = shown, lost if owner == TABLE and lost not in (None, shown) else was
    elif shown != face and roller == owner and _is_untold(body, story):
        # Hit before the throw counts: it is of the throw as it lies.
        body, face = replace(body, hit=face), shown
    elif shown != face and shown == body.hit:
        body, face = replace(body, hit=None, is_back=True), shown
    elif shown != face and roller is not None and _is_tipped(body, die, model):
        return replace(body, die=die, is_seen=True, is_covered=False, said_of=shown, tipped=True)
    elif shown != face and {shown, UNREAD} & _wanted(story).get(owner, Counter()).keys():
        face, was = shown, None
    elif shown != face:
        was = face if was is None else was
        face, was = shown, None if shown == was else was
    if body.tipped and shown == face:
        body = replace(body, tipped=False, said_of=None)
    return replace(
        body, owner=owner, face=face, die=die, landed=landed, is_seen=True, is_covered=False,
        was=was, lost=None if not face.is_unread else lost, laid_by=_laid_by(body, owner),
    )  # fmt: skip


def _is_untold(body: Body, story: Story) -> bool:
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


def _opened(before: Story, now: Story, act: Act, thrown: set[int], at_s: float) -> Story:
    """A throw begins, or more of one comes out of the cup."""
    if act.thrower is None:
        if now.open is None:
            return now
        owed = frozenset(i for i in now.open.owed if not now.bodies[i].is_seen)
        return replace(now, open=replace(now.open, owed=owed))
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
    cup: Faces | None = tuple(b.face for b in (*old, *gone))
    if is_first and act.name == "throw":
        cup = None
    elif same is not None and same.cup is not None:
        came = (before.bodies[i] for i in thrown if i not in same.owed)
        cup = (*same.cup, *(b.face for b in came if b.owner == seat and b.cast_s < last_s))
    opened = OpenThrow(
        seat,
        at_s,
        cup,
        owed,
        _table_before(before, now) if same is None else same.before,
        len(thrown),
        act.name == "again" and (same is None or same.is_again),
        act.name == "around",
        any(b.cast_s < last_s for b in old),
        bool(old) and all(b.die is not None and b.die.seems_badly for b in old),
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
        return replace(now, open=opened)  # what lay there before belongs to the same throw
    return replace(now, open=opened, cast_s=with_seat(now.cast_s, seat, at_s))


def _table_before(before: Story, now: Story) -> Layout:
    """What was laid before a throw: it lay as it was seen last, or comes to light only now."""
    bodies = zip(before.bodies, now.bodies, strict=True)
    both = ((was if was.owner == TABLE and was.is_there else is_) for was, is_ in bodies)
    return table_of([body for body in both if body.owner == TABLE and body.is_there])


def _with_laid(story: Story) -> Story:
    """Two dice of a throw that lie in sets when it is first seen were laid since: one may roll so.
    Of one who is not to play yet they stay in the hand until that is told."""
    rnd, waiting = story.match.round, story.match.waiting
    assert rnd is not None
    is_thrown = isinstance(waiting, Thrown | Rethrown)
    if story.open is None and rnd.phase is not Phase.TO_PLAY and not is_thrown:
        return story
    seat = rnd.turn if story.open is None else story.open.seat
    if story.open is None and isinstance(waiting, Thrown | Rethrown):
        seat = story.match.seat(waiting.player)
    laid = _in_sets(story, seat)
    if len(laid) < 2:
        return story
    owner = seat if story.open is None and seat != rnd.turn else TABLE
    return replace(
        story,
        bodies=tuple(
            replace(b, owner=owner, landed=None, laid_by=_laid_by(b, owner))
            if b.is_seen and b.id in laid
            else b
            for b in story.bodies
        ),
    )


def _put_right(story: Story) -> Story:
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


def _in_sets(story: Story, seat: int) -> set[int]:
    """Dice of this player, by number, that lie in sets with those of the table."""
    seen = [b for b in story.bodies if b.is_seen and b.die is not None]
    middle = [b for b in seen if b.owner == seat and b.die and b.die.zone is Zone.TABLE]
    table = [b for b in seen if b.owner == TABLE]
    dice = [TrackedDie(b.die, b.face, Zone.TABLE) for b in (*table, *middle) if b.die is not None]
    sets = in_sets(laid_of(dice)) if middle else set[int]()
    return {b.id for b in middle if b.id in sets}


def _perhaps(
    before: Story, now: Story, pairs: dict[int, int], thrown: set[int], dice: list[RestingDie],
    snapshot: Snapshot, places: Places, model: Model,
) -> Story:  # fmt: skip
    """Dice that were gone for long enough and show what they showed may have been thrown, unless
    they lie in a line."""
    rnd, left = now.match.round, dict(snapshot.left_s)
    assert rnd is not None
    for seat in (0, 1):
        if rnd.hands[seat] is None or any(before.bodies[i].owner == seat for i in thrown):
            continue
        if (seat == rnd.turn and rnd.phase is not Phase.TO_THROW) or _is_coming(now, seat):
            continue
        back = [
            i
            for i, k in pairs.items()
            if before.bodies[i].owner == seat
            and not before.bodies[i].face.is_unread
            and before.bodies[i].id != dice[k].id
            and dice[k].id not in places.chains
            and not before.bodies[i].is_covered
            and dice[k].since_s - left.get(before.bodies[i].id, before.bodies[i].left_s)
            >= model.long_s
            and math.dist(before.bodies[i].place or (0, 0), (dice[k].x_mm, dice[k].y_mm))
            > model.aside * model.edge_mm
        ]
        if back:
            one = Perhaps(tuple(before.bodies[i].face for i in back), snapshot.at_s)
            sets = _in_sets(now, seat)
            # Not in a set, it may have rolled there: nobody has laid it.
            bodies = tuple(
                replace(b, landed=b.place, cast_s=snapshot.at_s)
                if i in back and b.id not in sets
                else b
                for i, b in enumerate(now.bodies)
            )
            perhaps = with_seat(now.perhaps, seat, one)
            now = replace(now, bodies=bodies, perhaps=perhaps)
    return now


def _is_coming(story: Story, seat: int) -> bool:
    """Whether a throw of that player is still to be told, or to be completed."""
    waiting = story.match.waiting
    waits = isinstance(waiting, Thrown | Rethrown) and story.match.seat(waiting.player) == seat
    return waits or (story.open is not None and story.open.seat == seat)


def _odd(story: Story) -> int:
    """How many dice are not where the match of this very story has them."""
    rnd = story.match.round
    if rnd is None:
        return 0
    laid = len(story.of(TABLE)) - len(rnd.table.dice)
    found, waits = 0, isinstance(story.match.waiting, Thrown | Rethrown)
    for seat in (0, 1):
        hand, has = rnd.hands[seat], len(story.of(seat))
        if story.open is not None and story.open.seat == seat:
            found += sum(_lies_laid(b) for b in story.of(seat))  # before the throw could be told
            continue
        if hand is None:
            found += max(0, _has(story, seat) - HAND)  # nobody has more than nine
            continue
        if seat == rnd.turn and (rnd.phase is Phase.TO_PLAY or waits):
            found += abs(len(hand) - has - laid)
        else:
            found += abs(len(hand) - has) + sum(_lies_laid(b) for b in story.of(seat))
    return found


def _lies_laid(body: Body) -> bool:
    """Whether somebody has carried it to the middle."""
    is_there = body.is_seen and body.die is not None and body.die.zone is Zone.TABLE
    return is_there and body.landed is None


def pruned(stories: list[Story], model: Model) -> list[Story]:
    """Equal ones are one; those far behind the best are gone."""
    return weighed(stories, model)[0]


def weighed(stories: list[Story], model: Model) -> tuple[list[Story], float]:
    """The same, and what the best of them weighs: from it the others are counted."""
    merged: dict[object, Story] = {}
    for story in stories:
        known = merged.get(story.key)
        if known is None:
            merged[story.key] = story
            continue
        # The better one tells how it came about; what both weigh speaks for what is now.
        high, low = sorted((story, known), key=lambda one: -one.log_weight)
        both = high.log_weight + math.log1p(math.exp(low.log_weight - high.log_weight))
        merged[story.key] = replace(high, log_weight=both)
    order = sorted(merged.values(), key=lambda one: -one.log_weight)[: model.keep]
    top = order[0].log_weight
    return [
        replace(one, log_weight=one.log_weight - top)
        for one in order
        if one.log_weight >= top - model.window
    ], top
