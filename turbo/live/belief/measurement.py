"""The measurement model: what it costs, in nats, to explain a detection by a die."""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from turbo.game.dice import UNREAD, Face
from turbo.game.observation import Point
from turbo.live.belief.model import FACES, OFTEN, USUAL, Model
from turbo.live.belief.neighbours import Neighbours, gone_for
from turbo.live.body import BAG, TABLE, Body, chance_of
from turbo.live.snapshot import RestingDie, Snapshot
from vision.mat.plan import Zone


@dataclass(frozen=True, slots=True)
class Fit:
    cost: float
    is_cast: bool = False


def face_cost(body: Body, die: RestingDie, model: Model) -> float:
    if body.face.is_unread:
        if die.face == body.lost:
            return USUAL  # moved, it could not be read any more: it shows what it showed
        if die.face.is_unread or body.die is None or not body.die.readings:
            return USUAL
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


@dataclass(frozen=True, slots=True)
class Case:
    """What an act makes of one die, whichever detection it may be."""

    body: Body
    thrower: int | None
    """Who may have thrown it."""
    places: Neighbours
    reached: float
    """What it costs that it was taken from where a thing stands."""
    wanted: Collection[Face]
    """What its hand showed before a throw of it did not count, and shows no more."""
    back: Collection[Face]
    """What it may be set back to."""
    in_cup: bool
    """Others of its throw were in the cup."""
    lays: int | None
    """Who is to lay."""


def fit(
    case: Case, die: RestingDie, left: dict[int, float], model: Model, before_s: float, *,
    is_hit: bool, other: Body | None,
) -> Fit:  # fmt: skip
    """How well this die explains that detection: left alone, moved, or thrown. `before_s`: how long
    it was gone when the throw came out. `other`: one that was followed there without a break, which
    speaks against it."""
    cases = [case] if not case.body.others else [replace(case, body=b) for b in case.body.variants]
    one = min(
        (_fit(each, die, left, model, before_s, is_hit) for each in cases), key=lambda one: one.cost
    )
    if other is None or not (one.is_cast or other.face == die.face):
        return one
    # A die that another one drives away leaves it its place, and so its number, but not its face.
    broken = model.unbroken if other.face == die.face else model.unbroken / 2
    return replace(one, cost=one.cost + broken)


def _fit(
    case: Case, die: RestingDie, left: dict[int, float], model: Model, before_s: float,
    is_hit: bool,
) -> Fit:  # fmt: skip
    body, thrower, places = case.body, case.thrower, case.places
    if body.owner == BAG:
        if thrower is None:
            return Fit(model.appears)
        return Fit(_landing(die, thrower, places, model), True)
    assert body.die is not None
    is_same = body.die.id == die.id
    apart = math.dist((body.die.x_mm, body.die.y_mm), (die.x_mm, die.y_mm))
    is_near, gone_s = apart <= model.aside * model.edge_mm, gone_for(body, die, left)
    kept = Fit(_kept(case, die, apart, gone_s, model, is_hit))
    if thrower is None or body.owner != thrower:
        return kept
    cost = _landing(die, thrower, places, model) + case.reached
    if die.face == body.face and die.zone.seat is None and die.id not in places.chains:
        cost += model.as_before - model.thrown
    if is_near or die.id in places.back | places.followed:
        is_fresh = gone_s < model.long_s or die.id in places.followed
        cost += model.in_place if is_fresh else model.back_again
    if before_s < model.in_cup_s and not (is_same and apart > model.edge_mm):
        cost += model.left_out if case.in_cup else model.hasty
    return min(kept, Fit(cost, True), key=lambda one: one.cost)


def _kept(
    case: Case, die: RestingDie, apart: float, gone_s: float, model: Model, is_hit: bool
) -> float:
    """That it was not thrown: it lies there still, was moved, or hit, or turned."""
    body, is_near = case.body, apart <= model.aside * model.edge_mm
    assert body.die is not None
    stays = _carried(case, die, apart, gone_s, model, is_hit)
    shown = die.face
    if shown.is_unread or body.face.is_unread or shown in (body.face, body.said_of):
        return stays + face_cost(body, die, model)
    # The guard: a face that was read is a fact, and without a throw it changes by a fault alone.
    is_back = shown == body.hit or shown in case.back
    if shown == body.was or is_back or (is_near and shown in case.wanted):
        # Turned back: what was hit must be set back, so that it was lifted says nothing. Seldom has
        # somebody laid it since, before anybody looked.
        is_laid = is_back and die.id in case.places.rows | case.places.chains
        return min(stays, model.moved) + OFTEN + (model.in_row if is_laid else 0.0)
    if is_near and UNREAD in case.wanted:
        return stays + OFTEN + model.thrown  # nobody knows what it had shown
    sure = chance_of(body.die, body.face)
    misread = max(model.misread, -math.log(max(1e-6, 1 - sure)))
    late = model.slow if gone_s >= model.long_s and not is_hit else 0.0
    turned = model.turned if is_near else model.swapped
    if is_hit:
        turned = model.tipped + model.far * apart / model.edge_mm
    return min(stays + misread, turned) + late


def _carried(
    case: Case, die: RestingDie, apart: float, gone_s: float, model: Model, is_hit: bool
) -> float:
    """That this die lies there, whatever it shows."""
    body, seat, is_near = case.body, die.zone.seat, apart <= model.aside * model.edge_mm
    assert body.die is not None
    is_same = body.die.id == die.id
    cost = 0.0 if is_same and is_near else model.moved
    if not is_same:
        is_carried = body.is_there and apart > 1.5 * model.edge_mm
        cost = model.lifted if is_carried else model.found
        cost = model.near if is_near else cost
    if not is_near and seat is not None and seat != body.owner:
        # Nobody lays the own dice before the other, or takes of the table; a throw drives them.
        cost += model.astray if is_hit else model.trespass
    # Whose face is believed though it seemed to lean is tidied into the hand like any other.
    leans = body.die.seems_badly and body.die.zone is not Zone.OUTSIDE
    leans = leans and (body.die.lies_badly or seat != body.owner)
    is_left = is_same or (is_near and die.face == body.face)
    if leans and not is_left and gone_s >= model.in_cup_s:
        cost += model.shunned
    place = die.x_mm, die.y_mm
    if body.behind and not any(one.hides(place, model.edge_mm / 2) for one in body.behind):
        cost += model.lifted
    if not is_near:
        # A throw may push it out from the rim of a thing, with the set that it is in.
        cost += case.reached if apart > 1.5 * model.edge_mm else 0.0
        is_carried = body.owner != TABLE and body.die.zone is not Zone.TABLE
        if is_carried and die.id in case.places.lone:
            cost += model.lone + (0.0 if body.owner == case.lays else model.fault)
    return cost


def _landing(die: RestingDie, thrower: int, places: Neighbours, model: Model) -> float:
    in_row = model.in_row if die.id in places.rows | places.chains else 0.0
    return model.thrown + zone_cost(die, thrower, model) + in_row


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


def unseen_cost(
    body: Body, snapshot: Snapshot, thrower: int | None, model: Model, *, in_line: bool
) -> float:
    """That it is none of the detections. `in_line`: beside others that lie there still."""
    if body.owner == BAG:
        return 0.0
    if is_hidden(body, snapshot, model):
        return model.hidden
    if not body.is_seen:
        # It was out of sight before; of those that were thrown all come out.
        is_behind = body.owner != thrower or any(one.covers for one in snapshot.hidden)
        return model.away if is_behind else model.kept_in
    if body.owner == TABLE:
        return model.missed if in_line else model.lost
    return model.leant if body.lies.seems_badly else model.carried


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
