"""The measurement model: what it costs, in nats, to explain a detection by a die."""

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from turbo.game.dice import UNREAD, Face
from turbo.game.observation import Point
from turbo.live.belief.hypothesis import BAG, TABLE, Body
from turbo.live.laying import in_sets, laid_of
from turbo.live.occlusion import StandingOccluder
from turbo.live.snapshot import RestingDie, Snapshot
from turbo.live.tracked_die import TrackedDie, chance_of
from vision.mat.plan import Zone
from vision.reading.grid import LayoutTuning

FACES = 54


@dataclass(frozen=True, slots=True)
class Model:
    """Every number of the belief, in nats where nothing else is said."""

    edge_mm: float = 16.0
    aside: float = 0.5
    moved: float = 1.0
    lifted: float = 3.0
    found: float = 1.0
    """The same of a die that was out of sight: it had been lifted before."""
    near: float = 0.7
    thrown: float = 4.0
    """One of 54 faces comes up: whatever the reader makes of it, also where it is in doubt."""
    as_before: float = 1.8
    """One of its own six: it comes up as before."""
    rolled: float = 0.3
    astray: float = 2.6
    shunned: float = 4.0
    """A die that leans is taken up, and not to be thrown again; off the mat it may be put in."""
    trespass: float = 6.0
    early: float = 3.0
    """The other throws before the own first turn,"""
    ahead: float = 7.0
    """and even before who starts."""
    short: float = 1.0
    """Each die that is not seen of a first throw, which is with nine."""
    unbroken: float = 4.0
    """A die lies where another one was followed to, which shows the same, or was thrown there."""
    in_row: float = 3.5
    """A thrown die comes to lie in a row with others, as if it had been laid there."""
    lone: float = 2.0
    """Somebody lays a die in the middle, away from all others."""
    held: float = 6.0
    """A die comes from under a thing that has stood over it all the time,"""
    reached: float = 4.0
    """and from a place that nobody has seen bare before a thing stood there."""
    in_place: float = 6.0
    """A thrown die lies where it lay, or another that was taken up."""
    back_again: float = 1.5
    """The same of one that was gone for long."""
    hasty: float = 4.0
    """A throw in less time than a cup needs; and to turn a die in more."""
    slow: float = 4.0
    left_out: float = 11.0
    """A die was thrown that lay there still when others of its throw were in the cup."""
    in_cup_s: float = 0.9
    long_s: float = 1.2
    """So long out of sight, and a die may have been thrown that shows what it showed."""
    floor: float = 0.002
    """The least chance that a face was read rightly which another reading contradicts."""
    doubted: float = 0.007
    """The same of a die that is in doubt."""
    hidden: float = 0.3
    away: float = 0.2
    """A die that was out of sight is so still,"""
    kept_in: float = 2.5
    """also when others of its player were thrown, and there is nothing behind which it may lie."""
    carried: float = 2.5
    """Somebody has it in a hand or in the cup,"""
    leant: float = 0.5
    """as must be with one that leans."""
    lost: float = 5.0
    again_read: float = 0.7
    """So surely must a die that was moved show what it showed, to be the same though in doubt."""
    turned: float = 9.0
    tipped: float = 8.0
    """A throw tips a die that lies there."""
    driven: float = 8.6
    """The same where it comes to lie elsewhere by that,"""
    far: float = 0.15
    """and for each edge that it is driven."""
    swapped: float = 14.0
    ghost: float = 14.0
    doubtful_ghost: float = 7.0
    side_ghost: float = 4.0
    """What is in doubt and overlaps a die: a side of that, or one that lies on it."""
    stand_in: float = 4.0
    """What is none of the dice lies just where one was taken up."""
    misread: float = 9.0
    """At least, where a face was read wrongly before."""
    appears: float = 15.0
    absent: float = 0.5
    """For each second that a die stays out of sight while everything lies still,"""
    absent_s: float = 4.0
    """and for how long that speaks against a story."""
    due: float = 0.5
    """Priors of a throw: of who is to throw, of the other who ends the turn by it, again, and
    out of turn."""
    ends_turn: float = 1.0
    again: float = 3.0
    sound: float = 1.0
    """Each die that is thrown again though it lay well."""
    around: float = 2.0
    few: int = 3
    """More dice than this do not lie badly after one throw."""
    fault: float = 3.0
    """What is against the rules, or would be a strange course."""
    out_of_turn: float = 4.0
    pressed: float = 8.0
    """Somebody presses whose turn it is not."""
    unruly: float = 3.0
    """Each die that is not where the story's own match has it."""
    skipped: float = 4.0
    """What lies there is explained from the last table in order, past one that was in disorder;"""
    unshown: float = 7.0
    """each die that was thrown by that, and showed something else then."""
    keep: int = 12
    ways: int = 8
    """So many ways in which one act explains what is seen."""
    window: float = 10.0
    likely: float = 4.0
    """So far behind the best a table in order may be, to explain another one from it."""
    tell: float = 0.98
    waited: float = 0.9
    """The same where everything has lain still for so long: waiting brings nothing more, and what
    is told may be revised."""
    waited_s: float = 1.5


@dataclass(frozen=True, slots=True)
class Neighbours:
    """What the places of the dice say: which lie in a row with others, which lie alone, and which
    lie where another one lay."""

    rows: frozenset[int] = frozenset()
    chains: frozenset[int] = frozenset()
    """Three and more that lie side to side in one line, whether they make a set or not."""
    lone: frozenset[int] = frozenset()
    back: frozenset[int] = frozenset()
    followed: frozenset[int] = frozenset()
    """The same of one that lay there until just now."""


@dataclass(frozen=True, slots=True)
class TableAtRest:
    """A table at rest as it is to be explained: looked at once for all hypotheses."""

    snapshot: Snapshot
    dice: list[RestingDie]
    """Those that are seen and of this round."""
    places: Neighbours
    left_s: dict[int, float]
    """When dice went out of sight, by number."""


def rest_of(
    snapshot: Snapshot, left: frozenset[int], layouts: LayoutTuning, model: Model
) -> TableAtRest:
    """`left`: dice of the last round, by number."""
    dice = [die for die in clear_of(snapshot) if die.id not in left]
    places = _neighbours((*dice, *snapshot.covered), layouts, model)
    return TableAtRest(snapshot, dice, places, dict(snapshot.left_s))


def with_gone(rest: TableAtRest, gone: Sequence[Body], model: Model) -> Neighbours:
    """Which dice lie where one of these lay. Where one lay until just now another one within an
    edge would have driven it away."""
    back, followed = set[int](), set[int]()
    for die in rest.dice:
        for body in gone:
            apart = math.dist((die.x_mm, die.y_mm), body.place or (math.inf, math.inf))
            if apart <= model.aside * model.edge_mm:
                back.add(die.id)
            if apart <= model.edge_mm and gone_for(body, die, rest.left_s) < model.in_cup_s:
                followed.add(die.id)
    return replace(rest.places, back=frozenset(back), followed=frozenset(followed))


def _neighbours(dice: Sequence[RestingDie], layouts: LayoutTuning, model: Model) -> Neighbours:
    """By the dice in the middle, under their numbers."""
    middle = [die for die in dice if die.zone is Zone.TABLE]
    laid = laid_of([TrackedDie(die, die.face, Zone.TABLE) for die in middle], layouts)
    alone = (
        die.id
        for die in middle
        if not any(_is_beside(die, one, model) for one in middle if one is not die)
    )
    lines = frozenset(_in_lines(middle, model))
    return Neighbours(frozenset(in_sets(laid)), lines, frozenset(alone))


def _in_lines(dice: Sequence[RestingDie], model: Model) -> Iterator[int]:
    """Dice with one on each side, or beside such a one: people lay so, and no throw comes to lie
    so (each next one would have to touch within a fifth of an edge and a tenth of a turn)."""
    for die in dice:
        turn = math.radians(die.turn_deg)
        near = [one for one in dice if abs(one.x_mm - die.x_mm) <= 1.5 * model.edge_mm]
        for dx, dy in ((math.cos(turn), math.sin(turn)), (-math.sin(turn), math.cos(turn))):
            sides = [
                [one for one in near if _continues(die, one, way * dx, way * dy, model)]
                for way in (1, -1)
            ]
            if all(sides):
                yield from (die.id, *(one.id for side in sides for one in side))


def _continues(die: RestingDie, one: RestingDie, dx: float, dy: float, model: Model) -> bool:
    x, y = one.x_mm - die.x_mm, one.y_mm - die.y_mm
    along, across = (x * dx + y * dy) / model.edge_mm, (y * dx - x * dy) / model.edge_mm
    turn = (one.turn_deg - die.turn_deg + 45.0) % 90.0 - 45.0
    return 0.8 <= along <= 1.2 and abs(across) <= 0.2 and abs(turn) <= 9.0


def _is_beside(die: RestingDie, other: RestingDie, model: Model) -> bool:
    """Whether they lie side to side or across a gap, as people lay them."""
    turn = math.radians(die.turn_deg)
    dx, dy = other.x_mm - die.x_mm, other.y_mm - die.y_mm
    along = abs(dx * math.cos(turn) + dy * math.sin(turn))
    across = abs(dy * math.cos(turn) - dx * math.sin(turn))
    far, near = max(along, across), min(along, across)
    return far <= 1.8 * model.edge_mm and near <= 0.4 * model.edge_mm


@dataclass(frozen=True, slots=True)
class Fit:
    cost: float
    is_cast: bool = False


def face_cost(body: Body, die: RestingDie, model: Model) -> float:
    if body.face.is_unread:
        if die.face.is_unread or body.die is None or not body.die.readings:
            return 0.5
        return -math.log(may_be(body.die, die.face, model))
    if die.face in (body.face, body.said_of):
        return 0.0
    return -math.log(may_be(die, body.face, model))


def may_be(die: RestingDie, face: Face, model: Model) -> float:
    """The chance of a face by the readings; what these leave open is shared by all others."""
    if die.face.is_unread:
        rest = max(0.0, 1.0 - sum(one.confidence for one in die.readings)) / FACES
        return max(chance_of(die, face), rest, model.doubted)
    return max(chance_of(die, face), model.floor)


def zone_cost(die: RestingDie, thrower: int, model: Model) -> float:
    """A throw rolls away from who throws, and seldom before the other."""
    seat = die.zone.seat
    return 0.0 if seat == thrower else (model.rolled if seat is None else model.astray)


def fit(
    body: Body,
    die: RestingDie,
    thrower: int | None,
    left: dict[int, float],
    model: Model,
    *,
    is_hit: bool = False,
    places: Neighbours = Neighbours(),
    held: float = 0.0,
    other: Body | None = None,
    wanted: Collection[Face] = (),
    back: Collection[Face] = (),
    in_cup: bool = False,
    lays: int | None = None,
) -> Fit:
    """How well this die explains that detection: left alone, moved, or thrown. Where another one
    was followed there without a break, that speaks against it."""
    variants = (
        _fit(
            one,
            die,
            thrower,
            left,
            model,
            is_hit=is_hit,
            places=places,
            held=held,
            wanted=wanted,
            back=back,
            in_cup=in_cup,
            lays=lays,
        )
        for one in body.variants
    )
    one = min(variants, key=lambda one: one.cost)
    if other is None or not (one.is_cast or other.face == die.face):
        return one
    # A die that another one drives away leaves it its place, and so its number, but not its face.
    broken = model.unbroken if other.face == die.face else model.unbroken / 2
    return replace(one, cost=one.cost + broken)


def _fit(
    body: Body,
    die: RestingDie,
    thrower: int | None,
    left: dict[int, float],
    model: Model,
    *,
    is_hit: bool,
    places: Neighbours,
    held: float,
    wanted: Collection[Face],
    back: Collection[Face],
    in_cup: bool,
    lays: int | None,
) -> Fit:
    if body.owner == BAG:
        if thrower is None:
            return Fit(model.appears)
        return Fit(_landing(die, thrower, places, model), True)
    assert body.die is not None
    is_same = body.die.id == die.id
    apart = math.dist((body.die.x_mm, body.die.y_mm), (die.x_mm, die.y_mm))
    is_near = apart <= model.aside * model.edge_mm
    if is_same:
        stays = 0.0 if is_near else model.moved
    else:
        stays = model.near if is_near else (model.lifted if body.is_seen else model.found)
    seat = die.zone.seat
    gone_s = gone_for(body, die, left)
    if not is_near and seat is not None and seat != body.owner:
        # Nobody lays the own dice before the other, or takes of the table; a throw drives them.
        stays += model.astray if is_hit else model.trespass
    leans = body.die.seems_badly and body.die.zone is not Zone.OUTSIDE
    if leans and not is_same and gone_s >= model.in_cup_s:
        stays += model.shunned
    place = die.x_mm, die.y_mm
    if body.behind and not any(one.hides(place, model.edge_mm / 2) for one in body.behind):
        stays += model.lifted
    if not is_near:
        # A throw may push it out from the rim of a thing, with the set that it is in.
        stays += held if apart > 1.5 * model.edge_mm else 0.0
        is_carried = body.owner != TABLE and body.die.zone is not Zone.TABLE
        is_lone = is_carried and die.id in places.lone
        stays += (model.lone + (0.0 if body.owner == lays else model.fault)) if is_lone else 0.0
    kept = Fit(stays + face_cost(body, die, model))
    # The guard: a face that was read is a fact, and without a throw it changes by a fault alone.
    shown = die.face
    if not shown.is_unread and not body.face.is_unread and shown not in (body.face, body.said_of):
        is_back = shown == body.hit or shown in back
        is_back = is_back and die.id not in places.rows | places.chains
        if shown == body.was or is_back or (is_near and shown in wanted):
            # Turned back: what was hit must be set back, so that it was lifted says nothing; nobody
            # sets it back into a set.
            return Fit(min(stays, model.moved) + 1.0)
        if is_near and UNREAD in wanted:
            return Fit(stays + 1.0 + model.thrown)  # nobody knows what it had shown
        sure = chance_of(body.die, body.face)
        misread = max(model.misread, -math.log(max(1e-6, 1 - sure)))
        late = model.slow if gone_s >= model.long_s and not is_hit else 0.0
        turned = model.turned if is_near else model.swapped
        if is_hit and apart <= model.edge_mm:
            turned = model.tipped
        elif is_hit:
            turned = model.driven + model.far * apart / model.edge_mm
        kept = Fit(min(stays + misread, turned) + late)
    if thrower is None or body.owner != thrower:
        return kept
    cost = _landing(die, thrower, places, model) + held
    if die.face == body.face and seat is None and die.id not in places.chains:
        cost += model.as_before - model.thrown
    if is_near or die.id in places.back | places.followed:
        is_fresh = gone_s < model.long_s or die.id in places.followed
        cost += model.in_place if is_fresh else model.back_again
    if gone_s < model.in_cup_s and not (is_same and apart > model.edge_mm):
        cost += model.left_out if in_cup else model.hasty
    return min(kept, Fit(cost, True), key=lambda one: one.cost)


def _landing(die: RestingDie, thrower: int, places: Neighbours, model: Model) -> float:
    in_row = model.in_row if die.id in places.rows | places.chains else 0.0
    return model.thrown + zone_cost(die, thrower, model) + in_row


def gone_for(body: Body, die: RestingDie, left: dict[int, float]) -> float:
    """How long a die was out of sight. Another one may have taken over its number since."""
    left_s = left.get(body.id, die.since_s) if body.is_there else body.left_s
    return die.since_s - left_s


def held_cost(body: Body, snapshot: Snapshot, model: Model) -> float:
    """That a die was taken from where a thing stands: all the time, or since it was seen last."""
    if not is_hidden(body, snapshot, model):
        return 0.0
    return model.held if _stands_over(body, snapshot.hidden, model) else model.reached


def _stands_over(body: Body, hidden: Sequence[StandingOccluder], model: Model) -> bool:
    if not body.is_covered or body.place is None:
        return False
    place = body.place
    return any(
        one.hides(place, model.edge_mm / 2) and one.since_s <= body.covered_s for one in hidden
    )


def is_hidden(body: Body, snapshot: Snapshot, model: Model) -> bool:
    """Whether something stands where it lay, which nobody has seen bare since."""
    place = body.place
    if place is None or body.id in snapshot.lifted:
        return False
    return any(one.hides(place, model.edge_mm / 2) for one in snapshot.hidden)


def bare_for(body: Body, snapshot: Snapshot, left_s: float, model: Model) -> float:
    """How long nobody saw a die before the thing stood there that hides its place now."""
    place = body.place
    if place is None:
        return 0.0
    over = (one.since_s for one in snapshot.hidden if one.hides(place, model.edge_mm / 2))
    return max(0.0, min(over, default=left_s) - left_s)


def unseen_cost(body: Body, snapshot: Snapshot, thrower: int | None, model: Model) -> float:
    if body.owner == BAG:
        return 0.0
    if is_hidden(body, snapshot, model):
        return model.hidden
    if not body.is_seen:
        # It was out of sight before; of those that were thrown all come out.
        is_behind = body.owner != thrower or any(one.covers for one in snapshot.hidden)
        return model.away if is_behind else model.kept_in
    leans = body.die is not None and body.die.seems_badly
    return (model.leant if leans else model.carried) if body.owner in (0, 1) else model.lost


def ghost_cost(
    die: RestingDie, dice: Sequence[RestingDie], gone: Sequence[Point], model: Model
) -> float:
    """That a detection is none of the dice. `gone`: where dice lay that may be elsewhere."""
    if not die.face.is_unread:
        return model.ghost
    place = die.x_mm, die.y_mm
    apart = (math.dist(place, (o.x_mm, o.y_mm)) for o in dice if o is not die)
    if min(apart, default=math.inf) < 0.9 * model.edge_mm:
        return model.side_ghost
    is_in_place = any(math.dist(place, one) <= model.aside * model.edge_mm for one in gone)
    return model.doubtful_ghost + (model.stand_in if is_in_place else 0.0)


def clear_of(snapshot: Snapshot) -> list[RestingDie]:
    return [die for die in snapshot.seen if die.zone is not Zone.OUTSIDE or die.confidence >= 0.8]
